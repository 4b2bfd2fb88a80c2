//! Positions read from text; how they are written is in [`notation`](super::notation).

use super::compile::{Action, Tables};
use super::model::{MultiCapture, Removal};
use super::position::{Content, NOBODY, NOWHERE, Position};
use ::wanqi_game::{Message, Side, TextError, message, quoted};
use std::ops::Range;

/// A word of a text and where it stands, in characters.
struct Token<'a> {
    text: &'a str,
    at: usize,
}

impl Token<'_> {
    fn range(&self) -> Range<usize> {
        self.at..self.at + self.text.chars().count()
    }

    fn error(&self, what: impl Into<Message>) -> TextError {
        TextError::at(what, self.range())
    }
}

fn twice(text: &str) -> Message {
    message!("fault.twice", "{text} stands there twice", text)
}

fn words(text: &str) -> Vec<Token<'_>> {
    let mut words = Vec::new();
    let mut at = 0;
    for piece in text.split(char::is_whitespace) {
        if !piece.is_empty() {
            words.push(Token { text: piece, at });
        }
        at += piece.chars().count() + 1;
    }
    words
}

/// Reads positions of a game.
pub(super) struct Reader<'a> {
    pub tables: &'a Tables,
}

impl Reader<'_> {
    /// Reads the text that [`format_position`](::wanqi_game::Notation::format_position) writes.
    pub(super) fn position(&self, text: &str) -> Result<Position, TextError> {
        let tables = self.tables;
        let words = words(text);
        let mut words = words.iter();
        let mut position = Position::EMPTY;
        position.turns = tables.opening_end.into();
        let cells = words.next().ok_or_else(|| {
            TextError::new(message!("fault.no-lines", "a position begins with the lines of the board"))
        })?;
        self.cells(cells, &mut position)?;
        let letters = tables.side_letters();
        let side = words.next().ok_or_else(|| {
            let [first, second] = letters;
            TextError::new(message!(
                "fault.no-side",
                "who is to move is missing ({first} or {second})",
                first,
                second
            ))
        })?;
        let one_of = |word: &str, i: usize| word.chars().eq([letters[i]]) || word == ["1", "2"][i];
        position.side = match side.text {
            word if one_of(word, 0) => Side::First,
            word if one_of(word, 1) => Side::Second,
            _ => {
                let [first, second] = letters;
                return Err(side.error(message!(
                    "fault.wrong-side",
                    "who is to move is {first} or {second}, not {text}",
                    first,
                    second,
                    text = quoted(side.text)
                )));
            }
        };
        let mut seen: Vec<&str> = Vec::new();
        let mut taken = None;
        let mut heading = None;
        let mut ko = None;
        for word in words {
            let Some((key, value)) = word.text.split_once('=') else {
                let text = quoted(word.text);
                return Err(word.error(message!(
                    "fault.no-pair",
                    "{text} is not of the form name=value",
                    text
                )));
            };
            if seen.contains(&key) {
                return Err(word.error(twice(&quoted(key))));
            }
            seen.push(key);
            let number = |least: i32, most: i32| {
                let number = value.parse().ok().filter(|number| (least..=most).contains(number));
                // One way to write a number alone, so that what is read is written back the same.
                number.filter(|number: &i32| number.to_string() == value).ok_or_else(|| {
                    word.error(message!(
                        "fault.no-number",
                        "{text} is no number from {least} to {most}",
                        text = quoted(value),
                        least,
                        most
                    ))
                })
            };
            let point = || {
                let at = tables.rules.board.names.iter().position(|name| name == value);
                at.map(|at| at as u16).ok_or_else(|| {
                    let point = quoted(value);
                    word.error(message!("fault.no-point", "there is no point {point}", point))
                })
            };
            // What is counted of each side, up to a number.
            let counted = |most: Option<u8>| {
                let most = most.ok_or_else(|| {
                    word.error(message!("fault.no-meaning", "{text} means nothing here", text = quoted(key)))
                })?;
                let part = |text: &str| {
                    text.parse::<u8>().ok().filter(|part| *part <= most && part.to_string() == text)
                };
                let parts = value.split_once(',').and_then(|(one, other)| Some([part(one)?, part(other)?]));
                parts.filter(|&parts| parts != [0; 2]).ok_or_else(|| {
                    word.error(message!(
                        "fault.counted",
                        "what is counted of the two sides is two numbers up to {most}, 1,0",
                        most
                    ))
                })
            };
            match key {
                "opening" if tables.opening_end > 0 => {
                    position.turns = number(0, i32::from(tables.opening_end) - 1)?;
                }
                "turns" if tables.rules.ends.move_limit.is_some() && !seen.contains(&"opening") => {
                    position.turns = number(tables.opening_end.into(), 1_000_000)?;
                }
                "quiet" if tables.rules.ends.quiet_limit.is_some() => position.quiet = number(-1, 1_000_000)?,
                "step" => position.step = number(1, tables.actions(&position).len() as i32 - 1)? as u8,
                "piece" => position.active = point()?,
                "heading" => {
                    heading = Some(word);
                    let parts = value.split_once(',');
                    let part = |text: &str| text.parse::<i8>().ok().filter(|part| part.to_string() == text);
                    let parts = parts.and_then(|(right, down)| Some([part(right)?, part(down)?]));
                    position.heading = parts.filter(|&parts| parts != [0; 2]).ok_or_else(|| {
                        let text = quoted(value);
                        word.error(message!(
                            "fault.no-direction",
                            "{text} is no direction such as 1,-1",
                            text
                        ))
                    })?;
                }
                "taken" if tables.rules.capture.removed == Removal::After => {
                    taken = Some(word);
                    let no_piece = || {
                        word.error(message!("fault.not-taken", "what is taken is a piece of a side that still stands, each named once, in the order of the board"))
                    };
                    for name in value.split(',') {
                        let at = tables.rules.board.names.iter().position(|known| known == name);
                        let at = at.ok_or_else(no_piece)?;
                        let content = position.cells[at];
                        if content == 0 || position.sets[NOBODY].has(at) {
                            return Err(no_piece());
                        }
                        tables.mark_taken(&mut position, at);
                    }
                    // In order, so that what is read is written back the same.
                    let names = &tables.rules.board.names;
                    let all: Vec<&str> =
                        tables.taken(&position).iter_in(tables.points).map(|at| &*names[at]).collect();
                    if all.join(",") != value {
                        return Err(no_piece());
                    }
                }
                "been" if tables.rules.capture.again_turning => {
                    let no_point = || {
                        word.error(message!("fault.not-been", "where the piece has been that goes on are empty points, each named once, in the order of the board"))
                    };
                    for name in value.split(',') {
                        let at = tables.rules.board.names.iter().position(|known| known == name);
                        let at = at.filter(|&at| position.cells[at] == 0).ok_or_else(no_point)?;
                        tables.mark_visited(&mut position, at);
                    }
                    let names = &tables.rules.board.names;
                    let all: Vec<&str> =
                        tables.visited(&position).iter_in(tables.points).map(|at| &*names[at]).collect();
                    if all.join(",") != value {
                        return Err(no_point());
                    }
                }
                "ko" if tables.rules.capture.surround.is_some_and(|rule| !rule.superko) => {
                    ko = Some(word);
                    position.ko = point()?;
                }
                "castles" if tables.facts.castles => {
                    position.castling = tables.parse_castling(&position, value).ok_or_else(|| {
                        word.error(message!("fault.castling", "the points of pieces to castle with, each named once, in the order of the board, that stand there beside the piece that castles"))
                    })?;
                }
                "passed" if tables.facts.passing => {
                    let over = point()?;
                    let by = tables.passer(&position, over).ok_or_else(|| {
                        word.error(message!(
                            "fault.not-passed",
                            "nothing that could be taken there can have passed {point}",
                            point = quoted(value)
                        ))
                    })?;
                    position.passed = [over, by];
                }
                "owed" if tables.facts.takes_at_will => {
                    let capture = &tables.rules.capture;
                    let rows = capture.row.as_ref().map_or(0, |rule| if rule.each { 8 } else { 1 });
                    position.owed = number(1, rows + i32::from(capture.more))? as u8;
                    if tables.takeable_at_will(&position).is_empty() {
                        return Err(word.error(message!("fault.no-row", "there is nothing to take off")));
                    }
                }
                "checks" => position.checks = counted(tables.rules.ends.checks)?,
                "captured" => position.captured = counted(tables.rules.ends.captured.map(|_| u8::MAX))?,
                "passes"
                    if tables.rules.turn.pass != super::model::Pass::Never
                        || tables.rules.ends.facing.is_some() =>
                {
                    position.passes = number(1, 1)? as u8;
                }
                "stores" if tables.pits.is_some() => {
                    let stores = super::sowing::read_stores(value).ok_or_else(|| {
                        word.error(message!("fault.stores", "the stores are two numbers, stores=3,2"))
                    })?;
                    Side::BOTH
                        .iter()
                        .zip(stores)
                        .for_each(|(&side, seeds)| tables.set_hand(&mut position, side, 0, seeds));
                }
                "hand" if tables.pits.is_none() => self.hand(word, value, &mut position)?,
                _ => {
                    let text = quoted(key);
                    return Err(word.error(message!("fault.no-meaning", "{text} means nothing here", text)));
                }
            }
        }
        if let Some(word) = ko.filter(|_| position.cells[usize::from(position.ko)] != 0) {
            return Err(word.error(message!("fault.ko-not-empty", "the point of a ko is empty")));
        }
        if let Some(word) = taken.filter(|_| !position.is_active()) {
            return Err(word.error(message!(
                "fault.nothing-goes-on",
                "nothing is taken while no piece goes on taking (piece=e4)"
            )));
        }
        let capture = &tables.rules.capture;
        let heads = (capture.again_straight || capture.again_turning) && position.is_active();
        if capture.again_turning && !position.is_active() {
            tables.forget_visited(&mut position);
        }
        if let Some(word) = heading.filter(|_| !heads) {
            return Err(word.error(message!("fault.not-straight-on", "no piece must go straight on")));
        }
        self.check(&mut position)?;
        Ok(position)
    }

    fn cells(&self, word: &Token<'_>, position: &mut Position) -> Result<(), TextError> {
        let tables = self.tables;
        let rows = tables.rows();
        if tables.pits.is_some() {
            return self.pits(word, &rows, position);
        }
        let mut lines = word.text.split('/');
        let mut at_char = word.at;
        for (number, row) in rows.iter().enumerate() {
            let wrong_length = || {
                message!(
                    "fault.line-has",
                    "line {line} has {points} points",
                    line = number + 1,
                    points = row.len()
                )
            };
            let Some(line) = lines.next() else {
                return Err(word.error(message!(
                    "fault.few-lines",
                    "the board has {lines} lines, not {number}",
                    lines = rows.len(),
                    number
                )));
            };
            let length = line.chars().count();
            let whole = at_char..at_char + length;
            let mut points = row.iter();
            let mut empty = 0usize;
            let mut after_number = false;
            for (i, c) in line.chars().enumerate() {
                let here = at_char + i..at_char + i + 1;
                if let Some(digit) = c.to_digit(10) {
                    empty = empty * 10 + digit as usize;
                    if empty == 0 || empty > row.len() {
                        return Err(TextError::at(wrong_length(), here));
                    }
                    after_number = true;
                    continue;
                }
                if empty > 0 && points.nth(empty - 1).is_none() {
                    return Err(TextError::at(wrong_length(), whole));
                }
                (empty, after_number) = (0, false);
                let content = self.content(c).ok_or_else(|| {
                    let letter = quoted(&c.to_string());
                    TextError::at(
                        message!("fault.unknown-piece", "there is no piece {letter}", letter),
                        here.clone(),
                    )
                })?;
                let Some(&point) = points.next() else {
                    return Err(TextError::at(wrong_length(), here));
                };
                let owner = tables.owner(content);
                if tables.royal >> content & 1 != 0 && position.royals[owner] != NOWHERE {
                    let what = message!("fault.one-royal", "a side has one royal piece");
                    return Err(TextError::at(what, here));
                }
                tables.put(position, point, content);
            }
            let rest = points.len();
            if rest != if after_number { empty } else { 0 } {
                return Err(TextError::at(wrong_length(), whole));
            }
            at_char += length + 1;
        }
        match lines.next() {
            Some(_) => {
                let lines = rows.len();
                Err(word.error(message!("fault.many-lines", "the board has {lines} lines, not more", lines)))
            }
            None => Ok(()),
        }
    }

    /// Reads the numbers of seeds in the pits, `4,4,0/0,5,4`.
    fn pits(&self, word: &Token<'_>, rows: &[Vec<usize>], position: &mut Position) -> Result<(), TextError> {
        let lines: Vec<&str> = word.text.split('/').collect();
        let wrong = || {
            let (lines, pits) = (rows.len(), rows[0].len());
            let what = message!(
                "fault.pits",
                "the seeds of the pits are {lines} lines of {pits} numbers with commas between",
                lines,
                pits
            );
            word.error(what)
        };
        if lines.len() != rows.len() {
            return Err(wrong());
        }
        for (line, row) in lines.iter().zip(rows) {
            let numbers: Vec<&str> = line.split(',').collect();
            if numbers.len() != row.len() {
                return Err(wrong());
            }
            for (number, &at) in numbers.iter().zip(row) {
                let seeds =
                    super::sowing::number(number, self.tables.content_count() - 1).ok_or_else(wrong)?;
                self.tables.pour(position, at, seeds);
            }
        }
        Ok(())
    }

    fn content(&self, letter: char) -> Option<Content> {
        let tables = self.tables;
        let kinds = &tables.rules.kinds;
        let kind = kinds.iter().position(|kind| kind.letter.eq_ignore_ascii_case(&letter))?;
        let side = if letter.is_ascii_lowercase() { Side::Second } else { Side::First };
        Some(tables.content(kind as u8, side))
    }

    fn hand(&self, word: &Token<'_>, value: &str, position: &mut Position) -> Result<(), TextError> {
        let tables = self.tables;
        let wrong = || word.error(message!("fault.hand", "a hand is letters with numbers, hand=S8s2"));
        let mut chars = value.chars().peekable();
        if value.is_empty() {
            return Err(wrong());
        }
        while let Some(letter) = chars.next() {
            let content = self.content(letter).ok_or_else(wrong)?;
            let side = if letter.is_ascii_lowercase() { Side::Second } else { Side::First };
            let mut digits = String::new();
            while let Some(digit) = chars.next_if(char::is_ascii_digit) {
                digits.push(digit);
            }
            let count: u8 = digits.parse().ok().filter(|&count| count > 0).ok_or_else(wrong)?;
            let kind = tables.kind(content);
            if tables.rules.kinds[usize::from(kind)].royal {
                return Err(word.error(message!("fault.royal-in-hand", "a royal piece is never in hand")));
            }
            if position.in_hand(side, kind) > 0 {
                return Err(word.error(twice(&letter.to_string())));
            }
            tables.set_hand(position, side, kind, count);
        }
        Ok(())
    }

    /// Refuses what no game comes to, and works out what the text does not say.
    fn check(&self, position: &mut Position) -> Result<(), TextError> {
        let tables = self.tables;
        if let Some(pits) = &tables.pits {
            let (all, there) = (pits.all, pits.seeds(position));
            if all != there {
                return Err(TextError::new(message!(
                    "fault.seeds",
                    "the pits and stores (stores=3,2) hold {there} seeds together, not {all}",
                    there,
                    all
                )));
            }
            position.outcome = tables.judge_sowing(pits, position);
            return Ok(());
        }
        let shoots = matches!(tables.action(position), Action::Shoot { .. });
        let chains = tables.rules.capture.again != MultiCapture::Never;
        if position.is_active() {
            let content = position.cells[usize::from(position.active)];
            if content == 0 || tables.owner(content) != position.side.index() {
                return Err(TextError::new(message!(
                    "fault.goes-on-not-yours",
                    "the piece that is to go on is not one of the side to move"
                )));
            }
            if !shoots && (!chains || tables.each_legal(position, |_| false)) {
                return Err(TextError::new(message!(
                    "fault.goes-on-not",
                    "the piece named has nothing to go on with"
                )));
            }
            let heads = tables.rules.capture.again_straight || tables.rules.capture.again_turning;
            if heads && !shoots && position.heading == [0; 2] {
                return Err(TextError::new(message!(
                    "fault.no-heading",
                    "it is missing which way the piece goes on (heading=1,-1)"
                )));
            }
        } else if shoots {
            return Err(TextError::new(message!(
                "fault.no-shooter",
                "it is missing which piece shoots (piece=e4)"
            )));
        }
        let named = |side: Side| (side, &*tables.rules.sides[side.index()].name);
        for side in Side::BOTH {
            if tables.facts.royals[side.index()] && position.royals[side.index()] == NOWHERE {
                return Err(TextError::new(message!(
                    "fault.no-royal",
                    "{side} has no royal piece",
                    side = named(side)
                )));
            }
        }
        let waiting = position.side.opponent();
        let begins = position.step == 0 && !position.is_active();
        if begins && tables.in_check(position, waiting) {
            let side = named(waiting);
            let what = message!("fault.waits-in-check", "{side} is not to move and in check", side);
            return Err(TextError::new(what));
        }
        position.outcome = tables.judge_all(position).or_else(|| tables.faced(position));
        if tables.rules.ends.equal_turns {
            tables.end_race(position);
        }
        Ok(())
    }
}

const _: () = assert!(NOBODY == 2);
