//! What proof search has found out, by position.

use wanqi_search::Limits;

/// How far a position is from being proven and from being disproven: the least number of positions that would have to be
/// decided for it, as far as is known. Nought is done, [`ProofNumbers::NEVER`] cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofNumbers {
    pub proof: u32,
    pub disproof: u32,
}

impl ProofNumbers {
    pub const NEVER: u32 = (1 << 24) - 1;
    pub const PROVEN: ProofNumbers = ProofNumbers { proof: 0, disproof: ProofNumbers::NEVER };
    pub const DISPROVEN: ProofNumbers = ProofNumbers { proof: ProofNumbers::NEVER, disproof: 0 };
    /// Nothing is known yet, or there was no time to find out.
    pub const UNKNOWN: ProofNumbers = ProofNumbers { proof: 1, disproof: 1 };
    /// To be looked at until it is decided.
    pub const NO_LIMIT: ProofNumbers =
        ProofNumbers { proof: ProofNumbers::NEVER, disproof: ProofNumbers::NEVER };
}

/// Four entries of two words each: the key, and from the lowest bits on the numbers, 24 bits each, and the nodes that it
/// took to find them, in 16 bits and nought for an empty entry. A table of noughts costs nothing until it is used.
type Bucket = [u64; 8];

/// Positions that no processor looks at in less than a millisecond.
const MAX_NODES_A_MILLISECOND: u64 = 4000;

/// Numbers by key; of several in the same place those that took most work to find are kept.
pub(super) struct ProofTable {
    buckets: Vec<Bucket>,
}

impl ProofTable {
    /// A table of so many megabytes, or a little less; and no larger than a search within the limits can fill: to clear
    /// eight megabytes takes as long as thousands of positions.
    pub fn new(megabytes: usize, limits: &Limits) -> ProofTable {
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let in_time = limits.time.map_or(u64::MAX, |time| {
            let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            milliseconds.saturating_add(1).saturating_mul(MAX_NODES_A_MILLISECOND)
        });
        let buckets = ((megabytes << 20) / size_of::<Bucket>()).min(nodes.min(in_time) as usize);
        ProofTable { buckets: vec![[0; 8]; (buckets.max(1) + 1).next_power_of_two() / 2] }
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<ProofNumbers> {
        let bucket = &self.buckets[key as usize & (self.buckets.len() - 1)];
        let word = bucket.chunks_exact(2).find(|entry| entry[0] == key && entry[1] != 0)?[1];
        let mask = u64::from(ProofNumbers::NEVER);
        Some(ProofNumbers { proof: (word & mask) as u32, disproof: (word >> 24 & mask) as u32 })
    }

    #[inline]
    pub fn put(&mut self, key: u64, numbers: ProofNumbers, work: u64) {
        let last = self.buckets.len() - 1;
        let bucket = &mut self.buckets[key as usize & last];
        let same = (0..4).find(|i| bucket[2 * i] == key);
        let place = same.unwrap_or_else(|| (0..4).min_by_key(|i| bucket[2 * i + 1] >> 48).unwrap_or(0));
        let (proof, disproof) =
            (numbers.proof.min(ProofNumbers::NEVER), numbers.disproof.min(ProofNumbers::NEVER));
        bucket[2 * place] = key;
        bucket[2 * place + 1] =
            u64::from(proof) | u64::from(disproof) << 24 | work.clamp(1, u16::MAX.into()) << 48;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_table_is_no_larger_than_its_limits_can_fill() {
        let buckets = |limits| ProofTable::new(1, &limits).buckets.len();
        assert_eq!(buckets(Limits::default()), (1 << 20) / size_of::<Bucket>());
        assert_eq!((buckets(Limits::nodes(100)), buckets(Limits::nodes(0))), (64, 1));
        assert_eq!(buckets(Limits::time(Duration::ZERO)), 2048);
        assert_eq!(buckets(Limits::time(Duration::MAX)), buckets(Limits::default()));
    }

    #[test]
    fn what_took_most_work_is_kept() {
        let mut table = ProofTable::new(0, &Limits::default());
        let numbers = |proof| ProofNumbers { proof, disproof: 7 };
        for key in 0..5 {
            table.put(key, numbers(key as u32), 100 - key);
        }
        let found = (0..5).map(|key| table.get(key)).collect::<Vec<_>>();
        assert_eq!(found, [Some(numbers(0)), Some(numbers(1)), Some(numbers(2)), None, Some(numbers(4))]);
        table.put(1, ProofNumbers::PROVEN, 1);
        assert_eq!(table.get(1), Some(ProofNumbers::PROVEN), "what is found later about the same counts");
        table.put(9, ProofNumbers::DISPROVEN, u64::MAX);
        assert_eq!((table.get(9), table.get(1)), (Some(ProofNumbers::DISPROVEN), None));
    }
}
