//! Tic-tac-toe and its players.

use super::{Entry, Evaluation, GameInfo, Level, read};
use crate::typed_table::TypedTable;
use games::tic_tac_toe::TicTacToe;
use search::NoEvaluation;
use std::borrow::Cow;

pub(super) const ENTRY: Entry = Entry {
    info: GameInfo {
        name: Cow::Borrowed("tictactoe"),
        title: Cow::Borrowed("Tic-tac-toe"),
        title_zh: Cow::Borrowed("井字棋"),
        options: &[],
        levels: &[
            Level { title: "Random", title_zh: "随机", player: "random" },
            Level { title: "Beginner", title_zh: "初学", player: "best:depth=1,overlook=50" },
            Level { title: "Easy", title_zh: "简单", player: "best:depth=9,selective=off,overlook=25" },
            Level { title: "Perfect", title_zh: "完美", player: "best:depth=9,selective=off" },
        ],
        score_unit: 1,
        moves: 5,
        lab_positions: &[".../.../... X", "X../.O./..X O"],
    },
    table: |spec| {
        read(&spec, |_| Ok(()))?;
        Ok(Box::new(TypedTable::new(
            spec,
            TicTacToe,
            vec![
                Evaluation::plain("lines", "lines still open, by their marks", eval::tic_tac_toe::Lines),
                Evaluation::plain("none", "every position is even", NoEvaluation),
            ],
        )))
    },
};
