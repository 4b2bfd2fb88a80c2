//! The app: the page in `web/`, embedded, and the games behind it.
//!
//! [`protocol`] holds the messages, [`session`] a game that answers them, both free of sockets, so that another
//! transport can carry them: in a browser without a server a worker does (`crates/web`). `bind` and `Bound::run` serve them
//! over HTTP and WebSocket, one socket a game.
#![forbid(unsafe_code)]
#![warn(missing_docs)]
// What may be missed is decided by sockets.
#![cfg_attr(target_arch = "wasm32", allow(dead_code))]

#[cfg(not(target_arch = "wasm32"))]
mod access;
pub mod adjournment;
pub mod analysis;
pub mod autosave;
mod calendar;
pub mod explorer;
pub mod files;
pub mod gallery;
#[cfg(not(target_arch = "wasm32"))]
mod jobs;
pub mod lab;
pub mod learner_handle;
pub mod learning;
#[cfg(not(target_arch = "wasm32"))]
mod library;
pub mod library_handle;
mod memory;
#[cfg(not(target_arch = "wasm32"))]
mod origin;
#[cfg(not(target_arch = "wasm32"))]
mod outbox;
#[cfg(not(target_arch = "wasm32"))]
mod page;
pub mod protocol;
#[cfg(not(target_arch = "wasm32"))]
mod rate_limit;
pub mod rules;
pub mod searches;
#[cfg(not(target_arch = "wasm32"))]
mod serve;
pub mod session;
#[cfg(not(target_arch = "wasm32"))]
mod socket;
pub mod thumbnails;
pub mod tournament;

#[cfg(not(target_arch = "wasm32"))]
pub use jobs::JobSource;
pub use memory::use_chess_files;
#[cfg(not(target_arch = "wasm32"))]
pub use serve::{Bound, Config, DEFAULT_PORT, bind, interrupted};
