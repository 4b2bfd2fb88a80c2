//! Tic-tac-toe and its players.

use super::{GameEntry, GameInfo, Level, lay, plain};
use crate::{Scale, ScoreUnit, Wins};
use std::borrow::Cow;
use wanqi_games::tic_tac_toe::TicTacToe;
use wanqi_search::NoEvaluation;

const SCALE: Scale = Scale::of(ScoreUnit::Probability, 10.0);

pub(super) fn entry() -> GameEntry {
    let info = GameInfo {
        name: Cow::Borrowed("tictactoe"),
        title: Cow::Borrowed("Tic-tac-toe"),
        title_zh: Cow::Borrowed("井字棋"),
        options: Vec::new(),
        levels: &[
            Level { title: "Random", title_zh: "随机", player: "random" },
            Level { title: "Beginner", title_zh: "初学", player: "best:depth=1,overlook=50" },
            Level { title: "Easy", title_zh: "简单", player: "best:depth=9,selective=off,overlook=25" },
            Level { title: "Perfect", title_zh: "完美", player: "best:depth=9,selective=off" },
        ],
        analyst: "best:depth=9,selective=off",
        wins: Wins::Distance,
        moves: 5,
        lab_positions: &[".../.../... X", "X../.O./..X O"],
    };
    GameEntry::new(info, (), |spec, ()| {
        Ok(Box::new(lay(
            spec,
            TicTacToe,
            vec![
                plain("lines", "lines still open, by their marks", SCALE, wanqi_eval::tic_tac_toe::Lines),
                plain("none", "every position is even", SCALE, NoEvaluation),
            ],
        )))
    })
}
