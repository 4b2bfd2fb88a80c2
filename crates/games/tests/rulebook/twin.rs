//! A second implementation of the rules of rule files, for comparison: it reads [`Rules`] directly, without tables,
//! and looks at everything everywhere, after every move.

use game::{Outcome, Side};
use games::rulebook::board::Offset;
use games::rulebook::model::*;
use games::rulebook::points::PointSet;
use std::collections::HashSet;

pub type Piece = (usize, Option<Side>);

/// A position.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub cells: Vec<Option<Piece>>,
    pub hands: [Vec<u32>; 2],
    pub side: Side,
    pub turn: usize,
    pub step: usize,
    pub active: Option<usize>,
    pub heading: Option<(i32, i32)>,
    pub ko: Option<usize>,
    pub passes: u32,
    pub outcome: Option<Outcome>,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    Go { from: usize, to: usize, jumped: Option<usize>, becomes: usize, copies: bool },
    Place { kind: usize, to: usize },
    Shoot { kind: usize, to: usize },
    Remove { at: usize },
    Pass,
}

/// What a move did beside arriving.
#[derive(Default)]
struct Did {
    took: bool,
    promoted: bool,
    /// Lost pieces, or had them changed: the mover, the opponent.
    lost: [bool; 2],
}

pub struct Twin<'a>(pub &'a Rules);

impl Twin<'_> {
    pub fn start(&self) -> State {
        let mut cells = vec![None; self.0.board.len()];
        for &(at, kind, side) in &self.0.start {
            cells[at] = Some((usize::from(kind), side));
        }
        State {
            cells,
            hands: [0, 1].map(|side| {
                let mut hand: Vec<u32> = self.0.hands[side].iter().map(|&count| count.into()).collect();
                hand.resize(self.0.kinds.len(), 0);
                hand
            }),
            side: Side::First,
            turn: 0,
            step: 0,
            active: None,
            heading: None,
            ko: None,
            passes: 0,
            outcome: None,
        }
    }

    /// Whether something is decided, or would be if it were looked at again, before a move is made.
    pub fn is_decided(&self, state: &State) -> bool {
        let all = Did { took: true, promoted: true, lost: [true; 2] };
        let decided = |side: Side| {
            self.judge(state, side, &all).is_some() || self.lines(state, side, LineResult::Forbidden)
        };
        Side::BOTH.into_iter().any(decided) || self.in_check(state, Side::Second)
    }

    /// The legal moves and what they lead to.
    pub fn moves(&self, state: &State) -> Vec<(Act, State)> {
        let all = self.legal(state);
        let must = match (self.0.capture.forced, self.0.capture.longest) {
            (true, true) => all
                .iter()
                .filter(|(act, _)| self.takes(state, *act))
                .map(|(_, next)| self.chain(state, next))
                .max(),
            (true, false) if state.active.is_none() => {
                all.iter().any(|(act, _)| self.takes(state, *act)).then_some(0)
            }
            _ => None,
        };
        if let (Some(most), true) =
            (must, !matches!(self.steps(state)[state.step], Step::Shoot { .. } | Step::Remove { .. }))
        {
            let wanted = |(act, next): &(Act, State)| {
                self.takes(state, *act) && (!self.0.capture.longest || self.chain(state, next) == most)
            };
            return all.into_iter().filter(wanted).collect();
        }
        let in_check = || self.in_check(state, state.side);
        let passes = match state.active {
            Some(_) => {
                self.0.capture.again == Again::May
                    && matches!(self.steps(state)[state.step], Step::Act { .. })
            }
            None if state.step > 0 || state.turn < self.0.turn.opening.len() => false,
            None => match self.0.turn.pass {
                Pass::Never => false,
                Pass::Stuck => {
                    let other_can_move = || !self.legal(&self.play(state, Act::Pass)).is_empty();
                    all.is_empty() && !in_check() && other_can_move()
                }
                Pass::Always => !in_check(),
            },
        };
        let mut all = all;
        if passes {
            let next = self.play(state, Act::Pass);
            all.push((Act::Pass, next));
        }
        all
    }

    /// How many takes still follow in the turn.
    fn chain(&self, state: &State, next: &State) -> u32 {
        if next.side != state.side || next.active.is_none() || next.outcome.is_some() {
            return 0;
        }
        1 + self.legal(next).iter().map(|(_, after)| self.chain(next, after)).max().unwrap_or(0)
    }

    fn legal(&self, state: &State) -> Vec<(Act, State)> {
        let acts = self.acts(state).into_iter().map(|act| (act, self.play(state, act)));
        acts.filter(|(act, next)| self.allowed(state, *act, next)).collect()
    }

    /// Whether what a move leads to is allowed.
    fn allowed(&self, state: &State, act: Act, next: &State) -> bool {
        let side = state.side;
        let after = self.arrived(state, act).0;
        if self.in_check(&after, side) {
            return false;
        }
        let line = |result| self.lines(&after, side, result);
        let puts = act.becomes().is_some() && self.owner(&after, act.to().unwrap_or(0)) == Some(side);
        if puts && line(LineResult::Forbidden) && !line(LineResult::Win) {
            return false;
        }
        if let (Some(rule), Act::Go { to, .. } | Act::Place { to, .. }) = (&self.0.capture.surround, act)
            && !rule.suicide
            && after.cells[to].is_none()
        {
            return false;
        }
        // A turn that begins with a move is finished.
        let steps = self.steps(state);
        if !matches!(act, Act::Go { .. }) || state.step + 1 >= steps.len() || next.outcome.is_some() {
            return true;
        }
        if next.side == side && next.step == state.step {
            // Its takes go on.
            return true;
        }
        let mut following = after;
        following.step += 1;
        following.active = matches!(steps[following.step], Step::Shoot { .. }).then(|| act.to().unwrap());
        following.outcome.is_some() || !self.legal(&following).is_empty()
    }

    fn steps(&self, state: &State) -> &[Step] {
        self.0.turn.opening.get(state.turn).unwrap_or(&self.0.turn.steps)
    }

    fn acts(&self, state: &State) -> Vec<Act> {
        let side = state.side.index();
        let points = 0..self.0.board.len();
        let step = &self.steps(state)[state.step];
        if let Some(from) = state.active {
            if let Step::Shoot { kind, dirs, most } = step {
                let rays = dirs.iter().flat_map(|&dir| {
                    let ray = self.0.board.ray(from, dir, state.side).take((*most).into());
                    ray.take_while(|&at| state.cells[at].is_none()).collect::<Vec<_>>()
                });
                let targets: HashSet<usize> = rays.collect();
                return targets.into_iter().map(|to| Act::Shoot { kind: (*kind).into(), to }).collect();
            }
            let heading = |act: &Act| self.heading(*act);
            let goes_on = |act: &Act| {
                self.takes(state, *act) && (!self.0.capture.again_straight || heading(act) == state.heading)
            };
            return self.goings(state, from).into_iter().filter(goes_on).collect();
        }
        match step {
            Step::Act { moves, places, places_first } => {
                let put = if *places { self.places(state, &self.0.place) } else { Vec::new() };
                let legal = |act: &&Act| self.allowed(state, **act, &self.play(state, **act));
                if *places_first && put.iter().filter(legal).count() > 0 {
                    return put;
                }
                let own = points.filter(|&at| self.owner(state, at) == Some(state.side));
                let go = own.flat_map(|at| self.goings(state, at));
                let go: Vec<Act> = if *moves { go.collect() } else { Vec::new() };
                if *places_first { go } else { go.into_iter().chain(put).collect() }
            }
            Step::Place(place) => self.places(state, place),
            Step::Shoot { .. } => Vec::new(),
            Step::Remove { whose, on, beside } => {
                let right = |&at: &usize| {
                    let whose = match self.owner(state, at) {
                        Some(owner) => whose[usize::from(owner != state.side)],
                        None => false,
                    };
                    whose && on[side].has(at) && self.beside(state, at, *beside)
                };
                points.filter(right).map(|at| Act::Remove { at }).collect()
            }
        }
    }

    fn owner(&self, state: &State, at: usize) -> Option<Side> {
        state.cells[at].and_then(|piece| piece.1)
    }

    fn near(&self, at: usize, diagonal: bool) -> Vec<usize> {
        let board = &self.0.board;
        board
            .neighbours(diagonal)
            .iter()
            .filter_map(|&offset| board.beyond(at, offset, Side::First))
            .collect()
    }

    fn beside(&self, state: &State, at: usize, beside: Beside) -> bool {
        let right = |&near: &usize| match beside {
            Beside::Whatever => true,
            Beside::Own => self.owner(state, near) == Some(state.side),
            Beside::Enemy => self.owner(state, near) == Some(state.side.opponent()),
            Beside::AnyPiece => state.cells[near].is_some(),
            Beside::Empty => state.cells[near].is_none(),
        };
        beside == Beside::Whatever || self.near(at, true).iter().any(right)
    }

    fn places(&self, state: &State, place: &Place) -> Vec<Act> {
        let side = state.side.index();
        let board = &self.0.board;
        let mut acts = Vec::new();
        for kind in (0..self.0.kinds.len()).filter(|kind| place.kinds >> kind & 1 != 0) {
            let what = &self.0.kinds[kind];
            if place.from_hand && state.hands[side][kind] == 0 {
                continue;
            }
            for to in (0..board.len()).filter(|&at| state.cells[at].is_none() && state.ko != Some(at)) {
                let column = |at: usize| board.places[at].0 == board.places[to].0;
                let lower = |&at: &usize| column(at) && board.places[at].1 > board.places[to].1;
                let same = Some((kind, (!what.neutral).then_some(state.side)));
                let act = Act::Place { kind, to };
                let right = [place.on[side], what.drop_on[side], what.allowed[side]]
                    .iter()
                    .all(|set| set.has(to))
                    && (!place.falls || (0..board.len()).filter(lower).all(|at| state.cells[at].is_some()))
                    && (!what.one_a_file
                        || what.neutral
                        || !(0..board.len()).any(|at| column(at) && state.cells[at] == same))
                    && self.beside(state, to, place.beside)
                    && (!place.must_take || self.takes(state, act));
                if right {
                    acts.push(act);
                }
            }
        }
        acts
    }

    /// Whether a move takes something of the opponent, or jumps over something that it takes.
    fn takes(&self, state: &State, act: Act) -> bool {
        match act {
            Act::Go { .. } | Act::Place { .. } => self.arrived(state, act).1.took,
            Act::Shoot { .. } | Act::Remove { .. } | Act::Pass => false,
        }
    }

    fn heading(&self, act: Act) -> Option<(i32, i32)> {
        let Act::Go { from, to, .. } = act else { return None };
        let place = |at: usize| (i32::from(self.0.board.places[at].0), i32::from(self.0.board.places[at].1));
        let ((a, b), (c, d)) = (place(from), place(to));
        let by = (1..=40).rev().find(|by| (c - a) % by == 0 && (d - b) % by == 0)?;
        Some(((c - a) / by, (d - b) / by))
    }

    /// The ways of a piece, whatever becomes of its side.
    fn goings(&self, state: &State, from: usize) -> Vec<Act> {
        let (kind, side) = (state.cells[from].unwrap().0, state.side);
        let mut acts: Vec<Act> = Vec::new();
        for to in self.chains(state, from) {
            for becomes in self.promotions(kind, side, from, to) {
                acts.push(Act::Go { from, to, jumped: None, becomes, copies: false });
            }
        }
        let single = |rule: &&MoveRule| !matches!(rule.shape, Shape::Jump { again: true, .. });
        for rule in
            self.0.kinds[kind].moves.iter().filter(single).filter(|rule| rule.from[side.index()].has(from))
        {
            for (to, jumped, onto) in self.targets(state, from, rule) {
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

    /// Where a piece may come by jumps that go on: what it reaches grows until it grows no more.
    fn chains(&self, state: &State, from: usize) -> HashSet<usize> {
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

    fn promotions(&self, kind: usize, side: Side, from: usize, to: usize) -> Vec<usize> {
        match &self.0.kinds[kind].promotes {
            Some(promotion) => {
                let on = promotion.on[side.index()];
                let choices = promotion.to.iter().map(|&kind| usize::from(kind));
                match on.has(to) || promotion.from && on.has(from) {
                    true if promotion.may => [kind].into_iter().chain(choices).collect(),
                    true => choices.collect(),
                    false => vec![kind],
                }
            }
            None => vec![kind],
        }
    }

    fn may_arrive(&self, state: &State, from: usize, to: usize, rule: &MoveRule) -> bool {
        match state.cells[to] {
            None => rule.moves,
            Some(_) => rule.captures && self.may_take(state, from, to, rule),
        }
    }

    fn may_take(&self, state: &State, from: usize, at: usize, rule: &MoveRule) -> bool {
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
    fn targets(&self, state: &State, from: usize, rule: &MoveRule) -> Vec<(usize, Option<usize>, bool)> {
        let board = &self.0.board;
        let side = state.side;
        let ray = |dir: Offset| board.ray(from, dir, side).collect::<Vec<usize>>();
        let free = |points: &[usize]| points.iter().all(|&at| state.cells[at].is_none());
        let mut targets = Vec::new();
        match &rule.shape {
            Shape::Slide { dirs, least, most, screens } => {
                for ray in dirs.iter().map(|&dir| ray(dir)) {
                    for length in usize::from(*least).max(1)..=ray.len().min((*most).into()) {
                        let between = &ray[..length - 1];
                        let passed = between.iter().filter(|&&at| state.cells[at].is_some()).count();
                        if passed == usize::from(*screens) {
                            targets.push((ray[length - 1], None, true));
                        }
                    }
                }
            }
            Shape::Leap { to, leg } => {
                for &offset in to {
                    let Some(to) = board.beyond(from, offset, side) else { continue };
                    let (right, forward) = (offset.right, offset.forward);
                    let first = match right.abs() - forward.abs() {
                        0 => Offset::new(right / 2, forward / 2),
                        1.. => Offset::new(right.signum(), 0),
                        _ => Offset::new(0, forward.signum()),
                    };
                    let blocked = board.beyond(from, first, side).is_some_and(|at| state.cells[at].is_some());
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

    /// The position once a move has arrived and taken, the turn not yet passed on.
    fn arrived(&self, state: &State, act: Act) -> (State, Did) {
        let mut next = state.clone();
        let mut did = Did::default();
        let side = state.side;
        (next.ko, next.passes, next.active, next.heading) = (None, 0, None, None);
        let owned = |kind: usize| (kind, (!self.0.kinds[kind].neutral).then_some(side));
        match act {
            Act::Go { from, to, jumped, becomes, copies } => {
                let piece = next.cells[from].unwrap();
                did.promoted = becomes != piece.0;
                if !copies {
                    next.cells[from] = None;
                }
                for at in [Some(to), jumped].into_iter().flatten() {
                    self.take(&mut next, side, at, &mut did);
                }
                next.cells[to] = Some((becomes, piece.1));
                self.aside(&mut next, side, to, false, &mut did);
            }
            Act::Place { kind, to } => {
                let hand = &mut next.hands[side.index()][kind];
                *hand = hand.saturating_sub(1);
                next.cells[to] = Some(owned(kind));
                if !self.0.kinds[kind].neutral {
                    self.aside(&mut next, side, to, true, &mut did);
                }
            }
            Act::Shoot { kind, to } => next.cells[to] = Some(owned(kind)),
            Act::Remove { at } => {
                did.lost[usize::from(self.owner(&next, at) != Some(side))] = true;
                next.cells[at] = None;
            }
            Act::Pass => {}
        }
        (next, did)
    }

    fn take(&self, state: &mut State, side: Side, at: usize, did: &mut Did) {
        let Some((kind, owner)) = state.cells[at].take() else { return };
        did.took = true;
        did.lost[usize::from(owner != Some(side))] = true;
        if self.0.capture.to_hand {
            let held = &mut state.hands[side.index()][usize::from(self.0.kinds[kind].captured_as)];
            *held = (*held + 1).min(255);
        }
    }

    fn group(&self, state: &State, at: usize, diagonal: bool) -> HashSet<usize> {
        let mut group = HashSet::from([at]);
        loop {
            let joined = |&near: &usize| {
                self.owner(state, near).is_some() && self.owner(state, near) == self.owner(state, at)
            };
            let more: Vec<usize> =
                group.iter().flat_map(|&at| self.near(at, diagonal)).filter(joined).collect();
            let before = group.len();
            group.extend(more);
            if group.len() == before {
                return group;
            }
        }
    }

    fn breathes(&self, state: &State, group: &HashSet<usize>) -> bool {
        group.iter().flat_map(|&at| self.near(at, false)).any(|near| state.cells[near].is_none())
    }

    /// Takes between two, by touch, by surrounding.
    fn aside(&self, state: &mut State, side: Side, at: usize, placed: bool, did: &mut Did) {
        let enemy = side.opponent();
        let board = &self.0.board;
        let safe = |at: usize| self.0.grounds.iter().any(|ground| ground.safe[enemy.index()].has(at));
        let seize = |state: &mut State, did: &mut Did, points: &HashSet<usize>, fate: Fate| {
            for &at in points.iter().filter(|&&at| !safe(at)) {
                match fate {
                    Fate::Remove => self.take(state, side, at, did),
                    Fate::Flip => {
                        state.cells[at] = state.cells[at].map(|(kind, _)| (kind, Some(side)));
                        did.took = true;
                        did.lost[1] = true;
                    }
                }
            }
        };
        if let Some(flank) = &self.0.capture.flank {
            let mut rows = HashSet::new();
            for &dir in &flank.dirs {
                for dir in [dir, Offset::new(-dir.right, -dir.forward)] {
                    let ray: Vec<usize> = board.ray(at, dir, Side::First).collect();
                    let row: Vec<usize> =
                        ray.iter().copied().take_while(|&at| self.owner(state, at) == Some(enemy)).collect();
                    let closed = ray.get(row.len()).is_some_and(|&at| self.owner(state, at) == Some(side));
                    if closed && row.len() <= usize::from(flank.most) {
                        rows.extend(row);
                    }
                }
            }
            seize(state, did, &rows, flank.fate);
        }
        if let Some(fate) = self.0.capture.touch {
            let near: HashSet<usize> =
                self.near(at, true).into_iter().filter(|&at| self.owner(state, at) == Some(enemy)).collect();
            seize(state, did, &near, fate);
        }
        if let Some(rule) = self.0.capture.surround {
            let flips = self.0.capture.flank.is_some() || self.0.capture.touch.is_some();
            let mut dead = HashSet::new();
            for near in
                self.near(at, false).into_iter().filter(|&near| self.owner(state, near) == Some(enemy))
            {
                let group = self.group(state, near, false);
                if !self.breathes(state, &group) {
                    dead.extend(group);
                }
            }
            let taken: HashSet<usize> = dead.into_iter().filter(|&at| !safe(at)).collect();
            seize(state, did, &taken, Fate::Remove);
            let group = self.group(state, at, false);
            if !self.breathes(state, &group) {
                for at in group {
                    state.cells[at] = None;
                    did.lost[0] = true;
                }
            } else if placed && !rule.superko && taken.len() == 1 && !flips && group.len() == 1 {
                let free = self.near(at, false).into_iter().filter(|&near| state.cells[near].is_none());
                if free.count() == 1 {
                    state.ko = taken.into_iter().next();
                }
            }
        }
    }

    pub fn play(&self, state: &State, act: Act) -> State {
        let side = state.side;
        let mut next = match act {
            Act::Pass if state.active.is_some() => {
                let mut next = state.clone();
                (next.active, next.heading) = (None, None);
                return Twin::end_turn(next);
            }
            Act::Pass => {
                let mut next = state.clone();
                next.ko = None;
                next.passes += 1;
                if next.passes == 2 {
                    next.outcome = Some(self.ended(&next, self.0.ends.passes_count));
                }
                return Twin::end_turn(next);
            }
            _ => {
                let (mut next, did) = self.arrived(state, act);
                next.outcome = self.judge(&next, side, &did);
                let goes_on = did.took && !did.promoted && self.0.capture.again != Again::Never;
                if let (true, None, Act::Go { to, .. }) = (goes_on, next.outcome, act)
                    && next.cells[to].is_some()
                {
                    let mut chained = next.clone();
                    chained.active = Some(to);
                    chained.heading = self.0.capture.again_straight.then(|| self.heading(act)).flatten();
                    if !self.legal(&chained).is_empty() {
                        return chained;
                    }
                }
                next
            }
        };
        let steps = self.steps(&next);
        if next.outcome.is_none() && next.step + 1 < steps.len() {
            let mut following = next.clone();
            following.step += 1;
            if let (Step::Shoot { .. }, Act::Go { to, .. }) = (&steps[following.step], act) {
                following.active = Some(to);
            }
            if !self.legal(&following).is_empty() {
                return following;
            }
        }
        next.step = 0;
        Twin::end_turn(next)
    }

    fn end_turn(mut state: State) -> State {
        state.side = state.side.opponent();
        state.turn += 1;
        (state.step, state.active, state.heading) = (0, None, None);
        state
    }

    /// Whether an enemy piece could go onto or over the royal piece of a side.
    pub fn in_check(&self, state: &State, side: Side) -> bool {
        let royal = |&at: &usize| {
            state.cells[at].is_some_and(|(kind, owner)| owner == Some(side) && self.0.kinds[kind].royal)
        };
        let Some(royal) = (0..state.cells.len()).find(royal) else { return false };
        let turned = State { side: side.opponent(), ..state.clone() };
        let enemies = (0..state.cells.len()).filter(|&at| self.owner(state, at) == Some(side.opponent()));
        let hits =
            |act: &Act| matches!(act, Act::Go { to, jumped, .. } if *to == royal || *jumped == Some(royal));
        enemies.into_iter().any(|at| self.goings(&turned, at).iter().any(hits))
    }

    fn judge(&self, state: &State, mover: Side, did: &Did) -> Option<Outcome> {
        let ends = &self.0.ends;
        let opponent = mover.opponent();
        let reached = |side: Side| {
            ends.reach.iter().any(|reach| {
                (0..state.cells.len()).any(|at| {
                    let right = |(kind, owner): Piece| owner == Some(side) && reach.kinds >> kind & 1 != 0;
                    reach.on[side.index()].has(at) && state.cells[at].is_some_and(right)
                })
            })
        };
        let beaten = |side: Side| {
            let count = |kinds: KindSet| {
                let on_board = state
                    .cells
                    .iter()
                    .flatten()
                    .filter(|(kind, owner)| *owner == Some(side) && kinds >> kind & 1 != 0);
                let held =
                    state.hands[side.index()].iter().enumerate().filter(|(kind, _)| kinds >> kind & 1 != 0);
                on_board.count() as u32 + held.map(|(_, count)| count).sum::<u32>()
            };
            let royal = |kind: &usize| self.0.kinds[*kind].royal;
            let had = self.0.start.iter().any(|&(_, kind, owner)| owner == Some(side) && royal(&kind.into()));
            let has = state.cells.iter().flatten().any(|(kind, owner)| *owner == Some(side) && royal(kind));
            let few =
                |rule: &Eliminate| rule.sides[side.index()] && count(rule.kinds) < rule.fewer_than.into();
            ends.eliminate.iter().any(few) || had && !has
        };
        let gathered = |side: Side| {
            let own: Vec<usize> =
                (0..state.cells.len()).filter(|&at| self.owner(state, at) == Some(side)).collect();
            ends.gather && !own.is_empty() && self.group(state, own[0], true).len() == own.len()
        };
        let connected = |side: Side| {
            let Some(goals) = &ends.connect else { return false };
            let [one, other] = goals[side.index()];
            let meets = |group: &HashSet<usize>, goal: PointSet| group.iter().any(|&at| goal.has(at));
            (0..state.cells.len()).filter(|&at| self.owner(state, at) == Some(side)).any(|at| {
                let group = self.group(state, at, false);
                meets(&group, one) && meets(&group, other)
            })
        };
        let filled = |side: Side| {
            let Some(fill) = &ends.fill else { return false };
            let mut points = fill[side.index()].iter().peekable();
            points.peek().is_some() && points.all(|at| self.owner(state, at) == Some(side))
        };
        let line = |side: Side, result| self.lines(state, side, result);
        let wins = line(mover, LineResult::Win)
            || reached(mover)
            || connected(mover)
            || gathered(mover)
            || filled(mover)
            || did.lost[1] && beaten(opponent);
        let loses = line(mover, LineResult::Loss)
            || (did.lost[0] || did.promoted) && beaten(mover)
            || did.lost[1] && gathered(opponent)
            || line(opponent, LineResult::Win);
        match (wins, loses) {
            (true, _) => Some(self.won(mover)),
            (false, true) => Some(self.won(opponent)),
            _ if ends.full && state.cells.iter().all(Option::is_some) => Some(self.ended(state, true)),
            _ => None,
        }
    }

    fn won(&self, side: Side) -> Outcome {
        Outcome::Win(if self.0.ends.misere { side.opponent() } else { side })
    }

    fn lines(&self, state: &State, side: Side, result: LineResult) -> bool {
        (0..state.cells.len()).any(|at| self.line_through(state, side, at, result))
    }

    fn line_through(&self, state: &State, side: Side, at: usize, result: LineResult) -> bool {
        let own = |at: usize| self.owner(state, at) == Some(side);
        let rules = self.0.ends.lines.iter().filter(|line| line.result == result && line.sides[side.index()]);
        own(at)
            && rules.into_iter().any(|line| {
                line.dirs.iter().any(|&dir| {
                    let run = |dir| self.0.board.ray(at, dir, Side::First).take_while(|&at| own(at)).count();
                    let length = 1 + run(dir) + run(Offset::new(-dir.right, -dir.forward));
                    if line.exactly { length == line.length.into() } else { length >= line.length.into() }
                })
            })
    }

    fn ended(&self, state: &State, counts: bool) -> Outcome {
        let Some(count) = self.0.ends.count.filter(|_| counts) else { return Outcome::Draw };
        let mut lead = -count.komi;
        for at in 0..state.cells.len() {
            let owners: HashSet<Option<Side>> = match state.cells[at] {
                Some((_, Some(owner))) if count.on.is_some_and(|on| !on[owner.index()].has(at)) => {
                    HashSet::new()
                }
                Some((_, owner)) => HashSet::from([owner]),
                None if count.area => {
                    let mut region = HashSet::from([at]);
                    loop {
                        let empty = |near: &usize| state.cells[*near].is_none();
                        let more: Vec<usize> =
                            region.iter().flat_map(|&at| self.near(at, false)).filter(empty).collect();
                        let before = region.len();
                        region.extend(more);
                        if region.len() == before {
                            break;
                        }
                    }
                    let around = region.iter().flat_map(|&at| self.near(at, false));
                    around
                        .filter_map(|at| state.cells[at])
                        .map(|piece| piece.1)
                        .filter(Option::is_some)
                        .collect()
                }
                None => HashSet::new(),
            };
            if owners.len() == 1 {
                lead += match owners.into_iter().next().unwrap() {
                    Some(Side::First) => 1.0,
                    Some(Side::Second) => -1.0,
                    None => 0.0,
                };
            }
        }
        match lead {
            lead if lead > 0.0 => self.won(Side::First),
            lead if lead < 0.0 => self.won(Side::Second),
            _ => Outcome::Draw,
        }
    }

    /// The result if there is no move.
    pub fn stuck(&self, state: &State) -> Outcome {
        match self.0.ends.no_moves[state.side.index()] {
            _ if self.in_check(state, state.side) => self.won(state.side.opponent()),
            Verdict::Loss => self.won(state.side.opponent()),
            Verdict::Win => self.won(state.side),
            Verdict::Draw => Outcome::Draw,
            Verdict::Count => self.ended(state, true),
        }
    }
}

impl Act {
    pub fn from(self) -> Option<usize> {
        if let Act::Go { from, .. } = self { Some(from) } else { None }
    }

    pub fn to(self) -> Option<usize> {
        match self {
            Act::Go { to, .. } | Act::Place { to, .. } | Act::Shoot { to, .. } | Act::Remove { at: to } => {
                Some(to)
            }
            Act::Pass => None,
        }
    }

    pub fn becomes(self) -> Option<usize> {
        match self {
            Act::Go { becomes, .. } => Some(becomes),
            Act::Place { kind, .. } | Act::Shoot { kind, .. } => Some(kind),
            Act::Remove { .. } | Act::Pass => None,
        }
    }
}
