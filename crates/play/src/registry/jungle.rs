//! Jungle and its players.

use super::{Declaration, GameEntry, GameInfo, Laid, Level, lay_learnable, read, rules_of};
use crate::jungle::tablebases::endgames;
use crate::learnable::{LearnableBoard, best_by};
use crate::options::{ChoiceOption, FileOption, Mapped, Or, SwitchOption};
use crate::{Error, Scale, ScoreUnit, Spec, Wins};
use std::borrow::Cow;
use std::sync::Arc;
use wanqi_eval::jungle::{JungleTactics, Squares};
use wanqi_games::jungle::Jungle;

const ELEPHANT: Or<SwitchOption> =
    SwitchOption::new("elephant-takes-rat", "whether the elephant takes the rat")
        .zh("象是否能吃鼠")
        .or(false);
const SHORE: Or<SwitchOption> =
    SwitchOption::new("shore-captures", "whether the rat takes from water to land and from land to water")
        .zh("鼠能否从水中吃岸上、从岸上吃水中")
        .or(false);
const DOG_OVER_WOLF: Or<ChoiceOption<bool>> = ChoiceOption::new(
    "order",
    "which of two neighbours in rank is the stronger",
    &[("wolf-over-dog", false), ("dog-over-wolf", true)],
)
.zh("狼与狗谁大")
.or(false);
const REPETITION_LOSES: Or<ChoiceOption<bool>> = ChoiceOption::new(
    "repetition",
    "what the third occurrence of a position is for the side that brings it about",
    &[("draw", false), ("loss", true)],
)
.zh("第三次造成同一局面如何判")
.or(false);
const STUCK_IS_DRAW: Or<ChoiceOption<bool>> = ChoiceOption::new(
    "no-moves",
    "what it is for a side to have no legal move",
    &[("loss", false), ("draw", true)],
)
.zh("一方无棋可走时如何判")
.or(false);
const ENDGAMES: FileOption =
    FileOption::new("endgames", "a data folder with tables of three pieces, or none at all", &["off"]);

/// The rules, as options name them.
type Rules = (
    Or<SwitchOption>,
    Or<SwitchOption>,
    Or<ChoiceOption<bool>>,
    Or<ChoiceOption<bool>>,
    Or<ChoiceOption<bool>>,
);
const RULES: Mapped<Rules, Jungle> = Mapped {
    declared: (ELEPHANT, SHORE, DOG_OVER_WOLF, REPETITION_LOSES, STUCK_IS_DRAW),
    make: |(elephant_takes_rat, shore_captures, dog_over_wolf, repetition_loses, stuck_is_draw)| Jungle {
        elephant_takes_rat,
        shore_captures,
        dog_over_wolf,
        repetition_loses,
        stuck_is_draw,
    },
};

/// Of the weights that come with the program.
const SCALE: Scale = Scale::of(ScoreUnit::Probability, 1018.0).with_draws(534.0);

pub(super) fn entry() -> GameEntry {
    let info = GameInfo {
        name: Cow::Borrowed("jungle"),
        title: Cow::Borrowed("Jungle"),
        title_zh: Cow::Borrowed("斗兽棋"),
        options: Vec::new(),
        levels: &[
            Level { title: "Random", title_zh: "随机", player: "random" },
            Level { title: "Beginner", title_zh: "初学", player: "alphabeta:depth=1,overlook=50" },
            Level { title: "Novice", title_zh: "入门", player: "alphabeta:depth=2,overlook=45" },
            Level { title: "Easy", title_zh: "简单", player: "alphabeta:depth=2,overlook=10" },
            Level { title: "Medium", title_zh: "中等", player: "best:depth=4" },
            Level { title: "Hard", title_zh: "困难", player: "best:time=1s" },
            Level { title: "Strongest", title_zh: "最强", player: "best:time=5s" },
        ],
        analyst: "best:time=5s",
        wins: Wins::Distance,
        moves: 40,
        lab_positions: &[
            "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w",
            "l5t/1dW2c1/2p1wrE/7/7/1R5/1e1P3/1C3D1/T5L w",
        ],
    };
    let table = |spec, game| -> Laid {
        let squares = Declaration::new(
            "squares",
            "pieces and the squares that they stand on, and tables of endings",
            SCALE,
            ENDGAMES,
            move |folder| Ok((Squares::new(game, endgames(game, folder)?), JungleTactics)),
        );
        let learnable = learnable(&spec, game)?;
        Ok(Box::new(lay_learnable(spec, game, learnable, vec![squares.boxed()])))
    };
    GameEntry::new(info, RULES, table, |spec, game| Ok(Arc::new(learnable(&spec, game)?)))
}

fn learnable(spec: &Spec, game: Jungle) -> Result<LearnableBoard<Jungle, JungleTactics>, Error> {
    let endgames = endgames(game, None)?;
    let known = best_by(move || Squares::new(game, endgames.clone()), JungleTactics, SCALE);
    Ok(LearnableBoard::by_heart(rules_of(spec), game, JungleTactics, known))
}

/// The rules that a spec names.
pub(super) fn rules(spec: &Spec) -> Result<Jungle, Error> {
    read(spec, &RULES)
}
