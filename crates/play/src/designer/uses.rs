//! How often each move of each piece, and each end that a file names, had a part in games.

use serde::Serialize;
use std::collections::BTreeMap;
use wanqi_game::{Game, Side};
use wanqi_games::rulebook::board::Offset;
use wanqi_games::rulebook::explain::{move_in_words, ways_in_words};
use wanqi_games::rulebook::model::{KindSet, Rules, Shape};
use wanqi_games::rulebook::{Cause, Move, Position, Rulebook, causes};

/// What a move of a piece did: one of the moves that its file lists.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveUse {
    /// The piece's name.
    pub piece: String,
    /// Its letter.
    pub letter: char,
    /// How it goes, in words.
    pub how: String,
    /// In how many positions it was among the legal moves.
    pub offered: u64,
    /// How often it was played.
    pub played: u64,
    /// The directions, of several, in which it was never played, in words.
    pub idle_ways: String,
}

impl MoveUse {
    /// Whether it was hardly ever worth while: chosen less than once in fifty times that it could have been.
    pub fn is_rare(&self) -> bool {
        self.played * 50 < self.offered
    }
}

/// What one of the ends that a file names did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EndUse {
    /// Which, in words: "reaching a goal (C)".
    pub how: String,
    /// How many games it ended.
    pub games: u64,
    /// Whether it is a goal, and not what ends games that come to nothing.
    pub is_goal: bool,
}

impl EndUse {
    /// Whether hardly any of so many games came to it.
    pub fn is_rare(&self, games: u64) -> bool {
        self.games * 20 < games
    }
}

/// The counts under way.
pub struct Uses {
    rules: Rules,
    /// By kind and move: offered, played, and played by direction.
    moves: Vec<Vec<UseCount>>,
    ends: BTreeMap<Cause, u64>,
}

#[derive(Clone, Default)]
struct UseCount {
    offered: u64,
    played: u64,
    ways: Vec<Offset>,
}

impl Uses {
    /// Nothing has been watched yet.
    pub fn new(rulebook: &Rulebook) -> Uses {
        let rules = rulebook.rules().clone();
        let moves = rules.kinds.iter().map(|kind| vec![UseCount::default(); kind.moves.len()]).collect();
        let ends = causes(&rules).into_iter().map(|cause| (cause, 0)).collect();
        Uses { rules, moves, ends }
    }

    /// Counts what could be played in a position, and what is.
    pub fn watch(&mut self, rulebook: &Rulebook, position: &Position, played: Move) {
        let mut offered: Vec<(usize, usize)> = Vec::new();
        let kind_of = |mv: Move| {
            let from = mv.from()?;
            rulebook.piece_at(position, from).map(|(kind, _)| usize::from(kind))
        };
        rulebook.each_move(position, |mv| {
            let Some(kind) = kind_of(mv) else { return };
            rulebook.each_way(position, mv, |rule, _| {
                if !offered.contains(&(kind, rule)) {
                    offered.push((kind, rule));
                }
            });
        });
        for (kind, rule) in offered {
            self.moves[kind][rule].offered += 1;
        }
        let Some(kind) = kind_of(played) else { return };
        rulebook.each_way(position, played, |rule, way| {
            let counted = &mut self.moves[kind][rule];
            counted.played += 1;
            if let Some(way) = way.filter(|way| !counted.ways.contains(way)) {
                counted.ways.push(way);
            }
        });
    }

    /// Counts how a game has ended.
    pub fn ended(&mut self, cause: Option<Cause>) {
        if let Some(cause) = cause {
            *self.ends.entry(cause).or_default() += 1;
        }
    }

    /// What is told of the moves of each kind of piece, in the order of the file.
    pub fn moves(&self) -> Vec<MoveUse> {
        let mut uses = Vec::new();
        for (kind, counted) in self.rules.kinds.iter().zip(&self.moves) {
            for (rule, counted) in kind.moves.iter().zip(counted) {
                uses.push(MoveUse {
                    piece: kind.name.clone(),
                    letter: kind.letter,
                    how: move_in_words(&self.rules, kind, rule),
                    offered: counted.offered,
                    played: counted.played,
                    idle_ways: self.idle_ways(&rule.shape, counted),
                });
            }
        }
        uses
    }

    /// Leaps have no names for their ways, and what is seldom played says nothing of its ways.
    fn idle_ways(&self, shape: &Shape, counted: &UseCount) -> String {
        let dirs = match shape {
            Shape::Slide { dirs, .. }
            | Shape::Jump { dirs, .. }
            | Shape::Approach { dirs, .. }
            | Shape::Cross { dirs, .. }
            | Shape::Line { dirs } => dirs,
            Shape::Leap { .. } | Shape::Fly => return String::new(),
        };
        if counted.played < 20 * dirs.len() as u64 {
            return String::new();
        }
        let idle: Vec<Offset> = dirs.iter().copied().filter(|dir| !counted.ways.contains(dir)).collect();
        ways_in_words(&idle, self.rules.board.grid)
    }

    /// What is told of the ways in which a game may end.
    pub fn ends(&self) -> Vec<EndUse> {
        let end = |(&cause, &games): (&Cause, &u64)| EndUse {
            how: self.named(cause),
            games,
            is_goal: self.is_goal(cause),
        };
        self.ends.iter().map(end).collect()
    }

    fn is_goal(&self, cause: Cause) -> bool {
        match cause {
            Cause::NoMoves
            | Cause::Passes
            | Cause::Facing
            | Cause::QuietLimit
            | Cause::MoveLimit
            | Cause::Repetition => false,
            Cause::Full => self.rules.ends.count.is_some(),
            _ => true,
        }
    }

    fn named(&self, cause: Cause) -> String {
        let rules = &self.rules;
        let letters = |set: KindSet| -> String {
            let of = |(id, _): &(usize, _)| set >> id & 1 != 0;
            rules.kinds.iter().enumerate().filter(of).map(|(_, kind)| kind.letter).collect()
        };
        match cause {
            Cause::Line(i) => {
                let line = &rules.ends.lines[i];
                let whose = match line.sides {
                    [true, true] => String::new(),
                    [first, _] => {
                        let side = if first { Side::First } else { Side::Second };
                        format!(" of {}", rules.sides[side.index()].name)
                    }
                };
                format!("a row of {}{whose}", line.length)
            }
            Cause::Reach(i) => format!("reaching a goal ({})", letters(rules.ends.reach[i].kinds)),
            Cause::Eliminate(i) => {
                format!("too few pieces left ({})", letters(rules.ends.eliminate[i].kinds))
            }
            Cause::Checkmate => "checkmate".into(),
            Cause::Checks => "checks given".into(),
            Cause::Captured => "pieces taken".into(),
            Cause::Facing => "royal pieces that face each other".into(),
            Cause::NoMoves => "a side having no move".into(),
            Cause::Fill => "a goal being filled".into(),
            Cause::Connect => "a connection".into(),
            Cause::Figure => "a chain or figure".into(),
            Cause::Gather => "all pieces being together".into(),
            Cause::RoyalTaken => "the royal piece being taken".into(),
            Cause::Full => "a full board".into(),
            Cause::Passes => "two passes".into(),
            Cause::QuietLimit => "the limit of quiet turns".into(),
            Cause::MoveLimit => "the limit of turns".into(),
            Cause::Repetition => "repetition".into(),
        }
    }
}
