//! Gomoku and renju: [`wanqi_eval::gomoku::network`].

mod play;
mod record;

pub use play::Playing;
pub use record::{Played, RULES, Record};

use wanqi_eval::gomoku::{Network, ThreatTactics};
use wanqi_games::gomoku::Gomoku;
use wanqi_search::Search;
use wanqi_search::alpha_beta::{Best, Options};
use wanqi_solve::gomoku::RootProver;

/// What plays.
#[derive(Clone)]
pub struct Evaluation(Network);

impl Evaluation {
    /// One that has a name.
    pub fn named(name: &str) -> Option<Evaluation> {
        (name == "lines").then(|| Evaluation(Network::none()))
    }

    /// The network of a file.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(bytes: &[u8]) -> Result<Evaluation, String> {
        Network::read(bytes).map(Evaluation).map_err(|error| error.to_string())
    }

    /// The search that plays with it, and so many megabytes of table.
    pub fn search(&self, table_mb: usize) -> Box<dyn Search<Gomoku>> {
        let options = Options { table_mb, ..Options::default() };
        let (tactics, prover) = (ThreatTactics::default(), RootProver::default());
        Box::new(Best::with_prover(self.0.clone(), tactics, prover, options))
    }
}
