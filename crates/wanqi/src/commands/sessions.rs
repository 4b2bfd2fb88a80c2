//! `wanqi uci`, `usi`, `ucci`, `gtp`, `gomocup` and `nboard`: conversations with graphical interfaces over standard input and
//! output.

use crate::Failure;
use clap::Args;
use std::ffi::OsStr;
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::thread;
use wanqi_play::record::GameRecord;
use wanqi_play::{Spec, files};
use wanqi_protocol::{InputLine, Lines, Say, Session};
use wanqi_store::text;

/// Play under a graphical interface that speaks UCI; also under the name wanqi-uci
#[derive(Args, Debug)]
pub struct Uci {
    /// The game at first, as the option UCI_Variant names it, or a rule file: minishogi, 3check, my.toml
    #[arg(default_value = "chess")]
    game: String,
    #[command(flatten)]
    who: Who,
}

#[derive(Args, Debug)]
pub struct Who {
    /// Who thinks, such as best or mcts:seed=1 [default: the game's strongest level]
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,
}

impl Who {
    pub fn player(&self) -> Result<Option<Spec>, Failure> {
        let player = self.player.as_ref().map(|text| text.parse()).transpose();
        player.map_err(|error: wanqi_play::Error| Failure::asked("--player", error))
    }
}

impl Uci {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let player = self.who.player()?;
        converse(out, |say| Ok(wanqi_protocol::Uci::new(&self.game, player, say)?))
    }
}

/// Play shogi or one of its kin under a graphical interface that speaks USI; also under the name wanqi-usi
#[derive(Args, Debug)]
pub struct Usi {
    /// The game, or a rule file of moves and drops in which pieces are turned over: minishogi, my.toml
    #[arg(default_value = "shogi")]
    game: String,
    #[command(flatten)]
    who: Who,
}

impl Usi {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let player = self.who.player()?;
        converse(out, |say| Ok(wanqi_protocol::Uci::usi(&self.game, player, say)?))
    }
}

/// Play xiangqi under a graphical interface that speaks UCCI; also under the name wanqi-ucci
#[derive(Args, Debug)]
pub struct Ucci {
    /// The game
    #[arg(default_value = "xiangqi")]
    game: String,
    #[command(flatten)]
    who: Who,
}

impl Ucci {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let player = self.who.player()?;
        converse(out, |say| Ok(wanqi_protocol::Ucci::new(&self.game, player, say)?))
    }
}

/// Play Go, Othello or gomoku under a graphical interface or a bridge that speaks GTP; also under the name wanqi-gtp
#[derive(Args, Debug)]
pub struct Gtp {
    /// The game, with its options: go:size=9,komi=7, othello, gomoku
    #[arg(default_value = "go")]
    game: String,
    #[command(flatten)]
    who: Who,
    /// What it says it is called: Lizzie asks for KataGo or "Leela Zero", and is told a version to go with it
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Give up a game of Go that has been lost for three moves, with so many per cent of winning or less [if no number is
    /// given: 5]
    #[arg(long, value_name = "PERCENT", num_args = 0..=1, require_equals = true, default_missing_value = "5")]
    resign: Option<f64>,
}

impl Gtp {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let player = self.who.player()?;
        if let Some(name) =
            self.name.as_ref().filter(|name| name.trim().is_empty() || name.contains(char::is_control))
        {
            return Err(Failure::Asked(format!("--name: {name:?} is no name")));
        }
        if let Some(percent) = self.resign.filter(|percent| !(0.0..=50.0).contains(percent)) {
            return Err(Failure::Asked(format!("--resign takes a number from 0 to 50, not {percent}")));
        }
        converse(out, |say| {
            let mut gtp = wanqi_protocol::Gtp::new(&self.game, player, Box::new(load), say)?;
            if let Some(name) = self.name {
                gtp = gtp.with_name(name);
            }
            if let Some(percent) = self.resign {
                gtp = gtp.with_resigning(percent / 100.0);
            }
            Ok(gtp)
        })
    }
}

/// Play gomoku and renju under tournament managers and boards that speak Gomocup's protocol; also under any name that
/// begins with pbrain-
#[derive(Args, Debug)]
pub struct Gomocup {
    #[command(flatten)]
    who: Who,
}

impl Gomocup {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let player = self.who.player()?;
        converse(out, |say| Ok(wanqi_protocol::Gomocup::new(player, say)?))
    }
}

/// Play Othello under NBoard and programs that speak its protocol; also under the name wanqi-nboard
#[derive(Args, Debug)]
pub struct NBoard {
    #[command(flatten)]
    who: Who,
}

impl NBoard {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let player = self.who.player()?;
        converse(out, |say| Ok(wanqi_protocol::NBoard::new(player, say)?))
    }
}

/// The most bytes of a file of games that is read for its first one.
const MAX_BYTES: u64 = 64 << 20;

/// The first game of a file, for `loadsgf`.
fn load(path: &str) -> Result<GameRecord, String> {
    let bytes = files::read(path, MAX_BYTES).map_err(|error| error.to_string())?;
    let reading = text::read(&text::decode(&bytes), &text::ReadContext::default());
    let problem = reading.problems.into_iter().next();
    match (reading.games.into_iter().next(), problem) {
        (_, Some(problem)) => Err(problem.to_string()),
        (Some(game), None) => Ok(game.record),
        (None, None) => Err("there is no game in it".into()),
    }
}

/// The command that an executable's name chooses: `uci` of `wanqi-uci`, and of `my-wanqi-uci.exe`; `gomocup` of
/// `pbrain-wanqi`, as tournaments want it. A game may follow: `uci xiangqi` of `wanqi-uci-xiangqi`.
pub fn named(executable: &OsStr) -> Option<Vec<&str>> {
    let name = Path::new(executable).file_stem()?.to_str()?;
    if name.starts_with("pbrain-") {
        return Some(vec!["gomocup"]);
    }
    let (_, told) = name.rsplit_once("wanqi-")?;
    let (command, game) = told.split_once('-').map_or((told, None), |(command, game)| (command, Some(game)));
    let is_game = |name: &str| wanqi_play::games().any(|info| info.name == name);
    let known = ["uci", "usi", "ucci", "gtp", "nboard"].contains(&command) && game.is_none_or(is_game);
    known.then(|| [command].into_iter().chain(game).collect())
}

/// What the thread that writes waits for.
enum Event {
    /// A line of the interface.
    Heard(InputLine),
    /// A line for the interface.
    Said(String),
    /// The interface is gone.
    Gone,
}

/// Runs a session until the interface leaves. Only this thread writes, and only another reads, so that a search on a
/// third delays nobody.
fn converse<S: Session>(
    out: &mut impl Write,
    sit_down: impl FnOnce(Say) -> Result<S, Failure>,
) -> Result<(), Failure> {
    let (send, events) = mpsc::channel();
    let said = send.clone();
    // Nobody hears what is said after the end.
    let mut session = sit_down(Arc::new(move |line| drop(said.send(Event::Said(line)))))?;
    thread::Builder::new().name("input".into()).spawn(move || {
        for line in Lines(BufReader::new(io::stdin())) {
            let Ok(line) = line else { break };
            if send.send(Event::Heard(line)).is_err() {
                return;
            }
        }
        let _ = send.send(Event::Gone);
    })?;
    for event in &events {
        match event {
            Event::Heard(InputLine::Text(line)) => {
                if !session.line(&line) {
                    break;
                }
            }
            Event::Heard(InputLine::TooLong) => session.too_long(),
            Event::Said(line) => write(out, &line)?,
            Event::Gone => break,
        }
    }
    session.end();
    for event in events.try_iter() {
        if let Event::Said(line) = event {
            write(out, &line)?;
        }
    }
    Ok(())
}

/// Runs a session that works on many things at the same time until its input ends: it is heard on a thread of its own, and
/// this one writes. At the end what is under way is stopped, or with `waits` done first.
pub(super) fn exchange<S: Session + Send + 'static>(
    out: &mut impl Write,
    waits: bool,
    begin: impl FnOnce(Say) -> Result<S, Failure>,
) -> Result<(), Failure> {
    /// Lines that wait to be written: then searches wait.
    const MAX_SAID: usize = 1000;
    let (send, said) = mpsc::sync_channel(MAX_SAID);
    // Nobody hears what is said after the end.
    let mut session = begin(Arc::new(move |line| drop(send.send(line))))?;
    thread::Builder::new().name("input".into()).spawn(move || {
        for line in Lines(BufReader::new(io::stdin())) {
            let goes_on = match line {
                Ok(InputLine::Text(line)) => session.line(&line),
                Ok(InputLine::TooLong) => {
                    session.too_long();
                    true
                }
                Err(_) => false,
            };
            if !goes_on {
                break;
            }
        }
        if waits {
            session.wait();
        }
        session.end();
    })?;
    for line in said {
        write(out, &line)?;
    }
    Ok(())
}

fn write(out: &mut impl Write, line: &str) -> io::Result<()> {
    writeln!(out, "{line}")?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_choose_commands() {
        for (name, command) in [
            ("wanqi", None),
            ("/usr/bin/wanqi-uci", Some(&["uci"][..])),
            ("wanqi-uci.exe", Some(&["uci"][..])),
            ("my-wanqi-uci", Some(&["uci"][..])),
            ("wanqi-uci-xiangqi.exe", Some(&["uci", "xiangqi"])),
            ("wanqi-uci-win64", None),
            ("wanqi-usi", Some(&["usi"][..])),
            ("wanqi-ucci", Some(&["ucci"][..])),
            ("wanqi-gtp", Some(&["gtp"][..])),
            ("wanqi-nboard", Some(&["nboard"][..])),
            ("uci", None),
            ("pbrain-wanqi", Some(&["gomocup"][..])),
            ("/opt/pbrain-wanqi64.exe", Some(&["gomocup"][..])),
            ("wanqi-pbrain", None),
            ("mywanquci", None),
            ("", None),
        ] {
            assert_eq!(named(OsStr::new(name)).as_deref(), command, "{name}");
        }
    }
}
