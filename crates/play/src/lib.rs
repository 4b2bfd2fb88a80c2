//! Games being played: tables, players, and the one registry that pairs games with searches.
//!
//! The traits of `game` and `search` are generic, so that searches are fast; here their types are erased once.
//! A front-end sees a [`Table`] (a game in progress) and [`Player`]s, made from texts by [`table`] and
//! [`Table::player`], and draws from the [`View`] that a table gives. It knows no rules.
//!
//! ```
//! # fn main() -> Result<(), play::Error> {
//! let mut table = play::table(&"tictactoe".parse()?)?;
//! let mut player = table.player(&"best:depth=9".parse()?)?;
//! for mv in ["a1", "b2", "a2"] {
//!     table.play(mv)?;
//! }
//! let thought = player.think(&*table, &play::Limits::default(), &mut |_| {})?;
//! assert_eq!(thought.best.as_deref(), Some("a3"), "nothing else stops three in a row");
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod chess_book;
mod clock;
mod data;
pub mod designer;
pub mod endgames;
mod error;
pub mod heat;
mod knowledge;
pub mod lab;
pub mod learnt;
pub mod lessons;
pub mod matches;
mod options;
mod ownership;
mod player;
mod playouts;
pub mod record;
mod registry;
pub mod rules;
mod spec;
mod table;
#[doc = include_str!("tutorial.md")]
pub mod tutorial {}
pub mod tree;
mod typed_table;
mod view;

pub use clock::{Allotted, Clock};
pub use data::data_folder;
pub use error::Error;
pub use game::depict::{
    Colours, Counted, Edge, Held, Inscription, Layout, Piece, Point, Scene, SideLook, Step, Style, Terrain,
};
pub use game::diagram::{draw_text, hands_text, terrain_sign};
pub use game::{Outcome, Side, TextError, quoted};
pub use knowledge::Source;
pub use options::{OptionInfo, OptionKind, Options, parse_duration};
pub use ownership::Ownership;
pub use player::{Player, Thought, ThoughtMove, Work};
pub use playouts::{PlayoutLimits, PlayoutReport};
pub use registry::{
    COMMON_OPTIONS, GameInfo, Level, PLAYERS, PlayerInfo, ending_set, games, info, is_chess960, register,
    table,
};
pub use search::{Bound, Limits, Stop};
pub use spec::Spec;
pub use table::Table;
pub use view::{Count, MoveView, Record, ResultView, View};
