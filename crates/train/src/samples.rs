//! Positions as the tuner sees them: features, and how the game ended.

use wanqi_game::Game;
use wanqi_search::Linear;

/// Positions with their features, the result of the game that each is from, and what a search thought of it. Kept
/// as one list of features after the other, so that a million positions fit into memory.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Samples {
    features: Vec<(u32, f32)>,
    /// Where each sample's features end.
    ends: Vec<usize>,
    labels: Vec<Label>,
}

/// What is known of a sample beside its features; everything as the first side sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Label {
    /// How the game ended: 1 won by the first side, ½ drawn, 0 lost.
    pub result: f32,
    /// The score of a search, in the evaluation's units.
    pub score: f32,
    /// The game that it is from. Games are held out as a whole, because their positions are much alike.
    pub game: u32,
}

impl Samples {
    /// Adds a position.
    pub fn add<G: Game, E: Linear<G>>(
        &mut self,
        game: &G,
        evaluator: &E,
        position: &G::Position,
        label: Label,
    ) {
        let begin = self.features.len();
        evaluator.each_feature(game, position, |index, count| self.count(begin, index, count));
        self.finish(begin, label);
    }

    /// Adds a position by its features: indices of weights, and what they count.
    pub fn add_features(&mut self, features: &[(usize, f64)], label: Label) {
        let begin = self.features.len();
        features.iter().for_each(|&(index, count)| self.count(begin, index, count));
        self.finish(begin, label);
    }

    fn count(&mut self, begin: usize, index: usize, count: f64) {
        // Few features: to look for the same one among them is cheaper than to sort.
        let index = index as u32;
        match self.features[begin..].iter_mut().find(|(known, _)| *known == index) {
            Some((_, sum)) => *sum += count as f32,
            None => self.features.push((index, count as f32)),
        }
    }

    fn finish(&mut self, begin: usize, label: Label) {
        let mut end = begin;
        for i in begin..self.features.len() {
            // What both sides have is no difference.
            if self.features[i].1 != 0.0 {
                self.features[end] = self.features[i];
                end += 1;
            }
        }
        self.features.truncate(end);
        self.ends.push(end);
        self.labels.push(label);
    }

    /// Adds all of `other`, whose games become later ones than those that are here.
    pub fn append(&mut self, other: Samples) {
        let (begin, games) = (self.features.len(), self.games());
        self.features.extend(other.features);
        self.ends.extend(other.ends.into_iter().map(|end| begin + end));
        self.labels.extend(other.labels.into_iter().map(|label| Label { game: label.game + games, ..label }));
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The number of games that they are from, games without a position included up to the last one with any.
    pub fn games(&self) -> u32 {
        self.labels.iter().map(|label| label.game + 1).max().unwrap_or(0)
    }

    /// The features of a sample, each index once.
    #[inline]
    pub fn features(&self, sample: usize) -> &[(u32, f32)] {
        let begin = if sample == 0 { 0 } else { self.ends[sample - 1] };
        &self.features[begin..self.ends[sample]]
    }

    /// What else is known of a sample.
    #[inline]
    pub fn label(&self, sample: usize) -> Label {
        self.labels[sample]
    }
}
