//! A position put together by hand, piece by piece.

use crate::{Depict, Notation, Side};
use std::fmt::Write;

/// The text of a position in which these pieces stand, each a point and the letter that stands for it in texts
/// ([`Piece::letter`](crate::Piece::letter)), and this side is to move, as if nothing had happened before. Points that
/// the board has not are left out, and of two pieces on a point the later one is there. It need not be a position of the
/// game: [`Notation::parse_position_leniently`] says what is missing.
pub fn set_up<G: Notation + Depict>(game: &G, pieces: &[(u16, char)], side: Side) -> String {
    game.set_up(&rows(game, pieces), side)
}

/// The pieces in rows from the top between slashes, which every game's text begins with: numbers for empty points, or
/// dots where the game writes dots.
fn rows<G: Notation + Depict>(game: &G, pieces: &[(u16, char)]) -> String {
    let layout = game.layout();
    let mut letters = vec![None; layout.points.len()];
    for &(point, letter) in pieces {
        if let Some(place) = letters.get_mut(usize::from(point)) {
            *place = Some(letter);
        }
    }
    let start = game.format_position(&game.start());
    let dotted = start.split(' ').next().is_some_and(|board| board.contains('.'));
    let mut places: Vec<_> = layout.points.iter().zip(letters).collect();
    places.sort_by_key(|(point, _)| (point.row, point.column));
    let mut text = String::new();
    for row in places.chunk_by(|(one, _), (other, _)| one.row == other.row) {
        if !text.is_empty() {
            text.push('/');
        }
        for run in row.chunk_by(|(_, one), (_, other)| one.is_none() && other.is_none()) {
            match run {
                [(_, Some(letter))] => text.push(*letter),
                empty if dotted => text.extend(empty.iter().map(|_| '.')),
                // Writing to a string cannot fail.
                empty => drop(write!(text, "{}", empty.len())),
            }
        }
    }
    text
}
