//! What a browser runs in a Web Worker: texts in, texts out.
//!
//! A worker (`web/engine/worker.js`) gives texts, one line or request each, and passes on those that are said. There is one
//! thread but for searches: work that is begun waits until the worker calls `run`, and while it is under way [`wanqi_play::host`] lets the worker
//! hear what has come. [`conversation`] decides what may be answered at once on top of a search and what waits for its
//! end; `abi` and `threads` are all that is unsafe, the calls between this and JavaScript, and workers that help searches.
#![warn(missing_docs)]

#[cfg(target_arch = "wasm32")]
mod abi;
#[cfg(target_arch = "wasm32")]
mod app;
pub mod conversation;
pub mod engine;
#[cfg(target_arch = "wasm32")]
mod threads;
