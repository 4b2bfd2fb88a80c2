//! The switches of the strong alpha-beta.

use super::SearchParameters;

/// What the search may use. Start from [`Options::default`] or [`Options::plain`] and change fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Plies to look ahead where [`Limits::depth`](crate::Limits::depth) does not say; [`MAX_DEPTH`] for as
    /// many as the other limits allow.
    ///
    /// [`MAX_DEPTH`]: Options::MAX_DEPTH
    pub depth: u32,
    /// Size of the transposition table in MiB; 0 for none.
    pub table_mb: usize,
    /// Threads that search at once, at least one. With more, the answer depends on chance.
    pub threads: usize,
    /// Whether a table entry that was searched deeper than asked may cut as well. Off, a score is always that of
    /// the exact depth.
    pub deeper_entries: bool,
    /// Whether to order moves by what is known of them: move scores, killers, history.
    pub ordering: bool,
    /// Whether to follow tactical moves beyond the horizon, where the game's
    /// [`Tactics`](crate::Tactics) know any.
    pub quiescence: bool,
    /// What may be left out, or looked at more closely, on a guess.
    pub selectivity: Selectivity,
    /// How far that goes; as the game's [`Tactics`](crate::Tactics) say if left out.
    pub parameters: Option<SearchParameters>,
}

/// The techniques that look at some moves less deeply than at others. With any of them, a score is no longer the
/// value of a fixed depth, and a win within that depth may be overlooked or not be the shortest; but a win that is found
/// is a win, and [`Report::proven`](crate::Report::proven) says what is certain.
///
/// Each needs something to go by, which the game's [`Tactics`](crate::Tactics) tell. With
/// [`NoTactics`](crate::NoTactics) there is nothing, and every move is looked at to the same depth whatever is chosen
/// here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selectivity {
    /// Whether a position is given up in which even passing would refute, where the game's
    /// [`Tactics`](crate::tactics::Pruning::pass) know a pass.
    pub null_move: bool,
    /// Whether late moves are searched less deeply at first, where
    /// [history](crate::tactics::Parameters::history_slots) gives their order a meaning.
    pub reductions: bool,
    /// Whether only good moves are searched more deeply, and answers to a threat where the game's
    /// [`Tactics`](crate::tactics::Parameters::extends_forced) say so.
    pub extensions: bool,
    /// Whether nodes and moves near the horizon are given up that the evaluation sees far from the window, where
    /// the game's [`Tactics`](crate::tactics::Parameters::margin) say what is far.
    pub pruning: bool,
}

impl Selectivity {
    /// Everything.
    pub const ALL: Selectivity =
        Selectivity { null_move: true, reductions: true, extensions: true, pruning: true };
    /// Nothing: every move is searched to the same depth.
    pub const NONE: Selectivity =
        Selectivity { null_move: false, reductions: false, extensions: false, pruning: false };
}

impl Options {
    /// The deepest iteration.
    pub const MAX_DEPTH: u32 = 200;

    /// Everything that leaves the value of a fixed depth as it is, and nothing else: what this finds is what
    /// minimax finds, but for repetitions that a transposition hides.
    pub fn plain() -> Options {
        Options {
            deeper_entries: false,
            quiescence: false,
            selectivity: Selectivity::NONE,
            ..Options::default()
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            depth: Options::MAX_DEPTH,
            table_mb: 64,
            threads: 1,
            deeper_entries: true,
            ordering: true,
            quiescence: true,
            selectivity: Selectivity::ALL,
            parameters: None,
        }
    }
}
