//! Games told in files: `docs/RULES.md` is the reference of their language.
//!
//! A file is read into [`Rules`](model::Rules) (what it says), and these are compiled into a [`Rulebook`] (tables
//! by piece and point), which is a [`Game`](game::Game) like any other; every file runs through the same code.

pub mod board;
mod diagnostic;
pub mod model;
pub mod points;

pub use diagnostic::{Diagnostic, Severity};
