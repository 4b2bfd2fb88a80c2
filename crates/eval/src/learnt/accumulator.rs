//! The accumulator: both sides' sums along the line of moves.

use super::layout::{Layout, NO_ROW};
use super::network::{Network, add_row};

/// The sums of every position on the line, worked out when they are asked for: from those of the last position before it
/// that are known, by the places whose contents differ. What a move did need not be told.
#[derive(Clone, Debug)]
pub struct AccumulatorStack {
    /// A ply each: the contents of all places.
    contents: Vec<u8>,
    /// A ply each: the sums of the first side, then of the second.
    sums: Vec<i16>,
    known: Vec<bool>,
    last: usize,
    places: usize,
    width: usize,
}

impl AccumulatorStack {
    /// Of a line that begins in a position with these contents.
    pub(super) fn new(layout: &Layout, network: &Network, read: impl FnOnce(&mut [u8])) -> AccumulatorStack {
        // Whole words, so that they are compared eight at a time.
        let places = layout.places().next_multiple_of(8);
        let width = network.width;
        let mut contents = vec![0; places];
        read(&mut contents);
        let mut sums = Vec::with_capacity(2 * width);
        for side in [0, 1] {
            sums.extend_from_slice(&network.bias);
            layout.each_row(side, &contents, |row| {
                add_row::<true>(&mut sums[side * width..], &network.rows[row as usize * width..][..width]);
            });
        }
        AccumulatorStack { contents, sums, known: vec![true], last: 0, places, width }
    }

    /// Follows a move.
    #[inline]
    pub(super) fn push(&mut self) {
        self.last += 1;
        if self.last == self.known.len() {
            self.known.push(false);
            self.contents.resize(self.contents.len() + self.places, 0);
            self.sums.resize(self.sums.len() + 2 * self.width, 0);
        }
        self.known[self.last] = false;
    }

    /// Takes the last move back.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.last = self.last.saturating_sub(1);
    }

    /// The sums of both sides in the last position, whose contents are read if they are not known.
    #[inline(always)]
    pub(super) fn sums(
        &mut self,
        layout: &Layout,
        network: &Network,
        read: impl FnOnce(&mut [u8]),
    ) -> [&[i16]; 2] {
        let (last, places, double) = (self.last, self.places, 2 * self.width);
        if !self.known[last] {
            let base = self.known[..last].iter().rposition(|&known| known).unwrap_or(0);
            let (before, now) = self.contents.split_at_mut(last * places);
            let (before, now) = (&before[base * places..][..places], &mut now[..places]);
            read(now);
            self.sums.copy_within(base * double..(base + 1) * double, last * double);
            let sums = &mut self.sums[last * double..][..double];
            follow(layout, network, before, now, sums);
            self.known[last] = true;
        }
        let (first, second) = self.sums[last * double..][..double].split_at(self.width);
        [first, second]
    }
}

/// Changes the sums by what differs.
#[inline(always)]
fn follow(layout: &Layout, network: &Network, before: &[u8], now: &[u8], sums: &mut [i16]) {
    let width = network.width;
    let words = before.chunks_exact(8).zip(now.chunks_exact(8));
    for (word, (old, new)) in words.enumerate() {
        let of = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_le_bytes);
        let mut differs = of(old) ^ of(new);
        while differs != 0 {
            let byte = differs.trailing_zeros() as usize / 8;
            differs &= !(0xFF << (8 * byte));
            let place = 8 * word + byte;
            for side in [0, 1] {
                let sums = &mut sums[side * width..][..width];
                let [gone, come] = [old[byte], new[byte]].map(|content| layout.row(side, place, content));
                if gone != NO_ROW {
                    add_row::<false>(sums, &network.rows[gone as usize * width..][..width]);
                }
                if come != NO_ROW {
                    add_row::<true>(sums, &network.rows[come as usize * width..][..width]);
                }
            }
        }
    }
}
