//! Which moves to try first. Alpha-beta sees least when the best move comes first.
//! <https://www.chessprogramming.org/Move_Ordering>

use super::history::History;
use super::tree::Tree;
use crate::{Evaluator, RootMove, Tactics};
use wanqi_game::Game;

/// A move to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredMove<M> {
    pub mv: M,
    /// Its place in the order of generation.
    pub index: u16,
    /// Whether the game's tactics know nothing of it.
    pub quiet: bool,
    /// Whether they think that it loses something.
    pub losing: bool,
    /// The larger, the earlier.
    order: i64,
}

impl<M> ScoredMove<M> {
    const KILLER: i64 = 1 << 36;
    const PROMISING: i64 = 1 << 40;

    /// The score of a losing move by the game's tactics: what it seems to lose, as a negative number.
    #[inline]
    pub fn move_score(&self) -> i32 {
        (((self.order + i64::from(self.index)) >> 16) + Self::PROMISING) as i32
    }

    /// What history says of a quiet move; nothing of a killer.
    #[inline]
    pub fn history(&self) -> Option<i32> {
        let rank = (self.order + i64::from(self.index)) >> 16;
        (rank < Self::KILLER).then_some(if self.quiet { rank as i32 } else { 0 })
    }

    /// A move of which nothing is known yet: the earlier generated, the earlier tried.
    #[inline]
    pub fn new(mv: M, index: usize) -> Self {
        // A game with more moves than this is still searched right: the best place is only a hint.
        let index = index.min(usize::from(u16::MAX) - 1) as u16;
        ScoredMove { mv, index, quiet: true, losing: false, order: -i64::from(index) }
    }

    /// Puts the move among the others: promising ones, killers, quiet ones by history, losing ones; equals in
    /// the order of generation.
    #[inline]
    pub fn rank(&mut self, move_score: i32, killer: bool, history: i32) {
        self.quiet = move_score == 0;
        let rank = match move_score {
            0 if killer => Self::KILLER,
            0 => i64::from(history),
            1.. => Self::PROMISING + i64::from(move_score),
            _ => i64::from(move_score) - Self::PROMISING,
        };
        self.losing = move_score < 0;
        self.order = (rank << 16) - i64::from(self.index);
    }
}

/// Brings the move to try next to the front.
#[inline]
pub(super) fn pick<M: Copy>(moves: &mut [ScoredMove<M>]) -> ScoredMove<M> {
    let mut first = 0;
    for i in 1..moves.len() {
        if moves[i].order > moves[first].order {
            first = i;
        }
    }
    moves.swap(0, first);
    moves[0]
}

/// Moves picked one by one before the rest is sorted: where one of the first refutes, the rest need no order.
const PICKED: usize = 4;

/// Sees to it that the move at `next`, the first of those yet to be tried, is the one to try, `tried` others having
/// come before.
#[inline]
pub(super) fn bring<M: Copy>(moves: &mut [ScoredMove<M>], tried: usize) {
    match tried {
        0..PICKED => {
            pick(moves);
        }
        PICKED => moves.sort_unstable_by_key(|scored| std::cmp::Reverse(scored.order)),
        _ => {}
    }
}

/// Puts moves of the root in the order that another thread's report has them in.
pub(super) fn follow<M: Copy + PartialEq>(moves: &mut [ScoredMove<M>], ranked: &[RootMove<M>]) {
    moves.sort_by_key(|scored| ranked.iter().position(|root| root.mv == scored.mv));
}

/// What the history of a tactical move may add to its score, in [margins](crate::tactics::Parameters::margin).
const LEARNT_MARGINS: i32 = 12;

/// By what a tactical move gains, in margins.
#[inline]
fn capture_class<G: Game, E: Evaluator<G>, T: Tactics<G, E>>(
    tactics: &T,
    game: &G,
    position: &G::Position,
    mv: G::Move,
    margin: i32,
) -> usize {
    (tactics.captured_value(game, position, mv).max(0) / margin.max(1)) as usize
}

/// The quiet moves that refuted something lately at the same ply.
/// <https://www.chessprogramming.org/Killer_Heuristic>
#[derive(Clone, Debug)]
pub(super) struct Killers<M> {
    at: Vec<[Option<M>; 2]>,
}

impl<M: Copy + Eq> Killers<M> {
    pub fn new() -> Self {
        Killers { at: Vec::new() }
    }

    #[inline]
    pub fn at(&self, ply: usize) -> [Option<M>; 2] {
        self.at.get(ply).copied().unwrap_or([None; 2])
    }

    #[inline]
    pub fn refuted(&mut self, ply: usize, mv: M) {
        if self.at.len() <= ply {
            self.at.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.at[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}

impl<G: Game, E: Evaluator<G>, T: Tactics<G, E>> Tree<'_, G, E, T> {
    /// Ranks the moves of this node from a place in the stack on.
    #[inline]
    pub(super) fn rank_from(&mut self, from: usize, ply: usize) {
        if self.options.ordering {
            let mut moves = std::mem::take(&mut self.moves);
            self.rank(&mut moves[from..], ply);
            self.moves = moves;
        }
    }

    #[inline]
    pub(super) fn rank(&mut self, moves: &mut [ScoredMove<G::Move>], ply: usize) {
        let (side, margin) = (self.walk.side(), self.margin);
        let killers = self.killers.at(ply);
        let rows = self.memory.history.rows(side, self.past(ply));
        let walk = &mut self.walk;
        let position = &walk.line[walk.line.len() - 1];
        for scored in moves {
            let mut move_score = walk.tactics.move_score(walk.game, &mut walk.state, position, scored.mv);
            let (mut killer, mut history) = (false, 0);
            let slot = walk.tactics.history_slot(walk.game, position, scored.mv);
            if move_score == 0 {
                killer = killers.contains(&Some(scored.mv));
                history = self.memory.history.get(side, rows, slot);
            } else if move_score > 0 && margin > 0 {
                let gain = capture_class::<G, E, T>(walk.tactics, walk.game, position, scored.mv, margin);
                let memory = self.memory.history.capture_history(side, slot, gain);
                // It still wins something.
                move_score = (move_score + memory * LEARNT_MARGINS * margin / History::MAX).max(1);
            }
            scored.rank(move_score, killer, history);
        }
    }

    /// What the game's tactics say of a move.
    #[inline]
    pub(super) fn move_score(&mut self, mv: G::Move) -> i32 {
        let walk = &mut self.walk;
        walk.tactics.move_score(walk.game, &mut walk.state, &walk.line[walk.line.len() - 1], mv)
    }

    /// The move before `next` has refuted this node; those from `base` to it had been tried in vain. Quiet moves are not
    /// to blame where a tactical one refutes.
    pub(super) fn learn(&mut self, base: usize, next: usize, depth: u32, ply: usize) {
        if !self.options.ordering {
            return;
        }
        let (side, margin) = (self.walk.side(), self.margin);
        let rows = self.memory.history.rows(side, self.past(ply));
        // The table's move was tried before any was ranked, so its score is not known yet.
        let refuted = self.moves[next - 1].mv;
        let quiet_refutes = self.move_score(refuted) == 0;
        if quiet_refutes {
            self.killers.refuted(ply, refuted);
        }
        let walk = &self.walk;
        let position = walk.position();
        for i in base..next {
            let (scored, refutes) = (self.moves[i], i == next - 1);
            let quiet = if refutes { quiet_refutes } else { scored.quiet };
            let slot = walk.tactics.history_slot(walk.game, position, scored.mv);
            if quiet && quiet_refutes {
                self.memory.history.learn(side, rows, slot, depth, refutes);
            } else if !quiet && margin > 0 {
                let gain = capture_class::<G, E, T>(walk.tactics, walk.game, position, scored.mv, margin);
                self.memory.history.learn_capture(side, slot, gain, depth, refutes);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promising_killer_history_quiet_losing() {
        let table = [
            (0, false, 0),
            (-5, false, 0),
            (0, true, 0),
            (3, false, 0),
            (0, false, 9),
            (4, false, 0),
            (0, false, 0),
        ];
        let mut moves: Vec<ScoredMove<usize>> = table
            .iter()
            .enumerate()
            .map(|(i, &(move_score, killer, history))| {
                let mut scored = ScoredMove::new(i, i);
                scored.rank(move_score, killer, history);
                scored
            })
            .collect();
        let order: Vec<usize> = (0..moves.len()).map(|i| pick(&mut moves[i..]).mv).collect();
        assert_eq!(order, [5, 3, 2, 4, 0, 6, 1]);
    }

    #[test]
    fn two_killers_the_last_first() {
        let mut killers = Killers::new();
        for mv in [1, 2, 2, 3] {
            killers.refuted(4, mv);
        }
        assert_eq!(killers.at(4), [Some(3), Some(2)]);
        assert_eq!(killers.at(9), [None, None]);
    }
}
