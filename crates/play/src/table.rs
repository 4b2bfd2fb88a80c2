//! A game in progress, whatever the game.

use crate::{
    Count, Error, GameInfo, Layout, Limits, Player, PlayoutLimits, PlayoutReport, ResultView, Side, Spec,
    Stop, View,
};
use std::any::Any;
use std::sync::Arc;

/// A game in progress: rules, the moves so far and those taken back. Every method that takes a text leaves the
/// table as it was if it returns an error.
pub trait Table: Send {
    /// The game, as [`crate::table`] takes it.
    fn spec(&self) -> &Spec;

    /// What is known of the game before it is played.
    fn info(&self) -> Arc<GameInfo>;

    /// The board without pieces.
    fn layout(&self) -> Layout;

    /// What there is to see now.
    fn view(&self) -> View;

    /// How the game ended, if it has.
    fn result(&self) -> Option<ResultView>;

    /// Whose turn it is.
    fn side_to_move(&self) -> Side;

    /// The names of the move notations, the one for people first.
    fn notations(&self) -> &'static [&'static str];

    /// The index of the notation that views and thoughts are written in.
    fn notation(&self) -> usize;

    /// Writes views and thoughts in another of the [`notations`](Table::notations); the last if there are not so many.
    fn set_notation(&mut self, notation: usize);

    /// How many plies of the record have been played.
    fn ply(&self) -> usize;

    /// Plays a move, in any of the game's notations.
    ///
    /// # Errors
    /// If the game is over, or the text is no legal move.
    fn play(&mut self, text: &str) -> Result<(), Error>;

    /// Takes one ply back; false if there is none.
    fn undo(&mut self) -> bool;

    /// Plays the ply last taken back; false if there is none.
    fn redo(&mut self) -> bool;

    /// The game is over with this result, whatever the rules say, until a move is taken back.
    fn end(&mut self, result: ResultView);

    /// The finished game counted with the strings of these points taken off as dead; `None` where nothing is counted
    /// so, or not yet.
    fn counted(&self, dead: &[u16]) -> Option<Count>;

    /// The side gives up.
    ///
    /// # Errors
    /// If the game is over.
    fn resign(&mut self, side: Side) -> Result<(), Error>;

    /// By how many points the first side would be ahead if the game ended here, komi included and with every stone alive,
    /// in games that count points.
    fn margin(&self) -> Option<f64>;

    /// Begins anew from a position.
    ///
    /// # Errors
    /// If the text is no position of the game.
    fn set_position(&mut self, text: &str) -> Result<(), Error>;

    /// The position that the record begins with.
    fn first_position(&self) -> String;

    /// The moves played so far, each in the notation with this index.
    fn played(&self, notation: usize) -> Vec<String>;

    /// The last of them.
    fn last_move(&self, notation: usize) -> Option<String>;

    /// The legal moves, each in the notation with this index; none once the game is over.
    fn legal_moves(&self, notation: usize) -> Vec<String>;

    /// The game's evaluations, the first being the one that players use if none is named: name and help.
    fn evaluations(&self) -> Vec<(&'static str, &'static str)>;

    /// A player for this game: `random`, `alphabeta:depth=3`, …
    ///
    /// # Errors
    /// If there is no such player or option.
    fn player(&self, spec: &Spec) -> Result<Box<dyn Player>, Error>;

    /// The number of move paths of exactly `depth` plies from here, the past not asked.
    fn perft(&self, depth: u32) -> u64;

    /// The number of paths of exactly so many whole turns from here, which may be of several plies each.
    fn perft_turns(&self, turns: u32) -> u64;

    /// [`perft`](Table::perft) by first move, in the notation for programs.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;

    /// The same row by row, until told to stop. False if it was.
    fn divide_until(&self, depth: u32, stop: &Stop, each: &mut dyn FnMut(String, u64)) -> bool;

    /// What each of the [`evaluations`](Table::evaluations), with the options that a player has for it, says of the
    /// position, for the side to move and without looking ahead; empty once the game is over.
    fn static_scores(&self, player: &Spec) -> Vec<(&'static str, i32)>;

    /// Plays random games from here.
    fn playouts(&self, limits: &PlayoutLimits, progress: &mut dyn FnMut(&PlayoutReport)) -> PlayoutReport;

    /// Plays random games from here, with some sense where the game's players have it, and tells whose each point is at
    /// their end; `None` in games that count no areas.
    fn ownership(&self, limits: &PlayoutLimits) -> Option<crate::Ownership>;

    /// Plays random games from here, each legal move in turn coming first. `progress` hears of them at most 20 times a
    /// second.
    fn heat(&self, limits: &PlayoutLimits, progress: &mut dyn FnMut(&crate::heat::Heat))
    -> crate::heat::Heat;

    /// The numbers that theory gives for a search of this position to `depth` with the evaluation of the player
    /// `spec`; `None` if the limits are reached before. Takes about three times as long as minimax.
    ///
    /// # Errors
    /// If the game has no such evaluation.
    fn theory(&self, spec: &Spec, depth: u32, limits: &Limits) -> Result<Option<crate::lab::Theory>, Error>;

    /// What a player thinks within the limits, written down: about `most` nodes, or so many simulations.
    ///
    /// # Errors
    /// If the game is over, there is no such player, or it cannot be written down.
    fn tree(&self, spec: &Spec, most: usize, limits: &Limits) -> Result<crate::tree::SearchTree, Error>;

    /// The game as it would be if the side to move passed, to see what the other side threatens. `None` where the game
    /// neither allows it nor knows that it would tell something, or is over. A pass that is no move of the game leaves
    /// no record.
    fn passed(&self) -> Option<Box<dyn Table>>;

    /// A copy that can go to another thread.
    fn fork(&self) -> Box<dyn Table>;

    /// For players, which know the game's type.
    fn as_any(&self) -> &dyn Any;
}
