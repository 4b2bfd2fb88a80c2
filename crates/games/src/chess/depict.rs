//! How chess looks.

use super::bitboard::{Square, bit, squares};
use super::draws::{Draw, draw};
use super::piece::side_name;
use super::{Chess, Move, Position, move_count};
use crate::results::{checkmate, draw_by, threefold, wins_by};
use wanqi_game::depict::{BoardStyle, Colours, SideLook};
use wanqi_game::{Depict, Layout, Message, Piece, Scene, Side, Step, message};

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

    fn describe_result(&self, line: &[Position]) -> Message {
        let Some(position) = line.last() else { return Message::default() };
        let winner = position.side_to_move().opponent();
        if move_count(position) == 0 {
            return if position.checkers() == 0 {
                draw_by(message!("reason.stalemate", "by stalemate"))
            } else {
                wins_by((winner, side_name(winner)), checkmate())
            };
        }
        match draw(line, line.len() - 1) {
            Some(Draw::InsufficientMaterial) => {
                draw_by(message!("reason.insufficient-material", "by insufficient material"))
            }
            Some(Draw::FiftyMoves) => {
                draw_by(message!("reason.fifty-moves", "by fifty moves without a capture or a pawn move"))
            }
            Some(Draw::Repetition) => draw_by(threefold()),
            None => "The game goes on".into(),
        }
    }
}
