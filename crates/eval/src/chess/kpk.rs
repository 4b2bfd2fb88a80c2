//! King and pawn against king: which positions are drawn, solved from the rules.
//! <https://www.chessprogramming.org/KPK>
//!
//! The table is a file of one bit a position, made by `cargo run --release -p wanqi-eval --example kpk`; a test solves the
//! ending again and compares.

use wanqi_game::Side;
use wanqi_games::chess::bitboard::{Square, file, lowest, rank, square};
use wanqi_games::chess::{Chess, Kind, Position};
use wanqi_search::Stop;
use wanqi_search::retrograde::{Ending, Tablebase, Value, solve};

/// Positions: whose turn it is, the pawn on half of the board, both kings. The pawn is White's: elsewhere the board is
/// turned; and on the files a to d: elsewhere it is seen in a mirror.
const POSITIONS: usize = 2 * PAWNS * 64 * 64;
const PAWNS: usize = 24;

static DRAWS: &[u8; POSITIONS / 8] = include_bytes!("kpk.bin");

/// Whether a position is one of king and pawn against king, and drawn.
#[inline]
pub fn is_draw(position: &Position) -> bool {
    let pawn = position.of_kind(Kind::Pawn);
    position.occupied().count_ones() == 3 && pawn.count_ones() == 1 && {
        let index = Pieces::Pawn.index_of(position).unwrap_or(0);
        DRAWS[index / 8] >> (index % 8) & 1 != 0
    }
}

/// The bytes of the table.
pub fn make() -> Vec<u8> {
    let solved =
        |pieces| solve(&Three { pieces, promoted: None }, &Stop::default()).expect("nobody stops this one");
    let promoted = Promoted { queen: solved(Pieces::Queen), rook: solved(Pieces::Rook) };
    let pawn = Three { pieces: Pieces::Pawn, promoted: Some(&promoted) };
    let values = solve(&pawn, &Stop::default()).expect("nobody stops this one");
    let mut bytes = vec![0; POSITIONS / 8];
    for index in 0..POSITIONS {
        if pawn.position(index).is_some() && values.get(index) == Value::Draw {
            bytes[index / 8] |= 1 << (index % 8);
        }
    }
    bytes
}

/// What White has beside its king.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pieces {
    Pawn,
    Queen,
    Rook,
}

impl Pieces {
    fn kind(self) -> Kind {
        match self {
            Pieces::Pawn => Kind::Pawn,
            Pieces::Queen => Kind::Queen,
            Pieces::Rook => Kind::Rook,
        }
    }

    /// The squares that the piece may be on, as many as there are numbers of them.
    fn places(self) -> usize {
        if self == Pieces::Pawn { PAWNS } else { 32 }
    }

    /// The square of a number: on the files a to d, pawns from the second rank on.
    fn place(self, number: usize) -> Square {
        let first = if self == Pieces::Pawn { 1 } else { 0 };
        square((number % 4) as u8, (number / 4) as u8 + first)
    }

    fn number(self, place: Square) -> usize {
        let first = if self == Pieces::Pawn { 1 } else { 0 };
        usize::from(file(place)) + 4 * usize::from(rank(place) - first)
    }

    /// The index of a position with these pieces.
    #[inline]
    fn index_of(self, position: &Position) -> Option<usize> {
        let piece = position.of_kind(self.kind());
        if position.occupied().count_ones() != 3 || piece == 0 {
            return None;
        }
        let strong = if position.of_side(Side::First) & piece != 0 { Side::First } else { Side::Second };
        let turn = if strong == Side::First { 0 } else { 56 };
        let mirror = if file(lowest(piece)) > 3 { 7 } else { 0 };
        let seen = |place: Square| place ^ turn ^ mirror;
        let mut index = usize::from(position.side_to_move() != strong);
        index = index * self.places() + self.number(seen(lowest(piece)));
        index = index * 64 + usize::from(seen(position.king(strong)));
        Some(index * 64 + usize::from(seen(position.king(strong.opponent()))))
    }
}

/// The endings that a pawn may promote to and win.
struct Promoted {
    queen: Tablebase,
    rook: Tablebase,
}

/// The positions of two kings and a piece.
struct Three<'a> {
    pieces: Pieces,
    promoted: Option<&'a Promoted>,
}

impl Ending for Three<'_> {
    type Game = Chess;

    fn game(&self) -> &Chess {
        &Chess
    }

    fn size(&self) -> usize {
        2 * self.pieces.places() * 64 * 64
    }

    fn position(&self, index: usize) -> Option<Position> {
        let (weak, index) = ((index % 64) as Square, index / 64);
        let (strong, index) = ((index % 64) as Square, index / 64);
        let (place, turn) = (self.pieces.place(index % self.pieces.places()), index / self.pieces.places());
        let kings = [(Side::First, Kind::King, strong), (Side::Second, Kind::King, weak)];
        let piece = (Side::First, self.pieces.kind(), place);
        Position::of_pieces(&[kings[0], kings[1], piece], Side::BOTH[turn])
    }

    fn index(&self, position: &Position) -> Option<usize> {
        self.pieces.index_of(position)
    }

    /// After a capture, or a promotion.
    fn outside(&self, position: &Position) -> Value {
        let promoted =
            |pieces: Pieces, values: &Tablebase| pieces.index_of(position).map(|index| values.get(index));
        self.promoted
            .and_then(|all| promoted(Pieces::Queen, &all.queen).or_else(|| promoted(Pieces::Rook, &all.rook)))
            .unwrap_or(Value::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wanqi_game::Notation;

    #[test]
    fn the_table_is_what_the_rules_say() {
        assert!(make() == DRAWS, "make it again: cargo run --release -p wanqi-eval --example kpk");
    }

    /// Known positions; the same for Black, and in the mirror.
    #[test]
    fn positions() {
        for (fen, drawn) in [
            ("8/8/8/4k3/8/4P3/4K3/8 w - - 0 1", true),
            ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", false),
            ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", false),
            ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", true),
            ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", false),
            ("k7/8/K7/P7/8/8/8/8 w - - 0 1", true),
            ("8/8/8/8/p7/k7/8/K7 b - - 0 1", true),
            ("8/8/8/8/3p4/3k4/8/3K4 b - - 0 1", false),
            ("8/7P/8/8/8/8/k7/7K w - - 0 1", false),
            ("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1", false),
            ("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", false),
        ] {
            assert_eq!(is_draw(&Chess.parse_position(fen).expect(fen)), drawn, "{fen}");
        }
    }
}
