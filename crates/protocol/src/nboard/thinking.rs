//! What the player thinks about: a move, the best moves, or a whole game from its end.

use super::NBoard;
use super::command::from_own;
use crate::board::Writer;
use crate::engine::Job;
use std::sync::Arc;
use std::time::Duration;
use wanqi_play::othello::book_path;
use wanqi_play::othello::opening_book::{Book, BookMaker, Searcher};
use wanqi_play::{Allotted, Error, Limits, Source, Spec, Table, Thought, Value};
use wanqi_search::host::Instant;

/// What is lost on the way to the clock of the game.
const OVERHEAD: Duration = Duration::from_millis(50);
/// What a ply counts as where a book grows by itself, which it does not here: in hundredths of a disc.
const PLY: u16 = 50;
/// Time for a player that looks to no depth.
const TIME: Duration = Duration::from_secs(5);

impl NBoard {
    /// Chooses a move, which NBoard then makes or does not.
    pub(super) fn go(&mut self) -> Result<(), String> {
        let (table, depth) = self.asked("go")?;
        self.heed_book()?;
        let legal = moves(&*table)?;
        if let [only] = &legal[..] {
            self.say(format!("=== {}", from_own(only)));
            return Ok(());
        }
        let clock = self.clock(table.side_to_move());
        let allotted = clock.map(|clock| clock.allot(OVERHEAD, table.info().moves));
        let here = self.board.writer(&*table);
        let began = Instant::now();
        self.think(table, "Thinking", depth, 1, allotted, move |thought| match thought {
            Ok(thought) => {
                let best = here.line(&thought).into_iter().next().unwrap_or_else(|| legal[0].clone());
                let seconds = began.elapsed().as_secs_f64();
                vec![format!("=== {}/{:.2}/{seconds:.2}", from_own(&best), discs(thought.value))]
            }
            Err(error) => vec![format!("status Error: {error}"), format!("=== {}", from_own(&legal[0]))],
        })
    }

    /// Evaluates the best moves. The clock is not looked at.
    pub(super) fn hint(&mut self, lines: usize) -> Result<(), String> {
        let (table, depth) = self.asked("hint")?;
        moves(&*table)?;
        self.heed_book()?;
        let book = self.engine.book_moves(&*table);
        if lines > 1 && !book.is_empty() {
            self.say("status Analyzing");
            let here = self.board.writer(&*table);
            for known in book.iter().take(lines) {
                let line: String =
                    here.moves(std::slice::from_ref(&known.text)).iter().map(|mv| from_own(mv)).collect();
                self.say(book_line(&line, known.value.unwrap_or(Value::UNKNOWN)));
            }
            if book.len() >= lines {
                self.say("status");
                return Ok(());
            }
        }
        self.think(table, "Analyzing", depth, lines, None, |thought| match thought {
            Ok(_) => vec!["status".into()],
            Err(error) => vec![format!("status Error: {error}")],
        })
    }

    /// Begins to think. What comes of it is told as the search goes deeper, and `last` what is to be said then.
    fn think(
        &mut self,
        table: Box<dyn Table>,
        doing: &str,
        depth: u32,
        lines: usize,
        allotted: Option<Allotted>,
        last: impl FnOnce(Result<Thought, Error>) -> Vec<String> + Send + 'static,
    ) -> Result<(), String> {
        // A player that has failed is gone with its thread.
        if !self.engine.is_idle() {
            self.seat().map_err(|error| error.to_string())?;
        }
        let (limits, time) = self.limits(depth, lines);
        let allotted = allotted.or(time.map(Allotted::all_of));
        self.say(format!("status {doing}"));
        let (heard, here) = (self.board.writer(&*table), self.board.writer(&*table));
        let mut told = 0;
        let progress = move |thought: &Thought| {
            if thought.current.is_some() || thought.depth <= told {
                return (Vec::new(), false);
            }
            told = thought.depth;
            (report(thought, lines, &heard), false)
        };
        let answer = move |thought: Result<Thought, Error>| {
            let mut said = thought.as_ref().map_or(Vec::new(), |thought| report(thought, lines, &here));
            said.extend(last(thought));
            said
        };
        let job = Job { table, limits, allotted, held: false, progress, answer };
        self.engine.think(job).map_err(|error| error.to_string())
    }

    /// The limits as far as the player keeps them, and the time that it gets where nothing else bounds it.
    fn limits(&self, depth: u32, lines: usize) -> (Limits, Option<Duration>) {
        let limits = Limits { depth: Some(depth), lines, ..Limits::default() };
        let (limits, refused) = self.engine.keepable(limits);
        let bounded = refused.is_none() || self.player.as_ref().is_some_and(Spec::is_bounded);
        (limits, (!bounded).then_some(TIME))
    }

    /// Takes the game into the book that the player opens from, if that is a file of ours.
    pub(super) fn learn(&mut self) -> Result<(), String> {
        self.told("learn")?;
        let asked = self.player.clone().unwrap_or_else(|| Spec::new("best"));
        let Some(path) = book_path(self.board.table(), &asked) else {
            self.say("learned");
            self.say("status Wanqi keeps no book to learn into");
            return Ok(());
        };
        let (table, depth) = self.asked("learn")?;
        let mut searching = asked.without_limits();
        searching.set("book", "off");
        let error = |error: Error| error.to_string();
        let mut searcher = table.player(&searching).map_err(error)?;
        let book = match path.exists() {
            true => Book::open(&path),
            false => Book::new(&*table, "games learned under NBoard"),
        };
        let mut maker = BookMaker::new(book.map_err(error)?, PLY);
        if !self.engine.is_idle() {
            self.seat().map_err(error)?;
        }
        self.say("status Learning");
        let say = Arc::clone(&self.say);
        let work = self.engine.work(move |_, stop| {
            let limits = Limits { stop: stop.clone(), ..Limits::depth(depth) };
            let mut searcher = Searcher { table: table.fork(), player: &mut *searcher, limits };
            let learned = maker.learn(&*table, &mut searcher).and_then(|new| {
                maker.book().save(&path)?;
                Ok(new)
            });
            say("learned".into());
            say(match learned {
                Ok(new) => format!("status {new} new positions in the book"),
                Err(error) => format!("status Error: learn: {error}"),
            });
        });
        self.has_learned = true;
        work.map_err(error)
    }

    /// Has the player read its book again, if that has changed.
    fn heed_book(&mut self) -> Result<(), String> {
        if std::mem::take(&mut self.has_learned) {
            self.seat().map_err(|error| error.to_string())
        } else {
            Ok(())
        }
    }

    /// Evaluates every position of the game, the last first, for Black.
    pub(super) fn analyze(&mut self) -> Result<(), String> {
        let (mut table, depth) = self.asked("analyze")?;
        if !self.engine.is_idle() {
            self.seat().map_err(|error| error.to_string())?;
        }
        let (mut limits, time) = self.limits(depth, 1);
        limits.time = time;
        self.say("status Analyzing");
        let say = Arc::clone(&self.say);
        let work = self.engine.work(move |player, stop| {
            limits.stop = stop.clone();
            loop {
                let side = table.side_to_move();
                let evaluated = match table.result() {
                    Some(_) => Ok(table.margin().unwrap_or(0.0)),
                    None => player
                        .think(&*table, &limits, &mut |_| {})
                        .map(|thought| discs(thought.value.for_first(side))),
                };
                match evaluated {
                    // What a search that was stopped thinks is not what was asked for.
                    _ if stop.is_stopped() => break,
                    Ok(discs) => say(format!("analysis {} {discs:.2}", table.ply())),
                    Err(error) => {
                        say(format!("status Error: {error}"));
                        break;
                    }
                }
                if !table.undo() {
                    break;
                }
            }
            say("status".into());
        });
        work.map_err(|error| error.to_string())
    }
}

/// The legal moves, of which there are some.
fn moves(table: &dyn Table) -> Result<Vec<String>, String> {
    match table.result() {
        Some(result) => Err(format!("the game is over: {}", result.text)),
        None => Ok(table.legal_moves(0)),
    }
}

/// What is thought so far: a line for each of the best moves, and the nodes that it took.
fn report(thought: &Thought, lines: usize, here: &Writer) -> Vec<String> {
    let of_book = thought.source == Source::Book;
    let told = |depth: u32, value: Value, line: &[String]| {
        let line: String = here.moves(line).iter().map(|mv| from_own(mv)).collect();
        (!line.is_empty()).then(|| match of_book {
            true => book_line(&line, value),
            false => format!("search {line} {:.2} 0 {}", discs(value), code(depth, value)),
        })
    };
    let mut said: Vec<String> = match lines {
        0 | 1 => told(thought.depth, thought.value, &thought.line).into_iter().collect(),
        _ => thought.lines(lines).filter_map(|one| told(one.depth, one.value, &one.line)).collect(),
    };
    if said.is_empty() {
        said.extend(told(thought.depth, thought.value, thought.best.as_slice()));
    }
    let work = thought.work;
    let nodes = if work.playouts > 0 { work.playouts } else { work.interior + work.leaves };
    said.push(format!("nodestats {nodes} {:.2}", Duration::from_millis(work.millis).as_secs_f64()));
    said
}

/// What a book says of a move. How many games it has there, and how deep it was looked, is not known.
fn book_line(line: &str, value: Value) -> String {
    format!("book {line} {:.2} 0 0", discs(value))
}

/// The depth as NBoard reads it: `100%` of what is known to the last disc, `100%W` of what is known to be won or lost, by
/// whatever number of discs.
fn code(depth: u32, value: Value) -> String {
    match value.is_solved() {
        true => "100%".into(),
        false if value.is_won_or_lost() => "100%W".into(),
        false => depth.to_string(),
    }
}

/// A value in discs. Of what is proven the sign alone is known.
fn discs(value: Value) -> f64 {
    match value.decided() {
        Some(_) => f64::from(value.score().value().signum()),
        None => f64::from(value.centipawns()) / 100.0,
    }
}
