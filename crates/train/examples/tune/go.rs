//! `cargo xtask tune go`: how strong the features of a move are, by what Monte-Carlo search chooses in games against itself.

use crate::{Arguments, bar};
use anyhow::{Context, Result, ensure};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_eval::go::GoGuide;
use wanqi_eval::go::features::{self, Strengths, features, rows};
use wanqi_eval::go::opening::Opening;
use wanqi_game::Game;
use wanqi_games::go::{Capacity, Go, UpTo9, UpTo13, UpTo19};
use wanqi_search::mcts::{Mcts, Options, PlayoutGuide};
use wanqi_search::{Limits, Search};
use wanqi_train::policy::{Choices, fit};
use wanqi_train::{Plan, in_order};

/// Plays the games, finds the strengths and writes them. One game of ten is held out, to tell how well the choices of games
/// that were not seen are foretold.
pub fn tune(arguments: &Arguments) -> Result<()> {
    match arguments.size {
        ..=9 => tune_on(&Go::<UpTo9>::new(arguments.size)?, arguments),
        10..=13 => tune_on(&Go::<UpTo13>::new(arguments.size)?, arguments),
        _ => tune_on(&Go::<UpTo19>::new(arguments.size)?, arguments),
    }
}

fn tune_on<C: Capacity>(go: &Go<C>, arguments: &Arguments) -> Result<()> {
    let threads = arguments.threads.unwrap_or(Plan::default().threads);
    let progress = bar(arguments.games.into(), "games");
    let games = in_order(
        arguments.games,
        threads,
        |number| Some(play(go, arguments, arguments.seed + u64::from(number))),
        |done, _| progress.set_position(done.into()),
    );
    progress.abandon();
    let held = |number: usize| number % 10 == 9;
    let choices = |wanted: bool| -> Choices {
        let mut all = Choices::default();
        let games = games.iter().enumerate().filter(|&(number, _)| held(number) == wanted);
        games.for_each(|(_, choices)| all.append(choices));
        all
    };
    let (used, held) = (choices(false), choices(true));
    ensure!(!used.is_empty() && !held.is_empty(), "there are too few games to learn from");
    let found = fit(&used, features::ROWS, arguments.prior, threads);
    let even = vec![0.0; features::ROWS];
    let [even, of_used, of_held] = [(&held, &even), (&used, &found), (&held, &found)]
        .map(|(choices, weights)| choices.log_likelihood(weights));
    eprintln!(
        "{} choices: mean log probability {of_used:.3}, of {} held out {of_held:.3}, where all moves are alike {even:.3}",
        used.len(),
        held.len()
    );
    let strengths = Strengths::of_weights(&found);
    let text = format!(
        "# Group, feature, logarithm of its strength, as `wanqi_eval::go::features` has them. Written by\n\
         # cargo xtask tune go --size {} --games {} --nodes {} --seed {} --prior {} --out {}\n{}",
        arguments.size,
        arguments.games,
        arguments.nodes,
        arguments.seed,
        arguments.prior,
        features::FILE,
        strengths.write()
    );
    match &arguments.out {
        None => print!("{text}"),
        Some(path) => {
            std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?
        }
    }
    Ok(())
}

/// The choices of a game, but for passes, openings that are told by hand, and what was as good as over.
fn play<C: Capacity>(go: &Go<C>, arguments: &Arguments, seed: u64) -> Choices {
    /// Random moves at the beginning; a game is over for this purpose after so many for each point of the board.
    const BY_CHANCE: usize = 2;
    const MAX_PLIES: f64 = 1.5;
    /// A win probability of 97 to 3, in thousandths of a lead.
    const DECIDED: i32 = 940;
    let guide = GoGuide::default();
    let mut search = Mcts::informed(Options { seed, ..Options::default() }, guide);
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let (mut line, mut last, mut choices) = (vec![go.start()], [None; 2], Choices::default());
    while go.result(&line).is_none() && (line.len() as f64) <= MAX_PLIES * (go.size() * go.size()) as f64 {
        let position = line[line.len() - 1];
        let chosen = if line.len() <= BY_CHANCE {
            go.random_move(&position, &mut rng)
        } else {
            let report = search.search(go, &line, &Limits::nodes(arguments.nodes), &mut |_| ());
            let open = report.score.value().abs() <= DECIDED && Opening::of(go, &position).is_none();
            if let Some(chosen) = report.best.and_then(|mv| go.amaf_index(mv)).filter(|_| open) {
                let mut places = Vec::new();
                guide.priors(go, &line, &mut |mv, _| places.extend(go.amaf_index(mv)));
                if let Some(chosen) = places.iter().position(|&place| place == chosen) {
                    for place in places {
                        choices.add_move(rows(&features(go, &position, place, last)));
                    }
                    choices.end(chosen);
                }
            }
            report.best
        };
        let Some(mv) = chosen else { break };
        last = [go.amaf_index(mv), last[0]];
        let mut next = position;
        go.play(&mut next, mv);
        line.push(next);
    }
    choices
}
