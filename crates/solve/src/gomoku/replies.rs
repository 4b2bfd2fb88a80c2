//! The moves of both sides that a threat search looks at.

use super::VctProver;
use wanqi_eval::gomoku::tactics::{answers, near, rank};
use wanqi_eval::gomoku::{Class, PointSet};

/// Positions to look at for what a quiet move threatens.
const QUIET_VCF: u64 = 60;
/// The most quiet moves at a position.
const QUIET_MOVES: usize = 12;

impl VctProver<'_> {
    /// Adds the attacker's moves: fours, open threes, and perhaps quiet ones. Or says that it has won, or that nothing
    /// threatens.
    pub(super) fn attacks(&mut self) -> Option<bool> {
        let (us, them) = (self.attacker, self.attacker.opponent());
        if !self.board.points(us, Class::Five).is_empty() {
            return Some(true);
        }
        let block = *self.board.points(them, Class::Five);
        let base = self.moves.len();
        match block.len() {
            0 => {}
            1 => {
                self.add(us, &block);
                return (self.moves.len() == base).then_some(false);
            }
            _ => return Some(false),
        }
        if !self.board.points(us, Class::Fours).is_empty() {
            return Some(true);
        }
        for class in [Class::FourThree, Class::Four, Class::Doubtful] {
            let points = *self.board.points(us, class);
            self.add(us, &points);
        }
        // Who is threatened with a straight four has time for nothing but fours, and for what also prevents it.
        let threatened = !self.board.points(them, Class::Fours).is_empty();
        let allowed = threatened.then(|| answers(&mut self.board, us));
        for class in [Class::Threes, Class::Three] {
            let points = *self.board.points(us, class);
            self.add(us, &allowed.map_or(points, |allowed| points.both(&allowed)));
        }
        if self.quiet {
            self.add_quiet(allowed);
        }
        (self.moves.len() == base).then_some(false)
    }

    /// Adds the attacker's best quiet moves.
    fn add_quiet(&mut self, allowed: Option<PointSet>) {
        let us = self.attacker;
        let quiet = *self.board.points(us, Class::Quiet);
        let mut points = quiet.both(&allowed.unwrap_or_else(|| near(&self.board)));
        if points.len() > QUIET_MOVES {
            let mut ranked: Vec<_> =
                points.iter().map(|point| (-rank(&self.board, us, point), point)).collect();
            ranked.sort_unstable();
            points = PointSet::default();
            ranked.iter().take(QUIET_MOVES).for_each(|&(_, point)| points.insert(point));
        }
        self.add(us, &points);
    }

    /// Adds the defender's replies that are not lost at once. Or says that there are none, or that nothing threatens.
    pub(super) fn defences(&mut self) -> Option<bool> {
        let (us, them) = (self.attacker, self.attacker.opponent());
        if !self.board.points(them, Class::Five).is_empty() {
            return Some(false);
        }
        let fives = *self.board.points(us, Class::Five);
        let base = self.moves.len();
        match fives.len() {
            0 => {
                let Some(replies) = self.replies() else { return Some(false) };
                self.add(them, &replies);
            }
            1 => self.add(them, &fives),
            _ => return Some(true),
        }
        (self.moves.len() == base).then_some(true)
    }

    /// The defender's replies to a threat other than a four: its own fours, and what the threat needs. `None` if there is
    /// no threat.
    fn replies(&mut self) -> Option<PointSet> {
        let them = self.attacker.opponent();
        let needed = if self.board.points(self.attacker, Class::Fours).is_empty() {
            if !self.quiet {
                return None;
            }
            let mut line = Vec::new();
            if self.vcf(&mut QUIET_VCF.clone(), &mut line) != Some(true) {
                return None;
            }
            self.needed_by(&line)
        } else {
            answers(&mut self.board, them)
        };
        Some(needed.either(&self.fours_of_defender()))
    }

    /// The points by which the defender may disturb a VCF, the attacker's moves of which are given: those that
    /// either side plays in it, and those where the defender would make a four, now or by its replies.
    pub(super) fn needed_by(&mut self, line: &[usize]) -> PointSet {
        let (us, them) = (self.attacker, self.attacker.opponent());
        let mut needed = self.fours_of_defender();
        let mut put = 0;
        for (i, &four) in line.iter().enumerate() {
            needed = needed.with(four);
            self.board.put(us, four);
            put += 1;
            let fives = *self.board.points(us, Class::Five);
            needed = needed.either(&fives);
            if let (Some(reply), true) = (fives.first(), i + 1 < line.len()) {
                self.board.put(them, reply);
                put += 1;
                needed = needed.either(&self.fours_of_defender());
            }
        }
        (0..put).for_each(|_| self.board.take_back());
        needed
    }

    /// The points where the defender makes a four or more.
    fn fours_of_defender(&self) -> PointSet {
        let them = self.attacker.opponent();
        [Class::Four, Class::FourThree, Class::Fours, Class::Doubtful, Class::Five]
            .into_iter()
            .fold(PointSet::default(), |all, class| all.either(self.board.points(them, class)))
    }

    /// Adds legal moves.
    fn add(&mut self, side: wanqi_game::Side, points: &PointSet) {
        for point in points.iter() {
            if self.is_legal(side, point) {
                self.moves.push(point as u16);
            }
        }
    }
}
