//! An engine of others' that speaks GTP, as a player: `external:protocol=gtp,cmd="gnugo --mode gtp"`.
//!
//! It is told the size, the komi and each move, and is asked for its own; the game is refereed here. GTP knows no limit but
//! time, so that of an engine without any only the timeout is asked.

use super::client::{Engine, Question};
use super::process::{Process, ReadFailure};
use super::{Settings, move_alone};
use crate::InputLine;
use crate::gtp::Letters;
use std::time::Duration;
use wanqi_play::{Clock, Error, KeptLimits, Limits, Side, Table, Thought, quoted};
use wanqi_search::host::Instant;

/// An engine that speaks GTP.
pub(super) struct GtpEngine {
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

impl Engine for GtpEngine {
    const NAME: &str = "an engine in GTP";
    const KEEPS: KeptLimits = KeptLimits::TIME;

    /// Each option is a command of its own.
    fn start(table: &dyn Table, settings: &Settings) -> Result<GtpEngine, Error> {
        let layout = table.layout();
        if layout.sides[0].name != "Black" || layout.columns != layout.rows {
            return Err(Error::spec(format!("{} is not played in GTP", table.spec())));
        }
        let process = Process::start(&settings.command)?;
        let mut engine = GtpEngine { process, told: None, time: None, last: String::new() };
        let version = engine.say("protocol_version", settings.timeout, None)?;
        if version.as_deref() != Ok("2") {
            let (Ok(said) | Err(said)) = version;
            let name = engine.process.name();
            return Err(Error::spec(format!("{name} does not speak version 2 of GTP: {}", quoted(&said))));
        }
        for (name, value) in &settings.options {
            engine.must(&format!("{name} {value}"), settings)?;
        }
        engine.begin(table, settings)?;
        Ok(engine)
    }

    fn ask(
        &mut self,
        table: &dyn Table,
        question: &Question,
        _: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Error> {
        let Question { settings, limits, clocks } = question;
        let began = Instant::now();
        self.follow(table, settings)?;
        let side = table.side_to_move();
        if table.spec().name != "go" && table.legal_moves(0) == ["pass"] {
            return Ok(move_alone("pass".into(), began.elapsed()));
        }
        let timeout = self.tell_time(side, *clocks, settings, limits)?;
        let genmove = format!("genmove {}", COLOURS[side.index()]);
        let answer = self.say(&genmove, timeout, Some(limits))?;
        let name = self.process.name().to_owned();
        let vertex =
            answer.map_err(|why| Error::Player(format!("{name} answers {genmove} with {}", quoted(&why))))?;
        if vertex.eq_ignore_ascii_case("resign") {
            return Err(Error::Resigned(name));
        }
        let illegal =
            || Error::Player(format!("{name} plays {}, which is no legal move here", quoted(&vertex)));
        let mv = Letters::of(table).read(&vertex).ok_or_else(illegal)?;
        let mut after = table.fork();
        after.play(&mv).map_err(|_| illegal())?;
        if let Some((_, moves)) = &mut self.told {
            moves.push((side, mv));
        }
        let best = after.last_move(0).ok_or_else(|| Error::Player("a move was just played".into()))?;
        Ok(move_alone(best, began.elapsed()))
    }

    fn forget(&mut self) {
        self.told = None;
    }
}

impl GtpEngine {
    /// Tells it a new game, from the table's first position.
    fn begin(&mut self, table: &dyn Table, settings: &Settings) -> Result<(), Error> {
        let layout = table.layout();
        self.must(&format!("boardsize {}", layout.columns), settings)?;
        self.must("clear_board", settings)?;
        if table.spec().name == "go" {
            let usual =
                if table.spec().get("handicap").is_none_or(|stones| stones == "0") { "7.5" } else { "0.5" };
            let komi = table.spec().get("komi").unwrap_or(usual);
            self.must(&format!("komi {komi}"), settings)?;
        }
        let mut first = table.fork();
        while first.undo() {}
        let start = wanqi_play::table(table.spec())?;
        let position = first.first_position();
        if position != start.first_position() || table.spec().get("handicap").is_some() {
            if table.spec().name != "go" {
                return Err(Error::spec("GTP tells a first position of Go alone"));
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
        let letters = Letters::of(table);
        for (side, mv) in &moves[known..] {
            if mv == "pass" && table.spec().name != "go" {
                // A pass that the rules force goes without saying with some engines, which refuse to hear of it.
                let _refused =
                    self.say(&format!("play {} pass", COLOURS[side.index()]), settings.timeout, None)?;
                continue;
            }
            self.must(&format!("play {} {}", COLOURS[side.index()], letters.write(mv)), settings)?;
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
        limits: &Limits,
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
        let Some(time) = limits.time else { return Ok(settings.timeout) };
        let told = Some((0, whole(time)));
        if self.time != told {
            self.time = told;
            self.must(&format!("time_settings 0 {} 1", whole(time)), settings)?;
        }
        Ok(time + settings.margin)
    }

    /// Says what the engine has to take.
    fn must(&mut self, command: &str, settings: &Settings) -> Result<(), Error> {
        let response = self.say(command, settings.timeout, None)?;
        let name = self.process.name();
        response
            .map(drop)
            .map_err(|why| Error::Player(format!("{name} answers {command} with {}", quoted(&why))))
    }

    /// Says a command, and gives what comes back within the time, unless it is told to stop.
    fn say(&mut self, command: &str, timeout: Duration, limits: Option<&Limits>) -> Result<Response, Error> {
        /// How often it looks whether it has been told to stop.
        const POLL: Duration = Duration::from_millis(10);
        let began = Instant::now();
        self.process.send(command);
        let mut response: Option<Response> = None;
        loop {
            match self.process.line(Instant::now() + POLL) {
                Ok(InputLine::Text(line)) => {
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
                Ok(InputLine::TooLong) => {}
                Err(ReadFailure::Waiting) if began.elapsed() < timeout => {
                    if limits.is_some_and(|limits| limits.stop.is_stopped()) {
                        return Err(Error::Player(format!("{} was stopped", self.process.name())));
                    }
                }
                Err(silence) => {
                    let name = self.process.name();
                    let what = match silence {
                        ReadFailure::Ended => "has ended unasked".into(),
                        ReadFailure::Waiting => format!("has not answered {command} within {timeout:?}"),
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
