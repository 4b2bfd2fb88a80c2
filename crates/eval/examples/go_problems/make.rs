//! Problems by chance: a group around an eye space, or two groups that have each other by the throat.

use super::Rules;
use super::prove::Proof;
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::collections::HashSet;
use wanqi_game::random::below;
use wanqi_game::{Game, Notation, Side};
use wanqi_games::go::{Position, UpTo13};

/// Positions that a proof may look at, and that it must: fewer are no problem.
const MAX_POSITIONS: u32 = 2_000_000;
const MIN_POSITIONS: u32 = 2_000;

/// Prints so many problems of each kind and size.
pub fn print(seed: u64, count: u64) {
    println!(
        "# Kind, size, the string that is at stake, the moves that settle it, komi, position. The answers are proven."
    );
    println!("# cargo run --profile quick -p wanqi-eval --example go_problems -- make {seed} {count}");
    let mut seen = HashSet::new();
    for (kind, make) in [("eyes", eyes as fn(u8, &mut Pcg64Mcg) -> Option<Board>), ("race", race)] {
        for size in [7, 9, 13] {
            let mut rng = Pcg64Mcg::seed_from_u64(seed + u64::from(size));
            let mut found = 0;
            while found < count {
                if let Some(line) = make(size, &mut rng).and_then(|board| problem(kind, size, &board))
                    && seen.insert(line.clone())
                {
                    println!("{line}");
                    found += 1;
                }
            }
        }
    }
}

/// What is on each point row by row, and a point of the string that is at stake.
struct Board {
    points: Vec<char>,
    target: usize,
    to_move: char,
}

/// The line of a problem, if it is one: who moves first decides, whoever wins kos, and not every move will do.
fn problem(kind: &str, size: u8, board: &Board) -> Option<String> {
    let go = Rules::new(size).ok()?;
    let side = usize::from(size);
    let rows: Vec<String> = board.points.chunks(side).map(|row| row.iter().collect()).collect();
    let position = go.parse_position(&format!("{} {} - 0 0 0", rows.join("/"), board.to_move)).ok()?;
    let target = go.place_at(board.target % side, board.target / side);
    let stone = if board.points[board.target] == 'X' { Side::First } else { Side::Second };
    // One look would do for a string in atari.
    if !position.has_stone(target, stone) || position.last_liberty(target).is_some() {
        return None;
    }
    let mut outcomes = Vec::new();
    for hunter_wins_kos in [false, true] {
        let mut proof = Proof::new(&go, &position, target, hunter_wins_kos, MAX_POSITIONS);
        outcomes.push(proof.moves(&position)?);
        if MAX_POSITIONS - proof.left < MIN_POSITIONS {
            return None;
        }
    }
    if outcomes[0] != outcomes[1] {
        return None;
    }
    let owner = if position.has_stone(target, Side::First) { Side::First } else { Side::Second };
    let hunts = go.side_to_move(&position) != owner;
    let moves = &outcomes[0];
    let right: Vec<String> = moves
        .iter()
        .filter(|&&(_, taken)| taken == hunts)
        .map(|&(mv, _)| go.format_move(&position, mv, 0))
        .collect();
    let passes_well = moves.iter().any(|&(mv, taken)| mv.is_pass() && taken == hunts);
    if right.is_empty() || passes_well || 2 * right.len() > moves.len() {
        return None;
    }
    let komi = komi(&go, &position, target);
    let text = go.format_position(&position);
    let named = go.format_move(&go.start(), go.start().move_at(target), 0);
    Some(format!("{kind}\t{size}\t{named}\t{}\t{komi}\t{text}", right.join(" ")))
}

/// The score of all but the string that is at stake: with it its owner is ahead, and without it the other side.
fn komi(go: &Rules, position: &Position<UpTo13>, target: usize) -> f64 {
    let size = go.size();
    let places = (0..size * size).map(|point| go.place_at(point % size, point / size));
    let others = places
        .filter(|&place| !position.is_empty(place) && position.string(place) != position.string(target));
    others.map(|place| if position.has_stone(place, Side::First) { 1.0 } else { -1.0 }).sum()
}

/// A group of one side around three to seven points in a row, some of them taken; all around it the other side lives.
fn eyes(size: u8, rng: &mut Pcg64Mcg) -> Option<Board> {
    let side = usize::from(size);
    let mut draw = |bound: usize| below(rng, bound as u32) as usize;
    let (owner, hunter) = if draw(2) == 0 { ('X', 'O') } else { ('O', 'X') };
    let near = |point: usize, diagonals: bool| -> Vec<usize> {
        let (x, y) = ((point % side) as i32, (point / side) as i32);
        let steps = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
        let steps = &steps[..if diagonals { 8 } else { 4 }];
        let inside = |v: i32| (0..side as i32).contains(&v);
        let places = steps.iter().map(|&(dx, dy)| (x + dx, y + dy));
        places.filter(|&(x, y)| inside(x) && inside(y)).map(|(x, y)| y as usize * side + x as usize).collect()
    };
    let mut space = vec![draw(side.min(4)) * side + draw(side)];
    let count = 4 + draw(5);
    while space.len() < count {
        let beside = near(space[draw(space.len())], false);
        let next = beside[draw(beside.len())];
        if !space.contains(&next) {
            space.push(next);
        }
    }
    let mut points = vec![hunter; side * side];
    let mut ring = Vec::new();
    for &point in &space {
        for beside in near(point, true) {
            if !space.contains(&beside) && !ring.contains(&beside) {
                points[beside] = owner;
                ring.push(beside);
            }
        }
    }
    for &point in &space {
        points[point] = match draw(5) {
            0 => hunter,
            1 if draw(3) == 0 => owner,
            _ => '.',
        };
    }
    // Gaps in the wall, and liberties outside.
    for _ in 0..draw(3) {
        points[ring[1 + draw(ring.len() - 1)]] = '.';
    }
    for _ in 0..draw(4) {
        let beside = near(ring[draw(ring.len())], false);
        let point = beside[draw(beside.len())];
        if points[point] == hunter && !space.contains(&point) {
            points[point] = '.';
        }
    }
    // Two eyes for the other side, as far away as there is room.
    let far = side * side - 1;
    for eye in [far - 1, far - 2 * side] {
        if points[eye] != hunter || near(eye, true).iter().any(|&beside| points[beside] != hunter) {
            return None;
        }
        points[eye] = '.';
    }
    let to_move = [owner, hunter][draw(2)];
    Some(Board { target: ring[0], points: spaced(points), to_move })
}

/// A strip at the upper edge in which two groups lie side by side, each cut off by a living group of the other side.
fn race(size: u8, rng: &mut Pcg64Mcg) -> Option<Board> {
    let side = usize::from(size);
    let mut draw = |bound: usize| below(rng, bound as u32) as usize;
    let (left, right) = if draw(2) == 0 { ('X', 'O') } else { ('O', 'X') };
    let (height, widths) = (2 + draw(2), [1 + draw(2), 1 + draw(2)]);
    let begin = 1 + draw(side - 2 - widths[0] - widths[1]);
    let middle = begin + widths[0];
    let end = middle + widths[1];
    let mut points = vec!['.'; side * side];
    for (point, stone) in points.iter_mut().enumerate() {
        let (x, y) = (point % side, point / side);
        *stone = match (x < middle, y < height && (begin..end).contains(&x)) {
            (true, false) | (false, true) => left,
            (false, false) | (true, true) => right,
        };
    }
    let target = (height - 1) * side + if draw(2) == 0 { middle - 1 } else { middle };
    for _ in 0..5 + draw(6) {
        let point = draw(height + 1) * side + begin - 1 + draw(end - begin + 2);
        let is_target = point == target;
        if !is_target {
            points[point] = '.';
        }
    }
    for eye in [(side - 1, 0), (side - 3, 0), (side - 1, side - 1), (side - 3, side - 1)] {
        points[eye.0 * side + eye.1] = '.';
    }
    let to_move = [left, right][draw(2)];
    Some(Board { target, points: spaced(points), to_move })
}

/// Empty points as a position's text has them: one each.
fn spaced(points: Vec<char>) -> Vec<char> {
    points.into_iter().map(|stone| if stone == '.' { '1' } else { stone }).collect()
}
