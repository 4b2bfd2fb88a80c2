//! What is learnt from of a game whose positions are what stands on the points of a rectangle.

use super::{Contents, Layout, Surroundings, WindowBoard};
use std::marker::PhantomData;
use wanqi_game::depict::Symmetry;
use wanqi_game::{Game, Side};
use wanqi_games::rulebook::board::Grid;
use wanqi_search::Evaluator;
use wanqi_search::tactics::{
    AllMoves, MoveOrder, NoCorrectionKeys, NoPruning, NoQuiescence, Parameters, Tactics,
};

/// A game of which only what stands on the points of a rectangle is looked at: pieces of both sides, of a few kinds.
///
/// Points are numbered line by line. What else a position knows (castling, ko, moves without a capture) is not learnt from.
pub trait Board: Game {
    /// The kinds of pieces of a side.
    const KINDS: u8;

    /// Whether the second side sees the board upside down, since its pieces go the other way.
    const UPSIDE_DOWN: bool;

    /// The turnings of the board that change nothing.
    const SYMMETRY: Symmetry;

    /// Columns and lines of the board.
    fn extent(&self) -> (usize, usize);

    /// Writes what stands on each point: [`EMPTY`], or a [`piece`].
    fn read(&self, position: &Self::Position, points: &mut [u8]);
}

/// What a point holds without a piece.
pub const EMPTY: u8 = 0;

/// What a point holds with a side's piece of a kind.
#[inline(always)]
pub const fn piece(kind: u8, side: Side) -> u8 {
    1 + 2 * kind + side.index() as u8
}

/// The points of a [`Board`] as [`Contents`], and neighbouring points together where little may stand on one.
#[derive(Debug)]
pub struct BoardContents<G> {
    layout: Layout,
    points: usize,
    game: PhantomData<fn(&G)>,
}

impl<G: Board> BoardContents<G> {
    /// Those of a game.
    pub fn new(game: &G) -> BoardContents<G> {
        let (columns, rows) = game.extent();
        let points = columns * rows;
        let count = 1 + 2 * G::KINDS;
        // Where the second side sees what the first sees on a point.
        let seen = |point| {
            let (column, row) = (point % columns, point / columns);
            (if G::UPSIDE_DOWN { (rows - 1 - row) * columns + column } else { point }) as u16
        };
        let seen: Vec<u16> = (0..points).map(seen).collect();
        let layout = Layout::new(vec![count; points], 1, |side, place, content| {
            let owner_and_kind = usize::from(content.checked_sub(1)?) ^ side;
            let point = if side == 0 { place } else { seen[place].into() };
            Some((owner_and_kind * points + point) as u32)
        });
        let own = |content: u8| content;
        let other = |content: u8| if content == EMPTY { EMPTY } else { 1 + ((content - 1) ^ 1) };
        let first_row = layout.row_count as u32;
        let places: Vec<(u8, u8)> =
            (0..points).map(|point| ((point % columns) as u8, (point / columns) as u8)).collect();
        let board = WindowBoard {
            grid: Grid::Squares,
            points: &places,
            seen: Some(&seen),
            digits: [(0..count).map(own).collect(), (0..count).map(other).collect()],
        };
        let layout = layout.with_turnings(G::SYMMETRY.carried_points([columns as u8, rows as u8], &places));
        let owner =
            |content: u8| content.checked_sub(1).map(|piece| Some(Side::BOTH[usize::from(piece % 2)]));
        let layout = layout.with_surroundings(Surroundings::new(&board, owner));
        let layout = layout.with_windows(board.windows(first_row, points));
        BoardContents { layout, points, game: PhantomData }
    }
}

impl<G: Board> Contents<G> for BoardContents<G> {
    #[inline(always)]
    fn layout(&self) -> &Layout {
        &self.layout
    }

    #[inline(always)]
    fn read(&self, game: &G, position: &G::Position, contents: &mut [u8]) {
        game.read(position, &mut contents[..self.points]);
    }

    #[inline(always)]
    fn phase(&self, _: &G, _: &G::Position) -> usize {
        0
    }
}

/// Tactics of a game of stones that stay where they are put: what is known of a move is where it was good before.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlacementTactics;

/// History slots: points, and one for moves without a point.
const SLOTS: usize = 512;

impl<G: Game, E: Evaluator<G>> Tactics<G, E> for PlacementTactics {
    const PARAMETERS: Parameters = Parameters { history_slots: SLOTS, ..Parameters::NEUTRAL };
}

impl AllMoves for PlacementTactics {}
impl NoQuiescence for PlacementTactics {}
impl NoPruning for PlacementTactics {}
impl NoCorrectionKeys for PlacementTactics {}

impl<G: Game, E: Evaluator<G>> MoveOrder<G, E> for PlacementTactics {
    #[inline]
    fn move_score(&self, _: &G, _: &mut E::State, _: &G::Position, _: G::Move) -> i32 {
        0
    }

    #[inline]
    fn history_slot(&self, game: &G, _: &G::Position, mv: G::Move) -> usize {
        game.amaf_index(mv).map_or(0, |index| 1 + index % (SLOTS - 1))
    }
}
