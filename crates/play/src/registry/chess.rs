//! Chess and its players.

use super::{GameEntry, GameInfo, Laid, Level, lay_learnable, network_of_file};
use crate::chess::knowledge::evaluation;
use crate::learnable::{LearnableBoard, NET, best_by};
use crate::options::{ChoiceOption, FileValue, NumberOption, Or, SwitchOption};
use crate::{Error, Scale, Table, Wins};
use std::borrow::Cow;
use std::sync::Arc;
use wanqi_eval::chess::endings::WithEndings;
use wanqi_eval::chess::network::SHIPPED;
use wanqi_eval::chess::{ChessTactics, Material, Network, PieceSquare, Positional};
use wanqi_game::{Notation, message};
use wanqi_games::chess::{Chess, chess960};

/// What White can begin without, and the position then: the pieces that odds have always been given in, those of the
/// queen's side and the king's bishop's pawn.
const ODDS: Or<ChoiceOption<&str>> = ChoiceOption::new(
    "odds",
    "what White begins without",
    &[
        ("none", ORDINARY_START),
        ("pawn", "rnbqkbnr/pppppppp/8/8/8/8/PPPPP1PP/RNBQKBNR w KQkq - 0 1"),
        ("knight", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"),
        ("rook", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"),
        ("queen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"),
    ],
)
.zh("白方让什么")
.or(ORDINARY_START);
const ORDINARY_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CHESS960: Or<NumberOption<u16>> = NumberOption::new(
    "chess960",
    "the number of the start position of Chess960; 518 is ordinary chess",
    0..=chess960::STARTS - 1,
)
.zh("960 种开局的编号；518 为普通国际象棋")
.or(chess960::ORDINARY_START);
const MOBILITY: Or<SwitchOption> = SwitchOption::new("mobility", "moves count as well").or(false);

pub(super) fn entry() -> GameEntry {
    let info = GameInfo {
        name: Cow::Borrowed("chess"),
        title: Cow::Borrowed("Chess"),
        title_zh: Cow::Borrowed("国际象棋"),
        options: Vec::new(),
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
        analyst: "best:time=5s",
        wins: Wins::Mate,
        moves: 40,
        lab_positions: &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        ],
    };
    let table = |spec, (odds, start)| -> Laid {
        let mut table = lay_learnable(
            spec,
            Chess,
            learnable(),
            vec![
                evaluation(
                    "network",
                    "a small neural network, trained on games against itself",
                    Some(&SHIPPED.file),
                    NET,
                    network,
                ),
                evaluation(
                    "positional",
                    "pieces by their squares and their freedom, pawns, threats and the kings' safety",
                    None,
                    (),
                    |()| Ok(WithEndings(Positional::default())),
                ),
                evaluation("material", "pieces", None, MOBILITY, |mobility| Ok(Material { mobility })),
                evaluation("piece-square", "pieces and the squares that they stand on", None, (), |()| {
                    Ok(PieceSquare)
                }),
            ],
        );
        match (odds, start) {
            (ORDINARY_START, chess960::ORDINARY_START) => {}
            (ORDINARY_START, start) => {
                table.set_position(&Chess.format_position(&chess960::start(start)))?;
            }
            (odds, chess960::ORDINARY_START) => table.set_position(odds)?,
            _ => {
                return Err(Error::Spec(message!(
                    "fault.odds",
                    "odds are given in ordinary chess, not in Chess960"
                )));
            }
        }
        Ok(Box::new(table))
    };
    GameEntry::new(info, (ODDS, CHESS960), table, |_, _| Ok(Arc::new(learnable())))
}

/// Odds and Chess960 have other positions to begin with, and no other rules.
fn learnable() -> LearnableBoard<Chess, ChessTactics> {
    let by_heart = || WithEndings(Network::shipped());
    LearnableBoard::by_heart(
        "chess".into(),
        Chess,
        ChessTactics,
        best_by(by_heart, ChessTactics, Scale::CHESS),
    )
}

fn network(file: Option<FileValue>) -> Result<WithEndings<Network>, Error> {
    Ok(WithEndings(network_of_file(file, Network::read)?.map_or_else(Network::try_shipped, Ok)?))
}
