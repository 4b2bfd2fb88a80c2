//! The texts that engines and graphical interfaces speak to each other: UCI, USI, UCCI, GTP, Gomocup's, NBoard's and KataGo's
//! queries; and requests for programs in any language ([`json`]).
//!
//! Text in, text out: a [`Session`] is given lines and says lines, and whoever runs it reads and writes. Where to
//! begin: [`Uci`], then `engine`, the search behind a session.
//!
//! ```
//! use wanqi_protocol::{Session, Uci};
//! use std::sync::{Arc, Mutex};
//!
//! # fn main() -> Result<(), wanqi_play::Error> {
//! let said = Arc::new(Mutex::new(Vec::new()));
//! let hears = Arc::clone(&said);
//! let mut uci = Uci::new("chess", None, Arc::new(move |line| hears.lock().unwrap().push(line)))?;
//! uci.line("position startpos moves f2f3 e7e5 g2g4");
//! uci.line("go depth 2");
//! uci.wait();
//! assert_eq!(said.lock().unwrap().last().map(String::as_str), Some("bestmove d8h4"));
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod analysis_engine;
mod board;
mod engine;
mod external;
mod fields;
mod gomocup;
mod gtp;
pub mod json;
mod kata;
mod line;
mod nboard;
mod options;
mod ucci;
mod uci;
mod variants;
mod writing;

pub use analysis_engine::{AnalysisEngine, AnalysisSettings};
pub use external::{external_options, player};
pub use gomocup::Gomocup;
pub use gtp::{Gtp, Load};
pub use json::{Json, JsonSettings};
pub use line::{InputLine, Lines, MAX_LENGTH};
pub use nboard::NBoard;
pub use ucci::Ucci;
pub use uci::Uci;

use std::sync::Arc;

/// Where a session's lines go, from whichever of its threads: those of one search come in order, and each is
/// whole.
pub type Say = Arc<dyn Fn(String) + Send + Sync>;

/// A conversation with a graphical interface.
pub trait Session {
    /// Answers a line, which may be anything. False once the interface has said that it leaves.
    fn line(&mut self, line: &str) -> bool;

    /// The same where the search under way is on the thread of whoever calls, below this call, so that nothing may wait for
    /// it: in a browser. True if the line is answered. False if it must be given to [`line`](Session::line) once the search
    /// has answered; a search that the line ends has been told so.
    fn line_meanwhile(&mut self, line: &str) -> bool {
        let _ = line;
        false
    }

    /// A line was longer than [`MAX_LENGTH`], and has not been kept.
    fn too_long(&mut self);

    /// Waits until the search that is under way has answered. One that was asked to go on until it is told to stop
    /// is not told so here.
    fn wait(&mut self);

    /// The interface has left: a search under way is stopped, and has answered when this returns.
    fn end(&mut self);
}
