//! Rule files as a page sees them. Texts alone: nothing here reads a file by a name that comes from outside.

use crate::protocol::RequestError;
use serde::{Deserialize, Serialize};
use wanqi_play::rules::{self, Diagnostic, Severity};
use wanqi_play::{Layout, Scene};

/// What a game is called that a page has sent the rules of.
pub const OWN_RULES: &str = "rules";
/// The most faults of one file that are told: after some, one reads no more.
const MAX_RESULTS: usize = 50;

/// A board as its games begin.
#[derive(Clone, Debug, Serialize)]
pub struct RulePicture {
    /// What it looks like.
    pub layout: Layout,
    /// What stands on it.
    pub scene: Scene,
}

/// The language of an explanation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Chinese.
    Zh,
}

/// A rule file that comes with the app.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RuleFile {
    /// What [`text`] takes.
    pub name: String,
    /// What it is, for people.
    pub title: String,
    /// The same in Chinese.
    pub title_zh: String,
}

/// Something wrong with a rule file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RuleProblem {
    /// `error`: the file cannot be played; `warning`: something in it will not do what it seems to say.
    pub severity: &'static str,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The line, counted from 1.
    pub line: Option<usize>,
    /// The character of the line, counted from 1.
    pub column: Option<usize>,
    /// The characters of the file that it is about: the first, and the one after the last.
    pub at: Option<[usize; 2]>,
}

/// A part of rules in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Section {
    /// What it is about: "Pieces".
    pub title: &'static str,
    /// Sentences, each a line.
    pub lines: Vec<String>,
}

impl RuleProblem {
    fn new(diagnostic: &Diagnostic, text: &str) -> RuleProblem {
        let place = diagnostic.place(text);
        // Bytes become characters, which are the same to every page.
        let character = |byte: usize| {
            let whole = (0..=byte.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            text[..whole].chars().count()
        };
        RuleProblem {
            severity: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            what: diagnostic.what.clone(),
            help: diagnostic.help.clone(),
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
            at: diagnostic.at.as_ref().map(|at| [character(at.start), character(at.end)]),
        }
    }
}

impl From<Language> for rules::Language {
    fn from(language: Language) -> rules::Language {
        match language {
            Language::En => rules::Language::English,
            Language::Zh => rules::Language::Chinese,
        }
    }
}

/// The board of a file that can be played, as its games begin.
pub fn picture(text: &str) -> Option<RulePicture> {
    let table = rules::table("picture", text).ok()?;
    Some(RulePicture { layout: table.layout(), scene: table.view().scene })
}

/// What is wrong with a file, and its rules in words if it can be played.
pub fn check(text: &str, language: Language) -> (Vec<RuleProblem>, Option<Vec<Section>>) {
    let rules::Checked { diagnostics, explanation } = rules::check(text, language.into());
    let found = diagnostics.iter().take(MAX_RESULTS).map(|fault| RuleProblem::new(fault, text)).collect();
    let section = |section: rules::Section| Section { title: section.title, lines: section.lines };
    (found, explanation.map(|sections| sections.into_iter().map(section).collect()))
}

/// The rule files to begin with: the templates, with comments.
pub fn templates() -> Vec<RuleFile> {
    let file = |template: &rules::Template| RuleFile {
        name: template.name.to_string(),
        title: template.about.to_string(),
        title_zh: template.about_zh.to_string(),
    };
    rules::TEMPLATES.iter().map(file).collect()
}

/// A rule file that comes with the app: a template, or the file of a game.
///
/// # Errors
/// If there is none of this name.
pub fn text(name: &str) -> Result<&'static str, RequestError> {
    let template = rules::TEMPLATES.iter().find(|template| template.name == name);
    let text = template.map(|template| template.text).or_else(|| Some(rules::find(name)?.text));
    text.ok_or_else(|| RequestError::new(format!("there is no rule file {}", wanqi_play::quoted(name))))
}
