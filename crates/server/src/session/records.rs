//! Records that come and go as text: pasted by a person, copied out.
//!
//! A record is read as the game that it says it is of, not as the one that happens to be on the table: PGN that names no
//! other is of chess. Only bare moves, which name none, are looked at as moves of the table's game too.

use super::course::Course;
use super::game::Game;
use super::variations::Variations;
use crate::protocol::{RequestError, Seat};
use crate::rules::OWN_RULES;
use wanqi_play::record::{GameRecord, Headers, ROOT};
use wanqi_play::{Message, Spec, message};
use wanqi_store::text::{Format, Problem, ReadContext, Reading, read, write};

/// The most problems of a text that are told.
const PROBLEMS_TOLD: usize = 5;

/// What a pasted text is.
pub(super) enum Pasted {
    /// A position of the game on the table.
    Position,
    /// A game, with what could not be read of it.
    Game(Box<Game>, Vec<Message>),
}

/// Reads a text: a position of the game on the table, if there is one, a record of any game, or a position of another.
pub(super) fn paste(text: &str, game: Option<&Game>) -> Result<Pasted, RequestError> {
    if game.is_some_and(|game| game.table.fork().set_position(text).is_ok()) {
        return Ok(Pasted::Position);
    }
    let readings: Vec<Reading> = contexts(text, game).iter().map(|context| read(text, context)).collect();
    let problems = |reading: &Reading| -> Vec<Message> {
        reading.problems.iter().take(PROBLEMS_TOLD).map(Problem::message).collect()
    };
    let first_problem = readings.first().and_then(|reading| problems(reading).into_iter().next());
    let read = readings.into_iter().filter_map(|reading| {
        let problems = problems(&reading);
        let mut records = reading.games.into_iter().map(|game| game.record);
        // A text of which nothing could be played is no game.
        let record = records.find(|record| !record.is_empty() || problems.is_empty())?;
        Some((record, problems))
    });
    let seats = game.map_or([None, None], |game| game.seats.clone());
    // As what it can be read best: the first of the best.
    let best = read.reduce(|best, other| {
        let worth = |(record, problems): &(GameRecord, Vec<Message>)| (problems.is_empty(), record.len());
        if worth(&other) > worth(&best) && !best.1.is_empty() { other } else { best }
    });
    if let Some((record, problems)) = best {
        return Ok(Pasted::Game(Box::new(open(record, &seats)?), problems));
    }
    let other = wanqi_play::games().find_map(|info| {
        let mut table = wanqi_play::table(&Spec::new(&*info.name)).ok()?;
        table.set_position(text).ok()?;
        let mut record = GameRecord::new(&*info.name);
        record.first = Some(table.first_position());
        Some(record)
    });
    match other {
        Some(record) => Ok(Pasted::Game(Box::new(open(record, &seats)?), Vec::new())),
        None => {
            let nothing = || message!("fault.no-game", "there is no game in the text");
            Err(RequestError::new(first_problem.unwrap_or_else(nothing)))
        }
    }
}

/// What a text may be read as, the likeliest first.
fn contexts(text: &str, game: Option<&Game>) -> Vec<ReadContext> {
    let itself = ReadContext::default();
    let Some(game) = game else { return vec![itself] };
    let here = ReadContext { game: Some(game.table.spec().to_string()), rules: game.rules.clone() };
    match Format::of_text(text) {
        Format::Moves if !text.trim_start().starts_with("1.") => vec![here, itself],
        // Numbers are chess players' way, without tags too.
        Format::Moves => vec![itself, here],
        Format::Pgn if !text.trim_start().starts_with('[') => vec![itself, here],
        Format::Pgn | Format::Pdn | Format::Sgf | Format::Ggf | Format::Json => vec![itself],
    }
}

/// The game of a record, at the end of its main line. One with moves was played elsewhere, and nobody sits at it; a
/// position is played on, by the machines that play the game.
fn open(record: GameRecord, seats: &[Seat; 2]) -> Result<Game, RequestError> {
    let is_position = record.is_empty() && record.headers == Headers::default();
    let seats = if is_position { seats.clone() } else { [None, None] };
    let rules = record.rules.clone();
    let mut game = Game::new(&record.game, rules.clone(), seats, None, None, 0)
        .or_else(|_| Game::new(&record.game, rules, [None, None], None, None, 0))?;
    let last = record.main_line().last().copied().unwrap_or(ROOT);
    game.variations = Variations::of(record)?;
    game.variations.visit(&mut *game.table, last)?;
    if !is_position {
        game.course = Course::elsewhere();
    }
    game.learn_ending();
    game.paused = true;
    Ok(game)
}

/// The record as a text of this format.
pub(super) fn copied(game: &Game, format: Format) -> Result<String, RequestError> {
    let mut record = game.whole_record();
    if game.rules.is_some() {
        record.game = OWN_RULES.into();
    }
    write(&record, format).map_err(|unwritable| RequestError::new(unwritable.message()))
}
