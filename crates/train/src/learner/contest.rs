//! Matches of a learner: whether what is new plays better than what was in use.

use super::folder::{Generation, LearnError};
use super::generations::{Run, Settings, Stage};
use super::parts::{PAIRS, Part, PartOrder, Piece, PlayerSource};
use crate::duel::{self, Contestant};
use crate::{GameSettings, Pairs, Plan, Score, Sprt, Verdict, game_loop};
use wanqi_game::{Game, random};
use wanqi_search::host::Instant;
use wanqi_search::{Limits, Search};

/// Makes a player for a game.
pub type MakeSearch<'a, G> = &'a (dyn Fn() -> Box<dyn Search<G>> + Sync);

/// The match of a generation.
pub(super) struct Contest<'a, G> {
    /// The game.
    pub game: &'a G,
    /// How the learner learns.
    pub settings: &'a Settings,
    /// The generation; the games depend on it.
    pub number: u32,
}

/// A match is over when one of these is likely enough: that the new one is no stronger, or so much.
const TEST: Sprt = Sprt { elo0: 0.0, elo1: 35.0 };
/// Positions that are searched to see how fast players are, and the most that one may be faster than another one.
const SPEED_POSITIONS: u32 = 64;
const MAX_SPEED: f64 = 8.0;

impl<G: Game> Contest<'_, G> {
    /// How many nodes the first searches while the second searches one, from a few random openings in turn. Medians, since on
    /// a busy machine some searches wait for others' work.
    pub fn speed(&self, players: [MakeSearch<'_, G>; 2]) -> f64 {
        let settings = self.game_settings(Limits::nodes(self.settings.match_nodes));
        let mut searches = players.map(|player| player());
        let mut seconds_a_node = [Vec::new(), Vec::new()];
        for index in 0..SPEED_POSITIONS {
            let mut rng = game_loop::generator(!self.settings.seed, self.number << 8 | index);
            let line = game_loop::opening(self.game, &settings, &mut rng);
            for (search, seconds) in searches.iter_mut().zip(&mut seconds_a_node) {
                let began = Instant::now();
                let report = search.search(self.game, &line, &settings.limits, &mut |_| {});
                seconds.push(began.elapsed().as_secs_f64() / report.counts.nodes().max(1) as f64);
            }
        }
        let [new, old] = seconds_a_node.map(|mut seconds: Vec<f64>| {
            seconds.sort_by(f64::total_cmp);
            seconds[seconds.len() / 2]
        });
        (old / new).clamp(1.0 / MAX_SPEED, MAX_SPEED)
    }

    /// Plays until it is clear which is better, and says whether it is the first. That one has `speed` times the nodes.
    /// `sources` says to others who they are.
    ///
    /// # Errors
    /// What others have met.
    pub fn play(
        &self,
        [new, old]: [MakeSearch<'_, G>; 2],
        sources: Option<[PlayerSource; 2]>,
        speed: f64,
        run: &mut Run<'_>,
        history: &[Generation],
    ) -> Result<(Score, bool), LearnError> {
        let stop = run.stop;
        let settings = self.settings;
        let nodes = (settings.match_nodes as f64 * speed) as u64;
        if let Some(players) = sources {
            return self.play_by_hands(players, nodes, run, history);
        }
        let mut so_far = SoFar::default();
        let limits = Limits { stop: stop.part(), ..Limits::nodes(settings.match_nodes) };
        let (new, old) = (|| -> Box<dyn Search<G>> { new() }, || -> Box<dyn Search<G>> { old() });
        let contestants = [
            Contestant { search: &new, limits: Limits { nodes: Some(nodes), ..limits.clone() } },
            Contestant { search: &old, limits: limits.clone() },
        ];
        for batch in 0.. {
            if so_far.is_enough(settings, run) {
                break;
            }
            let plan = Plan {
                games: 2 * PAIRS,
                seed: random::word(!settings.seed, u64::from(self.number) << 32 | batch),
                threads: settings.threads,
                settings: self.game_settings(limits.clone()),
                positions: 0,
            };
            let outcome = duel::play_pairs(self.game, &contestants, &plan);
            if stop.is_stopped() {
                break;
            }
            so_far.add(&outcome);
            so_far.tell(settings, run, history);
        }
        Ok((so_far.score, so_far.is_better()))
    }

    /// The same games, played by others.
    fn play_by_hands(
        &self,
        players: [PlayerSource; 2],
        nodes: u64,
        run: &mut Run<'_>,
        history: &[Generation],
    ) -> Result<(Score, bool), LearnError> {
        let Some(hands) = run.hands.take() else { return Ok((Score::default(), false)) };
        let settings = self.settings;
        let part = Part::Pairs {
            players,
            nodes: [nodes, settings.match_nodes],
            bounds: settings.bounds(),
            seed: settings.seed,
            number: self.number,
        };
        let batches = settings.match_games.div_ceil(2 * PAIRS);
        let (generation, stop) = (history.len() as u32 + 1, run.stop);
        // Whether it is late is asked where games are heard of: a match without a game says nothing.
        let late = || false;
        let order = PartOrder { part, generation, first: 0, count: batches * PAIRS, known: 0, late: &late };
        let (mut so_far, mut batch) = (SoFar::default(), Vec::new());
        let worked = hands.work(&order, stop, &mut |index, piece| {
            if index == 0 {
                (so_far, batch) = (SoFar::default(), Vec::new());
            }
            let expected = so_far.pairs.0.iter().sum::<u32>() + batch.len() as u32;
            let Piece::Pair(pair) = piece else { return Err(LearnError::Missing(index)) };
            if index != expected {
                return Err(LearnError::Missing(expected));
            }
            batch.push(pair);
            if batch.len() < PAIRS as usize {
                return Ok(false);
            }
            so_far.add(&std::mem::take(&mut batch));
            so_far.tell(settings, run, history);
            Ok(so_far.is_enough(settings, run))
        });
        run.hands = Some(hands);
        worked?;
        Ok((so_far.score, so_far.is_better()))
    }

    fn game_settings(&self, limits: Limits) -> GameSettings {
        let Settings { opening, max_plies, .. } = self.settings;
        GameSettings { opening: opening.clone(), limits, max_plies: *max_plies }
    }
}

/// A match so far.
#[derive(Default)]
struct SoFar {
    score: Score,
    pairs: Pairs,
}

impl SoFar {
    fn add(&mut self, pairs: &[[u8; 2]]) {
        for pair in pairs {
            pair.iter().for_each(|&half_points| self.score.add(half_points));
            self.pairs.0[usize::from(pair[0] + pair[1])] += 1;
        }
    }

    fn is_enough(&self, settings: &Settings, run: &Run<'_>) -> bool {
        let late = run.is_over() && self.score.games() > 0;
        TEST.verdict(&self.pairs).is_some() || self.score.games() >= settings.match_games || late
    }

    fn is_better(&self) -> bool {
        match TEST.verdict(&self.pairs) {
            Some(verdict) => verdict == Verdict::Accepted,
            // Not enough games to be sure: what is likelier.
            None => self.score.games() > 0 && TEST.log_likelihood_ratio(&self.pairs) > 0.0,
        }
    }

    fn tell(&self, settings: &Settings, run: &mut Run<'_>, history: &[Generation]) {
        let stage = Stage::Match { score: self.score, of: settings.match_games };
        run.tell(history.len() as u32 + 1, stage, history);
    }
}
