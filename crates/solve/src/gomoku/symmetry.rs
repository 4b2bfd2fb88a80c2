//! Positions that are the same when the board is turned or mirrored.

use wanqi_game::{Game, Notation, Side};
use wanqi_games::gomoku::{Gomoku, Position};

/// The one of the positions that are the same by symmetry whose text comes first: of eight, or of four where the board is not
/// square. `None` if that text is not read back.
pub fn upright(game: &Gomoku, position: &Position) -> Option<Position> {
    let (last_column, last_row) = (game.columns() - 1, game.rows() - 1);
    let letter = |row, column| match position.at(row, column) {
        None => '.',
        Some(Side::First) => 'X',
        Some(Side::Second) => 'O',
    };
    let turn = if game.side_to_move(position) == Side::First { 'X' } else { 'O' };
    let keeping = (0..8).filter(|symmetry| symmetry & 1 == 0 || game.is_square());
    let texts = keeping.map(|symmetry| {
        let rows = (0..=last_row).map(|row| {
            let at = |column| {
                let (row, column) = if symmetry & 1 == 0 { (row, column) } else { (column, row) };
                let row = if symmetry & 2 == 0 { row } else { last_row - row };
                letter(row, if symmetry & 4 == 0 { column } else { last_column - column })
            };
            (0..=last_column).map(at).collect::<String>()
        });
        format!("{} {turn}", rows.collect::<Vec<_>>().join("/"))
    });
    game.parse_position(&texts.min()?).ok()
}
