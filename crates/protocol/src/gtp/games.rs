//! Other games than Go: what GoGui asks of a program that is to be its ruler, <https://www.kayufu.com/gogui/rules.html>,
//! and which games there are (`list_games`, `set_game`), as programs of several games tell.

use super::board::GtpBoard;
use super::command::write;
use wanqi_play::Side;

/// The board, the row with the highest number first: a controller counts rows from below, whatever the game does.
pub(super) fn board(board: &GtpBoard) -> String {
    let layout = board.table().layout();
    let mut squares = vec!['.'; layout.points.len()];
    for piece in board.table().view().scene.pieces {
        squares[usize::from(piece.point)] = ['X', 'O'][piece.side.index()];
    }
    let columns = usize::from(layout.columns);
    let mut rows: Vec<(Option<u32>, String)> = squares
        .chunks(columns)
        .zip(&layout.row_names)
        .map(|(row, name)| {
            let row: Vec<String> = row.iter().map(char::to_string).collect();
            (name.parse().ok(), row.join(" "))
        })
        .collect();
    rows.sort_by_key(|&(number, _)| std::cmp::Reverse(number));
    rows.into_iter().map(|(_, row)| row).collect::<Vec<_>>().join("\n")
}

/// The legal moves, none once the game is over.
pub(super) fn legal_moves(board: &GtpBoard) -> String {
    let moves = board.table().legal_moves(0);
    moves.iter().map(|mv| write(mv)).collect::<Vec<_>>().join(" ")
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
    capital(&board.table().spec().name)
}

/// The games that can be set.
pub(super) fn list() -> String {
    let played = wanqi_play::games().filter(|info| GtpBoard::new(&info.name).is_ok());
    played.map(|info| capital(&info.name)).collect::<Vec<_>>().join("\n")
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}
