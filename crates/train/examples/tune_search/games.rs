//! Games between sets of numbers.

use crate::run::bar;
use crate::screen::Screen;
use crate::state::State;
use anyhow::Result;
use std::ops::RangeInclusive;
use wanqi_game::{Game, random};
use wanqi_search::alpha_beta::{Best, Options, SearchParameters};
use wanqi_search::{Evaluator, Limits, Search, Stop, Tactics};
use wanqi_train::duel::{Contestant, play_pair, random_opening};
use wanqi_train::{GameSettings, Score, in_order, spsa};

/// Pairs of games around the same numbers, which move when all are played: what is found depends on it, and not on
/// threads.
const TOGETHER: u32 = 16;
/// A game longer than this is a draw.
const MAX_PLIES: usize = 300;
const TABLE_MB: usize = 2;

/// Who plays, and on how many threads.
pub struct Games<'a, G, E, T> {
    pub game: &'a G,
    pub evaluation: E,
    pub tactics: T,
    pub threads: usize,
    pub stop: Stop,
}

/// How games are played.
pub struct Terms<P> {
    /// What a move may take.
    pub limits: Limits,
    pub begins: Begins<P>,
    /// Of all random choices.
    pub seed: u64,
}

/// How games begin.
pub enum Begins<P> {
    /// With so many random plies.
    Random(RangeInclusive<u32>),
    /// With these positions, in turn.
    Positions(Vec<P>),
}

impl<G: Game, E: Evaluator<G> + Clone, T: Tactics<G, E> + Clone> Games<'_, G, E, T> {
    fn search(&self, parameters: SearchParameters) -> Box<dyn Search<G> + '_> {
        let options = Options { table_mb: TABLE_MB, parameters: Some(parameters), ..Options::default() };
        Box::new(Best::new(self.evaluation.clone(), self.tactics.clone(), options))
    }

    /// The half points that the first set takes in the two games of a pair; none if that was stopped.
    fn pair(&self, sets: [SearchParameters; 2], terms: &Terms<G::Position>, number: u32) -> Option<[u8; 2]> {
        let limits = Limits { stop: self.stop.clone(), ..terms.limits.clone() };
        let mut settings =
            GameSettings { limits: limits.clone(), max_plies: MAX_PLIES, ..GameSettings::default() };
        let start = match &terms.begins {
            Begins::Random(plies) => {
                settings.opening = plies.clone();
                let seed = random::word(!terms.seed, u64::from(number));
                random_opening(self.game, &settings, seed, 0)
            }
            Begins::Positions(positions) => vec![positions[number as usize % positions.len()].clone()],
        };
        let [a, b] = sets.map(|set| move || -> Box<dyn Search<G> + '_> { self.search(set) });
        let contestants =
            [&Contestant { search: &a, limits: limits.clone() }, &Contestant { search: &b, limits }];
        play_pair(self.game, &start, &contestants, &settings)
    }

    /// What the first set takes in so many pairs of games, or in those that are complete when it is stopped.
    pub fn measure(
        &self,
        sets: [SearchParameters; 2],
        terms: &Terms<G::Position>,
        pairs: u32,
        progress: &mut dyn FnMut(Score),
    ) -> Score {
        let mut score = Score::default();
        in_order(
            pairs,
            self.threads,
            |number| self.pair(sets, terms, number),
            |_, half_points| {
                half_points.iter().for_each(|&half_points| score.add(half_points));
                progress(score);
            },
        );
        score
    }

    /// Goes on until so many pairs are played or the work is stopped, and keeps what is found after every few.
    pub fn screen(
        &self,
        mut screen: Screen,
        terms: &Terms<G::Position>,
        pairs: u32,
        usual: SearchParameters,
        keep: impl Fn(&Screen) -> Result<()>,
    ) -> Result<Screen> {
        let bar = bar(pairs.into(), "pairs of games");
        bar.set_position(screen.done.into());
        bar.reset_eta();
        keep(&screen)?;
        while screen.done < pairs && !self.stop.is_stopped() {
            let job = |index| {
                let number = screen.done + index;
                self.pair(screen.sides(usual, number), terms, number)
            };
            let played = in_order(TOGETHER.min(pairs - screen.done), self.threads, job, |_, _| {});
            played.iter().for_each(|half_points| screen.learn(half_points.iter().sum::<u8>().into()));
            keep(&screen)?;
            bar.set_position(screen.done.into());
        }
        bar.abandon();
        Ok(screen)
    }

    /// Goes on until all pairs are played or the work is stopped, and keeps what is found after every few.
    pub fn tune(
        &self,
        mut state: State,
        usual: SearchParameters,
        keep: impl Fn(&State) -> Result<()>,
    ) -> Result<State> {
        let (tuned, settings) = (state.tuned(), state.settings());
        let begins = Begins::Random(state.opening[0]..=state.opening[1]);
        let terms = Terms { limits: Limits::nodes(state.nodes), begins, seed: state.seed };
        let bar = bar(state.pairs.into(), "pairs of games");
        bar.set_position(state.done.into());
        bar.reset_eta();
        keep(&state)?;
        while state.done < state.pairs && !self.stop.is_stopped() {
            let together = TOGETHER.min(state.pairs - state.done);
            let mut values = state.numbers();
            let job = |index| {
                let number = state.done + index;
                let perturbed = spsa::perturb(&values, &tuned, &settings, number);
                let sets = [&perturbed.plus, &perturbed.minus].map(|values| state.with(usual, values));
                let half_points: u8 = self.pair(sets, &terms, number)?.iter().sum();
                Some((perturbed, f64::from(half_points) - 2.0))
            };
            let played = in_order(together, self.threads, job, |_, _| {});
            if played.len() < together as usize {
                // Those that were stopped are played again.
                break;
            }
            for (number, (perturbed, lead)) in (state.done..).zip(&played) {
                spsa::learn(&mut values, &tuned, &settings, number, perturbed, *lead);
            }
            state.learned(&values, together);
            keep(&state)?;
            bar.set_position(state.done.into());
        }
        bar.abandon();
        Ok(state)
    }
}
