//! A record beside the rules: whether its moves can be played. Legality alone decides: where nobody claimed a draw the game
//! went on, and what it came to is what was written down.

use super::{GameRecord, NodeId, ROOT};
use crate::{Error, Side, Spec, Table, rules};
use std::collections::HashMap;

/// A move of a record as people write it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveTexts {
    /// The move.
    pub text: String,
    /// The turn that it belongs to, up to this move, as one: `b4d6f8`. The same as `text` in games whose turns are moves.
    pub turn: String,
    /// Whether the turn is not over after it.
    pub goes_on: bool,
    /// Who made it.
    pub side: Side,
    /// The move that would have been better.
    pub better: Option<String>,
}

impl GameRecord {
    /// A table of the game, at the record's first position. Never reads a file.
    ///
    /// # Errors
    /// If there is no such game, or the first position is none of it.
    pub fn table(&self) -> Result<Box<dyn Table>, Error> {
        let mut table = match &self.rules {
            Some(rules) => rules::table(&self.game, rules)?,
            None => crate::table(&self.game.parse::<Spec>()?)?,
        };
        if let Some(first) = &self.first {
            table.set_position(first)?;
        }
        Ok(table)
    }

    /// Plays the moves to a node on a table of the game, from the record's first position.
    ///
    /// # Errors
    /// [`Error::Record`] with the number of the move that cannot be played. The table is then where the line broke.
    pub fn replay(&self, table: &mut dyn Table, id: NodeId) -> Result<(), Error> {
        self.begin(table)?;
        self.path(id).into_iter().try_for_each(|id| self.play(table, id))
    }

    /// The same record, its moves and better moves in the notation for programs, after all of them were played on a
    /// table. Where two texts of siblings mean the same move, the first stays, with what follows both.
    ///
    /// # Errors
    /// If a line cannot be played: [`Error::Record`] names the move by its number in the line.
    pub fn checked(&self) -> Result<GameRecord, Error> {
        let mut checked = GameRecord::new(&*self.game);
        checked.rules.clone_from(&self.rules);
        checked.headers = self.headers.clone();
        checked.nodes.get_mut(&ROOT).expect("it has a root").notes = self[ROOT].notes.clone();
        // The node of the new record for each of this one.
        let mut new = HashMap::from([(ROOT, ROOT)]);
        let mut table = self.table()?;
        checked.first = self.first.as_ref().map(|_| table.first_position());
        let program = table.notations().len() - 1;
        self.walk(&mut *table, |table, id| {
            let node = &self[id];
            let mut notes = node.notes.clone();
            if let Some(better) = &mut notes.better {
                *better =
                    canonical(table, better, program).map_err(|fault| fault.at_move(node.ply(), better))?;
            }
            self.play(table, id)?;
            let text = table.last_move(program).expect("a move was just played");
            let after = new[&node.parent().expect("only the root has none")];
            let known = checked.len();
            let added = checked.add(after, &text).map_err(|full| Error::spec(full.message()))?;
            if checked.len() > known {
                *checked.notes_mut(added).expect("it was just added") = notes;
            }
            new.insert(id, added);
            Ok(())
        })?;
        Ok(checked)
    }

    /// Every move's text in one of the game's notations, and its better move's.
    ///
    /// # Errors
    /// As [`GameRecord::checked`].
    pub fn texts(&self, notation: usize) -> Result<HashMap<NodeId, MoveTexts>, Error> {
        let mut texts = HashMap::new();
        self.walk(&mut *self.table()?, |table, id| {
            let node = &self[id];
            let better = node.notes.better.as_ref();
            let better = better.map(|text| {
                canonical(table, text, notation).map_err(|fault| fault.at_move(node.ply(), text))
            });
            let (side, better) = (table.side_to_move(), better.transpose()?);
            self.play(table, id)?;
            let text = table.last_move(notation).expect("a move was just played");
            let turn = table.last_turn(notation).expect("a move was just played");
            texts.insert(id, MoveTexts { text, turn, goes_on: table.amid_turn(), side, better });
            Ok(())
        })?;
        Ok(texts)
    }

    /// Calls `each` with every node but the root, the table being where its move is to be played; `each` plays it.
    fn walk(
        &self,
        table: &mut dyn Table,
        mut each: impl FnMut(&mut dyn Table, NodeId) -> Result<(), Error>,
    ) -> Result<(), Error> {
        // Where the table stands.
        let mut at = ROOT;
        for (id, node) in self.nodes() {
            while Some(at) != node.parent() {
                at = self[at]
                    .parent()
                    .expect("a parent is on the path to every node that came before its child");
                table.undo();
            }
            each(table, id)?;
            at = id;
        }
        Ok(())
    }

    fn begin(&self, table: &mut dyn Table) -> Result<(), Error> {
        match &self.first {
            Some(first) => table.set_position(first),
            None => {
                while table.undo() {}
                Ok(())
            }
        }
    }

    fn play(&self, table: &mut dyn Table, id: NodeId) -> Result<(), Error> {
        let node = &self[id];
        table.play_on(node.text()).map_err(|fault| fault.at_move(node.ply(), node.text()))
    }
}

/// A move of the position on the table, in a notation.
fn canonical(table: &dyn Table, text: &str, notation: usize) -> Result<String, Error> {
    let mut table = table.fork();
    table.play_on(text)?;
    Ok(table.last_move(notation).expect("a move was just played"))
}
