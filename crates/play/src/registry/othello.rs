//! Othello and its players.

use super::{Entry, Evaluation, GameInfo, Level, read};
use crate::typed_table::TypedTable;
use crate::{OptionInfo, OptionKind};
use eval::othello::{OthelloTactics, SquaresAndMobility};
use games::othello::{Othello, Size};
use std::borrow::Cow;

const SIZES: [&str; 2] = ["8", "6"];

pub(super) const ENTRY: Entry = Entry {
    info: GameInfo {
        name: Cow::Borrowed("othello"),
        title: Cow::Borrowed("Othello"),
        title_zh: Cow::Borrowed("黑白棋"),
        options: &[OptionInfo {
            name: "size",
            help: "rows and columns",
            kind: OptionKind::Choice { values: &SIZES },
            default: SIZES[0],
        }],
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
        moves: 28,
        lab_positions: &[
            "......../......../......../...OX.../...XO.../......../......../........ X",
            "......../..O...../..XOX.../..OXX.../..OXXX../...O..../......../........ O",
        ],
    },
    table: |spec| {
        let size = read(&spec, |options| options.choice("size", &SIZES))?;
        let game = Othello::new([Size::Eight, Size::Six][size]);
        let squares = Evaluation::new("squares", "worth of squares, and mobility", |_| {
            Ok((SquaresAndMobility::default(), OthelloTactics))
        });
        Ok(Box::new(TypedTable::new(spec, game, vec![squares])))
    },
};
