//! How the network that comes with the program was made, from nothing but games against itself.

use anyhow::{Context, Result};
use clap::Args;
use search::Stop;
use std::ffi::OsString;
use std::path::PathBuf;

/// What is done, one after the other: games of the evaluation of lines and a network from them, then games of that network
/// and one from all of them. Files are in the folder that is asked for.
pub const STEPS: &[&str] = &[
    "generate --out 1-freestyle.games --seed 1000 --games 100000",
    "generate --out 1-renju.games --rule renju --seed 1001 --games 70000",
    "generate --out 1-exact.games --rule exact --seed 1002 --games 50000",
    "generate --out 1-freestyle20.games --size 20 --seed 1003 --games 15000",
    "train 1-freestyle.games 1-renju.games 1-exact.games 1-freestyle20.games --out 1.nn",
    "generate --eval 1.nn --out 2-freestyle.games --seed 2000 --games 60000",
    "generate --eval 1.nn --out 2-renju.games --rule renju --seed 2001 --games 45000",
    "generate --eval 1.nn --out 2-exact.games --rule exact --seed 2002 --games 30000",
    "generate --eval 1.nn --out 2-freestyle20.games --size 20 --seed 2003 --games 10000",
    concat!(
        "train 1-freestyle.games 1-renju.games 1-exact.games 1-freestyle20.games ",
        "2-freestyle.games 2-renju.games 2-exact.games 2-freestyle20.games --out 2.nn"
    ),
];

/// Do again what made the network that comes with the program; goes on where it was stopped or killed
#[derive(Args)]
pub struct Make {
    /// The folder of the games and networks
    #[arg(long)]
    out: PathBuf,
    /// Threads; all there are if left out. The networks are the same for any number
    #[arg(long)]
    threads: Option<usize>,
}

impl Make {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        std::fs::create_dir_all(&self.out)
            .with_context(|| format!("cannot make the folder {}", self.out.display()))?;
        for step in STEPS {
            eprintln!("{step}");
            let threads = self.threads.map(|threads| format!("--threads={threads}"));
            let words = ["gomoku-network"].into_iter().chain(step.split(' '));
            let words = words.map(|word| self.in_folder(word)).chain(threads.map(OsString::from));
            crate::perform(words, stop)?;
            if stop.is_stopped() {
                break;
            }
        }
        Ok(())
    }

    /// A word of a step, as a path in the folder if it names a file.
    fn in_folder(&self, word: &str) -> OsString {
        if word.ends_with(".games") || word.ends_with(".nn") {
            self.out.join(word).into()
        } else {
            word.into()
        }
    }
}
