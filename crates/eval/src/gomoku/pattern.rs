//! What a stone would make of a line: the patterns of gomoku, worked out from the rules for every possible line.

use std::sync::OnceLock;
use wanqi_game::Side;
use wanqi_games::gomoku::Rule;

/// What a stone of a side on an empty point makes of one line through it, the weakest first. Each is what a line is called
/// from which one more stone makes the next: whoever has an open three makes a straight four of it, and whoever has that
/// makes five.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Pattern {
    /// There is no room for five.
    Dead,
    /// Six or more in a line where that does not win.
    Overline,
    /// A closed two is next.
    ClosedOne,
    /// An open two is next.
    OpenOne,
    /// A closed three is next.
    ClosedTwo,
    /// An open three is next.
    OpenTwo,
    /// A wide three is next.
    WideTwo,
    /// A four is next, but no straight one.
    ClosedThree,
    /// A straight four is next, at one point only.
    OpenThree,
    /// A straight four is next, at either of two points.
    WideThree,
    /// Five is next, at one point only.
    Four,
    /// Five is next at either of two points, by stones with a gap: in renju two fours.
    BrokenFours,
    /// Five is next at either end of four stones, or where the rule makes no difference, at either of two points.
    StraightFour,
    /// A winning line.
    Five,
}

impl Pattern {
    /// All patterns, the weakest first.
    pub const ALL: [Pattern; 14] = [
        Pattern::Dead,
        Pattern::Overline,
        Pattern::ClosedOne,
        Pattern::OpenOne,
        Pattern::ClosedTwo,
        Pattern::OpenTwo,
        Pattern::WideTwo,
        Pattern::ClosedThree,
        Pattern::OpenThree,
        Pattern::WideThree,
        Pattern::Four,
        Pattern::BrokenFours,
        Pattern::StraightFour,
        Pattern::Five,
    ];

    /// What a line is now, `ways` ways to make `best` of it with one more stone being the best that can be done.
    fn before(best: Pattern, ways: usize) -> Pattern {
        match best {
            Pattern::Five if ways > 1 => Pattern::StraightFour,
            Pattern::Five => Pattern::Four,
            Pattern::StraightFour if ways > 1 => Pattern::WideThree,
            Pattern::StraightFour => Pattern::OpenThree,
            Pattern::BrokenFours | Pattern::Four => Pattern::ClosedThree,
            Pattern::WideThree => Pattern::WideTwo,
            Pattern::OpenThree => Pattern::OpenTwo,
            Pattern::ClosedThree => Pattern::ClosedTwo,
            Pattern::WideTwo | Pattern::OpenTwo => Pattern::OpenOne,
            Pattern::ClosedTwo => Pattern::ClosedOne,
            // What takes more stones than that is no line of this stone's.
            Pattern::OpenOne | Pattern::ClosedOne | Pattern::Overline | Pattern::Dead => Pattern::Dead,
        }
    }
}

/// Which lines win for a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WinningLength {
    /// Five or more.
    FiveOrMore,
    /// Five; longer lines are nothing.
    ExactlyFive,
    /// Five; longer lines are forbidden, and so are two fours at once, which may lie in one line.
    Renju,
}

impl WinningLength {
    /// What a side aims for under a rule.
    pub fn of(rule: Rule, side: Side) -> WinningLength {
        match (rule, side) {
            (Rule::Freestyle, _) | (Rule::Renju, Side::Second) => WinningLength::FiveOrMore,
            (Rule::ExactFive, _) => WinningLength::ExactlyFive,
            (Rule::Renju, Side::First) => WinningLength::Renju,
        }
    }

    /// Whether some lines are forbidden; fours with a gap are then told apart from straight ones.
    pub fn forbids(self) -> bool {
        self == WinningLength::Renju
    }
}

/// The points to either side of a stone that may bear on its line: a five with it reaches four further, and where six are
/// no five, it matters what lies beyond.
pub(super) const fn reach(rule: Rule) -> usize {
    match rule {
        Rule::Freestyle => 4,
        Rule::ExactFive | Rule::Renju => 5,
    }
}

/// The patterns of all lines under a rule.
pub(super) struct PatternTable {
    /// Points to either side of the one asked about.
    pub reach: usize,
    /// By [key](PatternTable::key): the pattern of the first side in the lower four bits, of the second in the upper.
    patterns: Box<[u8]>,
}

/// What is on a point of a line, as two bits.
pub(super) const EMPTY: u64 = 0;
pub(super) const WALL: u64 = 3;

/// The bits of a side's stone.
#[inline(always)]
pub(super) const fn stone(side: Side) -> u64 {
    side.index() as u64 + 1
}

impl PatternTable {
    /// The table of a rule, made when it is first asked for.
    pub fn of(rule: Rule) -> &'static PatternTable {
        static TABLES: [OnceLock<PatternTable>; 3] = [const { OnceLock::new() }; 3];
        let place = match rule {
            Rule::Freestyle => 0,
            Rule::ExactFive => 1,
            Rule::Renju => 2,
        };
        TABLES[place].get_or_init(|| PatternTable::new(rule))
    }

    fn new(rule: Rule) -> PatternTable {
        let reach = reach(rule);
        let seen = Side::BOTH.map(|side| seen_by(WinningLength::of(rule, side), reach));
        let patterns = (0..1_u32 << (4 * reach)).map(|key| {
            let (low, high) = (every_other(key.into()), every_other((key >> 1).into()));
            let walls = low & high;
            let stones = [low & !walls, high & !walls];
            let pattern = |side: Side| {
                let (own, other) = (stones[side.index()], stones[side.opponent().index()]);
                seen[side.index()][(own | (other | walls) << (2 * reach)) as usize] as u8
            };
            pattern(Side::First) | pattern(Side::Second) << 4
        });
        PatternTable { reach, patterns: patterns.collect() }
    }

    /// What a stone makes of a line, of both sides: of the first in the lower four bits, of the second in the upper.
    /// `window` holds the line from `reach` points before the one asked about, which is empty, two bits a point.
    #[inline(always)]
    pub fn get<const REACH: usize>(&self, window: u64) -> u8 {
        let low = (1 << (2 * REACH)) - 1;
        let key = (window & low) | ((window >> 2) & (low << (2 * REACH)));
        self.patterns[key as usize]
    }
}

/// Bits 0, 2, 4, … of a word side by side.
#[inline]
pub(super) fn every_other(word: u64) -> u32 {
    let mut bits = word & 0x5555_5555_5555_5555;
    for (shift, mask) in [
        (1, 0x3333_3333_3333_3333),
        (2, 0x0F0F_0F0F_0F0F_0F0F),
        (4, 0x00FF_00FF_00FF_00FF),
        (8, 0x0000_FFFF_0000_FFFF),
        (16, 0xFFFF_FFFF),
    ] {
        bits = (bits | bits >> shift) & mask;
    }
    bits as u32
}

/// The pattern of every line as one side sees it: by its own stones, a bit a point without the middle, and above them the
/// points where it can never have one.
///
/// A line with a stone more comes later in the order of own stones, so that its pattern is known before.
fn seen_by(aim: WinningLength, reach: usize) -> Vec<Pattern> {
    let points = 2 * reach;
    let mut patterns = vec![Pattern::Dead; 1 << (2 * points)];
    for own in (0..1_usize << points).rev() {
        for blocked in (0..1_usize << points).filter(|blocked| own & blocked == 0) {
            patterns[own | blocked << points] =
                pattern(aim, reach, own, blocked, |own| patterns[own | blocked << points]);
        }
    }
    patterns
}

/// The pattern of a line with a stone in the middle, those of the lines with one more stone being known.
fn pattern(
    aim: WinningLength,
    reach: usize,
    own: usize,
    blocked: usize,
    known: impl Fn(usize) -> Pattern,
) -> Pattern {
    let after = (own >> reach).trailing_ones();
    let before = (own << (usize::BITS as usize - reach)).leading_ones();
    match (1 + before + after, aim) {
        (5, _) | (6.., WinningLength::FiveOrMore) => return Pattern::Five,
        (6.., WinningLength::ExactlyFive | WinningLength::Renju) => return Pattern::Overline,
        _ => {}
    }
    let (mut best, mut ways, mut places) = (Pattern::Dead, 0, [0; 2]);
    for place in (0..2 * reach).filter(|place| (own | blocked) & (1 << place) == 0) {
        let next = known(own | 1 << place);
        if next > best {
            (best, ways) = (next, 0);
        }
        if next == best {
            places[ways.min(1)] = place;
            ways += 1;
        }
    }
    // The middle is not counted among the places.
    let broken = places[0] + 4 != places[1];
    if best == Pattern::Five && ways > 1 && broken && aim.forbids() {
        return Pattern::BrokenFours;
    }
    Pattern::before(best, ways)
}
