//! Go and its players.

use super::{Declaration, GameEntry, GameInfo, Level, lay_learnable, network_of_file, rules_of};
use crate::learnable::{Known, Learnable, LearnableBoard, NET};
use crate::options::{ChoiceOption, Declared, FileValue, NumberOption, Options, Or, SwitchOption};
use crate::ownership::Prospect;
use crate::{Error, GO_RULES, Scale, ScoreUnit, Spec, Table, Wins};
use std::borrow::Cow;
use std::sync::Arc;
use wanqi_eval::go::network::{Network, NetworkGuide, SHIPPED};
use wanqi_eval::go::{GoGuide, PlayoutMean, outlook};
use wanqi_eval::learnt::PlacementTactics;
use wanqi_game::message;
use wanqi_games::go::{Capacity, Go, KoRule, Position, Scoring, UpTo9, UpTo13, UpTo19, handicap};
use wanqi_search::mcts::{Mcts, Options as MctsOptions};
use wanqi_search::{Endings, Limits, NoTactics, Search};

const MAX_KOMI: f64 = 361.0;

const SIZE: Or<NumberOption<u8>> = NumberOption::new("size", "lines", 2..=19).zh("路数").or(19);
const KOMI: NumberOption<f64> =
    NumberOption::new("komi", "points that White gets for moving second", -MAX_KOMI..=MAX_KOMI)
        .by(0.5)
        .zh("白方后走所得的目数")
        .usually(7.5);
const KO_RULE: Or<ChoiceOption<KoRule>> = ChoiceOption::new(
    "ko",
    "what must not be repeated: the stones, the stones with the same side to move, or only a ko",
    &[("positional", KoRule::Positional), ("situational", KoRule::Situational), ("simple", KoRule::Simple)],
)
.zh("不可重复什么：全局棋子、同一方轮走时的全局棋子，或只禁单劫")
.or(KoRule::Positional);
const SUICIDE: Or<SwitchOption> = SwitchOption::new("suicide", "whether a move may take its own stones")
    .zh("一着是否可以提掉自己的子")
    .or(false);
const SCORING: Or<ChoiceOption<Scoring>> = ChoiceOption::new(
    "scoring",
    "what is counted: stones and what they surround, or what they surround and prisoners",
    &[("area", Scoring::Area), ("territory", Scoring::Territory)],
)
.zh("如何计算：子与围空（数子），或围空与提子（数目）")
.or(Scoring::Area);
/// The names of [`GO_RULES`], each with its place among them.
const RULE_NAMES: &[(&str, usize)] = &{
    let mut named = [("", 0); GO_RULES.len()];
    let mut index = 0;
    while index < named.len() {
        named[index] = (GO_RULES[index].name, index);
        index += 1;
    }
    named
};
const RULES: Or<ChoiceOption<usize>> = ChoiceOption::new(
    "rules",
    "rules by their name, which say ko, suicide, scoring and komi where those are not given",
    RULE_NAMES,
)
.zh("以名称指定规则，决定未另行给出的打劫、自杀、计算方法与贴目")
.or(0);
const HANDICAP: Or<NumberOption<usize>> =
    NumberOption::new("handicap", "stones that Black begins with; White moves first", 0..=9)
        .zh("黑方先置的子数，白方先走")
        .or(0);
const PLACEMENT: Or<ChoiceOption<Placement>> = ChoiceOption::new(
    "placement",
    "where the stones of a handicap are put: on the standard points, or where Black likes, as its first moves",
    &[("standard", Placement::Standard), ("free", Placement::Free)],
)
.zh("让子置于何处：标准位置（星位），或由黑方以最初几手自由放置")
.or(Placement::Standard);
const SAMPLES: NumberOption<u32> =
    NumberOption::new("samples", "random games for each position", 1..=1_000_000);

/// Where the stones of a handicap are put.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Placement {
    Standard,
    Free,
}

/// What Black begins with: so many stones, and where they are put.
type Handicap = (usize, Placement);

/// Hundredths of a point.
const AREA: Scale = Scale::of(ScoreUnit::Centipoints, 1500.0);

pub(super) fn entry() -> GameEntry {
    let info = GameInfo {
        name: Cow::Borrowed("go"),
        title: Cow::Borrowed("Go"),
        title_zh: Cow::Borrowed("围棋"),
        options: Vec::new(),
        levels: &[
            Level { title: "Random", title_zh: "随机", player: "random" },
            Level {
                title: "Beginner",
                title_zh: "初学",
                player: "mcts:playouts=100,overlook=30,knowledge=off",
            },
            Level {
                title: "Novice",
                title_zh: "入门",
                player: "mcts:playouts=400,overlook=15,knowledge=off",
            },
            Level { title: "Easy", title_zh: "简单", player: "mcts:playouts=1000,guide=off" },
            Level { title: "Medium", title_zh: "中等", player: "mcts:playouts=5000,guide=off" },
            Level { title: "Hard", title_zh: "困难", player: "mcts:playouts=20000,guide=off" },
            Level { title: "Strongest", title_zh: "最强", player: "mcts:time=10s" },
        ],
        analyst: "mcts:time=10s",
        // Late positions: a tree of two plies from the start has 131,000 leaves, and each costs playouts.
        wins: Wins::Plain,
        moves: 40,
        lab_positions: &[NEUTRAL_POINTS, KO],
    };
    GameEntry::new(
        info,
        OPTIONS,
        |mut spec, given| {
            let (size, rules, handicap) = settled(&mut spec, given)?;
            let table = match size {
                ..=9 => new_table::<UpTo9>,
                10..=13 => new_table::<UpTo13>,
                _ => new_table::<UpTo19>,
            };
            let mut table = table(spec, size, rules, handicap)?;
            if let (stones @ 1.., Placement::Standard) = handicap {
                table.set_position(&handicap_position(size, stones)?)?;
            }
            Ok(table)
        },
        |mut spec, given| {
            let (size, rules, _) = settled(&mut spec, given)?;
            match size {
                ..=9 => new_learnable::<UpTo9>(&spec, size, rules),
                10..=13 => new_learnable::<UpTo13>(&spec, size, rules),
                _ => new_learnable::<UpTo19>(&spec, size, rules),
            }
        },
    )
}

type GoOptions = (
    Or<NumberOption<u8>>,
    NumberOption<f64>,
    Or<ChoiceOption<usize>>,
    Or<ChoiceOption<KoRule>>,
    Or<SwitchOption>,
    Or<ChoiceOption<Scoring>>,
    Or<NumberOption<usize>>,
    Or<ChoiceOption<Placement>>,
);
const OPTIONS: GoOptions = (SIZE, KOMI, RULES, KO_RULE, SUICIDE, SCORING, HANDICAP, PLACEMENT);

/// What rules say beside the size of the board.
#[derive(Clone, Copy)]
struct Rules {
    komi: f64,
    ko: KoRule,
    suicide: bool,
    scoring: Scoring,
}

/// The size, the rules and the handicap of a spec, in which the rules' name is replaced by what it stands for.
fn settled(
    spec: &mut Spec,
    mut given: <GoOptions as Declared>::Value,
) -> Result<(u8, Rules, Handicap), Error> {
    if spec.get("rules").is_some() {
        GO_RULES[given.2].write_out(spec);
        given = Options::of(spec).read(&OPTIONS)?;
    }
    let (size, komi, _, ko, suicide, scoring, stones, placement) = given;
    if stones == 1 {
        return Err(Error::Spec(message!(
            "fault.one-stone",
            "a handicap has two stones or more; with one, Black only moves first"
        )));
    }
    Ok((size, Rules { komi: komi_of(komi, stones), ko, suicide, scoring }, (stones, placement)))
}

/// Who gives stones gives no points as well, but for the half that avoids draws.
fn komi_of(komi: Option<f64>, handicap: usize) -> f64 {
    komi.unwrap_or(if handicap > 0 { 0.5 } else { 7.5 })
}

/// The position that a game with a handicap on the standard points begins with.
fn handicap_position(size: u8, stones: usize) -> Result<String, Error> {
    let size = usize::from(size);
    let points = handicap::stones(size, stones).ok_or_else(|| {
        Error::Spec(message!(
            "fault.no-standard",
            "a board of {size} lines has no standard points for {stones} stones",
            size,
            stones
        ))
    })?;
    let row = |row| (0..size).map(|column| if points.contains(&(column, row)) { 'X' } else { '.' }).collect();
    let rows: Vec<String> = (0..size).map(row).collect();
    Ok(format!("{} O - 0 0 0", rows.join("/")))
}

fn new_table<C: Capacity>(
    spec: Spec,
    size: u8,
    rules: Rules,
    handicap: Handicap,
) -> Result<Box<dyn Table>, Error> {
    let go = go::<C>(size, rules)?;
    let learnable = learnable(&spec, go);
    let go = match handicap {
        (stones @ 1.., Placement::Free) => {
            go.with_handicap(stones as u8).map_err(|error| Error::spec(error.message()))?
        }
        _ => go,
    };
    let playouts = Declaration::new("playouts", "mean area of random games", AREA, SAMPLES, |samples| {
        let samples = samples.unwrap_or(PlayoutMean::default().samples);
        Ok((PlayoutMean { samples }, NoTactics))
    });
    let playouts = playouts.informing(|options| Mcts::informed(options, GoGuide::default()), Outlook).boxed();
    let help = "a small neural network, trained on games against itself";
    let network = Declaration::new("network", help, AREA, (NET,), |(file,)| Ok((network(file)?, NoTactics)))
        .made_of(Some(&SHIPPED.file))
        .guiding_by(|(file,), options, _| Ok(guided(network(file)?, options)))
        .informing(|options| Mcts::informed(options, GoGuide::default()), Outlook)
        .boxed();
    let has_learnt = SIZES_OF_NETWORK.contains(&size);
    let evaluations = if has_learnt { vec![network, playouts] } else { vec![playouts, network] };
    Ok(Box::new(lay_learnable(spec, go, learnable, evaluations)))
}

/// The lines of boards on which the network plays better than games played out do; it has never seen smaller ones.
const SIZES_OF_NETWORK: std::ops::RangeInclusive<u8> = 7..=19;

fn network(file: Option<FileValue>) -> Result<Network, Error> {
    let network = network_of_file(file, Network::read)?;
    Ok(network.map_or_else(Network::try_shipped, Ok)?)
}

/// How eagerly a search that a network guides looks at what is little known, beside one that knows nothing.
const EXPLORATION: f32 = 0.6;

fn guided<C: Capacity>(network: Network, options: MctsOptions) -> Mcts<Go<C>> {
    let exploration = EXPLORATION * options.exploration;
    Mcts::guided(MctsOptions { exploration, ..options }, NetworkGuide(network))
}

fn go<C: Capacity>(size: u8, rules: Rules) -> Result<Go<C>, Error> {
    let go = Go::<C>::new(size).and_then(|go| go.with_komi(rules.komi));
    let go = go.map_err(|error| Error::spec(error.message()))?;
    Ok(go.with_ko(rules.ko).with_suicide(rules.suicide).with_scoring(rules.scoring))
}

fn new_learnable<C: Capacity>(spec: &Spec, size: u8, rules: Rules) -> Result<Arc<dyn Learnable>, Error> {
    Ok(Arc::new(learnable(spec, go::<C>(size, rules)?)))
}

/// What it learns is for alpha-beta; what the program knows of Go is for Monte-Carlo search.
fn learnable<C: Capacity>(spec: &Spec, go: Go<C>) -> LearnableBoard<Go<C>, PlacementTactics> {
    let make =
        || -> Box<dyn Search<Go<C>>> { Box::new(Mcts::informed(MctsOptions::default(), GoGuide::default())) };
    let known = Known { make: Box::new(make), scale: None };
    LearnableBoard::by_heart(rules_of(spec), go, PlacementTactics, known)
}

/// How games of Go end: as searches play them out.
struct Outlook;

impl<C: Capacity> Prospect<Go<C>> for Outlook {
    fn endings(&self, go: &Go<C>, position: &Position<C>, limits: &Limits, seed: u64) -> Option<Endings> {
        outlook(go, position, limits, seed)
    }
}

/// Two settled halves with some points between them.
const NEUTRAL_POINTS: &str = concat!(
    "XXXXXXXXX1OOOOOOOOO/XXXXXXXXX1OOOOOOOOO/XXXX1XXXXXOOOOOOOOO/XXXXXXXXXOOOOOOOOOO/",
    "XXXXXXXXX1OOOO1OOOO/XXXXXXXXX1OOOOOOOOO/XXXXXXXXXOOOOOOOOOO/XXXXXXXXXXOOOOOOOOO/",
    "XXXXXXXXX1OOOOOOOOO/XXXXXXXXXXOOOOOOOOO/XXXXXXXXXOOOOOOOOOO/XXXXXXXXX1OOOOOOOOO/",
    "XXXXXXXXX1OOOOOOOOO/XXXXXXXXX1OOOOOOOOO/XXXX1XXXXXOOOOOOOOO/XXXXXXXXXOOOOOOOOOO/",
    "XXXXXXXXX1OOOO1OOOO/XXXXXXXXXXOOOOOOOOO/XXXXXXXXXOOOOOOOOOO X - 0 0 0",
);

/// Two settled halves, a point between them, and a ko in the lower left.
const KO: &str = concat!(
    "XXXXXXXXXXOOOOOOOOO/XXXXXXXXXOOOOOOOOOO/XXXX1XXXXXOOOOOOOOO/XXXXXXXXXOOOOOOOOOO/",
    "XXXXXXXXXXOOOO1OOOO/XXXXXXXXXOOOOOOOOOO/XXXXXXXXXXOOOOOOOOO/XXXXXXXXXOOOOOOOOOO/",
    "XXXXXXXXXXOOOOOOOOO/XXXXXXXXXOOOOOOOOOO/XXXXXXXXX1OOOOOOOOO/XXXXXXXXXOOOOOOOOOO/",
    "XXXXXXXXXXOOOOOOOOO/XXXXXXXXXOOOOOOOOOO/XXXX1XXXXXOOOOOOOOO/XXXXXXXXXOOOOOOOOOO/",
    "1XO1XXXXXXOOOO1OOOO/XO1OXXXXXOOOOOOOOOO/1XO1XXXXXXOOOOOOOOO X - 0 0 0",
);
