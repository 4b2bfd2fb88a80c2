//! `cargo xtask tune`: weights of evaluations from self-play, by the example `tune` of the crate `train`.

use anyhow::Result;
use clap::Args;
use std::process::Command;

#[derive(Args)]
pub struct Tune {
    /// The game, and options: `cargo xtask tune -- --help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    arguments: Vec<String>,
}

impl Tune {
    pub fn run(self) -> Result<()> {
        crate::run(
            Command::new(env!("CARGO"))
                .args([
                    "run",
                    "--quiet",
                    "--profile",
                    "quick",
                    "--package",
                    "train",
                    "--example",
                    "tune",
                    "--",
                ])
                .args(self.arguments),
        )
    }
}
