//! The solver.

use super::{Ending, Successor, Tablebase, Value, each_successor};
use crate::Stop;
use wanqi_game::Game;

/// The values of an ending; `None` if it was stopped.
///
/// Every position is looked at once, forwards, to note where its moves lead; after that only these notes are
/// followed, backwards from the finished games and the known endings, the shorter distances first. The time is
/// proportional to positions and moves, the memory about 20 bytes a position and 4 a move.
pub fn solve<E: Ending>(ending: &E, stop: &Stop) -> Option<Tablebase> {
    const { assert!(E::Game::ALTERNATES, "the solver takes it that each move passes the turn") };
    let notes = PositionNotes::take(ending, stop)?;
    let mut solver = Solver { notes, values: Tablebase::draws(ending.size()), waiting: Vec::new() };
    solver.begin();
    solver.propagate();
    Some(solver.values)
}

/// Moves per position at which a position that cannot be valued is marked: none at all, or no such position.
const NEVER: u32 = u32::MAX;

/// What there is to know of positions before any is solved.
struct PositionNotes {
    /// Per position: its moves that are not yet known to lose; [`NEVER`] if one leads out to a draw, so that the
    /// position cannot be lost.
    hopes: Vec<u32>,
    /// Per position: the plies of its slowest loss so far.
    slowest: Vec<u16>,
    /// Positions that are decided whatever happens inside, with their values: by a move that leads out to a win,
    /// or by having no move.
    decided: Vec<(usize, Value)>,
    /// Per position: where its predecessors begin in `predecessors`; one more at the end.
    starts: Vec<u32>,
    /// The positions from which a move leads to a position, one list after the other.
    predecessors: Vec<u32>,
}

impl PositionNotes {
    fn take<E: Ending>(ending: &E, stop: &Stop) -> Option<PositionNotes> {
        let (game, size) = (ending.game(), ending.size());
        let mut hopes = vec![0; size];
        let mut slowest = vec![0; size];
        let mut decided = Vec::new();
        // The moves inside, from and to.
        let mut moves: Vec<(u32, u32)> = Vec::new();
        for index in 0..size {
            if index % 4096 == 0 && stop.is_stopped() {
                return None;
            }
            let Some(position) = ending.position(index) else { continue };
            if let Some(outcome) = game.outcome(&position) {
                decided.push((index, Value::of_outcome(outcome, game.side_to_move(&position))));
                continue;
            }
            let (mut some, mut drawn, mut quickest) = (false, false, None);
            each_successor(ending, &position, |successor| {
                some = true;
                match successor {
                    Successor::Known(Value::Win(plies)) => {
                        quickest = Some(quickest.map_or(plies, |known: u16| known.min(plies)));
                    }
                    Successor::Known(Value::Loss(plies)) => slowest[index] = plies.max(slowest[index]),
                    Successor::Known(Value::Draw) => drawn = true,
                    Successor::Inside(to) => {
                        hopes[index] += 1;
                        moves.push((index as u32, to as u32));
                    }
                }
            });
            if !some {
                let outcome = game.outcome_if_stuck(&position);
                decided.push((index, Value::of_outcome(outcome, game.side_to_move(&position))));
            } else if let Some(plies) = quickest {
                decided.push((index, Value::Win(plies)));
                hopes[index] = NEVER;
            } else if drawn {
                hopes[index] = NEVER;
            } else if hopes[index] == 0 {
                decided.push((index, Value::Loss(slowest[index])));
            }
        }
        let (starts, predecessors) = reversed(size, &moves);
        Some(PositionNotes { hopes, slowest, decided, starts, predecessors })
    }
}

/// Sorts moves by where they lead to, counting: the lists' starts, and the lists.
fn reversed(size: usize, moves: &[(u32, u32)]) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0; size + 1];
    for &(_, to) in moves {
        starts[to as usize + 1] += 1;
    }
    for index in 0..size {
        starts[index + 1] += starts[index];
    }
    let mut next = starts.clone();
    let mut predecessors = vec![0; moves.len()];
    for &(from, to) in moves {
        predecessors[next[to as usize] as usize] = from;
        next[to as usize] += 1;
    }
    (starts, predecessors)
}

struct Solver {
    notes: PositionNotes,
    values: Tablebase,
    /// By distance: positions that are decided at that distance, unless they were at a shorter one.
    waiting: Vec<Vec<(u32, Value)>>,
}

impl Solver {
    fn begin(&mut self) {
        for (index, value) in std::mem::take(&mut self.notes.decided) {
            self.wait(index, value);
        }
    }

    fn wait(&mut self, index: usize, value: Value) {
        let (Value::Win(plies) | Value::Loss(plies)) = value else { return };
        let plies = usize::from(plies);
        if self.waiting.len() <= plies {
            self.waiting.resize_with(plies + 1, Vec::new);
        }
        self.waiting[plies].push((index as u32, value));
    }

    /// Follows the decided positions backwards, those of the shortest distance first: what is decided at a
    /// distance was decided by nothing that comes later.
    fn propagate(&mut self) {
        let mut plies = 0;
        while plies < self.waiting.len() {
            for (index, value) in std::mem::take(&mut self.waiting[plies]) {
                let index = index as usize;
                if self.values.get(index) == Value::Draw {
                    self.values.set(index, value);
                    self.tell_predecessors(index, value);
                }
            }
            // Only moves of the greatest distance that is told apart lead to the same again.
            plies += usize::from(self.waiting[plies].is_empty());
        }
    }

    fn tell_predecessors(&mut self, index: usize, value: Value) {
        let list = self.notes.starts[index] as usize..self.notes.starts[index + 1] as usize;
        for at in list {
            let before = self.notes.predecessors[at] as usize;
            match value.before() {
                Value::Loss(plies) if self.notes.hopes[before] != NEVER => {
                    let slowest = &mut self.notes.slowest[before];
                    *slowest = plies.max(*slowest);
                    let slowest = *slowest;
                    self.notes.hopes[before] -= 1;
                    if self.notes.hopes[before] == 0 {
                        self.wait(before, Value::Loss(slowest));
                    }
                }
                won @ Value::Win(_) => self.wait(before, won),
                _ => {}
            }
        }
    }
}
