//! Rules told back in plain words, from what the machine has understood of them. What there is to say, and in what order, is
//! worked out once (`facts`, `places`); each language is a vocabulary that puts it into words.

mod chinese;
mod english;
mod facts;
mod named_regions;
mod sowing;

use super::board::{Board, Grid, Offset};
use super::model::{Kind, MoveRule, Rules};
use chinese::Chinese;
use english::English;
use facts::{Fact, facts};

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

/// The words of a language.
trait Words {
    /// What the sections are called: board, pieces, turns, taking, ends.
    const TITLES: [&'static str; 5];

    /// A fact as a line.
    fn say(&self, fact: &Fact) -> String;
}

/// Tells the rules as a player would: the board, the pieces, the turns, taking, the ends.
pub fn explain(rules: &Rules, language: Language) -> Vec<Section> {
    match language {
        Language::English => sections(rules, &English { rules }),
        Language::Chinese => sections(rules, &Chinese { rules }),
    }
}

fn sections<W: Words>(rules: &Rules, words: &W) -> Vec<Section> {
    let sections = W::TITLES.into_iter().zip(facts(rules));
    let told = sections.filter(|(_, facts)| !facts.is_empty());
    told.map(|(title, facts)| Section { title, lines: facts.iter().map(|fact| words.say(fact)).collect() })
        .collect()
}

/// The columns and rows of a board of squares without gaps.
fn rectangle(board: &Board) -> Option<(u8, u8)> {
    let whole = board.len() == usize::from(board.columns) * usize::from(board.rows);
    (whole && board.grid == Grid::Squares).then_some((board.columns, board.rows))
}

/// Says in English how a piece goes by one of its moves: "one point diagonally, only to take".
pub fn move_in_words(rules: &Rules, kind: &Kind, rule: &MoveRule) -> String {
    English { rules }.rule(rule, kind)
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

/// A figure as it is drawn: `XX/XX`.
fn drawn(figure: &[Offset]) -> String {
    let right = figure.iter().map(|offset| offset.right).max().unwrap_or(0);
    let down = figure.iter().map(|offset| -offset.forward).max().unwrap_or(0);
    let line = |row: i8| -> String {
        (0..=right)
            .map(|column| if figure.contains(&Offset::new(column, -row)) { 'X' } else { '.' })
            .collect()
    };
    (0..=down).map(line).collect::<Vec<_>>().join("/")
}
