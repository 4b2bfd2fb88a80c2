//! The numbers of the strong alpha-beta that differ from game to game, and that games can find.

use std::ops::RangeInclusive;

/// What a tuner may try of a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tunable {
    /// Its name.
    pub name: &'static str,
    /// What it may be.
    pub range: RangeInclusive<i32>,
    /// A change of it that games can tell.
    pub step: i32,
}

/// Declares the parameters: the usual value, what it may be, and a change that games can tell.
macro_rules! parameters {
    ($($(#[$meaning:meta])* $name:ident = $usual:literal in $least:literal..$most:literal by $step:literal;)*) => {
        /// How far the [selective](super::Selectivity) techniques go. Margins are in hundredths of
        /// [`margin`](crate::tactics::Parameters::margin), depths in plies above the horizon.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct SearchParameters {
            $($(#[$meaning])* pub $name: i32,)*
        }

        impl SearchParameters {
            /// Those of a game that has not found its own.
            pub const USUAL: SearchParameters = SearchParameters { $($name: $usual,)* };

            /// What may be tried of each, in the order of [`values`](Self::values).
            pub fn tunable() -> Vec<Tunable> {
                vec![$(Tunable { name: stringify!($name), range: $least..=$most, step: $step },)*]
            }

            /// All of them, in one order.
            pub fn values(&self) -> Vec<i32> {
                vec![$(self.$name,)*]
            }

            /// Those with these values, each the nearest that it may be; what is lacking stays as it is.
            pub fn with_values(mut self, values: &[i32]) -> SearchParameters {
                let mut values = values.iter();
                $(if let Some(&value) = values.next() {
                    self.$name = value.clamp($least, $most);
                })*
                self
            }
        }
    };
}

parameters! {
    /// Reverse futility: down to this depth a node is given up that is so far above the window.
    reverse_depth = 7 in 1..14 by 1;
    /// Reverse futility: the margin a ply.
    reverse_margin = 80 in 20..400 by 12;
    /// Razoring: down to this depth a node is given up that is so far below the window; 0 for never.
    razor_depth = 0 in 0..14 by 1;
    /// Razoring: the margin at depth 0.
    razor_base = 200 in 0..600 by 20;
    /// Razoring: what each ply adds.
    razor_margin = 100 in 20..400 by 14;
    /// Futility of quiet moves: down to this depth one is left out where the node is so far below the window.
    futile_depth = 7 in 1..14 by 1;
    /// Futility of quiet moves: the margin at depth 0.
    futile_base = 90 in 0..600 by 20;
    /// Futility of quiet moves: what each ply adds.
    futile_margin = 110 in 20..400 by 14;
    /// Moves that lose something: down to this depth they are left out.
    losing_depth = 6 in 1..14 by 1;
    /// Moves that lose something: what a tactical one may lose a ply.
    losing_margin = 90 in 10..400 by 14;
    /// Moves that lose something: what a quiet one may lose, times the square of the depth.
    quiet_loss = 25 in 2..200 by 6;
    /// Moves that were refuted too often: down to this depth they are left out.
    refuted_depth = 4 in 1..12 by 1;
    /// Moves that were refuted too often: what history says of them, a ply.
    refuted_history = 3000 in 500..12000 by 400;
    /// Quiet moves that come too late: down to this depth they are left out.
    counted_depth = 8 in 1..14 by 1;
    /// Quiet moves that come too late: how many are tried at depth 0.
    counted_base = 3 in 1..20 by 1;
    /// Quiet moves that come too late: how many more, in hundredths of the square of the depth.
    counted_growth = 100 in 20..600 by 14;
    /// Reductions: for the first move at depth 1, in hundredths of a ply.
    reduction_base = 25 in -150..250 by 16;
    /// Reductions: what the product of the logarithms of depth and place is worth, in thousandths of a ply.
    reduction_growth = 443 in 100..1200 by 40;
    /// Reductions: so much less where the principal variation may lie, in hundredths of a ply.
    reduction_principal = 100 in 0..300 by 16;
    /// Reductions: so much more for who stands no better than before, in hundredths of a ply.
    reduction_worse = 100 in 0..300 by 16;
    /// Reductions: so much more where one of the first moves is expected to refute, in hundredths of a ply.
    reduction_cut = 100 in 0..300 by 16;
    /// Reductions: so much more where the nodes after the moves have been refuted often, in hundredths of a ply.
    reduction_refuted = 0 in 0..300 by 16;
    /// Reductions: so much less for killers, in hundredths of a ply.
    reduction_killer = 100 in 0..300 by 16;
    /// Reductions: so much less for what always refutes and more for what never does, in hundredths of a ply.
    reduction_history = 100 in 0..300 by 16;
    /// Reductions: for a move that seems to lose, so much of what the others give, in hundredths.
    reduction_losing = 100 in 0..200 by 12;
    /// Null move: how much less deeply the answer is searched, in hundredths of a ply.
    null_base = 400 in 100..800 by 30;
    /// Null move: what a ply of depth adds, in hundredths of one.
    null_growth = 25 in 0..80 by 4;
    /// Null move: the margin above the window that adds a ply, of which there are three at most.
    null_margin = 200 in 40..900 by 24;
    /// ProbCut: how far above the window a tactical move has to come.
    probcut_margin = 180 in 40..600 by 24;
    /// ProbCut by the table alone: how far above the window its score has to be; 0 for never.
    probcut_known = 0 in 0..1500 by 50;
    /// Singular moves: at which depth the others have to stay a whole margin behind; less far below it.
    singular_depth = 60 in 10..240 by 6;
    /// Singular moves: how much further for two plies.
    singular_double = 25 in 0..200 by 8;
    /// Quiescence: what a tactical move may add beside its gain.
    quiescence_margin = 150 in 20..600 by 20;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_back_and_kept_in_bounds() {
        let usual = SearchParameters::USUAL;
        let (values, tunable) = (usual.values(), SearchParameters::tunable());
        assert_eq!(values.len(), tunable.len());
        for (value, Tunable { name, range, step }) in values.iter().zip(&tunable) {
            assert!(range.contains(value) && *step > 0, "{name}");
        }
        let other: Vec<_> = tunable.iter().map(|parameter| *parameter.range.start()).collect();
        let changed = usual.with_values(&other);
        assert_eq!(changed.values(), other);
        assert_eq!(changed.with_values(&values), usual);
        let least: Vec<_> = values.iter().map(|_| i32::MIN).collect();
        assert_eq!(usual.with_values(&least).values(), other);
        assert_eq!(usual.with_values(&values[..3]), usual);
    }
}
