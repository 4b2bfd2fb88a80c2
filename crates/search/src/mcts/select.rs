//! Which child to visit next: where what has gone well is weighed against what is little known.

use super::tree::{Node, Proof, Tree};
use super::{Options, Rave};

/// Each way to choose takes whether a guide has told `HINTS`, so that searches without one do not ask.
impl<M: Copy> Tree<M> {
    /// The child to visit next: the greatest mean result plus bonus for being little known (UCB1: Auer,
    /// Cesa-Bianchi and Fischer 2002, <https://doi.org/10.1023/A:1013689704352>), the first of equals.
    #[inline]
    pub fn select<const HINTS: bool>(&self, node: usize, options: &Options) -> usize {
        let parent = self.node(node);
        let bonus = options.exploration * (parent.visits.max(1) as f32).ln().sqrt();
        self.greatest(node, self.width::<HINTS>(node, options), |child| {
            let (mut visits, mut points) = (child.visits as f32, child.points as f32);
            if HINTS {
                visits += child.hint.visits;
                points += 2.0 * child.hint.visits * child.hint.value;
            }
            if visits == 0.0 {
                return options.first_play_urgency;
            }
            (0.5 * points + bonus * visits.sqrt()) / visits + bias::<HINTS, M>(child, options)
        })
    }

    /// The child to visit next by what a guide of values has told: the mean result, or before the first visit the value
    /// that the guide saw, plus a bonus in proportion to the prior (PUCT: Rosin, *Multi-Armed Bandits with Episode
    /// Context* (2011), <https://doi.org/10.1007/s10472-011-9258-6>, in the form of AlphaZero).
    #[inline]
    pub fn select_guided(&self, node: usize, options: &Options) -> usize {
        let parent = self.node(node);
        let bonus = options.exploration * (parent.visits.max(1) as f32).sqrt();
        self.greatest(node, usize::MAX, |child| {
            let mean = if child.visits == 0 { child.hint.value } else { child.value() as f32 };
            mean + bonus * child.hint.prior / (1.0 + child.visits as f32)
        })
    }

    /// The child to visit next where moves learn from games in which they came later: the greatest mean of its own results
    /// and of those games', each weighed by how much it tells. The weights are those of the least squared error by Gelly
    /// and Silver (2011), their bias *b* told as the visits 1/(4*b*²) that are worth all other games. The bonus is
    /// UCB1's.
    #[inline]
    pub fn select_rave<const HINTS: bool>(&self, node: usize, rave: &Rave, options: &Options) -> usize {
        let parent = self.node(node);
        let bonus = rave.exploration * (parent.visits.max(1) as f32).ln().sqrt();
        self.greatest(node, self.width::<HINTS>(node, options), |child| {
            let (mut own, mut points) = (child.visits as f32 + rave.even, child.points as f32 + rave.even);
            if HINTS {
                own += child.hint.visits;
                points += 2.0 * child.hint.visits * child.hint.value;
            }
            let mean = 0.5 * points / own;
            let later = child.later_visits;
            let later_mean = 0.5 * (child.later_points + 1.0) / (later + 1.0);
            let weight = later / (later + own + later * own / rave.equivalence);
            mean + weight * (later_mean - mean) + bonus / own.sqrt() + bias::<HINTS, M>(child, options)
        })
    }

    /// How many of a node's children are looked at.
    #[inline]
    fn width<const HINTS: bool>(&self, node: usize, options: &Options) -> usize {
        match &options.widening {
            Some(widening) if HINTS => widening.width(self.node(node).visits),
            _ => usize::MAX,
        }
    }

    /// The child of the greatest value among the first so many, the first of equals. Of what is proven there is nothing to
    /// learn: it is left alone, and counts for none.
    #[inline]
    fn greatest(&self, node: usize, width: usize, value: impl Fn(&Node<M>) -> f32) -> usize {
        let (mut best, mut greatest) = (self.indices(node).start, f32::NEG_INFINITY);
        let open = |(child, _): &(&Node<M>, usize)| child.proof == Proof::Open;
        for (child, index) in self.children(node).iter().zip(self.indices(node)).filter(open).take(width) {
            let value = value(child);
            if value > greatest {
                (best, greatest) = (index, value);
            }
        }
        best
    }
}

/// Progressive bias.
#[inline]
fn bias<const HINTS: bool, M>(child: &Node<M>, options: &Options) -> f32 {
    if HINTS { options.bias * child.hint.prior / (child.visits as f32 + 1.0) } else { 0.0 }
}
