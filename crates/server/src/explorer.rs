//! The opening explorer: how games of the library went on from the position on the table, and what the opening book of
//! its game has. Positions that are the same once the board is turned or mirrored are one.

use crate::protocol::Event;
use crate::session::drawn;
use serde::Serialize;
use std::collections::HashMap;
use wanqi_play::record::NodeId;
use wanqi_play::{BookMove, Message, Table, Turned, Value, book_moves, opening_name};
use wanqi_store::{OPENING_PLIES, OpeningKey, OpeningMove};

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
    /// Its share of the book's moves in percent, if the book has the move and tells how often it is to be played.
    pub book: Option<u8>,
    /// What the book says that it is worth to who makes it, if the book has the move and tells that.
    pub value: Option<Message>,
}

/// A position that is looked up, as it lies on the board and on boards turned or mirrored.
pub(crate) struct Explorer {
    node: NodeId,
    /// The legal moves: as they are shown, and their points.
    legal: Vec<(String, Vec<u16>)>,
    /// What the book says of them, and which of its moves each is, the best being the first.
    book: Vec<Option<(usize, BookMove)>>,
    /// What the opening is called.
    name: Option<String>,
    /// What the library finds the position by, and what the legal moves are called there, in the notation for programs;
    /// first as it lies. Of turnings that lead to one position one is here.
    lookups: Vec<(OpeningKey, Vec<String>)>,
    /// For each legal move the first of those that come to the same, because turning the board changes nothing.
    first_alike: Vec<usize>,
}

impl Explorer {
    /// The position on a table, which is that of a node of its record.
    pub fn of(table: &dyn Table, rules: Option<&str>, node: NodeId) -> Explorer {
        let legal: Vec<_> = table.view().moves.into_iter().map(|mv| (mv.text, drawn(&mv.steps))).collect();
        let program = table.legal_moves(table.notations().len() - 1);
        let book =
            book_moves(table).into_iter().enumerate().map(|(place, mv)| (mv.text.clone(), (place, mv)));
        let mut book: HashMap<_, _> = book.collect();
        let book = table.legal_moves(0).iter().map(|text| book.remove(text)).collect();
        let name = opening_name(table);
        // Further on nothing is found.
        let turned = if table.ply() < OPENING_PLIES { table.turned() } else { Vec::new() };
        let mut first_alike: Vec<usize> = (0..legal.len()).collect();
        for same in turned.iter().filter(|turned| turned.key == table.position_key()) {
            let places: HashMap<_, _> = same.moves.iter().enumerate().map(|(i, text)| (text, i)).collect();
            for (first, text) in first_alike.iter_mut().zip(&program) {
                *first = (*first).min(places.get(text).copied().unwrap_or(*first));
            }
        }
        let mut lookups = vec![(OpeningKey::of(table, rules), program)];
        for Turned { key, moves } in turned {
            let key = OpeningKey::of_position(table, rules, key);
            if lookups.iter().all(|(known, _)| *known != key) {
                lookups.push((key, moves));
            }
        }
        Explorer { node, legal, book, name, lookups, first_alike }
    }

    /// What the library finds the position by.
    pub fn keys(&self) -> Vec<OpeningKey> {
        self.lookups.iter().map(|&(key, _)| key).collect()
    }

    /// What is told of the position, where the library has found these moves by its [`keys`](Explorer::keys); `pending`
    /// of its games have not been looked at yet.
    pub fn told(self, id: Option<u64>, found: Vec<Vec<OpeningMove>>, pending: u64) -> Event {
        let weights: u32 = self.book.iter().flatten().filter_map(|(_, mv)| mv.weight).map(u32::from).sum();
        let share = |weight: u16| (100 * u32::from(weight)).div_ceil(weights.max(1)).min(100) as u8;
        let shown = self.shown(found.first().map_or(&[], Vec::as_slice));
        let mut moves: Vec<ExploredMove> = self
            .legal
            .into_iter()
            .zip(&self.book)
            .map(|((text, points), book)| ExploredMove {
                text,
                points,
                games: 0,
                first: 0,
                draws: 0,
                second: 0,
                book: book.as_ref().and_then(|(_, mv)| mv.weight).map(share),
                value: book.as_ref().and_then(|(_, mv)| mv.value).map(Value::message),
            })
            .collect();
        // Of moves that come to the same one is shown.
        for (place, &other) in shown.iter().enumerate() {
            if other != place {
                (moves[place].book, moves[place].value) = (None, None);
            }
        }
        let best_first: HashMap<String, usize> = moves
            .iter()
            .zip(&self.book)
            .filter_map(|(mv, book)| Some((mv.text.clone(), book.as_ref()?.0)))
            .collect();
        for ((_, texts), found) in self.lookups.iter().zip(&found) {
            let shown = shown.iter().copied();
            let places: HashMap<&str, usize> = texts.iter().map(String::as_str).zip(shown).collect();
            for played in found {
                let Some(&place) = places.get(played.text.as_str()) else { continue };
                let told = &mut moves[place];
                told.games += played.games;
                told.first += played.first;
                told.draws += played.draws;
                told.second += played.second;
            }
        }
        moves.retain(|mv| mv.games > 0 || mv.book.is_some() || mv.value.is_some());
        let of_book = |mv: &ExploredMove| best_first.get(&mv.text).copied().unwrap_or(usize::MAX);
        moves.sort_by_key(|mv| (std::cmp::Reverse(mv.games), of_book(mv), mv.text.clone()));
        Event::Explored { id, node: self.node, name: self.name, moves, pending }
    }

    /// For each legal move the one that is shown in its place: of those that come to the same, the one that was played
    /// most as the position lies.
    fn shown(&self, as_it_lies: &[OpeningMove]) -> Vec<usize> {
        let games: HashMap<&str, u64> = as_it_lies.iter().map(|mv| (mv.text.as_str(), mv.games)).collect();
        let games = |place: usize| {
            let text = self.lookups.first().and_then(|(_, texts)| texts.get(place));
            text.and_then(|text| games.get(text.as_str())).copied().unwrap_or(0)
        };
        let mut most: Vec<usize> = (0..self.first_alike.len()).collect();
        for (place, &first) in self.first_alike.iter().enumerate() {
            if games(place) > games(most[first]) {
                most[first] = place;
            }
        }
        self.first_alike.iter().map(|&first| most[first]).collect()
    }
}
