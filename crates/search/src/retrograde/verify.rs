//! A solved ending against the rules.

use super::{Ending, Successor, Tablebase, Value, each_successor};
use wanqi_game::Game;

/// A value that does not follow from those of the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongValue {
    /// Of the position.
    pub index: usize,
    /// What is said of it.
    pub said: Value,
    /// What its moves say.
    pub follows: Value,
}

/// Whether every value is what the values of the position's moves make it. That is a proof of them all: distances
/// fall from move to move along a win, so there is an end to it; and who is said to draw always has a move that
/// draws, and so never has to lose.
///
/// # Errors
/// The first value that does not follow.
pub fn verify<E: Ending>(ending: &E, values: &Tablebase) -> Result<(), WrongValue> {
    let game = ending.game();
    for index in 0..ending.size() {
        let Some(position) = ending.position(index) else { continue };
        let side = game.side_to_move(&position);
        let mut best = None;
        if let Some(outcome) = game.outcome(&position) {
            best = Some(Value::of_outcome(outcome, side));
        } else {
            each_successor(ending, &position, |successor| {
                let value = match successor {
                    Successor::Known(value) => value,
                    Successor::Inside(to) => values.get(to).before(),
                };
                if best.is_none_or(|best: Value| value.score() > best.score()) {
                    best = Some(value);
                }
            });
        }
        let follows = best.unwrap_or_else(|| Value::of_outcome(game.outcome_if_stuck(&position), side));
        let said = values.get(index);
        if said != follows {
            return Err(WrongValue { index, said, follows });
        }
    }
    Ok(())
}
