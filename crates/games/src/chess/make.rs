//! Playing a move.

use super::bitboard::{Bitboard, Square, bit, file, lowest, square};
use super::moves::{Code, Move};
use super::piece::Kind;
use super::position::{MAX_QUIET_PLIES, Position};
use super::zobrist;
use wanqi_game::Side;

impl Position {
    /// Plays a legal move.
    #[inline]
    pub(super) fn play(&mut self, mv: Move) {
        let (us, them) = (self.side, self.side.opponent());
        let (from, to) = (mv.from(), mv.to());
        let code = mv.code();
        let moved = mv.moved();
        if let Some(square) = self.en_passant.take() {
            self.key ^= zobrist::en_passant(square);
        }
        self.quiet_plies = (self.quiet_plies + 1).min(MAX_QUIET_PLIES);

        if self.of_side(them) & bit(to) != 0 {
            self.toggle(them, self.kind_on(to), to);
            self.quiet_plies = 0;
        }
        self.toggle(us, moved, from);
        self.toggle(us, mv.placed(), to);
        if moved == Kind::Pawn {
            self.quiet_plies = 0;
            if code == Code::EN_PASSANT {
                self.toggle(them, Kind::Pawn, to ^ 8);
            }
        } else if let Some((rook_from, rook_to)) = self.castling_rook(mv) {
            self.toggle(us, Kind::Rook, rook_from);
            self.toggle(us, Kind::Rook, rook_to);
        }
        if self.castling != 0 {
            let home = if moved == Kind::King { home_rank(us) } else { 0 };
            let lost = self.castling & (bit(from) | bit(to) | home);
            self.castling ^= lost;
            self.key ^= zobrist::castling(lost);
        }

        self.side = them;
        self.key ^= zobrist::BLACK_TO_MOVE;
        self.move_number = self.move_number.saturating_add(us.index() as u16);
        self.find_checkers();
        if code == Code::DOUBLE_STEP {
            self.set_en_passant((from + to) / 2);
        }
    }

    /// The position after a pass, which the rules do not allow but a search may want to see; `None` in check.
    /// Plies without progress are counted anew, so that nothing before the pass is taken for a repetition.
    #[inline]
    pub fn passed(&self) -> Option<Position> {
        if self.checkers != 0 {
            return None;
        }
        let mut next = *self;
        if let Some(square) = next.en_passant.take() {
            next.key ^= zobrist::en_passant(square);
        }
        next.side = self.side.opponent();
        next.key ^= zobrist::BLACK_TO_MOVE;
        next.quiet_plies = 0;
        next.find_checkers();
        Some(next)
    }

    /// Where the rook comes from and goes, if a move of this position castles.
    #[inline(always)]
    pub fn castling_rook(&self, mv: Move) -> Option<(Square, Square)> {
        if !mv.is_castling() {
            return None;
        }
        // At most one such rook stands on each side of the king.
        let own = self.castling & home_rank(self.side);
        let right_of_king = own & (!0 << mv.from());
        let rook = lowest(if file(mv.to()) == 6 { right_of_king } else { own & !right_of_king }) & 63;
        Some((rook, castling_targets(mv.from(), rook).1))
    }

    /// Whether a castling move begins where king and rook stand in ordinary chess: nothing but castling takes a king
    /// from there to where it goes.
    pub(super) fn castles_as_usual(&self, mv: Move) -> bool {
        let rook = self.castling_rook(mv).map_or(0, |(rook, _)| rook);
        file(mv.from()) == 4 && (file(rook) == 0 || file(rook) == 7)
    }
}

/// The rank that a side's pieces start on.
#[inline(always)]
pub(super) const fn home_rank(side: Side) -> Bitboard {
    match side {
        Side::First => 0xFF,
        Side::Second => 0xFF << 56,
    }
}

/// Where king and rook end when they castle: the g and f file if the rook stands right of the king, else c and d.
#[inline(always)]
pub(super) const fn castling_targets(king: Square, rook: Square) -> (Square, Square) {
    let rank = king >> 3;
    if rook > king { (square(6, rank), square(5, rank)) } else { (square(2, rank), square(3, rank)) }
}
