//! What a search tells of its work.

use crate::{Bound, Score};
use std::cmp::Reverse;
use std::ops::Add;
use std::time::Duration;

/// The work that a search has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Nodes whose moves were generated and at least one of them played, the root included.
    pub interior: u64,
    /// Nodes that were scored without looking further: evaluations at the horizon, finished games, and in [the strong
    /// alpha-beta](crate::alpha_beta::best) what the table knows and what is given up.
    pub leaves: u64,
    /// Interior nodes left early because a move refuted the one before it.
    pub cutoffs: u64,
    /// Random games played to their end.
    pub playouts: u64,
    /// Random games broken off as too long, and not scored.
    pub discarded: u64,
}

impl Counts {
    /// Interior nodes and leaves: the positions that the search has stood at, as engines count them. What is not counted would be
    /// free where nodes are the limit.
    pub fn nodes(&self) -> u64 {
        self.interior + self.leaves
    }
}

impl Add for Counts {
    type Output = Counts;

    fn add(self, other: Counts) -> Counts {
        Counts {
            interior: self.interior + other.interior,
            leaves: self.leaves + other.leaves,
            cutoffs: self.cutoffs + other.cutoffs,
            playouts: self.playouts + other.playouts,
            discarded: self.discarded + other.discarded,
        }
    }
}

/// How the games ended that a search has played out, or that a guide expects to end, in games that count areas.
#[derive(Clone, PartialEq, Debug)]
pub struct Endings {
    /// For each point of the board's layout the share of games in which it was the first side's, less the share in which it
    /// was the second's: −1 to 1.
    pub ownership: Vec<f32>,
    /// By how many points the first side was ahead in the mean, as [`Game::margin`](wanqi_game::Game::margin) counts them.
    pub lead: f64,
    /// The standard deviation of that from game to game.
    pub deviation: f64,
    /// How many games they were, or positions of which that was expected.
    pub playouts: u64,
}

/// A move at the root and what the search thinks of it.
#[derive(Clone, PartialEq, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its score for the side to move.
    pub score: Score,
    /// What the search has shown of the score: alpha-beta often only that the move is no better than this, or for a
    /// moment that it is at least as good. `None` for a mean of visits, which shows nothing.
    pub bound: Option<Bound>,
    /// Visits by a Monte-Carlo search, otherwise 0.
    pub visits: u64,
    /// Plies that the move was looked ahead in full for this score, itself included. Below the report's where the
    /// score is that of an earlier iteration.
    pub depth: u32,
    /// Plies of the longest line that was looked at for an exact score, beyond the horizon too.
    pub seldepth: u32,
    /// The expected line, this move first.
    pub line: Vec<M>,
    /// The visits of each move of the line; empty where none are counted.
    pub line_visits: Vec<u64>,
    /// How likely a guide takes the move to be the best before it is looked at, all together 1; 0 where nothing is known.
    pub prior: f32,
    /// How games ended that began with this move, as [`Report::endings`].
    pub endings: Option<Endings>,
}

/// The answer of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The move to play; `None` only if there is no legal one.
    pub best: Option<M>,
    /// The score for the side to move at the root.
    pub score: Score,
    /// Whether the outcome is proven: with best play the game ends as the score says, and not by an estimate. A win is
    /// proven when a line is found that the other side cannot leave for better; a loss or a draw (score 0) when every
    /// move of the root was looked at and no line that counts ended in an evaluation. Then 0 is a draw, while the 0 of a
    /// search that proves nothing is only what the evaluation says.
    ///
    /// The plies of a proven win are the most that it takes, and the fewest too if nothing was
    /// [looked at less deeply](crate::alpha_beta::Selectivity). It is proven as far as the moves that a search looks at
    /// suffice ([`Tactics::is_complete`](crate::tactics::Candidates::is_complete)) and keys tell positions apart; a
    /// draw by repetition counts from the first time a position comes back.
    pub proven: bool,
    /// Whether the scores are leads at the end in hundredths of a point ([`Game::margin`](wanqi_game::Game::margin)), as
    /// a solver tells them, and not in the evaluation's units; those of moves as far as their bounds say.
    pub solved: bool,
    /// The principal variation, the best move first.
    pub line: Vec<M>,
    /// Plies that were looked ahead in full.
    pub depth: u32,
    /// Plies of the longest line that was looked at on the way to the score, beyond the horizon too.
    pub seldepth: u32,
    /// How much of the memory for what is learned this search has filled, in thousandths; `None` if it has none.
    pub hashfull: Option<u32>,
    /// The work done.
    pub counts: Counts,
    /// Time taken.
    pub time: Duration,
    /// Every move at the root, the best first, as far as the search looks at them one by one; else empty. The first
    /// [`Limits::lines`](crate::Limits::lines) of them are the best lines: their scores are exact when a depth is done,
    /// or means of visits.
    pub moves: Vec<RootMove<M>>,
    /// How the games ended that this search has played out, each as often as the search came to it. `None` where nothing is
    /// played out, or no areas are counted ([`PlayoutGuide::count`](crate::mcts::PlayoutGuide::count)). While several threads
    /// search, those of one of them.
    pub endings: Option<Endings>,
    /// In long searches the move at the root that is about to be looked at, and how many have been before it at this
    /// depth; a report with this tells nothing else that is new.
    pub current: Option<(M, usize)>,
}

impl<M> Report<M> {
    /// The best move first, bounds behind exact scores of the same value; equals stay as they are. Not beside the
    /// searches that need it: a sort is much code, which each of them would have again.
    pub(crate) fn rank_moves(&mut self) {
        self.moves.sort_by_key(|root| (Reverse(root.score), root.bound != Some(Bound::Exact)));
    }

    /// Nothing yet.
    pub fn empty() -> Report<M> {
        Report {
            best: None,
            score: Score::DRAW,
            proven: false,
            solved: false,
            line: Vec::new(),
            depth: 0,
            seldepth: 0,
            hashfull: None,
            counts: Counts::default(),
            time: Duration::ZERO,
            moves: Vec::new(),
            endings: None,
            current: None,
        }
    }
}
