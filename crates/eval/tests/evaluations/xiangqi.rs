use crate::{check_ladder, check_order, each_random_line, fresh};
use eval::xiangqi::exchange::exchange;
use eval::xiangqi::{Material, PIECE_VALUES, XiangqiTactics};
use game::{Game, Notation, Side};
use games::xiangqi::{Kind, Move, Position, Xiangqi};
use search::Tactics;

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
    let promise = |text: &str| {
        let mv = GAME.parse_move(&position, text).expect(text);
        Tactics::<Xiangqi, Material>::promise(&XiangqiTactics, &GAME, &mut (), &position, mv)
    };
    assert!(promise("e5e6") > 0);
    assert_eq!(promise("e2e3"), 0);
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
