//! The points of a board and how they lie.

use super::points::PointSet;
use wanqi_game::Side;

/// A way to go: to the right and forward, as the first side sees it. On hexes in doubled coordinates: a step to
/// the right is (2, 0), one forward to the right (1, 1).
/// <https://www.redblobgames.com/grids/hexagons/#coordinates-doubled>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Offset {
    /// Columns to the right.
    pub right: i8,
    /// Rows forward.
    pub forward: i8,
}

impl Offset {
    /// An offset from its parts.
    pub const fn new(right: i8, forward: i8) -> Offset {
        Offset { right, forward }
    }
}

/// Whether cells are squares or hexagons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Grid {
    Squares,
    Hexes,
}

/// How the second side sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Facing {
    /// Ranks reversed.
    Mirror,
    /// Turned by half.
    Turn,
}

/// The points of a board, numbered from the upper left, line by line.
#[derive(Clone, Debug)]
pub struct Board {
    /// Squares or hexes.
    pub grid: Grid,
    /// Pieces stand on crossings of lines instead of in cells.
    pub on_points: bool,
    /// How the second side sees it.
    pub facing: Facing,
    /// Columns of the drawing; on hexes of half cells.
    pub columns: u8,
    /// Lines of the drawing.
    pub rows: u8,
    /// Column and row (from the top) of each point.
    pub places: Vec<(u8, u8)>,
    /// The name of each point: `e4`.
    pub names: Vec<String>,
    /// The point in each place, `row * columns + column`.
    pub points: Vec<Option<u16>>,
    /// Where lines are drawn, the next point along each of the ways of [`Board::neighbours`] with diagonals: pieces then go
    /// along the lines alone. `None` where every point is joined to those around it.
    pub links: Option<Vec<[Option<u16>; 8]>>,
}

impl Board {
    /// The number of points.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is no point at all.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// All points.
    pub fn all(&self) -> PointSet {
        PointSet::first(self.len())
    }

    /// The point in a place of the drawing, if there is one.
    pub fn at(&self, column: i32, row: i32) -> Option<usize> {
        let inside =
            (0..i32::from(self.columns)).contains(&column) && (0..i32::from(self.rows)).contains(&row);
        let place = || row as usize * usize::from(self.columns) + column as usize;
        inside.then(|| self.points[place()].map(usize::from)).flatten()
    }

    /// The offset as a side means it, in columns to the right and rows down.
    pub fn turned(&self, offset: Offset, side: Side) -> (i32, i32) {
        let (right, down) = (i32::from(offset.right), -i32::from(offset.forward));
        match (side, self.facing) {
            (Side::First, _) => (right, down),
            (Side::Second, Facing::Mirror) => (right, -down),
            (Side::Second, Facing::Turn) => (-right, -down),
        }
    }

    /// The point at an offset as a side means it.
    pub fn beyond(&self, point: usize, offset: Offset, side: Side) -> Option<usize> {
        let (column, row) = self.places[point];
        let (right, down) = self.turned(offset, side);
        if let Some(links) = &self.links
            && let Some(way) = way_of(right, down)
        {
            return links[point][way].map(usize::from);
        }
        self.at(i32::from(column) + right, i32::from(row) + down)
    }

    /// The points of a line from a point (which is not among them) as far as the board goes.
    pub fn ray(&self, from: usize, offset: Offset, side: Side) -> impl Iterator<Item = usize> {
        std::iter::successors(self.beyond(from, offset, side), move |&at| self.beyond(at, offset, side))
    }

    /// The point that the second side has where the first has this one; itself where there is none.
    pub fn turned_over(&self, point: usize) -> usize {
        let (column, row) = (i32::from(self.places[point].0), i32::from(self.places[point].1));
        let row = i32::from(self.rows) - 1 - row;
        let column = match self.facing {
            Facing::Mirror => column,
            Facing::Turn => i32::from(self.columns) - 1 - column,
        };
        self.at(column, row).unwrap_or(point)
    }

    /// Whether each drawn line becomes one where each point is carried to another.
    pub fn keeps_lines(&self, carried: impl Fn(usize) -> usize) -> bool {
        let Some(links) = &self.links else { return true };
        let joins = |from: usize, to: u16| links[from].contains(&Some(to));
        (0..self.len()).all(|from| {
            links[from].iter().flatten().all(|&to| joins(carried(from), carried(to.into()) as u16))
        })
    }

    /// The offsets of neighbours: four or eight on squares, six on hexes.
    pub fn neighbours(&self, diagonal: bool) -> &'static [Offset] {
        match (self.grid, diagonal || self.links.is_some()) {
            (Grid::Squares, false) => &SQUARE_NEIGHBOURS[..4],
            (Grid::Squares, true) => &SQUARE_NEIGHBOURS,
            (Grid::Hexes, _) => &HEX_NEIGHBOURS,
        }
    }
}

/// Which of the eight ways it is, to the right and down; none if it is not to a neighbour.
fn way_of(right: i32, down: i32) -> Option<usize> {
    let is = |way: &Offset| (i32::from(way.right), -i32::from(way.forward)) == (right, down);
    SQUARE_NEIGHBOURS.iter().position(is)
}

/// North, east, south, west, and then the diagonals.
pub(super) const SQUARE_NEIGHBOURS: [Offset; 8] = [
    Offset::new(0, 1),
    Offset::new(1, 0),
    Offset::new(0, -1),
    Offset::new(-1, 0),
    Offset::new(1, 1),
    Offset::new(1, -1),
    Offset::new(-1, -1),
    Offset::new(-1, 1),
];

/// East, north-east, north-west, west, south-west, south-east.
const HEX_NEIGHBOURS: [Offset; 6] = [
    Offset::new(2, 0),
    Offset::new(1, 1),
    Offset::new(-1, 1),
    Offset::new(-2, 0),
    Offset::new(-1, -1),
    Offset::new(1, -1),
];
