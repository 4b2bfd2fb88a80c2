//! `wanqi library`: the games that are kept, and files of them.

use super::write_json;
use crate::Failure;
use crate::columns::{Columns, Edge};
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use wanqi_play::files;
use wanqi_play::record::Headers;
use wanqi_store::files::{Imported, export, import, import_wthor};
use wanqi_store::text::{Format, ReadContext, decode, write};
use wanqi_store::wthor::{Fault, Index, Names};
use wanqi_store::{GameId, GameQuery, Library, ResultFilter, Summary};

/// Find, read in and give out the games that are kept
#[derive(Args, Debug)]
pub struct LibraryCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// List games, those changed last first
    List(List),
    /// Show a game
    Show(Show),
    /// Read games from files: PGN, SGF, GGF, moves alone, JSON, or WTHOR's .wtb
    Import(Import),
    /// Write games to a file or the terminal
    Export(Export),
    /// Delete games
    Delete(Delete),
}

/// Which games.
#[derive(Args, Debug)]
pub(super) struct GameFilter {
    /// Of this game: chess, go
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub(super) game: String,
    /// With these letters in either player's name
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    player: String,
    /// Won by this side, drawn, or without a result
    #[arg(long, value_name = "WHO")]
    won: Option<Winner>,
    /// Of this date or later: 2026, 2026-11, 2026-11-21
    #[arg(long, value_name = "DATE", default_value = "", hide_default_value = true)]
    since: String,
    /// Of this date or earlier
    #[arg(long, value_name = "DATE", default_value = "", hide_default_value = true)]
    until: String,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Winner {
    First,
    Second,
    Draw,
    Unfinished,
}

#[derive(Args, Debug)]
struct List {
    #[command(flatten)]
    wanted: GameFilter,
    /// The most to list
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=GameQuery::MAX as i64))]
    limit: u32,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
struct Show {
    /// Its number
    id: i64,
    /// As what
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = FormatName::Pgn)]
    format: FormatName,
    /// Answer in JSON, with the record as a text in it
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
struct Import {
    /// The files; - for what comes in. Names of WTHOR's games are read from its .jou and .trn, given here or beside them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The format [default: what the file's name or text says]
    #[arg(long, value_name = "FORMAT", value_enum)]
    format: Option<FormatName>,
    /// The game of texts that do not say it
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
struct Export {
    /// Numbers of games [default: all that are wanted]
    ids: Vec<i64>,
    #[command(flatten)]
    wanted: GameFilter,
    /// As what
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = FormatName::Pgn)]
    format: FormatName,
    /// The file to write; it must not be there yet [default: the terminal]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Answer in JSON, with the records as a text in it where no file is named
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
struct Delete {
    /// Their numbers
    #[arg(required = true)]
    ids: Vec<i64>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// A game that is kept.
#[derive(Serialize)]
struct ShownGame<'a> {
    id: i64,
    game: &'a str,
    headers: &'a Headers,
    format: Format,
    text: String,
}

/// Games that were written.
#[derive(Serialize)]
struct Exported<'a> {
    written: usize,
    format: Format,
    file: Option<&'a Path>,
    text: Option<String>,
    problems: Vec<Unwritten>,
}

/// A game that could not be.
#[derive(Serialize)]
struct Unwritten {
    id: i64,
    what: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum FormatName {
    Pgn,
    Pdn,
    Sgf,
    Ggf,
    Moves,
    Json,
}

/// The longest file that is read.
const MAX_BYTES: u64 = 256 << 20;

impl LibraryCommand {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let mut library = Library::open(&super::data_folder()?)?;
        match self.command {
            Command::List(command) => command.run(&library, out),
            Command::Show(command) => command.run(&library, out),
            Command::Import(command) => command.run(&mut library, out),
            Command::Export(command) => command.run(&library, out),
            Command::Delete(Delete { ids, json }) => {
                let ids: Vec<GameId> = ids.into_iter().map(GameId).collect();
                let deleted = library.delete(&ids)?;
                if json {
                    return write_json(out, &serde_json::json!({ "deleted": deleted }));
                }
                Ok(writeln!(out, "{} deleted", games(deleted))?)
            }
        }
    }
}

impl GameFilter {
    pub(super) fn search(&self) -> GameQuery {
        GameQuery {
            game: self.game.clone(),
            player: self.player.clone(),
            won: self.won.map(|won| match won {
                Winner::First => ResultFilter::First,
                Winner::Second => ResultFilter::Second,
                Winner::Draw => ResultFilter::Draw,
                Winner::Unfinished => ResultFilter::Unfinished,
            }),
            since: self.since.clone(),
            until: self.until.clone(),
            ..GameQuery::default()
        }
    }
}

impl List {
    fn run(&self, library: &Library, out: &mut impl Write) -> Result<(), Failure> {
        let found = library.search(&GameQuery { limit: self.limit, ..self.wanted.search() })?;
        if self.json {
            return write_json(out, &found);
        }
        if found.games.is_empty() {
            return Ok(writeln!(out, "no game is kept that fits")?);
        }
        let mut columns = Columns::new(&[
            ("number", Edge::Right),
            ("game", Edge::Left),
            ("first", Edge::Left),
            ("second", Edge::Left),
            ("date", Edge::Left),
            ("result", Edge::Left),
            ("plies", Edge::Right),
        ]);
        for game in &found.games {
            let Summary { id, game: name, players: [first, second], date, plies, .. } = game;
            let texts = [id.0.to_string(), name.clone(), first.clone(), second.clone(), date.clone()];
            let mut row = texts.map(|text| text.replace(char::is_control, " ")).to_vec();
            row.extend([result(game).replace(char::is_control, " "), plies.to_string()]);
            columns.push(row);
        }
        write!(out, "{}", columns.text())?;
        let more = found.total - found.games.len() as u64;
        if more > 0 {
            writeln!(out, "and {more} more")?;
        }
        Ok(())
    }
}

impl Show {
    fn run(&self, library: &Library, out: &mut impl Write) -> Result<(), Failure> {
        let kept = library.load(GameId(self.id))?;
        let text =
            write(&kept.record, self.format.format()).map_err(|error| Failure::Asked(error.to_string()))?;
        if self.json {
            let (game, headers) = (&kept.record.game, &kept.record.headers);
            let shown = ShownGame { id: self.id, game, headers, format: self.format.format(), text };
            return write_json(out, &shown);
        }
        Ok(write!(out, "{text}")?)
    }
}

impl Import {
    fn run(&self, library: &mut Library, out: &mut impl Write) -> Result<(), Failure> {
        let (progress, interrupt) = (Progress::on_terminal(), Interrupt::listen());
        let stop = interrupt.stop();
        let context = ReadContext { game: self.game.clone(), rules: None };
        let mut reports = Vec::new();
        let names = |file: &&PathBuf| has_ending(file, PLAYERS) || has_ending(file, TOURNAMENTS);
        if self.files.iter().all(|file| names(&file)) {
            return Err(Failure::Asked("these files hold names alone; name one of games, .wtb".into()));
        }
        for file in self.files.iter().filter(|file| !names(file)) {
            let name = file.display().to_string();
            let bytes = load(file).map_err(|error| Failure::asked(&name, error))?;
            let mut heard = |imported: &Imported| {
                if imported.found.is_multiple_of(50) {
                    let percent = (100.0 * imported.share).floor();
                    progress.text(format!("{name}: {percent} %, {}", games(imported.found)));
                }
                !stop.is_stopped()
            };
            let imported = if has_ending(file, GAMES) {
                let index = self.index(file)?;
                let imported = import_wthor(library, &bytes, &index, &mut heard)?;
                imported.map_err(|fault| Failure::asked(&name, fault))?
            } else {
                let text = decode(&bytes);
                let format = self.format.map(FormatName::format);
                let format = format.unwrap_or_else(|| format_of(file, &text));
                import(library, &text, format, &context, &mut heard)?
            };
            progress.clear();
            if !self.json {
                tell(&name, &imported, out)?;
            }
            reports.push(serde_json::json!({ "file": name, "report": imported }));
            if stop.is_stopped() {
                break;
            }
        }
        if self.json {
            write_json(out, &serde_json::json!({ "files": reports }))?;
        }
        Ok(())
    }

    /// The names that WTHOR's games are numbered by, as far as there are files of them.
    fn index(&self, games: &Path) -> Result<Index, Failure> {
        let read = |ending, read: fn(&[u8]) -> Result<Names, Fault>| {
            let given = self.files.iter().find(|file| has_ending(file, ending)).cloned();
            let Some(file) = given.or_else(|| beside(games, ending)) else { return Ok(Names::default()) };
            let bytes = load(&file).map_err(|error| Failure::asked(file.display(), error))?;
            read(&bytes).map_err(|fault| Failure::asked(file.display(), fault))
        };
        Ok(Index {
            players: read(PLAYERS, Names::players)?,
            tournaments: read(TOURNAMENTS, Names::tournaments)?,
        })
    }
}

/// The format of a file that holds text.
pub(super) fn format_of(file: &Path, text: &str) -> Format {
    let ending = file.extension().and_then(|ending| ending.to_str()).and_then(Format::of_ending);
    // A text file may hold anything.
    ending.filter(|&format| format != Format::Moves).unwrap_or_else(|| Format::of_text(text))
}

/// How WTHOR's files end.
const GAMES: &str = "wtb";
const PLAYERS: &str = "jou";
const TOURNAMENTS: &str = "trn";

fn has_ending(file: &Path, ending: &str) -> bool {
    file.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

/// WTHOR's file with this ending that lies beside a file of games.
fn beside(games: &Path, ending: &str) -> Option<PathBuf> {
    let folder = games.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut files: Vec<PathBuf> =
        folder.read_dir().ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    files.into_iter().find(|file| {
        has_ending(file, ending) && file.file_stem().is_some_and(|name| name.eq_ignore_ascii_case("wthor"))
    })
}

fn tell(name: &str, imported: &Imported, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{name}: {} read, {} kept", games(imported.found), imported.kept)?;
    for problem in &imported.problems {
        writeln!(out, "  {problem}")?;
    }
    let more = imported.problem_count - imported.problems.len();
    if more > 0 {
        writeln!(out, "  and {more} more that could not be read")?;
    }
    for remark in &imported.remarks {
        writeln!(out, "  remark: {remark}")?;
    }
    Ok(())
}

impl Export {
    fn run(&self, library: &Library, out: &mut impl Write) -> Result<(), Failure> {
        let ids = match self.ids.as_slice() {
            [] => library.ids(&self.wanted.search())?,
            ids => ids.iter().copied().map(GameId).collect(),
        };
        let load = &mut |id| library.load(id).map(|kept| kept.record);
        let format = self.format.format();
        let mut shown = Vec::new();
        let exported = match &self.output {
            None if self.json => export(&ids, load, format, &mut shown)?,
            None => export(&ids, load, format, out)?,
            Some(path) => {
                let cannot = |error: io::Error| Failure::asked(path.display(), error);
                let mut file = BufWriter::new(File::create_new(path).map_err(cannot)?);
                let exported = export(&ids, load, format, &mut file).map_err(cannot)?;
                file.flush().map_err(cannot)?;
                if !self.json {
                    writeln!(out, "{} written to {}", games(exported.written), path.display())?;
                }
                exported
            }
        };
        for (id, what) in exported.problems.iter().filter(|_| !self.json) {
            eprintln!("game {}: {what}", id.0);
        }
        if self.json {
            let unwritten =
                exported.problems.iter().map(|(id, what)| Unwritten { id: id.0, what: what.to_string() });
            let answer = Exported {
                written: exported.written,
                format,
                file: self.output.as_deref(),
                text: self.output.is_none().then(|| String::from_utf8_lossy(&shown).into_owned()),
                problems: unwritten.collect(),
            };
            write_json(out, &answer)?;
        }
        match exported.problems.len() {
            0 => Ok(()),
            left => Err(Failure::Failed(format!("{} could not be written", games(left))).answered(self.json)),
        }
    }
}

impl FormatName {
    pub(super) fn format(self) -> Format {
        match self {
            FormatName::Pgn => Format::Pgn,
            FormatName::Pdn => Format::Pdn,
            FormatName::Sgf => Format::Sgf,
            FormatName::Ggf => Format::Ggf,
            FormatName::Moves => Format::Moves,
            FormatName::Json => Format::Json,
        }
    }
}

pub(super) fn games(count: usize) -> String {
    format!("{count} game{}", if count == 1 { "" } else { "s" })
}

fn result(game: &Summary) -> String {
    let usual = match game.won {
        None => "",
        Some(ResultFilter::Draw) => "draw",
        Some(ResultFilter::First) => "first wins",
        Some(ResultFilter::Second) => "second wins",
        Some(ResultFilter::Unfinished) => "unfinished",
    };
    if game.result.is_empty() { usual.into() } else { game.result.clone() }
}

/// The bytes of a file, or of what comes in.
pub(super) fn load(path: &Path) -> io::Result<Vec<u8>> {
    match path == Path::new("-") {
        true => files::read_from(io::stdin().lock(), MAX_BYTES),
        false => files::read(path, MAX_BYTES),
    }
}
