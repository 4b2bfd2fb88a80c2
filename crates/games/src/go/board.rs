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
pub(super) struct GoBoard<C: Capacity> {
    /// What is on each cell.
    stones: C::CellBytes,
    /// Four bits of directions with a black neighbour, then four with a white one. The border is both.
    neighbours: C::CellBytes,
    /// The head of the string that a stone belongs to, and the cell itself where there is no stone. What is written
    /// as the liberties of such a cell means nothing: writing it spares branches, and writing it to a place of its
    /// own spares waiting for the last such write.
    string: C::CellNumbers,
    /// The next stone of the string. An empty point keeps what its last stone had, and 0 if it never had any.
    next: C::StringNumbers,
    /// The pseudo-liberties of a string, at its head. They fit in a byte up to 13×13: of `k` stones in a string
    /// there are at most `2 * k + 2`, and at most 4 for each of the other points.
    liberties: C::StringNumbers,
    /// The empty points, in no order, and how many they are.
    empty: C::PointNumbers,
    empty_count: u16,
    /// The point that a simple ko forbids to the side to move, or 0.
    ko: u16,
}

impl<C: Capacity> GoBoard<C> {
    /// A board with these stones, put there without taking any.
    pub(super) fn new(size: usize, stone: impl Fn(usize) -> Option<usize>) -> Self {
        let mut board = Self {
            stones: C::CellBytes::ZERO,
            neighbours: C::CellBytes::ZERO,
            string: C::CellNumbers::ZERO,
            next: C::StringNumbers::ZERO,
            liberties: C::StringNumbers::ZERO,
            empty: C::PointNumbers::ZERO,
            empty_count: 0,
            ko: 0,
        };
        for cell in 0..C::CELLS {
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
            match stone(cell) {
                Some(0) => _ = board.put::<0>(cell),
                Some(_) => _ = board.put::<1>(cell),
                None => {}
            }
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

    /// Says how many points of the list are still empty.
    #[inline(always)]
    pub(super) fn set_empty_count(&mut self, count: usize) {
        self.empty_count = count as u16;
    }

    #[inline(always)]
    pub(super) fn swap_empty(&mut self, a: usize, b: usize) {
        let (at_a, at_b) = (self.empty.get(a), self.empty.get(b));
        self.empty.set(a, at_b);
        self.empty.set(b, at_a);
    }

    /// Lets the point at one place of the list take the other place, where the list then names it twice.
    #[inline(always)]
    pub(super) fn move_empty(&mut self, from: usize, to: usize) {
        self.empty.set(to, self.empty.get(from));
    }

    /// The place in the list, whose first `count` are right, of a point that is empty. Playouts by chance know it;
    /// others can afford to look for it.
    pub(super) fn place_of_empty(&self, cell: usize, count: usize) -> usize {
        (0..count).find(|&place| self.empty.get(place) == cell).expect("an empty point")
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
        check_inside::<C>(cell);
        let (own, hostile) = self.around::<COLOUR>(cell);
        if own | hostile != 15 {
            return true;
        }
        if own == 15 && self.is_true_eye::<COLOUR>(cell) {
            return false;
        }
        if hostile == 15 {
            // A ko can only be where hostile stones surround, as they did the stone that was taken.
            return cell != self.ko() && self.last_liberties(cell) & !own != 0;
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

    /// Puts a stone on an empty point that is no longer in the list of empty points. Returns the directions of the
    /// hostile strings that lost their last liberty, one direction a string: they are to be taken by
    /// [`GoBoard::capture`]. The stone's own string may be left without a liberty: see [`GoBoard::take_own`].
    #[inline(always)]
    pub(super) fn put<const COLOUR: usize>(&mut self, cell: usize) -> usize {
        check_inside::<C>(cell);
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
        self.ko = 0;
        // Without a branch: joins the string of the first friend, or that of the cell itself where there is none.
        let friends = own & !hostile;
        self.next.set(cell, cell);
        self.liberties.set(cell, 0);
        let string = self.string.get(cell.wrapping_add(C::FIRST[friends]));
        self.string.set(cell, string);
        self.next.set(cell, self.next.get(string));
        self.next.set(string, cell);
        self.liberties.set(string, self.liberties.get(string) + count(15 & !(own | hostile)));
        for direction in directions(friends & friends.wrapping_sub(1)) {
            let (one, other) = (self.string.get(cell), self.string.get(Self::neighbour(cell, direction)));
            if one != other {
                self.join(one, other);
            }
        }
        without_liberty & hostile & !own
    }

    /// Takes the strings in the directions that [`GoBoard::put`] has told, tells `taken` each of their stones, and
    /// notes the ko.
    #[inline(always)]
    pub(super) fn capture(
        &mut self,
        cell: usize,
        colour: usize,
        captured: usize,
        mut taken: impl FnMut(usize),
    ) {
        let mut count = 0;
        for direction in directions(captured) {
            let string = self.string.get(Self::neighbour(cell, direction));
            self.take(string, 1 - colour, &mut |stone| {
                taken(stone);
                count += 1;
            });
            self.ko = string as u16;
        }
        // A ko if a stone that stands alone has taken a single one, where it has its only liberty.
        if count > 1 || self.next.get(cell) != cell || self.liberties.get(cell) != 1 {
            self.ko = 0;
        }
    }

    /// Makes two strings one, under the head of the one with more liberties, which mostly is the longer.
    #[inline(never)]
    fn join(&mut self, one: usize, other: usize) {
        let (long, short) =
            if self.liberties.get(one) >= self.liberties.get(other) { (one, other) } else { (other, one) };
        self.liberties.set(long, self.liberties.get(long) + self.liberties.get(short));
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
    #[inline(always)]
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

    /// Takes the string of the stone on a cell off the board: suicide.
    pub(super) fn take_own(&mut self, cell: usize, colour: usize, mut taken: impl FnMut(usize)) {
        self.take(self.string.get(cell), colour, &mut taken);
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

    /// The head of the string that a stone belongs to.
    #[inline]
    pub(super) fn head(&self, stone: usize) -> usize {
        self.string.get(stone)
    }

    /// The next stone of the string that a stone belongs to.
    #[inline]
    pub(super) fn next(&self, stone: usize) -> usize {
        self.next.get(stone)
    }

    /// Whether a string has so few pseudo-liberties that they may all be at one point.
    #[inline]
    pub(super) fn may_be_in_atari(&self, stone: usize) -> bool {
        self.liberties.get(self.string.get(stone)) <= 4
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

    /// What is on each cell; [`sign`] tells what it means.
    pub(super) fn stones(&self) -> &[u8] {
        self.stones.as_ref()
    }

    /// The number of stones of a colour.
    #[inline(always)]
    pub(super) fn stone_count(&self, colour: usize) -> usize {
        // In 16 bits: the compiler then counts eight cells at a time.
        let stones = self.stones.as_ref().iter();
        stones.map(|&stone| u16::from(usize::from(stone) == STONES[colour])).sum::<u16>().into()
    }
}

/// 1 for what [`GoBoard::stones`] has for a black stone, −1 for a white one, else 0.
#[inline(always)]
pub(super) fn sign(stone: u8) -> i32 {
    i32::from(usize::from(stone) == STONES[0]) - i32::from(usize::from(stone) == STONES[1])
}

/// Panics for a cell whose neighbours, diagonal ones included, are not all cells. Asked once, it spares the bounds
/// checks of all of them.
#[inline(always)]
fn check_inside<C: Capacity>(cell: usize) {
    assert!((C::STRIDE + 1..C::CELLS - C::STRIDE - 1).contains(&cell), "a point of the board");
}

/// How many of four bits are set: without an instruction for it, which not every processor has.
#[inline(always)]
fn count(bits: usize) -> usize {
    (0x4332_3221_3221_2110_u64 >> (4 * bits)) as usize & 15
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
