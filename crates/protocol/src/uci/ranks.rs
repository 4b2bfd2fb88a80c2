//! How xiangqi's ranks are counted. Interfaces that name the game by `UCI_Variant` write them from 1, as Fairy-Stockfish does;
//! those that take the engine for one of xiangqi alone name no variant, and write them from 0, as Pikafish does. Where no
//! variant was named, moves that make sense from 1 alone decide otherwise.

use super::Uci;
use crate::writing::Ranks;

impl Uci {
    /// No variant has been named yet.
    pub(super) fn count_ranks_as_alone(&mut self) {
        self.board.count_ranks(Ranks::Own);
    }

    /// The interface has named the variant.
    pub(super) fn count_ranks_of_variant(&mut self) {
        self.names_variant = true;
        self.board.count_ranks(Ranks::FromOne);
    }

    /// Takes a position; says what of it was left out, or what is wrong with it.
    pub(super) fn take_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Vec<String> {
        let taken = match self.board.set(fen, moves) {
            Err(error) if !self.names_variant && self.board.count_ranks(Ranks::FromOne) => {
                self.board.set(fen, moves).map_err(|_| {
                    self.board.count_ranks(Ranks::Own);
                    self.board.refuse(&error);
                    error
                })
            }
            taken => taken,
        };
        taken.unwrap_or_else(|error| vec![error])
    }
}
