//! The evaluation of gomoku by what stones would make of the lines.

use super::shape::{SHAPES, ShapeValues, shape, shapes};
use super::{Class, PatternBoard, PointSet, weights};
use std::sync::{Arc, LazyLock};
use wanqi_game::{Game, Side};
use wanqi_games::gomoku::{Gomoku, Move, Position};
use wanqi_search::linear::Group;
use wanqi_search::{Evaluator, Incremental, Linear, ProvenScores, Score};

/// Adds up what either side could make on every empty point by all four lines through it, and what the threats of both sides
/// together tell.
///
/// Points by the combination of their four patterns are what Rapfi's classical evaluation counts too:
/// <https://github.com/dhbloo/rapfi>.
#[derive(Clone, PartialEq, Debug)]
pub struct Lines {
    shapes: Arc<ShapeValues>,
    /// By the bits of [`THREATS`].
    threats: Arc<[i32; THREATENED]>,
    turn: i32,
}

/// Shapes are many, so their weights are in parts of a unit of the evaluation: so many parts are one.
const PARTS: i32 = 16;

/// Whether there are points of these classes for the side to move, then for the other: a bit each.
const THREATS: [&[Class]; 2] = [
    &[Class::Three, Class::Threes, Class::Four, Class::FourThree],
    &[Class::Three, Class::Threes, Class::Four, Class::FourThree, Class::Fours],
];
/// How many values these bits have.
const THREATENED: usize = 1 << 9;

/// Where the weights begin, one after the other: the shapes for the side to move and for the other, the threats, the turn.
const THREATS_BEGIN: usize = 2 * SHAPES;
const TURN: usize = THREATS_BEGIN + THREATENED;

impl Default for Lines {
    fn default() -> Self {
        static SHIPPED: LazyLock<Lines> = LazyLock::new(|| {
            let shapes = [weights::SHAPES_TO_MOVE, weights::SHAPES_NOT_TO_MOVE];
            Lines::new(&[shapes.as_flattened(), &weights::THREATS, &[weights::TURN]].concat())
        });
        SHIPPED.clone()
    }
}

impl Lines {
    /// The greatest weight of a shape.
    const MAX: i32 = i16::MAX as i32;

    /// By all weights in their order; what is missing counts nothing.
    fn new(weights: &[i32]) -> Lines {
        let weight = |index: usize| weights.get(index).copied().unwrap_or_default();
        let of_shape =
            |shape| [0, 1].map(|turn| weight(turn * SHAPES + shape).clamp(-Self::MAX, Self::MAX) as i16);
        Lines {
            shapes: Arc::new(ShapeValues::new(of_shape)),
            threats: Arc::new(std::array::from_fn(|threats| weight(THREATS_BEGIN + threats))),
            turn: weight(TURN),
        }
    }

    /// The number of what both sides threaten, `side` being to move.
    #[inline]
    fn threatened(board: &PatternBoard, side: Side) -> usize {
        let [own, other] = THREATS;
        let own = own.iter().map(|&class| (side, class));
        let all = own.chain(other.iter().map(|&class| (side.opponent(), class)));
        all.enumerate()
            .map(|(bit, (side, class))| usize::from(!board.points(side, class).is_empty()) << bit)
            .sum()
    }
}

impl Linear<Gomoku> for Lines {
    fn groups(&self) -> Vec<Group> {
        let of_points = "What an empty point's four patterns are worth in sixteenths, each shape by its number: dead, overline, \
                         closed one, open one, closed two, open two, wide two, closed three, open three, wide three, four, \
                         broken fours, straight four, five, and of shapes the strongest pattern counts first.";
        let of_threats = "Whether there is a point with an open three, with several, with a four, with a four and a three for \
                          the side to move, and for the other the same and fours: a bit each.";
        vec![
            Group::table("SHAPES_TO_MOVE", &format!("{of_points} To the side to move."), SHAPES, 20),
            Group::table("SHAPES_NOT_TO_MOVE", &format!("{of_points} To the other side."), SHAPES, 20),
            Group::table("THREATS", of_threats, THREATENED, 16),
            Group::one("TURN", "Being to move."),
        ]
    }

    fn weights(&self) -> Vec<i32> {
        let shapes = (0..2).flat_map(|turn| shapes().into_iter().map(move |lines| (turn, lines)));
        let shapes = shapes.map(|(turn, lines)| i32::from(self.shapes.of(lines)[turn]));
        shapes.chain(*self.threats).chain([self.turn]).collect()
    }

    fn with_weights(&self, weights: &[i32]) -> Lines {
        Lines::new(weights)
    }

    fn each_feature(&self, game: &Gomoku, position: &Position, mut visit: impl FnMut(usize, f64)) {
        let board = self.state(game, position);
        let mover = game.side_to_move(position);
        let sign = |side: Side| if side == Side::First { 1.0 } else { -1.0 };
        for side in Side::BOTH {
            let other = usize::from(side != mover);
            for point in board.empty_points() {
                let shape = shape(board.lines_of(side, point));
                // Where nothing can be made, nothing counts.
                if shape != 0 {
                    visit(other * SHAPES + shape, sign(side) / f64::from(PARTS));
                }
            }
        }
        visit(THREATS_BEGIN + Lines::threatened(&board, mover), sign(mover));
        visit(TURN, sign(mover));
    }
}

impl Incremental<Gomoku> for Lines {
    type State = PatternBoard;

    fn state(&self, game: &Gomoku, position: &Position) -> PatternBoard {
        PatternBoard::new(game, position, Arc::clone(&self.shapes))
    }

    #[inline]
    fn push(&self, game: &Gomoku, board: &mut PatternBoard, before: &Position, mv: Move, _: &Position) {
        match mv {
            Move::PASS => board.pass(),
            _ => board.put(game.side_to_move(before), mv.row() * board.columns() + mv.column()),
        }
    }

    #[inline]
    fn pop(&self, _: &Gomoku, board: &mut PatternBoard) {
        board.take_back();
    }
}

impl Evaluator<Gomoku> for Lines {
    #[inline]
    fn evaluate(&self, game: &Gomoku, board: &mut PatternBoard, position: &Position) -> i32 {
        let side = game.side_to_move(position);
        let lines = board.value(side, true) - board.value(side.opponent(), false);
        lines / PARTS + self.threats[Lines::threatened(board, side)] + self.turn
    }
}

impl ProvenScores<Gomoku> for Lines {
    #[inline]
    fn probe(&self, _: &Gomoku, _: &Position) -> Option<Score> {
        None
    }

    /// Who can make five wins, and so does who can make a four that cannot be answered, if the other side has none; and
    /// whoever wins by VCF, as far as a short look tells.
    #[inline]
    fn static_win(&self, game: &Gomoku, board: &mut PatternBoard, position: &Position) -> Option<Score> {
        let side = game.side_to_move(position);
        if !board.points(side, Class::Five).is_empty() {
            return Some(Score::win_in(1));
        }
        match board.points(side.opponent(), Class::Five).len() {
            0 if !board.points(side, Class::Fours).is_empty() => Some(Score::win_in(3)),
            0 | 1 => vcf(board, side),
            _ => Some(Score::loss_in(2)),
        }
    }
}

/// Positions to look at for a VCF.
const VCF_POSITIONS: u64 = 24;

/// A VCF of the side to move.
fn vcf(board: &mut PatternBoard, side: Side) -> Option<Score> {
    let fours = [Class::FourThree, Class::Four, Class::Fours].map(|class| board.points(side, class));
    if fours.into_iter().all(PointSet::is_empty) {
        return None;
    }
    let mut line = std::mem::take(&mut board.line);
    line.clear();
    // What may be forbidden is left out, and never counted on to be.
    let legal = |_: &PatternBoard, of, _| of != side;
    let won = board.vcf(side, true, &mut VCF_POSITIONS.clone(), &mut line, &legal);
    if won.is_none() {
        // Later looks here would not find more.
        board.give_up_vcf(side);
    }
    let plies = 2 * line.len() as u32;
    let last = line.last().map(|&last| board.class(side, last));
    board.line = line;
    // The last four of several stands on a board that is not here: two plies more are always enough.
    (won == Some(true))
        .then(|| Score::win_in(if last == Some(Class::Five) && plies == 2 { 1 } else { plies + 1 }))
}
