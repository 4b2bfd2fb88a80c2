//! Going through the record of a game: back, on, to a ply, along a variation, to another position. Only
//! [`Game::undo`] takes a move back; [`course`](super::course) says what that means.

use super::course::Course;
use super::game::Game;
use crate::protocol::RequestError;
use wanqi_play::host::Instant;
use wanqi_play::record::NodeId;
use wanqi_play::{Table, message};

impl Game {
    /// The table after taking back whole turns; `None` if there is none to take back.
    pub fn undone(&self) -> Option<Box<dyn Table>> {
        let mut table = self.table.fork();
        if self.verdict.is_some() {
            table.undo();
            if self.machines_only() || self.is_person(table.side_to_move()) {
                return Some(table);
            }
        }
        while table.undo() {
            let side = table.side_to_move();
            while table.undo() {
                if table.side_to_move() != side {
                    table.redo();
                    break;
                }
            }
            if self.machines_only() || self.is_person(side) {
                return Some(table);
            }
        }
        None
    }

    pub fn undo(&mut self) -> Result<(), RequestError> {
        let is_over = self.table.result().is_some() && !self.is_being_counted();
        self.table = self.undone().ok_or_else(|| {
            RequestError::new(message!("fault.nothing-to-undo", "there is no move to take back"))
        })?;
        self.went_elsewhere();
        if is_over {
            self.reopen();
        } else {
            self.course.taken_back = self.course.in_play;
        }
        self.paused |= self.machines_only();
        Ok(())
    }

    pub fn redo(&mut self) -> Result<(), RequestError> {
        let taken_back = self.course.taken_back;
        let mut mover = self.table.side_to_move();
        if !self.table.redo() {
            return Err(RequestError::new(message!(
                "fault.nothing-to-redo",
                "there is no move to make again"
            )));
        }
        loop {
            let side = self.table.side_to_move();
            if side != mover && (self.machines_only() || self.is_person(side)) {
                break;
            }
            mover = side;
            if !self.table.redo() {
                break;
            }
        }
        self.went_elsewhere();
        self.course.taken_back = taken_back && self.table.fork().redo();
        self.paused |= self.machines_only();
        Ok(())
    }

    pub fn goto(&mut self, ply: usize) -> Result<(), RequestError> {
        let view = self.table.view();
        let count = view.record.len();
        if ply > count {
            return Err(RequestError::new(message!(
                "fault.ply-beyond",
                "the record has {count} moves, so no ply {ply}",
                count,
                ply
            )));
        }
        if ply == view.ply && self.verdict.is_none() {
            return Ok(());
        }
        if self.verdict.is_some() {
            self.table.undo();
        }
        for _ in ply..view.ply {
            self.table.undo();
        }
        for _ in view.ply..ply {
            self.table.redo();
        }
        self.went_elsewhere();
        self.paused = !self.is_person(self.table.side_to_move());
        Ok(())
    }

    /// Adds a line to the record and goes to its end, which it gives.
    pub fn follow_line(&mut self, moves: &[String]) -> Result<NodeId, RequestError> {
        let (_, end) = self.variations.add_line(self.table.fork(), self.variations.at(), moves)?;
        self.visit(end)?;
        Ok(end)
    }

    pub fn visit(&mut self, node: NodeId) -> Result<(), RequestError> {
        let elsewhere = node != self.variations.at() || self.verdict.is_some();
        let mut table = self.table.fork();
        self.variations.visit(&mut *table, node)?;
        self.table = table;
        // Where the board stands there already nothing changes but what follows.
        if elsewhere {
            self.went_elsewhere();
            self.paused = !self.is_person(self.table.side_to_move());
        }
        Ok(())
    }

    /// The game stands at another place of its record: nothing that was decided or begun holds.
    fn went_elsewhere(&mut self) {
        self.give_up_search();
        (self.verdict, self.draw, self.pondered, self.hopeless) = (None, None, None, [0, 0]);
        (self.counting, self.course.taken_back) = (None, false);
        let ply = self.table.ply();
        if let Some(clock) = &mut self.clock {
            clock.back_to(ply, Instant::now());
        }
    }

    pub fn set_position(&mut self, text: &str) -> Result<(), RequestError> {
        self.table.set_position(text)?;
        self.variations.begin_anew(&*self.table);
        self.course = Course::begun(0);
        self.went_elsewhere();
        self.paused &= self.machines_only();
        Ok(())
    }
}
