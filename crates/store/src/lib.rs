//! Games kept: a library in an embedded SQLite file, and records read from and written as text.
//!
//! [`Library`] keeps [`GameRecord`](wanqi_play::record::GameRecord)s under numbers, finds them by game, player, result and
//! date, and never touches a file that is damaged or of a newer version. [`text`] reads and writes PGN, SGF, GGF, plain
//! moves and our own lines of JSON, [`wthor`] reads the database of Othello's players; [`files`] takes whole files in and out, and
//! [`read_positions`] reads positions to begin games with.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut library = wanqi_store::Library::ephemeral()?;
//! let reading = wanqi_store::text::read("[White \"Anna\"]\n1. e4 e5 2. Nf3 (2. f4 $5) *", &Default::default());
//! let game = reading.games.into_iter().next().expect("one game");
//! let id = library.add(&game.record, None)?;
//! let found = library.search(&wanqi_store::GameQuery { player: "anna".into(), ..Default::default() })?;
//! assert_eq!((found.total, found.games[0].id), (1, id));
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod error;
pub mod files;
#[cfg(any(target_arch = "wasm32", test))]
#[cfg_attr(
    not(target_arch = "wasm32"),
    allow(dead_code, reason = "elsewhere it is only compared with SQLite")
)]
mod in_memory;
mod kept;
#[cfg(not(target_arch = "wasm32"))]
mod library;
mod openings;
mod positions;
mod puzzles;
mod query;
#[cfg(not(target_arch = "wasm32"))]
mod read_only;
#[cfg(not(target_arch = "wasm32"))]
mod reserve;
#[cfg(not(target_arch = "wasm32"))]
mod schema;
pub mod text;
pub mod wthor;

pub use error::Error;
#[cfg(target_arch = "wasm32")]
pub use in_memory::{Keep, Library};
pub use kept::{GameId, Saving, StoredGame, Version};
#[cfg(not(target_arch = "wasm32"))]
pub use library::Library;
pub use openings::{OPENING_PLIES, OpeningKey, OpeningMove};
pub use positions::{PositionsError, read_positions};
pub use puzzles::{MAX_PUZZLES, Puzzle, PuzzleId, StoredPuzzle, Training, shipped_puzzles};
pub use query::{GameQuery, ResultFilter, SearchResults, Sort, Summary};
