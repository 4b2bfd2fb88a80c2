//! Rules that contradict themselves.

use crate::reading::told;
use wanqi_games::rulebook::read;

const BOARD: &str = "name = \"t\"\nboard = \"\"\"\np.p\n...\nP.P\"\"\"\n";

#[test]
fn contradictions_are_told() {
    let piece = "[piece.P]\nmoves = [{ step = \"N\" }]\n";
    let with = |rest: &str| format!("{BOARD}{piece}{rest}");
    let hunt = |hand: &str| {
        format!(
            "name = \"t\"\nboard = \"\"\"\n...\n.t.\n...\"\"\"\nhand = {hand}\n[piece.T]\nmoves = \"K\"\n[piece.G]\n\
             [turn]\ndoes = \"move or place\"\n[win]\neliminate = \"G\"\nno_moves = \"loss\""
        )
    };
    let table = [
        (with("[win]\nreach = \"3\""), ""),
        (with("[piece.Q]\nmoves = \"K\"\n[win]\nreach = { P = \"3\" }"), "[Q] warning: the Q never appears"),
        (with("[win]\nreach = { P = \"b\" }"), "[\"b\"] no such piece ever comes there"),
        (with("[win]\nreach = { P = \"1\" }"), "warning: a P of Black stands on a3 from the start"),
        (with("[win]\nfacing = \"draw\"\nreach = \"3\""), "both sides need a royal piece"),
        (with("[win]\nfacing = \"loss\"\nreach = \"3\""), "\"loss\""),
        (
            format!(
                "name = \"t\"\nboard = \"\"\"\np.k\n...\nP.K\"\"\"\n{piece}[piece.K]\nroyal = true\nmoves = \"K\"\n[win]\nfacing = \"count\""
            ),
            "nothing says what is counted",
        ),
        (
            format!(
                "name = \"t\"\nboard = \"\"\"\np.k\n...\nP.K\"\"\"\n{piece}[piece.K]\nroyal = true\nmoves = \"K\"\n[capture]\nagain = \"must\"\n[win]\nfacing = \"draw\""
            ),
            "`facing` where a turn may have several steps",
        ),
        (with("[win]\nline = 4"), "[4] there is no line of 4 on this board (the longest has 3 points)"),
        (with("[win]\nline = 3"), "[3] nobody has 3 pieces"),
        (with("[win]\neliminate = \"Q\""), "there is no piece \"Q\""),
        (with("[win]\nno_moves = \"draw\""), "nobody can ever win"),
        (with(""), "warning: nothing says how the game is won"),
        (
            with("[win]\neliminate = { pieces = \"all\", fewer_than = 3 }"),
            "White has only 2 such pieces at the start",
        ),
        (with("royal = true\n[win]\nno_moves = \"draw\""), "White has 2 royal pieces"),
        (
            with("promotes = { on = \"b\", to = \"K\" }\n[piece.K]\nmoves = \"K\"\n[win]\neliminate = \"P\""),
            "no P ever comes to where it is promoted",
        ),
        (
            with(
                "promotes = { on = \"3\", to = \"K\" }\n[piece.K]\nroyal = true\nmoves = \"K\"\n[win]\neliminate = \"P\"",
            ),
            "a piece cannot become royal",
        ),
        (with("promotes = { on = \"3\", to = \"P\" }\n[win]\neliminate = \"P\""), "it becomes what it is"),
        (
            with("[turn]\ndoes = \"place\"\n[win]\nline = 3"),
            "warning: pieces have moves, but a turn is only placing",
        ),
        (with("[place]\nfalls = true\n[win]\nreach = \"3\""), "warning: `[place]` in a game without placing"),
        (
            with("[capture]\nto_hand = true\n[win]\nreach = \"3\""),
            "warning: what is taken to the hand never comes back",
        ),
        (with("stays_in = \"1\"\n[win]\nreach = \"1\""), "warning: the P can never move"),
        (with("never_on = \"1\"\n[win]\nreach = \"3\""), "warning: a P starts on a3, where it may not stand"),
        (
            with("never_takes = \"P\"\n[win]\neliminate = \"all\""),
            "warning: nothing is ever taken, so nobody loses pieces",
        ),
        (
            with("[capture]\nonto = false\nforced = true\n[win]\nreach = \"3\""),
            "warning: nothing is ever taken",
        ),
        (
            format!("hand = {{ P = 2 }}\n{}", with("[win]\nreach = \"3\"")),
            "[hand] what is in hand never comes onto the board",
        ),
        (
            with(
                "[capture]\nonto = false\nagain = \"must\"\n[piece.Q]\nmoves = [{ jump = \"any\", takes = false }]\n[win]\nreach = \"3\"",
            ),
            "warning: nothing is ever taken (jumps that take nothing go on with `again = true`",
        ),
        (with("[win]\nfill = \"3\""), "3 points to be filled, and White has 2 pieces"),
        (with("[win]\nfill = \"a2 b3\""), "no piece of White ever comes to b3"),
        (with("[win]\nfill = \"a1 c1\""), "warning: White fills this from the start"),
        (with("[win]\nno_moves = { first = \"draw\", second = \"loss\" }"), ""),
        (with("[win]\nno_moves = { first = \"draw\", second = \"draw\" }"), "nobody can ever win"),
        (
            hunt("{ G = 4 }"),
            "[G] warning: White and Black each hold 4 of G: a capital letter alone is for both sides (`{ G = 4, g = 0 }` gives them to White alone",
        ),
        (hunt("{ G = 4, g = 0 }"), ""),
        (hunt("{ G = 4, g = 4 }"), ""),
        (hunt("{ T = 4 }"), "(`{ t = 4 }` gives them to Black alone"),
        (
            format!("{BOARD}[piece.P]\nname = \"stone\"\n[place]\nmust_take = true\n[win]\nline = 3"),
            "nothing is ever taken by putting a piece",
        ),
        (
            format!("{BOARD}[piece.P]\nname = \"stone\"\n[turn]\ndoes = \"move\"\n[win]\nline = 3"),
            "a side moves, but no piece has moves",
        ),
        (
            format!("{BOARD}[piece.P]\nmoves = \"K\"\n[piece.K]\nroyal = true\nmoves = \"K\""),
            "the royal piece is not on the board",
        ),
    ];
    for (file, wanted) in table {
        let got = told(&file, &read(&file));
        assert!(
            if wanted.is_empty() { got.is_empty() } else { got.contains(wanted) },
            "{file}\nwanted {wanted}\ngot {got}"
        );
    }
}
