//! The game that a manager has told.

use super::command::{Point, PointContent};
use wanqi_play::{Error, Side, Spec, Table};

/// A board of gomoku as the protocol has it: any stones, and a side that moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GomocupBoard {
    columns: u8,
    rows: u8,
    rule: &'static str,
    /// In the order in which they were put, as far as that is known.
    stones: Vec<(Point, Side)>,
    /// Points of the position that are closed to both sides.
    closed: Vec<Point>,
    /// Points where we are not to move, whatever the position.
    blocked: Vec<Point>,
    /// Whose turn it is.
    turn: Side,
}

/// The names of the rules.
pub(super) const FREESTYLE: &str = "freestyle";
pub(super) const EXACT: &str = "exact";
pub(super) const RENJU: &str = "renju";

impl GomocupBoard {
    /// An empty board of so many columns and rows.
    ///
    /// # Errors
    /// If there is none of this size.
    pub fn new([columns, rows]: [u8; 2], rule: &'static str) -> Result<GomocupBoard, Error> {
        let turn = Side::First;
        let board =
            GomocupBoard { columns, rows, rule, stones: vec![], closed: vec![], blocked: vec![], turn };
        board.table()?;
        Ok(board)
    }

    /// The empty board of those who ask before a game.
    pub fn usual() -> Result<GomocupBoard, Error> {
        GomocupBoard::new([15, 15], FREESTYLE)
    }

    /// Columns and rows.
    pub fn extent(&self) -> [u8; 2] {
        [self.columns, self.rows]
    }

    pub fn is_empty(&self) -> bool {
        self.stones.is_empty()
    }

    /// How many stones there are.
    pub fn stones(&self) -> usize {
        self.stones.len()
    }

    pub fn set_rule(&mut self, rule: &'static str) {
        self.rule = rule;
    }

    /// Takes everything off.
    pub fn clear(&mut self) {
        (self.stones, self.closed, self.turn) = (Vec::new(), Vec::new(), Side::First);
    }

    /// The game, as [`wanqi_play::table`] takes it.
    pub fn spec(&self) -> Spec {
        let mut spec = Spec::new("gomoku");
        spec.set("size", self.columns.to_string());
        if self.rows != self.columns {
            spec.set("rows", self.rows.to_string());
        }
        spec.set("rule", self.rule);
        spec
    }

    /// Whether a point lies at most so many lines from a stone, or on an empty board from its middle.
    pub fn is_near(&self, point: Point, reach: u8) -> bool {
        let near = |other: Point| point.x.abs_diff(other.x).max(point.y.abs_diff(other.y)) <= reach;
        match self.stones.as_slice() {
            [] => near(Point { x: self.columns / 2, y: self.rows / 2 }),
            stones => stones.iter().any(|&(stone, _)| near(stone)),
        }
    }

    /// The game as our players know it.
    ///
    /// # Errors
    /// If the side to move has won already.
    pub fn table(&self) -> Result<Box<dyn Table>, Error> {
        let mut table = wanqi_play::table(&self.spec())?;
        let mut rows = vec![vec!['.'; self.columns.into()]; self.rows.into()];
        for &(Point { x, y }, side) in &self.stones {
            rows[usize::from(y)][usize::from(x)] = LETTERS[side.index()];
        }
        let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
        table.set_position(&format!("{} {}", rows.join("/"), LETTERS[self.turn.index()]))?;
        Ok(table)
    }

    /// The side to move puts a stone.
    ///
    /// # Errors
    /// If it cannot be there; nothing has changed then.
    pub fn put(&mut self, point: Point) -> Result<(), String> {
        self.check_free(point)?;
        self.stones.push((point, self.turn));
        self.turn = self.turn.opponent();
        Ok(())
    }

    /// Takes a stone off; it is the turn of whose it was.
    ///
    /// # Errors
    /// If there is none; nothing has changed then.
    pub fn take_back(&mut self, point: Point) -> Result<(), String> {
        let stone = self.stones.iter().rposition(|&(at, _)| at == point);
        let (_, side) = self.stones.remove(stone.ok_or_else(|| format!("there is no stone on {point}"))?);
        self.turn = side;
        Ok(())
    }

    /// Another position, in which we are to move. Who has put fewer stones is White; where that leaves it open, the first
    /// stone told is Black's.
    ///
    /// # Errors
    /// If it cannot be; nothing has changed then.
    pub fn set(&mut self, points: &[(Point, PointContent)]) -> Result<(), String> {
        let count = |field| points.iter().filter(|&&(_, other)| other == field).count();
        let (own, other) = (count(PointContent::Own), count(PointContent::Other));
        let own_side = match points.iter().find(|&&(_, field)| field != PointContent::Closed) {
            _ if own == other => Side::First,
            _ if own + 1 == other => Side::Second,
            Some((_, PointContent::Other)) => Side::Second,
            _ => Side::First,
        };
        let mut board =
            GomocupBoard { stones: Vec::new(), closed: Vec::new(), turn: own_side, ..self.clone() };
        for &(point, field) in points {
            board.check_free(point)?;
            match field {
                PointContent::Own => board.stones.push((point, own_side)),
                PointContent::Other => board.stones.push((point, own_side.opponent())),
                PointContent::Closed => board.closed.push(point),
            }
        }
        board.table().map_err(|error| error.to_string())?;
        *self = board;
        Ok(())
    }

    /// Another position: stones put by turns, Black first.
    ///
    /// # Errors
    /// If it cannot be; nothing has changed then.
    pub fn set_line(&mut self, points: &[Point]) -> Result<(), String> {
        let mut board = self.clone();
        board.clear();
        points.iter().try_for_each(|&point| board.put(point))?;
        *self = board;
        Ok(())
    }

    /// Blocks a point for our moves, or no longer.
    ///
    /// # Errors
    /// If there is no such point.
    pub fn block(&mut self, point: Point, blocked: bool) -> Result<(), String> {
        self.check_on_board(point)?;
        self.blocked.retain(|&other| other != point);
        if blocked {
            self.blocked.push(point);
        }
        Ok(())
    }

    /// Blocks the points that another board has blocked, if it is of the same size.
    pub fn keep_blocked(&mut self, other: &GomocupBoard) {
        if self.extent() == other.extent() {
            self.blocked.clone_from(&other.blocked);
        }
    }

    /// Blocks no point any longer.
    pub fn unblock_all(&mut self) {
        self.blocked.clear();
    }

    /// The places of the moves that are open to us among the legal ones; `None` for all of them.
    pub fn root_moves(&self, table: &dyn Table) -> Option<Vec<usize>> {
        let legal = table.legal_moves(0);
        let shut = |point: &Point| self.closed.contains(point) || self.blocked.contains(point);
        let is_open = |mv: &str| self.read(mv).is_none_or(|point| !shut(&point));
        let open: Vec<usize> = (0..legal.len()).filter(|&place| is_open(&legal[place])).collect();
        // Where none is, one has to be made all the same.
        (!open.is_empty() && open.len() < legal.len()).then_some(open)
    }

    /// A move of the game as a point; `None` for a pass.
    pub fn read(&self, mv: &str) -> Option<Point> {
        read_move(mv, self.rows)
    }

    /// Looks whether a stone can be put on a point.
    ///
    /// # Errors
    /// Why it cannot.
    fn check_free(&self, point: Point) -> Result<(), String> {
        self.check_on_board(point)?;
        match self.stones.iter().any(|&(at, _)| at == point) {
            true => Err(format!("{point} is taken")),
            false => Ok(()),
        }
    }

    fn check_on_board(&self, point: Point) -> Result<(), String> {
        if point.x < self.columns && point.y < self.rows {
            return Ok(());
        }
        Err(match self.extent() {
            [columns, rows] if columns == rows => format!("{point} is not on a board of {rows} lines"),
            [columns, rows] => format!("{point} is not on a board of {columns} by {rows} lines"),
        })
    }
}

const LETTERS: [char; 2] = ['X', 'O'];

/// A move of gomoku (`h8`) on a board of so many rows as a point; `None` if it is none.
pub(crate) fn read_move(mv: &str, rows: u8) -> Option<Point> {
    let letter = mv.bytes().next().filter(u8::is_ascii_lowercase)?;
    let row: u8 = mv[1..].parse().ok()?;
    Some(Point { x: letter - b'a', y: rows.checked_sub(row)? })
}

/// A point as a move of gomoku; the reverse of [`read_move`].
pub(crate) fn write_move(point: Point, rows: u8) -> String {
    format!("{}{}", char::from(b'a' + point.x), rows - point.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: u8, y: u8) -> Point {
        Point { x, y }
    }

    #[test]
    fn moves_are_points() {
        for (mv, rows, x, y) in [("a1", 15, 0, 14), ("o15", 15, 14, 0), ("t20", 20, 19, 0), ("h8", 15, 7, 7)]
        {
            assert_eq!(read_move(mv, rows), Some(point(x, y)), "{mv}");
            assert_eq!(write_move(point(x, y), rows), mv);
        }
        assert!(["pass", "", "1", "a99"].iter().all(|mv| read_move(mv, 15).is_none()));
    }

    #[test]
    fn who_moves_is_told_by_counts_and_order() {
        use PointContent::{Closed, Other, Own};
        for (fields, turn, position) in [
            (&[][..], Side::First, "...../...../...../...../..... X"),
            (&[Other], Side::Second, "X..../...../...../...../..... O"),
            (&[Own, Other], Side::First, "XO.../...../...../...../..... X"),
            (&[Other, Own], Side::First, "OX.../...../...../...../..... X"),
            (&[Other, Own, Other], Side::Second, "XOX../...../...../...../..... O"),
            (&[Own, Other, Own], Side::First, "XOX../...../...../...../..... X"),
            (&[Other, Other, Other], Side::Second, "XXX../...../...../...../..... O"),
            (&[Own, Own], Side::First, "XX.../...../...../...../..... X"),
            (&[Closed, Other], Side::Second, ".X.../...../...../...../..... O"),
        ] {
            let mut board = GomocupBoard::new([5, 5], FREESTYLE).expect("a board");
            let points: Vec<_> = (0..).map(|x| point(x, 0)).zip(fields.iter().copied()).collect();
            board.set(&points).expect("a position");
            assert_eq!(board.turn, turn, "{fields:?}");
            assert_eq!(board.table().expect("a table").view().position, position, "{fields:?}");
        }
    }

    #[test]
    fn what_cannot_be_changes_nothing() {
        let mut board = GomocupBoard::new([5, 5], EXACT).expect("a board");
        board.put(point(2, 2)).expect("a stone");
        let before = board.clone();
        assert_eq!(board.put(point(2, 2)).expect_err("taken"), "2,2 is taken");
        assert_eq!(board.put(point(5, 0)).expect_err("off"), "5,0 is not on a board of 5 lines");
        assert_eq!(board.take_back(point(0, 0)).expect_err("none"), "there is no stone on 0,0");
        assert!(board.set(&[(point(1, 1), PointContent::Own), (point(1, 1), PointContent::Other)]).is_err());
        let five: Vec<_> = (0..5).map(|x| (point(x, 0), PointContent::Own)).collect();
        assert!(board.set(&five).expect_err("won").contains("five already"));
        assert!(board.set_line(&[point(1, 1), point(1, 1)]).is_err());
        assert_eq!(board, before);
        for extent in [[4, 4], [21, 21], [15, 4], [4, 15], [20, 21], [0, 255]] {
            assert!(GomocupBoard::new(extent, FREESTYLE).is_err(), "{extent:?}");
        }
    }

    #[test]
    fn blocked_points_are_no_moves_unless_all_are() {
        let mut board = GomocupBoard::new([5, 5], FREESTYLE).expect("a board");
        let table = board.table().expect("a table");
        assert_eq!(board.root_moves(&*table), None);
        board.block(point(0, 0), true).expect("a point");
        assert_eq!(board.root_moves(&*table).map(|moves| moves.len()), Some(24));
        board.block(point(0, 0), false).expect("a point");
        assert_eq!(board.root_moves(&*table), None);
        for (x, y) in (0..5).flat_map(|x| (0..5).map(move |y| (x, y))) {
            board.block(point(x, y), true).expect("a point");
        }
        assert_eq!(board.root_moves(&*table), None);
        board.unblock_all();
        assert!(board.block(point(5, 5), true).is_err());
    }
}
