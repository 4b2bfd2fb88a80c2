//! The texts of chess.

use crate::chess::position;
use proptest::prelude::*;
use std::collections::BTreeSet;
use wanqi_game::{Game, Notation};
use wanqi_games::chess::{Chess, chess960};

#[test]
fn san() {
    for (fen, uci, san) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e4"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "Nf3"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
        // One twin on another file, on the same file, on both.
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2"),
        ("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"),
        ("8/6k1/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
        // A pinned twin is no twin.
        ("4r1k1/8/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nc2"),
        ("k7/3P4/8/8/8/8/8/K7 w - - 0 1", "d7d8q", "d8=Q+"),
        ("k7/3P4/8/8/8/8/8/K7 w - - 0 1", "d7d8n", "d8=N"),
        ("2r4k/3P4/8/8/8/8/8/K7 w - - 0 1", "d7c8r", "dxc8=R+"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O"),
    ] {
        let position = position(fen);
        let mv = Chess.parse_move(&position, uci).expect(uci);
        assert_eq!(Chess.format_move(&position, mv, 0), san, "{fen} {uci}");
        assert_eq!(Chess.format_move(&position, mv, 2), uci);
        for text in
            [san.to_owned(), san.replace(['+', '#', 'x', '='], ""), san.replace('O', "0"), format!("{san}!?")]
        {
            assert_eq!(Chess.parse_move(&position, &text), Ok(mv), "{fen} {text}");
        }
    }
}

/// Castling of Chess960: its text in UCI, the same in SAN, and the position after it.
#[test]
fn castling_of_chess960() {
    for (fen, uci, san, after) in [
        ("4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "f1g1", "O-O", "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/1R3KR1 w KQ - 0 1", "f1b1", "O-O-O", "4k3/8/8/8/8/8/8/2KR2R1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1g1", "Kg1", "4k3/8/8/8/8/8/8/6KR b - - 1 1"),
        ("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1", "O-O", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        // The king stays where it is; the rook that castles is not the outermost.
        ("3rkr2/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", "O-O-O", "3rkr2/8/8/8/8/8/8/2KR4 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "e1f1", "O-O", "4k3/8/8/8/8/8/8/5RKR b - - 1 1"),
        ("4k1r1/8/8/8/8/8/8/K7 b k - 0 1", "e8g8", "O-O", "5rk1/8/8/8/8/8/8/K7 w - - 1 2"),
        // Ordinary castling may be written both ways.
        ("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8c8", "O-O-O", "2kr3r/8/8/8/8/8/8/4K3 w - - 1 2"),
        ("r3k2r/8/8/8/8/8/8/4K3 b ha - 0 1", "e8a8", "O-O-O", "2kr3r/8/8/8/8/8/8/4K3 w - - 1 2"),
    ] {
        let mut position = position(fen);
        let mv = Chess.parse_move(&position, uci).expect(uci);
        assert_eq!(Chess.parse_move(&position, san), Ok(mv), "{fen} {san}");
        assert_eq!(Chess.format_move(&position, mv, 0).trim_end_matches('+'), san, "{fen} {uci}");
        assert_eq!(Chess.parse_move(&position, &Chess.format_move(&position, mv, 1)), Ok(mv), "{fen} {uci}");
        Chess.play(&mut position, mv);
        assert_eq!(Chess.format_position(&position), after, "{fen} {uci}");
    }
    for (fen, uci) in [
        // The rook shields its king, the king passes or reaches an attacked square, something is in the way.
        ("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "c1b1"),
        ("3rk3/8/8/8/8/8/8/1R3K2 w B - 0 1", "f1b1"),
        ("4k1r1/8/8/8/8/8/8/1R3K1R w K - 0 1", "f1h1"),
        ("4k3/8/8/8/8/8/8/1RN2K2 w B - 0 1", "f1b1"),
        // In check.
        ("4k3/8/8/8/8/8/5r2/1R3K1R w K - 0 1", "f1h1"),
    ] {
        assert!(Chess.parse_move(&position(fen), uci).is_err(), "{fen} {uci}");
    }
}

#[test]
fn starts_of_chess960() {
    for (number, pieces) in [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (534, "RNBKQBNR"), (959, "RKRNNQBB")] {
        let text = Chess.format_position(&chess960::start(number));
        assert!(text.ends_with(&format!("/{pieces} w KQkq - 0 1")), "{number}: {text}");
    }
    assert_eq!(chess960::start(chess960::ORDINARY_START), Chess.start());
    let all: BTreeSet<String> =
        (0..chess960::STARTS).map(|number| Chess.format_position(&chess960::start(number))).collect();
    assert_eq!(all.len(), 960);
}

#[test]
fn wrong_moves() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const TWO_KNIGHTS: &str = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    const PROMOTION: &str = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
    for (fen, text, error) in [
        (START, "", "expected a move such as e4, Nf3, O-O or e2e4, found \"\""),
        (START, "e9", "expected a move such as e4, Nf3, O-O or e2e4, found \"e9\""),
        (START, "Nf3 ", "expected a move such as e4, Nf3, O-O or e2e4, found \"Nf3 \""),
        (START, "éé", "expected a move such as e4, Nf3, O-O or e2e4, found \"éé\""),
        (START, "e5", "no pawn can legally go to e5"),
        (START, "Nd4", "no knight can legally go to d4"),
        (START, "Ngd2", "no knight on the g file can legally go to d2"),
        (START, "N8c3", "no knight on rank 8 can legally go to c3"),
        (START, "Nxf3", "there is nothing to capture on f3"),
        (START, "O-O", "White cannot castle so here"),
        (START, "e4=Q", "e4 is no promotion"),
        (START, "e2e5", "the pawn on e2 cannot go to e5"),
        (START, "e4e5", "e4 is empty"),
        (START, "e7e5", "the pawn on e7 is Black's, and it is White's turn"),
        (START, "e2e4q", "e2e4q is no promotion (character 5)"),
        ("4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "e1e2", "e2 is attacked"),
        ("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "e2c3 leaves the king in check"),
        (TWO_KNIGHTS, "Nd2", "Nd2 is ambiguous: Nbd2 or Nfd2"),
        (PROMOTION, "a8", "a8 needs what the pawn becomes: a8=Q, =R, =B or =N"),
        (PROMOTION, "a7a8", "a7a8 needs what the pawn becomes: a7a8q, a7a8r, a7a8b or a7a8n"),
        (PROMOTION, "a8=K", "expected a move such as e4, Nf3, O-O or e2e4, found \"a8=K\""),
    ] {
        assert_eq!(Chess.parse_move(&position(fen), text).expect_err(text).to_string(), error, "{fen}");
    }
}

#[test]
fn wrong_positions() {
    for (fen, error) in [
        ("", "the piece placement is missing (character 1)"),
        ("8/8/8/8/8/8/8/8", "the side to move is missing (character 16)"),
        ("8/8/8/8/8/8/8/8 w - - 0", "the move number is missing (character 24)"),
        ("8/8/8/8/8/8/8/8 w - - 0 1 x y", "nothing may follow the move number (characters 27 to 29)"),
        ("8/8/8/8/8/8/8/8 w -  - 0 1", "one space, and no more, separates the fields (character 21)"),
        (
            "4k3/8/8/8/8/8/8/4X3 w - - 0 1",
            "expected a piece letter, a digit from 1 to 8 or '/', found 'X' (character 18)",
        ),
        (
            "4k3/8/8/8/8/8/8/棋4K3 w - - 0 1",
            "expected a piece letter, a digit from 1 to 8 or '/', found '棋' (character 17)",
        ),
        (
            "4k3/8/8/9/8/8/8/4K3 w - - 0 1",
            "expected a piece letter, a digit from 1 to 8 or '/', found '9' (character 9)",
        ),
        ("4k3/8/8/44/8/8/8/4K3 w - - 0 1", "two digits in a row; write their sum (character 10)"),
        ("4k3/8/8/7/8/8/8/4K3 w - - 0 1", "rank 5 has only 7 of 8 squares (character 10)"),
        ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "rank 1 has only 7 of 8 squares (characters 1 to 19)"),
        ("4k4/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8 has more than 8 squares (character 3)"),
        ("4k3/8p/8/8/8/8/8/4K3 w - - 0 1", "rank 7 has more than 8 squares (character 6)"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "only 7 of 8 ranks (characters 1 to 17)"),
        ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "there are only 8 ranks (character 18)"),
        ("4k2p/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn cannot stand on rank 8 (character 4)"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn cannot stand on rank 1 (character 17)"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king (characters 1 to 17)"),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has 2 kings (characters 1 to 20)"),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "Black has 9 pawns (characters 1 to 27)"),
        ("4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1", "White has 17 pieces (characters 1 to 33)"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "expected the side to move, w or b, found \"x\" (character 21)"),
        ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "Black is in check although it is White's turn (character 2)"),
        ("8/8/8/8/8/8/8/2kK4 w - - 0 1", "Black is in check although it is White's turn (character 16)"),
        ("4k3/8/3N4/8/B7/8/8/K3R3 b - - 0 1", "3 pieces give check at once (character 2)"),
        (
            "4k3/8/8/8/8/8/8/4K2R w X - 0 1",
            "expected castling rights, '-' or some of KQkq or HAha (files of rooks) in this order, found 'X' (character 24)",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w QK - 0 1",
            "expected castling rights, '-' or some of KQkq or HAha (files of rooks) in this order, found 'K' (character 28)",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1",
            "expected castling rights, '-' or some of KQkq or HAha (files of rooks) in this order, found 'K' (character 28)",
        ),
        (
            "4k3/8/8/8/8/8/3K4/7R w K - 0 1",
            "White cannot castle ('K'): its king is not on rank 1 (character 24)",
        ),
        (
            "r3k3/8/8/8/8/8/8/4K3 w kq - 0 1",
            "Black cannot castle ('k'): it has no rook to the right of its king (character 24)",
        ),
        ("3rk3/8/8/8/8/8/8/4K3 w a - 0 1", "Black cannot castle ('a'): it has no rook on a8 (character 24)"),
        (
            "4k3/8/8/8/8/8/8/R3K1RR w GH - 0 1",
            "expected castling rights, '-' or some of KQkq or HAha (files of rooks) in this order, found 'H' (character 27)",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
            "expected the en passant square or '-', found \"e9\" (characters 25 to 26)",
        ),
        (
            "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
            "on White's turn an en passant square is on rank 6 (characters 27 to 28)",
        ),
        ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "no en passant on e3: no White pawn on e4 (characters 25 to 26)"),
        ("4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", "no en passant on e3: e3 is not empty (characters 29 to 30)"),
        ("4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", "no en passant on e3: e2 is not empty (characters 29 to 30)"),
        (
            "4k3/8/8/8/4P3/8/8/4K3 b - e3 1 1",
            "with an en passant square the half-move clock is 0 (characters 27 to 28)",
        ),
        (
            "4k3/8/8/8/P7/8/8/K3R3 b - a3 0 1",
            "no en passant on a3: Black was in check before the pawn's step (characters 27 to 28)",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "expected the half-move clock, found \"x\" (character 27)"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
            "expected the half-move clock, found \"-1\" (characters 27 to 28)",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 151 1",
            "the half-move clock is a number from 0 to 150 (characters 27 to 29)",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "the move number is a number from 1 to 65535 (character 29)"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 07", "expected the move number, found \"07\" (characters 29 to 30)"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999",
            "the move number is a number from 1 to 65535 (characters 29 to 48)",
        ),
    ] {
        assert_eq!(Chess.parse_position(fen).expect_err(fen).to_string(), error);
    }
}

/// An en passant square is kept exactly where such a capture is legal, and the key follows.
#[test]
fn en_passant_squares() {
    for (fen, kept) in [
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", true),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", false),
        // The capture would open the rank on the king; pins on file and diagonal.
        ("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", false),
        ("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", false),
        ("8/6k1/8/8/3pP3/8/1B6/4K3 b - e3 0 1", false),
        // It captures the pawn that gives check, or stands in a check discovered by the step.
        ("8/8/8/3k4/3pP3/8/8/4K3 b - e3 0 1", true),
        ("8/8/7k/8/5pP1/8/8/2B1K3 b - g3 0 1", false),
    ] {
        let read = position(fen);
        assert_eq!(Chess.format_position(&read) == fen, kept, "{fen}");
        assert_eq!(read.en_passant().is_some(), kept, "{fen}");
        let fields: Vec<&str> = fen.split(' ').collect();
        let without = position(&format!("{} b - - 0 1", fields[0]));
        assert_eq!(Chess.key(&read) != Chess.key(&without), kept, "{fen}");
        assert_eq!(Chess.move_count(&read) != Chess.move_count(&without), kept, "{fen}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in ".*") {
        let _ = Chess.parse_position(&text);
        let _ = Chess.parse_move(&Chess.start(), &text);
    }

    #[test]
    fn texts_like_positions_are_read_or_refused(
        placement in "([pnbrqkPNBRQK1-8]{1,8}/){7}[pnbrqkPNBRQK1-8]{1,8}",
        rest in "[wb] (-|[KQkq]{1,4}) (-|[a-h][36]) [0-9]{1,3} [0-9]{1,5}",
    ) {
        let _ = Chess.parse_position(&format!("{placement} {rest}"));
    }

    /// Kings and a few pieces on random squares: what is read can be written and read again.
    #[test]
    fn positions_that_are_read_round_trip(
        pieces in prop::collection::btree_map(0_usize..64, "[pnbrqPNBRQ]", 0..12),
        kings in (0_usize..64, 0_usize..64),
        side in "[wb]",
        passing in "(-|[a-h][36])",
    ) {
        let mut board = vec!['.'; 64];
        for (square, piece) in &pieces {
            board[*square] = piece.chars().next().expect("one letter");
        }
        board[kings.0] = 'K';
        board[kings.1] = 'k';
        let rows: Vec<String> = board.chunks(8).map(|row| row.iter().collect()).collect();
        let mut placement = rows.join("/");
        for empty in (1..=8).rev() {
            placement = placement.replace(&".".repeat(empty), &empty.to_string());
        }
        if let Ok(read) = Chess.parse_position(&format!("{placement} {side} - {passing} 0 1")) {
            let text = Chess.format_position(&read);
            prop_assert_eq!(Chess.parse_position(&text), Ok(read));
            let board: cozy_chess::Board = text.parse().expect("cozy-chess reads it too");
            let mut theirs = 0;
            board.generate_moves(|moves| {
                theirs += moves.len();
                false
            });
            prop_assert_eq!(Chess.move_count(&read), theirs);
        }
    }

    #[test]
    fn texts_like_moves_are_read_or_refused(text in "[KQRBNPa-h1-8x=+#O0-]{0,8}") {
        let position = position("r3k2r/P1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/1PPBBPPP/R3K2R w KQkq - 0 1");
        if let Ok(mv) = Chess.parse_move(&position, &text) {
            let mut legal = false;
            Chess.each_move(&position, |other| legal |= other == mv);
            prop_assert!(legal);
        }
    }
}
