//! Alpha-beta: the textbook one and the strong one.

pub mod textbook;

pub use textbook::Textbook;
