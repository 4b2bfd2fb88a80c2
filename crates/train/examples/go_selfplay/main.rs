//! `cargo xtask go-selfplay`: games of Go of a network against itself, thousands at a time, whose positions another program
//! evaluates (`xtask/gpu/go.py`, on a graphics card), and what takes networks to such a program and back.

mod evaluations;
mod game;
mod row;
mod threads;
mod tree;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use std::io;
use std::path::{Path, PathBuf};
use threads::{Options, play};
use wanqi_eval::go::network::{Input, Network, Weights};
use wanqi_train::residual_network::{Position, Tower};
use wanqi_train::trainer::Parameters;

/// Games of Go for a network on a graphics card, and networks to it and back
#[derive(Parser)]
#[command(name = "cargo xtask go-selfplay")]
enum Task {
    /// Play games until the input ends: writes the number of a group of games (two bytes) to the output when all of them wait
    /// to be evaluated, and reads it from the input when they have been
    Play(Options),
    /// Write the parameters of a network as floats, in the order in which `network go train` keeps them
    Parameters { network: PathBuf, out: PathBuf },
    /// Write the network of such parameters; positions of a file of rows say how large the numbers between its layers are
    Network { parameters: PathBuf, rows: PathBuf, out: PathBuf },
}

/// Positions that say how large the numbers of a network are.
const SOME: usize = 600;

fn main() -> Result<()> {
    match Task::parse() {
        Task::Play(options) => play(&options, io::stdin(), io::stdout()),
        Task::Parameters { network, out } => {
            let weights = Weights::read(&read(&network)?).with_context(|| name(&network))?;
            write(
                &out,
                &Tower::default()
                    .parameters_of(&weights)
                    .iter()
                    .flat_map(|number| number.to_le_bytes())
                    .collect::<Vec<u8>>(),
            )
        }
        Task::Network { parameters, rows, out } => {
            let floats = read(&parameters)?;
            let (numbers, rest) = floats.as_chunks();
            let numbers: Vec<f32> = numbers.iter().map(|&number| f32::from_le_bytes(number)).collect();
            let tower = Tower::default();
            ensure!(
                rest.is_empty() && numbers.len() == tower.parameters(),
                "{}: {} bytes, and not those of {} parameters",
                name(&parameters),
                floats.len(),
                tower.parameters()
            );
            let seen = row::inputs(&read(&rows)?).with_context(|| name(&rows))?;
            let step = seen.len().div_ceil(SOME).max(1);
            let position =
                |Input { size, points, globals }| Position { size, points, globals, ..Position::default() };
            let weights = tower.weights(&numbers, &mut seen.into_iter().step_by(step).map(position));
            Network::new(&weights).with_context(|| name(&parameters))?;
            write(&out, &weights.to_bytes())
        }
    }
}

fn name(path: &Path) -> String {
    path.display().to_string()
}

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).with_context(|| name(path))
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| name(path))
}
