//! How much less deeply to look at a move that is unlikely to be best.

use super::SearchParameters;
use super::ordering::ScoredMove;

/// What is known of a node before its moves are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeContext {
    /// Whether it may lie on the principal variation.
    pub principal: bool,
    /// Whether the side to move stands better than before its last move, as far as that is known.
    pub improving: bool,
    /// Whether one of the first moves is expected to refute.
    /// <https://www.chessprogramming.org/Node_Types#CUT>
    pub cut: bool,
    /// Whether the nodes after its moves have been refuted often, as far as they have been looked at: where so many moves fail, the
    /// next will too.
    pub refuted: bool,
}

impl NodeContext {
    pub const ROOT: NodeContext =
        NodeContext { principal: true, improving: true, cut: false, refuted: false };
}

/// Late move reductions: in a good order of moves the late ones seldom refute anything, so they are searched less
/// deeply first, and again at full depth only if they turn out better than expected. The reduction grows with the
/// logarithms of the depth and of the move's place.
/// <https://www.chessprogramming.org/Late_Move_Reductions>
#[derive(Clone, Debug)]
pub(super) struct Reductions {
    /// Logarithms, in units of which a product of two is a number of plies times [`PLY`](Reductions::PLY).
    logarithms: [i32; 128],
    parameters: SearchParameters,
}

impl Reductions {
    /// A ply.
    const PLY: i32 = 1024;
    /// A depth below this is not reduced.
    const MIN_DEPTH: u32 = 3;

    pub fn new(parameters: SearchParameters) -> Self {
        let growth = f64::from(parameters.reduction_growth * Self::PLY) / 1000.0;
        let logarithm = |i: usize| growth.sqrt() * (i.max(1) as f64).ln();
        Reductions { logarithms: std::array::from_fn(|i| logarithm(i) as i32), parameters }
    }

    /// Hundredths of a ply.
    #[inline(always)]
    fn hundredths(of: i32) -> i32 {
        of * Self::PLY / 100
    }

    /// Plies to take off `depth` (that of the node) for a move that `tried` others come before.
    #[inline]
    pub fn plies<M>(&self, depth: u32, tried: usize, node: NodeContext, scored: &ScoredMove<M>) -> u32 {
        if depth < Self::MIN_DEPTH || tried < 2 || !(scored.quiet || scored.losing) {
            return 0;
        }
        let mut reduction = self.logarithm(depth as usize) * self.logarithm(tried);
        let parameters = &self.parameters;
        reduction += Self::hundredths(parameters.reduction_base);
        if node.principal {
            reduction -= Self::hundredths(parameters.reduction_principal);
        }
        // Who stands worse than before is less likely to find a move that refutes.
        if !node.improving {
            reduction += Self::hundredths(parameters.reduction_worse);
        }
        if node.cut {
            reduction += Self::hundredths(parameters.reduction_cut);
        }
        if node.refuted {
            reduction += Self::hundredths(parameters.reduction_refuted);
        }
        reduction -= match scored.history() {
            None => Self::hundredths(parameters.reduction_killer),
            // A move that refutes whenever it can is reduced three plies less, one that never does three more.
            Some(history) => history * parameters.reduction_history / 1600,
        };
        // What seems to lose may be a sacrifice, which history knows nothing of.
        if scored.losing {
            reduction = reduction * parameters.reduction_losing / 100;
        }
        // At least a ply remains, so that it is no mere look at the captures.
        ((reduction / Self::PLY).max(0) as u32).min(depth - 2)
    }

    #[inline]
    fn logarithm(&self, of: usize) -> i32 {
        self.logarithms[of.min(self.logarithms.len() - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plies(
        depth: u32,
        tried: usize,
        node: NodeContext,
        move_score: i32,
        killer: bool,
        history: i32,
    ) -> u32 {
        let mut scored = ScoredMove::new((), 0);
        scored.rank(move_score, killer, history);
        let parameters =
            SearchParameters { reduction_refuted: 100, reduction_losing: 50, ..SearchParameters::USUAL };
        Reductions::new(parameters).plies(depth, tried, node, &scored)
    }

    #[test]
    fn late_quiet_moves_are_reduced() {
        let usual = NodeContext { principal: false, ..NodeContext::ROOT };
        assert_eq!(plies(8, 1, usual, 0, false, 0), 0, "the first moves are not");
        assert_eq!(plies(2, 30, usual, 0, false, 0), 0, "nor is the last ply");
        assert_eq!(plies(8, 30, usual, 3, false, 0), 0, "nor is what promises something");
        let late = plies(8, 30, usual, 0, false, 0);
        assert!(late >= 2);
        assert!(
            plies(8, 30, NodeContext { principal: true, ..usual }, 0, false, 0) < late,
            "less on the principal variation"
        );
        assert!(
            plies(8, 30, NodeContext { improving: false, ..usual }, 0, false, 0) > late,
            "more by who stands worse"
        );
        assert!(
            plies(8, 30, NodeContext { cut: true, ..usual }, 0, false, 0) > late,
            "more where one refutes"
        );
        assert!(
            plies(8, 30, NodeContext { refuted: true, ..usual }, 0, false, 0) > late,
            "more where many have failed"
        );
        assert!(plies(8, 30, usual, 0, true, 0) < late, "killers less");
        assert!(plies(8, 30, usual, 0, false, 16_000) < late, "what refuted often less");
        assert!(plies(8, 30, usual, 0, false, -16_000) > late, "what never did more");
        let losing = plies(8, 30, usual, -3, false, 0);
        assert!(losing > 0 && losing < late, "what seems to lose as well, by half as much");
        for depth in 3..60 {
            for tried in 2..100 {
                let now = plies(depth, tried, usual, 0, false, 0);
                assert!(now <= plies(depth, tried + 1, usual, 0, false, 0), "the later the more");
                assert!(now <= plies(depth + 1, tried, usual, 0, false, 0), "the deeper the more");
                assert!(now <= depth - 2, "a ply remains");
            }
        }
    }
}
