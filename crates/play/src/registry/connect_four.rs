//! Connect four and its players.

use super::{Entry, Evaluation, GameInfo, Level, read};
use crate::typed_table::TypedTable;
use eval::connect_four::{ConnectFourTactics, Lines};
use games::connect_four::ConnectFour;
use std::borrow::Cow;

pub(super) const ENTRY: Entry = Entry {
    info: GameInfo {
        name: Cow::Borrowed("connect4"),
        title: Cow::Borrowed("Connect four"),
        title_zh: Cow::Borrowed("四子棋"),
        options: &[],
        levels: &[
            Level { title: "Random", title_zh: "随机", player: "random" },
            Level { title: "Beginner", title_zh: "初学", player: "alphabeta:depth=1,overlook=50" },
            Level { title: "Novice", title_zh: "入门", player: "alphabeta:depth=2,overlook=45" },
            Level { title: "Easy", title_zh: "简单", player: "alphabeta:depth=2,overlook=10" },
            Level { title: "Medium", title_zh: "中等", player: "best:depth=6" },
            Level { title: "Hard", title_zh: "困难", player: "best:time=1s" },
            Level { title: "Strongest", title_zh: "最强", player: "best:time=5s" },
        ],
        score_unit: 1,
        moves: 20,
        lab_positions: &[
            "......./......./......./......./......./....... Y",
            "......./......./...Y.../...R.../..YR.../.RYY.R. Y",
        ],
    },
    table: |spec| {
        read(&spec, |_| Ok(()))?;
        let lines =
            Evaluation::new("lines", "fours still open, by their discs", |_| Ok((Lines, ConnectFourTactics)));
        Ok(Box::new(TypedTable::new(spec, ConnectFour, vec![lines])))
    },
};
