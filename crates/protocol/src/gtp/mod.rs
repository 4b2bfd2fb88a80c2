//! GTP, the Go Text Protocol, version 2:
//! <https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html>, with what KGS, GoGui, Leela Zero and KataGo
//! have added to it. Othello and gomoku are played in it with their own coordinates; rule files in which every move puts a piece
//! on a point with GTP's.
//!
//! `command` reads what a controller says, `board` is the game that it has told, `games` answers for others than Go, `clock`
//! the time, `thinking` asks the player, `analysis` writes what it thinks, `rules` reads which are wanted, `params` and `kata`
//! have what else KataGo has added, `tools` answers what is asked beside moves; here they are put together.

mod analysis;
mod board;
mod clock;
mod command;
mod commands;
mod games;
mod kata;
mod params;
pub(crate) mod rules;
mod thinking;
mod tools;
mod vertex;

pub(crate) use board::{GtpBoard, ownership};
pub(crate) use command::{vertex as read_vertex, write as write_vertex};
pub(crate) use vertex::Letters;

use crate::engine::Engine;
use crate::kata::KATAGO_VERSION;
use crate::options::{self, Setting, Settings};
use crate::{MAX_LENGTH, Say, Session};
use clock::{Clocks, KATA_SYSTEMS};
use command::{Request, SYNTAX, answer};
use commands::{COMMANDS, Scope};
use params::Params;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use thinking::{Purpose, UnderWay};
use wanqi_play::record::GameRecord;
use wanqi_play::{Error, Side, Spec};

/// Reads the game of a file: a session opens none itself.
pub type Load = Box<dyn Fn(&str) -> Result<GameRecord, String>>;

/// A conversation in GTP.
pub struct Gtp {
    say: Say,
    load: Load,
    /// What it says it is called.
    name: String,
    board: GtpBoard,
    engine: Engine,
    /// The player asked for; `None` for the strongest of the game.
    player: Option<Spec>,
    clocks: Clocks,
    /// As it was told: the board may have another that gives the same winner.
    komi: f64,
    under_way: Option<UnderWay>,
    /// For how many moves in a row each side has been lost.
    lost_for: [u32; 2],
    /// What is set of the player, and of searches for a move.
    settings: Settings,
    params: Params,
    /// Time spent on moves.
    spent: Arc<Mutex<Duration>>,
}

/// Programs that some interfaces insist on, and the versions whose commands are known here: Lizzie starts without an error
/// only under Leela Zero from 0.15 on, or under KataGo.
const VERSIONS: [(&str, &str); 2] = [("katago", KATAGO_VERSION), ("leela zero", "0.17")];

/// Komi that is a slip of the pen.
const MAX_KOMI: f64 = 361.0;

/// An answer, or `None` if it comes later.
type Reply = Result<Option<String>, String>;

fn said(text: impl Into<String>) -> Reply {
    Ok(Some(text.into()))
}

impl Gtp {
    /// Sits down at a game, `go` or another in which Black moves first, or the path of a rule file in which every move puts a
    /// piece on a point. `player` thinks, or if it is `None` the strongest
    /// of the game; its own limits hold beside the clock's. `load` reads the files that `loadsgf` names.
    ///
    /// # Errors
    /// If there is no such game in GTP, or no such player of it.
    pub fn new(game: &str, player: Option<Spec>, load: Load, say: Say) -> Result<Gtp, Error> {
        /// Megabytes of the player's table or tree.
        const MEMORY: usize = 256;
        let board = GtpBoard::of(wanqi_play::rules::open(&game.parse()?)?)?;
        let komi = board.table().spec().get("komi").and_then(|komi| komi.parse().ok());
        let mut gtp = Gtp {
            engine: Engine::new(say.clone()),
            say,
            load,
            name: "Wanqi".into(),
            board,
            player,
            clocks: Clocks::none(),
            komi: komi.unwrap_or(7.5),
            under_way: None,
            lost_for: [0; 2],
            settings: Settings::default().with(Setting::Memory, MEMORY.to_string()),
            params: Params::new(),
            spent: Arc::default(),
        };
        gtp.seat()?;
        Ok(gtp)
    }

    /// The same under another name: some interfaces start only what is called KataGo or Leela Zero, and are then told the
    /// version of it whose commands are known here.
    #[must_use]
    pub fn with_name(self, name: String) -> Gtp {
        Gtp { name, ..self }
    }

    /// The same, and a game of Go that has been lost for three moves in a row is given up: one with this probability to
    /// win, or less.
    #[must_use]
    pub fn with_resigning(mut self, probability: f64) -> Gtp {
        self.params.resign_at(probability);
        self
    }

    /// Seats the player anew.
    fn seat(&mut self) -> Result<(), Error> {
        self.engine.seat(options::player(self.board.table(), self.player.as_ref(), &self.settings)?);
        Ok(())
    }

    /// Tells what is under way to end, if it would not do so by itself.
    fn stop_endless(&self) {
        match &self.under_way {
            Some(UnderWay::Analysis) => self.engine.stop(),
            Some(UnderWay::Cancellable(cancelled)) => {
                cancelled.store(true, Ordering::Relaxed);
                self.engine.stop();
            }
            Some(UnderWay::Move { .. } | UnderWay::Reply) | None => {}
        }
    }

    /// Ends what is under way, as far as it does not end by itself, and plays the move that has come of it.
    fn settle(&mut self) {
        self.stop_endless();
        let under_way = self.under_way.take();
        self.engine.wait();
        let Some(UnderWay::Move { side, chosen }) = under_way else { return };
        let Some(chosen) = chosen.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
        self.clocks.spend(side, chosen.took);
        let lost_for = &mut self.lost_for[side.index()];
        *lost_for = if chosen.lost { *lost_for + 1 } else { 0 };
        if let Some(mv) = chosen.mv {
            // It was legal when it was chosen.
            let _ = self.board.play(side, &mv);
        }
    }

    /// A new game.
    fn begin(&mut self) {
        self.engine.forget();
        self.clocks.reset();
        self.lost_for = [0; 2];
    }

    fn is_known(&self, name: &str) -> bool {
        self.commands().any(|known| known == name)
    }

    fn commands(&self) -> impl Iterator<Item = &'static str> {
        let own = if self.board.is_go() { Scope::Go } else { Scope::Others };
        let known = move |scope| scope == Scope::All || scope == own;
        COMMANDS.iter().filter(move |&&(_, scope)| known(scope)).map(|&(name, _)| name)
    }

    fn answer(&mut self, request: &Request) -> Reply {
        let Request { id, name, arguments } = request;
        match name.as_str() {
            known if self.is_known(known) => {}
            "kata-raw-nn" | "kata-raw-human-nn" => {
                return Err("the network is asked by searches alone".into());
            }
            _ => return Err("unknown command".into()),
        }
        match name.as_str() {
            "protocol_version" => said("2"),
            "name" => said(self.name.as_str()),
            "version" => said(self.version()),
            "known_command" => {
                let known = arguments.first().is_some_and(|name| self.is_known(name));
                said(known.to_string())
            }
            "list_commands" => said(self.commands().collect::<Vec<_>>().join("\n")),
            // What is under way has been ended by the line itself.
            "quit" | "gogui-interrupt" | "kgs-game_over" | "stop" => said(""),
            "boardsize" | "rectangular_boardsize" => self.resize(request),
            "clear_cache" => {
                self.engine.forget();
                said("")
            }
            "cputime" | "gomill-cpu_time" => {
                let spent = *self.spent.lock().unwrap_or_else(PoisonError::into_inner);
                said(format!("{:.3}", spent.as_secs_f64()))
            }
            "clear_board" => {
                self.board.clear();
                self.begin();
                said("")
            }
            "komi" => self.set_komi(request),
            "fixed_handicap" | "place_free_handicap" | "set_free_handicap" => self.handicap(request),
            "play" => self.play(request),
            "get_komi" => said(self.komi.to_string()),
            "undo" => self.undo(1),
            "gg-undo" => self.undo(if arguments.is_empty() { 1 } else { request.number(0)? }),
            "gogui-play_sequence" => self.play_all(request),
            "genmove" => self.genmove(*id, request.colour(0)?, Purpose::Game, None),
            "reg_genmove" => self.genmove(*id, request.colour(0)?, Purpose::Regression, None),
            "kgs-genmove_cleanup" => self.genmove(*id, request.colour(0)?, Purpose::Cleanup, None),
            "lz-genmove_analyze" | "kata-genmove_analyze" | "genmove_analyze" => {
                let wanted = self.wanted(request)?;
                self.genmove(*id, wanted.side.ok_or(SYNTAX)?, Purpose::Game, Some(wanted))
            }
            "kata-search" | "kata-search_cancellable" => {
                let cancellable = name.ends_with("cancellable");
                self.genmove(*id, request.colour(0)?, Purpose::Search { cancellable }, None)
            }
            "kata-search_analyze" | "kata-search_analyze_cancellable" => {
                let cancellable = name.ends_with("cancellable");
                let wanted = self.wanted(request)?;
                let side = wanted.side.unwrap_or_else(|| self.board.table().side_to_move());
                self.genmove(*id, side, Purpose::Search { cancellable }, Some(wanted))
            }
            "kata-benchmark" => self.benchmark(request),
            "kata-get-models" => said("[]"),
            "kata-get-param" => self.param(request),
            "kata-get-params" => said(self.all_params()),
            "kata-list-params" => said(self.list_params()),
            "kata-set-param" | "kata-set-params" => self.set_params(request),
            "set_position" => self.set_position(request),
            "lz-analyze" | "kata-analyze" | "analyze" => {
                let wanted = self.wanted(request)?;
                self.analyze(*id, wanted)
            }
            "time_settings" => {
                self.clocks = Clocks::settings(request)?;
                said("")
            }
            "kgs-time_settings" => {
                self.clocks = Clocks::kgs_settings(request)?;
                said("")
            }
            "kata-time_settings" => {
                self.clocks = Clocks::kata_settings(request)?;
                said("")
            }
            "kata-list_time_settings" => said(KATA_SYSTEMS),
            "time_left" => {
                self.clocks.tell(request)?;
                said("")
            }
            "final_score" => said(tools::final_score(&self.board, self.komi)?),
            "final_status_list" => {
                let status = arguments.first().map(String::as_str);
                said(tools::final_status_list(&self.board, status)?)
            }
            "loadsgf" => self.load_sgf(request),
            "showboard" => said(tools::picture(&self.board)),
            "kgs-rules" | "kata-set-rules" | "kata-set-rule" => self.set_rules(request),
            "kata-get-rules" => said(rules::told(&self.board)),
            "gogui-analyze_commands" => said(tools::analyze_commands(|name| self.is_known(name))),
            "gogui-rules_board" => said(games::board(&self.board)),
            "gogui-rules_board_size" => said(self.board.size().to_string()),
            "gogui-rules_final_result" => said(games::final_result(&self.board)?),
            "gogui-rules_game_id" => said(games::game_id(&self.board)),
            "gogui-rules_legal_moves" => said(games::legal_moves(&self.board)),
            "gogui-rules_side_to_move" => said(games::side_to_move(&self.board)),
            "list_games" => said(games::list()),
            "set_game" => self.set_game(request),
            "wanqi-ownership" => said(tools::ownership(&self.board)),
            "wanqi-position" => said(self.board.table().view().position),
            "wanqi-rules" => said(self.board.table().spec().to_string()),
            "wanqi-chances" => self.chances(*id),
            _ => unreachable!("every command of the list has its arm; a test asks them all"),
        }
    }

    /// That of the program by whose name it goes, or else its own.
    fn version(&self) -> &'static str {
        let name = self.name.to_ascii_lowercase();
        let known = VERSIONS.iter().find(|(program, _)| name.starts_with(program));
        known.map_or(env!("CARGO_PKG_VERSION"), |(_, version)| version)
    }

    fn resize(&mut self, request: &Request) -> Reply {
        let size: u32 = request.number(0)?;
        let other = if request.arguments.len() > 1 { request.number(1)? } else { size };
        if other != size {
            return Err("unacceptable size".into());
        }
        self.begin_other(|board| board.resize(&size.to_string()), "unacceptable size")
    }

    /// Another game, or the same from its start.
    fn set_game(&mut self, request: &Request) -> Reply {
        let name = request.arguments.first().ok_or(SYNTAX)?.to_ascii_lowercase();
        let other = |board: &mut GtpBoard| GtpBoard::new(&name).map(|other| *board = other);
        self.begin_other(other, "unsupported game")
    }

    /// Begins anew on another board. Where there is none such, or none that the player plays on, the one before is laid
    /// anew.
    fn begin_other(
        &mut self,
        change: impl FnOnce(&mut GtpBoard) -> Result<(), Error>,
        refusal: &str,
    ) -> Reply {
        let before = self.board.anew();
        let seated = change(&mut self.board).and_then(|()| self.seat());
        if seated.is_err() {
            if let Ok(board) = before {
                self.board = board;
                let _ = self.seat();
            }
            return Err(refusal.into());
        }
        self.begin();
        said("")
    }

    /// Any number is a komi. Where the board counts in halves, the next that leaves every game its winner will do.
    fn set_komi(&mut self, request: &Request) -> Reply {
        let komi: f64 = request.number(0)?;
        if !komi.is_finite() || komi.abs() > MAX_KOMI {
            return Err(SYNTAX.into());
        }
        if self.board.is_go() {
            let whole_or_half = if (komi * 2.0).fract() == 0.0 { komi } else { komi.floor() + 0.5 };
            self.board.set_rules(&[("komi", whole_or_half.to_string())]).map_err(|_| SYNTAX)?;
            self.engine.forget();
        }
        self.komi = komi;
        said("")
    }

    fn set_rules(&mut self, request: &Request) -> Reply {
        match (request.name.as_str(), &request.arguments[..]) {
            ("kata-set-rule", [key, value]) => rules::set_one(&mut self.board, key, value)?,
            ("kata-set-rule", _) => return Err(SYNTAX.into()),
            (_, words) => rules::set(&mut self.board, &words.join(" "))?,
        }
        self.engine.forget();
        said("")
    }

    fn handicap(&mut self, request: &Request) -> Reply {
        if !self.board.is_empty() {
            return Err("board not empty".into());
        }
        if request.name == "set_free_handicap" {
            let letters = self.board.letters();
            let stone = |word: &String| Some((Side::First, letters.read(word)?));
            let stones: Option<Vec<(Side, String)>> = request.arguments.iter().map(stone).collect();
            let stones = stones.ok_or(SYNTAX)?;
            if stones.len() < 2 || self.board.set_stones(&stones, Side::Second).is_err() {
                return Err("bad vertex list".into());
            }
            return said("");
        }
        let stones: usize = request.number(0)?;
        let fewer = if request.name == "place_free_handicap" { 2..=stones } else { stones..=stones };
        // An engine that is free to choose may place fewer stones than it is given.
        let named = fewer
            .rev()
            .filter(|stones| (2..=9).contains(stones))
            .find_map(|stones| self.board.fixed_handicap(stones).ok());
        said(named.ok_or("invalid number of stones")?.join(" "))
    }

    fn play(&mut self, request: &Request) -> Reply {
        let side = request.colour(0)?;
        let mv = request.arguments.get(1).and_then(|word| self.board.letters().read(word)).ok_or(SYNTAX)?;
        self.board.play(side, &mv).map_err(|_| "illegal move")?;
        said("")
    }

    /// Plays one move after the other, or none if one of them cannot be played:
    /// <https://www.kayufu.com/gogui/compatibility.html>.
    fn play_all(&mut self, request: &Request) -> Reply {
        for (played, at) in (0..request.arguments.len()).step_by(2).enumerate() {
            let side = request.colour(at);
            let mv =
                request.arguments.get(at + 1).and_then(|word| self.board.letters().read(word)).ok_or(SYNTAX);
            let made = side.and_then(|side| self.board.play(side, &mv?).map_err(|_| "illegal move"));
            if let Err(why) = made {
                self.board.undo(played);
                return Err(why.into());
            }
        }
        said("")
    }

    /// Takes so many moves back, or none if there are fewer.
    fn undo(&mut self, moves: usize) -> Reply {
        if self.board.undo(moves) { said("") } else { Err("cannot undo".into()) }
    }

    fn load_sgf(&mut self, request: &Request) -> Reply {
        let number = if request.arguments.len() > 1 { Some(request.number(1)?) } else { None };
        let record = (self.load)(request.arguments.first().ok_or(SYNTAX)?);
        let loaded =
            record.and_then(|record| self.board.load(&record, number).map_err(|error| error.to_string()));
        loaded.map_err(|why| format!("cannot load file: {why}"))?;
        let komi = self.board.table().spec().get("komi").and_then(|komi| komi.parse().ok());
        self.komi = komi.unwrap_or(7.5);
        self.seat().map_err(|error| error.to_string())?;
        self.begin();
        said("")
    }
}

impl Session for Gtp {
    fn line(&mut self, line: &str) -> bool {
        // GoGui interrupts so, and hears the answer of the command that is under way.
        if line.trim() == "# interrupt" {
            self.engine.stop();
            return true;
        }
        self.settle();
        let Some(request) = Request::read(line) else { return true };
        if let Some(result) = self.answer(&request).transpose() {
            (self.say)(answer(request.id, result));
        }
        request.name != "quit"
    }

    fn line_meanwhile(&mut self, line: &str) -> bool {
        if line.trim() == "# interrupt" {
            return self.line(line);
        }
        self.stop_endless();
        false
    }

    fn too_long(&mut self) {
        self.settle();
        (self.say)(answer(None, Err(format!("a line of more than {MAX_LENGTH} bytes"))));
    }

    fn wait(&mut self) {
        self.engine.wait();
    }

    fn end(&mut self) {
        self.engine.end();
    }
}
