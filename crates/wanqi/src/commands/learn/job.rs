//! Learning in units: games of a generation and of its match are played by a job each; networks are trained here.

use crate::commands::job::{Hears, JobArguments, Telling};
use crate::progress::Progress;
use std::cell::RefCell;
use wanqi_jobs::{LearnTask, Learnt, Order, Outcome, Place, Task, UnitResult, Work};
use wanqi_play::learning::{Hands, HearPiece, LearnError, PartOrder, Subject};
use wanqi_play::{Message, Stop};

/// The hands of a learner whose games are units.
pub struct Units<'a> {
    pub place: Place,
    pub job: &'a JobArguments,
    pub subject: &'a Subject,
    pub progress: &'a Progress,
    /// How far the learner is, as it said last.
    pub said: &'a RefCell<String>,
}

impl Hands for Units<'_> {
    fn work(&mut self, order: &PartOrder<'_>, stop: &Stop, hear: HearPiece<'_>) -> Result<(), LearnError> {
        let failed = |error: &dyn std::fmt::Display| LearnError::Hands(error.to_string());
        let order_of_job = self.order(order).map_err(|error| failed(&error))?;
        // Somebody's stop ends the learner, the end of the time only the job.
        let until = stop.part();
        let mut pieces = Pieces {
            hear,
            places: self.subject.places(),
            said: self.said,
            late: order.late,
            until: until.clone(),
            failure: None,
        };
        let mut telling = Telling { progress: self.progress, hears: &mut pieces };
        let outcome = wanqi_jobs::run(&order_of_job, &mut telling, &until).map_err(|error| failed(&error));
        let is_late = (order.late)();
        if let Some(error) = pieces.failure {
            return Err(error);
        }
        let outcome = outcome?;
        let Outcome { job, stopped, .. } = &outcome;
        if *stopped && !is_late {
            // By Ctrl-C or from another terminal.
            self.progress
                .say(&format!("job {job} is stopped: the same command, or wanqi jobs resume {job}, goes on"));
            stop.stop();
            return Ok(());
        }
        // All that counts is in the learner's folder.
        wanqi_jobs::forget(&order_of_job, &outcome).map_err(|error| failed(&error))
    }
}

impl Units<'_> {
    fn order(&self, order: &PartOrder<'_>) -> Result<Order, crate::Failure> {
        let task = LearnTask {
            part: order.part.clone(),
            fingerprint: self.subject.rules(),
            generation: order.generation,
            first: order.first,
            pieces: order.count,
        };
        let work = Work::new(&*self.subject.table()?, Task::Learn(task))?;
        let order = Order { known: order.known.into(), ..self.job.order(work, self.place.clone())? };
        // Others of this game are of a generation that is over, or was begun otherwise: nobody asks for them any more.
        wanqi_jobs::forget_others(&order)?;
        Ok(order)
    }
}

/// Hears of units, and tells their pieces to the learner.
struct Pieces<'a> {
    hear: HearPiece<'a>,
    places: usize,
    said: &'a RefCell<String>,
    late: &'a dyn Fn() -> bool,
    until: Stop,
    failure: Option<LearnError>,
}

impl Pieces<'_> {
    fn tell(&mut self, learnt: &Learnt) -> Result<bool, LearnError> {
        for (number, piece) in learnt.pieces(self.places).map_err(LearnError::Hands)? {
            if (self.hear)(number, piece)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Hears for Pieces<'_> {
    fn hear(&mut self, result: UnitResult) -> bool {
        let UnitResult::Learn(learnt) = result else { return false };
        if self.failure.is_some() {
            return false;
        }
        self.tell(&learnt).unwrap_or_else(|error| {
            self.failure = Some(error);
            self.until.stop();
            false
        })
    }

    // The learner sees by their numbers that pieces come again.
    fn begin_again(&mut self) {}

    fn text(&self) -> Message {
        if (self.late)() {
            self.until.stop();
        }
        self.said.borrow().as_str().into()
    }
}
