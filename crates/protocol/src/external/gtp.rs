//! An engine of others' that speaks GTP, as a player: `external:protocol=gtp,cmd="gnugo --mode gtp"`.
//!
//! It is told the size, the komi and each move, and is asked for its own; the game is refereed here. GTP knows no limit but
//! the clock, so that of an engine without `time` only the timeout is asked.

use super::process::{Process, Silence};
use super::{Settings, move_alone};
use crate::Line;
use crate::gtp::{read_vertex, write_vertex};
use play::{Clock, Error, Limits, Player, Side, Spec, Table, Thought, quoted};
use std::time::{Duration, Instant};

/// An engine as a player. One that has failed is started again for its next move.
pub(super) struct GtpEngine {
    settings: Settings,
    game: Spec,
    clocks: Option<[Clock; 2]>,
    running: Option<Running>,
}

struct Running {
    process: Process,
    /// The position that it was told to begin with, and the moves from there; `None` before the first game.
    told: Option<(String, Vec<(Side, String)>)>,
    /// What of the clock it was told last, in seconds: the time for a move, or for the game.
    time: Option<(u64, u64)>,
    /// The last line that it said, for messages.
    last: String,
}

/// What an engine says to a command: yes, or why not.
type Response = Result<String, String>;

/// The words of GTP for the sides.
const COLOURS: [&str; 2] = ["b", "w"];

impl GtpEngine {
    pub fn new(table: &dyn Table, settings: Settings) -> Result<GtpEngine, Error> {
        if settings.limits.depth.is_some() || settings.limits.nodes.is_some() {
            return Err(Error::Spec("GTP knows no limit but time; cmd has those of the engine's own".into()));
        }
        let layout = table.layout();
        if layout.sides[0].name != "Black" || layout.columns != layout.rows {
            return Err(Error::Spec(format!("{} is not played in GTP", table.spec())));
        }
        let mut engine = GtpEngine { settings, game: table.spec().clone(), clocks: None, running: None };
        let mut running = Running::start(&engine.settings)?;
        running.begin(table, &engine.settings)?;
        engine.running = Some(running);
        Ok(engine)
    }

    fn ask(&mut self, table: &dyn Table, limits: &Limits) -> Result<String, Error> {
        let settings = &self.settings;
        let mut running = match self.running.take() {
            Some(running) => running,
            None => Running::start(settings)?,
        };
        running.follow(table, settings)?;
        let side = table.side_to_move();
        if self.game.name != "go" && table.legal_moves(0) == ["pass"] {
            self.running = Some(running);
            return Ok("pass".into());
        }
        let patience = running.tell_time(side, self.clocks.take(), settings)?;
        let genmove = format!("genmove {}", COLOURS[side.index()]);
        let answer = running.ask(&genmove, patience, Some(limits))?;
        let name = running.process.name().to_owned();
        let vertex =
            answer.map_err(|why| Error::Player(format!("{name} answers {genmove} with {}", quoted(&why))))?;
        if vertex.eq_ignore_ascii_case("resign") {
            self.running = Some(running);
            return Err(Error::Resigned(name));
        }
        let illegal =
            || Error::Player(format!("{name} plays {}, which is no legal move here", quoted(&vertex)));
        let mv = read_vertex(&vertex).ok_or_else(illegal)?;
        let mut after = table.fork();
        after.play(&mv).map_err(|_| illegal())?;
        if let Some((_, moves)) = &mut running.told {
            moves.push((side, mv));
        }
        self.running = Some(running);
        after.last_move(0).ok_or_else(|| Error::Player("a move was just played".into()))
    }
}

impl Player for GtpEngine {
    fn think(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        _: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Error> {
        if *table.spec() != self.game {
            return Err(Error::Player("it was made for another game".into()));
        }
        if let Some(result) = table.result() {
            return Err(Error::Over(result.text));
        }
        let began = Instant::now();
        // What fails leaves no engine behind: whatever it is at, it is not to be trusted with the next move.
        let best = self.ask(table, limits)?;
        Ok(move_alone(best, began.elapsed()))
    }

    fn see_clocks(&mut self, clocks: [Clock; 2]) -> bool {
        self.clocks = Some(clocks);
        true
    }

    fn forget(&mut self) {
        if let Some(running) = &mut self.running {
            running.told = None;
        }
    }
}

impl Running {
    /// Starts an engine and sets its options, each a command of its own.
    fn start(settings: &Settings) -> Result<Running, Error> {
        let process = Process::start(&settings.command)?;
        let mut running = Running { process, told: None, time: None, last: String::new() };
        let version = running.ask("protocol_version", settings.timeout, None)?;
        if version.as_deref() != Ok("2") {
            let (Ok(said) | Err(said)) = version;
            let name = running.process.name();
            return Err(Error::Spec(format!("{name} does not speak version 2 of GTP: {}", quoted(&said))));
        }
        for (name, value) in &settings.options {
            running.must(&format!("{name} {value}"), settings)?;
        }
        Ok(running)
    }

    /// Tells it a new game, from the table's first position.
    fn begin(&mut self, table: &dyn Table, settings: &Settings) -> Result<(), Error> {
        let layout = table.layout();
        self.must(&format!("boardsize {}", layout.columns), settings)?;
        self.must("clear_board", settings)?;
        if table.spec().name == "go" {
            let komi = table.spec().get("komi").unwrap_or("7.5");
            self.must(&format!("komi {komi}"), settings)?;
        }
        let mut first = table.fork();
        while first.undo() {}
        let start = play::table(table.spec())?;
        let position = first.first_position();
        if position != start.first_position() || table.spec().get("handicap").is_some() {
            if table.spec().name != "go" {
                return Err(Error::Spec("GTP tells a first position of Go alone".into()));
            }
            for piece in first.view().scene.pieces {
                let point = &layout.points[usize::from(piece.point)];
                let column = &layout.column_names[usize::from(point.column)];
                let row = &layout.row_names[usize::from(point.row)];
                self.must(&format!("play {} {column}{row}", COLOURS[piece.side.index()]), settings)?;
            }
        }
        self.told = Some((position, Vec::new()));
        Ok(())
    }

    /// Tells it what it does not know of the game.
    fn follow(&mut self, table: &dyn Table, settings: &Settings) -> Result<(), Error> {
        let view = table.view();
        let moves: Vec<(Side, String)> =
            view.record[..view.ply].iter().map(|mv| (mv.side, mv.text.to_ascii_lowercase())).collect();
        let first = table.first_position();
        let goes_on =
            |(told, known): &(String, Vec<(Side, String)>)| *told == first && moves.starts_with(known);
        if !self.told.as_ref().is_some_and(goes_on) {
            self.begin(table, settings)?;
        }
        let known = self.told.as_ref().map_or(0, |(_, known)| known.len());
        for (side, mv) in &moves[known..] {
            if mv == "pass" && table.spec().name != "go" {
                // A pass that the rules force goes without saying with some engines, which refuse to hear of it.
                let _refused =
                    self.ask(&format!("play {} pass", COLOURS[side.index()]), settings.timeout, None)?;
                continue;
            }
            self.must(&format!("play {} {}", COLOURS[side.index()], write_vertex(mv)), settings)?;
        }
        self.told = Some((first, moves));
        Ok(())
    }

    /// Tells it the time, and gives what may pass until it must have answered. GTP counts in whole seconds.
    fn tell_time(
        &mut self,
        side: Side,
        clocks: Option<[Clock; 2]>,
        settings: &Settings,
    ) -> Result<Duration, Error> {
        let whole = |time: Duration| time.as_secs().max(1);
        if let Some(clocks) = clocks {
            let clock = clocks[side.index()];
            if self.time.is_none() {
                let main = whole(clock.remaining);
                self.time = Some((main, 0));
                self.must(&format!("time_settings {main} 0 0"), settings)?;
            }
            let left = clock.remaining.as_secs();
            self.must(&format!("time_left {} {left} 0", COLOURS[side.index()]), settings)?;
            return Ok(clock.remaining + settings.margin);
        }
        let Some(time) = settings.limits.time else { return Ok(settings.timeout) };
        let told = Some((0, whole(time)));
        if self.time != told {
            self.time = told;
            self.must(&format!("time_settings 0 {} 1", whole(time)), settings)?;
        }
        Ok(time + settings.margin)
    }

    /// Says what the engine has to take.
    fn must(&mut self, command: &str, settings: &Settings) -> Result<(), Error> {
        let response = self.ask(command, settings.timeout, None)?;
        let name = self.process.name();
        response
            .map(drop)
            .map_err(|why| Error::Player(format!("{name} answers {command} with {}", quoted(&why))))
    }

    /// Says a command, and gives what comes back within the time, unless it is told to stop.
    fn ask(&mut self, command: &str, patience: Duration, limits: Option<&Limits>) -> Result<Response, Error> {
        /// How often it looks whether it has been told to stop.
        const POLL: Duration = Duration::from_millis(10);
        let began = Instant::now();
        self.process.send(command);
        let mut response: Option<Response> = None;
        loop {
            match self.process.line(Instant::now() + POLL) {
                Ok(Line::Text(line)) => {
                    let line = line.trim_end();
                    match (&mut response, line) {
                        // Before an answer and between answers anything may be said that is none.
                        (None, _) => response = begins(line),
                        (Some(_), "") => return response.ok_or_else(|| Error::Player("no answer".into())),
                        (Some(Ok(text) | Err(text)), line) => {
                            text.push('\n');
                            text.push_str(line);
                        }
                    }
                    if !line.is_empty() {
                        self.last = line.into();
                    }
                }
                Ok(Line::TooLong) => {}
                Err(Silence::Waiting) if began.elapsed() < patience => {
                    if limits.is_some_and(|limits| limits.stop.is_stopped()) {
                        return Err(Error::Player(format!("{} was stopped", self.process.name())));
                    }
                }
                Err(silence) => {
                    let name = self.process.name();
                    let what = match silence {
                        Silence::Ended => "has ended unasked".into(),
                        Silence::Waiting => format!("has not answered {command} within {patience:?}"),
                    };
                    return Err(Error::Player(format!(
                        "{name} {what}; its last line was {}",
                        quoted(&self.last)
                    )));
                }
            }
        }
    }
}

/// The beginning of an answer: `= D4`, `? why not`, each perhaps with a number.
fn begins(line: &str) -> Option<Response> {
    let text = |rest: &str| rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned();
    line.strip_prefix('=')
        .map(|rest| Ok(text(rest)))
        .or_else(|| line.strip_prefix('?').map(|rest| Err(text(rest))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers() {
        let yes = |text: &str| Some(Ok(text.to_owned()));
        for (line, response) in [
            ("= D4", yes("D4")),
            ("=12 D4", yes("D4")),
            ("=", yes("")),
            ("? cannot", Some(Err("cannot".into()))),
            ("?3 cannot", Some(Err("cannot".into()))),
            ("thinking", None),
            ("", None),
        ] {
            assert_eq!(begins(line), response, "{line}");
        }
    }
}
