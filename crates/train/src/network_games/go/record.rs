//! A game as its moves, with what searches said and looked at, and how it ended.

use crate::network_games;
use wanqi_eval::go::network::Input;
use wanqi_game::{Game, Side};
use wanqi_games::go::{Capacity, Go, Move, UpTo9, UpTo13, UpTo19};

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Lines of the board.
    pub size: u8,
    /// Halves of points that White gets.
    pub komi: i16,
    /// By how many points Black was ahead at the end, without the komi.
    pub lead: i16,
    /// For each point, row by row, whose it was at the end: 1 Black's, −1 White's.
    pub ownership: Vec<i8>,
    /// Its moves.
    pub moves: Vec<Played>,
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// `row * size + column`; the number of points for a pass.
    pub point: u16,
    /// Whether it was searched in earnest.
    pub is_searched: bool,
    /// What the search said before, for the side to move, from −1000 to 1000.
    pub value: i16,
    /// How often the search has looked at moves, by their points.
    pub visits: Vec<(u16, u16)>,
}

/// A position that teaches.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// What is seen.
    pub input: Input,
    /// For each point, and then for a pass, how often the search has looked at the move: 255 for the one it looked at most.
    pub visits: Vec<u8>,
    /// For each point whose it was at the end: 1 the side's to move, −1 the other's.
    pub ownership: Vec<i8>,
    /// By how many points the side to move was ahead at the end, komi included.
    pub lead: f32,
    /// What the search said, from −1000 to 1000.
    pub value: i16,
}

impl Record {
    /// Visits every position that teaches.
    ///
    /// # Errors
    /// If a move cannot be made.
    pub fn each_sample(&self, visit: &mut dyn FnMut(Sample)) -> Result<(), String> {
        match self.size {
            ..=9 => self.each_on::<UpTo9>(visit),
            10..=13 => self.each_on::<UpTo13>(visit),
            _ => self.each_on::<UpTo19>(visit),
        }
    }

    fn each_on<C: Capacity>(&self, visit: &mut dyn FnMut(Sample)) -> Result<(), String> {
        let komi = f64::from(self.komi) / 2.0;
        let go = Go::<C>::new(self.size).and_then(|go| go.with_komi(komi));
        let go = go.map_err(|error| error.message().to_string())?;
        let points = go.size() * go.size();
        let mut line = vec![go.start()];
        for played in &self.moves {
            let position = line[line.len() - 1];
            let sign = if matches!(go.side_to_move(&position), Side::First) { 1 } else { -1 };
            if played.is_searched {
                let most = played.visits.iter().map(|&(_, visits)| visits).max().unwrap_or(1);
                let mut visits = vec![0; points + 1];
                for &(point, count) in &played.visits {
                    let share = 255.0 * f32::from(count) / f32::from(most.max(1));
                    *visits.get_mut(usize::from(point)).ok_or("a search has looked beyond the board")? =
                        share.round() as u8;
                }
                visit(Sample {
                    input: Input::of(&go, &line),
                    visits,
                    ownership: self.ownership.iter().map(|&owned| sign * owned).collect(),
                    lead: f32::from(sign) * (f32::from(self.lead) - komi as f32),
                    value: played.value,
                });
            }
            let is_legal = |mv: &Move| {
                let mut is_legal = false;
                go.each_move(&position, |legal| is_legal |= legal == *mv);
                is_legal && go.outcome(&position).is_none()
            };
            let mv =
                if usize::from(played.point) == points { Some(Move::PASS) } else { go.stone(played.point) };
            let mv = mv.filter(is_legal).ok_or_else(|| format!("move {} cannot be made", line.len()))?;
            let mut next = position;
            go.play(&mut next, mv);
            line.push(next);
        }
        Ok(())
    }
}

/// Numbers of sixteen bits, one after the other.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], String> {
        let (bytes, rest) = self.0.split_at_checked(count).ok_or("it ends in the middle")?;
        self.0 = rest;
        Ok(bytes)
    }

    fn byte(&mut self) -> Result<u8, String> {
        Ok(self.bytes(1)?[0])
    }

    fn number(&mut self) -> Result<u16, String> {
        Ok(u16::from_le_bytes([self.byte()?, self.byte()?]))
    }
}

impl network_games::Record for Record {
    fn positions(&self) -> usize {
        self.moves.iter().filter(|played| played.is_searched).count()
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.size];
        bytes.extend(self.komi.to_le_bytes());
        bytes.extend(self.lead.to_le_bytes());
        bytes.extend((self.moves.len() as u16).to_le_bytes());
        bytes.extend(self.ownership.iter().map(|owned| owned.cast_unsigned()));
        for Played { point, is_searched, value, visits } in &self.moves {
            bytes.extend(point.to_le_bytes());
            bytes.push((*is_searched).into());
            bytes.extend(value.to_le_bytes());
            bytes.extend((visits.len() as u16).to_le_bytes());
            for (point, count) in visits {
                bytes.extend(point.to_le_bytes());
                bytes.extend(count.to_le_bytes());
            }
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Record, String> {
        let mut reader = Reader(bytes);
        let size = reader.byte()?;
        let [komi, lead] = [reader.number()?.cast_signed(), reader.number()?.cast_signed()];
        let count = reader.number()?;
        let owned = reader.bytes(usize::from(size) * usize::from(size))?;
        let ownership = owned.iter().map(|owned| owned.cast_signed().signum()).collect();
        let moves = (0..count).map(|_| {
            let (point, is_searched) = (reader.number()?, reader.byte()? == 1);
            let (value, visited) = (reader.number()?.cast_signed(), reader.number()?);
            let visits: Result<Vec<(u16, u16)>, String> =
                (0..visited).map(|_| Ok((reader.number()?, reader.number()?))).collect();
            let visits = visits?;
            Ok(Played { point, is_searched: is_searched && !visits.is_empty(), value, visits })
        });
        let moves: Result<Vec<Played>, String> = moves.collect();
        let record = Record { size, komi, lead, ownership, moves: moves? };
        if !reader.0.is_empty() {
            return Err("there is more than its moves".into());
        }
        record.each_sample(&mut |_| {})?;
        Ok(record)
    }
}
