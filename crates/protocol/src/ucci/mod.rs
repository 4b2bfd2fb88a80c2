//! UCCI, the protocol of xiangqi engines: <https://www.xqbase.com/protocol/cchess_ucci.htm>. Much as UCI; ranks count
//! from 0, times are seconds unless `usemillisec` is set, and scores are plain numbers.

mod command;

use crate::board::{InterfaceBoard, Writer, for_programs};
use crate::engine::{Engine, Job};
use crate::options::{self, Setting, Settings, Spin, described};
use crate::writing::{Ranks, Writing, notation_name};
use crate::{MAX_LENGTH, Say, Session};
use command::{Command, Mode};
use std::time::Duration;
use wanqi_play::{
    Allotted, Bound, Clock, Error, Limits, OptionInfo, Spec, Table, TableEntry, Thought, Value, quoted,
};

/// A conversation in UCCI.
pub struct Ucci {
    say: Say,
    board: InterfaceBoard,
    engine: Engine,
    /// The player asked for; `None` for the strongest of the game.
    player: Option<Spec>,
    settings: Settings,
    /// A book of openings, and whether to play from it.
    book: String,
    own_book: bool,
    /// Whether times are told in milliseconds.
    millis: bool,
    /// Whether a search is to be completed before anything else is heard, the end included.
    batch: bool,
    /// The moves that are not to be made in this position.
    banned: Vec<String>,
    /// Whether the search under way has no end of its own.
    endless: bool,
    /// Whether it waits for `ponderhit`.
    pondering: bool,
}

/// Time that is lost on the way to the clock of the game.
const OVERHEAD: Duration = Duration::from_millis(20);

/// What a player that keeps no other limit may take for a move.
const TIME: Duration = Duration::from_secs(5);

impl Ucci {
    /// Sits down at a game whose moves are written as UCCI has them: `xiangqi`. `player` thinks, or if it is `None`
    /// the strongest of the game.
    ///
    /// # Errors
    /// If there is no such game in UCCI, or no such player of it.
    pub fn new(game: &str, player: Option<Spec>, say: Say) -> Result<Ucci, Error> {
        let spec: Spec = game.parse()?;
        let table = wanqi_play::table(&spec)?;
        if notation_name(&*table) != "ucci" {
            return Err(Error::spec(format!("{} is not played in UCCI", quoted(game))));
        }
        let mut ucci = Ucci {
            board: InterfaceBoard::new(table, Writing::Own(Ranks::Own)),
            engine: Engine::new(say.clone()),
            say,
            player,
            settings: Settings::default(),
            book: String::new(),
            own_book: false,
            millis: false,
            batch: false,
            banned: Vec::new(),
            endless: false,
            pondering: false,
        };
        ucci.seat()?;
        Ok(ucci)
    }

    /// Seats the player anew, with the options as they are now.
    fn seat(&mut self) -> Result<(), Error> {
        self.engine.seat(options::player(self.board.table(), self.player.as_ref(), &self.settings)?);
        Ok(())
    }

    fn say(&self, line: impl Into<String>) {
        (self.say)(line.into());
    }

    fn note(&self, what: impl std::fmt::Display) {
        self.say(format!("info message {what}"));
    }

    fn introduce(&self) {
        self.say(concat!("id name Wanqi ", env!("CARGO_PKG_VERSION")));
        self.say("id author the Wanqi developers");
        for name in ["usemillisec", "batch", "ponder"] {
            self.say(format!("option {name} type check default false"));
        }
        for (name, setting) in [("hashsize", Setting::Memory), ("threads", Setting::Threads)] {
            if let Some(option) = self.option(setting) {
                self.say(format!("option {name} {}", described(&option)));
            }
        }
        if self.option(Setting::BOOK).is_some() {
            self.say("option usebook type check default false");
            self.say("option bookfiles type string default <empty>");
        }
        self.say("option clearhash type button");
        self.say("option newgame type button");
        self.say("ucciok");
    }

    /// The option of the player that a setting sets.
    fn option(&self, setting: Setting) -> Option<OptionInfo> {
        let table = self.board.table();
        let player = options::spec(table, self.player.as_ref(), &Settings::default()).ok()?;
        setting.option(table.player_options(&player.name))
    }

    /// Seats the player anew with other settings; as it was, if they cannot be.
    fn reseat(&mut self, settings: Settings) -> Result<(), String> {
        let before = std::mem::replace(&mut self.settings, settings);
        let Err(error) = self.seat() else { return Ok(()) };
        self.settings = before;
        Err(error.to_string())
    }

    fn set_number(&mut self, setting: Setting, name: &str, value: &str) -> Result<(), String> {
        let spin = self.option(setting).as_ref().and_then(Spin::of);
        let spin = spin.ok_or_else(|| format!("the player has no {name}"))?;
        self.reseat(self.settings.with(setting, spin.read(name, value)?.to_string()))
    }

    /// A book is used where it is named and wanted, in whichever order that is said.
    fn open_book(&mut self, own: bool, file: &str) -> Result<(), String> {
        if self.option(Setting::BOOK).is_none() {
            return Err("the player has no book".into());
        }
        // Names are put together with semicolons.
        let file = if file == "<empty>" { "" } else { file };
        if file.split(';').filter(|name| !name.trim().is_empty()).count() > 1 {
            return Err(format!("bookfiles names one book, not {}", quoted(file)));
        }
        let file = file.trim_matches([';', ' ']);
        self.reseat(self.settings.with(Setting::BOOK, if own { file } else { "" }))?;
        (self.own_book, self.book) = (own, file.to_owned());
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let check = || match value {
            "true" | "on" => Ok(true),
            "false" | "off" => Ok(false),
            _ => Err(format!("{name} is true or false, not {}", quoted(value))),
        };
        match name {
            "usemillisec" => self.millis = check()?,
            "batch" => self.batch = check()?,
            // The interface ponders by its own `go ponder`.
            "ponder" => drop(check()?),
            "hashsize" => self.set_number(Setting::Memory, name, value)?,
            "threads" => self.set_number(Setting::Threads, name, value)?,
            "usebook" => {
                let (own, file) = (check()?, self.book.clone());
                self.open_book(own, &file)?;
            }
            "bookfiles" => self.open_book(self.own_book, value)?,
            "clearhash" | "newgame" => self.engine.forget(),
            _ => return Err(format!("there is no option {}", quoted(name))),
        }
        Ok(())
    }

    fn go(&mut self, ponder: bool, mode: &Mode) {
        let table = match self.board.to_think() {
            Ok(table) => table,
            Err(why) => {
                self.engine.end();
                self.note(why);
                return self.say("nobestmove");
            }
        };
        let root_moves = self.allowed(&*table);
        let mut limits = Limits { root_moves, ..Limits::default() };
        let mut allotted = None;
        match *mode {
            Mode::Infinite => {}
            Mode::Depth(depth) => limits.depth = Some(depth),
            Mode::Nodes(nodes) => limits.nodes = Some(nodes),
            Mode::Time { remaining, increment, moves_to_go } => {
                let duration = |time| Mode::duration(time, self.millis);
                let (remaining, increment) = (duration(remaining), duration(increment));
                let clock = Clock { remaining, increment, moves_to_go };
                allotted = Some(clock.allot(OVERHEAD, table.info().moves));
            }
        }
        self.endless = *mode == Mode::Infinite;
        self.pondering = ponder && !self.endless;
        let held = ponder || self.endless;
        self.engine.end();
        if !self.engine.is_idle()
            && let Err(error) = self.seat()
        {
            self.note(error);
        }
        let (limits, refused) = self.engine.keepable(limits);
        if let Some(refused) = refused {
            self.note(refused);
            if !held && allotted.is_none() && limits.nodes.is_none() {
                allotted = Some(Allotted::all_of(TIME));
            }
        }
        let (heard, here) = (self.board.writer(&*table), self.board.writer(&*table));
        let progress = move |thought: &Thought| (vec![info(thought, &heard.line(thought))], false);
        let answer = move |thought| answer(thought, &here);
        if let Err(error) = self.engine.think(Job { table, limits, allotted, held, progress, answer }) {
            self.note(error);
            self.say("nobestmove");
        }
    }

    /// `pophash bestmove h2e2 lowerbound 12 depth 9 upperbound 12 depth 9`: what the transposition table knows of a position.
    ///
    /// # Errors
    /// If it is no position, or a search is under way, which alone may look into the table.
    fn probe(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<String, String> {
        if self.engine.is_thinking() {
            return Err("probe: a search is under way".into());
        }
        let mut board = InterfaceBoard::new(self.board.start().fork(), Writing::Own(Ranks::Own));
        board.set(fen, moves)?;
        let table = board.table();
        let known = self.engine.hash_table().and_then(|hash| hash.get(table.position_key()));
        let mut text = String::from("pophash");
        let Some(TableEntry { score, bound, depth, best }) = known else { return Ok(text) };
        let legal = table.legal_moves(for_programs(table));
        if let Some(best) = best.and_then(|place| legal.get(usize::from(place))) {
            text += &format!(" bestmove {best}");
        }
        let told = self::score(Value::new(score, table.scale()));
        for (name, other) in [("lowerbound", Bound::Upper), ("upperbound", Bound::Lower)] {
            if bound != other {
                text += &format!(" {name} {told} depth {depth}");
            }
        }
        Ok(text)
    }

    /// The places of the moves that are not banned; `None` if none is.
    fn allowed(&self, table: &dyn Table) -> Option<Vec<usize>> {
        let banned = self.board.places(table, &self.banned);
        let banned =
            banned.inspect_err(|error| self.note(format!("banmoves: {error}; no move is banned"))).ok()?;
        let moves = table.legal_moves(0).len();
        (!banned.is_empty()).then(|| (0..moves).filter(|place| !banned.contains(place)).collect())
    }
}

/// `info time 12 nodes 12345 depth 5 score 31 pv h2e2 h9g7`.
fn info(thought: &Thought, line: &[String]) -> String {
    let work = thought.work;
    let nodes = if work.playouts > 0 { work.playouts } else { work.interior + work.leaves };
    let (depth, score) = (thought.depth, score(thought.value));
    let mut text = format!("info time {} nodes {nodes} depth {depth} score {score}", work.millis);
    if !line.is_empty() {
        text += &format!(" pv {}", line.join(" "));
    }
    text
}

/// A win within reach is worth 10,000 less its distance in plies.
fn score(value: Value) -> i32 {
    /// A won game.
    const WIN: i32 = 10_000;
    const MAX_PLIES: i32 = 1_000;
    match value.decided() {
        Some(plies) if plies > 0 => WIN - plies.min(MAX_PLIES),
        Some(plies) => -(WIN - plies.saturating_neg().min(MAX_PLIES)),
        None => value.centipawns().clamp(MAX_PLIES - WIN, WIN - MAX_PLIES),
    }
}

/// The last words on a position.
fn answer(thought: Result<Thought, Error>, here: &Writer) -> Vec<String> {
    let mut said = Vec::new();
    let line = match thought {
        Ok(thought) => {
            let line = here.line(&thought);
            if !line.is_empty() {
                said.push(info(&thought, &line));
            }
            line
        }
        Err(Error::Over(_)) => Vec::new(),
        Err(error) => {
            said.push(format!("info message {error}"));
            here.legal_moves().into_iter().take(1).collect()
        }
    };
    said.push(match line.as_slice() {
        [] => "nobestmove".into(),
        [best] => format!("bestmove {best}"),
        [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
    });
    said
}

impl Session for Ucci {
    fn line(&mut self, line: &str) -> bool {
        if self.batch && !self.endless && !self.pondering {
            self.engine.wait();
        }
        match Command::read(line) {
            Err(error) => {
                if line.split_whitespace().next() == Some("position") {
                    self.board.refuse(&error);
                }
                self.note(error);
            }
            Ok(None) => {}
            Ok(Some(Command::Ucci)) => self.introduce(),
            Ok(Some(Command::IsReady)) => {
                self.engine.warm_up(self.board.table());
                self.say("readyok");
            }
            Ok(Some(Command::SetOption { name, value })) => {
                if let Err(error) = self.set_option(name, &value) {
                    self.note(error);
                }
            }
            Ok(Some(Command::Position { fen, moves })) => match self.board.set(fen.as_deref(), &moves) {
                Ok(notes) => {
                    self.banned.clear();
                    notes.into_iter().for_each(|note| self.note(note));
                }
                Err(error) => self.note(error),
            },
            Ok(Some(Command::Probe { fen, moves })) => match self.probe(fen.as_deref(), &moves) {
                Ok(answer) => self.say(answer),
                Err(error) => {
                    self.note(error);
                    self.say("pophash");
                }
            },
            Ok(Some(Command::BanMoves(moves))) => self.banned = moves,
            Ok(Some(Command::Go { ponder, mode })) => self.go(ponder, &mode),
            Ok(Some(Command::Stop)) => self.engine.stop(),
            Ok(Some(Command::PonderHit)) => {
                if std::mem::take(&mut self.pondering) {
                    self.engine.release();
                }
            }
            Ok(Some(Command::Quit)) => {
                self.end();
                self.say("bye");
                return false;
            }
        }
        true
    }

    fn line_meanwhile(&mut self, line: &str) -> bool {
        let word = line.split_whitespace().next().unwrap_or_default();
        if self.batch || matches!(word, "go" | "setoption" | "quit") {
            // In batch mode what is asked is answered in turn.
            if !self.batch || self.endless || self.pondering {
                self.engine.stop();
            }
            return word == "stop" && self.line(line);
        }
        self.line(line)
    }

    fn too_long(&mut self) {
        self.note(format!("a line of more than {MAX_LENGTH} bytes"));
    }

    fn wait(&mut self) {
        self.engine.wait();
    }

    fn end(&mut self) {
        if self.batch && !self.endless && !self.pondering {
            self.engine.wait();
        }
        self.engine.end();
    }
}
