//! Positions and moves as text.

use crate::{Game, Message, Side, message};
use std::fmt;
use std::ops::Range;

/// How a move that is left out is written in records.
/// <https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm> has none; this is what ChessBase and lichess write.
pub const NULL_MOVE: &str = "--";

/// The texts of a game. Parsers take anything and never panic; formatters write what the parsers read.
pub trait Notation: Game {
    /// Reads a position: FEN for chess, a game's own text elsewhere. Strict: what it returns is a position that
    /// the game can go on from.
    ///
    /// # Errors
    /// A [`TextError`] that says what is wrong and at which characters.
    fn parse_position(&self, text: &str) -> Result<Self::Position, TextError>;

    /// Reads a position as other programs and people write it: with fields left out, or with rights that cannot hold,
    /// such as castling without a rook. The second value says what was left out or taken for granted.
    ///
    /// # Errors
    /// As [`parse_position`](Notation::parse_position), if it is no position even so.
    fn parse_position_leniently(&self, text: &str) -> Result<(Self::Position, Vec<String>), TextError> {
        Ok((self.parse_position(text)?, Vec::new()))
    }

    /// The position with the other side to move, in games in which nobody may pass: what comes of the [`NULL_MOVE`] that
    /// annotators write to show a threat. `None` where it would mean nothing, in check say.
    fn null_move(&self, position: &Self::Position) -> Option<Self::Position> {
        let _ = position;
        None
    }

    /// Writes a position so that [`parse_position`](Notation::parse_position) reads it back.
    fn format_position(&self, position: &Self::Position) -> String;

    /// The text of a position with this board, the part up to the first space, and this side to move, as if nothing had
    /// happened before: with every right, no ko, the opening behind it.
    fn set_up(&self, board: &str, side: Side) -> String {
        format!("{board} {}", ['w', 'b'][side.index()])
    }

    /// The names of the move notations, the one for people first and the one for programs last (`san`, `uci`): a name
    /// stands twice where both are the same and others lie between.
    fn notations(&self) -> &'static [&'static str] {
        &["coordinates"]
    }

    /// Reads a move of this position in any of the [`notations`](Notation::notations).
    ///
    /// # Errors
    /// A [`TextError`] if the text is no move, or no legal one here.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, TextError>;

    /// Writes a legal move; `notation` is an index into [`notations`](Notation::notations).
    fn format_move(&self, position: &Self::Position, mv: Self::Move, notation: usize) -> String;

    /// Whether the side to move is in the midst of a turn: people write what it does now and what it has just done as one
    /// move.
    fn amid_turn(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// Reads a turn, or its first moves: one move or several that are written as one, `b4d6f8`.
    ///
    /// # Errors
    /// As [`parse_move`](Notation::parse_move); also if several turns may be meant.
    fn parse_turn(&self, position: &Self::Position, text: &str) -> Result<Vec<Self::Move>, TextError> {
        Ok(vec![self.parse_move(position, text)?])
    }

    /// Writes moves of one turn as one; they are made from `position` on.
    fn format_turn(&self, position: &Self::Position, moves: &[Self::Move], notation: usize) -> String {
        let mut position = position.clone();
        let texts = moves.iter().map(|&mv| {
            let text = self.format_move(&position, mv, notation);
            self.play(&mut position, mv);
            text
        });
        texts.collect::<Vec<_>>().join("/")
    }
}

/// What is wrong with a text from outside, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// What is wrong, as a sentence without a full stop.
    pub what: Message,
    /// The characters (not bytes) that it is about, counted from 0; `None` if it is about the whole.
    pub at: Option<Range<usize>>,
}

impl TextError {
    /// An error about the whole text.
    pub fn new(what: impl Into<Message>) -> Self {
        TextError { what: what.into(), at: None }
    }

    /// An error about some of its characters.
    pub fn at(what: impl Into<Message>, at: Range<usize>) -> Self {
        TextError { what: what.into(), at: Some(at) }
    }

    /// What is wrong, and at which characters.
    pub fn message(&self) -> Message {
        let what = self.what.clone();
        match &self.at {
            Some(at) if at.len() <= 1 => {
                message!("fault.character", "{what} (character {at})", what, at = at.start + 1)
            }
            Some(at) => {
                let (from, to) = (at.start + 1, at.end);
                message!("fault.characters", "{what} (characters {from} to {to})", what, from, to)
            }
            None => what,
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for TextError {}

/// A text from outside as it may stand in an error message: quoted, control characters escaped, cut to a
/// length that fits a line.
pub fn quoted(text: &str) -> String {
    const MAX_CHARACTERS: usize = 40;
    let shown: String = text.chars().take(MAX_CHARACTERS).collect();
    if shown.len() < text.len() { format!("{shown:?}…") } else { format!("{shown:?}") }
}
