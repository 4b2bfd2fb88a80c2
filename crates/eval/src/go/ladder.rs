//! Ladders: whether a string can be kept in atari until it is taken.
//!
//! The hunter fills one of the string's two liberties; the string runs to the other, or takes a stone beside it that is in
//! atari itself. Nobody plays elsewhere. <https://senseis.xmp.net/?Ladder>

use wanqi_game::{Game, Side};
use wanqi_games::go::{Capacity, Go, Position};

/// Moves that may be tried before a string is taken to get away: more than the longest ladder across a board of 19 lines has,
/// few enough to be read at every node of a tree.
const MOVES: u32 = 400;

/// Whether the side to move can take the other side's string on `stone`, by atari after atari, however it runs.
pub fn can_catch<C: Capacity>(go: &Go<C>, position: &Position<C>, stone: usize) -> bool {
    Reading { go, left: MOVES }.catches(position, stone)
}

/// Whether the move at `place` by the side to move, which puts the string on `stone` in atari, takes it in the end.
pub fn catches_by<C: Capacity>(go: &Go<C>, position: &Position<C>, stone: usize, place: usize) -> bool {
    Reading { go, left: MOVES }.catches_by(position, stone, place)
}

/// Whether the side to move can save its own string on `stone`, which is in atari.
pub fn can_escape<C: Capacity>(go: &Go<C>, position: &Position<C>, stone: usize) -> bool {
    Reading { go, left: MOVES }.escapes(position, stone)
}

/// Whether the move at `place` by the side to move saves its own string on `stone`, which is in atari.
pub fn escapes_by<C: Capacity>(go: &Go<C>, position: &Position<C>, stone: usize, place: usize) -> bool {
    Reading { go, left: MOVES }.escapes_by(position, stone, place)
}

/// Reading under way.
struct Reading<'a, C: Capacity> {
    go: &'a Go<C>,
    left: u32,
}

impl<C: Capacity> Reading<'_, C> {
    /// Whether the side to move takes the string. What cannot be read to its end gets away.
    fn catches(&mut self, position: &Position<C>, stone: usize) -> bool {
        match position.liberties::<3>(stone) {
            (_, 0 | 1) => true,
            (liberties, 2) => [liberties[0], liberties[1]]
                .into_iter()
                .any(|liberty| self.catches_by(position, stone, liberty)),
            _ => false,
        }
    }

    fn catches_by(&mut self, position: &Position<C>, stone: usize, place: usize) -> bool {
        self.after(position, place).is_some_and(|after| !self.escapes(&after, stone))
    }

    /// Whether the side to move saves its string, which is in atari.
    fn escapes(&mut self, position: &Position<C>, stone: usize) -> bool {
        let Some(liberty) = position.last_liberty(stone) else { return true };
        let mut places = [liberty; 8];
        let mut count = 1;
        each_liberty_beside(position, stone, |place| {
            if count < places.len() && !places[..count].contains(&place) {
                places[count] = place;
                count += 1;
            }
        });
        places[..count].iter().any(|&place| self.escapes_by(position, stone, place))
    }

    fn escapes_by(&mut self, position: &Position<C>, stone: usize, place: usize) -> bool {
        if self.left == 0 {
            return true;
        }
        self.after(position, place).is_some_and(|after| !self.catches(&after, stone))
    }

    /// The position after a move of the side to move; `None` if that may not play there.
    fn after(&mut self, position: &Position<C>, place: usize) -> Option<Box<Position<C>>> {
        let side = self.go.side_to_move(position);
        if self.left == 0 || !position.is_sensible(place, side) {
            return None;
        }
        self.left -= 1;
        Some(after(self.go, position, place))
    }
}

/// The position after a stone of the side to move. It is apart from the stack: a reading holds as many as it is deep, and four
/// hundred of 19 lines are more than the stack of a thread, or of a browser, has room for. Never inlined, so that no copy stays
/// there on the way.
#[inline(never)]
pub(super) fn after<C: Capacity>(go: &Go<C>, position: &Position<C>, place: usize) -> Box<Position<C>> {
    let mut after = Box::new(*position);
    go.play(&mut after, position.move_at(place));
    after
}

/// Visits the last liberties of the hostile strings in atari beside a string.
pub fn each_liberty_beside<C: Capacity>(position: &Position<C>, stone: usize, mut visit: impl FnMut(usize)) {
    let hostile = if position.has_stone(stone, Side::First) { Side::Second } else { Side::First };
    position.each_stone(stone, |stone| {
        for beside in C::NEIGHBOURS.map(|step| stone.wrapping_add(step)) {
            if position.has_stone(beside, hostile)
                && let Some(place) = position.last_liberty(beside)
            {
                visit(place);
            }
        }
    });
}
