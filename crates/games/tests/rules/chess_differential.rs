//! Chess against a second implementation, cozy-chess, over random games.

use crate::rng;
use game::{Game, Notation, random};
use games::chess::bitboard::square_name;
use games::chess::{Chess, Position};

/// Both implementations' moves in UCI, where cozy-chess writes castling as the king taking its rook.
fn compare(position: &Position, board: &cozy_chess::Board) -> usize {
    let fen = Chess.format_position(position);
    let mut ours = Vec::new();
    Chess.each_move(position, |mv| ours.push(Chess.format_move(position, mv, 1)));
    let mut theirs = Vec::new();
    board.generate_moves(|moves| {
        theirs.extend(moves.into_iter().map(|mv| uci(board, mv)));
        false
    });
    ours.sort();
    theirs.sort();
    assert_eq!(ours, theirs, "{fen}");
    assert_eq!(Chess.move_count(position), theirs.len(), "{fen}");
    assert_eq!(position.checkers(), board.checkers().0, "checkers in {fen}");
    ours.len()
}

fn uci(board: &cozy_chess::Board, mv: cozy_chess::Move) -> String {
    let castles = board.color_on(mv.to) == Some(board.side_to_move());
    let (from, to) = (mv.from as u8, mv.to as u8);
    let to = if castles { from / 8 * 8 + if to > from { 6 } else { 2 } } else { to };
    let promotion = mv.promotion.map_or(String::new(), |piece| piece.to_string());
    format!("{}{}{promotion}", square_name(from), square_name(to))
}

#[test]
fn random_games() {
    let mut rng = rng(5);
    let mut positions = 0;
    for _ in 0..100 {
        let mut position = Chess.start();
        for _ in 0..200 {
            let fen = Chess.format_position(&position);
            // Read from the text at every ply, so that the two cannot drift apart together.
            let board: cozy_chess::Board = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
            // cozy-chess writes an en passant square after every double step; we only where it matters.
            let theirs = board.to_string();
            let fields = |text: &str, skip| {
                text.split(' ')
                    .enumerate()
                    .filter(|&(i, _)| i != skip)
                    .map(|(_, f)| f.to_owned())
                    .collect::<Vec<_>>()
            };
            assert_eq!(fields(&fen, 3), fields(&theirs, 3));
            assert_eq!(Chess.parse_position(&fen).as_ref(), Ok(&position), "{fen}");
            positions += 1;
            let count = compare(&position, &board);
            if count == 0 || Chess.outcome_by_history(&[position], 0).is_some() {
                break;
            }
            let mv = Chess.random_move(&position, &mut rng).expect("there are moves");
            Chess.play(&mut position, mv);
        }
    }
    assert!(positions >= 10_000, "{positions}");
}

/// Endings with few pieces reach promotions, pins on kings in the open and en passant checks more often.
#[test]
fn random_endings() {
    let starts = [
        "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1",
        "r3k2r/p6p/8/1b1Q1q2/8/8/P6P/R3K2R w KQkq - 0 1",
        "8/1p1p1p1p/k7/7R/r7/7K/P1P1P1P1/8 b - - 0 1",
        "1n4nk/2PPP3/8/8/8/8/3ppp2/1N4NK w - - 0 1",
    ];
    let mut rng = rng(6);
    let mut positions = 0;
    for game in 0..400 {
        let mut position = Chess.parse_position(starts[game % 4]).expect("a position");
        for _ in 0..60 {
            let fen = Chess.format_position(&position);
            let board: cozy_chess::Board = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
            positions += 1;
            if compare(&position, &board) == 0 {
                break;
            }
            let mut moves = Vec::new();
            Chess.each_move(&position, |mv| moves.push(mv));
            let mv = moves[random::below(&mut rng, moves.len() as u32) as usize];
            Chess.play(&mut position, mv);
        }
    }
    assert!(positions >= 10_000, "{positions}");
}
