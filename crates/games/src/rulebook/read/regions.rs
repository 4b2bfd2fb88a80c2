//! Directions and regions.

use super::super::board::{Board, Grid, Offset};
use super::super::model::{Ground, Region};
use super::super::points::PointSet;
use super::drawing::file_name;
use super::keys::Problems;
use super::text::{Text, Token};
use wanqi_game::closest;
use wanqi_game::{Side, quoted};

/// The names that regions are told with.
pub(super) struct Names {
    pub board: Board,
    /// The file and rank of each point, from 0.
    pub coordinates: Vec<(u8, u8)>,
    pub grounds: Vec<Ground>,
    pub regions: Vec<(String, Area)>,
    /// The kinds of piece by letter.
    pub letters: [Option<u8>; 26],
}

/// A region: as each side sees it, and as the second side would see it if nothing were turned over for it.
#[derive(Clone, Copy)]
pub(super) struct Area {
    pub region: Region,
    pub unturned: PointSet,
}

impl Area {
    fn new(names: &Names, first: PointSet) -> Area {
        let board = &names.board;
        let second = first.iter().map(|at| board.turned_over(at)).collect();
        Area { region: [first, second], unturned: first }
    }

    /// Points that are the same for both sides.
    fn of_nobody(points: PointSet) -> Area {
        Area { region: [points; 2], unturned: points }
    }

    fn of_sides([first, second]: Region) -> Area {
        Area { region: [first, second], unturned: second }
    }

    fn merge(self, other: Area, with: impl Fn(PointSet, PointSet) -> PointSet) -> Area {
        Area {
            region: [with(self.region[0], other.region[0]), with(self.region[1], other.region[1])],
            unturned: with(self.unturned, other.unturned),
        }
    }
}

/// Words that stand for regions on every board.
const WORDS: [&str; 6] = ["all", "edge", "corners", "centre", "own", "enemy"];

impl Names {
    /// Reads a region.
    pub fn area(&self, text: &Text<'_>, problems: &mut Problems) -> Option<Area> {
        self.area_of(&text.words(), text, problems)
    }

    /// Reads a region that is turned over for the second side.
    pub fn region(&self, text: &Text<'_>, problems: &mut Problems) -> Option<Region> {
        self.area(text, problems).map(|area| area.region)
    }

    /// Reads a region from some of the words of a text.
    pub fn area_of(&self, words: &[Token<'_>], text: &Text<'_>, problems: &mut Problems) -> Option<Area> {
        let mut area = Area::of_nobody(PointSet::EMPTY);
        let mut without = area;
        let mut excepting = false;
        let mut good = true;
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let item = match word.value {
                "except" => {
                    excepting = true;
                    continue;
                }
                "own" | "enemy" => self.owned(word, words.next(), problems),
                _ => self.item(word, problems),
            };
            match item {
                Some(item) if excepting => without = without.merge(item, PointSet::or),
                Some(item) => area = area.merge(item, PointSet::or),
                None => good = false,
            }
        }
        if !good {
            return None;
        }
        let area = area.merge(without, PointSet::except);
        if area.region[0].is_empty() && area.region[1].is_empty() {
            problems.warning("there is no point in this region", text.at.clone(), "");
        }
        Some(area)
    }

    fn owned(&self, word: &Token<'_>, name: Option<&Token<'_>>, problems: &mut Problems) -> Option<Area> {
        let owned = || self.grounds.iter().filter(|ground| ground.of_side.iter().any(|set| !set.is_empty()));
        let list = || match owned().map(|ground| ground.name.as_str()).collect::<Vec<_>>().join(", ") {
            list if list.is_empty() => "no ground of this game belongs to a side: `owned = true`".to_string(),
            list => format!("grounds that belong to sides: {list}"),
        };
        let Some(name) = name else {
            let what = format!("`{}` of what?", word.value);
            problems.error(what, word.at.clone(), list());
            return None;
        };
        let Some(ground) = owned().find(|ground| ground.name == name.value) else {
            let what = format!("{} is no ground that belongs to a side", quoted(name.value));
            problems.error(what, name.at.clone(), list());
            return None;
        };
        let [first, second] = ground.of_side;
        Some(Area::of_sides(if word.value == "own" { [first, second] } else { [second, first] }))
    }

    fn item(&self, word: &Token<'_>, problems: &mut Problems) -> Option<Area> {
        let board = &self.board;
        if let Some((_, area)) = self.regions.iter().find(|(name, _)| name == word.value) {
            return Some(*area);
        }
        if let Some(ground) = self.grounds.iter().find(|ground| ground.name == word.value) {
            return Some(Area::of_nobody(ground.points));
        }
        let set = |include: &dyn Fn(usize) -> bool| (0..board.len()).filter(|&at| include(at)).collect();
        match word.value {
            "all" => return Some(Area::of_nobody(board.all())),
            "edge" => return Some(Area::of_nobody(set(&|at| self.is_edge(at)))),
            "corners" => return Some(Area::of_nobody(set(&|at| self.is_corner(at)))),
            "centre" | "center" => return Some(Area::of_nobody(set(&|at| self.is_centre(at)))),
            _ => {}
        }
        let (from, to) = word.value.split_once('-').unwrap_or((word.value, word.value));
        let Some((from, to)) = coordinates(from).zip(coordinates(to)) else {
            self.unknown(word, problems);
            return None;
        };
        let range = |from: Option<u8>, to: Option<u8>, most: u8| match (from, to) {
            (Some(from), Some(to)) => Some((from.min(to), from.max(to))),
            (None, None) => Some((0, most)),
            _ => None,
        };
        let Some((files, ranks)) = range(from.0, to.0, u8::MAX).zip(range(from.1, to.1, u8::MAX)) else {
            problems.error(
                format!("{} begins with one kind of thing and ends with another", quoted(word.value)),
                word.at.clone(),
                "points `d1-f3`, ranks `1-3` or files `a-c`",
            );
            return None;
        };
        let within = |&(file, rank): &(u8, u8)| {
            (files.0..=files.1).contains(&file) && (ranks.0..=ranks.1).contains(&rank)
        };
        let points: PointSet = set(&|at| within(&self.coordinates[at]));
        // A rectangle may reach over holes, but its corners must be on the board.
        let most = self.most();
        let outside = |(low, high): (u8, u8), most: u8| high > most && high != u8::MAX || low > most;
        if points.is_empty() || outside(files, most.0) || outside(ranks, most.1) {
            problems.error(
                format!("{} is not on the board", quoted(word.value)),
                word.at.clone(),
                self.nearby(ranks.0),
            );
            return None;
        }
        Some(Area::new(self, points))
    }

    /// What there is instead of a point that is not on the board.
    fn nearby(&self, rank: u8) -> String {
        let most = self.most();
        let on_rank = |at: &usize| self.coordinates[*at].1 == rank;
        let mut points: Vec<usize> = (0..self.board.len()).filter(on_rank).collect();
        points.sort_by_key(|&at| self.coordinates[at].0);
        match points.as_slice() {
            // Where not all ranks are alike, files and ranks alone do not tell.
            [first, .., last] if self.board.grid == Grid::Hexes => {
                let names = &self.board.names;
                format!("rank {} goes from {} to {}", rank + 1, names[*first], names[*last])
            }
            _ => format!("its files are a to {}, its ranks 1 to {}", file_name(most.0), most.1 + 1),
        }
    }

    fn most(&self) -> (u8, u8) {
        let most =
            |coordinate: fn(&(u8, u8)) -> u8| self.coordinates.iter().map(coordinate).max().unwrap_or(0);
        (most(|c| c.0), most(|c| c.1))
    }

    fn unknown(&self, word: &Token<'_>, problems: &mut Problems) {
        let own = self.regions.iter().map(|(name, _)| name.as_str());
        let grounds = self.grounds.iter().map(|ground| ground.name.as_str());
        let names: Vec<&str> = own.chain(grounds).chain(WORDS).collect();
        let help = match closest(word.value, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!(
                "points `e4`, rectangles `d1-f3`, ranks `8` or `1-3`, files `c` or `a-c`, or names: {}",
                names.join(", ")
            ),
        };
        problems.error(format!("{} is no region", quoted(word.value)), word.at.clone(), help);
    }

    fn missing(&self, at: usize, right: i8, forward: i8) -> bool {
        self.board.beyond(at, Offset::new(right, forward), Side::First).is_none()
    }

    fn is_edge(&self, at: usize) -> bool {
        self.board.neighbours(false).iter().any(|way| self.missing(at, way.right, way.forward))
    }

    fn is_corner(&self, at: usize) -> bool {
        let missing = |right, forward| self.missing(at, right, forward);
        match self.board.grid {
            Grid::Squares => (missing(0, 1) || missing(0, -1)) && (missing(1, 0) || missing(-1, 0)),
            Grid::Hexes => {
                self.board.neighbours(false).iter().filter(|way| missing(way.right, way.forward)).count() >= 3
            }
        }
    }

    fn is_centre(&self, at: usize) -> bool {
        let (column, row) = self.board.places[at];
        let beside = |at: u8, count: u8| (2 * i32::from(at) + 1 - i32::from(count)).abs();
        let width = if self.board.grid == Grid::Hexes { 2 } else { 1 };
        beside(column, self.board.columns) <= width && beside(row, self.board.rows) <= 1
    }

    /// The points of an edge: nothing of the board lies beyond them.
    pub fn border(&self, word: &Token<'_>) -> Option<PointSet> {
        let beyond: &[(i8, i8)] = match (self.board.grid, word.value) {
            (Grid::Squares, "N") => &[(0, 1)],
            (Grid::Squares, "E") => &[(1, 0)],
            (Grid::Squares, "S") => &[(0, -1)],
            (Grid::Squares, "W") => &[(-1, 0)],
            (Grid::Hexes, "N") => &[(1, 1), (-1, 1)],
            (Grid::Hexes, "S") => &[(1, -1), (-1, -1)],
            (Grid::Hexes, "E") => &[(2, 0)],
            (Grid::Hexes, "W") => &[(-2, 0)],
            (Grid::Hexes, "NE") => &[(1, 1), (2, 0)],
            (Grid::Hexes, "NW") => &[(-1, 1), (-2, 0)],
            (Grid::Hexes, "SE") => &[(1, -1), (2, 0)],
            (Grid::Hexes, "SW") => &[(-1, -1), (-2, 0)],
            _ => return None,
        };
        let free = |at: usize, (right, forward): (i8, i8)| {
            let (column, row) = self.board.places[at];
            let on = |steps: i32| {
                let (right, down) = (i32::from(right) * steps, -i32::from(forward) * steps);
                self.board.at(i32::from(column) + right, i32::from(row) + down).is_some()
            };
            !(1..=i32::from(self.board.columns.max(self.board.rows))).any(on)
        };
        Some((0..self.board.len()).filter(|&at| beyond.iter().all(|&way| free(at, way))).collect())
    }
}

/// File and rank, each from 0, of `e4`, `e` or `4`.
fn coordinates(text: &str) -> Option<(Option<u8>, Option<u8>)> {
    let file = text.chars().next().filter(char::is_ascii_lowercase);
    let rest = &text[file.map_or(0, |_| 1)..];
    let digits = (1..=2).contains(&rest.len()) && rest.bytes().all(|b| b.is_ascii_digit());
    let rank = if digits { rest.parse::<u8>().ok().filter(|&rank| rank > 0) } else { None };
    let good = if rest.is_empty() { file.is_some() } else { rank.is_some() };
    good.then_some((file.map(|c| c as u8 - b'a'), rank.map(|rank| rank - 1)))
}

/// Whether a name would be taken for a place of the board.
pub(super) fn like_a_place(name: &str) -> bool {
    coordinates(name).is_some() || WORDS.contains(&name) || ["except", "center"].contains(&name)
}

const N: Offset = Offset::new(0, 1);
const NE: Offset = Offset::new(1, 1);
const E: Offset = Offset::new(1, 0);
const SE: Offset = Offset::new(1, -1);
const S: Offset = Offset::new(0, -1);
const SW: Offset = Offset::new(-1, -1);
const W: Offset = Offset::new(-1, 0);
const NW: Offset = Offset::new(-1, 1);
const HEX_E: Offset = Offset::new(2, 0);
const HEX_W: Offset = Offset::new(-2, 0);

const ON_SQUARES: [(&str, &[Offset]); 14] = [
    ("N", &[N]),
    ("NE", &[NE]),
    ("E", &[E]),
    ("SE", &[SE]),
    ("S", &[S]),
    ("SW", &[SW]),
    ("W", &[W]),
    ("NW", &[NW]),
    ("straight", &[N, E, S, W]),
    ("diagonal", &[NE, SE, SW, NW]),
    ("any", &[N, NE, E, SE, S, SW, W, NW]),
    ("forward", &[N, NE, NW]),
    ("sideways", &[E, W]),
    ("backward", &[S, SE, SW]),
];

const ON_HEXES: [(&str, &[Offset]); 10] = [
    ("E", &[HEX_E]),
    ("W", &[HEX_W]),
    ("NE", &[NE]),
    ("NW", &[NW]),
    ("SE", &[SE]),
    ("SW", &[SW]),
    ("any", &[HEX_E, NE, NW, HEX_W, SW, SE]),
    ("forward", &[NE, NW]),
    ("sideways", &[HEX_E, HEX_W]),
    ("backward", &[SE, SW]),
];

/// Reads directions; each counts once.
pub(super) fn directions(text: &Text<'_>, grid: Grid, problems: &mut Problems) -> Option<Vec<Offset>> {
    let table: &[(&str, &[Offset])] = match grid {
        Grid::Squares => &ON_SQUARES,
        Grid::Hexes => &ON_HEXES,
    };
    let words = text.words();
    if words.is_empty() {
        problems.error("no direction", text.at.clone(), "such as `N` (forward) or `any`");
        return None;
    }
    let mut found: Vec<Offset> = Vec::new();
    let mut good = true;
    for word in words {
        if let Some((_, offsets)) = table.iter().find(|(name, _)| *name == word.value) {
            found.extend_from_slice(offsets);
            continue;
        }
        good = false;
        let list = || table.iter().map(|&(name, _)| name).collect::<Vec<_>>().join(" ");
        let hexes = grid == Grid::Hexes && ON_SQUARES.iter().any(|(name, _)| *name == word.value);
        let upper = word.value.to_ascii_uppercase();
        let help = match table.iter().find(|(name, _)| *name == upper) {
            _ if hexes => format!("on hexes: {}", list()),
            Some((name, _)) => format!("directions have capital letters: `{name}`"),
            None => {
                match closest(word.value, table.iter().map(|&(name, _)| name).filter(|name| name.len() > 2)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("directions: {}", list()),
                }
            }
        };
        problems.error(format!("{} is no direction", quoted(word.value)), word.at, help);
    }
    let mut once: Vec<Offset> = Vec::new();
    for offset in found {
        if !once.contains(&offset) {
            once.push(offset);
        }
    }
    good.then_some(once)
}

/// All directions of a kind of board.
pub(super) fn all_directions(grid: Grid) -> Vec<Offset> {
    match grid {
        Grid::Squares => ON_SQUARES[10].1.to_vec(),
        Grid::Hexes => ON_HEXES[6].1.to_vec(),
    }
}

/// The two ways of a line are one.
pub(super) fn both_ways_once(dirs: Vec<Offset>) -> Vec<Offset> {
    let mut once: Vec<Offset> = Vec::new();
    for dir in dirs {
        let back = Offset::new(-dir.right, -dir.forward);
        if !once.contains(&dir) && !once.contains(&back) {
            once.push(dir);
        }
    }
    once
}
