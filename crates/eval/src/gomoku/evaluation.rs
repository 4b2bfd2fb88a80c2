//! The evaluation of gomoku by what stones would make of the lines.

use super::{Class, Pattern, PatternBoard, Points};
use game::{Game, Side};
use games::gomoku::{Gomoku, Move, Position};
use search::{Evaluator, Score};

/// Adds up what either side could make of every line on every empty point.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lines {
    /// What the patterns are worth.
    pub weights: Weights,
}

/// What the evaluation of gomoku counts.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// The worth of an empty point's pattern in one direction for the side that could make it, by pattern.
    pub patterns: [i32; Pattern::ALL.len()],
    /// The worth of being to move.
    pub turn: i32,
    /// The worth of a point that makes a four and a three or two threes, for the side to move and for the other.
    pub doubles: [[i32; 2]; 2],
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            patterns: [0, 0, 1, 3, 6, 14, 18, 20, 45, 55, 50, 0, 150, 300],
            turn: 20,
            doubles: [[150, 80], [60, 40]],
        }
    }
}

impl Evaluator<Gomoku> for Lines {
    type State = PatternBoard;

    fn state(&self, game: &Gomoku, position: &Position) -> PatternBoard {
        PatternBoard::new(game, position, &self.weights.patterns)
    }

    #[inline]
    fn push(&self, game: &Gomoku, board: &mut PatternBoard, before: &Position, mv: Move, _: &Position) {
        match mv {
            Move::PASS => board.pass(),
            _ => board.put(game.side_to_move(before), mv.row() * board.size() + mv.column()),
        }
    }

    #[inline]
    fn pop(&self, _: &Gomoku, board: &mut PatternBoard) {
        board.take_back();
    }

    #[inline]
    fn evaluate(&self, game: &Gomoku, board: &mut PatternBoard, position: &Position) -> i32 {
        let side = game.side_to_move(position);
        let doubles = |side: Side, [four_three, threes]: [i32; 2]| {
            let any = |class| i32::from(!board.points(side, class).is_empty());
            four_three * any(Class::FourThree) + threes * any(Class::Threes)
        };
        let Weights { turn, doubles: [own, other], .. } = self.weights;
        board.worth(side) - board.worth(side.opponent()) + turn + doubles(side, own)
            - doubles(side.opponent(), other)
    }

    /// Who can make five wins, and so does who can make a four that cannot be answered, if the other side has none; and
    /// whoever wins by fours alone, as far as a short look tells.
    #[inline]
    fn foreseen(&self, game: &Gomoku, board: &mut PatternBoard, position: &Position) -> Option<Score> {
        let side = game.side_to_move(position);
        if !board.points(side, Class::Five).is_empty() {
            return Some(Score::win_in(1));
        }
        match board.points(side.opponent(), Class::Five).len() {
            0 if !board.points(side, Class::Fours).is_empty() => Some(Score::win_in(3)),
            0 | 1 => by_fours(board, side),
            _ => Some(Score::loss_in(2)),
        }
    }
}

/// Positions to look at for a win by fours.
const FOURS: u64 = 24;

/// A win of the side to move by fours alone.
fn by_fours(board: &mut PatternBoard, side: Side) -> Option<Score> {
    let fours = [Class::FourThree, Class::Four, Class::Fours].map(|class| board.points(side, class));
    if fours.into_iter().all(Points::is_empty) {
        return None;
    }
    let mut line = std::mem::take(&mut board.line);
    line.clear();
    // What may be forbidden is left out, and never counted on to be.
    let legal = |_: &PatternBoard, of, _| of != side;
    let won = board.wins_by_fours(side, true, &mut FOURS.clone(), &mut line, &legal);
    if won.is_none() {
        // Later looks here would not find more.
        board.give_up_fours(side);
    }
    let plies = 2 * line.len() as u32;
    let last = line.last().map(|&last| board.class(side, last));
    board.line = line;
    // The last four of several stands on a board that is not here: two plies more are always enough.
    (won == Some(true))
        .then(|| Score::win_in(if last == Some(Class::Five) && plies == 2 { 1 } else { plies + 1 }))
}
