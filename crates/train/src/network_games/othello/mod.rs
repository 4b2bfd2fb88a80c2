//! Othello on 8×8: [`wanqi_eval::othello::Patterns`].

mod play;
mod record;

pub use play::Playing;
pub use record::{Position, Record};

use std::sync::Arc;
use wanqi_eval::othello::{OthelloTactics, Patterns, SquaresAndMobility};
use wanqi_games::othello::Othello;
use wanqi_search::Search;
use wanqi_search::alpha_beta::{Best, Options};
use wanqi_solve::othello::{DiscSearch, SearchOptions};

/// What plays.
#[derive(Clone)]
pub enum Evaluation {
    /// Squares and mobility.
    Squares(SquaresAndMobility),
    /// Patterns.
    Patterns(Arc<Patterns>),
}

impl Evaluation {
    /// One that has a name.
    pub fn named(name: &str) -> Option<Evaluation> {
        match name {
            "squares" => Some(Evaluation::Squares(SquaresAndMobility::default())),
            "patterns" => Some(Evaluation::Patterns(Patterns::shipped())),
            _ => None,
        }
    }

    /// The patterns of a file.
    ///
    /// # Errors
    /// If they are none.
    pub fn read(bytes: &[u8]) -> Result<Evaluation, String> {
        let read = Patterns::read(bytes).map_err(|error| error.to_string());
        read.map(|patterns| Evaluation::Patterns(Arc::new(patterns)))
    }

    /// The search that plays with it, and so many megabytes of table.
    pub fn search(&self, table_mb: usize) -> Box<dyn Search<Othello>> {
        match self {
            Evaluation::Squares(squares) => {
                Box::new(Best::new(*squares, OthelloTactics, Options { table_mb, ..Options::default() }))
            }
            Evaluation::Patterns(patterns) => {
                let options = SearchOptions { table_mb, ..SearchOptions::default() };
                Box::new(DiscSearch::new(patterns.clone(), options))
            }
        }
    }
}
