//! Xiangqi and its players.

use super::{Declaration, GameEntry, GameInfo, Laid, Level, lay_learnable, network_of_file};
use crate::learnable::{LearnableBoard, NET, best_by};
use crate::options::{ChoiceOption, FileValue, Or};
use crate::xiangqi::opening_book;
use crate::{Error, Scale, ScoreUnit, Wins};
use std::borrow::Cow;
use std::sync::Arc;
use wanqi_eval::xiangqi::network::SHIPPED;
use wanqi_eval::xiangqi::{Material, Network, Positional, XiangqiTactics};
use wanqi_games::xiangqi::{Repetition, Xiangqi};

const REPETITION: Or<ChoiceOption<Repetition>> = ChoiceOption::new(
    "repetition",
    "what the third repetition is: a loss for who gave check all the time and else a draw; asian: also a loss for who chased \
     the same piece by every move (not by kings or pawns; not a pawn that has not crossed the river, a protected piece but a \
     rook by horse or cannon, or one of a kind that can take back), nothing else being judged; or a draw",
    &[
        ("perpetual-check-loses", Repetition::PerpetualCheckLoses),
        ("asian", Repetition::Asian),
        ("draw", Repetition::Draw),
    ],
)
.zh(
    "第三次重复如何判：长将者负、其余和；asian（亚洲规则）：每步都捉同一子者亦负（将、兵捉子，捉未过河兵、有根子（马炮捉车除外）或能反吃的同类子不算），\
     其余不判；或一律和",
)
.or(Repetition::PerpetualCheckLoses);

/// Hundredths of a pawn, fitted to 750 games of `best:nodes=2000` against itself (`docs/experiments/xiangqi.md`).
const SCALE: Scale = Scale::of(ScoreUnit::Centipawns, 184.0).with_draws(299.0);

pub(super) fn entry() -> GameEntry {
    let info = GameInfo {
        name: Cow::Borrowed("xiangqi"),
        title: Cow::Borrowed("Xiangqi"),
        title_zh: Cow::Borrowed("象棋"),
        options: Vec::new(),
        levels: &[
            Level { title: "Random", title_zh: "随机", player: "random" },
            Level {
                title: "Beginner",
                title_zh: "初学",
                player: "alphabeta:depth=1,overlook=50,eval=positional",
            },
            Level {
                title: "Novice",
                title_zh: "入门",
                player: "alphabeta:depth=2,overlook=70,eval=positional",
            },
            Level {
                title: "Easy",
                title_zh: "简单",
                player: "alphabeta:depth=2,overlook=25,eval=positional",
            },
            Level { title: "Casual", title_zh: "休闲", player: "best:depth=2,overlook=20,eval=positional" },
            Level { title: "Medium", title_zh: "中等", player: "best:depth=6" },
            Level { title: "Hard", title_zh: "困难", player: "best:time=1s" },
            Level { title: "Strongest", title_zh: "最强", player: "best:time=5s" },
        ],
        analyst: "best:time=5s",
        wins: Wins::Mate,
        moves: 40,
        lab_positions: &[
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            "r2akab1r/4n4/2n1b1c2/p1p1p1p1p/9/2P3P2/P3P3P/2N1C1N2/9/R1BAKAB1R w - - 0 9",
        ],
    };
    let table = |spec, repetition| -> Laid {
        let game = Xiangqi::new().with_repetition(repetition);
        let books = opening_book::source(game);
        let learnable = learnable(game).knowing(books.clone());
        Ok(Box::new(lay_learnable(
            spec,
            game,
            learnable,
            vec![
                Declaration::new(
                    "network",
                    "a small neural network, trained on games against itself",
                    SCALE,
                    NET,
                    network,
                )
                .made_of(Some(&SHIPPED.file))
                .knowing(&books)
                .boxed(),
                Declaration::new(
                    "positional",
                    "pieces where they stand, their freedom, threats and the kings' safety",
                    SCALE,
                    (),
                    |()| Ok((Positional::default(), XiangqiTactics)),
                )
                .knowing(&books)
                .boxed(),
                Declaration::new("material", "pieces", SCALE, (), |()| Ok((Material, XiangqiTactics)))
                    .knowing(&books)
                    .boxed(),
            ],
        )))
    };
    GameEntry::new(info, REPETITION, table, |_, repetition| {
        Ok(Arc::new(learnable(Xiangqi::new().with_repetition(repetition))))
    })
}

/// What repetition decides changes little of what positions are worth.
fn learnable(game: Xiangqi) -> LearnableBoard<Xiangqi, XiangqiTactics> {
    let known = best_by(Network::shipped, XiangqiTactics, SCALE);
    LearnableBoard::by_heart("xiangqi".into(), game, XiangqiTactics, known)
}

fn network(file: Option<FileValue>) -> Result<(Network, XiangqiTactics), Error> {
    Ok((network_of_file(file, Network::read)?.map_or_else(Network::try_shipped, Ok)?, XiangqiTactics))
}
