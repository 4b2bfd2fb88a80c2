//! Small boards of Go solved: what Black leads by at the end if both sides play their best.
//!
//! The rules are area scoring (every stone on the board is alive), no komi, no suicide, two passes in a row end the game,
//! and [superko](Superko): a stone must not bring back an earlier position. Boards have up to 25 points and need not be
//! square.
//!
//! [`solve`] asks one question after the other, "can Black lead by *k* or more?", from 0 upwards, and beside them all the time
//! whether Black can own the whole board. Each is answered by searches of growing depth for a proof of either side. To read
//! from the bottom up: `board` (stones in bits), `position`, `symmetry`, `unconditional_life` (stones that nothing can
//! take), `past` (what superko forbids, and what it means for what has been proven), `question` (what is asked, and
//! what answers it at once),
//! `table`, `ordering` (which moves go first), `forced` (what a side can do whatever came before), `standing` (whether that stands under a past), `proof` and
//! `search` (where the past decides).
//!
//! Van der Werf, van den Herik and Uiterwijk, *Solving Go on Small Boards* (2003), <https://erikvanderwerf.tengen.nl/>;
//! van der Werf and Winands, *Solving Go for Rectangular Boards* (2009), <https://doi.org/10.3233/ICG-2009-32203>.

mod board;
mod forced;
mod ordering;
mod past;
mod position;
mod proof;
mod question;
mod search;
mod standing;
mod symmetry;
mod table;
mod unconditional_life;

pub use board::Size;
pub use past::Superko;

use board::BLACK;
use search::{LeadAnswer, Search};

/// What to solve and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    /// The board.
    pub size: Size,
    /// Which repetitions are forbidden.
    pub superko: Superko,
    /// The most memory of the tables of what has been proven, in MiB; 0 for a search without them.
    pub table_mb: usize,
}

/// How far a solution has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The lower bound of Black's lead, by proof.
    pub lower: i32,
    /// The upper bound of Black's lead, by proof.
    pub upper: i32,
    /// The lead that was asked about last, and how many plies deep.
    pub asked: i32,
    /// The plies that the last search looked ahead.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Black's first move in the last proof that Black leads by `lower`: a column and a row from 0, the first row at the
    /// bottom; `None` for a pass or without such a proof.
    pub first_move: Option<(u8, u8)>,
}

impl Solution {
    /// Whether the value is known.
    pub fn is_solved(&self) -> bool {
        self.lower == self.upper
    }
}

/// The work so far, and whether it goes on.
struct Progress<'a> {
    solution: Solution,
    goes_on: &'a mut dyn FnMut(&Solution) -> bool,
    stopped: bool,
    /// How many positions there may be before the search that is under way is left for another.
    pause: u64,
}

/// Positions between two questions whether to go on.
const INTERVAL: u64 = 1024;

impl Progress<'_> {
    /// Counts a position; whether to look at it.
    fn visit(&mut self) -> bool {
        self.solution.nodes += 1;
        if self.solution.nodes.is_multiple_of(INTERVAL) && !(self.goes_on)(&self.solution) {
            self.stopped = true;
        }
        !self.is_over()
    }

    /// Whether the search that is under way ends without a result.
    fn is_over(&self) -> bool {
        self.stopped || self.solution.nodes > self.pause
    }
}

/// Solves a board, or comes as far as `goes_on` allows, which is asked every thousand positions and hears how far it is.
pub fn solve(task: &Task, goes_on: &mut dyn FnMut(&Solution) -> bool) -> Solution {
    let points = task.size.points() as i32;
    let nothing = Solution { lower: -points, upper: points, asked: 0, depth: 0, nodes: 0, first_move: None };
    let mut search =
        Search::new(task, Progress { solution: nothing, goes_on, stopped: false, pause: u64::MAX });
    while !search.progress.solution.is_solved() {
        let Solution { lower, upper, .. } = search.progress.solution;
        // Whether Black leads at all is asked first, then one more each time: far from the value the loser's stones on the whole
        // board must live or die, which takes longer to settle.
        let asked = if lower >= 0 { lower + 1 } else { upper.min(0) };
        let Some(LeadAnswer { lead, winner, first_move }) = search.ask(asked) else { break };
        let solution = &mut search.progress.solution;
        if winner == BLACK {
            solution.lower = lead;
            solution.first_move = first_move.map(|point| task.size.column_and_row(point));
        } else {
            solution.upper = lead - 1;
        }
    }
    search.progress.solution
}

#[cfg(test)]
mod tests {
    use super::board::{Geometry, Stones};
    use super::*;

    fn value(width: u8, height: u8, superko: Superko, table_mb: usize) -> Option<i32> {
        let size = Size::new(width, height).expect("a size");
        let solution = solve(&Task { size, superko, table_mb }, &mut |solution| solution.nodes < 50_000_000);
        solution.is_solved().then_some(solution.lower)
    }

    #[test]
    fn known_values() {
        for (width, height, expected) in [(2, 2, 1), (3, 2, 0), (4, 2, 8), (5, 2, 10), (3, 3, 9), (4, 3, 4)] {
            for superko in [Superko::Positional, Superko::Situational] {
                let found = value(width, height, superko, 64);
                assert_eq!(found, Some(expected), "{width}×{height}, {superko:?}");
            }
        }
    }

    #[test]
    fn the_table_changes_no_value() {
        for (width, height) in [(1, 2), (2, 1), (1, 3), (1, 4), (2, 2), (2, 3)] {
            for superko in [Superko::Positional, Superko::Situational] {
                let (with, without) = (value(width, height, superko, 1), value(width, height, superko, 0));
                assert!(
                    without.is_some() && with == without,
                    "{width}×{height}, {superko:?}: {with:?}, {without:?}"
                );
            }
        }
    }

    /// Whether Black leads by so much at the end, from the rules alone.
    fn leads(
        geometry: &Geometry,
        superko: Superko,
        (board, side, passed): (Stones, usize, bool),
        past: &mut Vec<(Stones, usize)>,
        asked: i32,
    ) -> bool {
        let wish = side == BLACK;
        if passed && (board.lead(geometry) >= asked) == wish {
            return wish;
        }
        past.push((board, side));
        let stones = (0..geometry.all.count_ones()).filter(|point| board.empty(geometry) >> point & 1 != 0);
        let stones = stones.filter_map(|point| Some((board.play(geometry, side, point)?.0, false)));
        let mut moves: Vec<_> = stones.chain((!passed).then_some((board, true))).collect();
        moves.sort_by_key(|(board, _)| if wish { -board.lead(geometry) } else { board.lead(geometry) });
        let found = moves.into_iter().any(|(after, is_pass)| {
            let is_forbidden = !is_pass
                && past.iter().any(|&(before, to_move)| {
                    before == after && (superko == Superko::Positional || to_move != side)
                });
            !is_forbidden && leads(geometry, superko, (after, 1 - side, is_pass), past, asked) == wish
        });
        past.pop();
        if found { wish } else { !wish }
    }

    #[test]
    fn every_question_is_answered_as_the_rules_alone_do() {
        for (width, height) in [(1, 2), (1, 3), (1, 4), (5, 1), (2, 2)] {
            let size = Size::new(width, height).expect("a size");
            let geometry = Geometry::new(size);
            let points = size.points() as i32;
            for superko in [Superko::Positional, Superko::Situational] {
                let mut values = Vec::new();
                for asked in 1 - points..=points {
                    let expected =
                        leads(&geometry, superko, (Stones::EMPTY, BLACK, false), &mut Vec::new(), asked);
                    for table_mb in [0, 1] {
                        let nothing = Solution {
                            lower: -points,
                            upper: points,
                            asked,
                            depth: 0,
                            nodes: 0,
                            first_move: None,
                        };
                        let mut goes_on = |_: &Solution| true;
                        let task = Task { size, superko, table_mb };
                        let progress = Progress {
                            solution: nothing,
                            goes_on: &mut goes_on,
                            stopped: false,
                            pause: u64::MAX,
                        };
                        let answer = Search::new(&task, progress).ask(asked).expect("not stopped");
                        // Who owns the whole board leads by less as well.
                        let found = answer.winner == BLACK;
                        let is_answer = found == expected && (answer.lead == asked || found);
                        assert!(is_answer, "{width}×{height}, {superko:?}, {asked}");
                    }
                    values.push(expected);
                }
                assert!(values.is_sorted_by(|a, b| a >= b), "{width}×{height}, {superko:?}");
            }
        }
    }

    #[test]
    fn what_is_stopped_keeps_what_it_had() {
        let size = Size::new(4, 4).expect("a size");
        let task = Task { size, superko: Superko::Positional, table_mb: 1 };
        let solution = solve(&task, &mut |solution| solution.nodes < 2000);
        assert!(!solution.is_solved() && solution.lower <= 2 && solution.upper >= 2, "{solution:?}");
    }
}
