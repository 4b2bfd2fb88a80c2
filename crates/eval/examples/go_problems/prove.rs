//! What happens to a string if both sides play whatever they can where nothing is settled.

use super::Rules;
use std::collections::HashMap;
use wanqi_eval::go::unconditional_life;
use wanqi_game::{Game, Side};
use wanqi_games::go::{Move, Position, UpTo13};

/// A question: can the hunter take the string on `target`?
pub struct Proof<'a> {
    go: &'a Rules,
    target: usize,
    hunter: Side,
    /// Where something may still happen.
    open: Vec<usize>,
    /// Who gains when a position comes back: then a ko decides, and the answer is the one of a side that wins all of them.
    hunter_wins_kos: bool,
    known: HashMap<(u64, u8), bool>,
    path: Vec<u64>,
    /// Positions that may still be looked at.
    pub left: u32,
}

impl<'a> Proof<'a> {
    pub fn new(
        go: &'a Rules,
        position: &Position<UpTo13>,
        target: usize,
        hunter_wins_kos: bool,
        most: u32,
    ) -> Self {
        let hunter = if position.has_stone(target, Side::First) { Side::Second } else { Side::First };
        let alive = Side::BOTH.map(|side| unconditional_life::alive(go, position, side));
        let settled = |place: &usize| {
            alive.iter().any(|life| life.stones.contains(place) || life.territory.contains(place))
        };
        let size = go.size();
        let places = (0..size * size).map(|point| go.place_at(point % size, point / size));
        let open = places.filter(|place| !settled(place)).collect();
        Proof {
            go,
            target,
            hunter,
            open,
            hunter_wins_kos,
            known: HashMap::new(),
            path: Vec::new(),
            left: most,
        }
    }

    /// Whether the hunter takes the string; `None` if that is too long to be seen.
    pub fn takes(&mut self, position: &Position<UpTo13>) -> Option<bool> {
        self.search(position).map(|(taken, _)| taken)
    }

    /// The same for each move of the side to move, the pass last.
    pub fn moves(&mut self, position: &Position<UpTo13>) -> Option<Vec<(Move, bool)>> {
        let moves = self.legal(position);
        moves
            .into_iter()
            .map(|mv| {
                let mut after = *position;
                self.go.play(&mut after, mv);
                self.takes(&after).map(|taken| (mv, taken))
            })
            .collect()
    }

    fn legal(&self, position: &Position<UpTo13>) -> Vec<Move> {
        let mut moves = Vec::new();
        self.go.each_move(position, |mv| {
            if self.go.amaf_index(mv).is_none_or(|place| self.open.contains(&place)) {
                moves.push(mv);
            }
        });
        moves.sort_by_key(|mv| mv.is_pass());
        moves
    }

    /// With it, whether a position that came back had a part in it: then it holds on this way alone.
    fn search(&mut self, position: &Position<UpTo13>) -> Option<(bool, bool)> {
        if !position.has_stone(self.target, self.hunter.opponent()) {
            return Some((true, false));
        }
        if position.passes() >= 2 {
            return Some((false, false));
        }
        let key = (position.key(), position.passes());
        if let Some(&taken) = self.known.get(&key) {
            return Some((taken, false));
        }
        if position.passes() == 0 && self.path.contains(&position.situation_key()) {
            return Some((self.hunter_wins_kos, true));
        }
        self.left = self.left.checked_sub(1)?;
        let hunts = self.go.side_to_move(position) == self.hunter;
        self.path.push(position.situation_key());
        let (mut taken, mut came_back) = (!hunts, false);
        for mv in self.legal(position) {
            let mut after = *position;
            self.go.play(&mut after, mv);
            let (found, by_repetition) = self.search(&after)?;
            if found == hunts {
                (taken, came_back) = (found, by_repetition);
                break;
            }
            came_back |= by_repetition;
        }
        self.path.pop();
        if !came_back {
            self.known.insert(key, taken);
        }
        Some((taken, came_back))
    }
}
