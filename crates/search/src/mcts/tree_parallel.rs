//! Tree parallelisation: simulations until the limits are reached, on one thread or several.

use super::endings::{self, EndingSums};
use super::search::{Mcts, is_settled, report};
use super::simulation::Simulation;
use super::tree::Tree;
use crate::host;
use crate::{Counts, Limits, Report, Stop, Watch};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use wanqi_game::Game;

/// Playouts do not recurse.
const STACK: usize = 2 << 20;

/// What the threads that grow one tree tell each other.
struct TreeThreads {
    /// The simulations that have begun, and the most that may.
    begun: AtomicU64,
    most: u64,
    /// Whether to come back: all is done, or the tree is full.
    over: AtomicBool,
}

impl TreeThreads {
    /// Whether one more simulation may begin.
    #[inline]
    fn begins(&self) -> bool {
        !self.over.load(Relaxed) && self.begun.fetch_add(1, Relaxed) < self.most
    }
}

impl<G: Game> Mcts<G> {
    /// Grows the planted tree until the limits are reached or the root is proven. All threads walk down the one tree; a
    /// simulation under way counts as lost, so that they do not all go the same way. To forget something in a full tree
    /// they come together. Tells what was done, and how games ended that began with each move of the root.
    pub(super) fn simulate(
        &mut self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
        watch: &mut Watch,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> (Counts, Vec<EndingSums>) {
        let Mcts { options, guide, rng, tree, .. } = self;
        let guide = &*guide;
        let threads = TreeThreads {
            begun: AtomicU64::new(0),
            most: limits.nodes.unwrap_or(u64::MAX),
            over: AtomicBool::new(false),
        };
        let mut chances: Vec<Pcg64Mcg> =
            (1..options.threads).map(|_| Pcg64Mcg::seed_from_u64(rng.next_u64())).collect();
        let (mut counts, mut endings, mut may_forget) = (Counts::default(), Vec::new(), true);
        loop {
            let shared: &Tree<G::Move> = tree;
            let helpers = chances.iter_mut().map(|rng| {
                let (threads, options) = (&threads, &*options);
                move || help(Simulation::new(game, options, shared, rng, guide, line), threads, &limits.stop)
            });
            let own = || {
                let mut own = Simulation::new(game, options, shared, rng, guide, line);
                own.endings = std::mem::take(&mut endings);
                lead(&mut own, &threads, limits, watch, may_forget, &mut |own, time| {
                    progress(&report(shared, counts + own.counts, &own.endings, time));
                });
                (own.counts, own.endings, own.is_full)
            };
            let ((done, ended, mut is_full), helped) = host::with_helpers(STACK, helpers, own);
            (counts, endings) = (counts + done, ended);
            for (done, ended, full) in helped {
                counts = counts + done;
                endings::add(&mut endings, &ended);
                is_full |= full;
            }
            // What could forget nothing once is not asked again: the room is too small for the root's moves.
            if !(is_full && may_forget) {
                return (counts, endings);
            }
            may_forget = tree.prune();
            threads.over.store(false, Relaxed);
        }
    }
}

/// The first thread's part: it alone looks at the clock and tells of its progress. Comes back when all is done, or when the
/// tree is full and that matters.
fn lead<G: Game>(
    own: &mut Simulation<G>,
    threads: &TreeThreads,
    limits: &Limits,
    watch: &mut Watch,
    may_forget: bool,
    progress: &mut dyn FnMut(&Simulation<G>, Duration),
) {
    /// The shortest time between two reports of progress.
    const MIN_PAUSE: Duration = Duration::from_millis(50);
    /// And how many times as long it is as the last of them took: the lines of all moves of a large board take milliseconds.
    const PAUSE_PER_REPORT: u32 = 50;
    let (mut told, mut pause) = (watch.elapsed(), MIN_PAUSE);
    while !watch.is_over(threads.begun.load(Relaxed)) && own.tree.is_unproven() && threads.begins() {
        own.run();
        if own.is_full && may_forget {
            break;
        }
        if own.done.is_multiple_of(Watch::MAX_INTERVAL) {
            let begun = threads.begun.load(Relaxed);
            let now = watch.elapsed();
            if now >= told + pause {
                progress(own, now);
                told = watch.elapsed();
                pause = MIN_PAUSE.max(PAUSE_PER_REPORT * (told - now));
            }
            if is_settled(own.tree, begun, watch.elapsed(), limits) {
                break;
            }
        }
    }
    threads.over.store(true, Relaxed);
}

/// Another thread's part: what it has done, how games ended, and whether it has found the tree full.
fn help<G: Game>(
    mut own: Simulation<G>,
    threads: &TreeThreads,
    stop: &Stop,
) -> (Counts, Vec<EndingSums>, bool) {
    while own.tree.is_unproven() && !stop.checkpoint() && threads.begins() {
        own.run();
    }
    (own.counts, own.endings, own.is_full)
}
