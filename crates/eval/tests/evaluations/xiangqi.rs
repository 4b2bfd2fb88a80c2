use crate::{check_ladder, check_order, each_random_line, fresh, rng};
use wanqi_eval::xiangqi::exchange::exchange;
use wanqi_eval::xiangqi::{Material, PIECE_VALUES, Positional, XiangqiTactics};
use wanqi_game::{Game, Notation, Side};
use wanqi_games::xiangqi::{Kind, Move, Position, Xiangqi};
use wanqi_search::tactics::{MoveOrder, Pruning, Quiescence};
use wanqi_search::{Evaluator, Incremental, Linear, linear};

const GAME: Xiangqi = Xiangqi::new();

fn position(fen: &str) -> Position {
    GAME.parse_position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn material() {
    for (fen, value) in [
        ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", 0),
        ("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", 900),
        ("3k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1", -900),
        ("3k1n3/9/9/9/9/9/P8/9/9/R2AKA3 w - - 0 1", 1000),
    ] {
        assert_eq!(fresh(&Material, &GAME, &position(fen)), value, "{fen}");
    }
}

#[test]
fn exchanges() {
    for (fen, mv, wins) in [
        // A free pawn, a protected one, one attacked twice and protected once.
        ("3k5/9/9/9/p8/9/9/9/9/R3K4 w - - 0 1", "a0a5", 100),
        ("3k5/9/9/p8/p8/9/9/9/9/R3K4 w - - 0 1", "a0a5", 100 - 900),
        ("3k5/9/9/p8/p8/9/R8/9/9/R3K4 w - - 0 1", "a3a5", 100 - 900 + 100),
        // The pawn that steps forward is the screen of its own cannon no more, and not protected.
        ("3k5/9/c8/p8/9/P8/9/9/9/4K4 b - - 0 1", "a6a5", -100),
        ("3k5/9/9/r8/p8/P8/9/9/9/4K4 w - - 0 1", "a4a5", 0),
        // A cannon takes over the piece that protects: what stands behind the screen takes back.
        ("3k5/9/9/r8/p8/9/P8/C8/9/4K4 w - - 0 1", "a2a5", 100 - 450),
        ("3k5/9/9/9/p8/9/P8/C8/9/4K4 w - - 0 1", "a2a5", 100),
        // A horse protects while its leg is free.
        ("3k5/9/1n7/9/p8/9/9/9/9/R3K4 w - - 0 1", "a0a5", 100 - 900),
        ("3k5/9/1n7/1c7/p8/9/9/9/9/R3K4 w - - 0 1", "a0a5", 100),
        // A king takes what is not protected.
        ("3k5/3P5/9/9/9/9/9/9/9/4K4 b - - 0 1", "d9d8", 100),
    ] {
        let position = position(fen);
        let Ok(mv) = GAME.parse_move(&position, mv) else { panic!("{fen} {mv}") };
        assert_eq!(exchange(&position, mv), wins, "{fen} {mv:?}");
    }
}

/// By definition: both sides make the captures on one point that pay, the least piece first, kings only where
/// nothing can take them.
fn exchange_by_moves(position: &Position, mv: Move) -> i32 {
    let worth = |kind: Kind| PIECE_VALUES[kind.index()];
    let captured = position.piece_on(mv.to()).map_or(0, |(_, kind)| worth(kind));
    let mut next = *position;
    GAME.play(&mut next, mv);
    let mut least: Option<Move> = None;
    GAME.each_move(&next, |answer| {
        let better =
            |other: Move| (worth(answer.moved()), answer.from()) < (worth(other.moved()), other.from());
        if answer.to() == mv.to() && least.is_none_or(better) {
            least = Some(answer);
        }
    });
    captured - least.map_or(0, |answer| exchange_by_moves(&next, answer).max(0))
}

#[test]
fn exchanges_are_what_legal_captures_win() {
    let (mut same, mut other) = (0, 0);
    each_random_line(&GAME, 4, 10, |line| {
        let position = &line[line.len() - 1];
        GAME.each_move(position, |mv| {
            if position.piece_on(mv.to()).is_some() {
                // Pins and checks are not seen, so a few differ.
                let equal = exchange(position, mv) == exchange_by_moves(position, mv);
                *(if equal { &mut same } else { &mut other }) += 1;
            }
        });
    });
    assert!(same > 1000 && other * 20 < same, "{same} alike, {other} not");
}

#[test]
fn captures_come_by_what_they_win() {
    let position = position("3k5/9/4r4/4p4/2P1P4/9/9/4R4/9/4K4 w - - 0 1");
    let move_score = |text: &str| {
        let mv = GAME.parse_move(&position, text).expect(text);
        MoveOrder::<Xiangqi, Material>::move_score(&XiangqiTactics, &GAME, &mut (), &position, mv)
    };
    assert!(move_score("e5e6") > 0);
    assert_eq!(move_score("e2e3"), 0);
    assert_eq!(position.side_to_move(), Side::First);
}

#[test]
fn searches_agree() {
    each_random_line(&GAME, 5, 2, |line| {
        if line.len() % 60 == 5 {
            check_ladder(&GAME, line, Material, XiangqiTactics, 2);
            check_order(&GAME, &line[line.len() - 1], &Material, &XiangqiTactics);
        }
    });
}

/// The same position with the colours changed, seen from the other side; `flipped` also changes left and right.
pub fn mirrored(position: &Position, flipped: bool) -> Position {
    let fen = GAME.format_position(position);
    let (pieces, rest) = fen.split_once(' ').expect("fields");
    let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let ranks = pieces.split('/').rev().map(|rank| {
        let swapped = rank.chars().map(swap);
        if flipped { swapped.rev().collect::<String>() } else { swapped.collect() }
    });
    let side = if rest.starts_with('w') { "b" } else { "w" };
    self::position(&format!("{} {side}{}", ranks.collect::<Vec<_>>().join("/"), &rest[1..]))
}

#[test]
fn the_positional_evaluation_sees_both_sides_alike() {
    let positional = Positional::default();
    each_random_line(&GAME, 6, 5, |line| {
        let position = &line[line.len() - 1];
        let value = fresh(&positional, &GAME, position);
        for flipped in [false, true] {
            assert_eq!(fresh(&positional, &GAME, &mirrored(position, flipped)), value, "{position:?}");
        }
        assert_eq!(fresh(&Material, &GAME, &mirrored(position, true)), fresh(&Material, &GAME, position));
    });
}

#[test]
fn the_positional_evaluation_is_linear() {
    let positional = Positional::default();
    let again = positional.with_weights(&positional.weights());
    let lengths: usize = positional.groups().iter().map(|group| group.length).sum();
    assert_eq!(lengths, positional.weights().len());
    each_random_line(&GAME, 7, 3, |line| {
        let position = &line[line.len() - 1];
        let value = fresh(&positional, &GAME, position);
        let sum = linear::value(&positional, &GAME, position);
        assert!((f64::from(value) - sum).abs() <= 1.0, "{position:?}: {value}, by features {sum}");
        assert_eq!(fresh(&again, &GAME, position), value);
    });
}

#[test]
fn piece_square_points_follow_the_moves() {
    let positional = Positional::default();
    let mut rng = rng(8);
    for _ in 0..5 {
        let mut position = GAME.start();
        let mut state = positional.state(&GAME, &position);
        let (first, mut plies) = (fresh(&positional, &GAME, &position), 0);
        while let Some(mv) = GAME.random_move(&position, &mut rng) {
            let before = position;
            GAME.play(&mut position, mv);
            positional.push(&GAME, &mut state, &before, mv, &position);
            plies += 1;
            let followed = positional.evaluate(&GAME, &mut state, &position);
            assert_eq!(followed, fresh(&positional, &GAME, &position), "{before:?} {mv:?}");
            if plies == 200 {
                break;
            }
        }
        (0..plies).for_each(|_| positional.pop(&GAME, &mut state));
        assert_eq!(positional.evaluate(&GAME, &mut state, &GAME.start()), first);
    }
}

#[test]
fn what_the_positional_evaluation_likes() {
    let value = |fen: &str| fresh(&Positional::default(), &GAME, &position(fen));
    for (better, worse) in [
        // A pawn beyond the river; a horse in the centre; a cannon on the king's open file.
        ("3k5/9/9/9/4P4/9/9/9/9/4K4 w - - 0 1", "3k5/9/9/9/9/4P4/9/9/9/4K4 w - - 0 1"),
        ("3k5/9/9/9/4N4/9/9/9/9/4K4 w - - 0 1", "3k5/9/9/9/9/9/9/9/9/N3K4 w - - 0 1"),
        ("2bakab2/9/9/9/9/9/4C4/9/9/3K5 w - - 0 1", "2bakab2/9/9/9/9/9/5C3/9/9/3K5 w - - 0 1"),
    ] {
        assert!(value(better) > value(worse), "{better} {worse}");
    }
}

#[test]
fn a_move_threatens_that_gives_check() {
    let mut counts = [0, 0];
    each_random_line(&GAME, 9, 20, |line| {
        let position = &line[line.len() - 1];
        GAME.each_move(position, |mv| {
            let mut next = *position;
            GAME.play(&mut next, mv);
            let said =
                Quiescence::<Xiangqi, Material>::threatens(&XiangqiTactics, &GAME, &mut (), position, mv);
            assert_eq!(said, next.in_check(), "{position:?} {mv:?}");
            counts[usize::from(said)] += 1;
        });
    });
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}

#[test]
fn a_pass_turns_the_board_over_except_where_it_may_be_the_best_move() {
    for (fen, passed) in [
        ("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 9 7", Some("3k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 7")),
        ("3k5/9/9/9/9/9/9/9/9/NN2K4 w - - 0 1", Some("3k5/9/9/9/9/9/9/9/9/NN2K4 b - - 0 1")),
        // Kings; check.
        ("3k5/9/9/9/9/9/9/9/9/3AK4 w - - 0 1", None),
        ("R2k5/9/9/9/1r7/9/9/9/9/4K4 b - - 0 1", None),
    ] {
        let given = Pruning::<Xiangqi>::pass(&XiangqiTactics, &GAME, &position(fen));
        assert_eq!(given, passed.map(position), "{fen}");
    }
}
