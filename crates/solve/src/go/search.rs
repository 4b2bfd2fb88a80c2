//! The search for a proof: depth first, deeper and deeper, with a table.
//!
//! A search looks for a proof of one side, so many plies deep. Where it finds none, the other side holds out, for so many plies
//! or for good (which is a proof of its own): to show that takes one move of the other side at each turn, and rests on the past
//! as a proof does. Both sides' searches take turns.

use super::alive::safe;
use super::board::{BLACK, Board, Geometry, Points, Size};
use super::past::{Grounds, Past};
use super::symmetry::Symmetries;
use super::table::{FOR_GOOD, Key, NO_MOVE, Proof, Table};
use super::{Solution, Task};

/// What a search has found of a position.
#[derive(Clone, Copy, Debug)]
struct Found {
    /// The side that has its way.
    winner: usize,
    /// For how many plies: [`FOR_GOOD`] if that is proven.
    plies: u16,
    grounds: Grounds,
    /// The winner's move, if it is its turn; else the move that the loser should try again, if there is one.
    mv: u8,
}

/// A pass among moves, which are points otherwise.
const PASS: u8 = Size::MOST_POINTS as u8;
/// How many plies deeper the search for one side's proof may be than that for the other's.
const MOST_AHEAD: u16 = 10;
/// No search looks deeper.
const MOST_DEPTH: u16 = 1000;
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
    /// The side whose proof is looked for.
    prover: usize,
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
            prover: BLACK,
        }
    }

    /// The side that has its way, with Black's first move if that is he and it is no pass: Black, who moves first on an empty
    /// board, if he can lead by what is asked. `None` if it was stopped.
    pub fn ask(&mut self) -> Option<(usize, Option<u32>)> {
        let root = Node { board: Board::EMPTY, side: BLACK, passed: false };
        let (mut depths, mut nodes) = ([0; 2], [0; 2]);
        while depths[0].max(depths[1]) < MOST_DEPTH {
            // The side whose proof has taken less work so far goes on, but not far ahead.
            let cheaper = usize::from(nodes[1] < nodes[0]);
            let ahead = depths[cheaper] >= depths[1 - cheaper] + MOST_AHEAD;
            self.prover = if ahead { 1 - cheaper } else { cheaper };
            depths[self.prover] += 1;
            self.solution.depth = u32::from(depths[self.prover]);
            let before = self.solution.nodes;
            let found = self.look(root, depths[self.prover]);
            if self.stopped {
                return None;
            }
            if found.plies == FOR_GOOD {
                return Some((found.winner, (found.mv < PASS).then_some(u32::from(found.mv))));
            }
            nodes[self.prover] += self.solution.nodes - before;
        }
        None
    }

    /// Looks so many plies ahead.
    fn look(&mut self, node: Node, depth: u16) -> Found {
        let open = Found { winner: 1 - self.prover, plies: depth, grounds: Grounds::NONE, mv: NO_MOVE };
        let before = self.solution.nodes;
        self.solution.nodes += 1;
        if self.solution.nodes.is_multiple_of(INTERVAL) && !(self.goes_on)(&self.solution) {
            self.stopped = true;
        }
        if self.stopped {
            return open;
        }
        if let Some((winner, grounds)) = self.shown(node) {
            return Found { winner, plies: FOR_GOOD, grounds, mv: PASS };
        }
        if depth == 0 {
            return open;
        }
        let (board, way) = self.symmetries.canonical(node.board);
        let (key, back) = (Key::new(board, node.side, node.passed), self.symmetries.back(way));
        let past = Key::new(node.board, node.side, node.passed).hash() ^ self.past.signature();
        let mut first = NO_MOVE;
        if let Some(entry) = self.table.get(key) {
            let holds = entry.holds[1 - self.prover].iter().map(|hold| (1 - self.prover, hold));
            let proofs =
                entry.proofs.iter().enumerate().filter_map(|(winner, proof)| Some((winner, proof.as_ref()?)));
            for (winner, proof) in holds.chain(proofs) {
                let mv = self.symmetries.mv(back, proof.mv);
                let answers = self.who_leads_by(proof.lead) == winner;
                if first == NO_MOVE || answers && mv != NO_MOVE {
                    // It is tried at least: its move goes first.
                    first = mv;
                }
                if !answers || proof.plies < depth {
                    continue;
                }
                let grounds = self.turned(proof.grounds(), back);
                let found = Found { winner, plies: proof.plies, grounds, mv };
                if grounds.since == Grounds::NO_PAST && grounds.stand(self.past.taken()[winner]) {
                    return found;
                }
                // The same past; but by which of its positions a move was left out is not kept, only that it was.
                if proof.past == past {
                    return found;
                }
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
        let pass_first = first == PASS || first == NO_MOVE && self.counted(node.board) == node.side;
        let passes = [pass.filter(|_| pass_first), pass.filter(|_| !pass_first)];
        let moves = passes[0].iter().chain(&stones[..count]).chain(&passes[1]);
        let mut found = Found { winner: 1 - node.side, plies: FOR_GOOD, grounds, mv: NO_MOVE };
        for &Stone { mv, board, taken, .. } in moves {
            self.past.push(board, node.side, taken);
            let after = Node { board, side: 1 - node.side, passed: mv == PASS };
            let why = self.look(after, depth - 1);
            self.past.pop();
            let plies = if why.plies == FOR_GOOD { FOR_GOOD } else { why.plies + 1 };
            if why.winner == node.side {
                let played = why.grounds.played | if mv == PASS { 0 } else { 1 << mv };
                found = Found { winner: node.side, plies, grounds: Grounds { played, ..why.grounds }, mv };
                self.praise(node.side, mv, depth);
                break;
            }
            if plies < found.plies || found.mv == NO_MOVE {
                found.mv = mv;
            }
            found.plies = found.plies.min(plies);
            found.grounds = found.grounds.and(Grounds { lost: why.grounds.lost | taken, ..why.grounds });
        }
        if self.stopped {
            return open;
        }
        // Of what stood here or later every past will say the same.
        if found.grounds.since >= self.past.plies() {
            found.grounds.since = Grounds::NO_PAST;
        }
        let lead = self.solution.asked as i8 - i8::from(found.winner != BLACK);
        let mv = self.symmetries.mv(way, found.mv);
        let proof = Proof::new(lead, found.plies, mv, self.turned(found.grounds, way), past);
        self.table.keep(key, found.winner, proof, self.solution.nodes - before);
        found
    }

    /// Notes that a move was what its side wanted.
    fn praise(&mut self, side: usize, mv: u8, depth: u16) {
        if let Some(history) = self.history[side].get_mut(usize::from(mv)) {
            *history = history.saturating_add(u32::from(depth) * u32::from(depth));
        }
    }

    /// The side that has its way if the game ends here.
    fn counted(&self, board: Board) -> usize {
        self.who_leads_by(board.lead(&self.geometry) as i8)
    }

    /// The side that has its way if Black leads by so much.
    fn who_leads_by(&self, lead: i8) -> usize {
        if i32::from(lead) >= self.solution.asked { BLACK } else { 1 - BLACK }
    }

    /// The side that has its way if the position shows it, and what that rests on: by a pass that ends the game, or by stones
    /// that nothing can take.
    fn shown(&self, node: Node) -> Option<(usize, Grounds)> {
        if node.passed && self.counted(node.board) == node.side {
            return Some((node.side, Grounds::NONE));
        }
        let all = self.geometry.all.count_ones() as i32;
        for side in [BLACK, 1 - BLACK] {
            let is_enough = |points: Points| {
                let lead = 2 * points.count_ones() as i32 - all;
                if side == BLACK { lead >= self.solution.asked } else { -lead < self.solution.asked }
            };
            let safe = safe(node.board, &self.geometry, side);
            if is_enough(safe.passing) {
                return Some((side, Grounds::NONE));
            }
            let grounds = Grounds { played: safe.filled, ..Grounds::NONE };
            if is_enough(safe.playing) && grounds.stand(self.past.taken()[side]) {
                return Some((side, grounds));
            }
        }
        None
    }

    /// The same on a board that is turned or mirrored.
    fn turned(&self, grounds: Grounds, way: usize) -> Grounds {
        let turned = |points| self.symmetries.points(way, points);
        Grounds { played: turned(grounds.played), lost: turned(grounds.lost), ..grounds }
    }
}
