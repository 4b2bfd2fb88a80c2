//! Questions to the solver, and its answers.

use super::board::Board;
use super::cpu::{Cpu, Portable};
use super::search::{Search, squares};
use super::table::Table;
use std::fmt;
use wanqi_game::Game;
use wanqi_games::othello::{Move, Othello, Position};
use wanqi_search::Limits;

/// What is asked of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The lead at the end.
    Exact,
    /// Who wins.
    Outcome,
}

/// What is known of a position: leads at the end if both sides play their best, in discs of the side to move less those of
/// the other, empty squares being the winner's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The lead is at least this,
    pub lower: i32,
    /// and at most this.
    pub upper: i32,
    /// Whether all that was asked is answered.
    pub is_solved: bool,
    /// Best moves of both sides from the position on; to the end if the lead is known exactly. Empty if nothing is known.
    pub line: Vec<Move>,
    /// The moves of the position, the best first, if all were asked for: those that are solved.
    pub moves: Vec<MoveScore>,
    /// Positions looked at.
    pub nodes: u64,
}

/// A move and its exact lead, or for [`Goal::Outcome`] a bound that tells who wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveScore {
    /// The move.
    pub mv: Move,
    /// The lead of who makes it.
    pub score: i32,
    /// Best moves of both sides, this one first.
    pub line: Vec<Move>,
}

/// There is not as much memory as a table was to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory {
    /// Megabytes of the table.
    pub table_mb: usize,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "there are no {} MB of memory for the table", self.table_mb)
    }
}

impl std::error::Error for OutOfMemory {}

/// The solver with its table, which lasts from one question to the next.
///
/// ```
/// use wanqi_game::Notation;
/// use wanqi_games::othello::Othello;
/// use wanqi_solve::othello::{Goal, Solver};
///
/// let game = Othello::default();
/// let text = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO.OOOOO...OOOOOOO.OOOOOOO. X";
/// let position = game.parse_position(text).expect("a position");
/// let mut solver = Solver::new(1).expect("a megabyte");
/// let solution = solver.solve(&game, &position, Goal::Exact, &Default::default(), &mut |_| {});
/// assert_eq!((solution.lower, solution.upper), (6, 6), "of 35 to 29");
/// ```
pub struct Solver {
    table: Table,
    near: Table,
}

/// About what a processor keeps near each core.
const NEAR_BYTES: usize = 1 << 20;

impl Solver {
    /// The most megabytes of a table.
    pub const MAX_TABLE_MB: usize = 65_536;

    /// A solver with a table of so many megabytes, of which less than one is as little as there can be.
    ///
    /// # Errors
    /// If there is not as much memory.
    pub fn new(table_mb: usize) -> Result<Solver, OutOfMemory> {
        let bytes = table_mb.checked_mul(1 << 20).filter(|_| table_mb <= Self::MAX_TABLE_MB);
        let table = bytes.and_then(Table::new).ok_or(OutOfMemory { table_mb })?;
        let near = Table::new(NEAR_BYTES).ok_or(OutOfMemory { table_mb })?;
        Ok(Solver { table, near })
    }

    /// What a position is worth, as far as the limits of time, nodes and the flag allow; `progress` is told what is known
    /// whenever it is more.
    pub fn solve(
        &mut self,
        game: &Othello,
        position: &Position,
        goal: Goal,
        limits: &Limits,
        progress: &mut dyn FnMut(&Solution),
    ) -> Solution {
        self.work(game, limits, Work { game, position, goal, all: false, progress })
    }

    /// The same, and of every move what it is worth.
    pub fn solve_all(
        &mut self,
        game: &Othello,
        position: &Position,
        goal: Goal,
        limits: &Limits,
        progress: &mut dyn FnMut(&Solution),
    ) -> Solution {
        self.work(game, limits, Work { game, position, goal, all: true, progress })
    }

    fn work(&mut self, game: &Othello, limits: &Limits, work: Work) -> Solution {
        self.table.grow_older();
        self.near.grow_older();
        let tables = [&mut self.table, &mut self.near];
        #[cfg(target_arch = "x86_64")]
        if let Some(cpu) = super::cpu::Avx2::detect() {
            return work.run(&mut Search::new(cpu, game, tables, limits));
        }
        work.run(&mut Search::new(Portable, game, tables, limits))
    }
}

/// A question.
struct Work<'a> {
    game: &'a Othello,
    position: &'a Position,
    goal: Goal,
    all: bool,
    progress: &'a mut dyn FnMut(&Solution),
}

impl Work<'_> {
    fn run<C: Cpu>(self, search: &mut Search<C>) -> Solution {
        let squares = search.squares;
        let mut solution = Solution {
            lower: -squares,
            upper: squares,
            is_solved: false,
            line: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
        };
        let board = Board::of(self.game, self.position);
        // Who wins is known long before by how much, and the rest of the window follows from it.
        for (alpha, beta) in [(-1, 1), (-squares, squares)] {
            let (alpha, beta) = (alpha.max(solution.lower - 1), beta.min(solution.upper + 1));
            let score = search.score(board, alpha, beta);
            solution.nodes = search.nodes;
            if search.is_over {
                return solution;
            }
            if score > alpha {
                solution.lower = solution.lower.max(score);
            }
            if score < beta {
                solution.upper = solution.upper.min(score);
            }
            let is_exact = solution.lower == solution.upper;
            solution.is_solved = is_exact || self.goal == Goal::Outcome;
            if !self.all && (solution.is_solved || solution.lower > 0) {
                let plies = if is_exact { usize::MAX } else { 1 };
                solution.line = self.line(search, *self.position, score, plies);
            }
            (self.progress)(&solution);
            if solution.is_solved {
                break;
            }
        }
        if self.all {
            self.score_moves(search, &mut solution);
        }
        solution.nodes = search.nodes;
        solution
    }

    /// Every move by itself.
    fn score_moves<C: Cpu>(self, search: &mut Search<C>, solution: &mut Solution) {
        let mut moves = Vec::new();
        if self.game.outcome(self.position).is_none() {
            self.game.each_move(self.position, |mv| moves.push(mv));
        }
        solution.is_solved = false;
        let reach = match self.goal {
            Goal::Exact => search.squares,
            Goal::Outcome => 1,
        };
        for &mv in &moves {
            let mut after = *self.position;
            self.game.play(&mut after, mv);
            let score = -search.score(Board::of(self.game, &after), -reach, reach);
            if search.is_over {
                return;
            }
            let plies = if self.goal == Goal::Exact { usize::MAX } else { 0 };
            let rest = self.line(search, after, -score, plies);
            if search.is_over {
                return;
            }
            let line = [mv].into_iter().chain(rest).collect();
            let place = solution.moves.partition_point(|other| other.score >= score);
            solution.moves.insert(place, MoveScore { mv, score, line });
            solution.nodes = search.nodes;
            (self.progress)(solution);
        }
        solution.is_solved = true;
        solution.line = solution.moves.first().map(|best| best.line.clone()).unwrap_or_default();
    }

    /// Best moves of both sides, the side to move leading by `score`: as many plies, which are to be at most one if the
    /// score is a bound. What is asked again is in the table. Broken off where the limits are reached, but not before the
    /// first move.
    fn line<C: Cpu>(
        &self,
        search: &mut Search<C>,
        mut position: Position,
        mut score: i32,
        plies: usize,
    ) -> Vec<Move> {
        let mut line = Vec::new();
        while self.game.outcome(&position).is_none() && line.len() < plies {
            let board = Board::of(self.game, &position);
            let mut known = 0;
            for square in squares(position.moves()) {
                let upper = search.known_upper(board.after(square, board.flips(square)));
                known |= u64::from(upper.is_some_and(|upper| -upper >= score)) << square;
            }
            let mut candidates = squares(known).chain(squares(position.moves() & !known));
            let first = candidates.next();
            let is_best = |search: &mut Search<C>, square: usize| {
                let after = board.after(square, board.flips(square));
                -search.score(after, -score, 1 - score) >= score
            };
            let best = first.filter(|&square| is_best(search, square));
            let best = best.or_else(|| candidates.find(|&square| is_best(search, square)));
            if search.is_over && !line.is_empty() {
                break;
            }
            let best = if search.is_over { first } else { best.or(first) };
            let mut mv = Move::PASS;
            if let Some(square) = best {
                self.game.each_move_to(&position, 1 << square, |to| mv = to);
            }
            line.push(mv);
            self.game.play(&mut position, mv);
            score = -score;
        }
        line
    }
}
