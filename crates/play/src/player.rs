//! Players: whoever chooses moves at a table.

use crate::{BookMove, Clock, Error, HashTable, KeptLimits, Limits, Table, Thought};

/// Chooses moves, in any game. Kept from move to move, so that it may remember what it has learned. Nothing has a default, so
/// that who wraps a player forgets nothing.
pub trait Player: Send {
    /// Chooses a move for the side to move at `table`, within `limits` and the player's own. `progress` hears at
    /// most 20 times a second what it thinks so far.
    ///
    /// # Errors
    /// If the game is over, the table is of another game, a limit is not [kept](Player::keeps), or the player has failed
    /// without any move.
    fn think(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Error>;

    /// What its opening book says of the moves of a table's position, the best first; nothing without a book.
    fn book_moves(&self, table: &dyn Table) -> Vec<BookMove>;

    /// The limits that end its thought. One that it does not keep is an error of [`think`](Player::think).
    fn keeps(&self) -> KeptLimits;

    /// Its own limits, which hold beside those it is given; as far as they are known before it thinks.
    fn own_limits(&self) -> Limits;

    /// What both clocks show before its next thought, the first side's first. True if it plans its time by them itself,
    /// as other engines do; else it is to be given a time for the move.
    fn see_clocks(&mut self, clocks: [Clock; 2]) -> bool;

    /// Forgets what it knows of the game, as before a new one.
    fn forget(&mut self);

    /// The transposition table of its search, which is made if there is none yet; `None` of a player without one.
    fn hash_table(&mut self) -> Option<&mut dyn HashTable>;
}
