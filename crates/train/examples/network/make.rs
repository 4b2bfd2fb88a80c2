//! How a network that comes with the program was made, from nothing but games against itself.

use anyhow::{Context, Result};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use wanqi_search::Stop;

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
    /// Does all steps, each a command line after the game's name, whose files are in the folder.
    pub fn run(
        &self,
        game: &str,
        steps: &[&str],
        stop: &Stop,
        perform: impl Fn(&mut dyn Iterator<Item = OsString>, &Stop) -> Result<()>,
    ) -> Result<()> {
        std::fs::create_dir_all(&self.out)
            .with_context(|| format!("cannot make the folder {}", self.out.display()))?;
        for step in steps {
            eprintln!("{game} {step}");
            let threads = self.threads.map(|threads| format!("--threads={threads}"));
            let words = ["network", game].into_iter().chain(step.split(' '));
            let words = words.map(|word| self.in_folder(word)).chain(threads.map(OsString::from));
            perform(&mut words.into_iter(), stop)?;
            if stop.is_stopped() {
                break;
            }
        }
        Ok(())
    }

    /// A word of a step, as a path in the folder if it names a file.
    fn in_folder(&self, word: &str) -> OsString {
        let is_file = [".games", ".nn"].iter().any(|end| word.ends_with(end));
        if is_file { self.out.join(word).into() } else { word.into() }
    }
}
