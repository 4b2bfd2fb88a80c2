//! How chess looks.

use super::bitboard::{Square, bit, squares};
use super::draws::{Draw, draw};
use super::piece::side_name;
use super::{Chess, Move, Position, move_count};
use wanqi_game::depict::{BoardStyle, Colours, SideLook};
use wanqi_game::{Depict, Layout, Piece, Scene, Side, Step};

/// The point of a square: points are counted from the upper left.
fn point(square: Square) -> u16 {
    u16::from(square ^ 56)
}

impl Depict for Chess {
    fn layout(&self) -> Layout {
        Layout::grid(BoardStyle::Cells, 8, 8, SideLook::white_black(), Colours::Chequered).named(false, true)
    }

    fn scene(&self, position: &Position) -> Scene {
        let of = |side: Side| {
            squares(position.of_side(side)).map(move |square| {
                let kind = position.kind_on(square);
                Piece::new(point(square), side, kind.name(), kind.letter_of(side))
            })
        };
        let alarmed = if position.checkers() == 0 { 0 } else { bit(position.king(position.side_to_move())) };
        Scene {
            pieces: Side::BOTH.into_iter().flat_map(of).collect(),
            alarmed: squares(alarmed).map(point).collect(),
            ..Scene::default()
        }
    }

    /// From where, to where, and what a pawn becomes (`q`, `r`, `b`, `n`). Castling is the king's move, in Chess960
    /// onto its rook.
    fn steps(&self, position: &Position, mv: Move) -> Vec<Step> {
        let to = match position.castling_rook(mv) {
            Some((rook, _)) if !position.castles_as_usual(mv) => rook,
            _ => mv.to(),
        };
        let mut steps = vec![Step::point(point(mv.from())), Step::point(point(to))];
        steps.extend(mv.promotion().map(|kind| Step::Choice {
            name: kind.letter().to_ascii_lowercase().to_string(),
            label: kind.name().into(),
        }));
        steps
    }

    fn describe_result(&self, line: &[Position]) -> String {
        let Some(position) = line.last() else { return String::new() };
        let side = position.side_to_move();
        if move_count(position) == 0 {
            return if position.checkers() == 0 {
                "Draw by stalemate".into()
            } else {
                format!("{} wins by checkmate", side_name(side.opponent()))
            };
        }
        match draw(line, line.len() - 1) {
            Some(Draw::InsufficientMaterial) => "Draw by insufficient material".into(),
            Some(Draw::FiftyMoves) => "Draw by fifty moves without a capture or a pawn move".into(),
            Some(Draw::Repetition) => "Draw by threefold repetition".into(),
            None => "The game goes on".into(),
        }
    }
}
