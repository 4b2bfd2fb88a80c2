//! Openings that leave neither side ahead: one player puts the first stones, the other chooses a colour.
//!
//! Choosing, swapping and offering are moves, and the sides of the game are the players and not the colours, so that every
//! front-end, record and match has these rules for nothing. `stages` says what comes after what, `symmetry` which offers
//! are the same, `text` reads and writes, `depict` draws.
//!
//! Swap2: <https://www.renju.net/rules/gomoku-opening-rules/>. Renju's: <https://www.renju.net/rules/opening-rules/>.

mod depict;
mod stages;
mod symmetry;
mod text;

pub use stages::{Openings, Stage};

use super::{Gomoku, MAX_SIZE, Move as Stone, PointSet, Position as Board};
use crate::bits::bits;
use rand_core::Rng;
use wanqi_game::{Game, Outcome, Side, random};

/// Gomoku or renju with an opening rule. Its sides are the players: [`Side::First`] is who puts the first stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    game: Gomoku,
    rule: Openings,
}

/// A board, and how far the opening is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    board: Board,
    stage: Stage,
    /// The player who has Black, for now.
    black: Side,
    /// How many fifth stones are to be offered, where that is known.
    wanted: u8,
    /// The fifth stones offered, in the order of the points.
    offers: Offers,
}

/// The most fifth stones that are offered.
const MAX_OFFERS: usize = 10;

/// Points offered, in the order of the points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Offers {
    stones: [Stone; MAX_OFFERS],
    count: u8,
}

/// A stone, put or offered or chosen, or a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A stone on a point; a pass where the game allows one.
    Stone(Stone),
    /// Colours are exchanged.
    Swap,
    /// They are not.
    Stay,
    /// Black is taken.
    Black,
    /// White is taken.
    White,
    /// Two more stones, after which the other player takes a colour.
    Two,
    /// So many fifth stones are to be offered.
    Number(u8),
    /// Ten fifth stones are offered instead of one being put.
    Ten,
}

const _: () = assert!(size_of::<Position>() <= 280);

/// What the opening adds to a position's key.
const STAGE_KEYS: u64 = 0x5053;
const OFFER_KEYS: u64 = 0x5054;

impl Offers {
    const NONE: Offers = Offers { stones: [Stone::PASS; MAX_OFFERS], count: 0 };

    fn all(&self) -> &[Stone] {
        &self.stones[..self.count.into()]
    }

    /// Adds a stone; no more than [`MAX_OFFERS`].
    fn add(&mut self, stone: Stone) {
        let at = self.all().partition_point(|&other| (other.row, other.column) < (stone.row, stone.column));
        self.stones[at..].rotate_right(1);
        self.stones[at] = stone;
        self.count += 1;
    }
}

impl Position {
    /// The stones on the board; its sides are the colours.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How far the opening is.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The player who has a colour: [`Side::First`] is Black.
    pub fn player_of(&self, colour: Side) -> Side {
        match colour {
            Side::First => self.black,
            Side::Second => self.black.opponent(),
        }
    }

    /// The same with another board: after the opening, that of a pass which the rules do not know.
    #[must_use]
    pub fn with_board(&self, board: Board) -> Position {
        Position { board, ..self.clone() }
    }

    /// Over to another stage.
    fn enter(&mut self, stage: Stage) {
        self.stage = stage;
        if matches!(stage, Stage::Choose | Stage::Play) {
            self.wanted = 0;
        }
        if stage != Stage::Choose {
            self.offers = Offers::NONE;
        }
    }
}

impl Opening {
    /// A game that begins by an opening rule; `None` if its board is not square: the rules are of those.
    pub fn new(game: Gomoku, rule: Openings) -> Option<Opening> {
        game.is_square().then_some(Opening { game, rule })
    }

    /// The game that follows.
    pub fn game(&self) -> &Gomoku {
        &self.game
    }

    /// Columns and rows of the board, which is square.
    fn size(&self) -> usize {
        self.game.columns()
    }

    /// How many stones are on the board.
    fn placed(&self, position: &Position) -> usize {
        self.size() * self.size() - position.board.empty()
    }

    /// The points where a stone may be put or offered now.
    fn points(&self, position: &Position) -> PointSet {
        if position.stage == Stage::Choose {
            return self.set_of(position.offers.all());
        }
        let mut points = self.game.open_points(&position.board);
        match position.stage {
            Stage::Place | Stage::Branch => {
                if let Some(radius) = self.rule.radius(self.placed(position)) {
                    let middle = self.size() / 2;
                    let near = |at: usize| at.abs_diff(middle) <= radius;
                    let columns = (0..self.size()).filter(|&column| near(column));
                    let columns: u32 = columns.map(|column| 1 << column).sum();
                    for (row, set) in points.iter_mut().enumerate() {
                        *set &= if near(row) { columns } else { 0 };
                    }
                }
            }
            Stage::Offer => {
                let same = symmetry::equivalent(&self.game, &position.board, position.offers.all());
                points.iter_mut().zip(same).for_each(|(set, same)| *set &= !same);
            }
            _ => {}
        }
        points
    }

    fn set_of(&self, stones: &[Stone]) -> PointSet {
        let mut points = PointSet::default();
        stones.iter().for_each(|stone| points[stone.row()] |= 1 << stone.column());
        points
    }

    /// The words that may be said now.
    fn words(&self, position: &Position) -> &'static [Move] {
        match position.stage {
            Stage::MaySwap => &[Move::Swap, Move::Stay],
            Stage::Decide => &[Move::Black, Move::White, Move::Two],
            Stage::Colour => &[Move::Black, Move::White],
            Stage::Branch => &[Move::Ten],
            Stage::Number => &stages::NUMBERS,
            Stage::Place | Stage::Offer | Stage::Choose | Stage::Play => &[],
        }
    }

    /// Puts, offers or chooses a stone.
    fn play_stone(&self, position: &mut Position, stone: Stone) {
        match position.stage {
            Stage::Offer => {
                position.offers.add(stone);
                let complete = position.offers.count == position.wanted;
                // A small board may have no more that are not the same.
                if complete || self.points(position) == PointSet::default() {
                    position.enter(Stage::Choose);
                }
            }
            Stage::Choose => {
                self.game.play(&mut position.board, stone);
                position.enter(Stage::Play);
            }
            Stage::Place | Stage::Branch => {
                self.game.play(&mut position.board, stone);
                let placed = self.placed(position);
                position.enter(self.rule.after_stone(placed));
                if position.stage == Stage::Offer {
                    position.wanted = stages::RIF_OFFERS;
                }
            }
            _ => self.game.play(&mut position.board, stone),
        }
    }
}

impl Game for Opening {
    type Position = Position;
    type Move = Move;

    const ALTERNATES: bool = false;

    fn start(&self) -> Position {
        let board = self.game.start();
        Position { board, stage: Stage::Place, black: Side::First, wanted: 0, offers: Offers::NONE }
    }

    #[inline]
    fn side_to_move(&self, position: &Position) -> Side {
        match position.stage {
            Stage::Play | Stage::MaySwap | Stage::Branch => position.player_of(position.board.side),
            Stage::Place => match self.rule.placer(self.placed(position)) {
                Some(player) => player,
                None => position.player_of(position.board.side),
            },
            Stage::Decide => Side::Second,
            Stage::Colour => Side::First,
            Stage::Offer => position.player_of(Side::First),
            Stage::Number | Stage::Choose => position.player_of(Side::Second),
        }
    }

    #[inline]
    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        if position.stage == Stage::Play {
            return self.game.each_move(&position.board, |stone| visit(Move::Stone(stone)));
        }
        if !matches!(position.stage, Stage::MaySwap | Stage::Decide | Stage::Colour | Stage::Number) {
            for (row, columns) in self.points(position).into_iter().enumerate() {
                bits(columns.into()).for_each(|column| visit(Move::Stone(Stone::new(row, column.into()))));
            }
        }
        self.words(position).iter().for_each(|&word| visit(word));
    }

    #[inline]
    fn move_count(&self, position: &Position) -> usize {
        if position.stage == Stage::Play {
            return self.game.move_count(&position.board);
        }
        let mut count = 0;
        self.each_move(position, |_| count += 1);
        count
    }

    const AMAF_INDICES: usize = MAX_SIZE * MAX_SIZE;

    #[inline]
    fn amaf_index(&self, mv: Move) -> Option<usize> {
        match mv {
            Move::Stone(stone) => self.game.amaf_index(stone),
            _ => None,
        }
    }

    #[inline]
    fn random_move(&self, position: &Position, rng: &mut impl Rng) -> Option<Move> {
        if position.stage == Stage::Play {
            return self.game.random_move(&position.board, rng).map(Move::Stone);
        }
        let count = self.move_count(position) as u32;
        let mut left = random::below(rng, count.max(1));
        let mut chosen = None;
        self.each_move(position, |mv| {
            if left == 0 && chosen.is_none() {
                chosen = Some(mv);
            }
            left = left.saturating_sub(1);
        });
        chosen
    }

    fn play(&self, position: &mut Position, mv: Move) {
        let player = self.side_to_move(position);
        let placed = self.placed(position);
        match mv {
            Move::Stone(stone) => self.play_stone(position, stone),
            Move::Swap | Move::Stay => {
                if mv == Move::Swap {
                    position.black = position.black.opponent();
                }
                position.enter(self.rule.after_swap(placed, position.wanted));
            }
            Move::Black | Move::White => {
                position.black = if mv == Move::Black { player } else { player.opponent() };
                position.enter(Stage::Play);
            }
            Move::Two => position.enter(Stage::Place),
            Move::Number(number) => {
                position.wanted = number;
                position.enter(Stage::MaySwap);
            }
            Move::Ten => {
                position.wanted = MAX_OFFERS as u8;
                position.enter(Stage::Offer);
            }
        }
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        Some(match self.game.outcome(&position.board)? {
            Outcome::Win(colour) => Outcome::Win(position.player_of(colour)),
            Outcome::Draw => Outcome::Draw,
        })
    }

    fn outcome_if_stuck(&self, _: &Position) -> Outcome {
        Outcome::Draw
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let Position { board, stage, black, wanted, offers } = position;
        let state = *stage as u64 + 16 * black.index() as u64 + 32 * u64::from(*wanted);
        let offered = |key: u64, stone: &Stone| {
            key ^ random::word(OFFER_KEYS, (stone.row() * MAX_SIZE + stone.column()) as u64)
        };
        offers.all().iter().fold(board.key ^ random::word(STAGE_KEYS, state), offered)
    }
}
