//! The notation of the World Xiangqi Federation, `C2=5`: piece, file, direction, number.
//! <http://www.wxf.org/xq/computer/wxf_notation.html>
//!
//! Of two pieces on a file the front one has `+` in the file's place, the rear one `-`; of pawns on one file also
//! `++` and `--` in place of letter and file, and of pawns in tandem on two files the file stands in the letter's
//! place.

use super::Xiangqi;
use super::moves::Move;
use super::position::Position;
use super::tandem::{Direction, Which, file_of, way, which};
use wanqi_game::Game;

/// Writes a move. The federation writes a dot where we write `=`, which is commoner elsewhere.
pub(super) fn format(position: &Position, mv: Move) -> String {
    spell(position, mv).iter().collect()
}

fn spell(position: &Position, mv: Move) -> [char; 4] {
    let side = position.side_to_move();
    let digit = |number: u8| char::from(b'0' + number);
    let (letter, file) = (mv.moved().wxf_letter(), digit(file_of(side, mv.from())));
    let [first, second] = match which(position, mv) {
        Which::Alone => [letter, file],
        Which::Tandem { before, count, two_files, .. } => {
            let first = if two_files { file } else { letter };
            let behind = count - 1 - before;
            match (before, behind) {
                (0, _) if count >= 4 => ['+', '+'],
                (_, 0) if count >= 4 => ['-', '-'],
                _ if before == behind => [first, file],
                _ if before < behind => [first, '+'],
                _ => [first, '-'],
            }
        }
    };
    let (direction, number) = way(side, mv);
    let direction = match direction {
        Direction::Sideways => '=',
        Direction::Forward => '+',
        Direction::Back => '-',
    };
    [first, second, direction, digit(number)]
}

/// Reads a move: letters of either case, FEN's `N` and `B` for `H` and `E`, a dot for `=`.
pub(super) fn parse(position: &Position, text: &str) -> Option<Move> {
    let mut signs = text.chars().map(|c| c.to_ascii_uppercase());
    let mut next = || signs.next();
    let first = match next()? {
        'N' => 'H',
        'B' => 'E',
        letter => letter,
    };
    let second = next()?;
    let direction = match next()? {
        '=' | '.' => Direction::Sideways,
        '+' => Direction::Forward,
        '-' => Direction::Back,
        _ => return None,
    };
    let number = next()?.to_digit(10)? as u8;
    if next().is_some() {
        return None;
    }
    let mut found = None;
    Xiangqi::new().each_move(position, |mv| {
        if way(position.side_to_move(), mv) == (direction, number)
            && spell(position, mv)[..2] == [first, second]
        {
            found = Some(mv);
        }
    });
    found
}
