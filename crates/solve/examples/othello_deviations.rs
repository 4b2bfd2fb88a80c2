//! By how much searches of different depth differ, on positions of games in which half of the moves are random:
//! `othello_deviations NET POSITIONS`. The constants of `src/othello/confidence.rs` are from here.

use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;
use wanqi_eval::othello::Patterns;
use wanqi_game::{Game, Side, random};
use wanqi_games::othello::{Othello, Position};
use wanqi_search::{Limits, Search};
use wanqi_solve::othello::{Confidence, DiscSearch, Goal, SearchOptions, Solver};

/// The deepest search.
const DEEPEST: u32 = 10;
/// The most empty squares of an ending that is solved.
const SOLVED: u32 = 20;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, count] = &arguments[..] else { return Err("NET POSITIONS".into()) };
    let (patterns, count) = (Arc::new(Patterns::read(&std::fs::read(file)?)?), count.parse::<u32>()?);
    let options = SearchOptions { confidence: Confidence::CERTAIN, table_mb: 2, ..SearchOptions::default() };
    let mut search = DiscSearch::new(patterns.clone(), options);
    let mut solver = Solver::new(64)?.with_patterns(patterns);
    let game = Othello::default();
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    for empty in (12..=56).step_by(4) {
        // Errors of a depth against one of less, and of a depth against the end.
        let mut errors = [[(0.0, 0.0, 0); DEEPEST as usize + 1]; DEEPEST as usize + 1];
        let mut from_end = [(0.0, 0.0, 0); DEEPEST as usize + 1];
        let mut looked_at = 0;
        while looked_at < count {
            let Some(position) = position_with(&game, empty, &mut search, &mut rng) else { continue };
            looked_at += 1;
            let mut score = |depth: u32| {
                search.forget();
                let report = search.search(&game, &[position], &Limits::depth(depth), &mut |_| {});
                f64::from(report.score.value())
            };
            let scores: Vec<f64> = (1..=DEEPEST.min(empty - 2)).map(&mut score).collect();
            for (deep, of_deep) in (1..).zip(&scores) {
                for (shallow, of_shallow) in (1..deep).zip(&scores) {
                    add(&mut errors[deep][shallow], of_deep - of_shallow);
                }
            }
            if empty <= SOLVED {
                let solution = solver.solve(&game, &position, Goal::Exact, &Limits::default(), &mut |_| {});
                for (depth, score) in (1..).zip(&scores) {
                    add(&mut from_end[depth], f64::from(100 * solution.lower) - score);
                }
            }
        }
        println!("{empty} empty");
        for (deep, errors) in errors.iter().enumerate() {
            let told = |(shallow, &(sum, squares, count)): (usize, &(f64, f64, u32))| {
                let (sum, squares) = (sum / f64::from(count), squares / f64::from(count));
                (count > 0).then(|| format!("{shallow}: {sum:.0} ± {:.0}", (squares - sum * sum).sqrt()))
            };
            let line: Vec<_> = errors.iter().enumerate().filter_map(told).collect();
            if !line.is_empty() {
                println!("  {deep} from {}", line.join(", "));
            }
        }
        let ends: Vec<_> = from_end.iter().enumerate().filter(|(_, (_, _, count))| *count > 0).collect();
        for (depth, &(sum, squares, count)) in ends {
            println!(
                "  end from {depth}: {:.0} ± {:.0}",
                sum / f64::from(count),
                (squares / f64::from(count)).sqrt()
            );
        }
    }
    Ok(())
}

fn add((sum, squares, count): &mut (f64, f64, u32), error: f64) {
    (*sum, *squares, *count) = (*sum + error, *squares + error * error, *count + 1);
}

/// A position with so many empty squares that is not far from even.
fn position_with(
    game: &Othello,
    empty: u32,
    search: &mut DiscSearch,
    rng: &mut Pcg64Mcg,
) -> Option<Position> {
    const FAR: i32 = 3000;
    let mut position = game.start();
    loop {
        game.outcome(&position).is_none().then_some(())?;
        let discs: u64 = Side::BOTH.into_iter().map(|side| position.discs(side)).sum();
        if (!discs).count_ones() <= empty && position.moves() != 0 {
            break;
        }
        let mut mv = game.random_move(&position, rng)?;
        if random::below(rng, 2) == 0 {
            mv = search.search(game, &[position], &Limits::depth(1), &mut |_| {}).best?;
        }
        game.play(&mut position, mv);
    }
    let report = search.search(game, &[position], &Limits::depth(2), &mut |_| {});
    (report.score.value().abs() < FAR).then_some(position)
}
