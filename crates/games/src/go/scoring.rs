//! Counting: area, as Tromp-Taylor and Chinese rules do, and territory, as Japanese rules do.
//!
//! Both count for finished positions, without the stones that the players call dead. As long as both sides have made equally many
//! moves they agree but for what lies in a seki: territory leads by as much as area less the moves that a side made more.
//! <https://tromp.github.io/go.html>, <https://senseis.xmp.net/?Scoring>

use super::Go;
use super::board::{GoBoard, sign};
use super::geometry::{Capacity, cell, cells};
use super::position::Position;
use super::seki::{EmptyRegion, sekis};
use wanqi_game::Side;

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scoring {
    /// Stones and what they surround ([`area`]).
    #[default]
    Area,
    /// What stones surround, and prisoners ([`territory`]).
    Territory,
}

/// The points of either side by area, komi aside: its stones, and the empty points from which only its stones can
/// be reached. The strings of `dead` stones (points as in [`Depict::layout`](wanqi_game::Depict::layout)) count as taken
/// off before; points without a stone are ignored.
pub fn area<C: Capacity>(go: &Go<C>, position: &Position<C>, dead: &[u16]) -> [u32; 2] {
    let counted = CountedCells::new(go, position, dead);
    let CountedCells { stones, empty, eyes_in_seki, .. } = &counted;
    [0, 1].map(|colour| (stones[colour].len() + empty[colour].len() + eyes_in_seki[colour].len()) as u32)
}

/// A finished position counted: see [`CountedGame`](wanqi_game::depict::CountedGame).
pub(super) struct Counted {
    /// The points of the layout that count for either side, prisoners aside.
    pub points: [Vec<u16>; 2],
    pub dead: Vec<u16>,
    pub seki: Vec<u16>,
    /// Black's, komi aside.
    pub lead: i32,
}

/// Counts as the rules of `go` say.
pub(super) fn count<C: Capacity>(go: &Go<C>, position: &Position<C>, dead: &[u16]) -> Counted {
    let CountedCells { stones, dead: taken, empty, eyes_in_seki, seki } =
        CountedCells::new(go, position, dead);
    let sorted = |cells: &[&[usize]]| {
        let mut points: Vec<u16> = cells.concat().into_iter().map(|cell| go.point_of(cell)).collect();
        points.sort_unstable();
        points
    };
    let points = [0, 1].map(|colour| match go.scoring() {
        Scoring::Area => sorted(&[&stones[colour], &empty[colour], &eyes_in_seki[colour]]),
        Scoring::Territory => sorted(&[&empty[colour]]),
    });
    let [black, white] = match go.scoring() {
        Scoring::Area => area(go, position, dead),
        Scoring::Territory => territory(go, position, dead),
    };
    let dead = sorted(&[&taken[0], &taken[1]]);
    Counted { points, dead, seki: sorted(&[&seki]), lead: black as i32 - white as i32 }
}

/// The points of either side by territory, komi aside: the empty points from which only its stones can be reached,
/// and the stones it has taken, `dead` ones included (see [`area`]). Eyes of stones that live in a seki do not count.
/// <https://senseis.xmp.net/?JapaneseCounting>
pub fn territory<C: Capacity>(go: &Go<C>, position: &Position<C>, dead: &[u16]) -> [u32; 2] {
    let counted = CountedCells::new(go, position, dead);
    Side::BOTH.map(|side| {
        let colour = side.index();
        (counted.empty[colour].len() + counted.dead[1 - colour].len()) as u32 + position.prisoners(side)
    })
}

impl<C: Capacity> Go<C> {
    /// By how many points black is ahead by [`area`], komi aside and with all stones alive.
    #[inline]
    pub fn area_lead(&self, position: &Position<C>) -> i32 {
        let board = &position.board;
        let mut lead = board.stone_count(0) as i32 - board.stone_count(1) as i32;
        each_owned(position, |_, sign| lead += sign);
        lead
    }

    /// By how many points black is ahead by what the rules count, komi aside and with all stones alive.
    pub(super) fn lead(&self, position: &Position<C>) -> i32 {
        match self.scoring() {
            Scoring::Area => self.area_lead(position),
            Scoring::Territory => {
                let [black, white] = territory(self, position, &[]);
                black as i32 - white as i32
            }
        }
    }

    /// The same where a game has been played out to its end, of which the lead by area is known: then nothing but eyes is left,
    /// and hardly ever one in a seki, which is not looked for.
    #[inline]
    pub fn played_out_lead(&self, position: &Position<C>, area_lead: i32) -> i32 {
        match self.scoring() {
            Scoring::Area => area_lead,
            Scoring::Territory => {
                let side = |side: Side| {
                    let colour = side.index();
                    position.prisoners(side) as i32 - position.board.stone_count(colour) as i32
                };
                area_lead + side(Side::First) - side(Side::Second)
            }
        }
    }

    /// Adds 1 to what `owned` has for each point of the [layout](wanqi_game::Depict::layout) that counts for black by [`area`],
    /// takes 1 from it for each that counts for white, and tells the [lead](Go::area_lead).
    pub fn count_area(&self, position: &Position<C>, owned: &mut [i32]) -> i32 {
        let board = &position.board;
        for (row, owned) in owned.chunks_exact_mut(self.size()).enumerate() {
            let stones = &board.stones()[cell::<C>(0, row)..];
            owned.iter_mut().zip(stones).for_each(|(owned, &stone)| *owned += sign(stone));
        }
        let mut lead = board.stone_count(0) as i32 - board.stone_count(1) as i32;
        each_owned(position, |cell, sign| {
            owned[usize::from(self.point_of(cell))] += sign;
            lead += sign;
        });
        lead
    }
}

/// Visits the empty points that count for a colour with all stones alive, each with 1 if that is black and −1 if it is white.
#[inline]
fn each_owned<C: Capacity>(position: &Position<C>, mut visit: impl FnMut(usize, i32)) {
    let board = &position.board;
    let mut is_open = false;
    // Where no two empty points touch, as mostly after a playout, each is decided by its neighbours alone.
    for place in 0..board.empty_count() {
        let cell = board.empty_at(place);
        match board.owner(cell) {
            Ok(Some(colour)) => visit(cell, [1, -1][colour]),
            Ok(None) => {}
            Err(()) => is_open = true,
        }
    }
    if is_open {
        each_owned_together(board, &mut visit);
    }
}

/// The same for those that have an empty point beside them.
#[inline(never)]
fn each_owned_together<C: Capacity>(board: &GoBoard<C>, visit: &mut impl FnMut(usize, i32)) {
    let (mut region, mut seen) = ([0_u16; 361], [false; 512]);
    for place in 0..board.empty_count() {
        let first = board.empty_at(place);
        if board.owner(first).is_ok() || std::mem::replace(&mut seen[first], true) {
            continue;
        }
        let (mut next, mut count, mut reached) = (0, 1, [false; 2]);
        region[0] = first as u16;
        while next < count {
            for step in C::NEIGHBOURS {
                let neighbour = usize::from(region[next]).wrapping_add(step);
                if let Some(colour) = board.stone(neighbour) {
                    reached[colour] = true;
                } else if board.is_empty(neighbour) && !std::mem::replace(&mut seen[neighbour], true) {
                    region[count] = neighbour as u16;
                    count += 1;
                }
            }
            next += 1;
        }
        if reached[0] != reached[1] {
            let sign = if reached[0] { 1 } else { -1 };
            region[..count].iter().for_each(|&cell| visit(cell.into(), sign));
        }
    }
}

/// The cells that both ways of counting count, by colour.
#[derive(Default)]
struct CountedCells {
    /// Living stones.
    stones: [Vec<usize>; 2],
    /// Dead stones that are still on the board.
    dead: [Vec<usize>; 2],
    /// Points without a living stone from which only this colour can be reached, but for eyes in a seki.
    empty: [Vec<usize>; 2],
    eyes_in_seki: [Vec<usize>; 2],
    /// Stones that live in a seki.
    seki: Vec<usize>,
}

impl CountedCells {
    fn new<C: Capacity>(go: &Go<C>, position: &Position<C>, dead: &[u16]) -> CountedCells {
        let (board, size) = (&position.board, go.size());
        let mut counted = CountedCells::default();
        let mut colours = [None; 512];
        for cell in cells::<C>(size) {
            colours[cell] = board.stone(cell);
        }
        for point in dead.iter().map(|&point| usize::from(point)).filter(|&point| point < size * size) {
            let first = cell::<C>(point % size, point / size);
            if let Some(colour) = colours[first] {
                board.each_stone(first, &mut |stone| {
                    colours[stone] = None;
                    counted.dead[colour].push(stone);
                });
            }
        }
        let mut open = [false; 512];
        for cell in cells::<C>(size) {
            match colours[cell] {
                Some(colour) => counted.stones[colour].push(cell),
                None => open[cell] = true,
            }
        }
        let (mut frontier, mut regions) = (Vec::new(), Vec::new());
        for first in cells::<C>(size) {
            if !std::mem::take(&mut open[first]) {
                continue;
            }
            let mut region = EmptyRegion::default();
            frontier.push(first);
            while let Some(cell) = frontier.pop() {
                region.points.push(cell);
                for step in C::NEIGHBOURS {
                    let neighbour = cell.wrapping_add(step);
                    match colours[neighbour] {
                        Some(colour) => {
                            region.reached[colour] = true;
                            region.around.push(neighbour);
                        }
                        None if std::mem::take(&mut open[neighbour]) => frontier.push(neighbour),
                        None => {}
                    }
                }
            }
            regions.push(region);
        }
        counted.seki = sekis::<C>(&colours, &regions);
        for mut region in regions {
            let Some(colour) = region.colour() else { continue };
            let in_seki = region.around.iter().any(|stone| counted.seki.contains(stone));
            let to = if in_seki { &mut counted.eyes_in_seki } else { &mut counted.empty };
            to[colour].append(&mut region.points);
        }
        counted
    }
}
