//! Rules in Chinese.

use super::super::board::{Grid, Offset};
use super::super::model::{
    Again, Beside, Fate, Kind, KindSet, LineResult, MoveRule, Pass, Repetition, Rules, Shape, Step, Verdict,
};
use super::super::points::PointSet;
use super::Section;
use super::places::{Place, Way, counts, kinds, leaps, owned, place, ways};
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
            let mut line = format!("地形 {}：{}", ground.name, self.names(ground.points));
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

    fn pieces(&self) -> Vec<String> {
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

    fn limits(&self, kind: &Kind) -> String {
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

    fn rule(&self, rule: &MoveRule, kind: &Kind) -> String {
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
                let ground = rules.grounds.get(usize::from(*over)).map_or("", |ground| ground.name.as_str());
                format!("{}越过 {ground} 到对岸第一点，其间须无子", named(dirs))
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

    fn turns(&self) -> Vec<String> {
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

    fn steps(&self, steps: &[Step]) -> String {
        steps.iter().map(|step| self.step(step)).collect::<Vec<_>>().join("，然后")
    }

    fn step(&self, step: &Step) -> String {
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

    fn put(&self, place: &super::super::model::Place) -> String {
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

    fn beside(&self, beside: Beside) -> &'static str {
        match beside {
            Beside::Whatever => "",
            Beside::Own => "（须与己子相邻）",
            Beside::Enemy => "（须与敌子相邻）",
            Beside::AnyPiece => "（须与棋子相邻）",
            Beside::Empty => "（须与空位相邻）",
        }
    }

    fn taking(&self) -> Vec<String> {
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

    fn ends(&self) -> Vec<String> {
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
            Place::Ground(i) => format!(" {} ", self.rules.grounds[*i].name),
            Place::GroundOf(i, side) => {
                let whose = match (own, side) {
                    (false, side) => self.side(*side),
                    (true, Side::First) => "己方",
                    (true, Side::Second) => "对方",
                };
                format!("{whose}的 {} ", self.rules.grounds[*i].name)
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
