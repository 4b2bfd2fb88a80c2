//! A work: a game, a position of it, and what there is to do from there. All that it takes to do it is in its text, but for
//! the files that it names.

use crate::files::{self, NamedFile};
use crate::{
    Aim, AnalysisTask, Error, GamesTask, LearnTask, MatchTask, NetworkTask, PlayoutsTask, Task, Unit,
};
use serde::{Deserialize, Serialize};
use std::path::Path;
use wanqi_play::learning::{Part, Subject};
use wanqi_play::options::Unit as Counted;
use wanqi_play::{Message, Spec, Stop, Table, message, rules};
use wanqi_train::network_games::{NetworkGames, PlayGames};

/// What a job is of.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Work {
    /// The game, as [`wanqi_play::table`] takes it, or what a rule file is called.
    pub game: String,
    /// The rule file, where the program does not know the game.
    pub rules: Option<String>,
    /// The position that the record begins with, where it is not the game's own.
    pub position: Option<String>,
    /// The moves from there, in the notation for programs.
    pub moves: Vec<String>,
    /// What there is to do.
    #[serde(flatten)]
    pub task: Task,
    /// The files that players are given, by what is in them.
    pub files: Vec<NamedFile>,
}

impl Work {
    /// What there is to do from the position of a table.
    ///
    /// # Errors
    /// If a file that is named cannot be read.
    pub fn new(table: &dyn Table, task: Task) -> Result<Work, Error> {
        let spec = table.spec();
        let known = wanqi_play::info(&spec.name).is_ok() || rules::find(&spec.name).is_some();
        let text = if known { None } else { Some(rules::load(Path::new(&spec.name))?) };
        let mut work = Work {
            game: spec.to_string(),
            rules: text,
            position: None,
            moves: table.played(table.notations().len() - 1),
            task,
            files: Vec::new(),
        };
        let first = table.first_position();
        work.position = (work.game_table()?.first_position() != first).then_some(first);
        for player in work.players()? {
            files::named(table, &player, &mut work.files)?;
        }
        if let Task::Learn(task) = &mut work.task {
            for path in task.part.files() {
                files::add("a network", path, &mut work.files)?;
            }
        }
        if let Task::Network(task) = &work.task
            && task.games.is_file()
        {
            files::add("--eval", &task.games.evaluation, &mut work.files)?;
        }
        Ok(work)
    }

    /// Games that are looked back at, all by one player.
    ///
    /// # Errors
    /// If there is none, its game is not known, or a file that the player names cannot be read.
    pub fn of_games(task: GamesTask) -> Result<Work, Error> {
        let first = task.games.first().ok_or_else(|| Error::Asked("there are no games".into()))?;
        let (game, rules) = (first.game.clone(), first.rules.clone());
        let (table, player) = (first.table()?, task.player.parse()?);
        let mut files = Vec::new();
        files::named(&*table, &player, &mut files)?;
        Ok(Work { game, rules, position: None, moves: Vec::new(), task: Task::Games(task), files })
    }

    /// Reads what [`text`](Work::text) has written.
    ///
    /// # Errors
    /// If it is something else.
    pub fn read(text: &str) -> Result<Work, Error> {
        serde_json::from_str(text)
            .map_err(|error| Error::Asked(format!("not a description of work: {error}")))
    }

    /// Equal texts are equal works.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("it has no keys but strings")
    }

    /// The game from its first position.
    fn game_table(&self) -> Result<Box<dyn Table>, Error> {
        Ok(match &self.rules {
            Some(text) => rules::table(&self.game, text)?,
            None => wanqi_play::table(&self.game.parse()?)?,
        })
    }

    /// The table that everything begins at.
    ///
    /// # Errors
    /// If there is no such game, position or move.
    pub fn table(&self) -> Result<Box<dyn Table>, Error> {
        let mut table = self.game_table()?;
        if let Some(position) = &self.position {
            table.set_position(position)?;
        }
        for mv in &self.moves {
            table.play(mv)?;
        }
        Ok(table)
    }

    /// How many pieces it has, each of which can be done by itself.
    pub fn pieces(&self) -> u64 {
        match &self.task {
            Task::Match(task) => u64::from(task.games.div_ceil(2)),
            Task::Playouts(task) => task.games.div_ceil(PlayoutsTask::PIECE),
            Task::Analysis(task) => task.positions.len() as u64,
            Task::Learn(task) => task.pieces.into(),
            Task::Network(task) => task.count.into(),
            Task::Games(task) => task.games.len() as u64,
        }
    }

    /// The game as something to be learnt.
    ///
    /// # Errors
    /// If it cannot be, or is another one here.
    pub(crate) fn subject(&self) -> Result<Option<Subject>, Error> {
        let Task::Learn(task) = &self.task else { return Ok(None) };
        let subject = match &self.rules {
            Some(text) => Subject::told(&self.game, text)?,
            None => Subject::shipped(&self.game)?,
        };
        if subject.rules() != task.fingerprint {
            return Err(Error::Asked(format!("{} has other rules here", self.game)));
        }
        Ok(Some(subject))
    }

    /// The games of a unit, where the work is a match.
    pub(crate) fn games_of(&self, unit: &Unit) -> std::ops::Range<u32> {
        let Task::Match(task) = &self.task else { return 0..0 };
        let game = |pair: u64| u32::try_from(2 * pair).unwrap_or(u32::MAX).min(task.games);
        game(unit.pieces.start)..game(unit.pieces.end)
    }

    /// The players.
    ///
    /// # Errors
    /// If a text is none.
    pub fn players(&self) -> Result<Vec<Spec>, Error> {
        let texts = match &self.task {
            Task::Match(task) => task.players.to_vec(),
            Task::Playouts(_) | Task::Learn(_) | Task::Network(_) => Vec::new(),
            Task::Analysis(task) => vec![task.player.clone()],
            Task::Games(task) => vec![task.player.clone()],
        };
        Ok(texts.iter().map(|text| text.parse()).collect::<Result<_, wanqi_play::Error>>()?)
    }

    /// Whether other programs are among the players.
    pub fn starts_programs(&self) -> bool {
        self.players().is_ok_and(|players| players.iter().any(|player| player.name == "external"))
    }

    /// Whether a unit comes out the same whoever does it: nobody looks at a clock, searches with several threads, or is
    /// another program.
    pub fn is_pure(&self) -> bool {
        let Ok(table) = self.table() else { return false };
        let Ok(players) = self.players() else { return false };
        let by_time = match &self.task {
            Task::Match(task) => task.clock.is_some(),
            Task::Playouts(_) | Task::Learn(_) | Task::Network(_) => false,
            Task::Analysis(task) => task.time.is_some(),
            Task::Games(task) => task.limits(Stop::default()).time.is_some(),
        };
        let bounded = match &self.task {
            Task::Analysis(task) => task.depth.is_some() || task.nodes.is_some(),
            Task::Games(task) => {
                let limits = task.limits(Stop::default());
                limits.depth.is_some() || limits.nodes.is_some()
            }
            _ => false,
        };
        let is_pure = |spec: &Spec| {
            let threads = table.player_options(&spec.name);
            let threads = threads.iter().filter(|option| option.unit() == Some(Counted::Threads));
            let alone = threads.filter_map(|option| option.given(spec)).all(|given| given == "1");
            let by_time = || table.player(spec).map_or(true, |player| player.own_limits().time.is_some());
            spec.name != "external" && alone && (bounded || spec.is_bounded()) && !by_time()
        };
        !by_time && players.iter().all(is_pure)
    }

    /// Who plays the games of a network.
    ///
    /// # Errors
    /// If the evaluation's file cannot be used.
    pub(crate) fn network_games(&self) -> Result<Option<Box<dyn PlayGames>>, Error> {
        let Task::Network(NetworkTask { games, .. }) = &self.task else { return Ok(None) };
        let read = || wanqi_play::files::read(&games.evaluation, files::MAX_BYTES);
        let file = if games.is_file() {
            read().map_err(|error| Error::Asked(error.to_string()))?
        } else {
            Vec::new()
        };
        games.player(&file).map(Some).map_err(Error::Asked)
    }

    /// In a few words.
    pub fn about(&self) -> Message {
        let game = &self.game;
        match &self.task {
            Task::Match(MatchTask { players: [a, b], games, seed, .. }) => message!(
                "job.match",
                "match {game}, {a} against {b}, {games} games, seed {seed}",
                game,
                a,
                b,
                games = *games,
                seed = *seed
            ),
            Task::Playouts(PlayoutsTask { games, seed, .. }) => message!(
                "job.playouts",
                "playouts {game}, {games} games, seed {seed}",
                game,
                games = *games,
                seed = *seed
            ),
            Task::Analysis(AnalysisTask { positions, player, .. }) => message!(
                "job.analysis",
                "analyze {game}, {positions} positions by {player}",
                game,
                positions = positions.len(),
                player
            ),
            Task::Learn(LearnTask { part: Part::Games { .. }, generation, first, .. }) => message!(
                "job.learn-games",
                "learn {game}, generation {generation}, games from number {first} on",
                game,
                generation = *generation,
                first = first + 1
            ),
            Task::Learn(LearnTask { part: Part::Pairs { .. }, generation, .. }) => message!(
                "job.learn-match",
                "learn {game}, generation {generation}, a match",
                game,
                generation = *generation
            ),
            Task::Network(NetworkTask { games: NetworkGames { evaluation, seed, .. }, count }) => message!(
                "job.network",
                "network {game}, {games} games by {player}, seed {seed}",
                game,
                games = *count,
                player = evaluation,
                seed = *seed
            ),
            Task::Games(GamesTask { aim: Aim::Review { .. }, games, player, .. }) => message!(
                "job.review",
                "review {game}, {games} games by {player}",
                game,
                games = games.len(),
                player
            ),
            Task::Games(GamesTask { aim: Aim::Puzzles(_), games, player, .. }) => message!(
                "job.puzzles",
                "puzzles in {games} games of {game} by {player}",
                game,
                games = games.len(),
                player
            ),
        }
    }
}
