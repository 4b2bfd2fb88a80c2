//! What learners see of a position.

use wanqi_eval::learnt::Board;
use wanqi_game::Game;
use wanqi_games::chess::Chess;
use wanqi_games::connect_four::ConnectFour;
use wanqi_games::go::{Capacity, Go};
use wanqi_games::gomoku::Gomoku;
use wanqi_games::jungle::Jungle;
use wanqi_games::othello::Othello;
use wanqi_games::tic_tac_toe::TicTacToe;
use wanqi_games::xiangqi::Xiangqi;

/// A game whose positions can be told as planes of numbers.
pub(crate) trait Observed: Game {
    /// Planes, rows and columns: see [`super::Environment::observation_shape`].
    fn shape(&self) -> [usize; 3];

    /// Writes what the side to move sees. `room` is there to be used again.
    fn observe(&self, position: &Self::Position, room: &mut Vec<u8>, out: &mut [f32]);
}

/// Games of which what stands on the points of a rectangle is shown.
macro_rules! boards {
    ($([$($generics:tt)*] $game:ty),*) => {$(
        impl<$($generics)*> Observed for $game {
            fn shape(&self) -> [usize; 3] {
                shape(self)
            }

            fn observe(&self, position: &Self::Position, room: &mut Vec<u8>, out: &mut [f32]) {
                observe(self, position, room, out);
            }
        }
    )*};
}

boards!([] TicTacToe, [] ConnectFour, [] Othello, [] Gomoku, [C: Capacity] Go<C>, [] Chess, [] Xiangqi, [] Jungle);

/// What legal moves depend on and no piece on the board shows.
trait Hidden: Board {
    /// How many planes tell it.
    const PLANES: usize = 0;

    /// Writes these planes, which are all 0 before.
    fn tell(&self, _: &Self::Position, _out: &mut [f32]) {}
}

impl Hidden for TicTacToe {}
impl Hidden for ConnectFour {}
impl Hidden for Othello {}
impl Hidden for Gomoku {}
impl Hidden for Xiangqi {}
impl Hidden for Jungle {}

/// The point of a simple ko, and whether the other side has just passed. What else superko forbids the mask shows.
impl<C: Capacity> Hidden for Go<C> {
    const PLANES: usize = 2;

    fn tell(&self, position: &Self::Position, out: &mut [f32]) {
        let (kos, passes) = out.split_at_mut(self.size() * self.size());
        if let Some((column, row)) = position.ko().map(|place| self.column_and_row(place)) {
            kos[row * self.size() + column] = 1.0;
        }
        if position.passes() > 0 {
            passes.fill(1.0);
        }
    }
}

/// The rooks that may still castle, where a pawn may be taken in passing, and how much of the fifty moves without a capture
/// or a pawn's move is over.
impl Hidden for Chess {
    const PLANES: usize = 3;

    fn tell(&self, position: &Self::Position, out: &mut [f32]) {
        let (rooks, others) = out.split_at_mut(64);
        let (passing, quiet) = others.split_at_mut(64);
        for (square, rook) in rooks.iter_mut().enumerate() {
            *rook = (position.castling_rooks() >> square & 1) as f32;
        }
        if let Some(square) = position.en_passant() {
            passing[usize::from(square)] = 1.0;
        }
        quiet.fill(f32::from(position.quiet_plies()) / 100.0);
    }
}

/// One plane a kind for either side, those of what is hidden, and one that says whose turn it is.
fn shape<G: Hidden>(game: &G) -> [usize; 3] {
    let (columns, rows) = game.extent();
    [2 * usize::from(G::KINDS) + G::PLANES + 1, rows, columns]
}

/// The board is not turned, so that actions and planes agree.
fn observe<G: Hidden>(game: &G, position: &G::Position, room: &mut Vec<u8>, out: &mut [f32]) {
    let (columns, rows) = game.extent();
    let (points, kinds) = (columns * rows, usize::from(G::KINDS));
    room.resize(points, 0);
    game.read(position, room);
    let side = game.side_to_move(position).index();
    out.fill(0.0);
    let (pieces, others) = out.split_at_mut(2 * kinds * points);
    for (point, &content) in room.iter().enumerate() {
        if let Some(piece) = usize::from(content).checked_sub(1) {
            let (kind, owner) = (piece / 2, (piece % 2) ^ side);
            pieces[(owner * kinds + kind) * points + point] = 1.0;
        }
    }
    let (hidden, first) = others.split_at_mut(G::PLANES * points);
    game.tell(position, hidden);
    if side == 0 {
        first.fill(1.0);
    }
}
