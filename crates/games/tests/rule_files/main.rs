//! Rule files: read, checked, explained.

mod checks;
mod explanations;
mod known;
mod reading;
mod strange;
