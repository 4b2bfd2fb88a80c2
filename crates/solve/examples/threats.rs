//! How fast gomoku's patterns are kept: `cargo run --profile quick -p wanqi-eval --example threats`.

use std::time::Instant;
use wanqi_eval::gomoku::{Lines, ThreatTactics};
use wanqi_game::Game;
use wanqi_games::gomoku::{Gomoku, Move, Position, Rule};
use wanqi_search::alpha_beta::{Best, Options};
use wanqi_search::{Limits, Search, Walk};
use wanqi_solve::gomoku::RootProver;

fn main() {
    speed();
}

/// Stones put and taken back, and nodes of a search, a second.
fn speed() {
    for rule in [Rule::Freestyle, Rule::ExactFive] {
        let Some(game) = Gomoku::new(15, rule) else { continue };
        let line = middle(&game);
        let position = &line[line.len() - 1];
        let (evaluator, tactics) = (Lines::default(), ThreatTactics::default());
        let mut moves = Vec::new();
        game.each_move(position, |mv| moves.push(mv));
        let mut walk = Walk::begin(&game, &evaluator, &tactics, &line, &Limits::default());
        let began = Instant::now();
        let mut sum = 0_i64;
        const TIMES: usize = 10_000;
        for _ in 0..TIMES {
            for &mv in &moves {
                walk.play(mv);
                sum += i64::from(walk.state.value(wanqi_game::Side::First, true));
                walk.back();
            }
        }
        let count = (TIMES * moves.len()) as f64;
        println!(
            "{rule:?}: {:.2} M stones/s put and taken back ({sum})",
            count / began.elapsed().as_secs_f64() / 1e6
        );
        let mut search =
            Best::with_prover(Lines::default(), tactics, RootProver::default(), Options::default());
        let report = search.search(&game, &line, &Limits::nodes(1_000_000), &mut |_| {});
        println!(
            "{rule:?}: {:.0} nodes/s, depth {}, {}",
            report.counts.nodes() as f64 / report.time.as_secs_f64(),
            report.depth,
            report.score
        );
    }
}

/// A position of the middle game, without threats.
fn middle(game: &Gomoku) -> Vec<Position> {
    let mut line = vec![game.start()];
    let points = "7,7 8,8 8,6 6,8 9,8 6,6 7,6 9,6 7,4 7,5 5,7 10,7 8,9 10,9 11,8 4,8";
    for mv in points.split(' ') {
        let mut next = line[line.len() - 1].clone();
        let mv = point(game, &next, mv);
        game.play(&mut next, mv);
        line.push(next);
    }
    line
}

fn point(game: &Gomoku, position: &Position, text: &str) -> Move {
    let numbers: Vec<usize> = text.split(',').filter_map(|number| number.parse().ok()).collect();
    game.move_at(position, numbers[1], numbers[0]).expect(text)
}
