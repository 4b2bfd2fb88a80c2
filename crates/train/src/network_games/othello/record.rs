//! A game as the positions that it teaches.

use crate::network_games;

/// A position, and what is known of it, all for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Its discs.
    pub own: u64,
    /// Those of the other side.
    pub other: u64,
    /// What a search says, in hundredths of a disc.
    pub score: i16,
    /// The lead by which the game ended, in discs. Of a position from aside nobody knows it.
    pub lead: Option<i8>,
}

/// The positions of a game, and some from aside.
#[derive(Clone, PartialEq, Debug)]
pub struct Record(pub Vec<Position>);

const BYTES: usize = 8 + 8 + 2 + 1;
/// Nobody knows.
const UNKNOWN: i8 = i8::MIN;

impl network_games::Record for Record {
    fn positions(&self) -> usize {
        self.0.len()
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(BYTES * self.0.len());
        for Position { own, other, score, lead } in &self.0 {
            bytes.extend(own.to_le_bytes());
            bytes.extend(other.to_le_bytes());
            bytes.extend(score.to_le_bytes());
            bytes.extend(lead.unwrap_or(UNKNOWN).to_le_bytes());
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Record, String> {
        let (positions, rest) = bytes.as_chunks::<BYTES>();
        if !rest.is_empty() {
            return Err("it ends in the middle of a position".into());
        }
        let mut record = Record(Vec::with_capacity(positions.len()));
        for (number, bytes) in positions.iter().enumerate() {
            let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
            let [own, other] = [word(0), word(8)];
            let lead = Some(bytes[18] as i8).filter(|&lead| lead != UNKNOWN);
            if own & other != 0 {
                return Err(format!("two discs on one square in position {number}"));
            }
            if lead.is_some_and(|lead| !(-64..=64).contains(&lead)) {
                return Err(format!("position {number} cannot end so"));
            }
            let score = i16::from_le_bytes([bytes[16], bytes[17]]);
            record.0.push(Position { own, other, score, lead });
        }
        Ok(record)
    }
}
