//! The board of gomoku as patterns: what a stone of either side would make on every empty point, kept up to date.

use super::class::{CLASSES, Class, Threats};
use super::pattern::{EMPTY, Pattern, PatternTable, WALL, WinningLength, every_other, stone};
use super::point_set::PointSet;
use super::shape::{PointLines, ShapeValues, line};
use super::vcf::VcfFailures;
use std::sync::{Arc, LazyLock};
use wanqi_game::{Game, Side, random};
use wanqi_games::gomoku::{Gomoku, Move, Position, Rule, SIZES};

/// Every empty point's pattern in four directions and its class, for both sides, with all points of a class at hand.
///
/// A line is a word of two bits a point, so that what surrounds a point is a few bits of it, by which a table tells the
/// pattern. A stone changes the points of its four lines that it can reach; what it has changed is kept on a stack.
#[derive(Clone, PartialEq, Debug)]
pub struct PatternBoard {
    columns: usize,
    rows: usize,
    rule: Rule,
    /// By side: whether some lines are forbidden.
    forbids: [bool; 2],
    /// Rows, columns, falling and rising diagonals, one after the other, with walls before and behind.
    lines: [u64; LINES],
    points: [Point; MAX_SIZE * MAX_SIZE],
    /// By side and class.
    classes: [[PointSet; CLASSES]; 2],
    /// The worth of all empty points.
    value: SideValues,
    value_of: Arc<ShapeValues>,
    /// Of all stones, whoever is to move.
    key: u64,
    changes: Vec<Change>,
    stones: Vec<Stone>,
    /// Room for the candidates of a node, so that none is made at every node.
    pub(super) ranks: Vec<(i32, u16)>,
    /// Room for a line of fours.
    pub(super) line: Vec<usize>,
    pub(super) vcf_failures: VcfFailures,
}

/// The worth of points by side: if it is to move, and if it is not.
type SideValues = [[i32; 2]; 2];

/// An empty point.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Point {
    /// By side.
    lines: [PointLines; 2],
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

/// What a stone of either side made of the lines of a point that was empty before, and what it makes of them now, if the point
/// still is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ChangedPoint {
    pub before: [PointLines; 2],
    pub after: Option<[PointLines; 2]>,
}

/// A stone that was put, and the number of changes and the worth before it.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Stone {
    point: u16,
    side: Side,
    changes: u32,
    value: SideValues,
}

/// A point of a line.
#[derive(Clone, Copy)]
struct LinePoint {
    line: usize,
    /// Points before it, and on the line.
    before: usize,
    length: usize,
    /// From a point of the line to the next.
    step: usize,
}

const MAX_SIZE: usize = *SIZES.end() as usize;
const LINES: usize = 6 * MAX_SIZE - 2;
/// The point of a pass.
const PASS: u16 = u16::MAX;
/// Walls before a line and behind it.
const WALLS: usize = 5;

static KEYS: [u64; 2 * MAX_SIZE * MAX_SIZE] = random::words(0x5052);

#[inline(always)]
fn key(side: Side, point: usize) -> u64 {
    KEYS[side.index() * MAX_SIZE * MAX_SIZE + point]
}

/// What every pattern counts as.
static THREATS: [Threats; 16] = {
    let mut table = [Threats::of(Pattern::Dead); 16];
    let mut i = 0;
    while i < Pattern::ALL.len() {
        table[i] = Threats::of(Pattern::ALL[i]);
        i += 1;
    }
    table
};

impl PatternBoard {
    /// The board of a position, where what can be made of a point is worth something.
    pub(super) fn new(game: &Gomoku, position: &Position, value_of: Arc<ShapeValues>) -> PatternBoard {
        let point = Point { lines: [0; 2], threats: [Threats::default(); 2], class: [Class::Quiet; 2] };
        let mut board = PatternBoard {
            columns: game.columns(),
            rows: game.rows(),
            rule: game.rule(),
            forbids: Side::BOTH.map(|side| WinningLength::of(game.rule(), side).forbids()),
            lines: [u64::MAX; LINES],
            points: [point; MAX_SIZE * MAX_SIZE],
            classes: Default::default(),
            value: [[0; 2]; 2],
            value_of,
            key: 0,
            changes: Vec::with_capacity(4096),
            stones: Vec::with_capacity(128),
            ranks: Vec::new(),
            line: Vec::new(),
            vcf_failures: VcfFailures::default(),
        };
        board.fill(position);
        board
    }

    /// The same where nothing is worth anything.
    pub fn unweighed(game: &Gomoku, position: &Position) -> PatternBoard {
        static NOTHING: LazyLock<Arc<ShapeValues>> = LazyLock::new(|| Arc::new(ShapeValues::new(|_| [0; 2])));
        PatternBoard::new(game, position, Arc::clone(&NOTHING))
    }

    /// Sets up all lines and points.
    fn fill(&mut self, position: &Position) {
        let points = 0..self.rows * self.columns;
        for point in points.clone() {
            let (row, column) = self.place(point);
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
                (0..2).for_each(|side| self.count(side, 0, 1));
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

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of rows.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// The points without a stone.
    pub fn empty_points(&self) -> impl Iterator<Item = usize> {
        (0..self.rows * self.columns).filter(|&point| self.is_empty(point))
    }

    /// Row and column of a point.
    #[inline(always)]
    fn place(&self, point: usize) -> (usize, usize) {
        (point / self.columns, point % self.columns)
    }

    /// Whether there is no stone on a point: `row * columns + column`.
    #[inline(always)]
    pub fn is_empty(&self, point: usize) -> bool {
        let (row, column) = self.place(point);
        self.lines[row] >> (2 * (column + WALLS)) & WALL == EMPTY
    }

    /// The stones of both sides in a row as a set of columns.
    #[inline(always)]
    pub(super) fn taken_in(&self, row: usize) -> u32 {
        let line = self.lines[row] >> (2 * WALLS);
        every_other(line | line >> 1) & ((1 << self.columns) - 1)
    }

    /// What a stone of a side on an empty point makes of the line in a direction: of its row, its column, its falling or
    /// rising diagonal.
    #[inline(always)]
    pub fn pattern(&self, side: Side, point: usize, direction: usize) -> Pattern {
        Pattern::ALL[line(self.points[point].lines[side.index()], direction)]
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
    pub fn points(&self, side: Side, class: Class) -> &PointSet {
        &self.classes[side.index()][class as usize]
    }

    /// The worth of all that a side could make on every empty point, if it is to move or if it is not.
    #[inline(always)]
    pub fn value(&self, side: Side, to_move: bool) -> i32 {
        self.value[side.index()][usize::from(!to_move)]
    }

    /// The position of this board, which began as `root`; whose turn it is there means nothing.
    pub fn position(&self, game: &Gomoku, root: &Position) -> Position {
        let mut position = root.clone();
        for stone in self.stones.iter().filter(|stone| stone.point != PASS) {
            if game.side_to_move(&position) != stone.side {
                position = game.turned(&position);
            }
            let (row, column) = self.place(stone.point.into());
            game.play(&mut position, Move::new(row, column));
        }
        position
    }

    /// Of all stones, whoever is to move: equal for equal boards.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key with one more stone.
    #[inline(always)]
    pub fn key_with(&self, side: Side, point: usize) -> u64 {
        self.key ^ key(side, point)
    }

    /// What a stone of a side on an empty point makes of its four lines.
    #[inline(always)]
    pub(super) fn lines_of(&self, side: Side, point: usize) -> PointLines {
        self.points[point].lines[side.index()]
    }

    /// The points that have changed since there were `stones` stones and passes, each once.
    pub(super) fn changed_since(&self, stones: usize, changed: &mut Vec<ChangedPoint>) {
        let mut seen = PointSet::default();
        let stones = &self.stones[stones..];
        let first = stones.first().map_or(self.changes.len(), |stone| stone.changes as usize);
        for Change { point, before } in &self.changes[first..] {
            let point = usize::from(*point);
            if !seen.contains(point) {
                seen.insert(point);
                let after = self.is_empty(point).then_some(self.points[point].lines);
                changed.push(ChangedPoint { before: before.lines, after });
            }
        }
        for stone in stones.iter().filter(|stone| stone.point != PASS) {
            let point = usize::from(stone.point);
            if !seen.contains(point) {
                changed.push(ChangedPoint { before: self.points[point].lines, after: None });
            }
        }
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
                    if pattern != before.pattern(direction) {
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
        self.stones.push(Stone { point, side, changes: self.changes.len() as u32, value: self.value });
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
        self.value = stone.value;
    }

    /// A point is no longer empty.
    #[inline(always)]
    fn leave(&mut self, point: usize) {
        let Point { lines, class, .. } = self.points[point];
        for (side, class) in class.into_iter().enumerate() {
            self.classes[side][class as usize].remove(point);
        }
        for (side, lines) in lines.into_iter().enumerate() {
            self.count(side, lines, -1);
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

    /// Counts the worth of a point to a side, once or, taken away, minus once.
    #[inline(always)]
    fn count(&mut self, side: usize, lines: PointLines, times: i32) {
        let value = self.value_of.of(lines);
        (0..2).for_each(|turn| self.value[side][turn] += times * i32::from(value[turn]));
    }

    /// Changes the pattern of an empty point.
    #[inline(always)]
    fn set(&mut self, at: usize, direction: usize, after: u8) {
        for side in 0..2 {
            let point = &mut self.points[at];
            let lines = point.lines[side];
            let (old, new) = (line(lines, direction), usize::from(after >> (4 * side) & 15));
            if old == new {
                continue;
            }
            let changed = lines ^ ((old ^ new) << (4 * direction)) as PointLines;
            point.lines[side] = changed;
            let (old, new) = (THREATS[old], THREATS[new]);
            if old != new {
                point.threats[side] = point.threats[side].changed(old, new);
                let class = point.threats[side].class(self.forbids[side]);
                let before = std::mem::replace(&mut point.class[side], class);
                self.move_between(side, at, before, class);
            }
            let (lost, gained) = (self.value_of.of(lines), self.value_of.of(changed));
            (0..2).for_each(|turn| self.value[side][turn] += i32::from(gained[turn]) - i32::from(lost[turn]));
        }
    }

    /// Where a point lies in its row, column, falling and rising diagonal.
    #[inline(always)]
    fn places(&self, point: usize) -> [LinePoint; 4] {
        let (columns, rows) = (self.columns, self.rows);
        let (row, column) = self.place(point);
        let (below, right) = (rows - 1 - row, columns - 1 - column);
        let (falling, rising) = (below + column, row + column);
        let diagonals = columns + rows - 1;
        let [before_falling, before_rising] = [row.min(column), row.min(right)];
        [
            LinePoint { line: row, before: column, length: columns, step: 1 },
            LinePoint { line: rows + column, before: row, length: rows, step: columns },
            LinePoint {
                line: rows + columns + falling,
                before: before_falling,
                length: before_falling + 1 + below.min(right),
                step: columns + 1,
            },
            LinePoint {
                line: rows + columns + diagonals + rising,
                before: before_rising,
                length: before_rising + 1 + below.min(column),
                step: columns - 1,
            },
        ]
    }
}

impl Point {
    /// The pattern in a direction: of the first side in the lower four bits, of the second in the upper.
    #[inline(always)]
    fn pattern(&self, direction: usize) -> u8 {
        (line(self.lines[0], direction) | line(self.lines[1], direction) << 4) as u8
    }
}

impl LinePoint {
    #[inline(always)]
    fn shift(self) -> usize {
        2 * (self.before + WALLS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After a pass by renju's rules, too, where no other pass may follow.
    #[test]
    fn a_position_has_the_stones_of_its_board() {
        let game = Gomoku::new(9, Rule::Renju).expect("a size that there is");
        let mut root = game.start();
        for mv in [Move::new(4, 4), Move::new(3, 3), Move::PASS] {
            game.play(&mut root, mv);
        }
        assert_eq!(game.passed(&root), None);
        for sides in [[Side::First, Side::First], [Side::Second, Side::Second], [Side::First, Side::Second]] {
            let mut board = PatternBoard::unweighed(&game, &root);
            sides.into_iter().zip([0, 10]).for_each(|(side, point)| board.put(side, point));
            let position = board.position(&game, &root);
            assert_eq!([(0, 0), (1, 1)].map(|(row, column)| position.at(row, column)), sides.map(Some));
            assert_eq!((position.at(4, 4), position.empty()), (Some(Side::First), 81 - 4));
        }
    }
}
