//! Games in which seeds are sown from pit to pit: Oware, Kalah, Congkak.
//!
//! The content of a point is the number of its seeds, and a side's store is its hand. The words are those of
//! <https://en.wikipedia.org/wiki/Mancala>.

use super::board::Board;
use super::compile::Tables;
use super::model::{Slam, Sowing};
use super::points::PointSet;
use super::position::{Content, Move, NOBODY, NOWHERE, Position};
use std::fmt::Write;
use wanqi_game::{Outcome, Piece, Side};

/// The store of the side that sows, among the places that it sows into.
const STORE: u16 = NOWHERE;

/// So often seeds are taken up again in one move at most; then it ends where it is. Without a store laps may never end.
const MAX_LAPS: usize = 500;

/// Where seeds go.
#[derive(Clone, Debug)]
pub(super) struct Pits {
    sow: Sowing,
    /// Where each side's seeds go, one after the other, and around: its pits, its store if it sows into that, and the
    /// enemy's pits.
    cycles: [Vec<u16>; 2],
    /// Where in the cycle of each side a pit is.
    places: [Vec<u16>; 2],
    /// The pits of each side.
    own: [PointSet; 2],
    /// The pit opposite each.
    opposite: Vec<u16>,
    /// How many seeds there are.
    pub all: usize,
}

/// What sowing has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sown {
    /// Whether something was taken.
    takes: bool,
    /// Whether all seeds of the enemy would have been, or were.
    slam: bool,
    /// Whether the last seed fell into the store.
    into_store: bool,
}

impl Pits {
    /// `board` has two rows of squares, the upper one first.
    pub fn new(board: &Board, sow: &Sowing) -> Pits {
        let columns = u16::from(board.columns);
        // As each side sees it its own pits go from left to right, numbered by points that go along rows from the top.
        let rows = [(columns..2 * columns).collect(), (0..columns).rev().collect::<Vec<u16>>()];
        let cycles = Side::BOTH.map(|side| {
            let [mut own, mut others] = [side, side.opponent()].map(|side| rows[side.index()].clone());
            if sow.clockwise {
                own.reverse();
                others.reverse();
            }
            let store = sow.store.then_some(STORE);
            own.into_iter().chain(store).chain(others).collect::<Vec<u16>>()
        });
        let place =
            |cycle: &Vec<u16>, at: u16| cycle.iter().position(|&there| there == at).unwrap_or(0) as u16;
        Pits {
            sow: sow.clone(),
            places: [0, 1].map(|side| (0..2 * columns).map(|at| place(&cycles[side], at)).collect()),
            own: rows.map(|row| row.into_iter().map(usize::from).collect()),
            opposite: (0..2 * columns).map(|at| (at + columns) % (2 * columns)).collect(),
            all: usize::from(sow.seeds) * board.len(),
            cycles,
        }
    }

    /// How many seeds there are in pits and stores.
    pub fn seeds(&self, position: &Position) -> usize {
        Side::BOTH.iter().map(|&side| self.of(position, side)).sum()
    }

    /// What a side has in its pits and its store.
    fn of(&self, position: &Position, side: Side) -> usize {
        self.in_pits(position, side) + usize::from(position.in_hand(side, 0))
    }

    fn in_pits(&self, position: &Position, side: Side) -> usize {
        self.own[side.index()].iter().map(|at| usize::from(position.cells[at])).sum()
    }

    /// By how many seeds the first side leads if each takes what is in its pits.
    pub fn lead_with_pits(&self, position: &Position) -> f64 {
        let [first, second] = Side::BOTH.map(|side| self.of(position, side) as f64);
        first - second
    }

    /// What lies in a pit, as it is drawn.
    pub fn heap(&self, at: usize, seeds: Content) -> Piece {
        let side = if self.own[0].has(at) { Side::First } else { Side::Second };
        Piece::new(at as u16, side, "disc", 'S').labelled(&seeds.to_string())
    }
}

/// By how many seeds the first side leads in the stores.
pub(super) fn stored_lead(position: &Position) -> f64 {
    let [first, second] = Side::BOTH.map(|side| f64::from(position.in_hand(side, 0)));
    first - second
}

impl Tables {
    /// Lets a pit hold so many seeds.
    pub(super) fn pour(&self, position: &mut Position, at: usize, seeds: Content) {
        let before = position.cells[at];
        if before != 0 {
            position.key ^= self.word(before, at);
            position.sets[NOBODY].remove(at);
            position.counts[NOBODY] -= 1;
        }
        if seeds != 0 {
            position.key ^= self.word(seeds, at);
            position.sets[NOBODY].insert(at);
            position.counts[NOBODY] += 1;
        }
        position.cells[at] = seeds;
    }

    fn store(&self, position: &mut Position, side: Side, seeds: Content) {
        let held = position.in_hand(side, 0);
        self.set_hand(position, side, 0, held + seeds);
    }

    /// Takes up the seeds of a pit, sows them, and takes what that takes.
    #[inline(never)]
    fn scatter(&self, pits: &Pits, position: &mut Position, from: usize) -> Sown {
        let side = position.side;
        let (cycle, own) = (&pits.cycles[side.index()], &pits.own[side.index()]);
        let mut from = from;
        let mut at = 0;
        for lap in 0..MAX_LAPS {
            let mut seeds = position.cells[from];
            self.pour(position, from, 0);
            at = usize::from(pits.places[side.index()][from]);
            while seeds > 0 {
                at = (at + 1) % cycle.len();
                if cycle[at] == STORE {
                    self.store(position, side, 1);
                } else if pits.sow.skips_origin && usize::from(cycle[at]) == from {
                    continue;
                } else {
                    let pit = usize::from(cycle[at]);
                    self.pour(position, pit, position.cells[pit] + 1);
                }
                seeds -= 1;
            }
            let goes_on = pits.sow.laps && cycle[at] != STORE && position.cells[usize::from(cycle[at])] > 1;
            if !goes_on || lap + 1 == MAX_LAPS {
                break;
            }
            from = cycle[at].into();
        }
        if cycle[at] == STORE {
            return Sown { takes: false, slam: false, into_store: true };
        }
        let last = usize::from(cycle[at]);
        let mut taken = PointSet::EMPTY;
        if own.has(last) {
            let opposite = usize::from(pits.opposite[last]);
            if pits.sow.takes_opposite && position.cells[last] == 1 && position.cells[opposite] > 0 {
                taken.insert(last);
                taken.insert(opposite);
            }
        } else {
            let mut before = at;
            let is_taken = |at: usize, position: &Position| {
                let pit = cycle[at];
                let seeds = || u32::from(position.cells[usize::from(pit)]);
                pit != STORE
                    && !own.has(pit.into())
                    && seeds() < u32::BITS
                    && pits.sow.takes >> seeds() & 1 != 0
            };
            while is_taken(before, position) && !taken.has(cycle[before].into()) {
                taken.insert(cycle[before].into());
                if !pits.sow.takes_before {
                    break;
                }
                before = (before + cycle.len() - 1) % cycle.len();
            }
        }
        let others: usize = pits.own[side.opponent().index()]
            .except(taken)
            .iter()
            .map(|at| usize::from(position.cells[at]))
            .sum();
        let slam = !taken.is_empty() && others == 0;
        let spared = slam && pits.sow.slam == Slam::TakesNothing;
        let takes = !(taken.is_empty() || spared);
        for at in taken.iter_in(self.points).filter(|_| takes) {
            let seeds = position.cells[at];
            self.pour(position, at, 0);
            self.store(position, side, seeds);
        }
        Sown { takes, slam, into_store: false }
    }

    /// Visits all pits that may be sown from until a visit answers false; says whether none did.
    #[inline(never)]
    pub(super) fn each_sowing(
        &self,
        pits: &Pits,
        position: &Position,
        mut visit: impl FnMut(Move) -> bool,
    ) -> bool {
        let hungry = pits.sow.feeds && pits.in_pits(position, position.side.opponent()) == 0;
        let may = |at: usize| {
            if !hungry && pits.sow.slam != Slam::Forbidden {
                return true;
            }
            let mut next = position.clone();
            let sown = self.scatter(pits, &mut next, at);
            !(sown.slam && pits.sow.slam == Slam::Forbidden)
                && (!hungry || pits.in_pits(&next, position.side.opponent()) > 0)
        };
        pits.own[position.side.index()]
            .iter_in(self.points)
            .filter(|&at| position.cells[at] > 0 && may(at))
            .all(|at| visit(Move::sow(at)))
    }

    /// Whether a move takes seeds out of pits.
    pub(super) fn sowing_takes(&self, position: &Position, mv: Move) -> bool {
        let Some(pits) = &self.pits else { return false };
        self.scatter(pits, &mut position.clone(), mv.from.into()).takes
    }

    /// Plays a legal move.
    #[inline(never)]
    pub(super) fn play_sowing(&self, position: &mut Position, mv: Move) {
        let Some(pits) = &self.pits else { return };
        let side = position.side;
        let held = position.in_hand(side, 0);
        let sown = self.scatter(pits, position, mv.from.into());
        // What is in a store never leaves it.
        if position.in_hand(side, 0) != held {
            (position.reversible, position.quiet) = (0, -1);
        } else {
            position.reversible = position.reversible.saturating_add(1);
        }
        if !(pits.sow.again && sown.into_store) {
            self.end_turn(position);
        }
        position.outcome = self.judge_sowing(pits, position);
        if position.outcome.is_some()
            && !has_majority(pits, position, Side::First)
            && !has_majority(pits, position, Side::Second)
        {
            self.collect(pits, position);
        }
    }

    /// The result that a position shows.
    pub(super) fn judge_sowing(&self, pits: &Pits, position: &Position) -> Option<Outcome> {
        if let Some(side) = Side::BOTH.into_iter().find(|&side| has_majority(pits, position, side)) {
            return Some(self.won_by(side));
        }
        let empty = |side: Side| pits.in_pits(position, side) == 0;
        let over = pits.sow.ends_empty && (empty(Side::First) || empty(Side::Second));
        let over = over || self.each_sowing(pits, position, |_| false);
        over.then(|| self.ended(position, true))
    }

    /// Lets each side take what is in its pits.
    fn collect(&self, pits: &Pits, position: &mut Position) {
        for side in Side::BOTH {
            for at in pits.own[side.index()].iter() {
                let seeds = position.cells[at];
                self.pour(position, at, 0);
                self.store(position, side, seeds);
            }
        }
    }

    /// The numbers of seeds in the pits, `4,4,0/0,5,4`.
    pub(super) fn format_pits(&self, position: &Position) -> String {
        let row = |row: Vec<usize>| -> String {
            let seeds: Vec<String> = row.iter().map(|&at| position.cells[at].to_string()).collect();
            seeds.join(",")
        };
        self.rows().into_iter().map(row).collect::<Vec<_>>().join("/")
    }
}

/// Whether a side has taken more than half of all seeds.
fn has_majority(pits: &Pits, position: &Position, side: Side) -> bool {
    2 * usize::from(position.in_hand(side, 0)) > pits.all
}

/// What is in the stores, if anything is, as a word of a position's text with a space before it.
pub(super) fn format_stores(position: &Position) -> String {
    let [first, second] = Side::BOTH.map(|side| position.in_hand(side, 0));
    let mut text = String::new();
    if [first, second] != [0; 2] {
        // Writing to a string cannot fail.
        let _ = write!(text, " stores={first},{second}");
    }
    text
}

/// Reads that word.
pub(super) fn read_stores(text: &str) -> Option<[u8; 2]> {
    let (first, second) = text.split_once(',')?;
    let stores = [number(first, u8::MAX.into())?, number(second, u8::MAX.into())?];
    (stores != [0; 2]).then_some(stores)
}

/// A number up to a greatest one, written in the one way that it is written back.
pub(super) fn number(text: &str, most: usize) -> Option<u8> {
    text.parse::<u8>().ok().filter(|&number| usize::from(number) <= most && number.to_string() == text)
}
