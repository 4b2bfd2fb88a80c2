//! How long a move may take.

use std::time::Duration;

/// What the clock of the side to move shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left for the moves to come.
    pub remaining: Duration,
    /// Time added with every move.
    pub increment: Duration,
    /// Moves until time is added, if it is.
    pub moves_to_go: Option<u32>,
}

/// How long a move may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allotted {
    /// What a move usually gets ([`Limits::soft`](wanqi_search::Limits::soft)); `None` for all that it may have.
    pub soft: Option<Duration>,
    /// What it gets at the most ([`Limits::time`](wanqi_search::Limits::time)).
    pub hard: Duration,
}

impl Allotted {
    /// So much and no more, and all of it.
    pub fn all_of(time: Duration) -> Allotted {
        Allotted { soft: None, hard: time }
    }
}

impl Clock {
    /// Time for this move: an even share of what is left for the moves that are still expected, and half of what the
    /// move brings in, so that in a long game some increments are kept for a machine that is slow to answer: with three
    /// quarters and a busy machine games were lost on time.
    /// `moves` are those still expected where none are told ([`GameInfo::moves`](crate::GameInfo::moves)).
    /// Where the answer is in doubt it may be several times as much, but never more than a part of what is left,
    /// `overhead` having been lost on the way to the clock. The last move before time is added has no share to keep to:
    /// this is how UCCI tells the time of a single move.
    pub fn allot(&self, overhead: Duration, moves: u32) -> Allotted {
        /// How many shares a move in doubt may take.
        const MAX_SHARES: u32 = 4;
        /// Never more than this part of what is left, so that there is time for the next moves.
        const MAX_SHARE: f64 = 0.4;
        /// Overheads that should be in hand: with less, less of the increment is spent.
        const RESERVE: u32 = 10;
        /// The last move before time is added has all of what is left, but for what a busy machine may lose of it.
        const SHARE_OF_LAST: f64 = 0.9;
        let left = self.remaining.saturating_sub(overhead);
        let at_least = |time: Duration| time.max(Duration::from_millis(1));
        if self.moves_to_go.is_some_and(|moves| moves <= 1) {
            return Allotted::all_of(at_least(left.mul_f64(SHARE_OF_LAST)));
        }
        let moves = self.moves_to_go.unwrap_or(moves).clamp(1, moves.max(1));
        let most = left.mul_f64(MAX_SHARE);
        let reserve = RESERVE * overhead;
        let in_hand = (left.as_secs_f64() / reserve.as_secs_f64()).min(1.0);
        let even = left / moves + (self.increment / 2).mul_f64(in_hand);
        Allotted { soft: Some(at_least(even.min(most))), hard: at_least((even * MAX_SHARES).min(most)) }
    }
}
