//! Times the playouts of Go: `cargo bench -p games --bench go_playouts -- [seconds]`.
//!
//! For each of 9, 13 and 19 lines: games a second with `Game::playout` and, for comparison, with the loop over
//! `random_move` and `play`; mean length, mean area lead of Black without komi, and games past the bound.

use game::Game;
use game::playout::{Playout, by_moves};
use games::go::{Capacity, Go, UpTo9, UpTo13, UpTo19};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::time::Instant;

fn main() {
    let seconds = std::env::args().skip(1).find_map(|text| text.parse().ok()).unwrap_or(3.0);
    println!("size loop          games/s    plies/game  lead ± error  discarded");
    time::<UpTo9>(9, seconds);
    time::<UpTo13>(13, seconds);
    time::<UpTo19>(19, seconds);
}

fn time<C: Capacity>(size: u8, seconds: f64) {
    let go = Go::<C>::new(size).expect("a size within the capacity");
    let bound = 3 * u32::from(size) * u32::from(size);
    run(&go, "playout", seconds, |position, rng| go.playout(position, rng, bound));
    run(&go, "move by move", seconds, |position, rng| by_moves(&go, position, rng, bound));
}

fn run<C: Capacity>(
    go: &Go<C>,
    name: &str,
    seconds: f64,
    play: impl Fn(&mut <Go<C> as Game>::Position, &mut Pcg64Mcg) -> Playout,
) {
    let (start, mut rng) = (go.start(), Pcg64Mcg::seed_from_u64(1));
    let (mut games, mut plies, mut discarded) = (0u64, 0u64, 0u64);
    let (mut sum, mut squares) = (0.0, 0.0);
    let begin = Instant::now();
    while begin.elapsed().as_secs_f64() < seconds {
        for _ in 0..200 {
            let mut position = start;
            let playout = play(&mut position, &mut rng);
            games += 1;
            plies += u64::from(playout.plies);
            if playout.outcome.is_some() {
                let lead = f64::from(go.area_lead(&position));
                sum += lead;
                squares += lead * lead;
            } else {
                discarded += 1;
            }
        }
    }
    let speed = games as f64 / begin.elapsed().as_secs_f64();
    let scored = (games - discarded) as f64;
    let mean = sum / scored;
    let error = ((squares / scored - mean * mean) / scored).sqrt();
    println!(
        "{:4} {name:12} {speed:9.0} {:13.1} {mean:7.2} ± {error:.2} {discarded:9}",
        go.size(),
        plies as f64 / games as f64
    );
}
