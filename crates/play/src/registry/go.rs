//! Go and its players.

use super::{Declaration, GameEntry, GameInfo, Level, lay_learnable, rules_of};
use crate::learnable::{Learnable, LearnableBoard};
use crate::options::{ChoiceOption, NumberOption, Or, SwitchOption};
use crate::ownership::Prospect;
use crate::{Error, Scale, ScoreUnit, Spec, Table, Wins};
use rand_pcg::Pcg64Mcg;
use std::borrow::Cow;
use std::sync::Arc;
use wanqi_eval::go::{GoGuide, PlayoutKnowledge, PlayoutMean, unconditional_life};
use wanqi_eval::learnt::PlacementTactics;
use wanqi_game::playout::Playout;
use wanqi_game::{Side, message};
use wanqi_games::go::{Capacity, Go, KoRule, Position, UpTo9, UpTo13, UpTo19, handicap};
use wanqi_search::mcts::{Mcts, Options as MctsOptions};
use wanqi_search::{NoTactics, Search};

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
const HANDICAP: Or<NumberOption<usize>> = NumberOption::new(
    "handicap",
    "stones that Black begins with, on the standard points; White moves first",
    0..=9,
)
.zh("黑方先置于星位的子数，白方先走")
.or(0);
const SAMPLES: NumberOption<u32> =
    NumberOption::new("samples", "random games for each position", 1..=1_000_000);

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
            Level { title: "Easy", title_zh: "简单", player: "mcts:playouts=1000" },
            Level { title: "Medium", title_zh: "中等", player: "mcts:playouts=5000" },
            Level { title: "Hard", title_zh: "困难", player: "mcts:playouts=20000" },
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
        (SIZE, KOMI, KO_RULE, SUICIDE, HANDICAP),
        |spec, (size, komi, ko, suicide, handicap)| {
            let komi = komi_of(komi, handicap);
            let table = match size {
                ..=9 => new_table::<UpTo9>,
                10..=13 => new_table::<UpTo13>,
                _ => new_table::<UpTo19>,
            };
            let mut table = table(spec, size, komi, ko, suicide)?;
            if handicap > 0 {
                table.set_position(&handicap_position(size, handicap)?)?;
            }
            Ok(table)
        },
        |spec, (size, komi, ko, suicide, handicap)| {
            let komi = komi_of(komi, handicap);
            match size {
                ..=9 => new_learnable::<UpTo9>(&spec, size, komi, ko, suicide),
                10..=13 => new_learnable::<UpTo13>(&spec, size, komi, ko, suicide),
                _ => new_learnable::<UpTo19>(&spec, size, komi, ko, suicide),
            }
        },
    )
}

/// Who gives stones gives no points as well, but for the half that avoids draws.
fn komi_of(komi: Option<f64>, handicap: usize) -> f64 {
    komi.unwrap_or(if handicap > 0 { 0.5 } else { 7.5 })
}

/// The position that a game with a handicap begins with. One stone is none: Black moves first.
fn handicap_position(size: u8, stones: usize) -> Result<String, Error> {
    let size = usize::from(size);
    let points = match stones {
        1 => {
            return Err(Error::Spec(message!(
                "fault.one-stone",
                "a handicap has two stones or more; with one, Black only moves first"
            )));
        }
        _ => handicap::stones(size, stones).ok_or_else(|| {
            Error::Spec(message!(
                "fault.no-standard",
                "a board of {size} lines has no standard points for {stones} stones",
                size,
                stones
            ))
        })?,
    };
    let row = |row| (0..size).map(|column| if points.contains(&(column, row)) { 'X' } else { '.' }).collect();
    let rows: Vec<String> = (0..size).map(row).collect();
    Ok(format!("{} O - 0 0 0", rows.join("/")))
}

fn new_table<C: Capacity>(
    spec: Spec,
    size: u8,
    komi: f64,
    ko: KoRule,
    suicide: bool,
) -> Result<Box<dyn Table>, Error> {
    let go = rules::<C>(size, komi, ko, suicide)?;
    let playouts = Declaration::new("playouts", "mean area of random games", AREA, SAMPLES, |samples| {
        let samples = samples.unwrap_or(PlayoutMean::default().samples);
        Ok((PlayoutMean { samples }, NoTactics))
    });
    let playouts = playouts.informing(|options| Mcts::informed(options, GoGuide::default()), Outlook);
    let learnable = learnable(&spec, go);
    Ok(Box::new(lay_learnable(spec, go, learnable, vec![playouts.boxed()])))
}

fn rules<C: Capacity>(size: u8, komi: f64, ko: KoRule, suicide: bool) -> Result<Go<C>, Error> {
    let go = Go::<C>::new(size).and_then(|go| go.with_komi(komi));
    Ok(go.map_err(|error| Error::spec(error.message()))?.with_ko(ko).with_suicide(suicide))
}

fn new_learnable<C: Capacity>(
    spec: &Spec,
    size: u8,
    komi: f64,
    ko: KoRule,
    suicide: bool,
) -> Result<Arc<dyn Learnable>, Error> {
    Ok(Arc::new(learnable(spec, rules::<C>(size, komi, ko, suicide)?)))
}

/// What it learns is for alpha-beta; what the program knows of Go is for Monte-Carlo search.
fn learnable<C: Capacity>(spec: &Spec, go: Go<C>) -> LearnableBoard<Go<C>, PlacementTactics> {
    let known =
        || -> Box<dyn Search<Go<C>>> { Box::new(Mcts::informed(MctsOptions::default(), GoGuide::default())) };
    LearnableBoard::by_heart(rules_of(spec), go, PlacementTactics, Box::new(known))
}

/// How games of Go end: by playouts with knowledge, which leave fewer dead stones on the board than light ones, and where
/// life is certain by that.
struct Outlook;

impl<C: Capacity> Prospect<Go<C>> for Outlook {
    fn playout(&self, go: &Go<C>, position: &mut Position<C>, rng: &mut Pcg64Mcg, bound: u32) -> Playout {
        go.playout_by(&PlayoutKnowledge::default(), position, rng, bound, |_, _| ())
    }

    fn certain(&self, go: &Go<C>, position: &Position<C>) -> [Vec<u16>; 2] {
        Side::BOTH.map(|side| {
            let life = unconditional_life::alive(go, position, side);
            let places = life.stones.into_iter().chain(life.territory);
            places.filter_map(|place| go.point(position.move_at(place))).collect()
        })
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
