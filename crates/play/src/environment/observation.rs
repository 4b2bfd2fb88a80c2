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

/// One plane a kind for either side, and one that says whose turn it is.
fn shape<G: Board>(game: &G) -> [usize; 3] {
    let (columns, rows) = game.extent();
    [2 * usize::from(G::KINDS) + 1, rows, columns]
}

/// The board is not turned, so that actions and planes agree.
fn observe<G: Board>(game: &G, position: &G::Position, room: &mut Vec<u8>, out: &mut [f32]) {
    let (columns, rows) = game.extent();
    let (points, kinds) = (columns * rows, usize::from(G::KINDS));
    room.resize(points, 0);
    game.read(position, room);
    let side = game.side_to_move(position).index();
    out.fill(0.0);
    for (point, &content) in room.iter().enumerate() {
        if let Some(piece) = usize::from(content).checked_sub(1) {
            let (kind, owner) = (piece / 2, (piece % 2) ^ side);
            out[(owner * kinds + kind) * points + point] = 1.0;
        }
    }
    if side == 0 {
        out[2 * kinds * points..].fill(1.0);
    }
}
