//! What is known of a game beside its moves, as a page shows it.

use serde::Serialize;
use wanqi_play::record::Headers;
use wanqi_play::{Message, SideLook};
use wanqi_store::text::rating;

/// Who played, where, when, and how it ended. Empty texts are unknown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameHeaders {
    /// The players of the first and the second side.
    pub players: [PlayerHeader; 2],
    /// The tournament or the occasion.
    pub event: String,
    /// Where it was played.
    pub site: String,
    /// The round of the tournament.
    pub round: String,
    /// `2026-11-21`, as far as it is known `2026-11` or `2026`.
    pub date: String,
    /// How the game ended, wherever in it the board stands.
    pub result: Option<EndingHeader>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EndingHeader {
    /// The winner, 0 or 1; `None` for a draw.
    pub winner: Option<u8>,
    /// In words, or as the file has it.
    pub text: Message,
}

/// A player of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayerHeader {
    /// The name; of a machine its level, of a person who plays here nothing.
    pub name: String,
    /// Elo or rank, as the record has it.
    pub rating: String,
}

impl GameHeaders {
    /// Those of a record; `ended` says how it ended, `sides` are the game's.
    pub fn of(headers: &Headers, ended: Option<Message>, sides: &[SideLook; 2]) -> GameHeaders {
        let other = |name: &str| headers.others.get(name).cloned();
        let player = |side: usize| PlayerHeader {
            name: headers.players[side].clone(),
            rating: rating(headers, &sides[side].name, side).unwrap_or_default().to_owned(),
        };
        GameHeaders {
            players: [player(0), player(1)],
            event: headers.event.clone(),
            site: other("Site").or_else(|| other("PC")).unwrap_or_default(),
            round: other("Round").or_else(|| other("RO")).unwrap_or_default(),
            date: headers.date.clone(),
            result: headers
                .result
                .as_ref()
                .map(|ending| EndingHeader { winner: ending.winner, text: ended.unwrap_or_default() }),
        }
    }
}
