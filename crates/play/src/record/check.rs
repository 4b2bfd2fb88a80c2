//! A record beside the rules: whether its moves can be played.

use super::{GameRecord, NodeId, ROOT};
use crate::{Error, Spec, Table, rules};

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
        for (i, id) in self.path(id).into_iter().enumerate() {
            self.play(table, id, i + 1)?;
        }
        Ok(())
    }

    /// The same record, its moves and better moves in the notation for programs, after all of them were played on a
    /// table. Where two texts of siblings mean the same move, the first stays, with what follows both.
    ///
    /// # Errors
    /// If a line cannot be played: [`Error::Record`] names the move by its number in the line.
    pub fn checked(&self) -> Result<GameRecord, Error> {
        let mut table = self.table()?;
        let program = table.notations().len() - 1;
        let mut checked = GameRecord { first: None, ..GameRecord::new(&*self.game) };
        checked.rules.clone_from(&self.rules);
        checked.headers = self.headers.clone();
        checked.first = self.first.as_ref().map(|_| table.first_position());
        checked.nodes.get_mut(&ROOT).expect("it has a root").notes = self[ROOT].notes.clone();
        // Where the table stands, as the path to it in both records.
        let mut path = vec![(ROOT, ROOT)];
        for (id, node) in self.nodes() {
            let parent = node.parent().expect("only the root has none");
            while path.last().is_some_and(|&(at, _)| at != parent) {
                path.pop();
                table.undo();
            }
            let mut notes = node.notes.clone();
            if let Some(better) = &mut notes.better {
                *better =
                    canonical(&*table, better, program).map_err(|fault| fault.at_move(path.len(), better))?;
            }
            self.play(&mut *table, id, path.len())?;
            let text = table.played(program).pop().expect("a move was just played");
            let &(_, after) = path.last().expect("the root stays");
            let known = checked.len();
            let new = checked.add(after, &text).map_err(|full| Error::Spec(full.to_string()))?;
            if checked.len() > known {
                *checked.notes_mut(new).expect("it was just added") = notes;
            }
            path.push((id, new));
        }
        Ok(checked)
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

    fn play(&self, table: &mut dyn Table, id: NodeId, number: usize) -> Result<(), Error> {
        let text = self[id].text();
        table.play(text).map_err(|fault| fault.at_move(number, text))
    }
}

/// A move of the position on the table, in the notation for programs.
fn canonical(table: &dyn Table, text: &str, program: usize) -> Result<String, Error> {
    let mut table = table.fork();
    table.play(text)?;
    Ok(table.played(program).pop().expect("a move was just played"))
}
