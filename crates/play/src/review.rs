//! Looking back at games: what each move has lost, how exactly each side played, and positions that make puzzles. The page's
//! review and the commands for many games judge by the same.

mod annotate;
mod puzzles;

pub use annotate::{GameSummary, Seen, accuracy, annotate, check_seen, look, summary};
pub use puzzles::{Mined, MiningNodes, check_mined, mine};

use crate::record::Mark;
use crate::{Side, Table, Thought, ThoughtMove, Value};

/// Plies of a better line that a record gets.
pub const LINE_KEPT: usize = 6;
/// A position makes a puzzle if its best move leads to at least so much of the win probability …
pub const WINNING: f64 = 0.75;
/// … and every other move loses at least so much of it.
pub const MISSED: f64 = 0.3;
/// A move that loses less than this of the win probability, and where discs are counted less than so many of them, is as
/// good as the best: half of what makes one dubious, which two searches of one position may differ by.
const AS_GOOD: (f64, f64) = (0.04, 1.5);
/// What a move has lost at least to be marked, of the win probability or in discs. In chess the former is what lichess
/// marks from an even position; its own figures are a third smaller, as its curve is flatter: people win less often with
/// a pawn more. Where discs are counted they alone say what a move is worth, but for one that for certain gives away a
/// win or a draw.
const JUDGEMENTS: [(f64, f64, Mark); 3] =
    [(0.24, 10.0, Mark::BLUNDER), (0.16, 6.0, Mark::MISTAKE), (0.08, 3.0, Mark::DUBIOUS)];

/// The marks that a review puts, the worst first.
pub const MARKS: [Mark; 3] = [Mark::BLUNDER, Mark::MISTAKE, Mark::DUBIOUS];

/// What a move has lost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Loss {
    /// Of the win probability of who made it; negative where the position after it is thought better of.
    pub share: f64,
    /// In discs, where they are counted.
    pub discs: Option<f64>,
    is_certain: bool,
}

impl Loss {
    /// What a side's move has lost, by what the positions before and after it are worth to the first side.
    pub fn of(before: Value, after: Value, mover: Side) -> Loss {
        let probability = |value: Value| value.for_first(mover).win_probability();
        let share = probability(before).zip(probability(after)).map_or(0.0, |(before, now)| before - now);
        let discs = |value: Value| value.for_first(mover).discs();
        let discs = discs(before).zip(discs(after)).map(|(before, now)| (before - now).max(0.0));
        let is_certain = discs.is_none() || before.is_solved() && after.is_solved();
        Loss { share, discs, is_certain }
    }

    fn reaches(self, (share, count): (f64, f64)) -> bool {
        self.is_certain && self.share >= share || self.discs.is_some_and(|discs| discs >= count)
    }

    /// The mark of a move that was not the best.
    pub fn mark(self) -> Option<Mark> {
        JUDGEMENTS.iter().find(|&&(share, count, _)| self.reaches((share, count))).map(|&(.., mark)| mark)
    }

    /// Whether the move is as good as the best.
    pub fn is_as_good(self) -> bool {
        !self.reaches(AS_GOOD)
    }
}

/// What a game that is over was worth to its first side.
pub fn outcome(end: &dyn Table) -> Value {
    let winner = end.result().and_then(|result| Side::BOTH.get(usize::from(result.winner?)).copied());
    Value::of_result(winner, end.margin(), end.scale())
}

/// The best move of a thought with two lines, if it wins and every other is clearly worse.
pub fn clearly_best(thought: &Thought) -> Option<&ThoughtMove> {
    let mut roots = thought.lines(2);
    let (best, other) = (roots.next()?, roots.next()?);
    let (best_share, other_share) = (best.value.win_probability()?, other.value.win_probability()?);
    (best_share >= WINNING && best_share - other_share >= MISSED).then_some(best)
}
