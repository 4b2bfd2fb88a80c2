//! What a move changes on the board: where its piece arrives, and all that it takes.

use super::{Act, Did, State, Twin};
use std::collections::HashSet;
use wanqi_game::Side;
use wanqi_games::rulebook::board::Offset;
use wanqi_games::rulebook::model::*;

impl Twin<'_> {
    /// The position once a move has arrived and taken, the turn not yet passed on.
    pub(super) fn arrived(&self, state: &State, act: Act) -> (State, Did) {
        let mut next = state.clone();
        let mut did = Did::default();
        let side = state.side;
        (next.ko, next.passes, next.active, next.heading) = (None, 0, None, None);
        next.passed = None;
        next.been.clear();
        let owned = |kind: usize| (kind, (!self.0.kinds[kind].neutral).then_some(side));
        match act {
            Act::Go { from, to, jumped, becomes, copies } => {
                let piece = next.cells[from].unwrap();
                did.promoted = becomes != piece.0;
                did.forward = self.only_goes_forward(piece.0);
                if !copies {
                    next.cells[from] = None;
                }
                self.take(&mut next, side, to, &mut did);
                if let Some(at) = jumped {
                    match next.cells[at] {
                        Some((_, Some(owner))) if self.0.capture.removed == Removal::After => {
                            next.taken.insert(at);
                            did.took = true;
                            did.lost[usize::from(owner != side)] = true;
                        }
                        _ => self.take(&mut next, side, at, &mut did),
                    }
                    for at in self.rest_of_row(&next, side, from, to, at) {
                        self.take(&mut next, side, at, &mut did);
                    }
                }
                next.cells[to] = Some((becomes, piece.1));
                if let (Some(kinds), true) = (self.0.capture.blast, did.took) {
                    self.blast(&mut next, side, to, kinds, &mut did);
                }
                if next.cells[to].is_some() {
                    self.aside(&mut next, side, to, false, &mut did);
                }
                if !copies && next.cells[to] == Some((becomes, piece.1)) {
                    next.passed = self.passed(&next, from, to, becomes, jumped);
                }
            }
            Act::Castle { kind, castle } => {
                let [from, to] = [castle.from, castle.to].map(usize::from);
                let [partner_from, partner_to] = [castle.partner_from, castle.partner_to].map(usize::from);
                let partner = next.cells[partner_from];
                (next.cells[from], next.cells[partner_from]) = (None, None);
                next.cells[to] = Some((kind, Some(side)));
                next.cells[partner_to] = partner;
                let left = |at: u16| [from, partner_from].contains(&usize::from(at));
                next.castling.retain(|&(side, kind, i)| {
                    let other = self.0.kinds[kind].castles[side][i];
                    !left(other.from) && !left(other.partner_from)
                });
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
        // What has left a point has moved.
        let moved = |at: u16| state.cells[usize::from(at)] != next.cells[usize::from(at)];
        let lost = |&&(side, kind, i): &&(usize, usize, usize)| {
            let castle = self.0.kinds[kind].castles[side][i];
            moved(castle.from) || moved(castle.partner_from)
        };
        let lost: Vec<_> = next.castling.iter().filter(lost).copied().collect();
        lost.iter().for_each(|castling| {
            next.castling.remove(castling);
        });
        (next, did)
    }

    /// The enemies in a row behind the one that a move has come up to, or gone away from.
    fn rest_of_row(&self, state: &State, side: Side, from: usize, to: usize, first: usize) -> Vec<usize> {
        let (board, enemy) = (&self.0.board, side.opponent());
        let approaches = |rule: &MoveRule| matches!(rule.shape, Shape::Approach { .. });
        if !self.0.kinds.iter().flat_map(|kind| &kind.moves).any(approaches) {
            return Vec::new();
        }
        let safe = |at: usize| self.0.grounds.iter().any(|ground| ground.safe[enemy.index()].has(at));
        for &way in board.neighbours(true) {
            let back = Offset::new(-way.right, -way.forward);
            if board.beyond(from, way, Side::First) == Some(to) {
                for (begin, way) in [(to, way), (from, back)] {
                    if board.beyond(begin, way, Side::First) == Some(first) {
                        let row = board.ray(first, way, Side::First).take_while(|&at| {
                            state.cells[at].is_some_and(|piece| piece.1 == Some(enemy)) && !safe(at)
                        });
                        return row.collect();
                    }
                }
            }
        }
        Vec::new()
    }

    /// The point that a piece has passed over, if the opponent might take it there.
    fn passed(
        &self,
        next: &State,
        from: usize,
        to: usize,
        becomes: usize,
        jumped: Option<usize>,
    ) -> Option<(usize, usize)> {
        let side = next.side;
        let kind = &self.0.kinds[becomes];
        let passes = kind.moves.iter().filter(|rule| rule.passes && rule.from[side.index()].has(from));
        for rule in passes {
            let Shape::Slide { dirs, .. } = &rule.shape else { continue };
            for &dir in dirs {
                let ray: Vec<usize> = self.0.board.ray(from, dir, side).take(2).collect();
                if jumped.is_none() && ray.get(1) == Some(&to) {
                    let mut turned = State { side: side.opponent(), ..next.clone() };
                    turned.passed = Some((ray[0], to));
                    let enemies = (0..turned.cells.len())
                        .filter(|&at| self.owner(&turned, at) == Some(side.opponent()));
                    let takes = |at: usize| {
                        let (kind, _) = turned.cells[at].unwrap();
                        let rules = self.0.kinds[kind].moves.iter();
                        let mut acts = self.goings(&turned, at).into_iter();
                        rules.into_iter().any(|rule| rule.passing)
                            && acts.any(|act| {
                                matches!(act, Act::Go { to: end, jumped: Some(over), .. }
                                    if end == ray[0] && over == to)
                            })
                    };
                    if enemies.into_iter().any(takes) {
                        return Some((ray[0], to));
                    }
                }
            }
        }
        None
    }

    /// What has taken is blown up with what stands around.
    fn blast(&self, state: &mut State, side: Side, at: usize, kinds: KindSet, did: &mut Did) {
        for near in [vec![at], self.near(at, true)].concat() {
            if let Some((kind, Some(owner))) = state.cells[near]
                && (near == at || kinds >> kind & 1 != 0)
            {
                state.cells[near] = None;
                did.lost[usize::from(owner != side)] = true;
            }
        }
    }

    pub(super) fn take(&self, state: &mut State, side: Side, at: usize, did: &mut Did) {
        let Some((kind, owner)) = state.cells[at].take() else { return };
        did.took = true;
        did.lost[usize::from(owner != Some(side))] = true;
        if self.0.capture.to_hand {
            let held = &mut state.hands[side.index()][usize::from(self.0.kinds[kind].captured_as)];
            *held = (*held + 1).min(255);
        }
    }

    /// Whether a piece that is taken aside only by enemies on all sides has them; `None` for other pieces.
    fn enclosed(&self, state: &State, side: Side, at: usize) -> Option<bool> {
        let (kind, _) = state.cells[at]?;
        self.0.kinds[kind].enclosed[side.index()].has(at).then(|| {
            let ways = self.0.board.neighbours(false);
            ways.iter().all(|&way| {
                let Some(near) = self.0.board.beyond(at, way, Side::First) else { return false };
                let hostile = self.0.grounds.iter().any(|ground| ground.hostile[side.index()].has(near));
                match state.cells[near] {
                    None => hostile,
                    Some((_, owner)) => owner == Some(side.opponent()),
                }
            })
        })
    }

    pub(super) fn group(&self, state: &State, at: usize, diagonal: bool) -> HashSet<usize> {
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

    pub(super) fn breathes(&self, state: &State, group: &HashSet<usize>) -> bool {
        group.iter().flat_map(|&at| self.near(at, false)).any(|near| state.cells[near].is_none())
    }

    /// Takes between two, by touch, by surrounding.
    pub(super) fn aside(&self, state: &mut State, side: Side, at: usize, placed: bool, did: &mut Did) {
        let enemy = side.opponent();
        let board = &self.0.board;
        let safe = |at: usize| self.0.grounds.iter().any(|ground| ground.safe[enemy.index()].has(at));
        let seize = |state: &mut State, did: &mut Did, points: &HashSet<usize>, fate: CapturedFate| {
            for &at in points.iter().filter(|&&at| !safe(at)) {
                match fate {
                    CapturedFate::Remove => self.take(state, side, at, did),
                    CapturedFate::Flip => {
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
                    let hostile = |at: usize| {
                        state.cells[at].is_none()
                            && self.0.grounds.iter().any(|ground| ground.hostile[enemy.index()].has(at))
                    };
                    let closes = |&at: &usize| self.owner(state, at) == Some(side) || hostile(at);
                    let closed = ray.get(row.len()).is_some_and(closes);
                    let lengths = usize::from(flank.fewest)..=usize::from(flank.most);
                    let enclosed = |at: usize| self.enclosed(state, enemy, at);
                    if closed && lengths.contains(&row.len()) {
                        rows.extend(row.into_iter().filter(|&at| enclosed(at).is_none()));
                    }
                }
            }
            let near = self.near(at, false).into_iter();
            rows.extend(near.filter(|&at| {
                self.owner(state, at) == Some(enemy) && self.enclosed(state, enemy, at) == Some(true)
            }));
            seize(state, did, &rows, flank.fate);
        }
        if let Some(fate) = self.0.capture.touch {
            let near: HashSet<usize> =
                self.near(at, true).into_iter().filter(|&at| self.owner(state, at) == Some(enemy)).collect();
            seize(state, did, &near, fate);
        }
        if let Some(rule) = self.0.capture.surround {
            let took_before = did.lost[1];
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
            seize(state, did, &taken, CapturedFate::Remove);
            let group = self.group(state, at, false);
            if !self.breathes(state, &group) {
                for at in group {
                    state.cells[at] = None;
                    did.lost[0] = true;
                }
            } else if placed && !rule.superko && taken.len() == 1 && !took_before && group.len() == 1 {
                let free = self.near(at, false).into_iter().filter(|&near| state.cells[near].is_none());
                if free.count() == 1 {
                    state.ko = taken.into_iter().next();
                }
            }
        }
    }
}
