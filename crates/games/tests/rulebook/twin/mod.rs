//! A second implementation of the rules of rule files, for comparison: it reads [`Rules`] directly, without tables,
//! and looks at everything everywhere, after every move.

mod arriving;
mod ends;
mod going;
mod past;

use std::collections::{BTreeSet, HashSet};
use wanqi_game::{Outcome, Side};
use wanqi_games::rulebook::board::Offset;
use wanqi_games::rulebook::model::*;

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
    /// What has been jumped over and stands until the piece goes on no more.
    pub taken: BTreeSet<usize>,
    pub ko: Option<usize>,
    /// The point that a piece has just passed over, if it might be taken there, and where it stands.
    pub passed: Option<(usize, usize)>,
    /// Castlings of which neither piece has moved: side, kind, number.
    pub castling: BTreeSet<(usize, usize, usize)>,
    pub checks: [u32; 2],
    /// Pieces that each side has taken, where the rules count them.
    pub captured: [u32; 2],
    /// Where the piece that goes on has been.
    pub been: BTreeSet<usize>,
    /// Pieces that the side to move still takes off for rows.
    pub owed: usize,
    pub passes: u32,
    /// Turns without progress; the turn that makes some begins at -1.
    pub quiet: i32,
    pub outcome: Option<Outcome>,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    Go { from: usize, to: usize, jumped: Option<usize>, becomes: usize, copies: bool },
    Castle { kind: usize, castle: Castle },
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
    /// A piece went that only ever goes forward.
    forward: bool,
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
            taken: BTreeSet::new(),
            ko: None,
            passed: None,
            castling: self.castlings().collect(),
            checks: [0; 2],
            captured: [0; 2],
            owed: 0,
            been: BTreeSet::new(),
            passes: 0,
            quiet: 0,
            outcome: None,
        }
    }

    /// All castlings, with those of whom they are.
    fn castlings(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let kinds = self.0.kinds.iter().enumerate();
        kinds.flat_map(|(kind, what)| {
            (0..2).flat_map(move |side| (0..what.castles[side].len()).map(move |i| (side, kind, i)))
        })
    }

    /// Whether something is decided, or would be if it were looked at again, before a move is made.
    pub fn is_decided(&self, state: &State) -> bool {
        let all = Did { took: true, promoted: true, lost: [true; 2], ..Did::default() };
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
        if let (Some(most), true) = (
            must,
            state.owed == 0
                && !matches!(self.steps(state)[state.step], Step::Shoot { .. } | Step::Remove { .. }),
        ) {
            let wanted = |(act, next): &(Act, State)| {
                self.takes(state, *act) && (!self.0.capture.longest || self.chain(state, next) == most)
            };
            return all.into_iter().filter(wanted).collect();
        }
        let in_check = || self.in_check(state, state.side);
        let passes = match state.active {
            Some(_) => {
                self.0.capture.again == MultiCapture::May
                    && matches!(self.steps(state)[state.step], Step::Act { .. })
            }
            None if state.step > 0 || state.owed > 0 || state.turn < self.0.turn.opening.len() => false,
            None if self.0.ends.facing.is_some() && self.face(state) => true,
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
        let allowed = acts.filter(|(act, next)| self.allowed(state, *act, next));
        allowed.filter(|(act, _)| self.lands_to_go_on(state, *act)).collect()
    }

    /// Whether a jump lands where its piece goes on taking, or could do so nowhere behind what it jumps over.
    fn lands_to_go_on(&self, state: &State, act: Act) -> bool {
        let Act::Go { from, to, jumped: jumped @ Some(_), becomes, copies } = act else { return true };
        let capture = &self.0.capture;
        if capture.again != MultiCapture::Must || capture.longest {
            return true;
        }
        let goes_on = |act: Act, to: usize| {
            let (mut next, did) = self.arrived(state, act);
            next.active = Some(to);
            let heads = capture.again_straight || capture.again_turning;
            next.heading = heads.then(|| self.heading(act)).flatten();
            if capture.again_turning {
                next.been.clone_from(&state.been);
                if next.cells[from].is_none() {
                    next.been.insert(from);
                }
            }
            let stops = did.promoted && capture.promotion == ChainPromotion::Stops;
            !stops && next.cells[to].is_some() && !self.acts(&next).is_empty()
        };
        let others = self.acts(state);
        goes_on(act, to)
            || !others.into_iter().any(|other| match other {
                Act::Go { from: start, to: end, jumped: over, becomes: what, copies: copied } => {
                    (start, over, what, copied) == (from, jumped, becomes, copies)
                        && end != to
                        && goes_on(other, end)
                }
                _ => false,
            })
    }

    /// Whether what a move leads to is allowed.
    fn allowed(&self, state: &State, act: Act, next: &State) -> bool {
        let side = state.side;
        let after = self.arrived(state, act).0;
        let gone = |side: Side| {
            let royal = |kind: usize| self.0.kinds[kind].royal;
            let had = self.0.start.iter().any(|&(_, kind, whose)| whose == Some(side) && royal(kind.into()));
            had && !after.cells.iter().flatten().any(|&(kind, whose)| whose == Some(side) && royal(kind))
        };
        let blown = self.0.capture.blast.is_some() && (gone(side) || gone(side.opponent()));
        if if blown { gone(side) } else { self.in_check(&after, side) } {
            return false;
        }
        if self.0.turn.no_check && self.in_check(&after, side.opponent()) {
            return false;
        }
        if self.0.ends.facing.is_some() && self.face(state) && self.face(&after) {
            return false;
        }
        if let Act::Castle { kind, castle } = act
            && !self.castles_safely(state, kind, castle)
        {
            return false;
        }
        if let Act::Place { kind, .. } = act
            && !self.0.kinds[kind].drop_mates
            && next.side != side
            && self.in_check(next, next.side)
            && self.moves(next).is_empty()
        {
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
        for at in std::mem::take(&mut following.taken) {
            self.take(&mut following, side, at, &mut Did::default());
        }
        following.step += 1;
        let shoots = matches!(steps[following.step], Step::Shoot { .. });
        let shooter = act.to().filter(|&to| self.owner(&following, to) == Some(side));
        following.active = if shoots { shooter } else { None };
        following.outcome.is_some() || !self.legal(&following).is_empty()
    }

    fn steps(&self, state: &State) -> &[Step] {
        self.0.turn.opening.get(state.turn).unwrap_or(&self.0.turn.steps)
    }

    fn acts(&self, state: &State) -> Vec<Act> {
        let side = state.side.index();
        let points = 0..self.0.board.len();
        if state.owed > 0 {
            return self.takeable_at_will(state).into_iter().map(|at| Act::Remove { at }).collect();
        }
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
                let is_taken = |at: Option<usize>| at.is_some_and(|at| state.taken.contains(&at));
                let jumped = if let Act::Go { jumped, .. } = act { *jumped } else { None };
                self.takes(state, *act)
                    && !is_taken(jumped)
                    && !is_taken(act.to())
                    && (!self.0.capture.again_straight || heading(act) == state.heading)
                    && (!self.0.capture.again_turning
                        || heading(act) != state.heading
                            && !act.to().is_some_and(|to| state.been.contains(&to)))
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
                let go = own.flat_map(|at| [self.goings(state, at), self.castles(state, at)].concat());
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

    fn beside(&self, state: &State, at: usize, beside: AdjacentTo) -> bool {
        let right = |&near: &usize| match beside {
            AdjacentTo::Whatever => true,
            AdjacentTo::Own => self.owner(state, near) == Some(state.side),
            AdjacentTo::Enemy => self.owner(state, near) == Some(state.side.opponent()),
            AdjacentTo::AnyPiece => state.cells[near].is_some(),
            AdjacentTo::Empty => state.cells[near].is_none(),
        };
        beside == AdjacentTo::Whatever || self.near(at, true).iter().any(right)
    }

    fn places(&self, state: &State, place: &Placement) -> Vec<Act> {
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
                    && (!place.must_take || self.takes(state, act))
                    && !self.puts_a_forbidden_row(state, kind, to);
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
            Act::Castle { .. } | Act::Shoot { .. } | Act::Remove { .. } | Act::Pass => false,
        }
    }

    pub fn play(&self, state: &State, act: Act) -> State {
        let mut next = self.play_on(state, act);
        let begins = next.step == 0 && next.active.is_none() && next.owed == 0;
        if self.0.ends.reach_safe && next.outcome.is_none() && begins && self.stands_there(&next, next.side) {
            next.outcome = Some(self.won(next.side));
        }
        next
    }

    fn play_on(&self, state: &State, act: Act) -> State {
        let side = state.side;
        let mut next = match act {
            Act::Pass if state.active.is_some() => {
                let mut next = state.clone();
                (next.active, next.heading) = (None, None);
                next.been.clear();
                return Twin::end_turn(next);
            }
            Act::Pass => {
                let mut next = state.clone();
                (next.ko, next.passed) = (None, None);
                next.passes += 1;
                if let (Some(facing), true) = (self.0.ends.facing, self.face(&next)) {
                    next.outcome = Some(self.ended(&next, facing == Verdict::Count));
                } else if next.passes == 2 {
                    next.outcome = Some(self.ended(&next, self.0.ends.passes_count));
                }
                return Twin::end_turn(next);
            }
            _ => {
                let (mut next, did) = self.arrived(state, act);
                let capture = &self.0.capture;
                let chain_decides =
                    capture.removed == Removal::After || capture.promotion == ChainPromotion::AtTheEnd;
                if !chain_decides {
                    self.count_taken(state, &mut next, act);
                    self.count_check(&mut next, side);
                    next.outcome = self.judge(&next, side, &did);
                }
                let puts = matches!(act, Act::Place { .. } | Act::Shoot { .. });
                if did.lost.contains(&true) || did.promoted || did.forward || puts {
                    next.quiet = -1;
                }
                let stops = did.promoted && capture.promotion == ChainPromotion::Stops;
                let goes_on = did.took && !stops && capture.again != MultiCapture::Never;
                if let (true, None, Act::Go { to, .. }) = (goes_on, next.outcome, act)
                    && next.cells[to].is_some()
                {
                    let mut chained = next.clone();
                    if let (ChainPromotion::AtTheEnd, Some((kind, Some(_))), Act::Go { from, .. }) =
                        (capture.promotion, &mut chained.cells[to], act)
                    {
                        *kind = state.cells[from].unwrap().0;
                    }
                    chained.active = Some(to);
                    let heads = self.0.capture.again_straight || self.0.capture.again_turning;
                    chained.heading = heads.then(|| self.heading(act)).flatten();
                    if let (true, Act::Go { from, .. }) = (self.0.capture.again_turning, act) {
                        chained.been.clone_from(&state.been);
                        if chained.cells[from].is_none() {
                            chained.been.insert(from);
                        }
                    }
                    if !self.legal(&chained).is_empty() {
                        return chained;
                    }
                }
                if chain_decides {
                    for at in std::mem::take(&mut next.taken) {
                        self.take(&mut next, side, at, &mut Did::default());
                    }
                    self.count_check(&mut next, side);
                    next.outcome = self.judge(&next, side, &did);
                }
                if self.owes() {
                    next.owed = match act {
                        _ if state.owed > 0 => state.owed - 1,
                        _ => self.owed(&next, side, act, did.took),
                    };
                    if next.outcome.is_some() || self.takeable_at_will(&next).is_empty() {
                        next.owed = 0;
                    }
                    if next.owed > 0 {
                        return next;
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
                following.active = Some(to).filter(|&to| self.owner(&following, to) == Some(side));
            }
            if !self.legal(&following).is_empty() {
                return following;
            }
        }
        next.step = 0;
        let mut next = Twin::end_turn(next);
        if self.0.ends.equal_turns
            && next.outcome.is_none()
            && next.side == Side::Second
            && self.reached(&next, Side::First)
            && !self.moves(&next).iter().any(|(_, after)| self.reached(after, Side::Second))
        {
            next.outcome = Some(self.won(Side::First));
        }
        next
    }

    /// Whether there are takes at will.
    fn owes(&self) -> bool {
        self.0.capture.row.is_some() || self.0.capture.more > 0
    }

    /// How many enemy pieces a side takes off after a move.
    fn owed(&self, next: &State, side: Side, act: Act, took: bool) -> usize {
        let rows = match (act, &self.0.capture.row) {
            (Act::Place { .. }, Some(row)) if row.placed != PlacedRow::Takes => 0,
            (Act::Go { to, .. } | Act::Place { to, .. }, Some(row)) if self.owner(next, to) == Some(side) => {
                if row.each {
                    self.rows(next, to)
                } else {
                    self.rows(next, to).min(1)
                }
            }
            _ => 0,
        };
        let goes = matches!(act, Act::Go { .. } | Act::Place { .. });
        rows + if goes && took { usize::from(self.0.capture.more) } else { 0 }
    }

    fn puts_a_forbidden_row(&self, state: &State, kind: usize, to: usize) -> bool {
        let mut next = state.clone();
        next.cells[to] = Some((kind, Some(state.side)));
        self.0.capture.row.as_ref().is_some_and(|row| row.placed == PlacedRow::Never)
            && self.rows(&next, to) > 0
    }

    /// How many rows that take run through the piece on a point.
    fn rows(&self, state: &State, at: usize) -> usize {
        let Some(rule) = &self.0.capture.row else { return 0 };
        let owner = self.owner(state, at);
        let count = |dir: Offset| {
            let ray = self.0.board.ray(at, dir, Side::First);
            ray.take_while(|&at| self.owner(state, at) == owner).count()
        };
        let long = |dir: &&Offset| {
            let length = 1 + count(**dir) + count(Offset::new(-dir.right, -dir.forward));
            length == rule.length.into() || length > rule.length.into() && !rule.exactly
        };
        rule.dirs.iter().filter(long).count()
    }

    fn takeable_at_will(&self, state: &State) -> Vec<usize> {
        let enemy = state.side.opponent();
        let safe = |at: usize| self.0.grounds.iter().any(|ground| ground.safe[enemy.index()].has(at));
        let all: Vec<usize> =
            (0..state.cells.len()).filter(|&at| self.owner(state, at) == Some(enemy) && !safe(at)).collect();
        let alone: Vec<usize> = all.iter().copied().filter(|&at| self.rows(state, at) == 0).collect();
        let spares = self.0.capture.row.as_ref().is_some_and(|row| row.rows_are_safe) && !alone.is_empty();
        if spares { alone } else { all }
    }

    fn count_taken(&self, before: &State, next: &mut State, act: Act) {
        let gone = |&at: &usize| {
            let onto = matches!(act, Act::Go { to, .. } if to == at);
            self.owner(before, at) == Some(before.side.opponent()) && (onto || next.cells[at].is_none())
        };
        let gone = (0..next.cells.len()).filter(gone).count() as u32;
        if self.0.ends.captured.is_some() {
            next.captured[before.side.index()] += gone;
        }
    }

    fn count_check(&self, state: &mut State, side: Side) {
        if self.0.ends.checks.is_some() && self.in_check(state, side.opponent()) {
            state.checks[side.index()] += 1;
        }
    }

    fn end_turn(mut state: State) -> State {
        state.side = state.side.opponent();
        state.turn += 1;
        state.quiet += 1;
        (state.step, state.active, state.heading) = (0, None, None);
        state
    }
}

impl Act {
    pub fn from(self) -> Option<usize> {
        match self {
            Act::Go { from, .. } => Some(from),
            Act::Castle { castle, .. } => Some(castle.from.into()),
            _ => None,
        }
    }

    pub fn to(self) -> Option<usize> {
        match self {
            Act::Go { to, .. } | Act::Place { to, .. } | Act::Shoot { to, .. } | Act::Remove { at: to } => {
                Some(to)
            }
            Act::Castle { castle, .. } => Some(castle.to.into()),
            Act::Pass => None,
        }
    }

    pub fn becomes(self) -> Option<usize> {
        match self {
            Act::Go { becomes, .. } => Some(becomes),
            Act::Castle { kind, .. } => Some(kind),
            Act::Place { kind, .. } | Act::Shoot { kind, .. } => Some(kind),
            Act::Remove { .. } | Act::Pass => None,
        }
    }
}
