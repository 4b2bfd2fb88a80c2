//! A position: the board, whose turn it is, what was passed and taken, and its keys.

use super::board::GoBoard;
use super::geometry::{Capacity, UpTo9, UpTo13, UpTo19};
use super::moves::Move;
use wanqi_game::{Side, random};

/// Words for the Zobrist keys: black stones by cell, white stones by cell, a ko by cell, then the rest: the side, passes, and
/// further moves.
static WORDS: [u64; 3 * 512 + 3 + MAX_FURTHER as usize] = random::words(0x60);
const KO: usize = 2 * 512;
const REST: usize = 3 * 512;
/// The most stones that a side puts down beside one before it is the other's turn.
pub(super) const MAX_FURTHER: u8 = 8;

/// A position of Go on a board of a [`Capacity`]. It is copied with one `memcpy`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<C: Capacity> {
    pub(super) board: GoBoard<C>,
    pub(super) side: Side,
    /// Passes in a row up to here; two end the game.
    pub(super) passes: u8,
    /// The stones that the side to move puts down after the next one before it is the other's turn; a pass leaves them out.
    pub(super) further: u8,
    /// The stones that each side has taken.
    pub(super) prisoners: [u32; 2],
    /// See [`Position::stones_key`].
    pub(super) stones_key: u64,
}

// Go under MCTS copies a position once a visit, so that these may exceed the 512 bytes of other games.
const _: () = assert!(size_of::<Position<UpTo9>>() <= 976);
const _: () = assert!(size_of::<Position<UpTo13>>() <= 1416);
const _: () = assert!(size_of::<Position<UpTo19>>() <= 4136);

impl<C: Capacity> Position<C> {
    pub(super) fn new(board: GoBoard<C>) -> Self {
        Position { board, side: Side::First, passes: 0, further: 0, prisoners: [0; 2], stones_key: 0 }
    }

    /// The stones that a side has taken.
    pub fn prisoners(&self, side: Side) -> u32 {
        self.prisoners[side.index()]
    }

    /// The passes in a row that led here; two end the game.
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// The stones that the side to move puts down after the next one before it is the other's turn: those of a handicap that
    /// are put where one likes. A pass leaves them out.
    pub fn further(&self) -> u8 {
        self.further
    }

    /// The [place](wanqi_game::Game::amaf_index) where a single stone may not be taken back at once.
    pub fn ko(&self) -> Option<usize> {
        let place = self.board.ko();
        (place != 0).then_some(place)
    }

    /// The key of the stones alone, which positional superko compares.
    #[inline]
    pub fn stones_key(&self) -> u64 {
        self.stones_key
    }

    /// The key of the stones and the side to move, which situational superko compares.
    #[inline]
    pub fn situation_key(&self) -> u64 {
        self.stones_key ^ side_word(self.side)
    }

    /// The key of everything that decides which moves may follow when the past does not matter.
    #[inline]
    pub fn key(&self) -> u64 {
        let ko = if self.board.ko() == 0 { 0 } else { WORDS[KO + self.board.ko() % 512] };
        let passes = if self.passes == 0 { 0 } else { WORDS[REST + usize::from(self.passes)] };
        let further = if self.further == 0 { 0 } else { WORDS[REST + 2 + usize::from(self.further)] };
        self.situation_key() ^ ko ^ passes ^ further
    }

    /// What prisoners add to the key where they count: by how many more black has taken.
    pub(super) fn prisoners_key(&self) -> u64 {
        let [black, white] = self.prisoners;
        // Knuth's multiplicative hashing: neighbouring numbers differ in all bits.
        u64::from(black.wrapping_sub(white)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    pub(super) fn play(&mut self, mv: Move) {
        match (mv.cell(), self.side) {
            (None, _) => {
                self.passes += 1;
                self.further = 0;
                self.board.set_ko(0);
            }
            (Some(cell), Side::First) => self.put::<0>(cell),
            (Some(cell), Side::Second) => self.put::<1>(cell),
        }
        match self.further.checked_sub(1) {
            Some(left) => self.further = left,
            None => self.side = self.side.opponent(),
        }
    }

    fn put<const COLOUR: usize>(&mut self, cell: usize) {
        self.passes = 0;
        let mut empty = self.board.empty_count();
        self.put_at::<COLOUR>(self.board.place_of_empty(cell, empty), &mut empty);
        self.board.set_empty_count(empty);
        if self.board.is_dead(cell) {
            let (key, prisoners) = (&mut self.stones_key, &mut self.prisoners);
            self.board.take_own(cell, COLOUR, |stone| {
                *key ^= stone_word(COLOUR, stone);
                prisoners[1 - COLOUR] += 1;
            });
        }
    }

    /// Puts a stone at a place of the list of empty points, takes what it captures, and returns its cell. `empty` is
    /// how many points are empty; the board's own count is only right after captures. Playouts ask for that: what
    /// one ply writes to memory and the next must read delays it.
    #[inline(always)]
    pub(super) fn put_at<const COLOUR: usize>(&mut self, place: usize, empty: &mut usize) -> usize {
        let cell = self.board.empty_at(place);
        *empty -= 1;
        self.board.move_empty(*empty, place);
        self.stones_key ^= stone_word(COLOUR, cell);
        let captured = self.board.put::<COLOUR>(cell);
        if captured != 0 {
            self.board.set_empty_count(*empty);
            self.capture::<COLOUR>(cell, captured);
            *empty = self.board.empty_count();
        }
        cell
    }

    #[inline(never)]
    fn capture<const COLOUR: usize>(&mut self, cell: usize, captured: usize) {
        let (key, prisoners) = (&mut self.stones_key, &mut self.prisoners);
        self.board.capture(cell, COLOUR, captured, |stone| {
            *key ^= stone_word(1 - COLOUR, stone);
            prisoners[COLOUR] += 1;
        });
    }

    /// What [`Position::stones_key`] becomes by a stone on this empty point, found without playing it.
    pub(super) fn stones_key_after(&self, cell: usize) -> u64 {
        match self.side {
            Side::First => self.stones_key_after_stone::<0>(cell),
            Side::Second => self.stones_key_after_stone::<1>(cell),
        }
    }

    fn stones_key_after_stone<const COLOUR: usize>(&self, cell: usize) -> u64 {
        let mut key = self.stones_key;
        if self.board.survives::<COLOUR>(cell) {
            key ^= stone_word(COLOUR, cell);
            self.board.each_taken::<COLOUR>(cell, |stone| key ^= stone_word(1 - COLOUR, stone));
        } else {
            self.board.each_own::<COLOUR>(cell, |stone| key ^= stone_word(COLOUR, stone));
        }
        key
    }

    /// The key of the stones, from the stones.
    pub(super) fn computed_stones_key(&self) -> u64 {
        let stones = (0..C::CELLS).filter_map(|cell| Some(stone_word(self.board.stone(cell)?, cell)));
        stones.fold(0, |key, word| key ^ word)
    }
}

#[inline(always)]
fn stone_word(colour: usize, cell: usize) -> u64 {
    WORDS[colour * 512 + cell % 512]
}

#[inline(always)]
pub(super) fn side_word(side: Side) -> u64 {
    WORDS[REST] * side.index() as u64
}
