//! How a game goes: whether it is being played here, since when, and how it has ended.
//!
//! What becomes of moves when others are made in their place depends on this. A game is *in play* from the moment it is
//! begun here until it is over. In play, [`Game::undo`] is a take-back: the moves can be made again until another is made
//! in their place, and are then gone. Everything else is a look at the record: going back by a step or to a ply, a game
//! that is over, a game that was played elsewhere. What is tried there is a variation, and nothing is ever lost.

use super::game::Game;
use crate::adjournment::Adjournment;
use crate::calendar::today;
use crate::protocol::{GameHeaders, RequestError};
use wanqi_play::record::{Ending, GameRecord, Headers, ROOT};
use wanqi_play::{Message, Spec, View};

/// Where a game has come from, and where it has got to.
pub(super) struct Course {
    /// Whether it was begun here. Else it was played elsewhere, and what is tried on it are variations.
    pub live: bool,
    /// Whether a move that is made now is a move of the game, and no variation.
    pub in_play: bool,
    /// Whether the moves that could be made again have been taken back, so that another move replaces them.
    pub taken_back: bool,
    /// The day that it was begun here.
    date: String,
    /// How it ended here.
    result: Option<Ending>,
    /// How it ended, in words for any language, where that is known beside what the record has.
    words: Option<Message>,
    /// How many moves it had when it was begun here.
    brought: usize,
}

impl Course {
    /// A game that begins here and now, after so many moves.
    pub fn begun(brought: usize) -> Course {
        Course {
            live: true,
            in_play: true,
            taken_back: false,
            date: today(),
            result: None,
            words: None,
            brought,
        }
    }

    /// A game that was played elsewhere.
    pub fn elsewhere() -> Course {
        Course { live: false, in_play: false, date: String::new(), ..Course::begun(0) }
    }

    /// A game that was left.
    pub fn adjourned(left: &Adjournment, headers: &Headers) -> Course {
        let (date, result) = (headers.date.clone(), headers.result.clone());
        let in_play = left.live && result.is_none();
        Course {
            live: left.live,
            in_play,
            taken_back: left.taken_back && in_play,
            date,
            result,
            words: None,
            brought: 0,
        }
    }
}

impl Game {
    /// Whether anything has been played here that is worth keeping.
    pub fn is_begun(&self) -> bool {
        self.variations.record().len() > self.course.brought
    }

    /// What is known of the game beside its moves. One that is played here says who plays and since when; the people
    /// have no names.
    pub fn headers(&self) -> Headers {
        let mut headers = self.variations.record().headers.clone();
        if headers.event.is_empty() && self.rules.is_some() {
            // What the file calls the game; its name here says nothing.
            headers.event = self.table.info().title.to_string();
        }
        if self.course.live {
            headers.players = self
                .seats
                .each_ref()
                .map(|seat| seat.as_deref().map_or(String::new(), |player| self.player_name(player)));
            headers.date.clone_from(&self.course.date);
            headers.result.clone_from(&self.course.result);
        } else if headers.result.is_none() && self.is_at_main_end() {
            headers.result = self.table.result().map(Ending::from);
        }
        headers
    }

    /// The same, as a page shows it.
    pub fn told_headers(&self) -> GameHeaders {
        let headers = self.headers();
        let words = headers.result.as_ref().map(|ending| {
            let known = self.course.words.clone().filter(|words| *words == *ending.text);
            known.unwrap_or_else(|| ending.message(&*self.table))
        });
        GameHeaders::of(&headers, words, &self.table.layout().sides)
    }

    /// Finds words for any language for the end that the record has in English.
    pub fn learn_ending(&mut self) {
        let Some(ending) = self.headers().result else { return };
        let mut words = ending.message(&*self.table);
        let record = self.variations.record();
        let mut end = self.table.fork();
        let last = record.main_line().last().copied().unwrap_or(ROOT);
        if !words.has_key() && record.replay(&mut *end, last).is_ok() {
            words = ending.message(&*end);
        }
        self.course.words = Some(words);
    }

    /// The record with all that is known.
    pub fn whole_record(&self) -> GameRecord {
        let mut record = self.variations.record().clone();
        record.headers = self.headers();
        record
    }

    /// What people call a player: its level, if it is one.
    fn player_name(&self, text: &str) -> String {
        let parts = |text: &str| {
            let mut spec: Spec = text.parse().ok()?;
            spec.options.sort_unstable();
            Some(spec)
        };
        let player = parts(text);
        let info = self.table.info();
        let level = info.levels.iter().find(|level| player.is_some() && parts(level.player) == player);
        level.map_or_else(|| text.to_owned(), |level| level.title.to_owned())
    }

    fn is_at_main_end(&self) -> bool {
        let record = self.variations.record();
        record.main_line().last().copied().unwrap_or(ROOT) == self.variations.at()
    }

    /// Takes down how the game in play has ended, if it has. What was played to its end is then its main line.
    pub fn note_end(&mut self, view: &View) {
        let is_last = view.ply == view.record.len() || self.verdict.is_some();
        let Some(result) = view.result.clone().filter(|_| self.course.in_play && is_last) else { return };
        self.course.words = Some(result.text.clone());
        self.course.result = Some(result.into());
        self.course.in_play = false;
        self.variations.make_main();
    }

    /// The game that was over goes on.
    pub fn reopen(&mut self) {
        self.course.in_play = self.course.live;
        self.course.result = None;
    }

    /// Another move has been made on the table: what was taken back before it is gone, unless it was that move.
    pub fn replace_taken_back(&mut self) {
        let Some(node) = self.variations.next().filter(|_| self.course.taken_back) else { return };
        let program = self.table.notations().len() - 1;
        if self.table.last_move(program).as_deref() == Some(self.variations.record()[node].text()) {
            self.course.taken_back = self.table.view().record.len() > self.table.ply();
        } else {
            self.course.taken_back = false;
            self.variations.forget(node);
        }
    }

    /// What was taken back is gone: the game ends without it.
    pub fn forget_taken_back(&mut self) -> Result<(), RequestError> {
        if !std::mem::take(&mut self.course.taken_back) {
            return Ok(());
        }
        let Some(node) = self.variations.next() else { return Ok(()) };
        self.variations.forget(node);
        let mut table = self.table.fork();
        self.variations.visit(&mut *table, self.variations.at())?;
        self.table = table;
        Ok(())
    }
}
