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
        if is_file(word) { self.out.join(word).into() } else { word.into() }
    }
}

/// Whether a word of a step names a file.
fn is_file(word: &str) -> bool {
    [".games", ".nn", ".training"].iter().any(|end| word.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::is_file;
    use crate::game::NetworkGame;
    use crate::{chess, go, gomoku, othello, xiangqi};

    /// Every file that a step reads is one that a step before it has written.
    #[test]
    fn steps_follow_from_those_before() {
        fn check<G: NetworkGame>() {
            let mut written: Vec<String> = Vec::new();
            for step in G::STEPS {
                let words: Vec<&str> = step.split(' ').collect();
                let out = words.iter().position(|&word| word == "--out").expect("each writes a file") + 1;
                for (at, word) in words.iter().enumerate() {
                    let names_a_file = word.contains('.') && word.parse::<f64>().is_err();
                    assert_eq!(is_file(word), names_a_file, "{word} in {step}");
                    assert!(!is_file(word) || at == out || written.iter().any(|file| file == word), "{step}");
                }
                written.extend(words[out].strip_suffix(".nn").map(|name| format!("{name}.training")));
                written.push(words[out].to_owned());
            }
        }
        check::<chess::Chess>();
        check::<go::Go>();
        check::<gomoku::Gomoku>();
        check::<othello::Othello>();
        check::<xiangqi::Xiangqi>();
    }
}
