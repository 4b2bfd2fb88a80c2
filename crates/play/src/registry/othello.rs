//! Othello and its players.

use super::{Entry, Evaluation, GameInfo, Level, read};
use crate::typed_table::TypedTable;
use crate::{OptionInfo, OptionKind};
use eval::othello::SquaresAndMobility;
use games::othello::{Othello, Size};

const SIZES: [&str; 2] = ["8", "6"];

pub(super) const ENTRY: Entry = Entry {
    info: GameInfo {
        name: "othello",
        title: "Othello",
        title_zh: "黑白棋",
        options: &[OptionInfo {
            name: "size",
            help: "rows and columns",
            kind: OptionKind::Choice { values: &SIZES },
            default: SIZES[0],
        }],
        levels: &[
            Level { title: "Random", title_zh: "随机", player: "random" },
            Level { title: "Beginner", title_zh: "入门", player: "greedy" },
            Level { title: "Casual", title_zh: "休闲", player: "alphabeta:depth=3" },
            Level { title: "Strong", title_zh: "强手", player: "alphabeta:depth=6" },
        ],
        lab_positions: &[
            "......../......../......../...OX.../...XO.../......../......../........ X",
            "......../..O...../..XOX.../..OXX.../..OXXX../...O..../......../........ O",
        ],
    },
    table: |spec| {
        let size = read(&spec, |options| options.choice("size", &SIZES))?;
        let game = Othello::new([Size::Eight, Size::Six][size]);
        let squares = Evaluation::plain("squares", "worth of squares, and mobility", SquaresAndMobility);
        Ok(Box::new(TypedTable::new(spec, game, vec![squares])))
    },
};
