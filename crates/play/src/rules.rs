//! Games told in rule files: those that come with the program, files of one's own, and texts that a page sends.

use crate::registry::rulebook as registry;
use crate::{Error, GameInfo, Spec, Table};
pub use games::rulebook::explain::{Language, Section};
use games::rulebook::{self, Rulebook, explain, shipped};
pub use games::rulebook::{Diagnostic, Severity, TEMPLATES, Template};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// A rule file that comes with the program.
#[derive(Clone, Debug)]
pub struct Shipped {
    /// What is known of its game; `info.name` is the game's name in commands.
    pub info: Arc<GameInfo>,
    /// The file.
    pub text: &'static str,
}

/// A rule file that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesFault {
    /// What the file is called.
    pub name: String,
    /// The file.
    pub text: String,
    /// What is wrong with it; at least one error, and warnings.
    pub diagnostics: Vec<Diagnostic>,
}

impl std::fmt::Display for RulesFault {
    /// `my.toml:7:3: there is no direction "U"; did you mean …`, the first error of the file, and how many more.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut errors = self.diagnostics.iter().filter(|fault| fault.severity == Severity::Error);
        let Some(first) = errors.next() else { return write!(f, "{}: it cannot be played", self.name) };
        f.write_str(&self.name)?;
        if let Some((line, column)) = first.place(&self.text) {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", first.what)?;
        if let Some(help) = &first.help {
            write!(f, "; {help}")?;
        }
        match errors.count() {
            0 => Ok(()),
            1 => f.write_str(" (and another error)"),
            more => write!(f, " (and {more} more errors)"),
        }
    }
}

static SHIPPED: LazyLock<Vec<Shipped>> = LazyLock::new(|| {
    let shipped = |&(file, text): &(&str, &'static str)| {
        let rulebook = read(file, text).expect("a shipped file is right: a test reads each");
        // A file may tell again what the program knows by heart; the game known by heart has the bare name.
        let known = crate::games().any(|info| info.name == file);
        let name = if known { format!("{PREFIX}{file}") } else { file.to_owned() };
        Shipped { info: Arc::new(registry::info(name, rulebook.rules())), text }
    };
    shipped::FILES.iter().map(shipped).collect()
});

/// Before a shipped file's name: `rules/xiangqi` is xiangqi as its file tells it.
pub const PREFIX: &str = "rules/";

/// The end of the name of a rule file.
const EXTENSION: &str = ".toml";

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
    let (rulebook, diagnostics) = Rulebook::read(text);
    let explanation = rulebook.map(|rulebook| explain::explain(rulebook.rules(), language));
    Checked { diagnostics, explanation }
}

/// A new game by the rules of a text; `name` is what it is called in messages and what its spec says.
///
/// # Errors
/// [`Error::Rules`] with all that is wrong with the text.
pub fn table(name: &str, text: &str) -> Result<Box<dyn Table>, Error> {
    let rulebook = read(name, text)?;
    let info = registry::info(name.to_owned(), rulebook.rules());
    Ok(registry::table(Spec::new(name), Arc::new(info), rulebook, text))
}

/// A new game from a spec whose name may also be the path of a rule file. Only for those who may read files:
/// a page's texts go to [`crate::table`] and [`table`].
///
/// # Errors
/// If there is no such game, option or file, or the file is wrong.
pub fn open(spec: &Spec) -> Result<Box<dyn Table>, Error> {
    if !spec.name.ends_with(EXTENSION) {
        return crate::table(spec);
    }
    no_options(spec)?;
    table(&spec.name, &load(Path::new(&spec.name))?)
}

/// The text of a rule file, at most [`rulebook::MOST_BYTES`] of it.
///
/// # Errors
/// [`Error::Spec`] that names the file, if it cannot be read, is too long or not UTF-8.
pub fn load(path: &Path) -> Result<String, Error> {
    let wrong = |what: String| Error::Spec(format!("{}: {what}", path.display()));
    let file = fs::File::open(path).map_err(|error| wrong(error.to_string()))?;
    let mut bytes = Vec::new();
    let most = rulebook::MOST_BYTES as u64;
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| wrong(error.to_string()))?;
    if bytes.len() as u64 > most {
        return Err(wrong(format!("a rule file has at most {most} bytes")));
    }
    String::from_utf8(bytes).map_err(|error| wrong(format!("not UTF-8: {error}")))
}

/// A table of a shipped game, if the spec names one.
pub(crate) fn shipped_table(spec: &Spec) -> Option<Result<Box<dyn Table>, Error>> {
    let shipped = find(&spec.name)?;
    let lay = || {
        no_options(spec)?;
        let spec = Spec::new(&*shipped.info.name);
        Ok(registry::table(
            spec,
            Arc::clone(&shipped.info),
            read(&shipped.info.name, shipped.text)?,
            shipped.text,
        ))
    };
    Some(lay())
}

/// The rules of a shipped game or of the file of a path, and the text that tells them.
pub(crate) fn rulebook(name: &str) -> Result<(Rulebook, String), Error> {
    let text = match find(name) {
        Some(shipped) => shipped.text.to_owned(),
        None if name.ends_with(EXTENSION) => load(Path::new(name))?,
        None => return Err(Error::Spec(format!("{} is no rule file", game::quoted(name)))),
    };
    Ok((read(name, &text)?, text))
}

fn read(name: &str, text: &str) -> Result<Rulebook, Error> {
    let wrong = |diagnostics| {
        Error::Rules(Box::new(RulesFault { name: name.to_owned(), text: text.to_owned(), diagnostics }))
    };
    let (rulebook, diagnostics) = Rulebook::read(text);
    rulebook.ok_or_else(|| wrong(diagnostics))
}

fn no_options(spec: &Spec) -> Result<(), Error> {
    match spec.options.first() {
        None => Ok(()),
        Some((key, _)) => Err(Error::Spec(format!(
            "{} is told by a rule file and has no option {}: write a file of your own",
            spec.name,
            game::quoted(key)
        ))),
    }
}
