//! The app: the page in `web/`, embedded, and the games behind it.
//!
//! [`protocol`] holds the messages, [`session`] a game that answers them, both free of sockets, so that another
//! transport can carry them. [`bind`] and [`Bound::run`] serve them over HTTP and WebSocket, one socket a game.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod access;
pub mod adjournment;
pub mod analysis;
pub mod autosave;
mod calendar;
pub mod explorer;
mod gallery;
pub mod lab;
pub mod learner_handle;
pub mod learning;
mod library;
pub mod library_handle;
mod memory;
mod origin;
mod outbox;
mod page;
pub mod protocol;
mod rate_limit;
pub mod rules;
pub mod searches;
mod serve;
pub mod session;
mod socket;
pub mod thumbnails;
pub mod tournament;

pub use memory::use_chess_files;
pub use serve::{Bound, Config, DEFAULT_PORT, bind, interrupted};
