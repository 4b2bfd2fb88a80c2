use crate::{check_conformance, check_perft, rng};
use wanqi_game::{Depict, Game, Notation, Outcome, Side, Step, conformance};
use wanqi_games::xiangqi::{Kind, Move, Position, Repetition, Xiangqi, each_capture, each_quiet, points};

const GAME: Xiangqi = Xiangqi::new();
const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// The position of a FEN.
pub fn position(fen: &str) -> Position {
    GAME.parse_position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The line of positions that moves lead through.
pub fn line(fen: &str, moves: &str) -> Vec<Position> {
    let mut line = vec![position(fen)];
    for text in moves.split_whitespace() {
        let mut next = line[line.len() - 1];
        let mv = GAME.parse_move(&next, text).unwrap_or_else(|error| panic!("{fen} {moves}: {error}"));
        GAME.play(&mut next, mv);
        line.push(next);
    }
    line
}

#[test]
fn conformance() {
    let without_counters = |fen: &str| fen.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let covered = check_conformance(&GAME, 1500, without_counters);
    assert!(covered.transpositions > 100, "{covered:?}");
    conformance::check_playouts(&GAME, &mut rng(2), 100, 2000);
}

#[test]
fn perft() {
    check_perft(&GAME, include_str!("../../../../testdata/perft/xiangqi.txt"), 12_000_000);
}

#[test]
fn the_start_is_what_its_text_says() {
    assert_eq!(GAME.format_position(&GAME.start()), START);
}

#[test]
fn results() {
    for (fen, result, text) in [
        // Two rooks; a horse and the king's file; a cannon with its own screen; a pawn beside the king.
        ("R2k5/1R7/9/9/9/9/9/9/9/4K4 b - - 0 1", Some(Side::First), "Red wins by checkmate"),
        ("5k3/9/4N4/9/9/9/9/9/9/4K1R2 b - - 0 1", None, "The game goes on"),
        ("3ak4/4a4/4C4/9/9/9/9/9/4C4/4K4 b - - 0 1", None, "The game goes on"),
        ("3akab2/9/9/9/9/9/9/4C4/4C4/4K4 b - - 0 1", Some(Side::First), "Red wins by checkmate"),
        ("4k4/4P4/3P5/9/9/9/9/9/9/4K4 b - - 0 1", None, "The game goes on"),
        // A king that cannot move without facing the other has lost, although it is not in check.
        ("3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1", Some(Side::First), "Red wins: Black has no move"),
        ("4k4/9/9/9/9/9/9/9/4p4/3K5 w - - 0 1", Some(Side::Second), "Black wins: Red has no move"),
        // Sixty moves, and a mate given by the last of them.
        ("4k4/9/9/9/9/9/9/9/9/3K4R w - - 119 90", None, "The game goes on"),
        ("4k4/9/9/9/9/9/9/9/9/3K4R w - - 120 90", None, "Draw by sixty moves without a capture"),
        ("R2k5/1R7/9/9/9/9/9/9/9/4K4 b - - 120 90", Some(Side::First), "Red wins by checkmate"),
    ] {
        let line = [position(fen)];
        let drawn = text.starts_with("Draw").then_some(Outcome::Draw);
        let result = result.map(Outcome::Win).or(drawn);
        assert_eq!(GAME.result(&line), result, "{fen}");
        assert_eq!(GAME.describe_result(&line), text, "{fen}");
        // A playout sees no past.
        assert_eq!(GAME.outcome_by_history(&line, 0), drawn, "{fen}");
    }
}

#[test]
fn repetitions() {
    const ROOK: &str = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";
    const REPEATED: &str = "Draw by threefold repetition";
    let (draw, black_wins) = (Some(Outcome::Draw), Some(Outcome::Win(Side::Second)));
    for (fen, moves, strict, lenient, text) in [
        (START, "h0g2 h9g7 g2h0 g7h9", None, None, ""),
        (START, "h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0", None, None, ""),
        (START, "h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0 g7h9", draw, draw, REPEATED),
        // A rook that gives check all the time. The first position, before its first move, never comes back.
        (ROOK, "a0a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9", None, None, ""),
        (
            ROOK,
            "a0a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9",
            black_wins,
            draw,
            "Black wins: Red gave check for ever",
        ),
        // One that does not by every second move.
        (ROOK, "a0a9 d9d8 a9a7 d8d9 a7a9 d9d8 a9a7 d8d9 a7a9", draw, draw, REPEATED),
        // One that did not the first time.
        (ROOK, "a0a9 d9d8 a9a7 d8d9 a7a9 d9d8 a9a8 d8d9 a8a9", draw, draw, REPEATED),
        // Every move of both sides stops a check and gives another.
        (
            "3k5/4c4/3r3C1/4C4/9/9/3R5/7R1/4K4/7r1 w - - 0 1",
            "e6d6 d7e7 d6e6 e7d7 e6d6 d7e7 d6e6 e7d7",
            draw,
            draw,
            REPEATED,
        ),
    ] {
        let line = line(fen, moves);
        assert_eq!(GAME.result(&line), strict, "{fen} {moves}");
        assert_eq!(GAME.with_repetition(Repetition::Draw).result(&line), lenient, "{fen} {moves}");
        if strict.is_some() {
            assert_eq!(GAME.describe_result(&line), text, "{fen} {moves}");
        }
    }
}

#[test]
fn one_repetition_after_the_root_counts() {
    let quiet = line(START, "h0g2 h9g7 g2h0 g7h9 h0g2 h9g7");
    assert_eq!(GAME.outcome_by_history(&quiet[..5], 0), Some(Outcome::Draw));
    assert_eq!(GAME.outcome_by_history(&quiet[..5], 1), None);
    assert_eq!(GAME.outcome_by_history(&quiet, 2), Some(Outcome::Draw));
    assert_eq!(GAME.outcome_by_history(&quiet, 3), None);
    let checks = line("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", "a0a9 d9d8 a9a8 d8d9 a8a9");
    assert_eq!(GAME.outcome_by_history(&checks, 1), Some(Outcome::Win(Side::Second)));
}

#[test]
fn captures_and_quiet_moves_are_the_legal_ones() {
    let mut rng = rng(3);
    for _ in 0..30 {
        let mut position = GAME.start();
        while let Some(mv) = GAME.random_move(&position, &mut rng) {
            let captures = |mv: Move| position.piece_on(mv.to()).is_some();
            let mut parts = Vec::new();
            each_capture(&position, |mv| {
                assert!(captures(mv), "{position:?} {mv:?}");
                parts.push(mv);
            });
            each_quiet(&position, |mv| {
                assert!(!captures(mv), "{position:?} {mv:?}");
                parts.push(mv);
            });
            let mut all = Vec::new();
            GAME.each_move(&position, |mv| all.push(mv));
            let order = |mv: &Move| (mv.from(), mv.to());
            parts.sort_by_key(order);
            all.sort_by_key(order);
            assert_eq!(parts, all, "{position:?}");
            if GAME.outcome_by_history(&[position], 0).is_some() {
                break;
            }
            GAME.play(&mut position, mv);
        }
    }
}

#[test]
fn random_moves_are_uniform() {
    // Three moves of a pawn and three of a horse.
    let position = position("3k5/9/4P4/9/9/9/9/9/5r3/4K2N1 w - - 0 1");
    let mut moves = Vec::new();
    GAME.each_move(&position, |mv| moves.push((mv, 0_u32)));
    let (mut rng, draws, count) = (rng(4), 60_000, moves.len() as u32);
    assert_eq!(count, 6, "{moves:?}");
    for _ in 0..draws {
        let chosen = GAME.random_move(&position, &mut rng).expect("there are moves");
        moves.iter_mut().find(|(mv, _)| *mv == chosen).expect("a legal move").1 += 1;
    }
    // More than five standard deviations.
    assert!(moves.iter().all(|&(_, drawn)| drawn.abs_diff(draws / count) < 500), "{moves:?}");
}

#[test]
fn looks() {
    let position = position("3k5/9/9/9/9/9/9/9/4r4/4K4 w - - 0 1");
    let scene = GAME.scene(&position);
    assert_eq!(scene.pieces.len(), 3);
    assert_eq!(scene.alarmed, [85]);
    let rook = scene.pieces.iter().find(|piece| piece.point == 76).expect("a piece on e1");
    assert_eq!((rook.side, rook.label.as_str(), rook.letter), (Side::Second, "車", 'r'));
    let layout = GAME.layout();
    // Ten ranks, nine files, seven of them in two halves, and four diagonals.
    assert_eq!(layout.lines.len(), 10 + 9 + 7 + 4);
    assert_eq!((layout.column_names[0].as_str(), layout.row_names[9].as_str()), ("a", "0"));
    // Red's first file is the rightmost, Black's the leftmost.
    let counts = layout.column_counts.map(|names| [names[0].clone(), names[8].clone()]);
    assert_eq!(counts, [["九", "一"], ["1", "9"]]);
    let start = GAME.start();
    let cannon = GAME.parse_move(&start, "h2e2").expect("a move");
    assert_eq!(GAME.steps(&start, cannon), [Step::point(70), Step::point(67)]);
}

#[test]
fn attackers_of_a_point() {
    let position = position("3k1a3/4a4/4b4/2n6/4cPC2/4r4/9/9/4K4/9 w - - 0 1");
    let point = points::parse_point("e5").expect("a point");
    let names: Vec<String> =
        points::points(position.attackers(point, position.occupied())).map(points::point_name).collect();
    // The pawn steps aside, and is the cannon's screen; the horse's leg is free.
    assert_eq!(names, ["e4", "f5", "g5", "c6"]);
    assert_eq!(position.piece_on(point), Some((Side::Second, Kind::Cannon)));
}
