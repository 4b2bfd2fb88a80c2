//! Wanqi from Python. Games, boards and engines stand on `wanqi_play`, which knows the rules; nothing here does.
#![warn(missing_docs)]

mod batch;
mod board;
mod engine;
mod error;
mod game;
mod interrupt;
mod library;
mod record;
mod results;
mod shares;
mod state;
mod svg;
mod thought;

use pyo3::prelude::*;

/// Board games: rules, engines, and environments for learning. See `wanqi.Game`.
#[pymodule]
mod _wanqi {
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::engine::{Analysis, Engine};
    #[pymodule_export]
    use super::error::WanqiError;
    #[pymodule_export]
    use super::game::{Game, games};
    #[pymodule_export]
    use super::library::{Library, StoredGame};
    #[pymodule_export]
    use super::record::{Record, read_records};
    #[pymodule_export]
    use super::results::{MatchResult, Outcome, Playouts, Solution};
    #[pymodule_export]
    use super::state::State;
    #[pymodule_export]
    use super::thought::{Line, Score, Thought};
}
