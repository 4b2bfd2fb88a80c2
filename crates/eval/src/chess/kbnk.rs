//! Bishop and knight against king: how far the mate is, by where both kings and the knight stand.
//! <https://en.wikipedia.org/wiki/Bishop_and_knight_checkmate>
//!
//! The table is a file of a byte for each place of the three, made by `cargo run --release -p wanqi-eval --example kbnk`: the
//! ending is solved from the rules, and the plies to mate of all places of the bishop and both turns are averaged. By steps
//! to the bishop's corner and distances from the king alone, one position of twenty runs into fifty moves
//! (`docs/experiments/chess.md`).

use wanqi_game::Side;
use wanqi_games::chess::bitboard::{DARK_SQUARES, Square, file, lowest, rank, square};
use wanqi_games::chess::{Chess, Kind, Position};
use wanqi_search::Stop;
use wanqi_search::retrograde::{Ending, Value, solve};

/// Squares of the bare king, none of which is another by a turning of the board that leaves its colours.
const WEAK: usize = 20;
/// Squares of one colour.
const BISHOPS: usize = 32;
const PLACES: usize = WEAK * 64 * 64;

/// The plies of the longest of these mates.
pub const MAX_PLIES: u8 = 66;

static PLIES: &[u8; PLACES] = include_bytes!("kbnk.bin");

/// The plies to mate in the mean; `None` if it is another ending.
#[inline]
pub fn plies(position: &Position) -> Option<u8> {
    Pieces::of(position).map(|pieces| PLIES[pieces.place()])
}

/// The bytes of the table.
pub fn make() -> Vec<u8> {
    let values = solve(&BishopAndKnight, &Stop::default()).expect("nobody stops this one");
    let mean = |place: usize| {
        let indices = (0..2 * BISHOPS).map(|rest| rest * PLACES + place);
        let (mut sum, mut count) = (0, 0);
        for index in indices.filter(|&index| BishopAndKnight.position(index).is_some()) {
            if let Value::Win(plies) | Value::Loss(plies) = values.get(index) {
                (sum, count) = (sum + u32::from(plies), count + 1);
            }
        }
        // Where nothing is won, nothing is near.
        (sum + count / 2).checked_div(count).map_or(MAX_PLIES, |mean| mean as u8)
    };
    (0..PLACES).map(mean).collect()
}

/// Where the four stand on a board that is turned until the bishop is on a dark square, and the bare king in the quarter
/// between a1, h1 and the middle.
#[derive(Clone, Copy)]
struct Pieces {
    weak: Square,
    strong: Square,
    knight: Square,
    bishop: Square,
}

impl Pieces {
    #[inline]
    fn of(position: &Position) -> Option<Pieces> {
        let (bishop, knight) = (position.of_kind(Kind::Bishop), position.of_kind(Kind::Knight));
        let by = Side::BOTH.into_iter().find(|&side| (bishop | knight) & !position.of_side(side) == 0)?;
        if position.occupied().count_ones() != 4 || bishop == 0 || knight == 0 {
            return None;
        }
        let mirror = if bishop & DARK_SQUARES == 0 { 7 } else { 0 };
        let weak = position.king(by.opponent()) ^ mirror;
        let across = file(weak) + rank(weak) > 7;
        let weak = if across { 63 - transposed(weak) } else { weak };
        let along = rank(weak) > file(weak);
        let seen = |place: Square| {
            let place = place ^ mirror;
            let place = if across { 63 - transposed(place) } else { place };
            if along { transposed(place) } else { place }
        };
        Some(Pieces {
            weak: seen(position.king(by.opponent())),
            strong: seen(position.king(by)),
            knight: seen(lowest(knight)),
            bishop: seen(lowest(bishop)),
        })
    }

    /// The number of the places of all but the bishop.
    #[inline]
    fn place(&self) -> usize {
        // Rows of 8, 6, 4 and 2 squares, the first of them on the diagonal.
        let (file, rank) = (usize::from(file(self.weak)), usize::from(rank(self.weak)));
        let weak = rank * (9 - rank) + file - rank;
        (weak * 64 + usize::from(self.strong)) * 64 + usize::from(self.knight)
    }

    /// The pieces of such a number, and of the number of the bishop's square among the dark ones.
    fn numbered(place: usize, bishop: usize) -> Pieces {
        let (mut weak, mut row) = (place / 64 / 64, 0);
        while weak >= 8 - 2 * row {
            (weak, row) = (weak - (8 - 2 * row), row + 1);
        }
        let bishop_row = bishop as u8 / 4;
        Pieces {
            weak: square((row + weak) as u8, row as u8),
            strong: (place / 64 % 64) as Square,
            knight: (place % 64) as Square,
            bishop: square(2 * (bishop as u8 % 4) + bishop_row % 2, bishop_row),
        }
    }
}

/// Files and ranks exchanged.
#[inline]
fn transposed(place: Square) -> Square {
    square(rank(place), file(place))
}

/// The ending, whose bishop is on a dark square.
struct BishopAndKnight;

impl Ending for BishopAndKnight {
    type Game = Chess;

    fn game(&self) -> &Chess {
        &Chess
    }

    fn size(&self) -> usize {
        2 * BISHOPS * PLACES
    }

    fn position(&self, index: usize) -> Option<Position> {
        let (place, rest) = (index % PLACES, index / PLACES);
        let Pieces { weak, strong, knight, bishop } = Pieces::numbered(place, rest % BISHOPS);
        let pieces = [
            (Side::First, Kind::King, strong),
            (Side::First, Kind::Bishop, bishop),
            (Side::First, Kind::Knight, knight),
            (Side::Second, Kind::King, weak),
        ];
        Position::of_pieces(&pieces, Side::BOTH[rest / BISHOPS])
    }

    fn index(&self, position: &Position) -> Option<usize> {
        let pieces = Pieces::of(position)?;
        let is_weak_to_move = position.of_kind(Kind::Knight) & position.of_side(position.side_to_move()) == 0;
        let turn = usize::from(is_weak_to_move);
        Some((turn * BISHOPS + usize::from(pieces.bishop / 2)) * PLACES + pieces.place())
    }

    /// A piece was taken.
    fn outside(&self, _: &Position) -> Value {
        Value::Draw
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wanqi_game::Notation;

    fn of(fen: &str) -> Option<u8> {
        plies(&Chess.parse_position(fen).expect(fen))
    }

    #[test]
    fn every_index_is_that_of_its_position() {
        for index in (0..BishopAndKnight.size()).step_by(997) {
            let Some(position) = BishopAndKnight.position(index) else { continue };
            let again = BishopAndKnight.index(&position).expect("it is this ending");
            // On a diagonal two squares may be told for one.
            let is_on_diagonal = (file(position.king(Side::Second)) == rank(position.king(Side::Second)))
                || file(position.king(Side::Second)) + rank(position.king(Side::Second)) == 7;
            assert!(again == index || is_on_diagonal, "{again} {index}");
        }
    }

    /// The same however the board is turned, whatever the bishop's colour, and for either side.
    #[test]
    fn turned_boards_are_alike() {
        let plies = of("8/8/8/3k4/8/4B3/5K2/6N1 w - - 0 1");
        assert!(plies.is_some());
        for fen in [
            "8/8/8/4k3/8/3B4/2K5/1N6 w - - 0 1",
            "6N1/5K2/4B3/8/3k4/8/8/8 w - - 0 1",
            "1N6/2K5/3B4/8/4k3/8/8/8 w - - 0 1",
            "8/N7/1K6/2B5/4k3/8/8/8 w - - 0 1",
            "8/8/8/3K4/8/4b3/5k2/6n1 b - - 0 1",
            "8/8/8/3K4/8/4b3/5k2/6n1 w - - 0 1",
        ] {
            assert_eq!(of(fen), plies, "{fen}");
        }
    }

    #[test]
    fn the_corner_of_the_bishop_is_nearer_than_the_edge_and_the_edge_than_the_middle() {
        let [corner, edge, middle] = [
            "8/8/8/8/8/1KN1B3/8/k7 b - - 0 1",
            "8/8/8/k7/8/1KN1B3/8/8 b - - 0 1",
            "8/8/8/4k3/8/1KN1B3/8/8 b - - 0 1",
        ]
        .map(|fen| of(fen).expect(fen));
        assert!(corner < edge && edge < middle, "{corner} {edge} {middle}");
        assert!(PLIES.iter().all(|&plies| plies <= MAX_PLIES));
    }

    #[test]
    fn other_endings_are_not_told() {
        for fen in [
            "8/8/8/3k4/8/3B4/5K2/8 w - - 0 1",
            "8/8/8/3k4/8/3B4/5K2/5B2 w - - 0 1",
            "8/8/8/3k4/8/3B4/5K2/6n1 w - - 0 1",
            "8/8/8/3k4/8/3B4/5KN1/6N1 w - - 0 1",
            "8/8/8/3k4/8/3B4/5KNP/8 w - - 0 1",
        ] {
            assert_eq!(of(fen), None, "{fen}");
        }
    }
}
