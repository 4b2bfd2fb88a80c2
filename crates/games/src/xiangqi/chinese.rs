//! The notation of Chinese books, 炮二平五: piece, file, direction, number.
//! <https://www.xqbase.com/protocol/cchess_move.htm>
//!
//! Red's numbers are Chinese, Black's are digits. Of two pieces on a file one is 前, the other 后; of three pawns
//! the middle one is 中. Four or five pawns on a file, or pawns in tandem on two files, are numbered from the
//! right and from the front.

use super::Xiangqi;
use super::moves::Move;
use super::piece::Kind;
use super::position::Position;
use super::tandem::{Direction, Which, file_of, way, which};
use wanqi_game::{Game, Side};

/// Chinese numbers from one, and digits of the width of Chinese characters.
const NUMBERS: [[char; 9]; 2] = [
    ['一', '二', '三', '四', '五', '六', '七', '八', '九'],
    ['１', '２', '３', '４', '５', '６', '７', '８', '９'],
];

/// Writes a move, in simplified characters.
pub(super) fn format(position: &Position, mv: Move) -> String {
    spell(position, mv).iter().collect()
}

fn spell(position: &Position, mv: Move) -> [char; 4] {
    let side = position.side_to_move();
    let number = |number: u8, side: Side| NUMBERS[side.index()][usize::from(number - 1)];
    let kind = mv.moved().character(side);
    let [first, second] = match which(position, mv) {
        Which::Alone => [kind, number(file_of(side, mv.from()), side)],
        Which::Tandem { number: place, two_files: true, .. } => [number(place + 1, Side::First), kind],
        Which::Tandem { before, count, .. } => {
            let place = match (before, count) {
                (0, 2 | 3) => '前',
                (1, 2) | (2, 3) => '后',
                (1, 3) => '中',
                _ => number(before + 1, Side::First),
            };
            [place, kind]
        }
    };
    let (direction, length) = way(side, mv);
    let direction = match direction {
        Direction::Sideways => '平',
        Direction::Forward => '进',
        Direction::Back => '退',
    };
    [first, second, direction, number(length, side)]
}

/// Reads a move, in simplified or traditional characters, with Chinese numbers or digits for either side.
pub(super) fn parse(position: &Position, text: &str) -> Option<Move> {
    let signs: Vec<Sign> = text.chars().take(5).map(sign).collect::<Option<_>>()?;
    let &[first, second, Sign::Direction(direction), Sign::Number(number)] = signs.as_slice() else {
        return None;
    };
    let mut found = None;
    Xiangqi::new().each_move(position, |mv| {
        if way(position.side_to_move(), mv) == (direction, number) {
            let [one, two, ..] = spell(position, mv).map(sign);
            if (one, two) == (Some(first), Some(second)) {
                found = Some(mv);
            }
        }
    });
    found
}

/// What a character says, however it is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Piece(Kind),
    Number(u8),
    Direction(Direction),
    Place(char),
}

fn sign(character: char) -> Option<Sign> {
    if let Some(kind) = Kind::from_character(character) {
        return Some(Sign::Piece(kind));
    }
    if let Some(digit @ 1..) = character.to_digit(10) {
        return Some(Sign::Number(digit as u8));
    }
    for numbers in NUMBERS {
        if let Some(index) = numbers.iter().position(|&number| number == character) {
            return Some(Sign::Number(index as u8 + 1));
        }
    }
    Some(match character {
        '平' => Sign::Direction(Direction::Sideways),
        '进' | '進' => Sign::Direction(Direction::Forward),
        '退' => Sign::Direction(Direction::Back),
        '前' | '中' => Sign::Place(character),
        '后' | '後' => Sign::Place('后'),
        _ => return None,
    })
}
