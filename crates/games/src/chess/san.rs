//! Standard algebraic notation: `e4`, `Nbd2`, `exd5`, `O-O`, `e8=Q+`.
//! <https://www.chessprogramming.org/Algebraic_Chess_Notation>

use super::bitboard::{Square, file, file_letter, parse_square, rank, square_name};
use super::moves::Move;
use super::piece::{Kind, named};
use super::position::Position;
use super::{Chess, move_count};
use wanqi_game::{Game, Message, TextError, message, quoted};

/// Writes a legal move.
pub(super) fn format(position: &Position, mv: Move) -> String {
    let mut text = without_check(position, mv);
    let mut next = *position;
    next.play(mv);
    if next.checkers() != 0 {
        text.push(if move_count(&next) == 0 { '#' } else { '+' });
    }
    text
}

fn without_check(position: &Position, mv: Move) -> String {
    if mv.is_castling() {
        return if file(mv.to()) == 6 { "O-O".into() } else { "O-O-O".into() };
    }
    let mut text = String::new();
    if mv.moved() == Kind::Pawn {
        if position.is_capture(mv) {
            text.push(file_letter(file(mv.from())));
        }
    } else {
        text.push(mv.moved().letter());
        text += &origin(position, mv);
    }
    if position.is_capture(mv) {
        text.push('x');
    }
    text += &square_name(mv.to());
    if let Some(kind) = mv.promotion() {
        text.push('=');
        text.push(kind.letter());
    }
    text
}

/// What tells a move from those of other pieces of its kind to the same square: nothing, file, rank or both.
fn origin(position: &Position, mv: Move) -> String {
    let (mut others, mut same_file, mut same_rank) = (false, false, false);
    Chess.each_move(position, |other| {
        let twin = other.moved() == mv.moved() && other.to() == mv.to() && !other.is_castling();
        if twin && other.from() != mv.from() {
            others = true;
            same_file |= file(other.from()) == file(mv.from());
            same_rank |= rank(other.from()) == rank(mv.from());
        }
    });
    let name = square_name(mv.from());
    match (others, same_file, same_rank) {
        (false, ..) => String::new(),
        (_, false, _) => name[..1].into(),
        (_, _, false) => name[1..].into(),
        _ => name,
    }
}

/// What a text says about a move.
struct Description {
    kind: Kind,
    from_file: Option<u8>,
    from_rank: Option<u8>,
    captures: bool,
    to: Square,
    promotion: Option<Kind>,
}

impl Description {
    fn fits(&self, mv: Move) -> bool {
        !mv.is_castling()
            && mv.moved() == self.kind
            && mv.to() == self.to
            && self.from_file.is_none_or(|from| from == file(mv.from()))
            && self.from_rank.is_none_or(|from| from == rank(mv.from()))
    }
}

/// Reads a legal move. `+`, `#`, `!`, `?`, `x` and `=` may be left out, castling may be written with zeros; a
/// capture sign where nothing is captured is an error.
pub(super) fn parse(position: &Position, text: &str) -> Result<Move, TextError> {
    let body = text.trim_end_matches(['+', '#', '!', '?']);
    let mut legal = Vec::new();
    Chess.each_move(position, |mv| legal.push(mv));
    if let "O-O" | "0-0" | "O-O-O" | "0-0-0" = body {
        let to_file = if body.len() == 3 { 6 } else { 2 };
        let castling = legal.into_iter().find(|mv| mv.is_castling() && file(mv.to()) == to_file);
        return castling.ok_or_else(|| {
            let side = named(position.side_to_move());
            TextError::new(message!("fault.no-castling-here", "{side} cannot castle so here", side))
        });
    }
    let Some(described) = describe(body) else {
        return Err(TextError::new(message!(
            "fault.expected-san",
            "expected a move such as e4, Nf3, O-O or e2e4, found {found}",
            found = quoted(text)
        )));
    };
    let to = square_name(described.to);
    let fitting: Vec<Move> = legal.into_iter().filter(|&mv| described.fits(mv)).collect();
    if fitting.is_empty() {
        let piece = described.kind.told();
        let file = described.from_file.map(file_letter);
        let piece = match (file, described.from_rank.map(|rank| rank + 1)) {
            (Some(file), Some(rank)) => {
                let point = format!("{file}{rank}");
                message!("fault.piece-on", "{piece} on {point}", piece, point)
            }
            (Some(file), None) => message!("fault.piece-on-file", "{piece} on the {file} file", piece, file),
            (None, Some(rank)) => message!("fault.piece-on-rank", "{piece} on rank {rank}", piece, rank),
            (None, None) => piece,
        };
        let what =
            message!("fault.nobody-goes-there", "no {piece} can legally go to {point}", piece, point = to);
        return Err(TextError::new(what));
    }
    if described.captures && !fitting.iter().any(|&mv| position.is_capture(mv)) {
        return Err(TextError::new(message!(
            "fault.nothing-to-capture",
            "there is nothing to capture on {point}",
            point = to
        )));
    }
    let promoted: Vec<Move> =
        fitting.iter().copied().filter(|mv| mv.promotion() == described.promotion).collect();
    match promoted[..] {
        [mv] => Ok(mv),
        [] if described.promotion.is_some() => Err(TextError::new(no_promotion(&to))),
        [] => Err(TextError::new(message!(
            "fault.promotion-san",
            "{move} needs what the pawn becomes: {move}=Q, =R, =B or =N",
            move = body
        ))),
        _ => {
            let choices: Vec<String> = promoted.iter().map(|&mv| without_check(position, mv)).collect();
            let choices = choices.join(" or ");
            let what = message!("fault.ambiguous", "{move} is ambiguous: {choices}", move = text, choices);
            Err(TextError::new(what))
        }
    }
}

/// The fault of a move that makes something of a pawn which stays one.
pub(super) fn no_promotion(text: &str) -> Message {
    message!("fault.no-promotion", "{move} is no promotion", move = text)
}

fn describe(body: &str) -> Option<Description> {
    if !body.is_ascii() {
        return None;
    }
    let kind = body.chars().next().and_then(Kind::from_letter).filter(|&kind| kind != Kind::Pawn);
    let mut rest = if kind.is_some() { &body[1..] } else { body };
    let kind = kind.unwrap_or(Kind::Pawn);
    let mut promotion = None;
    if let Some(letter) = rest.chars().last().and_then(Kind::from_letter) {
        if kind != Kind::Pawn || !Kind::PROMOTIONS.contains(&letter) {
            return None;
        }
        promotion = Some(letter);
        rest = &rest[..rest.len() - 1];
        rest = rest.strip_suffix('=').unwrap_or(rest);
    }
    let to = parse_square(rest.get(rest.len().checked_sub(2)?..)?)?;
    rest = &rest[..rest.len() - 2];
    let captures = rest.ends_with('x');
    rest = rest.strip_suffix('x').unwrap_or(rest);
    let (mut from_file, mut from_rank) = (None, None);
    if let Some(letter @ b'a'..=b'h') = rest.bytes().next() {
        from_file = Some(letter - b'a');
        rest = &rest[1..];
    }
    if let Some(digit @ b'1'..=b'8') = rest.bytes().next() {
        from_rank = Some(digit - b'1');
        rest = &rest[1..];
    }
    rest.is_empty().then_some(Description { kind, from_file, from_rank, captures, to, promotion })
}
