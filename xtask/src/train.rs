//! `cargo xtask tune`, `tune-search`, `network`, `go-selfplay`, `strength`: the examples of the crate `train`, built with optimisation.

use anyhow::Result;
use clap::Args;
use std::process::Command;

#[derive(Args)]
pub struct Train {
    /// What to do, on what, and options: `-- --help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

impl Train {
    /// Runs an example with the arguments.
    pub fn run(self, example: &str) -> Result<()> {
        let cargo =
            ["run", "--quiet", "--profile", "quick", "--package", "wanqi-train", "--features", "tools"];
        // Units on other machines need what a server is spoken with by.
        let is_cluster = self.arguments.iter().any(|word| word.contains("://"));
        let features: &[&str] = if is_cluster { &["--features", "wanqi-jobs/cluster"] } else { &[] };
        crate::run(
            Command::new(env!("CARGO"))
                .args(cargo)
                .args(features)
                .args(["--example", example, "--"])
                .args(self.arguments),
        )
    }
}
