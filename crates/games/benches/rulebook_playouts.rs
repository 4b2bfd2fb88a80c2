//! Times the playouts of games told in files: `cargo bench -p games --bench rulebook_playouts -- [seconds]`.

use game::Game;
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;

#[path = "../tests/rules/rulebook/build.rs"]
#[allow(dead_code)]
mod build;
#[path = "../tests/rules/rulebook/hand.rs"]
#[allow(dead_code)]
mod hand;

/// Nanoseconds of processor time that this thread has had.
fn cpu() -> u64 {
    let text =
        std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells how long a thread ran");
    text.split(' ').next().and_then(|word| word.parse().ok()).expect("a number")
}

fn main() {
    let seconds: f64 = std::env::args().skip(1).find_map(|text| text.parse().ok()).unwrap_or(1.0);
    let only = std::env::args().nth(2);
    let games = [
        ("breakthrough", hand::breakthrough()),
        ("gomoku", hand::gomoku()),
        ("othello", hand::othello()),
        ("xiangqi", hand::xiangqi()),
    ];
    for (name, game) in games {
        if only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let (mut games, mut plies) = (0u32, 0u64);
        let begin = cpu();
        while ((cpu() - begin) as f64) < seconds * 1e9 {
            for _ in 0..50 {
                let mut position = game.start();
                plies += u64::from(game::playout::playout(&game, &mut position, &mut rng, 2000).plies);
                games += 1;
            }
        }
        let time = (cpu() - begin) as f64;
        println!(
            "{name}: {:.0} games/s, {:.1} plies, {:.0} ns a ply",
            f64::from(games) / time * 1e9,
            plies as f64 / f64::from(games),
            time / plies as f64
        );
    }
}
