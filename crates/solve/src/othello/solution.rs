//! Questions to the solver, and its answers.

use super::STACK;
use super::board::Board;
use super::busy::Busy;
use super::confidence::Confidence;
use super::cpu::{Cpu, Portable};
use super::search::{Search, Tables, squares};
use super::table::Table;
use std::fmt;
use std::sync::Arc;
use wanqi_eval::othello::Patterns;
use wanqi_game::Game;
use wanqi_games::othello::{Goal as Aim, Move, Othello, Position, Size};
use wanqi_search::{Limits, host};

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
    /// A lead that is likely, and how likely, if nothing more certain is known.
    pub likely: Option<(i32, Confidence)>,
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
    /// Of each thread.
    near: Vec<Table>,
    middle: Table,
    busy: Option<Busy>,
    patterns: Option<Arc<Patterns>>,
}

/// About what a processor keeps near each core.
const NEAR_BYTES: usize = 1 << 20;
/// For searches of a few plies, which tell in what order to try moves.
const MIDDLE_BYTES: usize = 4 << 20;

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
        let [near, middle] = [NEAR_BYTES, MIDDLE_BYTES].map(Table::new);
        let (Some(near), Some(middle)) = (near, middle) else { return Err(OutOfMemory { table_mb }) };
        Ok(Solver { table, near: vec![near], middle, busy: None, patterns: None })
    }

    /// The same with so many threads. The leads are those of one thread; which of several best moves comes first, and how
    /// many positions are looked at, depends on chance.
    ///
    /// # Errors
    /// If there is not as much memory.
    pub fn with_threads(mut self, threads: usize) -> Result<Solver, OutOfMemory> {
        let near = (0..threads.max(1)).map(|_| Table::new(NEAR_BYTES)).collect::<Option<_>>();
        self.near = near.ok_or(OutOfMemory { table_mb: NEAR_BYTES >> 20 })?;
        self.busy = (threads > 1).then(Busy::new);
        Ok(self)
    }

    /// The same with an evaluation of the middle game on 8×8: moves are tried in a better order, and what is likely is told
    /// before what is certain.
    #[must_use]
    pub fn with_patterns(self, patterns: Arc<Patterns>) -> Solver {
        Solver { patterns: Some(patterns), ..self }
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
        [&mut self.table, &mut self.middle].into_iter().chain(&mut self.near).for_each(Table::grow_older);
        let is_known = game.size() == Size::Eight && game.goal() == Aim::Most;
        let patterns = self.patterns.as_deref().filter(|_| is_known);
        let tables = |thread: usize| Tables {
            far: &self.table,
            near: &self.near[thread],
            middle: &self.middle,
            busy: self.busy.as_ref(),
        };
        let stop = limits.stop.part();
        let Work { position, goal, all, .. } = work;
        // The others ask the same and leave what they find in the tables.
        let helpers = (1..self.near.len()).map(|thread| {
            let limits = Limits::until(&stop);
            let tables = tables(thread);
            move || {
                Work { game, position, goal, all, progress: &mut |_| {} }.run_on(patterns, tables, &limits)
            }
        });
        let own = || {
            let solution = work.run_on(patterns, tables(0), limits);
            stop.stop();
            solution
        };
        let (mut solution, helped) = host::with_helpers(STACK, helpers, own);
        solution.nodes += helped.iter().map(|of| of.nodes).sum::<u64>();
        solution
    }
}

/// From so many empty squares on it pays to ask first what is likely, and how likely.
const FORESEE_FROM: i32 = 18;
const FORESEE: &[u32] = &[73, 95];

/// A question.
struct Work<'a> {
    game: &'a Othello,
    position: &'a Position,
    goal: Goal,
    all: bool,
    progress: &'a mut dyn FnMut(&Solution),
}

impl Work<'_> {
    fn run_on(self, patterns: Option<&Patterns>, tables: Tables, limits: &Limits) -> Solution {
        let game = self.game;
        #[cfg(target_arch = "x86_64")]
        if let Some(cpu) = super::cpu::Avx2::detect() {
            return self.run(&mut Search::new(cpu, game, patterns, tables, limits));
        }
        self.run(&mut Search::new(Portable, game, patterns, tables, limits))
    }

    fn run<C: Cpu>(mut self, search: &mut Search<C>) -> Solution {
        let squares = search.squares;
        let mut solution = Solution {
            lower: -squares,
            upper: squares,
            is_solved: false,
            line: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
            likely: None,
        };
        let board = Board::of(self.game, self.position);
        if !self.foresee(search, board, &mut solution) {
            return solution;
        }
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
            solution.likely = solution.likely.filter(|_| !is_exact);
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

    /// What is likely: less is looked at, and it is known in what order to try moves afterwards. Returns whether there is
    /// time left.
    fn foresee<C: Cpu>(&mut self, search: &mut Search<C>, board: Board, solution: &mut Solution) -> bool {
        let squares = search.squares;
        let empty = squares - board.discs().count_ones() as i32;
        if search.patterns.is_none() || empty < FORESEE_FROM {
            return true;
        }
        for &percent in FORESEE {
            search.confidence = Confidence::of_percent(percent);
            let score = search.score(board, -squares, squares);
            solution.nodes = search.nodes;
            if search.is_over {
                return false;
            }
            solution.likely = Some((score, search.confidence));
            solution.line = self.line(search, *self.position, score, 1);
            (self.progress)(solution);
        }
        search.confidence = Confidence::CERTAIN;
        true
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
