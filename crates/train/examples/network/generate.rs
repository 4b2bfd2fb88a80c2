//! Games that an evaluation plays against itself: on threads, or in units by others.

use crate::game::{NetworkGame, read_kept};
use crate::games_file::GamesFile;
use crate::run::{bar, threads};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::path::PathBuf;
use wanqi_jobs::{Access, Audience, NetworkTask, Order, Status, Task, UnitResult, Work};
use wanqi_search::Stop;
use wanqi_train::in_order;
use wanqi_train::network_games::{NetworkGames, PlayGames};

#[derive(Args)]
pub struct Generate<G: NetworkGame> {
    #[command(flatten)]
    game: G,
    /// The file of games; what is there is kept, and games are added until there are enough
    #[arg(long)]
    out: PathBuf,
    /// Games in all
    #[arg(long, default_value_t = 100_000)]
    games: u32,
    /// The evaluation that plays, by its name, or the file of a network
    #[arg(long, default_value = G::DEFAULTS.evaluation)]
    eval: String,
    /// Nodes that a move is searched
    #[arg(long, default_value = G::DEFAULTS.nodes)]
    nodes: u64,
    /// Random plies at the beginning of a game: least and most
    #[arg(long, num_args = 2, default_values = G::DEFAULTS.opening)]
    opening: Vec<u32>,
    #[command(flatten)]
    playing: G::Playing,
    /// The seed of all random choices. One seed gives the same file on any number of threads, killed in between or not
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; all there are if left out
    #[arg(long)]
    threads: Option<usize>,
    /// Where to play: `here`, in units with a ledger, or by the workers at a server, nats://HOST (docs/cluster.md); the file
    /// is the same
    #[arg(long)]
    on: Option<String>,
    /// Games in a unit [default: what takes some 20 seconds]
    #[arg(long, requires = "on")]
    unit: Option<u64>,
    #[command(flatten)]
    access: Access,
}

/// Games that are played before the next ones begin and these are written.
const BATCH: u32 = 64;

impl<G: NetworkGame> Generate<G> {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        self.game.rules()?;
        let games = NetworkGames {
            played: self.game.played(&self.playing),
            evaluation: self.eval.clone(),
            nodes: self.nodes,
            opening: (self.opening[0], self.opening[1]),
            seed: self.seed,
        };
        let evaluation = if games.is_file() {
            read_kept(self.eval.as_ref())
                .with_context(|| format!("{} is no evaluation that has a name", self.eval))?
        } else {
            Vec::new()
        };
        let player = games.player(&evaluation).map_err(anyhow::Error::msg)?;
        let mut file = GamesFile::open::<G::Record>(&self.out, G::NAME)?;
        match &self.on {
            Some(place) => self.play_on(place, games, &*player, &mut file, stop)?,
            None => self.play(&*player, &mut file, stop)?,
        }
        eprintln!("{} games, {} positions in {}", file.games, file.positions, self.out.display());
        Ok(())
    }

    fn play(&self, player: &dyn PlayGames, file: &mut GamesFile, stop: &Stop) -> Result<()> {
        let progress = bar(self.games.into(), "games");
        progress.set_position(file.games.into());
        progress.reset_eta();
        while file.games < self.games && !stop.is_stopped() {
            let (begin, count) = (file.games, BATCH.min(self.games - file.games));
            let play = |index| {
                let record = player.play(begin + index, stop)?;
                let positions = player.positions(&record).expect("what was played is a game");
                Some((record, positions))
            };
            let mut positions = file.positions;
            let records = in_order(count, threads(self.threads), play, |_, (_, of_game)| {
                positions += of_game;
                progress.inc(1);
                progress.set_message(format!("{positions} positions"));
            });
            if records.len() == count as usize {
                file.add(&records)?;
            }
        }
        progress.abandon();
        Ok(())
    }

    /// The same games as units of a job.
    fn play_on(
        &self,
        place: &str,
        games: NetworkGames,
        player: &dyn PlayGames,
        file: &mut GamesFile,
        stop: &Stop,
    ) -> Result<()> {
        if file.games >= self.games {
            return Ok(());
        }
        let place = self.access.place(place, threads(self.threads))?;
        let table = wanqi_play::table(&games.played.game().parse()?)?;
        let known = file.games.into();
        let order = Order {
            work: Work::new(&*table, Task::Network(NetworkTask { games, count: self.games }))?,
            place,
            unit: self.unit,
            known,
            data: wanqi_play::data_folder().context("there is no folder for the ledger: WANQI_DATA_DIR")?,
            arguments: std::env::args().collect(),
        };
        let mut hears = Hears { player, file, again: false, failure: None, stop: stop.clone() };
        let outcome = wanqi_jobs::run(&order, &mut hears, stop)?;
        if let Some(failure) = hears.failure {
            return Err(failure);
        }
        if let Some((unit, error)) = outcome.set_aside.first() {
            bail!("unit {unit} is set aside, the same command tries it again: {error}");
        }
        if outcome.stopped {
            eprintln!("job {} is stopped: the same command goes on", outcome.job);
            return Ok(());
        }
        // All that counts is in the file.
        Ok(wanqi_jobs::forget(&order, &outcome)?)
    }
}

/// Puts games into the file, in their order.
struct Hears<'a> {
    player: &'a dyn PlayGames,
    file: &'a mut GamesFile,
    /// Some of what was told was not so, and is told again.
    again: bool,
    failure: Option<anyhow::Error>,
    stop: Stop,
}

impl Hears<'_> {
    fn add(&mut self, result: &UnitResult) -> Result<()> {
        let UnitResult::Network(played) = result else { bail!("a unit of another kind") };
        for (number, record) in played.records().map_err(anyhow::Error::msg)? {
            if std::mem::take(&mut self.again) {
                self.file.cut(number)?;
            }
            if number > self.file.games {
                bail!("game {} could not be played", self.file.games);
            }
            if number == self.file.games {
                let positions = self.player.positions(&record).map_err(anyhow::Error::msg)?;
                self.file.add(&[(record, positions)])?;
            }
        }
        Ok(())
    }
}

impl Audience for Hears<'_> {
    fn hear(&mut self, result: UnitResult) -> bool {
        if self.failure.is_none()
            && let Err(error) = self.add(&result)
        {
            self.failure = Some(error);
            self.stop.stop();
        }
        false
    }

    fn begin_again(&mut self) {
        self.again = true;
    }

    fn text(&self) -> wanqi_play::Message {
        let GamesFile { games, positions, .. } = *self.file;
        wanqi_play::message!("job.recorded", "{games} games, {positions} positions", games, positions)
    }

    fn show(&mut self, status: &Status) {
        eprint!("\r{status}  ");
    }

    fn notice(&mut self, text: &str) {
        eprintln!("{text}");
    }
}
