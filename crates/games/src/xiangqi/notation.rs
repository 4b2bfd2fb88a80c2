//! The texts of xiangqi: FEN for positions; Chinese, WXF and coordinates for moves.

use super::{Move, Position, Xiangqi, chinese, coordinates, fen, wxf};
use crate::fen::side_letter;
use wanqi_game::{Notation, Side, TextError, message, quoted};

impl Notation for Xiangqi {
    /// FEN, of which only pieces and side to move are needed.
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        fen::parse(text)
    }

    fn parse_position_leniently(&self, text: &str) -> Result<(Position, Vec<String>), TextError> {
        fen::parse_leniently(text)
    }

    fn null_move(&self, position: &Position) -> Option<Position> {
        position.passed()
    }

    fn set_up(&self, board: &str, side: Side) -> String {
        format!("{board} {} - - 0 1", side_letter(side))
    }

    fn format_position(&self, position: &Position) -> String {
        fen::format(position)
    }

    fn notations(&self) -> &'static [&'static str] {
        &["chinese", "wxf", "ucci"]
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, TextError> {
        let found = match coordinates::parse(position, text) {
            Some(found) => found,
            None if text.is_ascii() => wxf::parse(position, text),
            None => chinese::parse(position, text),
        };
        found.ok_or_else(|| {
            TextError::new(message!(
                "fault.expected-xiangqi",
                "expected a legal move such as 炮二平五, C2=5 or h2e2, found {found}",
                found = quoted(text)
            ))
        })
    }

    fn format_move(&self, position: &Position, mv: Move, notation: usize) -> String {
        match notation {
            0 => chinese::format(position, mv),
            1 => wxf::format(position, mv),
            _ => coordinates::format(mv),
        }
    }
}
