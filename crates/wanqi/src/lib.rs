//! The command line and the game in the terminal. A front-end: it knows no rules and no search, only
//! [`wanqi_play`]'s tables and players.
//!
//! Where to start reading: [`Arguments`] and the commands, one a file in `commands`; the terminal game begins
//! at [`terminal::Session`].
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod columns;
mod commands;
mod failure;
mod interrupt;
mod numbers;
mod progress;
pub mod terminal;

pub use commands::Arguments;
pub use failure::Failure;
