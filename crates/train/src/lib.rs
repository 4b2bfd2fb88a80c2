//! Evaluations that learn from their own games: self-play, and the tuning of weights.
//!
//! A [`learner::Learner`] learns any game from its rules: generation after generation of games, a network, and a match.
//!
//! An evaluation that is [`Linear`](wanqi_search::Linear) in its weights plays against itself ([`self_play`]); quiet
//! positions are kept with the results of their games ([`Samples`]); the weights that predict the results best are
//! found by logistic regression ([`texel`](texel::fit)); and a [`duel`](duel::duel) says whether they play better. One
//! seed gives the same weights on any number of threads.
//!
//! [`perspective_network`] and [`pooled_network`] are small networks that a [`trainer`] trains by gradient descent.
//!
//! For an evaluation of this repository, `cargo xtask tune GAME` does all four and writes the file of weights that
//! the evaluation includes; `examples/tune` is the program behind it, and where a new one is added in a line. For Go
//! it finds how strong features of moves are ([`policy`]). The numbers of the search are tuned by games alone ([`spsa`]).
//!
//! ```
//! use wanqi_eval::othello::{OthelloTactics, SquaresAndMobility};
//! use wanqi_games::othello::Othello;
//! use wanqi_search::{Limits, Linear};
//! use wanqi_train::{GameSettings, Plan, self_play, texel};
//!
//! let (game, evaluation) = (Othello::default(), SquaresAndMobility::default());
//! let settings = GameSettings { limits: Limits::nodes(50), ..GameSettings::default() };
//! let plan = Plan { games: 20, settings, ..Plan::default() };
//! let samples = self_play(&game, &evaluation, &OthelloTactics, &plan, &mut |progress| {
//!     // A front-end tells how far it is; it can end the games by `plan.settings.limits.stop`.
//!     assert!(progress.games <= 20);
//! });
//! let fit = texel::fit(&samples, &evaluation.weights(), &texel::Options::default(), &mut |_, _| {});
//! let better = evaluation.with_weights(&fit.rounded());
//! assert_eq!(better.groups().len(), fit.weights.len(), "in Othello every group is one weight");
//! ```
#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod duel;
pub mod file;
mod game_loop;
mod lbfgs;
pub mod learner;
pub mod least_squares;
pub mod network_games;
mod parallel;
pub mod perspective_network;
pub mod policy;
pub mod pooled_network;
pub mod quiet;
pub mod residual_network;
mod samples;
mod score;
mod self_play;
mod sprt;
pub mod spsa;
pub mod texel;
pub mod trainer;

pub use game_loop::{GameSettings, play_game};
pub use parallel::in_order;
pub use samples::{Label, Samples};
pub use score::{Elo, Pairs, Score};
pub use self_play::{Plan, Progress, self_play};
pub use sprt::{Sprt, Verdict};
