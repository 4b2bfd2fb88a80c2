//! Games told in rule files, and their players.

use super::{Declaration, plain};
use crate::learnable::{Learnable, LearnableGame, Parts, SCALE};
use crate::rule_files::{find, no_options, number_of_rules, read};
use crate::typed_table::TypedTable;
use crate::{Error, GameInfo, Scale, ScoreUnit, Spec, Table};
use std::sync::Arc;
use wanqi_eval::learnt::Learnt;
use wanqi_eval::rulebook::{Derived, DerivedTactics, RulebookContents};
use wanqi_games::rulebook::Rulebook;
use wanqi_search::NoEvaluation;

type LearnableRulebook = LearnableGame<Rulebook, RulebookContents, Derived, DerivedTactics>;

/// A game told in a file, to be learnt.
fn learnable_rulebook(rulebook: Rulebook) -> Arc<LearnableRulebook> {
    let game = rulebook.clone();
    let parts = move || {
        let derived = Derived::new(&game);
        let tactics = DerivedTactics::new(&game, &derived);
        Parts { untrained: Learnt::untrained(Arc::new(RulebookContents::new(&game)), derived), tactics }
    };
    let (title, rules) = (rulebook.rules().name.clone(), number_of_rules(&rulebook));
    Arc::new(LearnableGame::told(title, rules, rulebook, parts))
}

/// The same, its type erased.
pub(crate) fn learnable(rulebook: Rulebook) -> Arc<dyn Learnable> {
    learnable_rulebook(rulebook)
}

/// A new game by the rules of a file. What was learnt of it comes first.
pub(crate) fn table(spec: Spec, info: Arc<GameInfo>, rulebook: Rulebook) -> Box<dyn Table> {
    let learnable = learnable_rulebook(rulebook.clone());
    let (trained, is_best) = learnable.trained();
    let usual = Scale::of(ScoreUnit::Probability, SCALE);
    let help = "what the rules say, without having learnt anything";
    let known = learnable;
    let derived = Declaration::new("derived", help, usual, (), move |()| {
        let Parts { untrained, tactics, .. } = known.parts();
        Ok((untrained.base.clone(), tactics.clone()))
    });
    let derived = derived.guiding().boxed();
    let none = plain("none", "every position even", usual, NoEvaluation);
    let evaluations = if is_best { vec![trained, derived, none] } else { vec![derived, trained, none] };
    Box::new(TypedTable::new(info, spec, rulebook, evaluations))
}

/// A table of a shipped game, if the spec names one.
pub(crate) fn shipped_table(spec: &Spec) -> Option<Result<Box<dyn Table>, Error>> {
    let shipped = find(&spec.name)?;
    let lay = || {
        no_options(spec)?;
        let spec = Spec::new(&*shipped.info.name);
        Ok(table(spec, Arc::clone(&shipped.info), read(&shipped.info.name, shipped.text)?))
    };
    Some(lay())
}
