//! Material and the squares that it stands on.

use wanqi_game::{Game, Side};
use wanqi_games::chess::bitboard::{Square, file, rank, squares};
use wanqi_games::chess::{Chess, Kind, Move, Position};
use wanqi_search::{Evaluator, Incremental, NothingProven};

/// Each piece's value with a bonus for its square, sliding from a middlegame to an endgame table as pieces
/// disappear. <https://www.chessprogramming.org/Tapered_Eval>
///
/// The tables are made by rules that one can say in words: knights, bishops and queens like the centre, and so
/// does the king once the queens are gone; before, it hides in a corner behind its pawns. Pawns want to advance,
/// in the centre early, everywhere late; rooks want the seventh rank.
#[derive(Clone, Copy, Debug, Default)]
pub struct PieceSquare;

/// White's points less Black's, and what is left on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PieceSquareSum {
    middlegame: i32,
    endgame: i32,
    phase: i32,
}

/// The points along the line of moves, the last of the position at hand.
type State = Vec<PieceSquareSum>;

/// What each kind counts towards the middlegame, and what all of them at the start do.
const PHASES: [i32; 6] = [0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 24;

/// Values in middlegame and endgame: pawns and rooks gain as the board empties, minor pieces do not. Kings are
/// never traded.
const VALUES: [(i32, i32); 6] = [(85, 110), (330, 300), (340, 320), (480, 540), (980, 1000), (0, 0)];

static POINTS: [[(i32, i32); 64]; 6] = {
    let mut table = [[(0, 0); 64]; 6];
    let mut kind = 0;
    while kind < 6 {
        let mut square = 0;
        while square < 64 {
            let (middlegame, endgame) = bonus(Kind::ALL[kind], file(square), rank(square));
            table[kind][square as usize] = (VALUES[kind].0 + middlegame, VALUES[kind].1 + endgame);
            square += 1;
        }
        kind += 1;
    }
    table
};

/// Steps from the two middle files or ranks: 0 to 3.
const fn off_centre(coordinate: u8) -> i32 {
    if coordinate < 4 { 3 - coordinate as i32 } else { coordinate as i32 - 4 }
}

const fn clamp(number: i32, least: i32, most: i32) -> i32 {
    if number < least {
        least
    } else if number > most {
        most
    } else {
        number
    }
}

/// A white piece's bonus for its square, in middlegame and endgame.
const fn bonus(kind: Kind, file: u8, rank: u8) -> (i32, i32) {
    let (off_file, off_rank) = (off_centre(file), off_centre(rank));
    // 3 in the centre, −3 in the corners.
    let central = 3 - off_file - off_rank;
    let rank = rank as i32;
    match kind {
        Kind::Pawn => {
            // A pawn cannot stand where the first and the last step would be.
            let steps = clamp(rank - 1, 0, 5);
            let early = clamp(steps, 0, 3);
            // The two middle pawns first; wing pawns shelter the king better where they are.
            let opening = match off_file {
                0 => [-12, 4, 18, 26][early as usize],
                1 => 4 * early,
                _ => -2 * early,
            };
            (opening + 12 * (steps - early), 4 * steps * steps - 8)
        }
        Kind::Knight => (9 * central + if rank == 0 { -6 } else { 0 }, 6 * central),
        Kind::Bishop => (4 * central + if rank == 0 { -8 } else { 4 }, 3 * central),
        Kind::Rook => (4 * (2 - off_file) + if rank == 6 { 18 } else { 0 }, if rank == 6 { 12 } else { 0 }),
        Kind::Queen => (central, 5 * central),
        Kind::King => {
            // The castled squares are b1, c1 and g1; the way up the board is the way to mate.
            let shelter = [-25, -12, 22, 18][off_file as usize] - 24 * clamp(rank, 0, 4);
            (shelter, 10 * central)
        }
    }
}

impl PieceSquareSum {
    fn of(position: &Position) -> PieceSquareSum {
        let mut points = PieceSquareSum::default();
        for side in Side::BOTH {
            for square in squares(position.of_side(side)) {
                points.count(1, side, position.kind_on(square), square);
            }
        }
        points
    }

    /// Counts a piece in (`sign` 1) or out (−1).
    #[inline(always)]
    fn count(&mut self, sign: i32, side: Side, kind: Kind, square: Square) {
        // Black's board is White's upside down.
        let (own, square) = match side {
            Side::First => (sign, square),
            Side::Second => (-sign, square ^ 56),
        };
        let (middlegame, endgame) = POINTS[kind.index()][usize::from(square & 63)];
        self.middlegame += own * middlegame;
        self.endgame += own * endgame;
        self.phase += sign * PHASES[kind.index()];
    }

    /// Follows a move.
    #[inline]
    fn follow(&mut self, before: &Position, mv: Move) {
        let us = before.side_to_move();
        let (from, to) = (mv.from(), mv.to());
        if before.is_capture(mv) {
            let taken = if mv.is_en_passant() { to ^ 8 } else { to };
            self.count(-1, us.opponent(), before.kind_on(taken), taken);
        }
        self.count(-1, us, mv.moved(), from);
        self.count(1, us, mv.placed(), to);
        if let Some((rook_from, rook_to)) = before.castling_rook(mv) {
            self.count(-1, us, Kind::Rook, rook_from);
            self.count(1, us, Kind::Rook, rook_to);
        }
    }

    #[inline]
    fn tapered(&self) -> i32 {
        // Promotions may bring more pieces than there were at the start.
        let phase = self.phase.min(FULL_PHASE);
        (self.middlegame * phase + self.endgame * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

impl NothingProven for PieceSquare {}

impl Incremental<Chess> for PieceSquare {
    type State = State;

    fn state(&self, _: &Chess, position: &Position) -> State {
        vec![PieceSquareSum::of(position)]
    }

    #[inline]
    fn push(&self, _: &Chess, state: &mut State, before: &Position, mv: Move, _: &Position) {
        let mut points = state.last().copied().unwrap_or_default();
        points.follow(before, mv);
        state.push(points);
    }

    #[inline]
    fn pop(&self, _: &Chess, state: &mut State) {
        state.pop();
    }
}

impl Evaluator<Chess> for PieceSquare {
    #[inline]
    fn evaluate(&self, game: &Chess, state: &mut State, position: &Position) -> i32 {
        let white = state.last().map_or(0, PieceSquareSum::tapered);
        if game.side_to_move(position) == Side::First { white } else { -white }
    }
}
