//! What comes of a unit.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wanqi_play::matches::Played;

/// What comes of a unit. No time that it took is in it, so that it is the same whoever does it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnitResult {
    /// Games of a match.
    Match(Vec<Played>),
    /// Random games.
    Playouts(Counts),
    /// Positions.
    Analysis(Vec<Analysed>),
}

/// Random games, counted.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Games that came to an end.
    pub games: u64,
    /// Games cut off at the bound.
    pub discarded: u64,
    /// Wins of the first and the second side.
    pub wins: [u64; 2],
    /// Draws.
    pub draws: u64,
    /// Plies of the games that came to an end.
    pub plies: u64,
    /// Points that the first side was ahead by, of all games together; `None` where nothing is counted.
    pub margin: Option<f64>,
}

impl Counts {
    /// Adds others.
    pub fn add(&mut self, others: &Counts) {
        self.games += others.games;
        self.discarded += others.discarded;
        self.wins = std::array::from_fn(|side| self.wins[side] + others.wins[side]);
        self.draws += others.draws;
        self.plies += others.plies;
        self.margin = match (self.margin, others.margin) {
            (Some(one), Some(other)) => Some(one + other),
            (one, other) => one.or(other),
        };
    }
}

/// What a player thinks of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Analysed {
    /// The position.
    pub position: String,
    /// Whose turn it is.
    pub side: String,
    /// The [`wanqi_play::Thought`], as programs are told it, without the time that it took; or why there is none.
    pub thought: Result<Value, String>,
}
