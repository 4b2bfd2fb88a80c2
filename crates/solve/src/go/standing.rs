//! Whether a forced win stands under superko.
//!
//! The winner's move in each position that a forced win comes through, with all moves of the other side, is his *plan*: a graph
//! without circles. He can follow it under any superko rule if no stone of his in it brings back a position, neither one of the
//! past nor one that the plan has come through. The other side has fewer moves under superko than in the plan, which harms
//! nobody.
//!
//! A stone that brings back a position stands where a stone of its side has been taken since. So a plan whose winner never puts
//! a stone on a point where he has lost one, or will, needs no other look. For the rest the graph is walked through.

use super::Progress;
use super::board::Stones;
use super::forced::{Check, Forced, Win};
use super::past::{Grounds, Past, Superko};
use super::position::{PASS, Position};
use super::question::{Fill, Question};
use super::table::Key;
use std::collections::{HashMap, HashSet};

/// A plan with more positions is not looked into, and counts as one that does not stand: at the start of the game, and later,
/// where a search is cheaper.
const MAX_PLAN_POSITIONS: [usize; 2] = [4_000_000, 100_000];

/// Whether a win that `winner` can force from the last position of the past stands under that past.
pub(super) fn stands(
    forced: &mut Forced,
    question: &Question,
    progress: &mut Progress,
    (past, position): (&Past, Position),
    (winner, win): (usize, Win),
) -> bool {
    if win.grounds.stand(past.taken()[winner]) {
        return true;
    }
    match win.check {
        Check::BringsBack => return false,
        Check::BringsNothingBack if !past.may_come_back(winner, win.grounds) => return true,
        _ => {}
    }
    let max_positions = MAX_PLAN_POSITIONS[usize::from(past.plies() > 0)];
    let plan = Plan::of((question, winner, max_positions), forced, progress, position, win);
    if progress.is_over() {
        return false;
    }
    let plan = plan.filter(|plan| !plan.brings_back_itself(past.superko()));
    forced.check(question, position, winner, plan.as_ref().map(|plan| plan.grounds));
    plan.is_some_and(|plan| !plan.brings_back(past))
}

/// A position that a plan comes through.
struct PlanPosition {
    position: Position,
    /// Where it leads to.
    to: Vec<usize>,
    /// Whether all that it leads to is known.
    is_done: bool,
}

/// What the winner of a forced win does.
struct Plan<'a> {
    question: &'a Question,
    winner: usize,
    max_positions: usize,
    /// The first is where it begins.
    positions: Vec<PlanPosition>,
    known: HashMap<Key, usize>,
    /// What the winner may have to fill, and in which positions.
    fills: HashMap<Fill, HashSet<usize>>,
    grounds: Grounds,
}

impl<'a> Plan<'a> {
    /// The plan from a position; `None` if it is too large, or if the table has lost what it cannot find again.
    fn of(
        (question, winner, max_positions): (&'a Question, usize, usize),
        forced: &mut Forced,
        progress: &mut Progress,
        position: Position,
        win: Win,
    ) -> Option<Self> {
        let mut plan = Plan {
            question,
            winner,
            max_positions,
            positions: Vec::new(),
            known: HashMap::new(),
            fills: HashMap::new(),
            grounds: Grounds::NONE,
        };
        plan.walk(forced, progress, position, win.plies)?;
        Some(plan)
    }

    /// Notes a position, which is won in so many plies or so, and all that it leads to.
    fn walk(
        &mut self,
        forced: &mut Forced,
        progress: &mut Progress,
        position: Position,
        plies: u16,
    ) -> Option<usize> {
        let key = Key::new(position);
        if let Some(&place) = self.known.get(&key) {
            // One that is not done yet would be a circle.
            return self.positions[place].is_done.then_some(place);
        }
        let place = self.positions.len();
        if place >= self.max_positions || !progress.visit() {
            return None;
        }
        self.known.insert(key, place);
        self.positions.push(PlanPosition { position, to: Vec::new(), is_done: false });
        if let Some(static_win) = self.question.static_win(position) {
            if let Some(fill) = static_win.fill {
                self.fills.entry(fill).or_default().insert(place);
                self.grounds.played |= fill.points;
            }
        } else {
            let known = forced.known(self.question, position, self.winner);
            // What the table has lost is looked for again.
            let win = |depth| forced.win(self.question, progress, position, self.winner, depth);
            let Win { plies, mv, .. } = known.or_else(|| (1..=plies).find_map(win))?;
            for step in position.moves(&self.question.geometry) {
                if position.side == self.winner && step != mv {
                    continue;
                }
                let Some((after, taken)) = position.play(&self.question.geometry, step) else { continue };
                if position.side != self.winner {
                    self.grounds.lost |= taken;
                } else if step != PASS {
                    self.grounds.played |= 1 << step;
                }
                let to = self.walk(forced, progress, after, plies)?;
                self.positions[place].to.push(to);
            }
        }
        self.positions[place].is_done = true;
        Some(place)
    }

    /// The positions that a stone of the winner has made: not the first, where the plan begins and which stands already.
    fn made(&self) -> impl Iterator<Item = (usize, &PlanPosition)> {
        let made = |place: &PlanPosition| place.position.side != self.winner && !place.position.passed;
        self.positions.iter().enumerate().skip(1).filter(move |(_, place)| made(place))
    }

    /// Whether a stone of the winner brings back a position of the past.
    fn brings_back(&self, past: &Past) -> bool {
        let lost = self.grounds.lost | past.taken()[self.winner];
        self.made().any(|(_, place)| past.has(place.position.board, self.winner))
            || self.fills.keys().any(|fill| past.any(|board| fill.may_bring_back(board.0[self.winner], lost)))
    }

    /// Whether the plan comes to a board twice, the second time by a stone of the winner.
    fn brings_back_itself(&self, superko: Superko) -> bool {
        let mut same: HashMap<Stones, Vec<usize>> = HashMap::new();
        for (place, PlanPosition { position, .. }) in self.positions.iter().enumerate() {
            if superko == Superko::Positional || position.side != self.winner {
                same.entry(position.board).or_default().push(place);
            }
        }
        let comes_twice = self.made().any(|(to, place)| {
            let others = same.get(&place.position.board).into_iter().flatten();
            others
                .copied()
                .any(|from| from != to && self.leads(from, &|place| place == to, &mut HashSet::new()))
        });
        comes_twice
            || self.fills.iter().any(|(fill, to)| {
                let mut seen = HashSet::new();
                let before = self.positions.iter().enumerate().filter(|(_, place)| {
                    fill.may_bring_back(place.position.board.0[self.winner], self.grounds.lost)
                });
                before
                    .map(|(from, _)| from)
                    .any(|from| self.leads(from, &|place| to.contains(&place), &mut seen))
            })
    }

    /// Whether a position leads to one of these; none does that has been seen.
    fn leads(&self, from: usize, is_there: &dyn Fn(usize) -> bool, seen: &mut HashSet<usize>) -> bool {
        is_there(from)
            || seen.insert(from)
                && self.positions[from].to.iter().any(|&next| self.leads(next, is_there, seen))
    }
}
