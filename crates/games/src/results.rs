//! How games end, in words that several of them share.

use wanqi_game::{Message, MessageValue, message};

/// That a side has won, as "White wins by checkmate" says it.
pub(crate) fn wins_by(winner: impl Into<MessageValue>, reason: Message) -> Message {
    message!("result.wins-by", "{winner} wins {reason}", winner = winner.into(), reason)
}

/// That a side has won, as "White wins: Black has no move" says it.
pub(crate) fn wins_because(winner: impl Into<MessageValue>, reason: Message) -> Message {
    message!("result.wins-because", "{winner} wins: {reason}", winner = winner.into(), reason)
}

/// That nobody has won, as "Draw by stalemate" says it.
pub(crate) fn draw_by(reason: Message) -> Message {
    message!("result.draw-by", "Draw {reason}", reason)
}

/// That nobody has won, as "A draw by two passes" says it.
pub(crate) fn a_draw_by(reason: Message) -> Message {
    message!("result.a-draw-by", "A draw {reason}", reason)
}

/// The reason of a checkmate.
pub(crate) fn checkmate() -> Message {
    message!("reason.checkmate", "by checkmate")
}

/// The reason of a draw where the same position has come three times.
pub(crate) fn threefold() -> Message {
    message!("reason.threefold", "by threefold repetition")
}

/// The reason of a draw where a position has come again.
pub(crate) fn repetition() -> Message {
    message!("reason.repetition", "by repetition")
}

/// That a side is to move and cannot.
pub(crate) fn no_moves(side: impl Into<MessageValue>) -> Message {
    message!("reason.no-moves", "{side} has no move", side = side.into())
}

/// The fault of a move where something stands already.
pub(crate) fn taken(point: &str) -> Message {
    message!("fault.taken", "{point} is taken", point)
}

/// The fault of a move after the end.
pub(crate) fn over() -> Message {
    message!("fault.over", "the game is over")
}
