//! How wrong the evaluation has been about positions like this one.

use super::tree::{Evaluated, Tree};
use crate::{Evaluator, Score, Tactics, Window};
use wanqi_game::{Game, Side};

/// By how much the search has found positions better or worse than the evaluation said, averaged over those that share a
/// [key](crate::tactics::CorrectionKeys) of a part: where the pawns stand alike, an evaluation errs alike.
/// <https://www.chessprogramming.org/Static_Evaluation_Correction_History>
#[derive(Clone, Debug, Default)]
pub(super) struct Corrections {
    /// By side to move, place of the key and its bits, in units of the evaluation times [`GRAIN`](Corrections::GRAIN).
    errors: Vec<i16>,
}

impl Corrections {
    /// Keys are told apart by so many bits.
    const BITS: u32 = 14;
    /// So that slow changes are not lost in rounding.
    const GRAIN: i32 = 64;
    /// How much of the error of each key is believed, in hundredths.
    const BELIEVED: i32 = 30;

    /// Room for so many keys a position: what was learned, if there were as many.
    pub fn with_keys(self, keys: usize) -> Corrections {
        let entries = (2 * keys) << Self::BITS;
        if self.errors.len() == entries { self } else { Corrections { errors: vec![0; entries] } }
    }

    #[inline]
    fn entry(side: Side, place: usize, key: u64) -> usize {
        ((2 * place + side.index()) << Self::BITS) + (key >> (u64::BITS - Self::BITS)) as usize
    }

    /// What is known of the key at a place, to be summed up over the keys.
    #[inline]
    pub fn get(&self, side: Side, place: usize, key: u64) -> i32 {
        self.errors.get(Self::entry(side, place, key)).map_or(0, |&error| error.into())
    }

    /// An evaluation with the sum of what is known of its position's keys.
    #[inline]
    pub fn correct(evaluation: Score, sum: i32) -> Score {
        Score::heuristic(evaluation.value() + Self::BELIEVED * sum / (100 * Self::GRAIN))
    }

    /// Takes in that a search of `depth` has found so much more than the evaluation said; no more than `most` of it. The
    /// deeper, the more it counts.
    #[inline]
    pub fn learn(&mut self, side: Side, place: usize, key: u64, error: i32, depth: u32, most: i32) {
        const WHOLE: i32 = 256;
        let weight = (depth + 1).min(16) as i32;
        if let Some(entry) = self.errors.get_mut(Self::entry(side, place, key)) {
            let error = (error.clamp(-most, most) * Self::GRAIN).clamp(i16::MIN.into(), i16::MAX.into());
            *entry = ((i32::from(*entry) * (WHOLE - weight) + error * weight) / WHOLE) as i16;
        }
    }
}

impl<G: Game, E: Evaluator<G>, T: Tactics<G, E>> Tree<'_, G, E, T> {
    /// A node was worth `best`, which its move `better` has brought if it lies above alpha: keeps by how much the
    /// evaluation was wrong, unless a tactical move made the difference, which it need not see, or the score is
    /// only a bound on the side where the evaluation lies anyway.
    pub(super) fn learn_error(
        &mut self,
        ply: usize,
        depth: u32,
        asked: Window,
        best: Score,
        better: Option<G::Move>,
    ) {
        let Some(Evaluated { raw, corrected }) =
            self.evaluations[ply].filter(|_| T::PARAMETERS.correction_keys > 0)
        else {
            return;
        };
        let says_nothing =
            (best >= asked.beta && best <= corrected) || (best <= asked.alpha && best >= corrected);
        if best.decided().is_some() || says_nothing || better.is_some_and(|mv| self.move_score(mv) != 0) {
            return;
        }
        let (side, error) = (self.walk.side(), best.value() - raw.value());
        let corrections = &mut self.memory.corrections;
        let mut place = 0;
        self.walk.tactics.each_correction_key(
            self.walk.game,
            &self.walk.line[self.walk.line.len() - 1],
            |key| {
                corrections.learn(side, place, key, error, depth, 3 * self.margin);
                place += 1;
            },
        );
    }

    /// An evaluation of the position with what has been learned of its errors.
    #[inline]
    pub(super) fn corrected(&self, evaluation: Score) -> Score {
        let side = self.walk.side();
        let (mut place, mut sum) = (0, 0);
        self.walk.tactics.each_correction_key(self.walk.game, self.walk.position(), |key| {
            sum += self.memory.corrections.get(side, place, key);
            place += 1;
        });
        Corrections::correct(evaluation, sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_learned_by_key_and_side() {
        let mut corrections = Corrections::default().with_keys(2);
        for _ in 0..1000 {
            corrections.learn(Side::First, 1, u64::MAX, 5000, 9, 300);
        }
        let sum = corrections.get(Side::First, 1, u64::MAX);
        let corrected = Corrections::correct(Score::DRAW, sum).value();
        assert!((85..=90).contains(&corrected), "{corrected}: a part of what is bounded");
        for (side, place, key) in
            [(Side::Second, 1, u64::MAX), (Side::First, 0, u64::MAX), (Side::First, 1, 0)]
        {
            assert_eq!(corrections.get(side, place, key), 0);
        }
        assert_eq!(corrections.clone().with_keys(2).get(Side::First, 1, u64::MAX), sum);
        assert_eq!(corrections.with_keys(1).get(Side::First, 0, u64::MAX), 0);
    }

    #[test]
    fn without_keys_nothing_is_learned() {
        let mut corrections = Corrections::default().with_keys(0);
        corrections.learn(Side::First, 0, 0, 100, 9, 300);
        assert_eq!(corrections.get(Side::First, 0, 0), 0);
    }
}
