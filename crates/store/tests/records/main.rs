//! Records kept and written: the library, and texts of every format. One program, so that it is linked once.

mod broken;
mod library;
mod reading;
mod shown;
mod writing;
