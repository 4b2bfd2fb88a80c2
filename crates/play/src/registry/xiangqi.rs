//! Xiangqi and its players.

use super::{Entry, Evaluation, GameInfo, Level, read};
use crate::typed_table::TypedTable;
use crate::{OptionInfo, OptionKind};
use eval::xiangqi::{Material, Positional, XiangqiTactics};
use games::xiangqi::{Repetition, Xiangqi};
use std::borrow::Cow;

const REPETITIONS: [&str; 2] = ["perpetual-check-loses", "draw"];

pub(super) const ENTRY: Entry = Entry {
    info: GameInfo {
        name: Cow::Borrowed("xiangqi"),
        title: Cow::Borrowed("Xiangqi"),
        title_zh: Cow::Borrowed("象棋"),
        options: &[OptionInfo {
            name: "repetition",
            help: "what the third repetition is: a loss for who gave check all the time and else a draw, or a draw",
            kind: OptionKind::Choice { values: &REPETITIONS },
            default: REPETITIONS[0],
        }],
        levels: &[
            Level { title: "Random", title_zh: "随机", player: "random" },
            Level { title: "Beginner", title_zh: "初学", player: "alphabeta:depth=1,overlook=50" },
            Level { title: "Novice", title_zh: "入门", player: "alphabeta:depth=2,overlook=70" },
            Level { title: "Easy", title_zh: "简单", player: "alphabeta:depth=2,overlook=25" },
            Level { title: "Casual", title_zh: "休闲", player: "best:depth=2,overlook=20" },
            Level { title: "Medium", title_zh: "中等", player: "best:depth=6" },
            Level { title: "Hard", title_zh: "困难", player: "best:time=1s" },
            Level { title: "Strongest", title_zh: "最强", player: "best:time=5s" },
        ],
        score_unit: 100,
        moves: 40,
        lab_positions: &[
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            "r2akab1r/4n4/2n1b1c2/p1p1p1p1p/9/2P3P2/P3P3P/2N1C1N2/9/R1BAKAB1R w - - 0 9",
        ],
    },
    table: |spec| {
        let repetition = read(&spec, |options| options.choice("repetition", &REPETITIONS))?;
        let repetition = [Repetition::PerpetualCheckLoses, Repetition::Draw][repetition];
        Ok(Box::new(TypedTable::new(
            spec,
            Xiangqi::new().with_repetition(repetition),
            vec![
                Evaluation::new(
                    "positional",
                    "pieces where they stand, their freedom, threats and the kings' safety",
                    |_| Ok((Positional::default(), XiangqiTactics)),
                ),
                Evaluation::new("material", "pieces", |_| Ok((Material, XiangqiTactics))),
            ],
        )))
    },
};
