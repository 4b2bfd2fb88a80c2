//! Games of a batch shared out among threads.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use wanqi_play::environment::{Batch, Environment};

/// Games of one kind in equal shares, one for each thread. What comes of a game does not depend on how many there are.
pub struct Shares {
    shares: Vec<Box<dyn Batch>>,
    /// Started once, since a step takes less time than a thread to begin; none for one share.
    threads: Option<ThreadPool>,
}

impl Shares {
    /// So many games on so many threads.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn new(
        environment: &dyn Environment,
        games: usize,
        seed: u64,
        auto_reset: bool,
        threads: usize,
    ) -> Result<Shares, ThreadPoolBuildError> {
        let count = threads.clamp(1, games.max(1));
        let end = |share: usize| games * share / count;
        let share = |share: usize| environment.batch(end(share)..end(share + 1), seed, auto_reset);
        let threads = (count > 1).then(|| ThreadPoolBuilder::new().num_threads(count).build()).transpose()?;
        Ok(Shares { shares: (0..count).map(share).collect(), threads })
    }

    /// The games.
    pub fn len(&self) -> usize {
        self.shares.iter().map(|share| share.len()).sum()
    }

    /// The parts of a slice with so many elements for each game, one part for each share.
    pub fn split_mut<'a, T>(&self, mut rest: &'a mut [T], a_game: usize) -> Vec<&'a mut [T]> {
        let mut parts = Vec::with_capacity(self.shares.len());
        for share in &self.shares {
            let part;
            (part, rest) = rest.split_at_mut(share.len() * a_game);
            parts.push(part);
        }
        parts
    }

    /// As [`Shares::split_mut`], of one element a game, to be read.
    pub fn split<'a, T>(&self, mut rest: &'a [T]) -> Vec<&'a [T]> {
        let mut parts = Vec::with_capacity(self.shares.len());
        for share in &self.shares {
            let part;
            (part, rest) = rest.split_at(share.len());
            parts.push(part);
        }
        parts
    }

    /// Does something with every share and its part, on all threads at once, and returns what came of it, the first share's
    /// first.
    pub fn each<P: Send, R: Send>(
        &mut self,
        parts: Vec<P>,
        work: impl Fn(&mut dyn Batch, P) -> R + Sync + Send,
    ) -> Vec<R> {
        let shares = &mut self.shares;
        let work = |(share, part): (&mut Box<dyn Batch>, P)| work(&mut **share, part);
        match &self.threads {
            None => shares.iter_mut().zip(parts).map(work).collect(),
            Some(threads) => threads.install(|| shares.par_iter_mut().zip(parts).map(work).collect()),
        }
    }

    /// [`Shares::each`] without parts.
    pub fn all<R: Send>(&mut self, work: impl Fn(&mut dyn Batch) -> R + Sync + Send) -> Vec<R> {
        self.each(vec![(); self.shares.len()], |share, ()| work(share))
    }
}
