//! Positions and moves of games told in files.

use super::compile::Tables;
use super::model::{KindId, MAX_KINDS};
use super::points::{MAX_POINTS, PointSet};
use wanqi_game::{Outcome, Side, random};

/// What stands on a point: 0 for nothing, else a piece of a kind and an owner ([`Tables::content`]).
pub(super) type Content = u8;

/// No point. As an index into the cells it may be any number of points up to [`MAX_POINTS`] instead: beyond the
/// board every cell is empty.
pub(super) const NOWHERE: u16 = u16::MAX;

/// The cells of the board and at least one more, which is always empty.
pub(super) const CELLS: usize = MAX_POINTS + 4;
pub(super) type Cells = [Content; CELLS];

/// The third owner, beside the sides.
pub(super) const NOBODY: usize = 2;

/// A position of a game told in a file.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) cells: Cells,
    /// The pieces of each side, and those of nobody; among these, while a piece goes on taking, also what it has jumped over
    /// and will leave the board when it stops.
    pub(super) sets: [PointSet; 3],
    /// How many those are.
    pub(super) counts: [u16; 3],
    pub(super) hands: [[u8; MAX_KINDS]; 2],
    /// Of cells and hands.
    pub(super) key: u64,
    /// Where each side's royal piece stands.
    pub(super) royals: [u16; 2],
    /// The piece that must go on, or that shoots.
    pub(super) active: u16,
    /// Which way it went, if it may go on only that way.
    pub(super) heading: [i8; 2],
    /// Where a single stone may not be taken back.
    pub(super) ko: u16,
    /// The point that a piece has just passed over, if it might be taken there, and where that piece stands.
    pub(super) passed: [u16; 2],
    /// Which of [`Tables::castles`] have lost none of their pieces, a bit each.
    pub(super) castling: u16,
    /// How many enemy pieces the side to move still takes off for rows that it has made.
    pub(super) owed: u8,
    /// How often each side has given check, where the rules count it.
    pub(super) checks: [u8; 2],
    /// How many enemy pieces each side has taken, where the rules count them.
    pub(super) captured: [u8; 2],
    /// Turns finished, as far as the rules still ask.
    pub(super) turns: i32,
    /// Turns finished without progress; the turn that makes progress counts from -1.
    pub(super) quiet: i32,
    /// Plies since something happened that can never be taken back.
    pub(super) reversible: u16,
    pub(super) step: u8,
    /// Passes one after the other.
    pub(super) passes: u8,
    pub(super) side: Side,
    pub(super) outcome: Option<Outcome>,
}

const _: () = assert!(size_of::<Position>() <= 688);

impl Position {
    /// The empty board, the first side to move.
    pub(super) const EMPTY: Position = Position {
        cells: [0; CELLS],
        sets: [PointSet::EMPTY; 3],
        counts: [0; 3],
        hands: [[0; MAX_KINDS]; 2],
        key: 0,
        royals: [NOWHERE; 2],
        active: NOWHERE,
        heading: [0; 2],
        ko: NOWHERE,
        passed: [NOWHERE; 2],
        castling: 0,
        owed: 0,
        checks: [0; 2],
        captured: [0; 2],
        turns: 0,
        quiet: 0,
        reversible: 0,
        step: 0,
        passes: 0,
        side: Side::First,
        outcome: None,
    };

    /// The pieces of a side.
    pub fn pieces(&self, side: Side) -> PointSet {
        self.sets[side.index()]
    }

    /// How many pieces a side has on the board.
    #[inline]
    pub fn count(&self, side: Side) -> usize {
        self.counts[side.index()].into()
    }

    /// How many of a kind a side has in hand.
    #[inline]
    pub fn in_hand(&self, side: Side, kind: KindId) -> u8 {
        self.hands[side.index()][usize::from(kind)]
    }

    /// With how many moves a side has given check, where the rules count them.
    #[inline]
    pub fn checks_given(&self, side: Side) -> u8 {
        self.checks[side.index()]
    }

    /// How many enemy pieces a side has taken, where the rules count them.
    #[inline]
    pub fn pieces_taken(&self, side: Side) -> u8 {
        self.captured[side.index()]
    }

    /// Whether a turn has begun and is not over.
    #[inline(always)]
    pub(super) fn is_under_way(&self) -> bool {
        self.step > 0 || self.is_active() || self.owed > 0
    }

    #[inline(always)]
    pub(super) fn is_active(&self) -> bool {
        self.active != NOWHERE
    }
}

/// What is done in a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum MoveKind {
    /// A piece goes, or takes where it goes.
    Go,
    /// A piece stays, and a new one appears.
    Copy,
    /// A piece goes and takes what it jumps over.
    Jump,
    /// A piece stays, a new one appears, and what it jumps over is taken.
    CopyJump,
    /// A piece goes, and another with it.
    Castle,
    /// A piece comes onto the board.
    Place,
    /// A piece is put by the one just moved.
    Shoot,
    /// A piece is taken off.
    Remove,
    /// Nothing; or the end of a chain that need not go on.
    Pass,
    /// The pie rule.
    Swap,
    /// The seeds of a pit are sown.
    Sow,
}

/// A move of a game told in a file: one step of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub(super) from: u16,
    pub(super) to: u16,
    /// What is jumped over and taken.
    pub(super) jumped: u16,
    pub(super) what: MoveKind,
    /// What then stands on `to`.
    pub(super) becomes: Content,
}

const _: () = assert!(size_of::<Move>() == 8);

impl Move {
    pub(super) const PASS: Move = Move::of(MoveKind::Pass);
    pub(super) const SWAP: Move = Move::of(MoveKind::Swap);

    const fn of(what: MoveKind) -> Move {
        Move { from: NOWHERE, to: NOWHERE, jumped: NOWHERE, what, becomes: 0 }
    }

    pub(super) fn place(to: usize, becomes: Content) -> Move {
        Move { to: to as u16, becomes, ..Move::of(MoveKind::Place) }
    }

    pub(super) fn shoot(from: u16, to: u16, becomes: Content) -> Move {
        Move { from, to, becomes, ..Move::of(MoveKind::Shoot) }
    }

    pub(super) fn remove(to: usize) -> Move {
        Move { to: to as u16, ..Move::of(MoveKind::Remove) }
    }

    pub(super) fn sow(from: usize) -> Move {
        Move { from: from as u16, to: from as u16, ..Move::of(MoveKind::Sow) }
    }

    /// Whether a piece on the board goes, or has a copy made of it.
    #[inline(always)]
    pub(super) fn goes(self) -> bool {
        matches!(self.what, MoveKind::Go | MoveKind::Copy | MoveKind::Jump | MoveKind::CopyJump)
    }

    #[inline(always)]
    pub(super) fn jumps(self) -> bool {
        matches!(self.what, MoveKind::Jump | MoveKind::CopyJump)
    }

    #[inline(always)]
    pub(super) fn copies(self) -> bool {
        matches!(self.what, MoveKind::Copy | MoveKind::CopyJump)
    }

    /// The point that a piece leaves or shoots from.
    pub fn from(self) -> Option<usize> {
        (self.from != NOWHERE).then_some(self.from.into())
    }

    /// The point where a piece arrives, is put, or is taken off.
    pub fn to(self) -> Option<usize> {
        (self.to != NOWHERE).then_some(self.to.into())
    }
}

const TAKEN_SEED: u64 = 0x5270_0003;
const HAND_SEED: u64 = 0x5270_0001;
const STATE_SEED: u64 = 0x5270_0002;
const EVENTS_SEED: u64 = 0x5270_0004;

impl Tables {
    #[inline(always)]
    pub(super) fn put(&self, position: &mut Position, at: usize, content: Content) {
        let owner = self.owner(content);
        position.cells[at] = content;
        position.key ^= self.word(content, at);
        position.sets[owner].insert(at);
        position.counts[owner] += 1;
        if self.royal >> content & 1 != 0 {
            position.royals[owner] = at as u16;
        }
    }

    /// Takes a piece off the board and says what it was.
    #[inline(always)]
    pub(super) fn lift(&self, position: &mut Position, at: usize) -> Content {
        let content = position.cells[at];
        let owner = self.owner(content);
        position.cells[at] = 0;
        position.key ^= self.word(content, at);
        position.sets[owner].remove(at);
        position.counts[owner] -= 1;
        if self.royal >> content & 1 != 0 {
            position.royals[owner] = NOWHERE;
        }
        if self.facts.castles {
            position.castling &= !self.castling_lost[at];
        }
        content
    }

    /// Marks a piece of a side as taken: it leaves the board when what takes it stops.
    pub(super) fn mark_taken(&self, position: &mut Position, at: usize) {
        position.sets[NOBODY].insert(at);
        position.key ^= random::word(TAKEN_SEED, at as u64);
    }

    /// The pieces that have been taken and still stand.
    pub(super) fn taken(&self, position: &Position) -> PointSet {
        let of_a_side = |&at: &usize| position.cells[at] != 0 && self.owner(position.cells[at]) != NOBODY;
        position.sets[NOBODY].iter_in(self.points).filter(of_a_side).collect()
    }

    /// Marks an empty point as one where the piece that goes on has been: among what is nobody's, as taken pieces are.
    pub(super) fn mark_visited(&self, position: &mut Position, at: usize) {
        if position.cells[at] == 0 && !position.sets[NOBODY].has(at) {
            position.sets[NOBODY].insert(at);
            position.key ^= random::word(TAKEN_SEED, at as u64);
        }
    }

    /// The points where the piece that goes on has been.
    pub(super) fn visited(&self, position: &Position) -> PointSet {
        position.sets[NOBODY].iter_in(self.points).filter(|&at| position.cells[at] == 0).collect()
    }

    /// The turn is over for the piece that has gone on.
    pub(super) fn forget_visited(&self, position: &mut Position) {
        if self.rules.capture.again_turning {
            for at in self.visited(position).iter_in(self.points) {
                position.sets[NOBODY].remove(at);
                position.key ^= random::word(TAKEN_SEED, at as u64);
            }
        }
    }

    /// Takes these off the board.
    pub(super) fn remove_taken(&self, position: &mut Position, side: Side) {
        for at in self.taken(position).iter_in(self.points) {
            position.sets[NOBODY].remove(at);
            position.key ^= random::word(TAKEN_SEED, at as u64);
            self.take(position, side, at);
        }
    }

    pub(super) fn set_hand(&self, position: &mut Position, side: Side, kind: KindId, count: u8) {
        let held = &mut position.hands[side.index()][usize::from(kind)];
        let word = |count: u8| {
            let index = (side.index() * MAX_KINDS + usize::from(kind)) * 256 + usize::from(count);
            if count == 0 { 0 } else { random::word(HAND_SEED, index as u64) }
        };
        position.key ^= word(*held) ^ word(count);
        *held = count;
    }

    /// The key of all that decides how the game may go on.
    #[inline]
    pub(super) fn whole_key(&self, position: &Position) -> u64 {
        let point = |point: u16| if point == NOWHERE { 0 } else { u64::from(point) + 1 };
        let state = position.side.index() as u64
            | u64::from(position.step) << 1
            | u64::from(position.passes) << 9
            | point(position.active) << 11
            | point(position.ko) << 20
            | (position.turns.min(self.opening_end.into()) as u64) << 29
            | u64::from(position.heading[0] as u8) << 40
            | u64::from(position.heading[1] as u8) << 48;
        let key = if state == 0 { position.key } else { position.key ^ random::word(STATE_SEED, state) };
        if !self.facts.remembers {
            return key;
        }
        let events = u64::from(position.castling)
            | point(position.passed[0]) << 16
            | u64::from(position.owed) << 26
            | u64::from(position.checks[0]) << 32
            | u64::from(position.checks[1]) << 40
            | u64::from(position.captured[0]) << 48
            | u64::from(position.captured[1]) << 56;
        if events == 0 { key } else { key ^ random::word(EVENTS_SEED, events) }
    }
}
