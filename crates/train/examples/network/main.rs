//! `cargo xtask network`: the chess network, from games against itself to the file that the evaluation embeds.

#[path = "../common/mod.rs"]
mod common;
mod generate;
mod measure;
mod recipe;
mod record;
#[cfg(test)]
mod tests;
mod training;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::ffi::OsString;
use wanqi_search::Stop;

/// Plays games, trains a network on them, and measures how well it plays
#[derive(Parser)]
#[command(name = "cargo xtask network")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Play games and keep their quiet positions; goes on where it was stopped or killed
    Generate(generate::Generate),
    /// Train a network on positions and write it; goes on where it was stopped or killed
    Train(training::Train),
    /// Play two evaluations against each other
    Match(measure::Match),
    Make(common::recipe::Make),
}

fn main() -> Result<()> {
    perform(&mut std::env::args_os(), &common::stop_at_ctrl_c()?)
}

/// Does what a command line says.
fn perform(words: &mut dyn Iterator<Item = OsString>, stop: &Stop) -> Result<()> {
    match Arguments::parse_from(words).task {
        Task::Generate(generate) => generate.run(stop),
        Task::Train(train) => train.run(stop),
        Task::Match(measure) => measure.run(stop),
        Task::Make(make) => make.run(recipe::STEPS, stop, perform),
    }
}
