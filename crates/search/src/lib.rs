//! Searches of game trees that know no game: written once against [`wanqi_game::Game`], for every game.
//!
//! To read from the bottom up, each step adding one idea to the one before:
//!
//! 1. [`Search`], [`Limits`] and [`Report`]: what every search takes and gives. [`Score`]: what it says of a position.
//! 2. [`random`]: any legal move. [`greedy`]: the best looking one, by an [`Evaluator`], one ply ahead.
//! 3. [`Walk`]: how the others step through a tree; [`fixed_depth`]: what the next three share. [`minimax`]: every line
//!    to a fixed depth. [`negamax`]: the same in half the words.
//! 4. [`alpha_beta::textbook`]: leaves out what cannot matter. [`theory`]: how much that can be.
//! 5. [`alpha_beta`]: the strong one. What a search may know of a game's moves comes through [`Tactics`].
//! 6. [`mcts`]: no evaluation at all, but random games and a tree that grows where they go well.
//!
//! What holds for all of them: a win is preferred the sooner it comes and a loss the later; one seed on one thread
//! gives the same answer and the same counts; a legal move comes back however short the limits. Minimax, negamax,
//! textbook alpha-beta and [`Best`] with [plain](alpha_beta::Options::plain) options find the same value at the
//! same depth, which the tests hold against thousands of trees and against every game.
//!
//! ```
//! use wanqi_game::Game;
//! use wanqi_games::tic_tac_toe::TicTacToe;
//! use wanqi_search::{Limits, NoEvaluation, NoTactics, Score, Search, minimax::Minimax};
//!
//! let start = TicTacToe.start();
//! let mut minimax = Minimax::new(NoEvaluation, NoTactics, 9);
//! let report = minimax.search(&TicTacToe, &[start], &Limits::default(), &mut |_| {});
//! assert_eq!(report.score, Score::DRAW);
//! assert_eq!(report.counts.leaves, 255_168, "the games of tic-tac-toe");
//! ```
#![deny(unsafe_code)] // but for a prefetch in `alpha_beta::transposition_table` and advice to the system in `huge_pages` there
#![warn(missing_docs)]

pub mod alpha_beta;
mod evaluator;
pub mod fixed_depth;
pub mod greedy;
pub mod host;
mod limits;
pub mod linear;
pub mod mcts;
pub mod minimax;
pub mod negamax;
mod overlooking;
mod prover;
mod pv_table;
pub mod random;
pub mod record;
mod report;
pub mod retrograde;
mod root;
mod score;
mod stop;
pub mod tactics;
pub mod theory;
mod walk;
mod window;

pub use alpha_beta::{Best, HashTable, TableEntry, Textbook};
pub use evaluator::{Evaluator, Incremental, NoEvaluation, NothingProven, ProvenScores, Stateless};
pub use fixed_depth::FixedDepth;
pub use greedy::Greedy;
pub use limits::{Limits, Watch};
pub use linear::Linear;
pub use mcts::Mcts;
pub use minimax::Minimax;
pub use negamax::Negamax;
pub use overlooking::Overlooking;
pub use prover::{NoProver, ProofBudget, Proven, Prover, SolvedMove};
pub use pv_table::PvTable;
pub use random::Random;
pub use record::{Record, Recorded, Recorder};
pub use report::{Counts, Endings, Report, RootMove};
pub use score::{Bound, Score};
pub use stop::Stop;
pub use tactics::{NoTactics, Tactics};
pub use walk::Walk;
pub use window::Window;

use wanqi_game::Game;

/// A way to choose a move. It keeps what it has learned (a transposition table, a tree) from one call to the
/// next. Nothing has a default, so that who wraps a search forgets nothing.
pub trait Search<G: Game>: Send {
    /// Searches from the last position of `line` (those before it are the past, oldest first) and returns the
    /// best move found within the limits. `progress` hears of every better answer on the way; callers limit how
    /// often they pass it on. A report always holds a legal move if there is one, however short the limits.
    ///
    /// # Panics
    /// If `line` is empty.
    fn search(
        &mut self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move>;

    /// The same without a word on the way, written down: about `most` nodes of it, or so many simulations. `None` if
    /// the search cannot be written down.
    fn record(
        &mut self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
        most: usize,
    ) -> Option<Recorded<G::Move>>;

    /// Forgets everything, as before a new game.
    fn forget(&mut self);

    /// Its transposition table, which is made if there is none yet; `None` of a search without one.
    fn hash_table(&mut self) -> Option<&mut dyn HashTable>;
}

/// The moves of the last position of `line` that the past allows, in the game's order; none if the board shows the end of
/// the game. Where the past alone would end it (a repetition, fifty moves) there are moves: games go on until somebody
/// claims that.
///
/// # Panics
/// If `line` is empty.
pub fn legal_moves<G: Game>(game: &G, line: &[G::Position]) -> Vec<G::Move> {
    let mut moves = Vec::new();
    let position = line.last().expect("a line ends with the position to search");
    if game.outcome(position).is_none() {
        game.each_move(position, |mv| {
            if !G::FORBIDS_BY_HISTORY || !game.forbidden_by_history(line, mv) {
                moves.push(mv);
            }
        });
    }
    moves
}
