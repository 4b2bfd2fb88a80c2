//! Proofs that a side wins by threats: fours, which leave one reply, and open threes, which leave a few.
//!
//! Allis, van den Herik and Huntjens, *Go-Moku and Threat-Space Search* (1993); Nagai, *Df-pn Algorithm for Searching
//! AND/OR Trees and Its Applications* (2002).

mod build;
mod compose;
mod fours;
mod needs;
mod proof;
mod proof_numbers;
mod replies;
mod root;
mod similar;
mod table;
mod text;
mod wins;

pub use compose::{compose, wins_by_fours_within};
pub use proof::{Flaw, Proof};
pub use text::{Saved, read, whole, write};
pub use wins::WinSearch;

use super::{Class, PatternBoard};
pub(super) use fours::Failures;
use game::{Game, Side};
use games::gomoku::{Gomoku, Move, Position};
use search::{Limits, Watch};
use std::sync::Arc;
use table::{Numbers, Table};

/// Looks for wins by threats.
pub struct ThreatSearch {
    /// Megabytes of table.
    pub table_mb: usize,
}

impl Default for ThreatSearch {
    fn default() -> Self {
        ThreatSearch { table_mb: 32 }
    }
}

/// What a threat search has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// A proof that the side to move wins.
    pub proof: Option<Arc<Proof>>,
    /// Whether nothing is left to look at: without a proof there is then no win by threats.
    pub complete: bool,
    /// Positions that were looked at.
    pub nodes: u64,
}

impl ThreatSearch {
    /// Looks for a proof that the side to move wins: by fours alone, then by fours and open threes, then by whatever
    /// threatens to win by fours, as far as the limits allow.
    pub fn prove(&self, game: &Gomoku, position: &Position, limits: &Limits) -> Found {
        let mut prover = Prover::new(game, position, self.table_mb, limits);
        let (proof, complete) = prover.prove();
        Found { proof, complete, nodes: prover.nodes }
    }
}

/// A search under way, for a win of the side to move at the root.
struct Prover<'a> {
    game: &'a Gomoku,
    root: &'a Position,
    attacker: Side,
    board: PatternBoard,
    table: Table,
    watch: Watch,
    nodes: u64,
    /// Whether quiet moves are tried that threaten to win by fours.
    quiet: bool,
    /// The moves of all nodes from the root to here.
    moves: Vec<u16>,
    /// Positions to look at for a win by fours that a search has found before.
    again: u64,
    /// Proofs that are complete, by key.
    built: std::collections::HashMap<u64, Arc<Proof>>,
}

/// Positions to look at for a win by fours before anything else, and at a position of the proof search.
const FIRST_FOURS: u64 = 20_000;

impl<'a> Prover<'a> {
    fn new(game: &'a Gomoku, root: &'a Position, table_mb: usize, limits: &Limits) -> Self {
        Prover {
            game,
            root,
            attacker: game.side_to_move(root),
            board: PatternBoard::unweighed(game, root),
            table: Table::new(table_mb, limits),
            watch: Watch::start(limits),
            nodes: 0,
            quiet: false,
            moves: Vec::new(),
            again: FIRST_FOURS,
            built: std::collections::HashMap::new(),
        }
    }

    fn prove(&mut self) -> (Option<Arc<Proof>>, bool) {
        if self.game.outcome(self.root).is_some() {
            return (None, true);
        }
        self.prove_here()
    }

    /// The same at the position of the board.
    fn prove_here(&mut self) -> (Option<Arc<Proof>>, bool) {
        let (mut left, mut line) = (FIRST_FOURS, Vec::new());
        if self.fours(&mut left, &mut line) == Some(true) {
            return (self.build_line(&line), true);
        }
        for quiet in [false, true] {
            self.quiet = quiet;
            let numbers = self.search(true, Numbers::NO_LIMIT);
            if numbers.proof == 0 {
                return (self.build_attack(), true);
            }
            if self.is_over() {
                return (None, false);
            }
        }
        (None, true)
    }

    /// Looks for a win of the attacker, who is to move, by fours alone.
    fn fours(&mut self, left: &mut u64, line: &mut Vec<usize>) -> Option<bool> {
        let (before, game, root) = (*left, self.game, self.root);
        let legal = |board: &PatternBoard, side: Side, point: usize| is_legal(board, game, root, side, point);
        let won = self.board.wins_by_fours(self.attacker, false, left, line, &legal);
        self.nodes += before - *left;
        won
    }

    fn is_over(&mut self) -> bool {
        self.watch.is_over(self.nodes)
    }

    /// Whether the rules allow a stone of a side on an empty point, where it does not lose at once.
    fn is_legal(&self, side: Side, point: usize) -> bool {
        is_legal(&self.board, self.game, self.root, side, point)
    }

    /// The point of a move.
    fn point_of(&self, mv: Move) -> usize {
        mv.row() * self.game.size() + mv.column()
    }

    /// The move to a point.
    fn move_to(&self, point: usize) -> Move {
        let size = self.game.size();
        Move::new(point / size, point % size)
    }
}

/// Whether the rules allow a stone of a side on an empty point of a board that began as `root`. Renju's are asked only where
/// they may forbid.
fn is_legal(board: &PatternBoard, game: &Gomoku, root: &Position, side: Side, point: usize) -> bool {
    board.class(side, point) != Class::Doubtful || {
        let (row, column) = (point / board.size(), point % board.size());
        game.forbidden(&board.position(game, root), row, column).is_none()
    }
}
