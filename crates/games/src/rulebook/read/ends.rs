//! How a game ends.

use super::super::model::{
    Capture, ChainPromotion, Count, Eliminate, Ends, Kind, KindSet, Line, LineResult, MultiCapture, Reach,
    Region, Removal, Repetition, Step, Turn, Verdict,
};
use super::super::points::PointSet;
use super::checks::Marks;
use super::drawing::MAX_LINES;
use super::keys::{Keys, Problems, Value};
use super::regions::{Area, Names, all_directions, both_ways_once, directions};
use super::text::Token;
use super::turn::never_goes_back;
use std::ops::Range;
use wanqi_game::{Side, quoted};

/// The most ends of one sort.
const MAX_ENDS: usize = 20;
/// The most turns that a limit counts.
const MAX_TURNS: u16 = 10_000;

/// What the rest of the file says.
pub(super) struct EndsContext<'n> {
    pub names: &'n Names,
    pub sides: [&'n str; 2],
    pub kinds: &'n [Kind],
    pub turn: &'n Turn,
    pub capture: &'n Capture,
    /// The kinds that each side ever has.
    pub has: [KindSet; 2],
}

/// Reads `[win]`.
pub(super) fn ends(
    keys: Option<Keys<'_>>,
    context: &EndsContext<'_>,
    marks: &mut Marks,
    problems: &mut Problems,
) -> Ends {
    let steps = || context.turn.steps.iter();
    let moves = steps().any(|step| matches!(step, Step::Act { moves: true, .. }));
    let removes = context.capture.flank.is_some()
        || context.capture.touch.is_some()
        || context.capture.surround.is_some();
    let comes_again = if moves { !never_goes_back(context.kinds) } else { removes };
    let mut ends = Ends {
        reach: Vec::new(),
        lines: Vec::new(),
        fill: None,
        connect: None,
        joins: Vec::new(),
        ring: false,
        figures: Vec::new(),
        gather: false,
        eliminate: Vec::new(),
        count: None,
        no_moves: [if moves { Verdict::Loss } else { Verdict::Draw }; 2],
        full: false,
        repetition: if comes_again { Repetition::Draw } else { Repetition::Nothing },
        times: 3,
        quiet_limit: None,
        move_limit: None,
        passes_count: false,
        misere: false,
        reach_safe: false,
        equal_turns: false,
        checks: None,
        captured: None,
        facing: None,
    };
    let Some(mut keys) = keys else { return ends };
    if let Some(value) = keys.take("reach") {
        (ends.reach, marks.reach) = context.reach(&value, problems).into_iter().unzip();
    }
    let plain = context.turn.steps.len() == 1
        && context.turn.opening.is_empty()
        && context.capture.again == MultiCapture::Never;
    for (key, plain) in [("reach_safe", plain), ("equal_turns", plain && !context.turn.swap)] {
        let Some(value) = keys.take(key) else { continue };
        let given = value.boolean(problems).unwrap_or(false);
        match key {
            "reach_safe" => ends.reach_safe = given,
            _ => ends.equal_turns = given,
        }
        if given && ends.reach.is_empty() {
            let what = format!("`{key}` without `reach`");
            problems.error(what, value.key_at, "add `reach = { K = \"8\" }`");
        } else if given && !plain {
            problems.error(
                format!("`{key}` where a turn may have several steps"),
                value.key_at,
                "leave it out: it is for games with one move a turn",
            );
        }
    }
    if let Some(value) = keys.take("captured") {
        ends.captured = value.number(1..=200, problems).map(|captured| captured as u8);
        if context.capture.removed == Removal::After || context.capture.promotion == ChainPromotion::AtTheEnd
        {
            problems.error(
                "`captured` where what is taken stays until the turn is over",
                value.key_at,
                "leave it out, or `removed` and `promotion`",
            );
        }
    }
    if let Some(value) = keys.take("checks") {
        ends.checks = value.number(1..=100, problems).map(|checks| checks as u8);
        if !context.kinds.iter().any(|kind| kind.royal) {
            problems.error(
                "no piece is royal, so there is no check",
                value.at,
                "leave this out, or say `royal = true`",
            );
        }
    }
    if let Some(value) = keys.take("line") {
        for value in value.list(MAX_ENDS, problems) {
            if let Some(line) = context.line(&value, problems) {
                ends.lines.push(line);
                marks.lines.push(value.at);
            }
        }
    }
    if let Some(value) = keys.take("fill") {
        ends.fill = context.area(&value, problems).map(|area| area.region);
        marks.fill = Some(value.at);
    }
    ends.connect = keys.take("connect").and_then(|value| context.connect(&value, problems));
    ends.gather = keys.flag("gather", false, problems);
    ends.joins = keys.take("join").map_or_else(Vec::new, |value| context.joins(&value, problems));
    ends.ring = keys.take("ring").is_some_and(|value| context.ring(&value, problems));
    ends.figures = keys.take("figure").map_or_else(Vec::new, |value| context.figures(&value, problems));
    if let Some(value) = keys.take("eliminate") {
        for value in value.list(MAX_ENDS, problems) {
            if let Some(rule) = context.eliminate(&value, problems) {
                ends.eliminate.push(rule);
                marks.eliminate.push(value.at);
            }
        }
    }
    ends.count = keys.take("count").and_then(|value| context.count(&value, problems));
    if ends.count.is_some() {
        ends.no_moves = [Verdict::Count; 2];
    }
    if let Some(value) = keys.take("no_moves") {
        ends.no_moves = context.no_moves(&value, ends.no_moves, problems);
        if ends.no_moves.contains(&Verdict::Count) && ends.count.is_none() {
            problems.error(
                "nothing says what is counted",
                value.at,
                "add `count = \"pieces\"` or `\"area\"`",
            );
        }
    }
    ends.full = keys.flag("full", false, problems);
    let repetitions = [
        ("draw", Repetition::Draw),
        ("count", Repetition::Count),
        ("loss", Repetition::Loss),
        ("win", Repetition::Win),
        ("perpetual check loses", Repetition::PerpetualCheckLoses),
        ("forbidden", Repetition::Forbidden),
        ("nothing", Repetition::Nothing),
    ];
    if let Some(value) = keys.take("repetition") {
        ends.repetition = match value.is_table() {
            true => context.repetition(&value, problems),
            false => value.choice(&repetitions, problems),
        }
        .unwrap_or(ends.repetition);
        let checked =
            matches!(ends.repetition, Repetition::PerpetualCheckLoses | Repetition::PerpetualCheckElse(_));
        if checked && !context.kinds.iter().any(|kind| kind.royal) {
            problems.error("no piece is royal, so there is no check", value.at, "say \"draw\" or \"loss\"");
        }
    }
    let number = |key: &'static str, range, keys: &mut Keys<'_>, problems: &mut Problems| {
        keys.take(key).and_then(|value| value.number(range, problems))
    };
    ends.times = number("times", 2..=20, &mut keys, problems).map_or(3, |times| times as u8);
    ends.quiet_limit = number("quiet_limit", 1..=MAX_TURNS, &mut keys, problems);
    ends.move_limit = number("move_limit", 1..=MAX_TURNS, &mut keys, problems);
    if let Some(value) = keys.take("facing") {
        ends.facing = value.choice(&[("draw", Verdict::Draw), ("count", Verdict::Count)], problems);
        let royal = |side: usize| {
            context.kinds.iter().enumerate().any(|(id, kind)| kind.royal && context.has[side] >> id & 1 != 0)
        };
        if !(royal(0) && royal(1)) {
            problems.error(
                "nothing faces anything: both sides need a royal piece",
                value.key_at,
                "leave this out, or say `royal = true`",
            );
        } else if !plain || context.capture.row.is_some() || context.capture.more > 0 {
            problems.error(
                "`facing` where a turn may have several steps",
                value.key_at,
                "leave it out: it is for games with one move a turn",
            );
        } else if ends.facing == Some(Verdict::Count) && ends.count.is_none() {
            problems.error(
                "nothing says what is counted",
                value.at,
                "add `count = \"pieces\"` or `\"area\"`",
            );
        }
    }
    let passes = keys.take("passes");
    let told = passes.as_ref().and_then(|value| value.choice(&[("count", true), ("draw", false)], problems));
    ends.passes_count = told.unwrap_or(ends.count.is_some());
    if let (true, None, Some(value)) = (ends.passes_count, ends.count, passes) {
        problems.error("nothing says what is counted", value.at, "add `count = \"pieces\"` or `\"area\"`");
    }
    ends.misere = keys.flag("misere", false, problems);
    keys.finish(problems);
    ends
}

impl EndsContext<'_> {
    fn area(&self, value: &Value<'_>, problems: &mut Problems) -> Option<Area> {
        value.text(problems).and_then(|text| self.names.area(&text, problems))
    }

    /// Both sides' pieces for a capital letter by itself; with a small one beside it, each its own.
    fn reach(&self, value: &Value<'_>, problems: &mut Problems) -> Vec<(Reach, Range<usize>)> {
        if !value.is_table() {
            let all =
                self.kinds.iter().enumerate().filter(|(_, kind)| !kind.neutral).map(|(id, _)| 1 << id).sum();
            let area = self.area(value, problems);
            return area
                .map(|area| (Reach { kinds: all, on: area.region }, value.at.clone()))
                .into_iter()
                .collect();
        }
        let mut told: Vec<(u8, bool, Area, Range<usize>)> = Vec::new();
        let entries = value.table("`reach`", problems).map(|mut keys| keys.take_all()).unwrap_or_default();
        for value in entries {
            let Some(kind) = self.names.kind(value.key) else {
                problems.error(
                    format!("there is no piece {}", quoted(value.key)),
                    value.key_at.clone(),
                    format!("pieces of this game: {}", self.names.list_of_kinds()),
                );
                continue;
            };
            let first = value.key.starts_with(|c: char| c.is_ascii_uppercase());
            told.extend(self.area(&value, problems).map(|area| (kind, first, area, value.at.clone())));
        }
        let reach = |(kind, first, area, at): &(u8, bool, Area, Range<usize>)| {
            let (kind, first) = (*kind, *first);
            let both = told.iter().any(|other| other.0 == kind && other.1 != first);
            let on: Region = match (first, both) {
                (true, false) => area.region,
                (true, true) => [area.region[0], PointSet::EMPTY],
                (false, _) => [PointSet::EMPTY, area.unturned],
            };
            (Reach { kinds: 1 << kind, on }, at.clone())
        };
        told.iter().map(reach).collect()
    }

    fn line(&self, value: &Value<'_>, problems: &mut Problems) -> Option<Line> {
        let grid = self.names.board.grid;
        let lengths = 2..=MAX_LINES as u16;
        let mut line = Line {
            length: 0,
            exactly: false,
            dirs: all_directions(grid),
            sides: [true; 2],
            result: LineResult::Win,
        };
        if value.is_table() {
            let mut keys = value.table("`line`", problems)?;
            let length = keys.take("length");
            if length.is_none() {
                problems.error("how long is the line?", keys.at.clone(), "`{ length = 5 }`");
            }
            line.length = length.and_then(|value| value.number(lengths, problems)).unwrap_or(2) as u8;
            line.exactly = keys.flag("exactly", false, problems);
            if let Some(value) = keys.take("dir") {
                line.dirs = directions(&value.text(problems)?, grid, problems)?;
            }
            if let Some(value) = keys.take("side") {
                line.sides = self.side(&value, problems)?;
            }
            let results =
                [("win", LineResult::Win), ("loss", LineResult::Loss), ("forbidden", LineResult::Forbidden)];
            line.result =
                keys.take("result").and_then(|value| value.choice(&results, problems)).unwrap_or(line.result);
            keys.finish(problems);
        } else {
            line.length = value.number(lengths, problems)? as u8;
        }
        line.dirs = both_ways_once(line.dirs);
        Some(line)
    }

    /// A side by its name, or `first` and `second`.
    fn side(&self, value: &Value<'_>, problems: &mut Problems) -> Option<[bool; 2]> {
        let text = value.text(problems)?;
        let sides = self.side_named(text.value);
        if sides.is_none() {
            let help = format!("\"{}\" or \"{}\"", self.sides[0], self.sides[1]);
            problems.error(format!("{} is no side", quoted(text.value)), text.at, help);
        }
        sides
    }

    fn side_named(&self, name: &str) -> Option<[bool; 2]> {
        let name = name.trim();
        let is =
            |side: usize| name.eq_ignore_ascii_case(self.sides[side]) || name == ["first", "second"][side];
        let sides = [is(0), is(1)];
        sides.contains(&true).then_some(sides)
    }

    fn connect(&self, value: &Value<'_>, problems: &mut Problems) -> Option<[[PointSet; 2]; 2]> {
        if !value.is_table() {
            return self.goals(value, problems);
        }
        let mut keys = value.table("`connect`", problems)?;
        let first = keys.take("first");
        let second = keys.take("second");
        let at = keys.at.clone();
        keys.finish(problems);
        let Some(first) = first else {
            problems.error(
                "what has the first side to connect?",
                at,
                "`{ first = \"N S\", second = \"E W\" }`",
            );
            return None;
        };
        let first = self.goals(&first, problems)?;
        let second = match second {
            Some(second) => {
                // The second side's goals are told as they lie on the board, like its own small letters.
                let [_, unturned] = self.goals(&second, problems)?;
                unturned
            }
            None => return Some([first[0], first[1].map(|set| self.turned(set))]),
        };
        Some([first[0], second])
    }

    fn turned(&self, set: PointSet) -> PointSet {
        set.iter().map(|at| self.names.board.turned_over(at)).collect()
    }

    /// Two groups of points: as the first side means them, and for the second side, not turned over.
    fn goals(&self, value: &Value<'_>, problems: &mut Problems) -> Option<[[PointSet; 2]; 2]> {
        let text = value.text(problems)?;
        let words = text.words();
        let help = "two edges, `\"N S\"`, or two regions, `\"a1-a3 | c1-c3\"`";
        let parts: Vec<&[Token<'_>]> = words.split(|word| word.value == "|").collect();
        let goals = match parts.as_slice() {
            [edges] if edges.len() == 2 => {
                let edge = |word: &Token<'_>, problems: &mut Problems| {
                    let edge = self.names.border(word);
                    if edge.is_none() {
                        problems.error(
                            format!("{} is no edge of this board", quoted(word.value)),
                            word.at.clone(),
                            help,
                        );
                    }
                    edge.map(|set| [set; 2])
                };
                [edge(&edges[0], problems), edge(&edges[1], problems)]
            }
            [one, other] => {
                let area = |words: &[Token<'_>], problems: &mut Problems| {
                    self.names.area_of(words, &text, problems).map(|area| [area.region[0], area.unturned])
                };
                [area(one, problems), area(other, problems)]
            }
            _ => {
                problems.error("what is to be connected with what?", text.at, help);
                return None;
            }
        };
        let [Some(one), Some(other)] = goals else { return None };
        for side in 0..2 {
            if one[side].is_empty() || other[side].is_empty() {
                problems.error("one of the two has no points", text.at, help);
                return None;
            }
        }
        Some([[one[0], other[0]], [one[1], other[1]]])
    }

    fn eliminate(&self, value: &Value<'_>, problems: &mut Problems) -> Option<Eliminate> {
        let mut fewer_than = 1;
        let mut pieces = value.clone();
        if value.is_table() {
            let mut keys = value.table("`eliminate`", problems)?;
            let told = keys.take("pieces");
            let number = keys.take("fewer_than").and_then(|value| value.number(1..=400, problems));
            keys.finish(problems);
            fewer_than = number.unwrap_or(1);
            let Some(told) = told else {
                problems.error("which pieces?", value.at.clone(), "`{ pieces = \"all\", fewer_than = 3 }`");
                return None;
            };
            pieces = told;
        }
        let text = pieces.text(problems)?;
        let owned = || self.kinds.iter().enumerate().filter(|(_, kind)| !kind.neutral);
        if text.value.trim() == "all" {
            let kinds = owned().map(|(id, _)| 1 << id).sum();
            return Some(Eliminate { kinds, fewer_than, sides: [true; 2] });
        }
        let kinds = self.names.kinds(&text, problems)?;
        if kinds == 0 {
            problems.error("which pieces?", text.at, "\"all\" or letters");
            return None;
        }
        // Capital letters: of either side that ever has such pieces. Small letters: of the second side.
        let small = text.value.chars().all(|c| !c.is_ascii_uppercase());
        let has = |side: usize| self.has[side] & kinds != 0;
        Some(Eliminate { kinds, fewer_than, sides: if small { [false, true] } else { [has(0), has(1)] } })
    }

    /// Which side loses, and whether perpetual check does before: `{ Black = "loss", perpetual_check = "loss" }`.
    fn repetition(&self, value: &Value<'_>, problems: &mut Problems) -> Option<Repetition> {
        let mut keys = value.table("`repetition`", problems)?;
        let loss = [("loss", ())];
        let perpetual = keys.take("perpetual_check");
        let perpetual = perpetual.and_then(|value| value.choice(&loss, problems)).is_some();
        let mut loser = None;
        for value in keys.take_all() {
            let side = match self.side_named(value.key) {
                Some([true, _]) if loser.is_none() => Side::First,
                Some([_, true]) if loser.is_none() => Side::Second,
                Some(_) => {
                    problems.error("one side loses, not both", value.key_at.clone(), "leave one of them out");
                    continue;
                }
                None => {
                    let help = format!("\"{}\", \"{}\" or `perpetual_check`", self.sides[0], self.sides[1]);
                    problems.error(format!("{} is no side", quoted(value.key)), value.key_at.clone(), help);
                    continue;
                }
            };
            loser = value.choice(&loss, problems).map(|()| side);
        }
        match (perpetual, loser) {
            (true, Some(side)) => Some(Repetition::PerpetualCheckElse(side)),
            (true, None) => Some(Repetition::PerpetualCheckLoses),
            (false, Some(side)) => Some(Repetition::LostBy(side)),
            (false, None) => {
                problems.error(
                    "who loses?",
                    value.at.clone(),
                    format!("`{{ {} = \"loss\" }}`", self.sides[0]),
                );
                None
            }
        }
    }

    /// One verdict for both sides, or one for each side by its name.
    fn no_moves(&self, value: &Value<'_>, usual: [Verdict; 2], problems: &mut Problems) -> [Verdict; 2] {
        let choices = [
            ("loss", Verdict::Loss),
            ("win", Verdict::Win),
            ("draw", Verdict::Draw),
            ("count", Verdict::Count),
        ];
        if !value.is_table() {
            return value.choice(&choices, problems).map_or(usual, |verdict| [verdict; 2]);
        }
        let mut verdicts = usual;
        for value in value.table("`no_moves`", problems).map_or(Vec::new(), |mut keys| keys.take_all()) {
            let Some(sides) = self.side_named(value.key) else {
                let [first, second] = self.sides;
                let help = format!(
                    "a side: `{{ first = \"loss\", second = \"draw\" }}`, where first is {first} and second {second}"
                );
                problems.error(format!("{} is no side", quoted(value.key)), value.key_at.clone(), help);
                continue;
            };
            if let Some(verdict) = value.choice(&choices, problems) {
                let told = verdicts.iter_mut().zip(sides).filter(|(_, told)| *told);
                told.for_each(|(of_side, _)| *of_side = verdict);
            }
        }
        verdicts
    }

    fn count(&self, value: &Value<'_>, problems: &mut Problems) -> Option<Count> {
        let what = [("pieces", false), ("area", true)];
        if !value.is_table() {
            return value.choice(&what, problems).map(|area| Count { area, on: None, komi: 0.0 });
        }
        let mut keys = value.table("`count`", problems)?;
        let told = keys.take("what");
        if told.is_none() {
            problems.error("what is counted?", keys.at.clone(), "`{ what = \"pieces\" }` or `\"area\"`");
        }
        let area = told.and_then(|value| value.choice(&what, problems));
        let on = keys.take("on");
        if let (Some(true), Some(on)) = (area, &on) {
            problems.error(
                "only pieces are counted on a region",
                on.key_at.clone(),
                "say `what = \"pieces\"`, or leave out `on`",
            );
        }
        let on = on.and_then(|value| self.area(&value, problems)).map(|area| area.region);
        let komi = keys.take("komi").and_then(|value| value.decimal(1000.0, problems)).unwrap_or(0.0);
        keys.finish(problems);
        area.map(|area| Count { area, on, komi })
    }
}
