//! Go and its players.

use super::{Entry, Evaluation, GameInfo, Level, read};
use crate::typed_table::TypedTable;
use crate::{Error, OptionInfo, OptionKind, Spec, Table};
use eval::go::PlayoutMean;
use games::go::{Capacity, Go, KoRule, UpTo9, UpTo13, UpTo19};
use search::NoTactics;
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
        ],
        levels: &[
            Level { title: "Random", title_zh: "随机", player: "random" },
            Level { title: "Beginner", title_zh: "入门", player: "greedy" },
            Level { title: "Casual", title_zh: "休闲", player: "mcts:playouts=1000" },
            Level { title: "Strong", title_zh: "强手", player: "mcts:playouts=20000" },
        ],
        // Late positions: a tree of two plies from the start has 131,000 leaves, and each costs playouts.
        lab_positions: &[NEUTRAL_POINTS, KO],
    },
    table: |spec| {
        let (size, komi, ko, suicide) = read(&spec, |options| {
            let size = options.number("size", 19, 2..=19)?;
            let komi = options.number("komi", 7.5, -MOST_KOMI..=MOST_KOMI)?;
            let ko = [KoRule::Positional, KoRule::Situational, KoRule::Simple];
            Ok((size, komi, ko[options.choice("ko", &KO_RULES)?], options.switch("suicide", false)?))
        })?;
        let table = match size {
            ..=9 => new_table::<UpTo9>,
            10..=13 => new_table::<UpTo13>,
            _ => new_table::<UpTo19>,
        };
        table(spec, size, komi, ko, suicide)
    },
};

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
    Ok(Box::new(TypedTable::new(spec, go, vec![playouts])))
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
