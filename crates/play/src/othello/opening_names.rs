//! The names of Othello's openings, by the positions that they lead to.

use super::laid;
use crate::Table;
use std::collections::HashMap;
use std::sync::LazyLock;
use wanqi_game::{Game, Notation};
use wanqi_games::othello::{Goal, Othello, Position, Size};

/// A line of moves each, and what it is called; where they are from stands there.
const NAMES: &str = include_str!("opening_names.txt");

/// What an opening is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningName {
    /// In English; names with a comma between them are all in use.
    pub english: &'static str,
    /// In Japanese, in Roman letters, where that is another.
    pub japanese: Option<&'static str>,
}

impl std::fmt::Display for OpeningName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.japanese {
            Some(japanese) => write!(f, "{} ({japanese})", self.english),
            None => f.write_str(self.english),
        }
    }
}

/// What the opening of a table's game is called: the last position of it that has a name, whatever the order of the moves
/// and whichever way the board is turned. `None` in other games, and where no position has one.
pub fn opening_name(table: &dyn Table) -> Option<OpeningName> {
    let (game, line) = laid(table)?;
    let is_usual = *game == Othello::default() && line.first() == Some(&game.start());
    line.iter().rev().find_map(|position| BY_POSITION.get(&key(position)).copied()).filter(|_| is_usual)
}

static BY_POSITION: LazyLock<HashMap<u64, OpeningName>> = LazyLock::new(|| {
    named_openings().filter_map(|(moves, name)| Some((key(&after(moves)?), name))).collect()
});

/// The same for positions that are alike.
fn key(position: &Position) -> u64 {
    Othello::new(Size::Eight).with_goal(Goal::Most).key(&position.canonical().0)
}

/// The openings that have a name: their moves, without anything between them, and the name.
pub fn named_openings() -> impl Iterator<Item = (&'static str, OpeningName)> {
    let lines = NAMES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.filter_map(|line| {
        let (moves, names) = line.split_once(' ')?;
        let (english, japanese) = names.split_once(';').unwrap_or((names, ""));
        let [english, japanese] = [english.trim(), japanese.trim()];
        Some((moves, OpeningName { english, japanese: Some(japanese).filter(|name| !name.is_empty()) }))
    })
}

/// The position after moves without anything between them; `None` if one is not legal.
fn after(moves: &str) -> Option<Position> {
    let game = Othello::default();
    let mut position = game.start();
    for at in (0..moves.len()).step_by(2) {
        let mv = game.parse_move(&position, moves.get(at..at + 2)?).ok()?;
        game.play(&mut position, mv);
    }
    Some(position)
}
