//! The pieces and how they go.

use super::{Chinese, way};
use crate::rulebook::board::{Grid, Offset};
use crate::rulebook::explain::places::{Place, leaps, owned, place, ways};
use crate::rulebook::model::{Kind, MoveRule, Shape};

impl Chinese<'_> {
    pub(super) fn pieces(&self) -> Vec<String> {
        let line = |kind: &Kind| {
            let moves: Vec<String> = kind.moves.iter().map(|rule| self.rule(rule, kind)).collect();
            let goes = match moves.len() {
                0 if kind.neutral => "不属于任何一方，不动".to_string(),
                0 => "不动".to_string(),
                _ => moves.join("；或"),
            };
            format!("{}（{}）：{goes}。{}", kind.name_zh, kind.letter, self.limits(kind))
        };
        self.rules.kinds.iter().map(line).collect()
    }

    pub(super) fn limits(&self, kind: &Kind) -> String {
        let mut text = String::new();
        if kind.allowed[0] != self.rules.board.all() && !kind.moves.is_empty() {
            text += &match place(kind.allowed[0], self.rules) {
                Place::AllBut(without) => format!("不得进入{}。", self.place(&without, true)),
                stays => format!("不得离开{}。", self.place(&stays, true)),
            };
        }
        if kind.royal {
            text += "它是王：不得被对方攻击而不应，被将死即负。";
        }
        if let Some(promotion) = &kind.promotes {
            let to: Vec<String> = promotion.to.iter().map(|&to| self.name(to.into())).collect();
            let may = if promotion.may { "可升为" } else { "升为" };
            let from = if promotion.from { "进入或离开" } else { "走到" };
            text += &format!("{from}{}时{may}{}。", self.points(promotion.on[0]), to.join("或"));
        }
        if self.rules.capture.to_hand && self.rules.kinds[usize::from(kind.captured_as)].letter != kind.letter
        {
            text += &format!("被吃后成为手中的{}。", self.name(kind.captured_as.into()));
        }
        if kind.drop_on[0] != self.rules.board.all() {
            text += &format!("只可打入{}。", self.points(kind.drop_on[0]));
        }
        if kind.one_a_file {
            text += "同一路上己方已有此子时不可打入。";
        }
        let owned = owned(self.rules);
        let takes = |rule: &MoveRule| rule.captures || matches!(rule.shape, Shape::Jump { takes: true, .. });
        if kind.moves.iter().any(takes) && kind.takes & owned != owned {
            text += &match kind.takes {
                0 => "它不吃子。".to_string(),
                takes => format!("可吃{}。", self.kinds(takes)),
            };
        }
        text
    }

    pub(super) fn rule(&self, rule: &MoveRule, kind: &Kind) -> String {
        let rules = self.rules;
        let grid = rules.board.grid;
        let named = |dirs: &[Offset]| ways(dirs, grid).into_iter().map(way).collect::<Vec<_>>().join("或");
        let mut text = match &rule.shape {
            Shape::Slide { dirs, least, most, screens } => {
                let over = match screens {
                    0 => String::new(),
                    n => format!("，恰好隔 {n} 子"),
                };
                let far = match (*least, *most) {
                    (1, 1) => "走一步".to_string(),
                    (1, most) if most >= 20 => "走任意步".to_string(),
                    (1, most) => format!("至多走 {most} 步"),
                    (least, most) if least == most => format!("走 {least} 步"),
                    (least, most) if most >= 20 => format!("至少走 {least} 步"),
                    (least, most) => format!("走 {least} 至 {most} 步"),
                };
                format!("{}{far}{over}", named(dirs))
            }
            Shape::Leap { to, leg } => {
                let leap = |(a, b, offsets, all): (u8, u8, Vec<Offset>, bool)| {
                    let leap = match (a, b) {
                        _ if grid == Grid::Hexes => format!("跳至 {} 格之一", offsets.len()),
                        (1, 2) => "走日字".to_string(),
                        (2, 2) => "走田字".to_string(),
                        (0, b) => format!("直跳 {b} 格"),
                        (a, b) if a == b => format!("斜跳 {a} 格"),
                        (a, b) => format!("跳 {a}×{b}"),
                    };
                    let some = match () {
                        () if all || grid == Grid::Hexes => "",
                        () if offsets.iter().all(|offset| offset.forward > 0) => "（只向前）",
                        () if offsets.iter().all(|offset| offset.forward < 0) => "（只向后）",
                        () => "（部分方向）",
                    };
                    leap + some
                };
                let leg = if *leg { "，途中有子则不可（蹩腿）" } else { "" };
                leaps(to).into_iter().map(leap).collect::<Vec<_>>().join("或") + leg
            }
            Shape::Jump { dirs, over, takes, flying, again } => {
                let whom = match over {
                    [false, _] => "敌子",
                    [true, false] => "己子",
                    [true, true] => "棋子",
                };
                let how = if *flying { "（远近不限）" } else { "" };
                let taking = if *takes { "并吃掉它" } else { "" };
                let on = if *again { "，并可在同一步中任意连跳" } else { "" };
                format!("{}跳过{whom}落到其后空位{how}{taking}{on}", named(dirs))
            }
            Shape::Cross { dirs, over } => {
                let ground =
                    rules.grounds.get(usize::from(*over)).map_or("", |ground| ground.name_zh.as_str());
                format!("{}越过{ground}到对岸第一点，其间须无子", named(dirs))
            }
            Shape::Line { dirs } => {
                format!("{}走与该线上棋子数相同的步数，可越己子，不可越敌子", named(dirs))
            }
        };
        let can_take = kind.takes != 0 || rule.takes.is_some();
        let nobody = rules.kinds.iter().all(|kind| kind.moves.iter().all(|rule| !rule.captures));
        text += match (rule.moves, rule.captures && can_take) {
            _ if matches!(rule.shape, Shape::Jump { .. }) => "",
            (true, true) => "",
            (true, false) if nobody => "",
            (true, false) => "，不吃子",
            (false, _) => "，只用于吃子",
        };
        if let Some(takes) = rule.takes {
            text += &format!("（吃{}）", self.kinds(takes));
        }
        if rule.copies {
            text += "，原处留一子（复制）";
        }
        if rule.from[0] != rules.board.all() {
            text += &format!("（从{}出发）", self.points(rule.from[0]));
        }
        if rule.to[0] != rules.board.all() {
            text += &format!("（到{}）", self.points(rule.to[0]));
        }
        text
    }
}
