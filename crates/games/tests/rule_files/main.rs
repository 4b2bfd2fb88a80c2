//! Rule files: read, checked, explained.

mod checks;
mod explanations;
mod reading;
mod strange;
