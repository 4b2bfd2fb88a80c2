//! Games that networks can be learnt of: what is known of one before it was learnt, where what was learnt is kept, and the
//! evaluation that plays by it. What is done with them is in [`crate::learning`].

mod shipped;

pub use shipped::shipped_networks;

use crate::environment::{Environment, Learned, environment};
use crate::evaluation::{Declaration, Evaluation, KnowledgeSource};
use crate::options::{FileOption, FileValue, NumberOption};
use crate::{Error, Scale, ScoreUnit, files};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use wanqi_eval::data_file::LostFile;
use wanqi_eval::learnt::{Board, BoardContents, Contents, Learnt, Network, monte_carlo};
use wanqi_eval::network::{Header, NetworkError};
use wanqi_game::{Game, message};
use wanqi_search::alpha_beta::{Best, Options as BestOptions};
use wanqi_search::host::HAS_THREADS;
use wanqi_search::mcts::Mcts;
use wanqi_search::{Evaluator, NoEvaluation, Search, Stop, Tactics};
use wanqi_train::learner::parts::{Hands, Part, Piece};
use wanqi_train::learner::{
    Budget, Folder, Generation, LearnError, LearnProgress, Learner, Settings, Teacher, champion_of,
    network_path, read_history,
};

/// The lead that multiplies the odds by *e* where nothing is known of that.
pub(crate) const SCALE: f32 = wanqi_eval::rulebook::SCALE;

/// The most bytes of a network's file.
pub(crate) const MAX_BYTES: u64 = 64 << 20;

/// Another network than the one in use.
pub(crate) const NET: FileOption = FileOption::new("net", "a file with another network", &[]);

/// Any network that was learnt of the game, and not only the one in use.
const GENERATION: NumberOption<u32> = NumberOption::new(
    "generation",
    "the network of this generation, of those that were learnt; 0: the one that comes with the program",
    0..=u32::MAX,
);

/// A game that can be learnt, its type erased.
pub(crate) trait Learnable: Send + Sync {
    /// What its files call it, for people.
    fn title(&self) -> &str;

    /// Which rules, as a text that is the same for the same rules.
    fn rules(&self) -> &str;

    /// How many places its positions have.
    fn places(&self) -> usize;

    /// Whether there is something to be [taught](Settings::taught) by.
    fn has_teacher(&self) -> bool;

    /// Whether a network looks at neighbouring places together.
    fn has_windows(&self, network: &Network) -> bool;

    /// The network of a file and what the file says of it, if it is one of these rules.
    fn read(&self, bytes: &[u8]) -> Result<(Header, Network), NetworkError>;

    /// The game as learners of other programs see it.
    fn environment(&self) -> Box<dyn Environment>;

    /// Learns it: generations that go into the folder.
    fn learn(
        &self,
        kept: &mut Folder,
        settings: Settings,
        budget: Budget,
        hands: Option<&mut dyn Hands>,
        stop: &Stop,
        progress: &mut dyn FnMut(LearnProgress<'_>),
    ) -> Result<(), LearnError>;

    /// Makes ready for pieces of a part of learning it.
    fn pieces(self: Arc<Self>, part: &Part) -> Result<DoPiece, Error>;

    /// Whether a piece that somebody else tells of can be so.
    fn check(&self, part: &Part, piece: &Piece) -> Result<(), String>;
}

/// Does pieces of a part of learning, by their numbers; `None` if it was stopped.
pub type DoPiece = Box<dyn FnMut(u32, &Stop) -> Option<Piece> + Send>;

/// Plays by what the program knows of a game otherwise.
pub(crate) struct Known<G> {
    /// Makes its searches.
    pub make: Box<dyn Fn() -> Box<dyn Search<G>> + Send + Sync>,
    /// What their scores mean, where positions can be learnt from these.
    pub scale: Option<Scale>,
}

/// What is worked out from the rules of a game once somebody asks.
type SeenWhenAsked<P> = LazyLock<P, Box<dyn FnOnce() -> P + Send>>;

/// A game that can be learnt.
pub(crate) struct LearnableGame<G, C, B, T>
where
    G: Game,
{
    game: G,
    title: String,
    rules: String,
    /// What is known before it was learnt. Looking at the rules takes a moment, and nobody may ask.
    parts: SeenWhenAsked<Parts<C, B, T>>,
    /// Whether that is nothing.
    blind: bool,
    known: Option<Known<G>>,
    /// What its players know beside their search.
    knowledge: Option<KnowledgeSource<G>>,
}

/// What is known of a game before it was learnt.
pub(crate) struct Parts<C, B, T> {
    /// What its positions consist of, and an evaluation.
    pub untrained: Learnt<C, B>,
    /// What is known of its moves.
    pub tactics: T,
}

/// A board of which nothing is known but its rules and which moves come first.
pub(crate) type LearnableBoard<G, T> = LearnableGame<G, BoardContents<G>, NoEvaluation, T>;

impl<G: Board + Clone + Send + 'static, T: Send + 'static> LearnableBoard<G, T> {
    /// A game that the program knows by heart. `rules` is the spec that lays its table; `known` plays by what a network must
    /// beat to be used unasked.
    pub fn by_heart(rules: String, game: G, tactics: T, known: Known<G>) -> Self {
        let of_contents = game.clone();
        let parts = move || {
            let contents = Arc::new(BoardContents::new(&of_contents));
            Parts { untrained: Learnt::untrained(contents, NoEvaluation), tactics }
        };
        LearnableGame {
            game,
            title: rules.clone(),
            rules,
            parts: LazyLock::new(Box::new(parts)),
            blind: true,
            known: Some(known),
            knowledge: None,
        }
    }

    /// The same, and its players know more than they search.
    pub fn knowing(self, source: KnowledgeSource<G>) -> Self {
        LearnableGame { knowledge: Some(source), ..self }
    }
}

/// Of whoever does pieces of learning: the part says what is used, so that everything has to be there.
fn of_pieces() -> Settings {
    Settings { taught: true, ..Settings::default() }
}

/// The strong alpha-beta by what is known of a game, and what its scores mean.
pub(crate) fn best_by<G, E, T>(
    evaluator: impl Fn() -> E + Send + Sync + 'static,
    tactics: T,
    scale: Scale,
) -> Known<G>
where
    G: Game + 'static,
    E: Evaluator<G> + 'static,
    T: Tactics<G, E> + Clone + 'static,
{
    let options = BestOptions { table_mb: 1, ..BestOptions::default() };
    let make =
        move || -> Box<dyn Search<G>> { Box::new(Best::new(evaluator(), tactics.clone(), options.clone())) };
    Known { make: Box::new(make), scale: Some(scale) }
}

impl<G: Game, C, B, T> LearnableGame<G, C, B, T> {
    /// A game of which something is known by its rules alone.
    pub fn told(
        title: String,
        rules: String,
        game: G,
        parts: impl FnOnce() -> Parts<C, B, T> + Send + 'static,
    ) -> Self {
        let parts = LazyLock::new(Box::new(parts) as Box<_>);
        LearnableGame { game, title, rules, parts, blind: false, known: None, knowledge: None }
    }

    /// What is known of it before it was learnt.
    pub fn parts(&self) -> &Parts<C, B, T> {
        &self.parts
    }
}

impl<G, C, B, T> LearnableGame<G, C, B, T>
where
    G: Learned,
    C: Contents<G> + 'static,
    B: Evaluator<G> + Clone + 'static,
    T: Tactics<G, Learnt<C, B>> + Clone + 'static,
{
    /// The evaluation by the network of a file, or by the one that comes with the program.
    fn with_network(&self, path: Option<&Path>) -> Result<Learnt<C, B>, Error> {
        let network = match path {
            Some(path) => read_network(self, path)?.1,
            None => self.shipped()?.ok_or_else(|| nothing_learnt(&self.title))?,
        };
        let learnt = self.parts().untrained.clone().with_network::<G>(network);
        learnt.map_err(|error| Error::Network(error.to_string()))
    }

    fn learner(&self, mut settings: Settings) -> Learner<'_, G, C, B, T> {
        let Parts { untrained, tactics, .. } = self.parts();
        // What is known of moves has margins in these units.
        if let Some(scale) = self.known.as_ref().and_then(|known| known.scale) {
            settings.fit.scale = scale.odds().round().max(1.0) as i32;
        }
        Learner {
            game: &self.game,
            untrained: untrained.clone(),
            tactics: tactics.clone(),
            begins_with: if settings.from_rules { None } else { self.shipped().ok().flatten() },
            blind: self.blind,
            known: self.known.as_ref().map(|known| &*known.make as _),
            teacher: self.teacher().filter(|_| settings.taught),
            settings,
        }
    }

    /// What the program knows of the game by heart, if it says of positions what can be learnt.
    fn teacher(&self) -> Option<Teacher<'_, G>> {
        let known = self.known.as_ref()?;
        Some(Teacher { search: &*known.make as _, scale: known.scale?.odds() })
    }

    /// The network that comes with the program, if there is one of this game.
    fn shipped(&self) -> Result<Option<Network>, LostFile> {
        let Some(file) = shipped::network_of(&self.rules) else { return Ok(None) };
        let read = Network::read(&file.read()?, self.parts().untrained.contents().layout());
        Ok(read.ok().map(|(_, network)| network))
    }

    /// The evaluation by what was learnt, and whether players are to use it unless they are told another one.
    pub fn trained(self: &Arc<Self>) -> (Box<dyn Evaluation<G>>, bool) {
        let data = crate::data_folder();
        let in_use = network_in_use(data.as_deref(), &self.rules);
        let is_best = match &in_use {
            Some((generation, _)) => generation.beside.is_none_or(|beside| beside.is_better),
            None => comes_with_network(&self.rules),
        };
        let file = shipped::network_of(&self.rules).filter(|_| in_use.is_none());
        // The one in use is read once.
        let this = Arc::clone(self);
        let kept = Arc::new(LazyLock::new(move || {
            this.with_network(in_use.as_ref().map(|(_, path)| path.as_path()))
        }));
        let (of_scale, this) = (Arc::clone(&kept), Arc::clone(self));
        let make = Arc::new(move |(net, generation): (Option<FileValue>, Option<u32>)| {
            let learnt = match (net, generation) {
                (Some(_), Some(_)) => {
                    return Err(Error::spec(message!(
                        "fault.net-or-generation",
                        "a network is of a file or of a generation, not of both"
                    )));
                }
                (Some(FileValue::Path(path)), None) => this.with_network(Some(path.as_ref()))?,
                (_, Some(0)) => this.with_network(None)?,
                (_, Some(number)) => {
                    this.with_network(Some(&network_of(data.as_deref(), &*this, number)?))?
                }
                _ => (**kept).clone()?,
            };
            Ok((learnt, this.parts().tactics.clone()))
        });
        // A network may know likely moves as well.
        let of_guide = Arc::clone(&make);
        let guided = move |given, options, odds| -> Result<Mcts<G>, Error> {
            let (learnt, tactics) = of_guide(given)?;
            Ok(monte_carlo(options, learnt, tactics, odds))
        };
        // No two games have the same pieces, and a pawn here is not one there.
        let usual = Scale::of(ScoreUnit::Probability, SCALE);
        let help = "a network from games against itself, by wanqi learn";
        // A network learnt beside what is known by heart tells leads in the same units.
        let of_known = self.known.as_ref().and_then(|known| known.scale);
        let scale = move || {
            let odds = of_scale
                .as_ref()
                .as_ref()
                .ok()
                .and_then(Learnt::network)
                .map_or(SCALE, |network| network.scale as f32);
            of_known
                .filter(|known| known.odds().round() == odds)
                .unwrap_or(Scale::of(ScoreUnit::Probability, odds))
        };
        let trained = Declaration::new("trained", help, usual, (NET, GENERATION), move |given| make(given));
        let mut trained = trained.with_scale(scale).made_of(file).guiding_by(guided);
        if let Some(source) = &self.knowledge {
            trained = trained.knowing(source);
        }
        (trained.boxed(), is_best)
    }
}

impl<G, C, B, T> Learnable for LearnableGame<G, C, B, T>
where
    G: Learned,
    C: Contents<G> + 'static,
    B: Evaluator<G> + Clone + 'static,
    T: Tactics<G, Learnt<C, B>> + Clone + 'static,
{
    fn title(&self) -> &str {
        &self.title
    }

    fn rules(&self) -> &str {
        &self.rules
    }

    fn places(&self) -> usize {
        self.parts().untrained.contents().layout().places()
    }

    fn has_teacher(&self) -> bool {
        self.teacher().is_some()
    }

    fn has_windows(&self, network: &Network) -> bool {
        network.has_windows(self.parts().untrained.contents().layout())
    }

    fn read(&self, bytes: &[u8]) -> Result<(Header, Network), NetworkError> {
        let (header, _) = wanqi_eval::network::read(bytes)?;
        if header.rules != self.rules {
            let found = format!("{} ({})", header.game, header.rules);
            let expected = format!("{} ({})", self.title, self.rules);
            return Err(NetworkError::OtherGame { found, expected });
        }
        Network::read(bytes, self.parts().untrained.contents().layout())
    }

    fn environment(&self) -> Box<dyn Environment> {
        environment(&self.game)
    }

    fn learn(
        &self,
        kept: &mut Folder,
        settings: Settings,
        budget: Budget,
        hands: Option<&mut dyn Hands>,
        stop: &Stop,
        progress: &mut dyn FnMut(LearnProgress<'_>),
    ) -> Result<(), LearnError> {
        if !HAS_THREADS {
            let nowhere = io::Error::other("it is not learnt in a browser");
            return Err(LearnError::File(PathBuf::new(), nowhere));
        }
        self.learner(settings).run_by(hands, kept, budget, stop, progress)
    }

    fn pieces(self: Arc<Self>, part: &Part) -> Result<DoPiece, Error> {
        let mut networks = HashMap::new();
        for path in part.clone().files() {
            let (_, network) = read_network(&*self, Path::new(path))?;
            networks.insert(path.clone(), network);
        }
        let evaluations = self.learner(of_pieces()).evaluations(part, &networks).map_err(Error::spec)?;
        let part = part.clone();
        Ok(Box::new(move |number, stop| self.learner(of_pieces()).piece(&part, &evaluations, number, stop)))
    }

    fn check(&self, part: &Part, piece: &Piece) -> Result<(), String> {
        self.learner(of_pieces()).check(part, piece)
    }
}

/// Whether a network comes with the program for these rules.
pub(crate) fn comes_with_network(rules: &str) -> bool {
    shipped::network_of(rules).is_some()
}

/// The folder of all that was learnt, in the data folder.
const FOLDER: &str = "learnt";

/// Where all that was learnt is, in a data folder.
pub(crate) fn all_folders(data: &Path) -> PathBuf {
    data.join(FOLDER)
}

/// Where what was learnt of these rules is, in a data folder.
pub(crate) fn folder(data: &Path, rules: &str) -> PathBuf {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '-';
    all_folders(data).join(rules.replace(|c| !is_plain(c), "_"))
}

/// The generation in use of a game, if one was learnt that is better than what was known before, and its network.
fn network_in_use(data: Option<&Path>, rules: &str) -> Option<(Generation, PathBuf)> {
    let folder = folder(data?, rules);
    let history = read_history(&folder).ok()?;
    let number = champion_of(&history)?;
    let generation = history.into_iter().find(|generation| generation.number == number)?;
    Some((generation, network_path(&folder, number))).filter(|(_, path)| path.is_file())
}

/// Where the network of a generation of a game is.
///
/// # Errors
/// If there is no such generation, or that cannot be read.
pub(crate) fn network_of(data: Option<&Path>, game: &dyn Learnable, number: u32) -> Result<PathBuf, Error> {
    let folder = data.map(|data| folder(data, game.rules())).filter(|folder| folder.is_dir());
    let folder = folder.ok_or_else(|| nothing_learnt(game.title()))?;
    let generations = read_history(&folder).map_err(|error| fault(&error))?;
    if generations.iter().all(|generation| generation.number != number) {
        return Err(Error::spec(message!(
            "fault.no-generation",
            "{game} has no generation {number}, of {count}",
            game = game.title(),
            number = number as usize,
            count = generations.len()
        )));
    }
    Ok(network_path(&folder, number))
}

/// There is no network of a game.
fn nothing_learnt(game: &str) -> Error {
    Error::spec(message!("fault.nothing-learnt", "nothing was learnt of {game} yet: wanqi learn", game))
}

/// The network of a file and what the file says of it, if it is one of the game's rules.
///
/// # Errors
/// If it is not, or cannot be read.
pub(crate) fn read_network(game: &dyn Learnable, path: &Path) -> Result<(Header, Network), Error> {
    let wrong = |error: &dyn std::fmt::Display| Error::Network(format!("{}: {error}", path.display()));
    let bytes = files::read(path, MAX_BYTES).map_err(|error| wrong(&error))?;
    game.read(&bytes).map_err(|error| wrong(&error))
}

/// What a learner has met.
pub(crate) fn fault(error: &LearnError) -> Error {
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
        LearnError::Hands(_) | LearnError::Missing(_) => Error::Player(error.to_string()),
        error => cannot_keep(error),
    }
}

/// A file of what was learnt cannot be read or written.
pub(crate) fn cannot_keep(what: &dyn std::fmt::Display) -> Error {
    let what = what.to_string();
    Error::spec(message!("fault.learnt-file", "what was learnt cannot be read or written: {what}", what))
}
