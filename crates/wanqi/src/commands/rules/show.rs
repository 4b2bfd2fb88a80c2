//! `wanqi rules show`: the board, the pieces, and what a game looks like later on.

use super::super::write_json;
use super::{FileArgument, drawn, moves};
use crate::Failure;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use wanqi_game::{Game, Notation, Side};
use wanqi_games::rulebook::{Position, Rulebook};

/// Draw the board and the pieces of a rule file, and positions from a random game
#[derive(Args, Debug)]
pub struct Show {
    #[command(flatten)]
    file: FileArgument,
    /// How many positions of a random game
    #[arg(long, default_value_t = 3)]
    positions: usize,
    /// Which random game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// The longest random game.
const MAX_PLIES: usize = 400;

#[derive(Serialize)]
struct ShowOutput {
    name: String,
    name_zh: String,
    pieces: Vec<PieceShown>,
    positions: Vec<PositionShown>,
}

#[derive(Serialize)]
struct PieceShown {
    letter: char,
    name: String,
    name_zh: String,
    look: String,
    label: [String; 2],
}

#[derive(Serialize)]
struct PositionShown {
    ply: usize,
    position: String,
    drawing: String,
}

impl Show {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let rulebook = self.file.rulebook(self.json, out)?;
        let rules = rulebook.rules();
        let pieces = rules.kinds.iter().map(|kind| PieceShown {
            letter: kind.letter,
            name: kind.name.clone(),
            name_zh: kind.name_zh.clone(),
            look: kind.look.clone(),
            label: kind.label.clone(),
        });
        let shown = ShowOutput {
            name: rules.name.clone(),
            name_zh: rules.name_zh.clone(),
            pieces: pieces.collect(),
            positions: self.positions(&rulebook),
        };
        if self.json {
            return write_json(out, &shown);
        }
        writeln!(out, "{} {}\n", shown.name, shown.name_zh)?;
        for piece in &shown.pieces {
            let letters = match rules.kinds.iter().any(|kind| kind.letter == piece.letter && kind.neutral) {
                true => piece.letter.to_string(),
                false => format!("{} {}", piece.letter, piece.letter.to_ascii_lowercase()),
            };
            writeln!(out, "{letters:<4} {} {}", piece.name, piece.name_zh)?;
        }
        let [first, second] = Side::BOTH.map(|side| rules.sides[side.index()].name.as_str());
        writeln!(out, "Capital letters are {first}, small ones {second}.")?;
        for PositionShown { ply, drawing, .. } in &shown.positions {
            let title = if *ply == 0 {
                "The start".to_string()
            } else {
                format!("After {ply} plies of a random game")
            };
            writeln!(out, "\n{title}\n\n{drawing}")?;
        }
        Ok(())
    }

    /// The start, and positions spread evenly over a random game.
    fn positions(&self, rulebook: &Rulebook) -> Vec<PositionShown> {
        let mut line: Vec<Position> = vec![rulebook.start()];
        let mut random = self.seed;
        while let Some(last) = line.last()
            && line.len() <= MAX_PLIES
        {
            let moves = moves(rulebook, last);
            random = scrambled(random);
            let Some(&mv) = moves.get((random >> 33) as usize % moves.len().max(1)) else { break };
            let mut next = last.clone();
            rulebook.play(&mut next, mv);
            line.push(next);
        }
        let count = self.positions.min(line.len() - 1);
        let at = |i: usize| i * (line.len() - 1) / count.max(1);
        let shown = |ply: usize| PositionShown {
            ply,
            position: rulebook.format_position(&line[ply]),
            drawing: drawn(rulebook, &line[ply]),
        };
        std::iter::once(0).chain((1..=count).map(at)).map(shown).collect()
    }
}

/// The next of a row of random numbers: <https://prng.di.unimi.it/splitmix64.c>, as a function of the last.
fn scrambled(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
