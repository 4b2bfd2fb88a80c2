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

use crate::evaluation::{Declaration, Evaluations, plain};
use crate::jungle::tablebases;
use crate::options::{Declared, FileOption, FileValue, Options};
use crate::tablebases::EndingSet;
use crate::typed_table::TypedTable;
use crate::{Error, GameInfo, Level, Spec, Table, files, rule_files};
use std::fmt::Display;
use std::sync::{Arc, LazyLock};
use wanqi_game::{Depict, Notation, did_you_mean, message, quoted};

/// A table, or what is wrong with the spec.
type Laid = Result<Box<dyn Table>, Error>;

/// A game: what is known before it is played, and how to lay its table.
struct GameEntry {
    info: GameInfo,
    table: Box<dyn Fn(Spec) -> Laid + Send + Sync>,
}

impl GameEntry {
    /// A game with these options. `table` is given a spec and what was read of it.
    fn new<D: Declared + Send + Sync + 'static>(
        info: GameInfo,
        options: D,
        table: fn(Spec, D::Value) -> Laid,
    ) -> GameEntry {
        let info = GameInfo { options: options.options(), ..info };
        GameEntry { info, table: Box::new(move |spec| table(spec.clone(), read(&spec, &options)?)) }
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
        "there is no game {game}; there is {games}; by rule files {told}; and any rule file NAME.toml{near}",
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

/// Reads the options of a game's spec, all of them.
fn read<D: Declared>(spec: &Spec, declared: &D) -> Result<D::Value, Error> {
    let mut options = Options::of(spec);
    let values = options.read(declared)?;
    options.finish()?;
    Ok(values)
}

/// The most bytes of a file with a network: a hundred times as many as the largest that comes with the program.
const MAX_NETWORK_BYTES: u64 = 64 << 20;

/// Another network than the program's own.
const NET: FileOption = FileOption::new("net", "a file with another network", &[]);

/// The network of the file that the option [`NET`] names, if it is given.
fn network_of_file<N, E: Display>(
    file: Option<FileValue>,
    read: impl FnOnce(&[u8]) -> Result<N, E>,
) -> Result<Option<N>, Error> {
    let Some(FileValue::Path(path)) = file else { return Ok(None) };
    let wrong = |error: &dyn Display| Error::Network(format!("{path}: {error}"));
    let bytes = files::read(&path, MAX_NETWORK_BYTES).map_err(|error| wrong(&error))?;
    read(&bytes).map(Some).map_err(|error| wrong(&error))
}
