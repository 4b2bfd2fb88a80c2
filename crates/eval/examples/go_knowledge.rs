//! What knowledge is worth in Go: a match of Monte-Carlo searches by counted playouts, on 9×9 with komi 7.5, one that is told
//! all or part of it against one that is told nothing.
//!
//! `cargo run --profile quick -p wanqi-eval --example go_knowledge -- GAMES PLAYOUTS [KNOWLEDGE] [AGAINST] [PLAYOUTS]`. KNOWLEDGE has a letter for each
//! part: `c`aptures, `e`scapes, `s`hapes, ca`r`eful and `p`riors; without it, all; `-` is none. Each opening of two moves by
//! chance is played twice, with the sides swapped.

use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_eval::go::{GoGuide, PlayoutKnowledge};
use wanqi_game::{Game, Outcome, Side};
use wanqi_games::go::{Go, UpTo9};
use wanqi_search::mcts::{Mcts, Options};
use wanqi_search::{Limits, Search};

type Rules = Go<UpTo9>;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |index: usize, usual: u64| arguments.get(index).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (games, playouts) = (number(0, 40), number(1, 1000));
    let told = |index: usize, usual: &str| arguments.get(index).map_or(usual.to_owned(), String::clone);
    let specs = [told(2, "cesrp"), told(3, "-")];
    let go = Rules::new(9).expect("a size within the capacity");
    let limits =
        [playouts, number(4, playouts)].map(|nodes| Limits { nodes: Some(nodes), ..Limits::default() });
    let (mut points, mut times, mut moves) = (0.0, [0.0; 2], [0; 2]);
    for number in 0..games {
        // The side of the first player, and the opening.
        let (side, opening) = (Side::BOTH[number as usize % 2], number / 2);
        let mut players = [0, 1].map(|index| player(&specs[index], number));
        let mut line = vec![go.start()];
        let mut rng = Pcg64Mcg::seed_from_u64(opening);
        while go.result(&line).is_none() && line.len() < 300 {
            let position = line[line.len() - 1];
            let mv = if line.len() <= 2 {
                go.random_move(&position, &mut rng)
            } else {
                let own = usize::from(go.side_to_move(&position) != side);
                let report = players[own].search(&go, &line, &limits[own], &mut |_| ());
                times[own] += report.time.as_secs_f64();
                moves[own] += 1;
                report.best
            };
            let mut next = position;
            go.play(&mut next, mv.expect("a pass is always legal"));
            line.push(next);
        }
        points += match go.result(&line) {
            Some(Outcome::Win(winner)) => f64::from(u8::from(winner == side)),
            _ => 0.5,
        };
        let milliseconds = [0, 1].map(|own| 1e3 * times[own] / f64::from(moves[own]));
        println!("{points} of {}, {:.1} and {:.1} ms a move", number + 1, milliseconds[0], milliseconds[1]);
    }
}

fn player(told: &str, seed: u64) -> Mcts<Rules> {
    let options = Options { seed, ..Options::default() };
    let knows = |letter| told.contains(letter);
    if told == "-" {
        return Mcts::new(options);
    }
    let playouts = PlayoutKnowledge {
        captures: knows('c'),
        escapes: knows('e'),
        shapes: knows('s'),
        careful: knows('r'),
    };
    Mcts::informed(options, GoGuide { playouts, priors: knows('p') })
}
