//! How the game ends.

use super::{Chinese, way};
use crate::rulebook::board::Offset;
use crate::rulebook::explain::places::{Way, owned, ways};
use crate::rulebook::model::{LineResult, Pass, Repetition, Verdict};
use game::Side;

impl Chinese<'_> {
    pub(super) fn ends(&self) -> Vec<String> {
        let ends = &self.rules.ends;
        let (wins, loses) = if ends.misere { ("负", "胜") } else { ("胜", "负") };
        let mut lines = Vec::new();
        for reach in &ends.reach {
            for side in Side::BOTH {
                let on = reach.on[side.index()];
                if !on.is_empty() {
                    let who = if reach.kinds == owned(self.rules) {
                        "任意子".into()
                    } else {
                        self.kinds(reach.kinds)
                    };
                    lines.push(format!("{}的{who}到达{}即{wins}。", self.side(side), self.points_named(on)));
                }
            }
        }
        for line in &ends.lines {
            let who = match line.sides {
                [true, true] => "",
                [true, false] => self.side(Side::First),
                [false, _] => self.side(Side::Second),
            };
            let how = if line.exactly {
                format!("恰好 {} 子", line.length)
            } else {
                format!("{} 子或更多", line.length)
            };
            let both: Vec<Offset> =
                line.dirs.iter().flat_map(|dir| [*dir, Offset::new(-dir.right, -dir.forward)]).collect();
            let group = ways(&both, self.rules.board.grid);
            let along = if group == [Way::Any] {
                String::new()
            } else {
                group.into_iter().map(way).collect::<Vec<_>>().join("或")
            };
            lines.push(match line.result {
                LineResult::Win => format!("{who}{along}连成{how}者{wins}。"),
                LineResult::Loss => format!("{who}{along}连成{how}者{loses}。"),
                LineResult::Forbidden => format!("{who}不得{along}连成{how}（禁手）。"),
            });
        }
        if let Some(fill) = &ends.fill {
            for side in Side::BOTH {
                let goal = self.points_named(fill[side.index()]);
                lines.push(format!("{}的棋子占满{goal}即{wins}。", self.side(side)));
            }
        }
        if let Some(goals) = &ends.connect {
            for side in Side::BOTH {
                let [from, to] = goals[side.index()];
                lines.push(format!(
                    "{}用棋子连通{}与{}即{wins}。",
                    self.side(side),
                    self.points_named(from),
                    self.points_named(to)
                ));
            }
        }
        if ends.gather {
            lines.push(format!("己方全部棋子连成一块者{wins}。"));
        }
        for rule in &ends.eliminate {
            let who = match rule.sides {
                [true, true] => "一方",
                [true, false] => self.side(Side::First),
                [false, _] => self.side(Side::Second),
            };
            let what = if rule.kinds == owned(self.rules) { "棋子".into() } else { self.kinds(rule.kinds) };
            lines.push(match rule.fewer_than {
                1 => format!("{who}没有{what}时即{loses}。"),
                few => format!("{who}的{what}少于 {few} 枚时即{loses}。"),
            });
        }
        if let Some(count) = ends.count {
            let what = if count.area { "子与空（面积）" } else { "棋子" };
            let komi = match count.komi == 0.0 {
                true => String::new(),
                false => format!("，{}另加 {} 点", self.side(Side::Second), count.komi),
            };
            let on = match count.on {
                None => String::new(),
                Some(on) => format!(
                    "（{}计{}，{}计{}）",
                    self.side(Side::First),
                    self.points_named(on[0]),
                    self.side(Side::Second),
                    self.points_named(on[1])
                ),
            };
            lines.push(format!("终局未分胜负时，{what}{on}多者{wins}{komi}。"));
        }
        let royal = self.rules.kinds.iter().any(|kind| kind.royal);
        let stuck = |verdict: Verdict| {
            let becomes = match verdict {
                Verdict::Loss => format!("判{loses}"),
                Verdict::Win => format!("判{wins}"),
                Verdict::Draw => "为和棋".to_string(),
                Verdict::Count => "则终局计数".to_string(),
            };
            let mated = royal && verdict != Verdict::Loss;
            if mated { format!("{becomes}；王被攻击时则判{loses}") } else { becomes }
        };
        let [first, second] = ends.no_moves;
        if first == second {
            lines.push(format!("轮到走棋而无合法着法者{}。", stuck(first)));
        } else {
            for (side, verdict) in Side::BOTH.into_iter().zip(ends.no_moves) {
                lines.push(format!("轮到{}走棋而无合法着法时，{}。", self.side(side), stuck(verdict)));
            }
        }
        let counted = if ends.count.is_some() { "终局计数" } else { "和棋" };
        if ends.full {
            lines.push(format!("棋盘下满时{counted}。"));
        }
        let times = ends.times;
        match ends.repetition {
            Repetition::Nothing => {}
            Repetition::Draw => lines.push(format!("同一局面出现第 {times} 次为和棋。")),
            Repetition::Loss => lines.push(format!("造成同一局面第 {times} 次出现者{loses}。")),
            Repetition::Win => lines.push(format!("造成同一局面第 {times} 次出现者{wins}。")),
            Repetition::PerpetualCheckLoses => {
                lines.push(format!("同一局面出现第 {times} 次为和棋，但单方长将者{loses}。"));
            }
            Repetition::Forbidden => lines.push(format!("不得使同一局面出现第 {times} 次。")),
        }
        if let Some(limit) = ends.quiet_limit {
            lines.push(format!("双方各 {limit} 回合无进展（未吃子、落子、升变或只进子前进）则{counted}。"));
        }
        if let Some(limit) = ends.move_limit {
            lines.push(format!("双方各走 {limit} 回合后{counted}。"));
        }
        if self.rules.turn.pass != Pass::Never {
            let how = if ends.passes_count { "计数" } else { "和棋" };
            lines.push(format!("双方连续停手则终局{how}。"));
        }
        lines
    }
}
