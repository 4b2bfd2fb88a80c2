//! Random games from every move of a position: what chance alone says of the moves.

use crate::PlayoutLimits;
use rand_core::{Rng, SeedableRng};
use serde::Serialize;
use std::time::Duration;
use wanqi_game::depict::Scene;
use wanqi_game::{Depict, Game, Notation, Outcome, playout};
use wanqi_search::host::Instant;

/// What came of random games, by the move that they began with.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Heat {
    /// The legal moves in the game's order.
    pub moves: Vec<MoveHeat>,
    /// Games that came to an end.
    pub games: u64,
    /// Games cut off as too long; they count nowhere else.
    pub discarded: u64,
    /// Time taken, in milliseconds.
    pub millis: u64,
    /// One of the games, slow enough to be watched; not one of those counted.
    pub shown: Option<ShownGame>,
}

/// What came of the random games that began with a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveHeat {
    /// The move, in the notation for people.
    pub text: String,
    /// Games that came to an end.
    pub games: u64,
    /// How many of them the side that made the move has won.
    pub wins: u64,
    /// How many were drawn.
    pub draws: u64,
}

/// A random game to be watched.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ShownGame {
    /// The pieces.
    pub scene: Scene,
    /// The points of its last move.
    pub trace: Vec<u16>,
    /// The moves made.
    pub plies: u32,
    /// Whether it is over.
    pub over: bool,
    /// The winner then, 0 or 1; `None` for a draw.
    pub winner: Option<usize>,
}

/// The bound of random games if the limits say none; no sensible one reaches it.
const BOUND: u32 = 4000;
/// Games between two looks at the clock.
const BATCH: u32 = 16;
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);

/// Plays random games, each of the legal moves in turn, until the limits are reached. `line` ends with the
/// position; moves are written in the notation with this index.
pub(crate) fn run<G: Notation + Depict>(
    game: &G,
    line: &[G::Position],
    notation: usize,
    limits: &PlayoutLimits,
    progress: &mut dyn FnMut(&Heat),
) -> Heat {
    let position = line.last().expect("a line ends with the position");
    let side = game.side_to_move(position);
    let moves = wanqi_search::legal_moves(game, line);
    let heat = |&mv| MoveHeat { text: game.format_move(position, mv, notation), games: 0, wins: 0, draws: 0 };
    let mut heat =
        Heat { moves: moves.iter().map(heat).collect(), games: 0, discarded: 0, millis: 0, shown: None };
    let mut rng = rand_pcg::Mcg128Xsl64::seed_from_u64(limits.seed);
    let mut watched = Watched::new(position);
    // What is watched takes its moves from elsewhere, so that the counts are those of the seed alone.
    let mut eyes = rand_pcg::Mcg128Xsl64::seed_from_u64(!limits.seed);
    let (began, mut told) = (Instant::now(), Instant::now());
    let bound = limits.plies.unwrap_or(BOUND);
    let mut next = 0;
    while !moves.is_empty() {
        let played = heat.games + heat.discarded;
        let out_of_time = limits.time.is_some_and(|time| began.elapsed() >= time);
        if limits.games.is_some_and(|games| played >= games) || out_of_time || limits.stop.checkpoint() {
            break;
        }
        for _ in 0..u64::from(BATCH).min(limits.games.map_or(u64::MAX, |games| games - played)) {
            let mut end = position.clone();
            game.play(&mut end, moves[next]);
            let outcome = playout::playout(game, &mut end, &mut rng, bound).outcome;
            let counts = &mut heat.moves[next];
            next = (next + 1) % moves.len();
            match outcome {
                None => {
                    heat.discarded += 1;
                    continue;
                }
                Some(Outcome::Win(winner)) => counts.wins += u64::from(winner == side),
                Some(Outcome::Draw) => counts.draws += 1,
            }
            counts.games += 1;
            heat.games += 1;
        }
        heat.millis = began.elapsed().as_millis().try_into().unwrap_or(u64::MAX);
        if told.elapsed() >= PROGRESS_INTERVAL {
            told = Instant::now();
            heat.shown = Some(watched.step(game, position, bound, &mut eyes));
            progress(&heat);
        }
    }
    heat.shown = None;
    heat
}

/// The game that is watched.
struct Watched<P> {
    position: P,
    plies: u32,
    over: bool,
}

impl<P: Clone> Watched<P> {
    fn new(position: &P) -> Self {
        Watched { position: position.clone(), plies: 0, over: false }
    }

    /// One move more, or from the start again.
    fn step<G: Game<Position = P> + Depict>(
        &mut self,
        game: &G,
        start: &P,
        bound: u32,
        rng: &mut impl Rng,
    ) -> ShownGame {
        if self.over || self.plies >= bound {
            *self = Watched::new(start);
        }
        let before = self.position.clone();
        let ended = |position: &P| {
            game.outcome(position).or_else(|| game.outcome_by_history(std::slice::from_ref(position), 0))
        };
        let mut outcome = ended(&before);
        let mut trace = Vec::new();
        if outcome.is_none() {
            match game.random_move(&before, rng) {
                Some(mv) => {
                    game.play(&mut self.position, mv);
                    self.plies += 1;
                    trace = game.trace(&before, mv);
                    outcome = ended(&self.position);
                }
                None => outcome = Some(game.outcome_if_stuck(&before)),
            }
        }
        self.over = outcome.is_some();
        let winner = match outcome {
            Some(Outcome::Win(side)) => Some(side.index()),
            Some(Outcome::Draw) | None => None,
        };
        ShownGame { scene: game.scene(&self.position), trace, plies: self.plies, over: self.over, winner }
    }
}
