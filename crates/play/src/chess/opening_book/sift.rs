//! Looking over a book: which of its moves a search finds good enough.

use super::{Book, BookEntry, code, key, position};
use crate::{Error, Limits, Player, Table};
use std::collections::BTreeSet;
use wanqi_game::Notation;
use wanqi_games::chess::{Chess, Move};

/// Lines that the search tells apart: a move that is not among the best of so many is no move for a book.
const LINES: usize = 8;

impl Book {
    /// What is left if at every position those moves alone are kept that `player`, asked for several lines, finds at
    /// most `margin` worse than the best, in units of the evaluation. Begins where `table` stands and looks at every
    /// position that the kept moves lead to; the rest of the book is left out. The table is as it was in the end.
    ///
    /// # Errors
    /// If the table is not of chess, or the player fails.
    pub fn sifted(&self, table: &mut dyn Table, player: &mut dyn Player, margin: i32) -> Result<Book, Error> {
        let mut sieve = Sieve { book: self, player, margin, seen: BTreeSet::new(), kept: Vec::new() };
        sieve.look(table)?;
        let mut entries = sieve.kept;
        entries.sort_by_key(|entry| (entry.key, u16::MAX - entry.weight));
        Ok(Book { entries })
    }
}

struct Sieve<'a> {
    book: &'a Book,
    player: &'a mut dyn Player,
    margin: i32,
    /// The keys of positions looked at.
    seen: BTreeSet<u64>,
    kept: Vec<BookEntry>,
}

impl Sieve<'_> {
    /// Looks at the position of a table and all that follow.
    fn look(&mut self, table: &mut dyn Table) -> Result<(), Error> {
        let position = position(table)?;
        let moves = self.book.moves(&position);
        if moves.is_empty() || !self.seen.insert(key(&position)) {
            return Ok(());
        }
        let good = self.good(table)?;
        let text = |mv: Move| Chess.format_move(&position, mv, 0);
        for (mv, weight) in moves {
            let text = text(mv);
            if good.contains(&text) {
                self.kept.push(BookEntry { key: key(&position), mv: code(&position, mv), weight });
                table.play(&text)?;
                let looked = self.look(table);
                table.undo();
                looked?;
            }
        }
        Ok(())
    }

    /// The moves that are good enough.
    fn good(&mut self, table: &dyn Table) -> Result<Vec<String>, Error> {
        let limits = Limits { lines: LINES, ..Limits::default() };
        let thought = self.player.think(table, &limits, &mut |_| {})?;
        let scale = table.scale();
        let least = thought.moves.first().and_then(|best| best.value.on(scale)).unwrap_or(0) - self.margin;
        let good =
            thought.lines(LINES).filter(|line| line.value.on(scale).is_some_and(|score| score >= least));
        Ok(good.map(|line| line.text.clone()).collect())
    }
}
