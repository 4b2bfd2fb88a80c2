//! `wanqi rules`: games told in files, from the first line to a game worth playing.

mod check;
mod diagnostics;
mod new;
mod report;
mod show;

use super::write_json;
use crate::Failure;
use clap::{Args, Subcommand};
use std::io::Write;
use std::path::{Path, PathBuf};
use wanqi_game::{Depict, Game};
use wanqi_games::rulebook::{Diagnostic, Position, Rulebook, Severity};
use wanqi_play::rules;

/// Write a game of your own in a file: begin with a template, check it, look at it
#[derive(Args, Debug)]
pub struct Rules {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    New(new::New),
    Check(check::Check),
    Show(show::Show),
    Report(report::Report),
}

impl Rules {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        match self.command {
            Command::New(command) => command.run(out),
            Command::Check(command) => command.run(out),
            Command::Show(command) => command.run(out),
            Command::Report(command) => command.run(out),
        }
    }
}

/// Which file.
#[derive(Args, Debug)]
struct FileArgument {
    /// A rule file, `-` for standard input, or the name of a file that comes with Wanqi, such as `breakthrough`
    file: PathBuf,
}

/// A file that has been read.
struct File {
    name: String,
    text: String,
    diagnostics: Vec<Diagnostic>,
    /// `None` if it has errors.
    rulebook: Option<Rulebook>,
}

impl FileArgument {
    fn read(&self) -> Result<File, Failure> {
        let name = self.file.display().to_string();
        let text = match rules::find(&name) {
            Some(shipped) if !self.file.exists() => shipped.text.to_string(),
            _ => load(&self.file)?,
        };
        Ok(File::new(name, text))
    }

    /// A file without errors; those that it has are told as `json` wants it.
    fn rulebook(&self, json: bool, out: &mut impl Write) -> Result<Rulebook, Failure> {
        let file = self.read()?;
        match file.rulebook {
            Some(rulebook) => Ok(rulebook),
            None if json => {
                write_json(out, &check::CheckOutput::wrong(&file))?;
                Err(file.failure().answered(true))
            }
            None => {
                write!(out, "{}", diagnostics::rendered(&file))?;
                Err(file.failure())
            }
        }
    }
}

impl File {
    fn new(name: String, text: String) -> File {
        let (rulebook, diagnostics) = Rulebook::read(&text);
        File { name, text, diagnostics, rulebook }
    }

    fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    }

    fn failure(&self) -> Failure {
        let errors = self.count(Severity::Error);
        let s = if errors == 1 { "" } else { "s" };
        Failure::Asked(format!("{} cannot be played: {errors} error{s}", self.name))
    }
}

fn load(path: &Path) -> Result<String, Failure> {
    Ok(rules::load(path)?)
}

/// A position in letters, for terminals.
fn drawn(rulebook: &Rulebook, position: &Position) -> String {
    wanqi_game::diagram::draw_text(&rulebook.layout(), &rulebook.scene(position))
}

/// The legal moves, or none once the game is over.
fn moves(rulebook: &Rulebook, position: &Position) -> Vec<wanqi_games::rulebook::Move> {
    let mut moves = Vec::new();
    if rulebook.outcome(position).is_none() {
        rulebook.each_move(position, |mv| moves.push(mv));
    }
    moves
}
