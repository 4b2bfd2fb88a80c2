//! `cargo xtask stress`: many short games of Go on boards of 5 to 19 lines, through GTP, none of which may end but by the rules.

use crate::wanqi::Wanqi;
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub struct Stress {
    /// Games in all
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// Playouts for a move
    #[arg(long, default_value_t = 16)]
    playouts: u32,
    /// Games at once
    #[arg(long, default_value_t = 1)]
    jobs: u32,
    /// A build of the program [default: the release build, made first]
    #[arg(long)]
    binary: Option<PathBuf>,
}

impl Stress {
    /// Plays the player with knowledge, behind `wanqi gtp`, against the one without. Illegal moves, crashes, time that runs
    /// out and games without an end are errors.
    pub fn run(self) -> Result<()> {
        let wanqi = self.binary.map_or_else(Wanqi::build, |binary| Ok(Wanqi::at(binary)))?;
        let [without, games, jobs] = [
            format!("mcts:playouts={},knowledge=off", self.playouts),
            self.games.to_string(),
            self.jobs.to_string(),
        ];
        let mut left = self.games;
        let sizes = 5..=19;
        for size in sizes.clone() {
            // Boards in turn, so that the numbers add up.
            let share = left.div_ceil(1 + sizes.end() - size);
            left -= share;
            let game = format!("go:size={size}");
            let program = wanqi.path().display();
            let with = format!(
                "external:protocol=gtp,cmd=\"{program} gtp {game} --player mcts:playouts={}\",time=60s",
                self.playouts
            );
            let plies = (4 * size * size).to_string();
            let share_text = share.to_string();
            let arguments = ["match", &game, "--a", &with, "--b", &without, "--opening", "2"];
            let bounds = ["--games", &share_text, "--plies", &plies, "--jobs", &jobs];
            let answer = wanqi.json(&[&arguments[..], &bounds[..]].concat())?;
            let played = answer["games"].as_array().context("wanqi match answers with games")?;
            for game in played {
                ensure!(
                    game["end"] == "rules",
                    "on {size} lines: {}, after {}",
                    game["result"],
                    game["moves"]
                );
            }
            let moves: usize = played.iter().filter_map(|game| game["moves"].as_array()).map(Vec::len).sum();
            println!("{size} lines: {} games, {moves} moves", played.len());
        }
        println!("{games} games, each ended by the rules");
        Ok(())
    }
}
