//! One of our searches as a player.

use crate::knowledge::{KnownMove, Source, TableAnswer};
use crate::ladder::PlayerDescription;
use crate::thought::thought;
use crate::typed_table::TypedTable;
use crate::{BookMove, Clock, Error, HashTable, KeptLimits, Limits, Player, Scale, Table, Thought, Value};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use wanqi_game::{Depict, Game, Notation};
use wanqi_search::Report;
use wanqi_search::host::Instant;

/// Time between two words of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);

/// One of our searches as a player. A stop flag is never set in its own limits.
pub(crate) struct SearchPlayer<G: Game>(pub PlayerDescription<G>);

impl<G: Notation + Depict + Clone + Send + 'static> Player for SearchPlayer<G> {
    fn think(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Error> {
        let table: &TypedTable<G> = table
            .as_any()
            .downcast_ref()
            .ok_or_else(|| Error::Player("it was made for another game or size".into()))?;
        if let Some(result) = table.result() {
            return Err(Error::Over(result.text));
        }
        let PlayerDescription { search, kind, limits: own, keeps, knowledge, scale } = &mut self.0;
        keeps.check(kind, limits)?;
        let scale = scale.telling(table.info().wins);
        let mut limits = own.within(limits);
        let (game, line, notation) = (table.game(), table.line(), table.notation());
        let hits = || knowledge.as_ref().map_or(0, |knowledge| knowledge.table_hits());
        let (hits_before, mut in_tables) = (hits(), None);
        if let Some(knowledge) = &*knowledge {
            if is_for_a_move(&limits)
                && let Some(known) = knowledge.book_move(game, line)
            {
                return Ok(of_book(game, line, known, notation, scale));
            }
            if limits.root_moves.is_none() {
                in_tables = knowledge.in_tables(game, line);
                limits.root_moves = in_tables.as_ref().map(|answer| answer.moves.clone());
            }
        }
        let told_of = |report: &Report<G::Move>| {
            let told = |report: &Report<G::Move>| thought(game, line, report, notation, scale);
            let thought = match &in_tables {
                None => told(report),
                Some(answer) => Thought {
                    source: Source::Tables,
                    table_distance: answer.distance,
                    ..told(&corrected(report, answer))
                },
            };
            Thought { table_hits: hits() - hits_before, ..thought }
        };
        // When it has last told of news, and of the move that it is looking at.
        let (mut told, mut best_so_far) = ([None::<Instant>; 2], None);
        let found = catch_unwind(AssertUnwindSafe(|| {
            search.search(game, line, &limits, &mut |report| {
                let told = &mut told[usize::from(report.current.is_some())];
                if told.is_none_or(|told| told.elapsed() >= PROGRESS_INTERVAL) {
                    *told = Some(Instant::now());
                    let thought = told_of(report);
                    progress(&thought);
                    best_so_far = Some(thought);
                }
            })
        }));
        match found {
            Ok(report) => Ok(told_of(&report)),
            Err(panic) => {
                // A search that fails must not lose the game: the best move so far still stands.
                search.forget();
                let what = panic.downcast_ref::<String>().map(String::as_str);
                let what =
                    what.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("for no known reason");
                best_so_far.ok_or_else(|| Error::Player(what.into()))
            }
        }
    }

    fn book_moves(&self, table: &dyn Table) -> Vec<BookMove> {
        let PlayerDescription { knowledge: Some(knowledge), scale, .. } = &self.0 else { return Vec::new() };
        let Some(laid) = table.as_any().downcast_ref::<TypedTable<G>>().filter(|_| table.result().is_none())
        else {
            return Vec::new();
        };
        let (game, line, notation) = (laid.game(), laid.line(), laid.notation());
        let scale = scale.telling(table.info().wins);
        let told = |KnownMove { mv, weight, score }| {
            let text = line.last().map(|position| game.format_move(position, mv, notation))?;
            Some(BookMove { text, weight, value: score.map(|score| Value::new(score, scale)) })
        };
        knowledge.book_moves(game, line).into_iter().filter_map(told).collect()
    }

    fn keeps(&self) -> KeptLimits {
        self.0.keeps
    }

    fn own_limits(&self) -> Limits {
        self.0.limits.clone()
    }

    fn see_clocks(&mut self, _: [Clock; 2]) -> bool {
        false
    }

    fn forget(&mut self) {
        self.0.search.forget();
    }

    fn hash_table(&mut self) -> Option<&mut dyn HashTable> {
        self.0.search.hash_table()
    }
}

/// Whether a move is wanted that a book may tell: not where a search is to go on for as long as it likes, several lines
/// are asked for, or some moves are left out. Those who analyse ask the search.
fn is_for_a_move(limits: &Limits) -> bool {
    let bounded = limits.depth.is_some() || limits.nodes.is_some() || limits.time.is_some();
    bounded && limits.lines <= 1 && limits.root_moves.is_none()
}

/// A search among the moves that tables have chosen, with what they know of them: all keep the result.
fn corrected<M: Copy>(report: &Report<M>, answer: &TableAnswer) -> Report<M> {
    let mut corrected = report.clone();
    corrected.score = answer.correct(report.score);
    corrected.moves.iter_mut().for_each(|root| root.score = answer.correct(root.score));
    corrected
}

/// The thought of a player that has looked into a book.
fn of_book<G: Notation>(
    game: &G,
    line: &[G::Position],
    KnownMove { mv, score, .. }: KnownMove<G::Move>,
    notation: usize,
    scale: Scale,
) -> Thought {
    let report = Report { best: Some(mv), line: vec![mv], ..Report::empty() };
    let value = score.map_or(Value::UNKNOWN, |score| Value::new(score, scale));
    Thought { source: Source::Book, value, ..thought(game, line, &report, notation, Scale::UNTOLD) }
}
