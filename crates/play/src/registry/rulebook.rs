//! Games told in rule files, and their players.

use super::{Evaluation, GameInfo, Level};
use crate::learnt;
use crate::typed_table::TypedTable;
use crate::{Spec, Table};
use eval::rulebook::DerivedTactics;
use games::rulebook::Rulebook;
use games::rulebook::model::Rules;
use search::NoEvaluation;
use std::sync::{Arc, LazyLock};

const LEVELS: &[Level] = &[
    Level { title: "Random", title_zh: "随机", player: "random" },
    Level { title: "Beginner", title_zh: "初学", player: "alphabeta:depth=1,overlook=50" },
    Level { title: "Novice", title_zh: "入门", player: "alphabeta:depth=2,overlook=45" },
    Level { title: "Easy", title_zh: "简单", player: "alphabeta:depth=2,overlook=10" },
    Level { title: "Medium", title_zh: "中等", player: "best:depth=4,time=1s" },
    Level { title: "Hard", title_zh: "困难", player: "best:time=1s" },
    Level { title: "Strongest", title_zh: "最强", player: "best:time=5s" },
    Level { title: "Playouts", title_zh: "随机模拟", player: "mcts:time=2s,guide=off" },
];

/// What may be known of a game before it is played.
pub(crate) fn info(name: String, rules: &Rules) -> GameInfo {
    GameInfo {
        name: name.into(),
        title: rules.name.clone().into(),
        title_zh: rules.name_zh.clone().into(),
        options: &[],
        levels: LEVELS,
        score_unit: 1,
        moves: 28,
        lab_positions: &[],
    }
}

/// A new game by the rules of a text.
pub(crate) fn table(spec: Spec, info: Arc<GameInfo>, rulebook: Rulebook, text: &str) -> Box<dyn Table> {
    // Looking at the rules takes a moment, and nobody may ask.
    let (game, text) = (rulebook.clone(), text.to_owned());
    let known = Arc::new(LazyLock::new(move || {
        let (evaluation, scale) = learnt::evaluation(crate::data_folder().as_deref(), &game, &text);
        let tactics = DerivedTactics::new(&game, &evaluation);
        (evaluation, tactics, scale)
    }));
    let of_scale = Arc::clone(&known);
    let help = "what the rules say, with weights from games against itself if there were any";
    let derived = Evaluation::new("derived", help, move |_| Ok((known.0.clone(), known.1.clone())));
    let none = Evaluation::plain("none", "every position even", NoEvaluation);
    Box::new(TypedTable::of(info, spec, rulebook, vec![derived.guiding(move || of_scale.2), none]))
}
