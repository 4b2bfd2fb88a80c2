//! Times the playouts of gomoku: `cargo bench -p wanqi-games --bench gomoku_playouts -- [seconds]`.
//!
//! For each rule on 15 lines: games a second of processor time, mean length, draws.

use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_game::{Game, Outcome};
use wanqi_games::gomoku::{Gomoku, Rule};

fn main() {
    let seconds = std::env::args().skip(1).find_map(|text| text.parse().ok()).unwrap_or(3.0);
    println!("rule         games/s  plies/game  drawn");
    for rule in [Rule::Freestyle, Rule::ExactFive, Rule::Renju] {
        let game = Gomoku::new(15, rule).expect("a size from 5 to 20");
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let (mut games, mut plies, mut draws) = (0_u64, 0_u64, 0_u64);
        let begin = processor_time();
        let mut time = 0.0;
        while time < seconds {
            for _ in 0..200 {
                let mut position = game.start();
                let playout = game.playout(&mut position, &mut rng, 450);
                games += 1;
                plies += u64::from(playout.plies);
                draws += u64::from(playout.outcome == Some(Outcome::Draw));
            }
            time = (processor_time() - begin) as f64 / 1e9;
        }
        let speed = games as f64 / time;
        let length = plies as f64 / games as f64;
        println!("{:10} {speed:9.0} {length:11.1} {draws:6}", format!("{rule:?}"));
    }
}

/// Nanoseconds that this thread has run, so that other programs on the machine do not count.
fn processor_time() -> u64 {
    let text =
        std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells how long a thread ran");
    text.split(' ').next().and_then(|word| word.parse().ok()).expect("a number of nanoseconds")
}
