//! `cargo xtask gomoku-network`: gomoku's network, from games against itself to the file that the evaluation embeds.

mod generate;
mod learn;
mod recipe;
mod record;
#[cfg(test)]
mod tests;

use anyhow::Result;
use clap::{Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use search::Stop;
use std::ffi::OsString;

/// Plays games of gomoku and trains a network on them
#[derive(Parser)]
#[command(name = "cargo xtask gomoku-network")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Play games and keep them; goes on where it was stopped or killed
    Generate(generate::Generate),
    /// Train a network on games and write it; goes on where it was stopped or killed
    Train(learn::Train),
    Make(recipe::Make),
}

fn main() -> Result<()> {
    let stop = Stop::default();
    let heard = stop.clone();
    ctrlc::set_handler(move || {
        // The first Ctrl-C keeps what there is, the second ends the program.
        if heard.is_stopped() {
            std::process::exit(130);
        }
        heard.stop();
    })?;
    perform(std::env::args_os(), &stop)
}

/// Does what a command line says.
fn perform(words: impl Iterator<Item = OsString>, stop: &Stop) -> Result<()> {
    match Arguments::parse_from(words).task {
        Task::Generate(generate) => generate.run(stop),
        Task::Train(train) => train.run(stop),
        Task::Make(make) => make.run(stop),
    }
}

/// Threads to use, all there are if none are asked for.
fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// Progress of so many pieces of work, with an estimate of what is left.
fn bar(length: u64, what: &str) -> ProgressBar {
    let style =
        ProgressStyle::with_template(&format!("{{bar:30}} {{pos}}/{{len}} {what}, {{eta}} left, {{msg}}"));
    ProgressBar::new(length).with_style(style.expect("the template is right"))
}
