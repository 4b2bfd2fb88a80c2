//! `cargo xtask book`: the book of chess openings that comes with the program, made of games that it plays against itself.

use crate::wanqi::Wanqi;
use anyhow::{Context, Result};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

#[derive(Args)]
pub struct Book {
    /// The book to write [default: the one that comes with the program]
    #[arg(long)]
    out: Option<PathBuf>,
    /// A folder for the games, two a file; those already in it are not played again
    #[arg(long)]
    games: PathBuf,
    /// Pairs of games
    #[arg(long, default_value_t = 430)]
    pairs: u32,
    /// Nodes that a move may take
    #[arg(long, default_value_t = 8000)]
    nodes: u32,
    /// Percent of the moves that go unnoticed, so that games differ
    #[arg(long, default_value_t = 12)]
    overlook: u32,
    /// Plies of each game that are taken
    #[arg(long, default_value_t = 20)]
    plies: u32,
    /// Games in which a move must have been played
    #[arg(long, default_value_t = 2)]
    least: u32,
    /// Percent of the points that a move must have brought
    #[arg(long, default_value_t = 35)]
    score: u32,
    /// Who looks the moves over, and how much worse than its best a move may be for it, in hundredths of a pawn
    #[arg(long, default_value = "best:nodes=100000")]
    player: String,
    #[arg(long, default_value_t = 40)]
    margin: i32,
    /// Games at once
    #[arg(long, default_value_t = 2)]
    jobs: u32,
    /// A build of the program [default: the release build, made first]
    #[arg(long)]
    binary: Option<PathBuf>,
}

impl Book {
    pub fn run(self) -> Result<()> {
        let binary = match &self.binary {
            Some(binary) => binary.clone(),
            None => Wanqi::build()?.path().to_owned(),
        };
        std::fs::create_dir_all(&self.games).with_context(|| self.games.display().to_string())?;
        let next = AtomicU32::new(1);
        std::thread::scope(|scope| {
            let play = || -> Result<()> {
                loop {
                    let pair = next.fetch_add(1, Relaxed);
                    if pair > self.pairs {
                        return Ok(());
                    }
                    self.play(&binary, pair)?;
                    eprint!("\r{pair} of {} pairs ", self.pairs);
                }
            };
            let players: Vec<_> = (0..self.jobs.max(1)).map(|_| scope.spawn(play)).collect();
            players.into_iter().try_for_each(|player| player.join().expect("no panic"))
        })?;
        eprintln!();
        let shipped = || crate::root().join("crates/play/data/chess.bin");
        let mut command = Command::new(&binary);
        command.args(["book", "make", "--out"]).arg(self.out.clone().unwrap_or_else(shipped));
        for (option, value) in [("--plies", self.plies), ("--least", self.least), ("--score", self.score)] {
            command.arg(option).arg(value.to_string());
        }
        command.args(["--player", &self.player, "--margin", &self.margin.to_string()]);
        crate::run(command.args((1..=self.pairs).map(|pair| self.file(pair))))
    }

    /// Where a pair's games are kept.
    fn file(&self, pair: u32) -> PathBuf {
        self.games.join(format!("{pair}.pgn"))
    }

    /// Plays a pair of games, or what is left of it.
    fn play(&self, binary: &Path, pair: u32) -> Result<()> {
        // A seed for each player of each pair: what goes unnoticed follows from it.
        let player =
            |seed: u32| format!("best:nodes={},overlook={},table=8,seed={seed}", self.nodes, self.overlook);
        let mut command = Command::new(binary);
        command.args(["match", "chess", "--games", "2", "--opening", "0"]);
        command.args(["--resign", "500,4", "--draw", "15,6,40", "--a", &player(2 * pair)]);
        command.args(["--b", &player(2 * pair + 1), "--pgn"]).arg(self.file(pair));
        crate::run(command.stdout(Stdio::null()))
    }
}
