//! How Jungle looks.

use super::board::{COLUMNS, DENS, OFF, ROWS, Square, TRAPS, WATER, bit, column, row};
use super::kind::side_name;
use super::{Jungle, Move, Position};
use crate::results::{draw_by, no_moves, threefold, wins_because, wins_by};
use wanqi_game::depict::{BoardStyle, Colours, SideLook, Terrain};
use wanqi_game::{Depict, Game, Layout, Message, Outcome, Piece, Scene, Side, Step, message};

/// The point of a square: points are counted from the upper left.
fn point(square: Square) -> u16 {
    u16::from((ROWS - 1 - row(square)) * COLUMNS + column(square))
}

impl Depict for Jungle {
    fn layout(&self) -> Layout {
        let sides = SideLook::white_black();
        let mut layout =
            Layout::grid(BoardStyle::Cells, COLUMNS, ROWS, sides, Colours::Wood).named(false, true);
        for square in 0..OFF {
            layout.points[usize::from(point(square))].terrain = match bit(square) {
                at if at & WATER != 0 => Terrain::Water,
                at if at & (TRAPS[0] | TRAPS[1]) != 0 => Terrain::Trap,
                _ if DENS.contains(&square) => Terrain::Den,
                _ => Terrain::Plain,
            };
        }
        layout
    }

    fn scene(&self, position: &Position) -> Scene {
        let of = |side: Side| {
            position.pieces(side).map(move |(kind, square)| {
                let piece = Piece::new(point(square), side, kind.name(), kind.letter_of(side));
                piece.labelled(&kind.sign().to_string())
            })
        };
        Scene { pieces: Side::BOTH.into_iter().flat_map(of).collect(), ..Scene::default() }
    }

    fn steps(&self, _: &Position, mv: Move) -> Vec<Step> {
        vec![Step::point(point(mv.from)), Step::point(point(mv.to))]
    }

    /// The den that was entered.
    fn winning_points(&self, position: &Position) -> Vec<u16> {
        let us = position.side;
        let entered = position.of_side(us.opponent()) & bit(DENS[us.index()]) != 0;
        if entered { vec![point(DENS[us.index()])] } else { Vec::new() }
    }

    fn describe_result(&self, line: &[Position]) -> Message {
        let (Some(position), Some(outcome)) = (line.last(), self.result(line)) else {
            return "The game goes on".into();
        };
        let named = |side| (side, side_name(side));
        match outcome {
            Outcome::Draw if self.move_count(position) == 0 => {
                let reason = no_moves(named(position.side));
                message!("result.draw-because", "Draw: {reason}", reason)
            }
            Outcome::Draw => draw_by(threefold()),
            Outcome::Win(side) => {
                let (winner, loser) = (named(side), named(side.opponent()));
                if !self.winning_points(position).is_empty() {
                    wins_by(winner, message!("reason.den", "by entering the den"))
                } else if position.of_side(position.side) == 0 {
                    wins_by(winner, message!("reason.took-all", "by taking every piece"))
                } else if self.move_count(position) == 0 {
                    wins_because(winner, no_moves(loser))
                } else {
                    let reason = message!(
                        "reason.repeated-thrice",
                        "{side} has repeated a position for the third time",
                        side = loser
                    );
                    wins_because(winner, reason)
                }
            }
        }
    }
}
