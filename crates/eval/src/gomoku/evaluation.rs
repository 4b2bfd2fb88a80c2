//! The evaluation of gomoku by what stones would make of the lines.

use super::class::CLASSES;
use super::{Class, Pattern, PatternBoard, Points, weights};
use game::{Game, Side};
use games::gomoku::{Gomoku, Move, Position};
use search::linear::Group;
use search::{Evaluator, Linear, Score};

/// Adds up what either side could make of every line on every empty point, and what its points threaten.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lines {
    /// What is counted, and how much.
    pub weights: Weights,
}

/// Patterns are many, so their weights are in parts of a unit of the evaluation: so many parts are one.
const PARTS: i32 = 16;

/// What the evaluation of gomoku counts: for the side to move, and for the other.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// The worth of an empty point's pattern in one direction for the side that could make it, by pattern; in sixteenths.
    pub patterns: [[i32; PATTERNS]; 2],
    /// The worth of having any point of a class.
    pub classes: [[i32; CLASSES]; 2],
    /// The worth of being to move.
    pub turn: i32,
}

const PATTERNS: usize = Pattern::ALL.len();

impl Default for Weights {
    fn default() -> Self {
        Weights {
            patterns: [weights::PATTERNS_TO_MOVE, weights::PATTERNS_NOT_TO_MOVE],
            classes: [weights::CLASSES_TO_MOVE, weights::CLASSES_NOT_TO_MOVE],
            turn: weights::TURN,
        }
    }
}

/// Where the weights begin, one after the other: the patterns for the side to move and for the other, the classes so, the
/// turn.
const CLASSES_BEGIN: usize = 2 * PATTERNS;
const TURN: usize = CLASSES_BEGIN + 2 * CLASSES;

impl Linear<Gomoku> for Lines {
    fn groups(&self) -> Vec<Group> {
        let of_lines = "What is made of a line on an empty point: nothing, an overline, a closed one, an open one, a closed \
                        two, an open two, a wide two, a closed three, an open three, a wide three, a four, broken fours, \
                        a straight four, five.";
        let of_points = "Whether there is a point that is quiet, an open three, several, a four, a four and a three, fours, \
                         doubtful, five.";
        let table = |name: &str, help: &str, length| Group::table(name, help, length, length);
        vec![
            table("PATTERNS_TO_MOVE", &format!("{of_lines} By the side to move."), PATTERNS),
            table("PATTERNS_NOT_TO_MOVE", &format!("{of_lines} By the other side."), PATTERNS),
            table("CLASSES_TO_MOVE", &format!("{of_points} For the side to move."), CLASSES),
            table("CLASSES_NOT_TO_MOVE", &format!("{of_points} For the other side."), CLASSES),
            Group::one("TURN", "Being to move."),
        ]
    }

    fn weights(&self) -> Vec<i32> {
        let Weights { patterns, classes, turn } = &self.weights;
        [patterns.as_flattened(), classes.as_flattened(), &[*turn]].concat()
    }

    fn with_weights(&self, weights: &[i32]) -> Lines {
        let mut all = weights.iter().copied();
        let mut next = || all.next().unwrap_or_default();
        let patterns = std::array::from_fn(|_| std::array::from_fn(|_| next()));
        let classes = std::array::from_fn(|_| std::array::from_fn(|_| next()));
        Lines { weights: Weights { patterns, classes, turn: next() } }
    }

    fn each_feature(&self, game: &Gomoku, position: &Position, mut visit: impl FnMut(usize, f64)) {
        let board = self.state(game, position);
        let mover = game.side_to_move(position);
        for side in Side::BOTH {
            let (other, sign) = (usize::from(side != mover), if side == Side::First { 1.0 } else { -1.0 });
            for point in (0..board.size() * board.size()).filter(|&point| board.is_empty(point)) {
                // Where there is no room for five, nothing counts.
                let patterns = (0..4).map(|direction| board.pattern(side, point, direction));
                patterns
                    .filter(|&pattern| pattern != Pattern::Dead)
                    .for_each(|pattern| visit(other * PATTERNS + pattern as usize, sign / f64::from(PARTS)));
            }
            for class in Class::ALL.into_iter().filter(|&class| !board.points(side, class).is_empty()) {
                visit(CLASSES_BEGIN + other * CLASSES + class as usize, sign);
            }
        }
        visit(TURN, if mover == Side::First { 1.0 } else { -1.0 });
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
        let classes = |side: Side, worth: &[i32; CLASSES]| -> i32 {
            let has = |&class: &Class| !board.points(side, class).is_empty();
            Class::ALL.into_iter().filter(has).map(|class| worth[class as usize]).sum()
        };
        let Weights { classes: [own, other], turn, .. } = &self.weights;
        let lines = board.worth(side, true) - board.worth(side.opponent(), false);
        lines / PARTS + classes(side, own) - classes(side.opponent(), other) + turn
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
