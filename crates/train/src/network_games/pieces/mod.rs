//! Games with pieces, whose networks see them by a [`View`]: what of their games is learnt from.

mod play;
mod record;

pub use play::Playing;
pub use record::{QuietPosition, Record};

use wanqi_eval::perspective_network::{MoveOf, PositionOf, View};

/// A game with pieces that games to learn from are played of.
pub trait Pieces: View {
    /// Whether nothing is decided at a position that a static evaluation cannot see: no check, and the best move takes
    /// nothing.
    fn is_quiet(position: &PositionOf<Self>, best: MoveOf<Self>) -> bool;

    /// The same point on the other wing. Only of games that are alike there.
    fn mirrored(point: u8) -> u8;
}
