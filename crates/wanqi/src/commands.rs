//! The commands, one a file, and what they share.

mod analyze;
mod bench;
mod games;
mod lab;
mod limits;
mod r#match;
mod perft;
mod play;
mod playouts;
mod position;

use crate::Failure;
use clap::{Parser, Subcommand};
use std::io::Write;

/// Board games played, analysed and taught: one engine for all of them.
#[derive(Parser, Debug)]
#[command(name = "wanqi", version, max_term_width = 100)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Games(games::Games),
    Play(play::Play),
    Analyze(analyze::Analyze),
    Lab(lab::LabCommand),
    Match(r#match::Match),
    Perft(perft::Perft),
    Playouts(playouts::Playouts),
    Bench(bench::Bench),
}

impl Arguments {
    /// Does what is asked; answers go to `out`, progress to standard error.
    ///
    /// # Errors
    /// A [`Failure`] that says why it could not be done.
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        match self.command {
            Command::Games(games) => games.run(out),
            Command::Play(play) => play.run(out),
            Command::Analyze(analyze) => analyze.run(out),
            Command::Lab(lab) => lab.run(out),
            Command::Match(one) => one.run(out),
            Command::Perft(perft) => perft.run(out),
            Command::Playouts(playouts) => playouts.run(out),
            Command::Bench(bench) => bench.run(out),
        }
    }
}

/// Writes an answer for programs.
fn write_json(out: &mut impl Write, answer: &impl serde::Serialize) -> Result<(), Failure> {
    serde_json::to_writer_pretty(&mut *out, answer)?;
    writeln!(out)?;
    Ok(())
}
