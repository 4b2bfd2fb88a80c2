//! A game as its quiet positions, each with what the search said of it and how the game ended.

use super::Pieces;
use crate::network_games;
use std::marker::PhantomData;
use wanqi_eval::perspective_network::{Piece, PositionOf, phase};
use wanqi_game::{Outcome, Side};

/// The quiet positions of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record<V>(pub Vec<QuietPosition<V>>);

/// A position as the network sees it: castling, capturing in passing and the past are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuietPosition<V> {
    /// The points that hold a piece, by their bits.
    occupied: [u64; 2],
    /// What stands on each of them, the lowest first: kind, and 8 for the second side.
    pieces: [u8; 16],
    /// What the search said, for the side to move.
    pub score: i16,
    /// 2 if the first side won, 1 for a draw.
    result: u8,
    side: u8,
    of: PhantomData<V>,
}

/// The greatest number of pieces.
const MAX_PIECES: usize = 32;

impl<V: Pieces> QuietPosition<V> {
    /// Bytes of the points that hold a piece.
    const OCCUPIED: usize = V::POINTS.div_ceil(8);
    /// Bytes of a position.
    const LENGTH: usize = Self::OCCUPIED + MAX_PIECES / 2 + 4;

    /// A position, whose turn it is and what the search said of it.
    pub fn new(side: Side, position: &PositionOf<V>, score: i16) -> QuietPosition<V> {
        let (mut on, mut occupied) = ([0; 128], 0_u128);
        V::each_piece(position, |Piece { side, kind, point }| {
            occupied |= 1 << point;
            on[usize::from(point)] = kind | (side.index() as u8) << 3;
        });
        let mut pieces = [0; MAX_PIECES / 2];
        for (i, point) in points(occupied).enumerate() {
            pieces[i / 2] |= on[usize::from(point)] << (4 * (i % 2));
        }
        let occupied = [occupied as u64, (occupied >> 64) as u64];
        QuietPosition { occupied, pieces, score, result: 1, side: side.index() as u8, of: PhantomData }
    }

    /// The same with how its game ended.
    #[must_use]
    pub fn ended(mut self, outcome: Outcome) -> QuietPosition<V> {
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
        let first = f32::from(self.result) / 2.0;
        if self.side() == Side::First { first } else { 1.0 - first }
    }

    /// How far the game has gone.
    pub fn phase(&self) -> usize {
        phase(self.occupied().count_ones())
    }

    fn occupied(&self) -> u128 {
        u128::from(self.occupied[0]) | u128::from(self.occupied[1]) << 64
    }

    /// The pieces, on the other wing if asked for.
    fn each_piece(&self, is_mirrored: bool) -> impl Iterator<Item = Piece> {
        points(self.occupied()).enumerate().map(move |(i, point)| {
            let piece = self.pieces[i / 2] >> (4 * (i % 2)) & 15;
            let point = if is_mirrored { V::mirrored(point) } else { point };
            Piece { side: Side::BOTH[usize::from(piece >> 3)], kind: piece & 7, point }
        })
    }

    /// Puts the inputs that are on into the lists, those of the side to move into the first; those of the position on the
    /// other wing if asked for.
    pub fn inputs(&self, is_mirrored: bool, inputs: &mut [Vec<u32>; 2]) {
        let mut kings = [0; 2];
        for Piece { side, kind, point } in self.each_piece(is_mirrored) {
            if kind == V::KING {
                kings[side.index()] = point;
            }
        }
        for (inputs, viewer) in inputs.iter_mut().zip([self.side(), self.side().opponent()]) {
            let view = V::new(viewer, kings[viewer.index()]);
            inputs.clear();
            inputs.extend(self.each_piece(is_mirrored).map(|piece| view.input(piece) as u32));
        }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(&self.occupied().to_le_bytes()[..Self::OCCUPIED]);
        bytes.extend(self.pieces);
        bytes.extend(self.score.to_le_bytes());
        bytes.extend([self.result, self.side]);
    }

    /// `None` if no position can look so.
    fn read(bytes: &[u8]) -> Option<QuietPosition<V>> {
        let (points, rest) = bytes.split_at_checked(Self::OCCUPIED)?;
        let (&pieces, rest) = rest.split_first_chunk::<16>()?;
        let &[low, high, result, side] = rest else { return None };
        let mut occupied = [0; 16];
        occupied[..Self::OCCUPIED].copy_from_slice(points);
        let occupied = u128::from_le_bytes(occupied);
        let position = QuietPosition {
            occupied: [occupied as u64, (occupied >> 64) as u64],
            pieces,
            score: i16::from_le_bytes([low, high]),
            result,
            side,
            of: PhantomData,
        };
        let kinds_exist = pieces.iter().all(|two| two & 7 < V::KINDS && two >> 4 & 7 < V::KINDS);
        let count = occupied.count_ones() as usize;
        let fits = (2..=MAX_PIECES).contains(&count) && occupied >> V::POINTS == 0 && kinds_exist;
        // A network asks where each side's king stands.
        let kings = || {
            Side::BOTH
                .map(|of| position.each_piece(false).filter(|on| on.kind == V::KING && on.side == of).count())
        };
        (fits && result <= 2 && side <= 1 && kings() == [1, 1]).then_some(position)
    }
}

/// The points of a set, lowest first.
fn points(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        first
    })
}

impl<V: Pieces> network_games::Record for Record<V> {
    fn positions(&self) -> usize {
        self.0.len()
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.0.len() * QuietPosition::<V>::LENGTH);
        self.0.iter().for_each(|position| position.write(&mut bytes));
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Record<V>, String> {
        let positions = bytes.chunks_exact(QuietPosition::<V>::LENGTH);
        if !positions.remainder().is_empty() {
            return Err("it ends in the middle of a position".into());
        }
        let read = |bytes| QuietPosition::read(bytes).ok_or("what is no position");
        Ok(Record(positions.map(read).collect::<Result<_, _>>()?))
    }
}
