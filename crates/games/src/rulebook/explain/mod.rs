//! Rules told back in plain words, from what the machine has understood of them.

mod chinese;
mod english;
mod places;

use super::board::{Grid, Offset};
use super::model::{Kind, MoveRule, Rules};

/// A language of explanations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Language {
    English,
    Chinese,
}

/// A part of an explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// What it is about: "Pieces".
    pub title: &'static str,
    /// Sentences, each a line.
    pub lines: Vec<String>,
}

/// Tells the rules as a player would: the board, the pieces, the turns, taking, the ends.
pub fn explain(rules: &Rules, language: Language) -> Vec<Section> {
    let mut sections = match language {
        Language::English => english::sections(rules),
        Language::Chinese => chinese::sections(rules),
    };
    sections.retain(|section| !section.lines.is_empty());
    sections
}

/// Says in English how a piece goes by one of its moves: "one point diagonally, only to take".
pub fn move_in_words(rules: &Rules, kind: &Kind, rule: &MoveRule) -> String {
    english::move_in_words(rules, kind, rule)
}

/// Says in English which ways these are: "sideways".
pub fn ways_in_words(dirs: &[Offset], grid: Grid) -> String {
    english::ways_in_words(dirs, grid)
}

/// An explanation as text: titles, and lines indented under them.
pub fn to_text(sections: &[Section]) -> String {
    let lines =
        |section: &Section| section.lines.iter().map(|line| format!("  {line}\n")).collect::<String>();
    let text = |section: &Section| format!("{}\n{}", section.title, lines(section));
    sections.iter().map(text).collect::<Vec<_>>().join("\n")
}
