//! Provers of gomoku for the game with an opening rule.

use wanqi_games::gomoku::opening::{Move, Opening, Position, Stage};
use wanqi_games::gomoku::{Gomoku, Move as Stone};
use wanqi_search::{Limits, ProofBudget, Proven, Prover, SolvedMove};

/// A prover of gomoku that is asked when the opening is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AfterOpening<P>(pub P);

impl<P: Prover<Gomoku>> Prover<Opening> for AfterOpening<P> {
    fn budget(&self) -> ProofBudget {
        self.0.budget()
    }

    fn prove(&self, game: &Opening, position: &Position, limits: &Limits) -> (Proven<Move>, u64) {
        if position.stage() != Stage::Play {
            return (Proven::Nothing, 0);
        }
        let stones = |stones: Vec<Stone>| stones.into_iter().map(Move::Stone).collect();
        let solved = |SolvedMove { lead, bound, line }| SolvedMove { lead, bound, line: stones(line) };
        let (proven, nodes) = self.0.prove(game.game(), position.board(), limits);
        let proven = match proven {
            Proven::Nothing => Proven::Nothing,
            Proven::Win { line, plies } => Proven::Win { line: stones(line), plies },
            Proven::Only(moves) => Proven::Only(stones(moves)),
            Proven::Solved(moves) => Proven::Solved(moves.into_iter().map(solved).collect()),
        };
        (proven, nodes)
    }
}
