//! A game as its moves, with what the search said before each and how it ended.

use crate::network_games;
use wanqi_game::{Game, Outcome, Side};
use wanqi_games::gomoku::{Gomoku, Move, Position, Rule};

/// Bytes before the moves (rule, size, outcome), and of a move.
const HEADER: usize = 3;
const OF_MOVE: usize = 5;

/// The rules, in the order of their numbers.
pub const RULES: [Rule; 3] = [Rule::Freestyle, Rule::ExactFive, Rule::Renju];

/// A game without passes, on a square board.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// By which rules.
    pub game: Gomoku,
    /// How it ended.
    pub outcome: Outcome,
    /// Its moves.
    pub moves: Vec<Played>,
}

/// A move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// `row * size + column`.
    pub point: u16,
    /// What the search said before, for the side to move, if the position was quiet.
    pub score: Option<i16>,
}

const OUTCOMES: [Outcome; 3] = [Outcome::Win(Side::Second), Outcome::Draw, Outcome::Win(Side::First)];

impl Record {
    /// How the game ended for a side: 1 won, ½ drawn, 0 lost.
    pub fn result(&self, side: Side) -> f32 {
        self.outcome.value_for(side) as f32
    }

    /// Visits every position with the move after it; that one is `None` at the end.
    ///
    /// # Errors
    /// If a stone cannot be put there.
    pub fn each_position(&self, mut visit: impl FnMut(&Position, &Played, Move)) -> Result<(), String> {
        let (game, size) = (&self.game, self.game.columns());
        let mut position = game.start();
        for played in &self.moves {
            let (row, column) = (usize::from(played.point) / size, usize::from(played.point) % size);
            let mv = (row < size && game.outcome(&position).is_none())
                .then(|| game.move_at(&position, row, column))
                .flatten()
                .ok_or_else(|| format!("a stone cannot be put on point {}", played.point))?;
            visit(&position, played, mv);
            game.play(&mut position, mv);
        }
        Ok(())
    }
}

impl network_games::Record for Record {
    fn positions(&self) -> usize {
        self.moves.iter().filter(|played| played.score.is_some()).count()
    }

    fn to_bytes(&self) -> Vec<u8> {
        let rule = RULES.iter().position(|&rule| rule == self.game.rule()).unwrap_or_default();
        let outcome = OUTCOMES.iter().position(|&outcome| outcome == self.outcome).unwrap_or_default();
        let mut bytes = vec![rule as u8, self.game.columns() as u8, outcome as u8];
        for Played { point, score } in &self.moves {
            bytes.extend(point.to_le_bytes());
            bytes.extend(score.unwrap_or_default().to_le_bytes());
            bytes.push(score.is_some().into());
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Record, String> {
        let (&[rule, size, outcome], moves) =
            bytes.split_first_chunk::<HEADER>().ok_or("it ends before its moves")?;
        let rule = *RULES.get(usize::from(rule)).ok_or("a game has no such rule")?;
        let outcome = *OUTCOMES.get(usize::from(outcome)).ok_or("a game has no such end")?;
        let game = Gomoku::new(size, rule).ok_or_else(|| format!("there is no board of size {size}"))?;
        let (moves, rest) = moves.as_chunks::<OF_MOVE>();
        if !rest.is_empty() {
            return Err("it ends in the middle of a move".into());
        }
        let played = |&[p0, p1, s0, s1, quiet]: &[u8; OF_MOVE]| Played {
            point: u16::from_le_bytes([p0, p1]),
            score: (quiet == 1).then_some(i16::from_le_bytes([s0, s1])),
        };
        let record = Record { game, outcome, moves: moves.iter().map(played).collect() };
        record.each_position(|_, _, _| {})?;
        Ok(record)
    }
}
