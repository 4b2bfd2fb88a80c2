//! Games to learn from.

use super::record::{Played, Record};
use crate::GameSettings;
use crate::network_games;
use crate::quiet::quiet;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use wanqi_eval::gomoku::{Lines, ThreatTactics};
use wanqi_game::{Game, Outcome, random};
use wanqi_games::gomoku::{Gomoku, Move, Position};
use wanqi_search::Search;

/// How games are played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Playing {
    /// Of a hundred moves among the first thirty, so many are random: searches see more bad moves than games
    pub by_chance: u32,
}

/// Plies among which moves are random.
const EARLY: usize = 30;
/// A greater lead teaches nothing of how to get one.
const MAX_SCORE: i32 = 3000;
/// How far from another stone one may lie that is random, diagonals counted as one step.
const NEAR: usize = 2;

impl network_games::Playing<Gomoku, Record> for Playing {
    fn play(
        &self,
        game: &Gomoku,
        search: &mut dyn Search<Gomoku>,
        settings: &GameSettings,
        seed: u64,
        index: u32,
    ) -> Option<Record> {
        let mut rng = Pcg64Mcg::seed_from_u64(random::word(seed, index.into()));
        let (lines, tactics) = (Lines::default(), ThreatTactics::default());
        let (least, most) = (*settings.opening.start(), *settings.opening.end());
        let opening = (least + random::below(&mut rng, (most + 1).saturating_sub(least).max(1))) as usize;
        let (mut line, mut moves) = (vec![game.start()], Vec::new());
        let outcome = loop {
            if let Some(outcome) = game.result(&line) {
                break outcome;
            }
            let position = &line[line.len() - 1];
            let (mut best, mut score) = (None, None);
            if moves.len() >= opening {
                let report = search.search(game, &line, &settings.limits, &mut |_| {});
                if settings.limits.stop.is_stopped() {
                    return None;
                }
                let side = game.side_to_move(position);
                if let Some(plies) = report.score.decided() {
                    break Outcome::Win(if plies > 0 { side } else { side.opponent() });
                }
                best = report.best;
                let teaches =
                    report.score.value().abs() < MAX_SCORE && quiet(game, &lines, &tactics, &line).is_some();
                score = teaches.then_some(report.score.value() as i16);
            }
            let by_chance =
                best.is_none() || moves.len() < EARLY && random::below(&mut rng, 100) < self.by_chance;
            let chosen = by_chance.then(|| near(game, position, &mut rng)).flatten();
            // A game in which a side has to pass is as good as over.
            let Some(mv) = chosen.or(best).filter(|mv| !mv.is_pass()) else { break Outcome::Draw };
            moves.push(Played { point: (mv.row() * game.columns() + mv.column()) as u16, score });
            let mut next = position.clone();
            game.play(&mut next, mv);
            line.push(next);
        };
        Some(Record { game: *game, outcome, moves })
    }
}

/// A random stone: the first one away from the edges, later ones near others.
fn near(game: &Gomoku, position: &Position, rng: &mut impl Rng) -> Option<Move> {
    const TRIES: u32 = 400;
    // Boards of training are square.
    let size = game.columns();
    let edge = 3.min((size - 1) / 2);
    let is_first = position.empty() == size * size;
    for _ in 0..TRIES {
        let [row, column] = [(); 2].map(|()| random::below(rng, size as u32) as usize);
        let around = |at: usize| at.saturating_sub(NEAR)..(at + NEAR + 1).min(size);
        let fits = if is_first {
            [row, column].iter().all(|at| (edge..size - edge).contains(at))
        } else {
            around(row).any(|row| around(column).any(|column| position.at(row, column).is_some()))
        };
        if fits && let Some(mv) = game.move_at(position, row, column) {
            return Some(mv);
        }
    }
    None
}
