//! Games told in files.

mod build;
mod hand;
mod native;
