//! Games to learn from.

use super::Pieces;
use super::record::{QuietPosition, Record};
use crate::network_games;
use crate::{GameSettings, play_game};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use wanqi_eval::perspective_network::{MoveOf, PositionOf};
use wanqi_game::{Game, Outcome};
use wanqi_search::{Report, Search};

/// How games are played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Playing {
    /// The greatest lead after them, in hundredths of a pawn, with which a game is worth playing. The network must know
    /// what pieces are worth where one side has lost some: searches see more such positions than games
    pub lead: i32,
}

/// A lead that wins if both sides' searches see it for so many plies.
const WON: (i32, u32) = (2500, 4);
/// A lead below which a game is drawn if both sides' searches see no more for so many plies, late in the game.
const DRAWN: (i32, u32, usize) = (10, 16, 80);
/// A greater lead teaches nothing of how to get one.
const MAX_SCORE: i32 = 3000;

impl<V: Pieces> network_games::Playing<V::Game, Record<V>> for Playing {
    fn play(
        &self,
        rules: &V::Game,
        search: &mut dyn Search<V::Game>,
        settings: &GameSettings,
        seed: u64,
        index: u32,
    ) -> Option<Record<V>> {
        let (mut quiet, mut won, mut drawn, mut plies) = (Vec::new(), 0, 0, 0);
        let mut observe = |line: &[PositionOf<V>], report: &Report<MoveOf<V>>| {
            let position = &line[line.len() - 1];
            let score = report.score.value();
            if plies == 0 && score.abs() > self.lead {
                return ControlFlow::Break(Outcome::Draw);
            }
            plies += 1;
            won = if score.abs() >= WON.0 { won + 1 } else { 0 };
            if won >= WON.1 {
                let side = rules.side_to_move(position);
                return ControlFlow::Break(Outcome::Win(if score > 0 { side } else { side.opponent() }));
            }
            drawn = if score.abs() <= DRAWN.0 { drawn + 1 } else { 0 };
            if drawn >= DRAWN.1 && line.len() >= DRAWN.2 {
                return ControlFlow::Break(Outcome::Draw);
            }
            let is_quiet = report.best.is_some_and(|mv| V::is_quiet(position, mv));
            if is_quiet && score.abs() <= MAX_SCORE {
                quiet.push(QuietPosition::new(rules.side_to_move(position), position, score as i16));
            }
            ControlFlow::Continue(())
        };
        let outcome = play_game(rules, settings, seed, index, search, &mut observe)?;
        Some(Record(quiet.into_iter().map(|position| position.ended(outcome)).collect()))
    }
}
