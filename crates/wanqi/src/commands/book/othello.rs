//! `wanqi book make othello`: a book of openings of Othello that the program works out itself.

use crate::Failure;
use crate::commands::position::PositionArguments;
use crate::commands::write_json;
use crate::interrupt::Interrupt;
use crate::numbers::grouped;
use crate::progress::Progress;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use wanqi_play::othello::opening_book::{Book, BookMaker, Grown, Searcher};
use wanqi_play::{Limits, Score, Spec, Table, Value};

/// Work out a book of openings of Othello: a tree of positions with what they are worth
///
/// The book grows by one position at a time, where two who play well are the most likely to leave it; a search says what
/// the best move out of it is worth, and values go up by negamax. Ctrl-C keeps what there is; the same command then goes
/// on, and without other limits than before finds what it would have found at once.
#[derive(Args, Debug)]
pub struct MakeOthello {
    /// The book [default: where players with book=own and the page's openings look for it]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Stop at so many positions [default: none, until Ctrl-C]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    positions: Option<u32>,
    /// Stop after so long
    #[arg(long, value_name = "T", value_parser = wanqi_play::parse_duration)]
    time: Option<Duration>,
    /// Nodes of every search
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Who searches; nothing is left to chance but what this player leaves
    #[arg(long, value_name = "P", default_value = "best:table=16")]
    player: Spec,
    /// What a ply counts as beside what moves lose, in hundredths of a disc: the less, the deeper the lines of best play
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..=6400))]
    ply: u16,
    /// Size of the board
    #[arg(long, value_name = "N")]
    size: Option<String>,
    /// An option of the game; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct MadeBook<'a> {
    game: String,
    file: &'a Path,
    positions: usize,
    new: usize,
    /// Plies of the longest line.
    depth: usize,
    /// What the start is worth to who moves first.
    #[serde(flatten)]
    value: Value,
    /// Whether every line of the game is in it.
    complete: bool,
}

/// How often what there is is written while the work goes on.
const KEPT_EVERY: Duration = Duration::from_secs(60);

impl MakeOthello {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let began = Instant::now();
        let place = PositionArguments {
            game: "othello".into(),
            size: self.size,
            options: self.options,
            position: None,
            moves: Vec::new(),
        };
        let table = place.table()?;
        let mut player = table.player(&self.player).map_err(|error| Failure::asked("--player", error))?;
        let nowhere = || Failure::Asked("--out: this system has no folder for data, so name a file".into());
        let path = self.out.or_else(|| Book::own_path(&*table)).ok_or_else(nowhere)?;
        let made = format!("{}, {} nodes, {} a ply", self.player, self.nodes, self.ply);
        let book = begin(&path, &*table, &made)?;
        let before = book.len();
        let mut maker = BookMaker::new(book, self.ply);
        let (progress, interrupt) = (Progress::on_terminal(), Interrupt::listen());
        let stop = interrupt.stop();
        let limits = Limits { stop: stop.clone(), ..Limits::nodes(self.nodes) };
        let mut searcher = Searcher { table: table.fork(), player: &mut *player, limits };
        let mut kept = Instant::now();
        let enough = |book: &Book| {
            self.positions.is_some_and(|most| book.len() >= most as usize)
                || self.time.is_some_and(|time| began.elapsed() >= time)
        };
        let mut complete = false;
        while !stop.is_stopped() && !enough(maker.book()) {
            match maker.grow(&mut searcher)? {
                Grown::Position => {}
                Grown::Complete => complete = true,
                Grown::Stopped => break,
            }
            if complete {
                break;
            }
            progress.text(said(maker.book(), &*table));
            if kept.elapsed() >= KEPT_EVERY {
                maker.book().save(&path)?;
                kept = Instant::now();
            }
        }
        progress.clear();
        let book = maker.book();
        if book.len() > before {
            book.save(&path)?;
        }
        if self.json {
            let made = MadeBook {
                game: table.spec().to_string(),
                file: &path,
                positions: book.len(),
                new: book.len() - before,
                depth: book.depth(),
                value: worth(book, &*table),
                complete,
            };
            return write_json(out, &made);
        }
        writeln!(out, "{}", said(book, &*table))?;
        writeln!(out, "{} new, {}", grouped((book.len() - before) as u64), path.display())?;
        if complete {
            writeln!(out, "every line of the game is in it")?;
        } else {
            writeln!(out, "the same command goes on from here")?;
        }
        Ok(())
    }
}

/// The book of a file, which must have been made in the same way, or a new one.
fn begin(path: &Path, table: &dyn Table, made: &str) -> Result<Book, Failure> {
    let new = Book::new(table, made)?;
    if !path.exists() {
        return Ok(new);
    }
    let book = Book::open(path)?;
    let (own, other) = ((new.rules(), made), (book.rules(), book.made()));
    if own.0 == other.0 && own.1 == other.1 {
        return Ok(book);
    }
    let other = format!("a book of {} made by {}, not of {} by {}", other.0, other.1, own.0, own.1);
    Err(Failure::asked(path.display(), format!("{other}; name another file, or make it as it was made")))
}

/// What the start is worth to who moves first.
fn worth(book: &Book, table: &dyn Table) -> Value {
    Value::new(Score::heuristic(book.value().into()), table.scale())
}

/// `1,200 positions, lines of up to 14 plies, the start is worth 51.2 %`.
pub fn said(book: &Book, table: &dyn Table) -> String {
    let start = worth(book, table);
    let (positions, plies) = (grouped(book.len() as u64), book.depth());
    format!("{positions} positions, lines of up to {plies} plies, the start is worth {start}")
}
