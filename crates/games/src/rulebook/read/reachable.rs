//! Where pieces may ever come to stand.

use super::super::model::{CapturedFate, KindId, MoveRule, Rules, Shape, Step};
use super::super::points::PointSet;
use wanqi_game::Side;

/// For each kind and side, the points where such a piece may ever stand, if other pieces are no hindrance.
pub(super) struct Reachable {
    pub points: Vec<[PointSet; 2]>,
    todo: Vec<(KindId, Side, usize)>,
}

impl Reachable {
    /// Lets every piece go wherever it can, each point once.
    pub fn of(rules: &Rules) -> Reachable {
        let mut reachable =
            Reachable { points: vec![[PointSet::EMPTY; 2]; rules.kinds.len()], todo: Vec::new() };
        for &(at, kind, side) in &rules.start {
            for side in side.map_or(Side::BOTH.to_vec(), |side| vec![side]) {
                reachable.add(kind, side, at);
            }
        }
        for step in rules.turn.steps.iter().chain(rules.turn.opening.iter().flatten()) {
            match step {
                Step::Act { places: true, .. } => reachable.put(&rules.place, rules),
                Step::Place(place) => reachable.put(place, rules),
                Step::Shoot { kind, .. } => {
                    for (side, at) in Side::BOTH
                        .into_iter()
                        .flat_map(|side| rules.board.all().iter().map(move |at| (side, at)))
                    {
                        reachable.add(*kind, side, at);
                    }
                }
                _ => {}
            }
        }
        let fates = rules.capture.flank.iter().map(|flank| flank.fate).chain(rules.capture.touch);
        let flips = fates.into_iter().any(|fate| fate == CapturedFate::Flip);
        while let Some((kind, side, at)) = reachable.todo.pop() {
            if flips {
                reachable.add(kind, side.opponent(), at);
            }
            let rule = &rules.kinds[usize::from(kind)];
            for step in &rule.moves {
                reachable.go(kind, side, at, step, rules);
            }
            for castle in rule.castles[side.index()].iter().filter(|castle| usize::from(castle.from) == at) {
                reachable.add(kind, side, castle.to.into());
                reachable.add(castle.partner, side, castle.partner_to.into());
            }
        }
        reachable
    }

    fn add(&mut self, kind: KindId, side: Side, at: usize) {
        let set = &mut self.points[usize::from(kind)][side.index()];
        if !set.has(at) {
            set.insert(at);
            self.todo.push((kind, side, at));
        }
    }

    fn put(&mut self, place: &super::super::model::Placement, rules: &Rules) {
        for (id, kind) in rules.kinds.iter().enumerate().filter(|(id, _)| place.kinds >> id & 1 != 0) {
            for side in Side::BOTH {
                // What falls does not stay where it is put.
                let on = if place.falls { rules.board.all() } else { place.on[side.index()] };
                for at in on.and(kind.drop_on[side.index()]).iter() {
                    self.add(id as KindId, side, at);
                }
            }
        }
    }

    fn go(&mut self, kind: KindId, side: Side, at: usize, rule: &MoveRule, rules: &Rules) {
        let promotion = rules.kinds[usize::from(kind)].promotes.as_ref();
        for to in targets(kind, side, at, rule, rules).iter() {
            let here = promotion.filter(|promotion| {
                let on = promotion.on[side.index()];
                on.has(to) || promotion.from && on.has(at)
            });
            if here.is_none_or(|promotion| promotion.may && !promotion.must[side.index()].has(to)) {
                self.add(kind, side, to);
            }
            for &becomes in here.iter().flat_map(|promotion| &promotion.to) {
                self.add(becomes, side, to);
            }
        }
    }
}

/// Where a piece may come from a point in one way of going, if the pieces that it needs are there and no others.
pub(super) fn targets(kind: KindId, side: Side, at: usize, rule: &MoveRule, rules: &Rules) -> PointSet {
    let board = &rules.board;
    let kind = &rules.kinds[usize::from(kind)];
    if !rule.from[side.index()].has(at) {
        return PointSet::EMPTY;
    }
    let mut to = PointSet::EMPTY;
    match &rule.shape {
        Shape::Slide { dirs, least, most, screens, .. } => {
            let least = usize::from((*least).max(1 + screens));
            for &dir in dirs {
                board.ray(at, dir, side).take((*most).into()).skip(least - 1).for_each(|at| to.insert(at));
            }
        }
        Shape::Leap { to: offsets, .. } => {
            offsets.iter().filter_map(|&offset| board.beyond(at, offset, side)).for_each(|at| to.insert(at));
        }
        Shape::Jump { dirs, flying, again, .. } => {
            let count = if *flying { usize::MAX } else { 1 };
            let mut open = vec![at];
            while let Some(at) = open.pop() {
                for landing in dirs.iter().flat_map(|&dir| board.ray(at, dir, side).skip(1).take(count)) {
                    if *again && !to.has(landing) {
                        open.push(landing);
                    }
                    to.insert(landing);
                }
            }
        }
        Shape::Approach { dirs, .. } => {
            dirs.iter().filter_map(|&dir| board.beyond(at, dir, side)).for_each(|at| to.insert(at));
        }
        Shape::Cross { dirs, over } => {
            let stretch = rules.grounds[usize::from(*over)].points;
            for &dir in dirs {
                let length = board.ray(at, dir, side).take_while(|&at| stretch.has(at)).count();
                if length > 0 {
                    board.ray(at, dir, side).skip(length).take(1).for_each(|at| to.insert(at));
                }
            }
        }
        Shape::Fly => to = board.all(),
        Shape::Line { dirs } => {
            dirs.iter().flat_map(|&dir| board.ray(at, dir, side)).for_each(|at| to.insert(at));
        }
    }
    let allowed = if rule.anywhere { &kind.allowed_anywhere } else { &kind.allowed };
    to.and(allowed[side.index()]).and(rule.to[side.index()])
}
