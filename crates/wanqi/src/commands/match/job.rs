//! A match as a job: its games in units, done here or elsewhere.

use super::{Match, sprt_text};
use crate::Failure;
use crate::commands::job::Hears;
use wanqi_jobs::{MatchTask, Order, Outcome, Place, Task, UnitResult, Work};
use wanqi_play::matches::{Plan, Played, Sprt, Tally};
use wanqi_play::{Spec, Table};
use wanqi_protocol::json::answers::SprtReport;

/// The games so far.
#[derive(Default)]
pub struct Games {
    pub tally: Tally,
    pub games: Vec<Played>,
    sprt: Option<Sprt>,
}

impl Hears for Games {
    fn hear(&mut self, result: UnitResult) -> bool {
        let UnitResult::Match(games) = result else { return false };
        for played in games {
            self.tally.count(&played);
            self.games.push(played);
            if self.sprt.is_some_and(|sprt| sprt.verdict(&self.tally.pairs).is_some()) {
                return true;
            }
        }
        false
    }

    fn begin_again(&mut self) {
        *self = Games { sprt: self.sprt, ..Games::default() };
    }

    fn text(&self) -> wanqi_play::Message {
        let test = self
            .sprt
            .map_or(String::new(), |sprt| format!(", {}", sprt_text(&SprtReport::of(sprt, &self.tally))));
        wanqi_play::Message::plain(format!("{}{test}", self.tally))
    }
}

impl Match {
    /// Plays all of the match that is not played yet.
    pub fn run_job(
        &self,
        table: &dyn Table,
        players: [&Spec; 2],
        plan: &Plan,
        place: Place,
    ) -> Result<(Games, (Order, Outcome)), Failure> {
        let work = Work::new(table, Task::Match(MatchTask::of(plan, players)))?;
        let mut games = Games { sprt: plan.sprt, ..Games::default() };
        let ended = self.job.run(work, place, &mut games)?;
        Ok((games, ended))
    }
}
