//! FEN as other programs write it: fields left out, rights that cannot hold. What is wrong with the pieces themselves
//! stays an error.

use super::fen;
use super::position::Position;
use wanqi_game::{TextError, quoted};

/// The fields after the pieces, where they are left out.
const USUAL: [&str; 5] = ["w", ANY_RIGHTS, "-", "0", "1"];
/// All castling rights: those are taken that can hold.
const ANY_RIGHTS: &str = "KQkq";

/// Reads a position, and says what was left out of it: castling rights without king and rook at home, an en passant
/// square without a pawn that has just passed it, counters that are no numbers.
pub(super) fn parse(text: &str) -> Result<(Position, Vec<String>), TextError> {
    if let Ok(position) = fen::parse(text) {
        return Ok((position, Vec::new()));
    }
    let mut words = text.split_whitespace();
    let placement = words.next().unwrap_or_default();
    let given: Vec<&str> = words.take(USUAL.len()).collect();
    let field = |index: usize| given.get(index).copied().unwrap_or(USUAL[index]);
    let [side, castling, en_passant, quiet, number] = [0, 1, 2, 3, 4].map(field);
    let read = |castling: &str, en_passant: &str, quiet: &str, number: &str| {
        fen::parse(&format!("{placement} {side} {castling} {en_passant} {quiet} {number}"))
    };
    // Without anything that could be left out: what is wrong now makes it no position.
    let mut position = read("-", "-", "0", "1")?;
    let mut notes = Vec::new();

    let mut rights = String::new();
    for right in in_order(castling) {
        let tried = format!("{rights}{right}");
        match read(&tried, "-", "0", "1") {
            Ok(read) => (position, rights) = (read, tried),
            Err(_) if given.len() < 2 => {}
            Err(error) => notes.push(format!("castling right {right:?} left out: {}", error.what)),
        }
    }
    if given.len() < 2 && !rights.is_empty() {
        notes.push(format!("no castling rights given: {rights} are taken to hold"));
    }
    let rights = if rights.is_empty() { "-" } else { &rights };
    let (mut kept_quiet, mut kept_square) = ("0", "-");
    match read(rights, "-", quiet, "1") {
        Ok(read) => (position, kept_quiet) = (read, quiet),
        Err(error) => notes.push(format!("half-move clock {} left out: {}", quoted(quiet), error.what)),
    }
    match read(rights, en_passant, kept_quiet, "1") {
        Ok(read) => (position, kept_square) = (read, en_passant),
        Err(error) => {
            notes.push(format!("en passant square {} left out: {}", quoted(en_passant), error.what))
        }
    }
    match read(rights, kept_square, kept_quiet, number) {
        Ok(read) => position = read,
        Err(error) => notes.push(format!("move number {} left out: {}", quoted(number), error.what)),
    }
    Ok((position, notes))
}

/// The letters of castling rights, White's before Black's and those to the right of the king first, as they are read.
fn in_order(castling: &str) -> Vec<char> {
    let mut letters: Vec<char> = castling.chars().filter(|&c| c != '-').collect();
    letters.sort_by_key(|c| {
        let place = match c.to_ascii_uppercase() {
            'K' => 0,
            'Q' => u32::MAX,
            file => u32::from('Z').saturating_sub(file.into()),
        };
        (c.is_ascii_lowercase(), place)
    });
    letters.dedup();
    letters
}
