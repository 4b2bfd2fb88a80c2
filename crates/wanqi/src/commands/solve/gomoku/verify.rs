//! `wanqi solve gomoku --verify`: the proofs of a file, checked by the rules alone.

use super::MAX_BYTES;
use crate::Failure;
use crate::commands::write_json;
use crate::numbers::grouped;
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use wanqi_game::Notation;
use wanqi_play::{Limits, files};
use wanqi_solve::gomoku::{self as proofs, Refusal, SavedProof};

/// A proof of a file.
#[derive(Serialize)]
struct VerifiedOutput {
    position: String,
    /// Whether it holds.
    proven: bool,
    #[serde(rename = "move")]
    mv: String,
    /// Plies to five at the latest.
    plies: usize,
    /// Positions that the verifier has looked at.
    verified: Option<u64>,
    /// Why it does not hold.
    flaw: Option<String>,
}

/// Checks the proofs of a file, each within the limits.
pub(super) fn verify(out: &mut impl Write, file: &Path, limits: &Limits, json: bool) -> Result<(), Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::asked(format!("--verify {}", file.display()), error);
    let text = files::read_text(file, MAX_BYTES).map_err(|error| wrong(&error))?;
    let (mut answers, mut broken_off) = (Vec::new(), 0);
    for saved in proofs::read(&text).map_err(|error| wrong(&error))? {
        let checked = saved.check(limits);
        broken_off += usize::from(matches!(checked, Err(Refusal::BrokenOff(_))));
        let SavedProof { game, position, proof } = &saved;
        let answer = VerifiedOutput {
            position: game.format_position(position),
            proven: checked.is_ok(),
            mv: game.format_move(position, proof.mv, 0),
            plies: proof.plies(),
            verified: checked.as_ref().ok().copied(),
            flaw: checked.err().map(|flaw| flaw.to_string()),
        };
        if !json {
            answer.write(out)?;
        }
        answers.push(answer);
    }
    let refused = answers.iter().filter(|answer| !answer.proven).count() - broken_off;
    if json {
        write_json(out, &serde_json::json!({ "proofs": answers }))?;
    }
    let failed = match (refused, broken_off) {
        (0, 0) => return Ok(()),
        (0, _) => format!("{broken_off} proofs were not checked to the end"),
        (_, 0) => format!("{refused} proofs do not hold"),
        _ => format!("{refused} proofs do not hold, {broken_off} were not checked to the end"),
    };
    Err(Failure::Failed(failed).answered(json))
}

impl VerifiedOutput {
    fn write(&self, out: &mut impl Write) -> Result<(), Failure> {
        let VerifiedOutput { position, mv, plies, .. } = self;
        writeln!(out, "{position}")?;
        match (self.verified, &self.flaw) {
            (Some(positions), _) => writeln!(
                out,
                "proven  by {mv}, win in at most {plies} plies, {} positions verified",
                grouped(positions)
            )?,
            (None, flaw) => writeln!(out, "refused {}", flaw.as_deref().unwrap_or_default())?,
        }
        Ok(())
    }
}
