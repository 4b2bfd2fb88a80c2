//! The texts of chess: FEN for positions, SAN and UCI for moves.

use super::{Chess, Move, Position, fen, san, uci};
use game::{Notation, TextError};

impl Notation for Chess {
    /// FEN with all six fields.
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        fen::parse(text)
    }

    fn format_position(&self, position: &Position) -> String {
        fen::format(position)
    }

    fn notations(&self) -> &'static [&'static str] {
        &["san", "uci"]
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, TextError> {
        uci::parse(position, text).unwrap_or_else(|| san::parse(position, text))
    }

    fn format_move(&self, position: &Position, mv: Move, notation: usize) -> String {
        if notation == 0 { san::format(position, mv) } else { uci::format(mv) }
    }
}
