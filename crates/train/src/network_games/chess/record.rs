//! A game as its quiet positions, each with what the search said of it and how the game ended.

use crate::network_games;
use wanqi_eval::chess::network::features::{View, phase};
use wanqi_game::{Outcome, Side};
use wanqi_games::chess::bitboard::{lowest, squares};
use wanqi_games::chess::{Kind, Position};

/// Bytes of a position.
const LENGTH: usize = 28;

/// The quiet positions of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record(pub Vec<QuietPosition>);

/// A position as the network sees it: castling, capturing in passing and the past are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuietPosition {
    occupied: u64,
    /// What stands on each square of `occupied`, the lowest first: kind, and 8 for Black.
    pieces: [u8; 16],
    /// What the search said, for the side to move.
    pub score: i16,
    /// 2 if White won, 1 for a draw.
    result: u8,
    side: u8,
}

impl QuietPosition {
    /// A position, and what the search said of it.
    pub fn new(position: &Position, score: i16) -> QuietPosition {
        let occupied = position.occupied();
        let mut pieces = [0; 16];
        for (i, square) in squares(occupied).enumerate() {
            let black = position.of_side(Side::Second) >> square & 1;
            let piece = position.kind_on(square).index() as u8 | (black as u8) << 3;
            pieces[i / 2] |= piece << (4 * (i % 2));
        }
        QuietPosition { occupied, pieces, score, result: 1, side: position.side_to_move().index() as u8 }
    }

    /// The same with how its game ended.
    #[must_use]
    pub fn ended(mut self, outcome: Outcome) -> QuietPosition {
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

    fn to_bytes(self) -> [u8; LENGTH] {
        let mut bytes = [0; LENGTH];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.pieces);
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.result;
        bytes[27] = self.side;
        bytes
    }

    /// `None` if no position can look so.
    fn from_bytes(bytes: &[u8; LENGTH]) -> Option<QuietPosition> {
        let (occupied, rest) = bytes.split_first_chunk::<8>()?;
        let (pieces, rest) = rest.split_first_chunk::<16>()?;
        let position = QuietPosition {
            occupied: u64::from_le_bytes(*occupied),
            pieces: *pieces,
            score: i16::from_le_bytes([rest[0], rest[1]]),
            result: rest[2],
            side: rest[3],
        };
        let count = position.occupied.count_ones() as usize;
        let kinds_exist = pieces.iter().all(|two| two & 7 < 6 && two >> 4 & 7 < 6);
        let fits = (2..=32).contains(&count) && position.result <= 2 && position.side <= 1 && kinds_exist;
        (fits && lowest(position.occupied) < 64).then_some(position)
    }
}

impl network_games::Record for Record {
    fn positions(&self) -> usize {
        self.0.len()
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|position| position.to_bytes()).collect()
    }

    fn from_bytes(bytes: &[u8]) -> Result<Record, String> {
        let (positions, rest) = bytes.as_chunks::<LENGTH>();
        if !rest.is_empty() {
            return Err("it ends in the middle of a position".into());
        }
        let read = |bytes| QuietPosition::from_bytes(bytes).ok_or("what is no position");
        Ok(Record(positions.iter().map(read).collect::<Result<_, _>>()?))
    }
}
