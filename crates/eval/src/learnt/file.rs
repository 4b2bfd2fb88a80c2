//! A learnt network as a file ([`crate::network`]).

use super::layout::Layout;
use super::network::Network;
use super::policy::{POLICY_ROWS, Policy};
use crate::network::{self, Header, NetworkError, Numbers};

/// Layers of a learnt network, in the order of the file. One that knows nothing of moves ends before the last.
const LAYERS: [&str; 4] = ["rows", "sums", "phases", "policy"];

impl Network {
    fn layers(&self) -> Vec<(String, u32)> {
        let counts = [self.rows.len() / self.width, self.width, self.outputs.len()];
        let of_policy = self.policy.as_ref().map(|policy| policy.weights.len());
        named(counts.into_iter().chain(of_policy))
    }

    /// The file of the network, which [`read`](Network::read) reads. Of the header only game, rules and origin are taken.
    pub fn to_bytes(&self, header: &Header) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut number = |number: i32| bytes.extend(number.to_le_bytes());
        [i32::from(self.one), self.scale, i32::from(self.corrects) | self.margin << 1]
            .into_iter()
            .for_each(&mut number);
        self.output_bias.iter().copied().for_each(number);
        let rows = self.bias.iter().chain(self.outputs.iter().flatten()).chain(&self.rows);
        let of_policy = self.policy.iter().flat_map(|policy| &policy.weights);
        rows.chain(of_policy).for_each(|weight| bytes.extend(weight.to_le_bytes()));
        network::write(&Header { layers: self.layers(), ..header.clone() }, &bytes)
    }

    /// Reads a file of a network of this layout, and what it says of itself.
    ///
    /// # Errors
    /// If it is none, was changed or cut off, is of another shape, or would overflow.
    pub fn read(bytes: &[u8], layout: &Layout) -> Result<(Header, Network), NetworkError> {
        let (header, weights) = network::read(bytes)?;
        let found: Vec<u32> = header.layers.iter().map(|&(_, count)| count).collect();
        let width = found.get(1).copied().unwrap_or(0) as usize;
        // Those of windows are left out by a network that looks at places alone.
        let rows = found.first().map_or(0, |&rows| rows as usize);
        let rows = if rows == layout.rows_of_places { rows } else { layout.row_count };
        let sizes = [rows, width.clamp(1, super::MAX_WIDTH), layout.phases];
        let of_policy = (found.len() >= LAYERS.len()).then_some(POLICY_ROWS);
        let expected = named(sizes.into_iter().chain(of_policy));
        if header.layers != expected {
            return Err(NetworkError::OtherLayers { found: header.layers, expected });
        }
        let [rows, _, phases] = sizes;
        let length = 4 * (3 + phases) + 2 * (width * (1 + 2 * phases + rows) + of_policy.unwrap_or_default());
        if weights.len() != length {
            return Err(NetworkError::Length(weights.len(), length));
        }
        let mut numbers = Numbers(weights);
        let one = numbers.i32();
        let one = i16::try_from(one).map_err(|_| NetworkError::weight(one, "its unit"))?;
        let (scale, flags) = (numbers.i32(), numbers.i32());
        let (corrects, margin) = (flags & 1 != 0, flags >> 1);
        let output_bias = (0..phases).map(|_| numbers.i32()).collect();
        let mut row = |length: usize| (0..length).map(|_| numbers.i16()).collect::<Vec<i16>>();
        let bias = row(width);
        let outputs = (0..phases).map(|_| row(2 * width)).collect();
        let rows = row(rows * width);
        let policy = of_policy.map(|count| Policy { weights: row(count) });
        let network =
            Network { width, one, rows, bias, outputs, output_bias, scale, corrects, margin, policy };
        network.check(layout)?;
        Ok((header, network))
    }
}

/// Layers of these sizes.
fn named(sizes: impl Iterator<Item = usize>) -> Vec<(String, u32)> {
    LAYERS.iter().zip(sizes).map(|(name, size)| ((*name).to_owned(), size as u32)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout() -> Layout {
        Layout::new(vec![2; 3], 1, |side, place, content| {
            (content == 1).then_some(if side == 0 { place } else { 2 - place } as u32)
        })
    }

    fn network(policy: Option<Policy>) -> Network {
        let (rows, bias, outputs) = (vec![3; 3 * 16], vec![1; 16], vec![vec![2; 32]]);
        let (one, scale, corrects, margin) = (255, 400, true, 60);
        Network { width: 16, one, rows, bias, outputs, output_bias: vec![7], scale, corrects, margin, policy }
    }

    #[test]
    fn a_policy_is_kept_in_the_file_and_a_wrong_one_refused() {
        let header = Header { game: "a game".into(), rules: "1".into(), ..Header::default() };
        let weights: Vec<f64> = (0..POLICY_ROWS).map(|row| row as f64 / 2048.0 - 8.0).collect();
        let policy = Policy::of_weights(&weights).expect("as many as there must be");
        for policy in [None, Some(policy)] {
            let network = network(policy);
            let bytes = network.to_bytes(&header);
            assert_eq!(Network::read(&bytes, &layout()).expect("it was written").1, network);
            for length in [bytes.len() - 1, bytes.len() / 2] {
                assert!(Network::read(&bytes[..length], &layout()).is_err(), "{length}");
            }
        }
        // Of another size, or with less than it says.
        let short = network(Some(Policy { weights: vec![0; 8] })).to_bytes(&header);
        let refused = Network::read(&short, &layout()).expect_err("too few weights").to_string();
        assert!(refused.contains("policy") && refused.contains('8'), "{refused}");
        let layers = named([3, 16, 1, POLICY_ROWS].into_iter());
        let (_, weights) = network::read(&short).expect("a file");
        let lying = network::write(&Header { layers, ..header }, weights);
        assert!(matches!(Network::read(&lying, &layout()), Err(NetworkError::Length(..))));
    }
}
