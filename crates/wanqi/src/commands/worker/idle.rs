//! Whether others use this machine: how much processor time they take, by Linux's `/proc`,
//! <https://man7.org/linux/man-pages/man5/proc_stat.5.html>. Time of programs that stand back themselves (nice) is not counted,
//! so that workers do not wait for each other; and a worker that works when others do not stands back too, so that its own time
//! is told apart.

use std::fs;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often it is looked.
const LOOK: Duration = Duration::from_secs(2);
/// Others are at work who take more than this part of the machine.
const SHARE: f64 = 0.1;
/// How long they must have taken less before the worker works.
const QUIET: Duration = Duration::from_secs(20);
/// Clock ticks a second in `/proc`: the same on every machine that Linux runs on today.
const TICKS: f64 = 100.0;

/// Processor time that others have used since the machine was started, in seconds.
fn others() -> io::Result<f64> {
    let (all, own) = (fs::read_to_string("/proc/stat")?, fs::read_to_string("/proc/self/stat")?);
    read(&all, &own).ok_or_else(|| io::Error::other("/proc/stat does not say how busy the processors are"))
}

/// The same from the texts of `/proc/stat` and of our own `stat`.
fn read(all: &str, own: &str) -> Option<f64> {
    let line = all.lines().find_map(|line| line.strip_prefix("cpu "))?;
    let times: Vec<f64> = line.split_whitespace().map_while(|word| word.parse().ok()).collect();
    // user, nice, system, idle, iowait, irq, softirq
    let [user, _, system, _, _, irq, softirq] = *times.first_chunk()?;
    // The name of the program may hold anything but a closing bracket at its end; after it the state is field 3.
    let fields: Vec<&str> = own.rsplit_once(')')?.1.split_whitespace().collect();
    let own_system: f64 = fields.get(12)?.parse().ok()?;
    Some((user + system + irq + softirq - own_system).max(0.0) / TICKS)
}

/// Whether a worker rests, by what others have used of the machine from look to look.
struct Rest {
    cores: usize,
    rests: bool,
    quiet: Duration,
}

impl Rest {
    /// It rests at first.
    fn new(cores: usize) -> Rest {
        Rest { cores, rests: true, quiet: Duration::ZERO }
    }

    /// Others have used so many cores in the time since the last look; whether it rests now.
    fn look(&mut self, used: f64, passed: Duration) -> bool {
        let is_busy = used > SHARE * self.cores as f64;
        self.quiet = if is_busy { Duration::ZERO } else { self.quiet + passed };
        self.rests = is_busy || self.rests && self.quiet < QUIET;
        self.rests
    }
}

/// Looks on a thread of its own, and sets a flag while others are at work. It is set at first.
///
/// # Errors
/// If this system does not say it.
pub fn watch(cores: usize, say: impl Fn(String) + Send + 'static) -> io::Result<Arc<AtomicBool>> {
    let resting = Arc::new(AtomicBool::new(true));
    let flag = Arc::clone(&resting);
    let mut before = others()?;
    say(format!("nothing is taken until nobody else has used this machine for {} s", QUIET.as_secs()));
    thread::Builder::new().name("idle".into()).spawn(move || {
        let (mut looked, mut rest) = (Instant::now(), Rest::new(cores));
        loop {
            thread::sleep(LOOK);
            let Ok(now) = others() else { continue };
            let passed = looked.elapsed();
            let used = (now - before) / passed.as_secs_f64();
            (before, looked) = (now, Instant::now());
            let rests = rest.look(used, passed);
            if flag.swap(rests, Ordering::Relaxed) != rests {
                say(match rests {
                    true => format!("others use {used:.1} of {cores} cores: nothing new is taken"),
                    false => "nobody else uses this machine: going on".into(),
                });
            }
        }
    })?;
    Ok(resting)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_works_after_a_quiet_while_and_rests_at_once() {
        let mut rest = Rest::new(4);
        // Cores that others use, how long in seconds, and whether it rests after that.
        for (at, (used, seconds, rests)) in [
            (0.0, 2, true),
            (0.3, 16, true),
            (0.39, 2, false),
            (0.4, 600, false),
            (0.41, 2, true),
            (0.0, 18, true),
            (3.0, 2, true),
            (0.0, 18, true),
            (0.0, 2, false),
        ]
        .into_iter()
        .enumerate()
        {
            assert_eq!(rest.look(used, Duration::from_secs(seconds)), rests, "look {at}");
        }
    }

    #[test]
    fn time_of_others_is_told_apart() {
        let all = "cpu  1000 5000 300 90000 40 20 30 0 0 0\ncpu0 1 2 3\n";
        // Its name has brackets and blanks; user 4000 is in the nice time, system 100.
        let own = "77 (a (b) c) S 1 77 77 0 -1 4194304 1 0 0 0 4000 100 0 0 39 19 4 0 1";
        assert_eq!(read(all, own), Some(12.5));
        for (all, own) in [("", own), ("cpu  1 2 3\n", own), (all, ""), (all, "77 (a) S 1")] {
            assert_eq!(read(all, own), None);
        }
    }
}
