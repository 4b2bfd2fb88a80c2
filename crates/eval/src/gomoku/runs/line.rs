//! The worth of the runs in one line of the board.

use wanqi_games::gomoku::Rule;

/// The worth of a run by its grade: its length, less one for each blocked end.
pub(super) const GRADES: [i32; 6] = [0, 10, 100, 1000, 10_000, 100_000];

/// A line as one side sees it: a bit a point, from one end of the line to the other.
#[derive(Clone, Copy)]
pub(super) struct RunLine {
    own: u32,
    /// Where the side can never have a stone: hostile stones, and all beyond the far end.
    wall: u32,
    rule: Rule,
}

impl RunLine {
    /// A line of `length` points; `own` and `other` are the stones of the side and of its opponent.
    #[inline(always)]
    pub(super) fn new(own: u32, other: u32, length: u32, rule: Rule) -> RunLine {
        RunLine { own, wall: other | (u32::MAX << length), rule }
    }

    /// The worth of all runs.
    #[inline]
    pub(super) fn value(&self) -> i32 {
        let (mut rest, mut value) = (self.own, 0);
        while rest != 0 {
            let start = rest.trailing_zeros();
            let length = (rest >> start).trailing_ones();
            value += self.run(start, length);
            rest &= u32::MAX << (start + length);
        }
        value
    }

    /// The worth of the run that a stone on an empty point would belong to.
    #[inline]
    pub(super) fn value_with(mut self, point: u32) -> i32 {
        self.own |= 1 << point;
        let length_before = (self.own << (31 - point)).leading_ones();
        let start = point + 1 - length_before;
        self.run(start, (self.own >> start).trailing_ones())
    }

    #[inline(always)]
    fn run(&self, start: u32, length: u32) -> i32 {
        match (length, self.rule) {
            (5, _) | (6.., Rule::Freestyle) => return GRADES[5],
            (6.., Rule::ExactFive | Rule::Renju) => return 0,
            _ => {}
        }
        let end = start + length;
        let room_end = end + (self.wall >> end).trailing_zeros();
        let room_start = u32::BITS - (self.wall & ((1 << start) - 1)).leading_zeros();
        if room_end - room_start < 5 {
            return 0;
        }
        let blocked = u32::from(room_start == start) + u32::from(room_end == end);
        GRADES[length.saturating_sub(blocked) as usize]
    }
}
