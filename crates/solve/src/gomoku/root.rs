//! What threats show of a position that is about to be searched: a win of the side to move, or the moves that prevent one of
//! the other side.

use super::relevance_zone::ZoneFinder;
use super::{Proof, VctProver};
use std::sync::Arc;
use std::time::Duration;
use wanqi_eval::gomoku::tactics::{near, rank};
use wanqi_eval::gomoku::{Class, PointSet};
use wanqi_game::{Game, Side};
use wanqi_games::gomoku::{Gomoku, Move, Position, Rule};
use wanqi_search::{Limits, ProofBudget, Proven, Prover, Watch};

/// What the strong alpha-beta asks before it begins: VCT for either side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootProver {
    /// Megabytes of table.
    pub table_mb: usize,
}

impl Default for RootProver {
    fn default() -> Self {
        RootProver { table_mb: 8 }
    }
}

/// Nodes of alpha-beta in the time that a position takes in a threat search.
const NODES_OF_A_PROOF: u64 = 4;

impl Prover<Gomoku> for RootProver {
    fn budget(&self) -> ProofBudget {
        ProofBudget::BRIEF
    }

    fn prove(&self, game: &Gomoku, position: &Position, limits: &Limits) -> (Proven<Move>, u64) {
        let limits = Limits { nodes: limits.nodes.map(|nodes| nodes / NODES_OF_A_PROOF), ..limits.clone() };
        let (proven, nodes) = self.look_ahead(game, position, &limits);
        (proven, nodes * NODES_OF_A_PROOF)
    }
}

impl RootProver {
    /// Looks for a win of the side to move by VCT (fours and open threes), and if there is none, for one that the other
    /// side would have if it were its turn, and for the moves that prevent it. Says how many positions were looked at.
    pub fn look_ahead(&self, game: &Gomoku, position: &Position, limits: &Limits) -> (Proven<Move>, u64) {
        let budget = Budget { limits, watch: Watch::start(limits) };
        if game.outcome(position).is_some() {
            return (Proven::Nothing, 0);
        }
        let mut attack = VctProver::new(game, position, self.table_mb, limits);
        if let Some(proof) = attack.prove_briefly(&budget, 0, 2) {
            let plies = u32::try_from(proof.plies()).unwrap_or(u32::MAX);
            return (Proven::Win { line: proof.line(), plies }, attack.nodes);
        }
        // Who has to prevent five has no choice.
        let forced = !attack.board.points(attack.attacker.opponent(), Class::Five).is_empty();
        let (Some(passed), false) = (game.passed(position), forced) else {
            return (Proven::Nothing, attack.nodes);
        };
        let mut defence = VctProver::new(game, &passed, self.table_mb, limits);
        let proof = defence.prove_briefly(&budget, attack.nodes, 2);
        let left = proof.map(|proof| defence.preventing(&proof, &budget, attack.nodes)).unwrap_or_default();
        let nodes = attack.nodes + defence.nodes;
        (if left.is_empty() { Proven::Nothing } else { Proven::Only(left) }, nodes)
    }
}

/// What all searches here may take together.
struct Budget<'a> {
    limits: &'a Limits,
    watch: Watch,
}

impl Budget<'_> {
    /// One part in so many of what is left, for a search that has looked at `nodes` positions, others at `before`.
    fn part(&self, nodes: u64, before: u64, parts: u64) -> Limits {
        let left = |all: u64| all.saturating_sub(nodes + before) / parts;
        let time = |all: Duration| all.saturating_sub(self.watch.elapsed()) / parts as u32;
        Limits {
            nodes: self.limits.nodes.map(|all| nodes + left(all)),
            time: self.limits.time.map(time),
            stop: self.limits.stop.clone(),
            ..Limits::default()
        }
    }
}

impl VctProver<'_> {
    /// Looks for a VCT.
    fn prove_briefly(&mut self, budget: &Budget, before: u64, parts: u64) -> Option<Arc<Proof>> {
        self.begin(&budget.part(self.nodes, before, parts));
        if !self.wins_briefly() {
            return None;
        }
        // What has been found is worth the time to write it down.
        self.begin(&budget.part(self.nodes, before, 1));
        self.build_attack()
    }

    /// Begins to watch over limits.
    fn begin(&mut self, limits: &Limits) {
        let most = limits.nodes.map_or(BRIEF_VCF, |nodes| nodes - self.nodes);
        self.again = most.clamp(MIN_VCF, BRIEF_VCF);
        self.watch = Watch::start(limits);
    }

    /// Whether the attacker, to move, is seen to win.
    fn wins_briefly(&mut self) -> bool {
        !self.is_over()
            && (self.vcf(&mut self.again.clone(), &mut Vec::new()) == Some(true)
                || self.search(true, super::ProofNumbers::NO_LIMIT).proof == 0)
    }

    /// The moves of the defender, who is to move instead of the attacker, that leave the attacker without a win as far as is
    /// seen; `proof` shows that some are needed. Fours that only put it off count where nothing else helps. None where
    /// nothing does.
    fn preventing(&mut self, proof: &Proof, budget: &Budget, before: u64) -> Vec<Move> {
        let them = self.attacker.opponent();
        let finder = ZoneFinder::new(self.game, self.root, &Limits::until(&budget.limits.stop));
        let finder = finder.filter(|_| self.game.rule() != Rule::Renju);
        let zone = finder.and_then(|mut finder| finder.zone(proof, 1).ok());
        // In renju any stone may forbid or allow another, and what that depends on is most of the neighbourhood.
        let mut points = zone.map_or_else(|| near(&self.board), |zone| *zone.points());
        for class in [Class::Four, Class::FourThree, Class::Fours, Class::Doubtful] {
            points = points.either(self.board.points(them, class));
        }
        let mut ranked: Vec<_> =
            points.iter().map(|point| (-rank(&self.board, them, point), point)).collect();
        ranked.sort_unstable();
        let (mut prevent, mut delay) = (Vec::new(), Vec::new());
        for (i, &(_, point)) in ranked.iter().enumerate() {
            if !self.is_legal(them, point) {
                continue;
            }
            let parts = (ranked.len() - i) as u64;
            self.begin(&budget.part(self.nodes, before, parts));
            match self.effect(them, point) {
                Effect::Prevents => prevent.push(self.move_to(point)),
                Effect::Delays => delay.push(self.move_to(point)),
                Effect::Loses => {}
            }
        }
        if prevent.is_empty() { delay } else { prevent }
    }

    /// What a move of the defender does about the attacker's win.
    fn effect(&mut self, them: Side, point: usize) -> Effect {
        self.board.put(them, point);
        let fives: PointSet = *self.board.points(them, Class::Five);
        let effect = match fives.first() {
            // The attacker has no time but to answer a four.
            Some(five) if self.board.points(self.attacker, Class::Five).is_empty() => {
                if fives.len() > 1 || !self.is_legal(self.attacker, five) {
                    Effect::Prevents
                } else {
                    self.board.put(self.attacker, five);
                    let still_wins = self.wins_briefly();
                    self.board.take_back();
                    if still_wins { Effect::Delays } else { Effect::Prevents }
                }
            }
            _ if self.wins_briefly() => Effect::Loses,
            _ => Effect::Prevents,
        };
        self.board.take_back();
        effect
    }
}

/// What a move does about a win of the other side.
enum Effect {
    Prevents,
    /// A four, after the answer to which the win is still there.
    Delays,
    Loses,
}

/// Positions to look at for a VCF before anything else.
const BRIEF_VCF: u64 = 1000;
/// As many as proof search looks at where the attacker is to move.
const MIN_VCF: u64 = 40;
