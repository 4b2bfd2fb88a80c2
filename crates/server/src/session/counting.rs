//! Counting a finished game: which stones are proposed as dead, what people make of that, and when they agree.
//!
//! A game in play that a person has played does not end with the moves that would end it, but with the agreement on what
//! is dead. Where nothing is in play the count is a look, and needs no agreement.

use super::game::Game;
use crate::protocol::{RequestError, Verdict};
use std::time::Duration;
use wanqi_play::{Count, PlayoutLimits, Stop, View, dead_stones};

/// Games of a search by which it is proposed what is dead: as many as one does not wait for.
const GAMES: u64 = 2000;
/// The longest that they may take.
const TIME: Duration = Duration::from_millis(500);

/// What is taken to be dead, until somebody says otherwise.
#[derive(Default)]
pub(super) struct Counting {
    dead: Vec<u16>,
}

impl Game {
    /// Proposes what is dead where the game on the table is to be counted and a person plays.
    pub fn propose_count(&mut self) {
        let is_due = self.counting.is_none() && self.verdict.is_none() && !self.machines_only();
        if is_due && self.table.counted(&[]).is_some() {
            let stop = Stop::default();
            let limits = PlayoutLimits { games: Some(GAMES), time: Some(TIME), plies: None, seed: 0, stop };
            self.counting = Some(Counting { dead: dead_stones(&*self.table, &limits) });
        }
    }

    /// Whether the game waits for people to agree on what is dead.
    pub fn is_being_counted(&self) -> bool {
        self.course.in_play && self.counting.is_some() && self.verdict.is_none()
    }

    /// The count, if there is one, and the view with the result that it has by it.
    pub fn counted(&self, mut view: View) -> (Option<Count>, View) {
        let dead = match (&self.verdict, &self.counting) {
            (Some(Verdict::Counted { dead }), _) | (None, Some(Counting { dead })) => dead.as_slice(),
            (None, None) => &[],
            (Some(_), _) => return (None, view),
        };
        let Some(count) = self.table.counted(dead) else { return (None, view) };
        if self.verdict.is_none() && self.counting.is_some() {
            view.result = (!self.is_being_counted()).then(|| count.result.clone());
        }
        (Some(count), view)
    }

    /// Calls the string of a point dead, or alive again.
    pub fn mark_dead(&mut self, point: u16) -> Result<(), RequestError> {
        let wrong = || RequestError::new("nothing is counted here");
        if self.verdict.is_some() {
            return Err(wrong());
        }
        let string = self.table.counted(&[point]).ok_or_else(wrong)?.dead;
        let Counting { dead } = self.counting.get_or_insert_default();
        if dead.contains(&point) {
            dead.retain(|at| !string.contains(at));
        } else {
            dead.extend(string);
        }
        Ok(())
    }

    /// Agrees on what is dead: the game is over.
    pub fn accept_count(&mut self) -> Result<(), RequestError> {
        let counting = self.counting.take_if(|_| self.course.in_play && self.verdict.is_none());
        let Counting { dead } = counting.ok_or_else(|| RequestError::new("there is nothing to agree on"))?;
        self.end(Verdict::Counted { dead })
    }
}
