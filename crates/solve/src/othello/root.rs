//! What the strong alpha-beta is told of an ending before it begins.

use super::{Goal, Solution, Solver};
use std::time::Duration;
use wanqi_game::{Game, Side};
use wanqi_games::othello::{Move, Othello, Position};
use wanqi_search::{Bound, Limits, ProofBudget, Proven, Prover, SolvedMove};

/// Solves endings from where the limits suffice on: the best move, or every move where several lines are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndgameProver {
    /// The most megabytes of table.
    pub table_mb: usize,
}

impl Default for EndgameProver {
    fn default() -> Self {
        EndgameProver { table_mb: 64 }
    }
}

/// Positions that are looked at in the time of a node of alpha-beta.
const POSITIONS_OF_A_NODE: u64 = 4;
/// Positions a second.
const SPEED: u64 = 20_000_000;
/// Seconds that a solution may take where nobody says how long a thought may be.
const ENDLESS_SECONDS: u64 = 2;

/// About the positions that it takes to solve so many empty squares: half as many in many endings, ten times as many in
/// some (`docs/experiments/othello.md`).
fn expected(empty: u32) -> u64 {
    const AT_TWENTY: f64 = 6e6;
    const GROWTH: f64 = 2.2;
    (AT_TWENTY * GROWTH.powi(empty as i32 - 20)) as u64
}

impl Prover<Othello> for EndgameProver {
    fn budget(&self) -> ProofBudget {
        ProofBudget { share: 2, max_time: Duration::from_secs(10), max_nodes: u64::MAX, analyses: true }
    }

    fn prove(&self, game: &Othello, position: &Position, limits: &Limits) -> (Proven<Move>, u64) {
        let discs: u64 = Side::BOTH.into_iter().map(|side| position.discs(side)).sum();
        let empty = (game.board() & !discs).count_ones();
        let nodes = limits.nodes.map(|nodes| nodes.saturating_mul(POSITIONS_OF_A_NODE));
        let in_time = limits.time.map(|time| (time.as_secs_f64() * SPEED as f64) as u64);
        // An analysis without an end shows something soon.
        let affordable = nodes.into_iter().chain(in_time).min().unwrap_or(SPEED * ENDLESS_SECONDS);
        let all = limits.lines > 1;
        let expected = expected(empty).saturating_mul(if all { 3 } else { 1 });
        // It is asked for the most discs.
        let other_goal = game.goal() != wanqi_games::othello::Goal::Most;
        if other_goal || expected > affordable || game.outcome(position).is_some() {
            return (Proven::Nothing, 0);
        }
        // As much as is filled: a small table is sooner made.
        let table_mb = self.table_mb.min((expected >> 18) as usize + 1);
        let Ok(mut solver) = Solver::new(table_mb) else { return (Proven::Nothing, 0) };
        let limits = Limits { nodes, ..limits.clone() };
        let solution = match all {
            true => solver.solve_all(game, position, Goal::Exact, &limits, &mut |_| {}),
            false => solver.solve(game, position, Goal::Exact, &limits, &mut |_| {}),
        };
        let nodes = solution.nodes / POSITIONS_OF_A_NODE;
        (proven(solution, all), nodes)
    }
}

/// What is worth telling of a solution.
fn proven(solution: Solution, all: bool) -> Proven<Move> {
    let Solution { lower, upper, is_solved, line, moves, .. } = solution;
    if all && is_solved {
        let move_of =
            |one: super::MoveScore| SolvedMove { lead: one.score, bound: Bound::Exact, line: one.line };
        return Proven::Solved(moves.into_iter().map(move_of).collect());
    }
    // A move that wins by we know not how much is worth more than an opinion. Who loses looks on for what loses least.
    if all || line.is_empty() || !is_solved && lower <= 0 {
        return Proven::Nothing;
    }
    let bound = if lower == upper { Bound::Exact } else { Bound::Lower };
    Proven::Solved(vec![SolvedMove { lead: lower, bound, line }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use wanqi_game::Notation;

    /// FFO 21: 15 empty squares, a draw.
    const ENDING: &str = "OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O";

    fn check(limits: &Limits, expected: &[i32]) {
        let game = Othello::default();
        let position = game.parse_position(ENDING).expect("a position");
        let (proven, nodes) = EndgameProver::default().prove(&game, &position, limits);
        let leads: Vec<_> = match proven {
            Proven::Solved(moves) => moves.iter().map(|one| one.lead).collect(),
            proven => {
                assert_eq!((proven, nodes), (Proven::Nothing, 0), "it was not tried");
                Vec::new()
            }
        };
        assert_eq!(leads, expected, "{limits:?}");
    }

    #[test]
    fn what_is_in_reach_is_solved() {
        check(&Limits::nodes(10_000), &[]);
        check(&Limits::nodes(1_000_000), &[0]);
        check(&Limits { lines: 2, ..Limits::nodes(1_000_000) }, &[0, -2, -4, -6]);
        check(&Limits::time(Duration::from_millis(1)), &[]);
    }

    #[test]
    fn an_endless_analysis_does_not_begin_with_the_whole_game() {
        let game = Othello::default();
        for lines in [1, 3] {
            let limits = Limits { lines, ..Limits::default() };
            let (proven, nodes) = EndgameProver::default().prove(&game, &game.start(), &limits);
            assert_eq!((proven, nodes), (Proven::Nothing, 0), "{lines} lines");
        }
    }
}
