//! What a side does in a turn, and how pieces are taken.

use super::{Chinese, way};
use crate::rulebook::explain::places::{kinds, ways};
use crate::rulebook::model::{Again, Beside, Fate, Pass, Place, Shape, Step};
use game::Side;

impl Chinese<'_> {
    pub(super) fn turns(&self) -> Vec<String> {
        let turn = &self.rules.turn;
        let mut lines = vec![format!("每回合{}。", self.steps(&turn.steps))];
        for (i, steps) in turn.opening.iter().enumerate() {
            let side = self.side(Side::BOTH[i % 2]);
            lines.push(format!("全局第 {} 回合，{side}改为{}。", i + 1, self.steps(steps)));
        }
        if turn.steps.iter().any(|step| matches!(step, Step::Act { places: true, .. })) {
            lines.push(format!("落子：{}。", self.put(&self.rules.place)));
        }
        match turn.pass {
            Pass::Never => {}
            Pass::Stuck => lines.push("无着可走时停一手。".into()),
            Pass::Always => lines.push("随时可以停一手。".into()),
        }
        if turn.swap {
            let [first, second] = Side::BOTH.map(|side| self.side(side));
            lines.push(format!("{second}第一回合可以改为接手{first}的开局（交换规则）。"));
        }
        lines
    }

    pub(super) fn steps(&self, steps: &[Step]) -> String {
        steps.iter().map(|step| self.step(step)).collect::<Vec<_>>().join("，然后")
    }

    pub(super) fn step(&self, step: &Step) -> String {
        match step {
            Step::Act { moves: true, places: false, .. } => "走一子".into(),
            Step::Act { moves: false, .. } => "落一子".into(),
            Step::Act { places_first: true, .. } => "先落手中之子，落完后走子".into(),
            Step::Act { .. } => "走一子或落一子".into(),
            Step::Place(place) => format!("放{}", self.put(place)),
            Step::Shoot { kind, dirs, most } => {
                let named =
                    ways(dirs, self.rules.board.grid).into_iter().map(way).collect::<Vec<_>>().join("或");
                let far = if *most >= 20 { "任意远".to_string() } else { format!("至多 {most} 步") };
                format!("用该子{named}射出{}（{far}）", self.name((*kind).into()))
            }
            Step::Remove { whose, on, beside } => {
                let whose = match whose {
                    [true, false] => "一枚己子",
                    [false, _] => "一枚敌子",
                    [true, true] => "任意一子",
                };
                let on = match on[0] == self.rules.board.all() {
                    true => String::new(),
                    false => format!("在{}", self.points(on[0])),
                };
                format!("{on}拿走{whose}{}", self.beside(*beside))
            }
        }
    }

    pub(super) fn put(&self, place: &Place) -> String {
        let names: Vec<String> = kinds(place.kinds, self.rules).into_iter().map(|id| self.name(id)).collect();
        let mut text = if place.from_hand { "手中的".to_string() } else { String::new() };
        text += &names.join("或");
        text += &match place.on[0] == self.rules.board.all() {
            true => "，放在任意空位".to_string(),
            false => format!("，放在{}的空位", self.points(place.on[0])),
        };
        text += self.beside(place.beside);
        if place.falls {
            text += "，落到该列最低的空位";
        }
        if place.must_take {
            text += "，必须能吃子或翻子";
        }
        text
    }

    pub(super) fn beside(&self, beside: Beside) -> &'static str {
        match beside {
            Beside::Whatever => "",
            Beside::Own => "（须与己子相邻）",
            Beside::Enemy => "（须与敌子相邻）",
            Beside::AnyPiece => "（须与棋子相邻）",
            Beside::Empty => "（须与空位相邻）",
        }
    }

    pub(super) fn taking(&self) -> Vec<String> {
        let capture = &self.rules.capture;
        let rules = || self.rules.kinds.iter().flat_map(|kind| &kind.moves);
        let mut lines: Vec<String> = Vec::new();
        if rules().any(|rule| rule.captures) {
            lines.push("走到敌子所在处即吃掉它。".into());
        }
        let fate = |fate| match fate {
            Fate::Flip => "变为己方",
            Fate::Remove => "被拿走",
        };
        if let Some(flank) = &capture.flank {
            let row = match flank.most {
                1 => "一枚敌子".to_string(),
                most if most >= 20 => "连成一线的敌子".to_string(),
                most => format!("至多 {most} 枚连成一线的敌子"),
            };
            lines.push(format!("夹在刚走的子与另一己子之间的{row}{}。", fate(flank.fate)));
        }
        if let Some(touch) = capture.touch {
            lines.push(format!("与刚走的子相邻的敌子{}。", fate(touch)));
        }
        if let Some(surround) = capture.surround {
            lines.push("没有气的棋块被提走。".into());
            lines.push(if surround.suicide { "允许自杀。".into() } else { "禁止自杀。".into() });
            lines.push(if surround.superko {
                "禁止全局同形再现。".into()
            } else {
                "打劫：不可立即恢复上一局面。".into()
            });
        }
        if capture.forced {
            lines.push(if capture.longest {
                "能吃必吃，且须吃最多。".into()
            } else {
                "能吃必吃。".into()
            });
        }
        let straight = if capture.again_straight { "沿同一方向" } else { "" };
        match capture.again {
            Again::Never => {}
            Again::May => lines.push(format!("吃子后同一子可{straight}继续吃。")),
            Again::Must => lines.push(format!("吃子后同一子能吃则须{straight}继续吃。")),
        }
        if capture.to_hand {
            lines.push("吃掉的子归吃子方手中，可再打入。".into());
        }
        if lines.is_empty() && !rules().any(|rule| matches!(rule.shape, Shape::Jump { takes: true, .. })) {
            lines.push("不吃子。".into());
        }
        lines
    }
}
