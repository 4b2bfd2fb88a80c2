//! Games told in files: `docs/RULES.md` is the reference of their language.
//!
//! A file is read into [`Rules`] (what it says), and these are compiled into a [`Rulebook`] (tables
//! by piece and point), which is a [`Game`] like any other; every file runs through the same code.

mod adjacency;
pub mod board;
mod capture;
mod castling;
mod causes;
mod chains;
mod chesslike;
mod compile;
mod customs;
mod depict;
mod diagnostic;
mod ends;
pub mod explain;
mod facts;
mod figures;
mod generate;
mod history;
mod known;
mod mobility;
pub mod model;
mod notation;
mod play;
pub mod points;
mod position;
mod position_text;
mod rays;
mod read;
mod rows;
pub mod shipped;
mod slots;
mod sowing;
mod symmetry;
mod templates;
mod turns;
mod variant;
mod views;
mod ways;

pub use causes::{Cause, causes};
pub use diagnostic::{Diagnostic, Severity};
pub use position::{Move, Position};
pub use read::{MAX_BYTES, Reading, read};
pub use templates::{TEMPLATES, Template};
pub use variant::Variant;

use ::wanqi_game::{Game, Outcome, Side};
use compile::Tables;
use model::{KindId, Rules};
use rand_core::Rng;
use std::sync::Arc;

/// The rules of a game told in a file, ready to be played by. Clones share their tables.
#[derive(Clone)]
pub struct Rulebook {
    tables: Arc<Tables>,
}

impl Rulebook {
    /// Compiles rules.
    ///
    /// # Errors
    /// If their tables would be too large, or if they contradict themselves in a way that only shows now.
    pub fn new(rules: Rules) -> Result<Rulebook, Diagnostic> {
        Ok(Rulebook { tables: Arc::new(Tables::new(rules)?) })
    }

    /// Reads and compiles a file, if it has no errors; and all that is wrong with it.
    pub fn read(text: &str) -> (Option<Rulebook>, Vec<Diagnostic>) {
        let Reading { rules, mut diagnostics } = read(text);
        let compiled =
            rules.and_then(|rules| Rulebook::new(rules).map_err(|fault| diagnostics.push(fault)).ok());
        if let Some(rulebook) = &compiled
            && rulebook.result(&[rulebook.start()]).is_some()
        {
            let over = Diagnostic::warning("the game is over before its first move", None);
            diagnostics.push(over.help(
                "nobody can move, or somebody has won already; pieces that are put only beside others need a first one",
            ));
        }
        if let Some(rulebook) = &compiled {
            diagnostics.extend(known::warnings(rulebook.rules(), text));
        }
        (compiled, diagnostics)
    }

    /// What the file says.
    pub fn rules(&self) -> &Rules {
        &self.tables.rules
    }

    /// The piece on a point: its kind, and whose it is; nobody's if it is neutral.
    #[inline]
    pub fn piece_at(&self, position: &Position, point: usize) -> Option<(KindId, Option<Side>)> {
        match *position.cells.get(point)? {
            0 => None,
            content => {
                let owner = self.tables.owner(content);
                Some((self.tables.kind(content), Side::BOTH.get(owner).copied()))
            }
        }
    }

    /// Whether the royal piece of a side is attacked.
    #[inline]
    pub fn in_check(&self, position: &Position, side: Side) -> bool {
        self.tables.in_check(position, side)
    }

    /// Whether there is a piece that must not be taken, so that a side can be in check.
    pub fn has_royal(&self) -> bool {
        self.tables.facts.royal
    }

    /// Whether a move takes something, in whatever way.
    #[inline]
    pub fn takes(&self, position: &Position, mv: Move) -> bool {
        self.tables.takes(position, mv)
    }

    /// Whether a move shoots: its first point is the shooter's, which stays.
    pub fn is_shot(&self, mv: Move) -> bool {
        mv.what == position::MoveKind::Shoot
    }

    /// The kind that a piece of a move is afterwards, where the move puts one on the board.
    pub fn becomes(&self, mv: Move) -> Option<KindId> {
        (mv.becomes != 0).then(|| self.tables.kind(mv.becomes))
    }
}

impl std::fmt::Debug for Rulebook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Rulebook").field(&self.rules().name).finish()
    }
}

impl Game for Rulebook {
    type Position = Position;
    type Move = Move;

    const ALTERNATES: bool = false;
    const FORBIDS_BY_HISTORY: bool = true;

    fn start(&self) -> Position {
        self.tables.start.clone()
    }

    #[inline]
    fn side_to_move(&self, position: &Position) -> Side {
        position.side
    }

    #[inline]
    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        self.tables.each(position, |mv| {
            visit(mv);
            true
        });
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        self.tables.play(position, mv);
    }

    #[inline]
    fn random_move(&self, position: &Position, rng: &mut impl Rng) -> Option<Move> {
        self.tables.random(position, rng)
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.outcome
    }

    fn outcome_if_stuck(&self, position: &Position) -> Outcome {
        self.tables.stuck(position)
    }

    #[inline]
    fn outcome_by_history(&self, line: &[Position], root: usize) -> Option<Outcome> {
        let last = line.last()?;
        self.tables.limited(last).or_else(|| self.tables.repeated(line, root))
    }

    #[inline]
    fn forbidden_by_history(&self, line: &[Position], mv: Move) -> bool {
        self.tables.is_forbidden(line, mv)
    }

    fn margin(&self, position: &Position) -> Option<f64> {
        self.tables.lead(position)
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        self.tables.whole_key(position)
    }
}
