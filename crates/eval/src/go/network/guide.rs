//! What a Monte-Carlo search makes of a network.

use super::input::turned;
use super::{Input, Network};
use crate::go::guide::idle_move;
use crate::go::opening::Opening;
use wanqi_game::{Game, Side};
use wanqi_games::go::{Capacity, Go, Move, Position};
use wanqi_search::mcts::{Expected, Prior, ValueGuide};
use wanqi_search::{Evaluator, NothingProven, Stateless};

/// Looks at moves as a network does, and in the opening of a large board also as [`Opening`] says; takes the network's word for who
/// wins. It leaves out moves that fill own true eyes.
///
/// Each position is seen after one of the eight turnings of the board, by chance but always the same, so that mistakes that the
/// network makes in one corner are not made in all positions of a tree.
#[derive(Clone, Debug)]
pub struct NetworkGuide(pub Network);

/// By how much less a move is thought to win that has not been visited than the one that is likeliest, since most of them are worse:
/// first play urgency, reduced.
const FIRST_PLAY_REDUCTION: f32 = 0.1;

/// By how much the logit of a move in an opening on a large board differs for a difference of 1 in what [`Opening`] says: games
/// on large boards are few, and a network of them plays beside the last stone as on small ones.
const OPENING_WEIGHT: f32 = 20.0;

impl<C: Capacity> ValueGuide<Go<C>> for NetworkGuide {
    /// Not where own eyes are left out.
    fn is_complete(&self) -> bool {
        false
    }

    fn idle_move(&self, go: &Go<C>) -> Option<Move> {
        idle_move(go)
    }

    fn evaluate(
        &self,
        go: &Go<C>,
        line: &[Position<C>],
        visit: &mut dyn FnMut(Move, Prior),
    ) -> Option<Expected> {
        let position = &line[line.len() - 1];
        let side = go.side_to_move(position);
        let input = Input::of(go, line);
        let turning = (input.hash() >> 61) as usize;
        let output = self.0.run(&if turning == 0 { input } else { input.turned(turning) });
        let (size, pass) = (go.size(), go.size() * go.size());
        let mut moves = Vec::with_capacity(pass + 1);
        moves.push((Move::PASS, output.policy[pass]));
        let opening = Opening::of(go, position);
        go.each_move(position, |mv| {
            let Some(place) = go.amaf_index(mv) else { return };
            if position.is_sensible(place, side) && !go.forbidden_by_history(line, mv) {
                let (column, row) = go.column_and_row(place);
                let told = opening.as_ref().and_then(|opening| opening.value((column, row)));
                let logit = output.policy[turned(size, row * size + column, turning)];
                moves.push((mv, logit + told.map_or(0.0, |value| OPENING_WEIGHT * (value - 0.5))));
            }
        });
        let best = moves.iter().map(|&(_, logit)| logit).fold(f32::NEG_INFINITY, f32::max);
        let share = |logit: f32| (logit - best).exp();
        let all: f32 = moves.iter().map(|&(_, logit)| share(logit)).sum();
        let mut is_likeliest_told = false;
        for (mv, logit) in moves {
            let is_likeliest = logit == best && !is_likeliest_told;
            is_likeliest_told |= is_likeliest;
            let value =
                if is_likeliest { output.value } else { (output.value - FIRST_PLAY_REDUCTION).max(0.0) };
            visit(mv, Prior { probability: share(logit) / all, value, visits: 0.0 });
        }
        let owner = if side == Side::First { 1.0 } else { -1.0 };
        let ownership = (0..pass).map(|point| owner * output.ownership[turned(size, point, turning)]);
        Some(Expected { ownership: ownership.collect(), lead: f64::from(owner * output.lead) })
    }
}

impl Stateless for Network {}
impl NothingProven for Network {}

/// The lead that the network expects, in hundredths of a point, komi included.
impl<C: Capacity> Evaluator<Go<C>> for Network {
    fn evaluate(&self, go: &Go<C>, (): &mut (), position: &Position<C>) -> i32 {
        (100.0 * self.look(go, std::slice::from_ref(position)).lead).round() as i32
    }
}
