//! Chess and its players.

mod knowledge;
mod tables;

use super::{Entry, GameInfo, Level, network_of_file, read};
use crate::typed_table::TypedTable;
use crate::{Error, OptionInfo, OptionKind, Options, Table};
use eval::chess::{Material, Network, PieceSquare, Positional};
use game::Notation;
use games::chess::{Chess, chess960};
use knowledge::evaluation;
use std::borrow::Cow;

/// What White can begin without, and the position then: the pieces that odds have always been given in, those of the
/// queen's side and the king's bishop's pawn.
const ODDS: [(&str, &str); 5] = [
    ("none", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("pawn", "rnbqkbnr/pppppppp/8/8/8/8/PPPPP1PP/RNBQKBNR w KQkq - 0 1"),
    ("knight", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"),
    ("rook", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"),
    ("queen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"),
];

pub(super) const ENTRY: Entry = Entry {
    info: GameInfo {
        name: Cow::Borrowed("chess"),
        title: Cow::Borrowed("Chess"),
        title_zh: Cow::Borrowed("国际象棋"),
        options: &[
            OptionInfo {
                name: "odds",
                help: "what White begins without",
                kind: OptionKind::Choice { values: &["none", "pawn", "knight", "rook", "queen"] },
                default: "none",
            },
            OptionInfo {
                name: "chess960",
                help: "the number of the start position of Chess960; 518 is ordinary chess",
                kind: OptionKind::Number { min: 0.0, max: 959.0, step: 1.0 },
                default: "518",
            },
        ],
        levels: &[
            Level { title: "Random", title_zh: "随机", player: "random" },
            Level {
                title: "Beginner",
                title_zh: "初学",
                player: "alphabeta:depth=1,overlook=50,eval=piece-square",
            },
            Level {
                title: "Novice",
                title_zh: "入门",
                player: "alphabeta:depth=2,overlook=70,eval=piece-square",
            },
            Level {
                title: "Easy",
                title_zh: "简单",
                player: "alphabeta:depth=2,overlook=25,eval=piece-square",
            },
            Level {
                title: "Casual", title_zh: "休闲", player: "best:depth=2,overlook=20,eval=piece-square"
            },
            Level { title: "Medium", title_zh: "中等", player: "best:depth=6" },
            Level { title: "Hard", title_zh: "困难", player: "best:time=1s,book=own" },
            Level { title: "Strongest", title_zh: "最强", player: "best:time=5s,book=own" },
        ],
        score_unit: 100,
        moves: 40,
        lab_positions: &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        ],
    },
    table: |spec| {
        let (odds, start) = read(&spec, |options| {
            let odds = options.choice("odds", &ODDS.map(|(name, _)| name))?;
            let starts = 0..=chess960::STARTS - 1;
            Ok((odds, options.number("chess960", chess960::ORDINARY_START, starts)?))
        })?;
        let mut table = TypedTable::new(
            spec,
            Chess,
            vec![
                evaluation(
                    "network",
                    "a small neural network, trained on games against itself; net= names another file",
                    network,
                ),
                evaluation(
                    "positional",
                    "pieces by their squares and their freedom, pawns, threats and the kings' safety",
                    |_| Ok(Positional::default()),
                ),
                evaluation("material", "pieces; with mobility=on, moves as well", |options| {
                    Ok(Material { mobility: options.switch("mobility", false)? })
                }),
                evaluation("piece-square", "pieces and the squares that they stand on", |_| Ok(PieceSquare)),
            ],
        );
        match (odds, start) {
            (0, chess960::ORDINARY_START) => {}
            (0, start) => {
                table.set_position(&Chess.format_position(&chess960::start(start)))?;
            }
            (odds, chess960::ORDINARY_START) => table.set_position(ODDS[odds].1)?,
            _ => return Err(Error::Spec("odds are given in ordinary chess, not in Chess960".into())),
        }
        Ok(Box::new(table))
    },
};

fn network(options: &mut Options) -> Result<Network, Error> {
    Ok(network_of_file(options, Network::read)?.unwrap_or_else(Network::shipped))
}

/// Whether a game began from a position whose castling other programs only understand as that of Chess960.
pub fn is_chess960(table: &dyn Table) -> bool {
    let first = || Chess.parse_position(&table.first_position());
    table.spec().name == "chess" && first().is_ok_and(|position| chess960::is_needed(&position))
}
