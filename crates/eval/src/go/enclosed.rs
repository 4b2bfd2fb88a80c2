//! What is shut in: how it ends where both sides play their best, read to the end.
//!
//! Games that are played out end a seki, since whoever has nothing else to do loses it; and they fill what nobody may fill
//! first, such as the bent four in the corner, which is dead because its ko can be begun when no threat is left. So strings
//! that have liberties only in a few points that they surround are read out by themselves, by either side first and with
//! superko: nobody has threats elsewhere, and passing is allowed. What ends alike whoever begins is settled.
//! <https://senseis.xmp.net/?Seki>, <https://senseis.xmp.net/?BentFourInTheCorner>

use super::unconditional_life::{self, Region};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::rc::Rc;
use wanqi_game::{Game, Side};
use wanqi_games::go::{Capacity, Go, KoRule, Move, Position, Scoring};

/// The most empty points that are read, and the most points with the stones in between.
const MAX_EMPTY: usize = 7;
const MAX_POINTS: usize = 20;
/// The most liberties outside. The other side can fill them when it likes.
const MAX_OUTSIDE: usize = 2;
/// Whoever takes so many stones lives in their place.
const MANY_TAKEN: u32 = 7;
/// Positions that are looked at for one question.
const BUDGET: u32 = 20_000;
/// No line is longer: ko upon ko is given up.
const MAX_LINE: usize = 100;

/// A point that is settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// Its [place](Game::amaf_index).
    pub place: usize,
    /// Whose it is in the end; `None` if nobody's.
    pub owner: Option<Side>,
}

/// The points that are shut in and settled, each once. `is_safe`: whether the stone on a place is not in danger, as far as is known.
pub fn settled<C: Capacity>(
    go: &Go<C>,
    position: &Position<C>,
    is_safe: impl Fn(usize) -> bool,
) -> Vec<Settled> {
    let go = go.with_ko(KoRule::Positional).with_scoring(Scoring::Area);
    let mut found: Vec<Settled> = Vec::new();
    for side in Side::BOTH {
        let life = unconditional_life::alive(&go, position, side);
        for group in groups(&go, position, side, &life.stones) {
            if let Some(closed) = group.closed(&go, position, &is_safe) {
                let is_new = |new: &Settled| found.iter().all(|old| old.place != new.place);
                let settled: Vec<Settled> = group.settled(&go, &closed).into_iter().filter(is_new).collect();
                found.extend(settled);
            }
        }
    }
    found
}

/// Strings of one side that share what they surround, and may be dead.
struct Group {
    side: Side,
    /// What is read: what they surround, and they themselves.
    arena: Vec<usize>,
}

/// The groups of a side, but for stones that `live`.
fn groups<C: Capacity>(go: &Go<C>, position: &Position<C>, side: Side, live: &[usize]) -> Vec<Group> {
    let size = go.size();
    let places: Vec<usize> = (0..size * size).map(|point| go.place_at(point % size, point / size)).collect();
    let mut regions = unconditional_life::regions(position, side, &places);
    regions.retain(|Region { points, .. }| {
        let empty = points.iter().filter(|&&place| position.is_empty(place)).count();
        (1..=MAX_EMPTY).contains(&empty) && points.len() <= MAX_POINTS
    });
    let inside: Vec<usize> = regions.iter().flat_map(|region| region.points.iter().copied()).collect();
    let is_shut_in = |&string: &usize| {
        let (liberties, count) = position.liberties::<MAX_POINTS>(string);
        let outside = liberties[..count].iter().filter(|liberty| !inside.contains(liberty)).count();
        !live.contains(&string) && outside <= MAX_OUTSIDE
    };
    let mut groups: Vec<Region> = Vec::new();
    for mut region in regions {
        region.around.retain(is_shut_in);
        if region.around.is_empty() {
            continue;
        }
        let shares = |other: &Region| other.around.iter().any(|string| region.around.contains(string));
        let (sharing, others) = groups.into_iter().partition(shares);
        groups = others;
        for Region { points, around, .. } in sharing {
            region.points.extend(points);
            region.around.extend(around);
        }
        region.around.sort_unstable();
        region.around.dedup();
        groups.push(region);
    }
    let of_region = |Region { points: mut arena, around, .. }: Region| {
        around.into_iter().for_each(|string| position.each_stone(string, |stone| arena.push(stone)));
        Group { side, arena }
    };
    groups.into_iter().map(of_region).collect()
}

impl Group {
    /// The position after the other side has filled the group's liberties outside; `None` if it cannot, if the group might
    /// lead on to other stones of its side there, or if what is around it is itself in danger.
    fn closed<C: Capacity>(
        &self,
        go: &Go<C>,
        position: &Position<C>,
        is_safe: &impl Fn(usize) -> bool,
    ) -> Option<Position<C>> {
        let around = |places: &[usize]| {
            let around = places.iter().flat_map(|&place| C::NEIGHBOURS.map(|step| place.wrapping_add(step)));
            let mut around: Vec<usize> = around.filter(|place| !self.arena.contains(place)).collect();
            around.sort_unstable();
            around.dedup();
            around
        };
        let is_stone = |place: usize| Side::BOTH.iter().any(|&side| position.has_stone(place, side));
        let (outside, walls): (Vec<usize>, Vec<usize>) =
            around(&self.arena).into_iter().partition(|&place| position.is_empty(place));
        if !walls.into_iter().filter(|&place| is_stone(place)).all(is_safe) {
            return None;
        }
        let mut closed = *position;
        for &place in &outside {
            let leads_on = around(&[place]).into_iter().any(|beside| position.has_stone(beside, self.side));
            closed = go.facing(&closed, self.side.opponent());
            let mv = closed.move_at(place);
            if leads_on || !go.may_play(&closed, mv) {
                return None;
            }
            go.play(&mut closed, mv);
        }
        Some(closed)
    }

    /// What ends alike whoever begins; of each string and each empty point all or nothing.
    fn settled<C: Capacity>(&self, go: &Go<C>, closed: &Position<C>) -> Vec<Settled> {
        let ends = Side::BOTH.map(|side| {
            let mut reading = Reading {
                go,
                arena: &self.arena,
                left: BUDGET,
                known: HashMap::new(),
                history: vec![[0; 2]; C::CELLS],
            };
            reading.best(&mut vec![go.facing(closed, side)], -LOST, LOST)
        });
        let [Some(one), Some(other)] = ends else { return Vec::new() };
        let owner_of = |owned: i8| match owned {
            0 => None,
            1.. => Some(Side::First),
            _ => Some(Side::Second),
        };
        let owned = |place: usize| {
            let index = self.arena.iter().position(|&other| other == place)?;
            (one.owned[index] == other.owned[index]).then_some(one.owned[index])
        };
        let is_whole = |place: usize| {
            let mut is_whole = true;
            if !closed.is_empty(place) {
                closed.each_stone(place, |stone| is_whole &= owned(stone) == owned(place));
            }
            is_whole
        };
        let places = self.arena.iter().filter(|&&place| is_whole(place));
        places.filter_map(|&place| Some(Settled { place, owner: owner_of(owned(place)?) })).collect()
    }
}

/// More than any lead.
const LOST: i32 = 1000;

/// Where the history of passes is: at no point of the board.
const PASS: usize = 0;

/// How a reading ends.
#[derive(Clone)]
struct End {
    /// By how much the side to move is ahead then.
    lead: i32,
    /// Whose each point of the arena is: 1 for Black's, -1 for White's, 0 for nobody's.
    owned: Rc<[i8]>,
}

/// What is known of a position: at least, at most, or just so much.
#[derive(Clone)]
struct Known {
    end: End,
    is_least: bool,
    is_most: bool,
}

/// Reading under way.
struct Reading<'a, C: Capacity> {
    go: &'a Go<C>,
    arena: &'a [usize],
    left: u32,
    /// By keys of positions. What the past forbade on one way there is taken to be forbidden on the others, or nothing would
    /// be known of positions with a ko.
    known: HashMap<u64, Known>,
    /// How often a stone of either side on a place was better than the other side allows; passes are at [`PASS`].
    history: Vec<[u32; 2]>,
}

impl<C: Capacity> Reading<'_, C> {
    /// The best that the side to move can reach, if it is between `alpha` and `beta`; `None` if all has been spent.
    fn best(&mut self, line: &mut Vec<Position<C>>, alpha: i32, beta: i32) -> Option<End> {
        self.left = self.left.checked_sub(1).filter(|_| line.len() <= MAX_LINE)?;
        // Positions are kept in the line, since threads have little room for long lines of them.
        let (before, position) = (&line[line.len().saturating_sub(2)], &line[line.len() - 1]);
        let side = self.go.side_to_move(position);
        let taken = position.prisoners(side.opponent()) - before.prisoners(side.opponent());
        if position.passes() >= 2 || taken >= MANY_TAKEN {
            return Some(self.end(position, side));
        }
        let key = self.go.key(position);
        if let Some(Known { end, is_least, is_most }) = self.known.get(&key)
            && (*is_least || end.lead <= alpha)
            && (*is_most || end.lead >= beta)
        {
            return Some(end.clone());
        }
        let mut best: Option<End> = None;
        for mv in self.moves(position, side) {
            if self.go.forbidden_by_history(line, mv) {
                continue;
            }
            line.extend_from_within(line.len() - 1..);
            self.go.play(line.last_mut()?, mv);
            let most = best.as_ref().map_or(alpha, |best| best.lead.max(alpha));
            // All but the first is only asked whether it is better.
            let mut end = self.best(line, if best.is_some() { -most - 1 } else { -beta }, -most);
            if best.is_some() && end.as_ref().is_some_and(|end| (most + 1..beta).contains(&-end.lead)) {
                end = self.best(line, -beta, -most);
            }
            line.pop();
            let end = end.map(|end| End { lead: -end.lead, ..end })?;
            if best.as_ref().is_none_or(|best| end.lead > best.lead) {
                best = Some(end);
            }
            if best.as_ref().is_some_and(|best| best.lead >= beta) {
                self.history[self.go.amaf_index(mv).unwrap_or(PASS)][side.index()] += 1;
                break;
            }
        }
        let end = best?;
        let known = Known { is_least: end.lead > alpha, is_most: end.lead < beta, end: end.clone() };
        self.known.insert(key, known);
        Some(end)
    }

    /// What has refuted most comes first, and passing where it has refuted as much.
    fn moves(&self, position: &Position<C>, side: Side) -> Vec<Move> {
        let places = self.arena.iter().copied();
        let mut places: Vec<usize> =
            places.filter(|&place| position.is_empty(place) && position.is_sensible(place, side)).collect();
        places.push(PASS);
        places.sort_by_key(|&place| (Reverse(self.history[place][side.index()]), place));
        places
            .into_iter()
            .map(|place| if place == PASS { Move::PASS } else { position.move_at(place) })
            .collect()
    }

    /// What there is in the end, as it stands.
    fn end(&self, position: &Position<C>, side: Side) -> End {
        let mut owned = vec![0; self.go.size() * self.go.size()];
        let lead = self.go.count_area(position, &mut owned);
        let points = self.arena.iter().filter_map(|&place| self.go.point(position.move_at(place)));
        End {
            lead: if side == Side::First { lead } else { -lead },
            owned: points.map(|point| owned[usize::from(point)].signum() as i8).collect(),
        }
    }
}
