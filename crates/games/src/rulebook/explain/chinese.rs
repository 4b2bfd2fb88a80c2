//! Rules in Chinese.

use super::Words;
use super::facts::{Fact, Far, Leaps, Limit, Qualifier, Toward, Who, Whose, leaps, qualifiers};
use super::named_regions::{Kinds, NamedDirections, NamedRegion, kinds, kinds_of, listed, place, ways};
use super::sowing;
use crate::rulebook::board::{Grid, Offset};
use crate::rulebook::model::{
    AdjacentTo, CapturedFate, Count, Kind, KindSet, LineResult, MoveRule, PlacedRow, Placement, Repetition,
    Rules, Shape, Step, Verdict,
};
use crate::rulebook::points::PointSet;
use wanqi_game::Side;

pub(super) struct Chinese<'r> {
    pub rules: &'r Rules,
}

impl Words for Chinese<'_> {
    const TITLES: [&'static str; 5] = ["棋盘", "棋子", "回合", "吃子", "终局"];

    fn say(&self, fact: &Fact) -> String {
        spaced(&self.sentence(fact))
    }
}

/// With a space between Chinese characters and names of points or numbers.
fn spaced(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len() + 8);
    let is_chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    let mut last = ' ';
    for c in text.chars() {
        if is_chinese(last) && c.is_ascii_alphanumeric() || last.is_ascii_alphanumeric() && is_chinese(c) {
            spaced.push(' ');
        }
        spaced.push(c);
        last = c;
    }
    spaced
}

impl Chinese<'_> {
    fn sentence(&self, fact: &Fact) -> String {
        let rules = self.rules;
        let ends = &rules.ends;
        let (wins, loses) = if ends.misere { ("负", "胜") } else { ("胜", "负") };
        let counted = if ends.count.is_some() { "终局计数" } else { "和棋" };
        match *fact {
            Fact::Board => {
                let [first, second] = Side::BOTH.map(|side| self.side(side));
                format!("棋盘为 {}。{first}先行，{second}后行。", self.size())
            }
            Fact::Sows(sows) => {
                rules.sow.as_ref().map_or_else(String::new, |sow| sowing::chinese(sows, sow, rules, wins))
            }
            Fact::Ground(ground, effects) => {
                let points = self.place(&listed(ground.points, rules), true);
                let mut line = format!("地形「{}」：{points}", ground.name_zh);
                for (whose, words) in
                    effects.into_iter().zip(["棋子战力为零", "棋子不可被吃", "空时视同旁边棋子之敌"])
                {
                    line += &match whose {
                        None => String::new(),
                        Some(Whose::Own) => format!("；在己方的此处{words}"),
                        Some(Whose::Enemys) => format!("；在对方的此处{words}"),
                        Some(Whose::Any) => format!("；在此处{words}"),
                    };
                }
                line + if ground.shore { "；不可隔岸吃子。" } else { "。" }
            }
            Fact::Begins(who, ref amounts) => {
                format!("{}开局有 {}。", self.who(who, "双方"), self.amounts(amounts))
            }
            Fact::EmptyAtStart => "开局时棋盘为空。".into(),
            Fact::Holds(who, ref amounts) => {
                format!("{}手中有 {}。", self.who(who, "双方"), self.amounts(amounts))
            }
            Fact::HoldsNothing(side) => format!("{}手中无子。", self.side(side)),

            Fact::Piece(kind, ref limits) => {
                let moves: Vec<String> = kind.moves.iter().map(|rule| self.rule(rule, kind)).collect();
                let goes = match moves.len() {
                    0 if kind.neutral => "不属于任何一方，不动".to_string(),
                    0 => "不动".to_string(),
                    _ => moves.join("；或"),
                };
                let limits: String = limits.iter().map(|limit| self.limit(limit)).collect();
                format!("{}（{}）：{goes}。{limits}", kind.name_zh, kind.letter)
            }

            Fact::Turn(steps) => format!("每回合{}。", self.steps(steps)),
            Fact::Opening(turn, side, steps) => {
                format!("全局第 {turn} 回合，{}改为{}。", self.side(side), self.steps(steps))
            }
            Fact::Placement(put) => format!("落子：{}。", self.put(put)),
            Fact::PassIfStuck => "无着可走时停一手。".into(),
            Fact::PassAlways => "随时可以停一手。".into(),
            Fact::Swap => {
                let [first, second] = Side::BOTH.map(|side| self.side(side));
                format!("{second}第一回合可以改为接手{first}的开局（交换规则）。")
            }

            Fact::NoCheck => "任何着法不得攻击对方的王。".into(),

            Fact::TakesByMoving => "走到敌子所在处即吃掉它。".into(),
            Fact::Flank(flank) => {
                let row = match Far::of(flank.fewest, flank.most) {
                    Far::One => "一枚敌子".to_string(),
                    Far::UpTo(most) => format!("至多 {most} 枚连成一线的敌子"),
                    Far::Exactly(count) => format!("恰好 {count} 枚连成一线的敌子"),
                    Far::AtLeast(least) => format!("{least} 枚或更多连成一线的敌子"),
                    Far::Between(least, most) => format!("{least} 至 {most} 枚连成一线的敌子"),
                    Far::Any => "连成一线的敌子".to_string(),
                };
                format!("夹在刚走的子与另一己子之间的{row}{}。", fate(flank.fate))
            }
            Fact::Touch(touch) => format!("与刚走的子相邻的敌子{}。", fate(touch)),
            Fact::Surrounded => "没有气的棋块被提走。".into(),
            Fact::Suicide(true) => "允许自杀。".into(),
            Fact::Suicide(false) => "禁止自杀。".into(),
            Fact::Superko(true) => "禁止全局同形再现。".into(),
            Fact::Superko(false) => "打劫：不可立即恢复上一局面。".into(),
            Fact::MustTake { most: true } => "能吃必吃，且须吃最多。".into(),
            Fact::MustTake { most: false } => "能吃必吃。".into(),
            Fact::GoesOnTaking { must, straight } => {
                let straight = if straight { "沿同一方向" } else { "" };
                match must {
                    true => format!("吃子后同一子能吃则须{straight}继续吃。"),
                    false => format!("吃子后同一子可{straight}继续吃。"),
                }
            }
            Fact::RemovedAfter => "被跳吃的子待连吃结束后才移出棋盘，此前仍占位阻路，且不可重复跳吃。".into(),
            Fact::PromotedGoesOn => "吃子时升变的子以新身份继续吃。".into(),
            Fact::PromotesAtTheEnd => {
                "吃子到升变处若还能继续吃，则以原身份继续；停下之处可升变才升变。".into()
            }
            Fact::GoesOnTurning => "继续吃子须改变方向，且不可回到本回合到过之点。".into(),
            Fact::TakenToHand => "吃掉的子归吃子方手中，可再打入。".into(),
            Fact::Row(row) => {
                let many = match row.exactly {
                    true => format!("恰好 {} 子", row.length),
                    false => format!(" {} 子或更多", row.length),
                };
                let each = if row.each { "，每成一列提一子" } else { "" };
                let safe = if row.rows_are_safe {
                    "；对方尚有其他子时，已成列的子不可提"
                } else {
                    ""
                };
                let how = if row.placed == PlacedRow::Takes { "使" } else { "走子使" };
                let never = if row.placed == PlacedRow::Never { "落子不可成列。" } else { "" };
                format!("{how}己方{many}连成一列者，可从棋盘提掉对方一子{each}{safe}。{never}")
            }
            Fact::More(more) => format!("吃子者可再从棋盘任意提掉 {more} 枚敌子。"),
            Fact::Blast(these) => {
                let what = kinds(these, rules).into_iter().map(|id| self.name(id));
                format!(
                    "吃子时吃子方与被吃之子一同离开棋盘，相邻的{}也一并离开。",
                    what.collect::<Vec<_>>().join("、")
                )
            }
            Fact::NothingTaken => "不吃子。".into(),

            Fact::Reach(side, these, on) => {
                let who = these.map_or("任意子".into(), |these| self.kinds(these));
                format!("{}的{who}到达{}即{wins}。", self.side(side), self.points_named(on))
            }
            Fact::ReachSafe => "该子须不会立即被吃，或未被吃掉，才算到达。".into(),
            Fact::EqualTurns => {
                let [first, second] = Side::BOTH.map(|side| self.side(side));
                format!("{first}到达后，{second}若下一着也能到达，则可走该着成和。")
            }
            Fact::Checks(1) => format!("先将军者{wins}。"),
            Fact::Checks(checks) => format!("累计将军 {checks} 次者{wins}。"),
            Fact::Captured(captured) => format!("吃掉 {captured} 子或更多者{wins}。"),
            Fact::Facing(verdict) => {
                let how = if verdict == Verdict::Count { "计数" } else { "和棋" };
                format!(
                    "双方的王在直线上照面（其间无子）时，轮到走棋者须解除照面，或者停着：停着则终局{how}。"
                )
            }
            Fact::Line(who, line, ref along) => {
                let (who, along) = (self.who(who, ""), in_words(along));
                let how = match line.exactly {
                    true => format!("恰好 {} 子", line.length),
                    false => format!("{} 子或更多", line.length),
                };
                match line.result {
                    LineResult::Win => format!("{who}{along}连成{how}者{wins}。"),
                    LineResult::Loss => format!("{who}{along}连成{how}者{loses}。"),
                    LineResult::Forbidden => format!("{who}不得{along}连成{how}（禁手）。"),
                }
            }
            Fact::Fill(side, on) => {
                format!("{}的棋子占满{}即{wins}。", self.side(side), self.points_named(on))
            }
            Fact::Connect(side, goals) => {
                let [from, to] = goals.map(|goal| self.points_named(goal));
                format!("{}用棋子连通{from}与{to}即{wins}。", self.side(side))
            }
            Fact::Join(join) => {
                let regions: Vec<String> =
                    join.regions.iter().map(|&region| self.points_named(region)).collect();
                let which = match usize::from(join.any) == regions.len() {
                    true => "以下全部区域".to_string(),
                    false => format!("以下任意 {} 处区域", join.any),
                };
                format!("用棋子连通{which}者{wins}：{}。", regions.join("；"))
            }
            Fact::Ring => format!("棋子环绕至少一点者{wins}，该点有无棋子不论。"),
            Fact::Figure(figure) => {
                format!("棋子成此形（可旋转、翻转）者{wins}：{}。", super::drawn(figure))
            }
            Fact::Gather => format!("己方全部棋子连成一块者{wins}。"),
            Fact::TooFew(who, these, few) => {
                let who = self.who(who, "一方");
                let what = these.map_or("棋子".into(), |these| self.kinds(these));
                match few {
                    1 => format!("{who}没有{what}时即{loses}。"),
                    few => format!("{who}的{what}少于 {few} 枚时即{loses}。"),
                }
            }
            Fact::Count(count) => self.count(count, wins),
            Fact::Stuck(who, verdict, mated) => {
                let becomes = match verdict {
                    Verdict::Loss => format!("判{loses}"),
                    Verdict::Win => format!("判{wins}"),
                    Verdict::Draw => "为和棋".to_string(),
                    Verdict::Count => "则终局计数".to_string(),
                };
                let mated = if mated { format!("；王被攻击时则判{loses}") } else { String::new() };
                match who {
                    Who::Each if matches!(verdict, Verdict::Draw | Verdict::Count) => {
                        format!("轮到走棋而无合法着法时{becomes}{mated}。")
                    }
                    Who::Each => format!("轮到走棋而无合法着法者{becomes}{mated}。"),
                    Who::One(side) => {
                        format!("轮到{}走棋而无合法着法时，{becomes}{mated}。", self.side(side))
                    }
                }
            }
            Fact::Full => format!("棋盘下满时{counted}。"),
            Fact::Repetition(repetition) => self.repetition(repetition, wins, loses),
            Fact::QuietLimit(turns) => {
                format!("双方各 {turns} 回合无进展（未吃子、落子、升变或只进子前进）则{counted}。")
            }
            Fact::MoveLimit(turns) => format!("双方各走 {turns} 回合后{counted}。"),
            Fact::TwoPasses => {
                let how = if ends.passes_count { "计数" } else { "和棋" };
                format!("双方连续停手则终局{how}。")
            }
        }
    }
}

impl Chinese<'_> {
    fn side(&self, side: Side) -> &str {
        &self.rules.sides[side.index()].name_zh
    }

    fn who<'a>(&'a self, who: Who, each: &'a str) -> &'a str {
        match who {
            Who::Each => each,
            Who::One(side) => self.side(side),
        }
    }

    fn size(&self) -> String {
        let board = &self.rules.board;
        let size = super::rectangle(board)
            .map_or_else(|| format!("{} ", board.len()), |(columns, rows)| format!("{columns}×{rows} "));
        let what = match (board.grid, board.on_points) {
            (Grid::Hexes, _) => "个六角格",
            (Grid::Squares, true) => "个交叉点",
            (Grid::Squares, false) => "格",
        };
        let joined = if board.links.is_some() { "，由所画之线相连" } else { "" };
        size + what + joined
    }

    fn amounts(&self, amounts: &[(usize, usize)]) -> String {
        let words = amounts.iter().map(|&(count, id)| format!("{count} 枚{}", self.name(id)));
        words.collect::<Vec<_>>().join("、")
    }

    fn limit(&self, limit: &Limit) -> String {
        match *limit {
            Limit::NeverEnters(ref place) => format!("不得进入{}。", self.place(place, true)),
            Limit::NeverLeaves(ref place) => format!("不得离开{}。", self.place(place, true)),
            Limit::Royal => "它是王：不得被对方攻击而不应，被将死即负。".into(),
            Limit::Promotes(promotion) => {
                let to: Vec<&str> = promotion.to.iter().map(|&to| self.name(to.into())).collect();
                let may = if promotion.may { "可升为" } else { "升为" };
                let from = if promotion.from { "进入或离开" } else { "走到" };
                let must = match promotion.must[0].is_empty() {
                    true => String::new(),
                    false => format!("；在{}必须升", self.points(promotion.must[0])),
                };
                format!("{from}{}时{may}{}{must}。", self.points(promotion.on[0]), to.join("或"))
            }
            Limit::ComesToHandAs(id) => format!("被吃后成为手中的{}。", self.name(id)),
            Limit::PutOnlyOn(on) => format!("只可打入{}。", self.points(on)),
            Limit::OneAFile => "同一路上己方已有此子时不可打入。".into(),
            Limit::DropGivesNoMate => "打入此子不可直接将死对方。".into(),
            Limit::Enclosed(on) if on == self.rules.board.all() => "四面皆为敌子时才被夹吃。".into(),
            Limit::Enclosed(on) => format!("在{}，四面皆为敌子时才被夹吃。", self.points(on)),
            Limit::Castles(side, castles, both) => {
                let name = |at: u16| &*self.rules.board.names[usize::from(at)];
                let ways = castles.iter().map(|castle| {
                    let partner = self.name(castle.partner.into());
                    let (from, to) = (name(castle.partner_from), name(castle.partner_to));
                    format!("走到{}，同时 {from} 的{partner}走到 {to}", name(castle.to))
                });
                let ways = ways.collect::<Vec<_>>().join("；或");
                format!(
                    "两子均未动过时，{}的此子可{ways}（易位），途中不得有子，起点、经过点与终点均不得受攻击。{}",
                    self.side(side),
                    if both { format!("{}亦同。", self.side(side.opponent())) } else { String::new() }
                )
            }
            Limit::TakesNothing => "它不吃子。".into(),
            Limit::Takes(these) => format!("可吃{}。", self.kinds(these)),
        }
    }

    /// How a piece goes by one of its moves.
    fn rule(&self, rule: &MoveRule, kind: &Kind) -> String {
        let grid = self.rules.board.grid;
        let go = |dirs: &[Offset]| in_words(&ways(dirs, grid));
        let mut text = match &rule.shape {
            Shape::Slide { dirs, least, most, screens, screen_kinds } => {
                let kinds = screen_kinds.map_or(String::new(), |these| format!("（{}）", self.kinds(these)));
                let over = match screens {
                    0 => String::new(),
                    n => format!("，恰好隔 {n} 子{kinds}"),
                };
                let far = match Far::of(*least, *most) {
                    Far::One => "走一步".to_string(),
                    Far::Any => "走任意步".to_string(),
                    Far::UpTo(most) => format!("至多走 {most} 步"),
                    Far::Exactly(points) => format!("走 {points} 步"),
                    Far::AtLeast(least) => format!("至少走 {least} 步"),
                    Far::Between(least, most) => format!("走 {least} 至 {most} 步"),
                };
                format!("{}{far}{over}", go(dirs))
            }
            Shape::Leap { to, leg } => {
                let blocked = if *leg { "，途中有子则不可（蹩腿）" } else { "" };
                self.leaps(&leaps(to, grid)) + blocked
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
                format!("{}跳过{whom}落到其后空位{how}{taking}{on}", go(dirs))
            }
            Shape::Cross { dirs, over } => {
                let ground =
                    self.rules.grounds.get(usize::from(*over)).map_or("", |ground| ground.name_zh.as_str());
                format!("{}越过{ground}到对岸第一点，其间须无子", go(dirs))
            }
            Shape::Approach { dirs, away } => {
                let row = if *away { "背后所离开的" } else { "前方所逼近的" };
                format!("{}走一步，吃掉{row}一列敌子", go(dirs))
            }
            Shape::Fly => "飞到任意空点".to_string(),
            Shape::Line { dirs } => format!("{}走与该线上棋子数相同的步数，可越己子，不可越敌子", go(dirs)),
        };
        for qualifier in qualifiers(self.rules, rule, kind) {
            text += &match qualifier {
                Qualifier::WithoutTaking => "，不吃子".to_string(),
                Qualifier::OnlyToTake => "，只用于吃子".to_string(),
                Qualifier::Takes(these) => format!("（吃{}）", self.kinds(these)),
                Qualifier::Copies => "，原处留一子（复制）".to_string(),
                Qualifier::From(from) => format!("（从{}出发）", self.points(from)),
                Qualifier::To(to) => format!("（到{}）", self.points(to)),
                Qualifier::AtMost(most) => format!("（己方至多 {most} 子时）"),
                Qualifier::Passes => "，对方下一着可在其经过之点吃它".to_string(),
                Qualifier::Passing => "，也可吃刚经过该点的敌子".to_string(),
            };
        }
        text
    }

    fn leaps(&self, leaps: &Leaps) -> String {
        match leaps {
            Leaps::Hexagons(count) => format!("跳至 {count} 格之一"),
            Leaps::Squares(leaps) => {
                let words = leaps.iter().map(|leap| {
                    let by = match leap.by {
                        (1, 2) => "走日字".to_string(),
                        (2, 2) => "走田字".to_string(),
                        (0, b) => format!("直跳 {b} 格"),
                        (a, b) if a == b => format!("斜跳 {a} 格"),
                        (a, b) => format!("跳 {a}×{b}"),
                    };
                    by + match leap.toward {
                        Toward::All => "",
                        Toward::Forward => "（只向前）",
                        Toward::Backward => "（只向后）",
                        Toward::Some => "（部分方向）",
                    }
                });
                words.collect::<Vec<_>>().join("或")
            }
        }
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
            Step::Place(put) => format!("放{}", self.put(put)),
            Step::Shoot { kind, dirs, most } => {
                let far = match Far::of(1, *most) {
                    Far::Any => "任意远".to_string(),
                    _ => format!("至多 {most} 步"),
                };
                let along = in_words(&ways(dirs, self.rules.board.grid));
                format!("用该子{along}射出{}（{far}）", self.name((*kind).into()))
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
                format!("{on}拿走{whose}{}", next_to(*beside))
            }
        }
    }

    fn put(&self, put: &Placement) -> String {
        let names: Vec<&str> = kinds(put.kinds, self.rules).into_iter().map(|id| self.name(id)).collect();
        let mut text = if put.from_hand { "手中的".to_string() } else { String::new() };
        text += &names.join("或");
        text += &match put.on[0] == self.rules.board.all() {
            true => "，放在任意空位".to_string(),
            false => format!("，放在{}的空位", self.points(put.on[0])),
        };
        text += next_to(put.beside);
        if put.falls {
            text += "，落到该列最低的空位";
        }
        if put.must_take {
            text += "，必须能吃子或翻子";
        }
        text
    }

    fn count(&self, count: Count, wins: &str) -> String {
        let [first, second] = Side::BOTH.map(|side| self.side(side));
        let what = if count.area { "子与空（面积）" } else { "棋子" };
        let komi = match count.komi == 0.0 {
            true => String::new(),
            false => format!("，{second}另加 {} 点", count.komi),
        };
        let on = count.on.map_or_else(String::new, |on| {
            let [own, other] = on.map(|on| self.points_named(on));
            format!("（{first}计{own}，{second}计{other}）")
        });
        format!("终局未分胜负时，{what}{on}多者{wins}{komi}。")
    }

    fn repetition(&self, repetition: Repetition, wins: &str, loses: &str) -> String {
        let times = self.rules.ends.times;
        match repetition {
            Repetition::Nothing => String::new(),
            Repetition::Count => format!("同一局面出现第 {times} 次时计数定胜负。"),
            Repetition::Draw => format!("同一局面出现第 {times} 次为和棋。"),
            Repetition::Loss => format!("造成同一局面第 {times} 次出现者{loses}。"),
            Repetition::Win => format!("造成同一局面第 {times} 次出现者{wins}。"),
            Repetition::PerpetualCheckLoses => {
                format!("同一局面出现第 {times} 次为和棋，但单方长将者{loses}。")
            }
            Repetition::PerpetualCheckElse(side) => {
                format!("同一局面出现第 {times} 次时，单方长将者{loses}，否则{}{loses}。", self.side(side))
            }
            Repetition::LostBy(side) => format!("同一局面出现第 {times} 次时，{}{loses}。", self.side(side)),
            Repetition::Forbidden => format!("不得使同一局面出现第 {times} 次。"),
        }
    }

    fn name(&self, id: usize) -> &str {
        &self.rules.kinds[id].name_zh
    }

    fn names(&self, ids: Vec<usize>) -> String {
        ids.into_iter().map(|id| self.name(id)).collect::<Vec<_>>().join("、")
    }

    fn kinds(&self, set: KindSet) -> String {
        match kinds_of(set, self.rules) {
            Kinds::Any => "任何子".into(),
            Kinds::AllBut(ids) => format!("除{}外的任何子", self.names(ids)),
            Kinds::These(ids) => self.names(ids),
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

    fn place(&self, place: &NamedRegion, own: bool) -> String {
        match place {
            NamedRegion::Everywhere => "任意位置".into(),
            NamedRegion::Nowhere => "（无）".into(),
            NamedRegion::Ground(i) => self.rules.grounds[*i].name_zh.clone(),
            NamedRegion::GroundOf(i, side) => {
                let whose = match (own, side) {
                    (false, side) => self.side(*side),
                    (true, Side::First) => "己方",
                    (true, Side::Second) => "对方",
                };
                format!("{whose}的{}", self.rules.grounds[*i].name_zh)
            }
            NamedRegion::Ranks(from, to) if from == to => format!("第 {from} 行"),
            NamedRegion::Ranks(from, to) => format!("第 {from} 至 {to} 行"),
            NamedRegion::Files(from, to) if from == to => format!("{from} 列"),
            NamedRegion::Files(from, to) => format!("{from} 至 {to} 列"),
            NamedRegion::Rectangle(from, to) => format!("{from} 至 {to}"),
            NamedRegion::Edge => "边线".into(),
            NamedRegion::Points(names) => names.join("、"),
            NamedRegion::Many(count) => format!("{count} 处"),
            NamedRegion::AllBut(without) => format!("除{}外的位置", self.place(without, own)),
            NamedRegion::Both(one, other) => format!("{}与{}", self.place(one, own), self.place(other, own)),
        }
    }
}

fn next_to(beside: AdjacentTo) -> &'static str {
    match beside {
        AdjacentTo::Whatever => "",
        AdjacentTo::Own => "（须与己子相邻）",
        AdjacentTo::Enemy => "（须与敌子相邻）",
        AdjacentTo::AnyPiece => "（须与棋子相邻）",
        AdjacentTo::Empty => "（须与空位相邻）",
    }
}

fn fate(fate: CapturedFate) -> &'static str {
    match fate {
        CapturedFate::Flip => "变为己方",
        CapturedFate::Remove => "被拿走",
    }
}

fn in_words(ways: &[NamedDirections]) -> String {
    ways.iter().map(|&one| way(one)).collect::<Vec<_>>().join("或")
}

fn way(way: NamedDirections) -> &'static str {
    match way {
        NamedDirections::Any => "向任意方向",
        NamedDirections::Straight => "横竖",
        NamedDirections::Diagonal => "斜向",
        NamedDirections::DiagonalForward => "斜前",
        NamedDirections::DiagonalBackward => "斜后",
        NamedDirections::Sideways => "横向",
        NamedDirections::Forward => "向前",
        NamedDirections::Backward => "向后",
        NamedDirections::Right => "向右",
        NamedDirections::Left => "向左",
        NamedDirections::ForwardRight => "右前",
        NamedDirections::ForwardLeft => "左前",
        NamedDirections::BackwardRight => "右后",
        NamedDirections::BackwardLeft => "左后",
    }
}
