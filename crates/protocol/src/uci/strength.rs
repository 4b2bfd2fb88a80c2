//! Playing below full strength: the options `UCI_LimitStrength` and `UCI_Elo`.

use crate::options::Spin;

/// What can be asked for.
pub(super) const ELO: Spin = Spin { default: 1600, least: 1320, most: 2800 };

/// Ratings and the nodes of a move that reach them, on the scale of Stockfish 15.1's own `UCI_Elo`: the ends of a line
/// through matches at fixed nodes, on which a factor of two is worth 140 points (`docs/experiments/chess.md`).
const NODES: [(f64, f64); 2] = [(1320.0, 200.0), (2800.0, 360_000.0)];

/// How many nodes a move of a player of this rating takes: between the points measured, an equal factor for an equal
/// difference.
pub(super) fn nodes(elo: usize) -> u64 {
    let elo = elo as f64;
    let at = NODES.windows(2).find(|pair| elo <= pair[1].0).unwrap_or(&NODES[NODES.len() - 2..]);
    let ((low, few), (high, many)) = (at[0], at[1]);
    let share = (elo - low) / (high - low);
    (few * (many / few).powf(share)).round().max(1.0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_nodes_for_more_elo() {
        for (elo, count) in NODES {
            assert_eq!(nodes(elo as usize), count as u64);
        }
        let all: Vec<u64> = (ELO.least..=ELO.most).step_by(20).map(nodes).collect();
        assert!(all.is_sorted_by(|a, b| a < b), "{all:?}");
    }
}
