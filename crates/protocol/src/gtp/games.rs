//! Other games than Go: what GoGui asks of a program that is to be its ruler, <https://www.kayufu.com/gogui/rules.html>,
//! and which games there are (`list_games`, `set_game`), as programs of several games tell.

use super::board::GtpBoard;
use super::command::vertex;
use super::vertex::place;
use crate::variants;
use wanqi_play::{Side, rules};

/// The board, the row with the highest number first: a controller counts rows from below, whatever the game does.
pub(super) fn board(board: &GtpBoard) -> String {
    let (layout, size) = (board.table().layout(), board.size());
    let mut rows = vec![vec!["."; size]; size];
    for piece in board.table().view().scene.pieces {
        if let Some(point) = layout.points.get(usize::from(piece.point)) {
            let (column, row) = place(&layout, point);
            rows[row][column] = ["X", "O"][piece.side.index()];
        }
    }
    rows.iter().rev().map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
}

/// The legal moves, none once the game is over.
pub(super) fn legal_moves(board: &GtpBoard) -> String {
    let moves = board.table().legal_moves(0);
    let told = moves.iter().filter(|mv| vertex(mv).is_some());
    told.map(|mv| board.letters().write(mv)).collect::<Vec<_>>().join(" ")
}

/// Whose turn it is.
pub(super) fn side_to_move(board: &GtpBoard) -> &'static str {
    match board.table().side_to_move() {
        Side::First => "black",
        Side::Second => "white",
    }
}

/// How the game ended.
pub(super) fn final_result(board: &GtpBoard) -> Result<String, &'static str> {
    board.table().result().map(|result| result.text.to_string()).ok_or("the game is not over")
}

/// The name of the game: a capital, and small letters.
pub(super) fn game_id(board: &GtpBoard) -> String {
    capital(variants::stem(&board.table().spec().name))
}

/// The games that can be set.
pub(super) fn list() -> String {
    let by_heart = wanqi_play::games();
    // What is told again here has a name of more than one part, and is known by heart.
    let told = rules::shipped().map(|shipped| &*shipped.info).filter(|info| !info.name.contains('/'));
    let played = by_heart.chain(told).filter(|info| GtpBoard::new(&info.name).is_ok());
    played.map(|info| capital(&info.name)).collect::<Vec<_>>().join("\n")
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}
