//! Other engines as players: `external:protocol=uci,cmd="stockfish",option.Hash=64,time=100ms`.

mod client;
mod dialect;
mod gomocup;
mod gtp;
mod nboard;
mod process;
mod uci;

use client::Client;
use dialect::Dialect;
use std::time::Duration;
use wanqi_play::options::{ChoiceOption, Declared, DurationOption, Options, Or, PrefixedOptions, TextOption};
use wanqi_play::{Error, LOOKS_AHEAD, Limits, OptionInfo, Player, Spec, Table, Thought, Value, Work};

/// The languages of engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Language {
    /// UCI or UCCI.
    Dialect(Dialect),
    Gtp,
    Gomocup,
    NBoard,
}

const PROTOCOL: Or<ChoiceOption<Language>> = ChoiceOption::new(
    "protocol",
    "the engine's language",
    &[
        ("uci", Language::Dialect(Dialect::Uci)),
        ("ucci", Language::Dialect(Dialect::Ucci)),
        ("gtp", Language::Gtp),
        ("gomocup", Language::Gomocup),
        ("nboard", Language::NBoard),
    ],
)
.or(Language::Dialect(Dialect::Uci));
const COMMAND: TextOption =
    TextOption::new("cmd", "its command line, in quotation marks; words with spaces in single ones");
const ITS_OPTIONS: PrefixedOptions = PrefixedOptions {
    prefix: "option.",
    name: "option.NAME",
    help: "a value for an option of the engine; in GTP the command NAME with this argument, in Gomocup's INFO NAME, in \
           NBoard's set NAME",
};
const MARGIN: Or<DurationOption> =
    DurationOption::new("margin", "by how much it may exceed its time for a move before it has lost")
        .or(Duration::from_secs(1));
const TIMEOUT: Or<DurationOption> =
    DurationOption::new("timeout", "what it may take where no time is set, and to start")
        .or(Duration::from_secs(60));

/// The options of the player `external`, for help. Of the limits GTP knows time alone, and NBoard's
/// protocol no nodes.
pub fn external_options() -> Vec<OptionInfo> {
    let mut options = (PROTOCOL, COMMAND, ITS_OPTIONS, MARGIN, TIMEOUT).options();
    LOOKS_AHEAD.list(&mut options);
    options
}

/// A player of a table from its text: an engine of others' (`external:…`, see [`external_options`]) or one of ours. An
/// external one is started here, and ends when it is dropped.
///
/// # Errors
/// If there is no such player or option, or the engine does not start or does not play this game.
pub fn player(table: &dyn Table, spec: &Spec) -> Result<Box<dyn Player>, Error> {
    if spec.name != "external" {
        return table.player(spec);
    }
    let (language, settings) = Settings::read(spec)?;
    Ok(match language {
        Language::Dialect(_) => Box::new(Client::<uci::UciEngine>::new(table, settings)?),
        Language::Gtp => Box::new(Client::<gtp::GtpEngine>::new(table, settings)?),
        Language::Gomocup => Box::new(Client::<gomocup::GomocupEngine>::new(table, settings)?),
        Language::NBoard => Box::new(Client::<nboard::NBoardEngine>::new(table, settings)?),
    })
}

/// How an engine is run.
struct Settings {
    /// Where it is one.
    dialect: Dialect,
    command: String,
    options: Vec<(String, String)>,
    limits: Limits,
    margin: Duration,
    timeout: Duration,
}

impl Settings {
    fn read(spec: &Spec) -> Result<(Language, Settings), Error> {
        let mut given = Options::of(spec);
        let (language, command, options, margin, timeout) =
            given.read(&(PROTOCOL, COMMAND, ITS_OPTIONS, MARGIN, TIMEOUT))?;
        let limits = given.read(LOOKS_AHEAD)?;
        given.finish()?;
        let command =
            command.ok_or_else(|| Error::spec("external needs cmd=\"…\", the engine's command line"))?;
        let dialect = match language {
            Language::Dialect(dialect) => dialect,
            Language::Gtp | Language::Gomocup | Language::NBoard => Dialect::Uci,
        };
        Ok((language, Settings { dialect, command, options, limits, margin, timeout }))
    }
}

/// The thought of an engine that tells its move and nothing else.
fn move_alone(best: String, time: Duration) -> Thought {
    Thought {
        line: vec![best.clone()],
        best: Some(best),
        value: Value::UNKNOWN,
        depth: 0,
        seldepth: 0,
        hashfull: None,
        table_hits: 0,
        table_distance: None,
        source: wanqi_play::Source::Search,
        work: Work { millis: time.as_millis().try_into().unwrap_or(u64::MAX), ..Work::default() },
        moves: Vec::new(),
        endings: None,
        current: None,
    }
}
