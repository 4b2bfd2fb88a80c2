//! `wanqi book`: books of openings: of chess, in Polyglot's format, and of Othello, in our own.

mod othello;

use super::position::PositionArguments;
use super::write_json;
use crate::Failure;
use clap::{Args, Subcommand};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use wanqi_play::chess::opening_book::{Book, BookMaker};
use wanqi_play::othello::opening_book::Book as OthelloBook;
use wanqi_play::{Side, Spec, Value, files, opening_name};
use wanqi_store::text::{Format, ReadContext, decode, read_each};

/// The most bytes of a file of games.
const MAX_BYTES: u64 = 1 << 30;

/// Make books of openings, and look into them: of chess (Polyglot's format) and of Othello
#[derive(Args, Debug)]
pub struct BookCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Make(Make),
    Show(Show),
}

/// Make a book of games of chess: moves are weighted by the points that they brought
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
struct Make {
    #[command(subcommand)]
    of: Option<MakeOf>,
    /// The book to write
    #[arg(long, value_name = "FILE", required = true)]
    out: Option<PathBuf>,
    /// Files of games, as `wanqi match --pgn` writes them
    #[arg(value_name = "GAMES", required = true)]
    games: Vec<PathBuf>,
    /// Plies of each game that are taken
    #[arg(long, value_name = "N", default_value_t = 24)]
    plies: usize,
    /// Leave out moves that were played in fewer games
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    least: u32,
    /// Leave out moves that brought fewer percent of the points
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100))]
    score: u32,
    /// Leave out moves that this player finds more than --margin worse than the best, and what comes after them
    #[arg(long, value_name = "P")]
    player: Option<Spec>,
    /// How much worse than the best a move may be by --player, in hundredths of a pawn
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(i32).range(0..=1000))]
    margin: i32,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand, Debug)]
enum MakeOf {
    Othello(othello::MakeOthello),
}

/// Show the moves of a position in a book
#[derive(Args, Debug)]
struct Show {
    /// The book
    #[arg(value_name = "FILE")]
    book: PathBuf,
    /// The position [default: the start]
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Moves to play from there
    #[arg(long, value_name = "M", num_args = 1..)]
    moves: Vec<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// A book that was made of games.
#[derive(Serialize)]
struct MadeBook<'a> {
    file: &'a Path,
    moves: usize,
    games: u64,
}

/// The moves of a position.
#[derive(Serialize)]
struct ShownBook<M> {
    game: String,
    moves: Vec<M>,
}

#[derive(Serialize)]
struct Weighted {
    #[serde(rename = "move")]
    mv: String,
    weight: u16,
}

/// A move of a book of Othello.
#[derive(Serialize)]
struct Valued {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    value: Value,
}

impl BookCommand {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        match self.command {
            Command::Make(command) => command.run(out),
            Command::Show(command) => command.run(out),
        }
    }
}

impl Make {
    fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        if let Some(MakeOf::Othello(make)) = self.of {
            return make.run(out);
        }
        let Some(path) = &self.out else { return Err(Failure::Asked("--out: name a file".into())) };
        let (mut maker, mut games) = (BookMaker::default(), 0_u64);
        for path in &self.games {
            games += self.add(path, &mut maker)?;
        }
        let mut book = maker.finish(self.least, self.score);
        if let Some(player) = &self.player {
            let mut table = wanqi_play::table(&Spec::new("chess"))?;
            let mut player = table.player(player).map_err(|error| Failure::asked("--player", error))?;
            book = book.sifted(&mut *table, &mut *player, self.margin)?;
        }
        files::write_whole(path, &book.write())
            .map_err(|error| Failure::asked(format!("--out, {}", path.display()), error))?;
        if self.json {
            return write_json(out, &MadeBook { file: path, moves: book.len(), games });
        }
        writeln!(out, "{} moves of {games} games", book.len())?;
        Ok(())
    }

    /// Adds the games of a file that have a result, and counts them.
    fn add(&self, path: &Path, maker: &mut BookMaker) -> Result<u64, Failure> {
        let wrong = |error: &dyn std::fmt::Display| Failure::asked(path.display(), error);
        let bytes = files::read(path, MAX_BYTES).map_err(|error| wrong(&error))?;
        let text = decode(&bytes);
        let (mut games, mut failed) = (0, None);
        read_each(&text, Format::of_text(&text), &ReadContext::default(), &mut |game| {
            let Some(record) = game.record else { return true };
            let Some(ending) = &record.headers.result else { return true };
            let winner = ending.winner.map(|winner| Side::BOTH[usize::from(winner.min(1))]);
            let line: Vec<&str> = record.main_line().iter().map(|&node| record[node].text()).collect();
            let added = record.table().and_then(|table| maker.add(&*table, &line, winner, self.plies));
            games += 1;
            failed = added.err().map(|error| format!("game {}: {error}", game.number));
            failed.is_none()
        });
        failed.map_or(Ok(games), |error| Err(wrong(&error)))
    }
}

impl Show {
    fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let wrong = |error: &dyn std::fmt::Display| Failure::asked(self.book.display(), error);
        let begins =
            files::read_beginning(&self.book, OthelloBook::MARK.len()).map_err(|error| wrong(&error))?;
        let of_othello = begins == OthelloBook::MARK;
        let othello = of_othello.then(|| OthelloBook::open(&self.book)).transpose()?;
        let spec: Spec = othello.as_ref().map_or(Ok(Spec::new("chess")), |book| book.rules().parse())?;
        let place = PositionArguments {
            game: spec.name.clone(),
            size: None,
            options: Vec::new(),
            position: self.position,
            moves: self.moves,
        };
        let table = place.table_of(&spec)?;
        if let Some(book) = othello {
            let moves = book.moves_at(&*table).into_iter();
            let valued: Vec<Valued> =
                moves.filter_map(|mv| Some(Valued { mv: mv.text, value: mv.value? })).collect();
            if self.json {
                return write_json(out, &ShownBook { game: spec.to_string(), moves: valued });
            }
            writeln!(out, "{spec}, made by {}", book.made())?;
            writeln!(out, "{}", othello::said(&book, &*table))?;
            if let Some(name) = opening_name(&*table) {
                writeln!(out, "{name}")?;
            }
            for Valued { mv, value } in &valued {
                writeln!(out, "{mv:<8}{value}")?;
            }
            if valued.is_empty() {
                writeln!(out, "The book has no move here.")?;
            }
            return Ok(());
        }
        let moves = Book::open(&self.book)?.moves_at(&*table);
        let weighted: Vec<Weighted> = moves.into_iter().map(|(mv, weight)| Weighted { mv, weight }).collect();
        if self.json {
            return write_json(out, &ShownBook { game: spec.to_string(), moves: weighted });
        }
        for Weighted { mv, weight } in &weighted {
            writeln!(out, "{mv:<8}{weight}")?;
        }
        if weighted.is_empty() {
            writeln!(out, "The book has no move here.")?;
        }
        Ok(())
    }
}
