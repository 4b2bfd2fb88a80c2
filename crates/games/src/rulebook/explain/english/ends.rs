//! How the game ends.

use super::{English, a, list, plural, way};
use crate::rulebook::board::Offset;
use crate::rulebook::explain::places::{Way, kinds, owned, ways};
use crate::rulebook::model::{LineResult, Pass, Repetition, Verdict};
use game::Side;

impl English<'_> {
    pub(super) fn ends(&self) -> Vec<String> {
        let ends = &self.rules.ends;
        let (wins, loses) = if ends.misere { ("loses", "wins") } else { ("wins", "loses") };
        let mut lines = Vec::new();
        for reach in &ends.reach {
            for side in Side::BOTH {
                let on = reach.on[side.index()];
                if on.is_empty() {
                    continue;
                }
                let who = if reach.kinds == owned(self.rules) {
                    "a piece".to_string()
                } else {
                    list(
                        &kinds(reach.kinds, self.rules)
                            .into_iter()
                            .map(|id| a(&self.name(id)))
                            .collect::<Vec<_>>(),
                        "or",
                    )
                };
                lines.push(format!("{} {wins} with {who} on {}.", self.side(side), self.points_named(on)));
            }
        }
        for line in &ends.lines {
            let who = match line.sides {
                [true, true] => "Who has",
                [true, false] => &format!("{} with", self.side(Side::First)),
                [false, _] => &format!("{} with", self.side(Side::Second)),
            };
            let more = if line.exactly { "exactly " } else { "" };
            let or_more = if line.exactly { "" } else { " or more" };
            let what = match line.result {
                LineResult::Win => wins,
                LineResult::Loss => loses,
                LineResult::Forbidden => "makes a forbidden move, which is not allowed",
            };
            let group = ways(
                &line
                    .dirs
                    .iter()
                    .flat_map(|&dir| [dir, Offset::new(-dir.right, -dir.forward)])
                    .collect::<Vec<_>>(),
                self.rules.board.grid,
            );
            let along = if group == [Way::Any] {
                String::new()
            } else {
                format!(
                    " ({})",
                    list(&group.into_iter().map(way).map(String::from).collect::<Vec<_>>(), "or")
                )
            };
            lines.push(format!("{who} {more}{}{or_more} in a row{along} {what}.", line.length));
        }
        if let Some(fill) = &ends.fill {
            for side in Side::BOTH {
                lines.push(format!(
                    "{} {wins} with a piece on every point of {}.",
                    self.side(side),
                    self.points_named(fill[side.index()])
                ));
            }
        }
        if let Some(goals) = &ends.connect {
            for side in Side::BOTH {
                let [from, to] = goals[side.index()];
                lines.push(format!(
                    "{} {wins} with a chain of pieces from {} to {}.",
                    self.side(side),
                    self.points_named(from),
                    self.points_named(to)
                ));
            }
        }
        if ends.gather {
            lines.push(format!("Who has all pieces in one group {wins}."));
        }
        for rule in &ends.eliminate {
            let who = match rule.sides {
                [true, true] => "A side",
                [true, false] => self.side(Side::First),
                [false, _] => self.side(Side::Second),
            };
            let what = if rule.kinds == owned(self.rules) {
                "pieces".to_string()
            } else {
                list(
                    &kinds(rule.kinds, self.rules)
                        .into_iter()
                        .map(|id| plural(&self.name(id)))
                        .collect::<Vec<_>>(),
                    "and",
                )
            };
            lines.push(match rule.fewer_than {
                1 => format!("{who} {loses} when no {what} are left."),
                few => format!("{who} {loses} when fewer than {few} {what} are left."),
            });
        }
        if let Some(count) = ends.count {
            let what = if count.area {
                "points, pieces and the empty regions that only they touch together,"
            } else {
                "pieces"
            };
            let komi = if count.komi == 0.0 {
                String::new()
            } else {
                format!(", {} having {} points to begin with", self.side(Side::Second), count.komi)
            };
            let on = match count.on {
                None => String::new(),
                Some(on) => format!(
                    " there ({} on {}, {} on {})",
                    self.side(Side::First),
                    self.points_named(on[0]),
                    self.side(Side::Second),
                    self.points_named(on[1])
                ),
            };
            lines
                .push(format!("Where the game ends without a winner, who has more {what}{on} {wins}{komi}."));
        }
        let royal = self.rules.kinds.iter().any(|kind| kind.royal);
        let stuck = |verdict: Verdict| match verdict {
            Verdict::Loss => loses,
            Verdict::Win => wins,
            Verdict::Draw => "makes it a draw",
            Verdict::Count => "ends the game, and it is counted",
        };
        let mated = |verdict: Verdict| match royal && verdict != Verdict::Loss {
            true => format!("; if its royal piece is attacked, it {loses}"),
            false => String::new(),
        };
        let [first, second] = ends.no_moves;
        if first == second {
            lines.push(format!("Who has no legal move {}{}.", stuck(first), mated(first)));
        } else {
            for (side, verdict) in Side::BOTH.into_iter().zip(ends.no_moves) {
                let name = self.side(side);
                lines.push(format!("{name}, without a legal move, {}{}.", stuck(verdict), mated(verdict)));
            }
        }
        let counted = if ends.count.is_some() { "it is counted" } else { "it is a draw" };
        if ends.full {
            lines.push(format!("When the board is full, {counted}."));
        }
        let times = match ends.times {
            2 => "the second time".to_string(),
            3 => "the third time".to_string(),
            n => format!("the {n}th time"),
        };
        match ends.repetition {
            Repetition::Nothing => {}
            Repetition::Draw => lines.push(format!("A position that stands there for {times} is a draw.")),
            Repetition::Loss => lines.push(format!("Who brings a position about for {times} {loses}.")),
            Repetition::Win => lines.push(format!("Who brings a position about for {times} {wins}.")),
            Repetition::PerpetualCheckLoses => lines.push(format!("A position that stands there for {times} is a draw, unless one side gave check with every move: that side {loses}.")),
            Repetition::Forbidden => lines.push(format!("A position may not be brought about for {times}.")),
        }
        if let Some(limit) = ends.quiet_limit {
            lines.push(format!("After {limit} turns of each side without progress (nothing taken, put or promoted, and no move of a piece that only goes forward) {counted}."));
        }
        if let Some(limit) = ends.move_limit {
            lines.push(format!("After {limit} turns of each side {counted}."));
        }
        if self.rules.turn.pass != Pass::Never {
            let how = if ends.passes_count { "it is counted" } else { "it is a draw" };
            lines.push(format!("Two passes one after the other end the game: {how}."));
        }
        lines
    }
}
