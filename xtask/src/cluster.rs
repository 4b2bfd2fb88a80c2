//! `cargo xtask cluster`: a match over a real server in which workers are killed, the server is restarted and the wire is cut,
//! and what units cost there. Needs `nats-server`.

// What the tests do with ten kills.
#[allow(dead_code, reason = "the tests use all of it")]
#[path = "../../crates/wanqi/tests/cluster/machines.rs"]
mod machines;

use crate::wanqi::Wanqi;
use anyhow::{Context, Result, ensure};
use clap::Args;
use machines::{Machines, cut, disturbed};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct Cluster {
    /// Workers killed
    #[arg(long, default_value_t = 200)]
    kills: usize,
    /// Restarts of the server, after as many kills each
    #[arg(long, default_value_t = 20)]
    restarts: usize,
    /// Games of the match
    #[arg(long, default_value_t = 2000)]
    games: u32,
    /// Nodes that A searches for a move; B searches three quarters of them
    #[arg(long, default_value_t = 150_000)]
    nodes: u32,
    /// Milliseconds from kill to kill
    #[arg(long, default_value_t = 1000)]
    between: u64,
    /// Seconds for which the wire is cut, in a match of its own with a tenth of the games
    #[arg(long, default_value_t = 60)]
    cut: u64,
    /// Measure instead: empty units a second, what units of 10 s cost more than here, two workers against one
    #[arg(long)]
    speed: bool,
    /// Units of 10 s that are measured; two workers do one more, the spot check, so that an odd number is shared evenly
    #[arg(long, default_value_t = 19)]
    units: u64,
    /// A build of the program with the feature `cluster` [default: the release build, made first]
    #[arg(long)]
    binary: Option<PathBuf>,
}

impl Cluster {
    pub fn run(&self) -> Result<()> {
        let wanqi = match &self.binary {
            Some(binary) => binary.canonicalize()?,
            None => Wanqi::build_with(&["--features", "cluster"])?.path().to_owned(),
        };
        let folder = std::env::temp_dir().join(format!("wanqi-cluster-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let done = if self.speed { self.measure(&wanqi, &folder) } else { self.disturb(&wanqi, &folder) };
        if done.is_ok() {
            std::fs::remove_dir_all(&folder)?;
        }
        done.with_context(|| format!("what was said is in {}", folder.display()))
    }

    /// All of it must come out as on one machine.
    fn disturb(&self, wanqi: &Path, folder: &Path) -> Result<()> {
        let mut machines = Machines::start(wanqi, folder);
        let players = [format!("best:nodes={}", self.nodes), format!("best:nodes={}", self.nodes * 3 / 4)];
        let of = |games: u32| {
            let games = games.to_string();
            let words =
                ["match", "connect4", "--a", &players[0], "--b", &players[1], "--games", &games, "--json"];
            words.map(String::from)
        };
        let began = Instant::now();
        let seconds = || began.elapsed().as_secs();
        for (name, games) in [("kills", self.games), ("cut", (self.games / 10).max(2))] {
            let words = of(games);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let alone = machines.answer("alone", &[&words[..], &["--jobs", "2"]].concat());
            println!("{:5} s: {games} games on one machine", seconds());
            let units = [&words[..], &["--unit", "1"]].concat();
            let (answer, said) = if name == "kills" {
                let between = Duration::from_millis(self.between);
                let (answer, said, killed) =
                    disturbed(&mut machines, &units, [self.kills, self.restarts], between);
                ensure!(
                    killed == self.kills,
                    "the match was over after {killed} kills: --nodes or --games more"
                );
                (answer, said)
            } else {
                cut(&mut machines, &units, Duration::from_secs(self.cut))
            };
            std::fs::write(folder.join(format!("{name}.txt")), &said)?;
            ensure!(answer == alone, "the result differs from one machine's");
            println!(
                "{:5} s: the same, bit for bit, with {}",
                seconds(),
                match name {
                    "kills" => format!("{} kills and {} restarts", self.kills, self.restarts),
                    _ => format!("the wire cut for {} s", self.cut),
                }
            );
        }
        Ok(())
    }

    fn measure(&self, wanqi: &Path, folder: &Path) -> Result<()> {
        let mut machines = Machines::start(wanqi, folder);
        let address = machines.address();
        let timed = |machines: &mut Machines, name: &str, words: &[&str], workers: usize| {
            let mut running: Vec<_> = (0..workers).map(|_| machines.worker(&address, &[])).collect();
            let on = if workers == 0 { "here" } else { &address };
            let began = Instant::now();
            machines.coordinator(name, name, &[words, &["--json", "--on", on]].concat()).answer();
            let took = began.elapsed().as_secs_f64();
            let processors: f64 = running.iter().filter_map(machines::Running::processor_time).sum();
            running.iter_mut().for_each(machines::Running::kill);
            (took, processors)
        };
        let empty = 20_000;
        let games = (2 * empty).to_string();
        let words =
            ["match", "tictactoe", "--a", "random", "--b", "random", "--games", &games, "--unit", "1"];
        let (took, _) = timed(&mut machines, "empty", &words, 1);
        println!("empty units: {empty} in {took:.1} s, {:.0} a second", f64::from(empty) / took);

        let trial = machines.answer("trial", &["playouts", "chess", "--seconds", "3", "--json"]);
        let trial: serde_json::Value = serde_json::from_str(&trial)?;
        let rate = trial["games_per_second"].as_f64().context("games a second")?;
        let pieces = ((10.0 * rate / 1000.0).round() as u64).max(1);
        let (games, unit) = ((self.units * pieces * 1000).to_string(), pieces.to_string());
        let words = ["playouts", "chess", "--games", &games, "--unit", &unit];
        let [(here, _), (one, one_worker), (two, two_workers)] =
            [0, 1, 2].map(|workers| timed(&mut machines, &format!("workers-{workers}"), &words, workers));
        println!("{} units: {here:.1} s here, {one:.1} s with a worker, {two:.1} s with two", self.units);
        let done_by_two = (self.units + 1) as f64 / self.units as f64;
        println!(
            "overhead {:.2} %, efficiency {:.3}",
            100.0 * (one / here - 1.0),
            done_by_two * one / (2.0 * two)
        );
        // What others take of the machine is not in it.
        println!(
            "processor time a unit: {:.2} s with a worker, {:.2} s with two; workers have computed {:.1} % and {:.1} % of the time",
            one_worker / self.units as f64,
            two_workers / (self.units + 1) as f64,
            100.0 * one_worker / one,
            100.0 * two_workers / (2.0 * two)
        );
        Ok(())
    }
}
