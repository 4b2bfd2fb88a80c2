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

/// The fault of a move from where nothing stands.
pub(crate) fn nothing_there(point: &str) -> Message {
    message!("fault.empty", "{point} is empty", point)
}

/// The fault of a move of a piece of the side that is not to move.
pub(crate) fn not_yours(
    piece: Message,
    point: &str,
    owner: impl Into<MessageValue>,
    turn: impl Into<MessageValue>,
) -> Message {
    let (owner, turn) = (owner.into(), turn.into());
    message!(
        "fault.not-yours",
        "the {piece} on {point} is {owner}'s, and it is {turn}'s turn",
        piece,
        point,
        owner,
        turn
    )
}

/// The fault of a move that a piece does not have.
pub(crate) fn cannot_go(piece: Message, from: &str, to: &str) -> Message {
    message!("fault.cannot-go", "the {piece} on {from} cannot go to {to}", piece, from, to)
}
