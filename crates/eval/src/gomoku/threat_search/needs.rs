//! What a proof needs of the board: where the defender has to play, or the proof stands.
//!
//! Instead of trying every reply that a proof does not tell, the verifier leaves such stones open: they may lie anywhere but
//! where the rest of the proof needs a point. That is exact enough for freestyle and exact five, where a stone of the
//! defender's can only take a point or help it to five. It is not for renju, where it may also forbid or allow.

use super::proof::{Flaw, Proof};
use crate::gomoku::Points;
use game::{Game, Notation, Side, random};
use games::gomoku::{Gomoku, Move, Position, Rule, SIZES};
use std::collections::HashMap;

/// Where stones that the defender has put without an answer must not lie: of the set at `k`, no more than `k`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Needs([Points; MOST]);

/// Empty points of a line of five at most, but the last of them.
const MOST: usize = 4;

impl Needs {
    /// The points none of which may be taken.
    pub fn points(&self) -> &Points {
        &self.0[0]
    }

    fn add(&mut self, other: &Needs) {
        for (set, other) in self.0.iter_mut().zip(&other.0) {
            *set = set.either(other);
        }
    }

    /// With one more stone left open, on none of the points that are answered. `None` if it may lie where it must not.
    fn with_one_more(&self, answered: &Points) -> Option<Needs> {
        let mut needs = Needs::default();
        for (k, set) in self.0.iter().enumerate() {
            let all_answered = set.both(answered).len() == set.len();
            let place = if all_answered { k } else { k.checked_sub(1)? };
            needs.0[place] = needs.0[place].either(set);
        }
        Some(needs)
    }
}

impl Proof {
    /// Checks the proof by the rules alone, as [`verify`](Proof::verify) does, but in time that grows with the proof and
    /// not with the number of replies at every move of it. Says how many positions were looked at.
    ///
    /// # Errors
    /// The first flaw that is found. In renju every proof has one.
    pub fn verify_large(&self, game: &Gomoku, position: &Position) -> Result<u64, Flaw> {
        let mut verifier = Open::new(game, position).ok_or_else(|| Flaw {
            moves: Vec::new(),
            what: "only freestyle and exact five are checked so, where no one has won",
        })?;
        verifier.needs(self, 0)?;
        Ok(verifier.positions)
    }
}

const LARGEST: usize = *SIZES.end() as usize;
static KEYS: [u64; 2 * LARGEST * LARGEST] = random::words(0x4E65);

/// A board with stones of the defender's left open.
pub(super) struct Open<'a> {
    game: &'a Gomoku,
    root: &'a Position,
    attacker: Side,
    stones: [Points; 2],
    key: u64,
    /// The moves from the root to here.
    moves: Vec<usize>,
    known: HashMap<(u64, *const Proof, usize), Needs>,
    positions: u64,
}

impl<'a> Open<'a> {
    /// The board of a position where the attacker is to move. `None` in renju, and where the game is over.
    pub fn new(game: &'a Gomoku, root: &'a Position) -> Option<Open<'a>> {
        if game.rule() == Rule::Renju || game.outcome(root).is_some() {
            return None;
        }
        let attacker = game.side_to_move(root);
        let (stones, known) = ([Points::default(); 2], HashMap::new());
        let mut board = Open { game, root, attacker, stones, key: 0, moves: Vec::new(), known, positions: 0 };
        for point in 0..game.size() * game.size() {
            if let Some(side) = root.at(point / game.size(), point % game.size()) {
                board.put(side, point);
            }
        }
        Some(board)
    }

    pub fn put(&mut self, side: Side, point: usize) {
        self.stones[side.index()].insert(point);
        self.key ^= KEYS[side.index() * LARGEST * LARGEST + point];
    }

    pub fn take_back(&mut self, side: Side, point: usize) {
        self.stones[side.index()].remove(point);
        self.key ^= KEYS[side.index() * LARGEST * LARGEST + point];
    }

    fn is_empty(&self, point: usize) -> bool {
        !self.stones.iter().any(|stones| stones.contains(point))
    }

    fn point(&self, mv: Move) -> Option<usize> {
        let size = self.game.size();
        (mv.row() < size && mv.column() < size).then(|| mv.row() * size + mv.column())
    }

    /// What a proof needs here, the attacker to move, if up to `open` stones of the defender's lie anywhere else.
    pub fn needs(&mut self, proof: &Proof, open: usize) -> Result<Needs, Flaw> {
        let key = (self.key, std::ptr::from_ref(proof), open);
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        self.positions += 1;
        let Some(point) = self.point(proof.mv).filter(|&point| self.is_empty(point)) else {
            return Err(self.flaw("an illegal move"));
        };
        self.put(self.attacker, point);
        self.moves.push(point);
        let needs = if self.has_five(point) { Ok(Needs::default()) } else { self.needs_after(proof, open) };
        self.moves.pop();
        self.take_back(self.attacker, point);
        let mut needs = needs?;
        needs.0[0] = needs.0[0].with(point);
        self.known.insert(key, needs);
        Ok(needs)
    }

    /// The same after the attacker's move.
    pub fn needs_after(&mut self, proof: &Proof, open: usize) -> Result<Needs, Flaw> {
        let defender = self.attacker.opponent();
        let mut needs = self.fives_of_defender(open)?;
        let mut answered = Points::default();
        for (reply, next) in &proof.answers {
            let Some(point) = self.point(*reply).filter(|&point| self.is_empty(point)) else { continue };
            answered = answered.with(point);
            self.put(defender, point);
            self.moves.push(point);
            let after = self.needs(next, open);
            self.moves.pop();
            self.take_back(defender, point);
            needs.add(&after?);
        }
        let size = self.game.size();
        if let Some(next) = &proof.otherwise {
            let otherwise = self.needs(next, open + 1)?;
            match otherwise.with_one_more(&answered) {
                Some(after) => needs.add(&after),
                None => return Err(self.flaw("a reply without an answer")),
            }
        } else if answered.len() + self.stones[0].len() + self.stones[1].len() < size * size {
            return Err(self.flaw("a reply without an answer"));
        }
        Ok(needs)
    }

    /// What must be left empty so that the defender, to move, does not make five by stones that lie open.
    fn fives_of_defender(&self, open: usize) -> Result<Needs, Flaw> {
        let (size, mut needs) = (self.game.size() as i32, Needs::default());
        let [attacker, defender] = [self.attacker, self.attacker.opponent()].map(|side| side.index());
        for start in 0..size * size {
            let (row, column) = (start / size, start % size);
            for (down, right) in DIRECTIONS {
                let (last_row, last_column) = (row + 4 * down, column + 4 * right);
                if last_row >= size || !(0..size).contains(&last_column) {
                    continue;
                }
                let line = (0..5).map(|i| (start + i * (down * size + right)) as usize);
                if line.clone().any(|point| self.stones[attacker].contains(point)) {
                    continue;
                }
                let empty = line.filter(|&point| !self.stones[defender].contains(point));
                match empty.clone().count() {
                    0 | 1 => return Err(self.flaw("the defender makes five")),
                    count if count <= open + 1 => {
                        let set = &mut needs.0[count - 2];
                        *set = empty.fold(*set, Points::with);
                    }
                    _ => {}
                }
            }
        }
        Ok(needs)
    }

    /// Whether the attacker's stone on a point is part of a line that wins.
    fn has_five(&self, point: usize) -> bool {
        let size = self.game.size() as i32;
        let (row, column) = (point as i32 / size, point as i32 % size);
        let stones = &self.stones[self.attacker.index()];
        let run = |down: i32, right: i32| {
            let at = |i: i32| (row + i * down, column + i * right);
            let stands = |(row, column): (i32, i32)| {
                (0..size).contains(&row)
                    && (0..size).contains(&column)
                    && stones.contains((row * size + column) as usize)
            };
            (1..).take_while(|&i| stands(at(i))).count()
        };
        DIRECTIONS.into_iter().any(|(down, right)| match 1 + run(down, right) + run(-down, -right) {
            5 => true,
            6.. => self.game.overline_wins(self.attacker),
            _ => false,
        })
    }

    #[cold]
    fn flaw(&self, what: &'static str) -> Flaw {
        let size = self.game.size();
        let text =
            |&point: &usize| self.game.format_move(self.root, Move::new(point / size, point % size), 0);
        Flaw { moves: self.moves.iter().map(text).collect(), what }
    }
}

const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
