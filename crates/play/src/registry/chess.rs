//! Chess and its players.

use super::{Entry, Evaluation, GameInfo, Level, read};
use crate::typed_table::TypedTable;
use eval::chess::{ChessTactics, Material, PieceSquare};
use games::chess::Chess;
use std::borrow::Cow;

pub(super) const ENTRY: Entry = Entry {
    info: GameInfo {
        name: Cow::Borrowed("chess"),
        title: Cow::Borrowed("Chess"),
        title_zh: Cow::Borrowed("国际象棋"),
        options: &[],
        levels: &[
            Level { title: "Random", title_zh: "随机", player: "random" },
            Level { title: "Beginner", title_zh: "初学", player: "greedy:eval=piece-square" },
            Level { title: "Easy", title_zh: "简单", player: "alphabeta:depth=2,eval=piece-square" },
            Level { title: "Medium", title_zh: "中等", player: "best:depth=6,eval=piece-square" },
            Level { title: "Hard", title_zh: "困难", player: "best:time=1s,eval=piece-square" },
            Level { title: "Strongest", title_zh: "最强", player: "best:time=5s,eval=piece-square" },
        ],
        lab_positions: &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        ],
    },
    table: |spec| {
        read(&spec, |_| Ok(()))?;
        Ok(Box::new(TypedTable::new(
            spec,
            Chess,
            vec![
                Evaluation::new("material", "pieces; with mobility=on, moves as well", |options| {
                    Ok((Material { mobility: options.switch("mobility", false)? }, ChessTactics))
                }),
                Evaluation::new("piece-square", "pieces and the squares that they stand on", |_| {
                    Ok((PieceSquare, ChessTactics))
                }),
            ],
        )))
    },
};
