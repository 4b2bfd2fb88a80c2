//! Games solved: proofs by programs of their own, where the searches that serve every game do not reach.
//!
//! [`go`]: small boards under area scoring with superko. [`gomoku`]: wins by threats, proven.
//! [`othello`]: endings to the last disc.
//!
//! ```
//! use wanqi_solve::go::{Size, Superko, Task, solve};
//!
//! let size = Size::new(2, 2).expect("a small board");
//! let task = Task { size, superko: Superko::Positional, table_mb: 1 };
//! let solution = solve(&task, &mut |_| true);
//! assert_eq!((solution.lower, solution.upper), (1, 1), "Black leads by a point");
//! ```
#![warn(missing_docs)]

pub mod go;
pub mod gomoku;
pub mod othello;
