//! Go and its players.

use super::{Entry, Evaluation, GameInfo, Level, read};
use crate::ownership::Prospect;
use crate::typed_table::TypedTable;
use crate::{Error, OptionInfo, OptionKind, Spec, Table};
use eval::go::{GoGuide, Knowing, PlayoutMean, life};
use game::Side;
use game::playout::Playout;
use games::go::{Capacity, Go, KoRule, Position, UpTo9, UpTo13, UpTo19, handicap};
use rand_pcg::Pcg64Mcg;
use search::NoTactics;
use search::mcts::Mcts;
use std::borrow::Cow;

const KO_RULES: [&str; 3] = ["positional", "situational", "simple"];
const MOST_KOMI: f64 = 361.0;

pub(super) const ENTRY: Entry = Entry {
    info: GameInfo {
        name: Cow::Borrowed("go"),
        title: Cow::Borrowed("Go"),
        title_zh: Cow::Borrowed("围棋"),
        options: &[
            OptionInfo {
                name: "size",
                help: "lines",
                kind: OptionKind::Number { min: 2.0, max: 19.0, step: 1.0 },
                default: "19",
            },
            OptionInfo {
                name: "komi",
                help: "points that White gets for moving second",
                kind: OptionKind::Number { min: -MOST_KOMI, max: MOST_KOMI, step: 0.5 },
                default: "7.5",
            },
            OptionInfo {
                name: "ko",
                help: "what must not be repeated: the stones, the stones with the same side to move, or only a ko",
                kind: OptionKind::Choice { values: &KO_RULES },
                default: KO_RULES[0],
            },
            OptionInfo {
                name: "suicide",
                help: "whether a move may take its own stones",
                kind: OptionKind::Choice { values: &["off", "on"] },
                default: "off",
            },
            OptionInfo {
                name: "handicap",
                help: "stones that Black begins with, on the standard points; White moves first",
                kind: OptionKind::Number { min: 0.0, max: 9.0, step: 1.0 },
                default: "0",
            },
        ],
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
        // Late positions: a tree of two plies from the start has 131,000 leaves, and each costs playouts.
        score_unit: 1,
        moves: 40,
        lab_positions: &[NEUTRAL_POINTS, KO],
    },
    table: |spec| {
        let (size, komi, ko, suicide, handicap) = read(&spec, |options| {
            let size = options.number("size", 19, 2..=19)?;
            let handicap = options.number("handicap", 0, 0..=9)?;
            // Who gives stones gives no points as well, but for the half that avoids draws.
            let usual = if handicap > 0 { 0.5 } else { 7.5 };
            let komi = options.number("komi", usual, -MOST_KOMI..=MOST_KOMI)?;
            let ko = [KoRule::Positional, KoRule::Situational, KoRule::Simple];
            let (ko, suicide) = (ko[options.choice("ko", &KO_RULES)?], options.switch("suicide", false)?);
            Ok((size, komi, ko, suicide, handicap))
        })?;
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
};

/// The position that a game with a handicap begins with. One stone is none: Black moves first.
fn handicap_position(size: u8, stones: usize) -> Result<String, Error> {
    let size = usize::from(size);
    let points = match stones {
        1 => {
            return Err(Error::Spec(
                "a handicap has two stones or more; with one, Black only moves first".into(),
            ));
        }
        _ => handicap::stones(size, stones).ok_or_else(|| {
            Error::Spec(format!("a board of {size} lines has no standard points for {stones} stones"))
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
    let go = Go::<C>::new(size).and_then(|go| go.with_komi(komi));
    let go = go.map_err(|error| Error::Spec(error.to_string()))?.with_ko(ko).with_suicide(suicide);
    let playouts = Evaluation::new("playouts", "mean area of random games", |options| {
        let samples = options.number("samples", PlayoutMean::default().samples, 1..=1_000_000)?;
        Ok((PlayoutMean { samples }, NoTactics))
    });
    let playouts = playouts.informing(|options| Mcts::guided(options, GoGuide::default()), Outlook);
    Ok(Box::new(TypedTable::new(spec, go, vec![playouts])))
}

/// How games of Go end: by playouts with knowledge, which leave fewer dead stones on the board than light ones, and where
/// life is certain by that.
struct Outlook;

impl<C: Capacity> Prospect<Go<C>> for Outlook {
    fn playout(&self, go: &Go<C>, position: &mut Position<C>, rng: &mut Pcg64Mcg, bound: u32) -> Playout {
        go.playout_by(&Knowing::default(), position, rng, bound, |_, _| ())
    }

    fn certain(&self, go: &Go<C>, position: &Position<C>) -> [Vec<u16>; 2] {
        Side::BOTH.map(|side| {
            let life = life::alive(go, position, side);
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
