//! An engine of others' that speaks UCI or UCCI, as a player: `external:protocol=uci,cmd="stockfish",time=100ms`.

use super::Settings;
use super::client::{Engine, Question};
use super::dialect::{Clocks, Dialect, Info, Offer, Score};
use super::process::{Process, ReadFailure};
use crate::InputLine;
use crate::board::{for_programs, onto_rook};
use crate::variants;
use crate::writing::{Writing, notation_name};
use std::time::Duration;
use wanqi_play::{Error, KeptLimits, Limits, Table, Thought, Value, Work, quoted};
use wanqi_search::host::Instant;

/// An engine that speaks UCI or UCCI, and has introduced itself.
pub(super) struct UciEngine {
    process: Process,
    /// How the moves of its game are written.
    writing: Writing,
    /// The position that its game usually begins with.
    usual: String,
    /// Whether it takes times in milliseconds.
    millis: bool,
    /// Whether it may be told to play Chess960, and has been.
    chess960: Option<bool>,
    /// Whether a game begins of which it has not been told.
    new_game: bool,
    /// The last line that it said, for messages.
    last: String,
}

impl Engine for UciEngine {
    const NAME: &str = "an engine in UCI";
    const KEEPS: KeptLimits = KeptLimits::ALL;

    fn start(table: &dyn Table, settings: &Settings) -> Result<UciEngine, Error> {
        let Settings { dialect, .. } = *settings;
        let game = table.spec().name.as_str();
        let writing = dialect.writing(table).ok_or_else(|| {
            let protocol = dialect.hello().to_uppercase();
            Error::spec(format!("{game} is not played in {protocol}"))
        })?;
        let usual = wanqi_play::rules::open(table.spec())?.first_position();
        let mut engine = UciEngine {
            process: Process::start(&settings.command)?,
            writing,
            usual,
            millis: true,
            chess960: None,
            new_game: true,
            last: String::new(),
        };
        engine.process.send(dialect.hello());
        let mut offers = Vec::new();
        engine.wait_for(dialect.introduced(), settings, &mut |line| offers.extend(dialect.offer(line)))?;
        engine.chess960 = offers.iter().any(|offer| offer.name == CHESS960).then_some(false);
        let name = engine.process.name().to_owned();
        let find = |name: &str| offers.iter().find(|offer| offer.name.eq_ignore_ascii_case(name));
        if dialect == Dialect::Uci && settings.options.iter().all(|(key, _)| !is_variant(key)) {
            let known = |offer: &Offer| {
                let pairs = offer.words.windows(2).filter(|pair| pair[0] == "var");
                variants::find(game, pairs.map(|pair| pair[1].as_str())).map(str::to_owned)
            };
            let variant = find(VARIANT).and_then(|offer| Some((offer, known(offer)?)));
            match variant.ok_or_else(|| find(VARIANT)) {
                Ok((offer, variant)) => engine.process.send(&dialect.set(offer, &variant)),
                // The game that the protocol was made for goes without saying.
                Err(None) if notation_name(table) == dialect.hello() => {}
                _ => {
                    return Err(Error::spec(format!(
                        "{name} does not play {game}: it offers no such {VARIANT}"
                    )));
                }
            }
        }
        if dialect == Dialect::Ucci {
            engine.millis = find(MILLIS).is_some();
            find(MILLIS).into_iter().for_each(|offer| engine.process.send(&dialect.set(offer, "true")));
        }
        for (key, value) in &settings.options {
            let offer = find(key).ok_or_else(|| {
                let known: Vec<&str> = offers.iter().map(|offer| offer.name.as_str()).collect();
                Error::spec(format!("{name} has no option {}; it has {}", quoted(key), known.join(", ")))
            })?;
            engine.process.send(&dialect.set(offer, value));
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
        let chess960 = wanqi_play::is_chess960(table);
        if self.chess960.is_some_and(|told| told != chess960) {
            self.chess960 = Some(chess960);
            self.process.send(&format!("setoption name {CHESS960} value {chess960}"));
        }
        if std::mem::take(&mut self.new_game) {
            self.process.send(settings.dialect.new_game());
            self.synchronize(settings)?;
        }
        let notation = onto_rook(table).filter(|_| chess960).unwrap_or(for_programs(table));
        let writing = self.writing.clone();
        let moves: Vec<String> = writing.played(table, notation);
        let first = table.first_position();
        let position = match &writing {
            // Variants that begin alike may write their beginning otherwise.
            Writing::Variant(_) if first == self.usual => "position startpos".into(),
            _ => format!("position fen {}", writing.position(&first)?),
        };
        self.process.send(&if moves.is_empty() {
            position
        } else {
            format!("{position} moves {}", moves.join(" "))
        });
        let legal = table.legal_moves(notation);
        let (allowed, banned): (Vec<_>, Vec<_>) =
            writing.legal(table, notation).into_iter().enumerate().partition(|(place, _)| {
                limits.root_moves.as_ref().is_none_or(|places| places.contains(place))
            });
        let texts =
            |moves: Vec<(usize, String)>| -> Vec<String> { moves.into_iter().map(|(_, mv)| mv).collect() };
        let (allowed, banned) = (texts(allowed), texts(banned));
        let limited = limits.root_moves.is_some().then_some((&allowed[..], &banned[..]));
        // With clocks, the time of the limits is when they run out; only a limit of its own is told beside them.
        let told = match clocks {
            Some(_) => &Limits { time: settings.limits.time, ..limits.clone() },
            None => limits,
        };
        let clocks = clocks.map(|shown| Clocks { shown, side: table.side_to_move() });
        for line in settings.dialect.go(told, clocks, limited, self.millis) {
            self.process.send(&line);
        }
        let (best, thought) = self.hear(table, &writing, settings, limits, progress)?;
        let own = writing.read(&best, &legal);
        let name = self.process.name();
        let own = own.ok_or_else(|| match best.as_str() {
            "" | "(none)" | "0000" => Error::Player(format!("{name} gives no move: {}", quoted(&self.last))),
            _ => Error::Player(format!("{name} plays {}, which is no legal move here", quoted(&best))),
        })?;
        let mut after = table.fork();
        after.play(&own)?;
        let best = after.played(0).pop();
        let line_begins_so = thought.line.first() == best.as_ref();
        let line = if line_begins_so { thought.line } else { best.iter().cloned().collect() };
        Ok(Thought { best, line, ..thought })
    }

    fn forget(&mut self) {
        self.new_game = true;
    }
}

impl UciEngine {
    /// Waits until the engine has taken what it was told.
    fn synchronize(&mut self, settings: &Settings) -> Result<(), Error> {
        self.process.send("isready");
        self.wait_for("readyok", settings, &mut |_| {})
    }

    fn wait_for(&mut self, word: &str, settings: &Settings, hear: &mut dyn FnMut(&str)) -> Result<(), Error> {
        let deadline = Instant::now() + settings.timeout;
        loop {
            match self.process.line(deadline) {
                Ok(InputLine::Text(line)) if line.trim() == word => return Ok(()),
                Ok(InputLine::Text(line)) => {
                    hear(&line);
                    self.last = line;
                }
                Ok(InputLine::TooLong) => {}
                Err(silence) => {
                    return Err(
                        self.silent(silence, &format!("did not say {word} within {:?}", settings.timeout))
                    );
                }
            }
        }
    }

    /// Listens until the engine has named its best move, and gives it with what was thought.
    fn hear(
        &mut self,
        table: &dyn Table,
        writing: &Writing,
        settings: &Settings,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<(String, Thought), Error> {
        /// How often it looks whether it has been told to stop, and at most tells of progress.
        const POLL: Duration = Duration::from_millis(10);
        const PROGRESS: Duration = Duration::from_millis(50);
        let began = Instant::now();
        let timeout = limits.time.map_or(settings.timeout, |time| time + settings.margin);
        let endless = limits.time.is_none() && limits.depth.is_none() && limits.nodes.is_none();
        let mut deadline = if endless { None } else { began.checked_add(timeout) };
        let (mut latest, mut told, mut stopped) = (Info::default(), None::<Instant>, false);
        let thought = |info: &Info| thought(table, writing, info, began.elapsed());
        loop {
            if !stopped && limits.stop.is_stopped() {
                self.process.send("stop");
                (stopped, deadline) = (true, Some(Instant::now() + settings.margin));
            }
            let poll = Instant::now() + POLL;
            match self.process.line(deadline.map_or(poll, |deadline| deadline.min(poll))) {
                Ok(InputLine::Text(line)) => {
                    if let Some(best) = settings.dialect.best_move(&line) {
                        let best = best.to_owned();
                        self.last = line;
                        return Ok((best, thought(&latest)));
                    }
                    if let Some(info) = settings.dialect.info(&line) {
                        latest = info;
                        if told.is_none_or(|told| told.elapsed() >= PROGRESS) {
                            told = Some(Instant::now());
                            progress(&thought(&latest));
                        }
                    }
                    self.last = line;
                }
                Ok(InputLine::TooLong) => {}
                Err(ReadFailure::Waiting) if deadline.is_none_or(|deadline| Instant::now() < deadline) => {}
                Err(silence) => {
                    let late = match limits.time {
                        Some(time) if !stopped => {
                            format!("lost on time: no move after {timeout:?} of {time:?}")
                        }
                        _ => format!("gave no move within {:?}", began.elapsed()),
                    };
                    return Err(self.silent(silence, &late));
                }
            }
        }
    }

    /// What is told of an engine that says nothing more.
    fn silent(&self, silence: ReadFailure, waited: &str) -> Error {
        let what = if silence == ReadFailure::Ended { "has ended unasked" } else { waited };
        let last = match self.last.as_str() {
            "" => "it has said nothing".into(),
            last => format!("its last line was {}", quoted(last)),
        };
        Error::Player(format!("{} {what}; {last}", self.process.name()))
    }
}

const VARIANT: &str = "UCI_Variant";
const MILLIS: &str = "usemillisec";
const CHESS960: &str = "UCI_Chess960";

fn is_variant(key: &str) -> bool {
    key.eq_ignore_ascii_case(VARIANT)
}

/// What an engine thinks, as our own players tell it.
fn thought(table: &dyn Table, writing: &Writing, info: &Info, time: Duration) -> Thought {
    let mut ahead = table.fork();
    let played = ahead.played(0).len();
    for text in &info.line {
        let legal = ahead.legal_moves(for_programs(&*ahead));
        if writing.read(text, &legal).is_none_or(|mv| ahead.play(&mv).is_err()) {
            break;
        }
    }
    let line = ahead.played(0).split_off(played);
    let value = info.score.map(|score| match score {
        Score::Points(points) => wanqi_search::Score::heuristic(points),
        Score::Decided(plies) if plies > 0 => {
            wanqi_search::Score::win_in(plies.unsigned_abs().min(wanqi_search::Score::MAX_PLIES))
        }
        Score::Decided(plies) => {
            wanqi_search::Score::loss_in(plies.unsigned_abs().min(wanqi_search::Score::MAX_PLIES))
        }
    });
    Thought {
        best: line.first().cloned(),
        // What engines call a hundredth of a pawn is taken for ours.
        value: value.map_or(Value::UNKNOWN, |score| Value::new(score, table.scale())),
        line,
        depth: info.depth.unwrap_or(0),
        seldepth: info.depth.unwrap_or(0),
        hashfull: None,
        table_hits: 0,
        table_distance: None,
        source: wanqi_play::Source::Search,
        work: Work {
            interior: info.nodes.unwrap_or(0),
            millis: time.as_millis().try_into().unwrap_or(u64::MAX),
            ..Work::default()
        },
        moves: Vec::new(),
        endings: None,
        current: None,
    }
}
