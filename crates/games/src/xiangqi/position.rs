//! A position, and who attacks what in it.

use super::lines::{between, both_reaches};
use super::moves::Move;
use super::piece::Kind;
use super::points::{BOARD, Point, PointSet, bit, holds, lines, lowest, points, several};
use super::steps::{
    advisor_steps, diagonal_neighbours, elephant_steps_from, horse_steps_to, king_steps, pawn_steps_to,
    straight_neighbours,
};
use super::zobrist;
use std::fmt;
use wanqi_game::Side;

/// A position of xiangqi: pieces, side to move, and the counters of a FEN.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    kinds: [PointSet; 7],
    sides: [PointSet; 2],
    /// Where a piece of the side to move other than the king and the [`shields`](Position::shields) may go
    /// without leaving the king in check.
    pub(super) safe: PointSet,
    /// Pieces beside which `safe` may be wrong: taking one away may open a line, or close it.
    pub(super) shields: PointSet,
    pub(super) key: u64,
    kings: [Point; 2],
    pub(super) side: Side,
    pub(super) checked: bool,
    pub(super) quiet_plies: u16,
    pub(super) move_number: u16,
}

// A search copies a position at every node.
const _: () = assert!(size_of::<Position>() <= 256);

impl Position {
    /// No piece; not yet a position.
    pub(super) const EMPTY: Position = Position {
        kinds: [0; 7],
        sides: [0; 2],
        safe: BOARD,
        shields: 0,
        key: 0,
        kings: [0; 2],
        side: Side::First,
        checked: false,
        quiet_plies: 0,
        move_number: 1,
    };

    /// The side to move.
    #[inline(always)]
    pub const fn side_to_move(&self) -> Side {
        self.side
    }

    /// The Zobrist key.
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The points of a side's pieces.
    #[inline(always)]
    pub const fn of_side(&self, side: Side) -> PointSet {
        self.sides[side.index()]
    }

    /// The points of both sides' pieces of a kind.
    #[inline(always)]
    pub const fn of_kind(&self, kind: Kind) -> PointSet {
        self.kinds[kind.index()]
    }

    /// The points of a side's pieces of a kind.
    #[inline(always)]
    pub const fn pieces(&self, side: Side, kind: Kind) -> PointSet {
        self.of_side(side) & self.of_kind(kind)
    }

    /// The points that hold a piece.
    #[inline(always)]
    pub const fn occupied(&self) -> PointSet {
        self.sides[0] | self.sides[1]
    }

    /// Where a side's king stands.
    #[inline(always)]
    pub const fn king(&self, side: Side) -> Point {
        self.kings[side.index()]
    }

    /// The piece on a point.
    #[inline]
    pub fn piece_on(&self, point: Point) -> Option<(Side, Kind)> {
        let side = Side::BOTH.into_iter().find(|&side| holds(self.of_side(side), point))?;
        Some((side, self.kind_on(point)))
    }

    /// The kind of the piece on a point; a pawn where there is none.
    #[inline(always)]
    pub fn kind_on(&self, point: Point) -> Kind {
        // A sum over the kinds and no branch: what is captured is hard to predict.
        let on = |kind: Kind| usize::from(holds(self.of_kind(kind), point)) * kind.index();
        Kind::ALL[on(Kind::Advisor)
            + on(Kind::Elephant)
            + on(Kind::Horse)
            + on(Kind::Cannon)
            + on(Kind::Rook)
            + on(Kind::King)]
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    pub const fn in_check(&self) -> bool {
        self.checked
    }

    /// Plies since the last capture.
    #[inline(always)]
    pub const fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// The pieces of both sides that attack a point if just the points of `occupied` held pieces: advisors and
    /// elephants too, and kings by a step, but not along an open file.
    pub fn attackers(&self, to: Point, occupied: PointSet) -> PointSet {
        let of = |kind| self.of_kind(kind);
        let (rooks, cannons) = both_reaches(to, occupied);
        // All but those of horses and pawns go both ways.
        rooks & of(Kind::Rook)
            | cannons & of(Kind::Cannon)
            | horse_steps_to(to, occupied) & of(Kind::Horse)
            | elephant_steps_from(to, occupied) & of(Kind::Elephant)
            | advisor_steps(to) & of(Kind::Advisor)
            | king_steps(to) & of(Kind::King)
            | pawn_steps_to(Side::First, to) & self.pieces(Side::First, Kind::Pawn)
            | pawn_steps_to(Side::Second, to) & self.pieces(Side::Second, Kind::Pawn)
    }

    /// Whether a king on a point of its palace would be in check by `by` if just the points of `occupied` held
    /// pieces. A king checks along an open file.
    pub(super) fn checks(&self, by: Side, king: Point, occupied: PointSet) -> bool {
        let enemy = self.of_side(by) & occupied & !bit(king);
        if enemy & pawn_steps_to(by, king) & self.of_kind(Kind::Pawn) != 0
            || enemy & horse_steps_to(king, occupied) & self.of_kind(Kind::Horse) != 0
        {
            return true;
        }
        let aligned = enemy & lines(king);
        let direct = aligned & (self.of_kind(Kind::Rook) | self.of_kind(Kind::King));
        points(direct).any(|from| between(king, from) & occupied == 0)
            || points(aligned & self.of_kind(Kind::Cannon))
                .any(|from| (between(king, from) & occupied).count_ones() == 1)
    }

    /// Puts a piece on a point, or takes it off.
    #[inline(always)]
    pub(super) fn toggle(&mut self, side: Side, kind: Kind, point: Point) {
        self.kinds[kind.index()] ^= bit(point);
        self.sides[side.index()] ^= bit(point);
        self.key ^= zobrist::piece(side, kind, point);
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn play(&mut self, mv: Move) {
        let (us, them) = (self.side, self.side.opponent());
        let (from, to, moved) = (mv.from(), mv.to(), mv.moved());
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        if holds(self.of_side(them), to) {
            self.toggle(them, self.kind_on(to), to);
            self.quiet_plies = 0;
        }
        self.toggle(us, moved, from);
        self.toggle(us, moved, to);
        if moved == Kind::King {
            self.kings[us.index()] = to;
        }
        self.side = them;
        self.key ^= zobrist::BLACK_TO_MOVE;
        self.move_number = self.move_number.saturating_add(us.index() as u16);
        self.watch_king();
    }

    /// The position after a pass, which the rules do not allow but a search may want to see; `None` in check.
    /// Plies without a capture are counted anew, so that nothing before the pass is taken for a repetition.
    #[inline]
    pub fn passed(&self) -> Option<Position> {
        (!self.checked).then(|| self.turned())
    }

    /// The same pieces with the other side to move, whoever is in check.
    #[inline]
    pub(super) fn turned(&self) -> Position {
        let mut next = *self;
        next.side = self.side.opponent();
        next.key ^= zobrist::BLACK_TO_MOVE;
        next.quiet_plies = 0;
        next.watch_king();
        next
    }

    /// Finds where the kings stand, and what [`watch_king`](Position::watch_king) finds, after pieces have been
    /// set up.
    pub(super) fn set_up(&mut self) {
        for side in Side::BOTH {
            self.kings[side.index()] = lowest(self.pieces(side, Kind::King));
        }
        self.watch_king();
    }

    /// Keeps what the king of the side to move sees.
    #[inline]
    fn watch_king(&mut self) {
        let view = self.king_view(0);
        (self.safe, self.checked) = (view.safe, view.checked);
        self.shields = view.shields & self.of_side(self.side);
    }

    /// Where a piece other than the king may go without leaving it in check.
    #[inline(always)]
    pub(super) fn safe_from(&self, from: Point) -> PointSet {
        if holds(self.shields, from) { self.king_view(bit(from)).safe } else { self.safe }
    }

    /// Looks from the king of the side to move at what attacks it, or would, as if the points of `lifted` were
    /// empty.
    #[inline(always)]
    fn king_view(&self, lifted: PointSet) -> KingView {
        let (king, them) = (self.king(self.side), self.side.opponent());
        let occupied = self.occupied() & !lifted;
        let enemy = self.of_side(them);
        let mut view = KingView { safe: BOARD, shields: 0, checked: false };
        let aligned = enemy & lines(king);
        for slider in points(aligned & (self.of_kind(Kind::Rook) | self.of_kind(Kind::King))) {
            let way = between(king, slider);
            let blocks = way & occupied;
            if blocks == 0 {
                // Only into its way, or to capture it.
                view.safe &= way | bit(slider);
                view.checked = true;
            } else if !several(blocks) {
                view.shields |= blocks;
            }
        }
        for cannon in points(aligned & self.of_kind(Kind::Cannon)) {
            let way = between(king, cannon);
            let blocks = way & occupied;
            if blocks == 0 {
                // Not to become its screen.
                view.safe &= !way;
            } else if !several(blocks) {
                // Only to become a second screen, or to capture it; who captures the screen takes its place.
                view.safe &= way & !blocks | bit(cannon);
                view.shields |= blocks;
                view.checked = true;
            } else if !several(blocks & (blocks - 1)) {
                view.shields |= blocks;
            }
        }
        let horses = enemy & self.of_kind(Kind::Horse) & horse_steps_to(king, 0);
        for horse in points(horses) {
            let leg = straight_neighbours(horse) & diagonal_neighbours(king);
            if leg & occupied == 0 {
                view.safe &= leg | bit(horse);
                view.checked = true;
            } else {
                view.shields |= leg;
            }
        }
        let pawns = enemy & self.of_kind(Kind::Pawn) & pawn_steps_to(them, king);
        for pawn in points(pawns) {
            view.safe &= bit(pawn);
            view.checked = true;
        }
        view
    }
}

/// What a king sees.
struct KingView {
    /// Where its other pieces may go without leaving it in check.
    safe: PointSet,
    /// Pieces of both sides whose going may open a line to it.
    shields: PointSet,
    /// Whether it is in check.
    checked: bool,
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::fen::format(self))
    }
}
