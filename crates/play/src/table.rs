//! A game in progress, whatever the game.

use crate::{
    Count, Error, EvaluationInfo, GameInfo, Layout, Limits, OptionInfo, Piece, Player, PlayerInfo,
    PlayoutLimits, PlayoutReport, ResultView, Scale, Side, Spec, Stop, Turned, Value, View,
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

    /// See [`wanqi_game::Depict::kinds`].
    fn kinds(&self) -> Vec<Piece>;

    /// See [`wanqi_game::set_up()`].
    fn set_up(&self, pieces: &[(u16, char)], side: Side) -> String;

    /// How the game ended, if it has. Where moves that were played follow, a claim has not ended it.
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

    /// Plays a move or a turn of several that is written as one: `b4d6f8`.
    ///
    /// # Errors
    /// As [`play`](Table::play); also if several turns may be meant.
    fn play_turn(&mut self, text: &str) -> Result<(), Error>;

    /// The moves, in the notation for programs, of a turn that is written as one; of a single move that alone.
    ///
    /// # Errors
    /// If the text is no legal turn here, or several may be meant.
    fn read_turn(&self, text: &str) -> Result<Vec<String>, Error>;

    /// Whether the side to move is in the midst of a turn.
    fn amid_turn(&self) -> bool;

    /// Plays a move by legality alone, as records and referees do. What is only claimed or agreed on (a repetition, fifty
    /// moves, too few pieces, two passes) does not end the game before it, nor does superko forbid it; a
    /// [`NULL_MOVE`](wanqi_game::NULL_MOVE) passes where annotators may.
    ///
    /// # Errors
    /// If the board shows the end of the game or it was [ended](Table::end), or the text is no move here.
    fn play_on(&mut self, text: &str) -> Result<(), Error>;

    /// Lets the game go on from here where nothing but a claim or an agreement ends it, until another position is on the
    /// table.
    fn decline_claim(&mut self);

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

    /// The same from a text as other programs write it, some of which may be left out; says what was.
    ///
    /// # Errors
    /// If the text is no position of the game even so.
    fn set_position_leniently(&mut self, text: &str) -> Result<Vec<String>, Error>;

    /// The position that the record begins with.
    fn first_position(&self) -> String;

    /// The key of the position: equal for positions that are the same but for the past.
    fn position_key(&self) -> u64;

    /// The position as it would be on a board turned or mirrored, in every way that the rules do not notice; none where
    /// the game has no such way, or began with what lies otherwise once it is turned.
    fn turned(&self) -> Vec<Turned>;

    /// The moves played so far, each in the notation with this index.
    fn played(&self, notation: usize) -> Vec<String>;

    /// The last of them.
    fn last_move(&self, notation: usize) -> Option<String>;

    /// The turn that the last move belongs to, as far as it has been played, written as one move.
    fn last_turn(&self, notation: usize) -> Option<String>;

    /// The turns played so far, each written as one move in the notation with this index.
    fn turns(&self, notation: usize) -> Vec<String>;

    /// The legal moves, each in the notation with this index; none once the game is over.
    fn legal_moves(&self, notation: usize) -> Vec<String>;

    /// What the scores of the game's analyst mean: the game's own scale, which records keep scores on.
    fn scale(&self) -> Scale;

    /// The game's evaluations, the first being the one that players use if none is named.
    fn evaluations(&self) -> Vec<EvaluationInfo>;

    /// The kinds of player, as this game has them.
    fn players(&self) -> Vec<PlayerInfo>;

    /// All options that a player of this name may have in this game, whichever evaluation it uses; none if there is no
    /// such player.
    fn player_options(&self, player: &str) -> Vec<OptionInfo>;

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

    /// [`perft_turns`](Table::perft_turns) by first turn: its moves, put together by blanks.
    fn divide_turns(&self, turns: u32) -> Vec<(String, u64)>;

    /// [`divide`](Table::divide) row by row, until told to stop. False if it was.
    fn divide_until(&self, depth: u32, stop: &Stop, each: &mut dyn FnMut(String, u64)) -> bool;

    /// [`divide_turns`](Table::divide_turns) turn by turn, until told to stop. False if it was.
    fn divide_turns_until(&self, turns: u32, stop: &Stop, each: &mut dyn FnMut(String, u64)) -> bool;

    /// What each of the [`evaluations`](Table::evaluations), with the options that a player has for it, says of the
    /// position, for the side to move and without looking ahead; empty once the game is over.
    fn static_values(&self, player: &Spec) -> Vec<(&'static str, Value)>;

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
    fn theory(
        &self,
        spec: &Spec,
        depth: u32,
        limits: &Limits,
    ) -> Result<Option<crate::theory::Theory>, Error>;

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
