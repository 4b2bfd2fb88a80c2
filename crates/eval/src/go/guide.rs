//! What a Monte-Carlo search is told about Go: which moves are likely, and how to play games out.

use super::playout::Knowing;
use super::reading::{captures, in_atari_at, liberties_after};
use super::{ladder, patterns};
use game::playout::Playout;
use game::{Game, Side};
use games::go::{Capacity, Go, Position};
use rand_pcg::Pcg64Mcg;
use search::mcts::{FirstMoves, Guide, Hint};

/// Knowledge of Go for Monte-Carlo searches. It leaves out moves that fill own true eyes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GoGuide {
    /// How games are played out.
    pub playouts: Knowing,
    /// Whether moves are told apart before they are tried.
    pub priors: bool,
}

impl Default for GoGuide {
    fn default() -> Self {
        GoGuide { playouts: Knowing::default(), priors: true }
    }
}

/// Visits that count as won or lost before the first, by what is known of a move. By hand.
mod visits {
    /// Won: it takes a stone, or several.
    pub const CAPTURE: [f32; 2] = [10.0, 20.0];
    /// Won: it saves a string from atari.
    pub const ESCAPE: f32 = 10.0;
    /// Won: it begins a ladder that takes a string. Lost: it runs on in one.
    pub const LADDER: [f32; 2] = [10.0, 12.0];
    /// Won: it makes a shape.
    pub const SHAPE: f32 = 6.0;
    /// Won: so far from the last move.
    pub const NEAR: [f32; 4] = [0.0, 10.0, 8.0, 4.0];
    /// Lost: it can be taken at once.
    pub const SELF_ATARI: f32 = 12.0;
    /// Lost: on the first line, or on the second, with no stone near.
    pub const EDGE: [f32; 2] = [12.0, 6.0];
    /// Won: on the third line, with no stone near.
    pub const THIRD: f32 = 6.0;
}

impl<C: Capacity> Guide<Go<C>> for GoGuide {
    fn moves(&self, go: &Go<C>, line: &[Position<C>], visit: &mut dyn FnMut(<Go<C> as Game>::Move, Hint)) {
        let position = &line[line.len() - 1];
        let side = go.side_to_move(position);
        let last = line.len().checked_sub(2).and_then(|before| last_move(go, &line[before], position));
        let mut moves = Vec::with_capacity(go.size() * go.size() + 1);
        let mut all = 0.0;
        go.each_move(position, |mv| {
            let Some(place) = go.place(mv) else {
                moves.push((mv, 0.0, 0.0));
                return;
            };
            if go.forbidden_by_history(line, mv) || !position.is_sensible(place, side) {
                return;
            }
            let (won, lost) = if self.priors { known(go, position, side, place, last) } else { (0.0, 0.0) };
            all += 1.0 + won;
            moves.push((mv, won, lost));
        });
        all += 1.0;
        for (mv, won, lost) in moves {
            let visits: f32 = won + lost;
            let value = if visits > 0.0 { won / visits } else { 0.5 };
            visit(mv, Hint { prior: (1.0 + won) / all, value, visits });
        }
    }

    fn plays_out(&self) -> bool {
        true
    }

    fn playout(
        &self,
        go: &Go<C>,
        position: &mut Position<C>,
        rng: &mut Pcg64Mcg,
        bound: u32,
        first_moves: &mut FirstMoves,
    ) -> Playout {
        go.playout_by(&self.playouts, position, rng, bound, |side, place| first_moves.note(side, place))
    }
}

/// The visits that a move has won and lost before the first.
fn known<C: Capacity>(
    go: &Go<C>,
    position: &Position<C>,
    side: Side,
    place: usize,
    last: Option<usize>,
) -> (f32, f32) {
    let (mut won, mut lost) = (0.0, 0.0);
    let (taken, liberties) = (captures(position, side, place), liberties_after(position, side, place));
    if taken > 0 {
        won += visits::CAPTURE[usize::from(taken > 1)];
    }
    if liberties < 2 {
        lost += visits::SELF_ATARI;
    } else if let Some(stone) = in_atari_at(position, side, place) {
        match ladder::escapes_by(go, position, stone, place) {
            true => won += visits::ESCAPE,
            false => lost += visits::LADDER[1],
        }
    }
    if begins_ladder(go, position, side, place) {
        won += visits::LADDER[0];
    }
    if patterns::matches(position, side, place) {
        won += visits::SHAPE;
    }
    let at = go.column_and_row(place);
    if let Some(last) = last {
        let last = go.column_and_row(last);
        let (across, down) = (at.0.abs_diff(last.0), at.1.abs_diff(last.1));
        won += visits::NEAR.get(across.max(down).max((across + down).div_ceil(2))).unwrap_or(&0.0);
    }
    let to_edge = |coordinate: usize| coordinate.min(go.size() - 1 - coordinate);
    let from_edge = to_edge(at.0).min(to_edge(at.1));
    if from_edge <= 2 && is_alone(go, position, at) {
        match visits::EDGE.get(from_edge) {
            Some(visits) => lost += visits,
            None => won += visits::THIRD,
        }
    }
    (won, lost)
}

/// Whether a stone of the side to move on an empty point begins a ladder that takes a string.
fn begins_ladder<C: Capacity>(go: &Go<C>, position: &Position<C>, side: Side, place: usize) -> bool {
    C::NEIGHBOURS.map(|step| place.wrapping_add(step)).into_iter().any(|stone| {
        position.has_stone(stone, side.opponent())
            && position.liberties::<3>(stone).1 == 2
            && ladder::catches_by(go, position, stone, place)
    })
}

/// Whether there is no stone within three steps along each line of a point.
fn is_alone<C: Capacity>(go: &Go<C>, position: &Position<C>, at: (usize, usize)) -> bool {
    const NEAR: usize = 3;
    let range = |coordinate: usize| coordinate.saturating_sub(NEAR)..(coordinate + NEAR + 1).min(go.size());
    range(at.1).all(|row| range(at.0).all(|column| position.is_empty(go.place_at(column, row))))
}

/// Where the stone lies that makes one position of another.
fn last_move<C: Capacity>(go: &Go<C>, before: &Position<C>, after: &Position<C>) -> Option<usize> {
    let mover = go.side_to_move(before);
    let size = go.size();
    let mut places = (0..size * size).map(|point| go.place_at(point % size, point / size));
    places.find(|&place| before.is_empty(place) && after.has_stone(place, mover))
}
