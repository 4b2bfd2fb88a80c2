//! `cargo xtask strength`: whether games told in rule files are played with sense, by the example `strength` of the
//! crate `train`.

use anyhow::Result;
use clap::Args;
use std::process::Command;

#[derive(Args)]
pub struct Strength {
    /// Rule files and options: `cargo xtask strength -- --help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

impl Strength {
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
                    "strength",
                    "--",
                ])
                .args(self.arguments),
        )
    }
}
