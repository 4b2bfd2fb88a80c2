//! How a game ends, as far as a position shows.

use super::{Act, Did, Piece, State, Twin};
use std::collections::HashSet;
use wanqi_game::{Outcome, Side};
use wanqi_games::rulebook::board::Offset;
use wanqi_games::rulebook::model::*;
use wanqi_games::rulebook::points::PointSet;

impl Twin<'_> {
    /// Whether an enemy piece could go onto or over the royal piece of a side.
    pub fn in_check(&self, state: &State, side: Side) -> bool {
        let royal = |&at: &usize| {
            state.cells[at].is_some_and(|(kind, owner)| owner == Some(side) && self.0.kinds[kind].royal)
        };
        let Some(royal) = (0..state.cells.len()).find(royal) else { return false };
        if let Some(kinds) = self.0.capture.blast {
            // Who took it would lose the royal piece beside it.
            let shields = |at: &usize| {
                state.cells[*at].is_some_and(|(kind, owner)| {
                    owner == Some(side.opponent()) && self.0.kinds[kind].royal && kinds >> kind & 1 != 0
                })
            };
            if self.near(royal, true).iter().any(shields) {
                return false;
            }
        }
        let turned = State { side: side.opponent(), ..state.clone() };
        let enemies = (0..state.cells.len()).filter(|&at| self.owner(state, at) == Some(side.opponent()));
        let hits =
            |act: &Act| matches!(act, Act::Go { to, jumped, .. } if *to == royal || *jumped == Some(royal));
        enemies.into_iter().any(|at| self.goings(&turned, at).iter().any(hits))
    }

    /// Whether the royal pieces look at each other along a line: a step at a time, from each empty point to the next.
    pub(super) fn face(&self, state: &State) -> bool {
        let royal = |side: Side| {
            (0..state.cells.len()).find(|&at| {
                state.cells[at].is_some_and(|(kind, owner)| owner == Some(side) && self.0.kinds[kind].royal)
            })
        };
        let (Some(one), Some(other)) = (royal(Side::First), royal(Side::Second)) else { return false };
        self.0.board.neighbours(false).iter().any(|&way| {
            let mut at = one;
            while let Some(next) = self.0.board.beyond(at, way, Side::First) {
                if state.cells[next].is_some() {
                    return next == other;
                }
                at = next;
            }
            false
        })
    }

    pub(super) fn judge(&self, state: &State, mover: Side, did: &Did) -> Option<Outcome> {
        let ends = &self.0.ends;
        let opponent = mover.opponent();
        let reached = |side: Side| self.reached(state, side);
        let beaten = |side: Side| {
            let count = |kinds: KindSet| {
                let on_board = state
                    .cells
                    .iter()
                    .flatten()
                    .filter(|(kind, owner)| *owner == Some(side) && kinds >> kind & 1 != 0);
                let held =
                    state.hands[side.index()].iter().enumerate().filter(|(kind, _)| kinds >> kind & 1 != 0);
                on_board.count() as u32 + held.map(|(_, count)| count).sum::<u32>()
            };
            let royal = |kind: &usize| self.0.kinds[*kind].royal;
            let had = self.0.start.iter().any(|&(_, kind, owner)| owner == Some(side) && royal(&kind.into()));
            let has = state.cells.iter().flatten().any(|(kind, owner)| *owner == Some(side) && royal(kind));
            let few =
                |rule: &Eliminate| rule.sides[side.index()] && count(rule.kinds) < rule.fewer_than.into();
            ends.eliminate.iter().any(few) || had && !has
        };
        let gathered = |side: Side| {
            let own: Vec<usize> =
                (0..state.cells.len()).filter(|&at| self.owner(state, at) == Some(side)).collect();
            ends.gather && !own.is_empty() && self.group(state, own[0], true).len() == own.len()
        };
        let connected = |side: Side| {
            let Some(goals) = &ends.connect else { return false };
            let [one, other] = goals[side.index()];
            let meets = |group: &HashSet<usize>, goal: PointSet| group.iter().any(|&at| goal.has(at));
            (0..state.cells.len()).filter(|&at| self.owner(state, at) == Some(side)).any(|at| {
                let group = self.group(state, at, false);
                meets(&group, one) && meets(&group, other)
            })
        };
        let filled = |side: Side| {
            let Some(fill) = &ends.fill else { return false };
            let mut points = fill[side.index()].iter().peekable();
            points.peek().is_some() && points.all(|at| self.owner(state, at) == Some(side))
        };
        let line = |side: Side, result| self.lines(state, side, result);
        let wins = line(mover, LineResult::Win)
            || reached(mover) && !(ends.equal_turns && mover == Side::First)
            || connected(mover)
            || self.has_figure(state, mover)
            || gathered(mover)
            || filled(mover)
            || did.lost[1] && beaten(opponent)
            || ends.checks.is_some_and(|checks| state.checks[mover.index()] >= checks.into())
            || ends.captured.is_some_and(|captured| state.captured[mover.index()] >= captured.into());
        let answered = ends.equal_turns && mover == Side::Second && reached(Side::First);
        if answered && reached(Side::Second) {
            return Some(Outcome::Draw);
        }
        let loses = answered
            || line(mover, LineResult::Loss)
            || (did.lost[0] || did.promoted) && beaten(mover)
            || did.lost[1] && gathered(opponent)
            || line(opponent, LineResult::Win);
        match (wins, loses) {
            (true, _) => Some(self.won(mover)),
            (false, true) => Some(self.won(opponent)),
            _ if ends.full && state.cells.iter().all(Option::is_some) => Some(self.ended(state, true)),
            _ => None,
        }
    }

    /// Whether a side has a chain, a ring or a figure that wins.
    fn has_figure(&self, state: &State, side: Side) -> bool {
        let (ends, board) = (&self.0.ends, &self.0.board);
        let is_own = |at: usize| self.owner(state, at) == Some(side);
        let points = || 0..state.cells.len();
        let joined = ends.joins.iter().any(|join| {
            points().filter(|&at| is_own(at)).any(|at| {
                let group = self.group(state, at, false);
                let touched = |region: &&PointSet| group.iter().any(|&at| region.has(at));
                join.regions.iter().filter(touched).count() >= join.any.into()
            })
        });
        // From each point outwards: where the rim is not come to, there are pieces all around.
        let ringed = |at: usize| {
            let (mut seen, mut todo) = (HashSet::from([at]), vec![at]);
            while let Some(at) = todo.pop() {
                if self.near(at, false).len() < board.neighbours(false).len() {
                    return false;
                }
                todo.extend(
                    self.near(at, false).into_iter().filter(|&near| !is_own(near) && seen.insert(near)),
                );
            }
            true
        };
        let drawn = ends.figures.iter().any(|figure| {
            (0..8).any(|turn| {
                points().any(|at| {
                    let (column, row) = board.places[at];
                    figure.iter().all(|offset| {
                        let (mut x, mut y) = (i32::from(offset.right), i32::from(offset.forward));
                        for _ in 0..turn % 4 {
                            (x, y) = (y, -x);
                        }
                        x = if turn > 3 { -x } else { x };
                        board.at(i32::from(column) + x, i32::from(row) - y).is_some_and(is_own)
                    })
                })
            })
        });
        joined || drawn || ends.ring && points().any(ringed)
    }

    /// Whether a side has a piece where it wins by it, safe or not.
    pub(super) fn stands_there(&self, state: &State, side: Side) -> bool {
        let right = |(kind, owner): Piece, kinds: KindSet| owner == Some(side) && kinds >> kind & 1 != 0;
        self.0.ends.reach.iter().any(|reach| {
            let there = (0..state.cells.len()).filter(|&at| reach.on[side.index()].has(at));
            there.filter_map(|at| state.cells[at]).any(|piece| right(piece, reach.kinds))
        })
    }

    /// Whether a side has a piece where it wins by it.
    pub(super) fn reached(&self, state: &State, side: Side) -> bool {
        let ends = &self.0.ends;
        ends.reach.iter().any(|reach| {
            (0..state.cells.len()).any(|at| {
                let right = |(kind, owner): Piece| owner == Some(side) && reach.kinds >> kind & 1 != 0;
                reach.on[side.index()].has(at)
                    && state.cells[at].is_some_and(right)
                    && !(ends.reach_safe && self.is_takeable(state, side, at))
            })
        })
    }

    /// Whether the opponent of a side could take its piece on a point.
    fn is_takeable(&self, state: &State, side: Side, at: usize) -> bool {
        let turned = State { side: side.opponent(), ..state.clone() };
        let enemies = (0..state.cells.len()).filter(|&at| self.owner(state, at) == Some(side.opponent()));
        let hits = |act: &Act| matches!(act, Act::Go { to, jumped, .. } if *to == at || *jumped == Some(at));
        enemies.into_iter().any(|from| self.goings(&turned, from).iter().any(hits))
    }

    pub(super) fn won(&self, side: Side) -> Outcome {
        Outcome::Win(if self.0.ends.misere { side.opponent() } else { side })
    }

    pub(super) fn lines(&self, state: &State, side: Side, result: LineResult) -> bool {
        (0..state.cells.len()).any(|at| self.line_through(state, side, at, result))
    }

    pub(super) fn line_through(&self, state: &State, side: Side, at: usize, result: LineResult) -> bool {
        let own = |at: usize| self.owner(state, at) == Some(side);
        let rules = self.0.ends.lines.iter().filter(|line| line.result == result && line.sides[side.index()]);
        own(at)
            && rules.into_iter().any(|line| {
                line.dirs.iter().any(|&dir| {
                    let run = |dir| self.0.board.ray(at, dir, Side::First).take_while(|&at| own(at)).count();
                    let length = 1 + run(dir) + run(Offset::new(-dir.right, -dir.forward));
                    if line.exactly { length == line.length.into() } else { length >= line.length.into() }
                })
            })
    }

    pub(super) fn ended(&self, state: &State, counts: bool) -> Outcome {
        let Some(count) = self.0.ends.count.filter(|_| counts) else { return Outcome::Draw };
        let mut lead = -count.komi;
        for at in 0..state.cells.len() {
            let owners: HashSet<Option<Side>> = match state.cells[at] {
                Some((_, Some(owner))) if count.on.is_some_and(|on| !on[owner.index()].has(at)) => {
                    HashSet::new()
                }
                Some((_, owner)) => HashSet::from([owner]),
                None if count.area => {
                    let mut region = HashSet::from([at]);
                    loop {
                        let empty = |near: &usize| state.cells[*near].is_none();
                        let more: Vec<usize> =
                            region.iter().flat_map(|&at| self.near(at, false)).filter(empty).collect();
                        let before = region.len();
                        region.extend(more);
                        if region.len() == before {
                            break;
                        }
                    }
                    let around = region.iter().flat_map(|&at| self.near(at, false));
                    around
                        .filter_map(|at| state.cells[at])
                        .map(|piece| piece.1)
                        .filter(Option::is_some)
                        .collect()
                }
                None => HashSet::new(),
            };
            if owners.len() == 1 {
                lead += match owners.into_iter().next().unwrap() {
                    Some(Side::First) => 1.0,
                    Some(Side::Second) => -1.0,
                    None => 0.0,
                };
            }
        }
        match lead {
            lead if lead > 0.0 => self.won(Side::First),
            lead if lead < 0.0 => self.won(Side::Second),
            _ => Outcome::Draw,
        }
    }

    /// The result if there is no move.
    pub fn stuck(&self, state: &State) -> Outcome {
        match self.0.ends.no_moves[state.side.index()] {
            _ if self.in_check(state, state.side) => self.won(state.side.opponent()),
            Verdict::Loss => self.won(state.side.opponent()),
            Verdict::Win => self.won(state.side),
            Verdict::Draw => Outcome::Draw,
            Verdict::Count => self.ended(state, true),
        }
    }
}
