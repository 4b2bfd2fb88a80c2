//! Games of chess's kind as other programs write them: moves in short algebraic notation (`Nbd7`, `exd8=Q`, `O-O`) and
//! positions as FEN with what lichess and Fairy-Stockfish add to it. Both are read only.
//! <https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm>,
//! <https://github.com/fairy-stockfish/Fairy-Stockfish/wiki/FEN-and-PGN>.

use super::Rulebook;
use super::model::KindId;
use super::position::{Move, MoveKind, Position};
use std::fmt::Write;
use wanqi_game::{Game, Side};

impl Rulebook {
    /// Reads a move in short algebraic notation, if only one can be meant.
    pub(super) fn read_san(&self, position: &Position, text: &str) -> Option<Move> {
        let text = text.trim().trim_end_matches(['+', '#', '!', '?']);
        if !self.tables.facts.royal || text.is_empty() {
            return None;
        }
        let san = San::of(text, |letter| self.rules().kinds.iter().any(|kind| kind.letter == letter))?;
        let mut found = Vec::new();
        self.each_move(position, |mv| {
            if self.is_meant(position, mv, &san) {
                found.push(mv);
            }
        });
        match found[..] {
            [mv] => Some(mv),
            _ => None,
        }
    }

    fn is_meant(&self, position: &Position, mv: Move, san: &San) -> bool {
        let board = &self.rules().board;
        let name = |at: u16| board.names.get(usize::from(at)).map_or("", |name| name);
        let letter = |content| self.san_letter(self.tables.kind(content));
        match *san {
            San::Castle { right } => {
                let column = board.places.get(usize::from(mv.to)).map_or(0, |place| place.0);
                mv.what == MoveKind::Castle && right == (2 * column >= board.columns)
            }
            San::Go { piece, from, to, becomes } => {
                let Some(&moved) = position.cells.get(usize::from(mv.from)) else { return false };
                mv.goes()
                    && name(mv.to) == to
                    && moved != 0
                    && letter(moved) == piece
                    && (name(mv.from).starts_with(from) || name(mv.from).ends_with(from))
                    && becomes == (mv.becomes != moved).then(|| letter(mv.becomes))
            }
        }
    }

    /// What a FEN says in this game's own words; `None` if it is none.
    pub(super) fn read_fen(&self, text: &str) -> Option<String> {
        let mut words = text.split_whitespace();
        let (board, side) = (words.next()?, words.next()?);
        let board = self.with_promoted(board);
        let (board, hand) = match board.split_once('[') {
            Some((board, hand)) => (board, hand.strip_suffix(']')?),
            None => (&*board, ""),
        };
        let mut own = format!("{board} {side}");
        let rights = words.next().unwrap_or("-");
        let passed = words.next().unwrap_or("-");
        let mut partners = Vec::new();
        for right in rights.chars().filter(|&c| c != '-') {
            partners.push(self.partner(right)?);
        }
        partners.sort_unstable();
        if self.tables.facts.castles && !partners.is_empty() {
            let names = partners.iter().map(|&at| &*self.rules().board.names[usize::from(at)]);
            let _ = write!(own, " castles={}", names.collect::<Vec<_>>().join(","));
        }
        if self.tables.facts.passing && passed != "-" {
            let _ = write!(own, " passed={passed}");
        }
        if let Some(most) = self.rules().ends.checks {
            let given = words.find_map(|word| checks_given(word, most)).filter(|&given| given != [0; 2]);
            if let Some([first, second]) = given {
                let _ = write!(own, " checks={first},{second}");
            }
        }
        let mut held = String::new();
        let sides: [&dyn Fn(&char) -> bool; 2] = [&|c| c.is_ascii_uppercase(), &|c| c.is_ascii_lowercase()];
        for of_side in sides {
            for kind in &self.rules().kinds {
                let is_it = |c: &char| of_side(c) && c.to_ascii_uppercase() == kind.letter;
                let mut all = hand.chars().filter(is_it).peekable();
                if let Some(&letter) = all.peek() {
                    let _ = write!(held, "{letter}{}", all.count());
                }
            }
        }
        if !held.is_empty() {
            let _ = write!(own, " hand={held}");
        }
        Some(own)
    }

    /// The letter of a kind, of a promoted queen that is known to have been a pawn that of a queen.
    fn san_letter(&self, kind: KindId) -> char {
        let kinds = &self.rules().kinds;
        let own = &kinds[usize::from(kind)];
        let once = own.name.strip_prefix("promoted ");
        let same = once.and_then(|name| kinds.iter().find(|other| other.name == name));
        same.map_or(own.letter, |other| other.letter)
    }

    /// A board in which the letters of such pieces stand for those with a `~` behind them.
    fn with_promoted(&self, board: &str) -> String {
        let mut own = String::new();
        for c in board.chars() {
            if c != '~' {
                own.push(c);
                continue;
            }
            let Some(last) = own.pop() else { continue };
            let kinds = 0..self.rules().kinds.len() as KindId;
            let letter = |kind: KindId| self.rules().kinds[usize::from(kind)].letter;
            let promoted = |&kind: &KindId| {
                letter(kind) != last.to_ascii_uppercase()
                    && self.san_letter(kind) == last.to_ascii_uppercase()
            };
            let found = kinds.into_iter().find(promoted).map_or(last, letter);
            own.push(if last.is_ascii_lowercase() { found.to_ascii_lowercase() } else { found });
        }
        own
    }

    /// Where the partner of a castling stands that FEN calls `K`, `Q`, `k` or `q`, or by its file.
    fn partner(&self, right: char) -> Option<u16> {
        let side = if right.is_ascii_uppercase() { Side::First } else { Side::Second };
        let board = &self.rules().board;
        let castles = self.rules().kinds.iter().flat_map(|kind| &kind.castles[side.index()]);
        let mut partners = castles.map(|castle| (castle.partner_from, castle.to));
        let is_right = |to: u16| 2 * board.places[usize::from(to)].0 >= board.columns;
        let letter = right.to_ascii_lowercase();
        let found = match letter {
            'k' => partners.find(|&(_, to)| is_right(to)),
            'q' => partners.find(|&(_, to)| !is_right(to)),
            file => partners.find(|&(at, _)| board.names[usize::from(at)].starts_with(file)),
        };
        found.map(|(at, _)| at)
    }
}

/// `+1+0`, checks given by each side, as lichess writes it; `2+3`, those still to be given, as others do.
fn checks_given(word: &str, most: u8) -> Option<[u8; 2]> {
    let (given, word) = word.strip_prefix('+').map_or((false, word), |rest| (true, rest));
    let (first, second) = word.split_once('+')?;
    let part = |text: &str| text.parse::<u8>().ok().filter(|&part| part <= most);
    let parts = [part(first)?, part(second)?];
    Some(if given { parts } else { parts.map(|part| most - part) })
}

/// What short algebraic notation says of a move.
#[derive(Clone, Copy)]
enum San<'a> {
    Castle { right: bool },
    Go { piece: char, from: &'a str, to: &'a str, becomes: Option<char> },
}

impl San<'_> {
    fn of(text: &str, is_kind: impl Fn(char) -> bool) -> Option<San<'_>> {
        match &*text.replace('0', "O") {
            "O-O" => return Some(San::Castle { right: true }),
            "O-O-O" => return Some(San::Castle { right: false }),
            _ => {}
        }
        let piece = text.chars().next().filter(|&c| c.is_ascii_uppercase() && is_kind(c));
        let rest = if piece.is_some() { &text[1..] } else { text };
        let becomes = rest.chars().next_back().filter(|&c| c.is_ascii_uppercase() && is_kind(c));
        let rest = if becomes.is_some() { &rest[..rest.len() - 1] } else { rest };
        let rest = rest.trim_end_matches('=');
        let digits = rest.trim_end_matches(|c: char| c.is_ascii_digit());
        let start = digits.char_indices().next_back().filter(|(_, c)| c.is_ascii_lowercase())?.0;
        let (from, to) = rest.split_at(start);
        (digits.len() < rest.len()).then(|| San::Go {
            piece: piece.unwrap_or('P'),
            from: from.trim_end_matches(['x', '-']),
            to,
            becomes,
        })
    }
}
