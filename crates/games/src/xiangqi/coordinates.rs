//! Moves as two points, `h2e2`: files from `a`, ranks from 0, as the UCCI protocol writes them.
//! <https://www.xqbase.com/protocol/cchess_ucci.htm>

use super::Xiangqi;
use super::moves::Move;
use super::points::{parse_point, point_name};
use super::position::Position;
use wanqi_game::Game;

/// Writes a move.
pub(super) fn format(mv: Move) -> String {
    format!("{}{}", point_name(mv.from()), point_name(mv.to()))
}

/// Reads a move; `None` if the text is not two points, `Some(None)` if that is no legal move. A dash may stand
/// between the points, as ICCS writes it: `H2-E2`.
pub(super) fn parse(position: &Position, text: &str) -> Option<Option<Move>> {
    let (from, to) = match text.as_bytes() {
        [_, _, b'-', _, _] => (text.get(..2)?, text.get(3..)?),
        [_, _, _, _] => (text.get(..2)?, text.get(2..)?),
        _ => return None,
    };
    let (from, to) = (parse_point(from)?, parse_point(to)?);
    let mut found = None;
    Xiangqi::new().each_move(position, |mv| {
        if mv.from() == from && mv.to() == to {
            found = Some(mv);
        }
    });
    Some(found)
}
