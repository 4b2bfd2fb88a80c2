//! Evaluations that learn from their own games: self-play, and the tuning of weights.
//!
//! An evaluation that is [`Linear`](search::Linear) in its weights plays against itself ([`self_play`]); quiet
//! positions are kept with the results of their games ([`Samples`]); the weights that predict the results best are
//! found by logistic regression ([`fit`](fit::fit)); and a [`duel`](duel::duel) says whether they play better. One
//! seed gives the same weights on any number of threads.
//!
//! [`network`] and [`pooled`] are small networks that are trained by gradient descent.
//!
//! For an evaluation of this repository, `cargo xtask tune GAME` does all four and writes the file of weights that
//! the evaluation includes; `examples/tune` is the program behind it, and where a new one is added in a line. For Go
//! it finds how strong features of moves are ([`teams`]).
//!
//! ```
//! use eval::othello::{OthelloTactics, SquaresAndMobility};
//! use games::othello::Othello;
//! use search::{Limits, Linear};
//! use train::{Plan, Style, fit, self_play};
//!
//! let (game, evaluation) = (Othello::default(), SquaresAndMobility::default());
//! let style = Style { limits: Limits::nodes(50), ..Style::default() };
//! let plan = Plan { games: 20, style, ..Plan::default() };
//! let samples = self_play(&game, &evaluation, &OthelloTactics, &plan, &mut |progress| {
//!     // A front-end tells how far it is; it can end the games by `plan.style.limits.stop`.
//!     assert!(progress.games <= 20);
//! });
//! let fit = fit::fit(&samples, &evaluation.weights(), &fit::Options::default(), &mut |_, _| {});
//! let better = evaluation.with_weights(&fit.rounded());
//! assert_eq!(better.groups().len(), fit.weights.len(), "in Othello every group is one weight");
//! ```
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod contest;
pub mod duel;
pub mod file;
pub mod fit;
mod lbfgs;
pub mod lesson;
pub mod network;
mod parallel;
pub mod pooled;
pub mod quiet;
mod samples;
mod self_play;
pub mod teams;

pub use contest::{Style, play_game};
pub use parallel::in_order;
pub use samples::{Label, Samples};
pub use self_play::{Plan, Progress, self_play};
