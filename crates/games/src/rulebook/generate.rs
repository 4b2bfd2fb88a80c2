//! Which moves are legal.

use super::board::Offset;
use super::compile::{Action, Tables};
use super::model::{AdjacentTo, MultiCapture, Pass, Removal};
use super::points::PointSet;
use super::position::{Cells, Content, Move, MoveKind, NOBODY, NOWHERE, Position};
use super::slots::SlotContext;
use rand_core::Rng;
use wanqi_game::{Side, random};

impl Tables {
    /// Visits all legal moves until a visit answers false; says whether none did.
    pub(super) fn each(&self, position: &Position, mut visit: impl FnMut(Move) -> bool) -> bool {
        if let Some(pits) = &self.pits {
            return self.each_sowing(pits, position, visit);
        }
        let mut any = false;
        let mut forced = false;
        if self.is_forcing(position) {
            let least = self.max_taken(position);
            forced = least > 0;
            if forced {
                let enough = |mv| {
                    !self.takes(position, mv) || self.chain_length(position, mv, least) < least || visit(mv)
                };
                return self.each_legal(position, enough);
            }
        }
        let went_on = self.each_legal(position, |mv| {
            any = true;
            visit(mv)
        });
        went_on
            && (forced || !self.may_pass(position, any) || visit(Move::PASS))
            && (!self.may_swap(position) || visit(Move::SWAP))
    }

    /// Whether takes are looked for before all else.
    fn is_forcing(&self, position: &Position) -> bool {
        self.rules.capture.forced
            && (self.rules.capture.longest || !position.is_active())
            && matches!(self.action(position), Action::Act { .. })
    }

    /// How many takes a turn must have: 0 if there is none, 1 if any will do.
    fn max_taken(&self, position: &Position) -> u32 {
        if !self.rules.capture.longest {
            return (!self.each_legal(position, |mv| !self.takes(position, mv))).into();
        }
        let mut most = 0;
        self.each_legal(position, |mv| {
            if self.takes(position, mv) {
                most = most.max(self.chain_length(position, mv, u32::MAX));
            }
            true
        });
        most
    }

    /// How often a move and those that may follow it in the turn take; where takes need not be as many as
    /// possible, 1 will do.
    fn chain_length(&self, position: &Position, mv: Move, enough: u32) -> u32 {
        if !self.rules.capture.longest || enough <= 1 {
            return 1;
        }
        let mut budget = MAX_LOOK;
        self.max_chain(position, mv, &mut budget)
    }

    fn max_chain(&self, position: &Position, mv: Move, budget: &mut u32) -> u32 {
        let mut next = position.clone();
        self.play(&mut next, mv);
        if next.side != position.side || !next.is_active() || next.outcome.is_some() || *budget == 0 {
            return 1;
        }
        *budget -= 1;
        let mut most = 0;
        self.each_legal(&next, |mv| {
            most = most.max(self.max_chain(&next, mv, budget));
            true
        });
        1 + most
    }

    fn may_pass(&self, position: &Position, has_moves: bool) -> bool {
        if position.is_active() {
            // The end of a chain that need not go on.
            return self.rules.capture.again == MultiCapture::May
                && matches!(self.action(position), Action::Act { .. });
        }
        let never = self.rules.turn.pass == Pass::Never && !self.facts.faces;
        if never || position.is_under_way() || (position.turns as usize) < self.rules.turn.opening.len() {
            return false;
        }
        if self.facts.faces && self.are_facing(position) {
            return true;
        }
        match self.rules.turn.pass {
            Pass::Never => false,
            Pass::Stuck => {
                !has_moves && !self.in_check(position, position.side) && self.other_can_move(position)
            }
            Pass::Always => !self.in_check(position, position.side),
        }
    }

    /// Whether the opponent would have a move after a pass; where it has none, the game is over instead.
    fn other_can_move(&self, position: &Position) -> bool {
        let mut next = position.clone();
        self.play(&mut next, Move::PASS);
        !self.each_legal(&next, |_| false)
    }

    fn may_swap(&self, position: &Position) -> bool {
        self.swap.is_some() && position.turns == 1 && !position.is_under_way()
    }

    /// Visits the moves that are legal but for passes, swaps and takes that are forced.
    #[inline]
    pub(super) fn each_legal(&self, position: &Position, mut visit: impl FnMut(Move) -> bool) -> bool {
        let side = position.side;
        let mut visit = |mv| !self.is_legal(position, mv) || visit(mv);
        let ground = self.ground(position);
        if position.is_active() {
            let from = usize::from(position.active);
            return match *self.action(position) {
                Action::Shoot { slots, puts } => {
                    let slots = self.slots(slots[side.index()], from);
                    ground.each(slots, from, |mv| visit(Move::shoot(mv.from, mv.to, puts[side.index()])))
                }
                _ => ground
                    .each(self.slots_of(position, from), from, |mv| !self.goes_on(position, mv) || visit(mv)),
            };
        }
        match self.action(position) {
            Action::Act { moves, places, places_first } => {
                let put = |visit: &mut dyn FnMut(Move) -> bool| {
                    places.is_none_or(|place| self.each_place(position, place, visit))
                };
                if *places_first {
                    let mut any = false;
                    let went_on = put(&mut |mv| {
                        any |= self.is_legal(position, mv);
                        visit(mv)
                    });
                    if any || !went_on {
                        return went_on;
                    }
                }
                let went_on = !*moves
                    || position.sets[side.index()]
                        .iter_in(self.points)
                        .all(|from| ground.each(self.slots_of(position, from), from, &mut visit));
                went_on && (*places_first || put(&mut visit))
            }
            Action::Remove { whose, on, beside } => {
                let from =
                    |set: bool, side: Side| if set { position.sets[side.index()] } else { PointSet::EMPTY };
                let pieces = from(whose[0], side).or(from(whose[1], side.opponent())).and(on[side.index()]);
                let pieces = if position.owed > 0 { self.takeable_at_will(position) } else { pieces };
                pieces
                    .iter()
                    .filter(|&at| self.is_beside(position, at, *beside))
                    .all(|at| visit(Move::remove(at)))
            }
            // A shot without a shooter: after a step that moved nothing.
            Action::Shoot { .. } => true,
        }
    }

    #[inline(always)]
    pub(super) fn ground<'a>(&'a self, position: &'a Position) -> SlotContext<'a> {
        SlotContext {
            tables: self,
            cells: &position.cells,
            past: position,
            own: self.own[position.side.index()],
        }
    }

    fn each_place(&self, position: &Position, place: usize, visit: &mut dyn FnMut(Move) -> bool) -> bool {
        let side = position.side.index();
        let table = &self.places[place];
        let taken = position.sets[0].or(position.sets[1]).or(position.sets[2]);
        table.pieces[side].iter().enumerate().all(|(which, &(_, content, on))| {
            on.except(taken).iter_in(self.points).all(|at| {
                let mv = Move::place(at, content);
                !(table.plain || self.may_place(position, place, which, at)) || visit(mv)
            })
        })
    }

    /// Whether a piece may be put on an empty point of its region.
    #[inline]
    fn may_place(&self, position: &Position, place: usize, which: usize, at: usize) -> bool {
        let table = &self.places[place];
        let (kind, content, _) = table.pieces[position.side.index()][which];
        if table.rule.from_hand && position.in_hand(position.side, kind) == 0 {
            return false;
        }
        if table.rule.falls {
            let mut below = usize::from(self.below[at]);
            while below < self.points {
                if position.cells[below] == 0 {
                    return false;
                }
                below = self.below[below].into();
            }
        }
        let one_a_file = || {
            let file = self.files[at].and(position.sets[position.side.index()]);
            file.iter_in(self.points).all(|at| position.cells[at] != content)
        };
        let mv = Move::place(at, content);
        (!self.rules.kinds[usize::from(kind)].one_a_file || one_a_file())
            && self.is_beside(position, at, table.rule.beside)
            && (!table.rule.must_take || self.place_takes(position, mv))
            && !self.is_row_forbidden(position, at)
            && usize::from(position.ko) != at
    }

    #[inline]
    fn is_beside(&self, position: &Position, at: usize, beside: AdjacentTo) -> bool {
        let side = position.side;
        let any = |contents: u64| self.near[at].iter().any(|near| contents >> position.cells[near] & 1 != 0);
        match beside {
            AdjacentTo::Whatever => true,
            AdjacentTo::Own => any(self.own[side.index()]),
            AdjacentTo::Enemy => any(self.own[side.opponent().index()]),
            AdjacentTo::AnyPiece => any(!1),
            AdjacentTo::Empty => any(1),
        }
    }

    /// Whether a move of the active piece goes on taking, and the right way.
    pub(super) fn goes_on(&self, position: &Position, mv: Move) -> bool {
        let capture = &self.rules.capture;
        let (straight, turning) = (capture.again_straight, capture.again_turning);
        let turns = || {
            let been = position.sets[NOBODY].has(mv.to.into()) && position.cells[usize::from(mv.to)] == 0;
            self.heading(mv) != position.heading && !been
        };
        let is_taken = |at: u16| {
            at != NOWHERE
                && position.sets[NOBODY].has(at.into())
                && self.owner(position.cells[usize::from(at)]) != NOBODY
        };
        let again = self.rules.capture.removed == Removal::After && (is_taken(mv.jumped) || is_taken(mv.to));
        !again
            && (!turning || turns())
            && (!straight || self.heading(mv) == position.heading)
            && self.takes(position, mv)
    }

    /// Which way a move goes.
    pub(super) fn heading(&self, mv: Move) -> [i8; 2] {
        let places = &self.rules.board.places;
        let ((a, b), (c, d)) = (places[usize::from(mv.from)], places[usize::from(mv.to)]);
        let (right, down) = (i16::from(c) - i16::from(a), i16::from(d) - i16::from(b));
        let gcd = |mut a: i16, mut b: i16| {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a.abs().max(1)
        };
        let by = gcd(right, down);
        [(right / by) as i8, (down / by) as i8]
    }

    /// Whether what a move leads to is allowed.
    #[inline(always)]
    pub(super) fn is_legal(&self, position: &Position, mv: Move) -> bool {
        (!self.facts.limits_moves || self.is_allowed(position, mv))
            && (!self.facts.must_finish || !mv.goes() || self.can_finish(position, mv))
    }

    /// Whether a move is allowed but for what may follow it in the turn.
    #[inline(never)]
    fn is_allowed(&self, position: &Position, mv: Move) -> bool {
        (!self.facts.royal || self.is_royal_safe(position, mv))
            && (!self.facts.rarely_legal || self.is_rarely_legal(position, mv))
            && (!self.facts.forbidden_lines || !self.makes_forbidden_line(position, mv))
            && (!self.facts.no_suicide
                || !(mv.goes() || mv.what == MoveKind::Place)
                || !self.is_suicide(position, mv))
    }

    /// What few games ask of a move: kept apart, so that the others do not ask it.
    #[inline(never)]
    fn is_rarely_legal(&self, position: &Position, mv: Move) -> bool {
        (!self.facts.castles || self.way_is_safe(position, mv))
            && (!self.rules.turn.no_check || !self.gives_check(position, mv))
            && (!self.facts.faces || !self.keeps_facing(position, mv))
            && (!self.facts.drops_limited || !self.mates_by_drop(position, mv))
            && (!self.facts.lands_to_go_on || !mv.jumps() || self.lands_to_go_on(position, mv))
    }

    /// Whether the royal pieces stand on a line, diagonals left out, with nothing between them.
    pub(super) fn are_facing(&self, position: &Position) -> bool {
        let [one, other] = position.royals.map(usize::from);
        let board = &self.rules.board;
        if one >= self.points || other >= self.points {
            return false;
        }
        let first = |way: &Offset| {
            board.ray(one, *way, Side::First).find(|&at| position.cells[at] != 0) == Some(other)
        };
        board.neighbours(false).iter().any(first)
    }

    /// Whether a move leaves the royal pieces facing each other as they did before.
    fn keeps_facing(&self, position: &Position, mv: Move) -> bool {
        if !self.are_facing(position) {
            return false;
        }
        let mut next = position.clone();
        let mut change = self.arrive(&mut next, mv);
        self.settle(&mut next, mv, &mut change);
        self.are_facing(&next)
    }

    /// Whether a jump lands where its piece goes on taking, or could do so nowhere behind what it jumps over.
    fn lands_to_go_on(&self, position: &Position, mv: Move) -> bool {
        let goes_on = |mv: Move| {
            let mut next = position.clone();
            let mut change = self.arrive(&mut next, mv);
            self.take_beside(&mut next, mv, &mut change);
            next.active = mv.to;
            if self.rules.capture.again_straight || self.rules.capture.again_turning {
                next.heading = self.heading(mv);
            }
            if self.rules.capture.again_turning {
                self.mark_visited(&mut next, mv.from.into());
            }
            let to = usize::from(mv.to);
            let stops = change.promoted && self.facts.promotion_stops;
            let slots = self.slots_of(&next, to);
            let goes_nowhere = self.ground(&next).each(slots, to, |after| !self.goes_on(&next, after));
            !(stops || goes_nowhere)
        };
        let from = usize::from(mv.from);
        let better = |other: Move| {
            other.jumped == mv.jumped
                && other.becomes == mv.becomes
                && other.what == mv.what
                && other.to != mv.to
                && (!position.is_active() || self.goes_on(position, other))
                && goes_on(other)
        };
        goes_on(mv) || self.ground(position).each(self.slots_of(position, from), from, |other| !better(other))
    }

    /// Whether a side's royal piece is attacked.
    pub(super) fn in_check(&self, position: &Position, side: Side) -> bool {
        let royal = position.royals[side.index()];
        self.facts.royal
            && royal != NOWHERE
            && self.is_threatened(position, &position.cells, side, royal.into())
    }

    /// Whether the royal piece of `side`, on `target`, could be taken, as [`is_attacked`](Self::is_attacked); where who takes
    /// is blown up with all around, not if the enemy's royal piece would go with it.
    #[inline]
    pub(super) fn is_threatened(
        &self,
        position: &Position,
        cells: &Cells,
        side: Side,
        target: usize,
    ) -> bool {
        !(self.rules.capture.blast.is_some() && self.is_shielded(cells, side, target))
            && self.is_attacked(position, cells, side, target)
    }

    /// Whether who takes on a point would blow up its own royal piece.
    #[inline(never)]
    fn is_shielded(&self, cells: &Cells, side: Side, target: usize) -> bool {
        let enemy = self.own[side.opponent().index()] & self.royal;
        let kinds = self.rules.capture.blast.unwrap_or(0);
        let blown = |content: Content| enemy >> content & 1 != 0 && kinds >> self.kind(content) & 1 != 0;
        self.near[target].iter().any(|near| blown(cells[near]))
    }

    /// Whether a move attacks the opponent's royal piece.
    fn gives_check(&self, position: &Position, mv: Move) -> bool {
        let mut next = position.clone();
        let mut change = self.arrive(&mut next, mv);
        self.settle(&mut next, mv, &mut change);
        self.in_check(&next, position.side.opponent())
    }

    /// Whether a move is the drop of a piece that may not give mate, and gives it.
    fn mates_by_drop(&self, position: &Position, mv: Move) -> bool {
        if mv.what != MoveKind::Place || self.rules.kinds[usize::from(self.kind(mv.becomes))].drop_mates {
            return false;
        }
        let mut next = position.clone();
        self.play(&mut next, mv);
        next.side != position.side && self.in_check(&next, next.side) && self.each(&next, |_| false)
    }

    /// Whether the opponent could take what stands on a point if it were to move.
    pub(super) fn is_takeable(&self, position: &Position, at: usize) -> bool {
        let enemy = position.side.opponent();
        let ground = SlotContext { own: self.own[enemy.index()], ..self.ground(position) };
        let takes = |mv: Move| usize::from(mv.to) == at || usize::from(mv.jumped) == at;
        position.sets[enemy.index()]
            .iter_in(self.points)
            .any(|from| !ground.each(self.slots_of(position, from), from, |mv| !takes(mv)))
    }

    /// Whether the royal piece of `side` on `target` could be taken, were the cells these; the opponent's pieces are
    /// those of the position as far as they still stand.
    fn is_attacked(&self, position: &Position, cells: &Cells, side: Side, target: usize) -> bool {
        let enemy = side.opponent();
        let enemies = self.own[enemy.index()];
        let ground = SlotContext { cells, own: enemies, ..self.ground(position) };
        let royal = cells[target];
        let candidates = position.sets[enemy.index()].and(*self.attackers(enemy, target));
        candidates.iter_in(self.points).any(|from| {
            let content = cells[from];
            if enemies >> content & 1 == 0 {
                return false;
            }
            let slots = self.slots(content.into(), from);
            if self.flying >> content & 1 != 0 {
                return !ground.each(slots, from, |mv| {
                    usize::from(if mv.jumps() { mv.jumped } else { mv.to }) != target
                });
            }
            let hits = |&i: &usize| slots[i].target() == target && slots[i].accepts >> royal & 1 != 0;
            (0..slots.len()).filter(hits).any(|i| ground.test(slots, i, from).is_some())
        })
    }

    fn is_royal_safe(&self, position: &Position, mv: Move) -> bool {
        let side = position.side;
        if self.facts.side_captures {
            let mut next = position.clone();
            let mut change = self.arrive(&mut next, mv);
            self.settle(&mut next, mv, &mut change);
            if self.rules.capture.blast.is_some() && self.facts.royal {
                let gone =
                    |side: Side| self.facts.royals[side.index()] && next.royals[side.index()] == NOWHERE;
                if gone(side) || gone(side.opponent()) {
                    return !gone(side);
                }
            }
            return !self.in_check(&next, side);
        }
        let royal = match mv.what {
            MoveKind::Remove if mv.to == position.royals[side.index()] => return true,
            MoveKind::Go | MoveKind::Jump | MoveKind::Castle if mv.from == position.royals[side.index()] => {
                mv.to
            }
            _ => position.royals[side.index()],
        };
        if royal == NOWHERE {
            return true;
        }
        let mut cells = position.cells;
        match mv.what {
            MoveKind::Remove => cells[usize::from(mv.to)] = 0,
            MoveKind::Shoot => cells[usize::from(mv.to)] = mv.becomes,
            _ => self.go_in(&mut cells, mv),
        }
        !self.is_threatened(position, &cells, side, royal.into())
    }

    /// Whether the turn that begins with a piece going can be gone on with.
    #[inline(never)]
    fn can_finish(&self, position: &Position, mv: Move) -> bool {
        let actions = self.actions(position);
        if usize::from(position.step) + 1 >= actions.len() {
            return true;
        }
        let next = &actions[usize::from(position.step) + 1];
        // Mostly there is a way to shoot at once, and any shot is legal.
        if let (true, Action::Shoot { slots, .. }) = (self.facts.any_shot, next) {
            let open = |to: u16| position.cells[usize::from(to)] == 0 || to == mv.from && !mv.copies();
            let shots = self.slots(slots[position.side.index()], mv.to.into());
            if shots.iter().any(|slot| slot.back == 0 && open(slot.to)) {
                return true;
            }
        }
        let mut next = position.clone();
        if self.facts.chain_decides {
            self.play(&mut next, mv);
            return next.outcome.is_some() || next.side == position.side;
        }
        let mut change = self.arrive(&mut next, mv);
        self.settle(&mut next, mv, &mut change);
        let took = change.enemies + change.own > 0;
        let stops = change.promoted && self.facts.promotion_stops;
        next.outcome.is_some() || took && !stops && self.goes_on_taking(&mut next, mv, took) || {
            self.begin_step(&mut next, mv);
            !self.each_legal(&next, |_| false)
        }
    }

    /// A random legal move, each equally likely.
    #[inline]
    pub(super) fn random(&self, position: &Position, rng: &mut impl Rng) -> Option<Move> {
        if self.pits.is_none()
            && !position.is_active()
            && let Action::Act { moves, places, places_first: false } = self.action(position)
            && !(self.rules.capture.forced && self.max_taken(position) > 0)
            && let Some(mv) = self.draw(position, *moves, *places, rng)
        {
            return Some(mv);
        }
        let (mut seen, mut chosen) = (0, None);
        self.each(position, |mv| {
            seen += 1;
            if random::below(rng, seen) == 0 {
                chosen = Some(mv);
            }
            true
        });
        chosen
    }

    /// Draws from a list of which the legal moves are a part until it meets one, or gives up.
    #[inline]
    fn draw(
        &self,
        position: &Position,
        moves: bool,
        places: Option<usize>,
        rng: &mut impl Rng,
    ) -> Option<Move> {
        const TRIES: u32 = 60;
        let side = position.side.index();
        let pieces = if moves { u32::from(position.counts[side]) } else { 0 };
        let slots = pieces * self.max_slots;
        let kinds = places.map_or(0, |place| self.places[place].pieces[side].len());
        let points = self.points as u32;
        let put = slots + kinds as u32 * points;
        let (pass, swap) = (self.may_pass(position, true), self.may_swap(position));
        let total = put + u32::from(pass) + u32::from(swap);
        for _ in 0..TRIES {
            let r = random::below(rng, total);
            let mv = if r < slots {
                let from = position.sets[side].nth(r / self.max_slots);
                let list = self.slots_of(position, from);
                let i = (r % self.max_slots) as usize;
                if i >= list.len() {
                    continue;
                }
                let Some(mv) = self.ground(position).test(list, i, from) else { continue };
                mv
            } else if r < put {
                let (which, at) = (((r - slots) / points) as usize, ((r - slots) % points) as usize);
                let place = places.expect("only where pieces are put are there points to draw");
                let table = &self.places[place];
                let (_, content, on) = &table.pieces[side][which];
                if position.cells[at] != 0
                    || !on.has(at)
                    || !(table.plain || self.may_place(position, place, which, at))
                {
                    continue;
                }
                Move::place(at, *content)
            } else {
                // Where there is nothing to draw from, nothing is drawn.
                return if pass && r == put { Some(Move::PASS) } else { swap.then_some(Move::SWAP) };
            };
            if self.is_legal(position, mv) {
                return Some(mv);
            }
        }
        None
    }
}

/// How many positions a search for the longest chain looks at, at most.
const MAX_LOOK: u32 = 100_000;
