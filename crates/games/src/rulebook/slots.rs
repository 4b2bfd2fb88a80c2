//! Where pieces go: for every piece and point a list of slots, made once by [`compile`](super::compile), and the
//! walk along them.

use super::compile::Tables;
use super::points::PointSet;
use super::position::{Cells, Content, Move, MoveKind, NOWHERE, Position};

/// How a slot is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SlotTest {
    /// Over exactly `aux` pieces.
    Ray,
    /// Over as many pieces, and of those contents, as `aux` names in [`Tables::screens`].
    Screens,
    /// If nothing stands on `aux`.
    Leg,
    /// Over the piece on `aux`, which is taken; `accepts` is about that piece, and `to` must be empty.
    Jump,
    /// The same, but the piece stays.
    Hop,
    /// A ray with one piece to jump over: `accepts` is about the piece if it stands here, `aux` is 1 if the jump
    /// may end here.
    FlyingJump,
    /// The same, but the piece stays.
    FlyingHop,
    /// `aux` names one of [`Tables::lines`]; as many points as it has pieces.
    Line,
    /// If an enemy has just passed over `to`; `accepts` is about that piece.
    Passing,
    /// `aux` names one of [`Tables::castles`].
    Castle,
    /// The end of a chain of jumps from `aux`. Such slots come after all others of a list.
    Chain,
}

/// A place that a piece may go to, if the position allows. The slots of a ray lie one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// The contents of `to` with which the move is possible.
    pub accepts: u64,
    pub to: u16,
    pub aux: u16,
    pub test: SlotTest,
    /// How many slots of the same ray follow.
    pub rest: u8,
    /// How many slots of the same ray lie before.
    pub back: u8,
    /// What the piece becomes, and two flags.
    pub tag: u8,
}

const _: () = assert!(size_of::<Slot>() == 16);

const COPIES: u8 = 1 << 6;
const REPEATED: u8 = 1 << 7;

impl Slot {
    pub(super) fn tag(becomes: Content, copies: bool) -> u8 {
        becomes | if copies { COPIES } else { 0 }
    }

    pub(super) fn mark_repeated(&mut self) {
        self.tag |= REPEATED;
    }

    /// Whether an earlier slot of the same list goes to the same point.
    #[inline(always)]
    fn is_repeated(&self) -> bool {
        self.tag & REPEATED != 0
    }

    /// Whether a move of it must be told from others to the same point: two pieces that go are told by where the other comes
    /// from, and what has passed is not where something could be taken that stands there.
    pub(super) fn tells_apart(&self) -> bool {
        !matches!(self.test, SlotTest::Castle | SlotTest::Passing)
    }

    #[inline(always)]
    pub(super) fn becomes(&self) -> Content {
        self.tag & 0x3F
    }

    #[inline(always)]
    pub(super) fn what(&self) -> MoveKind {
        let copies = self.tag & COPIES != 0;
        match self.test {
            SlotTest::Castle => MoveKind::Castle,
            SlotTest::Jump | SlotTest::FlyingJump | SlotTest::Passing => {
                if copies {
                    MoveKind::CopyJump
                } else {
                    MoveKind::Jump
                }
            }
            _ => {
                if copies {
                    MoveKind::Copy
                } else {
                    MoveKind::Go
                }
            }
        }
    }

    #[inline(always)]
    fn takes(&self, content: Content) -> bool {
        self.accepts >> content & 1 != 0
    }

    /// What is taken of what is jumped over.
    #[inline(always)]
    fn taken(&self, jumped: u16) -> u16 {
        if matches!(self.test, SlotTest::Hop | SlotTest::FlyingHop) { NOWHERE } else { jumped }
    }

    #[inline(always)]
    fn go(&self, from: usize, jumped: u16) -> Move {
        Move { from: from as u16, to: self.to, jumped, what: self.what(), becomes: self.becomes() }
    }
}

/// What slots are looked at with beside themselves: few words, since each look at a slot makes one.
pub(super) struct SlotContext<'a> {
    pub tables: &'a Tables,
    /// What stands where.
    pub cells: &'a Cells,
    /// What has happened; what stands there is not looked at.
    pub past: &'a Position,
    /// The contents of the side that goes.
    pub own: u64,
}

impl SlotContext<'_> {
    #[inline(always)]
    fn at(&self, point: u16) -> Content {
        self.cells[usize::from(point)]
    }

    /// Visits the moves from a point until a visit answers false; says whether none did.
    #[inline(always)]
    pub(super) fn each(&self, slots: &[Slot], from: usize, mut visit: impl FnMut(Move) -> bool) -> bool {
        let mut i = 0;
        let mut reached: Option<PointSet> = None;
        while let Some(slot) = slots.get(i) {
            let end = i + 1 + usize::from(slot.rest);
            match slot.test {
                SlotTest::Ray => {
                    let mut passed = 0;
                    for (j, slot) in (i..).zip(&slots[i..end]) {
                        let content = self.at(slot.to);
                        let opens = passed == slot.aux && slot.takes(content) && !self.is_known(slots, j);
                        if opens && !visit(slot.go(from, NOWHERE)) {
                            return false;
                        }
                        passed += u16::from(content != 0);
                        if passed > slot.aux {
                            break;
                        }
                    }
                }
                SlotTest::FlyingJump | SlotTest::FlyingHop => {
                    let mut jumped = NOWHERE;
                    for (j, slot) in (i..).zip(&slots[i..end]) {
                        let content = self.at(slot.to);
                        if jumped == NOWHERE {
                            if content != 0 {
                                if !slot.takes(content) {
                                    break;
                                }
                                jumped = slot.to;
                            }
                        } else if content != 0 {
                            break;
                        } else if slot.aux != 0
                            && !self.is_known(slots, j)
                            && !visit(slot.go(from, slot.taken(jumped)))
                        {
                            return false;
                        }
                    }
                }
                SlotTest::Chain => {
                    let reached = reached.get_or_insert_with(|| self.tables.chains.reached(self.cells, from));
                    if reached.is_empty() {
                        return true;
                    }
                    if reached.has(slot.to.into())
                        && !self.is_known(slots, i)
                        && !visit(slot.go(from, NOWHERE))
                    {
                        return false;
                    }
                }
                SlotTest::Leg
                | SlotTest::Screens
                | SlotTest::Jump
                | SlotTest::Hop
                | SlotTest::Line
                | SlotTest::Passing
                | SlotTest::Castle => {
                    for j in i..end {
                        if let Some(mv) = self.test(slots, j, from)
                            && !visit(mv)
                        {
                            return false;
                        }
                    }
                }
            }
            i = end;
        }
        true
    }

    /// The move of one slot, if it is possible and no earlier slot makes the same.
    #[inline(always)]
    pub(super) fn test(&self, slots: &[Slot], i: usize, from: usize) -> Option<Move> {
        let jumped = self.opens(slots, i)?;
        (!self.is_known(slots, i)).then(|| slots[i].go(from, jumped))
    }

    /// Whether an earlier slot already makes the move of this one.
    #[inline(always)]
    fn is_known(&self, slots: &[Slot], i: usize) -> bool {
        slots[i].is_repeated() && self.is_known_indeed(slots, i)
    }

    #[cold]
    fn is_known_indeed(&self, slots: &[Slot], i: usize) -> bool {
        let same = |j: &usize| {
            let (this, other) = (&slots[i], &slots[*j]);
            other.to == this.to && other.what() == this.what() && other.becomes() == this.becomes()
        };
        let jumped = self.opens(slots, i);
        let takes = matches!(slots[i].what(), MoveKind::Jump | MoveKind::CopyJump);
        (0..i).filter(same).any(|j| self.opens(slots, j).is_some_and(|other| !takes || Some(other) == jumped))
    }

    /// Whether a slot is possible, and what it jumps over and takes.
    #[inline(always)]
    fn opens(&self, slots: &[Slot], i: usize) -> Option<u16> {
        let slot = &slots[i];
        let content = self.at(slot.to);
        let ray = || &slots[i - usize::from(slot.back)..i];
        match slot.test {
            SlotTest::Ray => {
                let passed = || ray().iter().filter(|slot| self.at(slot.to) != 0).count();
                (slot.takes(content) && passed() == usize::from(slot.aux)).then_some(NOWHERE)
            }
            SlotTest::Leg => (slot.takes(content) && self.at(slot.aux) == 0).then_some(NOWHERE),
            SlotTest::Jump | SlotTest::Hop => {
                (content == 0 && slot.takes(self.at(slot.aux))).then(|| slot.taken(slot.aux))
            }
            SlotTest::FlyingJump | SlotTest::FlyingHop => {
                let mut pieces = ray().iter().filter(|slot| self.at(slot.to) != 0);
                let jumped = pieces.next()?;
                let open = slot.aux != 0 && content == 0 && pieces.next().is_none();
                (open && jumped.takes(self.at(jumped.to))).then(|| slot.taken(jumped.to))
            }
            _ => self.opens_rarely(slots, i),
        }
    }

    /// The same for what few pieces do: apart, so that the looks at others are short.
    #[inline(never)]
    fn opens_rarely(&self, slots: &[Slot], i: usize) -> Option<u16> {
        let slot = &slots[i];
        let content = self.at(slot.to);
        let ray = || &slots[i - usize::from(slot.back)..i];
        match slot.test {
            SlotTest::Screens => {
                let (count, kinds) = self.tables.screens[usize::from(slot.aux)];
                let screens = || ray().iter().map(|slot| self.at(slot.to)).filter(|&content| content != 0);
                let passes = || screens().count() == count && screens().all(|one| kinds >> one & 1 != 0);
                (slot.takes(content) && passes()).then_some(NOWHERE)
            }
            SlotTest::Line => {
                let own = |slot: &Slot| {
                    let content = self.at(slot.to);
                    content == 0 || self.own >> content & 1 != 0
                };
                let pieces = || {
                    self.tables.lines[usize::from(slot.aux)].iter().filter(|&&at| self.at(at) != 0).count()
                };
                (slot.takes(content) && pieces() == usize::from(slot.back) + 1 && ray().iter().all(own))
                    .then_some(NOWHERE)
            }
            SlotTest::Passing => {
                let [passed, by] = self.past.passed;
                (passed == slot.to && slot.takes(self.at(by))).then_some(by)
            }
            SlotTest::Castle => {
                let castle = &self.tables.castles[usize::from(slot.aux)];
                let free = || castle.between.iter().all(|&at| self.at(at) == 0);
                (self.past.castling >> slot.aux & 1 != 0 && free()).then_some(NOWHERE)
            }
            SlotTest::Chain => {
                let reached = || self.tables.chains.reached(self.cells, slot.aux.into());
                (content == 0 && reached().has(slot.to.into())).then_some(NOWHERE)
            }
            SlotTest::Ray
            | SlotTest::Leg
            | SlotTest::Jump
            | SlotTest::Hop
            | SlotTest::FlyingJump
            | SlotTest::FlyingHop => None, // `opens` has looked at them.
        }
    }
}
