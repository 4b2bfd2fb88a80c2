//! Xiangqi as a network sees it: [`crate::perspective_network`].

use crate::data_file;
use crate::data_file::Shipped;
use crate::perspective_network::{self, Change, Piece};
use wanqi_game::Side;
use wanqi_games::xiangqi::points::{POINTS, Point, RANKS, file, holds, point, points, rank};
use wanqi_games::xiangqi::{Kind, Move, Position, Xiangqi};

/// The evaluation by a network: (1260 → 128) × 2 → 8.
pub type Network = perspective_network::Network<View>;

/// The one that comes with the program.
pub static SHIPPED: Shipped<Network> = Shipped::new(data_file!("xiangqi.nn"), |bytes| {
    Network::read(bytes).expect("the file is a network: a test reads it")
});

/// How a side looks at the board: from its own first rank. Left and right are told apart, since most kings stand in the middle;
/// that both are worth the same is learnt from every position seen both ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View(Side);

const KINDS: usize = 7;

#[inline(always)]
fn piece(side: Side, kind: Kind, point: Point) -> Piece {
    Piece { side, kind: kind.index() as u8, point }
}

impl perspective_network::View for View {
    type Game = Xiangqi;
    const GAME: &'static str = "xiangqi";
    const MADE: &'static str = "cargo xtask network xiangqi";
    /// Its own and the other's pieces of seven kinds on ninety points.
    const INPUTS: usize = 2 * KINDS * POINTS;
    const POINTS: usize = POINTS;
    const KINDS: u8 = KINDS as u8;
    const KING: u8 = Kind::King as u8;

    fn shipped() -> &'static Shipped<Network> {
        &SHIPPED
    }

    #[inline(always)]
    fn new(side: Side, _: Point) -> View {
        View(side)
    }

    #[inline(always)]
    fn input(self, Piece { side, kind, point: at }: Piece) -> usize {
        let owner = usize::from(side != self.0);
        let rank = if self.0 == Side::First { rank(at) } else { RANKS - 1 - rank(at) };
        (owner * KINDS + usize::from(kind)) * POINTS + usize::from(point(file(at), rank))
    }

    #[inline(always)]
    fn king(position: &Position, side: Side) -> Point {
        position.king(side)
    }

    #[inline(always)]
    fn pieces(position: &Position) -> u32 {
        position.occupied().count_ones()
    }

    #[inline(always)]
    fn each_piece(position: &Position, mut visit: impl FnMut(Piece)) {
        for side in Side::BOTH {
            for point in points(position.of_side(side)) {
                visit(piece(side, position.kind_on(point), point));
            }
        }
    }

    #[inline(always)]
    fn change(before: &Position, mv: Move) -> Change {
        let us = before.side_to_move();
        let (from, to, moved) = (mv.from(), mv.to(), mv.moved());
        let taken = holds(before.of_side(us.opponent()), to);
        Change {
            removed: [
                Some(piece(us, moved, from)),
                taken.then(|| piece(us.opponent(), before.kind_on(to), to)),
            ],
            added: [Some(piece(us, moved, to)), None],
            turned: None,
        }
    }
}
