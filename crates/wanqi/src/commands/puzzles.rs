//! `wanqi puzzles`: puzzles looked for in games that were played.

use super::chosen_games::{Chosen, ChosenGames, Looking, check_new};
use super::job::close;
use super::library::games as games_text;
use super::review::usual_nodes;
use super::write_json;
use crate::Failure;
use clap::{Args, Subcommand};
use serde::Serialize;
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use wanqi_jobs::{Aim, Found};
use wanqi_play::review::{Mined, MiningNodes};
use wanqi_store::{GameId, Library, Puzzle};

/// Puzzles: look for them in games
#[derive(Args, Debug)]
pub struct PuzzlesCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Mine(Mine),
}

/// Look through games for positions where one move wins and every other is clearly worse
///
/// Each position is searched quickly, what may be a puzzle more deeply, move by move. Puzzles are kept in the library, where the
/// app trains them (#/puzzles), and each position is kept once. It is a job: what is done of it survives Ctrl-C, and --on has
/// other machines do it.
#[derive(Args, Debug)]
struct Mine {
    #[command(flatten)]
    chosen: ChosenGames,
    /// Nodes that every position is searched; playouts for mcts [default: 50000, or 2000 playouts]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Nodes for every move of what may be a puzzle [default: ten times as many]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    verify: Option<u64>,
    /// Write them to this file instead of keeping them: a line each, with tabs between the game, the position and the moves; it
    /// must not be there yet
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    looking: Looking,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct MinedOutput<'a> {
    player: &'a str,
    games: usize,
    puzzles: Vec<MinedPuzzle>,
    new: usize,
}

#[derive(Serialize)]
struct MinedPuzzle {
    game: String,
    position: String,
    line: Vec<String>,
    from: i64,
    ply: usize,
}

impl PuzzlesCommand {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let Command::Mine(command) = self.command;
        command.run(out)
    }
}

impl Mine {
    fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        check_new(self.output.as_deref())?;
        let (library, _) = self.chosen.open()?;
        let mut wanted = self.chosen.read(&library)?;
        // A puzzle says which game it is of, and no rules.
        wanted.retain(|one| one.record.rules.is_none());
        let task = self.looking.work(&wanted, |spec| {
            let first = self.nodes.unwrap_or_else(|| usual_nodes(spec));
            Aim::Puzzles(MiningNodes { first, verify: self.verify.unwrap_or(first.saturating_mul(10)) })
        })?;
        let (player, games) = (task.player.clone(), task.games.len());
        let (mut found, ended) = self.looking.run(task)?;
        if ended.1.stopped {
            return close(&ended);
        }
        let mut puzzles = Vec::new();
        let mut known = HashSet::new();
        for Chosen { number, record, .. } in wanted {
            let Some(Found::Puzzles(mined)) = found.remove(&number) else { continue };
            for Mined { ply, position, line } in mined {
                let game = record.game.clone();
                if known.insert((game.clone(), position.clone())) {
                    puzzles.push(MinedPuzzle { game, position, line, from: number, ply });
                }
            }
        }
        let new = self.keep(&puzzles)?;
        if self.json {
            write_json(out, &MinedOutput { player: &player, games, puzzles, new })?;
        } else {
            for puzzle in puzzles.iter().filter(|_| self.output.is_none()) {
                writeln!(out, "{}", text(puzzle))?;
            }
            let place = match &self.output {
                Some(path) => format!("written to {}", path.display()),
                None => format!("{new} new in the library"),
            };
            let count = puzzles.len();
            let puzzles = if count == 1 { "puzzle" } else { "puzzles" };
            writeln!(out, "{count} {puzzles} in {}, {place}", games_text(games))?;
        }
        close(&ended)
    }

    /// Keeps them, or writes them to a file; how many are new.
    fn keep(&self, puzzles: &[MinedPuzzle]) -> Result<usize, Failure> {
        if let Some(path) = &self.output {
            let cannot = |error: std::io::Error| Failure::asked(path.display(), error);
            let mut file = BufWriter::new(File::create_new(path).map_err(cannot)?);
            puzzles.iter().try_for_each(|puzzle| writeln!(file, "{}", text(puzzle))).map_err(cannot)?;
            file.flush().map_err(cannot)?;
            return Ok(puzzles.len());
        }
        let of_files = self.chosen.are_of_files();
        let kept = puzzles.iter().map(|puzzle| Puzzle {
            game: puzzle.game.clone(),
            position: puzzle.position.clone(),
            line: puzzle.line.clone(),
            origin: (!of_files).then_some(GameId(puzzle.from)),
        });
        Ok(Library::open(&super::data_folder()?)?.add_puzzles(kept)?)
    }
}

/// A line of a file of puzzles.
fn text(puzzle: &MinedPuzzle) -> String {
    [&*puzzle.game, &*puzzle.position, &*puzzle.line.join(" ")].join("\t")
}
