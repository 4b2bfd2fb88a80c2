//! How the games end that a search has played out, or that a guide expects: whose each point is, and who is ahead by how much.
//!
//! It is summed up for each move of the root, and follows the search by that: a move that is looked at more often counts for
//! more.

use super::guide::Expected;
use crate::Endings;
use std::ops::AddAssign;

/// Sums over the games that were played out below one move of the root, or that were expected to end there.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct EndingSums {
    /// For each point the games in which it was the first side's, less those in which it was the second's.
    owned: Vec<i32>,
    /// For each point whose it is expected to be.
    expected: Vec<f64>,
    lead: f64,
    /// Of the squares of leads.
    squares: f64,
    playouts: u64,
}

impl EndingSums {
    /// Notes a game: `count` adds whose each point is to what is given, and tells by how much the first side is ahead, unless
    /// nothing is counted.
    #[inline]
    pub fn note(&mut self, count: impl FnOnce(&mut Vec<i32>) -> Option<f64>) {
        if let Some(lead) = count(&mut self.owned) {
            self.lead += lead;
            self.squares += lead * lead;
            self.playouts += 1;
        }
    }

    /// Notes how a game is expected to end.
    pub fn expect(&mut self, Expected { ownership, lead }: &Expected) {
        self.expected.resize(ownership.len(), 0.0);
        self.expected.iter_mut().zip(ownership).for_each(|(sum, &owned)| *sum += f64::from(owned));
        self.lead += lead;
        self.squares += lead * lead;
        self.playouts += 1;
    }

    /// What they come to; `None` of no games.
    pub fn endings(&self) -> Option<Endings> {
        let playouts = self.playouts as f64;
        let lead = self.lead / playouts;
        let owned = self.owned.iter().map(|&owned| f64::from(owned));
        let owned = owned.chain(self.expected.iter().copied());
        (self.playouts > 0).then(|| Endings {
            ownership: owned.map(|owned| (owned / playouts) as f32).collect(),
            lead,
            deviation: (self.squares / playouts - lead * lead).max(0.0).sqrt(),
            playouts: self.playouts,
        })
    }
}

impl AddAssign<&EndingSums> for EndingSums {
    fn add_assign(&mut self, other: &EndingSums) {
        self.owned.resize(self.owned.len().max(other.owned.len()), 0);
        self.owned.iter_mut().zip(&other.owned).for_each(|(sum, owned)| *sum += owned);
        self.expected.resize(self.expected.len().max(other.expected.len()), 0.0);
        self.expected.iter_mut().zip(&other.expected).for_each(|(sum, owned)| *sum += owned);
        self.lead += other.lead;
        self.squares += other.squares;
        self.playouts += other.playouts;
    }
}

/// Adds what another thread has noted, move by move.
pub(super) fn add(sums: &mut Vec<EndingSums>, others: &[EndingSums]) {
    sums.resize(sums.len().max(others.len()), EndingSums::default());
    sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
}
