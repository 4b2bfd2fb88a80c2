//! Rules in Chinese.

mod ends;
mod pieces;
mod turns;

use super::Section;
use super::places::{Place, Way, counts, kinds, owned, place};
use crate::rulebook::board::Grid;
use crate::rulebook::model::{KindSet, Rules};
use crate::rulebook::points::PointSet;
use game::Side;

pub(super) fn sections(rules: &Rules) -> Vec<Section> {
    let words = Chinese { rules };
    vec![
        Section { title: "棋盘", lines: words.board() },
        Section { title: "棋子", lines: words.pieces() },
        Section { title: "回合", lines: words.turns() },
        Section { title: "吃子", lines: words.taking() },
        Section { title: "终局", lines: words.ends() },
    ]
}

struct Chinese<'r> {
    rules: &'r Rules,
}

impl Chinese<'_> {
    fn side(&self, side: Side) -> &str {
        &self.rules.sides[side.index()].name_zh
    }

    fn board(&self) -> Vec<String> {
        let rules = self.rules;
        let board = &rules.board;
        let (columns, rows) = (usize::from(board.columns), usize::from(board.rows));
        let size = match (board.grid, board.on_points) {
            (Grid::Hexes, _) => format!("{} 个六角格", board.len()),
            (_, true) if board.len() == columns * rows => format!("{columns}×{rows} 个交叉点"),
            (_, false) if board.len() == columns * rows => format!("{columns}×{rows} 格"),
            (_, true) => format!("{} 个交叉点", board.len()),
            (_, false) => format!("{} 格", board.len()),
        };
        let mut lines =
            vec![format!("棋盘为 {size}。{}先行，{}后行。", self.side(Side::First), self.side(Side::Second))];
        for ground in &rules.grounds {
            let mut line = format!("地形「{}」：{}", ground.name_zh, self.names(ground.points));
            for (set, word) in [(ground.weak, "棋子战力为零"), (ground.safe, "棋子不可被吃")] {
                if set.iter().all(|set| set.is_empty()) {
                    continue;
                }
                let own = set[0] == ground.of_side[0] && !set[0].is_empty();
                let enemy = set[0] == ground.of_side[1] && !set[0].is_empty();
                let whose = if own {
                    "己方的"
                } else if enemy {
                    "对方的"
                } else {
                    ""
                };
                line += &format!("；在{whose}此处{word}");
            }
            if ground.shore {
                line += "；不可隔岸吃子";
            }
            lines.push(line + "。");
        }
        let starts = Side::BOTH.map(|side| self.amounts(&counts(rules, side)));
        self.both(&starts, "开局有 ", &mut lines);
        if starts == [None, None] && rules.start.is_empty() {
            lines.push("开局时棋盘为空。".into());
        }
        let hands = Side::BOTH.map(|side| {
            self.amounts(&rules.hands[side.index()].iter().map(|&count| count.into()).collect::<Vec<_>>())
        });
        self.both(&hands, "手中有 ", &mut lines);
        let nothing = Side::BOTH
            .into_iter()
            .filter(|side| hands[side.index()].is_none() && hands[side.opponent().index()].is_some());
        lines.extend(nothing.map(|side| format!("{}手中无子。", self.side(side))));
        lines
    }

    fn both(&self, amounts: &[Option<String>; 2], verb: &str, lines: &mut Vec<String>) {
        match amounts {
            [Some(first), Some(second)] if first == second => lines.push(format!("双方{verb}{first}。")),
            _ => {
                for (side, amount) in Side::BOTH.into_iter().zip(amounts) {
                    lines
                        .extend(amount.as_ref().map(|amount| format!("{}{verb}{amount}。", self.side(side))));
                }
            }
        }
    }

    fn amounts(&self, counts: &[usize]) -> Option<String> {
        let kinds = counts.iter().zip(&self.rules.kinds).filter(|(count, _)| **count > 0);
        let words: Vec<String> = kinds.map(|(count, kind)| format!("{count} 枚{}", kind.name_zh)).collect();
        (!words.is_empty()).then(|| words.join("、"))
    }

    fn name(&self, id: usize) -> String {
        self.rules.kinds[id].name_zh.clone()
    }

    fn kinds(&self, set: KindSet) -> String {
        let owned = owned(self.rules);
        let names =
            |set| kinds(set, self.rules).into_iter().map(|id| self.name(id)).collect::<Vec<_>>().join("、");
        let without = owned & !set;
        match () {
            () if without == 0 => "任何子".into(),
            () if without.count_ones() < set.count_ones() / 2 => format!("除{}外的任何子", names(without)),
            () => names(set),
        }
    }

    fn names(&self, set: PointSet) -> String {
        match set.len() {
            few if few <= 24 => {
                set.iter().map(|at| self.rules.board.names[at].as_str()).collect::<Vec<_>>().join("、")
            }
            many => format!("{many} 处"),
        }
    }

    /// A region as the first side has it.
    fn points(&self, set: PointSet) -> String {
        self.place(&place(set, self.rules), true)
    }

    /// A region by the names of those whose it is.
    fn points_named(&self, set: PointSet) -> String {
        self.place(&place(set, self.rules), false)
    }

    fn place(&self, place: &Place, own: bool) -> String {
        match place {
            Place::Everywhere => "任意位置".into(),
            Place::Nowhere => "（无）".into(),
            Place::Ground(i) => self.rules.grounds[*i].name_zh.clone(),
            Place::GroundOf(i, side) => {
                let whose = match (own, side) {
                    (false, side) => self.side(*side),
                    (true, Side::First) => "己方",
                    (true, Side::Second) => "对方",
                };
                format!("{whose}的{}", self.rules.grounds[*i].name_zh)
            }
            Place::Ranks(from, to) if from == to => format!("第 {from} 行"),
            Place::Ranks(from, to) => format!("第 {from} 至 {to} 行"),
            Place::Files(from, to) if from == to => format!("{from} 列"),
            Place::Files(from, to) => format!("{from} 至 {to} 列"),
            Place::Rectangle(from, to) => format!("{from} 至 {to}"),
            Place::Edge => "边线".into(),
            Place::Points(names) => names.join("、"),
            Place::Many(count) => format!("{count} 处"),
            Place::AllBut(without) => format!("除{}外的位置", self.place(without, own)),
            Place::Both(one, other) => format!("{}与{}", self.place(one, own), self.place(other, own)),
        }
    }
}

fn way(way: Way) -> &'static str {
    match way {
        Way::Any => "向任意方向",
        Way::Straight => "横竖",
        Way::Diagonal => "斜向",
        Way::DiagonalForward => "斜前",
        Way::DiagonalBackward => "斜后",
        Way::Sideways => "横向",
        Way::Forward => "向前",
        Way::Backward => "向后",
        Way::Right => "向右",
        Way::Left => "向左",
        Way::ForwardRight => "右前",
        Way::ForwardLeft => "左前",
        Way::BackwardRight => "右后",
        Way::BackwardLeft => "左后",
    }
}
