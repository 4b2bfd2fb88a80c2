//! Endings whose worth a sum of what stands where does not tell: dead draws, and wins against a bare king that need a plan.
//! <https://www.chessprogramming.org/Endgame>, <https://www.chessprogramming.org/Mop-up_Evaluation>

use super::kbnk;
use wanqi_game::Side;
use wanqi_games::chess::bitboard::{DARK_SQUARES, FILE_A, FILE_H, Square, file, rank, square, squares};
use wanqi_games::chess::{Chess, Kind, Move, Position};
use wanqi_search::{Evaluator, Incremental, NothingProven};

/// An evaluation that knows these endings as well.
#[derive(Clone, Debug)]
pub struct WithEndings<E>(pub E);

impl<E> NothingProven for WithEndings<E> {}

impl<E: Incremental<Chess>> Incremental<Chess> for WithEndings<E> {
    type State = E::State;

    fn state(&self, game: &Chess, position: &Position) -> E::State {
        self.0.state(game, position)
    }

    #[inline]
    fn push(&self, game: &Chess, state: &mut E::State, before: &Position, mv: Move, after: &Position) {
        self.0.push(game, state, before, mv, after);
    }

    #[inline]
    fn pop(&self, game: &Chess, state: &mut E::State) {
        self.0.pop(game, state);
    }
}

impl<E: Evaluator<Chess>> Evaluator<Chess> for WithEndings<E> {
    #[inline]
    fn evaluate(&self, game: &Chess, state: &mut E::State, position: &Position) -> i32 {
        let known = if position.occupied().count_ones() > MAX_PIECES { None } else { Ending::of(position) };
        match known {
            None => self.0.evaluate(game, state, position),
            Some(Ending::Drawn) => 0,
            Some(Ending::Drawish) => self.0.evaluate(game, state, position) / DRAWISH,
            Some(Ending::Won { by, worth }) if by == position.side_to_move() => worth,
            Some(Ending::Won { worth, .. }) => -worth,
        }
    }
}

/// With more pieces nothing is looked up.
const MAX_PIECES: u32 = 6;
/// By what a lead is divided that hardly ever wins.
const DRAWISH: i32 = 8;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Nobody can win against any sensible play.
    Drawn,
    /// A lead that is seldom enough: without pawns, by less than a rook.
    Drawish,
    /// The other side has nothing but its king, and is mated by force.
    Won {
        /// Who wins.
        by: Side,
        /// In hundredths of a pawn, and more the nearer the mate is.
        worth: i32,
    },
}

impl Ending {
    /// What is known of a position, if anything.
    pub fn of(position: &Position) -> Option<Ending> {
        let bare = |side: &Side| position.of_side(*side).count_ones() == 1;
        match Side::BOTH.into_iter().find(bare) {
            Some(weaker) => against_bare_king(position, weaker.opponent()),
            None if position.of_kind(Kind::Pawn) == 0 => without_pawns(position),
            None => None,
        }
    }
}

fn against_bare_king(position: &Position, by: Side) -> Option<Ending> {
    let of = |kind: Kind| position.pieces(by, kind);
    let (own, other) = (position.king(by), position.king(by.opponent()));
    let (bishops, knights) = (of(Kind::Bishop), of(Kind::Knight).count_ones());
    let colours = [bishops & DARK_SQUARES, bishops & !DARK_SQUARES];
    let both_colours = colours.iter().all(|&bishops| bishops != 0);
    if let Some(plies) = kbnk::plies(position) {
        return Some(Ending::Won {
            by,
            worth: WON + 100 * material(position, by) as i32 - PLY * i32::from(plies),
        });
    }
    let to_go = if of(Kind::Queen) | of(Kind::Rook) != 0 || both_colours || knights > 2 {
        from_edge(other)
    } else if of(Kind::Pawn) != 0 {
        return None;
    } else if bishops != 0 && knights > 0 {
        from_corner(other, colours[0] != 0)
    } else {
        // Two knights, or too little by the rules.
        return Some(Ending::Drawn);
    };
    let worth = WON + 100 * material(position, by) as i32
        - TO_GO * to_go
        - APART * distance(own, other)
        - KNIGHT_APART * squares(of(Kind::Knight)).map(|knight| distance(knight, other)).sum::<i32>();
    Some(Ending::Won { by, worth })
}

/// What it is worth to have a bare king before one, beside the material; then what each ply to the mate costs where that is
/// known, and elsewhere each step that it is away from where it is mated, and that the other king and the knights are away from
/// it.
const WON: i32 = 1500;
const PLY: i32 = 20;
const TO_GO: i32 = 20;
const APART: i32 = 40;
const KNIGHT_APART: i32 = 10;

/// Whether a position is drawn for certain by the wrong corner: against a bare king all pawns are on one of the outer files, no
/// other piece but bishops helps them, none of which controls the square where they promote, and the king is there or beside
/// it. It can always go to the corner and back: what could keep it out would be a bishop of the other colour, a pawn from a
/// file that has none, or a king beside it. <https://en.wikipedia.org/wiki/Wrong_rook_pawn>
#[inline]
pub fn is_wrong_corner(position: &Position) -> bool {
    let bare = |side: &Side| position.of_side(*side).count_ones() == 1;
    let Some(weaker) = Side::BOTH.into_iter().find(bare) else { return false };
    let by = weaker.opponent();
    let of = |kind: Kind| position.pieces(by, kind);
    let file = match of(Kind::Pawn) {
        0 => return false,
        pawns if pawns & !FILE_A == 0 => 0,
        pawns if pawns & !FILE_H == 0 => 7,
        _ => return false,
    };
    let corner = square(file, if by == Side::First { 7 } else { 0 });
    let controlled = if is_dark(corner) { DARK_SQUARES } else { !DARK_SQUARES };
    of(Kind::Knight) | of(Kind::Rook) | of(Kind::Queen) | (of(Kind::Bishop) & controlled) == 0
        && distance(position.king(weaker), corner) <= 1
}

/// Leads of less than a rook, without pawns: of what is common only two bishops against a knight wins by force.
/// <https://en.wikipedia.org/wiki/Pawnless_chess_endgame>
fn without_pawns(position: &Position) -> Option<Ending> {
    let [white, black] = Side::BOTH.map(|side| material(position, side));
    let stronger = if white > black { Side::First } else { Side::Second };
    let winning = position.pieces(stronger, Kind::Bishop).count_ones() == 2
        && position.of_kind(Kind::Bishop).count_ones() == 2
        || position.of_kind(Kind::Queen).count_ones() == 1 && position.of_kind(Kind::Rook) == 0;
    (white.abs_diff(black) <= 3 && !winning).then_some(Ending::Drawish)
}

/// What a side's pieces are worth in pawns.
fn material(position: &Position, side: Side) -> u32 {
    const WORTH: [u32; 6] = [1, 3, 3, 5, 9, 0];
    Kind::ALL.iter().map(|&kind| WORTH[kind.index()] * position.pieces(side, kind).count_ones()).sum()
}

fn is_dark(square: Square) -> bool {
    DARK_SQUARES >> square & 1 != 0
}

/// A king's moves between two squares.
fn distance(one: Square, other: Square) -> i32 {
    i32::from(file(one).abs_diff(file(other)).max(rank(one).abs_diff(rank(other))))
}

/// How far a square is from the edge and, less, along the edge from a corner: 0 to 12.
fn from_edge(square: Square) -> i32 {
    let inwards = |line: u8| i32::from(line.min(7 - line));
    let (file, rank) = (inwards(file(square)), inwards(rank(square)));
    3 * file.min(rank) + file.max(rank)
}

/// Steps along files and ranks to the nearer corner of a colour: 0 to 7, counted twice so that it weighs as [`from_edge`].
fn from_corner(square: Square, dark: bool) -> i32 {
    let (file, rank) = (i32::from(file(square)), i32::from(rank(square)));
    let file = if dark { file } else { 7 - file };
    2 * (file + rank).min(14 - file - rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wanqi_game::Notation;

    #[test]
    fn endings() {
        use Ending::{Drawish, Drawn};
        let won = |by| Some(Ending::Won { by, worth: 0 });
        for (position, ending) in [
            ("8/8/4k3/8/8/3NN3/8/4K3 w - - 0 1", Some(Drawn)),
            ("8/8/4k3/8/8/3NB3/8/4K3 w - - 0 1", won(Side::First)),
            ("8/8/4K3/8/8/3bb3/8/4k3 w - - 0 1", won(Side::Second)),
            ("8/8/4k3/8/8/3B4/4B3/4K3 w - - 0 1", Some(Drawn)),
            ("8/8/4k3/8/8/4R3/8/4K3 b - - 0 1", won(Side::First)),
            ("8/8/4k3/4b3/8/4R3/8/4K3 w - - 0 1", Some(Drawish)),
            ("8/8/4k3/4r3/4n3/4R3/8/4K3 w - - 0 1", Some(Drawish)),
            ("8/8/4k3/4n3/8/3BB3/8/4K3 w - - 0 1", None),
            ("8/8/4k3/4r3/8/4Q3/8/4K3 w - - 0 1", None),
            ("8/8/4k3/4b3/8/4R3/4P3/4K3 w - - 0 1", None),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None),
        ] {
            let found = Ending::of(&Chess.parse_position(position).unwrap()).map(|ending| match ending {
                Ending::Won { by, .. } => Ending::Won { by, worth: 0 },
                drawn => drawn,
            });
            assert_eq!(found, ending, "{position}");
        }
    }

    #[test]
    fn wrong_corners() {
        for (position, wrong) in [
            ("1k6/8/8/P7/8/4B3/8/4K3 w - - 0 1", true),
            ("1k6/8/8/P7/8/2B1B3/8/4K3 b - - 0 1", true),
            ("8/8/8/8/7p/7p/6K1/k7 w - - 0 1", true),
            ("K7/1p6/p7/8/8/8/8/k7 w - - 0 1", false),
            // The bishop controls a8, the king is not there yet, it goes to the other corner, there is a knight, a second pawn.
            ("1k6/8/8/P7/8/3B4/8/4K3 w - - 0 1", false),
            ("2k5/8/8/P7/8/4B3/8/4K3 w - - 0 1", false),
            ("8/8/8/8/P7/4B3/k7/4K3 w - - 0 1", false),
            ("1k6/8/8/P7/8/4N3/8/4K3 w - - 0 1", false),
            ("8/8/8/8/7p/6p1/6K1/k7 w - - 0 1", false),
            ("1k6/8/8/P7/8/4B3/8/R3K3 w - - 0 1", false),
            ("1k6/8/8/P6p/8/4B3/8/4K3 w - - 0 1", false),
            ("1k6/8/8/8/8/4B3/8/4K3 w - - 0 1", false),
        ] {
            assert_eq!(is_wrong_corner(&Chess.parse_position(position).unwrap()), wrong, "{position}");
        }
    }

    /// A win is worth more the nearer it is, and always more than what other leads are.
    #[test]
    fn a_bare_king_is_driven_where_it_is_mated() {
        let worth = |position: &str| match Ending::of(&Chess.parse_position(position).unwrap()) {
            Some(Ending::Won { worth, .. }) => worth,
            other => panic!("{position}: {other:?}"),
        };
        for (farther, nearer) in [
            // Bishop and knight: from the middle to the edge to the corner of the bishop, here a dark one.
            ("8/8/8/3k4/2N5/2K1B3/8/8 w - - 0 1", "8/8/8/8/k1N5/2K1B3/8/8 w - - 0 1"),
            ("k7/8/1K6/8/8/4B3/8/6N1 w - - 0 1", "8/8/8/8/8/1K2B3/8/k5N1 w - - 0 1"),
            ("8/8/8/3k4/8/4B3/8/6NK w - - 0 1", "8/8/8/3k4/8/4B1K1/8/6N1 w - - 0 1"),
            ("8/8/8/3k4/8/8/8/R6K w - - 0 1", "8/8/8/7k/8/8/8/R3K3 w - - 0 1"),
        ] {
            assert!(worth(farther) < worth(nearer), "{farther} against {nearer}");
        }
        assert!(worth("8/8/8/3k4/8/8/8/6RK w - - 0 1") > 1000);
    }
}
