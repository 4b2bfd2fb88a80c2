//! Games between searches: how they begin, go on and end.

use rand_core::Rng;
use rand_pcg::Pcg64Mcg;
use std::ops::{ControlFlow, RangeInclusive};
use wanqi_game::{Game, Outcome, random};
use wanqi_search::alpha_beta::{Best, Options};
use wanqi_search::{Limits, Report, Search, legal_moves};

/// How games are played.
#[derive(Clone, Debug)]
pub struct GameSettings {
    /// Random plies that a game begins with, so that no two are the same.
    pub opening: RangeInclusive<u32>,
    /// What the search may spend on a move. Nodes or plies: a time would make the games depend on the machine.
    pub limits: Limits,
    /// A game longer than this, the opening included, is a draw.
    pub max_plies: usize,
}

impl Default for GameSettings {
    fn default() -> Self {
        GameSettings { opening: 4..=12, limits: Limits::nodes(2000), max_plies: 400 }
    }
}

/// The generator of the `index`-th game of a seed: what happens in it depends on no other.
pub(crate) fn generator(seed: u64, index: u32) -> Pcg64Mcg {
    use rand_core::SeedableRng;
    Pcg64Mcg::seed_from_u64(random::word(seed, u64::from(index)))
}

/// A search that plays: small, and new for every game.
pub(crate) fn player<E, T>(evaluator: E, tactics: T) -> Best<E, T> {
    Best::new(evaluator, tactics, Options { table_mb: 1, ..Options::default() })
}

/// Random moves from the start: a line on which the game is not over, the start alone if there is none.
pub(crate) fn opening<G: Game>(game: &G, settings: &GameSettings, rng: &mut impl Rng) -> Vec<G::Position> {
    const TRIES: u32 = 100;
    let (least, most) = (*settings.opening.start(), *settings.opening.end());
    for _ in 0..TRIES {
        let plies = least + random::below(rng, (most + 1).saturating_sub(least).max(1));
        let mut line = vec![game.start()];
        for _ in 0..plies {
            if game.result(&line).is_some() {
                break;
            }
            let moves = legal_moves(game, &line);
            step(game, &mut line, moves[random::below(rng, moves.len() as u32) as usize]);
        }
        if game.result(&line).is_none() {
            return line;
        }
    }
    vec![game.start()]
}

/// Plays the `index`-th game of a seed, with one search for both sides. `observe` hears of every position before the
/// move and of what the search says of it, and may end the game. A result that a search has proven is taken for the
/// game's; `None` if it was stopped.
pub fn play_game<G: Game>(
    game: &G,
    settings: &GameSettings,
    seed: u64,
    index: u32,
    search: &mut dyn Search<G>,
    observe: impl FnMut(&[G::Position], &Report<G::Move>) -> ControlFlow<Outcome>,
) -> Option<Outcome> {
    let mut line = opening(game, settings, &mut generator(seed, index));
    play_on(game, &mut line, settings, &mut [(search, &settings.limits)], observe)
}

/// Plays on from the end of `line` to the end of the game. `searches` are those of both sides, or one for both;
/// `observe` hears of every position before the move and of what the search says of it, and may end the game. A result that a search has
/// proven is taken for the game's; `None` if it was stopped.
pub(crate) fn play_on<G: Game>(
    game: &G,
    line: &mut Vec<G::Position>,
    settings: &GameSettings,
    searches: &mut [(&mut dyn Search<G>, &Limits)],
    mut observe: impl FnMut(&[G::Position], &Report<G::Move>) -> ControlFlow<Outcome>,
) -> Option<Outcome> {
    loop {
        if let Some(outcome) = game.result(line) {
            return Some(outcome);
        }
        if line.len() > settings.max_plies {
            return Some(Outcome::Draw);
        }
        let side = game.side_to_move(&line[line.len() - 1]);
        let place = side.index() % searches.len();
        let (search, limits) = &mut searches[place];
        let report = search.search(game, line, limits, &mut |_| {});
        if limits.stop.is_stopped() {
            return None;
        }
        if let Some(plies) = report.score.decided() {
            return Some(Outcome::Win(if plies > 0 { side } else { side.opponent() }));
        }
        if let ControlFlow::Break(outcome) = observe(line, &report) {
            return Some(outcome);
        }
        step(game, line, report.best.expect("a search finds a move in an unfinished game"));
    }
}

pub(crate) fn step<G: Game>(game: &G, line: &mut Vec<G::Position>, mv: G::Move) {
    let mut next = line[line.len() - 1].clone();
    game.play(&mut next, mv);
    line.push(next);
}
