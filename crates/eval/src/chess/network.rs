//! Chess as a network sees it: [`crate::perspective_network`].

use crate::data_file;
use crate::data_file::Shipped;
use crate::perspective_network::{self, Change, Piece};
use wanqi_game::Side;
use wanqi_games::chess::bitboard::{Square, file, squares};
use wanqi_games::chess::{Chess, Kind, Move, Position};

/// The evaluation by a network: (768 → 128) × 2 → 8.
pub type Network = perspective_network::Network<View>;

/// The one that comes with the program.
pub static SHIPPED: Shipped<Network> = Shipped::new(data_file!("chess.nn"), |bytes| {
    Network::read(bytes).expect("the file is a network: a test reads it")
});

/// How a side looks at the board: from its own first rank, and mirrored while its king stands right of the middle, so
/// that what is learned of one wing is known of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    side: Side,
    turn: Square,
}

/// Whether the board is mirrored for a side whose king stands on a square.
#[inline(always)]
fn is_mirrored(king: Square) -> bool {
    file(king) > 3
}

#[inline(always)]
fn piece(side: Side, kind: Kind, point: Square) -> Piece {
    Piece { side, kind: kind.index() as u8, point }
}

impl perspective_network::View for View {
    type Game = Chess;
    const GAME: &'static str = "chess";
    const MADE: &'static str = "cargo xtask network chess";
    /// Its own and the other's pieces of six kinds on 64 squares.
    const INPUTS: usize = 2 * 6 * 64;
    const POINTS: usize = 64;
    const KINDS: u8 = 6;
    const KING: u8 = Kind::King as u8;

    fn shipped() -> &'static Shipped<Network> {
        &SHIPPED
    }

    #[inline(always)]
    fn new(side: Side, king: Square) -> View {
        let upside_down = if side == Side::First { 0 } else { 56 };
        let mirrored = if is_mirrored(king) { 7 } else { 0 };
        View { side, turn: upside_down ^ mirrored }
    }

    #[inline(always)]
    fn input(self, Piece { side, kind, point }: Piece) -> usize {
        let owner = usize::from(side != self.side);
        (owner * 6 + usize::from(kind)) * 64 + usize::from((point ^ self.turn) & 63)
    }

    #[inline(always)]
    fn king(position: &Position, side: Side) -> Square {
        position.king(side)
    }

    #[inline(always)]
    fn pieces(position: &Position) -> u32 {
        position.occupied().count_ones()
    }

    #[inline(always)]
    fn each_piece(position: &Position, mut visit: impl FnMut(Piece)) {
        for side in Side::BOTH {
            for square in squares(position.of_side(side)) {
                visit(piece(side, position.kind_on(square), square));
            }
        }
    }

    #[inline(always)]
    fn change(before: &Position, mv: Move) -> Change {
        let us = before.side_to_move();
        let (from, to) = (mv.from(), mv.to());
        let mut change = Change {
            removed: [Some(piece(us, mv.moved(), from)), None],
            added: [Some(piece(us, mv.placed(), to)), None],
            turned: (mv.moved() == Kind::King && is_mirrored(from) != is_mirrored(to)).then_some(us),
        };
        if before.is_capture(mv) {
            let taken = if mv.is_en_passant() { to ^ 8 } else { to };
            change.removed[1] = Some(piece(us.opponent(), before.kind_on(taken), taken));
        } else if let Some((rook_from, rook_to)) = before.castling_rook(mv) {
            change.removed[1] = Some(piece(us, Kind::Rook, rook_from));
            change.added[1] = Some(piece(us, Kind::Rook, rook_to));
        }
        change
    }
}
