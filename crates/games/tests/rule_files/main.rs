//! Rule files, read.

mod reading;
