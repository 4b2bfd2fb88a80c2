//! UCI, the Universal Chess Interface: <https://www.shredderchess.com/download/div/uci.zip>, and
//! <https://www.chessprogramming.org/UCI>. Variants are named as in fairy-stockfish
//! (<https://fairy-stockfish.github.io/>). USI, the protocol of shogi, is the same conversation with a few words of its own.
//!
//! `command` reads what an interface says, `language` has what the two languages say differently, `info` writes what an
//! engine thinks, `ranks` how xiangqi counts them, `tools` what is asked beside games; here they are put together.

mod command;
mod info;
mod language;
mod ranks;
mod strength;
mod tools;

use crate::board::InterfaceBoard;
use crate::engine::{Engine, Job};
use crate::options::{self, MULTI_PV, Setting, Settings, Spin, described};
use crate::{MAX_LENGTH, Say, Session, variants};
use command::{Command, Go};
use info::Telling;
use language::Language;
use std::time::Duration;
use wanqi_play::{Allotted, Clock, Error, Limits, OptionInfo, Player, Spec, Stop, Table, Thought, quoted};

/// A conversation in UCI, or in USI.
pub struct Uci {
    say: Say,
    /// The game that it began with, at its start, and what the interface calls it.
    given: (String, Box<dyn Table>),
    /// What the interface calls the game that is played.
    variant: String,
    /// Whether it has.
    names_variant: bool,
    board: InterfaceBoard,
    engine: Engine,
    /// The player asked for; `None` for the strongest of the game.
    player: Option<Spec>,
    settings: Settings,
    /// A book of openings, and whether to play from it.
    book: String,
    own_book: bool,
    /// What is told of a search.
    telling: Telling,
    /// The rating to play at, and whether to.
    elo: usize,
    limited: bool,
    overhead: Duration,
    /// Whether castling is written as the king's move onto its rook.
    chess960: bool,
    debug: bool,
    /// Whether the search under way waits for `ponderhit`.
    pondering: bool,
}

/// What is set of the player, by UCI's names.
const SETTINGS: [(&str, Setting); 6] = [
    ("Hash", Setting::Memory),
    ("Threads", Setting::Threads),
    ("SyzygyPath", Setting::SYZYGY),
    ("BookFile", Setting::BOOK),
    ("BookSeed", Setting::BOOK_SEED),
    ("EvalFile", Setting::NETWORK),
];

/// What a player that keeps no other limit may take for a move.
const TIME: Duration = Duration::from_secs(5);

/// Plies that the bench looks ahead if nothing is said.
const BENCH_DEPTH: u32 = 10;

/// Milliseconds that are lost on the way to the clock of the game.
const OVERHEAD: Spin = Spin { default: 10, least: 0, most: 5_000 };

/// The value of an option that is a path: interfaces say that it is empty in words.
fn path(value: &str) -> &str {
    match value.trim() {
        "<empty>" => "",
        path => path,
    }
}

impl Uci {
    /// Sits down at a game: `chess`, another that the program knows by heart with moves such as UCI's, the name of a shipped
    /// rule file or the path of another. `player` thinks, or if it is `None` the strongest of the game; its own limits hold
    /// beside those of the interface.
    ///
    /// # Errors
    /// If there is no such game in UCI, or no such player of it.
    pub fn new(game: &str, player: Option<Spec>, say: Say) -> Result<Uci, Error> {
        Uci::speaking(Language::Uci, game, player, say)
    }

    /// Sits down at a game of shogi's kin and speaks USI: `minishogi`, or a rule file of moves and drops in which pieces are
    /// turned over when they promote. `player` as in [`new`](Uci::new).
    ///
    /// # Errors
    /// If there is no such game in USI, or no such player of it.
    pub fn usi(game: &str, player: Option<Spec>, say: Say) -> Result<Uci, Error> {
        Uci::speaking(Language::Usi, game, player, say)
    }

    fn speaking(language: Language, game: &str, player: Option<Spec>, say: Say) -> Result<Uci, Error> {
        let table = wanqi_play::rules::open(&variants::told(game).unwrap_or(game).parse()?)?;
        let name = variants::name_of(&table.spec().name);
        let mut uci = Uci {
            board: language.board(&name, table.fork())?,
            variant: name.clone(),
            names_variant: false,
            given: (name, table),
            engine: Engine::new(say.clone()),
            say,
            player,
            settings: Settings::default(),
            book: String::new(),
            own_book: false,
            telling: Telling { lines: MULTI_PV.default, wdl: false, language },
            elo: strength::ELO.default,
            limited: false,
            overhead: Duration::from_millis(OVERHEAD.default as u64),
            chess960: false,
            debug: false,
            pondering: false,
        };
        uci.count_ranks_as_alone();
        uci.seat()?;
        Ok(uci)
    }

    fn language(&self) -> Language {
        self.telling.language
    }

    /// Seats the player anew, with the options as they are now.
    fn seat(&mut self) -> Result<(), Error> {
        self.engine.seat(options::player(self.board.table(), self.player.as_ref(), &self.settings)?);
        Ok(())
    }

    /// Seats the player anew with other settings; as it was, if they cannot be.
    fn reseat(&mut self, settings: Settings) -> Result<(), String> {
        // What the player holds, tables of endings say, may not be opened twice.
        self.engine.unseat();
        let before = std::mem::replace(&mut self.settings, settings);
        let Err(error) = self.seat() else { return Ok(()) };
        self.settings = before;
        self.seat().map_err(|error| error.to_string())?;
        Err(error.to_string())
    }

    fn open_book(&mut self, own: bool, file: String) -> Result<(), String> {
        let book = match (own, file.as_str()) {
            (false, _) => "",
            (true, "") => "own",
            (true, file) => file,
        };
        self.reseat(self.settings.with(Setting::BOOK, book))?;
        (self.own_book, self.book) = (own, file);
        Ok(())
    }

    fn say(&self, line: impl Into<String>) {
        (self.say)(line.into());
    }

    fn note(&self, what: impl std::fmt::Display) {
        self.say(format!("info string {what}"));
    }

    fn introduce(&self) {
        self.say(concat!("id name Wanqi ", env!("CARGO_PKG_VERSION")));
        self.say("id author the Wanqi developers");
        let offer = |name: &str, what: &str| {
            self.say(format!("option name {} {what}", self.language().written_option(name)));
        };
        for (name, setting) in SETTINGS {
            if let Some(option) = self.option(setting) {
                offer(name, &described(&option));
            }
        }
        offer("Clear Hash", "type button");
        offer("Ponder", "type check default false");
        offer("MultiPV", &MULTI_PV.text());
        offer("Move Overhead", &OVERHEAD.text());
        if self.language() == Language::Uci {
            self.offer_for_chess();
        }
        self.say(self.language().introduced());
    }

    /// The options that USI does not have: of chess, of strength measured there, and of variants.
    fn offer_for_chess(&self) {
        self.say("option name OwnBook type check default false");
        self.say("option name UCI_Chess960 type check default false");
        self.say("option name UCI_ShowWDL type check default false");
        self.say("option name UCI_LimitStrength type check default false");
        self.say(format!("option name UCI_Elo {}", strength::ELO.text()));
        let mut names: Vec<&str> = variants::all().map(|(name, _)| name).collect();
        let (given, _) = &self.given;
        if !names.contains(&given.as_str()) {
            names.push(given);
        }
        let vars: String = names.iter().map(|name| format!(" var {name}")).collect();
        self.say(format!("option name UCI_Variant type combo default {}{vars}", self.variant));
    }

    /// The option of a player that a setting sets: of the game's own player, or else of the first variant's that has it.
    fn option(&self, setting: Setting) -> Option<OptionInfo> {
        let of = |table: &dyn Table| {
            let player = options::spec(table, self.player.as_ref(), &Settings::default()).ok()?;
            setting.option(table.player_options(&player.name))
        };
        let others = || wanqi_play::games().filter_map(|info| of(&*uci_table(&info.name)?)).next();
        of(self.board.table()).or_else(|| others().filter(|_| self.language() == Language::Uci))
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let asked = self.language().option(name);
        let name = &*asked;
        let known = SETTINGS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        if let Some(&(name, setting)) = known {
            // The book of openings is only used where `OwnBook` says so.
            if setting == Setting::BOOK {
                return self.open_book(self.own_book, path(value).to_owned());
            }
            let spin = self.option(setting).as_ref().and_then(Spin::of);
            let value = match spin {
                Some(spin) => spin.read(name, value)?.to_string(),
                None => path(value).to_owned(),
            };
            return self.reseat(self.settings.with(setting, value));
        }
        match name.to_ascii_lowercase().as_str() {
            "ownbook" => self.open_book(options::check("OwnBook", value)?, self.book.clone()),
            "multipv" => {
                self.telling.lines = MULTI_PV.read("MultiPV", value)?;
                Ok(())
            }
            "uci_showwdl" => {
                self.telling.wdl = options::check("UCI_ShowWDL", value)?;
                Ok(())
            }
            "uci_limitstrength" => {
                self.limited = options::check("UCI_LimitStrength", value)?;
                Ok(())
            }
            "uci_elo" => {
                self.elo = strength::ELO.read("UCI_Elo", value)?;
                Ok(())
            }
            "clear hash" => {
                self.engine.forget();
                Ok(())
            }
            "move overhead" => {
                let millis = OVERHEAD.read("Move Overhead", value)?;
                self.overhead = Duration::from_millis(millis as u64);
                Ok(())
            }
            // The interface tells it for us to plan our time; ours does not depend on it.
            "ponder" => Ok(()),
            "uci_chess960" => {
                self.chess960 = options::check("UCI_Chess960", value)?;
                self.board.castle_onto_rook(self.chess960);
                Ok(())
            }
            "uci_variant" => self.set_variant(value.trim()),
            _ => {
                let own = ["OwnBook", "MultiPV", "UCI_ShowWDL", "UCI_LimitStrength", "UCI_Elo", "Clear Hash"];
                let others = ["Move Overhead", "Ponder", "UCI_Chess960", "UCI_Variant"];
                let all = SETTINGS.iter().map(|(name, _)| *name).chain(own).chain(others);
                Err(format!("there is no option {}{}", quoted(name), wanqi_play::did_you_mean(name, all)))
            }
        }
    }

    /// Plays another game.
    fn set_variant(&mut self, name: &str) -> Result<(), String> {
        if name.eq_ignore_ascii_case(&self.variant) {
            self.count_ranks_of_variant();
            return Ok(());
        }
        let (given, table) = &self.given;
        let (name, table) = if name.eq_ignore_ascii_case(given) {
            (given.clone(), table.fork())
        } else {
            let name = name.to_ascii_lowercase();
            let table = variants::table(&name).map_err(|error| error.to_string())?;
            (name, table)
        };
        let board = self.language().board(&name, table).map_err(|error| error.to_string())?;
        let before = std::mem::replace(&mut self.board, board);
        if let Err(error) = self.seat() {
            self.board = before;
            return Err(error.to_string());
        }
        self.variant = name;
        self.count_ranks_of_variant();
        self.board.castle_onto_rook(self.chess960);
        Ok(())
    }

    fn go(&mut self, go: Go) {
        let language = self.language();
        let table = match self.board.to_think() {
            Ok(table) => table,
            Err(why) => {
                self.engine.end();
                self.note(why);
                return self.say(format!("bestmove {}", language.no_move(false)));
            }
        };
        if let Some(depth) = go.perft {
            let (writer, say) = (self.board.writer(self.board.table()), self.say.clone());
            return self.work(move |_, stop| {
                let write = |mv: &str| writer.moves(&[mv.to_owned()]).pop().unwrap_or_else(|| mv.into());
                tools::perft(&*table, depth, write, stop, &say);
            });
        }
        let root_moves = go.search_moves.as_ref().and_then(|moves| {
            let places = self.board.places(&*table, moves);
            places.map_err(|error| self.note(format!("searchmoves: {error}; all moves are searched"))).ok()
        });
        let strength = self.limited.then(|| strength::nodes(self.elo));
        let limits = Limits {
            depth: go.depth,
            nodes: go.nodes.into_iter().chain(strength).min(),
            lines: self.telling.lines,
            root_moves: root_moves.filter(|places| !places.is_empty()),
            ..Limits::default()
        };
        let (held, mut allotted) = (go.infinite || go.ponder, self.allot(&go, &*table));
        self.wake();
        let (limits, refused) = self.engine.keepable(limits);
        if let Some(refused) = refused {
            self.note(refused);
            if !held && allotted.is_none() && limits.nodes.is_none() {
                allotted = Some(Allotted::all_of(TIME));
            }
        }
        if let (true, Some(time)) = (self.debug, allotted) {
            let soft = time.soft.map_or(String::new(), |soft| format!("{} ms, ", soft.as_millis()));
            self.note(format!("{soft}at most {} ms", time.hard.as_millis()));
        }
        self.pondering = go.ponder && !go.infinite;
        let (heard, here) = (self.board.writer(&*table), self.board.writer(&*table));
        let enough = move |thought: &Thought| {
            let plies = go.mate.map(|moves| moves.saturating_mul(2));
            plies.zip(thought.value.decided()).is_some_and(|(most, plies)| plies.unsigned_abs() <= most)
        };
        let telling = self.telling;
        let progress = move |thought: &Thought| (info::infos(thought, telling, &heard), enough(thought));
        let answer = move |thought: Result<Thought, Error>| match thought {
            Ok(thought) => info::answer(&thought, telling, &here),
            Err(Error::Over(_)) => info::no_move(here.won(), language),
            Err(error) => info::failed(&error, here.legal_moves().first(), language),
        };
        let begun = self.engine.think(Job { table, limits, allotted, held, progress, answer });
        if let Err(error) = begun {
            self.note(error);
            self.say(format!("bestmove {}", language.no_move(false)));
        }
    }

    /// Ends a search under way, and seats the player anew if it has failed.
    fn wake(&mut self) {
        self.engine.end();
        if !self.engine.is_idle()
            && let Err(error) = self.seat()
        {
            self.note(error);
        }
    }

    /// Does something else than searching on the player's thread.
    fn work(&mut self, work: impl FnOnce(&mut dyn Player, &Stop) + Send + 'static) {
        self.wake();
        if let Err(error) = self.engine.work(work) {
            self.note(error);
        }
    }

    fn bench(&mut self, depth: u32) {
        let (table, say) = (self.board.start().fork(), self.say.clone());
        self.work(move |player, stop| tools::bench(player, &*table, depth, stop, &say));
    }

    /// The time for a move, if the interface limits it. Where it tells the other side's clock alone, that must do.
    fn allot(&self, go: &Go, table: &dyn Table) -> Option<Allotted> {
        let side = table.side_to_move();
        let (us, them) = (side.index(), side.opponent().index());
        let of_clock = go.time[us].or(go.time[them]).map(|remaining| {
            let increment = go.increment[us].unwrap_or_default();
            let clock = Clock { remaining, increment, moves_to_go: go.moves_to_go };
            clock.allot(self.overhead, table.info().moves)
        });
        let of_clock = match go.byoyomi.filter(|byoyomi| !byoyomi.is_zero()) {
            Some(byoyomi) => Some(with_byoyomi(of_clock, byoyomi.saturating_sub(self.overhead))),
            None => of_clock,
        };
        go.movetime.map(Allotted::all_of).into_iter().chain(of_clock).min_by_key(|allotted| allotted.hard)
    }
}

/// A move's time where each has so much for itself, which would be lost with it.
fn with_byoyomi(of_clock: Option<Allotted>, byoyomi: Duration) -> Allotted {
    let byoyomi = byoyomi.max(Duration::from_millis(1));
    match of_clock {
        // A millisecond is what is allotted of a clock that has run out.
        Some(Allotted { soft, hard }) if hard > Duration::from_millis(1) => Allotted {
            soft: soft.map(|soft| soft.saturating_add(byoyomi)),
            hard: hard.saturating_add(byoyomi),
        },
        _ => Allotted::all_of(byoyomi),
    }
}

/// A table of a game that the program knows by heart and that UCI has.
fn uci_table(name: &str) -> Option<Box<dyn Table>> {
    let table = wanqi_play::table(&Spec::new(name)).ok()?;
    Language::Uci.writing(&*table).map(|_| table)
}

impl Session for Uci {
    fn line(&mut self, line: &str) -> bool {
        let say = self.say.clone();
        let command = Command::read(line, self.language(), &mut |note| say(format!("info string {note}")));
        match command {
            Err(error) => {
                if line.split_whitespace().any(|word| word == "position") {
                    self.board.refuse(&error);
                }
                self.note(error);
            }
            Ok(None) => {}
            Ok(Some(Command::Hello)) => self.introduce(),
            Ok(Some(Command::Debug(on))) => self.debug = on,
            Ok(Some(Command::IsReady)) => {
                self.engine.warm_up(self.board.table());
                self.say("readyok");
            }
            Ok(Some(Command::SetOption { name, value })) => {
                if let Err(error) = self.set_option(&name, value.as_deref().unwrap_or_default()) {
                    self.note(error);
                }
            }
            Ok(Some(Command::NewGame)) => self.engine.forget(),
            Ok(Some(Command::Position { fen, moves })) => {
                let notes = self.take_position(fen.as_deref(), &moves);
                notes.into_iter().for_each(|note| self.note(note));
            }
            Ok(Some(Command::Go(go))) => self.go(*go),
            Ok(Some(Command::Checkmate)) => self.say("checkmate notimplemented"),
            Ok(Some(Command::Stop)) => self.engine.stop(),
            Ok(Some(Command::GameOver)) => self.engine.end(),
            Ok(Some(Command::PonderHit)) => {
                if std::mem::take(&mut self.pondering) {
                    self.engine.release();
                }
            }
            Ok(Some(Command::Display)) => {
                let table = self.board.table();
                let moves = self.board.writer(table).legal_moves();
                tools::display(table, &self.board.position(), &moves)
                    .into_iter()
                    .for_each(|line| self.say(line));
            }
            Ok(Some(Command::Eval)) => {
                let table = self.board.table();
                let told = options::spec(table, self.player.as_ref(), &self.settings).map_or_else(
                    |error| vec![format!("info string {error}")],
                    |player| tools::evaluation(table, &player),
                );
                told.into_iter().for_each(|line| self.say(line));
            }
            Ok(Some(Command::Bench { depth })) => self.bench(depth.unwrap_or(BENCH_DEPTH)),
            Ok(Some(Command::Quit)) => return false,
        }
        true
    }

    fn line_meanwhile(&mut self, line: &str) -> bool {
        match Command::read(line, self.language(), &mut |_| {}) {
            // What ends a search, or seats the player anew.
            Ok(Some(
                Command::Go(_)
                | Command::SetOption { .. }
                | Command::NewGame
                | Command::Bench { .. }
                | Command::GameOver
                | Command::Quit,
            )) => {
                self.engine.stop();
                false
            }
            _ => self.line(line),
        }
    }

    fn too_long(&mut self) {
        self.note(format!("a line of more than {MAX_LENGTH} bytes"));
    }

    fn wait(&mut self) {
        self.engine.wait();
    }

    fn end(&mut self) {
        self.engine.end();
    }
}
