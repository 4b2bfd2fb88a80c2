//! Material, and how freely it moves.

use wanqi_game::{Game, Side};
use wanqi_games::chess::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use wanqi_games::chess::bitboard::{Bitboard, squares};
use wanqi_games::chess::{Chess, Kind, Position};
use wanqi_search::{Evaluator, NothingProven, Stateless};

/// What pieces are worth, by [`Kind::index`].
pub const PIECE_VALUES: [i32; 6] = [100, 400, 300, 500, 1000, 10000];

/// Points for each move.
const MOVE: i32 = 2;

/// The sum of the pieces' values, a pawn being 100; with `mobility`, two points for each move as well.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material {
    /// Whether to count moves. See [`mobility`].
    pub mobility: bool,
}

impl Stateless for Material {}
impl NothingProven for Material {}

impl Evaluator<Chess> for Material {
    #[inline]
    fn evaluate(&self, game: &Chess, (): &mut (), position: &Position) -> i32 {
        let us = game.side_to_move(position);
        let them = us.opponent();
        let mut value = 0;
        for kind in Kind::ALL {
            let count = |side| position.pieces(side, kind).count_ones() as i32;
            value += PIECE_VALUES[kind.index()] * (count(us) - count(them));
        }
        if self.mobility {
            value += MOVE * (mobility(position, us) - mobility(position, them));
        }
        value
    }
}

/// The number of pseudo-legal moves of a side, whoever's turn it is: moves that may leave the king in check, and
/// without castling and capturing in passing. A promotion counts as one move.
///
/// Legal moves would be the natural thing to count, but a side that is not to move has none, and a check would
/// make the other side's count drop to a few.
pub fn mobility(position: &Position, side: Side) -> i32 {
    let (own, enemy) = (position.of_side(side), position.of_side(side.opponent()));
    let occupied = own | enemy;
    let count = |targets: Bitboard| targets.count_ones() as i32;
    let mut moves = 0;
    for from in squares(own) {
        moves += match position.kind_on(from) {
            Kind::Pawn => count(pawn_attacks(side, from) & enemy),
            Kind::Knight => count(knight_attacks(from) & !own),
            Kind::Bishop => count(bishop_attacks(from, occupied) & !own),
            Kind::Rook => count(rook_attacks(from, occupied) & !own),
            Kind::Queen => count((bishop_attacks(from, occupied) | rook_attacks(from, occupied)) & !own),
            Kind::King => count(king_attacks(from) & !own),
        };
    }
    let pawns = position.pieces(side, Kind::Pawn);
    let steps = |pawns: Bitboard| match side {
        Side::First => pawns << 8 & !occupied,
        Side::Second => pawns >> 8 & !occupied,
    };
    let third_rank = match side {
        Side::First => 0xFF << 16,
        Side::Second => 0xFF << 40,
    };
    moves + count(steps(pawns)) + count(steps(steps(pawns) & third_rank))
}
