//! Evaluations that are linear in their weights, so that they can be tuned.

use crate::Evaluator;
use wanqi_game::{Game, Side};

/// An evaluation that is a sum of weights, each times how much of its feature a position has: material,
/// piece-square tables, mobility, patterns. Tapered tables are linear too: a middlegame weight counts as much as
/// the phase says.
///
/// The crate `train` finds the weights; all that it asks is here.
///
/// ```
/// use wanqi_game::{Game, Side};
/// use wanqi_games::othello::{Othello, Position};
/// use wanqi_search::{Evaluator, Linear, NothingProven, Stateless, linear};
///
/// /// A disc is worth so much, and the turn so much.
/// struct Discs([i32; 2]);
///
/// impl Stateless for Discs {}
/// impl NothingProven for Discs {}
///
/// impl Evaluator<Othello> for Discs {
///     fn evaluate(&self, game: &Othello, (): &mut (), position: &Position) -> i32 {
///         linear::value(self, game, position).round() as i32
///     }
/// }
///
/// impl Linear<Othello> for Discs {
///     fn groups(&self) -> Vec<linear::Group> {
///         vec![linear::Group::one("DISC", "A disc."), linear::Group::one("TURN", "The side to move.")]
///     }
///     fn weights(&self) -> Vec<i32> {
///         self.0.to_vec()
///     }
///     fn with_weights(&self, weights: &[i32]) -> Discs {
///         Discs([weights[0], weights[1]])
///     }
///     fn each_feature(&self, game: &Othello, position: &Position, mut visit: impl FnMut(usize, f64)) {
///         let count = |side| f64::from(position.discs(side).count_ones());
///         visit(0, count(Side::First) - count(Side::Second));
///         visit(1, if game.side_to_move(position) == Side::First { 1.0 } else { -1.0 });
///     }
/// }
///
/// let (game, discs) = (Othello::default(), Discs([10, 3]));
/// assert_eq!(discs.evaluate(&game, &mut (), &game.start()), 3);
/// ```
pub trait Linear<G: Game>: Evaluator<G> + Sized {
    /// The weights by their meaning, in the order of [`weights`](Linear::weights). The lengths add up to their
    /// number.
    fn groups(&self) -> Vec<Group>;

    /// The weights, in the evaluation's units.
    fn weights(&self) -> Vec<i32>;

    /// The same evaluation with other weights, as many as [`weights`](Linear::weights) gives.
    #[must_use]
    fn with_weights(&self, weights: &[i32]) -> Self;

    /// Visits the features of an unfinished position: the index of a weight, and what the evaluation counts it
    /// as for [`Side::First`] (negative where the second side has it). A feature may be visited several times,
    /// and the parts add up; one that a position does not have is left out.
    fn each_feature(&self, game: &G, position: &G::Position, visit: impl FnMut(usize, f64));
}

/// Weights that belong together: a piece-square table, say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// A name as a constant has it: `PAWN_ENDGAME`.
    pub name: String,
    /// What they are, in a sentence.
    pub help: String,
    /// How many.
    pub length: usize,
    /// How many a reader wants to see on a line: the columns of a board.
    pub columns: usize,
}

impl Group {
    /// A single weight.
    pub fn one(name: &str, help: &str) -> Group {
        Group::table(name, help, 1, 1)
    }

    /// A table of weights.
    pub fn table(name: &str, help: &str, length: usize, columns: usize) -> Group {
        Group { name: name.into(), help: help.into(), length, columns }
    }
}

/// The sum of the weighted features for the side to move. It is what [`Evaluator::evaluate`] must give but for
/// rounding, which a test of every linear evaluation holds it to.
pub fn value<G: Game, E: Linear<G>>(evaluator: &E, game: &G, position: &G::Position) -> f64 {
    let weights = evaluator.weights();
    let mut sum = 0.0;
    evaluator.each_feature(game, position, |index, count| sum += f64::from(weights[index]) * count);
    if game.side_to_move(position) == Side::First { sum } else { -sum }
}
