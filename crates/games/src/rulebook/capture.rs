//! Taking otherwise than by going there: between two pieces, by touch, by surrounding.

use super::compile::Tables;
use super::model::{CapturedFate, KindSet, Removal};
use super::play::Change;
use super::points::PointSet;
use super::position::{Cells, Content, Move, NOBODY, NOWHERE, Position};
use wanqi_game::Side;

impl Tables {
    #[inline(always)]
    fn is_of(&self, side: Side, cells: &Cells, at: usize) -> bool {
        self.own[side.index()] >> cells[at] & 1 != 0
    }

    /// Whether a piece of a side may be taken on a point as far as the ground goes.
    #[inline]
    pub(super) fn is_safe(&self, side: Side, at: usize) -> bool {
        self.rules.grounds.iter().any(|ground| ground.safe[side.index()].has(at))
    }

    /// The pieces of `side`'s opponent in rows between a piece of `side` on `at` and another one of `side`.
    #[inline]
    fn each_flanked(
        &self,
        cells: &Cells,
        side: Side,
        at: usize,
        mut visit: impl FnMut(usize) -> bool,
    ) -> bool {
        let Some(flank) = &self.rules.capture.flank else { return true };
        let (own, enemies) = (self.own[side.index()], self.own[side.opponent().index()]);
        let lengths = usize::from(flank.fewest)..=usize::from(flank.most);
        let enemy = side.opponent();
        let hostile = |at: usize| self.facts.hostile && cells[at] == 0 && self.hostile[enemy.index()].has(at);
        for next in &self.flank_next {
            let first = usize::from(next[at]);
            if enemies >> cells[first] & 1 == 0 {
                continue;
            }
            let (mut end, mut length) = (usize::from(next[first]), 1);
            while enemies >> cells[end] & 1 != 0 {
                end = next[end].into();
                length += 1;
            }
            if !lengths.contains(&length) || own >> cells[end] & 1 == 0 && !hostile(end) {
                continue;
            }
            let mut taken = first;
            while taken != end {
                let spared = self.facts.encloses && self.is_encloseable(cells, enemy, taken);
                if !spared && !self.is_safe(enemy, taken) && !visit(taken) {
                    return false;
                }
                taken = next[taken].into();
            }
        }
        !self.facts.encloses || self.each_enclosed(cells, side, at, visit)
    }

    /// The pieces of `side`'s opponent next to `at` that are taken by enemies on all sides, one of them there.
    #[inline(never)]
    fn each_enclosed(
        &self,
        cells: &Cells,
        side: Side,
        at: usize,
        mut visit: impl FnMut(usize) -> bool,
    ) -> bool {
        let enemy = side.opponent();
        let (own, enemies) = (self.own[side.index()], self.own[enemy.index()]);
        let hostile = &self.hostile[enemy.index()];
        let stands = |near: usize| near == at || own >> cells[near] & 1 != 0;
        let closes = |near: usize| stands(near) || cells[near] == 0 && hostile.has(near);
        let ways = self.rules.board.neighbours(false).len();
        self.close[at].iter().all(|near| {
            let taken = enemies >> cells[near] & 1 != 0
                && !self.is_safe(enemy, near)
                && self.is_encloseable(cells, enemy, near)
                && self.close[near].iter().filter(|&beside| closes(beside)).count() == ways;
            !taken || visit(near)
        })
    }

    /// Whether a piece is one that is taken aside only by enemies on all sides.
    fn is_encloseable(&self, cells: &Cells, side: Side, at: usize) -> bool {
        self.rules.kinds[usize::from(self.kind(cells[at]))].enclosed[side.index()].has(at)
    }

    fn each_touched(
        &self,
        cells: &Cells,
        side: Side,
        at: usize,
        mut visit: impl FnMut(usize) -> bool,
    ) -> bool {
        let enemy = side.opponent();
        let touched = |&at: &usize| self.is_of(enemy, cells, at) && !self.is_safe(enemy, at);
        self.rules.capture.touch.is_none() || self.near[at].iter().filter(touched).all(&mut visit)
    }

    /// The group of pieces of one side that a piece belongs to, if it has no empty neighbour; `None` if it has.
    fn dead_group(&self, cells: &Cells, at: usize) -> Option<PointSet> {
        let side = Side::BOTH[self.owner(cells[at])];
        let mut group = PointSet::EMPTY;
        let mut stack = [0u16; super::position::CELLS];
        let mut height = 1;
        stack[0] = at as u16;
        group.insert(at);
        while height > 0 {
            height -= 1;
            for near in self.close[usize::from(stack[height])].iter() {
                if cells[near] == 0 {
                    return None;
                }
                if self.is_of(side, cells, near) && !group.has(near) {
                    group.insert(near);
                    stack[height] = near as u16;
                    height += 1;
                }
            }
        }
        Some(group)
    }

    /// The pieces of `side`'s opponent that have no empty neighbour left once `side` has come to `at`.
    fn surrounded(&self, cells: &Cells, side: Side, at: usize) -> PointSet {
        let mut dead = PointSet::EMPTY;
        for near in self.close[at].iter() {
            if self.is_of(side.opponent(), cells, near)
                && !dead.has(near)
                && let Some(group) = self.dead_group(cells, near)
            {
                dead = dead.or(group.iter().filter(|&at| !self.is_safe(side.opponent(), at)).collect());
            }
        }
        dead
    }

    /// The cells after a piece has gone or been put, what is taken in other ways not taken yet, nor what leaves the board later.
    #[inline]
    pub(super) fn cells_after(&self, position: &Position, mv: Move) -> Cells {
        let mut cells = position.cells;
        self.go_in(&mut cells, mv);
        cells
    }

    /// Makes a move among cells, as [`Tables::cells_after`] has it.
    #[inline(always)]
    pub(super) fn go_in(&self, cells: &mut Cells, mv: Move) {
        if let Some(castle) = self.castle_of(mv) {
            castle.apply(cells);
            return;
        }
        if mv.goes() && !mv.copies() {
            cells[usize::from(mv.from)] = 0;
        }
        if mv.jumped != NOWHERE {
            let jumped = &mut cells[usize::from(mv.jumped)];
            if self.rules.capture.removed == Removal::AtOnce || self.owner(*jumped) == NOBODY {
                *jumped = 0;
            }
        }
        cells[usize::from(mv.to)] = mv.becomes;
    }

    /// Whether a move takes something.
    #[inline]
    pub(super) fn takes(&self, position: &Position, mv: Move) -> bool {
        match mv.goes() {
            true if mv.jumps() || position.cells[usize::from(mv.to)] != 0 => true,
            true => {
                self.facts.side_captures
                    && self.takes_aside(&self.cells_after(position, mv), position.side, mv.to.into())
            }
            false if mv.what == super::position::MoveKind::Place => self.place_takes(position, mv),
            false if mv.what == super::position::MoveKind::Sow => self.sowing_takes(position, mv),
            false => false,
        }
    }

    #[inline]
    pub(super) fn place_takes(&self, position: &Position, mv: Move) -> bool {
        if self.owner(mv.becomes) != position.side.index() {
            return false;
        }
        let at = mv.to.into();
        // Rows and neighbours do not depend on the point itself, so the piece need not stand there.
        !self.each_flanked(&position.cells, position.side, at, |_| false)
            || !self.each_touched(&position.cells, position.side, at, |_| false)
            || self.rules.capture.surround.is_some()
                && !self.surrounded(&self.cells_after(position, mv), position.side, at).is_empty()
    }

    fn takes_aside(&self, cells: &Cells, side: Side, at: usize) -> bool {
        !self.each_flanked(cells, side, at, |_| false)
            || !self.each_touched(cells, side, at, |_| false)
            || self.rules.capture.surround.is_some() && !self.surrounded(cells, side, at).is_empty()
    }

    /// Whether a move that takes nothing by surrounding leaves its own group without an empty neighbour.
    pub(super) fn is_suicide(&self, position: &Position, mv: Move) -> bool {
        let at = usize::from(mv.to);
        if self.close[at].iter().any(|near| position.cells[near] == 0)
            || self.owner(mv.becomes) != position.side.index()
        {
            return false;
        }
        let cells = self.cells_after(position, mv);
        self.dead_group(&cells, at).is_some() && {
            let mut next = position.clone();
            let mut change = self.arrive(&mut next, mv);
            self.take_aside(&mut next, position.side, at, true, &mut change);
            next.cells[at] == 0
        }
    }

    /// Takes all that a piece of `side`, just come to `at`, takes there.
    pub(super) fn take_aside(
        &self,
        position: &mut Position,
        side: Side,
        at: usize,
        placed: bool,
        change: &mut Change,
    ) {
        let capture = &self.rules.capture;
        if let Some(flank) = &capture.flank {
            let mut row = PointSet::EMPTY;
            self.each_flanked(&position.cells, side, at, |at| {
                row.insert(at);
                true
            });
            self.seize(position, side, row, flank.fate, change);
        }
        if let Some(fate) = capture.touch {
            let mut touched = PointSet::EMPTY;
            self.each_touched(&position.cells, side, at, |at| {
                touched.insert(at);
                true
            });
            self.seize(position, side, touched, fate, change);
        }
        if let Some(rule) = capture.surround {
            let dead = self.surrounded(&position.cells, side, at);
            self.seize(position, side, dead, CapturedFate::Remove, change);
            if let Some(group) = self.dead_group(&position.cells, at) {
                for at in group.iter() {
                    self.lift(position, at);
                    change.own += 1;
                }
            } else if placed && !rule.superko && change.enemies == 1 && change.flipped == 0 && dead.len() == 1
            {
                let mut near = self.close[at].iter();
                let alone = near.all(|near| !self.is_of(side, &position.cells, near));
                let free = self.close[at].iter().filter(|&near| position.cells[near] == 0).count();
                if alone && free == 1 {
                    position.ko = dead.iter().next().expect("one piece was taken") as u16;
                }
            }
        }
    }

    fn seize(
        &self,
        position: &mut Position,
        side: Side,
        points: PointSet,
        fate: CapturedFate,
        change: &mut Change,
    ) {
        for at in points.iter_in(self.points) {
            let kind = self.kind(position.cells[at]);
            change.enemies += 1;
            match fate {
                CapturedFate::Flip => {
                    self.lift(position, at);
                    self.put(position, at, self.content(kind, side));
                    change.flipped += 1;
                }
                CapturedFate::Remove => {
                    self.take(position, side, at);
                }
            }
        }
    }

    /// A piece that has taken leaves the board, and with it what stands next to it as far as it is of these kinds.
    pub(super) fn blast(&self, position: &mut Position, at: usize, kinds: KindSet, change: &mut Change) {
        let side = position.side;
        let blown = |&near: &usize| {
            let content = position.cells[near];
            content != 0 && self.owner(content) != NOBODY && kinds >> self.kind(content) & 1 != 0
        };
        let mut gone: Vec<usize> = self.near[at].iter().filter(blown).collect();
        if position.cells[at] != 0 {
            gone.push(at);
        }
        for at in gone {
            match self.owner(position.cells[at]) == side.index() {
                true => change.own += 1,
                false => change.enemies += 1,
            }
            self.lift(position, at);
        }
    }

    /// Takes a piece, into the hand of `side` if that is the rule.
    pub(super) fn take(&self, position: &mut Position, side: Side, at: usize) -> Content {
        let content = self.lift(position, at);
        let kind = self.kind(content);
        if self.rules.capture.to_hand {
            let held = self.rules.kinds[usize::from(kind)].captured_as;
            let count = position.in_hand(side, held).saturating_add(1);
            self.set_hand(position, side, held, count);
        }
        content
    }
}
