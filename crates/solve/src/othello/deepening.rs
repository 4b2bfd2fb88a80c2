//! The strong search of Othello: ply by ply through the middle game, and from where it is in reach to the end.

use super::STACK;
use super::board::Board;
use super::busy::Busy;
use super::confidence::Confidence;
use super::cpu::{Cpu, Portable};
use super::middle::INFINITE;
use super::search::{Search, Tables};
use super::stages::{Left, Stage, first_stage};
use super::table::{NO_MOVE, Table};
use std::sync::Arc;
use wanqi_eval::othello::{Indices, Patterns};
use wanqi_game::Game;
use wanqi_games::othello::{Move, Othello, Position};
use wanqi_search::host::{self, Instant};
use wanqi_search::record::Recorded;
use wanqi_search::{Bound, Counts, Limits, Report, RootMove, Score, legal_moves};

/// What the search may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// Megabytes of its tables.
    pub table_mb: usize,
    /// Threads, at least one. With more, the answer depends on chance.
    pub threads: usize,
    /// Plies to look ahead, if the limits do not say; up to eight more where that is to the end.
    pub depth: Option<u32>,
    /// How sure it is of what it gives up in the middle game.
    pub confidence: Confidence,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions { table_mb: 64, threads: 1, depth: None, confidence: Confidence::LEAST }
    }
}

/// The strong search of Othello on 8×8, for the most discs. Scores are hundredths of a disc at the end.
///
/// It looks one ply further at a time, giving up what a shallower search finds far off ([`Confidence`]), until the end
/// is in reach. Then it looks to the end, the same way first, and last for certain.
pub struct DiscSearch {
    patterns: Arc<Patterns>,
    options: SearchOptions,
    tables: Option<OwnTables>,
}

/// Tables that last from one search to the next; those near a processor are of a thread each.
struct OwnTables {
    far: Table,
    middle: Table,
    near: Vec<Table>,
    busy: Option<Busy>,
}

/// About what a processor keeps near each core.
const NEAR_BYTES: usize = 1 << 20;

impl OwnTables {
    /// Half of the memory each for the middle game and for endings; as little as there can be if there is not as much.
    fn new(options: &SearchOptions) -> OwnTables {
        let least = || Table::new(1).expect("a bucket");
        let table = |bytes: usize| Table::new(bytes).unwrap_or_else(least);
        let half = options.table_mb.saturating_mul(1 << 19);
        let near = (0..options.threads.max(1)).map(|_| table(NEAR_BYTES)).collect();
        let busy = (options.threads > 1).then(Busy::new);
        OwnTables { far: table(half), middle: table(half), near, busy }
    }
}

impl DiscSearch {
    /// A search that knows nothing yet. Its tables are made when they are first needed.
    pub fn new(patterns: Arc<Patterns>, options: SearchOptions) -> DiscSearch {
        DiscSearch { patterns, options, tables: None }
    }
}

impl wanqi_search::Search<Othello> for DiscSearch {
    fn search(
        &mut self,
        game: &Othello,
        line: &[Position],
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let tables = self.tables.get_or_insert_with(|| OwnTables::new(&self.options));
        [&mut tables.far, &mut tables.middle].into_iter().chain(&mut tables.near).for_each(Table::grow_older);
        let tables = &*tables;
        let root = Root { game, line, limits, options: &self.options };
        let of_thread = |thread: usize, limits: &Limits, progress: &mut dyn FnMut(&Report<Move>)| {
            let OwnTables { far, middle, near, busy } = tables;
            let tables = Tables { far, middle, near: &near[thread], busy: busy.as_ref() };
            root.deepen(&self.patterns, tables, limits, thread, progress)
        };
        let stop = limits.stop.part();
        // The others look at the same and leave what they find in the tables.
        let helpers = (1..self.options.threads).map(|thread| {
            let limits = Limits { stop: stop.clone(), time: None, soft: None, nodes: None, ..limits.clone() };
            move || of_thread(thread, &limits, &mut |_| {})
        });
        let own = || {
            let report = of_thread(0, limits, progress);
            stop.stop();
            report
        };
        let (mut report, helped) = host::with_helpers(STACK, helpers, own);
        report.counts = helped.iter().fold(report.counts, |sum, helped| sum + helped.counts);
        report
    }

    fn record(&mut self, _: &Othello, _: &[Position], _: &Limits, _: usize) -> Option<Recorded<Move>> {
        None
    }

    fn forget(&mut self) {
        self.tables = None;
    }

    /// Its tables are of several kinds.
    fn hash_table(&mut self) -> Option<&mut dyn wanqi_search::HashTable> {
        None
    }
}

/// What is asked.
#[derive(Clone, Copy)]
struct Root<'a> {
    game: &'a Othello,
    line: &'a [Position],
    limits: &'a Limits,
    options: &'a SearchOptions,
}

/// A move of the root.
struct Candidate {
    mv: Move,
    after: Board,
    indices: Indices,
    score: i32,
    bound: Bound,
    /// Plies that the score looks ahead; 0 if it has none yet.
    depth: u32,
    line: Vec<Move>,
}

impl Root<'_> {
    fn deepen(
        self,
        patterns: &Patterns,
        tables: Tables,
        limits: &Limits,
        thread: usize,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        #[cfg(target_arch = "x86_64")]
        if let Some(cpu) = super::cpu::Avx2::detect() {
            let search = Search::new(cpu, self.game, Some(patterns), tables, limits);
            return self.deepen_on(search, limits, thread, progress);
        }
        let search = Search::new(Portable, self.game, Some(patterns), tables, limits);
        self.deepen_on(search, limits, thread, progress)
    }

    fn deepen_on<C: Cpu>(
        self,
        mut search: Search<C>,
        limits: &Limits,
        thread: usize,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let began = Instant::now();
        let position = self.line.last().expect("a line ends with the position to search");
        let board = Board::of(self.game, position);
        let empty = 64 - board.discs().count_ones();
        let mut moves = self.candidates(board);
        let mut report = Report::empty();
        let Some(first) = moves.first() else { return report };
        (report.best, report.line) = (Some(first.mv), vec![first.mv]);
        let max_depth = limits.depth.or(self.options.depth).unwrap_or(u32::MAX).max(1);
        let lines = limits.lines.clamp(1, moves.len());
        let mut stage = first_stage(empty, max_depth);
        loop {
            let lines = if stage == Stage::EveryMove { moves.len() } else { lines };
            let guesses = search.guesses;
            let is_done = search.iterate(&mut moves, stage, lines, self.options.confidence, empty);
            // Where every line has ended already, nothing is left to look at.
            let has_ended = matches!(stage, Stage::Middle(1)) && is_done && search.guesses == guesses;
            let is_certain = has_ended || stage.is_certain();
            if moves[0].depth > 0 {
                tell(&mut report, &moves, is_done.then_some(stage), is_certain, empty);
            }
            report.counts = Counts { interior: search.nodes, ..Counts::default() };
            report.time = began.elapsed();
            report.hashfull = Some(search.tables.middle.full().max(search.tables.far.full()));
            if !is_done {
                break;
            }
            for candidate in &mut moves[..lines] {
                candidate.line = search.expected_line(self.game, *position, candidate, stage);
            }
            tell(&mut report, &moves, Some(stage), is_certain, empty);
            progress(&report);
            if has_ended {
                break;
            }
            let left = Left { limits, nodes: search.nodes, began };
            match stage.next(empty, max_depth, thread, left) {
                Some(next) => stage = next,
                None => break,
            }
        }
        report
    }

    /// The moves that are to be looked at.
    fn candidates(self, board: Board) -> Vec<Candidate> {
        let indices = Indices::of(board.own, board.other);
        let of_move = |mv: Move| {
            let (after, indices) = match mv {
                Move::PASS => (board.passed(), indices.passed()),
                mv => {
                    let flips = board.flips(mv.square());
                    (board.after(mv.square(), flips), indices.after(mv.square(), flips))
                }
            };
            Candidate { mv, after, indices, score: 0, bound: Bound::Upper, depth: 0, line: vec![mv] }
        };
        self.limits.allowed(legal_moves(self.game, self.line)).into_iter().map(of_move).collect()
    }
}

/// What an iteration has found, as far as it has come.
fn tell(report: &mut Report<Move>, moves: &[Candidate], done: Option<Stage>, is_certain: bool, empty: u32) {
    let root = |candidate: &Candidate| RootMove {
        mv: candidate.mv,
        score: Score::heuristic(candidate.score),
        bound: Some(candidate.bound),
        visits: 0,
        depth: candidate.depth,
        seldepth: candidate.depth,
        line: candidate.line.clone(),
        prior: 0.0,
        line_visits: Vec::new(),
        endings: None,
    };
    report.moves = moves.iter().map(root).collect();
    let best = &report.moves[0];
    (report.best, report.score, report.line) = (Some(best.mv), best.score, best.line.clone());
    if let Some(stage) = done {
        report.depth = stage.depth(empty);
        report.seldepth = report.depth;
        (report.proven, report.solved) = (is_certain, is_certain);
    }
}

impl<C: Cpu> Search<'_, C> {
    /// Looks at all moves of the root, the best first afterwards; the best `lines` are told apart. False if it was broken
    /// off: then only moves that were found better come first.
    fn iterate(
        &mut self,
        moves: &mut [Candidate],
        stage: Stage,
        lines: usize,
        confidence: Confidence,
        empty: u32,
    ) -> bool {
        self.confidence = match stage {
            Stage::Middle(_) => confidence,
            Stage::Ending(confidence) => confidence,
            Stage::EveryMove => Confidence::CERTAIN,
        };
        // How far around the score of the iteration before it is looked first.
        let mut width = match stage {
            Stage::Middle(depth) if depth > 4 && lines == 1 => 300,
            Stage::Ending(_) if lines == 1 && moves[0].depth > 0 => 100,
            _ => 2 * INFINITE,
        };
        let center = match stage {
            Stage::Middle(_) => moves[0].score,
            // Leads are even.
            Stage::Ending(_) | Stage::EveryMove => (moves[0].score as f32 / 200.0).round() as i32 * 200,
        };
        let (mut low, mut high) = ((center - width).max(-INFINITE), (center + width).min(INFINITE));
        loop {
            if !self.look_at_all(moves, stage, lines, low, high, empty) {
                return false;
            }
            let best = moves[0].score;
            if best > low && best < high || low == -INFINITE && high == INFINITE {
                return true;
            }
            // The window only grows: a table that others write to may say one thing now and another later.
            width = (4 * width).min(2 * INFINITE);
            if best <= low {
                low = (low - width).max(-INFINITE);
            } else {
                high = (high + width).min(INFINITE);
            }
        }
    }

    fn look_at_all(
        &mut self,
        moves: &mut [Candidate],
        stage: Stage,
        lines: usize,
        low: i32,
        high: i32,
        empty: u32,
    ) -> bool {
        let depth = stage.depth(empty);
        for number in 0..moves.len() {
            // The score to be better than: that of the last of the best lines.
            let alpha = if number < lines { low } else { moves[lines - 1].score.max(low) };
            let candidate = &moves[number];
            let mut score = if number < lines {
                self.after_root(candidate, stage, alpha, high)
            } else {
                self.after_root(candidate, stage, alpha, alpha + 1)
            };
            if !self.is_over && number >= lines && score > alpha && score < high {
                score = self.after_root(candidate, stage, alpha, high);
            }
            if self.is_over {
                return false;
            }
            let bound = match score {
                _ if score <= alpha => Bound::Upper,
                _ if score >= high => Bound::Lower,
                _ => Bound::Exact,
            };
            let candidate = &mut moves[number];
            (candidate.score, candidate.bound, candidate.depth) = (score, bound, depth);
            // Behind all that are as good.
            let place = moves[..number].partition_point(|before| before.score >= score);
            if bound != Bound::Upper || number < lines {
                moves[place..=number].rotate_right(1);
            }
            if lines == 1 && bound == Bound::Lower {
                break;
            }
        }
        true
    }

    /// The score after a move of the root, in hundredths of a disc.
    fn after_root(&mut self, candidate: &Candidate, stage: Stage, alpha: i32, beta: i32) -> i32 {
        let Candidate { mv, after, indices, .. } = candidate;
        match stage {
            Stage::Middle(depth) => {
                // A pass is no ply.
                let rest = if *mv == Move::PASS { depth } else { depth - 1 };
                -self.middle(*after, indices, rest, -beta, -alpha)
            }
            Stage::Ending(_) | Stage::EveryMove => {
                let (alpha, beta) = (alpha.div_euclid(100), (beta + 99).div_euclid(100));
                -100 * self.score(*after, -beta, -alpha)
            }
        }
    }

    /// Moves that are expected, as far as the tables know.
    fn expected_line(
        &self,
        game: &Othello,
        mut position: Position,
        candidate: &Candidate,
        stage: Stage,
    ) -> Vec<Move> {
        let mut line = vec![candidate.mv];
        game.play(&mut position, candidate.mv);
        while game.outcome(&position).is_none() && line.len() < 60 {
            let board = Board::of(game, &position);
            let mut next = None;
            if position.moves() == 0 {
                next = Some(Move::PASS);
            } else {
                let square = match stage {
                    Stage::Middle(_) => self.tables.middle.get(board).map_or(NO_MOVE, |known| known.moves[0]),
                    Stage::Ending(_) | Stage::EveryMove => self.known_move(board),
                };
                if square != NO_MOVE {
                    game.each_move_to(&position, 1 << square, |mv| next = Some(mv));
                }
            }
            let Some(mv) = next else { break };
            line.push(mv);
            game.play(&mut position, mv);
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wanqi_search::Search as _;

    #[test]
    fn a_search_of_the_start_is_deterministic() {
        let game = Othello::default();
        let report = || {
            let mut search = DiscSearch::new(Patterns::shipped(), SearchOptions::default());
            search.search(&game, &[game.start()], &Limits::nodes(50_000), &mut |_| {})
        };
        let (one, other) = (report(), report());
        assert_eq!((one.best, one.score, one.counts), (other.best, other.score, other.counts));
        assert!(one.depth >= 6, "{}", one.depth);
        assert_eq!(one.moves.len(), 4);
    }
}
