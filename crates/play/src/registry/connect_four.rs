//! Connect four and its players.

use super::{Declaration, GameEntry, GameInfo, Level, lay};
use crate::{Scale, ScoreUnit, Wins};
use std::borrow::Cow;
use wanqi_eval::connect_four::{ConnectFourTactics, Lines};
use wanqi_games::connect_four::ConnectFour;

pub(super) fn entry() -> GameEntry {
    let info = GameInfo {
        name: Cow::Borrowed("connect4"),
        title: Cow::Borrowed("Connect four"),
        title_zh: Cow::Borrowed("四子棋"),
        options: Vec::new(),
        levels: &[
            Level { title: "Random", title_zh: "随机", player: "random" },
            Level { title: "Beginner", title_zh: "初学", player: "alphabeta:depth=1,overlook=50" },
            Level { title: "Novice", title_zh: "入门", player: "alphabeta:depth=2,overlook=45" },
            Level { title: "Easy", title_zh: "简单", player: "alphabeta:depth=2,overlook=10" },
            Level { title: "Medium", title_zh: "中等", player: "best:depth=6" },
            Level { title: "Hard", title_zh: "困难", player: "best:time=1s" },
            Level { title: "Strongest", title_zh: "最强", player: "best:time=5s" },
        ],
        analyst: "best:time=5s",
        wins: Wins::Distance,
        moves: 20,
        lab_positions: &[
            "......./......./......./......./......./....... Y",
            "......./......./...Y.../...R.../..YR.../.RYY.R. Y",
        ],
    };
    GameEntry::new(info, (), |spec, ()| {
        // Fitted to 400 games of `best:nodes=600` against itself, as those of other games are
        // (`docs/experiments/search.md`).
        let scale = Scale::of(ScoreUnit::Probability, 69.0).with_draws(24.0);
        let lines = Declaration::new("lines", "fours still open, by their discs", scale, (), |()| {
            Ok((Lines, ConnectFourTactics))
        })
        .boxed();
        Ok(Box::new(lay(spec, ConnectFour, vec![lines])))
    })
}
