//! The rules of a game.

use crate::playout::{self, Playout};
use rand_core::Rng;

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The side that moves first at the start of a game: White in chess, Black in Go, gomoku and Othello.
    First,
    /// The other side.
    Second,
}

impl Side {
    /// Both sides, the first mover first.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// 0 for [`Side::First`], 1 for [`Side::Second`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side.
    #[inline(always)]
    #[must_use]
    pub const fn opponent(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// Nobody has.
    Draw,
}

impl Outcome {
    /// 1 for a win of `side`, 0 for a loss, ½ for a draw.
    #[inline]
    pub fn value_for(self, side: Side) -> f64 {
        match self {
            Outcome::Win(winner) if winner == side => 1.0,
            Outcome::Win(_) => 0.0,
            Outcome::Draw => 0.5,
        }
    }
}

/// The rules of a two-player, perfect-information game, and nothing else.
///
/// `self` is the rule set: zero-sized for chess; size, komi and ko rule for Go. A pass is a move. A turn of
/// several steps is several plies by one side: [`side_to_move`](Game::side_to_move) may stay after
/// [`play`](Game::play).
///
/// Methods that take a position and a move expect a move of that position; what they do with any other is
/// unspecified (but never undefined behaviour). Text from outside becomes a legal move through
/// [`Notation`](crate::Notation).
pub trait Game: Sync {
    /// All that the rules need except the past. Copied at every node of a search, so free of heap where speed
    /// matters; at most 512 bytes where alpha-beta is to be strong.
    type Position: Clone + Send + Sync;

    /// A move. It means nothing without its position.
    type Move: Copy + Eq + Send + Sync + std::fmt::Debug;

    /// False where one side may move twice in a row; then scores and windows turn only when the side does.
    const ALTERNATES: bool = true;

    /// The position that a game begins with.
    fn start(&self) -> Self::Position;

    /// Whose turn it is.
    fn side_to_move(&self, position: &Self::Position) -> Side;

    /// Visits every move that is legal when the past does not matter, each once, in a fixed order.
    /// Only asked of positions without an [`outcome`](Game::outcome).
    fn each_move(&self, position: &Self::Position, visit: impl FnMut(Self::Move));

    /// Plays a legal move.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// The number of moves that [`each_move`](Game::each_move) visits, faster where the game can count them
    /// without making them.
    #[inline]
    fn move_count(&self, position: &Self::Position) -> usize {
        let mut count = 0;
        self.each_move(position, |_| count += 1);
        count
    }

    /// A random move for playouts, `None` without a legal one. Uniform over the legal moves by default; a game
    /// may leave out moves that no playout should make (filling an own eye in Go) and says so.
    #[inline]
    fn random_move(&self, position: &Self::Position, rng: &mut impl Rng) -> Option<Self::Move> {
        // Reservoir of one (Vitter's algorithm R with k = 1): no buffer, and each move equally likely.
        let (mut seen, mut chosen) = (0, None);
        self.each_move(position, |mv| {
            seen += 1;
            if crate::random::below(rng, seen) == 0 {
                chosen = Some(mv);
            }
        });
        chosen
    }

    /// Plays random moves from `position` to the end of the game or for `bound` plies, and leaves the last
    /// position behind. A game may do faster what the default does with
    /// [`random_move`](Game::random_move) and [`play`](Game::play).
    #[inline]
    fn playout(&self, position: &mut Self::Position, rng: &mut impl Rng, bound: u32) -> Playout {
        playout::by_moves(self, position, rng, bound)
    }

    /// [`playout`](Game::playout) that tells each move's side and [AMAF index](Game::amaf_index), in the order of play,
    /// to `seen`. A game that overrides the one overrides the other, and both play the same moves from equal
    /// generators.
    #[inline]
    fn playout_seen(
        &self,
        position: &mut Self::Position,
        rng: &mut impl Rng,
        bound: u32,
        seen: impl FnMut(Side, usize),
    ) -> Playout {
        playout::by_moves_seen(self, position, rng, bound, seen)
    }

    /// How many indices [`amaf_index`](Game::amaf_index) tells apart; 0 in games in which a move says little about the
    /// same move made later.
    const AMAF_INDICES: usize = 0;

    /// Where a move is made, as far as it means much the same whenever it is made: the point that a stone is put on. Below
    /// [`AMAF_INDICES`](Game::AMAF_INDICES); `None` for a move without a place, such as a pass. Monte-Carlo searches
    /// learn by it what a move is worth from games in which it came later.
    #[inline]
    fn amaf_index(&self, mv: Self::Move) -> Option<usize> {
        let _ = mv;
        None
    }

    /// What the position itself shows, without generating moves: a completed line, a full board, two passes.
    /// `None` while the game goes on, as far as can be seen here.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// The position that play goes on from where the players do not accept the [`outcome`](Game::outcome) that one
    /// shows: two passes of Go only propose an end. `None` where the outcome is final, and where there is none.
    #[inline]
    fn resumed(&self, position: &Self::Position) -> Option<Self::Position> {
        let _ = position;
        None
    }

    /// The result where the side to move has no legal move: mate or stalemate, say. Only asked of positions
    /// without an [`outcome`](Game::outcome) and without a move.
    fn outcome_if_stuck(&self, position: &Self::Position) -> Outcome;

    /// The result that the past decides: repetition, move limits; also draws that arbiters declare and perft
    /// does not know (insufficient material in chess). The last element of `line` is the position asked about;
    /// those before it are the past, oldest first. `root` is the index at which a search began: one repetition
    /// of a position at or after it may already count as a draw. A line of one position is allowed, and
    /// playouts ask just that.
    #[inline]
    fn outcome_by_history(&self, line: &[Self::Position], root: usize) -> Option<Outcome> {
        let _ = (line, root);
        None
    }

    /// Whether the past forbids a move that [`each_move`](Game::each_move) visits: superko. `line` as in
    /// [`outcome_by_history`](Game::outcome_by_history). Matches, front-ends, solvers and tree nodes ask;
    /// playouts do not.
    #[inline]
    fn forbidden_by_history(&self, line: &[Self::Position], mv: Self::Move) -> bool {
        let _ = (line, mv);
        false
    }

    /// Whether [`forbidden_by_history`](Game::forbidden_by_history) may ever be true under these rules, so that
    /// searches of other games need not ask.
    const FORBIDS_BY_HISTORY: bool = false;

    /// The result of a game, and all that matches and front-ends ask: what the position shows, else that it has
    /// no move, else what the past decides (a mate given by the hundredth quiet ply is a mate).
    ///
    /// # Panics
    /// If `line` is empty.
    fn result(&self, line: &[Self::Position]) -> Option<Outcome> {
        let position = line.last().expect("a line ends with the position asked about");
        if let Some(outcome) = self.outcome(position) {
            return Some(outcome);
        }
        let mut stuck = true;
        if Self::FORBIDS_BY_HISTORY {
            self.each_move(position, |mv| stuck &= self.forbidden_by_history(line, mv));
        } else {
            stuck = self.move_count(position) == 0;
        }
        if stuck {
            Some(self.outcome_if_stuck(position))
        } else {
            self.outcome_by_history(line, line.len() - 1)
        }
    }

    /// By how many points [`Side::First`] is ahead if the game ended in this position, in games that count
    /// points (komi included in Go); `None` in all others.
    #[inline]
    fn margin(&self, position: &Self::Position) -> Option<f64> {
        let _ = position;
        None
    }

    /// The Zobrist key: equal for positions that have the same legal continuations, so side to move, castling
    /// rights and a simple-ko point count; an en passant square does only if such a capture is legal.
    /// Zobrist, *A New Hashing Method with Application for Game Playing* (1970),
    /// <https://research.cs.wisc.edu/techreports/1970/TR88.pdf>.
    fn key(&self, position: &Self::Position) -> u64;
}
