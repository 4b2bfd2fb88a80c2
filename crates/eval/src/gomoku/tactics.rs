//! The points of gomoku that are worth a try: by what they threaten, and near other stones.

use super::{Class, Pattern, PatternBoard, PointSet};
use wanqi_game::{Game, Side};
use wanqi_games::gomoku::{Gomoku, Move, Position, SIZES};
use wanqi_search::alpha_beta::SearchParameters;
use wanqi_search::tactics::{Candidates, MoveOrder, NoCorrectionKeys, Parameters, Pruning, Quiescence};
use wanqi_search::{Evaluator, Score, Tactics};

/// Makes five or prevents it where that is possible, answers threats with what can answer them, and else looks at the best
/// points within two of a stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreatTactics {
    /// Points to look at where nothing is threatened; 0 for all empty points of the board, threatened or not.
    pub candidates: usize,
}

impl Default for ThreatTactics {
    fn default() -> Self {
        ThreatTactics { candidates: 20 }
    }
}

/// How far from a stone a candidate may lie, diagonals counted as one step.
const REACH: usize = 2;
const MAX_SIZE: usize = *SIZES.end() as usize;

/// How much a point promises by what a stone of the side to move, and of the other side, would make of one line there.
const RANKS: [[i32; 2]; Pattern::ALL.len()] = [
    [0, 0],
    [0, 0],
    [1, 1],
    [5, 3],
    [12, 8],
    [30, 20],
    [36, 25],
    [34, 20],
    [110, 70],
    [130, 80],
    [100, 90],
    [100, 90],
    [500, 400],
    [2000, 1900],
];

/// The ranks of two lines together, by their patterns of four bits each: if the side to move has them, and if the other has.
static LINE_RANKS: [[i32; 256]; 2] = {
    let mut table = [[0; 256]; 2];
    let mut i = 0;
    while i < 256 {
        let (one, two) = (i % 16, i / 16);
        if one < RANKS.len() && two < RANKS.len() {
            table[0][i] = RANKS[one][0] + RANKS[two][0];
            table[1][i] = RANKS[one][1] + RANKS[two][1];
        }
        i += 1;
    }
    table
};

/// The same by class.
static CLASS_RANKS: [[i32; 2]; super::class::CLASSES] =
    [[0, 0], [0, 0], [200, 150], [0, 0], [1500, 300], [2500, 800], [0, 0], [9000, 8000]];

/// What a stone on an empty point promises to a side.
#[inline]
pub fn rank(board: &PatternBoard, side: Side, point: usize) -> i32 {
    let of = |of: Side, place: usize| {
        let [one, two] = board.lines_of(of, point).to_le_bytes().map(usize::from);
        LINE_RANKS[place][one] + LINE_RANKS[place][two] + CLASS_RANKS[board.class(of, point) as usize][place]
    };
    of(side, 0) + of(side.opponent(), 1)
}

/// The empty points near stones.
#[inline]
pub fn near(board: &PatternBoard) -> PointSet {
    let (columns, rows) = (board.columns(), board.rows());
    let mut near = [0_u32; MAX_SIZE];
    let mut points = PointSet::default();
    for row in 0..rows {
        let taken = board.taken_in(row);
        let reached = taken | (taken << 1) | (taken << 2) | (taken >> 1) | (taken >> 2);
        near[row.saturating_sub(REACH)..(row + REACH + 1).min(rows)]
            .iter_mut()
            .for_each(|row| *row |= reached);
    }
    for (row, near) in near.into_iter().enumerate().take(rows) {
        points.insert_row(row * columns, near & !board.taken_in(row) & ((1 << columns) - 1));
    }
    points
}

/// The points where a side whose opponent is about to make a four that cannot be answered may answer before: on all of the
/// points that such a four needs. Its own fours come beside.
pub fn answers(board: &mut PatternBoard, side: Side) -> PointSet {
    let mut common: Option<PointSet> = None;
    for threat in board.points(side.opponent(), Class::Fours).iter() {
        let relevance_zone = needed(board, side.opponent(), threat);
        let both = common.map_or(relevance_zone, |common| common.both(&relevance_zone));
        if both.is_empty() {
            return both;
        }
        common = Some(both);
    }
    common.unwrap_or_default()
}

/// What a four that cannot be answered needs: its own point, and both points where five is next; if there are more of
/// these, none of them alone.
fn needed(board: &mut PatternBoard, side: Side, threat: usize) -> PointSet {
    board.put(side, threat);
    let mut needed = *board.points(side, Class::Five);
    board.take_back();
    if needed.len() > 2 {
        needed = PointSet::default();
    }
    needed.insert(threat);
    needed
}

impl ThreatTactics {
    /// Visits legal moves to points, and says whether there was any.
    fn visit_points(
        game: &Gomoku,
        board: &PatternBoard,
        position: &Position,
        points: impl Iterator<Item = usize>,
        visit: &mut impl FnMut(Move),
    ) -> bool {
        let (columns, side) = (game.columns(), game.side_to_move(position));
        let mut any = false;
        for point in points {
            let (row, column) = (point / columns, point % columns);
            // The rules are asked only where they may forbid.
            if board.class(side, point) != Class::Doubtful || game.move_at(position, row, column).is_some() {
                visit(Move::new(row, column));
                any = true;
            }
        }
        any
    }

    /// The moves where something is decided at once or has to be answered.
    fn each_urgent(
        game: &Gomoku,
        board: &mut PatternBoard,
        position: &Position,
        visit: &mut impl FnMut(Move),
    ) -> bool {
        let side = game.side_to_move(position);
        let other = side.opponent();
        let first = |points: &PointSet| points.first().into_iter();
        if !board.points(side, Class::Five).is_empty() {
            return Self::visit_points(game, board, position, first(board.points(side, Class::Five)), visit);
        }
        if !board.points(other, Class::Five).is_empty() {
            return Self::visit_points(game, board, position, first(board.points(other, Class::Five)), visit);
        }
        if !board.points(side, Class::Fours).is_empty() {
            return Self::visit_points(game, board, position, first(board.points(side, Class::Fours)), visit);
        }
        if board.points(other, Class::Fours).is_empty() {
            return false;
        }
        let mut points = answers(board, side);
        for four in [Class::Four, Class::FourThree].map(|class| *board.points(side, class)) {
            points = points.either(&four);
        }
        if points.is_empty() {
            // Nothing helps; whatever delays it most is as good as any.
            points = *board.points(other, Class::Fours);
        }
        Self::visit_ranked(game, board, position, points.iter(), usize::MAX, visit)
    }

    /// Visits the best of some points, the best first, and says whether there was any.
    fn visit_ranked(
        game: &Gomoku,
        board: &mut PatternBoard,
        position: &Position,
        points: impl Iterator<Item = usize>,
        most: usize,
        visit: &mut impl FnMut(Move),
    ) -> bool {
        let side = game.side_to_move(position);
        let mut ranks = std::mem::take(&mut board.ranks);
        ranks.clear();
        ranks.extend(points.map(|point| (-rank(board, side, point), point as u16)));
        if ranks.len() > most {
            ranks.select_nth_unstable(most);
            ranks.truncate(most);
        }
        ranks.sort_unstable();
        let points = ranks.iter().map(|&(_, point)| usize::from(point));
        let any = Self::visit_points(game, board, position, points, visit);
        board.ranks = ranks;
        any
    }
}

impl<E: Evaluator<Gomoku, State: AsMut<PatternBoard>>> Tactics<Gomoku, E> for ThreatTactics {
    const PARAMETERS: Parameters = Parameters {
        history_slots: MAX_SIZE * MAX_SIZE + 1,
        extends_forced: true,
        margin: 75,
        search: SEARCH,
        ..Parameters::NEUTRAL
    };
}

/// Stones seldom win more than they threaten, and what they threaten is looked at first: some two plies deeper in the same
/// nodes than by chess's numbers (`docs/experiments/gomoku.md`).
const SEARCH: SearchParameters =
    SearchParameters { reverse_margin: 40, reduction_growth: 700, razor_depth: 6, ..SearchParameters::USUAL };

impl NoCorrectionKeys for ThreatTactics {}

impl<E: Evaluator<Gomoku, State: AsMut<PatternBoard>>> Candidates<Gomoku, E> for ThreatTactics {
    /// The candidates, the best first; on an empty board the centre.
    fn each_candidate(
        &self,
        game: &Gomoku,
        state: &mut E::State,
        position: &Position,
        mut visit: impl FnMut(Move),
    ) {
        let board = state.as_mut();
        if self.candidates == 0 {
            return game.each_move(position, visit);
        }
        if Self::each_urgent(game, board, position, &mut visit) {
            return;
        }
        let (columns, rows) = (game.columns(), game.rows());
        if position.empty() == columns * rows {
            let centre = rows / 2 * columns + columns / 2;
            Self::visit_points(game, board, position, std::iter::once(centre), &mut visit);
            return;
        }
        let near = near(board);
        if !Self::visit_ranked(game, board, position, near.iter(), self.candidates, &mut visit) {
            // All points near stones are taken.
            game.each_move(position, visit);
        }
    }

    #[inline]
    fn is_complete(&self) -> bool {
        self.candidates == 0
    }
}

impl<E: Evaluator<Gomoku, State: AsMut<PatternBoard>>> Quiescence<Gomoku, E> for ThreatTactics {
    /// None: what threatens is searched more deeply instead.
    #[inline]
    fn each_tactical(&self, _: &Gomoku, _: &mut E::State, _: &Position, _: impl FnMut(Move)) {}

    /// Whether the other side is about to make five.
    #[inline]
    fn is_forced(&self, game: &Gomoku, state: &mut E::State, position: &Position) -> bool {
        let other = game.side_to_move(position).opponent();
        !state.as_mut().points(other, Class::Five).is_empty()
    }

    /// A four.
    #[inline]
    fn threatens(&self, game: &Gomoku, state: &mut E::State, position: &Position, mv: Move) -> bool {
        if mv.is_pass() {
            return false;
        }
        let point = mv.row() * game.columns() + mv.column();
        state.as_mut().class(game.side_to_move(position), point) >= Class::Four
    }

    /// Only a board that is nearly full may be without a move.
    #[inline]
    fn may_be_stuck(&self, game: &Gomoku, position: &Position) -> bool {
        position.empty() < game.columns().max(game.rows())
    }
}

impl<E: Evaluator<Gomoku, State: AsMut<PatternBoard>>> MoveOrder<Gomoku, E> for ThreatTactics {
    /// What a point that threatens something promises, or one that is about to threaten twice; the rest is quiet.
    #[inline]
    fn move_score(&self, game: &Gomoku, state: &mut E::State, position: &Position, mv: Move) -> i32 {
        if mv.is_pass() {
            return 0;
        }
        let board = state.as_mut();
        let (side, point) = (game.side_to_move(position), mv.row() * game.columns() + mv.column());
        let [own, other] = [side, side.opponent()].map(|side| board.class(side, point));
        let urgent = own >= Class::Three
            || matches!(other, Class::Threes | Class::FourThree | Class::Fours | Class::Five);
        if urgent { rank(board, side, point).max(1) } else { 0 }
    }

    #[inline]
    fn history_slot(&self, game: &Gomoku, _: &Position, mv: Move) -> usize {
        game.amaf_index(mv).unwrap_or(MAX_SIZE * MAX_SIZE)
    }
}

impl Pruning<Gomoku> for ThreatTactics {
    /// The position with the other side to move. There is no zugzwang in gomoku: a stone more never harms, but for
    /// renju's forbidden points.
    #[inline]
    fn pass(&self, game: &Gomoku, position: &Position) -> Option<Position> {
        game.passed(position)
    }

    #[inline]
    fn static_exchange(&self, _: &Gomoku, _: &Position, _: Move) -> i32 {
        0
    }

    /// As much as can be: nothing is captured.
    #[inline]
    fn captured_value(&self, _: &Gomoku, _: &Position, _: Move) -> i32 {
        Score::MAX_HEURISTIC
    }
}
