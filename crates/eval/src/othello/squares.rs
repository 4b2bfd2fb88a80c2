//! The worth of squares, and mobility.

use wanqi_game::{Game, Side};
use wanqi_games::othello::{Goal, Othello, Position, Size};
use wanqi_search::linear::{Group, Linear};
use wanqi_search::{Evaluator, NothingProven, Stateless};

/// The worth of squares, and mobility. Where fewer discs win, squares are worth the opposite, and moves to choose from
/// what they always are.
///
/// A disc in a corner can never be turned and holds the edges beside it, so corners are worth most. The squares
/// next to a corner give it away and are bad, the diagonal one most, but only while the corner is empty: later
/// they are as good as any edge or inner square. Edge discs turn only along the edge and are good, the ring
/// inside the edge opens it to the opponent and is a little bad. Moves to choose from are worth more than discs,
/// because who runs out of good moves must make bad ones; discs themselves count for nothing before the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquaresAndMobility {
    /// In the order of [`FEATURES`].
    weights: [i32; FEATURES.len()],
}

/// What is counted, and what it is worth.
const FEATURES: [(&str, &str, i32); 6] = [
    ("CORNER", "A disc in a corner.", 90),
    ("EDGE", "A disc on the edge.", 8),
    ("BESIDE_EMPTY_CORNER", "A disc on the edge beside an empty corner.", -18),
    ("DIAGONAL_TO_EMPTY_CORNER", "A disc diagonally before an empty corner.", -40),
    ("RING", "A disc on the ring inside the edge.", -3),
    ("MOVE", "A move to choose from.", 9),
];

impl Default for SquaresAndMobility {
    fn default() -> Self {
        SquaresAndMobility { weights: FEATURES.map(|(_, _, weight)| weight) }
    }
}

/// The squares of a board by what they are worth.
pub(super) struct Squares {
    corners: u64,
    edge: u64,
    ring: u64,
    /// For each corner: itself, the squares beside it on the edge, the one diagonal to it.
    neighbours: [(u64, u64, u64); 4],
}

impl Squares {
    /// The squares of a board that begins at row and column `first` of the 8×8 board and ends at `last`.
    const fn new(first: u32, last: u32) -> Squares {
        const fn square(row: u32, column: u32) -> u64 {
            1 << (8 * row + column)
        }
        const fn frame(first: u32, last: u32) -> u64 {
            let (mut set, mut i) = (0, first);
            while i <= last {
                set |= square(first, i) | square(last, i) | square(i, first) | square(i, last);
                i += 1;
            }
            set
        }
        const fn corner(row: u32, column: u32, inner_row: u32, inner_column: u32) -> (u64, u64, u64) {
            let beside = square(row, inner_column) | square(inner_row, column);
            (square(row, column), beside, square(inner_row, inner_column))
        }
        let neighbours = [
            corner(first, first, first + 1, first + 1),
            corner(first, last, first + 1, last - 1),
            corner(last, first, last - 1, first + 1),
            corner(last, last, last - 1, last - 1),
        ];
        let corners = neighbours[0].0 | neighbours[1].0 | neighbours[2].0 | neighbours[3].0;
        Squares { corners, edge: frame(first, last) & !corners, ring: frame(first + 1, last - 1), neighbours }
    }

    /// How much more of each feature the owner of `own` has than that of `other`; moves are left at 0.
    #[inline]
    fn lead(&self, own: u64, other: u64) -> [i32; FEATURES.len()] {
        let lead = |set: u64| (own & set).count_ones() as i32 - (other & set).count_ones() as i32;
        let (mut edge, mut ring) = (self.edge, self.ring);
        let (mut besides, mut diagonals) = (0, 0);
        for (corner, beside, diagonal) in self.neighbours {
            if (own | other) & corner == 0 {
                (besides, diagonals) = (besides + lead(beside), diagonals + lead(diagonal));
                (edge, ring) = (edge & !beside, ring & !diagonal);
            }
        }
        [lead(self.corners), lead(edge), besides, diagonals, lead(ring), 0]
    }
}

impl Squares {
    /// Those of a board of such a size, and all of them in sets, the best first.
    pub(super) fn of(size: Size) -> &'static (Squares, [u64; 6]) {
        match size {
            Size::Eight => &ALL[0],
            Size::Six => &ALL[1],
            Size::Four => &ALL[2],
        }
    }

    /// All squares of the board, the best to place a disc on first: corners, edge, the inside, the ring around
    /// it, and last what gives a corner away.
    const fn best_first(&self) -> [u64; 6] {
        let (mut beside, mut diagonal, mut corner) = (0, 0, 0);
        while corner < 4 {
            beside |= self.neighbours[corner].1;
            diagonal |= self.neighbours[corner].2;
            corner += 1;
        }
        let inside = !(self.corners | self.edge | self.ring);
        [self.corners, self.edge & !beside, inside, self.ring & !diagonal, beside, diagonal]
    }
}

static ALL: [(Squares, [u64; 6]); 3] = {
    const fn with_order(squares: Squares) -> (Squares, [u64; 6]) {
        let order = squares.best_first();
        (squares, order)
    }
    [with_order(Squares::new(0, 7)), with_order(Squares::new(1, 6)), with_order(Squares::new(2, 5))]
};

/// How much more of each feature the side to move has.
#[inline]
fn lead(game: &Othello, position: &Position) -> [i32; FEATURES.len()] {
    let side = game.side_to_move(position);
    let mut lead = Squares::of(game.size()).0.lead(position.discs(side), position.discs(side.opponent()));
    if game.goal() == Goal::Fewest {
        lead = lead.map(|lead| -lead);
    }
    lead[FEATURES.len() - 1] =
        position.moves().count_ones() as i32 - game.opponent_moves(position).count_ones() as i32;
    lead
}

impl Stateless for SquaresAndMobility {}
impl NothingProven for SquaresAndMobility {}

impl Evaluator<Othello> for SquaresAndMobility {
    #[inline]
    fn evaluate(&self, game: &Othello, (): &mut (), position: &Position) -> i32 {
        lead(game, position).iter().zip(&self.weights).map(|(lead, weight)| lead * weight).sum()
    }
}

impl Linear<Othello> for SquaresAndMobility {
    fn groups(&self) -> Vec<Group> {
        FEATURES.iter().map(|(name, help, _)| Group::one(name, help)).collect()
    }

    fn weights(&self) -> Vec<i32> {
        self.weights.to_vec()
    }

    fn with_weights(&self, weights: &[i32]) -> Self {
        let weights = weights.try_into().expect("as many weights as there are features");
        SquaresAndMobility { weights }
    }

    fn each_feature(&self, game: &Othello, position: &Position, mut visit: impl FnMut(usize, f64)) {
        let sign = if game.side_to_move(position) == Side::First { 1 } else { -1 };
        for (index, lead) in lead(game, position).into_iter().enumerate() {
            visit(index, f64::from(sign * lead));
        }
    }
}
