//! What the past decides: limits, positions that come again.

use super::{Act, State, Twin};
use wanqi_game::{Outcome, Side};
use wanqi_games::rulebook::model::*;

impl Twin<'_> {
    /// The result of a game, of which the last state is the present.
    pub fn result(&self, line: &[State]) -> Option<Outcome> {
        let (last, past) = line.split_last()?;
        if last.outcome.is_some() {
            return last.outcome;
        }
        let allowed = |(act, next): &(Act, State)| !self.is_forbidden(line, *act, next);
        if !self.moves(last).iter().any(allowed) {
            return Some(self.stuck(last));
        }
        if last.step > 0 || last.active.is_some() || last.owed > 0 {
            return None;
        }
        let over = |limit: Option<u16>, turns: i32| limit.is_some_and(|limit| turns >= 2 * i32::from(limit));
        if over(self.0.ends.quiet_limit, last.quiet) || over(self.0.ends.move_limit, last.turn as i32) {
            return Some(self.ended(last, true));
        }
        // The last time but so many, counted from now.
        let mut same = (0..past.len()).rev().filter(|&i| self.is_again(&past[i], last));
        let first = same.nth(usize::from(self.0.ends.times).max(2) - 2)?;
        let mover = past.last()?.side;
        match self.0.ends.repetition {
            Repetition::Nothing | Repetition::Forbidden => None,
            Repetition::Draw => Some(Outcome::Draw),
            Repetition::Count => Some(self.ended(line.last()?, true)),
            Repetition::Loss => Some(self.won(mover.opponent())),
            Repetition::Win => Some(self.won(mover)),
            Repetition::LostBy(side) => Some(self.won(side.opponent())),
            Repetition::PerpetualCheckLoses | Repetition::PerpetualCheckElse(_) => {
                let checked = |side: Side| {
                    let ends = |pair: &&[State]| pair[0].side == side && pair[1].side != side;
                    let turns: Vec<&[State]> = line[first..].windows(2).filter(ends).collect();
                    !turns.is_empty() && turns.iter().all(|pair| self.in_check(&pair[1], side.opponent()))
                };
                Some(match Side::BOTH.map(checked) {
                    [true, false] => self.won(Side::Second),
                    [false, true] => self.won(Side::First),
                    _ => match self.0.ends.repetition {
                        Repetition::PerpetualCheckElse(side) => self.won(side.opponent()),
                        _ => Outcome::Draw,
                    },
                })
            }
        }
    }

    /// Whether what a move leads to may not come again.
    pub fn is_forbidden(&self, line: &[State], act: Act, next: &State) -> bool {
        if act == Act::Pass {
            return false;
        }
        let superko = self.0.capture.surround.is_some_and(|rule| rule.superko);
        if superko && line.iter().any(|past| (&past.cells, &past.hands) == (&next.cells, &next.hands)) {
            return true;
        }
        let seen = line.iter().filter(|past| self.equals(past, next)).count();
        self.0.ends.repetition == Repetition::Forbidden && seen + 1 >= usize::from(self.0.ends.times).max(2)
    }

    /// Whether a turn began in this state as one does in another.
    fn is_again(&self, past: &State, now: &State) -> bool {
        past.step == 0 && past.active.is_none() && past.owed == 0 && self.equals(past, now)
    }

    /// Whether games go on alike from both, the past apart.
    fn equals(&self, one: &State, other: &State) -> bool {
        let opening = |state: &State| state.turn.min(self.0.turn.opening.len());
        let place =
            |state: &State| (state.side, state.step, state.active, state.heading, state.ko, state.passes);
        one.cells == other.cells
            && one.hands == other.hands
            && opening(one) == opening(other)
            && place(one) == place(other)
            && (one.passed, &one.castling, one.checks, one.captured, one.owed, &one.been)
                == (other.passed, &other.castling, other.checks, other.captured, other.owed, &other.been)
    }

    /// Whether pieces of a kind go forward and nowhere else.
    pub(super) fn only_goes_forward(&self, kind: usize) -> bool {
        let moves = &self.0.kinds[kind].moves;
        let forward = |rule: &MoveRule| match &rule.shape {
            Shape::Slide { dirs, .. }
            | Shape::Jump { dirs, .. }
            | Shape::Approach { dirs, .. }
            | Shape::Cross { dirs, .. }
            | Shape::Line { dirs } => dirs.iter().all(|dir| dir.forward > 0),
            Shape::Leap { to, .. } => to.iter().all(|to| to.forward > 0),
            Shape::Fly => false,
        };
        !moves.is_empty() && moves.iter().all(forward)
    }
}
