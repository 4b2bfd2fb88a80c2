//! The search: negascout over leads in discs.

use super::board::{Board, CHANGES, changed, odd_quadrants};
use super::busy::Busy;
use super::confidence::{Confidence, deviation_from_end};
use super::cpu::Cpu;
use super::ordering::{self, Ordered};
use super::stability::Stability;
use super::table::{Found, NO_MOVE, Table};
use std::ops::Range;
use wanqi_eval::othello::{Indices, Patterns};
use wanqi_games::othello::Othello;
use wanqi_search::{Limits, Watch};

/// From so many empty squares on a node has a place in the table and its moves are ordered by what they leave the other
/// side.
const DEEP: u32 = 7;

/// From so many empty squares on the table has one place for all positions that are the same but for turning and mirroring:
/// early in a game many are.
const SYMMETRIC: u32 = 20;

/// A move as it is seen after some changes of the board.
#[inline(always)]
fn seen(mv: u8, changes: Range<usize>) -> u8 {
    if mv == NO_MOVE || changes.len().is_multiple_of(CHANGES) {
        mv
    } else {
        changed(1 << mv, changes).trailing_zeros() as u8
    }
}

/// At most so many empty squares have a table of their own: there are many of them, and most are asked for again soon or
/// never.
const NEAR: u32 = 9;

/// From so many empty squares on threads tell each other what they look at.
const SHARED_FROM: u32 = 12;

/// From so many empty squares on a node of a search that is not certain may be given up.
const SELECTIVE_FROM: u32 = 13;

/// The most that a position is worth, in hundredths of a disc.
const MOST: i32 = 6400;

/// The corners of the boards in the middle of 8×8 with 2, 4, 6 and 8 rows.
const CORNERS: [u64; 4] =
    [0x0000_0018_1800_0000, 0x0000_2400_0024_0000, 0x0042_0000_0000_4200, 0x8100_0000_0000_0081];

/// What is known of positions.
#[derive(Clone, Copy)]
pub(super) struct Tables<'a> {
    /// Endings.
    pub far: &'a Table,
    /// Those with at most [`NEAR`] empty squares, small enough to stay near the processor.
    pub near: &'a Table,
    /// Searches of some plies, in hundredths of a disc.
    pub middle: &'a Table,
    /// What other threads look at, if there are any.
    pub busy: Option<&'a Busy>,
}

/// One search: what it looks at, and what it has done.
pub(super) struct Search<'a, C> {
    pub cpu: C,
    /// The squares of the board, and how many.
    pub board: u64,
    pub squares: i32,
    pub corners: u64,
    /// What a disc on each square is worth to the order of moves.
    pub worth: [i8; 64],
    pub stability: &'a Stability,
    /// What the middle game is worth, where that is known.
    pub patterns: Option<&'a Patterns>,
    /// How sure a search is of what it gives up.
    pub confidence: Confidence,
    pub tables: Tables<'a>,
    /// Positions looked at.
    pub nodes: u64,
    /// Positions of which the evaluation has said what they are worth.
    pub guesses: u64,
    pub watch: Watch,
    /// Whether it must end; scores then mean nothing.
    pub is_over: bool,
}

impl<'a, C: Cpu> Search<'a, C> {
    pub fn new(
        cpu: C,
        game: &Othello,
        patterns: Option<&'a Patterns>,
        tables: Tables<'a>,
        limits: &Limits,
    ) -> Self {
        let (rows, board) = (game.size().rows(), game.board());
        Search {
            cpu,
            board,
            squares: board.count_ones() as i32,
            corners: board & CORNERS[usize::from(rows) / 2 - 1],
            worth: ordering::worth(rows),
            stability: Stability::of(game.size()),
            patterns,
            confidence: Confidence::CERTAIN,
            tables,
            nodes: 0,
            guesses: 0,
            watch: Watch::start(limits),
            is_over: false,
        }
    }

    /// The lead of the side to move at the end if both sides play their best: exactly where it lies between `alpha` and
    /// `beta`, else a bound of it that lies beyond.
    pub fn score(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        match (self.board & !board.discs()).count_ones() {
            0 => self.final_lead(board),
            1..=3 => self.few(board, alpha, beta),
            4..DEEP => self.shallow(board, alpha, beta),
            _ => self.deep(board, alpha, beta),
        }
    }

    /// One to three empty squares: only what is asked about directly comes here.
    fn few(&mut self, board: Board, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let moves = board.mobility(self.board);
        if moves == 0 {
            return self.pass(board, alpha, beta);
        }
        let mut best = i32::MIN;
        for square in squares(moves) {
            best = best.max(-self.score(board.after(square, board.flips(square)), -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The score where the side to move cannot place a disc.
    fn pass(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        match board.passed().mobility(self.board) {
            0 => self.final_lead(board),
            _ => -self.score(board.passed(), -beta, -alpha),
        }
    }

    /// Fewer empty squares than [`DEEP`], at least four: moves into quarters with an odd number of empty squares first.
    fn shallow(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let cpu = self.cpu;
        cpu.run(
            #[inline(always)]
            || self.shallow_compiled(board, alpha, beta),
        )
    }

    #[inline(always)]
    fn shallow_compiled(&mut self, board: Board, mut alpha: i32, beta: i32) -> i32 {
        let empty = self.board & !board.discs();
        let odd = odd_quadrants(empty);
        if empty.count_ones() == 4 {
            let mut all = [0; 4];
            let odd_first = squares(empty & odd).chain(squares(empty & !odd));
            all.iter_mut().zip(odd_first).for_each(|(place, square)| *place = square);
            return self.last_four(board, alpha, beta, all);
        }
        self.nodes += 1;
        if let Some(bound) = self.stable_bound(board, alpha) {
            return bound;
        }
        let mut best = i32::MIN;
        let moves = board.mobility(self.board);
        if moves == 0 {
            return self.pass(board, alpha, beta);
        }
        for set in [moves & odd, moves & !odd] {
            for square in squares(set) {
                let after = board.after(square, board.flips(square));
                best = best.max(-self.shallow(after, -beta, -alpha));
                if best >= beta {
                    return best;
                }
                alpha = alpha.max(best);
            }
        }
        best
    }

    /// At least [`DEEP`] empty squares.
    fn deep(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let cpu = self.cpu;
        cpu.run(
            #[inline(always)]
            || self.deep_compiled(board, alpha, beta),
        )
    }

    #[inline(always)]
    fn deep_compiled(&mut self, board: Board, mut alpha: i32, mut beta: i32) -> i32 {
        self.nodes += 1;
        if self.watch.is_over(self.nodes) {
            self.is_over = true;
        }
        if self.is_over {
            return alpha;
        }
        if let Some(bound) = self.stable_bound(board, alpha) {
            return bound;
        }
        let empty = (self.board & !board.discs()).count_ones();
        let moves = board.mobility(self.board);
        if moves == 0 {
            return self.pass(board, alpha, beta);
        }
        let mut first = [NO_MOVE; 2];
        let (key, way) = if empty >= SYMMETRIC { board.canonical() } else { (board, 0) };
        let confidence = self.confidence;
        if let Some(known) = self.table_of(empty).get(key) {
            if let Some((lower, upper)) = known.bounds(0, confidence) {
                if lower >= beta || lower == upper {
                    return lower;
                }
                if upper <= alpha {
                    return upper;
                }
                (alpha, beta) = (alpha.max(lower), beta.min(upper));
            }
            first = known.moves.map(|mv| seen(mv, way..CHANGES));
        }
        if empty >= SELECTIVE_FROM
            && beta - alpha == 1
            && let Some(deviations) = confidence.deviations()
            && let Some(score) = self.give_up_ending(board, empty, alpha, deviations)
        {
            return score;
        }
        let asked = alpha;
        let before = self.nodes;
        let (mut best, mut best_move) = (i32::MIN, NO_MOVE);
        let mut ordered = Ordered::new(self, board, moves, first);
        if empty > ENHANCED
            && let Some(score) = self.refuted_by_table(&ordered, beta)
        {
            return score;
        }
        let busy = self.tables.busy.filter(|_| empty >= SHARED_FROM);
        while let Some((square, after)) = ordered.next() {
            if let Some(busy) = busy {
                // The eldest brother is looked at by all who come; the others while nobody else does.
                if best != i32::MIN && busy.is_at(after) && ordered.defer() {
                    continue;
                }
                busy.begin(after);
            }
            let score = if best == i32::MIN {
                -self.below(after, empty, -beta, -alpha)
            } else {
                let score = -self.below(after, empty, -alpha - 1, -alpha);
                // Leads are even: a window of two holds nothing inside.
                if score > alpha && score < beta {
                    -self.below(after, empty, -beta, -score + 1)
                } else {
                    score
                }
            };
            if let Some(busy) = busy {
                busy.end(after);
            }
            if self.is_over {
                return alpha;
            }
            if score > best {
                (best, best_move) = (score, square as u8);
                if best >= beta {
                    break;
                }
                alpha = alpha.max(best);
            }
        }
        let nodes = self.nodes - before;
        let mv = seen(best_move, 0..way);
        let found = Found { alpha: asked, beta, score: best, mv, depth: 0, confidence, nodes };
        self.table_of(empty).put(key, found);
        best
    }

    /// The table that knows positions with so many empty squares.
    #[inline(always)]
    fn table_of(&self, empty: u32) -> &'a Table {
        if empty > NEAR { self.tables.far } else { self.tables.near }
    }

    /// A score beyond the window from `alpha` to `alpha + 1`, if a search of some plies says that the lead lies far beyond.
    #[inline(always)]
    fn give_up_ending(&mut self, board: Board, empty: u32, alpha: i32, deviations: f32) -> Option<i32> {
        self.patterns?;
        let depth = (empty / 3) & !1;
        let margin = (deviations * deviation_from_end(depth, empty)) as i32;
        let indices = Indices::of(board.own, board.other);
        let (high, low) = (100 * (alpha + 1) + margin, 100 * alpha - margin);
        let estimate = self.middle(board, &indices, 0, 0, 0);
        if estimate >= 100 * alpha
            && high <= MOST
            && self.middle(board, &indices, depth, high - 1, high) >= high
        {
            return Some(alpha + 1);
        }
        if estimate <= 100 * alpha && low >= -MOST && self.middle(board, &indices, depth, low, low + 1) <= low
        {
            return Some(alpha);
        }
        None
    }

    /// The score of a position with one empty square less than `empty`.
    #[inline(always)]
    fn below(&mut self, board: Board, empty: u32, alpha: i32, beta: i32) -> i32 {
        if empty > DEEP { self.deep(board, alpha, beta) } else { self.shallow(board, alpha, beta) }
    }

    /// A bound no better than `alpha`, if the other side's stable discs give one.
    #[inline(always)]
    fn stable_bound(&self, board: Board, alpha: i32) -> Option<i32> {
        // Nothing is stable without a corner or full lines, and few discs are no bound for much.
        let most = self.squares - 2 * board.other.count_ones() as i32;
        if alpha < STABLE_FROM || most > alpha {
            return None;
        }
        let bound = self.squares - 2 * self.stability.of_other(board).count_ones() as i32;
        (bound <= alpha).then_some(bound)
    }

    /// A score of at least `beta`, if the table knows a move that has it (enhanced transposition cut-off).
    #[inline(always)]
    fn refuted_by_table(&mut self, ordered: &Ordered, beta: i32) -> Option<i32> {
        ordered
            .boards()
            .find_map(|after| self.known_upper(after).map(|upper| -upper).filter(|&score| score >= beta))
    }

    /// The best move that the table knows, or [`NO_MOVE`].
    pub fn known_move(&self, board: Board) -> u8 {
        let empty = (self.board & !board.discs()).count_ones();
        let (key, way) = if empty >= SYMMETRIC { board.canonical() } else { (board, 0) };
        self.table_of(empty).get(key).map_or(NO_MOVE, |known| seen(known.moves[0], way..CHANGES))
    }

    /// What the table knows the lead of the side to move to be at most.
    #[inline(always)]
    pub fn known_upper(&self, board: Board) -> Option<i32> {
        let empty = (self.board & !board.discs()).count_ones();
        let key = if empty >= SYMMETRIC { board.canonical().0 } else { board };
        let known = self.table_of(empty).get(key)?;
        known.bounds(0, self.confidence).map(|(_, upper)| upper)
    }
}

/// The least lead that the other side's stable discs are counted for.
const STABLE_FROM: i32 = -14;

/// More empty squares than this are worth a look at what the table knows of all moves.
const ENHANCED: u32 = NEAR + 1;

/// The squares of a set, from the lowest.
#[inline(always)]
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros() as usize;
            set &= set - 1;
            square
        })
    })
}
