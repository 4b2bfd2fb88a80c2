//! The opening explorer: how games of the library went on from the position on the table, and what the opening book of
//! its game has.

use crate::protocol::Event;
use crate::session::drawn;
use serde::Serialize;
use std::collections::HashMap;
use wanqi_play::record::NodeId;
use wanqi_play::{Table, book_moves};
use wanqi_store::{OpeningKey, OpeningMove};

/// A move that games went on with, or the book has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExploredMove {
    /// The move, in the notation of the table.
    pub text: String,
    /// Where it comes from and goes to.
    pub points: Vec<u16>,
    /// Games of the library in which it was played, those included that have not ended.
    pub games: u64,
    /// How many of them the first side has won.
    pub first: u64,
    /// How many were draws.
    pub draws: u64,
    /// How many the second side has won.
    pub second: u64,
    /// Its share of the book's moves in percent, if it has the move.
    pub book: Option<u8>,
}

/// A position that is looked up.
pub(crate) struct Explorer {
    /// What the library finds it by.
    pub key: OpeningKey,
    node: NodeId,
    /// The legal moves: in the notation for programs, as they are shown, and their points.
    legal: Vec<(String, String, Vec<u16>)>,
    /// The moves of the book and their weights, in the notation for programs.
    book: HashMap<String, u16>,
}

impl Explorer {
    /// The position on a table, which is that of a node of its record.
    pub fn of(table: &dyn Table, rules: Option<&str>, node: NodeId) -> Explorer {
        let shown = table.view().moves.into_iter().map(|mv| (mv.text, drawn(&mv.steps)));
        let program = table.legal_moves(table.notations().len() - 1).into_iter();
        let people = table.legal_moves(0);
        let book: HashMap<_, _> = book_moves(table).into_iter().collect();
        let book = program
            .clone()
            .zip(people)
            .filter_map(|(text, people)| Some((text, *book.get(&people)?)))
            .collect();
        let legal = program.zip(shown).map(|(text, (shown, points))| (text, shown, points)).collect();
        Explorer { key: OpeningKey::of(table, rules), node, legal, book }
    }

    /// What is told of the position, where the library has found these moves; `pending` of its games have not been
    /// looked at yet.
    pub fn told(self, id: Option<u64>, found: Vec<OpeningMove>, pending: u64) -> Event {
        let mut found: HashMap<String, OpeningMove> =
            found.into_iter().map(|mv| (mv.text.clone(), mv)).collect();
        let weights: u32 = self.book.values().map(|&weight| u32::from(weight)).sum();
        let share = |weight: &u16| (100 * u32::from(*weight)).div_ceil(weights.max(1)).min(100) as u8;
        let mut moves: Vec<ExploredMove> = self
            .legal
            .into_iter()
            .filter_map(|(program, text, points)| {
                let (played, book) = (found.remove(&program), self.book.get(&program).map(share));
                (played.is_some() || book.is_some()).then(|| {
                    let of = |count: fn(&OpeningMove) -> u64| played.as_ref().map_or(0, count);
                    let (games, first) = (of(|mv| mv.games), of(|mv| mv.first));
                    let (draws, second) = (of(|mv| mv.draws), of(|mv| mv.second));
                    ExploredMove { text, points, games, first, draws, second, book }
                })
            })
            .collect();
        moves.sort_by_key(|mv| (std::cmp::Reverse((mv.games, mv.book)), mv.text.clone()));
        Event::Explored { id, node: self.node, moves, pending }
    }
}
