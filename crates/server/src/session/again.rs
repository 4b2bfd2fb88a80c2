//! New games that come from the one on the table: a rematch, and a game from the position on the board.

use super::game::Game;
use crate::protocol::{ClockRequest, Played, RequestError, Seat};

impl Game {
    /// The same game once more, by the same clock and with the colours changed.
    pub fn rematch(&self, seed: u64) -> Result<Game, RequestError> {
        let [first, second] = self.seats.clone();
        let clock = self.clock.as_ref().map(super::clock::Clock::anew);
        self.begun_with(Vec::new(), [second, first], clock.as_ref(), seed)
    }

    /// A game of its own that goes on from the position on the board, after the moves that led there.
    pub fn play_from_here(
        &self,
        seats: [Seat; 2],
        clock: Option<&ClockRequest>,
        seed: u64,
    ) -> Result<Game, RequestError> {
        self.refuse_if_over()?;
        let moves = self.variations.record().moves_to(self.variations.at());
        self.begun_with(moves.into_iter().map(str::to_owned).collect(), seats, clock, seed)
    }

    fn begun_with(
        &self,
        moves: Vec<String>,
        seats: [Seat; 2],
        clock: Option<&ClockRequest>,
        seed: u64,
    ) -> Result<Game, RequestError> {
        let first = self.variations.record().first.clone();
        let played = Played { first, moves, tree: None, ply: None, verdict: None, paused: false };
        let mut game =
            Game::new(&self.table.spec().to_string(), self.rules.clone(), seats, Some(played), clock, seed)?;
        game.table.set_notation(self.table.notation());
        Ok(game)
    }
}
