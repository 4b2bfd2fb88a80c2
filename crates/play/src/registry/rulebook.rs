//! Games told in rule files, and their players.

use super::{Declaration, plain};
use crate::rule_files::{find, no_options, read};
use crate::training;
use crate::typed_table::TypedTable;
use crate::{Error, GameInfo, Scale, ScoreUnit, Spec, Table};
use std::sync::{Arc, LazyLock};
use wanqi_eval::rulebook::DerivedTactics;
use wanqi_games::rulebook::Rulebook;
use wanqi_search::NoEvaluation;

/// A new game by the rules of a text.
pub(crate) fn table(spec: Spec, info: Arc<GameInfo>, rulebook: Rulebook, text: &str) -> Box<dyn Table> {
    // Looking at the rules takes a moment, and nobody may ask.
    let (game, text) = (rulebook.clone(), text.to_owned());
    let known = Arc::new(LazyLock::new(move || {
        let (evaluation, scale) = training::evaluation(crate::data_folder().as_deref(), &game, &text);
        let tactics = DerivedTactics::new(&game, &evaluation);
        (evaluation, tactics, scale)
    }));
    let of_scale = Arc::clone(&known);
    let help = "what the rules say, with weights from games against itself if there were any";
    // No two games have the same pieces, and a pawn here is not one there.
    let usual = Scale::of(ScoreUnit::Probability, training::SCALE);
    let derived =
        Declaration::new("derived", help, usual, (), move |()| Ok((known.0.clone(), known.1.clone())));
    let derived = derived.with_scale(move || Scale::of(ScoreUnit::Probability, of_scale.2)).guiding().boxed();
    let none = plain("none", "every position even", usual, NoEvaluation);
    Box::new(TypedTable::new(info, spec, rulebook, vec![derived, none]))
}

/// A table of a shipped game, if the spec names one.
pub(crate) fn shipped_table(spec: &Spec) -> Option<Result<Box<dyn Table>, Error>> {
    let shipped = find(&spec.name)?;
    let lay = || {
        no_options(spec)?;
        let spec = Spec::new(&*shipped.info.name);
        Ok(table(spec, Arc::clone(&shipped.info), read(&shipped.info.name, shipped.text)?, shipped.text))
    };
    Some(lay())
}
