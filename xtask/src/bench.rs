//! `cargo xtask bench`: random games beside OpenSpiel's, perft beside Stockfish's, in one run on one core each.

use crate::wanqi::Wanqi;
use anyhow::{Context, Result};
use clap::Args;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

#[derive(Args)]
pub struct Bench {
    /// Seconds of each measurement of random games
    #[arg(long, default_value_t = 3.0)]
    seconds: f64,
    /// A Python that can import pyspiel (`pip install open_spiel`)
    #[arg(long, default_value = "python3")]
    python: PathBuf,
    /// Stockfish
    #[arg(long, default_value = "stockfish")]
    stockfish: PathBuf,
}

/// Our games, and what OpenSpiel calls them.
const GAMES: &[(&str, &str)] = &[
    ("tictactoe", "tic_tac_toe"),
    ("connect4", "connect_four"),
    ("othello", "othello"),
    ("gomoku", "gomoku"),
    ("go:size=9", "go(board_size=9,komi=0.0)"),
    ("go:size=13", "go(board_size=13,komi=0.0)"),
    ("go", "go(board_size=19,komi=0.0)"),
    ("chess", "chess"),
    ("xiangqi", "xiangqi"),
];

/// Chess positions and depths.
const PERFT: &[(&str, u32)] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
];

impl Bench {
    pub fn run(self) -> Result<()> {
        let wanqi = Wanqi::build()?;
        println!("Random games a second, one core, {} s each\n", self.seconds);
        println!("| game | wanqi | OpenSpiel | ratio |\n|---|---|---|---|");
        let mut silent = None;
        for (game, theirs) in GAMES {
            let seconds = self.seconds.to_string();
            let ours = wanqi.json(&["playouts", game, "--seconds", &seconds]);
            let ours = ours.map(|answer| answer["games_per_second"].as_f64().unwrap_or(0.0));
            let theirs = self.open_spiel(theirs);
            row(game, &ours, &theirs);
            silent = silent.or(theirs.err()).or(ours.err());
        }
        println!("\nChess perft, million paths a second, one core\n");
        println!("| position | depth | wanqi | Stockfish | ratio |\n|---|---|---|---|---|");
        for (position, depth) in PERFT {
            let ours = wanqi.json(&["perft", "chess", &depth.to_string(), "--position", position]);
            let ours = ours.map(|answer| answer["paths_per_second"].as_f64().unwrap_or(0.0) / 1e6);
            let theirs = self.stockfish(position, *depth).map(|rate| rate / 1e6);
            row(&format!("{position} | {depth}"), &ours, &theirs);
            silent = silent.or(theirs.err()).or(ours.err());
        }
        if let Some(error) = silent {
            println!("\nWhat is missing: {error:#}");
        }
        Ok(())
    }

    /// Random games a second by OpenSpiel's own C++ rollouts.
    fn open_spiel(&self, game: &str) -> Result<f64> {
        let output = Command::new(&self.python)
            .arg(crate::root().join("xtask/peers/open_spiel.py"))
            .args([game, &self.seconds.to_string()])
            .output()
            .with_context(|| format!("cannot run {}", self.python.display()))?;
        let said = String::from_utf8_lossy(&output.stderr);
        let last = said.trim().lines().last().unwrap_or_default();
        let answer = String::from_utf8_lossy(&output.stdout).trim().parse();
        answer.with_context(|| format!("OpenSpiel has no answer for {game}: {last}"))
    }

    /// Move paths a second by Stockfish.
    fn stockfish(&self, position: &str, depth: u32) -> Result<f64> {
        let program = installed(&self.stockfish);
        let mut child = Command::new(&program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot run {}", program.display()))?;
        let mut input = child.stdin.take().context("a pipe to Stockfish")?;
        let mut lines = BufReader::new(child.stdout.take().context("a pipe from Stockfish")?).lines();
        writeln!(input, "isready")?;
        lines.find(|line| line.as_ref().is_ok_and(|line| line == "readyok"));
        writeln!(input, "position fen {position}\ngo perft {depth}")?;
        let began = Instant::now();
        let count =
            lines.find_map(|line| line.ok()?.strip_prefix("Nodes searched: ")?.trim().parse::<u64>().ok());
        let seconds = began.elapsed().as_secs_f64();
        writeln!(input, "quit")?;
        child.wait()?;
        Ok(count.context("Stockfish has not counted")? as f64 / seconds)
    }
}

/// Debian keeps games out of the search path of some users.
fn installed(program: &Path) -> PathBuf {
    let debian = Path::new("/usr/games").join(program);
    let bare = program.components().count() == 1;
    if bare && debian.exists() { debian } else { program.into() }
}

fn row(name: &str, ours: &Result<f64>, theirs: &Result<f64>) {
    let text = |rate: &Result<f64>| rate.as_ref().map_or("–".into(), |rate| format!("{rate:.0}"));
    let ratio = match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => format!("{:.2}", ours / theirs),
        _ => "–".into(),
    };
    println!("| {name} | {} | {} | {ratio} |", text(ours), text(theirs));
}
