//! What the machine has learnt of games told in rule files, by games against itself: kept in a data folder by the rules as
//! they are played, so that a file with another name or comment finds it again.

use crate::{Error, files, rule_files};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wanqi_eval::learnt::{Contents, Learnt, Network};
use wanqi_eval::network::{Header, NetworkError};
use wanqi_eval::rulebook::{Derived, DerivedTactics, RulebookContents, SCALE, TrainedWeights};
use wanqi_games::rulebook::Rulebook;
use wanqi_search::Stop;
pub use wanqi_train::learner::{Budget, Generation, LearnProgress, Settings, Stage};
use wanqi_train::learner::{Folder, LearnError, Learner, champion_of, network_path, pool, read_history};

/// The most bytes of a network's file.
const MAX_BYTES: u64 = 64 << 20;

/// The evaluation of a rule file once something was learnt of it; without a network it is what follows from the rules.
pub(crate) type LearntRulebook = Learnt<RulebookContents, Derived>;

/// What was learnt of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LearntGame {
    /// The game, as its file called it then.
    pub game: String,
    /// Its rules, as a number.
    pub rules: String,
    /// Where it is kept.
    pub folder: PathBuf,
    /// The generation in use; none if none was better than what follows from the rules.
    pub in_use: Option<u32>,
    /// The generations, oldest first.
    pub generations: Vec<Generation>,
}

impl LearntGame {
    fn read(folder: PathBuf) -> Result<LearntGame, Error> {
        let header = pool::read_header(&folder.join("pool")).map_err(|error| fault(&error))?;
        let generations = read_history(&folder).map_err(|error| fault(&error))?;
        let in_use = champion_of(&generations);
        Ok(LearntGame { game: header.game, rules: header.rules, folder, in_use, generations })
    }
}

/// Learns the game of a name or of a rule file's path within the budget, and goes on where it was left the last time. What is
/// better is used from then on. Returns what is known of the game.
///
/// # Errors
/// If there is no such rule file, another learner is at work, or something cannot be read or written.
pub fn learn(
    name: &str,
    data: &Path,
    settings: Settings,
    budget: Budget,
    stop: &Stop,
    progress: &mut dyn FnMut(LearnProgress<'_>),
) -> Result<LearntGame, Error> {
    let (game, text) = rule_files::rulebook(name)?;
    let (derived, _) = untrained(&game, &text);
    let tactics = DerivedTactics::new(&game, &derived);
    let untrained = Learnt::untrained(Arc::new(RulebookContents::new(&game)), derived);
    let mut kept = open(&game, data, &untrained, name)?;
    let learner = Learner { game: &game, untrained, tactics, settings };
    learner.run(&mut kept, budget, stop, progress).map_err(|error| fault(&error))?;
    drop(kept);
    LearntGame::read(folder(data, &game))
}

/// All games of which something was learnt, by name; and what is wrong with folders that cannot be read.
pub fn list(data: &Path) -> (Vec<LearntGame>, Vec<Error>) {
    let folders = fs::read_dir(data.join(FOLDER)).into_iter().flatten().flatten().map(|entry| entry.path());
    let (mut games, mut wrong) = (Vec::new(), Vec::new());
    for folder in folders.filter(|path| path.is_dir()) {
        match LearntGame::read(folder) {
            Ok(game) => games.push(game),
            Err(error) => wrong.push(error),
        }
    }
    games.sort_by(|a, b| (&a.game, &a.rules).cmp(&(&b.game, &b.rules)));
    (games, wrong)
}

/// What was learnt of the game of a name or of a rule file's path; `None` if nothing was.
///
/// # Errors
/// If there is no such rule file, or what was kept cannot be read.
pub fn show(name: &str, data: &Path) -> Result<Option<LearntGame>, Error> {
    let (game, _) = rule_files::rulebook(name)?;
    let folder = folder(data, &game);
    if folder.is_dir() { LearntGame::read(folder).map(Some) } else { Ok(None) }
}

/// Forgets a game, and says where all that was learnt of it had been; `None` if nothing was.
///
/// # Errors
/// If there is no such rule file, somebody learns it just now, or the folder cannot be removed.
pub fn forget(name: &str, data: &Path) -> Result<Option<PathBuf>, Error> {
    let (game, _) = rule_files::rulebook(name)?;
    let folder = folder(data, &game);
    if !folder.is_dir() {
        return Ok(None);
    }
    let busy = Folder::is_busy(&folder).map_err(|error| fault(&error))?;
    if busy {
        return Err(fault(&LearnError::Busy(folder)));
    }
    fs::remove_dir_all(&folder).map_err(|error| fault(&format!("{}: {error}", folder.display())))?;
    Ok(Some(folder))
}

/// Writes the network of a generation, the one in use if none is said, to a file.
///
/// # Errors
/// If there is no such rule file or generation, or a file cannot be read or written.
pub fn export(name: &str, data: &Path, generation: Option<u32>, to: &Path) -> Result<u32, Error> {
    let known = show(name, data)?;
    let nothing = || Error::spec(format!("nothing was learnt of {name}"));
    let known = known.ok_or_else(nothing)?;
    let number = match generation {
        Some(number) => {
            Some(number).filter(|number| known.generations.iter().any(|one| one.number == *number))
        }
        None => known.in_use,
    };
    let Some(number) = number else {
        let told = generation.map_or("in use".to_owned(), |number| number.to_string());
        return Err(Error::spec(format!("{name} has no generation {told}, of {}", known.generations.len())));
    };
    let from = network_path(&known.folder, number);
    let bytes =
        files::read(&from, MAX_BYTES).map_err(|error| fault(&format!("{}: {error}", from.display())))?;
    wanqi_train::learner::write_whole(to, &bytes)
        .map_err(|error| fault(&format!("{}: {error}", to.display())))?;
    Ok(number)
}

/// Takes the network of a file into use for a game, as its next generation.
///
/// # Errors
/// If there is no such rule file, or the file is no network of these rules.
pub fn import(name: &str, data: &Path, from: &Path) -> Result<u32, Error> {
    let (game, text) = rule_files::rulebook(name)?;
    let (derived, _) = untrained(&game, &text);
    let untrained = Learnt::untrained(Arc::new(RulebookContents::new(&game)), derived);
    let network = read_network(from, &game, untrained.contents().layout())?;
    let mut kept = open(&game, data, &untrained, name)?;
    let number = kept.history.len() as u32 + 1;
    let last = kept.history.last();
    let generation = Generation {
        number,
        games: kept.pool.games.len() as u32,
        positions: kept.pool.positions(),
        accepted: true,
        elo: last.map_or(0.0, |last| last.elo),
        seconds: last.map_or(0.0, |last| last.seconds),
        ..Generation::default()
    };
    kept.keep(generation, &network).map_err(|error| fault(&error))?;
    Ok(number)
}

/// What is known of a game without having learnt it, with the lead that multiplies the odds by *e*.
pub(crate) fn untrained(game: &Rulebook, text: &str) -> (Derived, f32) {
    let derived = Derived::new(game);
    let shipped = TrainedWeights::shipped(text).and_then(|trained| trained.teach(&derived));
    shipped.unwrap_or((derived, SCALE))
}

/// Where the network in use of a game is, if one was learnt that is better than what follows from the rules.
pub(crate) fn network_in_use(data: Option<&Path>, game: &Rulebook) -> Option<PathBuf> {
    let folder = folder(data?, game);
    let number = champion_of(&read_history(&folder).ok()?)?;
    Some(network_path(&folder, number)).filter(|path| path.is_file())
}

/// The network of a file, if it is one of these rules.
pub(crate) fn read_network(
    path: &Path,
    game: &Rulebook,
    layout: &wanqi_eval::learnt::Layout,
) -> Result<Network, Error> {
    let wrong = |error: &dyn std::fmt::Display| Error::Network(format!("{}: {error}", path.display()));
    let bytes = files::read(path, MAX_BYTES).map_err(|error| wrong(&error))?;
    let (header, _) = wanqi_eval::network::read(&bytes).map_err(|error| wrong(&error))?;
    if header.rules != rules(game) {
        let found = format!("{} ({})", header.game, header.rules);
        let expected = format!("{} ({})", game.rules().name, rules(game));
        return Err(wrong(&NetworkError::OtherGame { found, expected }));
    }
    Network::read(&bytes, layout).map(|(_, network)| network).map_err(|error| wrong(&error))
}

/// The folder of all that was learnt, in the data folder.
const FOLDER: &str = "learnt";

fn folder(data: &Path, game: &Rulebook) -> PathBuf {
    data.join(FOLDER).join(rules(game))
}

fn rules(game: &Rulebook) -> String {
    format!("{:016x}", game.fingerprint())
}

fn open(game: &Rulebook, data: &Path, untrained: &LearntRulebook, name: &str) -> Result<Folder, Error> {
    let header = Header {
        game: game.rules().name.clone(),
        rules: rules(game),
        made: format!("wanqi learn {name}"),
        ..Header::default()
    };
    let places = untrained.contents().layout().places();
    Folder::open(&folder(data, game), header, places).map_err(|error| fault(&error))
}

fn fault(error: &dyn std::fmt::Display) -> Error {
    Error::Network(error.to_string())
}
