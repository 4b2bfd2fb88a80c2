//! Which child to visit next: where what has gone well is weighed against what is little known.

use super::guide::Prior;
use super::node::{Node, Proof};
use super::tree::Tree;
use super::{Options, Rave};

/// The visits of a node after which a move without a place is looked at; earlier only once there has been one for each of the
/// others. A search of a handful of playouts would else pass on an empty board, since nothing speaks against a pass. It is not
/// put off where it answers another such move: a second pass may end the game, and shows what the first was worth.
const UNINDEXED: u32 = 32;

/// Each way to choose takes the visits of the node, that which is under way left out, and whether there are `PRIORS`, so
/// that searches without one do not ask; `answers`: whether the move that leads to the node has no place.
impl<M: Copy> Tree<M> {
    /// The child to visit next: the greatest mean result plus bonus for being little known (UCB1: Auer,
    /// Cesa-Bianchi and Fischer 2002, <https://doi.org/10.1023/A:1013689704352>), the first of equals.
    #[inline]
    pub fn select<const PRIORS: bool>(
        &self,
        node: &Node<M>,
        visits: u32,
        answers: bool,
        options: &Options,
    ) -> &Node<M> {
        let bonus = options.exploration * (visits.max(1) as f32).ln().sqrt();
        self.greatest(
            node,
            self.skipped(node, visits, answers),
            width::<PRIORS>(visits, options),
            |child, prior| {
                let (mut own, mut points) = (child.visits() as f32, child.points() as f32);
                if PRIORS {
                    own += prior.visits;
                    points += 2.0 * prior.visits * prior.value;
                }
                if own == 0.0 {
                    return options.first_play_urgency;
                }
                (0.5 * points + bonus * own.sqrt()) / own + bias::<PRIORS, M>(child, prior, options)
            },
        )
    }

    /// The child to visit next by what a guide has evaluated: the mean result, or before the first visit the value
    /// that the guide saw, plus a bonus in proportion to the prior (PUCT: Rosin, *Multi-Armed Bandits with Episode
    /// Context* (2011), <https://doi.org/10.1007/s10472-011-9258-6>, in the form of AlphaZero).
    #[inline]
    pub fn select_guided(&self, node: &Node<M>, visits: u32, options: &Options) -> &Node<M> {
        let bonus = options.exploration * (visits.max(1) as f32).sqrt();
        self.greatest(node, 0, usize::MAX, |child, prior| {
            let mean = if child.visits() == 0 { prior.value } else { child.value() as f32 };
            mean + bonus * prior.probability / (1.0 + child.visits() as f32)
        })
    }

    /// The child to visit next where moves learn from games in which they came later: the greatest mean of its own results
    /// and of those games', each weighed by how much it tells. The weights are those of the least squared error by Gelly
    /// and Silver (2011), their bias *b* told as the visits 1/(4*b*²) that are worth all other games. The bonus is
    /// UCB1's.
    ///
    /// No later move tells of one that has no place, such as a pass: it is looked at now and then whatever its value, once
    /// after [`UNINDEXED`] visits of the node, again after four times as many, and so on.
    #[inline]
    pub fn select_rave<const PRIORS: bool>(
        &self,
        node: &Node<M>,
        visits: u32,
        answers: bool,
        rave: &Rave,
        options: &Options,
    ) -> &Node<M> {
        if visits >= UNINDEXED
            && let Some(neglected) = self.neglected(node, visits)
        {
            return neglected;
        }
        let bonus = rave.exploration * (visits.max(1) as f32).ln().sqrt();
        self.greatest(
            node,
            self.skipped(node, visits, answers),
            width::<PRIORS>(visits, options),
            |child, prior| {
                let (mut own, mut points) =
                    (child.visits() as f32 + rave.even, child.points() as f32 + rave.even);
                if PRIORS {
                    own += prior.visits;
                    points += 2.0 * prior.visits * prior.value;
                }
                let mean = 0.5 * points / own;
                let later = child.amaf_visits();
                let later_mean = 0.5 * (child.amaf_points() + 1.0) / (later + 1.0);
                let weight = later / (later + own + later * own / rave.equivalence);
                mean + weight * (later_mean - mean)
                    + bonus / own.sqrt()
                    + bias::<PRIORS, M>(child, prior, options)
            },
        )
    }

    /// A child without a place that is to be looked at again.
    fn neglected(&self, node: &Node<M>, visits: u32) -> Option<&Node<M>> {
        let due = 1 + (visits / UNINDEXED).ilog2() / 2;
        let unindexed = self.block(node)?.1.unindexed as usize;
        let neglected = |child: &&Node<M>| child.visits() < due && child.proof() == Proof::Unproven;
        self.children(node)[..unindexed].iter().find(neglected)
    }

    /// How many children, of those without a place that come first, it is too early to look at.
    #[inline]
    fn skipped(&self, node: &Node<M>, visits: u32, answers: bool) -> usize {
        if visits >= UNINDEXED || answers {
            return 0;
        }
        self.block(node).map_or(0, |(_, block)| {
            let unindexed = block.unindexed as usize;
            if (visits as usize) < block.nodes.len() - unindexed { unindexed } else { 0 }
        })
    }

    /// The child of the greatest value among the first so many, the first of equals, beside those without a place, of which the
    /// first `skipped` are not asked. Of what is proven there is nothing to learn: it is left alone, and counts for none.
    #[inline]
    fn greatest(
        &self,
        node: &Node<M>,
        skipped: usize,
        width: usize,
        value: impl Fn(&Node<M>, &Prior) -> f32,
    ) -> &Node<M> {
        let (_, block) = self.block(node).expect("a way down goes on where there are children");
        let children = &block.nodes;
        // Another thread may have proven them all by now, or all but what is skipped.
        let (mut best, mut greatest) = (&children[0], f32::NEG_INFINITY);
        let is_open = |(_, child): &(usize, &Node<M>)| child.proof() == Proof::Unproven;
        let unindexed = block.unindexed as usize;
        let others = children.iter().enumerate().skip(unindexed).filter(is_open).take(width);
        let before = children.iter().enumerate().take(unindexed).skip(skipped).filter(is_open);
        for (index, child) in before.chain(others) {
            let value = value(child, block.prior(index));
            if value > greatest {
                (best, greatest) = (child, value);
            }
        }
        best
    }
}

/// How many of a node's children are looked at.
#[inline]
fn width<const PRIORS: bool>(visits: u32, options: &Options) -> usize {
    match &options.widening {
        Some(widening) if PRIORS => widening.width(visits),
        _ => usize::MAX,
    }
}

/// Progressive bias.
#[inline]
fn bias<const PRIORS: bool, M>(child: &Node<M>, prior: &Prior, options: &Options) -> f32 {
    if PRIORS { options.bias * prior.probability / (child.visits() as f32 + 1.0) } else { 0.0 }
}
