//! Puzzles in memory, and the boxes that they lie in.

use super::Library;
use crate::puzzles::next_box;
use crate::{Error, GameId, MAX_PUZZLES, Puzzle, PuzzleId, StoredPuzzle, Training};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Before the number of a puzzle of one's own, in its key.
const PUZZLE: &str = "puzzle/";
/// Before the position of a puzzle that has been tried, in the key of how it went.
const TRIED: &str = "tried/";

/// The puzzles of a library. Those that come with the program are not written, only how they went.
#[derive(Default)]
pub(super) struct Puzzles {
    all: Vec<StoredPuzzle>,
    /// By game and position, in no particular order.
    known: HashMap<(String, String), usize>,
    /// On which day each comes again, by its number.
    due: HashMap<i64, i64>,
    /// How those went that are not there yet.
    tried: HashMap<String, Tried>,
}

/// A puzzle of one's own as its text has it.
#[derive(Serialize, Deserialize)]
struct Written {
    game: String,
    position: String,
    line: Vec<String>,
    origin: Option<GameId>,
}

/// How a puzzle went so far.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Tried {
    level: u8,
    tries: u64,
    solved: u64,
    due: i64,
}

impl Puzzles {
    /// Takes in what was kept under a key.
    pub fn read(&mut self, key: &str, text: &str) {
        if let Some(position) = key.strip_prefix(TRIED) {
            if let Ok(tried) = serde_json::from_str(text) {
                self.tried.insert(position.to_owned(), tried);
            }
        } else if key.starts_with(PUZZLE)
            && let Ok(Written { game, position, line, origin }) = serde_json::from_str(text)
        {
            self.add(Puzzle { game, position, line, origin });
        }
    }

    /// Whether it is new.
    fn add(&mut self, puzzle: Puzzle) -> bool {
        let place = (puzzle.game.clone(), puzzle.position.clone());
        if self.known.contains_key(&place) {
            return false;
        }
        self.known.insert(place, self.all.len());
        let id = self.all.len() as i64 + 1;
        let tried = self.tried.get(&key_of(&puzzle)).copied();
        let (level, tries, solved) =
            tried.map_or((0, 0, 0), |tried| (tried.level, tried.tries, tried.solved));
        self.due.extend(tried.map(|tried| (id, tried.due)));
        self.all.push(StoredPuzzle { id: PuzzleId(id), puzzle, level, tries, solved });
        true
    }
}

/// What a puzzle is known by when the program comes with others.
fn key_of(puzzle: &Puzzle) -> String {
    format!("{} {}", puzzle.game, puzzle.position)
}

impl Library {
    /// Keeps puzzles, except those of positions that it has, and says how many are new.
    ///
    /// # Errors
    /// Never.
    pub fn add_puzzles(&mut self, puzzles: impl IntoIterator<Item = Puzzle>) -> Result<usize, Error> {
        let mut added = 0;
        for puzzle in puzzles {
            let own = puzzle.origin.is_some().then(|| {
                let Puzzle { game, position, line, origin } = puzzle.clone();
                let key = format!("{PUZZLE}{}", key_of(&puzzle));
                (key, serde_json::to_string(&Written { game, position, line, origin }))
            });
            if self.puzzles.add(puzzle) {
                added += 1;
                if let Some((key, Ok(text))) = own {
                    (self.keep)(&key, Some(&text));
                }
            }
        }
        Ok(added)
    }

    /// What there is to be trained on a day, of one game by its name or of all. Days are counted from any one on.
    ///
    /// # Errors
    /// Never.
    pub fn training(&self, game: &str, today: i64) -> Result<Training, Error> {
        let Puzzles { all, due, .. } = &self.puzzles;
        let is_asked_for = |puzzle: &&StoredPuzzle| {
            let of = &puzzle.puzzle.game;
            game.is_empty()
                || of.strip_prefix(game).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
        };
        let all: Vec<&StoredPuzzle> = all.iter().filter(is_asked_for).collect();
        let day = |puzzle: &StoredPuzzle| due.get(&puzzle.id.0).copied();
        let mut puzzles: Vec<&StoredPuzzle> =
            all.iter().copied().filter(|puzzle| day(puzzle).is_none_or(|day| day <= today)).collect();
        puzzles.sort_by_key(|puzzle| {
            (day(puzzle).is_none(), day(puzzle), puzzle.puzzle.origin.is_none(), puzzle.id.0)
        });
        let count = |which: &dyn Fn(&StoredPuzzle) -> bool| all.iter().filter(|puzzle| which(puzzle)).count();
        Ok(Training {
            due: count(&|puzzle| day(puzzle).is_some_and(|day| day <= today)) as u64,
            fresh: count(&|puzzle| day(puzzle).is_none()) as u64,
            total: all.len() as u64,
            next: all
                .iter()
                .filter_map(|puzzle| day(puzzle))
                .filter(|&day| day > today)
                .min()
                .map(|day| day - today),
            puzzles: puzzles.into_iter().take(MAX_PUZZLES as usize).cloned().collect(),
        })
    }

    /// A puzzle was tried: puts it into its next box, and says in how many days it comes again. `None` if there is no such
    /// puzzle.
    ///
    /// # Errors
    /// Never.
    pub fn puzzle_tried(&mut self, id: PuzzleId, solved: bool, today: i64) -> Result<Option<i64>, Error> {
        let Some(puzzle) = self.puzzles.all.iter_mut().find(|puzzle| puzzle.id == id) else {
            return Ok(None);
        };
        let (level, days) = next_box(i64::from(puzzle.level), solved);
        puzzle.level = u8::try_from(level).unwrap_or(u8::MAX);
        puzzle.tries += 1;
        puzzle.solved += u64::from(solved);
        let due = today + days;
        let tried = Tried { level: puzzle.level, tries: puzzle.tries, solved: puzzle.solved, due };
        let key = format!("{TRIED}{}", key_of(&puzzle.puzzle));
        self.puzzles.due.insert(id.0, due);
        if let Ok(text) = serde_json::to_string(&tried) {
            (self.keep)(&key, Some(&text));
        }
        Ok(Some(days))
    }
}
