//! How a game ends.

use super::compile::Tables;
use super::model::{Count, Eliminate, LineResult, Verdict};
use super::play::Change;
use super::points::PointSet;
use super::position::{Cells, Move, MoveKind, NOWHERE, Position};
use wanqi_game::{Outcome, Side};

impl Tables {
    /// The result that a move brings about, asked once all that it takes is taken.
    #[inline(always)]
    pub(super) fn judge(&self, position: &Position, mv: Move, change: &Change) -> Option<Outcome> {
        let (mover, opponent) = (position.side, position.side.opponent());
        let at = usize::from(mv.to);
        let own = mv.what != MoveKind::Remove && self.own[mover.index()] >> position.cells[at] & 1 != 0;
        // More than one piece of the mover's may have come somewhere.
        let several = change.flipped > 0 || mv.what == MoveKind::Castle;
        let everywhere = self.facts.lines_anywhere || several;
        let ends = &self.rules.ends;
        let line = |side: Side, result: LineResult| {
            if everywhere {
                self.has_line(position, side, result)
            } else {
                own && side == mover && self.line_through(&position.cells, mover, at, result)
            }
        };
        let reaches = || {
            if ends.equal_turns && mover == Side::First {
                return false;
            }
            if several || ends.reach_safe {
                return self.has_reached(position, mover);
            }
            let kind = self.kind(position.cells[at]);
            own && ends
                .reach
                .iter()
                .any(|reach| reach.kinds >> kind & 1 != 0 && reach.on[mover.index()].has(at))
        };
        let wins = || {
            !ends.lines.is_empty() && line(mover, LineResult::Win)
                || !ends.reach.is_empty() && reaches()
                || ends.connect.is_some()
                    && (if several {
                        self.has_connected(position, mover)
                    } else {
                        own && self.connects(position, mover, at)
                    })
                || change.enemies > 0 && self.is_beaten(position, opponent)
                || self.facts.wins_rarely && self.has_won_rarely(position, mover, own.then_some(at), several)
        };
        let answered = ends.equal_turns && mover == Side::Second && self.has_reached(position, Side::First);
        if answered && self.has_reached(position, Side::Second) {
            return Some(Outcome::Draw);
        }
        let loses = || {
            answered
                || !ends.lines.is_empty() && line(mover, LineResult::Loss)
                || (change.own > 0 || change.promoted) && self.is_beaten(position, mover)
                || ends.gather && change.enemies > 0 && self.is_gathered(position, opponent)
                || everywhere && !ends.lines.is_empty() && self.has_line(position, opponent, LineResult::Win)
        };
        if wins() {
            Some(self.won_by(mover))
        } else if loses() {
            Some(self.won_by(opponent))
        } else if ends.full && self.is_full(position) {
            Some(self.ended(position, true))
        } else {
            None
        }
    }

    /// Whether a side has won in one of the ways that few games know; `came` is where a piece of its own has come, and
    /// `several` whether others may have as well.
    #[inline(never)]
    fn has_won_rarely(&self, position: &Position, side: Side, came: Option<usize>, several: bool) -> bool {
        let ends = &self.rules.ends;
        let figure = || match several {
            true => self.has_figure(position, side),
            false => came.is_some_and(|at| self.is_in_figure(position, side, at)),
        };
        self.facts.figures && figure()
            || ends.gather && self.is_gathered(position, side)
            || ends.fill.is_some() && self.has_filled(position, side)
            || self.facts.counts && self.has_counted(position, side)
    }

    /// Whether a side has given as many checks, or taken as many pieces, as win.
    fn has_counted(&self, position: &Position, side: Side) -> bool {
        let ends = &self.rules.ends;
        ends.checks.is_some_and(|checks| position.checks[side.index()] >= checks)
            || ends.captured.is_some_and(|captured| position.captured[side.index()] >= captured)
    }

    /// The result that a position from outside shows.
    pub(super) fn judge_all(&self, position: &Position) -> Option<Outcome> {
        let mover = match position.is_under_way() {
            true => position.side,
            false => position.side.opponent(),
        };
        let beaten =
            |side: Side| !self.facts.starts_eliminated[side.index()] && self.is_beaten(position, side);
        let gathered = |side: Side| {
            self.rules.ends.gather
                && !self.facts.starts_gathered[side.index()]
                && self.is_gathered(position, side)
        };
        let wins = |side: Side| {
            self.has_line(position, side, LineResult::Win)
                || self.has_reached(position, side)
                    && !(side == mover && mover == Side::First && self.rules.ends.equal_turns)
                || self.rules.ends.reach_safe
                    && side == mover.opponent()
                    && side == position.side
                    && self.stands_there(position, side)
                || self.has_connected(position, side)
                || self.facts.figures && self.has_figure(position, side)
                || gathered(side)
                || self.has_filled(position, side)
                || beaten(side.opponent())
                || self.has_counted(position, side)
        };
        let opponent = mover.opponent();
        let raced = |side: Side| self.rules.ends.equal_turns && self.has_reached(position, side);
        if mover == Side::Second && raced(Side::First) && raced(Side::Second) {
            return Some(Outcome::Draw);
        }
        if wins(mover) {
            Some(self.won_by(mover))
        } else if self.has_line(position, mover, LineResult::Loss) || wins(opponent) {
            Some(self.won_by(opponent))
        } else if self.has_line(position, opponent, LineResult::Loss) {
            Some(self.won_by(mover))
        } else if self.rules.ends.full && self.is_full(position) {
            Some(self.ended(position, true))
        } else {
            None
        }
    }

    /// Where the second side may answer the first's getting there: the first has won if it cannot get there too.
    pub(super) fn end_race(&self, position: &mut Position) {
        let first_is_there = position.outcome.is_none()
            && position.side == Side::Second
            && self.has_reached(position, Side::First);
        let answers = |mv: Move| {
            let mut next = position.clone();
            self.play(&mut next, mv);
            self.has_reached(&next, Side::Second)
        };
        if first_is_there && self.each(position, |mv| !answers(mv)) {
            position.outcome = Some(self.won_by(Side::First));
        }
    }

    /// Where `reach` counts only if one is safe: who has got there and has not been taken has won as well.
    pub(super) fn end_reach(&self, position: &mut Position) {
        if position.outcome.is_none()
            && !position.is_under_way()
            && self.stands_there(position, position.side)
        {
            position.outcome = Some(self.won_by(position.side));
        }
    }

    /// The result if a side has passed while the royal pieces faced each other.
    pub(super) fn faced(&self, position: &Position) -> Option<Outcome> {
        let facing = self.rules.ends.facing?;
        let accepted = position.passes > 0 && self.are_facing(position);
        accepted.then(|| self.ended(position, facing == Verdict::Count))
    }

    /// A win by the rules, which may be meant as a loss.
    pub(super) fn won_by(&self, side: Side) -> Outcome {
        Outcome::Win(if self.rules.ends.misere { side.opponent() } else { side })
    }

    /// The result of a game that ends without a winner: by count, if things are counted (and `count` asks for it),
    /// else a draw.
    pub(super) fn ended(&self, position: &Position, count: bool) -> Outcome {
        let lead = match &self.pits {
            Some(pits) => Some(pits.lead_with_pits(position)),
            None => self.lead(position),
        };
        match lead.filter(|_| count) {
            Some(lead) if lead > 0.0 => self.won_by(Side::First),
            Some(lead) if lead < 0.0 => self.won_by(Side::Second),
            _ => Outcome::Draw,
        }
    }

    /// The result for the side to move if it has no legal move.
    pub(super) fn stuck(&self, position: &Position) -> Outcome {
        let side = position.side;
        if self.in_check(position, side) {
            return self.won_by(side.opponent());
        }
        match self.rules.ends.no_moves[side.index()] {
            Verdict::Loss => self.won_by(side.opponent()),
            Verdict::Win => self.won_by(side),
            Verdict::Draw => Outcome::Draw,
            Verdict::Count => self.ended(position, true),
        }
    }

    /// The result that the limits of length give.
    pub(super) fn limited(&self, position: &Position) -> Option<Outcome> {
        let ends = &self.rules.ends;
        let over = |limit: Option<u16>, turns: i32| limit.is_some_and(|limit| turns >= 2 * i32::from(limit));
        let over = over(ends.quiet_limit, position.quiet) || over(ends.move_limit, position.turns);
        (over && !position.is_under_way()).then(|| self.ended(position, true))
    }

    fn is_full(&self, position: &Position) -> bool {
        position.counts.iter().map(|&count| usize::from(count)).sum::<usize>() == self.points
    }

    /// By how many points the first side leads, if points are counted.
    pub(super) fn lead(&self, position: &Position) -> Option<f64> {
        let count = self.rules.ends.count?;
        if self.pits.is_some() {
            return Some(super::sowing::stored_lead(position));
        }
        let [first, second] = self.points(position, &count);
        Some((first - second) as f64 - count.komi)
    }

    /// What each side has of what is counted.
    pub(super) fn points(&self, position: &Position, count: &Count) -> [i64; 2] {
        if let Some(on) = &count.on {
            return [0, 1].map(|side| position.sets[side].and(on[side]).len() as i64);
        }
        let [first, second, _] = position.counts.map(i64::from);
        match count.area {
            true => {
                let area = self.empty_areas(position);
                [first + area[0], second + area[1]]
            }
            false => [first, second],
        }
    }

    /// The empty points that only one side touches.
    fn empty_areas(&self, position: &Position) -> [i64; 2] {
        let mut areas = [0; 2];
        let mut seen = PointSet::EMPTY;
        for begin in 0..self.points {
            if position.cells[begin] != 0 || seen.has(begin) {
                continue;
            }
            let (mut stack, mut size, mut touched) = (vec![begin], 0, [false; 2]);
            seen.insert(begin);
            while let Some(at) = stack.pop() {
                size += 1;
                for near in self.close[at].iter() {
                    match position.cells[near] {
                        0 if seen.has(near) => {}
                        0 => {
                            seen.insert(near);
                            stack.push(near);
                        }
                        content => {
                            if let Some(touched) = touched.get_mut(self.owner(content)) {
                                *touched = true;
                            }
                        }
                    }
                }
            }
            match touched {
                [true, false] => areas[0] += size,
                [false, true] => areas[1] += size,
                _ => {}
            }
        }
        areas
    }

    /// Whether a row of some meaning runs through a piece of `side` on `at`.
    #[inline(always)]
    pub(super) fn line_through(&self, cells: &Cells, side: Side, at: usize, result: LineResult) -> bool {
        let lines = self.rules.ends.lines.iter().enumerate();
        lines.into_iter().any(|(i, line)| line.result == result && self.line_of_rule(cells, side, at, i))
    }

    /// Whether a row that one of the rules names runs through a piece of `side` on `at`.
    #[inline(always)]
    pub(super) fn line_of_rule(&self, cells: &Cells, side: Side, at: usize, rule: usize) -> bool {
        let own = self.own[side.index()];
        let run = |next: &[u16]| {
            let (mut length, mut at) = (0usize, usize::from(next[at]));
            while own >> cells[at] & 1 != 0 {
                length += 1;
                at = next[at].into();
            }
            length
        };
        let line = &self.rules.ends.lines[rule];
        let wanted = usize::from(line.length);
        let long = |[one, other]: &[Vec<u16>; 2]| {
            let length = 1 + run(one) + run(other);
            if line.exactly { length == wanted } else { length >= wanted }
        };
        line.sides[side.index()] && self.line_next[rule].iter().any(long)
    }

    pub(super) fn has_line(&self, position: &Position, side: Side, result: LineResult) -> bool {
        let lines = &self.rules.ends.lines;
        lines.iter().any(|line| line.result == result)
            && position.sets[side.index()]
                .iter()
                .any(|at| self.line_through(&position.cells, side, at, result))
    }

    /// Whether a move makes a row that is forbidden, and none that wins.
    pub(super) fn makes_forbidden_line(&self, position: &Position, mv: Move) -> bool {
        let side = position.side;
        if mv.to == NOWHERE || mv.what == MoveKind::Remove || self.owner(mv.becomes) != side.index() {
            return false;
        }
        if self.facts.lines_anywhere || self.facts.flips {
            let mut next = position.clone();
            let mut change = self.arrive(&mut next, mv);
            self.settle(&mut next, mv, &mut change);
            return self.has_line(&next, side, LineResult::Forbidden)
                && !self.has_line(&next, side, LineResult::Win);
        }
        let cells = self.cells_after(position, mv);
        let through = |result| self.line_through(&cells, side, mv.to.into(), result);
        through(LineResult::Forbidden) && !through(LineResult::Win)
    }

    /// Whether a side has a piece where it wins by it, safe or not.
    fn stands_there(&self, position: &Position, side: Side) -> bool {
        let own = &position.sets[side.index()];
        let stands = |reach: &super::model::Reach| {
            let mut there = own.and(reach.on[side.index()]).iter();
            there.any(|at| reach.kinds >> self.kind(position.cells[at]) & 1 != 0)
        };
        self.rules.ends.reach.iter().any(stands)
    }

    pub(super) fn has_reached(&self, position: &Position, side: Side) -> bool {
        self.rules.ends.reach.iter().any(|reach| {
            let there = position.sets[side.index()].and(reach.on[side.index()]);
            let begun = Position { side, ..position.clone() };
            let safe = |at: usize| !self.rules.ends.reach_safe || !self.is_takeable(&begun, at);
            there.iter().any(|at| reach.kinds >> self.kind(position.cells[at]) & 1 != 0 && safe(at))
        })
    }

    /// Whether a side has a piece on every point that it must fill.
    pub(super) fn has_filled(&self, position: &Position, side: Side) -> bool {
        let Some(fill) = &self.rules.ends.fill else { return false };
        fill[side.index()].except(position.sets[side.index()]).is_empty() && !fill[side.index()].is_empty()
    }

    /// The pieces of a side that hang together with one of them, with diagonal neighbours or without.
    pub(super) fn group(&self, position: &Position, side: Side, at: usize, diagonal: bool) -> PointSet {
        let own = &position.sets[side.index()];
        let near = if diagonal { &self.near } else { &self.close };
        let mut group = PointSet::EMPTY;
        let mut stack = [0u16; super::position::CELLS];
        let mut height = 1;
        stack[0] = at as u16;
        group.insert(at);
        while height > 0 {
            height -= 1;
            for near in near[usize::from(stack[height])].iter() {
                if own.has(near) && !group.has(near) {
                    group.insert(near);
                    stack[height] = near as u16;
                    height += 1;
                }
            }
        }
        group
    }

    /// Whether the group of a piece joins what its side has to connect.
    pub(super) fn connects(&self, position: &Position, side: Side, at: usize) -> bool {
        let Some(goals) = &self.rules.ends.connect else { return false };
        let [one, other] = &goals[side.index()];
        let meets = |set: PointSet, goal: &PointSet| !set.and(*goal).is_empty();
        // Without a piece on both goals there is no need to follow the group.
        let own = position.sets[side.index()];
        if !meets(own, one) || !meets(own, other) {
            return false;
        }
        let group = self.group(position, side, at, false);
        meets(group, one) && meets(group, other)
    }

    pub(super) fn has_connected(&self, position: &Position, side: Side) -> bool {
        let Some(goals) = &self.rules.ends.connect else { return false };
        let begin = position.sets[side.index()].and(goals[side.index()][0]);
        begin.iter().any(|at| self.connects(position, side, at))
    }

    /// Whether all pieces of a side hang together.
    pub(super) fn is_gathered(&self, position: &Position, side: Side) -> bool {
        let own = position.sets[side.index()];
        match own.iter().next() {
            Some(at) => self.group(position, side, at, true).len() == position.count(side),
            None => false,
        }
    }

    /// Whether a side has too few of some pieces, or has lost its royal one.
    fn is_beaten(&self, position: &Position, side: Side) -> bool {
        self.is_eliminated(position, side)
            || self.facts.royals[side.index()] && position.royals[side.index()] == NOWHERE
    }

    pub(super) fn is_eliminated(&self, position: &Position, side: Side) -> bool {
        self.rules.ends.eliminate.iter().any(|rule| self.lacks(position, side, rule))
    }

    /// Whether a side has too few of the pieces that one of the rules asks for.
    pub(super) fn lacks(&self, position: &Position, side: Side, rule: &Eliminate) -> bool {
        let kinds = self.rules.kinds.len();
        let all = (1u32 << kinds) - 1;
        let in_hand = |kind: &usize| rule.kinds >> kind & 1 != 0;
        let hand = &position.hands[side.index()];
        let held: usize = (0..kinds).filter(in_hand).map(|kind| usize::from(hand[kind])).sum();
        let standing = if rule.kinds & all == all {
            position.count(side)
        } else {
            let counted = |&at: &usize| rule.kinds >> self.kind(position.cells[at]) & 1 != 0;
            position.sets[side.index()].iter_in(self.points).filter(counted).count()
        };
        rule.sides[side.index()] && standing + held < usize::from(rule.fewer_than)
    }
}
