//! Rule files: those that come with the program, files of one's own, and texts that a page sends. Tables are laid
//! above, in [`crate::rules`].

use crate::rules_fault::RulesFault;
use crate::{Error, GameInfo, Level, Spec, Wins, files};
use serde::Serialize;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use wanqi_game::{message, quoted};
pub use wanqi_games::rulebook::explain::{Language, Section};
use wanqi_games::rulebook::model::Rules;
use wanqi_games::rulebook::{self, Cause, Rulebook, causes, explain, shipped};
pub use wanqi_games::rulebook::{Diagnostic, Severity, TEMPLATES, Template};

/// A rule file that comes with the program.
#[derive(Clone, Debug)]
pub struct Shipped {
    /// What is known of its game; `info.name` is the game's name in commands.
    pub info: Arc<GameInfo>,
    /// The file.
    pub text: &'static str,
    /// What it is about.
    pub kind: Kind,
    /// Its rules, as a number.
    pub rules: String,
}

/// What a game is about, by how it is won: games of one kind stand together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A king is to be mated or taken.
    Kings,
    /// A place is to be reached or filled.
    Races,
    /// Pieces in a row.
    Rows,
    /// Pieces that hang together.
    Connections,
    /// The other side is to lose its pieces, or one's own store to fill.
    Captures,
    /// Most pieces or points, or the last move.
    Territory,
}

impl Kind {
    fn of(rules: &Rules) -> Kind {
        let has = |is: fn(&Cause) -> bool| causes(rules).iter().any(is);
        if has(|cause| matches!(cause, Cause::Checkmate | Cause::RoyalTaken)) {
            Kind::Kings
        } else if has(|cause| matches!(cause, Cause::Reach(_) | Cause::Fill)) {
            Kind::Races
        } else if has(|cause| matches!(cause, Cause::Line(_))) {
            Kind::Rows
        } else if has(|cause| matches!(cause, Cause::Connect | Cause::Gather)) {
            Kind::Connections
        } else if has(|cause| matches!(cause, Cause::Eliminate(_))) || rules.sow.is_some() {
            Kind::Captures
        } else {
            Kind::Territory
        }
    }
}

static SHIPPED: LazyLock<Vec<Shipped>> = LazyLock::new(|| {
    let shipped = |&(file, text): &(&str, &'static str)| {
        let rulebook = read(file, text).expect("a shipped file is right: a test reads each");
        let name = if RETOLD.contains(&file) { format!("{PREFIX}{file}") } else { file.to_owned() };
        Shipped {
            info: Arc::new(info(name, rulebook.rules())),
            text,
            kind: Kind::of(rulebook.rules()),
            rules: number_of_rules(&rulebook),
        }
    };
    shipped::FILES.iter().map(shipped).collect()
});

/// The files that tell again what the program knows by heart, which has the bare name. That these are all is tested (`tests/tables.rs`).
const RETOLD: &[&str] = &["chess", "gomoku", "othello", "jungle", "xiangqi"];

/// Before a shipped file's name: `rules/xiangqi` is xiangqi as its file tells it.
pub const PREFIX: &str = "rules/";

/// The usual end of the name of a rule file.
const EXTENSION: &str = ".toml";

/// The name that means standard input.
pub const STANDARD_INPUT: &str = "-";

/// Whether a name, where no game has it, means a file: one of any ending that is there, a path whose file is not, or
/// [`STANDARD_INPUT`].
pub(crate) fn is_path(name: &str) -> bool {
    let path = Path::new(name);
    let is_told_as_path = name.contains(std::path::is_separator) && !name.starts_with(PREFIX);
    name == STANDARD_INPUT
        || name.ends_with(EXTENSION)
        || is_told_as_path
        || (path.exists() && !path.is_dir())
}

/// The rule files that come with the program, in the order of menus.
pub fn shipped() -> impl Iterator<Item = &'static Shipped> {
    SHIPPED.iter()
}

/// The shipped file that a game's name means, with [`PREFIX`] or, where no other game has that name, without.
pub fn find(name: &str) -> Option<&'static Shipped> {
    let bare = name.strip_prefix(PREFIX).unwrap_or(name);
    SHIPPED.iter().find(|shipped| {
        shipped.info.name == name
            || shipped.info.name.strip_prefix(PREFIX).unwrap_or(&shipped.info.name) == bare
    })
}

/// A text looked at as a rule file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// What is wrong with it; a file that can be played may still have warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// What it says, in words, if it can be played.
    pub explanation: Option<Vec<Section>>,
}

/// Looks at a text as a rule file, without laying a table.
pub fn check(text: &str, language: Language) -> Checked {
    let (rulebook, mut diagnostics) = Rulebook::read(text);
    if language == Language::Chinese {
        diagnostics = diagnostics.into_iter().map(Diagnostic::in_chinese).collect();
    }
    let explanation = rulebook.map(|rulebook| explain::explain(rulebook.rules(), language));
    Checked { diagnostics, explanation }
}

/// The text of a rule file, at most [`rulebook::MAX_BYTES`] of it. Standard input can be read only once, and its text is
/// asked for again wherever the game is needed: it is kept.
///
/// # Errors
/// [`Error::Spec`] that names the file, if it cannot be read, is too long or not UTF-8.
pub fn load(path: &Path) -> Result<String, Error> {
    static TYPED: Mutex<Option<String>> = Mutex::new(None);
    const MOST: u64 = rulebook::MAX_BYTES as u64;
    let read = if path == Path::new(STANDARD_INPUT) {
        let mut typed = TYPED.lock().unwrap_or_else(PoisonError::into_inner);
        match &*typed {
            Some(text) => Ok(text.clone()),
            None => files::read_from(io::stdin().lock(), MOST)
                .and_then(files::text)
                .inspect(|text| *typed = Some(text.clone())),
        }
    } else {
        files::read_text(path, MOST)
    };
    let wrong = |what: String| Error::spec(format!("{}: {what}", path.display()));
    read.map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => wrong(format!("a rule file has at most {} bytes", rulebook::MAX_BYTES)),
        _ => wrong(error.to_string()),
    })
}

/// The rules of a shipped game or of the file of a path, and the text that tells them.
pub(crate) fn rulebook(name: &str) -> Result<(Rulebook, String), Error> {
    let text = match find(name) {
        Some(shipped) => shipped.text.to_owned(),
        None if is_path(name) => load(Path::new(name))?,
        None => return Err(no_rule_file(name)),
    };
    Ok((read(name, &text)?, text))
}

/// There is no rule file of this name.
pub(crate) fn no_rule_file(name: &str) -> Error {
    Error::Spec(message!("fault.no-rule-file", "{name} is no rule file", name = quoted(name)))
}

/// Rules as a number, which is the same for files that tell the same game.
pub(crate) fn number_of_rules(game: &Rulebook) -> String {
    format!("{:016x}", game.fingerprint())
}

/// The rules that a text tells.
pub(crate) fn read(name: &str, text: &str) -> Result<Rulebook, Error> {
    let wrong = |diagnostics| {
        Error::Rules(Box::new(RulesFault { name: name.to_owned(), text: text.to_owned(), diagnostics }))
    };
    let (rulebook, diagnostics) = Rulebook::read(text);
    rulebook.ok_or_else(|| wrong(diagnostics))
}

/// Refuses options, of which a game told by a file has none.
pub(crate) fn no_options(spec: &Spec) -> Result<(), Error> {
    match spec.options.first() {
        None => Ok(()),
        Some((key, _)) => Err(Error::Spec(message!(
            "fault.rule-file-option",
            "{name} is told by a rule file and has no option {option}: write a file of your own",
            name = &spec.name,
            option = quoted(key)
        ))),
    }
}

const LEVELS: &[Level] = &[
    Level { title: "Random", title_zh: "随机", player: "random" },
    Level { title: "Beginner", title_zh: "初学", player: "alphabeta:depth=1,overlook=50" },
    Level { title: "Novice", title_zh: "入门", player: "alphabeta:depth=2,overlook=45" },
    Level { title: "Easy", title_zh: "简单", player: "alphabeta:depth=2,overlook=10" },
    Level { title: "Medium", title_zh: "中等", player: "best:depth=4,time=1s" },
    // Weaker than those below it in nearly every game; another way to play.
    Level { title: "Playouts", title_zh: "随机模拟", player: "mcts:time=2s,guide=off" },
    Level { title: "Hard", title_zh: "困难", player: "best:time=1s" },
    Level { title: "Strongest", title_zh: "最强", player: "best:time=5s" },
];

/// What may be known of a game before it is played.
pub(crate) fn info(name: String, rules: &Rules) -> GameInfo {
    GameInfo {
        name: name.into(),
        title: rules.name.clone().into(),
        title_zh: rules.name_zh.clone().into(),
        options: Vec::new(),
        levels: LEVELS,
        analyst: "best:time=5s",
        wins: if rules.kinds.iter().any(|kind| kind.royal) { Wins::Mate } else { Wins::Distance },
        moves: 28,
        lab_positions: &[],
    }
}
