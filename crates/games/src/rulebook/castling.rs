//! Moves of two pieces at once, as in castling; and pieces that may be taken where they have just passed.

use super::compile::Tables;
use super::model::{KindId, Rules, Shape};
use super::points::PointSet;
use super::position::{Cells, Content, Move, MoveKind, Position};
use super::slots::SlotTest;
use wanqi_game::{Side, Step};

/// A [`Castle`](super::model::Castle) of a side, worked out.
#[derive(Clone, Debug)]
pub(super) struct CastleTable {
    pub from: u16,
    pub to: u16,
    pub partner_from: u16,
    pub partner_to: u16,
    /// What castles, and what goes with it.
    pub piece: Content,
    pub partner: Content,
    /// The points that must be empty, those of the two pieces not among them.
    pub between: Vec<u16>,
    /// Where the piece comes from, all that it goes over, and where it goes.
    way: Vec<u16>,
}

/// The points from one to another along their line, both among them; the two alone if they are on none.
fn way(rules: &Rules, from: u16, to: u16) -> Vec<u16> {
    let places = &rules.board.places;
    let ((a, b), (c, d)) = (places[usize::from(from)], places[usize::from(to)]);
    let (right, down) = (i32::from(c) - i32::from(a), i32::from(d) - i32::from(b));
    let length = right.abs().max(down.abs());
    let straight = right == 0 || down == 0 || right.abs() == down.abs();
    if length == 0 || !straight {
        return vec![from, to];
    }
    let at = |i: i32| {
        let (column, row) = (i32::from(a) + i * right.signum(), i32::from(b) + i * down.signum());
        rules.board.at(column, row).map(|at| at as u16)
    };
    (0..=length).filter_map(at).collect()
}

impl CastleTable {
    /// Those of all kinds and sides, in the order in which [`Position::castling`] counts them.
    pub(super) fn all(rules: &Rules, content: impl Fn(KindId, Side) -> Content) -> Vec<CastleTable> {
        let mut tables = Vec::new();
        for (kind, what) in (0..).zip(&rules.kinds) {
            for side in Side::BOTH {
                for castle in &what.castles[side.index()] {
                    let own = way(rules, castle.from, castle.to);
                    let mut between = own.clone();
                    between.extend(way(rules, castle.partner_from, castle.partner_to));
                    between.retain(|&at| at != castle.from && at != castle.partner_from);
                    between.sort_unstable();
                    between.dedup();
                    tables.push(CastleTable {
                        from: castle.from,
                        to: castle.to,
                        partner_from: castle.partner_from,
                        partner_to: castle.partner_to,
                        piece: content(kind, side),
                        partner: content(castle.partner, side),
                        between,
                        way: own,
                    });
                }
            }
        }
        tables
    }

    /// The board after it.
    pub(super) fn apply(&self, cells: &mut Cells) {
        cells[usize::from(self.from)] = 0;
        cells[usize::from(self.partner_from)] = 0;
        cells[usize::from(self.to)] = self.piece;
        cells[usize::from(self.partner_to)] = self.partner;
    }
}

impl Tables {
    /// Which castling a move is.
    pub(super) fn castle_of(&self, mv: Move) -> Option<&CastleTable> {
        let is =
            |castle: &&CastleTable| (castle.from, castle.to, castle.piece) == (mv.from, mv.to, mv.becomes);
        (mv.what == MoveKind::Castle).then(|| self.castles.iter().find(is)).flatten()
    }

    /// Plays a castling.
    pub(super) fn castle(&self, position: &mut Position, mv: Move) {
        let Some(castle) = self.castle_of(mv) else { return };
        self.lift(position, castle.from.into());
        self.lift(position, castle.partner_from.into());
        self.put(position, castle.to.into(), mv.becomes);
        self.put(position, castle.partner_to.into(), castle.partner);
    }

    /// Whether a royal piece castles out of no attack and over no attacked point. Where it comes to is another matter.
    pub(super) fn way_is_safe(&self, position: &Position, mv: Move) -> bool {
        let Some(castle) = self.castle_of(mv) else { return true };
        let side = position.side;
        if position.royals[side.index()] != castle.from {
            return true;
        }
        // The last point is looked at with both pieces there.
        castle.way[..castle.way.len() - 1].iter().all(|&at| {
            let mut cells = position.cells;
            cells[usize::from(castle.from)] = 0;
            cells[usize::from(at)] = castle.piece;
            !self.is_threatened(position, &cells, side, at.into())
        })
    }

    /// The castlings whose pieces stand where they begin.
    pub(super) fn castling_of(&self, position: &Position) -> u16 {
        let stand = |castle: &CastleTable| {
            position.cells[usize::from(castle.from)] == castle.piece
                && position.cells[usize::from(castle.partner_from)] == castle.partner
        };
        let castles = self.castles.iter().enumerate().filter(|(_, castle)| stand(castle));
        castles.fold(0, |set, (i, _)| set | 1 << i)
    }

    /// The castlings that the other side has where each side's pieces come to the other on a turned board.
    pub(super) fn castling_of_other(&self, castling: u16, turned: &[u16]) -> u16 {
        let turn = |at: u16| turned[usize::from(at)];
        let becomes = |castle: &CastleTable| {
            self.castles.iter().position(|other| {
                other.piece == self.of_other(castle.piece)
                    && other.to == turn(castle.to)
                    && other.partner_from == turn(castle.partner_from)
            })
        };
        let possible = self.castles.iter().enumerate().filter(|(i, _)| castling >> i & 1 != 0);
        possible.filter_map(|(_, castle)| becomes(castle)).fold(0, |set, i| set | 1 << i)
    }

    /// The clicks of a castling: the piece, and where it goes or its partner; only the latter where it could go there alone.
    pub(super) fn castle_steps(&self, position: &Position, mv: Move) -> Vec<Step> {
        let Some(castle) = self.castle_of(mv) else { return Vec::new() };
        let points = match self.goes_alone(position, mv) {
            true => vec![castle.partner_from],
            false => vec![mv.to, castle.partner_from],
        };
        vec![Step::point(mv.from), Step::Point(points)]
    }

    /// Whether a castling is not told by where its piece goes: that could go there by itself, stays where it is, or goes to
    /// where the partner of another castling stands.
    fn goes_alone(&self, position: &Position, mv: Move) -> bool {
        let slots = self.slots_of(position, mv.from.into());
        let partner = |castle: &CastleTable| (castle.from, castle.partner_from) == (mv.from, mv.to);
        mv.from == mv.to
            || slots.iter().any(|slot| slot.to == mv.to && slot.test != SlotTest::Castle)
            || self.castles.iter().any(partner)
    }

    /// `e1g1`; or as Chess960 has it, from where the one stands to where the other does, if the piece could go there alone
    /// or does not go at all.
    pub(super) fn castle_text(&self, position: &Position, mv: Move) -> String {
        let Some(castle) = self.castle_of(mv) else { return String::new() };
        let to = if self.goes_alone(position, mv) { castle.partner_from } else { mv.to };
        let name = |at: u16| &*self.rules.board.names[usize::from(at)];
        format!("{}{}", name(mv.from), name(to))
    }

    /// The points of the partners of castlings, in the order of the board.
    pub(super) fn format_castling(&self, castling: u16) -> String {
        let possible = |(i, _): &(usize, &CastleTable)| castling >> i & 1 != 0;
        let castles = self.castles.iter().enumerate().filter(possible);
        let points: PointSet = castles.map(|(_, castle)| usize::from(castle.partner_from)).collect();
        let names: Vec<&str> = points.iter_in(self.points).map(|at| &*self.rules.board.names[at]).collect();
        names.join(",")
    }

    /// The castlings that such a text tells of, if all of their pieces stand there.
    pub(super) fn parse_castling(&self, position: &Position, text: &str) -> Option<u16> {
        let standing = self.castling_of(position);
        let mut castling = 0;
        for name in text.split(',') {
            let at = self.rules.board.names.iter().position(|known| known == name)?;
            let of = |(i, castle): &(usize, &CastleTable)| {
                standing >> i & 1 != 0 && usize::from(castle.partner_from) == at
            };
            let set = self.castles.iter().enumerate().filter(of).fold(0, |set, (i, _)| set | 1 << i);
            castling |= if set == 0 { return None } else { set };
        }
        (self.format_castling(castling) == text).then_some(castling)
    }

    /// Remembers which point a piece has passed over, if it might be taken there.
    #[inline]
    pub(super) fn pass_over(&self, position: &mut Position, mv: Move) {
        if mv.what != MoveKind::Go || position.cells[usize::from(mv.to)] != mv.becomes {
            return;
        }
        let passes = &self.passes[usize::from(mv.becomes) * self.points + usize::from(mv.from)];
        if let Some(&(_, over)) = passes.iter().find(|&&(to, _)| to == mv.to)
            && self.might_take_passing(position, position.side.opponent(), over, mv.becomes)
        {
            position.passed = [over, mv.to];
        }
    }

    /// Whether `side` has a piece that could take one of this content where it has passed.
    fn might_take_passing(&self, position: &Position, side: Side, over: u16, content: Content) -> bool {
        let takers = self.passing_takers[side.index()][usize::from(over)].and(position.sets[side.index()]);
        takers.iter_in(self.points).any(|from| {
            let slots = self.slots_of(position, from);
            slots.iter().any(|slot| {
                slot.test == SlotTest::Passing && slot.to == over && slot.accepts >> content & 1 != 0
            })
        })
    }

    /// The piece that has just passed over a point, if one of the side not to move can have done so and might be taken
    /// there.
    pub(super) fn passer(&self, position: &Position, over: u16) -> Option<u16> {
        let side = position.side;
        position.sets[side.opponent().index()].iter_in(self.points).map(|at| at as u16).find(|&at| {
            let content = position.cells[usize::from(at)];
            let from = (0..self.points).find(|from| {
                let passes = &self.passes[usize::from(content) * self.points + from];
                passes.contains(&(at, over))
            });
            let free = |at: usize| position.cells[at] == 0;
            from.is_some_and(|from| free(from) && free(over.into()))
                && self.might_take_passing(position, side, over, content)
        })
    }
}

/// For each content and point where it may go passing over a point, and over which.
pub(super) fn passes(rules: &Rules, pieces: &[(KindId, u8)]) -> Vec<Vec<(u16, u16)>> {
    let points = rules.board.len();
    let mut passes = vec![Vec::new(); pieces.len() * points];
    for (content, &(kind, owner)) in pieces.iter().enumerate().skip(1) {
        let Some(&side) = Side::BOTH.get(usize::from(owner)) else { continue };
        let rules_of = rules.kinds[usize::from(kind)].moves.iter().filter(|rule| rule.passes);
        for rule in rules_of {
            let Shape::Slide { dirs, .. } = &rule.shape else { continue };
            for from in (0..points).filter(|&from| rule.from[side.index()].has(from)) {
                for &dir in dirs {
                    let mut ray = rules.board.ray(from, dir, side);
                    if let (Some(over), Some(to)) = (ray.next(), ray.next()) {
                        passes[content * points + from].push((to as u16, over as u16));
                    }
                }
            }
        }
    }
    passes
}
