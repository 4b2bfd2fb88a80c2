//! A game of a network against itself, from one position that is to be evaluated to the next.

use super::tree::{Board, Node, Rules, Seen, Tree, end_value};
use anyhow::{Result, ensure};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;
use wanqi_eval::go::network::{Input, turned};
use wanqi_game::{Game, random};
use wanqi_games::go::Move;
use wanqi_train::network_games::go::chance::{self, inner_move, komi, uniform, unsure};
use wanqi_train::network_games::go::{Played, Record};

#[cfg(test)]
mod tests;

/// Lines of boards, and of a thousand games how many are played on them: half of them on the largest, whose games are longest.
const SIZES: [(u8, u32); 11] = [
    (19, 480),
    (18, 15),
    (17, 20),
    (16, 15),
    (15, 25),
    (14, 15),
    (13, 150),
    (11, 20),
    (10, 10),
    (9, 210),
    (7, 40),
];
/// Of a hundred moves so many are searched in earnest and teach; as many others tell who won and nothing more.
const SEARCHED: u32 = 18;
/// The same of a decided game.
const DECIDED_SEARCHED: u32 = 4;
/// Visits of a search in earnest, of one that makes a game go on, and of one that does so when it is decided: playout cap
/// randomisation, Wu 2019, <https://arxiv.org/abs/1902.10565>.
const VISITS: u32 = 160;
const FAST_VISITS: u32 = 28;
const DECIDED_VISITS: u32 = 8;
/// From which win probability on, and after how many such moves one after the other, a game is decided.
const SURE: f32 = 0.95;
const SURE_MOVES: u32 = 6;
/// The share of a board's points that is filled by moves as the network likes them before any is searched, in the mean.
const LIKED: f64 = 0.025;
/// One game of so many is held out: nothing learns from it, and networks are measured by it.
const HELD_OUT: u32 = 50;

/// What is done for the next move.
#[derive(Clone, Copy)]
enum Phase {
    /// So many are made as the network likes them.
    Liked(u32),
    /// A search until the root has so many visits; in earnest, and with noise by now.
    Search { visits: u32, in_earnest: bool, is_noisy: bool },
}

/// A game, and the search for its next move.
pub struct SelfPlay {
    go: Rules,
    position: Box<Board>,
    /// The superko keys of all positions.
    keys: Vec<u64>,
    moves: Vec<Played>,
    tree: Tree,
    phase: Phase,
    turning: usize,
    by_opening: bool,
    is_held_out: bool,
    /// Moves one after the other before which it was clear who wins.
    sure: u32,
    komi: f64,
    rng: Pcg64Mcg,
}

impl SelfPlay {
    /// A game on a board of such lines or of any.
    pub fn new(size: Option<u8>, mut rng: Pcg64Mcg) -> Result<SelfPlay> {
        let drawn = chance::size(&SIZES, &mut rng);
        let size = size.unwrap_or(drawn);
        ensure!((5..=19).contains(&size), "games are played on 5 to 19 lines");
        let komi = komi(size, &mut rng);
        let go = Rules::new(size).and_then(|go| go.with_komi(komi));
        let go = go.map_err(|error| anyhow::anyhow!("{}", error.message()))?;
        let position = Box::new(go.start());
        let (by_opening, is_held_out) =
            (random::below(&mut rng, 2) == 0, random::below(&mut rng, HELD_OUT) == 0);
        let mut game = SelfPlay {
            keys: vec![go.superko_key(&position).unwrap_or(0)],
            position,
            go,
            moves: Vec::new(),
            tree: Tree::default(),
            phase: Phase::Liked(0),
            turning: 0,
            by_opening,
            is_held_out,
            sure: 0,
            komi,
            rng,
        };
        let stones = match random::below(&mut game.rng, 5) {
            0..=2 => 0,
            3 => 1,
            _ => random::below(&mut game.rng, 6),
        };
        for _ in 0..stones {
            let mv = inner_move(&game.go, &game.position, &mut game.rng);
            game.make(mv, Vec::new(), false, 0.5);
        }
        let mean = LIKED * f64::from(size) * f64::from(size);
        match (-uniform(&mut game.rng).max(1e-9).ln() * mean) as u32 {
            0 => game.begin(),
            liked => game.phase = Phase::Liked(liked.min(60)),
        }
        game.tree.descend(&game.go, &game.position, &mut game.keys);
        Ok(game)
    }

    /// The lines of its board.
    pub fn size(&self) -> usize {
        self.go.size()
    }

    /// What is to be seen next, after one of the eight turnings of the board.
    pub fn question(&mut self) -> Input {
        self.turning = random::below(&mut self.rng, 8) as usize;
        let position = self.tree.leaf().unwrap_or(&self.position);
        let mut input = Input::of(&self.go, std::slice::from_ref(position));
        let last = self.moves.iter().rev().map(|played| played.point);
        input.note_last(self.tree.moves.iter().rev().copied().chain(last));
        input.turned(self.turning)
    }

    /// Takes what was said of it. The game's record, if it has come to its end.
    pub fn answer(&mut self, seen: &Seen) -> Option<Record> {
        let points = self.size() * self.size();
        let back = |point| if point == points { point } else { turned(self.size(), point, self.turning) };
        let logits = (0..=points).map(|point| seen.logits[back(point)]).collect();
        self.tree.expand(&self.go, &Seen { logits, value: seen.value }, self.by_opening);
        loop {
            while self.is_decided_on() {
                self.decide();
                if self.is_over() {
                    return Some(self.record());
                }
            }
            if self.tree.descend(&self.go, &self.position, &mut self.keys) {
                return None;
            }
        }
    }

    /// Whether nothing is to learn from it.
    pub fn is_held_out(&self) -> bool {
        self.is_held_out
    }

    /// What the next game in its place begins with.
    pub fn next_seed(&mut self) -> u64 {
        self.rng.next_u64()
    }

    /// Begins to look for a move.
    fn begin(&mut self) {
        let is_decided = self.sure >= SURE_MOVES;
        let share = if is_decided { DECIDED_SEARCHED } else { SEARCHED };
        let in_earnest = random::below(&mut self.rng, 100) < share;
        let visits = match (in_earnest, is_decided) {
            (true, _) => VISITS,
            (false, false) => FAST_VISITS,
            (false, true) => DECIDED_VISITS,
        };
        self.phase = Phase::Search { visits, in_earnest, is_noisy: false };
    }

    /// Whether enough has been evaluated for a move to be made.
    fn is_decided_on(&mut self) -> bool {
        let Some(root) = self.tree.root() else { return false };
        match &mut self.phase {
            Phase::Liked(_) => true,
            Phase::Search { visits, in_earnest, is_noisy } => {
                let is_enough = root.visits >= *visits;
                if *in_earnest && !*is_noisy {
                    *is_noisy = true;
                    let priors: Vec<f32> = root.edges.iter().map(|edge| edge.prior).collect();
                    let tried = unsure(&priors, &mut self.rng);
                    let edges = self.tree.root_edges_mut().iter_mut();
                    edges
                        .zip(tried)
                        .filter(|(edge, _)| edge.tried >= 0.0)
                        .for_each(|(edge, tried)| edge.tried = tried);
                }
                is_enough
            }
        }
    }

    /// Makes the move that was looked for, and begins to look for the next one.
    fn decide(&mut self) {
        let Some(root) = self.tree.root() else { return };
        let at = uniform(&mut self.rng);
        match self.phase {
            Phase::Liked(left) => {
                let mut at = at as f32;
                let liked = root.edges.iter().find(|edge| {
                    at -= edge.prior;
                    at < 0.0
                });
                let mv = liked.filter(|edge| !edge.mv.is_pass()).unwrap_or(root.best()).mv;
                self.make(mv, Vec::new(), false, 0.5);
                self.tree.clear();
                if left <= 1 { self.begin() } else { self.phase = Phase::Liked(left - 1) }
            }
            Phase::Search { in_earnest, .. } => {
                let expected = root.expected();
                let visits = if in_earnest { root.pruned_visits() } else { Vec::new() };
                let mv = chosen(root, self.moves.len() as f64 / self.go.size() as f64, at);
                let share = if self.sure >= SURE_MOVES { DECIDED_SEARCHED } else { SEARCHED };
                let teaches = in_earnest || random::below(&mut self.rng, 100) < share;
                self.sure = if expected.max(1.0 - expected) > SURE { self.sure + 1 } else { 0 };
                self.make(mv, visits, teaches, expected);
                self.tree.advance(mv);
                self.begin();
            }
        }
    }

    fn make(&mut self, mv: Move, visits: Vec<(u16, u16)>, teaches: bool, expected: f32) {
        self.go.play(&mut self.position, mv);
        self.keys.push(self.go.superko_key(&self.position).unwrap_or(0));
        let pass = (self.size() * self.size()) as u16;
        let point = self.go.point(mv).unwrap_or(pass);
        let value = (2000.0 * expected - 1000.0) as i16;
        self.moves.push(Played { point, is_searched: teaches, value, visits });
    }

    fn is_over(&self) -> bool {
        let points = self.size() * self.size();
        end_value(&self.go, &self.position).is_some() || self.moves.len() >= points * 7 / 5 + 40
    }

    fn record(&mut self) -> Record {
        let mut owned = vec![0; self.size() * self.size()];
        let lead = self.go.count_area(&self.position, &mut owned) as i16;
        Record {
            size: self.size() as u8,
            komi: (2.0 * self.komi) as i16,
            lead,
            ownership: owned.iter().map(|owned| owned.signum() as i8).collect(),
            moves: std::mem::take(&mut self.moves),
        }
    }
}

/// The move that was made most often, or another, the less likely the more turns of the board's lines have gone by.
fn chosen(root: &Node, turns: f64, at: f64) -> Move {
    let best = root.best();
    let temperature = 0.8 * 0.5_f64.powf(turns);
    if temperature < 0.15 || best.mv.is_pass() {
        return best.mv;
    }
    let weight = |visits: u32| if visits > 1 { f64::from(visits).powf(1.0 / temperature) } else { 0.0 };
    let mut at = at * root.edges.iter().map(|edge| weight(edge.visits)).sum::<f64>();
    let edge = root.edges.iter().find(|edge| {
        at -= weight(edge.visits);
        at < 0.0
    });
    edge.unwrap_or(best).mv
}
