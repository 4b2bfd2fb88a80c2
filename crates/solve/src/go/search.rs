//! The search for a proof: depth first, deeper and deeper, with a table.

use super::alive::safe;
use super::board::{BLACK, Board, Geometry, Points, Size};
use super::past::{Grounds, Past};
use super::symmetry::Symmetries;
use super::table::{Key, NO_MOVE, Proof, Table};
use super::{Solution, Task};

/// Whether Black can lead by what is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    Yes,
    No,
    /// Not at this depth.
    Open,
}

impl Answer {
    /// What a side wants.
    fn of(side: usize) -> Answer {
        if side == BLACK { Answer::Yes } else { Answer::No }
    }
}

/// A pass among moves, which are points otherwise.
const PASS: u8 = Size::MOST_POINTS as u8;
/// No game is longer: a search that has looked so deep will find nothing deeper.
const MOST_DEPTH: u32 = 10_000;
/// Nodes between two questions whether to go on.
const INTERVAL: u64 = 1024;

/// A search that keeps its table from question to question.
pub(super) struct Search<'a> {
    geometry: Geometry,
    symmetries: Symmetries,
    past: Past,
    table: Table,
    /// How much a stone of each side on each point has been what its side wanted.
    history: [[u32; Size::MOST_POINTS]; 2],
    /// What is known so far, and what is asked.
    pub solution: Solution,
    goes_on: &'a mut dyn FnMut(&Solution) -> bool,
    stopped: bool,
}

/// A position to look at, but for its past.
#[derive(Clone, Copy)]
struct Node {
    board: Board,
    side: usize,
    /// Whether the other side has just passed.
    passed: bool,
}

/// A move and what it leads to.
#[derive(Clone, Copy)]
struct Stone {
    mv: u8,
    board: Board,
    taken: Points,
    promise: u32,
}

impl<'a> Search<'a> {
    pub fn new(task: &Task, solution: Solution, goes_on: &'a mut dyn FnMut(&Solution) -> bool) -> Self {
        Search {
            geometry: Geometry::new(task.size),
            symmetries: Symmetries::new(task.size),
            past: Past::new(task.superko),
            table: Table::new(task.table_mb),
            history: [[0; Size::MOST_POINTS]; 2],
            solution,
            goes_on,
            stopped: false,
        }
    }

    /// Whether Black, who moves first on an empty board, can lead by what is asked; with Black's first move if so, `None` if
    /// that is a pass. Open if it was stopped.
    pub fn ask(&mut self) -> (Answer, Option<u32>) {
        let root = Node { board: Board::EMPTY, side: BLACK, passed: false };
        for depth in 1..=MOST_DEPTH {
            self.solution.depth = depth;
            let (answer, _, mv) = self.look(root, depth);
            if answer != Answer::Open || self.stopped {
                return (answer, (mv < PASS).then_some(u32::from(mv)));
            }
        }
        (Answer::Open, None)
    }

    /// Looks so many plies ahead: the answer, what it rests on, and the winner's move if it is his turn.
    fn look(&mut self, node: Node, depth: u32) -> (Answer, Grounds, u8) {
        const OPEN: (Answer, Grounds, u8) = (Answer::Open, Grounds::NONE, NO_MOVE);
        let before = self.solution.nodes;
        self.solution.nodes += 1;
        if self.solution.nodes.is_multiple_of(INTERVAL) && !(self.goes_on)(&self.solution) {
            self.stopped = true;
        }
        if self.stopped {
            return OPEN;
        }
        let wish = Answer::of(node.side);
        if let Some(answer) = self.shown(node) {
            return (answer, Grounds::NONE, PASS);
        }
        if depth == 0 {
            return OPEN;
        }
        let (board, way) = self.symmetries.canonical(node.board);
        let (key, back) = (Key::new(board, node.side, node.passed), self.symmetries.back(way));
        let past = Key::new(node.board, node.side, node.passed).hash() ^ self.past.signature();
        let mut first = NO_MOVE;
        if let Some(entry) = self.table.get(key) {
            for (proof, answer) in entry.proofs.iter().zip([Answer::Yes, Answer::No]) {
                let Some(proof) = proof else { continue };
                if (i32::from(proof.lead) >= self.solution.asked) != (answer == Answer::Yes) {
                    continue;
                }
                let mv = self.symmetries.mv(back, proof.mv);
                let grounds = self.turned(proof.grounds, back);
                let winner = if answer == Answer::Yes { BLACK } else { 1 - BLACK };
                if grounds.since == Grounds::NO_PAST && grounds.stand(self.past.taken()[winner]) {
                    return (answer, grounds, mv);
                }
                // The same past; but by which of its positions a move was left out is not kept, only that it was.
                if proof.past == past {
                    let since = if grounds.since == Grounds::NO_PAST { grounds.since } else { 0 };
                    return (answer, Grounds { since, ..grounds }, mv);
                }
                // It is tried: its move goes first.
                first = mv;
            }
            if first == NO_MOVE {
                let (asked, searched) = entry.open;
                if i32::from(asked) == self.solution.asked && u32::from(searched) >= depth {
                    return OPEN;
                }
                first = self.symmetries.mv(back, entry.mv);
            }
        }
        let (mut stones, mut count) =
            ([Stone { mv: 0, board: node.board, taken: 0, promise: 0 }; Size::MOST_POINTS], 0);
        // What the proof rests on if no move is what this side wants.
        let mut grounds = Grounds::NONE;
        let mut empty = node.board.empty(&self.geometry);
        while empty != 0 {
            let point = empty.trailing_zeros();
            empty &= empty - 1;
            let Some((board, taken)) = node.board.play(&self.geometry, node.side, point) else { continue };
            if let Some(plies) = self.past.brought_back(board, node.side, point) {
                grounds.since = grounds.since.min(plies);
                continue;
            }
            let mv = point as u8;
            let promise = match mv == first {
                true => u32::MAX,
                false => (taken.count_ones() << 24) + self.history[node.side][point as usize].min(1 << 24),
            };
            stones[count] = Stone { mv, board, taken, promise };
            count += 1;
        }
        stones[..count].sort_unstable_by_key(|stone| std::cmp::Reverse((stone.promise, stone.mv)));
        // A second pass ends the game, which has been looked at.
        let pass = (!node.passed).then_some(Stone { mv: PASS, board: node.board, taken: 0, promise: 0 });
        let pass_first = first == PASS || first == NO_MOVE && self.counted(node.board) == wish;
        let passes = [pass.filter(|_| pass_first), pass.filter(|_| !pass_first)];
        let moves = passes[0].iter().chain(&stones[..count]).chain(&passes[1]);
        let (mut answer, mut best) = (Answer::of(1 - node.side), NO_MOVE);
        for &Stone { mv, board, taken, .. } in moves {
            self.past.push(board, node.side, taken);
            let after = Node { board, side: 1 - node.side, passed: mv == PASS };
            let (found, why, _) = self.look(after, depth - 1);
            self.past.pop();
            if found == wish {
                let played = if mv == PASS { 0 } else { 1 << mv };
                (answer, best, grounds) = (wish, mv, Grounds { played: why.played | played, ..why });
                if let Some(history) = self.history[node.side].get_mut(usize::from(mv)) {
                    *history = history.saturating_add(depth * depth);
                }
                break;
            }
            if found == Answer::Open {
                if best == NO_MOVE {
                    best = mv;
                }
                answer = Answer::Open;
            }
            grounds = grounds.and(Grounds { lost: why.lost | taken, ..why });
        }
        if self.stopped {
            return OPEN;
        }
        // Of what stood here or later every past will say the same.
        if grounds.since >= self.past.plies() {
            grounds.since = Grounds::NO_PAST;
        }
        let found =
            Proof { lead: 0, mv: self.symmetries.mv(way, best), grounds: self.turned(grounds, way), past };
        self.keep(key, answer, found, depth, self.solution.nodes - before);
        (answer, grounds, best)
    }

    /// The answer if the game ended here.
    fn counted(&self, board: Board) -> Answer {
        if board.lead(&self.geometry) >= self.solution.asked { Answer::Yes } else { Answer::No }
    }

    /// The answer if the position shows it: by a pass that ends the game, or by stones that nothing can take.
    fn shown(&self, node: Node) -> Option<Answer> {
        let wish = Answer::of(node.side);
        if node.passed && self.counted(node.board) == wish {
            return Some(wish);
        }
        let all = self.geometry.all.count_ones() as i32;
        let safe = |side| 2 * safe(node.board, &self.geometry, side).count_ones() as i32 - all;
        if safe(BLACK) >= self.solution.asked {
            Some(Answer::Yes)
        } else if -safe(1 - BLACK) < self.solution.asked {
            Some(Answer::No)
        } else {
            None
        }
    }

    /// The same on a board that is turned or mirrored.
    fn turned(&self, grounds: Grounds, way: usize) -> Grounds {
        let turned = |points| self.symmetries.points(way, points);
        Grounds { played: turned(grounds.played), lost: turned(grounds.lost), ..grounds }
    }

    /// Notes what has been found.
    fn keep(&mut self, key: Key, answer: Answer, found: Proof, depth: u32, nodes: u64) {
        let asked = self.solution.asked as i8;
        let Some(entry) = self.table.entry(key, nodes) else { return };
        let (place, lead) = match answer {
            Answer::Open => {
                entry.open = (asked, u8::try_from(depth).unwrap_or(u8::MAX));
                entry.mv = found.mv;
                return;
            }
            Answer::Yes => (0, asked),
            Answer::No => (1, asked - 1),
        };
        let says_more = |old: &Proof| if place == 0 { old.lead > lead } else { old.lead < lead };
        let stays = |old: &Proof| old.grounds.since == Grounds::NO_PAST && says_more(old);
        if !entry.proofs[place].as_ref().is_some_and(stays) {
            entry.proofs[place] = Some(Proof { lead, ..found });
        }
    }
}
