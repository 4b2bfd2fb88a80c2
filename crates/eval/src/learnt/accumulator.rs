//! The sums along the line of moves that a search is at.

use super::layout::{Layout, NO_ROW};
use super::network::{Network, add_row, exchange_rows};
use super::windows::Codes;

/// Contents and sums of each ply. A push writes nothing down, since most positions of a search are never evaluated: what has
/// changed since the nearest ply that was is found out when a position is evaluated, by comparing the contents.
#[derive(Debug)]
pub struct AccumulatorStack {
    /// A ply each: the contents of all places.
    contents: Vec<u8>,
    /// A ply each: the codes of all windows that the network looks at.
    codes: Vec<Codes>,
    /// A ply each: the sums of the first side, then of the second.
    sums: Vec<i16>,
    known: Vec<bool>,
    last: usize,
    places: usize,
    windows: usize,
    width: usize,
    /// A bit for each window in which a place has changed; all clear between two evaluations.
    touched: Vec<u64>,
}

impl AccumulatorStack {
    /// The sums of the position that a search begins with, `read` telling its contents.
    pub(super) fn new(layout: &Layout, network: &Network, read: impl FnOnce(&mut [u8])) -> AccumulatorStack {
        // Whole words, so that they are compared eight at a time.
        let places = layout.places().next_multiple_of(8);
        let width = network.width;
        let mut contents = vec![0; places];
        read(&mut contents);
        let codes = if network.has_windows(layout) { layout.windows.codes(&contents) } else { Vec::new() };
        let mut sums = Vec::with_capacity(2 * width);
        for side in [0, 1] {
            sums.extend_from_slice(&network.bias);
            let sums = &mut sums[side * width..];
            layout.each_row_of_places(side, &contents, |row| {
                add_row::<true>(sums, network.row(row as usize));
            });
            for (window, &codes) in codes.iter().enumerate() {
                add_row::<true>(sums, network.row(layout.windows.row(side, window, codes)));
            }
        }
        let windows = codes.len();
        let touched = vec![0; windows.div_ceil(64)];
        AccumulatorStack {
            contents,
            codes,
            sums,
            known: vec![true],
            last: 0,
            places,
            windows,
            width,
            touched,
        }
    }

    /// Follows a move.
    #[inline]
    pub(super) fn push(&mut self) {
        self.last += 1;
        if self.last == self.known.len() {
            self.known.push(false);
            self.contents.resize(self.contents.len() + self.places, 0);
            self.codes.resize(self.codes.len() + self.windows, 0);
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
        let (last, places, windows, double) = (self.last, self.places, self.windows, 2 * self.width);
        if !self.known[last] {
            let base = self.known[..last].iter().rposition(|&known| known).unwrap_or(0);
            let (before, now) = self.contents.split_at_mut(last * places);
            let (before, now) = (&before[base * places..][..places], &mut now[..places]);
            read(now);
            self.sums.copy_within(base * double..(base + 1) * double, last * double);
            let sums = &mut self.sums[last * double..][..double];
            each_difference(before, now, |place, old, new| follow(layout, network, sums, place, old, new));
            if windows > 0 {
                self.codes.copy_within(base * windows..(base + 1) * windows, last * windows);
                let (codes_before, codes) = self.codes.split_at_mut(last * windows);
                let (codes_before, codes) =
                    (&codes_before[base * windows..][..windows], &mut codes[..windows]);
                let touched = &mut self.touched[..];
                each_difference(before, now, |place, old, new| {
                    layout.windows.change(codes, place, old, new, |window| {
                        touched[window / 64] |= 1 << (window % 64);
                    });
                });
                follow_windows(layout, network, sums, codes_before, codes, touched);
            }
            self.known[last] = true;
        }
        let (first, second) = self.sums[last * double..][..double].split_at(self.width);
        [first, second]
    }
}

/// Visits the places whose contents differ, with both.
#[inline(always)]
fn each_difference(before: &[u8], now: &[u8], mut visit: impl FnMut(usize, u8, u8)) {
    // Plain loops: functions that are compiled for SIMD do not take adapters of iterators in.
    let word = |bytes: &[u8], at: usize| bytes[at..at + 8].try_into().map_or(0, u64::from_le_bytes);
    let mut at = 0;
    while at < now.len() {
        let mut differs = word(before, at) ^ word(now, at);
        while differs != 0 {
            let byte = differs.trailing_zeros() as usize / 8;
            differs &= !(0xFF << (8 * byte));
            visit(at + byte, before[at + byte], now[at + byte]);
        }
        at += 8;
    }
}

/// Changes the sums by what a place holds now.
#[inline(always)]
fn follow(layout: &Layout, network: &Network, sums: &mut [i16], place: usize, old: u8, new: u8) {
    let (first, second) = sums.split_at_mut(network.width);
    follow_side(network, first, layout.row(0, place, old), layout.row(0, place, new));
    follow_side(network, second, layout.row(1, place, old), layout.row(1, place, new));
}

#[inline(always)]
fn follow_side(network: &Network, sums: &mut [i16], gone: u32, come: u32) {
    if gone != NO_ROW {
        add_row::<false>(sums, network.row(gone as usize));
    }
    if come != NO_ROW {
        add_row::<true>(sums, network.row(come as usize));
    }
}

/// Changes the sums by the windows that were touched.
#[inline(always)]
fn follow_windows(
    layout: &Layout,
    network: &Network,
    sums: &mut [i16],
    before: &[Codes],
    now: &[Codes],
    touched: &mut [u64],
) {
    for (word, touched) in touched.iter_mut().enumerate() {
        while *touched != 0 {
            let window = 64 * word + touched.trailing_zeros() as usize;
            *touched &= *touched - 1;
            let (before, now) = (before[window], now[window]);
            if before == now {
                continue;
            }
            let (first, second) = sums.split_at_mut(network.width);
            let row = |side, codes| network.row(layout.windows.row(side, window, codes));
            exchange_rows(first, row(0, before), row(0, now));
            exchange_rows(second, row(1, before), row(1, now));
        }
    }
}
