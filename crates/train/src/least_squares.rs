//! Sums of rows of width one, fitted by least squares: a weight for every feature, of which each position has a few.
//!
//! Buro, *From Simple Features to Sophisticated Evaluation Functions* (1998),
//! <https://skatgame.net/mburo/ps/glem.pdf>, fits hundreds of thousands of weights of patterns in this way.

use crate::trainer::shuffled;
use wanqi_search::Stop;

/// A position: the rows that it switches on, and what they shall add up to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Example<const N: usize> {
    /// The rows.
    pub rows: [u32; N],
    /// Their sum.
    pub target: f32,
}

impl<const N: usize> Example<N> {
    /// By how much the weights are off.
    pub fn error(&self, weights: &[f32]) -> f32 {
        self.target - self.rows.iter().map(|&row| weights[row as usize]).sum::<f32>()
    }
}

/// How long and how fast to learn.
#[derive(Clone, PartialEq, Debug)]
pub struct Schedule {
    /// Passes over all positions.
    pub epochs: u32,
    /// The part of an error by which each row is corrected, in the first and in the last epoch; in between it falls by the
    /// same part each epoch.
    pub rates: [f32; 2],
    /// The seed of the order of positions.
    pub seed: u64,
}

/// The weights of so many rows, one position after the other (stochastic gradient descent). Rows that are seldom on stay
/// near zero, as they should. `progress` hears of every epoch; `None` if it was stopped.
pub fn fit<const N: usize>(
    rows: usize,
    examples: &[Example<N>],
    schedule: &Schedule,
    stop: &Stop,
    progress: &mut dyn FnMut(),
) -> Option<Vec<f32>> {
    let mut weights = vec![0.0; rows];
    let [first, last] = schedule.rates;
    for epoch in 0..schedule.epochs {
        if stop.is_stopped() {
            return None;
        }
        let part = epoch as f32 / schedule.epochs.saturating_sub(1).max(1) as f32;
        let rate = first * (last / first).powf(part);
        let order = shuffled((0..examples.len() as u32).collect(), schedule.seed.wrapping_add(epoch.into()));
        for number in order {
            let example = &examples[number as usize];
            let step = rate * example.error(&weights);
            example.rows.iter().for_each(|&row| weights[row as usize] += step);
        }
        progress();
    }
    Some(weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wanqi_game::random;

    #[test]
    fn weights_are_found_again() {
        let truth: Vec<f32> = (0..60).map(|row| (row % 7) as f32 - 3.0).collect();
        let example = |number: u64| {
            let rows = std::array::from_fn(|i| (random::word(number, i as u64) % 20) as u32 + 20 * i as u32);
            let target = rows.iter().map(|&row: &u32| truth[row as usize]).sum();
            Example::<3> { rows, target }
        };
        let examples: Vec<_> = (0..2000).map(example).collect();
        let schedule = Schedule { epochs: 60, rates: [0.1, 0.02], seed: 1 };
        let found = fit(60, &examples, &schedule, &Stop::default(), &mut || {}).expect("it is not stopped");
        let worst = examples.iter().map(|example| example.error(&found).abs()).fold(0.0, f32::max);
        assert!(worst < 0.01, "{worst}");
        let again = fit(60, &examples, &schedule, &Stop::default(), &mut || {});
        assert_eq!(again, Some(found), "one seed, one result");
    }
}
