//! The app: the page in `web/`, embedded, and the games behind it.
//!
//! [`protocol`] holds the messages, [`session`] a game that answers them, both free of sockets, so that another
//! transport can carry them. [`bind`] and [`Bound::run`] serve them over HTTP and WebSocket, one socket a game.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod access;
pub mod analysis;
pub mod keeper;
pub mod keeping;
pub mod lab;
mod library;
mod memory;
mod origin;
mod pace;
mod page;
pub mod protocol;
pub mod rules;
pub mod searches;
mod serve;
pub mod session;
mod socket;

pub use memory::use_chess_files;
pub use serve::{Bound, Config, DEFAULT_PORT, bind, interrupted};
