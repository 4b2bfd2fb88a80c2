//! Positions and moves as text.
//!
//! A position is written as in chess: the lines of the board from the top, letters for pieces (small ones for the
//! second side), numbers for empty points; then who is to move; then, where they matter, `opening=0` (a turn of the
//! opening, counted from 0), `turns=12`, `quiet=7`, `step=1` (of the turn, counted from 0), `piece=e4` (which must
//! go on, or shoots), `heading=1,-1`, `ko=d3`, `castles=h1,a8` (where the partners of castlings stand that are still
//! possible), `passed=e3` (where a piece may be taken that has just passed there), `owed=1` (pieces still to be
//! taken off at will), `captured=4,2` (pieces taken by each side), `checks=1,0` (given by each side), `passes=1` and `hand=S8s2`.

use super::customs::Custom;
use super::model::ChainPromotion;
use super::position::{Content, Move, MoveKind, NOWHERE, Position};
use super::position_text::Reader;
use super::turns::CUSTOM;
use super::{Rulebook, compile::Tables};
use ::wanqi_game::{Game, Message, Notation, Side, TextError, message, quoted};
use std::fmt::Write;

/// More moves are not told of in place of a mistyped one.
const MAX_OTHERS: usize = 8;

impl Notation for Rulebook {
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        Reader { tables: &self.tables }.position(text)
    }

    fn parse_position_leniently(&self, text: &str) -> Result<(Position, Vec<String>), TextError> {
        let refused = match self.parse_position(text) {
            Ok(position) => return Ok((position, Vec::new())),
            Err(refused) => refused,
        };
        // Others tell of a point that was passed over even where nothing could be taken there.
        let without_passed = |own: &str| -> String {
            own.split(' ').filter(|word| !word.starts_with("passed=")).collect::<Vec<_>>().join(" ")
        };
        let own = self.read_fen(text).ok_or_else(|| refused.clone())?;
        let read = self.parse_position(&own).or_else(|_| self.parse_position(&without_passed(&own)));
        read.map(|position| (position, Vec::new())).map_err(|_| refused)
    }

    fn set_up(&self, board: &str, side: Side) -> String {
        format!("{board} {}", self.tables.side_letters()[side.index()])
    }

    fn format_position(&self, position: &Position) -> String {
        let tables = &*self.tables;
        let mut text = tables.format_cells(position);
        text.push(' ');
        text.push(tables.side_letters()[position.side.index()]);
        if position.turns < tables.opening_end.into() {
            let _ = write!(text, " opening={}", position.turns);
        } else if tables.rules.ends.move_limit.is_some() {
            let _ = write!(text, " turns={}", position.turns);
        }
        if tables.rules.ends.quiet_limit.is_some() {
            let _ = write!(text, " quiet={}", position.quiet);
        }
        if position.step > 0 {
            let _ = write!(text, " step={}", position.step);
        }
        let names = &tables.rules.board.names;
        if position.is_active() {
            let _ = write!(text, " piece={}", names[usize::from(position.active)]);
        }
        if position.heading != [0; 2] {
            let _ = write!(text, " heading={},{}", position.heading[0], position.heading[1]);
        }
        let taken: Vec<&str> = tables.taken(position).iter_in(tables.points).map(|at| &*names[at]).collect();
        if !taken.is_empty() {
            let _ = write!(text, " taken={}", taken.join(","));
        }
        if tables.rules.capture.again_turning && position.is_active() {
            let been = tables.visited(position);
            let been: Vec<&str> = been.iter_in(tables.points).map(|at| &*names[at]).collect();
            if !been.is_empty() {
                let _ = write!(text, " been={}", been.join(","));
            }
        }
        if position.ko != NOWHERE {
            let _ = write!(text, " ko={}", names[usize::from(position.ko)]);
        }
        if position.passes > 0 {
            let _ = write!(text, " passes={}", position.passes);
        }
        if tables.facts.castles && position.castling != 0 {
            let _ = write!(text, " castles={}", tables.format_castling(position.castling));
        }
        if position.passed[0] != NOWHERE {
            let _ = write!(text, " passed={}", names[usize::from(position.passed[0])]);
        }
        if position.owed > 0 {
            let _ = write!(text, " owed={}", position.owed);
        }
        for (key, [first, second]) in [("checks", position.checks), ("captured", position.captured)] {
            if [first, second] != [0; 2] {
                let _ = write!(text, " {key}={first},{second}");
            }
        }
        if tables.pits.is_some() {
            return text + &super::sowing::format_stores(position);
        }
        let mut hand = String::new();
        for side in Side::BOTH {
            for (kind, piece) in (0..).zip(&tables.rules.kinds) {
                match position.in_hand(side, kind) {
                    0 => {}
                    count => {
                        let _ = write!(hand, "{}{count}", cased(piece.letter, side.index()));
                    }
                }
            }
        }
        if !hand.is_empty() {
            let _ = write!(text, " hand={hand}");
        }
        text
    }

    /// That of programs is the same as the first of those for people.
    fn notations(&self) -> &'static [&'static str] {
        match self.tables.facts.custom {
            Custom::None => &["coordinates"],
            Custom::Numbers { .. } => &["coordinates", "numbers", "coordinates"],
            Custom::Usi => &["coordinates", "usi", "coordinates"],
        }
    }

    fn amid_turn(&self, position: &Position) -> bool {
        self.is_amid_turn(position)
    }

    fn parse_turn(&self, position: &Position, text: &str) -> Result<Vec<Move>, TextError> {
        self.read_turn(position, text)
    }

    fn format_turn(&self, position: &Position, moves: &[Move], notation: usize) -> String {
        self.turn_text(position, moves, notation)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, TextError> {
        let wanted = text.trim().to_lowercase();
        let mut found = None;
        // Of a mistyped move, what else begins where it does.
        let mut others = Vec::new();
        self.each_move(position, |mv| {
            let told = self.format_move(position, mv, 0);
            if found.is_none() && told.to_lowercase() == wanted {
                found = Some(mv);
            }
            let from = mv.from().map(|from| &*self.tables.rules.board.names[from]);
            let begins = from.is_some_and(|from| {
                let rest = wanted.strip_prefix(from);
                rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
            });
            if begins && others.len() < MAX_OTHERS {
                others.push(told);
            }
        });
        let meant = || self.read_customary(position, &wanted).or_else(|| self.read_san(position, text));
        found.or_else(meant).ok_or_else(|| {
            let list = match others.is_empty() {
                true => Message::default(),
                false => message!("fault.there-is", "; there is {moves}", moves = others.join(" ")),
            };
            let text = quoted(text);
            TextError::new(message!("fault.no-legal-move", "{text} is no legal move here{list}", text, list))
        })
    }

    fn format_move(&self, position: &Position, mv: Move, notation: usize) -> String {
        if let Some(text) = (notation == CUSTOM).then(|| self.customary(position, mv)).flatten() {
            return text;
        }
        let tables = &*self.tables;
        let name = |at: u16| &*tables.rules.board.names[usize::from(at)];
        let letter = || tables.rules.kinds[usize::from(tables.kind(mv.becomes))].letter;
        match mv.what {
            MoveKind::Pass => "pass".into(),
            MoveKind::Swap => "swap".into(),
            MoveKind::Remove => format!("x{}", name(mv.to)),
            MoveKind::Castle => tables.castle_text(position, mv),
            MoveKind::Shoot | MoveKind::Sow => name(mv.to).into(),
            MoveKind::Place if tables.facts.places_kinds => format!("{}@{}", letter(), name(mv.to)),
            MoveKind::Place => name(mv.to).into(),
            MoveKind::Go | MoveKind::Copy | MoveKind::Jump | MoveKind::CopyJump => {
                format!("{}{}{}", name(mv.from), name(mv.to), tables.suffix(position, mv))
            }
        }
    }
}

impl Tables {
    /// What tells a move from others between the same points: what it becomes, and how it goes where that is not
    /// clear.
    pub(super) fn suffix(&self, position: &Position, mv: Move) -> String {
        let mut text = String::new();
        if self.facts.ambiguous && !(self.facts.approaches && mv.jumped != NOWHERE) {
            text += match mv.what {
                MoveKind::Copy => "+",
                MoveKind::Jump => "x",
                MoveKind::CopyJump => "x+",
                _ => "",
            };
        }
        if self.facts.approaches && mv.jumped != NOWHERE {
            text += "x";
            text += &self.rules.board.names[usize::from(mv.jumped)];
        }
        if position.cells[usize::from(mv.from)] != mv.becomes && self.promotes_for_good(position, mv) {
            text.push('=');
            text.push(self.rules.kinds[usize::from(self.kind(mv.becomes))].letter);
        }
        text
    }

    /// Whether a piece that gets where it promotes has become another after the move.
    fn promotes_for_good(&self, position: &Position, mv: Move) -> bool {
        if self.rules.capture.promotion != ChainPromotion::AtTheEnd || !self.takes(position, mv) {
            return true;
        }
        let mut next = position.clone();
        self.play(&mut next, mv);
        !next.is_active() || next.side != position.side
    }

    /// What the sides are called in texts: `w` and `b`, or `1` and `2` if that would be one letter.
    pub(super) fn side_letters(&self) -> [char; 2] {
        let first = |side: usize| self.rules.sides[side].name.chars().next().map(|c| c.to_ascii_lowercase());
        match (first(0), first(1)) {
            (Some(one), Some(other))
                if one != other && one.is_ascii_lowercase() && other.is_ascii_lowercase() =>
            {
                [one, other]
            }
            _ => ['1', '2'],
        }
    }

    /// The points of each line of the board, from the top.
    pub(super) fn rows(&self) -> Vec<Vec<usize>> {
        let board = &self.rules.board;
        let row = |row: u8| (0..board.len()).filter(|&at| board.places[at].1 == row).collect();
        (0..board.rows).map(row).collect()
    }

    pub(super) fn letter(&self, content: Content) -> char {
        cased(self.rules.kinds[usize::from(self.kind(content))].letter, self.owner(content))
    }

    fn format_cells(&self, position: &Position) -> String {
        if self.pits.is_some() {
            return self.format_pits(position);
        }
        let mut text = String::new();
        for (i, row) in self.rows().into_iter().enumerate() {
            if i > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for at in row {
                match position.cells[at] {
                    0 => empty += 1,
                    content => {
                        if empty > 0 {
                            let _ = write!(text, "{empty}");
                        }
                        empty = 0;
                        text.push(self.letter(content));
                    }
                }
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
        }
        text
    }
}

pub(super) fn cased(letter: char, owner: usize) -> char {
    if owner == 1 { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
}
