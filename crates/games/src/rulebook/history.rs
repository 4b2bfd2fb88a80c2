//! What the past decides: positions that come again.

use super::compile::Tables;
use super::model::Repetition;
use super::position::{Move, MoveKind, Position};
use wanqi_game::{Outcome, Side};

impl Tables {
    /// The result by repetition; `line` and `root` as in [`wanqi_game::Game::outcome_by_history`].
    pub(super) fn repeated(&self, line: &[Position], root: usize) -> Option<Outcome> {
        let (last, past) = line.split_last()?;
        let rule = self.rules.ends.repetition;
        if matches!(rule, Repetition::Nothing | Repetition::Forbidden) || !is_whole(last) {
            return None;
        }
        let times = usize::from(self.rules.ends.times).max(2);
        let nearest = past.len() - past.len().min(last.reversible.into());
        let mut seen = 1;
        for (i, earlier) in past.iter().enumerate().skip(nearest).rev() {
            // The whole key takes longer than all else that is asked, and mostly need not be.
            if earlier.key != last.key
                || !is_whole(earlier)
                || self.whole_key(earlier) != self.whole_key(last)
            {
                continue;
            }
            seen += 1;
            // In a search one repetition is enough: what was done once can be done again.
            if seen >= times || i >= root {
                return self.verdict(line, i);
            }
        }
        None
    }

    /// What becomes of a position that stood there before, at `first` of the line.
    fn verdict(&self, line: &[Position], first: usize) -> Option<Outcome> {
        let mover = line[line.len() - 2].side;
        match self.rules.ends.repetition {
            Repetition::Nothing | Repetition::Forbidden => None,
            Repetition::Draw => Some(Outcome::Draw),
            Repetition::Count => Some(self.ended(line.last()?, true)),
            Repetition::Loss => Some(self.won_by(mover.opponent())),
            Repetition::Win => Some(self.won_by(mover)),
            Repetition::LostBy(side) => Some(self.won_by(side.opponent())),
            Repetition::PerpetualCheckLoses | Repetition::PerpetualCheckElse(_) => {
                let checks = Side::BOTH.map(|side| self.always_checked(&line[first..], side));
                Some(match checks {
                    [true, false] => self.won_by(Side::Second),
                    [false, true] => self.won_by(Side::First),
                    _ => match self.rules.ends.repetition {
                        Repetition::PerpetualCheckElse(side) => self.won_by(side.opponent()),
                        _ => Outcome::Draw,
                    },
                })
            }
        }
    }

    /// Whether a side has given check with every turn of this part of a game, and has had one.
    fn always_checked(&self, line: &[Position], side: Side) -> bool {
        let ends_turn = |pair: &&[Position]| pair[0].side == side && pair[1].side != side;
        let mut turns = line.windows(2).filter(ends_turn).peekable();
        turns.peek().is_some() && turns.all(|pair| self.in_check(&pair[1], side.opponent()))
    }

    /// Whether a move brings about what may not come again.
    pub(super) fn is_forbidden(&self, line: &[Position], mv: Move) -> bool {
        let superko = self.rules.capture.surround.is_some_and(|rule| rule.superko);
        let repetition = self.rules.ends.repetition == Repetition::Forbidden;
        if !superko && !repetition || matches!(mv.what, MoveKind::Pass | MoveKind::Swap) {
            return false;
        }
        let Some(last) = line.last() else { return false };
        let mut next = last.clone();
        self.play(&mut next, mv);
        let same = |past: &&Position| past.key == next.key;
        if superko && line.iter().any(|past| same(&past)) {
            return true;
        }
        let key = self.whole_key(&next);
        let seen = || line.iter().filter(|past| same(past) && self.whole_key(past) == key).count();
        repetition && seen() + 1 >= usize::from(self.rules.ends.times).max(2)
    }
}

/// Whether a turn is to begin: what stands there in its middle is nobody's repetition.
fn is_whole(position: &Position) -> bool {
    !position.is_under_way()
}
