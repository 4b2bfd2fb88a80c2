//! Which of the ends that a file names a game has come to.

use super::Rulebook;
use super::compile::Tables;
use super::model::{LineResult, Rules};
use super::position::{NOWHERE, Position};
use wanqi_game::{Game, Outcome, Side};

/// One of the ends of a game. Numbers are places in the lists of [`Ends`](super::model::Ends).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Cause {
    Checkmate,
    NoMoves,
    Line(usize),
    Reach(usize),
    Fill,
    Connect,
    Gather,
    Figure,
    RoyalTaken,
    Checks,
    Captured,
    Facing,
    Eliminate(usize),
    Full,
    Passes,
    QuietLimit,
    MoveLimit,
    Repetition,
}

/// The ends that rules name, and those that follow from what they name.
pub fn causes(rules: &Rules) -> Vec<Cause> {
    use super::model::{Pass, Repetition};
    let ends = &rules.ends;
    let royal = rules.kinds.iter().any(|kind| kind.royal);
    let decides = |line: &super::model::Line| line.result != LineResult::Forbidden;
    let lines = ends.lines.iter().enumerate().filter(|(_, line)| decides(line)).map(|(i, _)| Cause::Line(i));
    let single = [
        (royal, Cause::Checkmate),
        (ends.fill.is_some(), Cause::Fill),
        (ends.connect.is_some(), Cause::Connect),
        (ends.gather, Cause::Gather),
        (ends.has_figures(), Cause::Figure),
        (ends.checks.is_some(), Cause::Checks),
        (ends.captured.is_some(), Cause::Captured),
        (ends.facing.is_some(), Cause::Facing),
        (true, Cause::NoMoves),
        (ends.full || rules.sow.is_some(), Cause::Full),
        (rules.turn.pass != Pass::Never, Cause::Passes),
        (ends.quiet_limit.is_some(), Cause::QuietLimit),
        (ends.move_limit.is_some(), Cause::MoveLimit),
        (!matches!(ends.repetition, Repetition::Nothing | Repetition::Forbidden), Cause::Repetition),
    ];
    lines
        .chain((0..ends.reach.len()).map(Cause::Reach))
        .chain((0..ends.eliminate.len()).map(Cause::Eliminate))
        .chain(single.into_iter().filter(|(named, _)| *named).map(|(_, cause)| cause))
        .collect()
}

impl Rulebook {
    /// Which end a finished game has come to, and for whose deed or lack: the side that made the row, that has too
    /// few pieces, that cannot move. `None` while the game goes on. `line` as in [`Game::result`].
    pub fn cause(&self, line: &[Position]) -> Option<(Cause, Side)> {
        let outcome = self.result(line)?;
        let position = line.last()?;
        let tables = &*self.tables;
        let mover = position.side.opponent();
        if position.outcome.is_some() {
            return Some(tables.shown(position, outcome));
        }
        let mut stuck = true;
        self.each_move(position, |mv| stuck &= tables.is_forbidden(line, mv));
        let cause = match stuck {
            true if tables.in_check(position, position.side) => Cause::Checkmate,
            true => Cause::NoMoves,
            false => tables.limit(position).unwrap_or(Cause::Repetition),
        };
        Some((cause, if stuck { position.side } else { mover }))
    }
}

impl Tables {
    /// Which limit of length a position has reached.
    fn limit(&self, position: &Position) -> Option<Cause> {
        self.limited(position)?;
        let quiet = self.rules.ends.quiet_limit;
        let quiet = quiet.is_some_and(|limit| position.quiet >= 2 * i32::from(limit));
        Some(if quiet { Cause::QuietLimit } else { Cause::MoveLimit })
    }

    /// What a position shows that ended the game.
    fn shown(&self, position: &Position, outcome: Outcome) -> (Cause, Side) {
        let mover = position.side.opponent();
        if self.faced(position).is_some() {
            return (Cause::Facing, mover);
        }
        if position.passes >= 2 {
            return (Cause::Passes, mover);
        }
        let own = |side: Side| position.sets[side.index()];
        for side in [mover, position.side] {
            let row = self.rules.ends.lines.iter().enumerate().find(|(i, line)| {
                line.result != LineResult::Forbidden
                    && own(side).iter().any(|at| self.line_of_rule(&position.cells, side, at, *i))
            });
            if let Some((i, _)) = row {
                return (Cause::Line(i), side);
            }
            let reached = |reach: &super::model::Reach| {
                own(side).iter().any(|at| {
                    reach.on[side.index()].has(at) && reach.kinds >> self.kind(position.cells[at]) & 1 != 0
                })
            };
            if let Some(i) = self.rules.ends.reach.iter().position(reached) {
                return (Cause::Reach(i), side);
            }
            if self.has_filled(position, side) {
                return (Cause::Fill, side);
            }
            if self.has_connected(position, side) {
                return (Cause::Connect, side);
            }
            if self.facts.figures && self.has_figure(position, side) {
                return (Cause::Figure, side);
            }
            if self.rules.ends.gather && self.is_gathered(position, side) {
                return (Cause::Gather, side);
            }
            let other = side.opponent();
            if self.facts.royals[other.index()] && position.royals[other.index()] == NOWHERE {
                return (Cause::RoyalTaken, other);
            }
            if self.rules.ends.checks.is_some_and(|checks| position.checks[side.index()] >= checks) {
                return (Cause::Checks, side);
            }
            if self.rules.ends.captured.is_some_and(|captured| position.captured[side.index()] >= captured) {
                return (Cause::Captured, side);
            }
            let beaten = |rule: &super::model::Eliminate| self.lacks(position, other, rule);
            if let Some(i) = self.rules.ends.eliminate.iter().position(beaten) {
                return (Cause::Eliminate(i), other);
            }
        }
        let side = if let Outcome::Win(side) = outcome { side } else { mover };
        (Cause::Full, side)
    }
}
