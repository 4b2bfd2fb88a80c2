use crate::xiangqi::position;
use wanqi_game::{Game, Notation};
use wanqi_games::xiangqi::Xiangqi;

const GAME: Xiangqi = Xiangqi::new();
const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const ANSWER: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1";
/// Three pawns in tandem, and one alone.
const THREE: &str = "3k5/9/2P6/2P6/2P6/6P2/9/9/9/4K4 w - - 0 1";
const FOUR: &str = "3k5/2P6/2P6/2P6/2P6/6P2/9/9/9/4K4 w - - 0 1";
const FIVE: &str = "3k5/2P6/2P6/2P6/2P6/2P6/9/9/9/4K4 w - - 0 1";
const THREE_AND_TWO: &str = "3k5/9/2P3P2/2P3P2/2P6/9/9/9/9/4K4 w - - 0 1";
const BLACK_TANDEM: &str = "3k5/9/9/9/9/2p3p2/2p3p2/9/9/4K4 b - - 0 1";
const DOUBLES: &str = "3k5/9/9/2R6/2R6/2C6/2C6/3A5/9/3AK4 w - - 0 1";

#[test]
fn moves_in_every_notation() {
    for (fen, ucci, wxf, chinese) in [
        (START, "h2e2", "C2=5", "炮二平五"),
        (START, "h2h9", "C2+7", "炮二进七"),
        (START, "b0c2", "H8+7", "马八进七"),
        (START, "c0e2", "E7+5", "相七进五"),
        (START, "f0e1", "A4+5", "仕四进五"),
        (START, "e0e1", "K5+1", "帅五进一"),
        (START, "i0i1", "R1+1", "车一进一"),
        (START, "a3a4", "P9+1", "兵九进一"),
        (ANSWER, "h9g7", "H8+7", "马８进７"),
        (ANSWER, "b7e7", "C2=5", "炮２平５"),
        (ANSWER, "d9e8", "A4+5", "士４进５"),
        (ANSWER, "g6g5", "P7+1", "卒７进１"),
        (ANSWER, "e9e8", "K5+1", "将５进１"),
        (DOUBLES, "c6e6", "R+=5", "前车平五"),
        (DOUBLES, "c5e5", "R-=5", "后车平五"),
        (DOUBLES, "c4e4", "C+=5", "前炮平五"),
        (DOUBLES, "c3c1", "C--2", "后炮退二"),
        // Two advisors on a file: the front one can only go back.
        (DOUBLES, "d0e1", "A6+5", "仕六进五"),
        (DOUBLES, "d2e1", "A6-5", "仕六退五"),
        (THREE, "c7b7", "P+=8", "前兵平八"),
        (THREE, "c6b6", "P7=8", "中兵平八"),
        (THREE, "c5b5", "P-=8", "后兵平八"),
        (THREE, "g4g5", "P3+1", "兵三进一"),
        (FOUR, "c8c9", "+++1", "一兵进一"),
        (FOUR, "c7b7", "P+=8", "二兵平八"),
        (FOUR, "c6b6", "P-=8", "三兵平八"),
        (FOUR, "c5b5", "--=8", "四兵平八"),
        (FIVE, "c8b8", "++=8", "一兵平八"),
        (FIVE, "c6b6", "P7=8", "三兵平八"),
        (THREE_AND_TWO, "g7g8", "3++1", "一兵进一"),
        (THREE_AND_TWO, "g6f6", "3-=4", "二兵平四"),
        (THREE_AND_TWO, "c7b7", "7+=8", "三兵平八"),
        (THREE_AND_TWO, "c6b6", "77=8", "四兵平八"),
        (THREE_AND_TWO, "c5b5", "7-=8", "五兵平八"),
        // Black's right is the a file, and the front of its pawns below.
        (BLACK_TANDEM, "c3c2", "3++1", "一卒进１"),
        (BLACK_TANDEM, "c4b4", "3-=2", "二卒平２"),
        (BLACK_TANDEM, "g3h3", "7+=8", "三卒平８"),
    ] {
        let position = position(fen);
        let mv = GAME.parse_move(&position, ucci).unwrap_or_else(|error| panic!("{fen} {ucci}: {error}"));
        for (notation, text) in [chinese, wxf, ucci].into_iter().enumerate() {
            assert_eq!(GAME.format_move(&position, mv, notation), text, "{fen} {ucci}");
            assert_eq!(GAME.parse_move(&position, text), Ok(mv), "{fen} {text}");
        }
    }
}

#[test]
fn other_spellings_are_read() {
    for (fen, ucci, spellings) in [
        (START, "h2e2", ["炮2平5", "砲二平五", "包２平５", "c2.5", "C2=5", "H2-E2", "H2E2"].as_slice()),
        (START, "b0c2", &["馬八進七", "傌8进7", "h8+7", "N8+7"]),
        (START, "c0e2", &["象七進五", "b7+5", "E7+5"]),
        (ANSWER, "i9i8", &["車9進1", "俥九进一", "r9+1"]),
        (ANSWER, "e9e8", &["將5進1", "帥五進一"]),
        (DOUBLES, "c3c1", &["後炮退二", "后砲退2", "c--2"]),
    ] {
        let position = position(fen);
        let mv = GAME.parse_move(&position, ucci).expect(ucci);
        for text in spellings {
            assert_eq!(GAME.parse_move(&position, text), Ok(mv), "{text}");
        }
    }
}

#[test]
fn what_is_no_move_is_an_error() {
    let start = GAME.start();
    for text in [
        "",
        "炮",
        "炮二平",
        "炮二平五五",
        "炮三平五",
        "前炮平五",
        "h2",
        "h2e2e2",
        "h2-e",
        "a0a9",
        "j0a0",
        "C2=2",
        "C2=5 ",
        "C2×5",
        "K5=4",
        "\0\0\0\0",
        "é2=5",
        "炮炮炮炮",
        "h10h9",
    ] {
        let error = GAME.parse_move(&start, text).expect_err(text);
        assert!(
            error.what.english().starts_with("expected a legal move such as 炮二平五, C2=5 or h2e2"),
            "{error}"
        );
    }
}

#[test]
fn positions_are_read_leniently_where_nothing_is_lost() {
    let start = GAME.start();
    for text in [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r",
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - -",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0",
    ] {
        assert_eq!(GAME.parse_position(text), Ok(start), "{text}");
    }
}

#[test]
fn what_is_wrong_with_a_position_is_said() {
    for (text, message) in [
        ("", "the piece placement is missing (character 1)"),
        ("3k5/9/9/9/9/9/9/9/9/4K4", "the side to move is missing (character 25)"),
        ("3k5/9/9/9/9/9/9/9/9/4K4 x", "expected the side to move, w or b, found \"x\" (character 25)"),
        ("3k5/9/9/9/9/9/9/9/9/4K4  w", "one space, and no more, separates the fields (character 25)"),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w KQ", "expected '-', found \"KQ\" (characters 27 to 28)"),
        (
            "3k5/9/9/9/9/9/9/9/9/4K4 w - - x 1",
            "expected the count of plies without a capture, found \"x\" (character 31)",
        ),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 0", "the move number is a number from 1 to 65535 (character 33)"),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 x", "nothing may follow the move number (character 35)"),
        (
            "3k5/9/9/9/9/9/9/9/9/4KQ3 w",
            "expected a piece letter, a digit from 1 to 9 or '/', found 'Q' (character 23)",
        ),
        ("3k5/9/9/9/9/9/9/9/9/4K5 w", "rank 0 has more than 9 points (character 23)"),
        ("3k5/9/9/9/9/9/9/9/9/4K3 w", "rank 0 has only 8 of 9 points (characters 1 to 23)"),
        ("3k5/9/9/9/9/9/9/9/4K4 w", "only 9 of 10 ranks (characters 1 to 21)"),
        ("3k5/9/9/9/9/9/9/9/9/4K4/9 w", "there are only 10 ranks (character 24)"),
        ("3k5/9/9/9/9/9/9/9/9/44K w", "two digits in a row; write their sum (character 22)"),
        ("3k5/9/9/9/9/9/9/9/9/2K6 w", "no king of Red can stand on c0 (character 22)"),
        ("3k5/9/9/9/9/9/9/9/9/3AA1K2 w", "no advisor of Red can stand on e0 (character 23)"),
        ("3k5/9/9/9/9/9/9/9/9/B3K4 w", "no elephant of Red can stand on a0 (character 21)"),
        ("3k5/9/9/9/9/9/9/1P7/9/4K4 w", "no pawn of Red can stand on b2 (character 18)"),
        ("3k5/9/9/9/9/9/1P7/9/9/4K4 w", "no pawn of Red can stand on b3 (character 16)"),
        ("3k5/9/9/9/9/9/9/9/9/9 w", "Red has no king (characters 1 to 21)"),
        ("3k5/9/9/9/RRR6/9/9/9/9/4K4 w", "Red has 3 rooks (characters 1 to 26)"),
        ("3k5/9/9/9/9/9/9/9/9/3K5 w", "Black is in check although it is Red's turn (characters 1 to 23)"),
        ("3k5/9/9/3R5/9/9/9/9/9/4K4 w", "Black is in check although it is Red's turn (characters 1 to 25)"),
    ] {
        let error = GAME.parse_position(text).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
}
