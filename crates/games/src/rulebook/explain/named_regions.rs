//! Regions, directions and leaps found again from the points and offsets that they became.

use super::super::board::{Grid, Offset};
use super::super::model::{KindSet, Rules};
use super::super::points::PointSet;
use wanqi_game::Side;

/// A region as one would name it.
pub(super) enum NamedRegion {
    Everywhere,
    Nowhere,
    /// A ground, by its index.
    Ground(usize),
    /// A ground that belongs to this side.
    GroundOf(usize, Side),
    /// Ranks from one to another, counted from 1.
    Ranks(u8, u8),
    /// Files from one to another.
    Files(char, char),
    /// A rectangle, by two corners.
    Rectangle(String, String),
    Edge,
    /// Few points, by name.
    Points(Vec<String>),
    /// Many points without a name: how many.
    Many(usize),
    /// All but another region.
    AllBut(Box<NamedRegion>),
    /// Two regions together.
    Both(Box<NamedRegion>, Box<NamedRegion>),
}

/// More points are counted, not named.
const MAX_NAMED: usize = 13;

/// Names a set of points.
pub(super) fn place(set: PointSet, rules: &Rules) -> NamedRegion {
    if set.is_empty() {
        return NamedRegion::Nowhere;
    }
    if set == rules.board.all() {
        return NamedRegion::Everywhere;
    }
    if let Some(place) = simple(set, rules) {
        return place;
    }
    let rest = rules.board.all().except(set);
    if let Some(place) = simple(rest, rules) {
        return NamedRegion::AllBut(Box::new(place));
    }
    for grounds in [set, rest] {
        for (i, ground) in rules.grounds.iter().enumerate() {
            let parts = [(NamedRegion::Ground(i), ground.points)]
                .into_iter()
                .chain(Side::BOTH.map(|side| (NamedRegion::GroundOf(i, side), ground.of_side[side.index()])));
            for (part, points) in parts {
                if points.is_empty() || !points.except(grounds).is_empty() {
                    continue;
                }
                if let Some(other) = simple(grounds.except(points), rules) {
                    let both = NamedRegion::Both(Box::new(part), Box::new(other));
                    return if grounds == set { both } else { NamedRegion::AllBut(Box::new(both)) };
                }
            }
        }
    }
    let name = |at: usize| rules.board.names[at].clone();
    match set.len() {
        few if few <= MAX_NAMED => NamedRegion::Points(set.iter().map(name).collect()),
        _ if rest.len() <= MAX_NAMED => {
            NamedRegion::AllBut(Box::new(NamedRegion::Points(rest.iter().map(name).collect())))
        }
        many => NamedRegion::Many(many),
    }
}

/// Names a set by one thing.
fn simple(set: PointSet, rules: &Rules) -> Option<NamedRegion> {
    for (i, ground) in rules.grounds.iter().enumerate() {
        if ground.points == set {
            return Some(NamedRegion::Ground(i));
        }
        if let Some(side) = Side::BOTH.into_iter().find(|side| ground.of_side[side.index()] == set) {
            return Some(NamedRegion::GroundOf(i, side));
        }
    }
    let board = &rules.board;
    let edge = (0..board.len()).filter(|&at| {
        board.neighbours(false).iter().any(|&way| board.beyond(at, way, Side::First).is_none())
    });
    if edge.collect::<PointSet>() == set && set.len() > MAX_NAMED {
        return Some(NamedRegion::Edge);
    }
    let coordinates = |at: usize| {
        let (file, rank) = board.names[at].split_at(1);
        Some((file.chars().next()?, rank.parse::<u8>().ok()?))
    };
    let all: Vec<(usize, (char, u8))> =
        (0..board.len()).filter_map(|at| Some((at, coordinates(at)?))).collect();
    let of_set = || all.iter().filter(|(at, _)| set.has(*at)).map(|(_, place)| *place);
    let files = (of_set().map(|place| place.0).min()?, of_set().map(|place| place.0).max()?);
    let ranks = (of_set().map(|place| place.1).min()?, of_set().map(|place| place.1).max()?);
    let full = |with: &dyn Fn((char, u8)) -> bool| {
        all.iter().filter(|(_, place)| with(*place)).map(|(at, _)| *at).collect::<PointSet>() == set
    };
    let in_files = |place: (char, u8)| (files.0..=files.1).contains(&place.0);
    let in_ranks = |place: (char, u8)| (ranks.0..=ranks.1).contains(&place.1);
    if set.len() == 1 {
        return Some(NamedRegion::Points(vec![board.names[set.iter().next()?].clone()]));
    }
    if full(&in_ranks) {
        return Some(NamedRegion::Ranks(ranks.0, ranks.1));
    }
    if full(&in_files) {
        return Some(NamedRegion::Files(files.0, files.1));
    }
    let rectangle = full(&|place| in_files(place) && in_ranks(place));
    rectangle
        .then(|| NamedRegion::Rectangle(format!("{}{}", files.0, ranks.0), format!("{}{}", files.1, ranks.1)))
}

/// Directions as one would name them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NamedDirections {
    Any,
    Straight,
    Diagonal,
    DiagonalForward,
    DiagonalBackward,
    Sideways,
    Forward,
    Backward,
    Right,
    Left,
    ForwardRight,
    ForwardLeft,
    BackwardRight,
    BackwardLeft,
}

/// Names a set of directions, the largest groups first.
pub(super) fn ways(dirs: &[Offset], grid: Grid) -> Vec<NamedDirections> {
    let across = if grid == Grid::Hexes { 2 } else { 1 };
    let [n, s, e, w] = [(0, 1), (0, -1), (across, 0), (-across, 0)];
    let [ne, nw, se, sw] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
    let on_hexes: &[(NamedDirections, &[(i8, i8)])] = &[(NamedDirections::Any, &[e, w, ne, nw, se, sw])];
    let on_squares: &[(NamedDirections, &[(i8, i8)])] = &[
        (NamedDirections::Any, &[n, s, e, w, ne, nw, se, sw]),
        (NamedDirections::Straight, &[n, s, e, w]),
        (NamedDirections::Diagonal, &[ne, nw, se, sw]),
    ];
    let both: &[(NamedDirections, &[(i8, i8)])] = &[
        (NamedDirections::Forward, &[n]),
        (NamedDirections::DiagonalForward, &[ne, nw]),
        (NamedDirections::Sideways, &[e, w]),
        (NamedDirections::Backward, &[s]),
        (NamedDirections::DiagonalBackward, &[se, sw]),
        (NamedDirections::Right, &[e]),
        (NamedDirections::Left, &[w]),
        (NamedDirections::ForwardRight, &[ne]),
        (NamedDirections::ForwardLeft, &[nw]),
        (NamedDirections::BackwardRight, &[se]),
        (NamedDirections::BackwardLeft, &[sw]),
    ];
    let groups = if grid == Grid::Hexes { on_hexes } else { on_squares };
    let mut left: Vec<(i8, i8)> = dirs.iter().map(|dir| (dir.right, dir.forward)).collect();
    let mut found = Vec::new();
    for (way, group) in groups.iter().chain(both) {
        if group.iter().all(|dir| left.contains(dir)) {
            left.retain(|dir| !group.contains(dir));
            found.push(*way);
        }
    }
    found
}

/// A set of kinds as one would name it.
pub(super) enum Kinds {
    Any,
    AllBut(Vec<usize>),
    These(Vec<usize>),
}

/// Names a set of kinds by the shorter list.
pub(super) fn kinds_of(set: KindSet, rules: &Rules) -> Kinds {
    let owned = owned(rules);
    let without = owned & !set;
    match () {
        () if without == 0 => Kinds::Any,
        () if without.count_ones() < set.count_ones() / 2 => Kinds::AllBut(kinds(without, rules)),
        () => Kinds::These(kinds(set, rules)),
    }
}

/// Points by name, unless they are many.
pub(super) fn listed(set: PointSet, rules: &Rules) -> NamedRegion {
    const MAX_LISTED: usize = 24;
    match set.len() {
        few if few <= MAX_LISTED => {
            NamedRegion::Points(set.iter().map(|at| rules.board.names[at].clone()).collect())
        }
        many => NamedRegion::Many(many),
    }
}

/// The kinds of a set.
pub(super) fn kinds(set: KindSet, rules: &Rules) -> Vec<usize> {
    (0..rules.kinds.len()).filter(|&id| set >> id & 1 != 0).collect()
}

/// All kinds that belong to sides.
pub(super) fn owned(rules: &Rules) -> KindSet {
    let owned = |(id, kind): (usize, &super::super::model::Kind)| if kind.neutral { 0 } else { 1 << id };
    rules.kinds.iter().enumerate().map(owned).sum()
}

/// How many of each kind a side has on the board at the start.
pub(super) fn counts(rules: &Rules, side: Side) -> Vec<usize> {
    let mut counts = vec![0; rules.kinds.len()];
    for &(_, kind, whose) in &rules.start {
        counts[usize::from(kind)] += usize::from(whose == Some(side));
    }
    counts
}
