//! Which games there are, and which players play them. The only place that lists games: a new game is one
//! module of `games`, one file here, one line in [`GAMES`].

mod chess;
mod connect_four;
mod go;
mod gomoku;
mod jungle;
mod jungle_endgames;
mod othello;
mod own;
mod players;
pub(crate) mod rulebook;
mod tic_tac_toe;
mod xiangqi;

pub use chess::is_chess960;
pub use own::register;
pub use players::{COMMON_OPTIONS, PLAYERS, PlayerInfo};
pub(crate) use players::{Described, Evaluation, minimal_tree, player};

use crate::endgames::EndingSet;
use crate::{Error, OptionInfo, Options, Spec, Table};
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Display;

/// What a front-end may know of a game before it is played.
#[derive(Clone, Debug, Serialize)]
pub struct GameInfo {
    /// The name in commands: `tictactoe`, `chess`.
    pub name: Cow<'static, str>,
    /// The name for people.
    pub title: Cow<'static, str>,
    /// The name for people, in Chinese.
    pub title_zh: Cow<'static, str>,
    /// Variants and sizes.
    pub options: &'static [OptionInfo],
    /// The machine's levels, the weakest first.
    pub levels: &'static [Level],
    /// Points of score that people count as one: 100 where an evaluation counts in hundredths of a pawn, else 1.
    pub score_unit: u16,
    /// Moves of one side that its time is shared out over where a clock does not say for how many it lasts. Games may be
    /// longer: a move that was thought about well saves time later.
    pub moves: u32,
    /// Positions that the lab compares searches on; the start of the game is one of them, except where it is too
    /// much for the foot of the ladder (Go).
    pub lab_positions: &'static [&'static str],
}

impl GameInfo {
    /// Who analyses a game: the player of the highest level, but never from a book, whose move is no analysis. Where there
    /// are no levels, one who moves by chance.
    ///
    /// # Errors
    /// If the level's player is no spec.
    pub fn analyst(&self) -> Result<Spec, Error> {
        let mut player: Spec = self.levels.last().map_or("random", |level| level.player).parse()?;
        player.options.retain(|(key, _)| key != "book");
        Ok(player)
    }
}

/// A strength that the machine plays at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Level {
    /// The name for people.
    pub title: &'static str,
    /// The name for people, in Chinese.
    pub title_zh: &'static str,
    /// The player, as [`Table::player`] takes it.
    pub player: &'static str,
}

/// A game: what is known before it is played, and how to lay its table.
struct Entry {
    info: GameInfo,
    table: fn(Spec) -> Result<Box<dyn Table>, Error>,
}

static GAMES: &[Entry] = &[
    tic_tac_toe::ENTRY,
    connect_four::ENTRY,
    othello::ENTRY,
    gomoku::ENTRY,
    go::ENTRY,
    chess::ENTRY,
    xiangqi::ENTRY,
    jungle::ENTRY,
];

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
        read(spec, |_| Ok(()))?;
        return Ok((own.table)(spec.clone()));
    }
    crate::rules::shipped_table(spec).unwrap_or_else(|| Err(unknown(&spec.name)))
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
        "jungle" => jungle_endgames::ending_set(jungle::rules(spec)?, pieces),
        name => Err(Error::Spec(format!("no endings of {name} can be solved; those of jungle can"))),
    }
}

fn unknown(name: &str) -> Error {
    let names: Vec<&str> = games().map(|info| info.name.as_ref()).collect();
    let told: Vec<&str> = crate::rules::shipped().map(|shipped| shipped.info.name.as_ref()).collect();
    Error::Spec(format!(
        "there is no game {}; there is {}; by rule files {}; and any rule file NAME.toml",
        game::quoted(name),
        names.join(", "),
        told.join(", ")
    ))
}

/// Reads the options of a game's spec, all of them.
fn read<T>(spec: &Spec, take: impl FnOnce(&mut Options) -> Result<T, Error>) -> Result<T, Error> {
    let mut options = Options::of(spec);
    let taken = take(&mut options)?;
    options.finish()?;
    Ok(taken)
}

/// The network of the file that the option `net` names, if there is that option.
fn network_of_file<N, E: Display>(
    options: &mut Options,
    read: impl FnOnce(&[u8]) -> Result<N, E>,
) -> Result<Option<N>, Error> {
    let Some(path) = options.text("net") else { return Ok(None) };
    let wrong = |error: &dyn Display| Error::Network(format!("{path}: {error}"));
    let bytes = std::fs::read(path).map_err(|error| wrong(&error))?;
    read(&bytes).map(Some).map_err(|error| wrong(&error))
}
