//! `cargo xtask network GAME`: a game's network, from games against itself to the file that the evaluation embeds.

mod chess;
mod game;
mod games_file;
mod generate;
mod go;
mod gomoku;
mod make;
mod measure;
mod othello;
mod pieces;
mod run;
#[cfg(test)]
mod tests;
mod training;
mod xiangqi;

use anyhow::Result;
use clap::{Parser, Subcommand};
use game::{NetworkGame, Training};
use std::ffi::OsString;
use wanqi_search::Stop;

/// Plays games, trains a network on them, and measures how well it plays
#[derive(Parser)]
#[command(name = "cargo xtask network")]
struct Arguments {
    #[command(subcommand)]
    game: GameTask,
}

#[derive(Subcommand)]
enum GameTask {
    /// The network of chess
    Chess {
        #[command(subcommand)]
        task: Task<chess::Chess>,
    },
    /// The network of Go
    Go {
        #[command(subcommand)]
        task: Task<go::Go>,
    },
    /// The patterns of Othello
    Othello {
        #[command(subcommand)]
        task: Task<othello::Othello>,
    },
    /// The network of gomoku and renju
    Gomoku {
        #[command(subcommand)]
        task: Task<gomoku::Gomoku>,
    },
    /// The network of xiangqi
    Xiangqi {
        #[command(subcommand)]
        task: Task<xiangqi::Xiangqi>,
    },
}

#[derive(Subcommand)]
enum Task<G: NetworkGame> {
    /// Play games and keep their quiet positions; goes on where it was stopped or killed
    Generate(generate::Generate<G>),
    /// Train a network on games and write it; goes on where it was stopped or killed
    Train(G::Training),
    /// Play two evaluations against each other
    Measure(measure::Measure<G>),
    Make(make::Make),
}

fn main() -> Result<()> {
    perform(&mut std::env::args_os(), &run::stop_at_ctrl_c()?)
}

/// Does what a command line says.
fn perform(words: &mut dyn Iterator<Item = OsString>, stop: &Stop) -> Result<()> {
    match Arguments::parse_from(words).game {
        GameTask::Chess { task } => task.run(stop),
        GameTask::Go { task } => task.run(stop),
        GameTask::Othello { task } => task.run(stop),
        GameTask::Gomoku { task } => task.run(stop),
        GameTask::Xiangqi { task } => task.run(stop),
    }
}

impl<G: NetworkGame> Task<G> {
    fn run(&self, stop: &Stop) -> Result<()> {
        match self {
            Task::Generate(generate) => generate.run(stop),
            Task::Train(train) => train.run(stop),
            Task::Measure(measure) => measure.run(stop),
            Task::Make(make) => make.run(G::NAME, G::STEPS, stop, perform),
        }
    }
}
