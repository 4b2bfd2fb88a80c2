//! Rules made into tables: what a piece on a point may do is looked up, never worked out, while a game is played.

use super::Diagnostic;
use super::adjacency::{Neighbours, below, files, neighbours};
use super::board::Offset;
use super::castling::{self, CastleTable};
use super::chains::Chains;
use super::facts::Facts;
use super::model::{KindId, Placement, Rules, Step};
use super::points::PointSet;
use super::position::{Content, NOBODY, Position};
use super::slots::{Slot, SlotTest};
use super::sowing::Pits;
use super::symmetry;
use wanqi_game::{Side, random};

/// The largest tables that a file may ask for, in slots of 16 bytes.
const MAX_SLOTS: usize = 4 << 20;
/// The most contents of a cell, as masks have 64 bits and one is the empty cell.
const MAX_CONTENTS: usize = 64;
/// The most castlings of all pieces of both sides together.
const MAX_CASTLES: usize = 16;
const CELL_SEED: u64 = 0x5270_0003;

/// All that the rules say, ready to be played by.
pub(super) struct Tables {
    pub rules: Rules,
    /// The lists of slots that pieces have while their side has few, by content: how few, and where.
    few: Vec<Option<(u16, usize)>>,
    /// For each point the places of figures that win there.
    pub figures: Vec<Vec<PointSet>>,
    /// Where an empty point is as an enemy of a side's pieces.
    pub hostile: super::model::Region,
    /// For each point and line of a row that takes the points after it both ways.
    pub row_next: Vec<[Vec<u16>; 2]>,
    /// The step of who takes pieces off for rows.
    row_removal: Action,
    /// The number of points; as a point itself it is the one beyond the board.
    pub points: usize,
    /// Kind and owner (0, 1, [`NOBODY`]) of each content; those of content 0 mean nothing.
    pieces: Vec<(KindId, u8)>,
    /// The content of each kind for each owner.
    contents: Vec<[Content; 3]>,
    /// The contents of each side, of royal pieces, of pieces that only ever go forward.
    pub own: [u64; 2],
    pub royal: u64,
    pub forward_only: u64,
    /// Contents whose jumps are flying, so that what they attack shows only in a walk.
    pub flying: u64,
    slots: Vec<Slot>,
    starts: Vec<u32>,
    /// The most slots that any piece has on any point.
    pub max_slots: u32,
    /// The points of the lines that slots name.
    pub lines: Vec<Vec<u16>>,
    /// As in [`SlotContext`](super::slots::SlotContext).
    pub screens: Vec<(usize, u64)>,
    pub chains: Chains,
    pub castles: Vec<CastleTable>,
    /// Which of them are lost when a piece leaves a point, a bit each.
    pub castling_lost: Vec<u16>,
    /// For each content and point where it may go passing over a point, and over which.
    pub passes: Vec<Vec<(u16, u16)>>,
    /// From where each side's pieces might take one that has passed over a point.
    pub passing_takers: [Vec<PointSet>; 2],
    /// From where each side's pieces might take a royal piece on a point, were the board otherwise empty.
    attackers: [Vec<PointSet>; 2],
    words: Vec<u64>,
    /// Four neighbours a point (six on hexes).
    pub close: Vec<Neighbours>,
    /// Eight (six on hexes).
    pub near: Vec<Neighbours>,
    /// The point after each one in each of the directions that rows are taken in, both ways.
    pub flank_next: Vec<Vec<u16>>,
    /// The point after each one in each direction of each line to be made, and in the opposite one.
    pub line_next: Vec<Vec<[Vec<u16>; 2]>>,
    /// The point below each.
    pub below: Vec<u16>,
    /// The points of each file.
    pub files: Vec<PointSet>,
    pub places: Vec<PlacementTable>,
    opening: Vec<Vec<Action>>,
    usual: Vec<Action>,
    /// The turns that are not like all others.
    pub opening_end: u16,
    /// Which point each one becomes when the sides swap.
    pub swap: Option<Vec<u16>>,
    pub start: Position,
    pub facts: Facts,
    /// Where seeds go, in games of sowing.
    pub pits: Option<Pits>,
}

/// What may be put, and where.
#[derive(Clone, Debug)]
pub(super) struct PlacementTable {
    pub rule: Placement,
    /// For each side what it puts, and where that may stand.
    pub pieces: [Vec<(KindId, Content, PointSet)>; 2],
    /// Nothing but emptiness is asked of a point.
    pub plain: bool,
}

/// A [`Step`] of a turn with its tables.
#[derive(Clone, Debug)]
pub(super) enum Action {
    Act {
        moves: bool,
        places: Option<usize>,
        places_first: bool,
    },
    /// The contents that stand for each side's shooting in the slots, and what is put.
    Shoot {
        slots: [usize; 2],
        puts: [Content; 2],
    },
    Remove {
        whose: [bool; 2],
        on: [PointSet; 2],
        beside: super::model::AdjacentTo,
    },
}

impl Tables {
    pub(super) fn new(rules: Rules) -> Result<Tables, Diagnostic> {
        let points = rules.board.len();
        if points == 0 || points > super::points::MAX_POINTS {
            return Err(Diagnostic::error("the board has no points, or more than 400", None));
        }
        check_royals(&rules)?;
        let neutral = |&kind: &KindId| rules.kinds[usize::from(kind)].neutral;
        if rules
            .kinds
            .iter()
            .filter_map(|kind| kind.promotes.as_ref())
            .any(|what| what.to.iter().any(neutral))
        {
            return Err(Diagnostic::error("a piece cannot become one of nobody's", None));
        }
        let (pieces, contents) = number_contents(&rules)?;
        let owned = |owner: u8| {
            let of = |&(id, _): &(usize, &(KindId, u8))| id > 0 && pieces[id].1 == owner;
            pieces.iter().enumerate().filter(of).fold(0, |set, (id, _)| set | 1 << id)
        };
        let of_kinds = |test: &dyn Fn(usize) -> bool| {
            let of = |&(id, piece): &(usize, &(KindId, u8))| {
                id > 0 && usize::from(piece.1) != NOBODY && test(piece.0.into())
            };
            pieces.iter().enumerate().filter(of).fold(0, |set, (id, _)| set | 1 << id)
        };
        let own = [owned(0), owned(1)];
        let royal = of_kinds(&|kind| rules.kinds[kind].royal);
        let forward_only = of_kinds(&|kind| super::rays::only_forward(&rules.kinds[kind]));
        let flying = of_kinds(&|kind| super::rays::is_flying(&rules.kinds[kind]));

        let castles = CastleTable::all(&rules, |kind, side| own_content(&contents, kind, side.index()));
        if castles.len() > MAX_CASTLES {
            return Err(Diagnostic::error(format!("there are more than {MAX_CASTLES} castlings"), None));
        }
        let mut castling_lost = vec![0; points];
        for (i, castle) in castles.iter().enumerate() {
            castling_lost[usize::from(castle.from)] |= 1 << i;
            castling_lost[usize::from(castle.partner_from)] |= 1 << i;
        }
        let passes = castling::passes(&rules, &pieces);
        let mut rays = super::rays::Rays::new(&rules, &contents, &pieces, &castles, MAX_SLOTS);
        for content in 1..pieces.len() {
            rays.piece(content)?;
        }
        let few = rays.few()?;
        let mut places = vec![PlacementTable::new(&rules, &rules.place, &contents)];
        let mut action = |step: &Step, rays: &mut super::rays::Rays<'_>| -> Result<Action, Diagnostic> {
            Ok(match step {
                Step::Act { moves, places, places_first } => {
                    Action::Act { moves: *moves, places: places.then_some(0), places_first: *places_first }
                }
                Step::Place(place) => {
                    places.push(PlacementTable::new(&rules, place, &contents));
                    Action::Act { moves: false, places: Some(places.len() - 1), places_first: false }
                }
                Step::Shoot { kind, dirs, most } => Action::Shoot {
                    slots: [rays.shots(Side::First, dirs, *most)?, rays.shots(Side::Second, dirs, *most)?],
                    puts: [0, 1].map(|side| own_content(&contents, *kind, side)),
                },
                Step::Remove { whose, on, beside } => {
                    Action::Remove { whose: *whose, on: *on, beside: *beside }
                }
            })
        };
        let mut actions =
            |steps: &[Step], rays: &mut super::rays::Rays<'_>| -> Result<Vec<Action>, Diagnostic> {
                steps.iter().map(|step| action(step, rays)).collect()
            };
        let usual = actions(&rules.turn.steps, &mut rays)?;
        let opening = rules.turn.opening.iter().map(|steps| actions(steps, &mut rays));
        let opening = opening.collect::<Result<Vec<_>, _>>()?;
        if usual.is_empty() || opening.iter().any(Vec::is_empty) {
            return Err(Diagnostic::error("a turn needs at least one step", None));
        }
        let super::rays::Rays { slots, starts, max_slots, lines, screens, chains, ambiguous, .. } = rays;

        let board = &rules.board;
        let next = |offset: Offset, side: Side| -> Vec<u16> {
            let beyond = |at| board.beyond(at, offset, side).unwrap_or(points) as u16;
            (0..points).map(beyond).chain([points as u16]).collect()
        };
        let back = |offset: Offset| Offset::new(-offset.right, -offset.forward);
        let both_ways = |offset: Offset| [next(offset, Side::First), next(back(offset), Side::First)];
        let flank_dirs = rules.capture.flank.iter().flat_map(|flank| &flank.dirs);
        let mut flank_offsets: Vec<Offset> = Vec::new();
        for &dir in flank_dirs {
            for dir in [dir, back(dir)] {
                if !flank_offsets.contains(&dir) {
                    flank_offsets.push(dir);
                }
            }
        }
        let line_next = rules.ends.lines.iter().map(|line| {
            let mut dirs: Vec<Offset> = Vec::new();
            for &dir in &line.dirs {
                if !dirs.contains(&dir) && !dirs.contains(&back(dir)) {
                    dirs.push(dir);
                }
            }
            dirs.into_iter().map(both_ways).collect()
        });
        let row_dirs = rules.capture.row.iter().flat_map(|row| &row.dirs);
        let row_next = row_dirs.map(|&dir| both_ways(dir)).collect();
        let row_removal = Action::Remove {
            whose: [false, true],
            on: [rules.board.all(); 2],
            beside: super::model::AdjacentTo::Whatever,
        };
        let words = (0..pieces.len() * points).map(|i| random::word(CELL_SEED, i as u64));
        let facts = Facts { ambiguous, ..Facts::of(&rules, &usual, &opening, &places) };
        let opening_end = opening.len().max(if rules.turn.swap { 2 } else { 0 });

        let mut tables = Tables {
            pits: rules.sow.as_ref().map(|sow| Pits::new(&rules.board, sow)),
            few,
            figures: super::figures::figures(&rules),
            hostile: Side::BOTH.map(|side| {
                let grounds = rules.grounds.iter();
                grounds.fold(PointSet::EMPTY, |all, ground| all.or(ground.hostile[side.index()]))
            }),
            row_next,
            row_removal,
            points,
            own,
            royal,
            forward_only,
            flying,
            max_slots,
            lines,
            screens,
            chains,
            castles,
            castling_lost,
            passes,
            passing_takers: [Vec::new(), Vec::new()],
            attackers: [Vec::new(), Vec::new()],
            words: words.collect(),
            close: neighbours(board, false),
            near: neighbours(board, true),
            flank_next: flank_offsets.into_iter().map(|dir| next(dir, Side::First)).collect(),
            line_next: line_next.collect(),
            below: below(board),
            files: files(board),
            places,
            opening,
            usual,
            opening_end: opening_end.min(1000) as u16,
            swap: None,
            start: Position::EMPTY,
            facts,
            pieces,
            contents,
            slots,
            starts,
            rules,
        };
        tables.attackers = tables.find_attackers();
        tables.passing_takers = tables.find_passing_takers();
        if tables.rules.turn.swap {
            tables.swap = Some(symmetry::find(&tables).ok_or_else(|| {
                Diagnostic::error(
                    "the sides cannot swap: no turning of the board carries one's goals to the other's",
                    None,
                )
            })?);
        }
        tables.start = tables.first_position()?;
        Ok(tables)
    }

    /// The content that a kind is for a side, or for nobody.
    #[inline(always)]
    pub(super) fn content(&self, kind: KindId, side: Side) -> Content {
        own_content(&self.contents, kind, side.index())
    }

    #[inline(always)]
    pub(super) fn kind(&self, content: Content) -> KindId {
        self.pieces[usize::from(content)].0
    }

    /// 0, 1 or [`NOBODY`].
    #[inline(always)]
    pub(super) fn owner(&self, content: Content) -> usize {
        self.pieces[usize::from(content)].1.into()
    }

    /// The number of contents, the empty one among them.
    pub(super) fn content_count(&self) -> usize {
        self.pieces.len()
    }

    #[inline(always)]
    pub(super) fn slots(&self, content: usize, from: usize) -> &[Slot] {
        let i = content * self.points + from;
        &self.slots[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// The slots of the piece on a point, as its side now is.
    #[inline(always)]
    pub(super) fn slots_of(&self, position: &Position, from: usize) -> &[Slot] {
        let content = position.cells[from];
        if self.facts.grows_wilder {
            return self.slots_by_number(position, content, from);
        }
        self.slots(content.into(), from)
    }

    /// The slots of a piece that has others while its side has few pieces.
    #[inline(never)]
    fn slots_by_number(&self, position: &Position, content: Content, from: usize) -> &[Slot] {
        let few = self.few[usize::from(content)];
        let grown = few.filter(|&(most, _)| self.pieces_of(position, self.owner(content)) <= most.into());
        self.slots(grown.map_or(content.into(), |few| few.1), from)
    }

    /// The content that stands for the slots of another while its side has few pieces.
    pub(super) fn few(&self, content: usize) -> Option<usize> {
        self.few[content].map(|few| few.1)
    }

    /// How many pieces a side has, on the board and in hand.
    fn pieces_of(&self, position: &Position, side: usize) -> usize {
        let held =
            position.hands.get(side).map_or(0, |hand| hand.iter().map(|&count| usize::from(count)).sum());
        usize::from(position.counts[side]) + held
    }

    #[inline(always)]
    pub(super) fn word(&self, content: Content, at: usize) -> u64 {
        self.words[usize::from(content) * self.points + at]
    }

    /// The points from which pieces of `side` might take a royal piece on `target`.
    #[inline(always)]
    pub(super) fn attackers(&self, side: Side, target: usize) -> &PointSet {
        &self.attackers[side.index()][target]
    }

    /// The steps of the turn under way.
    #[inline(always)]
    pub(super) fn actions(&self, position: &Position) -> &[Action] {
        self.opening.get(position.turns as usize).unwrap_or(&self.usual)
    }

    /// The step to be made.
    #[inline(always)]
    pub(super) fn action(&self, position: &Position) -> &Action {
        if position.owed > 0 {
            return &self.row_removal;
        }
        let actions = self.actions(position);
        &actions[usize::from(position.step).min(actions.len() - 1)]
    }

    /// The steps of a usual turn.
    pub(super) fn usual(&self) -> &[Action] {
        &self.usual
    }

    /// The steps of all turns.
    pub(super) fn every_step(&self) -> impl Iterator<Item = &Action> {
        self.opening.iter().flatten().chain(&self.usual)
    }

    fn find_attackers(&self) -> [Vec<PointSet>; 2] {
        let mut attackers = [vec![PointSet::EMPTY; self.points], vec![PointSet::EMPTY; self.points]];
        if self.royal == 0 {
            return attackers;
        }
        for content in 1..self.pieces.len() {
            let Some(attackers) = attackers.get_mut(usize::from(self.pieces[content].1)) else { continue };
            for from in 0..self.points {
                for (slot, target) in self.slots(content, from).iter().map(|slot| (slot, slot.target())) {
                    if slot.accepts & self.royal & !self.own[usize::from(self.pieces[content].1)] != 0 {
                        attackers[target].insert(from);
                    }
                }
            }
        }
        attackers
    }

    fn find_passing_takers(&self) -> [Vec<PointSet>; 2] {
        let mut takers = [vec![PointSet::EMPTY; self.points], vec![PointSet::EMPTY; self.points]];
        for content in (1..self.pieces.len()).filter(|_| self.facts.passing) {
            let Some(takers) = takers.get_mut(usize::from(self.pieces[content].1)) else { continue };
            for from in 0..self.points {
                for slot in self.slots(content, from).iter().filter(|slot| slot.test == SlotTest::Passing) {
                    takers[usize::from(slot.to)].insert(from);
                }
            }
        }
        takers
    }

    fn first_position(&mut self) -> Result<Position, Diagnostic> {
        let mut position = Position::EMPTY;
        for i in 0..self.rules.start.len() {
            let (point, kind, side) = self.rules.start[i];
            let content = self.content(kind, side.unwrap_or(Side::First));
            if point >= self.points || content == 0 || position.cells[point] != 0 {
                return Err(Diagnostic::error(
                    "two pieces start on one point, or one beside the board",
                    None,
                ));
            }
            if self.royal >> content & 1 != 0
                && position.royals[self.owner(content)] != super::position::NOWHERE
            {
                let what = format!(
                    "each side may have one royal piece ({})",
                    self.rules.kinds[usize::from(kind)].letter
                );
                return Err(Diagnostic::error(what, None));
            }
            self.put(&mut position, point, content);
        }
        if let Some(sow) = &self.rules.sow {
            (0..self.points).for_each(|at| self.pour(&mut position, at, sow.seeds));
        }
        for side in Side::BOTH {
            for (kind, &count) in (0..).zip(&self.rules.hands[side.index()].clone()) {
                self.set_hand(&mut position, side, kind, count);
            }
        }
        position.castling = self.castling_of(&position);
        for side in Side::BOTH {
            self.facts.starts_eliminated[side.index()] = self.is_eliminated(&position, side);
            self.facts.starts_gathered[side.index()] = self.is_gathered(&position, side);
        }
        Ok(position)
    }
}

fn own_content(contents: &[[Content; 3]], kind: KindId, side: usize) -> Content {
    let contents = contents[usize::from(kind)];
    if contents[NOBODY] != 0 { contents[NOBODY] } else { contents[side] }
}

/// Royal pieces stand on the board from the beginning, one a side, and no other ever comes.
fn check_royals(rules: &Rules) -> Result<(), Diagnostic> {
    for (id, kind) in rules.kinds.iter().enumerate().filter(|(_, kind)| kind.royal) {
        let put = |place: &Placement| !place.from_hand && place.kinds >> id & 1 != 0;
        let puts = |step: &Step| match step {
            Step::Act { places, .. } => *places && put(&rules.place),
            Step::Place(place) => put(place),
            Step::Shoot { kind, .. } => usize::from(*kind) == id,
            Step::Remove { .. } => false,
        };
        let becomes = |other: &super::model::Kind| {
            other.promotes.as_ref().is_some_and(|what| what.to.iter().any(|&to| usize::from(to) == id))
        };
        let what = if rules.turn.steps.iter().chain(rules.turn.opening.iter().flatten()).any(puts) {
            "put on the board"
        } else if rules.hands.iter().any(|hand| hand.get(id).is_some_and(|&count| count > 0)) {
            "in hand"
        } else if rules.kinds.iter().any(becomes) {
            "what another piece becomes"
        } else if kind.moves.iter().any(|rule| rule.copies) {
            "copied"
        } else {
            continue;
        };
        let what = format!(
            "a royal piece ({}) stands on the board from the beginning: it cannot be {what}",
            kind.letter
        );
        return Err(
            Diagnostic::error(what, None).help("leave out `royal`, and say `eliminate` under `[win]`")
        );
    }
    Ok(())
}

type NumberedContents = (Vec<(KindId, u8)>, Vec<[Content; 3]>);

/// Numbers every kind with every owner that it can have.
///
/// Where seeds are sown the content of a pit is their number, and all of them are nobody's.
fn number_contents(rules: &Rules) -> Result<NumberedContents, Diagnostic> {
    if let Some(sow) = &rules.sow {
        let all = usize::from(sow.seeds) * rules.board.len();
        return Ok((vec![(0, NOBODY as u8); all + 1], vec![[0, 0, 1]]));
    }
    let mut pieces = vec![(0, NOBODY as u8)];
    let mut contents = Vec::new();
    for (kind, piece) in (0..).zip(&rules.kinds) {
        let mut of_kind = [0; 3];
        for owner in if piece.neutral { 2..3 } else { 0..2 } {
            of_kind[owner] = pieces.len() as Content;
            pieces.push((kind, owner as u8));
        }
        contents.push(of_kind);
    }
    if pieces.len() > MAX_CONTENTS || rules.kinds.len() > super::model::MAX_KINDS {
        return Err(Diagnostic::error("there are too many kinds of piece", None));
    }
    Ok((pieces, contents))
}

impl PlacementTable {
    fn new(rules: &Rules, rule: &Placement, contents: &[[Content; 3]]) -> PlacementTable {
        let kinds = || (0..rules.kinds.len()).filter(|&kind| rule.kinds >> kind & 1 != 0);
        let pieces = [0, 1].map(|side| {
            let piece = |kind: usize| {
                let what = &rules.kinds[kind];
                let on = rule.on[side].and(what.drop_on[side]).and(what.allowed[side]);
                (kind as KindId, own_content(contents, kind as KindId, side), on.and(rules.board.all()))
            };
            kinds().map(piece).collect::<Vec<_>>()
        });
        let plain = !rule.falls
            && !rule.must_take
            && !rule.from_hand
            && rule.beside == super::model::AdjacentTo::Whatever
            && rules.capture.surround.is_none()
            && rules.capture.row.as_ref().is_none_or(|row| row.placed != super::model::PlacedRow::Never)
            && kinds().all(|kind| !rules.kinds[kind].one_a_file);
        PlacementTable { rule: rule.clone(), pieces, plain }
    }
}
