//! Rows to be completed: windows of a line that hold pieces of one side alone.

use super::action::places_only;
use super::layout::Layout;
use wanqi_game::{Game, Side};
use wanqi_games::rulebook::model::{Line, LineResult, Step};
use wanqi_games::rulebook::{Position, Rulebook};

/// Where the weights of windows lie, for one rule about rows.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    first: usize,
    /// Pieces in a row.
    length: usize,
    sides: [bool; 2],
    /// Whether rows are made by putting pieces and nothing else, so that a piece fewer to put in this turn is as good as
    /// a piece fewer in a window.
    puts: bool,
    /// The points of each line that is long enough.
    lines: Vec<Vec<u16>>,
    /// The points below each one, where pieces fall.
    below: Option<Vec<Option<u16>>>,
}

impl Rows {
    /// One for each rule about rows.
    pub fn all(game: &Rulebook, layout: &mut Layout) -> Vec<Rows> {
        let rules = game.rules();
        let of = |(index, line): (usize, &Line)| {
            let length = usize::from(line.length);
            let first = layout.table(
                &format!("ROWS_{index}"),
                "A window with so many pieces of one side and room for the rest: first of the side to move, then of \
                 the other. Those of 0 lack one piece that cannot be put yet.",
                &prior(game, line),
                length,
            );
            Rows {
                first,
                length,
                sides: line.sides,
                puts: places_only(rules),
                lines: lines(game, line),
                below: below(game),
            }
        };
        rules.ends.lines.iter().filter(|line| line.length > 1).enumerate().map(of).collect()
    }

    pub fn count(&self, game: &Rulebook, position: &Position, add: &mut impl FnMut(usize, i32)) {
        let to_move = game.side_to_move(position);
        let sets = Side::BOTH.map(|side| position.pieces(side));
        let mut windows = [[0; 32]; 2];
        let mut line_of = [0_u8; 64];
        for line in &self.lines {
            // 1 for an own piece, 16 for the enemy's: the sum of a window tells both counts.
            let mut any = false;
            for (at, &point) in line_of.iter_mut().zip(line) {
                let point = usize::from(point);
                *at = u8::from(sets[0].has(point)) | u8::from(sets[1].has(point)) << 1;
                if *at == 0 && game.piece_at(position, point).is_some() {
                    *at = 3;
                }
                any |= *at != 0;
            }
            if !any {
                continue;
            }
            let line_of = &line_of[..line.len()];
            let (mut counts, mut walls) = ([0_usize; 2], 0);
            for end in 0..line_of.len() {
                let mut enter = |at: u8, by: isize| match at {
                    1 => counts[0] = counts[0].wrapping_add_signed(by),
                    2 => counts[1] = counts[1].wrapping_add_signed(by),
                    3 => walls += by,
                    _ => {}
                };
                enter(line_of[end], 1);
                if end >= self.length {
                    enter(line_of[end - self.length], -1);
                }
                if end + 1 < self.length || walls > 0 {
                    continue;
                }
                let side = match counts {
                    [0, 0] => continue,
                    [_, 0] => 0,
                    [0, _] => 1,
                    _ => continue,
                };
                let mut count = counts[side].min(self.length - 1);
                if count + 1 == self.length && self.below.is_some() {
                    let begin = end + 1 - self.length;
                    let gap = (begin..=end).find(|&i| line_of[i] == 0);
                    if gap.is_some_and(|gap| !self.is_supported(game, position, line[gap])) {
                        count = 0;
                    }
                }
                windows[side][count] += 1;
            }
        }
        for side in Side::BOTH.into_iter().filter(|side| self.sides[side.index()]) {
            let sign = if side == Side::First { 1 } else { -1 };
            let first = self.first + if side == to_move { 0 } else { self.length };
            let put = if self.puts && side == to_move { position.step() } else { 0 };
            for (count, &windows) in windows[side.index()][..self.length].iter().enumerate() {
                let count = if count == 0 { 0 } else { count.saturating_sub(put).max(1) };
                if windows > 0 {
                    add(first + count, sign * windows);
                }
            }
        }
    }

    /// Whether a piece that falls there would come to rest there.
    fn is_supported(&self, game: &Rulebook, position: &Position, point: u16) -> bool {
        let below = self.below.as_ref().and_then(|below| below[usize::from(point)]);
        below.is_none_or(|below| game.piece_at(position, below.into()).is_some())
    }
}

/// Weights by the number of pieces in a window: for the side to move, and for the other.
fn prior(game: &Rulebook, line: &Line) -> Vec<i32> {
    let rules = game.rules();
    let length = usize::from(line.length);
    let puts = places_only(rules);
    // How many pieces a side puts in a turn.
    let stones = rules
        .turn
        .steps
        .iter()
        .filter(|step| matches!(step, Step::Act { places: true, .. } | Step::Place(_)))
        .count();
    let growth: f64 = if puts { 4.0 } else { 3.0 };
    let sign = match line.result {
        LineResult::Win => 1,
        LineResult::Loss | LineResult::Forbidden => -1,
    } * if rules.ends.misere { -1 } else { 1 };
    let mut prior = vec![0; 2 * length];
    for count in 1..length {
        let lacking = length - count;
        let worth = (3.0 * growth.powi(count as i32 - 1)).min(400.0);
        let [mut own, mut other] = [1.5 * worth, worth];
        if puts && sign > 0 && lacking <= stones.max(1) {
            (own, other) = (20_000.0, if stones > 1 { 200.0 } else { 600.0 });
        } else if puts && sign > 0 && lacking == stones.max(1) + 1 {
            own = own.max(60.0);
        }
        if sign < 0 {
            // A row that must not be made only takes a point away.
            (own, other) = (worth.min(15.0), worth.min(15.0));
        }
        (prior[count], prior[length + count]) = (sign * own as i32, sign * other as i32);
    }
    if sign > 0 {
        (prior[0], prior[length]) = (40, 40);
    }
    prior
}

/// The lines of the board in the directions of the rule that have room for a row.
fn lines(game: &Rulebook, line: &Line) -> Vec<Vec<u16>> {
    let board = &game.rules().board;
    let mut lines = Vec::new();
    for &dir in &line.dirs {
        let back = wanqi_games::rulebook::board::Offset::new(-dir.right, -dir.forward);
        for point in 0..board.len() {
            if board.beyond(point, back, Side::First).is_none() {
                let points: Vec<u16> = [point]
                    .into_iter()
                    .chain(board.ray(point, dir, Side::First))
                    .map(|point| point as u16)
                    .collect();
                if points.len() >= line.length.into() {
                    lines.push(points);
                }
            }
        }
    }
    lines
}

fn below(game: &Rulebook) -> Option<Vec<Option<u16>>> {
    let rules = game.rules();
    let board = &rules.board;
    let of = |point: usize| {
        let (column, row) = board.places[point];
        board.at(column.into(), i32::from(row) + 1).map(|point| point as u16)
    };
    rules.place.falls.then(|| (0..board.len()).map(of).collect())
}
