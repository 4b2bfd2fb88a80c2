//! Which moves are likely: a weight for everything that a move changes, added up.
//!
//! A move is known by what it does to the [contents](Contents) of places, so that no game tells its features: it is made on a
//! copy, and contents before and after are compared as the side that moves sees them. What changed where, whose is what stands
//! around it, and how it lies to what the last move has changed each switch on one weight of a table, by a hash (Weinberger and
//! others, *Feature Hashing for Large Scale Multitask Learning* (2009), <https://doi.org/10.1145/1553374.1553516>). A move is as
//! likely as *e* to the sum of its weights, over that of all moves. `wanqi_train::policy` finds the weights.

use super::layout::{Layout, NO_ROW};
use super::network::Loaded;
use super::surroundings::Owner;
use super::{Contents, Learnt};
use std::sync::Arc;
use wanqi_game::Game;
use wanqi_search::mcts::{self, EvaluationGuide, Mcts, Options, PolicyGuide};
use wanqi_search::{Evaluator, Tactics};

/// Weights of a policy, a power of two.
pub const POLICY_ROWS: usize = 1 << 15;
/// What 1 is in the weights.
const UNIT: f64 = 1024.0;

/// The weights of the features of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    /// As many as [`POLICY_ROWS`], in 1024ths.
    pub(super) weights: Vec<i16>,
}

impl Policy {
    /// These weights, as exactly as sixteen bits allow; `None` if they are not [`POLICY_ROWS`].
    pub fn of_weights(weights: &[f64]) -> Option<Policy> {
        // Out of range a number becomes the nearest.
        let weights: Vec<i16> = weights.iter().map(|&weight| (weight * UNIT).round() as i16).collect();
        (weights.len() == POLICY_ROWS).then_some(Policy { weights })
    }

    /// A weight.
    #[inline]
    fn weight(&self, row: u32) -> i32 {
        self.weights[row as usize % POLICY_ROWS].into()
    }
}

/// A place that differs in two positions, with what it held and holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Change {
    place: u16,
    old: u8,
    new: u8,
}

/// The features of the moves of one position.
#[derive(Clone, Debug)]
pub struct MoveFeatures<'a, C> {
    contents: &'a C,
    /// Who moves.
    side: usize,
    /// What places hold.
    before: Vec<u8>,
    /// What the last move has changed.
    last: Vec<Change>,
    /// Room for what places hold after a move, and what it has changed.
    after: Vec<u8>,
    changes: Vec<Change>,
}

impl<'a, C> MoveFeatures<'a, C> {
    /// Of the moves of the last position of `line`; the one before tells what is answered.
    pub fn new<G: Game>(contents: &'a C, game: &G, line: &[G::Position]) -> MoveFeatures<'a, C>
    where
        C: Contents<G>,
    {
        let places = contents.layout().places();
        let (mut before, mut after, mut last) = (vec![0; places], vec![0; places], Vec::new());
        let position = &line[line.len() - 1];
        contents.read(game, position, &mut before);
        if let [.., previous, _] = line {
            contents.read(game, previous, &mut after);
            compare(&after, &before, &mut last);
        }
        let side = game.side_to_move(position).index();
        MoveFeatures { contents, side, before, last, after, changes: Vec::new() }
    }

    /// Visits the features of the move that leads to `next`: rows of the table, each less than [`POLICY_ROWS`].
    #[inline]
    pub fn each_row<G: Game>(&mut self, game: &G, next: &G::Position, visit: impl FnMut(u32))
    where
        C: Contents<G>,
    {
        self.contents.read(game, next, &mut self.after);
        compare(&self.before, &self.after, &mut self.changes);
        each_row(self.contents.layout(), self.side, &self.after, &self.changes, &self.last, visit);
    }
}

/// The places that differ.
#[inline]
fn compare(before: &[u8], after: &[u8], changes: &mut Vec<Change>) {
    changes.clear();
    for (place, (&old, &new)) in (0..).zip(before.iter().zip(after)) {
        if old != new {
            changes.push(Change { place, old, new });
        }
    }
}

/// Visits the features of a move as `side` sees it. `after` is what places hold after it.
#[inline]
fn each_row(
    layout: &Layout,
    side: usize,
    after: &[u8],
    changes: &[Change],
    last: &[Change],
    mut visit: impl FnMut(u32),
) {
    let surroundings = &layout.surroundings;
    let mut feature = |kind: u64, one: u64, other: u64| visit(row_of(kind, one, other));
    // Where the other side has put something.
    let came = last
        .iter()
        .find(|last| surroundings.has(last.place) && surroundings.owner(side, last.new) == Owner::Other);
    let (mut all, mut all_kinds) = (0_u64, 0_u64);
    for &Change { place, old, new } in changes {
        let [gone, come] = [old, new].map(|content| layout.row(side, usize::from(place), content));
        let what = u64::from(gone) << 32 | u64::from(come);
        all = all.wrapping_add(mix(what));
        feature(0, what, 0);
        if !surroundings.has(place) {
            continue;
        }
        // The same wherever it is.
        let kind = surroundings.seen(side, old) << 8 | surroundings.seen(side, new);
        all_kinds = all_kinds.wrapping_add(mix(kind));
        feature(1, kind, 0);
        feature(2, kind, surroundings.code(side, place, after));
        if let Some(came) = came.filter(|_| come != NO_ROW) {
            let answered = kind << 8 | surroundings.seen(side, came.new);
            feature(3, answered, surroundings.step(side, came.place, place));
        }
        if last.iter().any(|last| last.place == place) {
            feature(4, kind, 0);
        }
    }
    // Both ends of a move are known together, however far it goes.
    feature(5, all, 0);
    feature(6, all_kinds, changes.len() as u64);
}

/// The row of a feature: of which kind, and two numbers that tell it from others.
#[inline]
fn row_of(kind: u64, one: u64, other: u64) -> u32 {
    let hash = mix(mix(one.wrapping_add(kind << 56)) ^ other.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    (hash >> 40) as u32 % POLICY_ROWS as u32
}

/// The finaliser of SplitMix64: Steele, Lea and Flood (2014), <https://doi.org/10.1145/2714064.2660195>.
#[inline]
fn mix(mut word: u64) -> u64 {
    word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

/// A policy that was learnt with an evaluation. Clones share what they know.
#[derive(Debug)]
pub struct LearntPolicy<C> {
    contents: Arc<C>,
    loaded: Arc<Loaded>,
}

impl<C> Clone for LearntPolicy<C> {
    fn clone(&self) -> Self {
        LearntPolicy { contents: Arc::clone(&self.contents), loaded: Arc::clone(&self.loaded) }
    }
}

impl<C, B> Learnt<C, B> {
    /// Which moves are likely, if its network knows that.
    pub fn policy(&self) -> Option<LearntPolicy<C>> {
        let loaded = self.loaded.as_ref().filter(|loaded| loaded.network.policy.is_some())?;
        Some(LearntPolicy { contents: Arc::clone(&self.contents), loaded: Arc::clone(loaded) })
    }
}

/// Monte-Carlo search by what was learnt: by the policy and the value of a leaf if the network has a policy, otherwise by the
/// values of where moves lead. `scale`: the lead that multiplies the odds by *e*.
pub fn monte_carlo<G, C, B, T>(options: Options, evaluator: Learnt<C, B>, tactics: T, scale: f32) -> Mcts<G>
where
    G: Game,
    C: Contents<G> + 'static,
    B: Evaluator<G> + 'static,
    T: Tactics<G, Learnt<C, B>> + 'static,
{
    match evaluator.policy() {
        Some(policy) => Mcts::guided(options, PolicyGuide { evaluator, tactics, policy, scale }),
        None => Mcts::guided(options, EvaluationGuide { evaluator, tactics, scale }),
    }
}

impl<G: Game, C: Contents<G>> mcts::Policy<G> for LearntPolicy<C> {
    fn weigh(&self, game: &G, line: &[G::Position], next: &[G::Position]) -> Vec<f32> {
        let Some(policy) = &self.loaded.network.policy else { return vec![0.0; next.len()] };
        let mut features = MoveFeatures::new(&*self.contents, game, line);
        let sum = |next| {
            let mut sum = 0;
            features.each_row(game, next, |row| sum += policy.weight(row));
            sum as f32 / UNIT as f32
        };
        next.iter().map(sum).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learnt::{Surroundings, WindowBoard};
    use wanqi_game::Side;
    use wanqi_games::rulebook::board::Grid;

    /// A board of four points in a row and a counter. A side sees its own end first.
    fn layout() -> Layout {
        let layout = Layout::new(vec![3, 3, 3, 3, 2], 1, |side, place, content| {
            if place == 4 {
                return (content == 1).then_some(8);
            }
            let owner = usize::from(content).checked_sub(1)?;
            let (place, owner) = if side == 0 { (place, owner) } else { (3 - place, 1 - owner) };
            Some(4 * owner as u32 + place as u32)
        });
        let board = WindowBoard {
            grid: Grid::Squares,
            points: &[(0, 0), (1, 0), (2, 0), (3, 0)],
            seen: Some(&[3, 2, 1, 0]),
            digits: [vec![0, 1, 2], vec![0, 2, 1]],
        };
        let owner = |content: u8| content.checked_sub(1).map(|side| Some(Side::BOTH[usize::from(side)]));
        layout.with_surroundings(Surroundings::new(&board, owner))
    }

    fn rows(side: usize, [previous, before, after]: [[u8; 5]; 3]) -> Vec<u32> {
        let (mut last, mut changes, mut rows) = (Vec::new(), Vec::new(), Vec::new());
        compare(&previous, &before, &mut last);
        compare(&before, &after, &mut changes);
        each_row(&layout(), side, &after, &changes, &last, |row| rows.push(row));
        rows.sort_unstable();
        rows
    }

    /// The same position with the sides swapped.
    fn swapped([a, b, c, d, counter]: [u8; 5]) -> [u8; 5] {
        let other = |content| if content == 0 { 0 } else { 3 - content };
        [other(d), other(c), other(b), other(a), counter]
    }

    #[test]
    fn both_sides_see_the_same_features() {
        let lines: [[[u8; 5]; 3]; 4] = [
            [[1, 0, 0, 2, 0], [1, 0, 2, 0, 0], [0, 1, 2, 0, 0]],
            [[1, 0, 0, 2, 0], [1, 2, 0, 0, 0], [0, 1, 0, 0, 1]],
            [[1, 0, 0, 2, 0], [1, 0, 0, 2, 1], [0, 0, 1, 2, 0]],
            [[0, 0, 0, 0, 0], [0, 0, 0, 2, 0], [0, 0, 1, 2, 0]],
        ];
        let mut all = Vec::new();
        for line in lines {
            let of_first = rows(0, line);
            assert_eq!(rows(1, line.map(swapped)), of_first, "{line:?}");
            assert_ne!(rows(1, line), of_first, "{line:?} in the other's view");
            assert!(of_first.iter().all(|&row| row < POLICY_ROWS as u32));
            all.push(of_first);
        }
        all.dedup();
        assert_eq!(all.len(), lines.len(), "moves are told apart");
        let answers = [[1, 0, 2, 0, 0], [1, 2, 0, 0, 0], [0, 1, 0, 0, 0]];
        let elsewhere = [[1, 2, 0, 0, 0], [1, 2, 0, 0, 0], [0, 1, 0, 0, 0]];
        assert_ne!(rows(0, answers), rows(0, elsewhere), "what is answered counts");
    }

    #[test]
    fn weights_are_rounded_and_bounded() {
        assert_eq!(Policy::of_weights(&[0.0; 3]), None);
        let mut weights = vec![0.0; POLICY_ROWS];
        weights[..4].copy_from_slice(&[0.5, -1.0 / 1024.0, 1e9, f64::NEG_INFINITY]);
        let policy = Policy::of_weights(&weights).expect("as many as there must be");
        assert_eq!([0, 1, 2, 3].map(|row| policy.weight(row)), [512, -1, 32767, -32768]);
    }
}
