//! `wanqi learn`: weights for a game told in a rule file, from games against itself.

use crate::Failure;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use wanqi_play::training::{self, Budget, TrainingProgress};

/// Let the machine learn a game told in a rule file, by games against itself
#[derive(Args, Debug)]
pub struct Learn {
    /// The path of a rule file, or the name of one that comes with the program
    game: String,
    /// Time to learn; one minute if nothing else is said
    #[arg(long, value_name = "T", value_parser = wanqi_play::parse_duration)]
    time: Option<Duration>,
    /// Games against itself, instead of or beside a time: then one seed gives the same weights on any machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(4..))]
    games: Option<u32>,
    /// Seed of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Where to keep what is learned; the data folder if left out
    #[arg(long, value_name = "FOLDER")]
    data_dir: Option<PathBuf>,
}

impl Learn {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let no_folder = || wanqi_play::Error::spec("there is no data folder here: say one with --data-dir");
        let folder = self.data_dir.or_else(wanqi_play::data_folder).ok_or_else(no_folder)?;
        let (progress, interrupt) = (Progress::on_terminal(), Interrupt::listen());
        let stop = interrupt.stop();
        let budget = match (self.time, self.games) {
            (time, Some(games)) => Budget { time: time.unwrap_or(Duration::MAX), ..Budget::games(games) },
            (time, None) => Budget::time(time.unwrap_or(Duration::from_secs(60))),
        };
        let (run, kept) = training::learn_file(
            &self.game,
            &folder,
            budget,
            self.seed,
            &stop,
            &mut |TrainingProgress { games, part }| {
                progress.text(format!("{:.0} %, {games} games", 100.0 * part));
            },
        )?;
        progress.clear();
        let [before, after] = run.loss;
        let [share, error] = run.share.map(|share| 100.0 * share);
        writeln!(out, "{} games; loss on games held out {before:.3} before, {after:.3} after", run.games)?;
        writeln!(out, "new weights against old: {share:.0} % ± {:.0} of the points", 1.96 * error)?;
        match kept {
            Some(path) => writeln!(out, "kept in {}", path.display())?,
            None => writeln!(out, "the new weights are not shown to play better, so the old ones stay")?,
        }
        Ok(())
    }
}
