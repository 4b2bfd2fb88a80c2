//! What makes moves be chosen: the weights of their features, by the choices of searches.
//!
//! The probability that a move is chosen among its sisters is *e* to the sum of its features' weights, over that of all of them:
//! conditional logit, McFadden, *Conditional Logit Analysis of Qualitative Choice Behavior* (1974). Where *e* to a weight is
//! called a strength it is the generalised Bradley–Terry model that Coulom has fitted to moves of Go, *Computing Elo Ratings of
//! Move Patterns in the Game of Go* (2007), <https://www.remi-coulom.fr/Amsterdam2007/>. The likelihood is concave, so that
//! there is one best set of weights, whatever finds it.

use crate::lbfgs;
use crate::parallel::in_order;

/// Choices to learn from. A feature is a row: the index of a weight.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Choices {
    /// The rows of all moves, one after the other.
    rows: Vec<u32>,
    /// For each move where its rows end.
    moves: Vec<u32>,
    /// For each choice where its moves end, and which of them was chosen.
    choices: Vec<(u32, u32)>,
}

impl Choices {
    /// Adds a move to the choice that is being told.
    pub fn add_move(&mut self, rows: impl IntoIterator<Item = u32>) {
        self.rows.extend(rows);
        self.moves.push(self.rows.len() as u32);
    }

    /// Ends the choice that is being told: of the moves that were added since the last one, which was chosen.
    ///
    /// # Panics
    /// If there is no such move.
    pub fn end(&mut self, chosen: usize) {
        let begin = self.choices.last().map_or(0, |&(end, _)| end as usize);
        assert!(chosen < self.moves.len() - begin, "{chosen} of {}", self.moves.len() - begin);
        self.choices.push((self.moves.len() as u32, chosen as u32));
    }

    /// Adds those of another.
    pub fn append(&mut self, other: &Choices) {
        let (rows, moves) = (self.rows.len() as u32, self.moves.len() as u32);
        self.rows.extend(&other.rows);
        self.moves.extend(other.moves.iter().map(|&end| end + rows));
        self.choices.extend(other.choices.iter().map(|&(end, chosen)| (end + moves, chosen)));
    }

    /// The number of choices.
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// The number of rows of all moves together.
    pub(crate) fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// The rows of a move.
    fn rows(&self, index: usize) -> &[u32] {
        let begin = index.checked_sub(1).map_or(0, |before| self.moves[before] as usize);
        &self.rows[begin..self.moves[index] as usize]
    }

    /// The moves of a choice, and which was chosen.
    fn choice(&self, index: usize) -> (std::ops::Range<usize>, usize) {
        let begin = index.checked_sub(1).map_or(0, |before| self.choices[before].0 as usize);
        let (end, chosen) = self.choices[index];
        (begin..end as usize, begin + chosen as usize)
    }

    /// The probability of each move of a choice.
    fn probabilities(&self, moves: std::ops::Range<usize>, weights: &[f64], probabilities: &mut Vec<f64>) {
        probabilities.clear();
        probabilities
            .extend(moves.map(|mv| self.rows(mv).iter().map(|&row| weights[row as usize]).sum::<f64>()));
        let most = probabilities.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        probabilities.iter_mut().for_each(|logit| *logit = (*logit - most).exp());
        let all: f64 = probabilities.iter().sum();
        probabilities.iter_mut().for_each(|probability| *probability /= all);
    }

    /// The logarithm of the probability of what was chosen in some of the choices, all together, taken from `value`; what
    /// more of a weight would take from it is added to `gradient`.
    fn loss(&self, choices: std::ops::Range<usize>, weights: &[f64], gradient: &mut [f64]) -> f64 {
        let mut loss = 0.0;
        let mut probabilities = Vec::new();
        for index in choices {
            let (moves, chosen) = self.choice(index);
            self.probabilities(moves.clone(), weights, &mut probabilities);
            loss -= probabilities[chosen - moves.start].ln();
            for (mv, &probability) in moves.zip(&probabilities) {
                let by = if mv == chosen { probability - 1.0 } else { probability };
                self.rows(mv).iter().for_each(|&row| gradient[row as usize] += by);
            }
        }
        loss
    }

    /// The mean logarithm of the probability that weights give to what was chosen.
    pub fn log_likelihood(&self, weights: &[f64]) -> f64 {
        let mut probabilities = Vec::new();
        let of_choice = |index| {
            let (moves, chosen) = self.choice(index);
            self.probabilities(moves.clone(), weights, &mut probabilities);
            probabilities[chosen - moves.start].ln()
        };
        (0..self.len()).map(of_choice).sum::<f64>() / self.len().max(1) as f64
    }
}

/// Choices of a part, whose losses are added up by one thread: as many on any number of threads.
const PART: usize = 2048;
/// The search for the weights ends when a step gains less than this part of the loss, or after so many.
const TOLERANCE: f64 = 1e-8;
const STEPS: u32 = 500;

/// Finds the weights of so many rows. A weight is held to 0 as if its feature had won `prior` choices against a move without it
/// and lost as many. Told the same, they are the same on any number of threads.
///
/// # Panics
/// If a choice has a row that is not less than `rows`.
#[must_use]
pub fn fit(choices: &Choices, rows: usize, prior: f64, threads: usize) -> Vec<f64> {
    fit_while(choices, rows, prior, threads, TOLERANCE, || true)
}

/// The same, only as exact as `tolerance`, and broken off where `go_on` says so.
pub(crate) fn fit_while(
    choices: &Choices,
    rows: usize,
    prior: f64,
    threads: usize,
    tolerance: f64,
    go_on: impl Fn() -> bool,
) -> Vec<f64> {
    let value = |weights: &[f64], gradient: &mut [f64]| loss(choices, prior, threads, weights, gradient);
    lbfgs::minimise(&vec![0.0; rows], value, tolerance, STEPS, |_, _| go_on())
}

/// What is to be made least, and how it grows with each weight.
fn loss(choices: &Choices, prior: f64, threads: usize, weights: &[f64], gradient: &mut [f64]) -> f64 {
    let parts = choices.len().div_ceil(PART) as u32;
    let of_part = |part: u32| {
        let begin = part as usize * PART;
        let mut gradient = vec![0.0; weights.len()];
        let loss = choices.loss(begin..(begin + PART).min(choices.len()), weights, &mut gradient);
        Some((loss, gradient))
    };
    let mut loss = 0.0;
    gradient.fill(0.0);
    // A few at a time, since each has a gradient of its own.
    let wave = threads.max(1) as u32;
    for first in (0..parts).step_by(wave as usize) {
        let count = wave.min(parts - first);
        for (of_part, of_weights) in in_order(count, threads, |at| of_part(first + at), |_, _| {}) {
            loss += of_part;
            gradient.iter_mut().zip(of_weights).for_each(|(all, part)| *all += part);
        }
    }
    for (gradient, &weight) in gradient.iter_mut().zip(weights) {
        // Twice ln(1 + e^w), less w.
        loss += prior * (weight.abs() + 2.0 * (-weight.abs()).exp().ln_1p());
        *gradient += prior * (weight / 2.0).tanh();
    }
    loss
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves of a feature of three and one of two, of which the first says nothing.
    fn rows(kind: u32) -> impl Iterator<Item = u32> {
        let (one, other) = (kind % 3, kind / 3);
        one.checked_sub(1).into_iter().chain(other.checked_sub(1).map(|other| 2 + other))
    }

    /// Every two of them, chosen as often as these weights say.
    fn choices(truth: &[f64], times: u32) -> Choices {
        let weight = |kind| rows(kind).map(|row| truth[row as usize]).sum::<f64>();
        let mut choices = Choices::default();
        for one in 0..6 {
            for other in 0..one {
                let probability = 1.0 / (1.0 + (weight(other) - weight(one)).exp());
                for time in 0..times {
                    choices.add_move(rows(one));
                    choices.add_move(rows(other));
                    choices.end(usize::from(f64::from(time) >= f64::from(times) * probability));
                }
            }
        }
        choices
    }

    #[test]
    fn known_weights_are_found() {
        let truth = [4.0_f64.ln(), 0.25_f64.ln(), 2.0_f64.ln()];
        let choices = choices(&truth, 1000);
        let found = fit(&choices, 3, 0.01, 1);
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 0.02, "{found} instead of {truth}");
        }
        assert!(choices.log_likelihood(&found) > choices.log_likelihood(&[0.0; 3]) + 0.1);
    }

    #[test]
    fn weights_are_the_same_on_any_number_of_threads() {
        let choices = choices(&[1.0, -1.0, 0.5], 400);
        assert!(choices.len() > 2 * PART);
        let found = fit(&choices, 3, 1.0, 1);
        assert_eq!(found, fit(&choices, 3, 1.0, 3));
        let mut halves = Choices::default();
        halves.append(&choices);
        assert_eq!(halves, choices, "what is added to nothing");
        halves.append(&choices);
        assert_eq!(halves.len(), 2 * choices.len());
        assert!((halves.log_likelihood(&found) - choices.log_likelihood(&found)).abs() < 1e-12);
    }

    #[test]
    fn the_gradient_is_how_the_loss_grows() {
        const STEP: f64 = 1e-5;
        let choices = choices(&[1.0, -1.0, 0.5], 7);
        let (weights, mut gradient) = ([0.3, -2.0, 0.7], [0.0; 3]);
        let _ = loss(&choices, 1.5, 1, &weights, &mut gradient);
        for row in 0..3 {
            let at = |by: f64| {
                let mut weights = weights;
                weights[row] += by;
                loss(&choices, 1.5, 1, &weights, &mut [0.0; 3])
            };
            let slope = (at(STEP) - at(-STEP)) / (2.0 * STEP);
            assert!((slope - gradient[row]).abs() < 1e-5, "{slope} and {}", gradient[row]);
        }
    }

    /// One choice won, held by one won and one lost, is two of three.
    #[test]
    fn what_was_never_seen_stays_even() {
        let mut choices = Choices::default();
        choices.add_move([1]);
        choices.add_move([]);
        choices.end(0);
        let found = fit(&choices, 3, 1.0, 1);
        assert_eq!([found[0], found[2]], [0.0, 0.0]);
        assert!((found[1] - 2.0_f64.ln()).abs() < 1e-3, "{found:?}");
    }
}
