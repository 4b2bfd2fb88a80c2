//! How the network that comes with the program was made, from nothing but games against itself.

use anyhow::{Context, Result};
use clap::Args;
use search::Stop;
use std::ffi::OsString;
use std::path::PathBuf;

/// What is done, one after the other: games of the hand-made evaluation and a network from them, then twice games of the
/// last network and one from all games so far. Files are in the folder that is asked for.
pub const STEPS: &[&str] = &[
    "generate --out 1.bin --eval positional --seed 4000 --games 237054",
    "train 1.bin --out 1.nn",
    "generate --out 2.bin --eval 1.nn --seed 5000 --games 202752",
    "train 1.bin 2.bin --out 2.nn",
    "generate --out 3.bin --eval 2.nn --seed 6000 --games 211584",
    "train 1.bin 2.bin 3.bin --out 3.nn",
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
            let words = ["network"].into_iter().chain(step.split(' '));
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
        if word.ends_with(".bin") || word.ends_with(".nn") { self.out.join(word).into() } else { word.into() }
    }
}
