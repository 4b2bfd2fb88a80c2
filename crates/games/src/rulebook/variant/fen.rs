//! Positions as FEN has them, with what engines of many variants have added for hands (`[Pp]`), pieces that were promoted
//! (`+R`, `Q~`) and checks (`3+3` to be given, `+0+0` given), and as USI has them (SFEN).
//! <https://www.chessprogramming.org/Forsyth-Edwards_Notation>, <https://github.com/fairy-stockfish/Fairy-Stockfish/wiki/FEN>

use super::super::compile::Tables;
use super::super::notation::cased;
use super::super::position::{NOWHERE, Position};
use super::{Language, Mark, Symbol, Variant};
use ::wanqi_game::{Notation, Side, quoted};
use std::fmt::Write;

/// The greatest number of moves that is read: greater ones are this.
const MAX_MOVES: i32 = 1_000_000;

/// What of a FEN follows who is to move.
#[derive(Default)]
struct Rest<'t> {
    castling: Option<&'t str>,
    /// The point that was passed over.
    passed: Option<usize>,
    /// Given by each side, and not those still to give.
    checks: Option<[u8; 2]>,
    /// The counters of plies and of moves.
    counters: Vec<i32>,
}

impl Variant {
    /// A position of the other program in our own writing, and what of it cannot hold and was left out.
    ///
    /// # Errors
    /// If it is no position of this game: what is wrong with it.
    pub fn read_position(&self, text: &str) -> Result<(String, Vec<String>), String> {
        if self.game.rules().sow.is_some() {
            // No other program has a way to write these.
            let position = self.game.parse_position(text).map_err(|error| error.to_string())?;
            return Ok((self.game.format_position(&position), Vec::new()));
        }
        let mut words = text.split_whitespace();
        let board = words.next().ok_or("a position begins with the board")?;
        let side = match (words.next(), self.language) {
            (Some("w"), Language::Uci) | (Some("b"), Language::Usi) => Side::First,
            (Some("b"), Language::Uci) | (Some("w"), Language::Usi) => Side::Second,
            (Some(other), _) => return Err(format!("who is to move is w or b, not {}", quoted(other))),
            (None, _) => return Err("who is to move is missing, w or b".into()),
        };
        let (board, hand, rest) = match self.language {
            Language::Usi => {
                let hand = words.next().unwrap_or("-");
                (self.read_board(board)?, self.read_hand(hand)?, Rest::default())
            }
            Language::Uci => {
                let (board, hand) = self.without_hand(board)?;
                (self.read_board(board)?, self.read_hand(hand)?, self.read_rest(words)?)
            }
        };
        self.told(&format!("{board} {}{hand}", self.side_letter(side)), side, &rest)
    }

    /// The board of a FEN and what it says of the hands, which stands in brackets or behind another stroke.
    fn without_hand<'t>(&self, text: &'t str) -> Result<(&'t str, &'t str), String> {
        if let Some((board, hand)) = text.split_once('[') {
            let hand = hand.strip_suffix(']').ok_or("the hands are not closed by ]")?;
            return Ok((board, hand));
        }
        let lines = usize::from(self.game.rules().board.rows);
        let more = self.has_hands() && text.split('/').count() == lines + 1;
        Ok(text.rsplit_once('/').filter(|_| more).unwrap_or((text, "-")))
    }

    fn has_hands(&self) -> bool {
        let tables = &self.game.tables;
        tables.rules.capture.to_hand || tables.places.iter().any(|place| place.rule.from_hand)
    }

    fn read_board(&self, text: &str) -> Result<String, String> {
        let mut own = String::with_capacity(text.len());
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            let (c, mark) = match c {
                // What is no piece is counted and named where the position is read.
                c if c.is_ascii_digit() || c == '/' => {
                    own.push(c);
                    continue;
                }
                '+' => (chars.next().unwrap_or(c), Mark::TurnedOver),
                c if chars.next_if_eq(&'~').is_some() => (c, Mark::Former),
                c => (c, Mark::Plain),
            };
            own.push(self.own_letter(c, mark)?);
        }
        Ok(own)
    }

    /// Our letter of a piece, a capital one for the first side.
    fn own_letter(&self, letter: char, mark: Mark) -> Result<char, String> {
        let find = |mark: Mark| {
            let symbol = Symbol { letter: letter.to_ascii_uppercase(), mark };
            self.symbols.iter().position(|&known| known == symbol)
        };
        // Where nothing depends on it we do not know what a piece has been.
        let kind = find(mark).or_else(|| find(Mark::Plain).filter(|_| mark == Mark::Former));
        let own = kind.map(|kind| self.game.rules().kinds[kind].letter);
        let own = own.map(|own| cased(own, usize::from(letter.is_ascii_lowercase())));
        own.ok_or_else(|| {
            let text = match mark {
                Mark::Plain => letter.to_string(),
                Mark::TurnedOver => format!("+{letter}"),
                Mark::Former => format!("{letter}~"),
            };
            format!("there is no piece {}", quoted(&text))
        })
    }

    /// The hands as we write them, with a space before; USI has numbers before the letters, FEN has none.
    fn read_hand(&self, text: &str) -> Result<String, String> {
        let mut counts: Vec<(char, u32)> = Vec::new();
        let mut number = String::new();
        for c in text.chars().filter(|&c| c != '-') {
            if c.is_ascii_digit() {
                number.push(c);
                continue;
            }
            let letter = self.own_letter(c, Mark::Plain)?;
            let count = if number.is_empty() { Ok(1) } else { number.parse() };
            let count: u32 = count.map_err(|_| format!("nobody has {number} of a piece in hand"))?;
            number.clear();
            match counts.iter_mut().find(|(known, _)| *known == letter) {
                Some((_, known)) => *known = known.saturating_add(count),
                None => counts.push((letter, count)),
            }
        }
        if !number.is_empty() {
            return Err(format!("what {number} are of in hand is missing"));
        }
        if !counts.is_empty() && !self.has_hands() {
            return Err("nothing is ever in hand in this game".into());
        }
        let texts: String = counts.iter().map(|(letter, count)| format!("{letter}{count}")).collect();
        Ok(if texts.is_empty() { texts } else { format!(" hand={texts}") })
    }

    fn read_rest<'t>(&self, words: impl Iterator<Item = &'t str>) -> Result<Rest<'t>, String> {
        let mut rest = Rest::default();
        for word in words.filter(|&word| word != "-") {
            let number = word.bytes().all(|byte| byte.is_ascii_digit());
            if number {
                rest.counters.push(word.parse().unwrap_or(MAX_MOVES).min(MAX_MOVES));
            } else if word.contains('+') {
                rest.checks = Some(self.read_checks(word)?);
            } else if let Some(at) = self.points.iter().position(|point| point == word) {
                rest.passed = Some(at);
            } else if rest.castling.is_none() {
                rest.castling = Some(word);
            } else {
                return Err(format!("{} means nothing there", quoted(word)));
            }
        }
        Ok(rest)
    }

    /// `3+3`, checks still to be given, or `+0+0`, checks given.
    fn read_checks(&self, word: &str) -> Result<[u8; 2], String> {
        let most = self.game.rules().ends.checks.ok_or("checks are not counted in this game")?;
        let given = word.strip_prefix('+');
        let parts = given.unwrap_or(word).split_once('+');
        let part = |text: &str| text.parse().ok().filter(|&part: &u8| part <= most);
        let parts = parts.and_then(|(first, second)| Some([part(first)?, part(second)?]));
        let parts =
            parts.ok_or_else(|| format!("checks are two numbers up to {most}, 3+3, not {}", quoted(word)))?;
        Ok(if given.is_some() { parts } else { parts.map(|left| most - left) })
    }

    /// Our own writing of what has been read, without what cannot hold.
    fn told(&self, begin: &str, side: Side, rest: &Rest<'_>) -> Result<(String, Vec<String>), String> {
        let tables = &*self.game.tables;
        let base = self.game.parse_position(begin).map_err(|error| error.to_string())?;
        let (mut text, mut notes) = (begin.to_owned(), Vec::new());
        if tables.rules.ends.move_limit.is_some() {
            let moves = rest.counters.get(1).copied().unwrap_or(1).max(1);
            let turns = (2 * (moves - 1) + side.index() as i32).clamp(tables.opening_end.into(), MAX_MOVES);
            let _ = write!(text, " turns={turns}");
        }
        if tables.rules.ends.quiet_limit.is_some() {
            let _ = write!(text, " quiet={}", rest.counters.first().copied().unwrap_or(0));
        }
        let mut castling = 0;
        let mut absent = String::new();
        for letter in rest.castling.unwrap_or_default().chars() {
            match self.castling_of(&base, letter) {
                0 => absent.push(letter),
                set => castling |= set,
            }
        }
        if !absent.is_empty() {
            notes.push(format!("castling {}: what castles so does not stand there", quoted(&absent)));
        }
        if castling != 0 {
            let _ = write!(text, " castles={}", tables.format_castling(castling));
        }
        if let Some(checks) = rest.checks.filter(|&checks| checks != [0; 2]) {
            let _ = write!(text, " checks={},{}", checks[0], checks[1]);
        }
        if let Some(at) = rest.passed {
            let with = format!("{text} passed={}", tables.rules.board.names[at]);
            match self.game.parse_position(&with) {
                Ok(_) => text = with,
                Err(_) => notes.push(format!("nothing can be taken in passing on {}", self.points[at])),
            }
        }
        // In the order that we write it in.
        let position = self.game.parse_position(&text).map_err(|error| error.to_string())?;
        Ok((self.game.format_position(&position), notes))
    }

    /// The castlings that a letter of a FEN allows: `K` those with a partner to the right of what castles, `Q` to the left,
    /// any other letter those with a partner on the file of this name. Small letters are the second side's.
    fn castling_of(&self, position: &Position, letter: char) -> u16 {
        let tables = &*self.game.tables;
        let standing = tables.castling_of(position);
        let column = |at: u16| tables.rules.board.places[usize::from(at)].0;
        let own = usize::from(letter.is_ascii_lowercase());
        let castles = tables.castles.iter().enumerate().filter(|(i, castle)| {
            let (from, partner) = (column(castle.from), column(castle.partner_from));
            let meant = match letter.to_ascii_uppercase() {
                'K' => partner > from,
                'Q' => partner < from,
                file => u32::from(file).checked_sub(u32::from('A')) == Some(partner.into()),
            };
            standing >> i & 1 != 0 && tables.owner(castle.piece) == own && meant
        });
        castles.fold(0, |set, (i, _)| set | 1 << i)
    }

    /// A position of our own writing as the other program writes it.
    ///
    /// # Errors
    /// If it is no position of this game.
    pub fn write_position(&self, own: &str) -> Result<String, String> {
        let tables = &*self.game.tables;
        let position = self.game.parse_position(own).map_err(|error| error.to_string())?;
        if tables.rules.sow.is_some() {
            return Ok(self.game.format_position(&position));
        }
        let board = self.write_board(&position);
        let moves = position.turns / 2 + 1;
        if self.language == Language::Usi {
            let hand = self.write_hands(&position);
            let hand = if hand.is_empty() { "-" } else { &hand };
            return Ok(format!("{board} {} {hand} {moves}", ['b', 'w'][position.side.index()]));
        }
        let mut text = board;
        if self.has_hands() {
            let _ = write!(text, "[{}]", self.write_hands(&position));
        }
        let castling = self.write_castling(position.castling);
        let passed =
            if position.passed[0] == NOWHERE { "-" } else { &self.points[usize::from(position.passed[0])] };
        let _ = write!(text, " {} {castling} {passed}", ['w', 'b'][position.side.index()]);
        if let Some(most) = tables.rules.ends.checks {
            let [first, second] = position.checks.map(|given| most - given);
            let _ = write!(text, " {first}+{second}");
        }
        let _ = write!(text, " {} {moves}", position.quiet.max(0));
        Ok(text)
    }

    fn write_board(&self, position: &Position) -> String {
        let tables = &*self.game.tables;
        let symbol = |at: usize| {
            let content = position.cells[at];
            let symbol =
                || self.symbols[usize::from(tables.kind(content))].on_board(tables.owner(content) == 1);
            (content != 0).then(symbol)
        };
        let lines = tables.rows().into_iter().map(|row| written_line(row.into_iter().map(symbol)));
        lines.collect::<Vec<_>>().join("/")
    }

    /// The pieces in hand, the first side's first; a number before a letter in USI, and as many letters in FEN.
    fn write_hands(&self, position: &Position) -> String {
        let mut text = String::new();
        for side in Side::BOTH {
            for (kind, symbol) in (0..).zip(&self.symbols) {
                let count = position.in_hand(side, kind);
                let letter = symbol.on_board(side == Side::Second);
                match (self.language, count) {
                    (_, 0) => {}
                    (Language::Uci, _) => text += &letter.repeat(count.into()),
                    (Language::Usi, 1) => text += &letter,
                    (Language::Usi, _) => text += &format!("{count}{letter}"),
                }
            }
        }
        text
    }

    fn write_castling(&self, castling: u16) -> String {
        let tables = &*self.game.tables;
        let column = |at: u16| tables.rules.board.places[usize::from(at)].0;
        let mut text = String::new();
        let possible = tables.castles.iter().enumerate().filter(|(i, _)| castling >> i & 1 != 0);
        for (_, castle) in possible {
            let right = column(castle.partner_from) > column(castle.from);
            text.push(cased(if right { 'K' } else { 'Q' }, tables.owner(castle.piece)));
        }
        if text.is_empty() { "-".into() } else { text }
    }

    fn side_letter(&self, side: Side) -> char {
        Tables::side_letters(&self.game.tables)[side.index()]
    }
}

/// A line of a board, `None` for empty points, which are counted.
fn written_line(cells: impl Iterator<Item = Option<String>>) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for cell in cells.chain([Some(String::new())]) {
        match cell {
            None => empty += 1,
            Some(piece) => {
                if empty > 0 {
                    text += &empty.to_string();
                }
                empty = 0;
                text += &piece;
            }
        }
    }
    text
}
