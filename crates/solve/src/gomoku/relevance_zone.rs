//! The relevance zone of a proof: where the defender has to play, or the proof stands.
//!
//! Instead of trying every reply that a proof does not tell, the verifier leaves such stones open: they may lie anywhere but
//! where the rest of the proof needs a point. That is exact enough, since a stone of the defender's can only take a point or
//! help it to five. In renju it may also forbid or allow: what such a judgement depends on is needed too.

use super::proof::{Flaw, MAX_REMEMBERED, Proof, Refusal};
use std::collections::HashMap;
use wanqi_eval::gomoku::PointSet;
use wanqi_game::{Game, Notation, Side, random};
use wanqi_games::gomoku::{Gomoku, Move, Position, Rule, SIZES};
use wanqi_search::{Limits, Watch};

/// A relevance zone: where stones that the defender has put without an answer must not lie: of the set at `k`, no more than `k`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct RelevanceZone([PointSet; MAX]);

/// Empty points of a line of five at most, but the last of them.
const MAX: usize = 4;

impl RelevanceZone {
    /// The points none of which may be taken.
    pub fn points(&self) -> &PointSet {
        &self.0[0]
    }

    fn add(&mut self, other: &RelevanceZone) {
        for (set, other) in self.0.iter_mut().zip(&other.0) {
            *set = set.either(other);
        }
    }

    /// With one more stone left open, on none of the points that are answered. `None` if it may lie where it must not.
    fn with_one_more(&self, answered: &PointSet) -> Option<RelevanceZone> {
        let mut zone = RelevanceZone::default();
        for (k, set) in self.0.iter().enumerate() {
            let all_answered = set.both(answered).len() == set.len();
            let place = if all_answered { k } else { k.checked_sub(1)? };
            zone.0[place] = zone.0[place].either(set);
        }
        Some(zone)
    }
}

impl Proof {
    /// Checks the proof by the rules alone, as [`verify`](Proof::verify) does, but in time that grows with the proof and
    /// not with the number of replies at every move of it. The limits are of positions to look at, of time, and a stop. Says
    /// how many positions were looked at.
    ///
    /// # Errors
    /// The first flaw that is found, or that a limit was reached.
    pub fn verify_large(&self, game: &Gomoku, position: &Position, limits: &Limits) -> Result<u64, Refusal> {
        let mut verifier = ZoneFinder::new(game, position, limits)
            .ok_or(Refusal::Flaw(Flaw { moves: Vec::new(), what: "the game is over" }))?;
        verifier.zone(self, 0)?;
        Ok(verifier.positions)
    }
}

const MAX_SIZE: usize = *SIZES.end() as usize;
static KEYS: [u64; 2 * MAX_SIZE * MAX_SIZE] = random::words(0x4E65);

/// A board with stones of the defender's left open.
pub(super) struct ZoneFinder<'a> {
    game: &'a Gomoku,
    root: &'a Position,
    attacker: Side,
    stones: [PointSet; 2],
    key: u64,
    /// The moves from the root to here.
    moves: Vec<usize>,
    known: HashMap<(u64, *const Proof, usize), RelevanceZone>,
    positions: u64,
    watch: Watch,
}

impl<'a> ZoneFinder<'a> {
    /// The board of a position where the attacker is to move, to be looked at within limits. `None` where the game is over.
    pub fn new(game: &'a Gomoku, root: &'a Position, limits: &Limits) -> Option<ZoneFinder<'a>> {
        if game.outcome(root).is_some() {
            return None;
        }
        let attacker = game.side_to_move(root);
        let (stones, known) = ([PointSet::default(); 2], HashMap::new());
        let (moves, watch) = (Vec::new(), Watch::start(limits));
        let mut board =
            ZoneFinder { game, root, attacker, stones, key: 0, moves, known, positions: 0, watch };
        let columns = game.columns();
        for point in 0..game.rows() * columns {
            if let Some(side) = root.at(point / columns, point % columns) {
                board.put(side, point);
            }
        }
        Some(board)
    }

    pub fn put(&mut self, side: Side, point: usize) {
        self.stones[side.index()].insert(point);
        self.key ^= KEYS[side.index() * MAX_SIZE * MAX_SIZE + point];
    }

    pub fn take_back(&mut self, side: Side, point: usize) {
        self.stones[side.index()].remove(point);
        self.key ^= KEYS[side.index() * MAX_SIZE * MAX_SIZE + point];
    }

    fn is_empty(&self, point: usize) -> bool {
        !self.stones.iter().any(|stones| stones.contains(point))
    }

    fn point(&self, mv: Move) -> Option<usize> {
        let (columns, rows) = (self.game.columns(), self.game.rows());
        (mv.row() < rows && mv.column() < columns).then(|| mv.row() * columns + mv.column())
    }

    /// What a proof needs here, the attacker to move, if up to `open` stones of the defender's lie anywhere else.
    pub fn zone(&mut self, proof: &Proof, open: usize) -> Result<RelevanceZone, Refusal> {
        let key = (self.key, std::ptr::from_ref(proof), open);
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        self.positions += 1;
        if self.watch.is_over(self.positions) {
            return Err(Refusal::BrokenOff(self.positions));
        }
        let Some(point) = self.point(proof.mv).filter(|&point| self.is_empty(point)) else {
            return Err(self.flaw("an illegal move"));
        };
        let (is_forbidden, depends_on) = match self.attacker {
            Side::First => self.judged(point),
            Side::Second => (false, PointSet::default()),
        };
        if is_forbidden {
            return Err(self.flaw("an illegal move"));
        }
        self.put(self.attacker, point);
        self.moves.push(point);
        let zone =
            if self.has_five(point) { Ok(RelevanceZone::default()) } else { self.zone_after(proof, open) };
        self.moves.pop();
        self.take_back(self.attacker, point);
        let mut zone = zone?;
        zone.0[0] = zone.0[0].either(&depends_on).with(point);
        if self.known.len() < MAX_REMEMBERED {
            self.known.insert(key, zone);
        }
        Ok(zone)
    }

    /// The same after the attacker's move.
    pub fn zone_after(&mut self, proof: &Proof, open: usize) -> Result<RelevanceZone, Refusal> {
        let defender = self.attacker.opponent();
        let mut zone = self.fives_of_defender(open)?;
        let mut answered = PointSet::default();
        for (reply, next) in &proof.answers {
            let Some(point) = self.point(*reply).filter(|&point| self.is_empty(point)) else { continue };
            answered = answered.with(point);
            self.put(defender, point);
            self.moves.push(point);
            let after = self.zone(next, open);
            self.moves.pop();
            self.take_back(defender, point);
            zone.add(&after?);
        }
        let points = self.game.columns() * self.game.rows();
        if let Some(next) = &proof.otherwise {
            let otherwise = self.zone(next, open + 1)?;
            if defender == Side::First && self.game.rule() == Rule::Renju {
                for point in otherwise.points().iter() {
                    if let (true, depends_on) = self.judged(point) {
                        answered = answered.with(point);
                        zone.0[0] = zone.0[0].either(&depends_on);
                    }
                }
            }
            match otherwise.with_one_more(&answered) {
                Some(after) => zone.add(&after),
                None => return Err(self.flaw("a reply without an answer")),
            }
        } else if answered.len() + self.stones[0].len() + self.stones[1].len() < points
            // Where every point is forbidden to Black it may pass.
            || self.game.rule() == Rule::Renju
        {
            return Err(self.flaw("a reply without an answer"));
        }
        Ok(zone)
    }

    /// Whether renju forbids Black an empty point, and the points that this depends on: there no stones may lie open.
    fn judged(&self, point: usize) -> (bool, PointSet) {
        let (columns, mut depends_on) = (self.game.columns(), PointSet::default());
        if self.game.rule() != Rule::Renju {
            return (false, depends_on);
        }
        let (why, rows) = self.game.forbidden_by(&self.position(), point / columns, point % columns);
        for (row, set) in rows[..self.game.rows()].iter().enumerate() {
            for column in (0..columns).filter(|column| set & (1 << column) != 0) {
                depends_on.insert(row * columns + column);
            }
        }
        (why.is_some(), depends_on)
    }

    /// The stones of the board as a position; whose turn it is there means nothing.
    fn position(&self) -> Position {
        let (game, columns, mut position) = (self.game, self.game.columns(), self.root.clone());
        for side in Side::BOTH {
            for point in self.stones[side.index()].iter() {
                let (row, column) = (point / columns, point % columns);
                if position.at(row, column).is_none() {
                    if game.side_to_move(&position) != side {
                        position = game.turned(&position);
                    }
                    game.play(&mut position, Move::new(row, column));
                }
            }
        }
        position
    }

    /// What must be left empty so that the defender, to move, does not make five by stones that lie open.
    fn fives_of_defender(&self, open: usize) -> Result<RelevanceZone, Refusal> {
        let mut zone = RelevanceZone::default();
        let (columns, rows) = (self.game.columns() as i32, self.game.rows() as i32);
        let [attacker, defender] = [self.attacker, self.attacker.opponent()].map(|side| side.index());
        let overline_wins = self.game.overline_wins(self.attacker.opponent());
        let has = |row: i32, column: i32| {
            (0..rows).contains(&row)
                && (0..columns).contains(&column)
                && self.stones[defender].contains((row * columns + column) as usize)
        };
        for start in 0..columns * rows {
            let (row, column) = (start / columns, start % columns);
            for (down, right) in DIRECTIONS {
                let (last_row, last_column) = (row + 4 * down, column + 4 * right);
                if last_row >= rows || !(0..columns).contains(&last_column) {
                    continue;
                }
                let line = (0..5).map(|i| (start + i * (down * columns + right)) as usize);
                // A line that has a sixth stone stays too long, whatever lies open.
                if !overline_wins
                    && (has(row - down, column - right) || has(row + 5 * down, column + 5 * right))
                {
                    continue;
                }
                if line.clone().any(|point| self.stones[attacker].contains(point)) {
                    continue;
                }
                let empty = line.filter(|&point| !self.stones[defender].contains(point));
                match empty.clone().count() {
                    0 | 1 => return Err(self.flaw("the defender makes five")),
                    count if count <= open + 1 => {
                        let set = &mut zone.0[count - 2];
                        *set = empty.fold(*set, PointSet::with);
                    }
                    _ => {}
                }
            }
        }
        Ok(zone)
    }

    /// Whether the attacker's stone on a point is part of a line that wins.
    fn has_five(&self, point: usize) -> bool {
        let (columns, rows) = (self.game.columns() as i32, self.game.rows() as i32);
        let (row, column) = (point as i32 / columns, point as i32 % columns);
        let stones = &self.stones[self.attacker.index()];
        let run = |down: i32, right: i32| {
            let at = |i: i32| (row + i * down, column + i * right);
            let stands = |(row, column): (i32, i32)| {
                (0..rows).contains(&row)
                    && (0..columns).contains(&column)
                    && stones.contains((row * columns + column) as usize)
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
    fn flaw(&self, what: &'static str) -> Refusal {
        let columns = self.game.columns();
        let text =
            |&point: &usize| self.game.format_move(self.root, Move::new(point / columns, point % columns), 0);
        Refusal::Flaw(Flaw { moves: self.moves.iter().map(text).collect(), what })
    }
}

const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
