//! Gomoku's patterns against a slow twin that works them out stone by stone.

mod boards;
mod lines;
mod network;
mod patterns;

use lines::{RULES, game, played, random_line, rectangle};
