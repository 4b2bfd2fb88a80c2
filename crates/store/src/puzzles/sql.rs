//! Puzzles in a file of SQLite.

use super::{MAX_PUZZLES, Puzzle, PuzzleId, StoredPuzzle, Training, next_box};
use crate::{Error, GameId, Library, schema};
use rusqlite::{OptionalExtension, Row, TransactionBehavior, params};

impl Library {
    /// Keeps puzzles, except those of positions that it has, and says how many are new.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn add_puzzles(&mut self, puzzles: impl IntoIterator<Item = Puzzle>) -> Result<usize, Error> {
        self.refuse_if_read_only()?;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut added = 0;
        for Puzzle { game, position, line, origin } in puzzles {
            let line = line.join(" ");
            added += transaction
                .prepare_cached(
                    "INSERT OR IGNORE INTO puzzles (game, position, line, origin) VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![game, position, line, origin.map(|GameId(id)| id)])?;
        }
        transaction.commit()?;
        Ok(added)
    }

    /// What there is to be trained on a day, of one game by its name or of all. Days are counted from any one on.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn training(&self, game: &str, today: i64) -> Result<Training, Error> {
        // One that is only read may be of a version without puzzles.
        if schema::version(&self.connection)? < schema::WITH_PUZZLES {
            return Ok(Training { puzzles: Vec::new(), due: 0, fresh: 0, total: 0, next: None });
        }
        let of_game = "(?1 = '' OR game = ?1 OR game LIKE ?1 || ':%')";
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT id, game, position, line, origin, box, tries, solved FROM puzzles
             WHERE {of_game} AND (due IS NULL OR due <= ?2)
             ORDER BY due IS NULL, due, origin IS NULL, id LIMIT {MAX_PUZZLES}"
        ))?;
        let puzzles = statement.query_map(params![game, today], stored)?.collect::<Result<_, _>>()?;
        let count = |row: &Row, column| Ok::<u64, rusqlite::Error>(row.get::<_, i64>(column)?.unsigned_abs());
        let training = self.connection.query_row(
            &format!(
                "SELECT count(nullif(due <= ?2, 0)), count(nullif(due IS NULL, 0)), count(*),
                    min(CASE WHEN due > ?2 THEN due - ?2 END) FROM puzzles WHERE {of_game}"
            ),
            params![game, today],
            |row| {
                let (due, fresh, total) = (count(row, 0)?, count(row, 1)?, count(row, 2)?);
                Ok(Training { puzzles, due, fresh, total, next: row.get(3)? })
            },
        )?;
        Ok(training)
    }

    /// A puzzle was tried: puts it into its next box, and says in how many days it comes again. `None` if there is no such
    /// puzzle.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn puzzle_tried(&mut self, id: PuzzleId, solved: bool, today: i64) -> Result<Option<i64>, Error> {
        self.refuse_if_read_only()?;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let found = "SELECT box FROM puzzles WHERE id = ?1";
        let level: Option<i64> = transaction.query_row(found, [id.0], |row| row.get(0)).optional()?;
        let Some(level) = level else { return Ok(None) };
        let (level, days) = next_box(level, solved);
        transaction.execute(
            "UPDATE puzzles SET box = ?2, due = ?3, tries = tries + 1, solved = solved + ?4 WHERE id = ?1",
            params![id.0, level, today + days, i64::from(solved)],
        )?;
        transaction.commit()?;
        Ok(Some(days))
    }
}

fn stored(row: &Row) -> rusqlite::Result<StoredPuzzle> {
    let line: String = row.get(3)?;
    let puzzle = Puzzle {
        game: row.get(1)?,
        position: row.get(2)?,
        line: line.split(' ').map(str::to_owned).collect(),
        origin: row.get::<_, Option<i64>>(4)?.map(GameId),
    };
    let count = |column| Ok::<u64, rusqlite::Error>(row.get::<_, i64>(column)?.unsigned_abs());
    let level = u8::try_from(row.get::<_, i64>(5)?).unwrap_or(0);
    Ok(StoredPuzzle { id: PuzzleId(row.get(0)?), puzzle, level, tries: count(6)?, solved: count(7)? })
}
