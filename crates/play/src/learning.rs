//! What the machine has learnt of games told in rule files, by games against itself: kept in a data folder by the rules as
//! they are played, so that a file with another name or comment finds it again.

mod shipped;

pub(crate) use shipped::{comes_with_network, shipped_network};

use crate::rule_files::number_of_rules as rules;
use crate::{Error, GameInfo, files, rule_files};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wanqi_eval::learnt::{Contents, Learnt, Network};
use wanqi_eval::network::{Header, NetworkError};
use wanqi_eval::rulebook::{Derived, DerivedTactics, RulebookContents, SCALE, TrainedWeights};
use wanqi_game::message;
use wanqi_games::rulebook::Rulebook;
use wanqi_search::Stop;
pub use wanqi_train::Score as MatchScore;
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
        let header = pool::read_header(&folder.join("pool")).map_err(|error| fault(&error.into()))?;
        let generations = read_history(&folder).map_err(|error| fault(&error))?;
        let in_use = champion_of(&generations);
        Ok(LearntGame { game: header.game, rules: header.rules, folder, in_use, generations })
    }
}

/// A game that can be learnt: its rules, and the text that tells them.
#[derive(Clone, Debug)]
pub struct Subject {
    name: String,
    game: Rulebook,
    text: String,
}

impl Subject {
    /// The game of a name or of a rule file's path. Only for those who may read files; a page's game is
    /// [`Subject::shipped`] or [`Subject::told`].
    ///
    /// # Errors
    /// If there is no such rule file, or it is wrong.
    pub fn open(name: &str) -> Result<Subject, Error> {
        let (game, text) = rule_files::rulebook(name)?;
        Ok(Subject { name: name.to_owned(), game, text })
    }

    /// The game of a rule file that comes with the program.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn shipped(name: &str) -> Result<Subject, Error> {
        let shipped = rule_files::find(name).ok_or_else(|| rule_files::no_rule_file(name))?;
        Subject::told(&shipped.info.name, shipped.text)
    }

    /// The game that a text tells; `name` is what it is called in messages.
    ///
    /// # Errors
    /// [`Error::Rules`] with all that is wrong with the text.
    pub fn told(name: &str, text: &str) -> Result<Subject, Error> {
        Ok(Subject { name: name.to_owned(), game: rule_files::read(name, text)?, text: text.to_owned() })
    }

    /// What it is called in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text that tells it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What may be known of it before it is played.
    pub fn info(&self) -> GameInfo {
        rule_files::info(self.name.clone(), self.game.rules())
    }

    /// Whether a network comes with the program for its rules, which learning then begins with.
    pub fn comes_with_network(&self) -> bool {
        comes_with_network(&self.game)
    }

    /// Its rules as a number, which is the same for files that tell the same game.
    pub fn rules(&self) -> String {
        rules(&self.game)
    }
}

/// Learns a game within the budget, and goes on where it was left the last time. What is better is used from then on.
/// Returns what is known of the game.
///
/// # Errors
/// If another learner is at work, there is nothing to learn, or something cannot be read or written.
pub fn learn(
    subject: &Subject,
    data: &Path,
    settings: Settings,
    budget: Budget,
    stop: &Stop,
    progress: &mut dyn FnMut(LearnProgress<'_>),
) -> Result<LearntGame, Error> {
    let Subject { game, text, .. } = subject;
    let (derived, _) = untrained(game, text);
    let tactics = DerivedTactics::new(game, &derived);
    let untrained = Learnt::untrained(Arc::new(RulebookContents::new(game)), derived);
    let begins_with =
        if settings.from_rules { None } else { shipped_network(game, untrained.contents().layout()) };
    let made = command(&subject.name, &settings, budget);
    let mut kept = open(subject, data, &untrained, made)?;
    let learner = Learner { game, untrained, tactics, begins_with, settings };
    learner.run(&mut kept, budget, stop, progress).map_err(|error| fault(&error))?;
    drop(kept);
    LearntGame::read(folder(data, game))
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

/// What was learnt of a game; `None` if nothing was.
///
/// # Errors
/// If what was kept cannot be read.
pub fn show(subject: &Subject, data: &Path) -> Result<Option<LearntGame>, Error> {
    let folder = folder(data, &subject.game);
    if folder.is_dir() { LearntGame::read(folder).map(Some) } else { Ok(None) }
}

/// Forgets a game, and says where all that was learnt of it had been; `None` if nothing was.
///
/// # Errors
/// If somebody learns it just now, or the folder cannot be removed.
pub fn forget(subject: &Subject, data: &Path) -> Result<Option<PathBuf>, Error> {
    let folder = folder(data, &subject.game);
    if !folder.is_dir() {
        return Ok(None);
    }
    if Folder::is_busy(&folder).map_err(|error| fault(&error))? {
        return Err(fault(&LearnError::Busy(folder)));
    }
    fs::remove_dir_all(&folder).map_err(|error| cannot_keep(&format!("{}: {error}", folder.display())))?;
    Ok(Some(folder))
}

/// Writes the network of a generation, the one in use if none is said, to a file.
///
/// # Errors
/// If there is no such generation, or a file cannot be read or written.
pub fn export(subject: &Subject, data: &Path, generation: Option<u32>, to: &Path) -> Result<u32, Error> {
    let name = &subject.name;
    let nothing = || Error::spec(format!("nothing was learnt of {name}"));
    let known = show(subject, data)?.ok_or_else(nothing)?;
    let none = || Error::spec(format!("{name} has no generation in use, of {}", known.generations.len()));
    let number = generation.or(known.in_use).ok_or_else(none)?;
    let from = network_of(Some(data), &subject.game, number)?;
    let bytes = files::read(&from, MAX_BYTES)
        .map_err(|error| cannot_keep(&format!("{}: {error}", from.display())))?;
    wanqi_train::learner::write_whole(to, &bytes)
        .map_err(|error| cannot_keep(&format!("{}: {error}", to.display())))?;
    Ok(number)
}

/// Takes the network of a file into use for a game, as its next generation.
///
/// # Errors
/// If the file is no network of these rules, or it cannot be kept.
pub fn import(subject: &Subject, data: &Path, from: &Path) -> Result<u32, Error> {
    let Subject { game, text, .. } = subject;
    let (derived, _) = untrained(game, text);
    let untrained = Learnt::untrained(Arc::new(RulebookContents::new(game)), derived);
    let (header, network) = read_network(from, game, untrained.contents().layout())?;
    let mut kept = open(subject, data, &untrained, header.made)?;
    let number = kept.history.len() as u32 + 1;
    let in_use = kept.history.iter().rev().find(|generation| generation.accepted);
    let last = kept.history.last();
    let generation = Generation {
        number,
        games: kept.pool.games.len() as u32,
        positions: kept.pool.positions(),
        accepted: true,
        corrects: network.corrects,
        windows: network.has_windows(untrained.contents().layout()),
        // How strong it is nobody has measured.
        elo: in_use.map_or(0.0, |in_use| in_use.elo),
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

/// Where the network of a generation of a game is.
pub(crate) fn network_of(data: Option<&Path>, game: &Rulebook, number: u32) -> Result<PathBuf, Error> {
    let name = &*game.rules().name;
    let folder = data.map(|data| folder(data, game)).filter(|folder| folder.is_dir());
    let folder = folder.ok_or_else(|| nothing_learnt(game))?;
    let generations = read_history(&folder).map_err(|error| fault(&error))?;
    if generations.iter().all(|generation| generation.number != number) {
        return Err(Error::spec(message!(
            "fault.no-generation",
            "{game} has no generation {number}, of {count}",
            game = name,
            number = number as usize,
            count = generations.len()
        )));
    }
    Ok(network_path(&folder, number))
}

/// There is no network of a game.
pub(crate) fn nothing_learnt(game: &Rulebook) -> Error {
    let game = &*game.rules().name;
    Error::spec(message!("fault.nothing-learnt", "nothing was learnt of {game} yet: wanqi learn", game))
}

/// The network of a file and what the file says of it, if it is one of these rules.
pub(crate) fn read_network(
    path: &Path,
    game: &Rulebook,
    layout: &wanqi_eval::learnt::Layout,
) -> Result<(Header, Network), Error> {
    let wrong = |error: &dyn std::fmt::Display| Error::Network(format!("{}: {error}", path.display()));
    let bytes = files::read(path, MAX_BYTES).map_err(|error| wrong(&error))?;
    let (header, _) = wanqi_eval::network::read(&bytes).map_err(|error| wrong(&error))?;
    if header.rules != rules(game) {
        let found = format!("{} ({})", header.game, header.rules);
        let expected = format!("{} ({})", game.rules().name, rules(game));
        return Err(wrong(&NetworkError::OtherGame { found, expected }));
    }
    Network::read(&bytes, layout).map_err(|error| wrong(&error))
}

/// The folder of all that was learnt, in the data folder.
const FOLDER: &str = "learnt";

fn folder(data: &Path, game: &Rulebook) -> PathBuf {
    data.join(FOLDER).join(rules(game))
}

/// The command that learns so.
fn command(name: &str, settings: &Settings, budget: Budget) -> String {
    let mut text = format!("wanqi learn {name}");
    let mut option = |name: &str, value: Option<String>| {
        value.into_iter().for_each(|value| text += &format!(" --{name} {value}"));
    };
    option("time", budget.time.map(|time| format!("{}s", time.as_secs())));
    option("games", budget.games.map(|games| games.to_string()));
    option("generations", budget.generations.map(|generations| generations.to_string()));
    option("nodes", Some(settings.nodes.to_string()));
    option("width", Some(settings.fit.width.to_string()));
    let yes_or_no = |yes: Option<bool>| yes.map(|yes| if yes { "yes" } else { "no" }.to_owned());
    option("correct", yes_or_no(settings.corrects));
    option("windows", yes_or_no(settings.windows));
    option("threads", Some(settings.threads.to_string()));
    option("seed", Some(settings.seed.to_string()));
    if settings.from_rules { text + " --from-rules" } else { text }
}

fn open(subject: &Subject, data: &Path, untrained: &LearntRulebook, made: String) -> Result<Folder, Error> {
    let game = &subject.game;
    let header = Header { game: game.rules().name.clone(), rules: rules(game), made, ..Header::default() };
    let places = untrained.contents().layout().places();
    Folder::open(&folder(data, game), header, places).map_err(|error| fault(&error))
}

fn fault(error: &LearnError) -> Error {
    match error {
        LearnError::Busy(_) => {
            Error::spec(message!("fault.learner-busy", "another learner is at work at this game"))
        }
        LearnError::NothingToLearn(games, positions) => Error::spec(message!(
            "fault.nothing-to-learn",
            "there is nothing to learn: {games} games had {positions} positions that a search does not see to the end",
            games = *games as usize,
            positions = *positions
        )),
        LearnError::Network(..) => Error::Network(error.to_string()),
        error => cannot_keep(error),
    }
}

/// A file of what was learnt cannot be read or written.
fn cannot_keep(what: &dyn std::fmt::Display) -> Error {
    let what = what.to_string();
    Error::spec(message!("fault.learnt-file", "what was learnt cannot be read or written: {what}", what))
}
