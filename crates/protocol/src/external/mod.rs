//! Other engines as players: `external:protocol=uci,cmd="stockfish",option.Hash=64,time=100ms`.

mod dialect;
mod gomocup;
mod gtp;
mod process;

use crate::Line;
use crate::board::{Ranks, for_programs, notation_name, onto_rook};
use dialect::{Clocks, Dialect, Info, Offer, Score};
use play::{Clock, Error, Limits, Player, Spec, Table, Thought, Work, parse_duration, quoted};
use process::{Process, Silence};
use std::time::{Duration, Instant};

/// The options of the player `external`, for help.
pub const OPTIONS: &[(&str, &str)] = &[
    ("protocol", "the engine's language: uci, ucci, gtp or gomocup"),
    ("cmd", "its command line, in quotation marks; words with spaces in single ones"),
    (
        "option.NAME",
        "a value for an option of the engine; in GTP the command NAME with this argument, in Gomocup's INFO NAME",
    ),
    ("margin", "by how much it may exceed its time for a move before it has lost [default: 1s]"),
    ("timeout", "what it may take where no time is set, and to start [default: 60s]"),
    ("depth, nodes, time", "limits of every move; in GTP the time alone"),
];

/// A player of a table from its text: an engine of others' (`external:…`, see [`OPTIONS`]) or one of ours. An
/// external one is started here, and ends when it is dropped.
///
/// # Errors
/// If there is no such player or option, or the engine does not start or does not play this game.
pub fn player(table: &dyn Table, spec: &Spec) -> Result<Box<dyn Player>, Error> {
    if spec.name != "external" {
        return table.player(spec);
    }
    let settings = Settings::read(spec)?;
    if spec.get("protocol") == Some(GTP) {
        return Ok(Box::new(gtp::GtpEngine::new(table, settings)?));
    }
    if spec.get("protocol") == Some(GOMOCUP) {
        return Ok(Box::new(gomocup::GomocupEngine::new(table, settings)?));
    }
    Ok(Box::new(External::new(table, settings)?))
}

/// The languages that are no dialects of the others.
const GTP: &str = "gtp";
const GOMOCUP: &str = "gomocup";

/// How an engine is run.
struct Settings {
    dialect: Dialect,
    command: String,
    options: Vec<(String, String)>,
    limits: Limits,
    margin: Duration,
    timeout: Duration,
}

impl Settings {
    fn read(spec: &Spec) -> Result<Settings, Error> {
        let mut settings = Settings {
            dialect: Dialect::Uci,
            command: String::new(),
            options: Vec::new(),
            limits: Limits::default(),
            margin: Duration::from_secs(1),
            timeout: Duration::from_secs(60),
        };
        let wrong = |key: &str, what: String| Error::Spec(format!("{key}: {what}"));
        for (key, value) in &spec.options {
            let duration = || parse_duration(value).map_err(|error| wrong(key, error));
            let expected = |what: &str| wrong(key, format!("expected {what}, not {}", quoted(value)));
            match key.as_str() {
                "protocol" if [GTP, GOMOCUP].contains(&value.as_str()) => {}
                "protocol" => {
                    let dialect = Dialect::named(value);
                    settings.dialect = dialect.ok_or_else(|| expected("uci, ucci, gtp or gomocup"))?;
                }
                "cmd" => settings.command = value.clone(),
                "margin" => settings.margin = duration()?,
                "timeout" => settings.timeout = duration()?,
                "time" => settings.limits.time = Some(duration()?),
                "depth" => {
                    let depth = value.parse().ok().filter(|&depth| depth > 0);
                    settings.limits.depth = Some(depth.ok_or_else(|| expected("a number from 1"))?);
                }
                "nodes" => {
                    let nodes = value.parse().ok().filter(|&nodes| nodes > 0);
                    settings.limits.nodes = Some(nodes.ok_or_else(|| expected("a number from 1"))?);
                }
                _ => match key.strip_prefix("option.") {
                    Some(name) => settings.options.push((name.trim().into(), value.clone())),
                    None => {
                        let known: Vec<&str> = OPTIONS.iter().map(|(key, _)| *key).collect();
                        let what =
                            format!("external has no option {}; it has {}", quoted(key), known.join(", "));
                        return Err(Error::Spec(what));
                    }
                },
            }
        }
        if settings.command.is_empty() {
            return Err(Error::Spec("external needs cmd=\"…\", the engine's command line".into()));
        }
        Ok(settings)
    }
}

/// An engine of others' as a player. One that has failed is started again for its next move.
struct External {
    settings: Settings,
    /// The game that it was started for, and how that game's moves are written.
    game: Spec,
    ranks: Ranks,
    /// What the clocks show, where there are some.
    clocks: Option<[Clock; 2]>,
    running: Option<Running>,
}

/// An engine that has introduced itself.
struct Running {
    process: Process,
    /// Whether it takes times in milliseconds.
    millis: bool,
    /// Whether it may be told to play Chess960, and has been.
    chess960: Option<bool>,
    /// Whether a game begins of which it has not been told.
    new_game: bool,
    /// The last line that it said, for messages.
    last: String,
}

impl External {
    fn new(table: &dyn Table, settings: Settings) -> Result<External, Error> {
        let game = table.spec().clone();
        let ranks = settings.dialect.ranks(notation_name(table)).ok_or_else(|| {
            let protocol = settings.dialect.hello().to_uppercase();
            Error::Spec(format!("{} is not played in {protocol}", game.name))
        })?;
        let running = Some(Running::start(&settings, table)?);
        Ok(External { settings, game, ranks, clocks: None, running })
    }

    fn ask(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Error> {
        let settings = &self.settings;
        let clocks = self.clocks.take();
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(Running::start(settings, table)?),
        };
        let chess960 = play::is_chess960(table);
        if running.chess960.is_some_and(|told| told != chess960) {
            running.chess960 = Some(chess960);
            running.process.send(&format!("setoption name {CHESS960} value {chess960}"));
        }
        if std::mem::take(&mut running.new_game) {
            running.process.send(settings.dialect.new_game());
            running.synchronize(settings)?;
        }
        let notation = onto_rook(table).filter(|_| chess960).unwrap_or(for_programs(table));
        let moves: Vec<String> = table.played(notation).iter().map(|mv| self.ranks.write(mv)).collect();
        let position = format!("position fen {}", table.first_position());
        running.process.send(&if moves.is_empty() {
            position
        } else {
            format!("{position} moves {}", moves.join(" "))
        });
        let legal = table.legal_moves(notation);
        let (allowed, banned): (Vec<_>, Vec<_>) = legal
            .iter()
            .enumerate()
            .partition(|(place, _)| limits.root_moves.as_ref().is_none_or(|places| places.contains(place)));
        let texts = |moves: Vec<(usize, &String)>| -> Vec<String> {
            moves.into_iter().map(|(_, mv)| self.ranks.write(mv)).collect()
        };
        let (allowed, banned) = (texts(allowed), texts(banned));
        let limited = limits.root_moves.is_some().then_some((&allowed[..], &banned[..]));
        // With clocks, the time of the limits is when they run out; only a limit of its own is told beside them.
        let told = match clocks {
            Some(_) => &Limits { time: settings.limits.time, ..limits.clone() },
            None => limits,
        };
        let clocks = clocks.map(|shown| Clocks { shown, side: table.side_to_move() });
        for line in settings.dialect.go(told, clocks, limited, running.millis) {
            running.process.send(&line);
        }
        let ranks = self.ranks;
        let (best, thought) = running.hear(table, ranks, settings, limits, progress)?;
        let own = ranks.read(&best).map(|mv| mv.to_ascii_lowercase()).filter(|mv| legal.contains(mv));
        let name = running.process.name();
        let own = own.ok_or_else(|| match best.as_str() {
            "" | "(none)" | "0000" => {
                Error::Player(format!("{name} gives no move: {}", quoted(&running.last)))
            }
            _ => Error::Player(format!("{name} plays {}, which is no legal move here", quoted(&best))),
        })?;
        let mut after = table.fork();
        after.play(&own)?;
        let best = after.played(0).pop();
        let line_begins_so = thought.line.first() == best.as_ref();
        let line = if line_begins_so { thought.line } else { best.iter().cloned().collect() };
        Ok(Thought { best, line, ..thought })
    }
}

impl Player for External {
    fn think(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Error> {
        if *table.spec() != self.game {
            return Err(Error::Player("it was made for another game".into()));
        }
        if let Some(result) = table.result() {
            return Err(Error::Over(result.text));
        }
        let thought = self.ask(table, &self.settings.limits.within(limits), progress);
        if thought.is_err() {
            // Whatever it is at, it is not to be trusted with the next move.
            self.running = None;
        }
        thought
    }

    fn see_clocks(&mut self, clocks: [Clock; 2]) -> bool {
        self.clocks = Some(clocks);
        true
    }

    fn forget(&mut self) {
        if let Some(running) = &mut self.running {
            running.new_game = true;
        }
    }
}

impl Running {
    /// Starts an engine and tells it the game and its options.
    fn start(settings: &Settings, table: &dyn Table) -> Result<Running, Error> {
        let Settings { dialect, .. } = *settings;
        let game = table.spec().name.as_str();
        let process = Process::start(&settings.command)?;
        let mut running =
            Running { process, millis: true, chess960: None, new_game: true, last: String::new() };
        running.process.send(dialect.hello());
        let mut offers = Vec::new();
        running.wait_for(dialect.introduced(), settings, &mut |line| offers.extend(dialect.offer(line)))?;
        running.chess960 = offers.iter().any(|offer| offer.name == CHESS960).then_some(false);
        let name = running.process.name().to_owned();
        let find = |name: &str| offers.iter().find(|offer| offer.name.eq_ignore_ascii_case(name));
        if dialect == Dialect::Uci && settings.options.iter().all(|(key, _)| !is_variant(key)) {
            match find(VARIANT) {
                Some(offer) if plays(offer, game) => running.process.send(&dialect.set(offer, game)),
                // The game that the protocol was made for goes without saying.
                None if notation_name(table) == dialect.hello() => {}
                _ => {
                    return Err(Error::Spec(format!(
                        "{name} does not play {game}: it offers no such {VARIANT}"
                    )));
                }
            }
        }
        if dialect == Dialect::Ucci {
            running.millis = find(MILLIS).is_some();
            find(MILLIS).into_iter().for_each(|offer| running.process.send(&dialect.set(offer, "true")));
        }
        for (key, value) in &settings.options {
            let offer = find(key).ok_or_else(|| {
                let known: Vec<&str> = offers.iter().map(|offer| offer.name.as_str()).collect();
                Error::Spec(format!("{name} has no option {}; it has {}", quoted(key), known.join(", ")))
            })?;
            running.process.send(&dialect.set(offer, value));
        }
        running.synchronize(settings)?;
        Ok(running)
    }

    /// Waits until the engine has taken what it was told.
    fn synchronize(&mut self, settings: &Settings) -> Result<(), Error> {
        self.process.send("isready");
        self.wait_for("readyok", settings, &mut |_| {})
    }

    fn wait_for(&mut self, word: &str, settings: &Settings, hear: &mut dyn FnMut(&str)) -> Result<(), Error> {
        let deadline = Instant::now() + settings.timeout;
        loop {
            match self.process.line(deadline) {
                Ok(Line::Text(line)) if line.trim() == word => return Ok(()),
                Ok(Line::Text(line)) => {
                    hear(&line);
                    self.last = line;
                }
                Ok(Line::TooLong) => {}
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
        ranks: Ranks,
        settings: &Settings,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<(String, Thought), Error> {
        /// How often it looks whether it has been told to stop, and at most tells of progress.
        const POLL: Duration = Duration::from_millis(10);
        const PROGRESS: Duration = Duration::from_millis(50);
        let began = Instant::now();
        let patience = limits.time.map_or(settings.timeout, |time| time + settings.margin);
        let endless = limits.time.is_none() && limits.depth.is_none() && limits.nodes.is_none();
        let mut deadline = if endless { None } else { began.checked_add(patience) };
        let (mut latest, mut told, mut stopped) = (Info::default(), None::<Instant>, false);
        let thought = |info: &Info| thought(table, ranks, info, began.elapsed());
        loop {
            if !stopped && limits.stop.is_stopped() {
                self.process.send("stop");
                (stopped, deadline) = (true, Some(Instant::now() + settings.margin));
            }
            let poll = Instant::now() + POLL;
            match self.process.line(deadline.map_or(poll, |deadline| deadline.min(poll))) {
                Ok(Line::Text(line)) => {
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
                Ok(Line::TooLong) => {}
                Err(Silence::Waiting) if deadline.is_none_or(|deadline| Instant::now() < deadline) => {}
                Err(silence) => {
                    let late = match limits.time {
                        Some(time) if !stopped => {
                            format!("lost on time: no move after {patience:?} of {time:?}")
                        }
                        _ => format!("gave no move within {:?}", began.elapsed()),
                    };
                    return Err(self.silent(silence, &late));
                }
            }
        }
    }

    /// What is told of an engine that says nothing more.
    fn silent(&self, silence: Silence, waited: &str) -> Error {
        let what = if silence == Silence::Ended { "has ended unasked" } else { waited };
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

/// Whether one of the values of a choice is this one.
fn plays(offer: &Offer, game: &str) -> bool {
    offer.words.windows(2).any(|pair| pair[0] == "var" && pair[1] == game)
}

/// The thought of an engine that tells its move and nothing else.
fn move_alone(best: String, time: Duration) -> Thought {
    Thought {
        line: vec![best.clone()],
        best: Some(best),
        score: 0,
        decided: None,
        score_text: "unknown".into(),
        depth: 0,
        seldepth: 0,
        hashfull: None,
        table_hits: 0,
        source: play::Source::Search,
        work: Work { millis: time.as_millis().try_into().unwrap_or(u64::MAX), ..Work::default() },
        moves: Vec::new(),
        current: None,
    }
}

/// What an engine thinks, as our own players tell it.
fn thought(table: &dyn Table, ranks: Ranks, info: &Info, time: Duration) -> Thought {
    let mut ahead = table.fork();
    let played = ahead.played(0).len();
    for text in &info.line {
        if ranks.read(text).is_none_or(|mv| ahead.play(&mv).is_err()) {
            break;
        }
    }
    let line = ahead.played(0).split_off(played);
    let (score, decided, score_text) = match info.score {
        None => (0, None, "unknown".into()),
        Some(Score::Points(points)) => (points, None, format!("{points:+}")),
        Some(Score::Decided(plies)) => {
            let text = if plies > 0 {
                format!("win in {plies}")
            } else {
                format!("loss in {}", plies.unsigned_abs())
            };
            let plies_of_score = plies.unsigned_abs().min(search::Score::MOST_PLIES);
            let score = if plies > 0 {
                search::Score::win_in(plies_of_score)
            } else {
                search::Score::loss_in(plies_of_score)
            };
            (score.value(), Some(plies), text)
        }
    };
    Thought {
        best: line.first().cloned(),
        score,
        decided,
        score_text,
        line,
        depth: info.depth.unwrap_or(0),
        seldepth: info.depth.unwrap_or(0),
        hashfull: None,
        table_hits: 0,
        source: play::Source::Search,
        work: Work {
            interior: info.nodes.unwrap_or(0),
            millis: time.as_millis().try_into().unwrap_or(u64::MAX),
            ..Work::default()
        },
        moves: Vec::new(),
        current: None,
    }
}
