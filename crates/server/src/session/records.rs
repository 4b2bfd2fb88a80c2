//! Records that come and go as text: pasted by a person, taken up again by a page, copied out.

use super::game::Game;
use super::variations::Variations;
use crate::protocol::{Fault, Seat};
use crate::rules::OWN_RULES;
use play::Spec;
use play::record::{Ending, GameRecord, ROOT};
use store::text::{Context, Format, read, write};

/// The most problems of a text that are told.
const PROBLEMS_TOLD: usize = 5;

/// What a pasted text is.
pub(super) enum Pasted {
    /// A position of the game on the table.
    Position,
    /// A game, with what could not be read of it.
    Game(Box<Game>, Vec<String>),
}

/// Reads a text: a position of the game on the table, a record of it or of any other game, or a position of another.
pub(super) fn paste(text: &str, game: &Game) -> Result<Pasted, Fault> {
    if game.table.fork().set_position(text).is_ok() {
        return Ok(Pasted::Position);
    }
    // A text that does not say which game it is of is one of the game on the table, or, as PGN has it, of chess.
    let here = Context { game: Some(game.table.spec().to_string()), rules: game.rules.clone() };
    let mut first_problem = None;
    for context in [here, Context::default()] {
        let reading = read(text, &context);
        let problems: Vec<String> =
            reading.problems.iter().take(PROBLEMS_TOLD).map(ToString::to_string).collect();
        // A text of which nothing could be played is no game.
        let mut records = reading.games.into_iter().map(|game| game.record);
        if let Some(record) = records.find(|record| !record.is_empty() || problems.is_empty()) {
            return Ok(Pasted::Game(Box::new(open(record, &game.seats)?), problems));
        }
        first_problem = first_problem.or(problems.into_iter().next());
    }
    let other = play::games().find_map(|info| {
        let mut table = play::table(&Spec::new(&*info.name)).ok()?;
        table.set_position(text).ok()?;
        let mut record = GameRecord::new(&*info.name);
        record.first = Some(table.first_position());
        Some(record)
    });
    match other {
        Some(record) => Ok(Pasted::Game(Box::new(open(record, &game.seats)?), Vec::new())),
        None => Err(Fault::new(first_problem.unwrap_or_else(|| "there is no game in the text".into()))),
    }
}

/// The game of a record, at the end of its main line. Machines that do not play it leave their seats.
fn open(record: GameRecord, seats: &[Seat; 2]) -> Result<Game, Fault> {
    let rules = record.rules.clone();
    let mut game = Game::new(&record.game, rules.clone(), seats.clone(), None, None, 0)
        .or_else(|_| Game::new(&record.game, rules, [None, None], None, None, 0))?;
    let last = record.main_line().last().copied().unwrap_or(ROOT);
    game.variations = Variations::of(record)?;
    game.variations.visit(&mut *game.table, last)?;
    game.paused = true;
    Ok(game)
}

/// The record as a text of this format.
pub(super) fn copied(game: &Game, format: Format) -> Result<String, Fault> {
    let mut record = game.variations.record().clone();
    if record.headers.result.is_none() {
        record.headers.result = game.table.result().map(Ending::from);
    }
    if game.rules.is_some() {
        record.game = OWN_RULES.into();
    }
    write(&record, format).map_err(|unwritable| Fault::new(unwritable.to_string()))
}
