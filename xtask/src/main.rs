//! What people and CI run beside the product: `cargo xtask --help`.
#![forbid(unsafe_code)]

mod analyst;
mod bench;
mod book;
mod cluster;
mod epd;
mod forbidden;
mod fuzz;
mod load;
mod perft;
mod stress;
mod train;
mod wanqi;
mod web;

use anyhow::{Context, Result, ensure};
use clap::{Parser, Subcommand};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Checks and measurements that are no part of the product
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run everything that CI runs
    Ci,
    /// Compare perft counts with tables, deeper than the tests do
    Perft(perft::Perft),
    /// Count the positions of a suite (EPD with bm or am) that a UCI engine solves
    Epd(epd::Epd),
    /// Compare renju's forbidden points with a suite of boards
    Forbidden(forbidden::Forbidden),
    /// Fuzz the parsers (needs a nightly toolchain and cargo-fuzz)
    Fuzz(fuzz::Fuzz),
    /// Play games and make of them the book of chess openings that comes with the program
    Book(book::Book),
    /// Measure random games and perft side by side with other programs
    Bench(bench::Bench),
    /// Tune an evaluation by games against itself, and write its weights
    Tune(train::Train),
    /// Tune the numbers of a game's search by games between sets of them
    TuneSearch(train::Train),
    /// Kill workers, restart the server and cut the wire in the middle of a match on a cluster; or measure one
    Cluster(cluster::Cluster),
    /// Play games for the network of a game, train it, and measure it
    Network(train::Train),
    /// Play games of Go for a network on a graphics card (xtask/gpu/go.py), and take networks there and back
    GoSelfplay(train::Train),
    /// Play many games at once in the app: what is lost, how long answers take, how much memory it takes
    Load(load::Load),
    /// Play many short games of Go through GTP; all must end by the rules
    Stress(stress::Stress),
    /// Play who analyses a game against its other levels, by the clock
    Analyst(analyst::Analyst),
    /// Play the machine's players on rule files against random and greedy ones
    Strength(train::Train),
    /// Build the page as a folder that any host serves, without a server: target/link
    Web(web::Web),
}

fn main() -> Result<()> {
    match Arguments::parse().task {
        Task::Ci => run(Command::new(root().join(".ci/run")).current_dir(root())),
        Task::Perft(perft) => perft.run(),
        Task::Epd(epd) => epd.run(),
        Task::Forbidden(forbidden) => forbidden.run(),
        Task::Fuzz(fuzz) => fuzz.run(),
        Task::Book(book) => book.run(),
        Task::Bench(bench) => bench.run(),
        Task::Tune(tune) => tune.run("tune"),
        Task::TuneSearch(tune) => tune.run("tune_search"),
        Task::Network(network) => network.run("network"),
        Task::GoSelfplay(selfplay) => selfplay.run("go_selfplay"),
        Task::Cluster(cluster) => cluster.run(),
        Task::Load(load) => load.run(),
        Task::Stress(stress) => stress.run(),
        Task::Analyst(analyst) => analyst.run(),
        Task::Strength(strength) => strength.run("strength"),
        Task::Web(web) => web.run(),
    }
}

/// The root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").into()
}

/// Runs a command whose output is for people, and fails if it does.
fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot run {command:?}"))?;
    ensure!(status.success(), "{command:?} has failed: {status}");
    Ok(())
}
