//! `wanqi solve gomoku --replies`: which moves lose, each proven by a win of the other side.

use super::{MAX_BYTES, SolveGomoku, SolveOutput, said};
use crate::Failure;
use crate::commands::write_json;
use crate::numbers::seconds;
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wanqi_game::{Game, Notation};
use wanqi_games::gomoku::{Gomoku, Position};
use wanqi_play::{Limits, Stop, files};
use wanqi_solve::gomoku::symmetry::upright;
use wanqi_solve::gomoku::{self as proofs, Refusal, SavedProof, ThreatSearchResult};

impl SolveGomoku {
    /// Proves of every move of the side to move, one of those that are the same by symmetry, that it loses. Proofs are added
    /// to the file one by one, and those that stand there already are not looked for again.
    pub(super) fn solve_replies(
        &self,
        out: &mut impl Write,
        game: &Gomoku,
        position: &Position,
        default_time: Duration,
        stop: &Stop,
    ) -> Result<(), Failure> {
        let kept = match &self.save {
            Some(file) => kept(game, file)?,
            None => HashMap::new(),
        };
        let replies = replies(game, position);
        let (began, mut answers) = (Instant::now(), Vec::new());
        for (reply, after) in &replies {
            if stop.is_stopped() {
                break;
            }
            let saved = kept.get(&game.format_position(after));
            let answer = match saved {
                Some(saved) => again(saved, stop)
                    .map_err(|flaw| Failure::Failed(format!("the proof of {reply} in the file: {flaw}")))?,
                None => self.solve_reply(game, after, default_time, stop)?,
            };
            if !self.json {
                let kept = if saved.is_some() { ", from the file" } else { "" };
                writeln!(out, "{reply:<4} {}{kept}", said(&answer))?;
                out.flush()?;
            }
            answers.push(Reply { reply, answer });
        }
        if self.json {
            return write_json(out, &serde_json::json!({ "replies": answers }));
        }
        let proven = answers.iter().filter(|reply| reply.answer.proven).count();
        let (all, looked, took) = (replies.len(), answers.len(), seconds(began.elapsed()));
        writeln!(out, "{proven} of {all} replies proven to lose, {looked} looked at, {took}")?;
        Ok(())
    }

    /// Proves that the side to move wins, and adds the proof to the file.
    fn solve_reply(
        &self,
        game: &Gomoku,
        after: &Position,
        default_time: Duration,
        stop: &Stop,
    ) -> Result<SolveOutput, Failure> {
        let (answer, proof) = self.solve(game, after, default_time, stop);
        if let (Some(file), Some(proof), true) = (&self.save, proof, answer.proven) {
            let text = proofs::write(&SavedProof { game: *game, position: after.clone(), proof });
            let opened = OpenOptions::new().append(true).create(true).open(file);
            opened
                .and_then(|mut file| file.write_all(text.as_bytes()))
                .map_err(|error| Failure::asked(format!("--save {}", file.display()), error))?;
        }
        Ok(answer)
    }
}

/// A move of the side to move, and what was found of the position after it.
#[derive(Serialize)]
struct Reply<'a> {
    reply: &'a str,
    #[serde(flatten)]
    answer: SolveOutput,
}

/// What a proof of the file shows, if it holds.
fn again(saved: &SavedProof, stop: &Stop) -> Result<SolveOutput, Refusal> {
    let began = Instant::now();
    let checked = saved.check(&Limits::until(stop))?;
    let found =
        ThreatSearchResult { proof: Some(Arc::clone(&saved.proof)), seen: None, complete: false, nodes: 0 };
    Ok(SolveOutput::new(&saved.game, &saved.position, &found, began.elapsed(), Some(Ok(checked))))
}

/// The legal moves, one of those that are the same by symmetry, by name and with what they lead to.
fn replies(game: &Gomoku, position: &Position) -> Vec<(String, Position)> {
    let (mut seen, mut replies) = (HashSet::new(), Vec::new());
    game.each_move(position, |mv| {
        let mut after = position.clone();
        game.play(&mut after, mv);
        let same = upright(game, &after).unwrap_or_else(|| after.clone());
        if seen.insert(game.format_position(&same)) {
            replies.push((game.format_move(position, mv, 0), after));
        }
    });
    replies
}

/// The proofs for a game that a file holds, by what they prove; none if there is no file. What was cut off at the end, when
/// the program was killed, is removed.
fn kept(game: &Gomoku, file: &Path) -> Result<HashMap<String, SavedProof>, Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::asked(format!("--save {}", file.display()), error);
    let text = match files::read_text(file, MAX_BYTES) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(HashMap::new()),
        text => text.map_err(|error| wrong(&error))?,
    };
    let whole = proofs::whole(&text);
    let saved = proofs::read(whole).map_err(|error| wrong(&error))?;
    if whole.len() < text.len() {
        let cut = text[whole.len()..].trim_start();
        let begun = cut.lines().filter(|line| line.starts_with("proof ")).count();
        if !cut.is_empty() && (begun != 1 || !cut.starts_with("proof ")) {
            return Err(wrong(&"this is no file of proofs, each closed by a line end"));
        }
        let opened = OpenOptions::new().write(true).open(file);
        opened.and_then(|file| file.set_len(whole.len() as u64)).map_err(|error| wrong(&error))?;
    }
    let of_game = saved.into_iter().filter(|saved| saved.game == *game);
    Ok(of_game.map(|saved| (game.format_position(&saved.position), saved)).collect())
}
