//! Games being played: tables, players, and the one registry that pairs games with searches.
//!
//! The traits of `game` and `search` are generic, so that searches are fast; here their types are erased once.
//! A front-end sees a [`Table`] (a game in progress) and [`Player`]s, made from texts by [`table`] and
//! [`Table::player`], and draws from the [`View`] that a table gives. It knows no rules.
//!
//! ```
//! # fn main() -> Result<(), wanqi_play::Error> {
//! let mut table = wanqi_play::table(&"tictactoe".parse()?)?;
//! let mut player = table.player(&"best:depth=9".parse()?)?;
//! for mv in ["a1", "b2", "a2"] {
//!     table.play(mv)?;
//! }
//! let thought = player.think(&*table, &wanqi_play::Limits::default(), &mut |_| {})?;
//! assert_eq!(thought.best.as_deref(), Some("a3"), "nothing else stops three in a row");
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod chess;
mod clock;
mod data;
pub mod designer;
pub mod environment;
mod error;
mod evaluation;
pub mod files;
mod game_info;
mod go_rules;
pub mod hash_file;
pub mod heat;
mod jungle;
mod knowledge;
pub mod lab;
mod ladder;
mod learnable;
pub mod learning;
pub mod lessons;
mod limits;
pub mod matches;
mod openings;
pub mod options;
pub mod othello;
mod ownership;
mod pictures;
mod player;
mod playouts;
pub mod record;
mod registry;
pub mod review;
mod rule_files;
pub mod rules;
mod rules_fault;
mod search_player;
pub mod solving;
mod spec;
mod status;
mod table;
pub mod tablebases;
mod theory;
mod thought;
#[doc = include_str!("tutorial.md")]
pub mod tutorial {}
pub mod tree;
mod turned;
mod typed_table;
mod value;
mod view;
mod xiangqi;

pub use chess::is_chess960;
pub use clock::{Allotted, Clock};
pub use data::{data_folder, use_data_folder};
pub use error::Error;
pub use evaluation::EvaluationInfo;
pub use game_info::{GameInfo, Level};
pub use go_rules::{GO_RULES, NamedGoRules};
pub use knowledge::{BookMove, Source, TableAnswer};
pub use ladder::{PlayerInfo, players};
pub use limits::{KeptLimits, LOOKS_AHEAD};
pub use openings::{book_moves, opening_name};
pub use options::{OptionInfo, OptionKind, parse_duration};
pub use ownership::Ownership;
pub use pictures::picture_position;
pub use player::Player;
pub use playouts::{PlayoutLimits, PlayoutReport};
pub use registry::{ending_set, games, info, register, table};
pub use spec::Spec;
pub use status::{StoneStatus, StoneString, dead_stones, stone_statuses};
pub use table::Table;
pub use thought::{Thought, ThoughtMove, Work};
pub use turned::Turned;
pub use value::{Scale, ScoreUnit, Value, Wins};
pub use view::{Count, MoveView, Record, ResultView, View};
pub use wanqi_eval::data_file;
pub use wanqi_game::depict::{
    BoardStyle, Colours, CountedGame, Edge, HandPiece, Inscription, Layout, Piece, Point, Scene, SideLook,
    Step, Terrain,
};
pub use wanqi_game::diagram::{draw_text, hands_text, terrain_sign};
pub use wanqi_game::{
    Message, MessageValue, NULL_MOVE, Outcome, Side, TextError, did_you_mean, message, quoted,
};
pub use wanqi_search::{Bound, Endings, HashTable, Limits, Score, Stop, TableEntry, host};
