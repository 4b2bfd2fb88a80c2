//! Proofs of gomoku against their verifiers.

mod ahead;
mod compose;
#[path = "../../../eval/tests/gomoku/lines.rs"]
mod lines;
mod openings;
mod static_wins;
mod threats;
mod wins;

use lines::{RULES, game, played, random_line, rectangle};
