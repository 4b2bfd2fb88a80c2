//! Which moves to look at, and which first, as far as the rules tell.

use super::action::{places_only, takes_by_going};
use super::connect::Connect;
use super::{Derived, kind_at};
use std::cmp::Reverse;
use std::sync::Arc;
use wanqi_game::{Game, Side};
use wanqi_games::rulebook::model::{LineResult, MAX_KINDS};
use wanqi_games::rulebook::points::{MAX_POINTS, PointSet};
use wanqi_games::rulebook::{Move, Position, Rulebook};
use wanqi_search::tactics::{Candidates, MoveOrder, NoCorrectionKeys, NoPruning, Parameters, Quiescence};
use wanqi_search::{Evaluator, Tactics};

/// Takes, promotions and winning moves first; where pieces are only put, on a board with room for many, the few
/// points that matter: near other pieces, in rows that can still be completed, on short ways to a connection.
#[derive(Clone, Debug)]
pub struct DerivedTactics(Arc<PositionFacts>);

#[derive(Debug)]
struct PositionFacts {
    /// The values of the kinds before anything has been learned.
    values: Vec<i32>,
    has_takes: bool,
    /// Where a kind of a side wins.
    goals: Vec<[PointSet; 2]>,
    /// Points of rows to be made, and those that each point belongs to.
    windows: Vec<Vec<u16>>,
    through: Vec<Vec<u32>>,
    /// The points at most two steps from each one, if only such are looked at.
    near: Option<Vec<PointSet>>,
    /// The most points to be looked at.
    candidates: usize,
    /// The points in the middle of the board.
    middle: PointSet,
    connect: Option<Connect>,
}

/// Boards with more points than this have more moves than can matter.
const MANY: usize = 50;
/// The most points to be looked at.
const CANDIDATES: usize = 28;

/// The score of a move that wins, of one that keeps the opponent from winning, and of one that makes, or
/// prevents, a row that lacks one piece.
const WINS: i32 = 1 << 20;
const PREVENTS: i32 = 1 << 18;
const NEARLY: i32 = 1 << 12;

impl DerivedTactics {
    /// Looks at the rules; the values of pieces are those that the evaluation began with.
    pub fn new(game: &Rulebook, evaluation: &Derived) -> DerivedTactics {
        let rules = game.rules();
        let board = &rules.board;
        let points = board.len();
        let values = evaluation.features.pieces.values.clone();
        let goals = (0..rules.kinds.len()).map(|kind| {
            [0, 1].map(|side| {
                let reached = rules.ends.reach.iter().filter(|reach| reach.kinds >> kind & 1 != 0);
                reached.fold(PointSet::EMPTY, |all, reach| all.or(reach.on[side]))
            })
        });
        let (windows, through) = windows(game);
        let around = |point: usize| -> PointSet {
            let ways = board.neighbours(true).iter();
            ways.filter_map(|&way| board.beyond(point, way, Side::First)).collect()
        };
        let few = places_only(rules)
            && points > MANY
            && !rules.place.must_take
            && !rules.place.falls
            && rules.capture.surround.is_none();
        let near = few.then(|| {
            let next: Vec<PointSet> = (0..points).map(around).collect();
            next.iter().map(|one| one.iter().fold(*one, |all, point| all.or(next[point]))).collect()
        });
        let off_middle = |point: usize| {
            let (column, row) = board.places[point];
            (2 * i32::from(column) + 1 - i32::from(board.columns)).abs()
                + (2 * i32::from(row) + 1 - i32::from(board.rows)).abs()
        };
        let least = (0..points).map(off_middle).min().unwrap_or(0);
        let known = PositionFacts {
            values,
            has_takes: takes_by_going(rules),
            goals: goals.collect(),
            windows,
            through,
            near,
            // What takes is seen in no row.
            candidates: if rules.capture.flank.is_some() || rules.capture.touch.is_some() {
                MAX_POINTS
            } else {
                CANDIDATES
            },
            middle: (0..points).filter(|&point| off_middle(point) <= least + 2).collect(),
            connect: evaluation.features.connect.clone(),
        };
        DerivedTactics(Arc::new(known))
    }
}

/// All windows of rows that win, and for each point those that it belongs to.
fn windows(game: &Rulebook) -> (Vec<Vec<u16>>, Vec<Vec<u32>>) {
    let rules = game.rules();
    let board = &rules.board;
    let mut windows: Vec<Vec<u16>> = Vec::new();
    for line in rules.ends.lines.iter().filter(|line| line.result == LineResult::Win) {
        for &dir in &line.dirs {
            for point in 0..board.len() {
                let ray = board.ray(point, dir, Side::First).take(usize::from(line.length) - 1);
                let window: Vec<u16> = [point].into_iter().chain(ray).map(|point| point as u16).collect();
                if window.len() == usize::from(line.length) {
                    windows.push(window);
                }
            }
        }
    }
    let mut through = vec![Vec::new(); board.len()];
    for (index, window) in (0..).zip(&windows) {
        for &point in window {
            through[usize::from(point)].push(index);
        }
    }
    (windows, through)
}

impl PositionFacts {
    /// What a piece on a point does for rows: how promising it is, and how it ranks among others.
    fn rows(&self, position: &Position, side: Side, point: usize) -> (i32, i32) {
        let (own, other) = (position.pieces(side), position.pieces(side.opponent()));
        let (mut move_score, mut rank) = (0, 0);
        for &window in &self.through[point] {
            let window = &self.windows[window as usize];
            let count = |set: &PointSet| window.iter().filter(|&&point| set.has(point.into())).count();
            let (mine, theirs) = (count(&own), count(&other));
            let (count, makes) = match (mine, theirs) {
                (mine, 0) => (mine, true),
                (0, theirs) => (theirs, false),
                _ => continue,
            };
            rank += (if makes { 5 } else { 4 }) << (2 * count).min(20);
            move_score += match (window.len() - count, makes) {
                (1, true) => WINS,
                (1, false) => PREVENTS,
                (2, _) if window.len() > 3 => NEARLY,
                _ => 0,
            };
        }
        (move_score, rank)
    }

    /// What goes by a move: the value of what it takes, and of what it becomes.
    fn takes(&self, game: &Rulebook, position: &Position, mv: Move) -> Option<i32> {
        let (from, to) = (mv.from()?, mv.to()?);
        let side = game.side_to_move(position);
        let (kind, Some(owner)) = game.piece_at(position, from)? else { return None };
        if owner != side {
            return None;
        }
        let moved = self.values[usize::from(kind)];
        let taken = match game.piece_at(position, mv.jumped().unwrap_or(to)) {
            Some((victim, Some(owner))) if owner != side => Some(self.values[usize::from(victim)]),
            _ => None,
        };
        let gained = match game.becomes(mv) {
            Some(becomes) if becomes != kind => self.values[usize::from(becomes)] - moved,
            _ => 0,
        };
        match taken {
            Some(victim) => Some((8 * (victim + gained) - moved / 4).max(1)),
            None if gained > 0 => Some(8 * gained),
            None => None,
        }
    }

    /// The points to be looked at, the best first; `None` for all.
    fn candidates(&self, game: &Rulebook, position: &Position) -> Option<Vec<u16>> {
        let near = self.near.as_ref()?;
        let taken = position.occupied();
        let mut around = taken.iter().fold(PointSet::EMPTY, |all, point| all.or(near[point]));
        if taken.is_empty() {
            around = self.middle;
        }
        let side = game.side_to_move(position);
        let mut lengths = [0; MAX_POINTS];
        if let Some(connect) = &self.connect {
            for side in Side::BOTH {
                connect.ways(position, side, &mut |point, length| {
                    around.insert(point);
                    lengths[point] += 30 - length;
                });
            }
        }
        let rank = |point: usize| lengths[point] + self.rows(position, side, point).1;
        let mut ranked: Vec<(Reverse<i32>, u16)> =
            around.except(taken).iter().map(|point| (Reverse(rank(point)), point as u16)).collect();
        ranked.sort_unstable();
        ranked.truncate(self.candidates);
        Some(ranked.into_iter().map(|(_, point)| point).collect())
    }
}

impl<E: Evaluator<Rulebook>> Tactics<Rulebook, E> for DerivedTactics {
    const PARAMETERS: Parameters = Parameters {
        history_slots: MAX_KINDS * MAX_POINTS,
        quiescence: true,
        extends_forced: true,
        margin_is_learnt: true,
        ..Parameters::NEUTRAL
    };
}

impl NoPruning for DerivedTactics {}
impl NoCorrectionKeys for DerivedTactics {}

impl<E: Evaluator<Rulebook>> Candidates<Rulebook, E> for DerivedTactics {
    fn each_candidate(
        &self,
        game: &Rulebook,
        _: &mut E::State,
        position: &Position,
        mut visit: impl FnMut(Move),
    ) {
        let Some(points) = self.0.candidates(game, position) else { return game.each_move(position, visit) };
        let mut ranked: Vec<(usize, Move)> = Vec::with_capacity(CANDIDATES);
        game.each_move(position, |mv| match mv.to() {
            None => ranked.push((points.len(), mv)),
            Some(to) => {
                ranked.extend(points.iter().position(|&point| usize::from(point) == to).map(|i| (i, mv)))
            }
        });
        if ranked.is_empty() {
            return game.each_move(position, visit);
        }
        ranked.sort_by_key(|&(rank, _)| rank);
        ranked.into_iter().for_each(|(_, mv)| visit(mv));
    }

    #[inline]
    fn is_complete(&self) -> bool {
        self.0.near.is_none()
    }
}

impl<E: Evaluator<Rulebook>> Quiescence<Rulebook, E> for DerivedTactics {
    fn each_tactical(
        &self,
        game: &Rulebook,
        _: &mut E::State,
        position: &Position,
        mut visit: impl FnMut(Move),
    ) {
        if self.0.has_takes {
            game.each_move(position, |mv| {
                if self.0.takes(game, position, mv).is_some() {
                    visit(mv);
                }
            });
        }
    }

    #[inline]
    fn is_forced(&self, game: &Rulebook, _: &mut E::State, position: &Position) -> bool {
        game.in_check(position, game.side_to_move(position))
    }

    #[inline]
    fn threatens(&self, game: &Rulebook, _: &mut E::State, position: &Position, mv: Move) -> bool {
        if !game.has_royal() {
            return false;
        }
        let mut next = position.clone();
        game.play(&mut next, mv);
        game.in_check(&next, game.side_to_move(&next))
    }

    #[inline]
    fn may_be_stuck(&self, _: &Rulebook, _: &Position) -> bool {
        true
    }
}

impl<E: Evaluator<Rulebook>> MoveOrder<Rulebook, E> for DerivedTactics {
    fn move_score(&self, game: &Rulebook, _: &mut E::State, position: &Position, mv: Move) -> i32 {
        let known = &*self.0;
        let Some(to) = mv.to() else { return 0 };
        let side = game.side_to_move(position);
        let wins = game.becomes(mv).is_some_and(|kind| known.goals[usize::from(kind)][side.index()].has(to));
        if wins {
            return WINS;
        }
        let rows = if known.windows.is_empty() || mv.from().is_some() {
            0
        } else {
            known.rows(position, side, to).0
        };
        rows + known.takes(game, position, mv).unwrap_or(0)
    }

    #[inline]
    fn history_slot(&self, game: &Rulebook, position: &Position, mv: Move) -> usize {
        let kind = mv.from().map_or(0, |from| kind_at(game, position, from));
        kind * MAX_POINTS + mv.to().unwrap_or(0)
    }
}
