//! Material alone.

use wanqi_game::{Game, Side};
use wanqi_games::xiangqi::{Kind, Position, Xiangqi};
use wanqi_search::{Evaluator, NothingProven, Stateless};

/// What pieces are worth, by [`Kind::index`]: the round numbers of Chinese primers, a pawn being 100.
pub const PIECE_VALUES: [i32; 7] = [100, 200, 200, 400, 450, 900, 10_000];

/// The sum of the pieces' values.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl Stateless for Material {}
impl NothingProven for Material {}

impl Evaluator<Xiangqi> for Material {
    #[inline]
    fn evaluate(&self, game: &Xiangqi, (): &mut (), position: &Position) -> i32 {
        let us = game.side_to_move(position);
        let of = |side: Side| -> i32 {
            let value =
                |kind: Kind| PIECE_VALUES[kind.index()] * position.pieces(side, kind).count_ones() as i32;
            Kind::ALL.into_iter().map(value).sum()
        };
        of(us) - of(us.opponent())
    }
}
