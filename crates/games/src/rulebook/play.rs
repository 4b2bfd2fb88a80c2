//! What a move does.

use super::board::Offset;
use super::compile::{Action, Tables};
use super::model::{ChainPromotion, MultiCapture, Removal};
use super::position::{Content, Move, MoveKind, NOBODY, NOWHERE, Position};
use wanqi_game::Side;

/// What a move has changed beside the place of its piece.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Change {
    /// Pieces of the opponent that left the board or changed sides.
    pub enemies: u32,
    /// Those of them that changed sides.
    pub flipped: u32,
    /// Own pieces that left the board.
    pub own: u32,
    /// The piece has become another.
    pub promoted: bool,
    /// The piece only ever goes forward.
    pub forward: bool,
}

impl Tables {
    /// Plays a legal move.
    #[inline]
    pub(super) fn play(&self, position: &mut Position, mv: Move) {
        match mv.what {
            MoveKind::Pass if position.is_active() => {
                self.forget_visited(position);
                self.end_turn(position);
            }
            MoveKind::Pass => {
                position.passes += 1;
                position.ko = NOWHERE;
                position.passed = [NOWHERE; 2];
                position.reversible = position.reversible.saturating_add(1);
                position.outcome = self.faced(position);
                if position.outcome.is_none() && position.passes >= 2 {
                    position.outcome = Some(self.ended(position, self.rules.ends.passes_count));
                }
                self.end_turn(position);
                if self.rules.ends.reach_safe {
                    self.end_reach(position);
                }
            }
            MoveKind::Swap => {
                self.swap_sides(position);
                position.reversible = 0;
                self.end_turn(position);
            }
            MoveKind::Sow => self.play_sowing(position, mv),
            _ if self.facts.rare_turns => self.play_rarely(position, mv),
            _ => self.play_on::<false>(position, mv),
        }
    }

    /// Plays a move that puts a piece or goes, and what follows from it.
    #[inline(always)]
    fn play_on<const RARELY: bool>(&self, position: &mut Position, mv: Move) {
        let mut change = self.arrive(position, mv);
        let took = change.enemies + change.own > 0;
        self.settle(position, mv, &mut change);
        let took = took || change.enemies > 0;
        let goes_on = took && !(change.promoted && self.facts.promotion_stops);
        if RARELY && self.facts.takes_at_will && self.takes_at_will(position, mv, took) {
            return;
        }
        if position.outcome.is_some() || !self.goes_on_taking(position, mv, goes_on) {
            if RARELY {
                self.forget_visited(position);
            }
            self.next_step(position, mv);
        }
    }

    /// The same in the few games whose turns may end otherwise.
    #[inline(never)]
    fn play_rarely(&self, position: &mut Position, mv: Move) {
        match self.facts.chain_decides {
            true => self.play_in_chain(position, mv),
            false => self.play_on::<true>(position, mv),
        }
        if self.rules.ends.equal_turns {
            self.end_race(position);
        }
        if self.rules.ends.reach_safe {
            self.end_reach(position);
        }
    }

    /// Plays a legal move where what is taken leaves the board, or what promotes does so, only when the piece goes on no more:
    /// how the game stands is not asked before.
    fn play_in_chain(&self, position: &mut Position, mv: Move) {
        let side = position.side;
        let to = usize::from(mv.to);
        let before = if mv.goes() { position.cells[usize::from(mv.from)] } else { mv.becomes };
        let mut change = self.arrive(position, mv);
        self.take_beside(position, mv, &mut change);
        let took = change.enemies + change.own > 0;
        let waits = change.promoted && took && self.rules.capture.promotion == ChainPromotion::AtTheEnd;
        let waits = waits && position.cells[to] == mv.becomes;
        if waits {
            self.lift(position, to);
            self.put(position, to, before);
        }
        let stops = change.promoted && self.facts.promotion_stops;
        if self.goes_on_taking(position, mv, took && !stops) {
            return;
        }
        if waits {
            self.lift(position, to);
            self.put(position, to, mv.becomes);
        }
        self.forget_visited(position);
        self.remove_taken(position, side);
        self.count_events(position, &change);
        position.outcome = self.judge(position, mv, &change);
        self.next_step(position, mv);
    }

    /// Puts the piece of a move where it goes, and takes what it goes onto or over.
    #[inline(always)]
    pub(super) fn arrive(&self, position: &mut Position, mv: Move) -> Change {
        let side = position.side;
        let to = usize::from(mv.to);
        let mut change = Change::default();
        position.ko = NOWHERE;
        position.passed = [NOWHERE; 2];
        position.passes = 0;
        position.active = NOWHERE;
        match mv.what {
            MoveKind::Castle => {
                self.castle(position, mv);
                return change;
            }
            MoveKind::Remove => {
                let removed = self.lift(position, to);
                self.count_loss(&mut change, side.index(), removed);
                return change;
            }
            MoveKind::Place => {
                let kind = self.kind(mv.becomes);
                let held = position.in_hand(side, kind);
                if held > 0 {
                    self.set_hand(position, side, kind, held - 1);
                }
            }
            MoveKind::Go | MoveKind::Copy | MoveKind::Jump | MoveKind::CopyJump => {
                let goes = position.cells[usize::from(mv.from)];
                change.promoted = goes != mv.becomes;
                change.forward = self.forward_only >> goes & 1 != 0;
                if position.cells[to] != 0 {
                    let taken = self.take(position, side, to);
                    self.count_loss(&mut change, side.index(), taken);
                }
                if !mv.copies() {
                    self.lift(position, mv.from.into());
                }
                if mv.jumped != NOWHERE {
                    let jumped = usize::from(mv.jumped);
                    let taken = position.cells[jumped];
                    // What is nobody's goes at once: where it stands could not be told from what was taken.
                    if self.rules.capture.removed == Removal::After && self.owner(taken) != NOBODY {
                        self.mark_taken(position, jumped);
                    } else {
                        self.take(position, side, jumped);
                    }
                    self.count_loss(&mut change, side.index(), taken);
                    if self.facts.approaches {
                        self.take_row(position, mv, &mut change);
                    }
                }
            }
            MoveKind::Shoot | MoveKind::Pass | MoveKind::Swap | MoveKind::Sow => {}
        }
        self.put(position, to, mv.becomes);
        change
    }

    /// Takes the rest of the row of enemies whose first piece a move up to it, or away from it, has taken.
    fn take_row(&self, position: &mut Position, mv: Move, change: &mut Change) {
        let (board, side) = (&self.rules.board, position.side);
        let [from, to, first] = [mv.from, mv.to, mv.jumped].map(usize::from);
        let leads = |at: usize, way: Offset, to: usize| board.beyond(at, way, Side::First) == Some(to);
        // What is jumped over has not been come up to.
        let Some(&ahead) = board.neighbours(true).iter().find(|&&way| leads(from, way, to)) else { return };
        let back = Offset::new(-ahead.right, -ahead.forward);
        let dir = if leads(to, ahead, first) { ahead } else { back };
        if dir == back && !leads(from, back, first) {
            return;
        }
        for at in board.ray(first, dir, Side::First) {
            if self.own[side.opponent().index()] >> position.cells[at] & 1 == 0
                || self.is_safe(side.opponent(), at)
            {
                return;
            }
            let taken = self.take(position, side, at);
            self.count_loss(change, side.index(), taken);
        }
    }

    #[inline(always)]
    fn count_loss(&self, change: &mut Change, side: usize, lost: Content) {
        if self.owner(lost) == side { change.own += 1 } else { change.enemies += 1 }
    }

    /// What follows from a piece having arrived: further takes, and perhaps the end of the game.
    #[inline(always)]
    pub(super) fn settle(&self, position: &mut Position, mv: Move, change: &mut Change) {
        self.take_beside(position, mv, change);
        if self.facts.counts {
            self.count_events(position, change);
        }
        position.outcome = self.judge(position, mv, change);
    }

    /// Counts a check that a move has given, and what it has taken, where these count.
    #[inline(never)]
    fn count_events(&self, position: &mut Position, change: &Change) {
        let side = position.side;
        if self.rules.ends.captured.is_some() {
            let captured = &mut position.captured[side.index()];
            *captured = captured.saturating_add((change.enemies - change.flipped).min(255) as u8);
        }
        if self.rules.ends.checks.is_some() && self.in_check(position, side.opponent()) {
            position.checks[side.index()] = position.checks[side.index()].saturating_add(1);
        }
    }

    /// Further takes, and whether the game has got on.
    #[inline(always)]
    pub(super) fn take_beside(&self, position: &mut Position, mv: Move, change: &mut Change) {
        let side = position.side;
        let arrives = mv.goes() || mv.what == MoveKind::Place;
        if self.facts.blasts
            && let Some(kinds) = self.rules.capture.blast
            && mv.goes()
            && change.enemies + change.own > 0
        {
            self.blast(position, mv.to.into(), kinds, change);
        }
        if self.facts.side_captures
            && arrives
            && self.owner(mv.becomes) == side.index()
            && position.cells[usize::from(mv.to)] == mv.becomes
        {
            self.take_aside(position, side, mv.to.into(), mv.what == MoveKind::Place, change);
        }
        if self.facts.passing {
            self.pass_over(position, mv);
        }
        let removed = change.enemies + change.own > change.flipped;
        let put = matches!(mv.what, MoveKind::Place | MoveKind::Shoot);
        if change.enemies + change.own > 0 || change.promoted || change.forward || put {
            position.quiet = -1;
        }
        let lasting = if self.facts.one_way { removed || change.promoted || change.forward } else { removed };
        position.reversible = match lasting && !self.facts.puts_back {
            true => 0,
            false => position.reversible.saturating_add(1),
        };
    }

    /// Whether the same piece goes on taking.
    #[inline(always)]
    pub(super) fn goes_on_taking(&self, position: &mut Position, mv: Move, took: bool) -> bool {
        if !took || self.rules.capture.again == MultiCapture::Never || !mv.goes() {
            return false;
        }
        position.active = mv.to;
        if self.rules.capture.again_straight || self.rules.capture.again_turning {
            position.heading = self.heading(mv);
        }
        if self.rules.capture.again_turning {
            self.mark_visited(position, mv.from.into());
        }
        // A piece of one's own may have gone with what it took.
        let goes_on = position.cells[usize::from(mv.to)] != 0 && !self.each_legal(position, |_| false);
        if !goes_on {
            position.active = NOWHERE;
            position.heading = [0; 2];
        }
        goes_on
    }

    #[inline(always)]
    fn next_step(&self, position: &mut Position, mv: Move) {
        let actions = self.actions(position);
        if position.outcome.is_none() && usize::from(position.step) + 1 < actions.len() {
            self.begin_step(position, mv);
            if !self.each_legal(position, |_| false) {
                return;
            }
        }
        self.end_turn(position);
    }

    /// Goes to the next step of the turn.
    pub(super) fn begin_step(&self, position: &mut Position, mv: Move) {
        position.step += 1;
        position.heading = [0; 2];
        let shoots = matches!(self.action(position), Action::Shoot { .. });
        // What has moved may have gone with what it took.
        let stands = || self.own[position.side.index()] >> position.cells[usize::from(mv.to)] & 1 != 0;
        position.active = if shoots && mv.goes() && stands() { mv.to } else { NOWHERE };
    }

    #[inline(always)]
    pub(super) fn end_turn(&self, position: &mut Position) {
        position.side = position.side.opponent();
        position.step = 0;
        position.active = NOWHERE;
        position.heading = [0; 2];
        if position.turns < self.opening_end.into() || self.rules.ends.move_limit.is_some() {
            position.turns += 1;
        }
        if self.rules.ends.quiet_limit.is_some() {
            position.quiet += 1;
        }
    }

    /// The pieces change owners, and the board is turned.
    fn swap_sides(&self, position: &mut Position) {
        let Some(turned) = &self.swap else { return };
        let castling = self.castling_of_other(position.castling, turned);
        let cells = position.cells;
        let standing = |&at: &usize| cells[at] != 0;
        for at in (0..self.points).filter(standing) {
            self.lift(position, at);
        }
        for at in (0..self.points).filter(standing) {
            self.put(position, turned[at].into(), self.of_other(cells[at]));
        }
        let hands = position.hands;
        for side in Side::BOTH {
            for (kind, &count) in (0..).zip(&hands[side.opponent().index()]) {
                self.set_hand(position, side, kind, count);
            }
        }
        position.ko = NOWHERE;
        position.passed = [NOWHERE; 2];
        position.castling = castling;
        position.checks.swap(0, 1);
        position.captured.swap(0, 1);
    }

    /// The same kind of the other side.
    pub(super) fn of_other(&self, content: Content) -> Content {
        match self.owner(content) {
            0 => self.content(self.kind(content), wanqi_game::Side::Second),
            1 => self.content(self.kind(content), Side::First),
            _ => content,
        }
    }
}
