//! Players from their texts: the ladder of searches, each on any of a game's evaluations.

use crate::{Error, Options, Spec};
use game::Game;
use search::{Limits, Search};

/// An evaluation of a game, by its name, and every search of the ladder on it.
type Build<G> = fn(&mut Options) -> Result<Box<dyn Search<G>>, Error>;

pub(crate) struct Evaluation<G: Game> {
    pub name: &'static str,
    pub build: Build<G>,
}

/// A search and its own limits from a text such as `alphabeta:depth=3`.
pub(crate) fn player<G: Game>(
    spec: &Spec,
    evaluations: &[Evaluation<G>],
) -> Result<(Box<dyn Search<G>>, Limits), Error> {
    let mut options = Options::of(spec);
    let limits = Limits {
        depth: options.optional("depth", 1..=1000)?,
        nodes: options.optional("nodes", 1..=u64::MAX)?.or(options.optional("playouts", 1..=u64::MAX)?),
        time: options.duration("time")?,
        ..Limits::default()
    };
    let _ = (limits, evaluations.iter().map(|evaluation| (evaluation.name, evaluation.build)));
    Err(Error::Spec(format!("there is no player {}", game::quoted(&spec.name))))
}
