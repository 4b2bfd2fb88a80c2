//! Games to learn from, their endings solved.

use super::record::{Position, Record};
use crate::GameSettings;
use crate::network_games;
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use wanqi_eval::othello::Patterns;
use wanqi_game::{Game, random};
use wanqi_games::othello::{self, Move, Othello};
use wanqi_search::{Limits, Search};
use wanqi_solve::othello::{Goal, Solver};

/// How games are played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Playing {
    /// Of a hundred moves before the ending so many are random
    pub by_chance: u32,
    /// Of a hundred positions so many are tried with a random move as well
    pub aside: u32,
    /// Empty squares from which on endings are solved
    pub solve: u32,
}

/// Positions with fewer empty squares teach nothing: no search of the middle game sees them.
const FEWEST_EMPTY: u32 = 4;

/// A game under way.
struct Playback<'a> {
    playing: &'a Playing,
    game: &'a Othello,
    search: &'a mut dyn Search<Othello>,
    solver: Solver,
    limits: &'a Limits,
    rng: Pcg64Mcg,
    positions: Vec<Position>,
}

impl network_games::Playing<Othello, Record> for Playing {
    fn play(
        &self,
        game: &Othello,
        search: &mut dyn Search<Othello>,
        settings: &GameSettings,
        seed: u64,
        index: u32,
    ) -> Option<Record> {
        let mut rng = Pcg64Mcg::seed_from_u64(random::word(seed, index.into()));
        let (least, most) = (*settings.opening.start(), *settings.opening.end());
        let opening = least + random::below(&mut rng, (most + 1).saturating_sub(least).max(1));
        let mut position = game.start();
        for _ in 0..opening {
            if let Some(mv) = game.random_move(&position, &mut rng) {
                game.play(&mut position, mv);
            }
            if game.outcome(&position).is_some() {
                return Some(Record(Vec::new()));
            }
        }
        // Weights only say in what order the solver tries moves.
        let solver = Solver::new(1).expect("a megabyte").with_patterns(Patterns::shipped());
        let limits = &settings.limits;
        let mut playback =
            Playback { playing: self, game, search, solver, limits, rng, positions: Vec::new() };
        playback.played_out(position)
    }
}

impl Playback<'_> {
    /// All positions from one on; `None` if it was stopped.
    fn played_out(&mut self, mut position: othello::Position) -> Option<Record> {
        // Where those of the game lie among all, and for whom.
        let (mut of_game, first) = (Vec::new(), self.game.side_to_move(&position));
        let mut lead_of_first = None;
        let mut rest = Vec::new();
        while self.game.outcome(&position).is_none() {
            if self.is_solved(&position) && lead_of_first.is_none() {
                let (lead, line) = self.solve(&position)?;
                let turned = if self.game.side_to_move(&position) == first { 1 } else { -1 };
                lead_of_first = Some(turned * lead);
                rest = line.into_iter().rev().collect();
            }
            let turned = if self.game.side_to_move(&position) == first { 1 } else { -1 };
            let (score, best) = match lead_of_first {
                Some(lead) => (100 * turned * lead, rest.pop()),
                None => self.search(&position)?,
            };
            if self.empty(&position) >= FEWEST_EMPTY {
                of_game.push((self.positions.len(), turned));
                self.keep(&position, score);
                self.aside(&position, best)?;
            }
            let by_chance = lead_of_first.is_none() && self.chance(self.playing.by_chance);
            let random = self.game.random_move(&position, &mut self.rng);
            let mv = if by_chance { random } else { best.or(random) };
            self.game.play(&mut position, mv?);
        }
        let margin = self.game.margin(&position).unwrap_or_default() as i32;
        let lead_of_first = lead_of_first.unwrap_or(margin * if first.index() == 0 { 1 } else { -1 });
        for (place, turned) in of_game {
            self.positions[place].lead = Some((turned * lead_of_first) as i8);
        }
        Some(Record(std::mem::take(&mut self.positions)))
    }

    /// Keeps the position after another move than the best one.
    fn aside(&mut self, position: &othello::Position, best: Option<Move>) -> Option<()> {
        if !self.chance(self.playing.aside) {
            return Some(());
        }
        let Some(mv) = self.game.random_move(position, &mut self.rng).filter(|&mv| Some(mv) != best) else {
            return Some(());
        };
        let mut after = *position;
        self.game.play(&mut after, mv);
        if self.game.outcome(&after).is_some() || self.empty(&after) < FEWEST_EMPTY {
            return Some(());
        }
        if self.is_solved(&after) {
            let (lead, _) = self.solve(&after)?;
            self.keep(&after, 100 * lead);
            self.positions.last_mut()?.lead = Some(lead as i8);
        } else {
            let (score, _) = self.search(&after)?;
            self.keep(&after, score);
        }
        Some(())
    }

    fn keep(&mut self, position: &othello::Position, score: i32) {
        let side = self.game.side_to_move(position);
        let [own, other] = [side, side.opponent()].map(|side| position.discs(side));
        self.positions.push(Position { own, other, score: score as i16, lead: None });
    }

    fn chance(&mut self, of_hundred: u32) -> bool {
        random::below(&mut self.rng, 100) < of_hundred
    }

    fn empty(&self, position: &othello::Position) -> u32 {
        let side = self.game.side_to_move(position);
        (!(position.discs(side) | position.discs(side.opponent()))).count_ones()
    }

    fn is_solved(&self, position: &othello::Position) -> bool {
        self.empty(position) <= self.playing.solve
    }

    /// The lead at the end, and best moves until then.
    fn solve(&mut self, position: &othello::Position) -> Option<(i32, Vec<Move>)> {
        let limits = Limits::until(&self.limits.stop);
        let solution = self.solver.solve(self.game, position, Goal::Exact, &limits, &mut |_| {});
        solution.is_solved.then_some((solution.lower, solution.line))
    }

    /// The score in hundredths of a disc, and the best move.
    fn search(&mut self, position: &othello::Position) -> Option<(i32, Option<Move>)> {
        const MOST: i32 = 6400;
        let report = self.search.search(self.game, &[*position], self.limits, &mut |_| {});
        let score = if report.solved { 100 * report.score.value() } else { report.score.value() };
        (!self.limits.stop.is_stopped()).then_some((score.clamp(-MOST, MOST), report.best))
    }
}
