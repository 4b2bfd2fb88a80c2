//! Games that are looked back at: of files, or of the library, all of one game by one player.

use super::job::{Hears, JobArguments};
use super::library::{FormatName, GameFilter, format_of, games as games_text, load};
use crate::Failure;
use clap::Args;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use wanqi_jobs::{Aim, Found, GamesTask, Order, Outcome, Place, UnitResult, Work};
use wanqi_play::record::GameRecord;
use wanqi_play::{Message, Spec, Stop, message};
use wanqi_store::files::import;
use wanqi_store::text::{Format, ReadContext, decode};
use wanqi_store::{GameId, Library};

/// Which games.
#[derive(Args, Debug)]
pub struct ChosenGames {
    /// Files of games: PGN, PDN, SGF, GGF, moves alone, JSON; - for what comes in [default: the games that are kept]
    files: Vec<PathBuf>,
    #[command(flatten)]
    wanted: GameFilter,
    /// The format of the files [default: what the file's name or text says]
    #[arg(long, value_name = "FORMAT", value_enum, requires = "files")]
    format: Option<FormatName>,
}

/// A game that was chosen.
pub struct Chosen {
    /// Its number in the library, or in the files from 1.
    pub number: i64,
    /// Where it is kept.
    pub id: GameId,
    /// As it is kept.
    pub record: GameRecord,
}

/// Who looks at them, and where.
#[derive(Args, Debug)]
pub struct Looking {
    /// Who thinks [default: the game's strongest level, on one thread]
    #[arg(long, value_name = "PLAYER")]
    analyst: Option<String>,
    /// Games at once, on this machine
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    jobs: u32,
    #[command(flatten)]
    job: JobArguments,
}

/// A file to write to, which must not be there yet: asked before the work, and not only after it.
pub fn check_new(output: Option<&Path>) -> Result<(), Failure> {
    match output {
        Some(path) if path.exists() => Err(Failure::asked(path.display(), "it is there already")),
        _ => Ok(()),
    }
}

impl ChosenGames {
    /// The library that they are in: that of files is forgotten with the program. And the format of the first file.
    pub fn open(&self) -> Result<(Library, Option<Format>), Failure> {
        if self.files.is_empty() {
            return Ok((Library::open(&super::data_folder()?)?, None));
        }
        let mut library = Library::ephemeral()?;
        let mut first = None;
        let game = Some(self.wanted.game.clone()).filter(|game| !game.is_empty());
        let context = ReadContext { game, rules: None };
        for file in &self.files {
            let name = file.display().to_string();
            let text = decode(&load(file).map_err(|error| Failure::asked(&name, error))?).into_owned();
            let format = self.format.map(FormatName::format).unwrap_or_else(|| format_of(file, &text));
            first.get_or_insert(format);
            let imported = import(&mut library, &text, format, &context, &mut |_| true)?;
            for problem in &imported.problems {
                eprintln!("{name}: {problem}");
            }
        }
        Ok((library, first))
    }

    /// Whether they are of files.
    pub fn are_of_files(&self) -> bool {
        !self.files.is_empty()
    }

    /// The games, as they are now.
    pub fn read(&self, library: &Library) -> Result<Vec<Chosen>, Failure> {
        let ids = library.ids(&self.wanted.search())?;
        let read = |(number, id): (i64, GameId)| {
            let number = if self.are_of_files() { number } else { id.0 };
            Ok(Chosen { number, id, record: library.load(id)?.record })
        };
        (1..).zip(ids).map(read).collect()
    }
}

impl Looking {
    /// The work of looking at games, those without a move left out. One that was stopped is gone on with, whatever games have
    /// been kept since.
    pub fn work(&self, chosen: &[Chosen], aim: impl FnOnce(&Spec) -> Aim) -> Result<GamesTask, Failure> {
        let mut chosen: Vec<&Chosen> = chosen.iter().filter(|one| !one.record.is_empty()).collect();
        let name = |one: &&Chosen| one.record.game.split(':').next().unwrap_or_default().to_owned();
        let names: Vec<String> = chosen.iter().map(name).collect::<BTreeSet<_>>().into_iter().collect();
        if names.len() > 1 {
            return Err(Failure::Asked(format!(
                "these are games of {}: --game says which",
                names.join(", ")
            )));
        }
        let Some(first) = chosen.first() else {
            return Err(Failure::Asked("no game fits that has a move".into()));
        };
        let table = first.record.table()?;
        let spec: Spec = match &self.analyst {
            Some(player) => player.parse().map_err(|error| Failure::asked("--analyst", error))?,
            None => table.info().analyst()?.without_limits(),
        };
        let player = wanqi_protocol::player(&*table, &spec);
        let mut task =
            GamesTask { aim: aim(&spec), player: spec.to_string(), games: Vec::new(), ids: Vec::new() };
        let player = player.map_err(|error| Failure::asked("--analyst", error))?;
        player.keeps().check(&spec.name, &task.limits(Stop::default()))?;
        let games = chosen.iter().map(|one| Ok((one.number, GamesTask::bare(&one.record)?)));
        let games: HashMap<i64, GameRecord> = games.collect::<Result<_, Failure>>()?;
        if let Some(begun) = wanqi_jobs::begun_before(&super::data_folder()?, &task, &games)? {
            let others = chosen.len() - begun.len();
            if others > 0 {
                eprintln!(
                    "going on with what was begun of {}; {others} more come after it",
                    games_text(begun.len())
                );
            }
            chosen.retain(|one| begun.contains(&one.number));
        }
        task.ids = chosen.iter().map(|one| one.number).collect();
        task.games = task.ids.iter().map(|number| games[number].clone()).collect();
        Ok(task)
    }

    /// Looks at the games: what was found in each, by its number; a game that could not be looked at is named.
    pub fn run(&self, task: GamesTask) -> Result<(FoundInGames, (Order, Outcome)), Failure> {
        let here = Place::Here { threads: self.jobs as usize };
        let place = self.job.place(self.jobs as usize)?.unwrap_or(here);
        let mut heard = Heard { ids: task.ids.clone(), found: HashMap::new() };
        let ended = self.job.run(Work::of_games(task)?, place, &mut heard)?;
        let mut found = HashMap::new();
        for (id, one) in heard.found {
            match one {
                Ok(one) => drop(found.insert(id, one)),
                Err(error) => eprintln!("game {id}: {error}"),
            }
        }
        Ok((found, ended))
    }
}

/// What was found in games, by their numbers.
pub type FoundInGames = HashMap<i64, Found>;

/// What was found so far.
struct Heard {
    ids: Vec<i64>,
    found: HashMap<i64, Result<Found, String>>,
}

impl Hears for Heard {
    fn hear(&mut self, result: UnitResult) -> bool {
        if let UnitResult::Games(looked_at) = result {
            let known = looked_at.into_iter().filter_map(|one| Some((*self.ids.get(one.game)?, one.found)));
            self.found.extend(known);
        }
        false
    }

    fn begin_again(&mut self) {
        self.found.clear();
    }

    fn text(&self) -> Message {
        let puzzles = |found: &Result<Found, String>| match found {
            Ok(Found::Puzzles(puzzles)) => puzzles.len(),
            _ => 0,
        };
        let puzzles: usize = self.found.values().map(puzzles).sum();
        let (done, of) = (self.found.len(), self.ids.len());
        match puzzles {
            0 => message!("job.looked-at", "{done} of {of} games", done, of),
            _ => message!("job.mined", "{done} of {of} games, {puzzles} puzzles", done, of, puzzles),
        }
    }
}
