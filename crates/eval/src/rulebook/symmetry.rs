//! Which points of a board are alike.

use wanqi_games::rulebook::board::{Board, Facing, Grid, Offset};
use wanqi_games::rulebook::model::{MoveRule, Region, Rules, Shape};
use wanqi_games::rulebook::points::PointSet;

/// A turning or mirroring of the plane, as a matrix for (right, forward), in doubled coordinates on hexes.
type Turn = [[i32; 2]; 2];

/// The mirrorings and turnings of a square.
const SQUARE: [Turn; 7] = [
    [[-1, 0], [0, 1]],
    [[1, 0], [0, -1]],
    [[-1, 0], [0, -1]],
    [[0, 1], [1, 0]],
    [[0, -1], [1, 0]],
    [[0, 1], [-1, 0]],
    [[0, -1], [-1, 0]],
];
/// Those of a hexagon that doubled coordinates can write down: the mirrorings at its axes, and half a turn.
const HEX: [Turn; 3] = [[[-1, 0], [0, 1]], [[1, 0], [0, -1]], [[-1, 0], [0, -1]]];

/// For each point the class of points that it belongs to, as the first side sees them, and the number of classes:
/// points that a symmetry of the board carries onto one another if the rules are the same there for the first side
/// and the second, and no piece goes another way. Where all ways are alike on a drawn board, squares in a corner are
/// one class, for instance; where pawns go up, only left and right are alike.
pub(super) fn classes(rules: &Rules) -> (Vec<u16>, usize) {
    let board = &rules.board;
    let turns: &[Turn] = if board.grid == Grid::Squares { &SQUARE } else { &HEX };
    let symmetries: Vec<Vec<usize>> = turns
        .iter()
        .filter_map(|turn| carry(board, turn).filter(|carried| keeps(rules, turn, carried)))
        .collect();
    let mut classes = vec![u16::MAX; board.len()];
    let mut count = 0;
    for point in 0..board.len() {
        if classes[point] != u16::MAX {
            continue;
        }
        let mut open = vec![point];
        classes[point] = count;
        while let Some(at) = open.pop() {
            for carried in &symmetries {
                let other = carried[at];
                if classes[other] == u16::MAX {
                    classes[other] = count;
                    open.push(other);
                }
            }
        }
        count += 1;
    }
    (classes, count.into())
}

/// Where each point is carried, if the board is carried onto itself.
fn carry(board: &Board, turn: &Turn) -> Option<Vec<usize>> {
    // Twice the distance from the middle, so that it is a whole number.
    let (columns, rows) = (i32::from(board.columns) - 1, i32::from(board.rows) - 1);
    board
        .places
        .iter()
        .map(|&(column, row)| {
            let (right, forward) = (2 * i32::from(column) - columns, rows - 2 * i32::from(row));
            let [right, forward] = turn.map(|[a, b]| a * right + b * forward);
            let (column, row) = (right + columns, rows - forward);
            if column % 2 != 0 || row % 2 != 0 { None } else { board.at(column / 2, row / 2) }
        })
        .collect()
}

/// Whether the rules are the same after a turning.
fn keeps(rules: &Rules, turn: &Turn, carried: &[usize]) -> bool {
    let set = |points: &PointSet| points.iter().all(|point| points.has(carried[point]));
    let region = |region: &Region| region.iter().all(set);
    let offset = |offset: Offset| {
        let [right, forward] = turn.map(|[a, b]| a * i32::from(offset.right) + b * i32::from(offset.forward));
        Offset::new(right as i8, forward as i8)
    };
    let ways = |ways: &[Offset]| ways.iter().all(|&way| ways.contains(&offset(way)));
    let both_ways = |ways: &[Offset]| {
        ways.iter().all(|&way| {
            let to = offset(way);
            ways.contains(&to) || ways.contains(&Offset::new(-to.right, -to.forward))
        })
    };
    // What turns the second side's forward into its right would make a mirrored board face another way.
    let faces = rules.board.facing == Facing::Turn || turn[0][1] == 0 || is_blind(rules);
    let goes = |rule: &MoveRule| {
        region(&rule.from)
            && region(&rule.to)
            && match &rule.shape {
                Shape::Slide { dirs, .. }
                | Shape::Jump { dirs, .. }
                | Shape::Approach { dirs, .. }
                | Shape::Cross { dirs, .. }
                | Shape::Line { dirs } => ways(dirs),
                Shape::Leap { to, .. } => ways(to),
                Shape::Fly => true,
            }
    };
    faces
        && rules.board.keeps_lines(|at| carried[at])
        && rules.kinds.iter().all(|kind| {
            kind.moves.iter().all(goes)
                && region(&kind.allowed)
                && region(&kind.drop_on)
                && kind.promotes.as_ref().is_none_or(|promotion| region(&promotion.on))
        })
        && rules.grounds.iter().all(|ground| {
            set(&ground.points) && region(&ground.of_side) && region(&ground.weak) && region(&ground.safe)
        })
        && rules.ends.reach.iter().all(|reach| region(&reach.on))
        && rules.ends.fill.as_ref().is_none_or(region)
        && rules.ends.count.and_then(|count| count.on).as_ref().is_none_or(region)
        && rules.ends.lines.iter().all(|line| both_ways(&line.dirs))
        && rules.ends.connect.is_none_or(|connect| {
            connect.iter().all(|[a, b]| {
                let to = |from: &PointSet| from.iter().map(|point| carried[point]).collect::<PointSet>();
                (to(a) == *a && to(b) == *b) || (to(a) == *b && to(b) == *a)
            })
        })
        && region(&rules.place.on)
        && (!rules.place.falls || turn[1] == [0, 1])
}

/// Whether no piece goes anywhere, so that it does not matter which way is forward.
fn is_blind(rules: &Rules) -> bool {
    rules.kinds.iter().all(|kind| {
        kind.moves.iter().all(|rule| match &rule.shape {
            Shape::Slide { dirs, .. }
            | Shape::Jump { dirs, .. }
            | Shape::Approach { dirs, .. }
            | Shape::Cross { dirs, .. }
            | Shape::Line { dirs } => {
                dirs.iter().all(|dir| dirs.contains(&Offset::new(dir.right, -dir.forward)))
            }
            Shape::Leap { to, .. } => to.iter().all(|way| to.contains(&Offset::new(way.right, -way.forward))),
            Shape::Fly => true,
        })
    })
}
