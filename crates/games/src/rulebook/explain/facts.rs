//! What there is to say of rules, and in what order: told once, for every language to put into words.

use super::super::board::{Grid, Offset};
use super::super::model::{
    CapturedFate, Castle, ChainPromotion, Count, Flank, Ground, Join, Kind, KindSet, Line, MoveRule,
    MultiCapture, Pass, Placement, Promotion, Removal, Repetition, RowCapture, Rules, Shape, Step, Verdict,
};
use super::super::points::PointSet;
use super::named_regions::{NamedDirections, NamedRegion, counts, owned, place, ways};
use wanqi_game::Side;

/// A sentence of an explanation.
pub(super) enum Fact<'r> {
    /// How large the board is, and who begins.
    Board,
    /// Where seeds are sown.
    Sows(super::sowing::Sows),
    /// A ground, and whose pieces are weak or safe on it, or in danger beside it.
    Ground(&'r Ground, [Option<Whose>; 3]),
    /// What stands there at the start: how many of which kind.
    Begins(Who, Vec<(usize, usize)>),
    EmptyAtStart,
    Holds(Who, Vec<(usize, usize)>),
    HoldsNothing(Side),

    /// How a piece goes, and what else is to be said of it.
    Piece(&'r Kind, Vec<Limit<'r>>),

    Turn(&'r [Step]),
    /// A turn of the opening, counted from 1.
    Opening(usize, Side, &'r [Step]),
    Placement(&'r Placement),
    PassIfStuck,
    PassAlways,
    Swap,
    NoCheck,

    TakesByMoving,
    Flank(&'r Flank),
    Touch(CapturedFate),
    Surrounded,
    Suicide(bool),
    Superko(bool),
    MustTake {
        most: bool,
    },
    GoesOnTaking {
        must: bool,
        straight: bool,
    },
    GoesOnTurning,
    RemovedAfter,
    PromotedGoesOn,
    PromotesAtTheEnd,
    TakenToHand,
    Row(&'r RowCapture),
    /// So many more are taken at will.
    More(u8),
    /// What is blown up with a piece that takes.
    Blast(KindSet),
    NothingTaken,

    /// These, or any piece, on these points.
    Reach(Side, Option<KindSet>, PointSet),
    ReachSafe,
    EqualTurns,
    Checks(u8),
    Captured(u8),
    Facing(Verdict),
    /// A row, and along which ways if not along all.
    Line(Who, &'r Line, Vec<NamedDirections>),
    Fill(Side, PointSet),
    Connect(Side, [PointSet; 2]),
    /// A chain that touches so many regions.
    Join(&'r Join),
    Ring,
    Figure(&'r [Offset]),
    Gather,
    /// Fewer than so many of these, or of all pieces, are left.
    TooFew(Who, Option<KindSet>, u16),
    Count(Count),
    /// Without a legal move; whether being attacked then is another matter.
    Stuck(Who, Verdict, bool),
    Full,
    Repetition(Repetition),
    QuietLimit(u16),
    MoveLimit(u16),
    TwoPasses,
}

/// Of whom something holds.
#[derive(Clone, Copy)]
pub(super) enum Who {
    Each,
    One(Side),
}

impl Who {
    fn of(sides: [bool; 2]) -> Who {
        match sides {
            [true, true] => Who::Each,
            [true, false] => Who::One(Side::First),
            [false, _] => Who::One(Side::Second),
        }
    }
}

/// Whose part of a ground has an effect.
#[derive(Clone, Copy)]
pub(super) enum Whose {
    Own,
    Enemys,
    Any,
}

/// What is to be said of a piece beside how it goes.
pub(super) enum Limit<'r> {
    NeverEnters(NamedRegion),
    NeverLeaves(NamedRegion),
    Royal,
    Promotes(&'r Promotion),
    ComesToHandAs(usize),
    PutOnlyOn(PointSet),
    OneAFile,
    DropGivesNoMate,
    /// Where it is taken aside only by enemies on all sides.
    Enclosed(PointSet),
    /// Ways to castle, by the points that a side has.
    /// Whose, how, and whether the other side does likewise.
    Castles(Side, &'r [Castle], bool),
    TakesNothing,
    Takes(KindSet),
}

/// What is to be said of a move beside its way.
pub(super) enum Qualifier {
    WithoutTaking,
    OnlyToTake,
    Takes(KindSet),
    Copies,
    From(PointSet),
    To(PointSet),
    /// Only while a side has at most so many pieces.
    AtMost(u16),
    /// It may then be taken where it passed.
    Passes,
    /// It takes also what has just passed there.
    Passing,
}

/// How far a piece goes along a line, or one lies from another.
pub(super) enum Far {
    One,
    Any,
    UpTo(u8),
    Exactly(u8),
    AtLeast(u8),
    Between(u8, u8),
}

impl Far {
    /// More points than any line has mean any distance.
    const ANY: u8 = 20;

    pub fn of(least: u8, most: u8) -> Far {
        match (least, most) {
            (1, 1) => Far::One,
            (1, Self::ANY..) => Far::Any,
            (1, most) => Far::UpTo(most),
            (least, most) if least == most => Far::Exactly(least),
            (least, Self::ANY..) => Far::AtLeast(least),
            (least, most) => Far::Between(least, most),
        }
    }
}

/// The facts of each section: board, pieces, turns, taking, ends.
pub(super) fn facts(rules: &Rules) -> [Vec<Fact<'_>>; 5] {
    if let Some(sow) = &rules.sow {
        return super::sowing::facts(rules, sow, ends(rules));
    }
    let pieces = rules.kinds.iter().map(|kind| Fact::Piece(kind, limits(rules, kind))).collect();
    [board(rules), pieces, turns(rules), taking(rules), ends(rules)]
}

fn board(rules: &Rules) -> Vec<Fact<'_>> {
    let mut facts = vec![Fact::Board];
    facts.extend(rules.grounds.iter().map(|ground| {
        Fact::Ground(
            ground,
            [ground.weak, ground.safe, ground.hostile].map(|set| {
                let is = |of: PointSet| set[0] == of && !set[0].is_empty();
                match set.iter().all(|set| set.is_empty()) {
                    true => None,
                    false if is(ground.of_side[0]) => Some(Whose::Own),
                    false if is(ground.of_side[1]) => Some(Whose::Enemys),
                    false => Some(Whose::Any),
                }
            }),
        )
    }));
    let amounts = |counts: Vec<usize>| -> Vec<(usize, usize)> {
        counts
            .into_iter()
            .enumerate()
            .filter(|&(_, count)| count > 0)
            .map(|(id, count)| (count, id))
            .collect()
    };
    let starts = Side::BOTH.map(|side| amounts(counts(rules, side)));
    if starts.iter().all(Vec::is_empty) && rules.start.is_empty() {
        facts.push(Fact::EmptyAtStart);
    }
    facts.extend(of_both(starts).map(|(who, amounts)| Fact::Begins(who, amounts)));
    let hands =
        Side::BOTH.map(|side| amounts(rules.hands[side.index()].iter().map(|&count| count.into()).collect()));
    let nothing = Side::BOTH
        .into_iter()
        .filter(|side| hands[side.index()].is_empty() && !hands[side.opponent().index()].is_empty());
    let nothing: Vec<Fact> = nothing.map(Fact::HoldsNothing).collect();
    facts.extend(of_both(hands).map(|(who, amounts)| Fact::Holds(who, amounts)));
    facts.extend(nothing);
    facts
}

/// What both have, said once if it is the same; and of whom it is not nothing.
fn of_both<T: PartialEq>(both: [Vec<T>; 2]) -> impl Iterator<Item = (Who, Vec<T>)> {
    let [first, second] = both;
    let told = if first == second {
        vec![(Who::Each, first)]
    } else {
        vec![(Who::One(Side::First), first), (Who::One(Side::Second), second)]
    };
    told.into_iter().filter(|(_, what)| !what.is_empty())
}

fn limits<'r>(rules: &'r Rules, kind: &'r Kind) -> Vec<Limit<'r>> {
    let all = rules.board.all();
    let mut limits = Vec::new();
    if kind.allowed[0] != all && !kind.moves.is_empty() {
        limits.push(match place(kind.allowed[0], rules) {
            NamedRegion::AllBut(without) => Limit::NeverEnters(*without),
            stays => Limit::NeverLeaves(stays),
        });
    }
    if kind.royal {
        limits.push(Limit::Royal);
    }
    limits.extend(kind.promotes.as_ref().map(Limit::Promotes));
    let becomes = usize::from(kind.captured_as);
    if rules.capture.to_hand && rules.kinds.get(becomes).is_some_and(|other| other.letter != kind.letter) {
        limits.push(Limit::ComesToHandAs(becomes));
    }
    if kind.drop_on[0] != all {
        limits.push(Limit::PutOnlyOn(kind.drop_on[0]));
    }
    if kind.one_a_file {
        limits.push(Limit::OneAFile);
    }
    if !kind.drop_mates {
        limits.push(Limit::DropGivesNoMate);
    }
    if let Some(points) = kind.enclosed.into_iter().find(|points| !points.is_empty()) {
        limits.push(Limit::Enclosed(points));
    }
    let [first, second] = &kind.castles;
    let turn = |at: u16| rules.board.turned_over(at.into()) as u16;
    let turned = |castle: &Castle| Castle {
        from: turn(castle.from),
        to: turn(castle.to),
        partner: castle.partner,
        partner_from: turn(castle.partner_from),
        partner_to: turn(castle.partner_to),
    };
    let alike = first.len() == second.len() && first.iter().all(|castle| second.contains(&turned(castle)));
    for (side, castles) in [(Side::First, first), (Side::Second, second)] {
        let told = alike && side == Side::Second;
        if !castles.is_empty() && !told {
            limits.push(Limit::Castles(side, castles, alike));
        }
    }
    let owned = owned(rules);
    let takes = |rule: &MoveRule| rule.captures || takes_by_jumping(rule);
    if kind.moves.iter().any(takes) && kind.takes & owned != owned {
        limits.push(if kind.takes == 0 { Limit::TakesNothing } else { Limit::Takes(kind.takes) });
    }
    limits
}

fn takes_by_jumping(rule: &MoveRule) -> bool {
    rule.shape.takes_aside()
}

fn rules_of_moves(rules: &Rules) -> impl Iterator<Item = &MoveRule> {
    rules.kinds.iter().flat_map(|kind| &kind.moves)
}

/// What is to be said of one of a piece's moves, in this order.
pub(super) fn qualifiers(rules: &Rules, rule: &MoveRule, kind: &Kind) -> Vec<Qualifier> {
    let all = rules.board.all();
    let mut qualifiers = Vec::new();
    let can_take = kind.takes != 0 || rule.takes.is_some();
    match (rule.moves, rule.captures && can_take) {
        _ if matches!(rule.shape, Shape::Jump { .. } | Shape::Approach { .. }) => {}
        (true, true) => {}
        // Where nothing takes by moving, it need not be said of each.
        (true, false) if rules_of_moves(rules).all(|rule| !rule.captures) => {}
        (true, false) => qualifiers.push(Qualifier::WithoutTaking),
        (false, _) => qualifiers.push(Qualifier::OnlyToTake),
    }
    qualifiers.extend(rule.takes.map(Qualifier::Takes));
    if rule.copies {
        qualifiers.push(Qualifier::Copies);
    }
    // Where the piece never stands need not be named.
    let leaves = kind.moves.iter().any(|rule| rule.anywhere);
    let stands = if leaves { kind.allowed_anywhere[0] } else { kind.allowed[0] };
    let comes = if rule.anywhere { kind.allowed_anywhere[0] } else { kind.allowed[0] };
    let named = |region: PointSet, among: PointSet| {
        let part = region.and(among);
        (region != all && part != among).then_some(if part.is_empty() { region } else { part })
    };
    qualifiers.extend(named(rule.from[0], stands).map(Qualifier::From));
    qualifiers.extend(named(rule.to[0], comes).map(Qualifier::To));
    qualifiers.extend(rule.at_most.map(Qualifier::AtMost));
    if rule.passes {
        qualifiers.push(Qualifier::Passes);
    }
    if rule.passing {
        qualifiers.push(Qualifier::Passing);
    }
    qualifiers
}

fn turns(rules: &Rules) -> Vec<Fact<'_>> {
    let turn = &rules.turn;
    let mut facts = vec![Fact::Turn(&turn.steps)];
    let opening = turn.opening.iter().enumerate();
    facts.extend(opening.map(|(i, steps)| Fact::Opening(i + 1, Side::BOTH[i % 2], steps)));
    if turn.steps.iter().any(|step| matches!(step, Step::Act { places: true, .. })) {
        facts.push(Fact::Placement(&rules.place));
    }
    match turn.pass {
        Pass::Never => {}
        Pass::Stuck => facts.push(Fact::PassIfStuck),
        Pass::Always => facts.push(Fact::PassAlways),
    }
    if turn.swap {
        facts.push(Fact::Swap);
    }
    if turn.no_check {
        facts.push(Fact::NoCheck);
    }
    facts
}

fn taking(rules: &Rules) -> Vec<Fact<'_>> {
    let capture = &rules.capture;
    let mut facts = Vec::new();
    if rules_of_moves(rules).any(|rule| rule.captures) {
        facts.push(Fact::TakesByMoving);
    }
    facts.extend(capture.flank.as_ref().map(Fact::Flank));
    facts.extend(capture.touch.map(Fact::Touch));
    if let Some(surround) = capture.surround {
        facts.extend([Fact::Surrounded, Fact::Suicide(surround.suicide), Fact::Superko(surround.superko)]);
    }
    if capture.forced {
        facts.push(Fact::MustTake { most: capture.longest });
    }
    if capture.again != MultiCapture::Never {
        let (must, straight) = (capture.again == MultiCapture::Must, capture.again_straight);
        facts.push(Fact::GoesOnTaking { must, straight });
        if capture.again_turning {
            facts.push(Fact::GoesOnTurning);
        }
        if capture.removed == Removal::After {
            facts.push(Fact::RemovedAfter);
        }
        if rules.kinds.iter().any(|kind| kind.promotes.is_some()) {
            match capture.promotion {
                ChainPromotion::Stops => {}
                ChainPromotion::GoesOn => facts.push(Fact::PromotedGoesOn),
                ChainPromotion::AtTheEnd => facts.push(Fact::PromotesAtTheEnd),
            }
        }
    }
    if capture.to_hand {
        facts.push(Fact::TakenToHand);
    }
    facts.extend(capture.row.as_ref().map(Fact::Row));
    facts.extend((capture.more > 0).then_some(Fact::More(capture.more)));
    facts.extend(capture.blast.map(Fact::Blast));
    if facts.is_empty() && !rules_of_moves(rules).any(takes_by_jumping) {
        facts.push(Fact::NothingTaken);
    }
    facts
}

fn ends(rules: &Rules) -> Vec<Fact<'_>> {
    let ends = &rules.ends;
    let these = |kinds: KindSet| (kinds != owned(rules)).then_some(kinds);
    let mut facts = Vec::new();
    for reach in &ends.reach {
        let sides = Side::BOTH.into_iter().filter(|side| !reach.on[side.index()].is_empty());
        facts.extend(sides.map(|side| Fact::Reach(side, these(reach.kinds), reach.on[side.index()])));
    }
    if ends.reach_safe {
        facts.push(Fact::ReachSafe);
    }
    if ends.equal_turns {
        facts.push(Fact::EqualTurns);
    }
    facts.extend(ends.checks.map(Fact::Checks));
    facts.extend(ends.captured.map(Fact::Captured));
    facts.extend(ends.facing.map(Fact::Facing));
    for line in &ends.lines {
        let back = |dir: &Offset| Offset::new(-dir.right, -dir.forward);
        let both: Vec<Offset> = line.dirs.iter().flat_map(|dir| [*dir, back(dir)]).collect();
        let along = ways(&both, rules.board.grid);
        let along = if along == [NamedDirections::Any] { Vec::new() } else { along };
        facts.push(Fact::Line(Who::of(line.sides), line, along));
    }
    if let Some(fill) = &ends.fill {
        facts.extend(Side::BOTH.map(|side| Fact::Fill(side, fill[side.index()])));
    }
    if let Some(goals) = &ends.connect {
        facts.extend(Side::BOTH.map(|side| Fact::Connect(side, goals[side.index()])));
    }
    facts.extend(ends.joins.iter().map(Fact::Join));
    if ends.ring {
        facts.push(Fact::Ring);
    }
    facts.extend(ends.figures.iter().map(|figure| Fact::Figure(figure)));
    if ends.gather {
        facts.push(Fact::Gather);
    }
    facts.extend(
        ends.eliminate
            .iter()
            .map(|rule| Fact::TooFew(Who::of(rule.sides), these(rule.kinds), rule.fewer_than)),
    );
    facts.extend(ends.count.map(Fact::Count));
    let royal = rules.kinds.iter().any(|kind| kind.royal);
    let stuck = |who, verdict| Fact::Stuck(who, verdict, royal && verdict != Verdict::Loss);
    match ends.no_moves {
        [first, second] if first == second => facts.push(stuck(Who::Each, first)),
        both => facts.extend(Side::BOTH.map(|side| stuck(Who::One(side), both[side.index()]))),
    }
    if ends.full {
        facts.push(Fact::Full);
    }
    if ends.repetition != Repetition::Nothing {
        facts.push(Fact::Repetition(ends.repetition));
    }
    facts.extend(ends.quiet_limit.map(Fact::QuietLimit));
    facts.extend(ends.move_limit.map(Fact::MoveLimit));
    if rules.turn.pass != Pass::Never {
        facts.push(Fact::TwoPasses);
    }
    facts
}

/// Leaps, as one would tell them.
pub(super) enum Leaps {
    /// To one of so many hexagons.
    Hexagons(usize),
    Squares(Vec<Leap>),
}

/// A leap on squares: the shorter and the longer way.
pub(super) struct Leap {
    pub by: (u8, u8),
    pub toward: Toward,
}

/// Where leaps go of those that are as long.
pub(super) enum Toward {
    All,
    Forward,
    Backward,
    Some,
}

/// Leaps, each length once.
pub(super) fn leaps(to: &[Offset], grid: Grid) -> Leaps {
    if grid == Grid::Hexes {
        return Leaps::Hexagons(to.len());
    }
    let mut found: Vec<((u8, u8), Vec<Offset>)> = Vec::new();
    for &offset in to {
        let (a, b) = (offset.right.unsigned_abs(), offset.forward.unsigned_abs());
        let by = (a.min(b), a.max(b));
        match found.iter_mut().find(|leap| leap.0 == by) {
            Some(leap) => leap.1.push(offset),
            None => found.push((by, vec![offset])),
        }
    }
    let leap = |(by, offsets): ((u8, u8), Vec<Offset>)| {
        let all = if by.0 == 0 || by.0 == by.1 { 4 } else { 8 };
        let toward = match () {
            () if offsets.len() == all => Toward::All,
            () if offsets.iter().all(|offset| offset.forward > 0) => Toward::Forward,
            () if offsets.iter().all(|offset| offset.forward < 0) => Toward::Backward,
            () => Toward::Some,
        };
        Leap { by, toward }
    };
    Leaps::Squares(found.into_iter().map(leap).collect())
}
