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
use wanqi_game::{Game, Side};
use wanqi_games::go::{Capacity, Go, KoRule, Move, Position, Scoring};

/// The most empty points that are read, and the most points with the stones in between.
const MAX_EMPTY: usize = 7;
const MAX_POINTS: usize = 20;
/// The most liberties outside.
const MAX_OUTSIDE: usize = 2;
/// Whoever takes so many stones lives in their place.
const MANY_TAKEN: u32 = 7;
/// Positions that are looked at for one question, and for all of a board: some milliseconds, and a tenth of a second.
const BUDGET: u32 = 20_000;
const BUDGET_IN_ALL: u32 = 100_000;
/// No line is longer: ko upon ko is given up.
const MAX_LINE: usize = 120;

/// A point that is settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// Its [place](Game::amaf_index).
    pub place: usize,
    /// Whose it is in the end; `None` if nobody's.
    pub owner: Option<Side>,
}

/// The points that are shut in and settled, each once. `is_safe`: whether the stone on a place is not in danger, as far as is
/// known.
pub fn settled<C: Capacity>(
    go: &Go<C>,
    position: &Position<C>,
    is_safe: impl Fn(usize) -> bool,
) -> Vec<Settled> {
    let go = go.with_ko(KoRule::Positional).with_scoring(Scoring::Area);
    let mut left = BUDGET_IN_ALL;
    let mut found: Vec<Settled> = Vec::new();
    for side in Side::BOTH {
        let life = unconditional_life::alive(&go, position, side);
        for group in groups(&go, position, side, &life.stones) {
            if let Some(outside) = group.outside(position, &is_safe) {
                let is_new = |new: &Settled| found.iter().all(|old| old.place != new.place);
                let settled = group.settled(&go, position, &outside, &mut left);
                let settled: Vec<Settled> = settled.into_iter().filter(is_new).collect();
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
    /// The group's liberties outside; `None` if it might lead on to other stones of its side there, or if what is around it is
    /// itself in danger.
    fn outside<C: Capacity>(
        &self,
        position: &Position<C>,
        is_safe: &impl Fn(usize) -> bool,
    ) -> Option<Vec<usize>> {
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
        let leads_on = around(&outside).into_iter().any(|beside| position.has_stone(beside, self.side));
        let is_shut_in = !leads_on && walls.into_iter().filter(|&place| is_stone(place)).all(is_safe);
        is_shut_in.then_some(outside)
    }

    /// What ends alike whoever begins; of each string and each empty point all or nothing.
    fn settled<C: Capacity>(
        &self,
        go: &Go<C>,
        position: &Position<C>,
        outside: &[usize],
        left: &mut u32,
    ) -> Vec<Settled> {
        let places = [&self.arena[..], outside].concat();
        let ends = Side::BOTH.map(|side| {
            let budget = BUDGET.min(*left);
            let mut reading = Reading {
                go,
                shut_in: self.side,
                places: &places,
                outside,
                left: budget,
                finished: vec![],
                known: HashMap::new(),
                history: vec![[0; 2]; C::CELLS],
            };
            let end = reading.end(go.facing(position, side));
            *left -= budget - reading.left;
            end
        });
        let [Some(one), Some(other)] = ends else { return Vec::new() };
        let owner_of = |owned: i8| match owned {
            0 => None,
            1.. => Some(Side::First),
            _ => Some(Side::Second),
        };
        let owned = |place: usize| {
            let index = self.arena.iter().position(|&other| other == place)?;
            (one[index] == other[index]).then_some(one[index])
        };
        let is_whole = |place: usize| {
            let mut is_whole = true;
            if !position.is_empty(place) {
                position.each_stone(place, |stone| is_whole &= owned(stone) == owned(place));
            }
            is_whole
        };
        let places = self.arena.iter().filter(|&&place| is_whole(place));
        places.filter_map(|&place| Some(Settled { place, owner: owner_of(owned(place)?) })).collect()
    }
}

/// More than any lead, and what stands for one that nobody has read.
const LOST: i32 = 1000;
const ESCAPED: i32 = 999;

/// Where the history of passes is: at no point of the board.
const PASS: usize = 0;

/// What is known of a position for the side to move: its lead in the end, or what that is at least or at most.
#[derive(Clone, Copy)]
struct Known {
    lead: i32,
    is_least: bool,
    is_most: bool,
}

/// Reading under way.
struct Reading<'a, C: Capacity> {
    go: &'a Go<C>,
    /// The side that is.
    shut_in: Side,
    /// Where is played, and of these what is outside.
    places: &'a [usize],
    outside: &'a [usize],
    left: u32,
    /// Where so many stones were taken that their place is its taker's.
    finished: Vec<usize>,
    /// By keys of positions. What the past forbade on one way there is taken to be forbidden on the others, or nothing would
    /// be known of positions with a ko.
    known: HashMap<u64, Known>,
    /// How often a stone of either side on a place was better than the other side allows; passes are at [`PASS`].
    history: Vec<[u32; 2]>,
}

impl<C: Capacity> Reading<'_, C> {
    /// Whose each place is in the end, if all goes well for both from here on: 1 for Black's, -1 for White's, 0 for nobody's;
    /// `None` if it cannot be said.
    fn end(&mut self, position: Position<C>) -> Option<Vec<i8>> {
        let go = self.go;
        let mut line = vec![position];
        let mut lead = self.best(&mut line, -LOST, LOST).filter(|lead| lead.abs() < ESCAPED)?;
        loop {
            let position = &line[line.len() - 1];
            if position.passes() >= 2 {
                let mut owned = vec![0; go.size() * go.size()];
                go.count_area(position, &mut owned);
                let points = self.places.iter().filter_map(|&place| go.point(position.move_at(place)));
                return Some(points.map(|point| owned[usize::from(point)].signum() as i8).collect());
            }
            // Of what is as good, what takes stones comes before passing, and that before the rest: both sides might else leave
            // standing what can be taken, as much on either side.
            let side = go.side_to_move(position);
            let mut moves = self.moves(position, side);
            moves.sort_by_cached_key(|&mv| match go.amaf_index(mv) {
                Some(place) if takes(position, place, side) => 0,
                None => 1,
                Some(_) => 2,
            });
            let mut is_found = false;
            for mv in moves {
                if self.after(&mut line, side, mv, lead - 1, lead)? >= lead {
                    line.extend_from_within(line.len() - 1..);
                    go.play(line.last_mut()?, mv);
                    self.finish(&line, side);
                    is_found = true;
                    break;
                }
            }
            if !is_found {
                return None;
            }
            lead = -lead;
        }
    }

    /// The best lead that the side to move can reach, if it is between `alpha` and `beta`; `None` if all has been spent.
    fn best(&mut self, line: &mut Vec<Position<C>>, alpha: i32, beta: i32) -> Option<i32> {
        self.left = self.left.checked_sub(1).filter(|_| line.len() <= MAX_LINE)?;
        // Positions are kept in the line, since threads have little room for long lines of them.
        let position = &line[line.len() - 1];
        let side = self.go.side_to_move(position);
        if position.passes() >= 2 {
            let lead = self.go.area_lead(position);
            return Some(if side == Side::First { lead } else { -lead });
        }
        // Knuth's multiplicative hashing.
        let word = |&place: &usize| (place as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let key = self.finished.iter().map(word).fold(self.go.key(position), |key, word| key ^ word);
        if let Some(&Known { lead, is_least, is_most }) = self.known.get(&key)
            && (is_least || lead <= alpha)
            && (is_most || lead >= beta)
        {
            return Some(lead);
        }
        let mut best = -LOST;
        for mv in self.moves(position, side) {
            let most = best.max(alpha);
            // All but the first is only asked whether it is better.
            let mut lead = self.after(line, side, mv, most, if best == -LOST { beta } else { most + 1 })?;
            if best > -LOST && (most + 1..beta).contains(&lead) {
                lead = self.after(line, side, mv, most, beta)?;
            }
            best = best.max(lead);
            if best >= beta {
                self.history[self.go.amaf_index(mv).unwrap_or(PASS)][side.index()] += 1;
                break;
            }
        }
        self.known.insert(key, Known { lead: best, is_least: best > alpha, is_most: best < beta });
        Some(best)
    }

    /// The same of a move, for the side that makes it; a loss beyond measure if the past forbids it.
    fn after(
        &mut self,
        line: &mut Vec<Position<C>>,
        side: Side,
        mv: Move,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        if self.go.forbidden_by_history(line, mv) {
            return Some(-LOST);
        }
        line.extend_from_within(line.len() - 1..);
        self.go.play(line.last_mut()?, mv);
        let finished = self.finished.len();
        let lead = if side == self.shut_in && self.has_escaped(line, mv) {
            Some(ESCAPED)
        } else {
            self.finish(line, side);
            self.best(line, -beta, -alpha).map(|lead| -lead)
        };
        self.finished.truncate(finished);
        line.pop();
        lead
    }

    /// Leaves alone where many stones were taken by the last move.
    fn finish(&mut self, line: &[Position<C>], side: Side) {
        if let [.., before, after] = line
            && after.prisoners(side) - before.prisoners(side) >= MANY_TAKEN
        {
            let taken = |place: &usize| !before.is_empty(*place) && after.is_empty(*place);
            self.finished.extend(self.places.iter().copied().filter(taken));
        }
    }

    /// Whether a stone outside leads on to where nothing is read.
    fn has_escaped(&self, line: &[Position<C>], mv: Move) -> bool {
        let (Some(after), Some(place)) = (line.last(), self.go.amaf_index(mv)) else { return false };
        let is_open = |place: &usize| after.is_empty(*place) && !self.places.contains(place);
        self.outside.contains(&place)
            && C::NEIGHBOURS.map(|step| place.wrapping_add(step)).iter().any(is_open)
    }

    /// What has refuted most comes first, and passing where it has refuted as much.
    fn moves(&self, position: &Position<C>, side: Side) -> Vec<Move> {
        let places = self.places.iter().copied();
        let may_play = |place: &usize| position.is_empty(*place) && position.is_sensible(*place, side);
        let mut places: Vec<usize> =
            places.filter(|place| may_play(place) && !self.finished.contains(place)).collect();
        places.push(PASS);
        places.sort_by_key(|&place| (Reverse(self.history[place][side.index()]), place));
        places
            .into_iter()
            .map(|place| if place == PASS { Move::PASS } else { position.move_at(place) })
            .collect()
    }
}

/// Whether a stone of this side takes others.
fn takes<C: Capacity>(position: &Position<C>, place: usize, side: Side) -> bool {
    let beside = C::NEIGHBOURS.map(|step| place.wrapping_add(step));
    beside
        .into_iter()
        .any(|stone| position.has_stone(stone, side.opponent()) && position.last_liberty(stone).is_some())
}
