//! Games that a program brings along.

use super::{GameInfo, Level, plain};
use crate::typed_table::TypedTable;
use crate::{Error, Scale, ScoreUnit, Spec, Table, Wins};
use std::sync::{Arc, PoisonError, RwLock};
use wanqi_game::{Depict, Notation};
use wanqi_search::NoEvaluation;

const LEVELS: &[Level] = &[
    Level { title: "Random", title_zh: "随机", player: "random" },
    Level { title: "Easy", title_zh: "简单", player: "mcts:playouts=100" },
    Level { title: "Medium", title_zh: "中等", player: "mcts:playouts=2000" },
    Level { title: "Strongest", title_zh: "最强", player: "mcts:time=2s" },
];

/// A game that was registered.
pub(super) struct RegisteredGame {
    pub info: GameInfo,
    pub table: Box<dyn Fn(Spec) -> Box<dyn Table> + Send + Sync>,
}

static OWN: RwLock<Vec<&'static RegisteredGame>> = RwLock::new(Vec::new());

/// All games that were registered.
pub(super) fn all() -> Vec<&'static RegisteredGame> {
    OWN.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Adds a game of your own: from then on every front-end of this program knows it by `name`, and every search
/// that needs no evaluation plays it well. `examples/chomp.rs` of the crate `server` plays one in the page.
///
/// # Errors
/// If there is a game of that name already.
pub fn register<G: Notation + Depict + Clone + Send + 'static>(
    name: &'static str,
    title: &'static str,
    game: G,
) -> Result<(), Error> {
    if super::info(name).is_ok() {
        return Err(Error::spec(format!("there is a game {name} already")));
    }
    let info = GameInfo {
        name: name.into(),
        title: title.into(),
        title_zh: title.into(),
        options: Vec::new(),
        levels: LEVELS,
        analyst: "mcts:time=2s",
        wins: Wins::Distance,
        moves: 28,
        lab_positions: &[],
    };
    let known = Arc::new(info.clone());
    let table = move |spec| -> Box<dyn Table> {
        let scale = Scale::of(ScoreUnit::Probability, 1.0);
        let even = plain("none", "every position even", scale, NoEvaluation);
        Box::new(TypedTable::new(Arc::clone(&known), spec, game.clone(), vec![even]))
    };
    // Games last as long as the program, as those of the registry do.
    let own: &'static RegisteredGame = Box::leak(Box::new(RegisteredGame { info, table: Box::new(table) }));
    OWN.write().unwrap_or_else(PoisonError::into_inner).push(own);
    Ok(())
}
