//! Ends that never come about, or come about before anything has been done.

use super::Check;
use crate::rulebook::model::{CapturedFate, LineResult, Verdict};
use crate::rulebook::points::PointSet;
use crate::rulebook::read::keys::Problems;
use wanqi_game::Side;

impl Check<'_> {
    pub(super) fn reach(&self, problems: &mut Problems) {
        let rules = self.rules;
        for (i, reach) in rules.ends.reach.iter().enumerate() {
            let at = self.marks.reach.get(i).cloned().unwrap_or(0..0);
            let comes = |side: Side| {
                let on = reach.on[side.index()];
                let of_kind = |id: &usize| reach.kinds >> id & 1 != 0;
                (0..rules.kinds.len())
                    .filter(of_kind)
                    .any(|id| !self.reachable.points[id][side.index()].and(on).is_empty())
            };
            let meant = |side: &Side| !reach.on[side.index()].is_empty();
            let never: Vec<Side> =
                Side::BOTH.into_iter().filter(meant).filter(|&side| !comes(side)).collect();
            let name = |side: &Side| rules.sides[side.index()].name.as_str();
            match never.as_slice() {
                [] => {}
                [side] if Side::BOTH.iter().filter(|side| meant(side)).count() == 2 => {
                    let has = self.has[side.index()] & reach.kinds != 0;
                    if has {
                        problems.warning(
                            format!("no such piece of {} ever comes there", name(side)),
                            at.clone(),
                            "regions are turned over for the second side; look at the moves of the piece",
                        );
                    }
                }
                _ => problems.error(
                    "no such piece ever comes there",
                    at.clone(),
                    "look at the region and at the moves of the piece",
                ),
            }
            let starts = rules.start.iter().find(|&&(point, kind, side)| {
                side.is_some_and(|side| reach.kinds >> kind & 1 != 0 && reach.on[side.index()].has(point))
            });
            if let Some(&(point, kind, Some(side))) = starts {
                problems.warning(
                    format!(
                        "a {} of {} stands on {} from the start",
                        rules.kinds[usize::from(kind)].name,
                        name(&side),
                        rules.board.names[point]
                    ),
                    at,
                    "so the game would be won before it begins",
                );
            }
        }
    }

    pub(super) fn lines(&self, problems: &mut Problems) {
        let rules = self.rules;
        let board = &rules.board;
        for (i, line) in rules.ends.lines.iter().enumerate() {
            let at = self.marks.lines.get(i).cloned().unwrap_or(0..0);
            let long = |dir| {
                (0..board.len()).map(|at| 1 + board.ray(at, dir, Side::First).count()).max().unwrap_or(0)
            };
            let longest = line.dirs.iter().map(|&dir| long(dir)).max().unwrap_or(0);
            if longest < line.length.into() {
                problems.error(
                    format!("there is no line of {} on this board", line.length),
                    at.clone(),
                    format!("the longest has {longest} points"),
                );
            }
            let few = |side: Side| self.max_pieces(side).is_some_and(|most| most < line.length.into());
            if Side::BOTH.into_iter().all(|side| !line.sides[side.index()] || few(side)) {
                problems.error(
                    format!("nobody has {} pieces", line.length),
                    at,
                    "make the line shorter, or give the sides more pieces",
                );
            }
        }
    }

    /// The most pieces that a side ever has; `None` if that is not bounded by what it begins with.
    fn max_pieces(&self, side: Side) -> Option<usize> {
        let rules = self.rules;
        let fixed = !self.places() || rules.place.from_hand && !rules.capture.to_hand;
        let grows = rules.kinds.iter().flat_map(|kind| &kind.moves).any(|rule| rule.copies) || self.flips();
        let held: usize = rules.hands[side.index()].iter().map(|&count| usize::from(count)).sum();
        let standing = rules.start.iter().filter(|start| start.2 == Some(side)).count();
        (fixed && !grows).then_some(held + standing)
    }

    pub(super) fn fill(&self, problems: &mut Problems) {
        let rules = self.rules;
        let (Some(fill), Some(at)) = (&rules.ends.fill, &self.marks.fill) else { return };
        for side in Side::BOTH {
            let (goal, name) = (fill[side.index()], &rules.sides[side.index()].name);
            let comes =
                self.reachable.points.iter().fold(PointSet::EMPTY, |all, of| all.or(of[side.index()]));
            let starts: PointSet =
                rules.start.iter().filter(|start| start.2 == Some(side)).map(|start| start.0).collect();
            let few = self.max_pieces(side).filter(|&most| most < goal.len());
            if let Some(most) = few {
                problems.error(
                    format!("{} points to be filled, and {name} has {most} pieces", goal.len()),
                    at.clone(),
                    "make the region smaller, or give the sides more pieces",
                );
                return;
            } else if let Some(never) = goal.except(comes).iter().next() {
                problems.error(
                    format!("no piece of {name} ever comes to {}", rules.board.names[never]),
                    at.clone(),
                    "look at the region and at the moves of the pieces",
                );
                return;
            } else if goal.except(starts).is_empty() {
                problems.warning(
                    format!("{name} fills this from the start"),
                    at.clone(),
                    "so the game would be won before it begins; did you mean `enemy`?",
                );
                return;
            }
        }
    }

    fn flips(&self) -> bool {
        let capture = &self.rules.capture;
        let fates = capture.flank.iter().map(|flank| flank.fate).chain(capture.touch);
        fates.into_iter().any(|fate| fate == CapturedFate::Flip)
    }

    pub(super) fn eliminate(&self, problems: &mut Problems) {
        let rules = self.rules;
        for (i, rule) in rules.ends.eliminate.iter().enumerate() {
            let at = self.marks.eliminate.get(i).cloned().unwrap_or(0..0);
            if rule.sides == [false; 2] {
                problems.error("no side ever has such a piece", at, "look at the letters");
                continue;
            }
            if !self.takes() {
                problems.warning(
                    "nothing is ever taken, so nobody loses pieces",
                    at.clone(),
                    "look at `[capture]` and at `only` and `takes` of the moves",
                );
            }
            for side in Side::BOTH.into_iter().filter(|side| rule.sides[side.index()]) {
                let counted = |id: usize| rule.kinds >> id & 1 != 0;
                let on_board = rules
                    .start
                    .iter()
                    .filter(|&&(_, kind, whose)| whose == Some(side) && counted(kind.into()))
                    .count();
                let held: usize = (0..rules.kinds.len())
                    .filter(|&id| counted(id))
                    .map(|id| usize::from(rules.hands[side.index()][id]))
                    .sum();
                if on_board + held < rule.fewer_than.into() {
                    problems.warning(
                        format!(
                            "{} has only {} such pieces at the start",
                            rules.sides[side.index()].name,
                            on_board + held
                        ),
                        at.clone(),
                        "this end does not count until there have been enough",
                    );
                }
            }
        }
    }

    pub(super) fn whole(&self, problems: &mut Problems) {
        let ends = &self.rules.ends;
        let won = !ends.reach.is_empty()
            || ends.lines.iter().any(|line| line.result != LineResult::Forbidden)
            || ends.connect.is_some()
            || ends.has_figures()
            || ends.captured.is_some()
            || ends.gather
            || ends.fill.is_some()
            || !ends.eliminate.is_empty()
            || ends.count.is_some()
            || self.rules.kinds.iter().any(|kind| kind.royal);
        let at = self.marks.win.clone().unwrap_or(0..0);
        if !won && ends.no_moves.iter().all(|verdict| matches!(verdict, Verdict::Draw | Verdict::Count)) {
            problems.error(
                "nobody can ever win",
                at,
                "say how in `[win]`: `line = 3`, `reach = \"8\"`, `eliminate = \"all\"`, `count = \"pieces\"`, `no_moves = \"loss\"`, …",
            );
        } else if !won && self.marks.win.is_none() {
            problems.warning("nothing says how the game is won", at, "without `[win]` who has no move loses");
        }
    }
}
