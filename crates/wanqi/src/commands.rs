//! The commands, one a file, and what they share.

mod analysis_engine;
mod analyze;
mod bench;
mod book;
mod chosen_games;
mod completions;
mod endgames;
mod games;
mod job;
mod jobs;
mod json;
mod lab;
mod learn;
mod library;
mod limits;
mod r#match;
mod openings;
mod perft;
mod play;
mod players;
mod playouts;
mod position;
mod puzzles;
mod review;
mod rules;
mod serve;
mod sessions;
mod solve;
mod worker;

use crate::Failure;
use crate::failure::error_json;
use clap::{Parser, Subcommand};
use serde::Serialize;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use wanqi_protocol::json::answers::FORMAT_VERSION;

/// Board games played, analysed and taught: one engine for all of them.
#[derive(Parser, Debug)]
#[command(name = "wanqi", version, max_term_width = 100, args_conflicts_with_subcommands = true)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Serve,
    /// Where games, solved endings and what was learnt are kept [default: the system's folder for programs' data]
    #[arg(long, value_name = "FOLDER", global = true)]
    data_dir: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
enum Command {
    Serve(serve::Serve),
    Games(games::Games),
    Players(players::Players),
    Play(play::Play),
    Analyze(analyze::Analyze),
    Lab(lab::LabCommand),
    Match(r#match::Match),
    Perft(perft::Perft),
    Rules(rules::Rules),
    Playouts(playouts::Playouts),
    Jobs(jobs::Jobs),
    Worker(worker::Worker),
    Learn(learn::Learn),
    Library(library::LibraryCommand),
    Review(review::Review),
    Puzzles(puzzles::PuzzlesCommand),
    Bench(bench::Bench),
    Book(book::BookCommand),
    Openings(openings::Openings),
    Uci(sessions::Uci),
    Endgames(endgames::Endgames),
    Solve(solve::Solve),
    Usi(sessions::Usi),
    Ucci(sessions::Ucci),
    Gtp(sessions::Gtp),
    Gomocup(sessions::Gomocup),
    #[command(name = "nboard")]
    NBoard(sessions::NBoard),
    // KataGo's own name for it, so that its clients may start this program instead.
    #[command(alias = "analysis")]
    AnalysisEngine(analysis_engine::AnalysisEngine),
    Json(json::Json),
    Completions(completions::Completions),
}

impl Arguments {
    /// Reads the arguments of the program. Interfaces that pass none choose a command by the executable's name:
    /// `wanqi-uci`.
    pub fn read() -> Arguments {
        let mut arguments: Vec<OsString> = std::env::args_os().collect();
        if let Some(words) = arguments.first().and_then(|name| sessions::named(name)) {
            let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
            arguments.splice(1..1, words);
        }
        Arguments::try_parse_from(arguments).unwrap_or_else(|error| {
            // Help is no error.
            if error.use_stderr() && Arguments::ask_for_json() {
                let text = error.to_string();
                println!("{}", error_json("usage", text.trim_end().trim_start_matches("error: ")));
            }
            error.exit()
        })
    }

    /// Whether the program's arguments ask for an answer in JSON.
    pub fn ask_for_json() -> bool {
        std::env::args_os()
            .skip(1)
            .take_while(|argument| argument != "--")
            .any(|argument| argument == "--json")
    }

    /// Does what is asked; answers go to `out`, progress to standard error.
    ///
    /// # Errors
    /// A [`Failure`] that says why it could not be done.
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        if let Some(folder) = self.data_dir {
            wanqi_play::use_data_folder(folder);
        }
        match self.command.unwrap_or(Command::Serve(self.serve)) {
            Command::Serve(command) => command.run(out),
            Command::Games(command) => command.run(out),
            Command::Players(command) => command.run(out),
            Command::Play(command) => command.run(out),
            Command::Analyze(command) => command.run(out),
            Command::Lab(command) => command.run(out),
            Command::Match(command) => command.run(out),
            Command::Perft(command) => command.run(out),
            Command::Rules(command) => command.run(out),
            Command::Playouts(command) => command.run(out),
            Command::Jobs(command) => command.run(out),
            Command::Worker(command) => command.run(out),
            Command::Learn(command) => command.run(out),
            Command::Library(command) => command.run(out),
            Command::Review(command) => command.run(out),
            Command::Puzzles(command) => command.run(out),
            Command::Bench(command) => command.run(out),
            Command::Book(command) => command.run(out),
            Command::Openings(command) => command.run(out),
            Command::Uci(command) => command.run(out),
            Command::Endgames(command) => command.run(out),
            Command::Solve(command) => command.run(out),
            Command::Usi(command) => command.run(out),
            Command::Ucci(command) => command.run(out),
            Command::Gtp(command) => command.run(out),
            Command::Gomocup(command) => command.run(out),
            Command::NBoard(command) => command.run(out),
            Command::AnalysisEngine(command) => command.run(out),
            Command::Json(command) => command.run(out),
            Command::Completions(command) => command.run(out),
        }
    }
}

/// Where things are kept.
fn data_folder() -> Result<PathBuf, Failure> {
    let nowhere = || Failure::Asked("--data-dir: this system has no folder for data, so name one".into());
    wanqi_play::data_folder().ok_or_else(nowhere)
}

/// Writes an answer for programs: an object, with the version of the format before its own fields.
fn write_json(out: &mut impl Write, answer: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer_pretty(&mut *out, &Versioned::new(answer))?;
    writeln!(out)?;
    Ok(())
}

/// The same on a line of its own, where a command tells several.
fn write_json_line(out: &mut impl Write, answer: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, &Versioned::new(answer))?;
    writeln!(out)?;
    Ok(())
}

/// An answer with the version of its format, which `docs/json.md` tells.
#[derive(Serialize)]
pub(crate) struct Versioned<'a, T> {
    version: u32,
    #[serde(flatten)]
    answer: &'a T,
}

impl<T> Versioned<'_, T> {
    pub fn new(answer: &T) -> Versioned<'_, T> {
        Versioned { version: FORMAT_VERSION, answer }
    }
}
