//! What Portable Draughts Notation has beside PGN: the tag `GameType`, squares by numbers, positions of its own, and
//! results that White comes first in. Tag pairs, comments and variations are those of [`pgn`](super::pgn).
//! <https://en.wikipedia.org/wiki/Portable_Draughts_Notation>

use std::fmt::Write;
use wanqi_play::{Side, Table};

/// A game of draughts as PDN knows it.
pub struct Draughts {
    /// Our name of it.
    pub game: &'static str,
    /// Its number among the types of games.
    number: u32,
    /// The whole tag: its number, who begins, columns, rows, how squares are called and where the first is, whether the
    /// board is turned.
    pub game_type: &'static str,
    size: u16,
    /// Whether square 1 is on the lowest line, where who begins sits.
    from_below: bool,
    /// Whether squares are called `c3`.
    letters: bool,
    /// Whether White begins.
    white_first: bool,
}

const GAMES: [Draughts; 3] = [
    Draughts {
        game: "english-draughts",
        number: 21,
        game_type: "21,B,8,8,N1,0",
        size: 8,
        from_below: true,
        letters: false,
        white_first: false,
    },
    Draughts {
        game: "international-draughts",
        number: 20,
        game_type: "20,W,10,10,N2,0",
        size: 10,
        from_below: false,
        letters: false,
        white_first: true,
    },
    Draughts {
        game: "russian-draughts",
        number: 25,
        game_type: "25,W,8,8,A0,0",
        size: 8,
        from_below: false,
        letters: true,
        white_first: true,
    },
];

/// The tag that says which draughts it is.
pub const GAME_TYPE: &str = "GameType";

impl Draughts {
    /// What a file of draughts has that does not say which.
    pub const USUAL: &Draughts = &GAMES[0];

    /// The draughts that have this name here.
    pub fn named(game: &str) -> Option<&'static Draughts> {
        GAMES.iter().find(|known| known.game == game)
    }

    /// The draughts of a tag such as `20,W,10,10,N2,0` or `20`.
    pub fn of_type(tag: &str) -> Option<&'static Draughts> {
        let number: u32 = tag.split(',').next()?.trim().parse().ok()?;
        GAMES.iter().find(|known| known.number == number)
    }

    /// The winner of a result in which White comes first, or the other way round.
    pub fn turned(&self, winner: Option<u8>) -> Option<u8> {
        winner.map(|side| if self.white_first { side } else { 1 - side.min(1) })
    }

    /// The winner that a result tells, as draughts has it beside PGN's.
    pub fn result(sign: &str) -> Option<Option<u8>> {
        match sign {
            "2-0" => Some(Some(0)),
            "0-2" => Some(Some(1)),
            "1-1" => Some(None),
            _ => None,
        }
    }

    /// A turn in the numbers of squares as PDN writes it.
    pub fn turn_text(&self, numbers: &str) -> String {
        if !self.letters {
            return numbers.to_owned();
        }
        let mut text = String::new();
        for word in numbers.split_inclusive(|c: char| !c.is_ascii_digit()) {
            let digits = word.trim_end_matches(|c: char| !c.is_ascii_digit());
            let named = digits.parse().ok().and_then(|number| self.point(number)).map(|at| self.name(at));
            text += named.as_deref().unwrap_or(digits);
            text += &word[digits.len()..];
        }
        text
    }

    /// The point of a numbered square, counted from the upper left, line by line.
    fn point(&self, number: u16) -> Option<u16> {
        let all = self.size * self.size / 2;
        let number = (1..=all).contains(&number).then_some(number)?;
        let from_above = if self.from_below { all - number } else { number - 1 };
        let row = from_above / (self.size / 2);
        // The lower left square is dark, so those of the first line are the second, the fourth and so on.
        let column = 2 * (from_above % (self.size / 2)) + (row + 1) % 2;
        Some(row * self.size + column)
    }

    fn name(&self, point: u16) -> String {
        let (row, column) = (point / self.size, point % self.size);
        format!("{}{}", char::from(b'a' + column as u8), self.size - row)
    }

    /// Reads `W:W31-50:B1-20`, with `K` before kings: a position as the table has it; `None` if it is no such text.
    pub fn read_position(&self, text: &str, table: &dyn Table) -> Option<String> {
        let mut parts = text.trim().trim_end_matches('.').split(':');
        let side = |letter: &str| {
            let white = match letter {
                "W" | "w" => true,
                "B" | "b" => false,
                _ => return None,
            };
            Some(if white == self.white_first { Side::First } else { Side::Second })
        };
        let to_move = side(parts.next()?.trim())?;
        let mut pieces = Vec::new();
        for part in parts {
            let part = part.trim();
            let owner = side(part.get(..1)?)?;
            for word in part[1..].split(',').map(str::trim).filter(|word| !word.is_empty()) {
                let (letter, squares) = word.strip_prefix(['K', 'k']).map_or(('M', word), |rest| ('K', rest));
                let letter = if owner == Side::First { letter } else { letter.to_ascii_lowercase() };
                let (from, to) = squares.split_once('-').unwrap_or((squares, squares));
                let (from, to) = (self.square(from)?, self.square(to)?);
                for number in from..=to {
                    pieces.push((self.point(number)?, letter));
                }
            }
        }
        Some(table.set_up(&pieces, to_move))
    }

    /// The number of a square, from its number or its name.
    fn square(&self, text: &str) -> Option<u16> {
        let all = 1..=self.size * self.size / 2;
        let text = text.trim();
        text.parse().ok().filter(|number| all.contains(number)).or_else(|| {
            all.clone().find(|&number| self.point(number).is_some_and(|at| self.name(at) == text))
        })
    }

    /// The position that a table begins with, as PDN writes it; as we do where it says more than PDN can.
    pub fn position_text(&self, table: &dyn Table) -> String {
        let first = table.first_position();
        let mut text = String::new();
        let begins = |side: Side| if (side == Side::First) == self.white_first { 'W' } else { 'B' };
        let mut at_first = table.fork();
        while at_first.undo() {}
        text.push(begins(at_first.side_to_move()));
        let board = first.split(' ').next().unwrap_or_default();
        for side in Side::BOTH {
            let mut squares = Vec::new();
            for number in 1..=self.size * self.size / 2 {
                let Some(piece) = self.point(number).and_then(|at| piece_at(board, self.size, at)) else {
                    continue;
                };
                if piece.is_ascii_uppercase() == (side == Side::First) {
                    let king = if piece.eq_ignore_ascii_case(&'K') { "K" } else { "" };
                    let name = self.point(number).filter(|_| self.letters).map(|at| self.name(at));
                    squares.push(format!("{king}{}", name.unwrap_or_else(|| number.to_string())));
                }
            }
            let _ = write!(text, ":{}{}", begins(side), squares.join(","));
        }
        let same = self
            .read_position(&text, table)
            .is_some_and(|read| at_first.set_position(&read).is_ok() && at_first.first_position() == first);
        if same { text } else { first }
    }
}

/// The letter on a point of a board such as `m2M/4`.
fn piece_at(board: &str, size: u16, point: u16) -> Option<char> {
    let row = board.split('/').nth(usize::from(point / size))?;
    let mut column = 0;
    let mut empty = 0;
    for c in row.chars() {
        if let Some(digit) = c.to_digit(10) {
            empty = 10 * empty + digit as u16;
            continue;
        }
        column += std::mem::take(&mut empty);
        if column == point % size {
            return Some(c);
        }
        column += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_numbered_from_where_black_begins() {
        for (game, number, name) in [
            ("english-draughts", 1, "g1"),
            ("english-draughts", 4, "a1"),
            ("english-draughts", 5, "h2"),
            ("english-draughts", 32, "b8"),
            ("international-draughts", 1, "b10"),
            ("international-draughts", 6, "a9"),
            ("international-draughts", 50, "i1"),
            ("russian-draughts", 1, "b8"),
        ] {
            let draughts = Draughts::named(game).expect(game);
            let point = draughts.point(number).expect("a square");
            assert_eq!(draughts.name(point), name, "{game} {number}");
            assert_eq!(draughts.square(name), Some(number), "{game} {name}");
        }
    }

    #[test]
    fn positions_are_written_and_read() {
        for (game, text) in [
            ("english-draughts", "B:B1,2,3,4,5,6,7,8,9,10,11,12:W21,22,23,24,25,26,27,28,29,30,31,32"),
            ("international-draughts", "W:W33,K40:B7,K9"),
            ("russian-draughts", "B:Wc3,Ka1:Bh8"),
        ] {
            let draughts = Draughts::named(game).expect(game);
            let mut table = wanqi_play::table(&wanqi_play::Spec::new(game)).expect(game);
            let read = draughts.read_position(text, &*table).expect(text);
            table.set_position(&read).expect(text);
            assert_eq!(draughts.position_text(&*table), text);
        }
        let draughts = Draughts::USUAL;
        let table = wanqi_play::table(&wanqi_play::Spec::new(draughts.game)).expect("a game");
        let ranges = draughts.read_position("B:W21-32:B1-12.", &*table).expect("ranges");
        assert_eq!(ranges, "1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 b");
        for wrong in ["", "W", "X:W1:B2", "W:W33:B1", "W:Wé:B1", "W:é", "W:W1-99999:B2", "W:W5-1:B99", "W::"]
        {
            let read = draughts.read_position(wrong, &*table);
            assert!(wrong == "W" || read.is_none(), "{wrong}: {read:?}");
        }
    }
}
