//! Proofs as text, to be kept and checked by others.
//!
//! A proof begins with a line `proof RULE SIZE POSITION`, where the size of a board that is not square is told by columns and
//! rows: `12x17`. Each line after it is a position of the attacker's, numbered from 0: the move that it plays, then for
//! every reply that is told `reply=number` of an earlier line, and `*=number` for all other replies. The last of them is the
//! position itself; a line `end` follows, without which the proof has been cut off.
//! Lines that begin with `#` say something to people.

use super::Proof;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;
use wanqi_game::{Game, Notation};
use wanqi_games::gomoku::{Gomoku, Move, Position, Rule};

/// A proof and what it proves: that the side to move wins.
#[derive(Clone, PartialEq, Debug)]
pub struct SavedProof {
    /// The rules.
    pub game: Gomoku,
    /// The position.
    pub position: Position,
    /// The proof.
    pub proof: Arc<Proof>,
}

const RULES: [(&str, Rule); 3] =
    [("freestyle", Rule::Freestyle), ("exact", Rule::ExactFive), ("renju", Rule::Renju)];
/// Deeper proofs are not read: every move of a proof takes a point.
const MAX_DEPTH: usize = 200;

/// The text of a proof.
pub fn write(SavedProof { game, position, proof }: &SavedProof) -> String {
    let rule = RULES.iter().find(|(_, rule)| *rule == game.rule()).map_or("", |(name, _)| name);
    let text = format!("proof {rule} {} {}\n", format_size(game), game.format_position(position));
    let mut writer = Writer { game, position, text, numbers: HashMap::new() };
    writer.number(proof);
    writer.text + END + "\n"
}

/// The columns of a board, and its rows where there are not as many.
fn format_size(game: &Gomoku) -> String {
    match game.is_square() {
        true => game.columns().to_string(),
        false => format!("{}x{}", game.columns(), game.rows()),
    }
}

/// The rules on a board whose size [`format_size`] has written.
fn parse_size(text: &str, rule: Rule) -> Option<Gomoku> {
    let (columns, rows) = text.split_once('x').unwrap_or((text, text));
    Gomoku::rectangular(columns.parse().ok()?, rows.parse().ok()?, rule)
}

/// The line after a proof.
const END: &str = "end";

/// How much of a text holds whole proofs: who was stopped in the middle of writing one goes on from there.
pub fn whole(text: &str) -> &str {
    let lines = text.split_inclusive('\n').scan(0, |length, line| {
        *length += line.len();
        Some((*length, line))
    });
    let ends = lines.filter(|(_, line)| line.ends_with('\n') && line.trim() == END);
    &text[..ends.last().map_or(0, |(length, _)| length)]
}

struct Writer<'a> {
    game: &'a Gomoku,
    position: &'a Position,
    text: String,
    numbers: HashMap<*const Proof, usize>,
}

impl Writer<'_> {
    /// The number of a proof's line, which is written if it is not yet.
    fn number(&mut self, proof: &Arc<Proof>) -> usize {
        if let Some(&number) = self.numbers.get(&Arc::as_ptr(proof)) {
            return number;
        }
        let mut line = self.game.format_move(self.position, proof.mv, 0);
        for (reply, next) in &proof.answers {
            let number = self.number(next);
            // Writing to a string cannot fail.
            let _ = write!(line, " {}={number}", self.game.format_move(self.position, *reply, 0));
        }
        if let Some(next) = &proof.otherwise {
            let _ = write!(line, " *={}", self.number(next));
        }
        self.text += &line;
        self.text.push('\n');
        let number = self.numbers.len();
        self.numbers.insert(Arc::as_ptr(proof), number);
        number
    }
}

/// The proofs of a text.
///
/// # Errors
/// What is wrong, and in which line.
pub fn read(text: &str) -> Result<Vec<SavedProof>, String> {
    let (mut read, mut reader) = (Vec::new(), None::<Reader>);
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut line_read = || match (line.strip_prefix("proof "), &mut reader) {
            (Some(head), None) => Reader::begin(head).map(|begun| reader = Some(begun)),
            (Some(_), Some(_)) => Err(format!("the proof before has no line {END}")),
            (None, Some(_)) if line == END => {
                reader.take().map_or(Ok(()), |of| of.end().map(|saved| read.push(saved)))
            }
            (None, Some(reader)) => reader.read(line),
            (None, None) => Err("a proof begins with: proof RULE SIZE POSITION".into()),
        };
        line_read().map_err(|error| format!("line {number}: {error}"))?;
    }
    if reader.is_some() {
        return Err(format!("the last proof has been cut off: it has no line {END}"));
    }
    Ok(read)
}

struct Reader {
    game: Gomoku,
    position: Position,
    /// By number, with how deep they are.
    proofs: Vec<(Arc<Proof>, usize)>,
}

impl Reader {
    fn begin(head: &str) -> Result<Reader, String> {
        let mut words = head.splitn(3, ' ');
        let mut word = || words.next().unwrap_or_default();
        let (rule, size, position) = (word(), word(), word());
        let rule = RULES.iter().find(|(name, _)| *name == rule).map(|&(_, rule)| rule);
        let rule = rule.ok_or("the rule is freestyle, exact or renju")?;
        let game = parse_size(size, rule).ok_or("no such size")?;
        let position = game.parse_position(position).map_err(|error| error.to_string())?;
        Ok(Reader { game, position, proofs: Vec::new() })
    }

    fn read(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_whitespace();
        let mv = self.point(words.next().unwrap_or_default())?;
        let (mut answers, mut otherwise, mut deepest) = (Vec::new(), None, 0);
        for word in words {
            let (reply, number) = word.split_once('=').ok_or("a reply is written reply=number")?;
            let next = number.parse().ok().and_then(|number: usize| self.proofs.get(number));
            let (next, depth) = next.ok_or("a reply leads to the number of an earlier line")?;
            deepest = deepest.max(1 + depth);
            match reply {
                "*" => otherwise = Some(Arc::clone(next)),
                _ => answers.push((self.point(reply)?, Arc::clone(next))),
            }
        }
        if deepest > MAX_DEPTH {
            return Err("the proof is too deep".into());
        }
        self.proofs.push((Arc::new(Proof { mv, answers, otherwise }), deepest));
        Ok(())
    }

    /// A point of the board, whatever stands there.
    fn point(&self, text: &str) -> Result<Move, String> {
        self.game.parse_move(&self.game.start(), text).map_err(|error| error.to_string())
    }

    fn end(self) -> Result<SavedProof, String> {
        let (proof, _) = self.proofs.last().cloned().ok_or("a proof without a line")?;
        Ok(SavedProof { game: self.game, position: self.position, proof })
    }
}
