//! Where pieces go.

use super::{Act, Piece, State, Twin};
use std::collections::HashSet;
use wanqi_game::Side;
use wanqi_games::rulebook::board::Offset;
use wanqi_games::rulebook::model::*;

impl Twin<'_> {
    pub(super) fn heading(&self, act: Act) -> Option<(i32, i32)> {
        let Act::Go { from, to, .. } = act else { return None };
        let place = |at: usize| (i32::from(self.0.board.places[at].0), i32::from(self.0.board.places[at].1));
        let ((a, b), (c, d)) = (place(from), place(to));
        let by = (1..=40).rev().find(|by| (c - a) % by == 0 && (d - b) % by == 0)?;
        Some(((c - a) / by, (d - b) / by))
    }

    /// The ways of a piece, whatever becomes of its side.
    pub(super) fn goings(&self, state: &State, from: usize) -> Vec<Act> {
        let (kind, side) = (state.cells[from].unwrap().0, state.side);
        let mut acts: Vec<Act> = Vec::new();
        for to in self.chains(state, from) {
            for becomes in self.promotions(kind, side, from, to) {
                acts.push(Act::Go { from, to, jumped: None, becomes, copies: false });
            }
        }
        let single = |rule: &&MoveRule| !matches!(rule.shape, Shape::Jump { again: true, .. });
        let pieces = state.cells.iter().flatten().filter(|piece| piece.1 == Some(side)).count() as u32
            + state.hands[side.index()].iter().sum::<u32>();
        let few = |rule: &&MoveRule| rule.at_most.is_none_or(|most| pieces <= most.into());
        let rules = self.0.kinds[kind].moves.iter().filter(single).filter(few);
        for rule in rules.filter(|rule| rule.from[side.index()].has(from)) {
            let passing = self.passing(state, from, rule);
            for (to, jumped, onto) in self.targets(state, from, rule).into_iter().chain(passing) {
                if !onto && state.cells[to].is_some() {
                    continue;
                }
                let allowed = if rule.anywhere {
                    &self.0.kinds[kind].allowed_anywhere
                } else {
                    &self.0.kinds[kind].allowed
                };
                if !allowed[side.index()].has(to) || !rule.to[side.index()].has(to) {
                    continue;
                }
                if onto && !self.may_arrive(state, from, to, rule) {
                    continue;
                }
                for becomes in self.promotions(kind, side, from, to) {
                    let act = Act::Go { from, to, jumped, becomes, copies: rule.copies };
                    if !acts.contains(&act) {
                        acts.push(act);
                    }
                }
            }
        }
        acts
    }

    /// What has just passed over a point next to a piece, and can be taken there as if it stood there.
    fn passing(&self, state: &State, from: usize, rule: &MoveRule) -> Option<(usize, Option<usize>, bool)> {
        let ((over, at), Shape::Slide { dirs, .. }) = (state.passed?, &rule.shape) else { return None };
        let next = dirs.iter().filter_map(|&dir| self.0.board.beyond(from, dir, state.side));
        let mut there = state.clone();
        there.cells[over] = state.cells[at];
        let royal = state.cells[at].is_some_and(|(kind, _)| self.0.kinds[kind].royal);
        let right = rule.passing && next.into_iter().any(|to| to == over) && !royal;
        (right && self.may_take(&there, from, over, rule)).then_some((over, Some(at), false))
    }

    /// The castlings of a piece: nothing stands in the way of either.
    pub(super) fn castles(&self, state: &State, from: usize) -> Vec<Act> {
        let mut acts = Vec::new();
        for &(side, kind, i) in state.castling.iter().filter(|castling| castling.0 == state.side.index()) {
            let castle = self.0.kinds[kind].castles[side][i];
            let pieces = [usize::from(castle.from), castle.partner_from.into()];
            let ways = [(castle.from, castle.to), (castle.partner_from, castle.partner_to)];
            let mut points = ways.into_iter().flat_map(|(from, to)| self.way(from.into(), to.into()));
            if from == pieces[0] && points.all(|at| state.cells[at].is_none() || pieces.contains(&at)) {
                acts.push(Act::Castle { kind, castle });
            }
        }
        acts
    }

    /// The points from one to another, both among them.
    fn way(&self, from: usize, to: usize) -> Vec<usize> {
        let all: Vec<Offset> = (-1..=1)
            .flat_map(|right| (-1..=1).map(move |forward| Offset::new(right, forward)))
            .filter(|step| (step.right, step.forward) != (0, 0))
            .collect();
        // As columns and rows of the drawing have it, gaps passed over.
        let place = |at: usize| (i32::from(self.0.board.places[at].0), i32::from(self.0.board.places[at].1));
        for step in all {
            let (mut way, (mut column, mut row)) = (vec![from], place(from));
            for _ in 0..40 {
                (column, row) = (column + i32::from(step.right), row - i32::from(step.forward));
                way.extend(self.0.board.at(column, row));
                if (column, row) == place(to) {
                    return way;
                }
            }
        }
        vec![from, to]
    }

    /// Whether a royal piece leaves no attacked point and passes none.
    pub(super) fn castles_safely(&self, state: &State, kind: usize, castle: Castle) -> bool {
        let mut way = self.way(castle.from.into(), castle.to.into());
        way.pop();
        !self.0.kinds[kind].royal
            || way.into_iter().all(|at| {
                let mut there = state.clone();
                there.cells[at] = there.cells[usize::from(castle.from)];
                if at != usize::from(castle.from) {
                    there.cells[usize::from(castle.from)] = None;
                }
                !self.in_check(&there, state.side)
            })
    }

    /// Where a piece may come by jumps that go on: what it reaches grows until it grows no more.
    pub(super) fn chains(&self, state: &State, from: usize) -> HashSet<usize> {
        let (kind, owner) = state.cells[from].unwrap();
        let what = &self.0.kinds[kind];
        let side = state.side.index();
        let mut ends = HashSet::new();
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            // The piece stands where it has come to, and nowhere else.
            let mut there = state.clone();
            there.cells[from] = None;
            there.cells[at] = Some((kind, owner));
            for rule in what.moves.iter().filter(|rule| rule.from[side].has(at)) {
                if !matches!(rule.shape, Shape::Jump { again: true, .. }) {
                    continue;
                }
                let allowed = if rule.anywhere { what.allowed_anywhere } else { what.allowed };
                for (to, _, _) in self.targets(&there, at, rule) {
                    if allowed[side].has(to) && rule.to[side].has(to) && ends.insert(to) {
                        open.push(to);
                    }
                }
            }
        }
        ends.remove(&from);
        ends
    }

    pub(super) fn promotions(&self, kind: usize, side: Side, from: usize, to: usize) -> Vec<usize> {
        match &self.0.kinds[kind].promotes {
            Some(promotion) => {
                let on = promotion.on[side.index()];
                let choices = promotion.to.iter().map(|&kind| usize::from(kind));
                match on.has(to) || promotion.from && on.has(from) {
                    true if promotion.may && !promotion.must[side.index()].has(to) => {
                        [kind].into_iter().chain(choices).collect()
                    }
                    true => choices.collect(),
                    false => vec![kind],
                }
            }
            None => vec![kind],
        }
    }

    pub(super) fn may_arrive(&self, state: &State, from: usize, to: usize, rule: &MoveRule) -> bool {
        match state.cells[to] {
            None => rule.moves,
            Some(_) => rule.captures && self.may_take(state, from, to, rule),
        }
    }

    pub(super) fn may_take(&self, state: &State, from: usize, at: usize, rule: &MoveRule) -> bool {
        let kind = &self.0.kinds[state.cells[from].unwrap().0];
        let Some((victim, Some(owner))) = state.cells[at] else { return false };
        let weak =
            |side: Side, at: usize| self.0.grounds.iter().any(|ground| ground.weak[side.index()].has(at));
        let safe = self.0.grounds.iter().any(|ground| ground.safe[owner.index()].has(at));
        let shore = self
            .0
            .grounds
            .iter()
            .any(|ground| ground.shore && ground.points.has(from) != ground.points.has(at));
        let takes = if weak(owner, at) {
            kind.takes_weak
        } else if weak(state.side, from) {
            kind.takes_when_weak
        } else {
            kind.takes
        };
        owner != state.side
            && !safe
            && !shore
            && (takes & rule.takes.unwrap_or(KindSet::MAX)) >> victim & 1 != 0
    }

    /// Where a rule leads from a point: the point, what is jumped over and taken, whether it may go onto a piece.
    pub(super) fn targets(
        &self,
        state: &State,
        from: usize,
        rule: &MoveRule,
    ) -> Vec<(usize, Option<usize>, bool)> {
        let board = &self.0.board;
        let side = state.side;
        let ray = |dir: Offset| board.ray(from, dir, side).collect::<Vec<usize>>();
        let free = |points: &[usize]| points.iter().all(|&at| state.cells[at].is_none());
        let mut targets = Vec::new();
        match &rule.shape {
            Shape::Slide { dirs, least, most, screens, screen_kinds } => {
                for ray in dirs.iter().map(|&dir| ray(dir)) {
                    for length in usize::from(*least).max(1)..=ray.len().min((*most).into()) {
                        let between = &ray[..length - 1];
                        let passed = between.iter().filter(|&&at| state.cells[at].is_some()).count();
                        let right =
                            |(kind, _): Piece| screen_kinds.is_none_or(|kinds| kinds >> kind & 1 != 0);
                        let all_right = between.iter().filter_map(|&at| state.cells[at]).all(right);
                        if passed == usize::from(*screens) && all_right {
                            targets.push((ray[length - 1], None, true));
                        }
                    }
                }
            }
            Shape::Leap { to, leg } => {
                for &offset in to {
                    let Some(to) = board.beyond(from, offset, side) else { continue };
                    // Straight while the rest is no diagonal, then diagonally.
                    let (mut right, mut forward) = (offset.right, offset.forward);
                    let mut blocked = false;
                    loop {
                        match right.abs() - forward.abs() {
                            0 => (right, forward) = (right - right.signum(), forward - forward.signum()),
                            1.. => right -= right.signum(),
                            _ => forward -= forward.signum(),
                        }
                        if (right, forward) == (0, 0) {
                            break;
                        }
                        let on = Offset::new(offset.right - right, offset.forward - forward);
                        let at = board.beyond(from, on, side);
                        blocked |= at.is_some_and(|at| state.cells[at].is_some());
                    }
                    if !leg || !blocked {
                        targets.push((to, None, true));
                    }
                }
            }
            Shape::Jump { dirs, over, takes, flying, .. } => {
                for ray in dirs.iter().map(|&dir| ray(dir)) {
                    for at in 0..ray.len() {
                        if !flying && at > 0 || !free(&ray[..at]) {
                            break;
                        }
                        let right = match self.owner(state, ray[at]) {
                            None => false,
                            Some(owner) if owner == side => over[0],
                            Some(_) => over[1] && (!takes || self.may_take(state, from, ray[at], rule)),
                        };
                        for to in at + 1..ray.len() {
                            if right && free(&ray[at + 1..=to]) && (*flying || to == at + 1) {
                                targets.push((ray[to], takes.then_some(ray[at]), false));
                            }
                        }
                    }
                }
            }
            Shape::Approach { dirs, away } => {
                let enemy = side.opponent();
                for &dir in dirs {
                    let back = Offset::new(-dir.right, -dir.forward);
                    let Some(to) = board.beyond(from, dir, side) else { continue };
                    let (begin, way) = if *away { (from, back) } else { (to, dir) };
                    let Some(taken) = board.beyond(begin, way, side) else { continue };
                    let takes =
                        self.owner(state, taken) == Some(enemy) && self.may_take(state, from, taken, rule);
                    if state.cells[to].is_none() && takes {
                        targets.push((to, Some(taken), false));
                    }
                }
            }
            Shape::Fly => {
                let others = (0..state.cells.len()).filter(|&to| to != from);
                targets.extend(others.map(|to| (to, None, true)));
            }
            Shape::Cross { dirs, over } => {
                let ground = self.0.grounds[usize::from(*over)].points;
                for ray in dirs.iter().map(|&dir| ray(dir)) {
                    let stretch = ray.iter().take_while(|&&at| ground.has(at)).count();
                    if stretch > 0 && stretch < ray.len() && free(&ray[..stretch]) {
                        targets.push((ray[stretch], None, true));
                    }
                }
            }
            Shape::Line { dirs } => {
                for &dir in dirs {
                    let forth = ray(dir);
                    let back = ray(Offset::new(-dir.right, -dir.forward));
                    let pieces =
                        1 + forth.iter().chain(&back).filter(|&&at| state.cells[at].is_some()).count();
                    let own = |&at: &usize| state.cells[at].is_none() || self.owner(state, at) == Some(side);
                    if pieces <= forth.len() && forth[..pieces - 1].iter().all(own) {
                        targets.push((forth[pieces - 1], None, true));
                    }
                }
            }
        }
        targets
    }
}
