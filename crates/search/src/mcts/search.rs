//! The search around the simulations: planting the tree, and the report.

use super::Options;
use super::endings::EndingSums;
use super::guide::{Guide, PlayoutGuide, Prior, ValueGuide};
use super::node::{Node, Proof};
use super::simulation::arrange;
use super::tree::{NodeIndex, Tree};
use crate::Bound;
use crate::record::{Record, Recorded};
use crate::{Counts, Limits, Report, RootMove, Search, Watch, legal_moves};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::cmp::Reverse;
use std::time::Duration;
use wanqi_game::Game;

/// Monte-Carlo tree search with random playouts. [`Limits::nodes`] are simulations here, and [`Limits::depth`]
/// has no meaning.
///
/// The tree is kept from one search to the next, as far as it lies below the new position.
///
/// Its score is a proof's, or the mean result of the best move in thousandths, from −1000 (lost) to 1000 (won).
pub struct Mcts<G: Game> {
    pub(super) options: Options,
    pub(super) guide: Guide<G>,
    pub(super) rng: Pcg64Mcg,
    pub(super) tree: Tree<G::Move>,
    /// The length of the line that the tree was planted for, and the key of its last position.
    planted: Option<(usize, u64)>,
}

impl<G: Game> Mcts<G> {
    /// A search without a tree.
    pub fn new(options: Options) -> Self {
        let rng = Pcg64Mcg::seed_from_u64(options.seed);
        let tree = Tree::new(options.memory_mb);
        Mcts { options, guide: Guide::None, rng, tree, planted: None }
    }

    /// A search without a tree that has its leaves evaluated.
    pub fn guided(options: Options, guide: impl ValueGuide<G> + 'static) -> Self {
        Mcts { guide: Guide::Values(Box::new(guide)), ..Mcts::new(options) }
    }

    /// A search without a tree that plays games out with knowledge.
    pub fn informed(options: Options, guide: impl PlayoutGuide<G> + 'static) -> Self {
        Mcts { guide: Guide::Playouts(Box::new(guide)), ..Mcts::new(options) }
    }

    /// The moves of the root and what is known of them: those that it would look at, or those that the limits
    /// name.
    fn root_moves(&self, game: &G, line: &[G::Position], limits: &Limits) -> Vec<(G::Move, Prior)> {
        let allowed = limits.allowed(legal_moves(game, line));
        if matches!(self.guide, Guide::None) || allowed.is_empty() {
            return allowed.into_iter().map(|mv| (mv, Prior::NONE)).collect();
        }
        let mut moves = Vec::new();
        self.guide.each_move(game, line, |mv, prior| {
            if allowed.contains(&mv) {
                moves.push((mv, prior));
            }
        });
        if limits.root_moves.is_some() {
            let probability = 1.0 / allowed.len() as f32;
            for mv in allowed {
                if moves.iter().all(|&(known, _)| known != mv) {
                    moves.push((mv, Prior { probability, ..Prior::NONE }));
                }
            }
        }
        moves
    }

    /// Finds the new root in the tree of the last search, or plants a new one. A tree that lacks moves at its root
    /// serves for one search.
    pub(super) fn plant(&mut self, game: &G, line: &[G::Position], limits: &Limits) {
        let planted = self.planted.filter(|_| limits.root_moves.is_none());
        let known = planted.and_then(|(length, key)| {
            let since = line.get(length - 1..)?;
            let (root, played) = since.split_first()?;
            if game.key(root) != key {
                return None;
            }
            let (mut place, mut node) = (Tree::<G::Move>::ROOT, self.tree.root()?);
            let mut before = root;
            for after in played {
                let made = |mv: G::Move| {
                    let mut next = before.clone();
                    game.play(&mut next, mv);
                    game.key(&next) == game.key(after)
                };
                (place, node) = self.tree.places(node).find(|(_, child)| made(child.mv))?;
                before = after;
            }
            (!node.is_leaf()).then_some(place)
        });
        match known.filter(|&place| self.has_moves(game, line, place)) {
            Some(Tree::<G::Move>::ROOT) => {}
            Some(place) => self.tree.replant(place),
            None => {
                let mut moves = self.root_moves(game, line, limits);
                let unindexed = arrange(game, &mut moves, &mut self.rng, &self.guide);
                let key = self.options.graph.then(|| game.key(&line[line.len() - 1]));
                self.tree.plant(&moves, unindexed, key);
            }
        }
        let sees_all = self.guide.is_complete();
        self.tree.complete = sees_all && limits.root_moves.is_none();
        let position = line.last().expect("a line ends with the position to search");
        self.planted = limits.root_moves.is_none().then(|| (line.len(), game.key(position)));
    }

    /// Whether the children of a place that is to be the root are its moves. In a graph it may have grown with another past,
    /// which forbade others.
    fn has_moves(&self, game: &G, line: &[G::Position], place: NodeIndex) -> bool {
        if !(self.options.graph && G::FORBIDS_BY_HISTORY) {
            return true;
        }
        let moves = self.root_moves(game, line, &Limits::default());
        let children = self.tree.node(place).map_or(&[][..], |node| self.tree.children(node));
        children.len() == moves.len()
            && children.iter().all(|child| moves.iter().any(|&(mv, _)| mv == child.mv))
    }
}

impl<G: Game> Search<G> for Mcts<G> {
    fn search(
        &mut self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let mut watch = Watch::start(limits);
        self.plant(game, line, limits);
        let (counts, endings) = self.simulate(game, line, limits, &mut watch, progress);
        let mut report = report(&self.tree, counts, &endings, watch.elapsed());
        self.rest(game, line, limits, &mut report);
        progress(&report);
        report
    }

    fn record(
        &mut self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
        most: usize,
    ) -> Option<Recorded<G::Move>> {
        let (report, written) = self.written(game, line, limits, most);
        Some((report, Record::Simulations(written)))
    }

    fn forget(&mut self) {
        let guide = std::mem::take(&mut self.guide);
        *self = Mcts { guide, ..Mcts::new(self.options.clone()) };
    }

    fn hash_table(&mut self) -> Option<&mut dyn crate::HashTable> {
        None
    }
}

/// Whether no other move of the root can be visited more than the one that is, in the time that is left at the speed so far:
/// then it is the answer already. Only where time is the limit and one move is wanted.
pub(super) fn is_settled<M: Copy>(tree: &Tree<M>, done: u64, elapsed: Duration, limits: &Limits) -> bool {
    let Some(time) = limits.soft.into_iter().chain(limits.time).min() else { return false };
    if limits.nodes.is_some() || limits.lines > 1 {
        return false;
    }
    let left = time.saturating_sub(elapsed).as_secs_f64() / elapsed.as_secs_f64() * done as f64;
    let mut visits: Vec<u32> =
        tree.root().map_or(&[][..], |root| tree.children(root)).iter().map(Node::visits).collect();
    visits.sort_unstable_by_key(|&visits| Reverse(visits));
    match visits[..] {
        [] => false,
        [_] => true,
        [first, second, ..] => f64::from(first - second) > left,
    }
}

/// What the tree says of its root. `endings`: of each of the root's moves, as far as there are any.
pub(super) fn report<'a, M: Copy>(
    tree: &'a Tree<M>,
    counts: Counts,
    endings: &[EndingSums],
    time: Duration,
) -> Report<M> {
    let mut children: Vec<&Node<M>> = tree.root().into_iter().flat_map(|root| tree.children(root)).collect();
    let best = tree.root().and_then(|root| tree.best_child(root)).map(std::ptr::from_ref);
    children.sort_by_key(|&child| (Some(std::ptr::from_ref(child)) != best, Reverse(child.rank())));
    let line_from = |node| {
        let next = |&node: &&'a Node<M>| tree.best_child(node).filter(|best| best.visits() > 0);
        // In a graph it may lead in a circle.
        let mut seen = Vec::new();
        let is_new = move |node: &&Node<M>| {
            let block = tree.block(node).map(|(block, _)| block);
            let is_new = block.is_none_or(|block| !seen.contains(&block));
            seen.extend(block);
            is_new
        };
        std::iter::successors(Some(node), next).take_while(is_new)
    };
    let endings_of = |node: &'a Node<M>| {
        let index = tree.root().and_then(|root| tree.children(root).element_offset(node));
        endings.get(index?)?.endings()
    };
    let moves: Vec<RootMove<M>> = children
        .into_iter()
        .map(|node| {
            let (line, line_visits): (Vec<M>, Vec<u64>) =
                line_from(node).map(|node| (node.mv, u64::from(node.visits()))).unzip();
            let depth = line.len() as u32;
            RootMove {
                mv: node.mv,
                score: node.score(),
                bound: (node.proof() != Proof::Unproven).then_some(Bound::Exact),
                visits: node.visits().into(),
                depth,
                seldepth: depth,
                line,
                line_visits,
                prior: tree.root().map_or(0.0, |root| tree.prior(root, node).probability),
                endings: endings_of(node),
            }
        })
        .collect();
    let Some(best) = moves.first() else { return Report { counts, time, ..Report::empty() } };
    let mut all = EndingSums::default();
    endings.iter().for_each(|sums| all += sums);
    Report {
        best: Some(best.mv),
        score: best.score,
        proven: tree.complete && !tree.is_unproven(),
        solved: false,
        line: best.line.clone(),
        depth: best.depth,
        seldepth: best.seldepth,
        hashfull: Some(tree.thousandths_used()),
        counts,
        time,
        moves,
        endings: all.endings(),
        current: None,
    }
}
