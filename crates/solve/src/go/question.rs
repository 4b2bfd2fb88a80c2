//! The question that is asked of a board, and which positions answer it at once.

use super::board::{BLACK, Geometry, Points, Size, Stones};
use super::past::Grounds;
use super::position::Position;
use super::symmetry::Symmetries;
use super::unconditional_life::{SafePoints, safe};

/// "Does Black lead by so much at the end?"
pub(super) struct Question {
    pub geometry: Geometry,
    pub symmetries: Symmetries,
    /// The lead that is asked about.
    pub lead: i32,
}

/// Why a position answers the question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StaticWin {
    /// The side that has its way.
    pub winner: usize,
    /// What the winner may have to fill; nothing if he passes.
    pub fill: Option<Fill>,
}

/// Points that a side fills, one after the other when it is attacked there, beside stones that nothing can take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Fill {
    pub points: Points,
    /// The stones that nothing can take.
    alive: Points,
    /// All stones of the side before it begins.
    own: Points,
}

impl Fill {
    /// Whether a board that stood before, with these stones of the side, could come back: all that are alive, no others outside
    /// the points than stand now, and on the points more than now, which were lost where stones have been lost only.
    pub fn may_bring_back(&self, then: Points, lost: Points) -> bool {
        let Fill { points, alive, own } = *self;
        let filled = then & !own & points;
        then & alive == alive
            && then & !points & !own == 0
            && own & points & !then == 0
            && filled != 0
            && filled & !lost == 0
    }
}

impl Question {
    pub fn new(size: Size, lead: i32) -> Question {
        Question { geometry: Geometry::new(size), symmetries: Symmetries::new(size), lead }
    }

    /// The side that has its way if Black leads by so much.
    pub fn who_leads_by(&self, lead: i32) -> usize {
        if lead >= self.lead { BLACK } else { 1 - BLACK }
    }

    /// The side that has its way if the game ends here.
    pub fn counted(&self, board: Stones) -> usize {
        self.who_leads_by(board.lead(&self.geometry))
    }

    /// The bound of Black's lead that `winner` has shown if he has his way: at least this for Black, at most for White.
    pub fn bound(&self, winner: usize) -> i8 {
        self.lead as i8 - i8::from(winner != BLACK)
    }

    /// Whether a bound of Black's lead that `winner` has shown says that he has his way.
    pub fn follows_from(&self, bound: i8, winner: usize) -> bool {
        self.who_leads_by(i32::from(bound)) == winner
    }

    /// The side that has its way if the position shows it: by a pass that ends the game, or by stones that nothing can take.
    pub fn static_win(&self, position: Position) -> Option<StaticWin> {
        let Position { board, side, passed, .. } = position;
        if passed && self.counted(board) == side {
            return Some(StaticWin { winner: side, fill: None });
        }
        let all = self.geometry.all.count_ones() as i32;
        for winner in [BLACK, 1 - BLACK] {
            let is_enough = |points: Points| {
                let lead = 2 * points.count_ones() as i32 - all;
                self.who_leads_by(if winner == BLACK { lead } else { -lead }) == winner
            };
            let SafePoints { passing, playing, filled } = safe(board, &self.geometry, winner);
            if is_enough(passing) {
                return Some(StaticWin { winner, fill: None });
            }
            if is_enough(playing) {
                let own = board.0[winner];
                return Some(StaticWin {
                    winner,
                    fill: Some(Fill { points: filled, alive: passing & own, own }),
                });
            }
        }
        None
    }

    /// What a position rests on that shows the answer.
    pub fn grounds(static_win: StaticWin) -> Grounds {
        Grounds { played: static_win.fill.map_or(0, |fill| fill.points), ..Grounds::NONE }
    }

    /// The same grounds on a board that is turned or mirrored.
    pub fn turned(&self, grounds: Grounds, way: usize) -> Grounds {
        let turned = |points| self.symmetries.points(way, points);
        Grounds { played: turned(grounds.played), lost: turned(grounds.lost), ..grounds }
    }
}
