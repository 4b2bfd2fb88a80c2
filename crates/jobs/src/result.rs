//! What comes of a unit.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wanqi_play::learning::{Piece, PlayedGame};
use wanqi_play::matches::Played;
use wanqi_play::review::{Mined, Seen};

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
    /// Pieces of learning.
    Learn(Learnt),
    /// Games that a network is trained on.
    Network(NetworkRecords),
    /// Games that were looked back at.
    Games(Vec<LookedAt>),
}

/// A game that was looked back at.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LookedAt {
    /// Which of the work's games, from 0.
    pub game: usize,
    /// What was found, or why nothing could be.
    pub found: Result<Found, String>,
}

/// What was found in a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Found {
    /// What its positions are worth.
    Review(Vec<Seen>),
    /// Puzzles in it.
    Puzzles(Vec<Mined>),
}

/// Games that a network is trained on, one after the other.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NetworkRecords {
    /// The number of the first.
    pub first: u32,
    /// The record of each, in base64.
    pub games: Vec<String>,
}

impl NetworkRecords {
    /// Of records as they are.
    pub(crate) fn of(first: u32, records: &[Vec<u8>]) -> NetworkRecords {
        NetworkRecords { first, games: records.iter().map(|record| STANDARD.encode(record)).collect() }
    }

    /// The records with their numbers.
    ///
    /// # Errors
    /// If one is no base64.
    pub fn records(&self) -> Result<Vec<(u32, Vec<u8>)>, String> {
        let read = |(number, text): (u32, &String)| {
            let record = STANDARD.decode(text).map_err(|error| format!("game {number}: {error}"))?;
            Ok((number, record))
        };
        (self.first..).zip(&self.games).map(read).collect()
    }
}

/// Pieces of learning, one after the other.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Learnt {
    /// Games to learn from.
    Games {
        /// The number of the first.
        first: u32,
        /// Each a [`PlayedGame`] in base64.
        games: Vec<String>,
    },
    /// Pairs of games of a match.
    Pairs {
        /// The number of the first.
        first: u32,
        /// What the first player takes in both games of each, in half points.
        pairs: Vec<[u8; 2]>,
    },
}

impl Learnt {
    /// Pieces of one kind.
    pub(crate) fn of(first: u32, pieces: Vec<Piece>) -> Learnt {
        let (mut games, mut pairs) = (Vec::new(), Vec::new());
        for piece in pieces {
            match piece {
                Piece::Game(game) => games.push(STANDARD.encode(game.to_bytes())),
                Piece::Pair(pair) => pairs.push(pair),
            }
        }
        if pairs.is_empty() { Learnt::Games { first, games } } else { Learnt::Pairs { first, pairs } }
    }

    /// The pieces with their numbers, of a game whose positions have so many places.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn pieces(&self, places: usize) -> Result<Vec<(u32, Piece)>, String> {
        match self {
            Learnt::Games { first, games } => {
                let read = |(number, text): (u32, &String)| {
                    let bytes = STANDARD.decode(text).ok();
                    let game = bytes.and_then(|bytes| PlayedGame::read(&bytes, places));
                    Ok((number, Piece::Game(game.ok_or_else(|| format!("game {number} cannot be read"))?)))
                };
                (*first..).zip(games).map(read).collect()
            }
            Learnt::Pairs { first, pairs } => {
                Ok((*first..).zip(pairs.iter().map(|&pair| Piece::Pair(pair))).collect())
            }
        }
    }
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
