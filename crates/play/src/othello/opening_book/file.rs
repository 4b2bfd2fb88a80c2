//! A book as a file: a mark, a version, what the book says of itself, its positions, a checksum.
//!
//! Numbers are little-endian. After [`Book::MARK`] come [`VERSION`] and the length of the [`Header`] (32 bits each), the header as
//! JSON, the positions, and the FNV-1a hash (64 bits) of all that came before. The positions are those that a walk from
//! the start meets for the first time, moves in the game's order: each is told by the moves that lead to it, so that
//! none can be impossible. Of each there is one bit a legal move, whether it leads to another position of the book, and
//! then the move that leads out of it, counted among the legal ones ([`NONE`] if there is none), and what that is worth
//! (16 bits). Of finished games there is nothing.

use super::{Book, BookPosition, Deviation, Key, key, rules, successors};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use wanqi_eval::network::checksum;
use wanqi_game::{Game, quoted};
use wanqi_games::othello::{Goal, Move, Othello, Position, Size};

/// The version of the format.
const VERSION: u32 = 1;
/// No move leads out of the book.
const NONE: u8 = 0xFF;

/// What a book says of itself.
#[derive(Serialize, Deserialize)]
struct Header {
    /// The rules, as the spec of a game.
    game: String,
    /// How it was made.
    made: String,
    /// The number of its positions.
    positions: u32,
    /// The bytes of its positions.
    bytes: u32,
}

impl Book {
    /// What every file begins with.
    pub const MARK: &[u8] = b"wanqibook";

    /// The bytes of the book.
    pub fn write(&self) -> Vec<u8> {
        let mut body = Vec::new();
        let mut written = vec![false; self.positions.len()];
        // The walk, without recursion: what is still to be written, the next last.
        let mut waiting: Vec<u32> = if self.is_empty() { Vec::new() } else { vec![0] };
        while let Some(place) = waiting.pop() {
            if std::mem::replace(&mut written[place as usize], true) {
                continue;
            }
            let one = &self.positions[place as usize];
            self.write_position(one, &mut body);
            waiting.extend(one.children.iter().rev().map(|&(_, child)| child));
        }
        let header = Header {
            game: rules(&self.game),
            made: self.made.clone(),
            positions: self.positions.len() as u32,
            bytes: body.len() as u32,
        };
        let header = serde_json::to_vec(&header).expect("texts and numbers are JSON");
        let mut bytes = Book::MARK.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header);
        bytes.extend(body);
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    fn write_position(&self, one: &BookPosition, body: &mut Vec<u8>) {
        let legal = legal_moves(&self.game, &one.position);
        if legal.is_empty() {
            return;
        }
        let mut bits = vec![0_u8; legal.len().div_ceil(8)];
        for &(mv, _) in &one.children {
            let place = legal.iter().position(|known| *known == mv).unwrap_or(0);
            bits[place / 8] |= 1 << (place % 8);
        }
        body.extend(bits);
        match one.deviation {
            None => body.push(NONE),
            Some(Deviation { mv, value }) => {
                body.push(legal.iter().position(|known| *known == mv).unwrap_or(0) as u8);
                body.extend(value.to_le_bytes());
            }
        }
    }

    /// Reads the bytes of a book.
    ///
    /// # Errors
    /// If they are none, or not as they were written: what is wrong, and where.
    pub fn read(bytes: &[u8]) -> Result<Book, String> {
        let cut_off = || format!("the book is cut off after {} bytes", bytes.len());
        let rest =
            bytes.strip_prefix(Book::MARK).ok_or("this is no opening book of Othello made by wanqi")?;
        let (version, rest) = rest.split_first_chunk().ok_or_else(cut_off)?;
        let version = u32::from_le_bytes(*version);
        if version != VERSION {
            return Err(format!("a book of version {version} cannot be read, only one of version {VERSION}"));
        }
        let (length, rest) = rest.split_first_chunk().ok_or_else(cut_off)?;
        let (header, rest) =
            rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(cut_off)?;
        let header: Header = serde_json::from_slice(header)
            .map_err(|error| format!("what the book says of itself cannot be read: {error}"))?;
        let (body, rest) = rest.split_at_checked(header.bytes as usize).ok_or_else(cut_off)?;
        let (sum, behind) = rest.split_first_chunk().ok_or_else(cut_off)?;
        if !behind.is_empty() {
            return Err(format!("{} bytes stand behind the end of the book", behind.len()));
        }
        if checksum(&bytes[..bytes.len() - sum.len()]) != u64::from_le_bytes(*sum) {
            return Err("the book is damaged: its checksum differs".into());
        }
        let game = of_rules(&header.game)
            .ok_or_else(|| format!("the book is of {}, which has none", quoted(&header.game)))?;
        let mut reader = Reader { game, rest: body, positions: Vec::new(), places: HashMap::new() };
        reader.walk(header.positions)?;
        let Reader { rest, positions, places, .. } = reader;
        if !rest.is_empty() {
            return Err(format!("{} bytes stand behind the last position", rest.len()));
        }
        let mut book = Book { game, made: header.made, positions, places };
        book.link();
        book.check()?;
        Ok(book)
    }

    /// Whether each position's move that leads out of the book does, and is only lacking where all lead to another.
    fn check(&self) -> Result<(), String> {
        for (place, one) in self.positions.iter().enumerate() {
            let successors = successors(&self.game, &one.position);
            let leads_out = |mv: Move| {
                successors
                    .iter()
                    .any(|(known, next)| *known == mv && !self.places.contains_key(&key(next, &self.game)))
            };
            let right = match one.deviation {
                Some(out) => leads_out(out.mv),
                None => one.children.len() == successors.len(),
            };
            if !right {
                return Err(format!("position {place}: the move that leads out of the book is none"));
            }
        }
        Ok(())
    }
}

/// The rules that a spec names.
fn of_rules(text: &str) -> Option<Othello> {
    let sizes = [Size::Eight, Size::Six].into_iter();
    let mut games =
        sizes.flat_map(|size| [Goal::Most, Goal::Fewest].map(|goal| Othello::new(size).with_goal(goal)));
    games.find(|game| rules(game) == text)
}

/// The moves of a position in the game's order; none once the game is over.
fn legal_moves(game: &Othello, position: &Position) -> Vec<Move> {
    let mut legal = Vec::new();
    if game.outcome(position).is_none() {
        game.each_move(position, |mv| legal.push(mv));
    }
    legal
}

/// The walk through the positions of a file.
struct Reader<'a> {
    game: Othello,
    rest: &'a [u8],
    positions: Vec<BookPosition>,
    places: HashMap<Key, u32>,
}

impl<'a> Reader<'a> {
    fn walk(&mut self, count: u32) -> Result<(), String> {
        let mut waiting = if count == 0 { Vec::new() } else { vec![self.game.start().canonical().0] };
        while let Some(position) = waiting.pop() {
            if self.places.contains_key(&key(&position, &self.game)) {
                continue;
            }
            let place = self.positions.len() as u32;
            if place == count {
                return Err(format!("there are more than its {count} positions"));
            }
            let next =
                self.position(&position).ok_or_else(|| format!("position {place} is not told whole"))?;
            self.places.insert(key(&position, &self.game), place);
            waiting.extend(next.into_iter().rev());
        }
        if self.positions.len() == count as usize {
            Ok(())
        } else {
            Err(format!("there are {} positions and not {count}", self.positions.len()))
        }
    }

    /// Reads what is said of a position, and gives those of the book that follow.
    fn position(&mut self, position: &Position) -> Option<Vec<Position>> {
        let legal = legal_moves(&self.game, position);
        let mut next = Vec::new();
        let mut deviation = None;
        if !legal.is_empty() {
            let bits = self.take(legal.len().div_ceil(8))?;
            let is_known = |place: usize| bits[place / 8] & 1 << (place % 8) != 0;
            for &mv in legal.iter().enumerate().filter_map(|(place, mv)| is_known(place).then_some(mv)) {
                let mut child = *position;
                self.game.play(&mut child, mv);
                next.push(child.canonical().0);
            }
            let out = self.take(1)?[0];
            if out != NONE {
                let mv = *legal.get(usize::from(out))?;
                let value = i16::from_le_bytes(*self.take(2)?.first_chunk()?);
                // Anything else would not go up as it should.
                let most = 100 * self.game.board().count_ones() as i16;
                deviation =
                    Some(Deviation { mv, value }).filter(|out| out.value.unsigned_abs() <= most as u16);
                deviation?;
            }
        }
        self.positions.push(BookPosition { position: *position, deviation, children: Vec::new(), value: 0 });
        Some(next)
    }

    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }
}
