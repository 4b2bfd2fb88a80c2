//! An engine of others' that speaks Gomocup's protocol, as a player:
//! `external:protocol=gomocup,cmd="./pbrain-rapfi",time=1s`.
//!
//! It is told the whole position where that is not what it knows and one move, and else that move; the game is refereed
//! here.

use super::client::{Engine, Question};
use super::process::{Process, ReadFailure};
use super::{Settings, move_alone};
use crate::InputLine;
use crate::gomocup::{Point, read_move, write_move};
use std::time::Duration;
use wanqi_play::{Clock, Error, KeptLimits, Limits, Side, Table, Thought, quoted};
use wanqi_search::host::Instant;

/// An engine that speaks Gomocup's protocol.
pub(super) struct GomocupEngine {
    process: Process,
    /// The position that it knows, after so many moves; `None` before the first game.
    known: Option<(String, Vec<String>)>,
    /// Whether it knows of a game that is over for us.
    to_restart: bool,
    /// Lines of INFO that it has been told and may still complain of, as key and value. None is answered, and none is needed.
    informed: Vec<[String; 2]>,
    /// The point of the last TURN, as long as it may be told once more.
    turn: Option<String>,
    /// What it was told last of limits.
    told: Vec<(&'static str, i128)>,
    /// The last line that it said, for messages.
    last: String,
}

/// What a manager that sets no limit tells for the time of a match.
const UNLIMITED: i128 = i32::MAX as i128;

impl Engine for GomocupEngine {
    const NAME: &str = "an engine in Gomocup's protocol";
    const KEEPS: KeptLimits = KeptLimits::ALL;

    /// Options are told by INFO.
    fn start(table: &dyn Table, settings: &Settings) -> Result<GomocupEngine, Error> {
        // Its openings are no part of the protocol, and there the sides are no colours.
        if table.spec().name != "gomoku" || table.layout().sides[0].name != "Black" {
            return Err(Error::spec(format!("{} is not played in Gomocup's protocol", table.spec())));
        }
        let process = Process::start(&settings.command)?;
        let mut engine = GomocupEngine {
            process,
            known: None,
            to_restart: false,
            informed: Vec::new(),
            turn: None,
            told: Vec::new(),
            last: String::new(),
        };
        let (columns, rows) = (table.layout().columns, table.layout().rows);
        let (command, extent) = match columns == rows {
            true => ("START", columns.to_string()),
            false => ("RECTSTART", format!("{columns},{rows}")),
        };
        engine.process.send(&format!("{command} {extent}"));
        engine.hear_ok(command, settings)?;
        let rule = match table.spec().get("rule") {
            Some("exact") => 1,
            Some("renju") => 4,
            _ => 0,
        };
        engine.inform("rule", rule);
        engine.inform("game_type", 1);
        for (name, value) in &settings.options {
            engine.inform(name, value);
        }
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
        if table.legal_moves(0) == ["pass"] {
            // The protocol knows no pass; the next position is told whole.
            return Ok(move_alone("pass".into(), began.elapsed()));
        }
        let timeout = self.tell_limits(table.side_to_move(), *clocks, settings, limits);
        self.tell_position(table, settings)?;
        let point = self.hear_point(timeout, Some(limits))?;
        let (columns, rows) = (table.layout().columns, table.layout().rows);
        let name = self.process.name();
        let illegal = || Error::Player(format!("{name} plays {point}, which is no legal move here"));
        let on_board = point.x < columns && point.y < rows;
        let mv = on_board.then(|| write_move(point, rows)).ok_or_else(illegal)?;
        let mut after = table.fork();
        after.play(&mv).map_err(|_| illegal())?;
        self.known = Some((table.first_position(), after.played(0)));
        Ok(move_alone(mv, began.elapsed()))
    }

    fn forget(&mut self) {
        self.to_restart |= self.known.take().is_some();
    }
}

impl GomocupEngine {
    fn inform(&mut self, key: &str, value: impl std::fmt::Display) {
        self.process.send(&format!("INFO {key} {value}"));
        self.informed.push([key.to_owned(), value.to_string()]);
    }

    /// Tells it its limits, and gives what may pass until it must have answered.
    fn tell_limits(
        &mut self,
        side: Side,
        clocks: Option<[Clock; 2]>,
        settings: &Settings,
        limits: &Limits,
    ) -> Duration {
        let millis = |time: Duration| i128::try_from(time.as_millis()).unwrap_or(UNLIMITED).min(UNLIMITED);
        let clock = clocks.map(|clocks| clocks[side.index()].remaining);
        // With clocks, the time of the limits is when they run out; only one of its own is told beside them.
        let own = if clock.is_some() { settings.limits.time } else { limits.time };
        let turn = own.or(clock);
        let mut told = vec![
            ("timeout_turn", turn.map_or(UNLIMITED, millis)),
            ("timeout_match", clock.map_or(0, millis)),
        ];
        told.extend(limits.depth.map(|depth| ("max_depth", depth.into())));
        told.extend(limits.nodes.map(|nodes| ("max_node", nodes.into())));
        told.push(("time_left", clock.map_or(UNLIMITED, millis)));
        for (key, value) in told {
            let known = self.told.iter().position(|&(other, _)| other == key);
            // What a match began with stays what it was.
            if known.is_some_and(|at| self.told[at].1 == value || key == "timeout_match") {
                continue;
            }
            known.map(|at| self.told.remove(at));
            self.told.push((key, value));
            self.inform(key, value);
        }
        turn.map_or(settings.timeout, |time| time + settings.margin)
    }

    /// Asks for a move in the table's position.
    fn tell_position(&mut self, table: &dyn Table, settings: &Settings) -> Result<(), Error> {
        self.turn = None;
        let (first, moves) = (table.first_position(), table.played(0));
        let rows = table.layout().rows;
        if let Some((known, before)) = &self.known
            && *known == first
            && let [rest @ .., last] = moves.as_slice()
            && rest == before.as_slice()
            && let Some(point) = read_move(last, rows)
        {
            self.process.send(&format!("TURN {point}"));
            self.turn = Some(point.to_string());
            return Ok(());
        }
        if self.known.take().is_some() || self.to_restart {
            self.to_restart = false;
            self.process.send("RESTART");
            self.hear_ok("RESTART", settings)?;
        }
        let stones = stones(table);
        if stones.is_empty() {
            self.process.send("BEGIN");
            return Ok(());
        }
        self.process.send("BOARD");
        for (point, side) in stones {
            let field = if side == table.side_to_move() { 1 } else { 2 };
            self.process.send(&format!("{point},{field}"));
        }
        self.process.send("DONE");
        Ok(())
    }

    /// Waits until it has taken a command.
    fn hear_ok(&mut self, command: &str, settings: &Settings) -> Result<(), Error> {
        let deadline = Instant::now() + settings.timeout;
        let late = format!("has not answered {command} within {:?}", settings.timeout);
        loop {
            let line = self.hear(deadline, &late, None)?;
            if line.split_whitespace().next() == Some("OK") {
                self.informed.clear();
                return Ok(());
            }
            self.refuse_errors(&line)?;
        }
    }

    /// Waits for a move.
    fn hear_point(&mut self, timeout: Duration, limits: Option<&Limits>) -> Result<Point, Error> {
        let deadline = Instant::now() + timeout;
        let late = format!("has given no move within {timeout:?}");
        loop {
            let line = self.hear(deadline, &late, limits)?;
            if let Some(point) = point(&line) {
                self.informed.clear();
                return Ok(point);
            }
            self.refuse_errors(&line)?;
            if let Some(suggested) = line.strip_prefix("SUGGEST") {
                self.process.send(&format!("PLAY{suggested}"));
            }
        }
    }

    /// Fails if a line says that a command cannot be obeyed, but for one of INFO: engines that do not know a key may say
    /// so, and play all the same. One that is not ready for a line, since it has only just told its move, may take each of its
    /// words for a command (Rapfi, now and then): it complains of all of them, and a turn is told once more.
    fn refuse_errors(&mut self, line: &str) -> Result<(), Error> {
        let mut words = line.split_whitespace();
        if !matches!(words.next(), Some("ERROR" | "UNKNOWN")) {
            return Ok(());
        }
        if let Some(point) = self.turn.take_if(|point| line.split_whitespace().any(|word| word == point)) {
            self.process.send(&format!("TURN {point}"));
            return Ok(());
        }
        let is_told = |word| word == "INFO" || self.informed.iter().flatten().any(|told| told == word);
        let of_info = !self.informed.is_empty() && words.any(is_told);
        if of_info || self.informed.pop().is_some() {
            return Ok(());
        }
        Err(Error::Player(format!("{} answers {}", self.process.name(), quoted(line))))
    }

    /// The next line.
    fn hear(&mut self, deadline: Instant, late: &str, limits: Option<&Limits>) -> Result<String, Error> {
        /// How often it looks whether it has been told to stop.
        const POLL: Duration = Duration::from_millis(10);
        loop {
            match self.process.line(deadline.min(Instant::now() + POLL)) {
                Ok(InputLine::Text(line)) if line.trim().is_empty() => {}
                Ok(InputLine::Text(line)) => {
                    let line = line.trim().to_owned();
                    self.last.clone_from(&line);
                    return Ok(line);
                }
                Ok(InputLine::TooLong) => {}
                Err(ReadFailure::Waiting) if Instant::now() < deadline => {
                    if limits.is_some_and(|limits| limits.stop.is_stopped()) {
                        return Err(Error::Player(format!("{} was stopped", self.process.name())));
                    }
                }
                Err(silence) => {
                    let name = self.process.name();
                    let what = if silence == ReadFailure::Ended { "has ended unasked" } else { late };
                    return Err(Error::Player(format!(
                        "{name} {what}; its last line was {}",
                        quoted(&self.last)
                    )));
                }
            }
        }
    }
}

impl Drop for GomocupEngine {
    fn drop(&mut self) {
        self.process.send("END");
    }
}

/// The stones on the board, as far as possible in the order in which they were put: those of the first position by turns,
/// and then the moves.
fn stones(table: &dyn Table) -> Vec<(Point, Side)> {
    let (columns, rows) = (u16::from(table.layout().columns), table.layout().rows);
    let mut first = table.fork();
    while first.undo() {}
    let of = |side: Side| {
        let pieces = first.view().scene.pieces.into_iter().filter(move |piece| piece.side == side);
        pieces.map(move |piece| {
            let (row, column) = (piece.point / columns, piece.point % columns);
            (Point { x: column as u8, y: row as u8 }, side)
        })
    };
    let (mut black, mut white) = (of(Side::First).peekable(), of(Side::Second).peekable());
    let mut stones = Vec::new();
    while black.peek().is_some() || white.peek().is_some() {
        stones.extend(black.next());
        stones.extend(white.next());
    }
    let view = table.view();
    let moves = view.record[..view.ply].iter().filter_map(|mv| Some((read_move(&mv.text, rows)?, mv.side)));
    stones.extend(moves);
    stones
}

/// A line that is a point.
fn point(line: &str) -> Option<Point> {
    let (x, y) = line.split_once(',')?;
    Some(Point { x: x.trim().parse().ok()?, y: y.trim().parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points() {
        let told = |line| point(line).map(|point| (point.x, point.y));
        for (line, expected) in [
            ("7,8", Some((7, 8))),
            (" 7 , 8 ", Some((7, 8))),
            ("OK", None),
            ("7,8,1", None),
            ("MESSAGE 7,8", None),
            ("-1,3", None),
        ] {
            assert_eq!(told(line), expected, "{line}");
        }
    }

    #[test]
    fn stones_come_by_turns() {
        for (spec, position, mv, expected) in [
            (
                "gomoku:size=5",
                "XX.../OO.../...../...../..... X",
                "e5",
                ["0,0 0", "0,1 1", "1,0 0", "1,1 1", "4,0 0"],
            ),
            (
                "gomoku:size=5,rows=7",
                "XX.../...../...../...../...../...../...OO X",
                "e2",
                ["0,0 0", "3,6 1", "1,0 0", "4,6 1", "4,5 0"],
            ),
        ] {
            let mut table = wanqi_play::table(&spec.parse().expect(spec)).expect("a game");
            table.set_position(position).expect("a position");
            table.play(mv).expect("a move");
            let told = stones(&*table).into_iter().map(|(point, side)| format!("{point} {}", side.index()));
            assert_eq!(told.collect::<Vec<_>>(), expected);
        }
    }
}
