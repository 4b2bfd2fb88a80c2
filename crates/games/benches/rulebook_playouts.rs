//! Times the playouts of games told in files: `cargo bench -p wanqi-games --bench rulebook_playouts -- [seconds] [name…]`.
//!
//! For each shipped file, or those named: random games a second of processor time, their mean length, and how long the file
//! takes to load.

use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::path::Path;
use wanqi_game::{Game, playout};
use wanqi_games::rulebook::{Rulebook, read};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|text| text != "--bench").collect();
    let seconds = arguments.iter().find_map(|text| text.parse().ok()).unwrap_or(1.0);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rulebooks");
    let entries = std::fs::read_dir(folder).expect("the shipped files");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    println!("game                games/s  plies/game  ns/ply  load/ms");
    for path in paths {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("names of files are ASCII");
        let named = |text: &String| text.parse::<f64>().is_err();
        if arguments.iter().any(named) && !arguments.iter().any(|text| text == name) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let (game, load) = load(&text);
        time(name, &game, load, seconds);
    }
}

/// The game that a file tells, and the milliseconds from its text to the game, the mean of many.
fn load(text: &str) -> (Rulebook, f64) {
    const TIMES: u32 = 50;
    let load = || {
        let rules = read(text).rules.expect("shipped files have no errors");
        Rulebook::new(rules).expect("shipped files compile")
    };
    let begin = processor_time();
    for _ in 0..TIMES {
        std::hint::black_box(load());
    }
    (load(), (processor_time() - begin) as f64 / 1e6 / f64::from(TIMES))
}

fn time(name: &str, game: &Rulebook, load: f64, seconds: f64) {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let (mut games, mut plies) = (0u64, 0u64);
    let begin = processor_time();
    let mut time = 0.0;
    while time < seconds * 1e9 {
        for _ in 0..20 {
            let mut position = game.start();
            plies += u64::from(playout::playout(game, &mut position, &mut rng, 2000).plies);
            games += 1;
        }
        time = (processor_time() - begin) as f64;
    }
    let (games, plies) = (games as f64, plies as f64);
    println!("{name:18} {:8.0} {:11.1} {:7.0} {load:8.3}", games / time * 1e9, plies / games, time / plies);
}

/// Nanoseconds that this thread has run, so that other programs on the machine do not count.
fn processor_time() -> u64 {
    let text =
        std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells how long a thread ran");
    text.split(' ').next().and_then(|word| word.parse().ok()).expect("a number of nanoseconds")
}
