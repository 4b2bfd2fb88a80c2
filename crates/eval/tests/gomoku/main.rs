//! Gomoku's patterns against a slow twin that works them out stone by stone, and threat search against its verifier.

mod ahead;
mod boards;
mod compose;
mod network;
mod openings;
mod patterns;
mod threats;
mod wins;

use game::{Game, Notation};
use games::gomoku::{Gomoku, Position, Rule};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;

const RULES: [Rule; 3] = [Rule::Freestyle, Rule::ExactFive, Rule::Renju];

fn game(size: u8, rule: Rule) -> Gomoku {
    Gomoku::new(size, rule).expect("a size from 5 to 20")
}

/// The line of positions that moves lead to.
fn played(game: &Gomoku, moves: &str) -> Vec<Position> {
    let mut line = vec![game.start()];
    for text in moves.split_whitespace() {
        let mut position = line[line.len() - 1].clone();
        let mv = game.parse_move(&position, text).expect(text);
        game.play(&mut position, mv);
        line.push(position);
    }
    line
}

/// A random game as far as `plies` or its end: stones near the centre, so that lines come about.
fn random_line(game: &Gomoku, seed: u64, plies: usize) -> Vec<Position> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut line = vec![game.start()];
    while line.len() <= plies && game.result(&line).is_none() {
        let mut position = line[line.len() - 1].clone();
        let near = |at: usize| at.abs_diff(game.size() / 2) <= 3;
        let mut mv = game.random_move(&position, &mut rng).expect("a move");
        for _ in 0..40 {
            if near(mv.row()) && near(mv.column()) {
                break;
            }
            mv = game.random_move(&position, &mut rng).expect("a move");
        }
        game.play(&mut position, mv);
        line.push(position);
    }
    line
}
