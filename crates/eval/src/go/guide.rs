//! What a Monte-Carlo search knows of Go: which moves are likely, and how to play games out.

use super::features::{STRENGTHS, features};
use super::opening::{self, Opening};
use super::playout::PlayoutKnowledge;
use super::tactics;
use rand_pcg::Pcg64Mcg;
use wanqi_game::playout::Playout;
use wanqi_game::{Game, Side};
use wanqi_games::go::{Capacity, Go, Move, Position, Scoring};
use wanqi_search::mcts::{AmafMoves, PlayoutGuide, Prior};

/// Knowledge of Go for Monte-Carlo searches. It leaves out moves that fill own true eyes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GoGuide {
    /// How games are played out.
    pub playouts: PlayoutKnowledge,
    /// Whether moves are told apart before they are tried.
    pub priors: bool,
}

impl Default for GoGuide {
    fn default() -> Self {
        GoGuide { playouts: PlayoutKnowledge::default(), priors: true }
    }
}

/// The visits that what is known of a move is worth.
const VISITS: f32 = 20.0;
/// A move that is *k* times as likely as the mean has won *k* to this power times as often as it has lost.
const POWER: f32 = 0.7;

impl<C: Capacity> PlayoutGuide<Go<C>> for GoGuide {
    fn priors(&self, go: &Go<C>, line: &[Position<C>], visit: &mut dyn FnMut(<Go<C> as Game>::Move, Prior)) {
        let position = &line[line.len() - 1];
        let side = go.side_to_move(position);
        let last = [stone_before(go, line), stone_before(go, &line[..line.len() - 1])];
        let (mut moves, mut all) = (Vec::with_capacity(go.size() * go.size() + 1), 0.0);
        go.each_move(position, |mv| {
            let Some(place) = go.amaf_index(mv) else { return };
            if go.forbidden_by_history(line, mv) || !position.is_sensible(place, side) {
                return;
            }
            let strength = if self.priors { STRENGTHS.of(&features(go, position, place, last)) } else { 1.0 };
            all += strength;
            moves.push((mv, strength));
        });
        let (visits, mean) = (if self.priors { VISITS } else { 0.0 }, all / moves.len() as f32);
        // The pass is looked at now and then whatever is known of it.
        visit(Move::PASS, Prior { probability: if moves.is_empty() { 1.0 } else { 0.0 }, ..Prior::NONE });
        let mut read = Vec::new();
        if self.priors {
            read.extend(last[0].into_iter().flat_map(|last| tactics::near(go, position, last)));
            read.extend(tactics::in_eye_spaces(go, position));
        }
        let opening = Opening::of(go, position).filter(|_| self.priors);
        for (mv, strength) in moves {
            let odds = (strength / mean).powf(POWER);
            let mut prior = Prior { probability: strength / all, value: odds / (1.0 + odds), visits };
            if let Some(place) = go.amaf_index(mv) {
                let at = go.column_and_row(place);
                if let Some(value) = opening.as_ref().and_then(|opening| opening.value(at)) {
                    prior = Prior { value, visits: opening::VISITS, ..prior };
                }
                for reading in read.iter().filter(|reading| reading.place == place) {
                    let all = prior.visits + reading.visits;
                    prior.value = (prior.value * prior.visits + reading.value * reading.visits) / all;
                    prior.visits = all;
                }
            }
            visit(mv, prior);
        }
    }

    /// Not where own eyes are left out.
    fn is_complete(&self) -> bool {
        false
    }

    fn playout(
        &self,
        go: &Go<C>,
        position: &mut Position<C>,
        rng: &mut Pcg64Mcg,
        bound: u32,
        amaf_moves: &mut AmafMoves,
    ) -> Playout {
        if let Some(resumed) = go.resumed(position) {
            *position = resumed;
        }
        go.playout_by(&self.playouts, position, rng, bound, |side, place| amaf_moves.note(side, place))
    }

    fn idle_move(&self, go: &Go<C>) -> Option<Move> {
        idle_move(go)
    }

    fn count(&self, go: &Go<C>, end: &Position<C>, owned: &mut Vec<i32>) -> Option<f64> {
        owned.resize(go.size() * go.size(), 0);
        let area = go.count_area(end, owned);
        Some(f64::from(go.played_out_lead(end, area)) - go.komi())
    }
}

/// A pass where territory is counted: see [`PlayoutGuide::idle_move`].
pub(super) fn idle_move<C: Capacity>(go: &Go<C>) -> Option<Move> {
    (go.scoring() == Scoring::Territory).then_some(Move::PASS)
}

/// Where the stone was put that leads to the last position of a line; `None` after a pass and at the beginning.
fn stone_before<C: Capacity>(go: &Go<C>, line: &[Position<C>]) -> Option<usize> {
    let [.., before, after] = line else { return None };
    let (mover, size): (Side, usize) = (go.side_to_move(before), go.size());
    let mut places = (0..size * size).map(|point| go.place_at(point % size, point / size));
    places.find(|&place| before.is_empty(place) && after.has_stone(place, mover))
}
