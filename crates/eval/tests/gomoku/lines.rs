//! Games and lines of positions that tests look at; `solve`'s tests use them too.

use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_game::{Game, Notation};
use wanqi_games::gomoku::{Gomoku, Position, Rule};

pub const RULES: [Rule; 3] = [Rule::Freestyle, Rule::ExactFive, Rule::Renju];

pub fn game(size: u8, rule: Rule) -> Gomoku {
    rectangle(size, size, rule)
}

pub fn rectangle(columns: u8, rows: u8, rule: Rule) -> Gomoku {
    Gomoku::rectangular(columns, rows, rule).expect("sizes from 5 to 20")
}

/// The line of positions that moves lead to.
pub fn played(game: &Gomoku, moves: &str) -> Vec<Position> {
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
pub fn random_line(game: &Gomoku, seed: u64, plies: usize) -> Vec<Position> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut line = vec![game.start()];
    while line.len() <= plies && game.result(&line).is_none() {
        let mut position = line[line.len() - 1].clone();
        let near = |at: usize, count: usize| at.abs_diff(count / 2) <= 3;
        let mut mv = game.random_move(&position, &mut rng).expect("a move");
        for _ in 0..40 {
            if near(mv.row(), game.rows()) && near(mv.column(), game.columns()) {
                break;
            }
            mv = game.random_move(&position, &mut rng).expect("a move");
        }
        game.play(&mut position, mv);
        line.push(position);
    }
    line
}
