//! `wanqi rules check`: what the machine has understood of a file, or what is wrong with it.

use super::super::write_json;
use super::diagnostics::{rendered, told};
use super::{File, FileArgument, drawn, moves};
use crate::Failure;
use crate::numbers::grouped;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};
use wanqi_game::{Game, Notation};
use wanqi_games::rulebook::explain::{Language, explain, to_text};
use wanqi_games::rulebook::{Diagnostic, Position, Rulebook, Severity};
use wanqi_protocol::json::answers::RulesProblem;

/// Explain a rule file in plain words, or say what is wrong with it and where
#[derive(Args, Debug)]
pub struct Check {
    #[command(flatten)]
    file: FileArgument,
    /// Explain in Chinese
    #[arg(long)]
    zh: bool,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Counting paths stops after so long.
const MAX_TIME: Duration = Duration::from_secs(3);
/// The longest paths that are counted.
const DEPTH: u32 = 4;
/// More first moves are counted, not listed.
const MAX_LISTED: usize = 60;

#[derive(Serialize)]
pub(super) struct CheckOutput {
    good: bool,
    diagnostics: Vec<RulesProblem>,
    game: Option<Understood>,
}

impl CheckOutput {
    /// Of a file that cannot be played.
    pub fn wrong(file: &File) -> CheckOutput {
        CheckOutput { good: false, diagnostics: told(file), game: None }
    }
}

#[derive(Serialize)]
struct Understood {
    name: String,
    name_zh: String,
    explanation: Vec<ExplanationPart>,
    start: String,
    first_moves: Vec<String>,
    /// From one ply on, as far as could be counted in time.
    perft: Vec<u64>,
}

#[derive(Serialize)]
struct ExplanationPart {
    title: &'static str,
    lines: Vec<String>,
}

impl Check {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let mut file = self.file.read()?;
        if self.zh {
            file.diagnostics = file.diagnostics.into_iter().map(Diagnostic::in_chinese).collect();
        }
        let language = if self.zh { Language::Chinese } else { Language::English };
        let understood = file.rulebook.as_ref().map(|rulebook| Understood::new(rulebook, language));
        let good = understood.is_some();
        if self.json {
            write_json(out, &CheckOutput { good, diagnostics: told(&file), game: understood })?;
        } else {
            write!(out, "{}", rendered(&file))?;
            if let (Some(understood), Some(rulebook)) = (understood, &file.rulebook) {
                understood.write(rulebook, language, out)?;
                let warnings = file.count(Severity::Warning);
                if warnings > 0 {
                    writeln!(out, "\n{warnings} warning{} above.", if warnings == 1 { "" } else { "s" })?;
                }
            }
        }
        if good { Ok(()) } else { Err(file.failure().answered(self.json)) }
    }
}

impl Understood {
    fn new(rulebook: &Rulebook, language: Language) -> Understood {
        let rules = rulebook.rules();
        let start = rulebook.start();
        let first_moves = moves(rulebook, &start);
        let explanation = explain(rules, language);
        let deadline = Instant::now() + MAX_TIME;
        let counts = (1..=DEPTH).map_while(|depth| perft(rulebook, &start, depth, deadline));
        Understood {
            name: rules.name.clone(),
            name_zh: rules.name_zh.clone(),
            explanation: explanation
                .into_iter()
                .map(|section| ExplanationPart { title: section.title, lines: section.lines })
                .collect(),
            start: rulebook.format_position(&start),
            first_moves: first_moves.iter().map(|&mv| rulebook.format_move(&start, mv, 0)).collect(),
            perft: counts.collect(),
        }
    }

    fn write(&self, rulebook: &Rulebook, language: Language, out: &mut impl Write) -> Result<(), Failure> {
        let chinese = language == Language::Chinese;
        let rules = rulebook.rules();
        writeln!(out, "{}", if chinese { &self.name_zh } else { &self.name })?;
        if !rules.about.is_empty() && !chinese {
            writeln!(out, "{}", rules.about)?;
        }
        write!(out, "\n{}", drawn(rulebook, &rulebook.start()))?;
        write!(out, "\n{}", to_text(&explain(rules, language)))?;
        let count = self.first_moves.len();
        match (chinese, count) {
            (false, 0) => writeln!(out, "\nThe first side has no move: the game is over before it begins.")?,
            (true, 0) => writeln!(out, "\n先行方无着可走：开局即终局。")?,
            (false, 1) => writeln!(out, "\nThe first move:")?,
            (false, _) => writeln!(out, "\n{count} first moves:")?,
            (true, _) => writeln!(out, "\n第一着有 {count} 种：")?,
        }
        for line in self.first_moves[..count.min(MAX_LISTED)].chunks(12) {
            writeln!(out, "  {}", line.join(" "))?;
        }
        if count > MAX_LISTED {
            writeln!(out, "  …")?;
        }
        let counts: Vec<String> = self.perft.iter().map(|&paths| grouped(paths)).collect();
        let title = if chinese { "1 至 4 着的着法路径数" } else { "Paths of 1 to 4 plies (perft)" };
        let more = if self.perft.len() < DEPTH as usize { " …" } else { "" };
        writeln!(out, "\n{title}: {}{more}", counts.join(" "))?;
        Ok(())
    }
}

/// The number of move paths of exactly `depth` plies; `None` if there was not enough time.
fn perft(rulebook: &Rulebook, position: &Position, depth: u32, deadline: Instant) -> Option<u64> {
    let moves = moves(rulebook, position);
    if depth <= 1 {
        return Some(moves.len() as u64);
    }
    let mut paths = 0u64;
    for mv in moves {
        if Instant::now() > deadline {
            return None;
        }
        let mut next = position.clone();
        rulebook.play(&mut next, mv);
        paths = paths.saturating_add(perft(rulebook, &next, depth - 1, deadline)?);
    }
    Some(paths)
}
