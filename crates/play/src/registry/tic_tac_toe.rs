//! Tic-tac-toe and its players.

use super::{GameEntry, GameInfo, Level, lay_learnable, plain, rules_of};
use crate::learnable::{LearnableBoard, best_by};
use crate::{Scale, ScoreUnit, Spec, Wins};
use std::borrow::Cow;
use std::sync::Arc;
use wanqi_games::tic_tac_toe::TicTacToe;
use wanqi_search::{NoEvaluation, NoTactics};

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
    let table = |spec, ()| -> super::Laid {
        let learnable = learnable(&spec);
        Ok(Box::new(lay_learnable(
            spec,
            TicTacToe,
            learnable,
            vec![
                plain("lines", "lines still open, by their marks", SCALE, wanqi_eval::tic_tac_toe::Lines),
                plain("none", "every position is even", SCALE, NoEvaluation),
            ],
        )))
    };
    GameEntry::new(info, (), table, |spec, ()| Ok(Arc::new(learnable(&spec))))
}

fn learnable(spec: &Spec) -> LearnableBoard<TicTacToe, NoTactics> {
    let known = best_by(|| wanqi_eval::tic_tac_toe::Lines, NoTactics, SCALE);
    LearnableBoard::by_heart(rules_of(spec), TicTacToe, NoTactics, known)
}
