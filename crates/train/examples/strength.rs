//! `cargo xtask strength`: whether games that are told in rule files are played with sense.
//!
//! On each file alpha-beta to depth 3 and Monte-Carlo search of 1000 simulations, both on the evaluation that follows
//! from the rules, play against random moves and against the greedy player on the same
//! evaluation.

use anyhow::{Context, Result};
use clap::Parser;
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use wanqi_eval::rulebook::{Derived, DerivedTactics, SCALE};
use wanqi_game::{Game, Outcome, Side, random};
use wanqi_games::rulebook::{Position, Rulebook};
use wanqi_play as _; // has compiled these searches: without it they are compiled here again, in ten times the time
use wanqi_search::alpha_beta::{Best, Options as BestOptions, Selectivity};
use wanqi_search::mcts::{EvaluationGuide, Mcts, Options};
use wanqi_search::{Greedy, Limits, Random, Search, Textbook, legal_moves};

/// Play the machine's middling players against the weakest on rule files
#[derive(Parser)]
#[command(name = "cargo xtask strength")]
struct Arguments {
    /// Rule files; those that are shipped if left out
    files: Vec<PathBuf>,
    /// Games of each match, half of them with sides swapped
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// Random plies at the beginning, the same for two games; if left out 2, or none on a board of 16 points or less,
    /// where they may decide the game
    #[arg(long)]
    opening: Option<u32>,
    /// A game longer than so many plies is a draw
    #[arg(long, default_value_t = 400)]
    plies: usize,
    /// Seconds of a match, after which the games that are complete count
    #[arg(long, default_value_t = 36_000.0)]
    seconds: f64,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only this match: a letter of alphabeta or mcts, and one of random or greedy (ar, ag, mr, mg)
    #[arg(long = "match", default_value = "")]
    only: String,
    /// Nodes of a search for what the start is worth in theory, where games begin there: who wins by theory must not
    /// lose, and then no more is asked
    #[arg(long, default_value_t = 300_000)]
    theory: u64,
    /// Matches of different files that are played at a time
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// The shares of the points that are asked for, against random and against greedy.
const MARKS: [f64; 2] = [0.95, 0.65];
const MATCHES: [(&str, &str, &str); 4] = [
    ("ar", "alphabeta:depth=3", "random"),
    ("ag", "alphabeta:depth=3", "greedy"),
    ("mr", "mcts:playouts=1000", "random"),
    ("mg", "mcts:playouts=1000", "greedy"),
];

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let mut files = arguments.files.clone();
    if files.is_empty() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/rulebooks");
        for entry in
            std::fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?
        {
            files.push(entry?.path());
        }
        files.sort();
    }
    let games = files.iter().map(|path| Ok((path, read(path)?))).collect::<Result<Vec<_>>>()?;
    println!("| file | player | against | won | drawn | lost | points | seconds |");
    println!("|---|---|---|---|---|---|---|---|");
    let (next, failed) = (AtomicU32::new(0), AtomicU32::new(0));
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads.max(1) {
            scope.spawn(|| {
                while let Some((path, game)) = games.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                    let player = Player::new(game);
                    let winner = arguments.winner(game, &player);
                    for (index, (name, a, b)) in MATCHES.into_iter().enumerate() {
                        if !arguments.only.is_empty() && arguments.only != name {
                            continue;
                        }
                        let began = Instant::now();
                        let [won, drawn, lost] = arguments.contest(game, &player, name);
                        let sum = |of: [u32; 2]| of[0] + of[1];
                        let kept = winner.is_some_and(|side| lost[side.index()] == 0);
                        let sides = [won, drawn, lost].map(|[first, second]| format!("{first} + {second}"));
                        let [won, drawn, lost] = [won, drawn, lost].map(sum);
                        let share = (f64::from(won) + f64::from(drawn) / 2.0)
                            / f64::from((won + drawn + lost).max(1));
                        // Where neither side can win, not to lose is all that can be asked; where one wins by
                        // theory, that it does not lose.
                        let short = share < MARKS[index % 2] && lost > 0 && !kept;
                        let note = match winner {
                            Some(Side::First) => ", the first side wins by theory",
                            Some(Side::Second) => ", the second side wins by theory",
                            None => "",
                        };
                        failed.fetch_add(short.into(), Ordering::Relaxed);
                        println!(
                            "| {} | {a} | {b} | {} | {} | {} | {:.0} %{}{note} | {:.0} |",
                            path.file_stem().unwrap_or_default().to_string_lossy(),
                            sides[0],
                            sides[1],
                            sides[2],
                            100.0 * share,
                            if short { " short" } else { "" },
                            began.elapsed().as_secs_f64()
                        );
                    }
                }
            });
        }
    });
    println!("\n{} matches fall short", failed.load(Ordering::Relaxed));
    Ok(())
}

/// What players know of a game.
struct Player {
    evaluation: Derived,
    tactics: DerivedTactics,
}

impl Player {
    fn new(game: &Rulebook) -> Player {
        let evaluation = Derived::new(game);
        let tactics = DerivedTactics::new(game, &evaluation);
        Player { evaluation, tactics }
    }
}

/// The game of a file.
fn read(path: &Path) -> Result<Rulebook> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let (game, diagnostics) = Rulebook::read(&text);
    game.with_context(|| format!("{}: {diagnostics:?}", path.display()))
}

impl Arguments {
    /// Who wins from the start, if games begin there and a search that leaves nothing out finds it.
    fn winner(&self, game: &Rulebook, player: &Player) -> Option<Side> {
        if self.opening_plies(game) > 0 {
            return None;
        }
        let Player { evaluation, tactics } = player;
        let options = BestOptions { selectivity: Selectivity::NONE, ..BestOptions::default() };
        let mut search = Best::new(evaluation.clone(), tactics.clone(), options);
        let line = [game.start()];
        let report = search.search(game, &line, &Limits::nodes(self.theory), &mut |_| {});
        let first = game.side_to_move(&line[0]);
        report.score.decided().map(|plies| if plies > 0 { first } else { first.opponent() })
    }

    fn opening_plies(&self, game: &Rulebook) -> u32 {
        self.opening.unwrap_or(if game.rules().board.len() <= 16 { 0 } else { 2 })
    }

    /// Games won, drawn and lost by the first player that the match names, as the first side and as the second.
    fn contest(&self, game: &Rulebook, player: &Player, name: &str) -> [[u32; 2]; 3] {
        let Player { evaluation, tactics } = player;
        let mut score = [[0; 2]; 3];
        let mut opening = vec![game.start()];
        let until = Instant::now() + Duration::from_secs_f64(self.seconds);
        for index in 0..self.games {
            if Instant::now() >= until {
                break;
            }
            let seed = random::word(self.seed, index.into());
            if index % 2 == 0 {
                opening = self.opening(game, seed);
            }
            let ours = if index % 2 == 0 { Side::First } else { Side::Second };
            let mut a: Box<dyn Search<Rulebook>> = if name.starts_with('a') {
                Box::new(Textbook::new(evaluation.clone(), tactics.clone(), 3))
            } else {
                let guide =
                    EvaluationGuide { evaluator: evaluation.clone(), tactics: tactics.clone(), scale: SCALE };
                Box::new(Mcts::guided(Options { seed, ..Options::default() }, guide))
            };
            let mut b: Box<dyn Search<Rulebook>> = if name.ends_with('r') {
                Box::new(Random::new(seed))
            } else {
                Box::new(Greedy::seeded(evaluation.clone(), seed))
            };
            let mut line = opening.clone();
            let outcome = loop {
                if let Some(outcome) = game.result(&line) {
                    break outcome;
                }
                if line.len() > self.plies {
                    break Outcome::Draw;
                }
                let position = &line[line.len() - 1];
                let report = if game.side_to_move(position) == ours {
                    let limits = if name.starts_with('a') { Limits::default() } else { Limits::nodes(1000) };
                    a.search(game, &line, &limits, &mut |_| {})
                } else {
                    b.search(game, &line, &Limits::default(), &mut |_| {})
                };
                let mut next = position.clone();
                game.play(&mut next, report.best.expect("an unfinished game has a move"));
                line.push(next);
            };
            score[match outcome {
                Outcome::Win(side) if side == ours => 0,
                Outcome::Draw => 1,
                Outcome::Win(_) => 2,
            }][ours.index()] += 1;
        }
        score
    }

    fn opening(&self, game: &Rulebook, seed: u64) -> Vec<Position> {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let plies = self.opening_plies(game);
        for _ in 0..100 {
            let mut line = vec![game.start()];
            for _ in 0..plies {
                if game.result(&line).is_some() {
                    break;
                }
                let moves = legal_moves(game, &line);
                let mut next = line[line.len() - 1].clone();
                game.play(&mut next, moves[random::below(&mut rng, moves.len() as u32) as usize]);
                line.push(next);
            }
            if game.result(&line).is_none() {
                return line;
            }
        }
        vec![game.start()]
    }
}
