//! Records kept and written: the library, and texts of every format. One program, so that it is linked once.

mod broken;
mod ggf;
mod going_on;
mod library;
mod openings;
mod puzzles;
mod reading;
mod shown;
mod writing;
mod wthor;
