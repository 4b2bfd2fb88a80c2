//! A position in thirty-two bytes, with what the search said of it and how its game ended.

use anyhow::{Context, Result, ensure};
use std::path::Path;
use wanqi_eval::chess::network::features::{View, phase};
use wanqi_game::{Outcome, Side};
use wanqi_games::chess::bitboard::{lowest, squares};
use wanqi_games::chess::{Kind, Position};

/// Bytes of a record.
pub const LENGTH: usize = 32;

/// A position as the network sees it: castling, capturing in passing and the past are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    occupied: u64,
    /// What stands on each square of `occupied`, the lowest first: kind, and 8 for Black.
    pieces: [u8; 16],
    /// What the search said, for the side to move.
    pub score: i16,
    /// 2 if White won, 1 for a draw.
    result: u8,
    side: u8,
    /// The number of the game.
    pub game: u32,
}

impl Record {
    pub fn new(position: &Position, score: i16, game: u32) -> Record {
        let occupied = position.occupied();
        let mut pieces = [0; 16];
        for (i, square) in squares(occupied).enumerate() {
            let black = position.of_side(Side::Second) >> square & 1;
            let piece = position.kind_on(square).index() as u8 | (black as u8) << 3;
            pieces[i / 2] |= piece << (4 * (i % 2));
        }
        Record { occupied, pieces, score, result: 1, side: position.side_to_move().index() as u8, game }
    }

    pub fn ended(mut self, outcome: Outcome) -> Record {
        self.result = match outcome {
            Outcome::Win(Side::First) => 2,
            Outcome::Draw => 1,
            Outcome::Win(Side::Second) => 0,
        };
        self
    }

    /// Whose turn it is.
    pub fn side(&self) -> Side {
        Side::BOTH[usize::from(self.side)]
    }

    /// How the game ended for the side to move: 1 won, ½ drawn, 0 lost.
    pub fn result(&self) -> f32 {
        let white = f32::from(self.result) / 2.0;
        if self.side() == Side::First { white } else { 1.0 - white }
    }

    /// How far the game has gone.
    pub fn phase(&self) -> usize {
        phase(self.occupied)
    }

    /// Puts the inputs that are on into the lists, those of the side to move into the first.
    pub fn inputs(&self, inputs: &mut [Vec<u32>; 2]) {
        let piece = |i: usize| self.pieces[i / 2] >> (4 * (i % 2)) & 15;
        let mut kings = [0; 2];
        for (i, square) in squares(self.occupied).enumerate() {
            if piece(i) & 7 == Kind::King.index() as u8 {
                kings[usize::from(piece(i) >> 3)] = square;
            }
        }
        for (inputs, viewer) in inputs.iter_mut().zip([self.side(), self.side().opponent()]) {
            let view = View::new(viewer, kings[viewer.index()]);
            inputs.clear();
            inputs.extend(squares(self.occupied).enumerate().map(|(i, square)| {
                let owner = Side::BOTH[usize::from(piece(i) >> 3)];
                view.input(owner, Kind::ALL[usize::from(piece(i) & 7)], square) as u32
            }));
        }
    }

    pub fn to_bytes(self) -> [u8; LENGTH] {
        let mut bytes = [0; LENGTH];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.pieces);
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.result;
        bytes[27] = self.side;
        bytes[28..].copy_from_slice(&self.game.to_le_bytes());
        bytes
    }

    /// Reads a record; `None` if no position can look so.
    pub fn from_bytes(bytes: &[u8; LENGTH]) -> Option<Record> {
        let (occupied, rest) = bytes.split_first_chunk::<8>()?;
        let (pieces, rest) = rest.split_first_chunk::<16>()?;
        let record = Record {
            occupied: u64::from_le_bytes(*occupied),
            pieces: *pieces,
            score: i16::from_le_bytes([rest[0], rest[1]]),
            result: rest[2],
            side: rest[3],
            game: u32::from_le_bytes([rest[4], rest[5], rest[6], rest[7]]),
        };
        let count = record.occupied.count_ones() as usize;
        let kinds_exist = pieces.iter().all(|two| two & 7 < 6 && two >> 4 & 7 < 6);
        let fits = (2..=32).contains(&count) && record.result <= 2 && record.side <= 1 && kinds_exist;
        (fits && lowest(record.occupied) < 64).then_some(record)
    }
}

/// All records of a file.
pub fn read(path: &Path) -> Result<Vec<Record>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let (records, rest) = bytes.as_chunks::<LENGTH>();
    ensure!(rest.is_empty(), "{} ends in the middle of a record", path.display());
    let read = |(i, bytes)| {
        Record::from_bytes(bytes).with_context(|| format!("record {i} of {} is no position", path.display()))
    };
    records.iter().enumerate().map(read).collect()
}
