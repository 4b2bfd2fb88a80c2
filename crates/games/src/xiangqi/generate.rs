//! Legal moves, as sets: a piece's targets are cut to those that leave its king safe, so that nothing is made
//! and taken back, and counting is counting bits.

use super::lines::{both_reaches, rook_reach};
use super::moves::MoveSet;
use super::piece::Kind;
use super::points::{bit, points};
use super::position::Position;
use super::steps::{advisor_steps, elephant_steps_from, horse_steps_from, king_steps, pawn_steps_from};

/// The most sets that [`generate`] visits: one a piece, and no side has more pieces than it began with.
pub(super) const MAX_SETS: usize = 16;

/// Visits all legal moves that capture (if `CAPTURES`) and all others (if `QUIET`).
#[inline(always)]
pub(super) fn generate<const CAPTURES: bool, const QUIET: bool>(
    position: &Position,
    mut visit: impl FnMut(MoveSet),
) {
    let (us, them) = (position.side, position.side.opponent());
    let occupied = position.occupied();
    let mut wanted = 0;
    if CAPTURES {
        wanted |= position.of_side(them);
    }
    if QUIET {
        wanted |= !occupied;
    }
    let king = position.king(us);
    let mut to = king_steps(king) & wanted;
    let others = occupied & !bit(king);
    for target in points(to) {
        if position.checks(them, target, others) {
            to ^= bit(target);
        }
    }
    visit(MoveSet { moved: Kind::King, from: king, to });
    if position.safe & wanted == 0 && position.shields == 0 {
        return;
    }

    for from in points(position.pieces(us, Kind::Rook)) {
        let reach = rook_reach(from, occupied);
        visit(MoveSet { moved: Kind::Rook, from, to: reach & wanted & position.safe_from(from) });
    }
    for from in points(position.pieces(us, Kind::Cannon)) {
        let (reach, over) = both_reaches(from, occupied);
        let to = (reach & !occupied | over & occupied) & wanted & position.safe_from(from);
        visit(MoveSet { moved: Kind::Cannon, from, to });
    }
    for from in points(position.pieces(us, Kind::Horse)) {
        let to = horse_steps_from(from, occupied) & wanted & position.safe_from(from);
        visit(MoveSet { moved: Kind::Horse, from, to });
    }
    for from in points(position.pieces(us, Kind::Pawn)) {
        let to = pawn_steps_from(us, from) & wanted & position.safe_from(from);
        visit(MoveSet { moved: Kind::Pawn, from, to });
    }
    for from in points(position.pieces(us, Kind::Elephant)) {
        let to = elephant_steps_from(from, occupied) & wanted & position.safe_from(from);
        visit(MoveSet { moved: Kind::Elephant, from, to });
    }
    for from in points(position.pieces(us, Kind::Advisor)) {
        let to = advisor_steps(from) & wanted & position.safe_from(from);
        visit(MoveSet { moved: Kind::Advisor, from, to });
    }
}
