//! How games end, and what the past forbids.

use super::{check, game, line};
use wanqi_game::{Depict, Game, Notation};

/// What it is about; the file; the position; the moves played; how the game stands then.
const ENDS: &[(&str, &str, &str, &str, &str)] = &[
    (
        "reach",
        "size='2x3'\n[piece.P]\nmoves=[{step='N'}]\n[win]\nreach={P='3'}",
        "2/P1/1p w",
        "a2a3",
        "White wins by reaching a3",
    ),
    (
        "reach, the second side",
        "size='2x3'\n[piece.P]\nmoves=[{step='N'}]\n[win]\nreach={P='3'}",
        "2/1p/P1 b",
        "b2b1",
        "Black wins by reaching b1",
    ),
    (
        "the second check wins",
        "board='''k..\n...\nR.K'''\n[piece.K]\nmoves=[{step='any'}]\nroyal=true\n[piece.R]\nmoves=[{slide='straight'}]\n[win]\nchecks=2",
        "1k1/3/R1K w checks=1,0",
        "a1b1",
        "White wins by giving check",
    ),
    (
        "a goal that is attacked is not reached",
        "size='3x3'\n[piece.P]\nmoves=[{step='any'}]\n[win]\nreach={P='3'}\nreach_safe=true",
        "2p/1P1/3 w",
        "b2b3",
        "-",
    ),
    (
        "a goal that is not attacked is",
        "size='3x3'\n[piece.P]\nmoves=[{step='any'}]\n[win]\nreach={P='3'}\nreach_safe=true",
        "2p/1P1/3 w",
        "b2a3",
        "White wins by reaching a3",
    ),
    (
        "the second side gets there too",
        "size='2x3'\n[piece.P]\nmoves=[{step='any'}]\n[win]\nreach={P='3',p='3'}\nequal_turns=true",
        "2/Pp/2 w",
        "a2a3 b2b3",
        "A draw by reaching b3",
    ),
    (
        "the second side cannot get there",
        "size='2x3'\n[piece.P]\nmoves=[{step='any'}]\n[win]\nreach={P='3',p='3'}\nequal_turns=true",
        "2/P1/1p w",
        "a2a3",
        "White wins by reaching a3",
    ),
    (
        "who passes while the royal pieces face each other ends the game",
        "board='''k..\n...\n.K.'''\n[piece.K]\nmoves=[{step='any'}]\nroyal=true\n[win]\nfacing='draw'",
        "k2/3/1K1 w",
        "b1a1 pass",
        "A draw as the royal pieces faced each other",
    ),
    (
        "who ends the facing goes on",
        "board='''k..\n...\n.K.'''\n[piece.K]\nmoves=[{step='any'}]\nroyal=true\n[win]\nfacing='draw'",
        "k2/3/1K1 w",
        "b1a1 a3b3",
        "-",
    ),
    (
        "the facing is counted",
        "board='''k.p\n..p\n.K.'''\n[piece.K]\nmoves=[{step='any'}]\nroyal=true\n[piece.P]\nmoves=[{step='N'}]\n[win]\nfacing='count'\ncount='pieces'",
        "k1p/2p/1K1 w",
        "b1a1 pass",
        "Black wins as the royal pieces faced each other",
    ),
    ("row", "size='3x3'\n[piece.O]\n[win]\nline=3", "3/oo1/OO1 w", "c1", "White wins with a row"),
    ("a longer row", "size='5x1'\n[piece.O]\n[win]\nline=3", "OO1O1 w", "c1", "White wins with a row"),
    ("exactly", "size='5x1'\n[piece.O]\n[win]\nline={length=3,exactly=true}", "OO1O1 w", "c1", "-"),
    (
        "a row that loses",
        "size='3x3'\n[piece.O]\n[win]\nline={length=3,result='loss'}",
        "3/oo1/OO1 w",
        "c1",
        "Black wins as the other made a row",
    ),
    (
        "wins count first",
        "size='4x1'\n[piece.O]\n[win]\nline=[{length=4},{length=3,result='loss'}]",
        "OO1O w",
        "c1",
        "White wins with a row",
    ),
    (
        "misere",
        "size='3x3'\n[piece.O]\n[win]\nline=3\nmisere=true",
        "3/oo1/OO1 w",
        "c1",
        "Black wins as the other made a row",
    ),
    ("connect", "size='3x3'\n[piece.O]\n[win]\nconnect='N S'", "O2/O2/3 w", "a1", "White wins with a chain"),
    ("not diagonally", "size='3x3'\n[piece.O]\n[win]\nconnect='N S'", "O2/O2/3 w", "b1", "-"),
    (
        "gather",
        "size='4x4'\n[piece.O]\nmoves=[{step='any'}]\n[win]\ngather=true",
        "O3/4/2O1/o2o w",
        "a4b3",
        "White wins with all pieces together",
    ),
    (
        "fill",
        "size='2x3'\n[piece.O]\nmoves=[{step='any'}]\n[win]\nfill='3'",
        "oO/Oo/2 w",
        "a2a3",
        "White wins by filling its goal",
    ),
    (
        "not yet filled",
        "size='2x3'\n[piece.O]\nmoves=[{step='any'}]\n[win]\nfill='3'",
        "oo/OO/2 w",
        "a2a3",
        "-",
    ),
    (
        "the second side fills the same turned over",
        "size='2x3'\n[piece.O]\nmoves=[{step='any'}]\n[win]\nfill='3'",
        "O1/oO/1o b",
        "a2a1",
        "Black wins by filling its goal",
    ),
    (
        "counted on a region",
        "size='3x2'\n[piece.O]\nmoves=[{step='N E',only='move'}]\n[turn]\npass='always'\n[win]\ncount={what='pieces',on='2'}\nmove_limit=1",
        "3/OO1 w",
        "b1b2 pass",
        "White wins by the limit of moves",
    ),
    (
        "eliminate",
        "size='3x1'\n[piece.O]\nmoves=[{step='any'}]\n[win]\neliminate='all'",
        "Oo1 w",
        "a1b1",
        "White wins as Black has too few pieces left",
    ),
    (
        "fewer than two",
        "size='3x2'\n[piece.O]\nmoves=[{step='any'}]\n[win]\neliminate={pieces='all',fewer_than=2}",
        "Oo1/2o w",
        "a2b2",
        "White wins as Black has too few pieces left",
    ),
    (
        "no moves",
        "size='2x2'\n[piece.O]\nmoves=[{step='N',only='move'}]\n[win]\nno_moves='loss'",
        "1o/O1 w",
        "a1a2 b2b1",
        "Black wins as White cannot move",
    ),
    (
        "no moves wins",
        "size='2x2'\n[piece.O]\nmoves=[{step='N',only='move'}]\n[win]\nno_moves='win'",
        "1o/O1 w",
        "a1a2 b2b1",
        "White wins as White cannot move",
    ),
    (
        "no moves counts",
        "size='2x2'\n[piece.O]\nmoves=[{step='N',only='move'}]\n[win]\nno_moves='count'\ncount='pieces'",
        "1o/OO w",
        "a1a2",
        "White wins as Black cannot move",
    ),
    (
        "no moves: one side loses",
        "size='2x2'\n[piece.O]\nmoves=[{step='N',only='move'}]\n[win]\nno_moves={first='draw',second='loss'}",
        "1o/O1 w",
        "a1a2 b2b1",
        "A draw as White cannot move",
    ),
    (
        "no moves: the other side, by its name",
        "size='2x2'\n[piece.O]\nmoves=[{step='N',only='move'}]\n[win]\nno_moves={White='draw',Black='win'}",
        "2/Oo w",
        "a1a2",
        "Black wins as Black cannot move",
    ),
    ("full", "size='3x1'\n[piece.O]\n[win]\nfull=true\ncount='pieces'", "Oo1 w", "c1", "White wins by count"),
    (
        "full, nothing counted",
        "size='3x1'\n[piece.O]\n[win]\nfull=true\nline=3",
        "Oo1 w",
        "c1",
        "A draw on a full board",
    ),
    (
        "area and komi",
        "size='5x1'\n[piece.O]\n[turn]\npass='always'\n[win]\ncount={what='area',komi=2}",
        "1O1o1 w",
        "pass pass",
        "Black wins as both passed",
    ),
    ("mate", K_FILE, "", "e1e4", "-"),
    ("repetition", BACK_DRAW, "", "a1b1 a2b2 b1a1 b2a2 a1b1 a2b2 b1a1 b2a2", "A draw by repetition"),
    ("not yet", BACK_DRAW, "", "a1b1 a2b2 b1a1 b2a2 a1b1 a2b2 b1a1", "-"),
    (
        "repetition loses",
        BACK_LOSS,
        "",
        "a1b1 a2b2 b1a1 b2a2 a1b1 a2b2 b1a1 b2a2",
        "White wins by repetition",
    ),
    ("twice is enough", BACK_TWICE, "", "a1b1 a2b2 b1a1 b2a2", "A draw by repetition"),
    ("mate in one", KINGS, "4k/R4/5/5/KR3 w", "b1b5", "White wins by checkmate"),
    (
        "perpetual check loses",
        KINGS,
        "4k/5/5/5/KR3 w",
        "b1e1 e5d5 e1d1 d5e5 d1e1 e5d5 e1d1 d5e5 d1e1",
        "Black wins by repetition",
    ),
    (
        "no check, no loss",
        KINGS,
        "4k/5/5/5/KR3 w",
        "b1c1 e5e4 c1b1 e4e5 b1c1 e5e4 c1b1 e4e5",
        "A draw by repetition",
    ),
    (
        "quiet limit",
        "board='''\no....\nO....'''\n[piece.O]\nmoves=[{step='E W'}]\n[win]\nquiet_limit=2\nrepetition='nothing'",
        "",
        "a1b1 a2b2 b1a1 b2a2",
        "A draw by the limit of moves",
    ),
    (
        "move limit",
        "board='''\no....\nO....'''\n[piece.O]\nmoves=[{step='E W'}]\n[win]\nmove_limit=1\nrepetition='nothing'",
        "",
        "a1b1 a2b2",
        "A draw by the limit of moves",
    ),
];

const K_FILE: &str = "board='''\n....k\n.....\n.....\n.....\nK...R'''\n[piece.K]\nroyal=true\nmoves=[{step='straight'}]\n[piece.R]\nmoves=[{slide='straight'}]";
const KINGS: &str = "size='5x5'\n[piece.K]\nroyal=true\nmoves=[{step='straight'}]\n[piece.R]\nmoves=[{slide='straight'}]\n[win]\nrepetition='perpetual check loses'";
const BACK_DRAW: &str =
    "board='''\no....\nO....'''\n[piece.O]\nmoves=[{step='E W'}]\n[win]\nrepetition='draw'";
const BACK_LOSS: &str =
    "board='''\no....\nO....'''\n[piece.O]\nmoves=[{step='E W'}]\n[win]\nrepetition='loss'";
const BACK_TWICE: &str =
    "board='''\no....\nO....'''\n[piece.O]\nmoves=[{step='E W'}]\n[win]\nrepetition='draw'\ntimes=2";

#[test]
fn games_end_as_told() {
    let mut cases = Vec::new();
    for (what, file, begin, played, expected) in ENDS {
        let game = game(file, begin);
        let line = line(&game, begin, played);
        let result = match game.result(&line) {
            Some(_) => game.describe_result(&line).to_string(),
            None => "-".into(),
        };
        cases.push([what.to_string(), result, expected.to_string()]);
    }
    check(cases);
}

/// What it is about; the file; the position; the moves played; a move that the past forbids; one that it allows.
const FORBIDDEN: &[(&str, &str, &str, &str, &str, &str)] = &[
    (
        "superko",
        "size='4x3'\n[piece.O]\n[capture]\nsurround='remove'\nko='superko'",
        "1Oo1/O1Oo/1Oo1 b",
        "b2",
        "c2",
        "a1",
    ),
    (
        "repetition",
        "board='''\no....\nO....'''\n[piece.O]\nmoves=[{step='E W'}]\n[win]\nno_moves='loss'\nrepetition='forbidden'\ntimes=2",
        "",
        "a1b1 a2b2 b1a1",
        "b2a2",
        "b2c2",
    ),
];

#[test]
fn the_past_forbids_as_told() {
    for &(what, file, begin, played, forbidden, allowed) in FORBIDDEN {
        let game = game(file, begin);
        let line = line(&game, begin, played);
        let forbids = |text: &str| {
            let mv = game.parse_move(&line[line.len() - 1], text).unwrap_or_else(|e| panic!("{what}: {e}"));
            game.forbidden_by_history(&line, mv)
        };
        assert!(forbids(forbidden) && !forbids(allowed), "{what}");
    }
}
