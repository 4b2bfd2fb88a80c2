//! Times the playouts of Go: `cargo bench -p wanqi-games --bench go_playouts -- [seconds]`.
//!
//! For each of 9, 13 and 19 lines: random games a second of processor time with `Game::playout`, with
//! `Game::playout_seen`, and, for comparison, with the loop over `random_move` and `play`, in short rounds that take
//! turns. The best round tells what a quiet core does; what shares the core slows the mean. Then mean length, mean
//! area lead of Black without komi, and games past the bound.

use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_game::Game;
use wanqi_game::playout::{Playout, by_moves};
use wanqi_games::go::{Capacity, Go, Position, UpTo9, UpTo13, UpTo19};

fn main() {
    let seconds = std::env::args().skip(1).find_map(|text| text.parse().ok()).unwrap_or(3.0);
    println!("size loop          games/s: mean      best  plies/game  lead ± error  discarded");
    time::<UpTo9>(9, seconds);
    time::<UpTo13>(13, seconds);
    time::<UpTo19>(19, seconds);
}

fn time<C: Capacity>(size: u8, seconds: f64) {
    let go = Go::<C>::new(size).expect("a size within the capacity");
    let points = u32::from(size) * u32::from(size);
    let (round, bound) = (800_000 / points, 3 * points);
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut loops = ["playout", "playout_seen", "move by move"].map(|name| (name, Loop::default()));
    while loops.iter().any(|(_, timed)| timed.seconds < seconds) {
        let [(_, playout), (_, seen), (_, moves)] = &mut loops;
        playout.round(&go, round, |position| go.playout(position, &mut rng, bound));
        let mut first = [0_u8; 512];
        seen.round(&go, round, |position| {
            first.fill(0);
            go.playout_seen(position, &mut rng, bound, |side, place| {
                if first[place] == 0 {
                    first[place] = 1 + side.index() as u8;
                }
            })
        });
        moves.round(&go, round, |position| by_moves(&go, position, &mut rng, bound));
    }
    for (name, timed) in loops {
        timed.print(size, name);
    }
}

#[derive(Default)]
struct Loop {
    seconds: f64,
    /// Games a second in the best round.
    best: f64,
    games: u64,
    plies: u64,
    discarded: u64,
    lead: f64,
    squares: f64,
}

impl Loop {
    fn round<C: Capacity>(
        &mut self,
        go: &Go<C>,
        games: u32,
        mut play: impl FnMut(&mut Position<C>) -> Playout,
    ) {
        let start = go.start();
        let mut leads = Vec::with_capacity(games as usize);
        let begin = processor_time();
        for _ in 0..games {
            let mut position = start;
            let playout = play(&mut position);
            self.plies += u64::from(playout.plies);
            leads.extend(playout.outcome.map(|_| go.area_lead(&position)));
        }
        let seconds = processor_time() - begin;
        self.seconds += seconds;
        self.best = self.best.max(f64::from(games) / seconds);
        self.games += u64::from(games);
        self.discarded += u64::from(games) - leads.len() as u64;
        for lead in leads.into_iter().map(f64::from) {
            self.lead += lead;
            self.squares += lead * lead;
        }
    }

    fn print(&self, size: u8, name: &str) {
        let scored = (self.games - self.discarded) as f64;
        let lead = self.lead / scored;
        let error = ((self.squares / scored - lead * lead) / scored).sqrt();
        println!(
            "{size:4} {name:12} {:14.0} {:9.0} {:11.1} {lead:7.2} ± {error:.2} {:9}",
            self.games as f64 / self.seconds,
            self.best,
            self.plies as f64 / self.games as f64,
            self.discarded
        );
    }
}

/// Seconds that this process has run on any core.
#[cfg(unix)]
fn processor_time() -> f64 {
    use nix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).expect("every Unix has this clock");
    time.tv_sec() as f64 + time.tv_nsec() as f64 / 1e9
}

/// Seconds that have passed: the next best where nothing else is told.
#[cfg(not(unix))]
fn processor_time() -> f64 {
    static BEGIN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    BEGIN.elapsed().as_secs_f64()
}
