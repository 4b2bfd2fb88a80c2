//! Matches of a learner: whether what is new plays better than what was in use.

use super::folder::Generation;
use super::generations::{Run, Settings, Stage};
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
/// Pairs of games between two looks at the test.
const PAIRS: u32 = 8;
/// Positions that are searched to see how fast players are, and the most that one may be faster than another one.
const SPEED_POSITIONS: u32 = 64;
const MAX_SPEED: f64 = 8.0;

impl<G: Game> Contest<'_, G> {
    /// How many nodes the first searches while the second searches one, from a few random openings in turn.
    pub fn speed(&self, players: [MakeSearch<'_, G>; 2]) -> f64 {
        let settings = self.game_settings(Limits::nodes(self.settings.match_nodes));
        let mut searches = players.map(|player| player());
        let mut seconds_a_node = [0.0; 2];
        for index in 0..SPEED_POSITIONS {
            let mut rng = game_loop::generator(!self.settings.seed, self.number << 8 | index);
            let line = game_loop::opening(self.game, &settings, &mut rng);
            for (search, seconds) in searches.iter_mut().zip(&mut seconds_a_node) {
                let began = Instant::now();
                let report = search.search(self.game, &line, &settings.limits, &mut |_| {});
                *seconds += began.elapsed().as_secs_f64() / report.counts.nodes().max(1) as f64;
            }
        }
        let [new, old] = seconds_a_node;
        (old / new).clamp(1.0 / MAX_SPEED, MAX_SPEED)
    }

    /// Plays until it is clear which is better, and says whether it is the first. That one has `speed` times the nodes.
    pub fn play(
        &self,
        [new, old]: [MakeSearch<'_, G>; 2],
        speed: f64,
        run: &mut Run<'_>,
        history: &[Generation],
    ) -> (Score, bool) {
        let stop = run.stop;
        let settings = self.settings;
        let (mut score, mut pairs) = (Score::default(), Pairs::default());
        let limits = Limits { stop: stop.part(), ..Limits::nodes(settings.match_nodes) };
        let nodes = (settings.match_nodes as f64 * speed) as u64;
        let (new, old) = (|| -> Box<dyn Search<G>> { new() }, || -> Box<dyn Search<G>> { old() });
        let contestants = [
            Contestant { search: &new, limits: Limits { nodes: Some(nodes), ..limits.clone() } },
            Contestant { search: &old, limits: limits.clone() },
        ];
        for batch in 0.. {
            let late = run.is_over() && batch > 0;
            if TEST.verdict(&pairs).is_some() || score.games() >= settings.match_games || late {
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
            for pair in outcome {
                pair.iter().for_each(|&half_points| score.add(half_points));
                pairs.0[usize::from(pair[0] + pair[1])] += 1;
            }
            let number = history.len() as u32 + 1;
            run.tell(number, Stage::Match { score, of: settings.match_games }, history);
        }
        let is_better = match TEST.verdict(&pairs) {
            Some(verdict) => verdict == Verdict::Accepted,
            // Not enough games to be sure: what is likelier.
            None => score.games() > 0 && TEST.log_likelihood_ratio(&pairs) > 0.0,
        };
        (score, is_better)
    }

    fn game_settings(&self, limits: Limits) -> GameSettings {
        let Settings { opening, max_plies, .. } = self.settings;
        GameSettings { opening: opening.clone(), limits, max_plies: *max_plies }
    }
}
