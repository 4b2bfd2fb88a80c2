//! How fast gomoku's patterns are kept and threats are searched:
//! `cargo run --profile quick -p eval --example threats [-- puzzles]`. The puzzles are long wins by fours, composed by chance:
//! every four needs the stone of the one before it.

use eval::gomoku::threat_search::ThreatSearch;
use eval::gomoku::{Class, Lines, ThreatTactics};
use game::{Game, Notation, Side, random};
use games::gomoku::{Gomoku, Move, Position, Rule};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use search::alpha_beta::{Best, Options};
use search::{Evaluator, Limits, Search, Walk};
use std::time::{Duration, Instant};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first() {
        None => speed(),
        Some(_) => puzzles(),
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

/// Composes puzzles of several lengths, and solves them.
fn puzzles() {
    let game = Gomoku::default();
    println!(
        "{:>7} {:>8} {:>7} {:>10} {:>10} {:>9}",
        "plies", "puzzles", "proven", "median ms", "slowest ms", "nodes"
    );
    for steps in [4, 8, 12, 17, 22, 27] {
        let (mut times, mut nodes, mut proven, mut plies) = (Vec::new(), 0, 0, 0);
        for seed in 0..400 {
            let Some(position) = Puzzle::compose(&game, seed, steps) else { continue };
            let began = Instant::now();
            let found =
                ThreatSearch::default().prove(&game, &position, &Limits::time(Duration::from_secs(5)));
            times.push(began.elapsed().as_secs_f64() * 1e3);
            nodes += found.nodes;
            if let Some(proof) = found.proof {
                assert!(proof.verify(&game, &position).is_ok(), "{}", game.format_position(&position));
                proven += 1;
                plies += proof.plies();
            }
            if times.len() == 20 {
                break;
            }
        }
        times.sort_by(f64::total_cmp);
        let (Some(median), Some(slowest)) = (times.get(times.len() / 2), times.last()) else { continue };
        println!(
            "{:>7} {:>8} {proven:>7} {median:>10.3} {slowest:>10.3} {nodes:>9}, proofs of {} plies on average",
            2 * steps + 1,
            times.len(),
            plies / proven.max(1)
        );
    }
}

/// A win by fours in the making.
#[derive(Clone)]
struct Puzzle {
    /// What stands on each point at the beginning.
    stones: Vec<Option<Side>>,
    /// The attacker's fours, each with the reply to it.
    fours: Vec<(usize, usize)>,
}

impl Puzzle {
    /// A position that Black wins by so many fours, the last of which cannot be answered; `None` where chance does not
    /// lead there.
    fn compose(game: &Gomoku, seed: u64, steps: usize) -> Option<Position> {
        let size = game.size();
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut puzzle = Puzzle { stones: vec![None; size * size], fours: Vec::new() };
        for _ in 0..20_000 {
            let last = puzzle.fours.len() == steps;
            let mut next = puzzle.clone();
            if next.add_line(size, &mut rng, last).is_some() && next.holds(game, last) {
                if last {
                    return Some(next.position(game));
                }
                puzzle = next;
            }
        }
        None
    }

    /// Adds stones in a line of five through the last four, so that one more four can be made there; or, where it is the
    /// last, so that it makes two.
    fn add_line(&mut self, size: usize, rng: &mut Pcg64Mcg, last: bool) -> Option<()> {
        let mut chance = |of: usize| random::below(rng, of as u32) as usize;
        let through = self.fours.last().map_or_else(|| size / 2 * (size + 1), |&(four, _)| four);
        let (down, right) = [(0, 1), (1, 0), (1, 1), (1, -1)][chance(4)];
        let before = chance(5) as i32;
        let mut line = Vec::new();
        for i in -before..5 - before {
            let row = i32::try_from(through / size).ok()? + i * down;
            let column = i32::try_from(through % size).ok()? + i * right;
            let inside = |at: i32| (0..size as i32).contains(&at);
            line.push((inside(row) && inside(column)).then_some(row as usize * size + column as usize)?);
        }
        let played = |point: usize| self.fours.iter().any(|&(four, _)| four == point);
        let replied = |point: usize| self.fours.iter().any(|&(_, reply)| reply == point);
        let free: Vec<usize> =
            line.iter().copied().filter(|&point| self.stones[point].is_none() && !played(point)).collect();
        if free.len() < 2 || free.iter().any(|&point| replied(point)) {
            return None;
        }
        let four = free[chance(free.len())];
        let reply = free[chance(free.len())];
        if four == reply {
            return None;
        }
        let keep = |point: usize| if last { point == reply } else { point == four || point == reply };
        for point in line {
            if !keep(point) && !played(point) {
                if self.stones[point] == Some(Side::Second) {
                    return None;
                }
                self.stones[point] = Some(Side::First);
            }
        }
        if !last {
            self.fours.push((four, reply));
        }
        Some(())
    }

    /// Whether each four leaves the one reply that it should, and no win comes sooner.
    fn holds(&self, game: &Gomoku, last: bool) -> bool {
        let mut board = Lines::default().state(game, &self.position(game));
        let (us, them) = (Side::First, Side::Second);
        self.fours.iter().enumerate().all(|(i, &(four, reply))| {
            let ends = last && i + 1 == self.fours.len();
            let sooner = [Class::Five, Class::Fours].into_iter().any(|class| {
                board.points(us, class).iter().any(|point| !ends || class == Class::Five || point != four)
            });
            if sooner || !board.is_empty(four) || !board.points(them, Class::Five).is_empty() {
                return false;
            }
            board.put(us, four);
            let fives: Vec<usize> = board.points(us, Class::Five).iter().collect();
            board.put(them, reply);
            if ends { fives.len() > 1 } else { fives == [reply] }
        })
    }

    fn position(&self, game: &Gomoku) -> Position {
        let sign = |stone: &Option<Side>| match stone {
            None => '.',
            Some(Side::First) => 'X',
            Some(Side::Second) => 'O',
        };
        let rows = self.stones.chunks(game.size()).map(|row| row.iter().map(sign).collect());
        let text = rows.collect::<Vec<String>>().join("/") + " X";
        game.parse_position(&text).expect("no five stands")
    }
}
