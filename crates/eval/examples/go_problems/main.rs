//! Problems of Go whose answers are proven: made by chance, solved by looking at everything, and kept in `testdata/go`.
//!
//! `cargo run --profile quick -p wanqi-eval --example go_problems -- make SEED COUNT` prints problems of life and death and of
//! races of liberties; `… -- measure PLAYOUTS [FILE]` has the search by playouts answer them, and says how many it solves by
//! kind and size; `network` after that has the search do so that the shipped network guides.

mod make;
mod prove;

use std::collections::BTreeMap;
use wanqi_eval::go::GoGuide;
use wanqi_eval::go::network::{Network, NetworkGuide};
use wanqi_game::Notation;
use wanqi_games::go::{Go, UpTo13};
use wanqi_search::mcts::{Mcts, Options};
use wanqi_search::{Limits, Search};

/// The rules that problems are solved by.
type Rules = Go<UpTo13>;

/// Where they are kept.
const FILE: &str = "testdata/go/problems.txt";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| arguments.get(index).and_then(|text| text.parse::<u64>().ok());
    match (arguments.first().map(String::as_str), number(1)) {
        (Some("make"), Some(seed)) => make::print(seed, number(2).unwrap_or(20)),
        (Some("measure"), Some(playouts)) => {
            let file = arguments.get(2).map_or(FILE, String::as_str);
            let by_network = arguments.get(3).is_some_and(|word| word == "network");
            let network = by_network.then(Network::try_shipped).transpose()?;
            measure(&std::fs::read_to_string(file)?, playouts, network.as_ref())?;
        }
        _ => return Err("make SEED [COUNT], or measure PLAYOUTS [FILE [network]]".into()),
    }
    Ok(())
}

/// As where the program plays by the network.
const EXPLORATION: f32 = 0.6;

/// Has the search answer the problems of a text, with komi halfway between what happens and what does not.
fn measure(text: &str, playouts: u64, network: Option<&Network>) -> Result<(), Box<dyn std::error::Error>> {
    let mut solved: BTreeMap<(&str, u8), [u32; 2]> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [kind, size, _target, answers, komi, position] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("{line:?} is no problem").into());
        };
        let size: u8 = size.parse()?;
        let go = Rules::new(size)?.with_komi(komi.parse()?)?;
        let root = go.parse_position(position)?;
        let options = Options { seed: playouts, ..Options::default() };
        let mut search = match network {
            Some(network) => {
                Mcts::guided(Options { exploration: EXPLORATION, ..options }, NetworkGuide(network.clone()))
            }
            None => Mcts::informed(options, GoGuide::default()),
        };
        let report = search.search(&go, &[root], &Limits::nodes(playouts), &mut |_| ());
        let answer = report.best.map(|mv| go.format_move(&root, mv, 0)).unwrap_or_default();
        let of_kind = solved.entry((kind, size)).or_default();
        of_kind[1] += 1;
        of_kind[0] += u32::from(answers.split(' ').any(|right| right == answer));
    }
    let mut all = [0; 2];
    for ((kind, size), [right, of]) in &solved {
        println!("{kind:12} {size:2} lines: {right:3} of {of:3}");
        all = [all[0] + right, all[1] + of];
    }
    println!("all {} of {}, {playouts} playouts each", all[0], all[1]);
    Ok(())
}
