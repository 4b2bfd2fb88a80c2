//! What is known of xiangqi beside its rules and its evaluations: opening books.

pub(crate) mod opening_book;
