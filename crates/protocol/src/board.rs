//! The position that an interface asks about, and the moves as it writes them.

use crate::writing::{Ranks, Writing, notation_name};
use wanqi_play::{Table, Thought, quoted};

/// The notation for programs: the last of a table's.
pub(crate) fn for_programs(table: &dyn Table) -> usize {
    table.notations().len() - 1
}

/// The notation in which castling is the king's move onto its rook, if the game has one: the option `UCI_Chess960`.
pub(crate) fn onto_rook(table: &dyn Table) -> Option<usize> {
    table.notations().iter().position(|&name| name == "uci960")
}

/// A position that is thought about, to write lines of it as an interface does.
pub(crate) struct Writer {
    table: Box<dyn Table>,
    writing: Writing,
    /// The index of the notation of the moves.
    notation: usize,
}

impl Writer {
    /// The expected line, as far as the game goes on: the best move at the least.
    pub fn line(&self, thought: &Thought) -> Vec<String> {
        self.moves(if thought.line.is_empty() { thought.best.as_slice() } else { &thought.line })
    }

    /// Moves that follow each other from here, as far as the game goes on.
    pub fn moves(&self, line: &[String]) -> Vec<String> {
        let mut ahead = self.table.fork();
        let played = ahead.ply();
        for mv in line {
            if ahead.play(mv).is_err() {
                break;
            }
        }
        self.writing.played(&*ahead, self.notation).split_off(played)
    }

    /// The legal moves.
    pub fn legal_moves(&self) -> Vec<String> {
        self.writing.legal(&*self.table, self.notation)
    }

    /// Whether the side to move has won here, or lost; `None` if neither.
    pub fn won(&self) -> Option<bool> {
        let winner = self.table.result()?.winner?;
        Some(usize::from(winner) == self.table.side_to_move().index())
    }
}

/// A position as an interface describes it: where it begins, and the moves from there.
pub(crate) struct InterfaceBoard {
    /// The game at its start.
    start: Box<dyn Table>,
    writing: Writing,
    notation: usize,
    table: Box<dyn Table>,
    /// The text of the first position; `None` for the start of the game.
    first: Option<String>,
    /// The moves from there, as the interface wrote them.
    moves: Vec<String>,
    /// What was wrong with the position asked about last, if it could not be taken: the one before is not what is meant.
    refused: Option<String>,
}

impl InterfaceBoard {
    /// A game from its start, where the table is.
    pub fn new(start: Box<dyn Table>, writing: Writing) -> InterfaceBoard {
        let (table, notation) = (start.fork(), for_programs(&*start));
        InterfaceBoard { start, writing, notation, table, first: None, moves: Vec::new(), refused: None }
    }

    /// Writes castling as the king's move onto its rook from now on, or not, in games that know the difference.
    pub fn castle_onto_rook(&mut self, onto: bool) {
        self.writing = self.writing.castling_onto_rook(onto);
        let usual = for_programs(&*self.table);
        self.notation = if onto { onto_rook(&*self.table).unwrap_or(usual) } else { usual };
    }

    /// Counts ranks so from now on, in a game that can be written so or so; false where nothing changes.
    pub fn count_ranks(&mut self, ranks: Ranks) -> bool {
        let Writing::Own(known) = &mut self.writing else { return false };
        let changes = *known != ranks && notation_name(&*self.start) == "ucci";
        if changes {
            *known = ranks;
            // The moves so far mean others now.
            (self.table, self.first, self.moves) = (self.start.fork(), None, Vec::new());
        }
        changes
    }

    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// The game at its start.
    pub fn start(&self) -> &dyn Table {
        &*self.start
    }

    /// The position on the board as the interface writes it.
    pub fn position(&self) -> String {
        let own = self.table.view().position;
        // It can only fail to be read where it is of another game.
        self.writing.position(&own).unwrap_or(own)
    }

    /// To write lines of a position.
    pub fn writer(&self, table: &dyn Table) -> Writer {
        Writer { table: table.fork(), writing: self.writing.clone(), notation: self.notation }
    }

    /// Takes another position. What was asked about before and only goes on is not played again. Gives what of the position
    /// cannot hold and was left out.
    ///
    /// # Errors
    /// What is no position or no move, and where; there is none then until another is taken.
    pub fn set(&mut self, first: Option<&str>, moves: &[&str]) -> Result<Vec<String>, String> {
        self.lay(first, moves).inspect_err(|error| self.refuse(error))
    }

    /// There is no position until another is taken.
    pub fn refuse(&mut self, why: &str) {
        self.refused = Some(why.to_owned());
    }

    fn lay(&mut self, first: Option<&str>, moves: &[&str]) -> Result<Vec<String>, String> {
        let mut notes = Vec::new();
        let goes_on = self.first.as_deref() == first
            && self.moves.len() <= moves.len()
            && self.moves.iter().zip(moves).all(|(known, mv)| known == mv);
        let (mut table, known) = match (goes_on, first) {
            (true, _) => (self.table.fork(), self.moves.len()),
            (false, None) => (self.start.fork(), 0),
            (false, Some(first)) => {
                let mut table = self.start.fork();
                notes = self.writing.lay(&mut *table, first)?;
                (table, 0)
            }
        };
        for (index, text) in moves.iter().enumerate().skip(known) {
            let wrong =
                |why: String| format!("move {} of {}, {}: {why}", index + 1, moves.len(), quoted(text));
            let mv = self.own_move(&mut *table, text).ok_or_else(|| wrong("ranks begin with 1".into()))?;
            // Where our rules have ended the game by a claim the interface's have not.
            table.play_on(&mv).map_err(|error| wrong(error.to_string()))?;
        }
        self.table = table;
        self.first = first.map(String::from);
        self.moves = moves.iter().map(|&mv| mv.into()).collect();
        self.refused = None;
        Ok(notes)
    }

    /// A move as the interface writes it, as the table may take it; `None` if it cannot be one.
    fn own_move(&self, table: &mut dyn Table, text: &str) -> Option<String> {
        match &self.writing {
            Writing::Own(ranks) => ranks.read(text),
            variant => {
                // A game that has ended by a claim has no legal moves.
                table.decline_claim();
                let own = variant.read(text, &table.legal_moves(self.notation));
                Some(own.unwrap_or_else(|| text.into()))
            }
        }
    }

    /// The table to think at. Interfaces go on where our rules have ended a game, by repetition say; then the past
    /// is forgotten, and where too few pieces are left for anybody to win there are moves all the same.
    ///
    /// # Errors
    /// If the position asked about last could not be taken: why.
    pub fn to_think(&self) -> Result<Box<dyn Table>, String> {
        if let Some(refused) = &self.refused {
            return Err(format!("there is no position to think about: {refused}"));
        }
        let mut table = self.table.fork();
        forget_past(&mut *table);
        table.decline_claim();
        Ok(table)
    }

    /// The places of moves among a table's legal moves.
    ///
    /// # Errors
    /// If one is no legal move.
    pub fn places(&self, table: &dyn Table, moves: &[String]) -> Result<Vec<usize>, String> {
        let usual = table.legal_moves(for_programs(table));
        let onto_rook = onto_rook(table).map(|notation| table.legal_moves(notation)).unwrap_or_default();
        let place = |text: &String| {
            let found = [&usual, &onto_rook].into_iter().find_map(|legal| {
                let own = self.writing.read(text, legal)?;
                legal.iter().position(|mv| *mv == own)
            });
            found.ok_or_else(|| format!("{} is not a move here", quoted(text)))
        };
        moves.iter().map(place).collect()
    }
}

/// Forgets the past of a game that it has ended, so that there are moves again, if there are any.
fn forget_past(table: &mut dyn Table) {
    if table.result().is_none() {
        return;
    }
    let position = table.view().position;
    let mut fields: Vec<&str> = position.split(' ').collect();
    if let [.., quiet, _] = &mut fields[..] {
        *quiet = "0";
    }
    let mut again = table.fork();
    // Where that is no position of this game, or there is still no move, the game is over indeed.
    if again.set_position(&fields.join(" ")).is_ok() && again.result().is_none() {
        let _ = table.set_position(&fields.join(" "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wanqi_play::Spec;

    fn board() -> InterfaceBoard {
        let start = wanqi_play::table(&Spec::new("chess")).expect("chess");
        InterfaceBoard::new(start, Writing::Own(Ranks::Own))
    }

    fn position(board: &InterfaceBoard) -> String {
        board.table().view().position
    }

    #[test]
    fn after_an_error_there_is_no_position() {
        let mut board = board();
        for (first, moves, error) in [
            (None, &["e2e4", "e7e5", "e4e5"][..], "move 3 of 3, \"e4e5\": not a move here: "),
            (None, &["e2e5"], "move 1 of 1, \"e2e5\": not a move here: "),
            (Some("8/8/8/8/8/8/8/8 w - - 0 1"), &[], "not a position: "),
            (Some(""), &[], "not a position: "),
            (Some("nonsense"), &["e2e4"], "not a position: "),
        ] {
            board.set(None, &["e2e4", "e7e5"]).expect("legal moves");
            assert!(board.to_think().is_ok());
            let wrong = board.set(first, moves).expect_err("an error");
            assert!(wrong.starts_with(error), "{wrong}");
            assert!(board.to_think().is_err_and(|why| why.ends_with(&wrong)));
        }
        board.set(None, &["e2e4", "e7e5", "g1f3"]).expect("legal moves");
        assert_eq!(board.table().played(2), ["e2e4", "e7e5", "g1f3"]);
        board.set(None, &["e2e4"]).expect("legal moves");
        assert_eq!(board.table().played(2), ["e2e4"]);
    }

    #[test]
    fn counters_may_be_left_out() {
        let mut board = board();
        board.set(Some("7k/8/8/8/8/8/8/K6R b - -"), &["h8g8"]).expect("a position");
        assert_eq!(position(&board), "6k1/8/8/8/8/8/8/K6R w - - 1 2");
    }

    #[test]
    fn interfaces_play_on_after_a_repetition() {
        let mut board = board();
        let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let moves: Vec<&str> = shuffle.into_iter().cycle().take(8).chain(["e2e4"]).collect();
        let thinks = |board: &InterfaceBoard| board.to_think().expect("a position").result().is_none();
        board.set(None, &moves[..8]).expect("legal moves");
        assert!(board.table().result().is_some() && thinks(&board));
        board.set(None, &moves).expect("legal moves");
        assert_eq!(board.table().result(), None);
        board.set(Some("k7/8/8/8/8/8/8/K6R w - - 100 90"), &["h1g1"]).expect("legal moves");
        board.set(Some("k7/8/8/8/8/8/8/K6R w - - 100 90"), &[]).expect("a position");
        assert!(thinks(&board));
        // Bare kings move.
        board.set(Some("k7/8/8/8/8/8/1r6/K7 w - - 3 90"), &["a1b2", "a8b8"]).expect("legal moves");
        assert!(thinks(&board));
        // A mate stays a mate.
        board.set(Some("7k/6Q1/6K1/8/8/8/8/8 b - - 3 90"), &[]).expect("a position");
        assert!(!thinks(&board));
    }
}
