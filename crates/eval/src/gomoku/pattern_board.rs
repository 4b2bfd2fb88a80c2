//! The board of gomoku as patterns: what a stone of either side would make on every empty point, kept up to date.

use super::class::{CLASSES, Class, Threats};
use super::pattern::{Aim, EMPTY, Pattern, PatternTable, WALL, every_other, stone};
use super::points::Points;
use super::threat_search::Failures;
use game::{Game, Side, random};
use games::gomoku::{Gomoku, Move, Position, Rule, SIZES};

/// Every empty point's pattern in four directions and its class, for both sides, with all points of a class at hand.
///
/// A line is a word of two bits a point, so that what surrounds a point is a few bits of it, by which a table tells the
/// pattern. A stone changes the points of its four lines that it can reach; what it has changed is kept on a stack.
#[derive(Clone, PartialEq, Debug)]
pub struct PatternBoard {
    size: usize,
    rule: Rule,
    /// By side: whether some lines are forbidden.
    forbids: [bool; 2],
    /// Rows, columns, falling and rising diagonals, one after the other, with walls before and behind.
    lines: [u64; LINES],
    points: [Point; LARGEST * LARGEST],
    /// By side and class.
    classes: [[Points; CLASSES]; 2],
    /// The worth of all patterns of the empty points.
    worth: Worth,
    worth_of: PatternWorth,
    /// Of all stones, whoever is to move.
    key: u64,
    changes: Vec<Change>,
    stones: Vec<Stone>,
    /// Room for the candidates of a node, so that none is made at every node.
    pub(super) ranks: Vec<(i32, u16)>,
    /// Room for a line of fours.
    pub(super) line: Vec<usize>,
    pub(super) failures: Failures,
}

/// The worth of patterns to the first side if it is to move and if it is not, and to the second.
type Worth = [i32; 4];

/// What the patterns of a point are worth, by both sides'.
#[derive(Clone, PartialEq, Debug)]
struct PatternWorth([Worth; 256]);

/// An empty point.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Point {
    /// By direction: the pattern of the first side in the lower four bits, of the second in the upper.
    patterns: [u8; 4],
    /// By side.
    threats: [Threats; 2],
    class: [Class; 2],
}

/// An empty point that has changed, and what it was.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Change {
    point: u16,
    before: Point,
}

/// A stone that was put, and the number of changes and the worth before it.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Stone {
    point: u16,
    side: Side,
    changes: u32,
    worth: Worth,
}

/// A point of a line.
#[derive(Clone, Copy)]
struct Place {
    line: usize,
    /// Points before it, and on the line.
    before: usize,
    length: usize,
    /// From a point of the line to the next.
    step: usize,
}

const LARGEST: usize = *SIZES.end() as usize;
const LINES: usize = 6 * LARGEST - 2;
/// The point of a pass.
const PASS: u16 = u16::MAX;
/// Walls before a line and behind it.
const WALLS: usize = 5;

static KEYS: [u64; 2 * LARGEST * LARGEST] = random::words(0x5052);

#[inline(always)]
fn key(side: Side, point: usize) -> u64 {
    KEYS[side.index() * LARGEST * LARGEST + point]
}

/// What every pattern counts as, both sides' at once.
static THREATS: [[Threats; 2]; 256] = {
    let mut table = [[Threats::of(Pattern::Dead); 2]; 256];
    let mut i = 0;
    while i < 256 {
        let (first, second) = (i % 16, i / 16);
        if first < Pattern::ALL.len() && second < Pattern::ALL.len() {
            table[i] = [Threats::of(Pattern::ALL[first]), Threats::of(Pattern::ALL[second])];
        }
        i += 1;
    }
    table
};

impl PatternBoard {
    /// The board of a position, where each pattern is worth something to who can make it: to the side to move, and to
    /// the other.
    pub fn new(game: &Gomoku, position: &Position, worth: &[[i32; Pattern::ALL.len()]; 2]) -> PatternBoard {
        let size = game.size();
        let mut worth_of = [[0; 4]; 256];
        let [own, other] = worth;
        for (first, second) in
            (0..own.len()).flat_map(|first| (0..own.len()).map(move |second| (first, second)))
        {
            worth_of[first | second << 4] = [own[first], other[first], own[second], other[second]];
        }
        let point = Point { patterns: [0; 4], threats: [Threats::default(); 2], class: [Class::Quiet; 2] };
        let mut board = PatternBoard {
            size,
            rule: game.rule(),
            forbids: Side::BOTH.map(|side| Aim::of(game.rule(), side).forbids()),
            lines: [u64::MAX; LINES],
            points: [point; LARGEST * LARGEST],
            classes: Default::default(),
            worth: [0; 4],
            worth_of: PatternWorth(worth_of),
            key: 0,
            changes: Vec::with_capacity(4096),
            stones: Vec::with_capacity(128),
            ranks: Vec::new(),
            line: Vec::new(),
            failures: Failures::default(),
        };
        board.fill(position);
        board
    }

    /// Sets up all lines and points.
    fn fill(&mut self, position: &Position) {
        let points = 0..self.size * self.size;
        for point in points.clone() {
            let (row, column) = (point / self.size, point % self.size);
            let bits = position.at(row, column).map_or(EMPTY, stone);
            for place in self.places(point) {
                self.lines[place.line] ^= (WALL ^ bits) << place.shift();
            }
            if let Some(side) = position.at(row, column) {
                self.key ^= key(side, point);
            }
        }
        for point in points {
            if self.is_empty(point) {
                for class in 0..2 {
                    self.classes[class][Class::Quiet as usize].insert(point);
                }
                let dead = self.worth_of.0[0];
                (0..4).for_each(|i| self.worth[i] += 4 * dead[i]);
                for (direction, place) in self.places(point).into_iter().enumerate() {
                    let pattern = self.look(place.line, place.before);
                    self.set(point, direction, pattern);
                }
            }
        }
    }

    #[inline(always)]
    fn look(&self, line: usize, before: usize) -> u8 {
        let table = PatternTable::of(self.rule);
        let window = self.lines[line] >> (2 * (before + WALLS - table.reach));
        match table.reach {
            4 => table.get::<4>(window),
            _ => table.get::<5>(window),
        }
    }

    /// Rows and columns of the board.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether there is no stone on a point: `row * size + column`.
    #[inline(always)]
    pub fn is_empty(&self, point: usize) -> bool {
        let (row, column) = (point / self.size, point % self.size);
        self.lines[row] >> (2 * (column + WALLS)) & WALL == EMPTY
    }

    /// The stones of both sides in a row as a set of columns.
    #[inline(always)]
    pub(super) fn taken_in(&self, row: usize) -> u32 {
        let line = self.lines[row] >> (2 * WALLS);
        every_other(line | line >> 1) & ((1 << self.size) - 1)
    }

    /// What a stone of a side on an empty point makes of the line in a direction: of its row, its column, its falling or
    /// rising diagonal.
    #[inline(always)]
    pub fn pattern(&self, side: Side, point: usize, direction: usize) -> Pattern {
        let both = self.points[point].patterns[direction];
        Pattern::ALL[usize::from(both >> (4 * side.index()) & 15)]
    }

    /// What a stone of a side on an empty point threatens.
    #[inline(always)]
    pub fn class(&self, side: Side, point: usize) -> Class {
        self.points[point].class[side.index()]
    }

    /// Whether a stone of a side on an empty point makes a three of a line that becomes a four with one more.
    #[inline(always)]
    pub(super) fn prepares_four(&self, side: Side, point: usize) -> bool {
        (0..4).any(|direction| self.pattern(side, point, direction) == Pattern::ClosedThree)
    }

    /// The empty points of a class.
    #[inline(always)]
    pub fn points(&self, side: Side, class: Class) -> &Points {
        &self.classes[side.index()][class as usize]
    }

    /// The worth of all patterns that a side could make, on every empty point and in every direction, if it is to move
    /// or if it is not.
    #[inline(always)]
    pub fn worth(&self, side: Side, to_move: bool) -> i32 {
        self.worth[2 * side.index() + usize::from(!to_move)]
    }

    /// The position of this board, which began as `root`; whose turn it is there means nothing.
    pub(super) fn position(&self, game: &Gomoku, root: &Position) -> Position {
        let mut position = root.clone();
        for stone in self.stones.iter().filter(|stone| stone.point != PASS) {
            if game.side_to_move(&position) != stone.side {
                game.play(&mut position, Move::PASS);
            }
            let point = usize::from(stone.point);
            game.play(&mut position, Move::new(point / self.size, point % self.size));
        }
        position
    }

    /// Of all stones, whoever is to move: equal for equal boards.
    #[inline(always)]
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// The key with one more stone.
    #[inline(always)]
    pub(super) fn key_with(&self, side: Side, point: usize) -> u64 {
        self.key ^ key(side, point)
    }

    /// By direction: the pattern of the first side in the lower four bits, of the second in the upper.
    #[inline(always)]
    pub(super) fn patterns(&self, point: usize) -> [u8; 4] {
        self.points[point].patterns
    }

    /// Puts a stone on an empty point.
    pub fn put(&mut self, side: Side, point: usize) {
        self.remember(point as u16, side);
        self.key ^= key(side, point);
        self.leave(point);
        let table = PatternTable::of(self.rule);
        match table.reach {
            4 => self.put_reaching::<4>(table, side, point),
            _ => self.put_reaching::<5>(table, side, point),
        }
    }

    #[inline(always)]
    fn put_reaching<const REACH: usize>(&mut self, table: &PatternTable, side: Side, point: usize) {
        for (direction, place) in self.places(point).into_iter().enumerate() {
            let line = &mut self.lines[place.line];
            *line |= stone(side) << place.shift();
            let line = *line;
            let from = place.before.saturating_sub(REACH);
            let to = (place.before + REACH).min(place.length - 1);
            let mut at = point + from * place.step - place.before * place.step;
            for before in from..=to {
                // The stone's own point is no longer empty.
                let window = line >> (2 * (before + WALLS - REACH));
                if window >> (2 * REACH) & WALL == EMPTY {
                    let pattern = table.get::<REACH>(window);
                    let before = self.points[at];
                    if pattern != before.patterns[direction] {
                        self.changes.push(Change { point: at as u16, before });
                        self.set(at, direction, pattern);
                    }
                }
                at += place.step;
            }
        }
    }

    /// A side has passed: nothing changes, and [`take_back`](PatternBoard::take_back) takes that back.
    pub fn pass(&mut self) {
        self.remember(PASS, Side::First);
    }

    /// Remembers what is to be taken back later.
    #[inline(always)]
    fn remember(&mut self, point: u16, side: Side) {
        self.stones.push(Stone { point, side, changes: self.changes.len() as u32, worth: self.worth });
    }

    /// Takes the last stone back, or the last pass.
    ///
    /// # Panics
    /// If there is none.
    pub fn take_back(&mut self) {
        let stone = self.stones.pop().expect("a stone is taken back that was put");
        if stone.point == PASS {
            return;
        }
        while self.changes.len() > stone.changes as usize {
            let Some(Change { point, before }) = self.changes.pop() else { break };
            let at = usize::from(point);
            let after = std::mem::replace(&mut self.points[at], before);
            for side in 0..2 {
                self.move_between(side, at, after.class[side], before.class[side]);
            }
        }
        let point = usize::from(stone.point);
        self.key ^= key(stone.side, point);
        for place in self.places(point) {
            self.lines[place.line] &= !(WALL << place.shift());
        }
        for (side, class) in self.points[point].class.into_iter().enumerate() {
            self.classes[side][class as usize].insert(point);
        }
        self.worth = stone.worth;
    }

    /// A point is no longer empty.
    #[inline(always)]
    fn leave(&mut self, point: usize) {
        let Point { patterns, class, .. } = self.points[point];
        for (side, class) in class.into_iter().enumerate() {
            self.classes[side][class as usize].remove(point);
        }
        for pattern in patterns {
            let worth = &self.worth_of.0[usize::from(pattern)];
            (0..4).for_each(|i| self.worth[i] -= worth[i]);
        }
    }

    /// The class of an empty point has changed.
    #[inline(always)]
    fn move_between(&mut self, side: usize, at: usize, before: Class, after: Class) {
        if before != after {
            self.classes[side][before as usize].remove(at);
            self.classes[side][after as usize].insert(at);
        }
    }

    /// Changes the pattern of an empty point.
    #[inline(always)]
    fn set(&mut self, at: usize, direction: usize, after: u8) {
        let before = usize::from(std::mem::replace(&mut self.points[at].patterns[direction], after));
        let after = usize::from(after);
        let (gained, lost) = (&self.worth_of.0[after], &self.worth_of.0[before]);
        (0..4).for_each(|i| self.worth[i] += gained[i] - lost[i]);
        let (old, new) = (THREATS[before], THREATS[after]);
        if old != new {
            for side in 0..2 {
                if old[side] == new[side] {
                    continue;
                }
                let point = &mut self.points[at];
                point.threats[side] = point.threats[side].changed(old[side], new[side]);
                let class = point.threats[side].class(self.forbids[side]);
                let before = std::mem::replace(&mut point.class[side], class);
                self.move_between(side, at, before, class);
            }
        }
    }

    /// Where a point lies in its row, column, falling and rising diagonal.
    #[inline(always)]
    fn places(&self, point: usize) -> [Place; 4] {
        let size = self.size;
        let (row, column) = (point / size, point % size);
        let (falling, rising) = (size - 1 + column - row, row + column);
        let diagonal = |line: usize| size - (size - 1).abs_diff(line);
        [
            Place { line: row, before: column, length: size, step: 1 },
            Place { line: size + column, before: row, length: size, step: size },
            Place {
                line: 2 * size + falling,
                before: row.min(column),
                length: diagonal(falling),
                step: size + 1,
            },
            Place {
                line: 4 * size - 1 + rising,
                before: row.min(size - 1 - column),
                length: diagonal(rising),
                step: size - 1,
            },
        ]
    }
}

impl Place {
    #[inline(always)]
    fn shift(self) -> usize {
        2 * (self.before + WALLS)
    }
}
