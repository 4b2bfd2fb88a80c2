//! Wins by nothing but fours: each leaves the other side a single reply.

use super::Prover;
use crate::gomoku::Class;

/// Positions in which fours alone do not win, by key. Later ones take the place of earlier.
pub(super) struct Failures {
    keys: Vec<u64>,
}

impl Failures {
    pub fn new() -> Failures {
        Failures { keys: vec![0; 1 << 16] }
    }

    fn contains(&self, key: u64) -> bool {
        self.keys[key as usize % self.keys.len()] == key
    }

    fn insert(&mut self, key: u64) {
        let place = key as usize % self.keys.len();
        self.keys[place] = key;
    }
}

impl Prover<'_> {
    /// Looks for a win by fours for the attacker, who is to move, among `left` positions; `None` if there are more. The
    /// attacker's moves are added to `line`; the last makes five, or a four that cannot be answered.
    pub(super) fn fours(&mut self, left: &mut u64, line: &mut Vec<usize>) -> Option<bool> {
        let (us, them) = (self.attacker, self.attacker.opponent());
        if let Some(five) = self.board.points(us, Class::Five).first() {
            line.push(five);
            return Some(true);
        }
        let block = *self.board.points(them, Class::Five);
        if block.len() > 1 {
            return Some(false);
        }
        if block.is_empty()
            && let Some(four) = self.board.points(us, Class::Fours).first()
        {
            line.push(four);
            return Some(true);
        }
        let key = self.board.key();
        if self.failures[us.index()].contains(key) {
            return Some(false);
        }
        if *left == 0 {
            return None;
        }
        *left -= 1;
        self.nodes += 1;
        let mut complete = true;
        for class in [Class::FourThree, Class::Four, Class::Fours, Class::Doubtful] {
            let mut fours = *self.board.points(us, class);
            if !block.is_empty() {
                fours = fours.both(&block);
            }
            for four in fours.iter() {
                if class == Class::Doubtful && !self.is_legal(us, four) {
                    continue;
                }
                line.push(four);
                self.board.put(us, four);
                let won = self.answered_four(left, line);
                self.board.take_back();
                match won {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => complete = false,
                }
                line.pop();
            }
        }
        if !complete {
            return None;
        }
        self.failures[us.index()].insert(key);
        Some(false)
    }

    /// The same after the attacker's four.
    fn answered_four(&mut self, left: &mut u64, line: &mut Vec<usize>) -> Option<bool> {
        let them = self.attacker.opponent();
        let fives = *self.board.points(self.attacker, Class::Five);
        if fives.is_empty() || !self.board.points(them, Class::Five).is_empty() {
            return Some(false);
        }
        let (Some(reply), 1) = (fives.first(), fives.len()) else { return Some(true) };
        if !self.is_legal(them, reply) {
            return Some(true);
        }
        self.board.put(them, reply);
        let won = self.fours(left, line);
        self.board.take_back();
        won
    }
}
