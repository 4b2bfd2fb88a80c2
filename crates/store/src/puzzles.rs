//! Puzzles: positions where one move wins or is clearly best, and how well whoever solves them knows each.
//!
//! They are trained by spaced repetition after Leitner: a puzzle lies in a box, one that was solved goes to the next, one
//! that was not to the first, and each box is looked at half as often as the one before it
//! (<https://en.wikipedia.org/wiki/Leitner_system>).

#[cfg(not(target_arch = "wasm32"))]
mod sql;

use crate::GameId;
use serde::{Deserialize, Serialize};

/// Days until a puzzle comes again, by its box.
const DAYS: [i64; 7] = [1, 2, 4, 8, 16, 32, 64];

/// The most puzzles that are told at once.
pub const MAX_PUZZLES: u32 = 50;

/// The number of a puzzle in a library.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PuzzleId(pub i64);

/// A position to be solved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Puzzle {
    /// The game and its options.
    pub game: String,
    /// The position.
    pub position: String,
    /// The moves in any notation of the game: the solver's, who is to move, at even places, replies between them. Each of
    /// the solver's is the only one that wins or is clearly best, but for a last one that ends the game.
    pub line: Vec<String>,
    /// The game of the library that it is from; none if it came with the program.
    pub origin: Option<GameId>,
}

/// A puzzle as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StoredPuzzle {
    /// Its number.
    pub id: PuzzleId,
    /// What is to be solved.
    #[serde(flatten)]
    pub puzzle: Puzzle,
    /// The box that it lies in, from 1; 0 as long as it has not been tried.
    pub level: u8,
    /// How often it was tried.
    pub tries: u64,
    /// How often it was solved.
    pub solved: u64,
}

/// What there is to be trained on a day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Training {
    /// The next ones: those whose day has come, then those that are new, one's own first.
    pub puzzles: Vec<StoredPuzzle>,
    /// How many have come to their day.
    pub due: u64,
    /// How many have not been tried.
    pub fresh: u64,
    /// How many there are.
    pub total: u64,
    /// In how many days the next one comes, if there is any that waits.
    pub next: Option<i64>,
}

/// The first set of puzzles, which comes with the program: from its own quick games, each looked at by a
/// search (`crates/store/puzzles.py`).
pub fn shipped_puzzles() -> impl Iterator<Item = Puzzle> {
    include_str!("../puzzles.txt").lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let [game, position, moves]: [&str; 3] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        let line = moves.split(' ').map(str::to_owned).collect();
        Some(Puzzle { game: game.into(), position: position.into(), line, origin: None })
    })
}

/// The box that a puzzle comes into from one, and in how many days it comes again.
pub(crate) fn next_box(level: i64, solved: bool) -> (i64, i64) {
    let last = DAYS.len() as i64;
    let level = if solved { (level + 1).clamp(1, last) } else { 1 };
    (level, DAYS[usize::try_from(level - 1).unwrap_or(0)])
}
