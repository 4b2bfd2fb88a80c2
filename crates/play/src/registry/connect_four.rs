//! Connect four and its players.

use super::{Entry, Evaluation, GameInfo, Level, read};
use crate::typed_table::TypedTable;
use games::connect_four::ConnectFour;

pub(super) const ENTRY: Entry = Entry {
    info: GameInfo {
        name: "connect4",
        title: "Connect four",
        title_zh: "四子棋",
        options: &[],
        levels: &[
            Level { title: "Random", title_zh: "随机", player: "random" },
            Level { title: "Beginner", title_zh: "入门", player: "alphabeta:depth=2" },
            Level { title: "Casual", title_zh: "休闲", player: "alphabeta:depth=5" },
            Level { title: "Strong", title_zh: "强手", player: "alphabeta:depth=9" },
        ],
        lab_positions: &[
            "......./......./......./......./......./....... Y",
            "......./......./...Y.../...R.../..YR.../.RYY.R. Y",
        ],
    },
    table: |spec| {
        read(&spec, |_| Ok(()))?;
        let lines = Evaluation::plain("lines", "fours still open, by their discs", eval::connect_four::Lines);
        Ok(Box::new(TypedTable::new(spec, ConnectFour, vec![lines])))
    },
};
