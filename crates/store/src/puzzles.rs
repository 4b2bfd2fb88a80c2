//! Puzzles: positions where one move wins or is clearly best, and how well whoever solves them knows each.
//!
//! They are trained by spaced repetition after Leitner: a puzzle lies in a box, one that was solved goes to the next, one
//! that was not to the first, and each box is looked at half as often as the one before it
//! (<https://en.wikipedia.org/wiki/Leitner_system>).

use crate::{Error, GameId, Library, schema};
use rusqlite::{OptionalExtension, Row, TransactionBehavior, params};
use serde::{Deserialize, Serialize};

/// Days until a puzzle comes again, by its box.
const DAYS: [i64; 7] = [1, 2, 4, 8, 16, 32, 64];

/// The most puzzles that are told at once.
pub const MAX_PUZZLES: u32 = 50;

/// The number of a puzzle in a library.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PuzzleId(pub i64);

/// A position to be solved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Puzzle {
    /// The game and its options.
    pub game: String,
    /// The position.
    pub position: String,
    /// The moves in any notation of the game: the solver's, who is to move, at even places, replies between them. Each of
    /// the solver's is the only one that wins or is clearly best, but for a last one that ends the game.
    pub line: Vec<String>,
    /// The game of the library that it is from; none if it came with the program.
    pub origin: Option<GameId>,
}

/// A puzzle as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StoredPuzzle {
    /// Its number.
    pub id: PuzzleId,
    /// What is to be solved.
    #[serde(flatten)]
    pub puzzle: Puzzle,
    /// The box that it lies in, from 1; 0 as long as it has not been tried.
    pub level: u8,
    /// How often it was tried.
    pub tries: u64,
    /// How often it was solved.
    pub solved: u64,
}

/// What there is to be trained on a day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Training {
    /// The next ones: those whose day has come, then those that are new, one's own first.
    pub puzzles: Vec<StoredPuzzle>,
    /// How many have come to their day.
    pub due: u64,
    /// How many have not been tried.
    pub fresh: u64,
    /// How many there are.
    pub total: u64,
    /// In how many days the next one comes, if there is any that waits.
    pub next: Option<i64>,
}

/// The first set of puzzles, which comes with the program: from its own quick games, each looked at by a
/// search (`crates/store/puzzles.py`).
pub fn shipped_puzzles() -> impl Iterator<Item = Puzzle> {
    include_str!("../puzzles.txt").lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let [game, position, moves]: [&str; 3] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        let line = moves.split(' ').map(str::to_owned).collect();
        Some(Puzzle { game: game.into(), position: position.into(), line, origin: None })
    })
}

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
        let last = DAYS.len() as i64;
        let level = if solved { (level + 1).clamp(1, last) } else { 1 };
        let days = DAYS[usize::try_from(level - 1).unwrap_or(0)];
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
