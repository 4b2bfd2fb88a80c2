//! What a stone would do where it is put: take, save, or be taken at once.

use wanqi_game::Side;
use wanqi_games::go::{Capacity, Position};

/// How many liberties the string of a stone would have that a side puts on an empty point, as far as 2.
pub fn liberties_after<C: Capacity>(position: &Position<C>, side: Side, place: usize) -> usize {
    liberties(position, side, place).count
}

/// The same, with one of them.
fn liberties<C: Capacity>(position: &Position<C>, side: Side, place: usize) -> Liberties {
    let neighbours = C::NEIGHBOURS.map(|step| place.wrapping_add(step));
    let mut found = Liberties { first: None, count: 0 };
    let mut strings = [0; 4];
    for (index, &neighbour) in neighbours.iter().enumerate() {
        if position.is_empty(neighbour) {
            found.add(neighbour);
        } else if position.has_stone(neighbour, side) {
            let string = position.string(neighbour);
            if !strings.contains(&string) {
                strings[index] = string;
                // One of three may be the place itself.
                let (liberties, count) = position.liberties::<3>(neighbour);
                liberties[..count].iter().filter(|&&liberty| liberty != place).for_each(|&l| found.add(l));
            }
        }
        if found.count == 2 {
            return found;
        }
    }
    for &neighbour in &neighbours {
        if is_last_liberty(position, side.opponent(), neighbour, place) {
            position.each_stone(neighbour, |stone| {
                let own = |beside: usize| {
                    beside == place
                        || position.has_stone(beside, side) && strings.contains(&position.string(beside))
                };
                if C::NEIGHBOURS.iter().any(|&step| own(stone.wrapping_add(step))) {
                    found.add(stone);
                }
            });
        }
    }
    found
}

/// Different places, counted as far as two.
struct Liberties {
    first: Option<usize>,
    count: usize,
}

impl Liberties {
    fn add(&mut self, place: usize) {
        match self.first {
            None => (self.first, self.count) = (Some(place), 1),
            Some(first) if first != place => self.count = 2,
            Some(_) => {}
        }
    }
}

/// Whether a side has a string next to an empty point, with a stone on this neighbour, whose last liberty that is.
fn is_last_liberty<C: Capacity>(position: &Position<C>, side: Side, neighbour: usize, place: usize) -> bool {
    position.has_stone(neighbour, side) && position.last_liberty(neighbour) == Some(place)
}

/// The stones that a stone of a side on an empty point would take.
pub fn captures<C: Capacity>(position: &Position<C>, side: Side, place: usize) -> usize {
    let (mut count, mut strings) = (0, [0; 4]);
    for (direction, step) in C::NEIGHBOURS.into_iter().enumerate() {
        let neighbour = place.wrapping_add(step);
        if is_last_liberty(position, side.opponent(), neighbour, place)
            && !strings.contains(&position.string(neighbour))
        {
            strings[direction] = position.string(neighbour);
            position.each_stone(neighbour, |_| count += 1);
        }
    }
    count
}

/// A stone of an own string next to an empty point that has its last liberty there.
pub fn in_atari_at<C: Capacity>(position: &Position<C>, side: Side, place: usize) -> Option<usize> {
    let neighbours = C::NEIGHBOURS.map(|step| place.wrapping_add(step));
    neighbours.into_iter().find(|&neighbour| is_last_liberty(position, side, neighbour, place))
}

/// Whether a stone of a side on an empty point would make a string of three stones or more that can be taken at once, and not
/// to fill eye space that stays dead. Fewer are often thrown in for a reason.
pub fn gives_away<C: Capacity>(position: &Position<C>, side: Side, place: usize) -> bool {
    let (mut stones, mut count, mut strings) = ([place; MAX_NAKADE], 1, [0; 4]);
    for (direction, step) in C::NEIGHBOURS.into_iter().enumerate() {
        let neighbour = place.wrapping_add(step);
        if position.has_stone(neighbour, side) && !strings.contains(&position.string(neighbour)) {
            strings[direction] = position.string(neighbour);
            position.each_stone(neighbour, |stone| {
                if let Some(place) = stones.get_mut(count) {
                    *place = stone;
                }
                count += 1;
            });
        }
    }
    if count < 3 {
        return false;
    }
    let left = liberties(position, side, place);
    left.count < 2 && !stones.get(..count).is_some_and(|stones| is_nakade(position, stones, left.first))
}

/// The most stones that fill eye space which stays dead.
const MAX_NAKADE: usize = 6;

/// Whether stones fill all but the point `left` of eye space, and leave it dead even if they are taken: four in a square or
/// around one, five and six that have a square, or a cross. <https://senseis.xmp.net/?Nakade>
fn is_nakade<C: Capacity>(position: &Position<C>, stones: &[usize], left: Option<usize>) -> bool {
    let around = |place: usize| C::NEIGHBOURS.map(|step| place.wrapping_add(step));
    let beside = |&stone: &usize| around(stone).iter().filter(|beside| stones.contains(beside)).count();
    let joints = stones.iter().map(beside).sum::<usize>() / 2;
    let most = stones.iter().map(beside).max();
    let dies = matches!(
        (stones.len(), joints, most),
        (4, 4, _) | (4, 3, Some(3)) | (5, 5, _) | (5, 4, Some(4)) | (6, 6, Some(4))
    );
    let is_open = |place: usize| position.is_empty(place) && !stones.contains(&place);
    dies && left.is_some_and(|left| !around(left).into_iter().any(is_open))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use wanqi_game::Game;
    use wanqi_games::go::{Go, UpTo9};

    /// What is read agrees with what happens when the move is made.
    #[test]
    fn readings_come_true() {
        let go = Go::<UpTo9>::new(6).expect("a size");
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        let mut seen = [0; 3];
        for plies in (0..60).cycle().take(600) {
            let mut position = go.start();
            go.playout(&mut position, &mut rng, plies);
            let side = go.side_to_move(&position);
            go.each_move(&position, |mv| {
                let Some(place) = go.amaf_index(mv) else { return };
                let mut after = position;
                go.play(&mut after, mv);
                let (_, liberties) = after.liberties::<2>(place);
                assert_eq!(liberties_after(&position, side, place), liberties, "{place} of {position:?}");
                let taken = after.prisoners(side) - position.prisoners(side);
                assert_eq!(captures(&position, side, place) as u32, taken, "{place} of {position:?}");
                let mut stones = 0;
                after.each_stone(place, |_| stones += 1);
                let (gives, can_be_taken) =
                    (gives_away(&position, side, place), stones >= 3 && liberties < 2);
                assert!(if gives { can_be_taken } else { !can_be_taken || (4..=6).contains(&stones) });
                seen[liberties] += 1;
                seen[0] += usize::from(taken > 1);
            });
        }
        assert!(seen.into_iter().all(|count| count > 100), "{seen:?}");
    }
}
