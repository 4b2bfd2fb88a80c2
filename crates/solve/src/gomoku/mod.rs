//! Proofs that a side wins at gomoku by threats: fours, which leave one reply (VCF), and open threes, which leave a few (VCT).
//!
//! Allis, van den Herik and Huntjens, *Go-Moku and Threat-Space Search* (1993); Nagai, *Df-pn Algorithm for Searching
//! AND/OR Trees and Its Applications* (2002).

mod build;
mod compose;
mod guided;
mod opening;
mod openings;
mod proof;
mod proof_numbers;
mod proof_simulation;
mod proof_table;
mod quiet_wins;
mod relevance_zone;
mod replies;
mod root;
pub mod symmetry;
mod text;
mod win;

pub use compose::{compose, vcf_within};
pub use guided::SeenWin;
pub use opening::AfterOpening;
pub use openings::BalancedOpenings;
pub use proof::{Flaw, Proof, Refusal};
pub use quiet_wins::WinSearch;
pub use root::RootProver;
pub use text::{SavedProof, read, whole, write};
pub use win::prove_win;

use proof_table::{ProofNumbers, ProofTable};
use std::sync::Arc;
use wanqi_eval::gomoku::{Class, PatternBoard};
use wanqi_game::{Game, Side};
use wanqi_games::gomoku::{Gomoku, Move, Position};
use wanqi_search::{Limits, Watch};

/// Looks for wins by threats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
pub struct ThreatSearchResult {
    /// A proof that the side to move wins.
    pub proof: Option<Arc<Proof>>,
    /// A win that the player's search announces, where no proof of it was found.
    pub seen: Option<SeenWin>,
    /// Whether nothing is left to look at: without a proof there is then no win by threats.
    pub complete: bool,
    /// Positions that were looked at.
    pub nodes: u64,
}

impl ThreatSearch {
    /// Looks for a proof that the side to move wins: by VCF, then by VCT, then by whatever threatens a VCF, as far
    /// as the limits allow.
    pub fn prove(&self, game: &Gomoku, position: &Position, limits: &Limits) -> ThreatSearchResult {
        let mut prover = VctProver::new(game, position, self.table_mb, limits);
        let (proof, complete) = prover.prove();
        ThreatSearchResult { proof, seen: None, complete, nodes: prover.nodes }
    }
}

/// A search under way, for a win of the side to move at the root.
struct VctProver<'a> {
    game: &'a Gomoku,
    root: &'a Position,
    attacker: Side,
    board: PatternBoard,
    table: ProofTable,
    watch: Watch,
    nodes: u64,
    /// Whether quiet moves are tried that threaten a VCF.
    quiet: bool,
    /// The moves of all nodes from the root to here.
    moves: Vec<u16>,
    /// Positions to look at for a VCF that a search has found before.
    again: u64,
    /// Whether its proofs are to stand before a verifier.
    to_be_checked: bool,
    /// Proofs that are complete, by key.
    built: std::collections::HashMap<u64, Arc<Proof>>,
}

/// Positions to look at for a VCF before anything else, and at a position of the proof search.
const FIRST_VCF: u64 = 20_000;

impl<'a> VctProver<'a> {
    fn new(game: &'a Gomoku, root: &'a Position, table_mb: usize, limits: &Limits) -> Self {
        VctProver {
            game,
            root,
            attacker: game.side_to_move(root),
            board: PatternBoard::unweighed(game, root),
            table: ProofTable::new(table_mb, limits),
            watch: Watch::start(limits),
            nodes: 0,
            quiet: false,
            moves: Vec::new(),
            again: FIRST_VCF,
            to_be_checked: false,
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
        self.to_be_checked = true;
        let (mut left, mut line) = (FIRST_VCF, Vec::new());
        if self.vcf(&mut left, &mut line) == Some(true) {
            return (self.build_line(&line), true);
        }
        for quiet in [false, true] {
            self.quiet = quiet;
            let numbers = self.search(true, ProofNumbers::NO_LIMIT);
            if numbers.proof == 0 {
                return (self.build_attack(), true);
            }
            if self.is_over() {
                return (None, false);
            }
        }
        (None, true)
    }

    /// Looks for a VCF of the attacker, who is to move.
    fn vcf(&mut self, left: &mut u64, line: &mut Vec<usize>) -> Option<bool> {
        let (before, game, root) = (*left, self.game, self.root);
        let legal = |board: &PatternBoard, side: Side, point: usize| is_legal(board, game, root, side, point);
        let won = self.board.vcf(self.attacker, false, left, line, &legal);
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
        mv.row() * self.game.columns() + mv.column()
    }

    /// The move to a point.
    fn move_to(&self, point: usize) -> Move {
        let columns = self.game.columns();
        Move::new(point / columns, point % columns)
    }
}

/// Whether the rules allow a stone of a side on an empty point of a board that began as `root`. Renju's are asked only where
/// they may forbid.
fn is_legal(board: &PatternBoard, game: &Gomoku, root: &Position, side: Side, point: usize) -> bool {
    board.class(side, point) != Class::Doubtful || {
        let (row, column) = (point / board.columns(), point % board.columns());
        game.forbidden(&board.position(game, root), row, column).is_none()
    }
}
