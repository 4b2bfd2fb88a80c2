//! Which child to visit next: where what has gone well is weighed against what is little known.

use super::tree::{Proof, Tree};
use super::{Options, Rave};

impl<M: Copy> Tree<M> {
    /// The child to visit next: the greatest mean result plus bonus for being little known (UCB1: Auer,
    /// Cesa-Bianchi and Fischer 2002, <https://doi.org/10.1023/A:1013689704352>), the first of equals. Of what is
    /// proven there is nothing to learn: it is left alone.
    #[inline]
    pub fn select(&self, node: usize, options: &Options) -> usize {
        let parent = self.node(node);
        let bonus = options.exploration * (parent.visits.max(1) as f32).ln().sqrt();
        let (mut best, mut greatest) = (self.indices(node).start, f32::NEG_INFINITY);
        for (child, index) in self.children(node).iter().zip(self.indices(node)) {
            let value = if child.proof != Proof::Open {
                continue;
            } else if child.visits == 0 {
                options.first_play_urgency
            } else {
                let visits = child.visits as f32;
                (0.5 * child.points as f32 + bonus * visits.sqrt()) / visits
            };
            if value > greatest {
                (best, greatest) = (index, value);
            }
        }
        best
    }

    /// The child to visit next by what a guide has told: the mean result, or before the first visit the value that
    /// the guide saw, plus a bonus in proportion to the prior (PUCT: Rosin, *Multi-Armed Bandits with Episode
    /// Context* (2011), <https://doi.org/10.1007/s10472-011-9258-6>, in the form of AlphaZero).
    #[inline]
    pub fn select_guided(&self, node: usize, options: &Options) -> usize {
        let parent = self.node(node);
        let bonus = options.exploration * (parent.visits.max(1) as f32).sqrt();
        let (mut best, mut greatest) = (self.indices(node).start, f32::NEG_INFINITY);
        for (child, index) in self.children(node).iter().zip(self.indices(node)) {
            if child.proof != Proof::Open {
                continue;
            }
            let mean = if child.visits == 0 { child.hint.value } else { child.value() as f32 };
            let value = mean + bonus * child.hint.prior / (1.0 + child.visits as f32);
            if value > greatest {
                (best, greatest) = (index, value);
            }
        }
        best
    }

    /// The child to visit next where moves learn from games in which they came later: the greatest mean of its own results
    /// and of those games', each weighed by how much it tells. The weights are those of the least squared error by Gelly
    /// and Silver (2011), their bias *b* told as the visits 1/(4*b*²) that are worth all other games. The bonus is
    /// UCB1's.
    #[inline]
    pub fn select_rave(&self, node: usize, rave: &Rave) -> usize {
        let parent = self.node(node);
        let bonus = rave.exploration * (parent.visits.max(1) as f32).ln().sqrt();
        let (mut best, mut greatest) = (self.indices(node).start, f32::NEG_INFINITY);
        for (child, index) in self.children(node).iter().zip(self.indices(node)) {
            if child.proof != Proof::Open {
                continue;
            }
            let own = child.visits as f32 + rave.even;
            let mean = 0.5 * (child.points as f32 + rave.even) / own;
            let later = child.later_visits;
            let later_mean = 0.5 * (child.later_points + 1.0) / (later + 1.0);
            let weight = later / (later + own + later * own / rave.equivalence);
            let value = mean + weight * (later_mean - mean) + bonus / own.sqrt();
            if value > greatest {
                (best, greatest) = (index, value);
            }
        }
        best
    }
}
