//! Threads that play many games, a group of them at a time while others are evaluated.

use super::evaluations::{Evaluations, Group};
use super::game::SelfPlay;
use super::row;
use anyhow::{Context, Result, ensure};
use clap::Args;
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};
use wanqi_game::random;
use wanqi_train::network_games::go::Record;

#[cfg(test)]
mod tests;

/// What is played, and where
#[derive(Args, Clone)]
pub struct Options {
    /// The file that is shared with what evaluates positions
    pub evaluations: PathBuf,
    /// The file that positions to learn from are written to
    pub rows: PathBuf,
    /// Threads that play
    #[arg(long, default_value_t = 14)]
    threads: usize,
    /// Groups of games of a thread, which plays one while the others are evaluated
    #[arg(long, default_value_t = 4)]
    groups: usize,
    /// Games of a group
    #[arg(long, default_value_t = 32)]
    games: usize,
    /// Rows and columns of the board; several if it is left out
    #[arg(long)]
    size: Option<u8>,
    /// What chance begins with
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What has been done, told now and then.
#[derive(Default)]
struct Counts {
    evaluations: AtomicU64,
    games: AtomicU64,
    moves: AtomicU64,
    rows: AtomicU64,
}

/// How often it is told.
const PAUSE: Duration = Duration::from_secs(10);
/// Readings of ladders go deep.
const STACK: usize = 64 << 20;

/// Plays until `answered` ends.
pub fn play(options: &Options, mut answered: impl Read, asked: impl Write + Send) -> Result<()> {
    let Options { threads, groups, games, .. } = *options;
    ensure!(threads * groups > 0 && games > 0, "threads, groups and games: one at least of each");
    ensure!(
        threads * groups <= usize::from(u16::MAX),
        "{} groups are more than two bytes tell",
        threads * groups
    );
    let shared = Evaluations::create(&options.evaluations, threads * groups, games);
    let shared = shared.with_context(|| options.evaluations.display().to_string())?;
    let rows = File::create(&options.rows).with_context(|| options.rows.display().to_string())?;
    let (rows, asked, counts) = (Mutex::new(rows), Mutex::new(asked), Counts::default());
    let failed = Mutex::new(None);
    let (tell_end, ended) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let mut told = Vec::new();
        for thread in 0..threads {
            let (sender, receiver) = mpsc::channel();
            told.push(sender);
            let (shared, rows, asked, counts, failed) = (&shared, &rows, &asked, &counts, &failed);
            let work = move || {
                let mut of_thread = Thread { options, shared, rows, asked, counts, first: thread * groups };
                if let Err(error) = of_thread.play(&receiver) {
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                }
            };
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).context("a thread")?;
        }
        let counts = &counts;
        scope.spawn(move || tell(counts, &ended));
        let mut group = [0; 2];
        while answered.read_exact(&mut group).is_ok() {
            let group = usize::from(u16::from_le_bytes(group));
            ensure!(group < threads * groups, "there is no group {group}");
            // A thread that has failed says why itself.
            let _ = told[group / groups].send(group % groups);
        }
        drop((told, tell_end));
        Ok(())
    })?;
    failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

fn tell(counts: &Counts, ended: &mpsc::Receiver<()>) {
    let (begin, mut before) = (Instant::now(), 0);
    while ended.recv_timeout(PAUSE) == Err(mpsc::RecvTimeoutError::Timeout) {
        let [evaluations, games, moves, rows] =
            [&counts.evaluations, &counts.games, &counts.moves, &counts.rows]
                .map(|count| count.load(Relaxed));
        eprintln!(
            "{:.0} s: {} positions evaluated a second, {games} games of {} moves, {rows} positions to learn from",
            begin.elapsed().as_secs_f64(),
            (evaluations - before) / PAUSE.as_secs(),
            moves / games.max(1),
        );
        before = evaluations;
    }
}

/// The groups of games of a thread.
struct Thread<'a, W> {
    options: &'a Options,
    shared: &'a Evaluations,
    rows: &'a Mutex<File>,
    asked: &'a Mutex<W>,
    counts: &'a Counts,
    /// The number of its first group.
    first: usize,
}

impl<W: Write> Thread<'_, W> {
    fn play(&mut self, answered: &mpsc::Receiver<usize>) -> Result<()> {
        let Options { groups, games, size, seed, .. } = *self.options;
        let mut all = Vec::new();
        for group in 0..groups {
            let number = |game: usize| ((self.first + group) * games + game) as u64;
            let new = |game| SelfPlay::new(size, Pcg64Mcg::seed_from_u64(random::word(seed, number(game))));
            all.push(((0..games).map(new).collect::<Result<Vec<SelfPlay>>>()?, Group::default()));
        }
        for (group, (games, asked)) in all.iter_mut().enumerate() {
            games.iter_mut().for_each(|game| asked.push(&game.question()));
            self.ask(group, asked)?;
        }
        for group in answered {
            let (games, asked) = &mut all[group];
            self.shared.take(self.first + group, asked)?;
            for (number, game) in games.iter_mut().enumerate() {
                if let Some(record) = game.answer(&asked.answer(number, game.size())) {
                    self.keep(&record, game.is_held_out())?;
                    *game = SelfPlay::new(size, Pcg64Mcg::seed_from_u64(game.next_seed()))?;
                }
                asked.push(&game.question());
            }
            self.counts.evaluations.fetch_add(games.len() as u64, Relaxed);
            self.ask(group, asked)?;
        }
        Ok(())
    }

    fn ask(&self, group: usize, asked: &mut Group) -> Result<()> {
        let number = self.first + group;
        self.shared.ask(number, asked)?;
        let mut output = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        match output.write_all(&(number as u16).to_le_bytes()).and_then(|()| output.flush()) {
            // Who has ended reads no more before it is heard of by the end of what it writes.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            written => written.context("what waits cannot be told"),
        }
    }

    fn keep(&self, record: &Record, is_held_out: bool) -> Result<()> {
        let mut bytes = Vec::new();
        let read = record.each_sample(&mut |sample| row::push(&sample, is_held_out, &mut bytes));
        read.map_err(anyhow::Error::msg)?;
        self.counts.games.fetch_add(1, Relaxed);
        self.counts.moves.fetch_add(record.moves.len() as u64, Relaxed);
        self.counts.rows.fetch_add((bytes.len() / row::ROW) as u64, Relaxed);
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        rows.write_all(&bytes).with_context(|| self.options.rows.display().to_string())
    }
}
