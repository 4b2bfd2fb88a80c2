//! The texts of chess: FEN for positions, SAN and UCI for moves.

use super::{Chess, Move, Position, fen, lenient_fen, san, uci};
use crate::fen::side_letter;
use wanqi_game::{Notation, Side, TextError};

impl Notation for Chess {
    /// FEN with all six fields; castling rights as in X-FEN or Shredder-FEN.
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        fen::parse(text)
    }

    fn parse_position_leniently(&self, text: &str) -> Result<(Position, Vec<String>), TextError> {
        lenient_fen::parse(text)
    }

    fn null_move(&self, position: &Position) -> Option<Position> {
        position.passed()
    }

    fn set_up(&self, board: &str, side: Side) -> String {
        format!("{board} {} KQkq - 0 1", side_letter(side))
    }

    fn format_position(&self, position: &Position) -> String {
        fen::format(position)
    }

    /// The two of UCI differ in castling, which the first always writes as the king's move onto its rook.
    fn notations(&self) -> &'static [&'static str] {
        &["san", "uci960", "uci"]
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, TextError> {
        uci::parse(position, text).unwrap_or_else(|| san::parse(position, text))
    }

    fn format_move(&self, position: &Position, mv: Move, notation: usize) -> String {
        match notation {
            0 => san::format(position, mv),
            _ => uci::format(position, mv, notation == 1),
        }
    }
}
