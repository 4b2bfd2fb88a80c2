//! Perpetual chase by the rules of Asia, <http://www.wxf.org/xq/rule/asia/>; the numbers are those of its rules. The positions
//! are ours.

use crate::xiangqi::line;
use wanqi_game::{Depict, Game, Outcome, Side};
use wanqi_games::xiangqi::{Repetition, Xiangqi};

const GAME: Xiangqi = Xiangqi::new().with_repetition(Repetition::Asian);

/// Who loses, if anybody; the moves that lead into the cycle, and the cycle, which is played twice.
type Case = (&'static str, &'static str, &'static str, &'static str, Option<Side>);

const RED: Option<Side> = Some(Side::First);
const BLACK: Option<Side> = Some(Side::Second);
const NOBODY: Option<Side> = None;

const CASES: &[Case] = &[
    (
        "a rook chases a cannon that nothing protects",
        "4k4/9/9/9/2c6/9/R8/9/9/3K5 w",
        "a3a5",
        "c5c6 a5a6 c6c5 a6a5",
        RED,
    ),
    ("the same of Black's", "3k5/9/9/r8/9/2C6/9/9/9/4K4 b", "a6a4", "c4c3 a4a3 c3c4 a3a4", BLACK),
    (
        "a rook behind the cannon protects it",
        "2r1k4/9/9/9/2c6/9/R8/9/9/3K5 w",
        "a3a5",
        "c5c6 a5a6 c6c5 a6a5",
        NOBODY,
    ),
    (
        "a protector that is pinned protects nothing",
        "3k5/9/9/2cr5/9/9/9/R8/9/3RK4 w",
        "a2a6",
        "c6c5 a6a5 c5c6 a5a6",
        RED,
    ),
    (
        "15: a cannon chases a rook, protected as it is",
        "2r1k4/9/9/1P7/1Pr6/9/C8/9/9/3K5 w",
        "a3a5",
        "c5c6 a5a6 c6c5 a6a5",
        RED,
    ),
    (
        "a rook that threatens a protected rook chases nothing",
        "2r1k4/9/9/9/2r6/9/R8/9/9/3K5 w",
        "a3a5",
        "c5c6 a5a6 c6c5 a6a5",
        NOBODY,
    ),
    (
        "24: rooks that can take each other",
        "4k4/9/9/9/2r6/9/R8/9/9/3K5 w",
        "a3a5",
        "c5c6 a5a6 c6c5 a6a5",
        NOBODY,
    ),
    (
        "24: horses that can take each other",
        "4k4/9/3h5/9/9/9/5H3/9/9/3K5 w",
        "f3e5",
        "d7f8 e5g6 f8d7 g6e5",
        NOBODY,
    ),
    (
        "24: a horse that is blocked cannot take the other",
        "4k4/9/3h1P3/3P5/9/9/5H3/9/9/3K5 w",
        "f3e5",
        "d7f8 e5g6 f8d7 g6e5",
        RED,
    ),
    ("28: a king may chase", "5k3/9/9/9/9/9/9/9/4c4/3K5 w", "d0d1", "e1e0 d1d0 e0e1 d0d1", NOBODY),
    (
        "a pawn that has crossed the river may not be chased",
        "4k4/9/9/9/9/2p6/9/9/9/R4K3 w",
        "a0c0",
        "c4b4 c0b0 b4c4 b0c0",
        RED,
    ),
    (
        "a pawn that has not crossed it may be",
        "4k4/9/9/RHp6/9/9/9/9/9/2RK5 w",
        "b6c4",
        "e9f9 c4b6 f9e9 b6c4",
        NOBODY,
    ),
    ("a pawn may chase", "4k4/9/9/2c6/1P7/9/9/9/9/5K3 w", "b5c5", "c6b6 c5b5 b6c6 b5c5", NOBODY),
    (
        "32: two pieces in turn",
        "4k4/9/9/2c6/9/9/R8/2c6/9/3K5 w",
        "a3a2",
        "c2c3 a2a6 c6c7 a6a3 c3c2 a3a7 c7c6 a7a2",
        NOBODY,
    ),
    (
        "36: an offer to exchange is a chase all the same",
        "r3k4/9/9/9/2c6/9/R8/9/9/R2K5 w",
        "a3a5",
        "c5c6 a5a6 c6c5 a6a5",
        RED,
    ),
    (
        "protected after every second move",
        "4k4/9/9/9/2c2r3/9/R8/9/9/3K5 w",
        "a3a5",
        "c5c6 a5a6 c6c5 a6a5",
        NOBODY,
    ),
    (
        "what threatens before its move as after it chases nothing",
        "4k4/9/2c6/9/9/9/9/9/2R6/3K5 w",
        "c1c2",
        "c7c6 c2c1 c6c7 c1c2",
        NOBODY,
    ),
    (
        "moves that take protection away chase",
        "4k4/9/9/9/9/c7r/1C6r/9/9/R2K5 w",
        "b3b4",
        "a4a3 b4b3 a3a4 b3b4",
        RED,
    ),
    (
        "check in turn with a chase is allowed",
        "4k4/9/9/9/2c6/9/R8/9/9/3K5 w",
        "a3e3 e9f9 e3e5",
        "c5c6 e5f5 f9e9 f5f6 c6c5 f6e6 e9f9 e6e5",
        NOBODY,
    ),
    (
        "a check keeps none of two horses from taking the other afterwards",
        "9/3k5/9/9/9/1h7/5H3/H8/9/4RK3 w",
        "e0e8",
        "d8d7 e8e4 d7d8 e4e8",
        NOBODY,
    ),
    (
        "nor a protector from protecting",
        "9/H8/2rk5/2R6/9/9/2h6/9/5K3/4R4 w",
        "e0e7",
        "d7d8 e7e3 d8d7 e3e7",
        NOBODY,
    ),
    (
        "6: who gives check for ever loses, whatever the other does",
        "3k5/9/9/9/9/9/9/9/9/R3K4 w",
        "a0a9",
        "d9d8 a9a8 d8d9 a8a9",
        RED,
    ),
];

#[test]
fn chases() {
    let mut wrong = Vec::new();
    for &(name, fen, before, cycle, loser) in CASES {
        let line = line(&format!("{fen} - - 0 1"), &format!("{before} {cycle} {cycle}"));
        let expected = Some(loser.map_or(Outcome::Draw, |side| Outcome::Win(side.opponent())));
        let result = GAME.result(&line);
        if result != expected {
            wrong.push(format!("{name}: {result:?}, {}", GAME.describe_result(&line)));
        }
        // The game with the default rule knows of no chase.
        let usual = Xiangqi::new().result(&line);
        let checks = name.starts_with("6:");
        assert_eq!(usual, if checks { expected } else { Some(Outcome::Draw) }, "{name}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_chase_is_told() {
    let (_, fen, before, cycle, _) = CASES[0];
    let line = line(&format!("{fen} - - 0 1"), &format!("{before} {cycle} {cycle}"));
    assert_eq!(GAME.describe_result(&line), "Black wins: Red chased a piece for ever");
    // In a search one repetition is enough.
    assert_eq!(GAME.outcome_by_history(&line[..6], 1), Some(Outcome::Win(Side::Second)));
    assert_eq!(GAME.outcome_by_history(&line[..6], 2), None);
}
