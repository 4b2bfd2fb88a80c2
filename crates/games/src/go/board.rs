//! Stones, strings and pseudo-liberties: the board that playouts run on.
//!
//! A string of stones is a circular list; each of its stones names its head, where the string's length and its
//! pseudo-liberties stand. Pseudo-liberties count an empty point once for every stone of the string next to it:
//! they are zero exactly where liberties are, and adding or removing a stone changes them by one for each
//! neighbour, whatever the shapes. A string has its last liberty at a point exactly if all its pseudo-liberties
//! are there. (Łukasz Lew's libEGO made this board known, <https://github.com/lukaszlew/libego>.)
//!
//! Colours are const parameters of what runs in playouts: 0 for black, 1 for white, as `Side::index`.

use super::geometry::{Capacity, Grid, cells};

/// Values of `stones`. A sum over four cells keeps the three counts apart: black below 8, then white, then border.
const EMPTY: usize = 0;
const STONES: [usize; 2] = [1, 8];
const BORDER: usize = 64;

/// The position of the stones, and the point that a simple ko forbids. No side to move, no key, no past.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Board<C: Capacity> {
    /// What is on each cell.
    stones: C::Bytes,
    /// Four bits of directions with a black neighbour, then four with a white one. The border is both.
    neighbours: C::Bytes,
    /// The head of the string that a stone belongs to, and the cell itself where there is no stone. What is written
    /// as the liberties of such a cell means nothing: writing it spares branches, and writing it to a place of its
    /// own spares waiting for the last such write.
    string: C::Numbers,
    /// The next stone of the string. An empty point keeps what its last stone had, and 0 if it never had any.
    next: C::Numbers,
    /// The pseudo-liberties of a string, at its head.
    liberties: C::Numbers,
    /// The number of its stones, at its head.
    length: C::Numbers,
    /// The empty points, in no order, and how many they are.
    empty: C::Numbers,
    empty_count: u16,
    /// The point that a simple ko forbids to the side to move, or 0.
    ko: u16,
}

impl<C: Capacity> Board<C> {
    /// How many cells there are, those of the border included.
    pub(super) const CELLS: usize = C::STRIDE * (C::LARGEST + 2) + 1;

    /// A board with these stones, put there without taking any.
    pub(super) fn new(size: usize, stone: impl Fn(usize) -> Option<usize>) -> Self {
        let mut board = Self {
            stones: C::Bytes::ZERO,
            neighbours: C::Bytes::ZERO,
            string: C::Numbers::ZERO,
            next: C::Numbers::ZERO,
            liberties: C::Numbers::ZERO,
            length: C::Numbers::ZERO,
            empty: C::Numbers::ZERO,
            empty_count: 0,
            ko: 0,
        };
        for cell in 0..Self::CELLS {
            board.stones.set(cell, BORDER);
            board.string.set(cell, cell);
        }
        for cell in cells::<C>(size) {
            board.stones.set(cell, EMPTY);
            if stone(cell).is_none() {
                board.push_empty(cell);
            }
        }
        for cell in cells::<C>(size) {
            let outside = (0..4).filter(|&d| board.stones.get(Self::neighbour(cell, d)) == BORDER);
            let bits: usize = outside.map(|direction| 1 << direction).sum();
            board.neighbours.set(cell, bits | bits << 4);
        }
        for cell in cells::<C>(size) {
            let _ = match stone(cell) {
                Some(0) => board.put::<0>(cell),
                Some(_) => board.put::<1>(cell),
                None => 0,
            };
        }
        board
    }

    #[inline(always)]
    fn neighbour(cell: usize, direction: usize) -> usize {
        cell.wrapping_add(C::NEIGHBOURS[direction])
    }

    /// The colour of the stone on a cell.
    #[inline]
    pub(super) fn stone(&self, cell: usize) -> Option<usize> {
        [0, 1].into_iter().find(|&colour| self.has_stone(cell, colour))
    }

    /// Every cell that may hold a stone, and a few of the border.
    #[inline(always)]
    pub(super) fn all_cells() -> std::ops::Range<usize> {
        0..C::STRIDE * (C::LARGEST + 1)
    }

    /// Whether a cell holds a stone of this colour.
    #[inline(always)]
    pub(super) fn has_stone(&self, cell: usize, colour: usize) -> bool {
        self.stones.get(cell) == STONES[colour]
    }

    #[inline]
    pub(super) fn is_empty(&self, cell: usize) -> bool {
        self.stones.get(cell) == EMPTY
    }

    /// Whether an empty point has had a stone.
    #[inline]
    pub(super) fn was_taken(&self, cell: usize) -> bool {
        self.next.get(cell) != 0
    }

    #[inline]
    pub(super) fn ko(&self) -> usize {
        self.ko.into()
    }

    pub(super) fn set_ko(&mut self, cell: usize) {
        self.ko = cell as u16;
    }

    #[inline]
    pub(super) fn empty_count(&self) -> usize {
        self.empty_count.into()
    }

    /// One of the empty points, by its place in their list.
    #[inline(always)]
    pub(super) fn empty_at(&self, place: usize) -> usize {
        self.empty.get(place)
    }

    #[inline(always)]
    pub(super) fn swap_empty(&mut self, a: usize, b: usize) {
        let (at_a, at_b) = (self.empty.get(a), self.empty.get(b));
        self.empty.set(a, at_b);
        self.empty.set(b, at_a);
    }

    /// Takes an empty point out of the list, whose last takes its place.
    #[inline(always)]
    pub(super) fn remove_empty(&mut self, place: usize) {
        self.empty_count -= 1;
        self.empty.set(place, self.empty.get(self.empty_count.into()));
    }

    /// The place in the list of a point that is empty. Playouts know it; others can afford to look for it.
    pub(super) fn place_of_empty(&self, cell: usize) -> usize {
        (0..self.empty_count()).find(|&place| self.empty.get(place) == cell).expect("an empty point")
    }

    #[inline(always)]
    fn push_empty(&mut self, cell: usize) {
        self.empty.set(self.empty_count.into(), cell);
        self.empty_count += 1;
    }

    /// The directions with an own stone and those with a hostile one, the border being both.
    #[inline(always)]
    fn around<const COLOUR: usize>(&self, cell: usize) -> (usize, usize) {
        let bits = self.neighbours.get(cell);
        if COLOUR == 0 { (bits & 15, bits >> 4) } else { (bits >> 4, bits & 15) }
    }

    /// The directions of an empty cell in which a string has its last liberty there; those without a stone mean
    /// nothing. All four at once and without a branch: which it will be, no processor could predict.
    #[inline(always)]
    fn last_liberties(&self, cell: usize) -> usize {
        let strings: [usize; 4] = std::array::from_fn(|d| self.string.get(Self::neighbour(cell, d)));
        let mut last = 0;
        for (direction, &string) in strings.iter().enumerate() {
            let here = strings.iter().map(|&other| usize::from(other == string)).sum::<usize>();
            last |= usize::from(self.liberties.get(string) == here) << direction;
        }
        last
    }

    /// Whether a stone on an empty point without an empty neighbour would keep a liberty: by a capture, or as part
    /// of a string that has another one.
    #[inline(always)]
    fn breathes(&self, cell: usize, own: usize, hostile: usize) -> bool {
        let last = self.last_liberties(cell);
        (hostile & !own & last) | (own & !hostile & !last) != 0
    }

    /// Whether a stone on an empty point would keep a liberty, by captures if need be.
    #[inline]
    pub(super) fn survives<const COLOUR: usize>(&self, cell: usize) -> bool {
        let (own, hostile) = self.around::<COLOUR>(cell);
        own | hostile != 15 || self.breathes(cell, own, hostile)
    }

    /// Whether a playout may put a stone on this empty point: it is not forbidden by simple ko, is no suicide of
    /// one or several stones, and does not fill an own true eye.
    #[inline(always)]
    pub(super) fn sensible<const COLOUR: usize>(&self, cell: usize) -> bool {
        let (own, hostile) = self.around::<COLOUR>(cell);
        if own | hostile != 15 {
            return true;
        }
        // A ko can only be where hostile stones surround, as they did the stone that was taken.
        if own == 15 && self.is_true_eye::<COLOUR>(cell) || cell == self.ko() {
            return false;
        }
        self.breathes(cell, own, hostile)
    }

    /// Whether an empty point that own stones surround stays an eye: at most one diagonal neighbour is hostile, or
    /// none on the edge and in the corner.
    #[inline(always)]
    fn is_true_eye<const COLOUR: usize>(&self, cell: usize) -> bool {
        let sum: usize = C::DIAGONALS.into_iter().map(|step| self.stones.get(cell.wrapping_add(step))).sum();
        let hostile = if COLOUR == 0 { sum / STONES[1] % 8 } else { sum % 8 };
        hostile + usize::from(sum >= BORDER) < 2
    }

    /// Plays a stone on an empty point that is no longer in the list of empty points, takes the strings that lose
    /// their last liberty, tells `taken` each of their stones, and notes the ko. Returns how many stones were
    /// taken. The stone's own string may be left without a liberty: see [`Board::take_own`].
    #[inline(always)]
    pub(super) fn play<const COLOUR: usize>(&mut self, cell: usize, mut taken: impl FnMut(usize)) -> usize {
        let (own, hostile) = self.around::<COLOUR>(cell);
        let without_liberty = self.put::<COLOUR>(cell) & hostile & !own;
        self.ko = 0;
        if without_liberty == 0 {
            return 0;
        }
        let mut count = 0;
        for direction in directions(without_liberty) {
            let string = self.string.get(Self::neighbour(cell, direction));
            count += self.length.get(string);
            self.take(string, const { 1 - COLOUR }, &mut taken);
            // Of a single stone the head is the place.
            self.ko = string as u16;
        }
        if count > 1 || hostile != 15 {
            self.ko = 0;
        }
        count
    }

    /// Puts a stone on an empty point and takes nothing. Returns the directions of the strings that lost their last
    /// liberty, one direction a string; those without a stone mean nothing.
    #[inline(always)]
    fn put<const COLOUR: usize>(&mut self, cell: usize) -> usize {
        let (own, hostile) = self.around::<COLOUR>(cell);
        self.stones.set(cell, STONES[COLOUR]);
        let mut without_liberty = 0;
        for direction in 0..4 {
            let neighbour = Self::neighbour(cell, direction);
            let bit = 8 >> direction << (4 * COLOUR);
            self.neighbours.set(neighbour, self.neighbours.get(neighbour) | bit);
            let string = self.string.get(neighbour);
            let left = self.liberties.get(string).wrapping_sub(1);
            self.liberties.set(string, left);
            without_liberty |= usize::from(left == 0) << direction;
        }
        let liberties = 4 - (own | hostile).count_ones() as usize;
        let mut friends = directions(own & !hostile).map(|direction| Self::neighbour(cell, direction));
        let Some(first) = friends.next() else {
            self.next.set(cell, cell);
            self.liberties.set(cell, liberties);
            self.length.set(cell, 1);
            return without_liberty;
        };
        let string = self.string.get(first);
        self.string.set(cell, string);
        self.next.set(cell, self.next.get(string));
        self.next.set(string, cell);
        self.liberties.set(string, self.liberties.get(string) + liberties);
        self.length.set(string, self.length.get(string) + 1);
        for friend in friends {
            let (one, other) = (self.string.get(cell), self.string.get(friend));
            if one != other {
                self.join(one, other);
            }
        }
        without_liberty
    }

    /// Makes two strings one, under the head of the longer.
    #[inline(never)]
    fn join(&mut self, one: usize, other: usize) {
        let (long, short) =
            if self.length.get(one) >= self.length.get(other) { (one, other) } else { (other, one) };
        self.liberties.set(long, self.liberties.get(long) + self.liberties.get(short));
        self.length.set(long, self.length.get(long) + self.length.get(short));
        let mut stone = short;
        loop {
            self.string.set(stone, long);
            stone = self.next.get(stone);
            if stone == short {
                break;
            }
        }
        let (after_long, after_short) = (self.next.get(long), self.next.get(short));
        self.next.set(long, after_short);
        self.next.set(short, after_long);
    }

    /// Takes a string of this colour off the board.
    #[inline(never)]
    fn take(&mut self, string: usize, colour: usize, taken: &mut impl FnMut(usize)) {
        let mut stone = string;
        loop {
            self.stones.set(stone, EMPTY);
            self.string.set(stone, stone);
            self.push_empty(stone);
            taken(stone);
            for direction in 0..4 {
                let neighbour = Self::neighbour(stone, direction);
                let bit = 8 >> direction << (4 * colour);
                self.neighbours.set(neighbour, self.neighbours.get(neighbour) & !bit);
                let beside = self.string.get(neighbour);
                self.liberties.set(beside, self.liberties.get(beside).wrapping_add(1));
            }
            stone = self.next.get(stone);
            if stone == string {
                break;
            }
        }
    }

    /// Whether every neighbour of a point is a stone of this colour or the border.
    pub(super) fn is_surrounded(&self, cell: usize, colour: usize) -> bool {
        self.neighbours.get(cell) >> (4 * colour) & 15 == 15
    }

    /// Whether the stone on a cell belongs to a string without a liberty.
    pub(super) fn is_dead(&self, cell: usize) -> bool {
        self.liberties.get(self.string.get(cell)) == 0
    }

    /// Takes the string of the stone on a cell off the board: suicide. Returns how many stones that were.
    pub(super) fn take_own(&mut self, cell: usize, colour: usize, mut taken: impl FnMut(usize)) -> usize {
        let string = self.string.get(cell);
        let count = self.length.get(string);
        self.take(string, colour, &mut taken);
        count
    }

    /// Visits the stones that a stone on an empty point would take, each once.
    pub(super) fn each_taken<const COLOUR: usize>(&self, cell: usize, mut visit: impl FnMut(usize)) {
        let (own, hostile) = self.around::<COLOUR>(cell);
        self.each_last_liberty(cell, hostile & !own, &mut visit);
    }

    /// Visits the stones of the strings that touch an empty point in these directions and have their last liberty
    /// there, each once.
    fn each_last_liberty(&self, cell: usize, touching: usize, visit: &mut impl FnMut(usize)) {
        let mut seen = [0; 4];
        for direction in directions(touching & self.last_liberties(cell)) {
            let string = self.string.get(Self::neighbour(cell, direction));
            if seen.contains(&string) {
                continue;
            }
            seen[direction] = string;
            self.each_stone(string, visit);
        }
    }

    /// Visits the own stones around an empty point, each once, that would go if a stone there took nothing and had
    /// no liberty.
    pub(super) fn each_own<const COLOUR: usize>(&self, cell: usize, mut visit: impl FnMut(usize)) {
        let (own, hostile) = self.around::<COLOUR>(cell);
        self.each_last_liberty(cell, own & !hostile, &mut visit);
    }

    /// Visits the stones of the string that a stone belongs to.
    pub(super) fn each_stone(&self, stone: usize, visit: &mut impl FnMut(usize)) {
        let mut current = stone;
        loop {
            visit(current);
            current = self.next.get(current);
            if current == stone {
                break;
            }
        }
    }

    /// Whom an empty point belongs to that has no empty neighbour: the colour of all stones around it, if they
    /// are of one colour. `Err` where a neighbour is empty.
    #[inline(always)]
    pub(super) fn owner(&self, cell: usize) -> Result<Option<usize>, ()> {
        let (black, white) = self.around::<0>(cell);
        if black | white != 15 {
            return Err(());
        }
        Ok(if black == 15 { Some(0) } else { (white == 15).then_some(1) })
    }

    /// The number of stones of a colour.
    #[inline(always)]
    pub(super) fn stone_count(&self, colour: usize) -> usize {
        Self::all_cells().filter(|&cell| self.has_stone(cell, colour)).count()
    }
}

/// The directions whose bits are set.
#[inline(always)]
fn directions(mut bits: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let direction = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            direction
        })
    })
}
