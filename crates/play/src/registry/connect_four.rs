//! Connect four and its players.

use super::{Declaration, GameEntry, GameInfo, Laid, Level, lay_learnable, rules_of};
use crate::learnable::{LearnableBoard, best_by};
use crate::{Scale, ScoreUnit, Spec, Wins};
use std::borrow::Cow;
use std::sync::Arc;
use wanqi_eval::connect_four::{ConnectFourTactics, Lines};
use wanqi_games::connect_four::ConnectFour;

/// Fitted to 400 games of `best:nodes=600` against itself, as those of other games are (`docs/experiments/search.md`).
const SCALE: Scale = Scale::of(ScoreUnit::Probability, 69.0).with_draws(24.0);

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
    let table = |spec, ()| -> Laid {
        let lines = Declaration::new("lines", "fours still open, by their discs", SCALE, (), |()| {
            Ok((Lines, ConnectFourTactics))
        })
        .boxed();
        let learnable = learnable(&spec);
        Ok(Box::new(lay_learnable(spec, ConnectFour, learnable, vec![lines])))
    };
    GameEntry::new(info, (), table, |spec, ()| Ok(Arc::new(learnable(&spec))))
}

fn learnable(spec: &Spec) -> LearnableBoard<ConnectFour, ConnectFourTactics> {
    let known = best_by(|| Lines, ConnectFourTactics, SCALE);
    LearnableBoard::by_heart(rules_of(spec), ConnectFour, ConnectFourTactics, known)
}
