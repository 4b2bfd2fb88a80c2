//! A position: sets of squares by kind and by side, and what the rules remember of the past.

use super::attacks::{
    all_knight_attacks, all_pawn_attacks, between, bishop_attacks, bishop_rays, king_attacks, knight_attacks,
    pawn_attacks, rook_attacks, rook_rays,
};
use super::bitboard::{Bitboard, Square, bit, lowest, several, square, squares};
use super::moves::Move;
use super::piece::Kind;
use super::zobrist;
use std::fmt;
use wanqi_game::Side;

/// A position of chess. Each side has one king, and the side that is not to move is not in check.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(super) kinds: [Bitboard; 6],
    pub(super) sides: [Bitboard; 2],
    /// The rooks that may still castle. A set of squares and not of names, so that rooks may start anywhere.
    pub(super) castling: Bitboard,
    /// The pieces that give check.
    pub(super) checkers: Bitboard,
    /// The pieces of the side to move that shield their king from a slider.
    pub(super) pinned: Bitboard,
    pub(super) key: u64,
    pub(super) side: Side,
    /// The square behind a pawn that has just made a double step, where capturing it there is legal.
    pub(super) en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub(super) quiet_plies: u8,
    /// The number of the move, counted from 1 and raised after Black's.
    pub(super) move_number: u16,
}

const _: () = assert!(size_of::<Position>() <= 128);

/// Where counting quiet plies stops: seventy-five moves end a game that no other rule has ended.
pub(super) const MAX_QUIET_PLIES: u8 = 150;

impl Position {
    /// A board without pieces, White to move: the beginning of setting one up.
    pub(super) const EMPTY: Position = Position {
        kinds: [0; 6],
        sides: [0; 2],
        castling: 0,
        checkers: 0,
        pinned: 0,
        key: 0,
        side: Side::First,
        en_passant: None,
        quiet_plies: 0,
        move_number: 1,
    };

    /// The position that a game begins with.
    pub(super) const START: Position = {
        const PIECES: [Kind; 8] = {
            use Kind::{Bishop, King, Knight, Queen, Rook};
            [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook]
        };
        let mut position = Position::EMPTY;
        let mut file = 0;
        while file < 8 {
            position.toggle(Side::First, PIECES[file as usize], square(file, 0));
            position.toggle(Side::First, Kind::Pawn, square(file, 1));
            position.toggle(Side::Second, Kind::Pawn, square(file, 6));
            position.toggle(Side::Second, PIECES[file as usize], square(file, 7));
            file += 1;
        }
        position.castling = position.kinds[Kind::Rook.index()];
        position.key ^= zobrist::castling(position.castling);
        position
    };

    /// A position of some pieces without castling rights; `None` if two are on one square, a side has not one king, or the
    /// side that is not to move is in check.
    pub fn of_pieces(pieces: &[(Side, Kind, Square)], side: Side) -> Option<Position> {
        let mut position = Position::EMPTY;
        for &(owner, kind, square) in pieces {
            if position.occupied() & bit(square) != 0 {
                return None;
            }
            position.toggle(owner, kind, square);
        }
        let one_king = |side| position.pieces(side, Kind::King).count_ones() == 1;
        if !Side::BOTH.into_iter().all(one_king) {
            return None;
        }
        let them = side.opponent();
        if position.attackers(position.king(them), position.occupied()) & position.of_side(side) != 0 {
            return None;
        }
        position.side = side;
        if side == Side::Second {
            position.key ^= zobrist::BLACK_TO_MOVE;
        }
        position.find_checkers();
        Some(position)
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn side_to_move(&self) -> Side {
        self.side
    }

    /// Both sides' pieces of a kind.
    #[inline(always)]
    pub fn of_kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// A side's pieces.
    #[inline(always)]
    pub fn of_side(&self, side: Side) -> Bitboard {
        self.sides[side.index()]
    }

    /// A side's pieces of a kind.
    #[inline(always)]
    pub fn pieces(&self, side: Side, kind: Kind) -> Bitboard {
        self.of_side(side) & self.of_kind(kind)
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// The square of a side's king.
    #[inline(always)]
    pub fn king(&self, side: Side) -> Square {
        lowest(self.pieces(side, Kind::King)) & 63
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<(Side, Kind)> {
        let side = Side::BOTH.into_iter().find(|&side| self.of_side(side) & bit(square) != 0)?;
        Some((side, self.kind_on(square)))
    }

    /// The kind of the piece on a square; a pawn where there is none.
    #[inline(always)]
    pub fn kind_on(&self, square: Square) -> Kind {
        // A sum over the kinds and no branch: what is captured is hard to predict.
        let on = |kind: Kind| (self.of_kind(kind) >> square & 1) as usize * kind.index();
        Kind::ALL[on(Kind::Knight) + on(Kind::Bishop) + on(Kind::Rook) + on(Kind::Queen) + on(Kind::King)]
    }

    /// Whether a move captures, in passing too.
    #[inline(always)]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.of_side(self.side.opponent()) & bit(mv.to()) != 0 || mv.is_en_passant()
    }

    /// The pieces that give check.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// The pieces of the side to move that may not leave the line between their king and an attacker.
    #[inline(always)]
    pub fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// The square on which a pawn may be captured in passing.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The rooks that may still castle.
    #[inline(always)]
    pub fn castling_rooks(&self) -> Bitboard {
        self.castling
    }

    /// Plies since the last capture or pawn move.
    #[inline(always)]
    pub fn quiet_plies(&self) -> u8 {
        self.quiet_plies
    }

    /// Bishops and queens of a side.
    #[inline(always)]
    pub(super) fn diagonal_sliders(&self, side: Side) -> Bitboard {
        self.of_side(side) & (self.of_kind(Kind::Bishop) | self.of_kind(Kind::Queen))
    }

    /// Rooks and queens of a side.
    #[inline(always)]
    pub(super) fn straight_sliders(&self, side: Side) -> Bitboard {
        self.of_side(side) & (self.of_kind(Kind::Rook) | self.of_kind(Kind::Queen))
    }

    /// The pieces of both sides that attack a square if just the squares of `occupied` held pieces.
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let straight = self.of_kind(Kind::Rook) | self.of_kind(Kind::Queen);
        let diagonal = self.of_kind(Kind::Bishop) | self.of_kind(Kind::Queen);
        (pawn_attacks(Side::Second, square) & self.pieces(Side::First, Kind::Pawn))
            | (pawn_attacks(Side::First, square) & self.pieces(Side::Second, Kind::Pawn))
            | (knight_attacks(square) & self.of_kind(Kind::Knight))
            | (king_attacks(square) & self.of_kind(Kind::King))
            | (rook_attacks(square, occupied) & straight)
            | (bishop_attacks(square, occupied) & diagonal)
    }

    /// Whether a slider of `by` attacks a square if just the squares of `occupied` held pieces.
    #[inline(always)]
    pub(super) fn slider_attacks(&self, by: Side, square: Square, occupied: Bitboard) -> bool {
        rook_attacks(square, occupied) & self.straight_sliders(by) != 0
            || bishop_attacks(square, occupied) & self.diagonal_sliders(by) != 0
    }

    /// All squares that the pawns, knights and king of a side attack.
    #[inline(always)]
    pub(super) fn leaper_attacks(&self, side: Side) -> Bitboard {
        all_pawn_attacks(side, self.pieces(side, Kind::Pawn))
            | all_knight_attacks(self.pieces(side, Kind::Knight))
            | king_attacks(self.king(side))
    }

    /// Whether the pawn on `from` may capture in passing on `to` without leaving its king in check.
    pub(super) fn en_passant_is_legal(&self, from: Square, to: Square) -> bool {
        // The captured pawn stands on the capturer's rank and the target's file.
        let captured = bit(to ^ 8);
        let occupied = (self.occupied() ^ bit(from) ^ captured) | bit(to);
        let leapers = self.of_kind(Kind::Pawn) | self.of_kind(Kind::Knight);
        self.checkers & leapers & !captured == 0
            && !self.slider_attacks(self.side.opponent(), self.king(self.side), occupied)
    }

    /// Remembers the square behind a pawn after its double step, if capturing it there is legal.
    #[inline]
    pub(super) fn set_en_passant(&mut self, square: Square) {
        let capturers = pawn_attacks(self.side.opponent(), square) & self.pieces(self.side, Kind::Pawn);
        if squares(capturers).any(|from| self.en_passant_is_legal(from, square)) {
            self.en_passant = Some(square);
            self.key ^= zobrist::en_passant(square);
        }
    }

    /// Puts a piece on a square, or takes it off.
    #[inline(always)]
    pub(super) const fn toggle(&mut self, side: Side, kind: Kind, square: Square) {
        self.kinds[kind.index()] ^= bit(square);
        self.sides[side.index()] ^= bit(square);
        self.key ^= zobrist::piece(side, kind, square);
    }

    /// Finds the checkers and the pinned pieces: the sliders that would attack the king on a board with only
    /// themselves are told apart by how many pieces stand between.
    #[inline(always)]
    pub(super) fn find_checkers(&mut self) {
        let king = self.king(self.side);
        let them = self.side.opponent();
        let occupied = self.occupied();
        let mut checkers = self.of_side(them)
            & (pawn_attacks(self.side, king) & self.of_kind(Kind::Pawn)
                | knight_attacks(king) & self.of_kind(Kind::Knight));
        let mut shields = 0;
        let aligned =
            rook_rays(king) & self.straight_sliders(them) | bishop_rays(king) & self.diagonal_sliders(them);
        for slider in squares(aligned) {
            let blockers = between(king, slider) & occupied;
            if blockers == 0 {
                checkers |= bit(slider);
            } else if !several(blockers) {
                shields |= blockers;
            }
        }
        self.checkers = checkers;
        self.pinned = shields & self.of_side(self.side);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::fen::format(self))
    }
}
