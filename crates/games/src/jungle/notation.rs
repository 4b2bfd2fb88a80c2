//! The texts of Jungle, and why a move is not legal.

use super::board::{COLUMNS, DENS, ROWS, Square, TRAPS, WATER, bit, column, leaps, neighbours, row, square};
use super::kind::{Kind, side_name};
use super::{Jungle, Move, Position, fen};
use crate::grid::{format_place, parse_place};
use crate::results::over;
use wanqi_game::{Game, Notation, TextError, quoted};

impl Notation for Jungle {
    /// `l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w`: rows from the top, the letters of
    /// [`Kind::letter_of`], digits for empty squares, and the side to move.
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        fen::parse(text)
    }

    fn format_position(&self, position: &Position) -> String {
        fen::format(position)
    }

    /// Two squares, `a3a4`: columns from `a` at the left, rows from `1` at the bottom.
    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, TextError> {
        if self.outcome(position).is_some() {
            return Err(TextError::new(over()));
        }
        let place = |range| {
            let place = parse_place(text.get(range)?, COLUMNS.into(), ROWS.into());
            place.map(|(column, row)| square(column as u8, row as u8))
        };
        let (Some(from), Some(to)) = (place(0..2), place(2..text.len().max(2))) else {
            let what = format!("a move is two squares from a1 to g9, such as a3a4, not {}", quoted(text));
            return Err(TextError::new(what));
        };
        let mut found = None;
        self.each_move(position, |mv| {
            if (mv.from, mv.to) == (from, to) {
                found = Some(mv);
            }
        });
        found.ok_or_else(|| TextError::new(self.why_not(position, from, to)))
    }

    fn format_move(&self, _: &Position, mv: Move, _: usize) -> String {
        name(mv.from) + &name(mv.to)
    }
}

fn name(square: Square) -> String {
    format_place(column(square).into(), row(square).into())
}

impl Jungle {
    /// Why there is no legal move from one square to another.
    fn why_not(&self, position: &Position, from: Square, to: Square) -> String {
        let us = position.side_to_move();
        let (from_name, to_name) = (name(from), name(to));
        let Some((side, kind)) = position.piece_on(from) else { return format!("{from_name} is empty") };
        let (kind_name, turn) = (kind.name(), side_name(us));
        if side != us {
            return format!(
                "the {kind_name} on {from_name} is {}'s, and it is {turn}'s turn",
                side_name(side)
            );
        }
        let beside = neighbours(from) & bit(to) != 0;
        if beside && to == DENS[us.index()] {
            return format!("{to_name} is {turn}'s own den");
        }
        if beside && kind != Kind::Rat && bit(to) & WATER != 0 {
            return format!("the {kind_name} does not swim, and {to_name} is water");
        }
        let leaps_there = kind.leaps() && leaps(from, 0) & bit(to) != 0;
        if !beside && !leaps_there {
            return format!("the {kind_name} on {from_name} cannot go to {to_name}");
        }
        let Some((owner, other)) = position.piece_on(to) else {
            return format!("a rat is in the way of the {kind_name}'s leap to {to_name}");
        };
        if owner == us {
            return format!("{turn}'s own {} stands on {to_name}", other.name());
        }
        let trapped = TRAPS[us.index()] & bit(to) != 0;
        if trapped || self.takes(kind, other) {
            let crosses = (bit(from) & WATER == 0) != (bit(to) & WATER == 0);
            return match crosses {
                true => format!("the {kind_name} takes nothing across the shore"),
                false => format!("a rat is in the way of the {kind_name}'s leap to {to_name}"),
            };
        }
        format!("the {kind_name} does not take the {}", other.name())
    }
}
