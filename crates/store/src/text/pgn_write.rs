//! Writing PGN. See [`pgn`](super::pgn) for what is read.

use super::pdn::{Draughts, GAME_TYPE};
use super::pgn::{RULE_FILE, SOLVED, side_tags};
use super::ratings::{self, rating};
use super::{Unwritable, variants};
use std::collections::HashMap;
use std::fmt::Write;
use wanqi_play::record::{GameRecord, Mark, MoveTexts, NodeId, Notes, ROOT};
use wanqi_play::{Scale, Side, Table, Value};

/// Characters in a line of moves, as the standard has it.
const WIDTH: usize = 79;

/// What is to be written next.
enum Task {
    /// What follows a node, before which there were so many turns.
    After(NodeId, usize),
    /// The nodes of a turn, which is written as one move, before which there were so many; the first of a variation always
    /// has its number.
    Turn(Vec<NodeId>, usize),
    Open,
    Close,
}

/// Writes a record; of draughts as PDN.
pub fn write(record: &GameRecord, draughts: Option<&Draughts>) -> Result<String, Unwritable> {
    let table = record.table()?;
    let (texts, scale) = (record.texts(notation(&*table, draughts))?, table.scale());
    let in_words = |text: &str| draughts.map_or_else(|| text.to_owned(), |draughts| draughts.turn_text(text));
    let mut out = String::new();
    tags(record, &*table, draughts, &mut out);
    out.push('\n');

    let second = usize::from(table.side_to_move() == Side::Second);
    let mut words = LineWrapper::default();
    words.notes(&record[ROOT].notes, None, scale);
    words.numbered = true;
    let mut tasks = vec![Task::After(ROOT, second)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::After(node, place) => {
                let mut turns = turns_after(record, &texts, node).into_iter();
                let Some(main) = turns.next() else { continue };
                let last = |turn: &Vec<NodeId>| *turn.last().expect("a turn has a move");
                tasks.push(Task::After(last(&main), place + 1));
                for variation in turns.rev() {
                    let after = Task::After(last(&variation), place + 1);
                    tasks.extend([Task::Close, after, Task::Turn(variation, place), Task::Open]);
                }
                tasks.push(Task::Turn(main, place));
            }
            Task::Turn(turn, place) => {
                // Counted by two, whoever moves: readers do not look at numbers.
                if place.is_multiple_of(2) {
                    words.push(&format!("{}.", place / 2 + 1));
                } else if words.numbered {
                    words.push(&format!("{}...", place / 2 + 1));
                }
                let better = turn.iter().find_map(|id| texts[id].better.as_deref()).map(in_words);
                words.push(&in_words(turn.last().map_or("", |id| &texts[id].turn)));
                words.numbered = false;
                words.notes(&notes_of(record, &turn), better.as_deref(), scale);
            }
            Task::Open => words.open(),
            Task::Close => words.close(),
        }
    }
    words.push(sign(record, draughts));
    out.push_str(&words.text);
    out.push_str("\n\n");
    Ok(out)
}

/// The turns that follow a node, where no turn is under way, the main line's first: their nodes.
fn turns_after(record: &GameRecord, texts: &HashMap<NodeId, MoveTexts>, node: NodeId) -> Vec<Vec<NodeId>> {
    let onward = |before: &[NodeId], node: NodeId| -> Vec<Vec<NodeId>> {
        record[node].children().iter().rev().map(|&child| [before, &[child]].concat()).collect()
    };
    let (mut waiting, mut turns) = (onward(&[], node), Vec::new());
    while let Some(turn) = waiting.pop() {
        let last = turn[turn.len() - 1];
        if texts[&last].goes_on && !record[last].children().is_empty() {
            waiting.extend(onward(&turn, last));
        } else {
            turns.push(turn);
        }
    }
    turns
}

/// What is said about the moves of a turn, and what a search thinks after the last.
fn notes_of(record: &GameRecord, turn: &[NodeId]) -> Notes {
    let mut all = Notes::default();
    for &node in turn {
        let notes = &record[node].notes;
        if !all.comment.is_empty() && !notes.comment.is_empty() {
            all.comment.push(' ');
        }
        all.comment += &notes.comment;
        all.marks.extend(notes.marks.iter().filter(|mark| !all.marks.contains(mark)).collect::<Vec<_>>());
        all.evaluation = notes.evaluation;
    }
    all
}

/// The notation of the moves: chess has SAN, PDN numbers of squares, other games what programs read.
fn notation(table: &dyn Table, draughts: Option<&Draughts>) -> usize {
    let names = table.notations();
    let wanted = if draughts.is_some() { "numbers" } else { "san" };
    names.iter().position(|&name| name == wanted).unwrap_or(names.len() - 1)
}

fn tags(record: &GameRecord, table: &dyn Table, draughts: Option<&Draughts>, out: &mut String) {
    let headers = &record.headers;
    let sides = side_tags(table);
    let [first, second] = sides.clone();
    let unknown = |text: &str| if text.is_empty() { "?".into() } else { text.to_owned() };
    let other = |name: &str| headers.others.get(name).map_or("?".into(), Clone::clone);
    let mut pairs = vec![
        ("Event".to_owned(), unknown(&headers.event)),
        ("Site".into(), other("Site")),
        ("Date".into(), date(&headers.date)),
        ("Round".into(), other("Round")),
        (first, unknown(&headers.players[0])),
        (second, unknown(&headers.players[1])),
        ("Result".into(), sign(record, draughts).into()),
    ];
    let chess960 = wanqi_play::is_chess960(table);
    match draughts {
        Some(draughts) => pairs.push((GAME_TYPE.into(), draughts.game_type.into())),
        None => {
            let variant = variants::variant(table, &record.game, record.rules.is_some());
            pairs.extend(variant.map(|variant| ("Variant".to_owned(), variant)));
        }
    }
    let first = match draughts {
        Some(draughts) => record.first.as_ref().map(|_| draughts.position_text(table)),
        None => record.first.clone().or_else(|| chess960.then(|| table.first_position())),
    };
    if let Some(first) = first {
        pairs.extend([("SetUp".into(), "1".into()), ("FEN".into(), first)]);
    }
    if let Some(rules) = &record.rules {
        pairs.push((RULE_FILE.into(), rule_file_text(rules)));
    }
    if let Some(ending) = headers.result.as_ref().filter(|ending| !ending.text.is_empty()) {
        pairs.push(("ResultText".into(), ending.text.clone()));
    }
    let plain = |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let mut known: Vec<String> = pairs.iter().map(|(name, _)| name.clone()).collect();
    for (index, side) in sides.iter().enumerate() {
        let elo = rating(headers, side, index).map(|rating| (format!("{side}Elo"), rating.to_owned()));
        pairs.extend(elo);
        known.extend(ratings::names(side, index));
    }
    let others = headers.others.iter().filter(|(name, _)| plain(name) && !known.contains(name));
    pairs.extend(others.map(|(name, value)| (name.clone(), value.clone())));
    for (name, value) in pairs {
        let value = value.replace(['\n', '\r'], " ").replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(out, "[{name} \"{value}\"]");
    }
}

/// A rule file in one line, as a text of JSON has it.
fn rule_file_text(rules: &str) -> String {
    let quoted = serde_json::Value::from(rules).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

fn sign(record: &GameRecord, draughts: Option<&Draughts>) -> &'static str {
    let winner = record.headers.result.as_ref().map(|ending| ending.winner);
    match winner.map(|winner| draughts.map_or(winner, |draughts| draughts.turned(winner))) {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(0)) => "1-0",
        Some(Some(_)) => "0-1",
    }
}

/// `2026-11` as `2026.11.??`.
fn date(text: &str) -> String {
    let mut parts = text.split('-').filter(|part| !part.is_empty());
    let mut part = |unknown: &str| parts.next().unwrap_or(unknown).to_owned();
    [part("????"), part("??"), part("??")].join(".")
}

/// Words in lines.
#[derive(Default)]
struct LineWrapper {
    text: String,
    column: usize,
    /// Whether the next move needs its number even if the second side makes it.
    numbered: bool,
    /// Whether the next word follows an opening bracket at once.
    tight: bool,
}

impl LineWrapper {
    fn push(&mut self, word: &str) {
        let length = word.chars().count();
        if self.tight || self.text.is_empty() {
            self.tight = false;
        } else if self.column + 1 + length > WIDTH {
            self.text.push('\n');
            self.column = 0;
        } else {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += length;
    }

    fn open(&mut self) {
        self.push("(");
        (self.tight, self.numbered) = (true, true);
    }

    fn close(&mut self) {
        self.text.push(')');
        self.column += 1;
        self.numbered = true;
    }

    fn notes(&mut self, notes: &Notes, better: Option<&str>, scale: Scale) {
        for Mark(number) in &notes.marks {
            self.push(&format!("${number}"));
        }
        let mut words: Vec<String> = Vec::new();
        words.extend(notes.evaluation.map(|evaluation| format!("[%eval {}]", eval(evaluation.value(scale)))));
        words.extend(better.map(|text| format!("[%better {text}]")));
        // A comment cannot hold the bracket that closes it.
        words.extend(notes.comment.replace('}', ")").split_whitespace().map(str::to_owned));
        if let Some(first) = words.first_mut() {
            first.insert(0, '{');
        }
        if let Some(last) = words.last_mut() {
            last.push('}');
            self.numbered = true;
        }
        for word in words {
            self.push(&word);
        }
    }
}

/// The first side's lead in pawns or discs, its moves to a win, or its win probability where nobody counts in either.
fn eval(value: Value) -> String {
    match (value.mate(), value.pawns().or(value.discs())) {
        (Some(moves), _) if moves > 0 => format!("#{moves}"),
        (Some(moves), _) => format!("#-{}", moves.unsigned_abs()),
        (None, Some(lead)) if value.is_solved() => format!("{lead:.2},{SOLVED}"),
        (None, Some(lead)) => format!("{lead:.2}"),
        (None, None) => format!("{:.1}%", 100.0 * value.win_probability().unwrap_or(0.5)),
    }
}
