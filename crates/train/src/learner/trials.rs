//! What a network that is better is tried with: a margin for the search, and a policy. Each is kept where a match is won by it.

use super::contest::{Contest, MakeSearch};
use super::folder::{Beside, CANDIDATES, Folder, LearnError};
use super::generations::{Learner, Run, Settings};
use super::parts::{NetworkSource, PlayerSource};
use crate::Score;
use std::time::Duration;
use wanqi_eval::learnt::{Contents, Learnt, Network, monte_carlo};
use wanqi_game::Game;
use wanqi_search::mcts::Options as MctsOptions;
use wanqi_search::{Evaluator, Search, Tactics};

/// The part of the time that is left which a margin or a policy and its match may take, and the part of that for a policy's
/// weights.
pub(super) const PART_OF_TRIAL: f64 = 0.1;
const PART_OF_FIT: f64 = 0.4;
/// The simulations of a move in the match of a policy, at most.
const POLICY_SIMULATIONS: u64 = 200;
/// What the number of a generation becomes in that match, so that it has games of its own.
const POLICY_GAMES: u32 = 1 << 31;
/// The same for the match of a margin.
const MARGIN_GAMES: u32 = 1 << 30;
/// What a quiet move seldom adds, as a part of the lead that multiplies the odds by *e*: that of chess, xiangqi and gomoku.
const MARGIN_OF_SCALE: f64 = 0.3;
/// Its match is at so many times the nodes: what is left out lies a few plies deep.
const MARGIN_NODES: u64 = 4;

impl<G, C, B, T> Learner<'_, G, C, B, T>
where
    G: Game + 'static,
    C: Contents<G> + 'static,
    B: Evaluator<G> + Clone + 'static,
    T: Tactics<G, Learnt<C, B>> + Clone + 'static,
{
    /// The network with a margin, if its search plays better by it: where a quiet move changes little (breakthrough) a search
    /// that leaves out what is far from the window sees much further, and where every move turns pieces over (ataxx) it is
    /// lost. That one network had it holds for those after it.
    pub(super) fn with_margin(
        &self,
        network: Network,
        folder: &Folder,
        number: u32,
        run: &mut Run<'_>,
    ) -> Result<Network, LearnError> {
        if !T::PARAMETERS.margin_is_learnt || network.margin > 0 {
            return Ok(network);
        }
        let margin = (MARGIN_OF_SCALE * f64::from(network.scale)) as i32;
        let with_margin = Network { margin, ..network.clone() };
        let networks = [&with_margin, &network];
        let [new, old] = networks.map(|network| self.player(&self.evaluation(Some(network.clone()))));
        let nodes = MARGIN_NODES * self.settings.match_nodes;
        let (_, is_better) = self.trial(
            networks,
            [&new, &old],
            PlayerSource::Best,
            nodes,
            number | MARGIN_GAMES,
            folder,
            run,
        )?;
        Ok(if is_better { with_margin } else { network })
    }

    /// The network with the policy that the games teach, if Monte-Carlo search plays better by it, and the match that says
    /// so; there is none as long as there is little to learn from. The run is only as long as all of this may take.
    pub(super) fn with_policy(
        &self,
        network: Network,
        folder: &Folder,
        number: u32,
        run: &mut Run<'_>,
    ) -> Result<(Network, Option<Beside>), LearnError> {
        let most = run.left().map(|left| Duration::from_secs_f64(PART_OF_FIT * left.max(0.0)));
        let contents = &**self.untrained.contents();
        let policy = folder.moves.policy(self.game, contents, self.settings.threads, most, run.stop);
        let Some(policy) = policy else { return Ok((network, None)) };
        let with_policy = Network { policy: Some(policy), ..network.clone() };
        let networks = [&with_policy, &network];
        let [new, old] = networks.map(|network| self.monte_carlo(network));
        let nodes = self.settings.match_nodes.min(POLICY_SIMULATIONS);
        let (score, is_better) = self.trial(
            networks,
            [&new, &old],
            PlayerSource::Mcts,
            nodes,
            number | POLICY_GAMES,
            folder,
            run,
        )?;
        let kept = if is_better { with_policy } else { network };
        Ok((kept, Some(Beside { score, is_better })))
    }

    /// The match of two networks at so many nodes a move, or in equal time where there is a time: its score for the first one,
    /// and whether that is better. `source` says how others play by the file of one.
    #[expect(clippy::too_many_arguments, reason = "who plays, by what, how, and for whom")]
    fn trial(
        &self,
        [new, old]: [&Network; 2],
        players: [MakeSearch<'_, G>; 2],
        source: fn(NetworkSource) -> PlayerSource,
        match_nodes: u64,
        number: u32,
        folder: &Folder,
        run: &mut Run<'_>,
    ) -> Result<(Score, bool), LearnError> {
        let settings = Settings { match_nodes, ..self.settings.clone() };
        let contest = Contest { game: self.game, settings: &settings, number };
        let speed = if run.time.is_some() { contest.speed(players) } else { 1.0 };
        let sources = match &run.hands {
            Some(_) => Some([
                source(folder.candidate(CANDIDATES[1], new)?),
                source(folder.candidate(CANDIDATES[0], old)?),
            ]),
            None => None,
        };
        contest.play(players, sources, speed, run, &folder.history)
    }

    /// Makes Monte-Carlo searches that play by a network.
    pub(super) fn monte_carlo(
        &self,
        network: &Network,
    ) -> impl Fn() -> Box<dyn Search<G>> + Sync + use<G, C, B, T> {
        let (learnt, tactics) = (self.evaluation(Some(network.clone())), self.tactics.clone());
        let scale = network.scale as f32;
        let options = MctsOptions { memory_mb: 1, ..MctsOptions::default() };
        move || Box::new(monte_carlo(options.clone(), learnt.clone(), tactics.clone(), scale))
    }
}
