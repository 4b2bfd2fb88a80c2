//! VCF, victory by continuous fours: each leaves the other side a single reply.

use crate::gomoku::{Class, PatternBoard};
use wanqi_game::Side;

/// Positions without a VCF, or where none was found, by key. Later ones take the place of earlier.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct VcfFailures {
    /// None until there is one.
    keys: Vec<u64>,
}

impl VcfFailures {
    const PLACES: usize = 1 << 16;

    /// Tells the attackers apart.
    fn key(board: &PatternBoard, attacker: Side) -> u64 {
        board.key() ^ [0, 0xD1B5_4A32_D192_ED03][attacker.index()]
    }

    fn contains(&self, key: u64) -> bool {
        self.keys.get(key as usize % Self::PLACES) == Some(&key)
    }

    fn insert(&mut self, key: u64) {
        if self.keys.is_empty() {
            self.keys = vec![0; Self::PLACES];
        }
        self.keys[key as usize % Self::PLACES] = key;
    }
}

impl PatternBoard {
    /// Looks for a VCF of the attacker, who is to move, among `left` positions; `None` if there are more. The
    /// attacker's moves are added to `line`; the last makes five, or a four that cannot be answered.
    ///
    /// `legal` says whether the rules allow a stone of a side on an empty point; it is asked of points that threaten what
    /// may be forbidden. With `leading`, single fours are tried only where they prepare another four: most wins are found
    /// and most of the work is saved, but that there is none is then not proven. A board is only asked one way.
    pub fn vcf(
        &mut self,
        attacker: Side,
        leading: bool,
        left: &mut u64,
        line: &mut Vec<usize>,
        legal: &impl Fn(&PatternBoard, Side, usize) -> bool,
    ) -> Option<bool> {
        let defender = attacker.opponent();
        if let Some(five) = self.points(attacker, Class::Five).first() {
            line.push(five);
            return Some(true);
        }
        let block = *self.points(defender, Class::Five);
        if block.len() > 1 {
            return Some(false);
        }
        if block.is_empty()
            && let Some(four) = self.points(attacker, Class::Fours).first()
        {
            line.push(four);
            return Some(true);
        }
        let key = VcfFailures::key(self, attacker);
        if self.vcf_failures.contains(key) {
            return Some(false);
        }
        if *left == 0 {
            return None;
        }
        *left -= 1;
        let mut complete = true;
        for class in [Class::FourThree, Class::Four, Class::Fours, Class::Doubtful] {
            let mut fours = *self.points(attacker, class);
            if !block.is_empty() {
                fours = fours.both(&block);
            }
            for four in fours.iter() {
                if class == Class::Doubtful && !legal(self, attacker, four) {
                    continue;
                }
                if leading && class == Class::Four && block.is_empty() && !self.prepares_four(attacker, four)
                {
                    continue;
                }
                line.push(four);
                self.put(attacker, four);
                let won = self.vcf_after_four(attacker, leading, left, line, legal);
                self.take_back();
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
        self.vcf_failures.insert(key);
        Some(false)
    }

    /// Takes it from now on that the side to move has no VCF here.
    pub(super) fn give_up_vcf(&mut self, attacker: Side) {
        let key = VcfFailures::key(self, attacker);
        self.vcf_failures.insert(key);
    }

    /// The same after the attacker's four.
    fn vcf_after_four(
        &mut self,
        attacker: Side,
        leading: bool,
        left: &mut u64,
        line: &mut Vec<usize>,
        legal: &impl Fn(&PatternBoard, Side, usize) -> bool,
    ) -> Option<bool> {
        let defender = attacker.opponent();
        let fives = *self.points(attacker, Class::Five);
        if fives.is_empty() || !self.points(defender, Class::Five).is_empty() {
            return Some(false);
        }
        let (Some(reply), 1) = (fives.first(), fives.len()) else { return Some(true) };
        if self.class(defender, reply) == Class::Doubtful && !legal(self, defender, reply) {
            return Some(true);
        }
        self.put(defender, reply);
        let won = self.vcf(attacker, leading, left, line, legal);
        self.take_back();
        won
    }
}
