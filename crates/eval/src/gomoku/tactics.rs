//! The points of gomoku that are worth a try: by what they threaten, and near other stones.

use super::threat_search::ThreatSearch;
use super::{Class, Pattern, PatternBoard, Points};
use game::{Game, Side};
use games::gomoku::{Gomoku, Move, Position, SIZES};
use search::{Evaluator, Limits, Proven, Tactics};

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

/// Nodes of alpha-beta in the time that a position takes in a threat search.
const NODES_OF_A_PROOF: u64 = 2;

/// How far from a stone a candidate may lie, diagonals counted as one step.
const REACH: usize = 2;
const LARGEST: usize = *SIZES.end() as usize;

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
pub(super) fn rank(board: &PatternBoard, side: Side, point: usize) -> i32 {
    let of = |of: Side, place: usize| {
        let [one, two] = board.lines_of(of, point).to_le_bytes().map(usize::from);
        LINE_RANKS[place][one] + LINE_RANKS[place][two] + CLASS_RANKS[board.class(of, point) as usize][place]
    };
    of(side, 0) + of(side.opponent(), 1)
}

/// The empty points near stones.
#[inline]
pub(super) fn near(board: &PatternBoard) -> Points {
    let size = board.size();
    let mut near = [0_u32; LARGEST];
    let mut points = Points::default();
    for row in 0..size {
        let taken = board.taken_in(row);
        let reached = taken | (taken << 1) | (taken << 2) | (taken >> 1) | (taken >> 2);
        near[row.saturating_sub(REACH)..(row + REACH + 1).min(size)]
            .iter_mut()
            .for_each(|row| *row |= reached);
    }
    for (row, near) in near.into_iter().enumerate().take(size) {
        points.insert_row(row * size, near & !board.taken_in(row) & ((1 << size) - 1));
    }
    points
}

/// The points where a side whose opponent is about to make a four that cannot be answered may answer before: on all of the
/// points that such a four needs. Its own fours come beside.
pub(super) fn answers(board: &mut PatternBoard, side: Side) -> Points {
    let mut common: Option<Points> = None;
    for threat in board.points(side.opponent(), Class::Fours).iter() {
        let needs = needed(board, side.opponent(), threat);
        let both = common.map_or(needs, |common| common.both(&needs));
        if both.is_empty() {
            return both;
        }
        common = Some(both);
    }
    common.unwrap_or_default()
}

/// What a four that cannot be answered needs: its own point, and both points where five is next; if there are more of
/// these, none of them alone.
pub(super) fn needed(board: &mut PatternBoard, side: Side, threat: usize) -> Points {
    board.put(side, threat);
    let mut needed = *board.points(side, Class::Five);
    board.take_back();
    if needed.len() > 2 {
        needed = Points::default();
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
        let (size, side) = (game.size(), game.side_to_move(position));
        let mut any = false;
        for point in points {
            let (row, column) = (point / size, point % size);
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
        let first = |points: &Points| points.first().into_iter();
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
    const HISTORY_SLOTS: usize = LARGEST * LARGEST + 1;
    const MARGIN: i32 = 75;

    const PROVES: bool = true;

    /// By fours and open threes.
    fn prove(&self, game: &Gomoku, position: &Position, limits: &Limits) -> (Proven<Move>, u64) {
        let limits = Limits { nodes: limits.nodes.map(|nodes| nodes / NODES_OF_A_PROOF), ..limits.clone() };
        let (proven, nodes) = ThreatSearch { table_mb: 8 }.look_ahead(game, position, &limits);
        (proven, nodes * NODES_OF_A_PROOF)
    }

    /// The position with the other side to move. There is no zugzwang in gomoku: a stone more never harms, but for
    /// renju's forbidden points.
    #[inline]
    fn pass(&self, game: &Gomoku, position: &Position) -> Option<Position> {
        game.passed(position)
    }

    /// Only a board that is nearly full may be without a move.
    #[inline]
    fn may_be_stuck(&self, game: &Gomoku, position: &Position) -> bool {
        position.empty() < game.size()
    }

    /// The candidates, the best first; on an empty board the centre.
    fn each_candidate(
        &self,
        game: &Gomoku,
        state: &mut E::State,
        position: &Position,
        mut visit: impl FnMut(Move),
    ) {
        let (size, board) = (game.size(), state.as_mut());
        if self.candidates == 0 {
            return game.each_move(position, visit);
        }
        if Self::each_urgent(game, board, position, &mut visit) {
            return;
        }
        if position.empty() == size * size {
            Self::visit_points(game, board, position, std::iter::once(size / 2 * (size + 1)), &mut visit);
            return;
        }
        let near = near(board);
        if !Self::visit_ranked(game, board, position, near.iter(), self.candidates, &mut visit) {
            // All points near stones are taken.
            game.each_move(position, visit);
        }
    }

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
        let point = mv.row() * game.size() + mv.column();
        state.as_mut().class(game.side_to_move(position), point) >= Class::Four
    }

    /// What a point that threatens something promises, or one that is about to threaten twice; the rest is quiet.
    #[inline]
    fn promise(&self, game: &Gomoku, state: &mut E::State, position: &Position, mv: Move) -> i32 {
        if mv.is_pass() {
            return 0;
        }
        let board = state.as_mut();
        let (side, point) = (game.side_to_move(position), mv.row() * game.size() + mv.column());
        let [own, other] = [side, side.opponent()].map(|side| board.class(side, point));
        let urgent = own >= Class::Three
            || matches!(other, Class::Threes | Class::FourThree | Class::Fours | Class::Five);
        if urgent { rank(board, side, point).max(1) } else { 0 }
    }

    #[inline]
    fn history_slot(&self, game: &Gomoku, _: &Position, mv: Move) -> usize {
        game.place(mv).unwrap_or(LARGEST * LARGEST)
    }
}
