//! Which games there are, and which evaluations players have in them. The only place that lists games: a new game is one
//! module of `games`, one file here, one line in [`GAMES`].

mod chess;
mod connect_four;
mod go;
mod gomoku;
mod jungle;
mod othello;
mod own;
pub(crate) mod rulebook;
mod tic_tac_toe;
mod xiangqi;

pub use own::register;

use crate::environment::Learned;
use crate::evaluation::{Declaration, Evaluations, plain};
use crate::jungle::tablebases;
use crate::learnable::{Learnable, LearnableBoard, MAX_BYTES, SCALE};
use crate::options::{Declared, FileValue, Options};
use crate::tablebases::EndingSet;
use crate::typed_table::TypedTable;
use crate::{Error, GameInfo, Level, Scale, ScoreUnit, Spec, Table, files, rule_files};
use std::fmt::Display;
use std::sync::{Arc, LazyLock};
use wanqi_eval::learnt::{Board, BoardContents, Learnt};
use wanqi_game::{Depict, Notation, did_you_mean, message, quoted};
use wanqi_search::{NoEvaluation, Tactics};

/// A table, or what is wrong with the spec.
type Laid = Result<Box<dyn Table>, Error>;

/// A game to be learnt, or what is wrong with the spec.
type LearnableLaid = Result<Arc<dyn Learnable>, Error>;

/// A game: what is known before it is played, and how to lay its table.
struct GameEntry {
    info: GameInfo,
    table: Box<dyn Fn(Spec) -> Laid + Send + Sync>,
    learnable: Box<dyn Fn(&Spec) -> LearnableLaid + Send + Sync>,
}

impl GameEntry {
    /// A game with these options. `table` and `learnable` are given a spec and what was read of it.
    fn new<D: Declared + Clone + Send + Sync + 'static>(
        info: GameInfo,
        options: D,
        table: fn(Spec, D::Value) -> Laid,
        learnable: fn(Spec, D::Value) -> LearnableLaid,
    ) -> GameEntry {
        let info = GameInfo { options: options.options(), ..info };
        let (of_table, of_learnable) = (options.clone(), options);
        GameEntry {
            info,
            table: Box::new(move |spec| table(spec.clone(), read(&spec, &of_table)?)),
            learnable: Box::new(move |spec| learnable(spec.clone(), read(spec, &of_learnable)?)),
        }
    }
}

static GAMES: LazyLock<Vec<GameEntry>> = LazyLock::new(|| {
    vec![
        tic_tac_toe::entry(),
        connect_four::entry(),
        othello::entry(),
        gomoku::entry(),
        go::entry(),
        chess::entry(),
        xiangqi::entry(),
        jungle::entry(),
    ]
});

/// Every game that the program knows by heart, in the order that menus show, and then those registered. Those that
/// rule files tell are in [`crate::rules`].
pub fn games() -> impl Iterator<Item = &'static GameInfo> {
    GAMES.iter().map(|entry| &entry.info).chain(own::all().into_iter().map(|own| &own.info))
}

/// A new game from a text such as `go:size=9`.
///
/// # Errors
/// If there is no such game or option.
pub fn table(spec: &Spec) -> Result<Box<dyn Table>, Error> {
    if let Some(entry) = GAMES.iter().find(|entry| entry.info.name == spec.name) {
        return (entry.table)(spec.clone());
    }
    if let Some(own) = own::all().into_iter().find(|own| own.info.name == spec.name) {
        read(spec, &())?;
        return Ok((own.table)(spec.clone()));
    }
    rulebook::shipped_table(spec).unwrap_or_else(|| Err(unknown(&spec.name)))
}

/// Whether a game has this name, by heart or by a rule file that comes with the program.
pub(crate) fn is_known(name: &str) -> bool {
    info(name).is_ok() || rule_files::find(name).is_some()
}

/// The game of a spec, to be learnt, if it is one that the program knows by heart.
pub(crate) fn learnable(spec: &Spec) -> Option<LearnableLaid> {
    let entry = GAMES.iter().find(|entry| entry.info.name == spec.name)?;
    Some((entry.learnable)(spec))
}

/// What is known by its name of one of the [`games()`].
///
/// # Errors
/// If there is no such game.
pub fn info(name: &str) -> Result<&'static GameInfo, Error> {
    games().find(|info| info.name == name).ok_or_else(|| unknown(name))
}

/// The endings of a game that can be solved and kept.
///
/// # Errors
/// If there is no such game or option, or if it has no such endings.
pub fn ending_set(spec: &Spec, pieces: u32) -> Result<Box<dyn EndingSet>, Error> {
    match info(&spec.name)?.name.as_ref() {
        "jungle" => tablebases::ending_set(jungle::rules(spec)?, pieces),
        name => Err(Error::spec(format!("no endings of {name} can be solved; those of jungle can"))),
    }
}

fn unknown(name: &str) -> Error {
    let names: Vec<&str> = games().map(|info| info.name.as_ref()).collect();
    let told: Vec<&str> = rule_files::shipped().map(|shipped| shipped.info.name.as_ref()).collect();
    let near = did_you_mean(name, names.iter().chain(&told).copied());
    Error::Spec(message!(
        "fault.unknown-game",
        "there is no game {game}; there is {games}; by rule files {told}; and any rule file by its path{near}",
        game = quoted(name),
        games = names.join(", "),
        told = told.join(", "),
        near
    ))
}

/// A table of the game of the registry that the spec names.
fn lay<G: Notation + Depict + Clone + Send + 'static>(
    spec: Spec,
    game: G,
    evaluations: Evaluations<G>,
) -> TypedTable<G> {
    let info = info(&spec.name).expect("the registry lays tables of its own games");
    TypedTable::new(Arc::new(info.clone()), spec, game, evaluations)
}

/// A table of the game of the registry that the spec names, with what was learnt of it among its evaluations: first if it is
/// the best, else after those that are `known`.
fn lay_learnable<G, T>(
    spec: Spec,
    game: G,
    learnable: LearnableBoard<G, T>,
    mut known: Evaluations<G>,
) -> TypedTable<G>
where
    G: Depict + Board + Learned,
    T: Tactics<G, Learnt<BoardContents<G>, NoEvaluation>> + Clone + 'static,
{
    let (trained, is_best) = Arc::new(learnable).trained();
    known.insert(if is_best { 0 } else { known.len() }, trained);
    if known.iter().all(|evaluation| evaluation.info().name != NONE) {
        known.push(plain(
            NONE,
            "every position even",
            Scale::of(ScoreUnit::Probability, SCALE),
            NoEvaluation,
        ));
    }
    lay(spec, game, known)
}

/// The evaluation that knows nothing.
const NONE: &str = "none";

/// A spec without the options that say what is so anyway: the same text for the same rules.
fn rules_of(spec: &Spec) -> String {
    let mut spec = spec.clone();
    if let Ok(info) = info(&spec.name) {
        let default = |name: &str| info.options.iter().find(|option| option.name == name)?.default.as_deref();
        spec.options.retain(|(name, value)| default(name) != Some(value));
    }
    spec.options.sort();
    spec.to_string()
}

/// Reads the options of a game's spec, all of them.
fn read<D: Declared>(spec: &Spec, declared: &D) -> Result<D::Value, Error> {
    let mut options = Options::of(spec);
    let values = options.read(declared)?;
    options.finish()?;
    Ok(values)
}

/// The network of the file that the option [`NET`] names, if it is given.
fn network_of_file<N, E: Display>(
    file: Option<FileValue>,
    read: impl FnOnce(&[u8]) -> Result<N, E>,
) -> Result<Option<N>, Error> {
    let Some(FileValue::Path(path)) = file else { return Ok(None) };
    let wrong = |error: &dyn Display| Error::Network(format!("{path}: {error}"));
    let bytes = files::read(&path, MAX_BYTES).map_err(|error| wrong(&error))?;
    read(&bytes).map(Some).map_err(|error| wrong(&error))
}
