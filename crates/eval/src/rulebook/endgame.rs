//! Endings in which few moves are left, played out on the spot.
//!
//! Where a game is about who moves last, or who has more in the end, a static evaluation says little of the last
//! moves, and there are so few of them that they can all be tried.

use super::action::takes_by_going;
use wanqi_game::{Game, Side};
use wanqi_games::rulebook::model::{CapturedFate, MoveRule, Pass, Rules, Step, Verdict};
use wanqi_games::rulebook::{Move, Position, Rulebook};
use wanqi_search::Score;

/// How it is seen that the end is near.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Endgame {
    /// By the moves that both sides have left.
    Moves,
    /// By the empty points of the board.
    Empty { points: usize },
}

/// An ending is tried with no more moves of a side than this, or no more empty points.
const FEW: usize = 6;
/// Positions to be looked at before it is given up.
const MAX_NODES: u32 = 400;

impl Endgame {
    /// `None` of a game in which a position may come again, so that its value depends on the past, or which does not
    /// end by running out of moves.
    pub fn new(rules: &Rules) -> Option<Endgame> {
        if rules.ends.move_limit.is_some() || rules.kinds.iter().any(|kind| kind.royal) {
            return None;
        }
        let steps = &rules.turn.steps;
        let goes = steps.iter().any(|step| matches!(step, Step::Act { moves: true, .. }));
        let puts = steps.iter().any(|step| {
            matches!(step, Step::Act { moves: false, places: true, .. } | Step::Place(_) | Step::Shoot { .. })
        });
        if puts && nothing_is_taken(rules) && rules.turn.pass != Pass::Always {
            let points = rules.board.len();
            Some(if goes { Endgame::Moves } else { Endgame::Empty { points } })
        } else {
            let matters = |verdict: &Verdict| matches!(verdict, Verdict::Loss | Verdict::Win);
            let ends = rules.ends.no_moves.iter().any(matters) && !rules.capture.to_hand;
            (ends && goes && !puts && every_move_takes(rules)).then_some(Endgame::Moves)
        }
    }

    /// What an unfinished position is worth for the side to move, if its end is near: a win or a loss is certain, its
    /// distance is not the least.
    pub fn solve(self, game: &Rulebook, position: &Position) -> Option<Score> {
        let near = match self {
            Endgame::Empty { points } => position.occupied().len() + FEW >= points,
            Endgame::Moves => {
                let few = |side| game.move_count(&position.with_turn(side)) <= FEW;
                game.move_count(position) <= FEW && Side::BOTH.into_iter().all(few)
            }
        };
        let mut left = MAX_NODES;
        if near { value(game, position, &mut left) } else { None }
    }
}

/// Whether no piece ever leaves the board.
fn nothing_is_taken(rules: &Rules) -> bool {
    let capture = &rules.capture;
    !takes_by_going(rules)
        && capture.surround.is_none()
        && capture.flank.as_ref().is_none_or(|flank| flank.fate == CapturedFate::Flip)
        && capture.touch.is_none_or(|fate| fate == CapturedFate::Flip)
}

/// Whether whatever moves takes something.
fn every_move_takes(rules: &Rules) -> bool {
    let takes = |rule: &MoveRule| !rule.moves || rule.shape.takes_aside();
    rules.turn.pass == Pass::Never && rules.kinds.iter().flat_map(|kind| &kind.moves).all(takes)
}

/// The value of an unfinished position for the side to move; `None` if there is more to be looked at than is left.
fn value(game: &Rulebook, position: &Position, left: &mut u32) -> Option<Score> {
    *left = left.checked_sub(1)?;
    let side = game.side_to_move(position);
    let mut moves: Vec<Move> = Vec::with_capacity(FEW);
    game.each_move(position, |mv| moves.push(mv));
    if moves.is_empty() {
        return Some(Score::of_outcome(game.outcome_if_stuck(position), side, 0));
    }
    let mut best = -Score::INFINITE;
    for mv in moves {
        let mut next = position.clone();
        game.play(&mut next, mv);
        let score = match game.outcome(&next) {
            Some(outcome) => Score::of_outcome(outcome, side, 1),
            None => {
                let score = value(game, &next, left)?.from_table(1);
                if game.side_to_move(&next) == side { score } else { -score }
            }
        };
        best = best.max(score);
        if matches!(best.decided(), Some(plies) if plies > 0) {
            break;
        }
    }
    Some(best)
}
