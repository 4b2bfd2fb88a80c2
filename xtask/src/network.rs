//! `cargo xtask network`: the chess network from self-play to its file, by the example `network` of the crate `train`.

use anyhow::Result;
use clap::Args;
use std::process::Command;

#[derive(Args)]
pub struct Network {
    /// What to do, and options: `cargo xtask network -- --help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    arguments: Vec<String>,
}

impl Network {
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
                    "network",
                    "--",
                ])
                .args(self.arguments),
        )
    }
}
