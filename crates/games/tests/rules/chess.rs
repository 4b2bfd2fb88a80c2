use crate::{check_conformance, check_perft, rng};
use wanqi_game::{Depict, Game, Notation, Outcome, Side, Step, conformance};
use wanqi_games::chess::{Chess, Kind, Position, each_quiet, each_tactical};

/// The position of a FEN.
pub fn position(fen: &str) -> Position {
    Chess.parse_position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The line of positions that moves lead through.
pub fn line(fen: &str, moves: &str) -> Vec<Position> {
    let mut line = vec![position(fen)];
    for text in moves.split_whitespace() {
        let mut next = line[line.len() - 1];
        let mv = Chess.parse_move(&next, text).unwrap_or_else(|error| panic!("{fen} {moves}: {error}"));
        Chess.play(&mut next, mv);
        line.push(next);
    }
    line
}

#[test]
fn conformance() {
    let without_counters = |fen: &str| fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
    let covered = check_conformance(&Chess, 1000, without_counters);
    assert!(covered.transpositions > 100, "{covered:?}");
    conformance::check_playouts(&Chess, &mut rng(2), 100, 1000);
}

#[test]
fn perft() {
    check_perft(&Chess, include_str!("../../../../testdata/perft/chess.txt"), 20_000_000);
    check_perft(&Chess, include_str!("../../../../testdata/perft/chess960.txt"), 20_000_000);
}

#[test]
fn the_start_is_what_its_text_says() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(Chess.format_position(&Chess.start()), fen);
    assert_eq!(Chess.start(), position(fen));
}

#[test]
fn results() {
    for (fen, result, text) in [
        ("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", Some(Outcome::Draw), "Draw by stalemate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(Outcome::Draw), "Draw by stalemate"),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Some(Outcome::Win(Side::First)), "White wins by checkmate"),
        (
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            Some(Outcome::Win(Side::Second)),
            "Black wins by checkmate",
        ),
        // A mate given by the hundredth quiet ply is a mate; one ply of escape makes it a draw.
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 80", Some(Outcome::Win(Side::First)), "White wins by checkmate"),
        (
            "R5k1/5pp1/8/8/8/8/8/6K1 b - - 100 80",
            Some(Outcome::Draw),
            "Draw by fifty moves without a capture or a pawn move",
        ),
        ("R5k1/5pp1/8/8/8/8/8/6K1 b - - 99 80", None, "The game goes on"),
        ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", Some(Outcome::Draw), "Draw by insufficient material"),
        ("8/8/4k3/8/8/4K1N1/8/8 w - - 0 1", Some(Outcome::Draw), "Draw by insufficient material"),
        ("8/8/4k1b1/8/8/4K3/8/8 w - - 0 1", Some(Outcome::Draw), "Draw by insufficient material"),
        // Bishops of both sides on squares of one colour, and of two.
        ("8/8/4k1b1/8/8/4K3/4B3/8 w - - 0 1", Some(Outcome::Draw), "Draw by insufficient material"),
        ("8/8/4k1b1/8/8/4K3/5B2/8 w - - 0 1", None, "The game goes on"),
        ("8/8/4k3/8/8/4K1B1/6B1/8 w - - 0 1", None, "The game goes on"),
        ("8/8/4k3/8/8/4K1N1/5N2/8 w - - 0 1", None, "The game goes on"),
        ("8/8/4k1n1/8/8/4K1N1/8/8 w - - 0 1", None, "The game goes on"),
        ("8/8/4k1n1/8/8/4K1B1/8/8 w - - 0 1", None, "The game goes on"),
        ("8/4p3/4k3/8/8/4K3/8/8 w - - 0 1", None, "The game goes on"),
        ("8/4r3/4k3/8/8/4K3/8/8 w - - 0 1", None, "The game goes on"),
    ] {
        let line = [position(fen)];
        assert_eq!(Chess.result(&line), result, "{fen}");
        assert_eq!(Chess.describe_result(&line), text, "{fen}");
    }
}

#[test]
fn playouts_see_draws_in_one_position() {
    let history = |fen: &str| Chess.outcome_by_history(&[position(fen)], 0);
    assert_eq!(history("8/8/4k3/8/8/4K1N1/8/8 w - - 0 1"), Some(Outcome::Draw));
    assert_eq!(history("R5k1/5pp1/8/8/8/8/8/6K1 b - - 100 80"), Some(Outcome::Draw));
    assert_eq!(history("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 80"), None, "mate");
    assert_eq!(history("R5k1/5pp1/8/8/8/8/8/6K1 b - - 99 80"), None);
}

#[test]
fn repetitions() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const ROOKS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    // The position with an en passant capture is another than without.
    const PASSING: &str = "4k3/8/8/8/5p2/8/4P3/4K2R w - - 0 1";
    for (fen, moves, repeated) in [
        (START, "Nf3 Nf6 Ng1 Ng8", false),
        (START, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", false),
        (START, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", true),
        (START, "Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8", true),
        // A king's or a rook's move loses castling, so the first position does not count.
        (ROOKS, "Kf1 Kf8 Ke1 Ke8 Kf1 Kf8 Ke1 Ke8", false),
        (ROOKS, "Kf1 Kf8 Ke1 Ke8 Kf1 Kf8 Ke1 Ke8 Kf1 Kf8", true),
        (ROOKS, "Rb1 Rb8 Ra1 Ra8 Rb1 Rb8 Ra1 Ra8", false),
        (PASSING, "e4 Kd7 Kd2 Ke8 Ke1 Kd7 Kd2 Ke8 Ke1", false),
        (PASSING, "e4 Kd7 Kd2 Ke8 Ke1 Kd7 Kd2 Ke8 Ke1 Kd7", true),
        // No black pawn can capture in passing, so the first position does count.
        ("4k3/8/8/8/8/8/4P3/4K2R w - - 0 1", "e4 Kd7 Kd2 Ke8 Ke1 Kd7 Kd2 Ke8 Ke1", true),
    ] {
        let line = line(fen, moves);
        assert_eq!(Chess.result(&line), repeated.then_some(Outcome::Draw), "{fen} {moves}");
        if repeated {
            assert_eq!(Chess.describe_result(&line), "Draw by threefold repetition");
        }
    }
}

#[test]
fn one_repetition_after_the_root_is_a_draw() {
    let line = line("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6");
    assert_eq!(Chess.outcome_by_history(&line[..5], 0), Some(Outcome::Draw));
    assert_eq!(Chess.outcome_by_history(&line[..5], 1), None);
    assert_eq!(Chess.outcome_by_history(&line, 2), Some(Outcome::Draw));
    assert_eq!(Chess.outcome_by_history(&line, 3), None);
}

#[test]
fn tactical_and_quiet_moves_are_the_legal_ones() {
    let mut rng = rng(3);
    for _ in 0..50 {
        let mut position = Chess.start();
        while let Some(mv) = Chess.random_move(&position, &mut rng) {
            let mut parts = Vec::new();
            each_tactical(&position, |mv| {
                assert!(position.is_capture(mv) || mv.promotion().is_some(), "{position:?} {mv:?}");
                parts.push(mv);
            });
            each_quiet(&position, |mv| {
                assert!(!position.is_capture(mv) && mv.promotion().is_none(), "{position:?} {mv:?}");
                parts.push(mv);
            });
            let mut all = Vec::new();
            Chess.each_move(&position, |mv| all.push(mv));
            let order = |mv: &wanqi_games::chess::Move| mv.bits();
            parts.sort_by_key(order);
            all.sort_by_key(order);
            assert_eq!(parts, all, "{position:?}");
            if Chess.outcome_by_history(&[position], 0).is_some() {
                break;
            }
            Chess.play(&mut position, mv);
        }
    }
}

#[test]
fn random_moves_are_uniform() {
    // Five moves, four of them promotions of one pawn.
    let position = position("7k/P7/8/8/3P4/5pp1/7p/7K w - - 0 1");
    let mut moves = Vec::new();
    Chess.each_move(&position, |mv| moves.push((mv, 0_u32)));
    assert_eq!(moves.len(), 5);
    let (mut rng, draws) = (rng(4), 50_000);
    for _ in 0..draws {
        let chosen = Chess.random_move(&position, &mut rng).expect("there are moves");
        moves.iter_mut().find(|(mv, _)| *mv == chosen).expect("a legal move").1 += 1;
    }
    // Five standard deviations.
    assert!(moves.iter().all(|&(_, count)| count.abs_diff(draws / 5) < 450), "{moves:?}");
}

#[test]
fn looks() {
    let position = position("4k3/P7/8/8/7q/8/8/R3K2R w KQ - 0 1");
    let scene = Chess.scene(&position);
    assert_eq!(scene.pieces.len(), 6);
    assert_eq!(scene.alarmed, [60]);
    let piece = scene.pieces.iter().find(|piece| piece.point == 39).expect("a piece on h4");
    assert_eq!((piece.side, piece.look.as_str(), piece.letter), (Side::Second, "queen", 'q'));
    let layout = Chess.layout();
    let corner = layout.points[56];
    assert_eq!((corner.column, corner.row), (0, 7));
    assert_eq!((layout.column_names[0].as_str(), layout.row_names[7].as_str()), ("a", "1"));

    let steps = |fen: &str, text: &str| {
        let position = crate::chess::position(fen);
        Chess.steps(&position, Chess.parse_move(&position, text).expect(text))
    };
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(steps(castling, "O-O"), [Step::point(60), Step::point(62)]);
    assert_eq!(steps(castling, "O-O-O"), [Step::point(60), Step::point(58)]);
    let promotion = Step::Choice { name: "n".into(), label: "knight".into() };
    assert_eq!(steps("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=N"), [Step::point(8), Step::point(0), promotion]);
}

#[test]
fn attackers_of_a_square() {
    let position = position("4k3/8/2n1b3/8/3Rp3/4P3/1B6/3QK3 w - - 0 1");
    let names = |set| {
        wanqi_games::chess::bitboard::squares(set)
            .map(wanqi_games::chess::bitboard::square_name)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(names(position.attackers(27, position.occupied())), "d1 b2 e3 c6");
    assert_eq!(position.piece_on(27), Some((Side::First, Kind::Rook)));
}
