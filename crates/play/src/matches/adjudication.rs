//! Games broken off because the players agree about them.

use wanqi_game::Side;

/// When a game is broken off. Both players must say so in each of their last moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// As won, at a score of so much for one of them.
    pub resign: Option<Agreed>,
    /// As a draw, at scores of no more than so much for either.
    pub draw: Option<Agreed>,
}

/// A score that both players agree on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Agreed {
    /// On the game's own scale ([`Table::scale`](crate::Table::scale)): hundredths of a pawn where pawns are counted.
    pub score: i32,
    /// For so many moves of each.
    pub moves: usize,
    /// Not before each has made so many moves.
    pub from: usize,
}

impl Agreed {
    /// `SCORE,MOVES`, and perhaps `,FROM`.
    ///
    /// # Errors
    /// If the text is something else.
    pub fn read(text: &str) -> Result<Agreed, String> {
        let numbers: Option<Vec<usize>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
        let (score, moves, from) = match numbers.as_deref() {
            Some(&[score, moves]) => (score, moves, 0),
            Some(&[score, moves, from]) => (score, moves, from),
            _ => (0, 0, 0),
        };
        match i32::try_from(score) {
            Ok(score) if moves > 0 => Ok(Agreed { score, moves, from }),
            _ => Err(format!(
                "expected SCORE,MOVES or SCORE,MOVES,FROM such as 600,4, not {}",
                wanqi_game::quoted(text)
            )),
        }
    }
}

/// What the players have said in a game.
#[derive(Default)]
pub struct Agreement {
    /// The scores of their moves for the first side; `None` where a player told none.
    scores: Vec<Option<i32>>,
}

impl Agreement {
    /// A move of `side`, and its score for that side.
    pub fn hear(&mut self, side: Side, score: Option<i32>) {
        let sign = if side == Side::First { 1 } else { -1 };
        self.scores.push(score.map(|score| sign * score));
    }

    /// The winner, or a draw, if that is agreed.
    pub fn reached(&self, rules: &Adjudication) -> Option<Option<Side>> {
        let agreed = |rule: Agreed, test: &dyn Fn(i32) -> bool| {
            let last = &self.scores[self.scores.len().saturating_sub(2 * rule.moves)..];
            self.scores.len() >= 2 * rule.moves.max(rule.from)
                && last.iter().all(|score| score.is_some_and(test))
        };
        if rules.draw.is_some_and(|rule| agreed(rule, &|score| score.abs() <= rule.score)) {
            return Some(None);
        }
        let rule = rules.resign?;
        let wins = |side: &Side| match side {
            Side::First => agreed(rule, &|score| score >= rule.score),
            Side::Second => agreed(rule, &|score| score <= -rule.score),
        };
        Side::BOTH.into_iter().find(wins).map(Some)
    }
}
