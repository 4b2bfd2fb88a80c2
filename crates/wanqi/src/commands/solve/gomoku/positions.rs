//! `wanqi solve gomoku --positions`: a file of positions.

use super::{MAX_BYTES, Rule, SolveGomoku, game, play_moves, said, said_by};
use crate::Failure;
use crate::commands::write_json;
use serde::Deserialize;
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use wanqi_game::Game;
use wanqi_play::{Stop, files};

/// What a position may take, if no limit is given.
const TIMEOUT: Duration = Duration::from_secs(1);

/// A position of a file.
#[derive(Deserialize)]
struct ListedPosition {
    size: Option<u8>,
    rows: Option<u8>,
    rule: Option<Rule>,
    moves: Vec<String>,
}

impl SolveGomoku {
    /// Proves the positions of a file, one after the other.
    pub(super) fn solve_positions(
        &self,
        out: &mut impl Write,
        file: &Path,
        stop: &Stop,
    ) -> Result<(), Failure> {
        let text = files::read_text(file, MAX_BYTES)
            .map_err(|error| Failure::asked(format!("--positions {}", file.display()), error))?;
        let entries: Vec<ListedPosition> = serde_json::from_str(&text)
            .map_err(|error| Failure::asked(format!("--positions {}", file.display()), error))?;
        let mut answers = Vec::new();
        for (i, entry) in entries.iter().enumerate() {
            if stop.is_stopped() {
                break;
            }
            let what = || format!("position {i} of the file");
            let (size, rows) = match entry.size {
                Some(size) => (size, entry.rows),
                None => (self.size, entry.rows.or(self.rows)),
            };
            let game = game(size, rows, entry.rule.unwrap_or(self.rule))
                .map_err(|error| Failure::asked(what(), said_by(error)))?;
            let mut position = game.start();
            play_moves(&game, &mut position, entry.moves.iter().map(String::as_str))
                .map_err(|error| Failure::asked(what(), error))?;
            let (answer, _) = self.solve(&game, &position, TIMEOUT, stop);
            if !self.json {
                writeln!(out, "{i:>6}  {}", said(&answer))?;
            }
            answers.push(answer);
        }
        if self.json {
            return write_json(out, &serde_json::json!({ "positions": answers }));
        }
        let mut times: Vec<f64> = answers.iter().map(|answer| answer.seconds).collect();
        times.sort_by(f64::total_cmp);
        let proven = answers.iter().filter(|answer| answer.proven).count();
        let refused = answers.iter().filter(|answer| answer.flaw.is_some()).count();
        let time = |place: usize| times.get(place).copied().unwrap_or_default() * 1000.0;
        writeln!(
            out,
            "{proven} of {} proven ({:.1} %), {refused} proofs refused, median {:.2} ms, slowest {:.1} ms",
            answers.len(),
            100.0 * proven as f64 / answers.len().max(1) as f64,
            time(times.len() / 2),
            time(times.len().saturating_sub(1))
        )?;
        Ok(())
    }
}
