//! The slots of pieces: every way in which a piece goes, from every point, with what may stand there.

use super::Diagnostic;
use super::board::Offset;
use super::castling::CastleTable;
use super::chains::{self, Chains, Passed};
use super::model::{Kind, KindId, KindSet, MoveRule, Rules, Shape};
use super::points::PointSet;
use super::position::{Content, NOBODY, NOWHERE};
use super::slots::{Slot, SlotTest};
use wanqi_game::Side;

/// Whether a piece never goes sideways or back.
pub(super) fn only_forward(kind: &Kind) -> bool {
    let offsets = |rule: &MoveRule| match &rule.shape {
        Shape::Slide { dirs, .. }
        | Shape::Jump { dirs, .. }
        | Shape::Approach { dirs, .. }
        | Shape::Cross { dirs, .. }
        | Shape::Line { dirs } => dirs.clone(),
        Shape::Leap { to, .. } => to.clone(),
        Shape::Fly => vec![Offset::new(0, -1)],
    };
    !kind.moves.is_empty() && kind.moves.iter().flat_map(offsets).all(|offset| offset.forward > 0)
}

/// Whether a piece jumps from and to any distance.
pub(super) fn is_flying(kind: &Kind) -> bool {
    kind.moves.iter().any(|rule| matches!(rule.shape, Shape::Jump { flying: true, again: false, .. }))
}

/// The slots under construction.
pub(super) struct Rays<'a> {
    rules: &'a Rules,
    contents: &'a [[Content; 3]],
    pieces: &'a [(KindId, u8)],
    castles: &'a [CastleTable],
    pub slots: Vec<Slot>,
    pub starts: Vec<u32>,
    pub max_slots: u32,
    pub lines: Vec<Vec<u16>>,
    /// As in [`SlotContext`](super::slots::SlotContext).
    pub screens: Vec<(usize, u64)>,
    pub chains: Chains,
    pub ambiguous: bool,
    /// Whether moves that need few pieces are among the slots.
    few: bool,
    most: usize,
    /// Slots ever made, those thrown away too.
    work: usize,
}

/// A piece on a point, one of its rules, and what it becomes.
struct PieceOnPoint<'a> {
    content: usize,
    side: Side,
    from: usize,
    rule: &'a MoveRule,
    becomes: Content,
    /// This is what a move becomes that promotes; `None`: only moves that do not promote.
    promotes: bool,
}

impl<'a> Rays<'a> {
    pub(super) fn new(
        rules: &'a Rules,
        contents: &'a [[Content; 3]],
        pieces: &'a [(KindId, u8)],
        castles: &'a [CastleTable],
        most: usize,
    ) -> Rays<'a> {
        let points = rules.board.len();
        // Content 0 goes nowhere.
        let starts = vec![0; points + 1];
        Rays {
            rules,
            contents,
            pieces,
            castles,
            slots: Vec::new(),
            starts,
            max_slots: 0,
            lines: Vec::new(),
            screens: Vec::new(),
            chains: Chains::new(points),
            ambiguous: false,
            few: false,
            most,
            work: 0,
        }
    }

    /// The slots of a content on every point.
    pub(super) fn piece(&mut self, content: usize) -> Result<(), Diagnostic> {
        let (kind, owner) = self.pieces[content];
        let kind = &self.rules.kinds[usize::from(kind)];
        let side = Side::BOTH.get(usize::from(owner)).copied();
        let joined = match side {
            Some(side) if kind.moves.iter().any(|rule| chains::of_rule(rule).is_some()) => {
                self.chained(content, side, kind)?
            }
            _ => Vec::new(),
        };
        for from in 0..self.rules.board.len() {
            if let Some(side) = side {
                let few = self.few;
                let usual = |rule: &&MoveRule| few || rule.at_most.is_none();
                for rule in kind.moves.iter().filter(usual).filter(|rule| rule.from[side.index()].has(from)) {
                    self.rule(content, side, from, rule)?;
                }
                for (i, castle) in self.castles.iter().enumerate() {
                    if usize::from(castle.piece) == content && usize::from(castle.from) == from {
                        let tag = Slot::tag(castle.piece, false);
                        let slot = Slot::new(1, castle.to.into(), i as u16, SlotTest::Castle, tag);
                        self.ray(vec![slot])?;
                    }
                }
                if let Some(joined) = joined.get(from) {
                    self.ends_of_chains(content, side, from, *joined)?;
                }
            }
            self.close_list();
        }
        Ok(())
    }

    /// The slots of pieces while their side has few: for each content how few, and the content that stands for them.
    pub(super) fn few(&mut self) -> Result<Vec<Option<(u16, usize)>>, Diagnostic> {
        let mut lists = vec![None];
        self.few = true;
        for (content, &(kind, owner)) in self.pieces.to_vec().iter().enumerate().skip(1) {
            lists.push(None);
            let most = self.rules.kinds[usize::from(kind)].moves.iter().find_map(|rule| rule.at_most);
            if let (Some(most), 0..2) = (most, owner) {
                let kind = &self.rules.kinds[usize::from(kind)];
                if kind.moves.iter().any(|rule| chains::of_rule(rule).is_some()) {
                    let what = format!("the {} has chains of jumps and moves for a few pieces", kind.name);
                    return Err(Diagnostic::error(what, None).help("leave out `at_most` or `again`"));
                }
                lists[content] = Some((most, (self.starts.len() - 1) / self.rules.board.len()));
                self.piece(content)?;
            }
        }
        self.few = false;
        Ok(lists)
    }

    /// The name of so many screens of these kinds.
    fn screens_of(&mut self, count: u8, kinds: KindSet) -> u16 {
        let both = [Side::First, Side::Second].map(|side| self.of_kinds(kinds, side.index()));
        let screens = (count.into(), both[0] | both[1] | self.of_kinds(kinds, NOBODY));
        let known = self.screens.iter().position(|known| *known == screens);
        let place = known.unwrap_or_else(|| {
            self.screens.push(screens);
            self.screens.len() - 1
        });
        place as u16
    }

    /// The jumps of a piece that may be parts of chains; for each point those that they may lead to from there.
    fn chained(&mut self, content: usize, side: Side, kind: &Kind) -> Result<Vec<PointSet>, Diagnostic> {
        let rules = self.rules;
        for from in 0..rules.board.len() {
            let begin = self.chains.len();
            for rule in kind.moves.iter().filter(|rule| rule.from[side.index()].has(from)) {
                let Some((dirs, over, flying)) = chains::of_rule(rule) else { continue };
                let going =
                    PieceOnPoint { content, side, from, rule, becomes: content as Content, promotes: false };
                for &dir in dirs {
                    let passed = |at: usize| Passed {
                        at: at as u16,
                        accepts: self.jumps(&going, over, false, at),
                        lands: self.may_be(&going, at),
                    };
                    let most = if flying { usize::MAX } else { 2 };
                    let ray: Vec<Passed> = rules.board.ray(from, dir, side).take(most).map(passed).collect();
                    self.work += ray.len() + 1;
                    self.chains.add(flying, ray);
                }
            }
            self.chains.close(content, from, begin);
        }
        if self.work > self.most { Err(too_large()) } else { Ok(self.chains.joined(content)) }
    }

    /// The slots of all points where a chain may end.
    fn ends_of_chains(
        &mut self,
        content: usize,
        side: Side,
        from: usize,
        joined: PointSet,
    ) -> Result<(), Diagnostic> {
        let kind = &self.rules.kinds[usize::from(self.pieces[content].0)];
        let promotions = kind.promotes.iter().flat_map(|promotion| &promotion.to);
        let becomes: Vec<Content> =
            promotions.map(|&to| self.contents[usize::from(to)][side.index()]).collect();
        for to in joined.iter().filter(|&to| to != from) {
            for (becomes, promotes) in std::iter::once((content as Content, false))
                .chain(becomes.iter().map(|&becomes| (becomes, true)))
            {
                let may = kind.moves.iter().filter(|rule| chains::of_rule(rule).is_some()).any(|rule| {
                    self.may_stand(&PieceOnPoint { content, side, from, rule, becomes, promotes }, to)
                });
                if may {
                    let tag = Slot::tag(becomes, false);
                    self.ray(vec![Slot::new(1, to, from as u16, SlotTest::Chain, tag)])?;
                }
            }
        }
        Ok(())
    }

    /// The slots of a shot from every point; returns the content that stands for them.
    pub(super) fn shots(&mut self, side: Side, dirs: &[Offset], most: u8) -> Result<usize, Diagnostic> {
        let id = (self.starts.len() - 1) / self.rules.board.len();
        for from in 0..self.rules.board.len() {
            for &dir in dirs {
                let rules = self.rules;
                let ray = rules.board.ray(from, dir, side).take(most.into());
                let slots = ray.map(|to| Slot::new(1, to, 0, SlotTest::Ray, 0)).collect();
                self.ray(slots)?;
            }
            self.close_list();
        }
        Ok(id)
    }

    /// Ends the list of a point, and marks what is in it twice.
    fn close_list(&mut self) {
        let start = *self.starts.last().expect("the starts begin with one of content 0") as usize;
        let list = &mut self.slots[start..];
        let mut seen = vec![0u16; if list.len() > 1 { self.rules.board.len() } else { 0 }];
        let mut ways = seen.clone();
        if list.len() > 1 {
            for slot in list.iter_mut() {
                let what = 1 << slot.what() as u16;
                let before = &mut seen[usize::from(slot.to)];
                if *before != 0 {
                    slot.mark_repeated();
                }
                *before |= what;
                if slot.tells_apart() {
                    ways[usize::from(slot.to)] |= what;
                }
                self.ambiguous |= ways[usize::from(slot.to)].count_ones() > 1;
            }
        }
        self.max_slots = self.max_slots.max(list.len() as u32);
        self.starts.push(self.slots.len() as u32);
    }

    fn rule(&mut self, content: usize, side: Side, from: usize, rule: &MoveRule) -> Result<(), Diagnostic> {
        let kind = &self.rules.kinds[usize::from(self.pieces[content].0)];
        let going = PieceOnPoint { content, side, from, rule, becomes: content as Content, promotes: false };
        self.shape(&going)?;
        if let Some(promotion) = &kind.promotes {
            for &to in &promotion.to {
                let becomes = self.contents[usize::from(to)][side.index()];
                self.shape(&PieceOnPoint { becomes, promotes: true, ..going })?;
            }
        }
        Ok(())
    }

    fn shape(&mut self, going: &PieceOnPoint<'_>) -> Result<(), Diagnostic> {
        let rules = self.rules;
        let &PieceOnPoint { side, from, rule, .. } = going;
        let ray = |dir: Offset| rules.board.ray(from, dir, side);
        let tag = Slot::tag(going.becomes, rule.copies);
        if rule.passing {
            self.passing(going, tag)?;
        }
        match &rule.shape {
            Shape::Slide { dirs, least, most, screens, screen_kinds } => {
                let (aux, test) = match screen_kinds {
                    Some(kinds) => (self.screens_of(*screens, *kinds), SlotTest::Screens),
                    None => ((*screens).into(), SlotTest::Ray),
                };
                for &dir in dirs {
                    let slot = |(i, to): (u8, usize)| {
                        let accepts = if i < *least { 0 } else { self.accepts(going, to) };
                        Slot::new(accepts, to, aux, test, tag)
                    };
                    self.ray((1..=*most).zip(ray(dir)).map(slot).collect())?;
                }
            }
            Shape::Leap { to, leg } => {
                for &offset in to {
                    let Some(to) = rules.board.beyond(from, offset, side) else { continue };
                    let accepts = self.accepts(going, to);
                    let way = if *leg { way_of(offset) } else { Vec::new() };
                    let way: Vec<usize> =
                        way.into_iter().filter_map(|on| rules.board.beyond(from, on, side)).collect();
                    let ray = match way.as_slice() {
                        [leg] => vec![Slot::new(accepts, to, *leg as u16, SlotTest::Leg, tag)],
                        way => {
                            let passed = way.iter().map(|&at| Slot::new(0, at, 0, SlotTest::Ray, tag));
                            passed.chain([Slot::new(accepts, to, 0, SlotTest::Ray, tag)]).collect()
                        }
                    };
                    self.ray(ray)?;
                }
            }
            Shape::Approach { dirs, away } => {
                for &dir in dirs {
                    let back = Offset::new(-dir.right, -dir.forward);
                    let Some(to) = rules.board.beyond(from, dir, side) else { continue };
                    let taken = match away {
                        true => rules.board.beyond(from, back, side),
                        false => rules.board.beyond(to, dir, side),
                    };
                    let (Some(taken), true) = (taken, self.may_stand(going, to)) else { continue };
                    let accepts = self.jumps(going, [false, true], true, taken);
                    self.ray(vec![Slot::new(accepts, to, taken as u16, SlotTest::Jump, tag)])?;
                }
            }
            Shape::Fly => {
                for to in (0..rules.board.len()).filter(|&to| to != from) {
                    self.ray(vec![Slot::new(self.accepts(going, to), to, 0, SlotTest::Ray, tag)])?;
                }
            }
            // What comes of these is a matter of its own.
            Shape::Jump { again: true, .. } => {}
            Shape::Jump { dirs, over, takes, flying: false, .. } => {
                for &dir in dirs {
                    let mut ray = ray(dir);
                    let (Some(jumped), Some(to)) = (ray.next(), ray.next()) else { continue };
                    let test = if *takes { SlotTest::Jump } else { SlotTest::Hop };
                    let open = self.may_stand(going, to);
                    let accepts = if open { self.jumps(going, *over, *takes, jumped) } else { 0 };
                    self.ray(vec![Slot::new(accepts, to, jumped as u16, test, tag)])?;
                }
            }
            Shape::Jump { dirs, over, takes, flying: true, .. } => {
                for &dir in dirs {
                    let test = if *takes { SlotTest::FlyingJump } else { SlotTest::FlyingHop };
                    let slot = |at: usize| {
                        let accepts = self.jumps(going, *over, *takes, at);
                        Slot::new(accepts, at, self.may_stand(going, at).into(), test, tag)
                    };
                    self.ray(ray(dir).map(slot).collect())?;
                }
            }
            Shape::Cross { dirs, over } => {
                let stretch = rules.grounds[usize::from(*over)].points;
                for &dir in dirs {
                    let length = ray(dir).take_while(|&at| stretch.has(at)).count();
                    let slot = |(i, to)| {
                        let accepts = if i < length { 0 } else { self.accepts(going, to) };
                        Slot::new(accepts, to, 0, SlotTest::Ray, tag)
                    };
                    if length > 0 {
                        self.ray(ray(dir).take(length + 1).enumerate().map(slot).collect())?;
                    }
                }
            }
            Shape::Line { dirs } => {
                for &dir in dirs {
                    let back = Offset::new(-dir.right, -dir.forward);
                    let line: Vec<u16> =
                        [from].into_iter().chain(ray(dir)).chain(ray(back)).map(|at| at as u16).collect();
                    let name = self.lines.len();
                    if name >= usize::from(u16::MAX) {
                        return Err(too_large());
                    }
                    self.lines.push(line);
                    let slot = |to| Slot::new(self.accepts(going, to), to, name as u16, SlotTest::Line, tag);
                    self.ray(ray(dir).map(slot).collect())?;
                }
            }
        }
        Ok(())
    }

    /// The slots of points where a piece may take one that has just passed over them: those next to it along a line,
    /// whatever stands elsewhere.
    fn passing(&mut self, going: &PieceOnPoint<'_>, tag: u8) -> Result<(), Diagnostic> {
        let Shape::Slide { dirs, .. } = &going.rule.shape else { return Ok(()) };
        for &dir in dirs {
            let Some(to) = self.rules.board.beyond(going.from, dir, going.side) else { continue };
            if self.may_stand(going, to) {
                let royals = |kind: &usize| self.rules.kinds[*kind].royal;
                let royals = (0..self.rules.kinds.len()).filter(royals).fold(0, |set, kind| set | 1 << kind);
                let accepts =
                    self.takeable(going, to) & !self.of_kinds(royals, going.side.opponent().index());
                self.ray(vec![Slot::new(accepts, to, 0, SlotTest::Passing, tag)])?;
            }
        }
        Ok(())
    }

    /// Adds the slots of a ray, without those at its end that are never possible.
    fn ray(&mut self, mut slots: Vec<Slot>) -> Result<(), Diagnostic> {
        self.work += slots.len() + 1;
        let flying = |slot: &Slot| matches!(slot.test, SlotTest::FlyingJump | SlotTest::FlyingHop);
        while slots.last().is_some_and(|slot| if flying(slot) { slot.aux == 0 } else { slot.accepts == 0 }) {
            slots.pop();
        }
        let count = slots.len();
        for (i, slot) in slots.iter_mut().enumerate() {
            slot.back = i as u8;
            slot.rest = (count - 1 - i) as u8;
        }
        self.slots.append(&mut slots);
        if self.work > self.most { Err(too_large()) } else { Ok(()) }
    }

    /// Whether this piece may come to a point in this way, be it only to go on.
    fn may_be(&self, going: &PieceOnPoint<'_>, to: usize) -> bool {
        let side = going.side.index();
        let kind = &self.rules.kinds[usize::from(self.pieces[going.content].0)];
        let allowed = if going.rule.anywhere { &kind.allowed_anywhere } else { &kind.allowed };
        allowed[side].has(to) && going.rule.to[side].has(to)
    }

    /// Whether this piece may come to a point in this way, promoting as it is said to.
    fn may_stand(&self, going: &PieceOnPoint<'_>, to: usize) -> bool {
        let &PieceOnPoint { content, side, from, promotes, .. } = going;
        let side = side.index();
        let kind = &self.rules.kinds[usize::from(self.pieces[content].0)];
        if !self.may_be(going, to) {
            return false;
        }
        match &kind.promotes {
            Some(promotion) => {
                let here = promotion.on[side].has(to) || promotion.from && promotion.on[side].has(from);
                if promotes { here } else { !here || promotion.may && !promotion.must[side].has(to) }
            }
            None => true,
        }
    }

    /// With which contents of `to` a piece may come there.
    fn accepts(&self, going: &PieceOnPoint<'_>, to: usize) -> u64 {
        if !self.may_stand(going, to) {
            return 0;
        }
        let takes = if going.rule.captures { self.takeable(going, to) } else { 0 };
        takes | u64::from(going.rule.moves)
    }

    /// The enemies that a piece may take on a point.
    fn takeable(&self, going: &PieceOnPoint<'_>, at: usize) -> u64 {
        let &PieceOnPoint { content, side, from, rule, .. } = going;
        let kind = &self.rules.kinds[usize::from(self.pieces[content].0)];
        let (own, enemy) = (side.index(), side.opponent().index());
        let grounds = &self.rules.grounds;
        let shore =
            |ground: &super::model::Ground| ground.shore && ground.points.has(from) != ground.points.has(at);
        if grounds.iter().any(|ground| ground.safe[enemy].has(at) || shore(ground)) {
            return 0;
        }
        let takes = if grounds.iter().any(|ground| ground.weak[enemy].has(at)) {
            kind.takes_weak
        } else if grounds.iter().any(|ground| ground.weak[own].has(from)) {
            kind.takes_when_weak
        } else {
            kind.takes
        };
        self.of_kinds(takes & rule.takes.unwrap_or(KindSet::MAX), enemy)
    }

    /// The pieces that a piece may jump over on a point.
    fn jumps(&self, going: &PieceOnPoint<'_>, over: [bool; 2], takes: bool, at: usize) -> u64 {
        let (own, enemy) = (going.side.index(), going.side.opponent().index());
        let own = if over[0] { self.of_kinds(KindSet::MAX, own) } else { 0 };
        let enemies = match (over[1], takes) {
            (false, _) => 0,
            (true, false) => self.of_kinds(KindSet::MAX, enemy),
            (true, true) => self.takeable(going, at),
        };
        own | enemies
    }

    fn of_kinds(&self, kinds: KindSet, owner: usize) -> u64 {
        let bit = |(kind, contents): (usize, &[Content; 3])| {
            if kinds >> kind & 1 != 0 && contents[owner] != 0 { 1 << contents[owner] } else { 0 }
        };
        self.contents.iter().enumerate().map(bit).fold(0, |set, bit| set | bit)
    }
}

fn too_large() -> Diagnostic {
    Diagnostic::error("the moves of these pieces on this board need too much memory", None)
        .help("a smaller board, or fewer kinds and moves")
}

/// The points that a leap passes over where they may block it: first straight, then diagonally.
fn way_of(offset: Offset) -> Vec<Offset> {
    let (right, forward) = (offset.right, offset.forward);
    let (long, short) = (right.abs().max(forward.abs()), right.abs().min(forward.abs()));
    let part = |whole: i8, step: i8| match whole.abs() == long {
        true => whole.signum() * step,
        false => whole.signum() * (step - (long - short)).max(0),
    };
    (1..long).map(|step| Offset::new(part(right, step), part(forward, step))).collect()
}

impl Slot {
    pub(super) fn new(accepts: u64, to: usize, aux: u16, test: SlotTest, tag: u8) -> Slot {
        Slot { accepts, to: to as u16, aux, test, rest: 0, back: 0, tag }
    }

    /// The point on which something is taken.
    pub(super) fn target(&self) -> usize {
        match self.test {
            SlotTest::Jump => self.aux.into(),
            _ => self.to.into(),
        }
    }
}

const _: () = assert!(NOWHERE as usize > super::points::MAX_POINTS);
