//! How fast gomoku's patterns are kept and threats are searched:
//! `cargo run --profile quick -p eval --example threats [-- FILE [SECONDS]]`. FILE is a JSON list of won positions, each with
//! its `moves` as `x,y` from 0.

use eval::gomoku::threat_search::ThreatSearch;
use eval::gomoku::{Lines, ThreatTactics};
use game::Game;
use games::gomoku::{Gomoku, Move, Position, Rule};
use search::alpha_beta::{Best, Options};
use search::{Limits, Search, Walk};
use std::time::{Duration, Instant};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first() {
        None => speed(),
        Some(file) => suite(file, arguments.get(1).and_then(|text| text.parse().ok()).unwrap_or(1.0)),
    }
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
                sum += i64::from(walk.state.worth(game::Side::First));
                walk.back();
            }
        }
        let count = (TIMES * moves.len()) as f64;
        println!(
            "{rule:?}: {:.2} M stones/s put and taken back ({sum})",
            count / began.elapsed().as_secs_f64() / 1e6
        );
        let mut search = Best::new(Lines::default(), tactics, Options::default());
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

/// Won positions, each proven and its proof verified.
fn suite(file: &str, seconds: f64) {
    let text = std::fs::read_to_string(file).expect(file);
    let list: Vec<serde_json::Value> = serde_json::from_str(&text).expect("a list");
    let game = Gomoku::default();
    let mut times = Vec::new();
    let (mut proven, mut nodes) = (0, 0);
    for (place, entry) in list.iter().enumerate() {
        let mut position = game.start();
        for mv in entry["moves"].as_array().expect("moves") {
            let mv = point(&game, &position, mv.as_str().expect("a move"));
            game.play(&mut position, mv);
        }
        let began = Instant::now();
        let limits = Limits::time(Duration::from_secs_f64(seconds));
        let found = ThreatSearch::default().prove(&game, &position, &limits);
        let took = began.elapsed();
        times.push(took);
        nodes += found.nodes;
        let began = Instant::now();
        let what = match &found.proof {
            None => format!("not proven{}", if found.complete { ", no threat left" } else { "" }),
            Some(proof) => match proof.verify(&game, &position) {
                Ok(positions) => {
                    proven += 1;
                    format!(
                        "{} plies, {positions} positions verified in {:.3?}",
                        proof.plies(),
                        began.elapsed()
                    )
                }
                Err(flaw) => format!("FLAW {flaw}"),
            },
        };
        println!("{place:4} {:9.3?} {:>9} nodes, {} claimed: {what}", took, found.nodes, entry["rapfi_mate"]);
    }
    times.sort();
    println!(
        "{proven} of {} proven, median {:.3?}, slowest {:.3?}, {nodes} nodes in {:.3?}",
        list.len(),
        times[times.len() / 2],
        times[times.len() - 1],
        times.iter().sum::<Duration>()
    );
}
