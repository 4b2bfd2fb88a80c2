//! The switches of the strong alpha-beta.

/// What the search may use. Start from [`Options::default`] or [`Options::plain`] and change fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Plies to look ahead where [`Limits::depth`](crate::Limits::depth) does not say; [`MOST_DEPTH`] for as
    /// many as the other limits allow.
    ///
    /// [`MOST_DEPTH`]: Options::MOST_DEPTH
    pub depth: u32,
    /// Size of the transposition table in MiB; 0 for none.
    pub table_mb: usize,
    /// Whether a table entry that was searched deeper than asked may cut as well. Off, a score is always that of
    /// the exact depth.
    pub deeper_entries: bool,
    /// Whether to order moves by what is known of them: promise, killers, history.
    pub ordering: bool,
    /// Whether to follow tactical moves beyond the horizon, where the game's
    /// [`Tactics`](crate::Tactics) know any.
    pub quiescence: bool,
}

impl Options {
    /// The deepest iteration.
    pub const MOST_DEPTH: u32 = 200;

    /// Everything that leaves the value of a fixed depth as it is, and nothing else: what this finds is what
    /// minimax finds, but for repetitions that a transposition hides.
    pub fn plain() -> Options {
        Options { deeper_entries: false, quiescence: false, ..Options::default() }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            depth: Options::MOST_DEPTH,
            table_mb: 64,
            deeper_entries: true,
            ordering: true,
            quiescence: true,
        }
    }
}
