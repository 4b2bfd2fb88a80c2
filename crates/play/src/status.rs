//! What becomes of the stones on a board whose areas are counted: dead, alive, or alive in a seki.

use crate::{Ownership, PlayoutLimits, Side, Table};

/// Stones of one side that hang together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoneString {
    /// Whose they are.
    pub side: Side,
    /// Where they stand.
    pub points: Vec<u16>,
    /// What is taken to become of them.
    pub status: StoneStatus,
}

/// What becomes of stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoneStatus {
    /// They stay.
    Alive,
    /// They can be taken.
    Dead,
    /// They live beside points that neither side can take.
    Seki,
}

/// All strings on the board: dead if its points will be the other side's more often than not
/// ([`Table::ownership`]); a seki if it then lives by points that neither side can take. None in games that count no areas.
pub fn stone_statuses(table: &dyn Table, limits: &PlayoutLimits) -> Vec<StoneString> {
    let mut table = table.fork();
    table.decline_claim();
    let Some(Ownership { points, .. }) = table.ownership(limits) else { return Vec::new() };
    let columns = table.layout().columns;
    let mut stones = vec![None; points.len()];
    for piece in table.view().scene.pieces {
        stones[usize::from(piece.point)] = Some(piece.side);
    }
    let status = |side, string: &[u16]| {
        let first: f32 = string.iter().map(|&point| points[usize::from(point)]).sum();
        let own = if side == Side::First { first } else { -first };
        if own < 0.0 { StoneStatus::Dead } else { StoneStatus::Alive }
    };
    let strings = strings(stones.clone(), columns).into_iter();
    let mut strings: Vec<StoneString> =
        strings.map(|(side, points)| StoneString { side, status: status(side, &points), points }).collect();
    // Which live in a seki shows once the others are off the board, and the game is over.
    while table.result().is_none() && table.play("pass").is_ok() {}
    let seki = table.counted(&dead(&strings)).map_or(Vec::new(), |count| count.seki);
    for string in &mut strings {
        if string.points.first().is_some_and(|point| seki.contains(point)) {
            string.status = StoneStatus::Seki;
        }
    }
    strings
}

/// The points of all stones that are taken to be dead.
pub fn dead_stones(table: &dyn Table, limits: &PlayoutLimits) -> Vec<u16> {
    dead(&stone_statuses(table, limits))
}

fn dead(strings: &[StoneString]) -> Vec<u16> {
    let dead = strings.iter().filter(|string| string.status == StoneStatus::Dead);
    dead.flat_map(|string| &string.points).copied().collect()
}

/// The strings of stones: whose they are, and their points.
fn strings(mut stones: Vec<Option<Side>>, columns: u8) -> Vec<(Side, Vec<u16>)> {
    let mut strings = Vec::new();
    for start in 0..stones.len() {
        let Some(side) = stones[start].take() else { continue };
        let (mut string, mut next) = (vec![start as u16], 0);
        while let Some(&point) = string.get(next) {
            next += 1;
            for beside in beside(point, columns, stones.len()) {
                let taken = stones[usize::from(beside)].take_if(|other| *other == side);
                string.extend(taken.map(|_| beside));
            }
        }
        strings.push((side, string));
    }
    strings
}

/// The points beside one of a board of so many columns and points.
fn beside(point: u16, columns: u8, points: usize) -> impl Iterator<Item = u16> {
    let columns = u16::from(columns);
    let column = point % columns;
    let around = [
        (column > 0).then(|| point - 1),
        (column + 1 < columns).then_some(point + 1),
        point.checked_sub(columns),
        Some(point + columns).filter(|&below| usize::from(below) < points),
    ];
    around.into_iter().flatten()
}
