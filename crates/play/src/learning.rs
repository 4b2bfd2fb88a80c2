//! What the machine has learnt by games against itself: kept in a data folder by the rules as they are played, so that a file
//! with another name or comment finds it again.

use crate::environment::Environment;
pub use crate::learnable::{DoPiece, shipped_networks};
use crate::learnable::{
    Learnable, MAX_BYTES, all_folders, cannot_keep, comes_with_network, fault, folder, network_of,
    read_network,
};
use crate::rule_files;
use crate::{Error, GameInfo, Spec, Table, files, registry, rules};
use serde::Serialize;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wanqi_eval::network::Header;
use wanqi_search::Stop;
pub use wanqi_train::Score as MatchScore;
pub use wanqi_train::learner::LearnError;
pub use wanqi_train::learner::parts::{Hands, HearPiece, Part, PartOrder, Piece, PlayedGame};
pub use wanqi_train::learner::{Beside, Budget, Generation, LearnProgress, Settings, Stage};
use wanqi_train::learner::{Folder, champion_of, pool, read_history};

/// What was learnt of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LearntGame {
    /// The game, as its file called it then.
    pub game: String,
    /// Its rules: a number, or the spec of a game that the program knows by heart.
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

/// A game that can be learnt, by its name, a rule file, or the text of one.
#[derive(Clone)]
pub struct Subject {
    name: String,
    info: GameInfo,
    learnable: Arc<dyn Learnable>,
    /// The text of the rule file that tells it.
    text: Option<String>,
}

impl Subject {
    /// The game of a spec such as `othello:size=6`, of a rule file's name or of its path. Only for those who may read files;
    /// a page's game is [`Subject::shipped`] or [`Subject::told`].
    ///
    /// # Errors
    /// If there is no such game, or its rules are wrong.
    pub fn open(name: &str) -> Result<Subject, Error> {
        let spec: Result<Spec, Error> = name.parse();
        if !spec.is_ok_and(|spec| registry::is_known(&spec.name)) && rule_files::is_path(name) {
            return Subject::told(name, &rule_files::load(Path::new(name))?);
        }
        Subject::shipped(name)
    }

    /// The game of a spec, or of a rule file that comes with the program.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn shipped(name: &str) -> Result<Subject, Error> {
        let spec: Spec = name.parse()?;
        if let Some(learnable) = registry::learnable(&spec) {
            let info = registry::info(&spec.name)?.clone();
            return Ok(Subject { name: spec.to_string(), info, learnable: learnable?, text: None });
        }
        let shipped = rule_files::find(name).ok_or_else(|| rule_files::no_rule_file(name))?;
        Subject::told(&shipped.info.name, shipped.text)
    }

    /// The game that a text tells; `name` is what it is called in messages.
    ///
    /// # Errors
    /// [`Error::Rules`] with all that is wrong with the text.
    pub fn told(name: &str, text: &str) -> Result<Subject, Error> {
        let game = rule_files::read(name, text)?;
        let info = rule_files::info(name.to_owned(), game.rules());
        let learnable = registry::rulebook::learnable(game);
        Ok(Subject { name: name.to_owned(), info, learnable, text: Some(text.to_owned()) })
    }

    /// What it is called in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A new game of it.
    ///
    /// # Errors
    /// If there is none, which was seen before.
    pub fn table(&self) -> Result<Box<dyn Table>, Error> {
        match &self.text {
            Some(text) => rules::table(&self.name, text),
            None => registry::table(&self.name.parse()?),
        }
    }

    /// The game as learners of other programs see it, from the position that its tables begin with.
    ///
    /// # Errors
    /// If there is no table of it, which was seen before.
    pub fn environment(&self) -> Result<Box<dyn Environment>, Error> {
        self.learnable.environment().beginning_with(&self.table()?.first_position())
    }

    /// What may be known of it before it is played.
    pub fn info(&self) -> GameInfo {
        self.info.clone()
    }

    /// Whether a network comes with the program for its rules, which learning then begins with.
    pub fn comes_with_network(&self) -> bool {
        comes_with_network(self.learnable.rules())
    }

    /// The evaluation that players have who have learnt nothing: what generation 0 is without a network that comes with the
    /// program.
    pub fn untrained(&self) -> &'static str {
        if self.text.is_some() { "derived" } else { "none" }
    }

    /// Which rules, as a text that is the same for the same rules.
    pub fn rules(&self) -> String {
        self.learnable.rules().to_owned()
    }

    /// How many places its positions have.
    pub fn places(&self) -> usize {
        self.learnable.places()
    }

    /// Makes ready for pieces of a part of learning it, whose networks are in the files that it names.
    ///
    /// # Errors
    /// If one of them cannot be used.
    pub fn pieces(&self, part: &Part) -> Result<DoPiece, Error> {
        Arc::clone(&self.learnable).pieces(part)
    }

    /// Whether a piece that somebody else tells of can be so, by the rules.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self, part: &Part, piece: &Piece) -> Result<(), String> {
        self.learnable.check(part, piece)
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
    learn_by(None, subject, data, settings, budget, stop, progress)
}

/// The same with hands that play the games, on other machines for one.
///
/// # Errors
/// The same, and what hands have met.
pub fn learn_by(
    hands: Option<&mut dyn Hands>,
    subject: &Subject,
    data: &Path,
    settings: Settings,
    budget: Budget,
    stop: &Stop,
    progress: &mut dyn FnMut(LearnProgress<'_>),
) -> Result<LearntGame, Error> {
    if settings.taught && !subject.learnable.has_teacher() {
        return Err(Error::spec(format!(
            "the program knows nothing of {} that it could be taught by",
            subject.name
        )));
    }
    let made = command(&subject.name, &settings, budget);
    let mut kept = open(subject, data, made)?;
    let learnt = subject.learnable.learn(&mut kept, settings, budget, hands, stop, progress);
    learnt.map_err(|error| fault(&error))?;
    drop(kept);
    LearntGame::read(folder(data, subject.learnable.rules()))
}

/// All games of which something was learnt, by name; and what is wrong with folders that cannot be read.
pub fn list(data: &Path) -> (Vec<LearntGame>, Vec<Error>) {
    let folders = fs::read_dir(all_folders(data)).into_iter().flatten().flatten().map(|entry| entry.path());
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
    let folder = folder(data, subject.learnable.rules());
    if folder.is_dir() { LearntGame::read(folder).map(Some) } else { Ok(None) }
}

/// Forgets a game, and says where all that was learnt of it had been; `None` if nothing was.
///
/// # Errors
/// If somebody learns it just now, or the folder cannot be removed.
pub fn forget(subject: &Subject, data: &Path) -> Result<Option<PathBuf>, Error> {
    let folder = folder(data, subject.learnable.rules());
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
    let from = network_of(Some(data), &*subject.learnable, number)?;
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
    let game = &*subject.learnable;
    let (header, network) = read_network(game, from)?;
    let mut kept = open(subject, data, header.made)?;
    let number = kept.history.len() as u32 + 1;
    let in_use = kept.history.iter().rev().find(|generation| generation.accepted);
    let last = kept.history.last();
    let generation = Generation {
        number,
        games: kept.pool.games.len() as u32,
        positions: kept.pool.positions(),
        accepted: true,
        corrects: network.corrects,
        windows: game.has_windows(&network),
        // How strong it is nobody has measured.
        elo: in_use.map_or(0.0, |in_use| in_use.elo),
        seconds: last.map_or(0.0, |last| last.seconds),
        ..Generation::default()
    };
    kept.keep(generation, &network).map_err(|error| fault(&error))?;
    Ok(number)
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
    option("width", settings.fit.width.map(|width| width.to_string()));
    let yes_or_no = |yes: Option<bool>| yes.map(|yes| if yes { "yes" } else { "no" }.to_owned());
    option("correct", yes_or_no(settings.corrects));
    option("windows", yes_or_no(settings.windows));
    option("threads", Some(settings.threads.to_string()));
    option("seed", Some(settings.seed.to_string()));
    for (flag, is_set) in [("from-rules", settings.from_rules), ("taught", settings.taught)] {
        text += &if is_set { format!(" --{flag}") } else { String::new() };
    }
    text
}

fn open(subject: &Subject, data: &Path, made: String) -> Result<Folder, Error> {
    let game = &*subject.learnable;
    let header =
        Header { game: game.title().to_owned(), rules: game.rules().to_owned(), made, ..Header::default() };
    Folder::open(&folder(data, game.rules()), header, game.places()).map_err(|error| fault(&error))
}

impl fmt::Debug for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subject")
            .field("name", &self.name)
            .field("rules", &self.rules())
            .finish_non_exhaustive()
    }
}
