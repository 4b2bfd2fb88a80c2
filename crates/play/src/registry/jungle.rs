//! Jungle and its players.

use super::jungle_endgames::endgames;
use super::{Entry, Evaluation, GameInfo, Level, read};
use crate::typed_table::TypedTable;
use crate::{Error, OptionInfo, OptionKind, Spec};
use eval::jungle::{JungleTactics, Squares};
use games::jungle::Jungle;
use std::borrow::Cow;

const ORDERS: [&str; 2] = ["wolf-over-dog", "dog-over-wolf"];
const REPETITIONS: [&str; 2] = ["draw", "loss"];
const STUCK: [&str; 2] = ["loss", "draw"];

/// An option of two words, the first being the default.
const fn either(name: &'static str, help: &'static str, values: &'static [&'static str; 2]) -> OptionInfo {
    OptionInfo { name, help, kind: OptionKind::Choice { values }, default: values[0] }
}

pub(super) const ENTRY: Entry = Entry {
    info: GameInfo {
        name: Cow::Borrowed("jungle"),
        title: Cow::Borrowed("Jungle"),
        title_zh: Cow::Borrowed("斗兽棋"),
        options: &[
            either("elephant-takes-rat", "whether the elephant takes the rat", &["off", "on"]),
            either(
                "shore-captures",
                "whether the rat takes from water to land and from land to water",
                &["off", "on"],
            ),
            either("order", "which of two neighbours in rank is the stronger", &ORDERS),
            either(
                "repetition",
                "what the third occurrence of a position is for the side that brings it about",
                &REPETITIONS,
            ),
            either("no-moves", "what it is for a side to have no legal move", &STUCK),
        ],
        levels: &[
            Level { title: "Random", title_zh: "随机", player: "random" },
            Level { title: "Beginner", title_zh: "初学", player: "alphabeta:depth=1,overlook=50" },
            Level { title: "Novice", title_zh: "入门", player: "alphabeta:depth=2,overlook=45" },
            Level { title: "Easy", title_zh: "简单", player: "alphabeta:depth=2,overlook=10" },
            Level { title: "Medium", title_zh: "中等", player: "best:depth=4" },
            Level { title: "Hard", title_zh: "困难", player: "best:time=1s" },
            Level { title: "Strongest", title_zh: "最强", player: "best:time=5s" },
        ],
        score_unit: 1,
        moves: 40,
        lab_positions: &[
            "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w",
            "l5t/1dW2c1/2p1wrE/7/7/1R5/1e1P3/1C3D1/T5L w",
        ],
    },
    table: |spec| {
        let game = rules(&spec)?;
        let squares = Evaluation::new(
            "squares",
            "pieces and the squares that they stand on; endgames=DIR: a data folder with tables of three pieces, or off",
            move |options| Ok((Squares::new(game, endgames(game, options.text("endgames"))?), JungleTactics)),
        );
        Ok(Box::new(TypedTable::new(spec, game, vec![squares])))
    },
};

/// The rules that a spec names.
pub(super) fn rules(spec: &Spec) -> Result<Jungle, Error> {
    read(spec, |options| {
        Ok(Jungle {
            elephant_takes_rat: options.switch("elephant-takes-rat", false)?,
            shore_captures: options.switch("shore-captures", false)?,
            dog_over_wolf: options.choice("order", &ORDERS)? == 1,
            repetition_loses: options.choice("repetition", &REPETITIONS)? == 1,
            stuck_is_draw: options.choice("no-moves", &STUCK)? == 1,
        })
    })
}
