//! `cargo xtask load`: many games at once against the program itself, by the example `load` of the crate `server`.

use crate::wanqi::Wanqi;
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;
use std::process::Command;

#[derive(Args)]
pub struct Load {
    /// Games at once
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// Moves of a person in each
    #[arg(long, default_value_t = 20)]
    moves: usize,
    /// A build of the program [default: the release build, made first]
    #[arg(long)]
    binary: Option<PathBuf>,
}

impl Load {
    pub fn run(self) -> Result<()> {
        let binary = match self.binary {
            Some(binary) => binary,
            None => Wanqi::build()?.path().to_owned(),
        };
        crate::run(
            Command::new(env!("CARGO"))
                .args(["run", "--quiet", "--package", "wanqi-server", "--example", "load", "--"])
                .arg(binary)
                .args([self.games.to_string(), self.moves.to_string()])
                .current_dir(crate::root()),
        )
    }
}
