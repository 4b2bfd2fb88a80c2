//! `wanqi openings random`: fair openings by chance, of any game.

use super::FoundOpenings;
use crate::Failure;
use crate::commands::position::PositionArguments;
use crate::commands::write_json;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use clap::Args;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use wanqi_play::matches::FairOpenings;
use wanqi_play::{Limits, Spec};

/// Find fair openings of any game by chance (Othello's XOT): random moves after which neither side is ahead by much
///
/// None is another one turned or mirrored. The file has what was found when Ctrl-C ends the work.
#[derive(Args, Debug)]
pub struct RandomOpenings {
    #[command(flatten)]
    position: PositionArguments,
    /// The file to write: a position a line
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Random moves
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=100))]
    plies: u32,
    /// The most that a position may be worth to either side, in hundredths of what the game's evaluation counts in:
    /// discs, pawns
    #[arg(long, value_name = "N", default_value_t = 300)]
    within: u32,
    /// Openings to find
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: u64,
    /// Nodes of the search that says what a position is worth
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Who searches
    #[arg(long, value_name = "P", default_value = "best:table=16")]
    player: Spec,
    /// Seed of the moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Positions tried for every opening that is wanted, at most.
const TRIES: u64 = 100;

impl RandomOpenings {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let table = self.position.table()?;
        let mut player = table.player(&self.player).map_err(|error| Failure::asked("--player", error))?;
        let (progress, interrupt) = (Progress::on_terminal(), Interrupt::listen());
        let stop = interrupt.stop();
        let limits = Limits { stop: stop.clone(), ..Limits::nodes(self.nodes) };
        let wrong = |error: std::io::Error| Failure::asked(self.out.display(), error);
        let mut file = File::create(&self.out).map_err(wrong)?;
        let RandomOpenings { plies, within, count, nodes, seed, .. } = self;
        let (game, searcher) = (table.spec(), &self.player);
        let about = format!("--plies {plies} --within {within} --count {count} --nodes {nodes}");
        writeln!(file, "# wanqi openings random {game} {about} --player {searcher} --seed {seed}")
            .map_err(wrong)?;
        let mut fair = FairOpenings::new(plies, within, seed);
        let (mut found, mut tried) = (0, 0);
        while found < count && tried < TRIES.saturating_mul(count) && !stop.is_stopped() {
            if let Some(opening) = fair.attempt(tried, &*table, &mut *player, &limits)? {
                writeln!(file, "# {} {}", opening.moves.join(" "), opening.value).map_err(wrong)?;
                writeln!(file, "{}", opening.position).map_err(wrong)?;
                found += 1;
            }
            tried += 1;
            progress.text(format!("{found} of {count} openings, {tried} positions tried"));
        }
        progress.clear();
        if self.json {
            return write_json(out, &FoundOpenings { file: &self.out, openings: found, tried });
        }
        writeln!(out, "{found} openings of {tried} positions, {}", self.out.display())?;
        Ok(())
    }
}
