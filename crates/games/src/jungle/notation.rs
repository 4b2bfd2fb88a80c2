//! The texts of Jungle, and why a move is not legal.

use super::board::{COLUMNS, DENS, ROWS, Square, TRAPS, WATER, bit, column, leaps, neighbours, row, square};
use super::kind::{Kind, named};
use super::{Jungle, Move, Position, fen};
use crate::grid::{format_place, parse_place};
use crate::results::{cannot_go, not_yours, nothing_there, over};
use wanqi_game::{Game, Message, Notation, TextError, message, quoted};

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
            let what = message!(
                "fault.two-squares",
                "a move is two squares from a1 to g9, such as a3a4, not {text}",
                text = quoted(text)
            );
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
    fn why_not(&self, position: &Position, from: Square, to: Square) -> Message {
        let us = position.side_to_move();
        let (from_name, to_name) = (name(from), name(to));
        let Some((side, kind)) = position.piece_on(from) else { return nothing_there(&from_name) };
        if side != us {
            return not_yours(kind.told(), &from_name, named(side), named(us));
        }
        let beside = neighbours(from) & bit(to) != 0;
        if beside && to == DENS[us.index()] {
            return message!(
                "fault.is-own-den",
                "{point} is {side}'s own den",
                point = to_name,
                side = named(us)
            );
        }
        if beside && kind != Kind::Rat && bit(to) & WATER != 0 {
            return message!(
                "fault.no-swimmer",
                "the {piece} does not swim, and {point} is water",
                piece = kind.told(),
                point = to_name
            );
        }
        let leaps_there = kind.leaps() && leaps(from, 0) & bit(to) != 0;
        if !beside && !leaps_there {
            return cannot_go(kind.told(), &from_name, &to_name);
        }
        let rat_in_the_way = || {
            message!(
                "fault.rat-in-the-way",
                "a rat is in the way of the {piece}'s leap to {point}",
                piece = kind.told(),
                point = &to_name
            )
        };
        let Some((owner, other)) = position.piece_on(to) else { return rat_in_the_way() };
        if owner == us {
            return message!(
                "fault.own-piece",
                "{side}'s own {piece} stands on {point}",
                side = named(us),
                piece = other.told(),
                point = to_name
            );
        }
        let trapped = TRAPS[us.index()] & bit(to) != 0;
        if trapped || self.takes(kind, other) {
            let crosses = (bit(from) & WATER == 0) != (bit(to) & WATER == 0);
            return match crosses {
                true => {
                    let piece = kind.told();
                    message!("fault.across-shore", "the {piece} takes nothing across the shore", piece)
                }
                false => rat_in_the_way(),
            };
        }
        let (piece, other) = (kind.told(), other.told());
        message!("fault.does-not-take", "the {piece} does not take the {other}", piece, other)
    }
}
