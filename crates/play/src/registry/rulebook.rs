//! Games told in rule files, and their players.

use super::{Declaration, NET, plain};
use crate::learning::{
    LearntRulebook, comes_with_network, network_in_use, network_of, nothing_learnt, read_network,
    shipped_network, untrained,
};
use crate::options::{FileValue, NumberOption};
use crate::rule_files::{find, no_options, read};
use crate::typed_table::TypedTable;
use crate::{Error, GameInfo, Scale, ScoreUnit, Spec, Table};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use wanqi_eval::learnt::{Contents, Learnt};
use wanqi_eval::rulebook::{DerivedTactics, RulebookContents, SCALE};
use wanqi_game::message;
use wanqi_games::rulebook::Rulebook;
use wanqi_search::NoEvaluation;

/// Any network that was learnt of the game, and not only the one in use.
const GENERATION: NumberOption<u32> = NumberOption::new(
    "generation",
    "the network of this generation, of those that were learnt; 0: the one that comes with the program",
    0..=u32::MAX,
);

/// A new game by the rules of a text. What was learnt of it comes first.
pub(crate) fn table(spec: Spec, info: Arc<GameInfo>, rulebook: Rulebook, text: &str) -> Box<dyn Table> {
    // Looking at the rules takes a moment, and nobody may ask.
    let (game, text) = (rulebook.clone(), text.to_owned());
    let known = Arc::new(LazyLock::new(move || {
        let (evaluation, scale) = untrained(&game, &text);
        let tactics = DerivedTactics::new(&game, &evaluation);
        (evaluation, tactics, scale)
    }));
    // No two games have the same pieces, and a pawn here is not one there.
    let usual = Scale::of(ScoreUnit::Probability, SCALE);

    let data = crate::data_folder();
    let in_use = network_in_use(data.as_deref(), &rulebook);
    let has_learnt = in_use.is_some() || comes_with_network(&rulebook);
    let game = rulebook.clone();
    let of_trained = Arc::clone(&known);
    let learnt = move |path: Option<PathBuf>| -> Result<LearntRulebook, Error> {
        let contents = Arc::new(RulebookContents::new(&game));
        let network = match path {
            Some(path) => read_network(&path, &game, contents.layout())?.1,
            None => shipped_network(&game, contents.layout()).ok_or_else(|| nothing_learnt(&game))?,
        };
        let learnt = Learnt::untrained(contents, of_trained.0.clone());
        learnt.with_network::<Rulebook>(network).map_err(|error| Error::Network(error.to_string()))
    };
    // The one in use is read once.
    let kept = Arc::new(LazyLock::new({
        let learnt = learnt.clone();
        move || learnt(in_use)
    }));
    let of_scale = Arc::clone(&kept);
    let tactics = Arc::clone(&known);
    let help = "a network from games against itself, by wanqi learn";
    let of_generation = rulebook.clone();
    let make = move |(net, generation): (Option<FileValue>, Option<u32>)| {
        let learnt = match (net, generation) {
            (Some(_), Some(_)) => {
                return Err(Error::spec(message!(
                    "fault.net-or-generation",
                    "a network is of a file or of a generation, not of both"
                )));
            }
            (Some(FileValue::Path(path)), None) => learnt(Some(path.into()))?,
            (_, Some(0)) => learnt(None)?,
            (_, Some(number)) => learnt(Some(network_of(data.as_deref(), &of_generation, number)?))?,
            _ => (**kept).clone()?,
        };
        Ok((learnt, tactics.1.clone()))
    };
    let trained = Declaration::new("trained", help, usual, (NET, GENERATION), make);
    let scale = move || match &**of_scale {
        Ok(learnt) => learnt.network().map_or(SCALE, |network| network.scale as f32),
        Err(_) => SCALE,
    };
    let trained = trained.with_scale(move || Scale::of(ScoreUnit::Probability, scale())).guiding().boxed();

    let of_scale = Arc::clone(&known);
    let help = "what the rules say, without having learnt anything";
    let derived =
        Declaration::new("derived", help, usual, (), move |()| Ok((known.0.clone(), known.1.clone())));
    let derived = derived.with_scale(move || Scale::of(ScoreUnit::Probability, of_scale.2)).guiding().boxed();
    let none = plain("none", "every position even", usual, NoEvaluation);
    let evaluations = if has_learnt { vec![trained, derived, none] } else { vec![derived, trained, none] };
    Box::new(TypedTable::new(info, spec, rulebook, evaluations))
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
