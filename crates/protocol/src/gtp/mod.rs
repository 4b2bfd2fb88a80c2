//! GTP, the Go Text Protocol, version 2:
//! <https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html>, with what KGS, GoGui, Leela Zero and KataGo
//! have added to it. Othello and gomoku are played in it with their own coordinates.
//!
//! `command` reads what a controller says, `board` is the game that it has told, `games` answers for others than Go, `clock` the time, `thinking` asks the
//! player, `analysis` writes what it thinks, `rules` reads which are wanted, `tools` answers what is asked beside
//! moves; here they are put together.

mod analysis;
mod board;
mod clock;
mod command;
mod games;
mod rules;
mod thinking;
mod tools;

pub(crate) use command::{vertex as read_vertex, write as write_vertex};

use crate::engine::Engine;
use crate::options::{self, Setting, Settings};
use crate::{MAX_LENGTH, Say, Session};
use board::GtpBoard;
use clock::Clocks;
use command::{Request, SYNTAX, answer, vertex};
use std::sync::PoisonError;
use thinking::{Purpose, UnderWay};
use wanqi_play::record::GameRecord;
use wanqi_play::{Error, Spec};

/// Reads the game of a file: a session opens none itself.
pub type Load = Box<dyn Fn(&str) -> Result<GameRecord, String>>;

/// A conversation in GTP.
pub struct Gtp {
    say: Say,
    load: Load,
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
}

/// Komi that is a slip of the pen.
const MAX_KOMI: f64 = 361.0;

/// The games that a command is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    All,
    Go,
    Others,
}

/// The commands, and what they are for.
const COMMANDS: [(&str, Scope); 52] = [
    ("analyze", Scope::All),
    ("boardsize", Scope::All),
    ("clear_board", Scope::All),
    ("final_score", Scope::All),
    ("final_status_list", Scope::Go),
    ("fixed_handicap", Scope::Go),
    ("genmove", Scope::All),
    ("genmove_analyze", Scope::All),
    ("get_komi", Scope::All),
    ("gg-undo", Scope::All),
    ("gogui-analyze_commands", Scope::All),
    ("gogui-interrupt", Scope::All),
    ("gogui-play_sequence", Scope::All),
    ("gogui-rules_board", Scope::Others),
    ("gogui-rules_board_size", Scope::Others),
    ("gogui-rules_final_result", Scope::Others),
    ("gogui-rules_game_id", Scope::Others),
    ("gogui-rules_legal_moves", Scope::Others),
    ("gogui-rules_side_to_move", Scope::Others),
    ("kata-analyze", Scope::All),
    ("kata-genmove_analyze", Scope::All),
    ("kata-get-rules", Scope::Go),
    ("kata-set-rule", Scope::Go),
    ("kata-set-rules", Scope::Go),
    ("kgs-game_over", Scope::All),
    ("kgs-genmove_cleanup", Scope::Go),
    ("kgs-rules", Scope::Go),
    ("kgs-time_settings", Scope::All),
    ("known_command", Scope::All),
    ("komi", Scope::All),
    ("list_commands", Scope::All),
    ("list_games", Scope::All),
    ("loadsgf", Scope::All),
    ("lz-analyze", Scope::All),
    ("lz-genmove_analyze", Scope::All),
    ("name", Scope::All),
    ("place_free_handicap", Scope::Go),
    ("play", Scope::All),
    ("protocol_version", Scope::All),
    ("quit", Scope::All),
    ("reg_genmove", Scope::All),
    ("set_free_handicap", Scope::Go),
    ("set_game", Scope::All),
    ("showboard", Scope::All),
    ("time_left", Scope::All),
    ("time_settings", Scope::All),
    ("undo", Scope::All),
    ("version", Scope::All),
    ("wanqi-chances", Scope::All),
    ("wanqi-ownership", Scope::Go),
    ("wanqi-position", Scope::All),
    ("wanqi-rules", Scope::All),
];

/// An answer, or `None` if it comes later.
type Reply = Result<Option<String>, String>;

fn said(text: impl Into<String>) -> Reply {
    Ok(Some(text.into()))
}

impl Gtp {
    /// Sits down at a game, `go` or another in which Black moves first. `player` thinks, or if it is `None` the strongest
    /// of the game; its own limits hold beside the clock's. `load` reads the files that `loadsgf` names.
    ///
    /// # Errors
    /// If there is no such game in GTP, or no such player of it.
    pub fn new(game: &str, player: Option<Spec>, load: Load, say: Say) -> Result<Gtp, Error> {
        let board = GtpBoard::new(game)?;
        let komi = board.table().spec().get("komi").and_then(|komi| komi.parse().ok());
        let mut gtp = Gtp {
            engine: Engine::new(say.clone()),
            say,
            load,
            board,
            player,
            clocks: Clocks::none(),
            komi: komi.unwrap_or(7.5),
            under_way: None,
            lost_for: [0; 2],
        };
        gtp.seat()?;
        Ok(gtp)
    }

    /// Seats the player anew.
    fn seat(&mut self) -> Result<(), Error> {
        /// Megabytes of its table or tree.
        const MEMORY: usize = 256;
        let settings = Settings::default().with(Setting::Memory, MEMORY.to_string());
        self.engine.seat(options::player(self.board.table(), self.player.as_ref(), &settings)?);
        Ok(())
    }

    /// Ends what is under way, as far as it does not end by itself, and plays the move that has come of it.
    fn settle(&mut self) {
        let under_way = self.under_way.take();
        if matches!(under_way, Some(UnderWay::Analysis)) {
            self.engine.stop();
        }
        self.engine.wait();
        let Some(UnderWay::Move { side, began, chosen }) = under_way else { return };
        let Some(chosen) = chosen.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
        self.clocks.spend(side, began.elapsed());
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
        if !self.is_known(name) {
            return Err("unknown command".into());
        }
        match name.as_str() {
            "protocol_version" => said("2"),
            "name" => said("Wanqi"),
            "version" => said(env!("CARGO_PKG_VERSION")),
            "known_command" => {
                let known = arguments.first().is_some_and(|name| self.is_known(name));
                said(known.to_string())
            }
            "list_commands" => said(self.commands().collect::<Vec<_>>().join("\n")),
            "quit" | "gogui-interrupt" | "kgs-game_over" => said(""),
            "boardsize" => self.resize(request),
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
            "gogui-rules_board_size" => said(self.board.table().layout().columns.to_string()),
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

    fn resize(&mut self, request: &Request) -> Reply {
        let size: u32 = request.number(0)?;
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
        let before = self.board.table().spec().clone();
        let seated = change(&mut self.board).and_then(|()| self.seat());
        if seated.is_err() {
            if let Ok(board) = GtpBoard::new(&before.to_string()) {
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
            let vertices: Option<Vec<String>> = request.arguments.iter().map(|word| vertex(word)).collect();
            let vertices = vertices.ok_or(SYNTAX)?;
            let twice = vertices.iter().enumerate().any(|(index, one)| vertices[..index].contains(one));
            if vertices.len() < 2 || twice || self.board.set_handicap(&vertices).is_err() {
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
        let mv = request.arguments.get(1).and_then(|word| vertex(word)).ok_or(SYNTAX)?;
        self.board.play(side, &mv).map_err(|_| "illegal move")?;
        said("")
    }

    /// Plays one move after the other, or none if one of them cannot be played:
    /// <https://www.kayufu.com/gogui/compatibility.html>.
    fn play_all(&mut self, request: &Request) -> Reply {
        for (played, at) in (0..request.arguments.len()).step_by(2).enumerate() {
            let side = request.colour(at);
            let mv = request.arguments.get(at + 1).and_then(|word| vertex(word)).ok_or(SYNTAX);
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
