//! An engine of Othello that speaks NBoard's protocol, as a player: `external:protocol=nboard,cmd="./ntest x",depth=8`.
//!
//! It is told the game in GGF before every move and chooses one; the game is refereed here. The protocol knows a depth
//! and the time of a game: a time for a move is told as a clock that shows as much for each move that is left.

use super::client::{Engine, Question};
use super::process::{Process, ReadFailure};
use super::{Settings, move_alone};
use crate::InputLine;
use crate::nboard::to_own;
use std::time::Duration;
use wanqi_play::record::{GameRecord, ROOT};
use wanqi_play::{Error, KeptLimits, Limits, Spec, Table, Thought, Value, Work, quoted};
use wanqi_search::host::Instant;
use wanqi_store::text::{Format, write};

/// An engine that speaks NBoard's protocol.
pub(super) struct NBoardEngine {
    process: Process,
    /// The depth that it was told last.
    depth: Option<u32>,
    /// How often it has been asked for a `pong`.
    pings: u32,
    /// The last line that it said, for messages.
    last: String,
}

/// What an engine says of a line of play.
#[derive(Clone, PartialEq, Debug, Default)]
struct Info {
    moves: Vec<String>,
    discs: Option<f64>,
    depth: u32,
    /// Whether that is known to the last disc.
    solved: bool,
}

/// The depth of what is known to the last disc; of what is only known to be won, lost or drawn it is `100%W`.
const SOLVED: &str = "100%";
/// The depth of one that is bounded by time alone: no game is longer.
const WHOLE_GAME: u32 = 60;

impl Engine for NBoardEngine {
    const NAME: &str = "an engine in NBoard's protocol";
    const KEEPS: KeptLimits = KeptLimits { nodes: false, ..KeptLimits::ALL };

    /// Options are told as `set NAME VALUE`.
    fn start(table: &dyn Table, settings: &Settings) -> Result<NBoardEngine, Error> {
        if table.spec().name != "othello" {
            return Err(Error::spec(format!("{} is not played in NBoard's protocol", table.spec())));
        }
        let process = Process::start(&settings.command)?;
        let mut engine = NBoardEngine { process, depth: None, pings: 0, last: String::new() };
        engine.process.send("nboard 2");
        for (name, value) in &settings.options {
            engine.process.send(&format!("set {name} {value}"));
        }
        engine.synchronize(settings)?;
        Ok(engine)
    }

    fn ask(
        &mut self,
        table: &dyn Table,
        question: &Question,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Error> {
        let Question { settings, limits, clocks } = question;
        let began = Instant::now();
        if table.legal_moves(0) == ["pass"] {
            return Ok(move_alone("pass".into(), began.elapsed()));
        }
        let clock = clocks.map(|clocks| clocks[table.side_to_move().index()].remaining);
        // With clocks, the time of the limits is when they run out; only one of its own is told beside them.
        let own = if clock.is_some() { settings.limits.time } else { limits.time };
        let shown = own.map(|time| time * moves_left(table)).or(clock);
        if shown.is_none() && limits.depth.is_none() {
            return Err(Error::spec(
                "an engine in NBoard's protocol needs depth=…, a time or a clock to end by",
            ));
        }
        let depth = limits.depth.unwrap_or(WHOLE_GAME);
        if self.depth != Some(depth) {
            self.process.send(&format!("set depth {depth}"));
            self.depth = Some(depth);
        }
        let game = ggf(table, shown)?;
        self.process.send(&format!("set game {game}"));
        self.synchronize(settings)?;
        self.process.send("go");
        let timeout = own.or(clock).map_or(settings.timeout, |time| time + settings.margin);
        let (best, thought) = self.hear(table, timeout, limits, progress)?;
        let name = self.process.name();
        let mut after = table.fork();
        after.play(&to_own(&best)).map_err(|_| {
            Error::Player(format!("{name} plays {}, which is no legal move here", quoted(&best)))
        })?;
        let best = after.last_move(0);
        let line_begins_so = thought.line.first() == best.as_ref();
        let line = if line_begins_so { thought.line } else { best.iter().cloned().collect() };
        Ok(Thought { best, line, ..thought })
    }

    /// Every game is told whole.
    fn forget(&mut self) {}
}

impl NBoardEngine {
    /// Waits until the engine has taken what it was told.
    fn synchronize(&mut self, settings: &Settings) -> Result<(), Error> {
        self.pings += 1;
        self.process.send(&format!("ping {}", self.pings));
        let pong = format!("pong {}", self.pings);
        let deadline = Instant::now() + settings.timeout;
        let late = format!("did not say {pong} within {:?}", settings.timeout);
        while self.line(deadline, &late, None)? != pong {}
        Ok(())
    }

    /// Listens until the engine has chosen, and gives its move with what was thought.
    fn hear(
        &mut self,
        table: &dyn Table,
        timeout: Duration,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<(String, Thought), Error> {
        let began = Instant::now();
        let late = format!("has given no move within {timeout:?}");
        let (mut latest, mut nodes) = (Info::default(), 0);
        loop {
            let line = self.line(began + timeout, &late, Some(limits))?;
            if let Some((best, discs)) = chosen(&line) {
                // A move out of a book comes without any other line, or after those of moves that are not it.
                let same = latest.moves.first().is_some_and(|first| to_own(first) == to_own(best));
                let info = if same { latest } else { Info::default() };
                let info = Info { discs: discs.or(info.discs), ..info };
                return Ok((best.to_owned(), thought(table, &info, nodes, began.elapsed())));
            }
            if let Some(count) = line.strip_prefix("nodestats ") {
                let count = count.split_whitespace().next().and_then(|count| count.parse().ok());
                nodes = count.unwrap_or(nodes);
            } else if let Some(info) = info(&line) {
                latest = info;
                progress(&thought(table, &latest, nodes, began.elapsed()));
            }
        }
    }

    /// The next line.
    fn line(&mut self, deadline: Instant, late: &str, limits: Option<&Limits>) -> Result<String, Error> {
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
                    let last = match self.last.as_str() {
                        "" => "it has said nothing".into(),
                        last => format!("its last line was {}", quoted(last)),
                    };
                    return Err(Error::Player(format!("{name} {what}; {last}")));
                }
            }
        }
    }
}

/// The moves that the side to move still has, were none a pass.
fn moves_left(table: &dyn Table) -> u32 {
    let empty = table.layout().points.len().saturating_sub(table.view().scene.pieces.len());
    u32::try_from(empty).unwrap_or(0).div_ceil(2).max(1)
}

/// The game in GGF, with what the clocks show; whole seconds are what every engine reads.
fn ggf(table: &dyn Table, shown: Option<Duration>) -> Result<String, Error> {
    let mut record = GameRecord::new(table.spec().to_string());
    let first = table.first_position();
    let usual = wanqi_play::table(&record.game.parse::<Spec>()?)?.first_position();
    record.first = Some(first).filter(|first| *first != usual);
    let program = table.notations().len() - 1;
    record.add_line(ROOT, &table.played(program)).map_err(|full| Error::Player(full.to_string()))?;
    if let Some(shown) = shown {
        let seconds = shown.as_secs().max(1);
        let clock = format!("{}:{:02}", seconds / 60, seconds % 60);
        record.headers.others.insert("TI".into(), clock);
    }
    let text = write(&record, Format::Ggf).map_err(|error| Error::Player(error.to_string()))?;
    Ok(text.trim_end().to_owned())
}

/// The move of a line such as `=== F5/0.31/1.2` or `=== f5 0.31 1.2`, and its evaluation.
fn chosen(line: &str) -> Option<(&str, Option<f64>)> {
    let mut fields = line.strip_prefix("===")?.trim().split(|c: char| c == '/' || c.is_whitespace());
    let mv = fields.next().unwrap_or_default();
    Some((mv, fields.next().and_then(discs)))
}

/// What is said by `search F5D6C3 +0.31 0 12` or `book F5 0.31 7 20`.
fn info(line: &str) -> Option<Info> {
    let mut words = line.split_whitespace();
    if !matches!(words.next()?, "search" | "book") {
        return None;
    }
    let moves: Vec<char> = words.next()?.chars().filter(|&c| c != '-').collect();
    let moves = moves.chunks(2).map(|mv| mv.iter().collect()).collect();
    let discs = discs(words.next()?);
    let _games = words.next()?;
    let depth = words.next()?;
    let solved = depth == SOLVED;
    let depth: String = depth.chars().take_while(char::is_ascii_digit).collect();
    Some(Info { moves, discs, depth: depth.parse().ok()?, solved })
}

/// An evaluation in discs, the first of a pair.
fn discs(text: &str) -> Option<f64> {
    text.split(',').next()?.parse().ok().filter(|discs: &f64| discs.is_finite())
}

/// What an engine thinks, as our own players tell it.
fn thought(table: &dyn Table, info: &Info, nodes: u64, time: Duration) -> Thought {
    let mut ahead = table.fork();
    let played = ahead.played(0).len();
    for text in &info.moves {
        if ahead.play(&to_own(text)).is_err() {
            break;
        }
    }
    let line = ahead.played(0).split_off(played);
    let value = info.discs.map(|discs| match info.solved {
        true => Value::of_solved(discs),
        false => Value::of_discs(discs, table.scale()),
    });
    Thought {
        value: value.unwrap_or(Value::UNKNOWN),
        depth: info.depth,
        seldepth: info.depth,
        work: Work { interior: nodes, ..Work::default() },
        best: line.first().cloned(),
        line,
        ..move_alone(String::new(), time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers() {
        for (line, told) in [
            ("=== F5/0.31/1.2", Some(("F5", Some(0.31)))),
            ("=== d6 -1.00 0.0", Some(("d6", Some(-1.0)))),
            ("=== PA", Some(("PA", None))),
            ("===", Some(("", None))),
            ("=== F5//2", Some(("F5", None))),
            ("status === F5", None),
        ] {
            assert_eq!(chosen(line), told, "{line}");
        }
        let some = |moves: &[&str], discs, depth| {
            let moves = moves.iter().map(|&mv| mv.into()).collect();
            Some(Info { moves, discs, depth, solved: false })
        };
        let solved = some(&["F5"], Some(-2.0), 100).map(|info| Info { solved: true, ..info });
        for (line, told) in [
            ("search F5D6C3 0.31 0 12", some(&["F5", "D6", "C3"], Some(0.31), 12)),
            ("search F5-D6-PA +2.00,-2.00 0 100%W x", some(&["F5", "D6", "PA"], Some(2.0), 100)),
            ("search F5 -2.00 0 100%", solved),
            ("book C4 -2.36 0   3 free text", some(&["C4"], Some(-2.36), 3)),
            ("search éé nan 0 1", some(&["éé"], None, 1)),
            ("search F5", None),
            ("search F5 0 0 deep", None),
            ("status F5 0 0 1", None),
            ("", None),
        ] {
            assert_eq!(info(line), told, "{line}");
        }
    }

    #[test]
    fn games() {
        let mut table = wanqi_play::table(&"othello:size=6".parse().expect("a spec")).expect("a game");
        table.play("b3").expect("a move");
        let told = ggf(&*table, Some(Duration::from_millis(65_900))).expect("a game");
        let board = "BO[6 --------------O*----*O-------------- *]";
        assert_eq!(told, format!("(;GM[Othello]PC[Wanqi]TI[1:05]TY[6]{board}B[B3];)"));
        assert_eq!(moves_left(&*table), 16);
    }
}
