//! Games solved: proofs by programs of their own, where the searches that serve every game do not reach.
//!
//! [`go`]: small boards under area scoring with superko.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod go;
