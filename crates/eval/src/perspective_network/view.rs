//! What a network sees of a position.

use super::Network;
use crate::data_file::Shipped;
use std::fmt::Debug;
use wanqi_game::{Game, Side};

/// Phases of a game, each with an output of its own.
pub const PHASES: usize = 8;

/// A piece on a point, kind and point by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// Which of the game's kinds.
    pub kind: u8,
    /// Where it stands.
    pub point: u8,
}

/// What a move does to the board.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// What it takes off: what moves, and another piece if there is one.
    pub removed: [Option<Piece>; 2],
    /// What it puts there.
    pub added: [Option<Piece>; 2],
    /// The side, if any, whose view is another one after it, so that its sums follow from none before.
    pub turned: Option<Side>,
}

/// A position of the game that is seen.
pub type PositionOf<V> = <<V as View>::Game as Game>::Position;
/// A move of it.
pub type MoveOf<V> = <<V as View>::Game as Game>::Move;

/// How a side looks at the board of a game where each side has a king and at most sixteen pieces.
pub trait View: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// The game.
    type Game: Game<Position: Debug>;
    /// Its name, as files of networks have it.
    const GAME: &'static str;
    /// The command that makes a network.
    const MADE: &'static str;
    /// Inputs that each side has.
    const INPUTS: usize;
    /// Points of the board.
    const POINTS: usize;
    /// Kinds of pieces.
    const KINDS: u8;
    /// The king's kind.
    const KING: u8;

    /// The network that comes with the program.
    fn shipped() -> &'static Shipped<Network<Self>>;

    /// That of a side whose king stands on a point.
    fn new(side: Side, king: u8) -> Self;

    /// The input of a piece.
    fn input(self, piece: Piece) -> usize;

    /// Where a side's king stands.
    fn king(position: &PositionOf<Self>, side: Side) -> u8;

    /// How many pieces there are.
    fn pieces(position: &PositionOf<Self>) -> u32;

    /// Visits the pieces.
    fn each_piece(position: &PositionOf<Self>, visit: impl FnMut(Piece));

    /// What a move does.
    fn change(before: &PositionOf<Self>, mv: MoveOf<Self>) -> Change;
}

/// The phase of a position with so many pieces: four to a phase, the fewest first.
#[inline(always)]
pub fn phase(pieces: u32) -> usize {
    (pieces as usize).saturating_sub(1) / 4 % PHASES
}

/// Visits the inputs of a position that are on, as a side sees it.
#[inline(always)]
pub fn each_input<V: View>(position: &PositionOf<V>, side: Side, mut visit: impl FnMut(usize)) {
    let view = V::new(side, V::king(position, side));
    V::each_piece(position, |piece| visit(view.input(piece)));
}
