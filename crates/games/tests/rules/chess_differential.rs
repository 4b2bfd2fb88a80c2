//! Chess against a second implementation, cozy-chess, over random games.

use crate::rng;
use wanqi_game::{Game, Notation, random};
use wanqi_games::chess::bitboard::{file, file_letter, squares};
use wanqi_games::chess::{Chess, Position, chess960};

/// Both implementations' moves in UCI, castling as the king's move onto its rook.
fn compare(position: &Position, board: &cozy_chess::Board) -> usize {
    let fen = Chess.format_position(position);
    let mut ours = Vec::new();
    Chess.each_move(position, |mv| ours.push(Chess.format_move(position, mv, 1)));
    let mut theirs = Vec::new();
    board.generate_moves(|moves| {
        theirs.extend(moves.into_iter().map(|mv| mv.to_string()));
        false
    });
    ours.sort();
    theirs.sort();
    assert_eq!(ours, theirs, "{fen}");
    assert_eq!(Chess.move_count(position), theirs.len(), "{fen}");
    assert_eq!(position.checkers(), board.checkers().0, "checkers in {fen}");
    ours.len()
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

/// The text of a position with castling rights as Shredder-FEN has them, the only form of Chess960 that cozy-chess reads.
fn shredder_fen(position: &Position) -> String {
    let fen = Chess.format_position(position);
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let rooks = position.castling_rooks();
    let files = |rank: u64| {
        squares(rooks & rank).map(|rook| file_letter(file(rook))).collect::<Vec<_>>().into_iter().rev()
    };
    let (white, black) = (files(0xFF), files(0xFF << 56));
    let rights: String = white.map(|letter| letter.to_ascii_uppercase()).chain(black).collect();
    if !rights.is_empty() {
        fields[2] = &rights;
    }
    fields.join(" ")
}

/// From every start position of Chess960; also, every text of a move is read back, and both forms of castling rights.
#[test]
fn chess960_games() {
    let mut rng = rng(7);
    let (mut positions, mut castlings) = (0, 0);
    for number in 0..chess960::STARTS {
        let mut position = chess960::start(number);
        for _ in 0..40 {
            let shredder = shredder_fen(&position);
            let board =
                cozy_chess::Board::from_fen(&shredder, true).unwrap_or_else(|e| panic!("{shredder}: {e}"));
            assert_eq!(Chess.parse_position(&shredder).as_ref(), Ok(&position), "{shredder}");
            let fen = Chess.format_position(&position);
            assert_eq!(Chess.parse_position(&fen).as_ref(), Ok(&position), "{fen}");
            positions += 1;
            if compare(&position, &board) == 0 {
                break;
            }
            let mut moves = Vec::new();
            Chess.each_move(&position, |mv| moves.push(mv));
            for &mv in &moves {
                for notation in 0..3 {
                    let text = Chess.format_move(&position, mv, notation);
                    assert_eq!(Chess.parse_move(&position, &text), Ok(mv), "{fen} {text}");
                }
            }
            // Castling comes seldom by chance alone.
            let castling = moves.iter().find(|mv| mv.is_castling() && random::below(&mut rng, 2) == 0);
            castlings += u32::from(castling.is_some());
            let chosen = moves[random::below(&mut rng, moves.len() as u32) as usize];
            Chess.play(&mut position, *castling.unwrap_or(&chosen));
        }
    }
    assert!(positions >= 30_000 && castlings >= 500, "{positions} {castlings}");
}
