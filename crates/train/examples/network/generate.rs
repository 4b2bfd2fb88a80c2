//! Games that an evaluation plays against itself.

use crate::game::{NetworkGame, Playing, Record};
use crate::games_file::GamesFile;
use crate::run::{bar, threads};
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;
use wanqi_search::{Limits, Stop};
use wanqi_train::{GameSettings, in_order};

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
}

/// Games that are played before the next ones begin and these are written.
const BATCH: u32 = 64;
/// No game is longer.
pub const MAX_PLIES: usize = 400;

impl<G: NetworkGame> Generate<G> {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        let (rules, evaluation) = (self.game.rules()?, G::evaluation(&self.eval)?);
        let mut file = GamesFile::open::<G::Record>(&self.out, G::NAME)?;
        let limits = Limits { stop: stop.clone(), ..Limits::nodes(self.nodes) };
        let opening = self.opening[0]..=self.opening[1];
        let settings = GameSettings { opening, limits, max_plies: MAX_PLIES };
        let progress = bar(self.games.into(), "games");
        progress.set_position(file.games.into());
        progress.reset_eta();
        while file.games < self.games && !stop.is_stopped() {
            let (begin, count) = (file.games, BATCH.min(self.games - file.games));
            let play = |index| {
                let mut search = G::search(&evaluation, 1);
                self.playing.play(&rules, &mut *search, &settings, self.seed, begin + index)
            };
            let mut positions = file.positions;
            let records = in_order(count, threads(self.threads), play, |_, record| {
                positions += record.positions();
                progress.inc(1);
                progress.set_message(format!("{positions} positions"));
            });
            if records.len() == count as usize {
                file.add(&records)?;
            }
        }
        progress.abandon();
        eprintln!("{} games, {} positions in {}", file.games, file.positions, self.out.display());
        Ok(())
    }
}
