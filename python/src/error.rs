//! What goes wrong, as Python has it.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fmt::Display;

create_exception!(
    wanqi,
    WanqiError,
    PyValueError,
    "Something that was asked for cannot be: no such game, an illegal move, a text that is no position.\n\nThe text is the program's own."
);

/// The error that says so.
pub fn wrong(error: impl Display) -> PyErr {
    WanqiError::new_err(error.to_string())
}
