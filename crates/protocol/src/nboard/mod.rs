//! NBoard's protocol, which Othello engines speak:
//! <https://github.com/weltyc/ntest/blob/master/instructions/Protocol.htm>, versions 1 and 2.
//!
//! A line stops whatever is thought about before it is answered, as NBoard expects of `ping`: `hint` and `go` tell what
//! they have found by then. What cannot be obeyed is told in a line `status Error: …`, which NBoard shows to its user,
//! and what the protocol does not know is ignored, as it asks.

mod command;
mod thinking;

pub(crate) use command::to_own;

use crate::board::InterfaceBoard;
use crate::engine::Engine;
use crate::options::{self, Settings};
use crate::writing::{Ranks, Writing};
use crate::{MAX_LENGTH, Say, Session};
use command::Command;
use std::time::Duration;
use wanqi_play::{Clock, Error, Side, Spec, Table};
use wanqi_store::text::{Format, ReadContext, ggf_clocks, read_each};

/// A conversation in NBoard's protocol.
pub struct NBoard {
    say: Say,
    engine: Engine,
    /// The player asked for; `None` for the strongest of the game.
    player: Option<Spec>,
    board: InterfaceBoard,
    /// The game that was told: its first position, if that is not the usual, and the moves from there. `None` before
    /// there is one, and after one that cannot be taken.
    told: Option<(Option<String>, Vec<String>)>,
    /// What the clocks show, Black's first, if the game has some.
    clocks: Option<[Clock; 2]>,
    /// Plies to look ahead.
    depth: Option<u32>,
    /// Whether the player's book has changed since it was read.
    has_learned: bool,
}

/// The version of the protocol that is spoken.
const VERSION: u32 = 2;

/// The board of a game from its start.
///
/// # Errors
/// If there is no such game.
fn board(game: &Spec) -> Result<InterfaceBoard, Error> {
    Ok(InterfaceBoard::new(wanqi_play::table(game)?, Writing::Own(Ranks::Own)))
}

impl NBoard {
    /// Sits down at Othello. `player` thinks, or if it is `None` the strongest of the game; its own limits hold beside
    /// the depth that NBoard sets.
    ///
    /// # Errors
    /// If there is no such player.
    pub fn new(player: Option<Spec>, say: Say) -> Result<NBoard, Error> {
        let board = board(&Spec::new("othello"))?;
        let engine = Engine::new(say.clone());
        let mut nboard =
            NBoard { say, engine, player, board, told: None, clocks: None, depth: None, has_learned: false };
        nboard.seat()?;
        Ok(nboard)
    }

    /// Seats the player anew.
    fn seat(&mut self) -> Result<(), Error> {
        self.engine.seat(options::player(self.board.table(), self.player.as_ref(), &Settings::default())?);
        Ok(())
    }

    fn say(&self, line: impl Into<String>) {
        (self.say)(line.into());
    }

    fn error(&self, what: impl std::fmt::Display) {
        self.say(format!("status Error: {what}"));
    }

    fn obey(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::NBoard(version) => {
                self.say("set myname Wanqi");
                if version > VERSION {
                    return Err(format!("nboard {version} is not spoken, {VERSION} is"));
                }
            }
            Command::Depth(depth) => {
                self.depth = Some(depth);
                self.say(format!("set myname Wanqi{depth}"));
            }
            Command::Game(ggf) => {
                self.told = None;
                self.take(ggf).map_err(|why| format!("set game: {why}"))?;
            }
            // Only the draws of a book are worth it, and ours tells no draw from a position that is even.
            Command::Contempt(_) => {}
            Command::Move(mv, took) => self.play(mv, took)?,
            Command::Hint(lines) => self.hint(lines)?,
            Command::Go => self.go()?,
            Command::Ping(number) => self.say(format!("pong {number}")),
            Command::Learn => self.learn()?,
            Command::Analyze => self.analyze()?,
            Command::Quit => {}
        }
        Ok(())
    }

    /// The game that was told.
    ///
    /// # Errors
    /// If there is none: why `what` cannot be obeyed.
    fn told(&self, what: &str) -> Result<&(Option<String>, Vec<String>), String> {
        self.told.as_ref().ok_or_else(|| format!("{what} comes after set game, and there is no game"))
    }

    /// Takes another game.
    fn take(&mut self, ggf: &str) -> Result<(), String> {
        let mut games = Vec::new();
        read_each(ggf, Format::Ggf, &ReadContext::default(), &mut |game| {
            games.push(game);
            games.len() < 2
        });
        let game = games.pop().ok_or("there is no game in it, as (;GM[Othello]…;) is one")?;
        if !games.is_empty() {
            return Err("more than one game".into());
        }
        if let Some(problem) = game.problems.into_iter().next() {
            return Err(problem.what.to_string());
        }
        let record = game.record.ok_or("it cannot be read")?;
        let spec: Spec = record.game.parse().map_err(|error: Error| error.to_string())?;
        let moves: Vec<String> =
            record.main_line().into_iter().map(|id| record[id].text().to_owned()).collect();
        if *self.board.table().spec() != spec {
            let seated = board(&spec).and_then(|board| {
                self.board = board;
                self.seat()
            });
            seated.map_err(|error| error.to_string())?;
        }
        self.lay(record.first, moves)?;
        self.clocks = ggf_clocks(ggf);
        Ok(())
    }

    fn lay(&mut self, first: Option<String>, moves: Vec<String>) -> Result<(), String> {
        let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.board.set(first.as_deref(), &texts)?;
        self.told = Some((first, moves));
        Ok(())
    }

    /// Plays a move. After one that cannot be played nobody knows where the game stands, so that there is none.
    fn play(&mut self, mv: &str, took: Duration) -> Result<(), String> {
        self.told("move")?;
        let side = self.board.table().side_to_move();
        let Some((first, mut moves)) = self.told.take() else { return Ok(()) };
        moves.push(to_own(mv));
        self.lay(first, moves)?;
        if let Some(clock) = self.clocks.as_mut().map(|clocks| &mut clocks[side.index()]) {
            clock.remaining = clock.remaining.saturating_add(clock.increment).saturating_sub(took);
        }
        Ok(())
    }

    /// What the clock of a side shows.
    fn clock(&self, side: Side) -> Option<Clock> {
        self.clocks.map(|clocks| clocks[side.index()])
    }

    /// The position to think about, and the depth to look ahead.
    fn asked(&self, what: &str) -> Result<(Box<dyn Table>, u32), String> {
        self.told(what)?;
        let depth = self.depth.ok_or_else(|| format!("{what} comes after set depth"))?;
        Ok((self.board.to_think()?, depth))
    }
}

impl Session for NBoard {
    fn line(&mut self, line: &str) -> bool {
        let command = Command::read(line);
        if !matches!(command, Ok(None)) {
            self.engine.end();
        }
        let done = match command {
            Ok(Some(Command::Quit)) => return false,
            Ok(Some(command)) => self.obey(command),
            Ok(None) => Ok(()),
            Err(error) => Err(error),
        };
        if let Err(error) = done {
            self.error(error);
        }
        true
    }

    fn too_long(&mut self) {
        self.engine.end();
        self.error(format_args!("a line of more than {MAX_LENGTH} bytes"));
    }

    fn wait(&mut self) {
        self.engine.wait();
    }

    fn end(&mut self) {
        self.engine.end();
    }
}
