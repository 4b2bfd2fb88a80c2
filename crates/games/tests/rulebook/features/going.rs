//! Where pieces go.

use super::{check, game, moves, position};
use wanqi_game::{Game, Notation};

/// What it is about; the pieces; the position; the legal moves.
const GOING: &[(&str, &str, &str, &str)] = &[
    ("step", "[piece.P]\nmoves=[{step='N'}]", "5/5/2P2/5/5 w", "c3c4"),
    ("the second side's north is down", "[piece.P]\nmoves=[{step='N E'}]", "5/5/2p2/5/5 b", "c3c2 c3d3"),
    (
        "turned by half, its east is west",
        "[piece.P]\nmoves=[{step='N E'}]",
        "5/5/2p2/5/5 b TURN",
        "c3b3 c3c2",
    ),
    ("a step takes", "[piece.P]\nmoves=[{step='N'}]", "5/2p2/2P2/5/5 w", "c3c4"),
    ("not its own", "[piece.P]\nmoves=[{step='N'}]", "2P2/2P2/5/5/5 w", ""),
    ("only to move", "[piece.P]\nmoves=[{step='N E', only='move'}]", "5/2p2/2P2/5/5 w", "c3d3"),
    ("only to capture", "[piece.P]\nmoves=[{step='N E', only='capture'}]", "5/2p2/2P2/5/5 w", "c3c4"),
    ("slide", "[piece.P]\nmoves=[{slide='N E'}]", "5/2p2/5/2P1P/5 w", "c2c3 c2c4 c2d2 e2e3 e2e4 e2e5"),
    ("slide at most", "[piece.P]\nmoves=[{slide='N', most=2}]", "5/5/5/5/2P2 w", "c1c2 c1c3"),
    ("slide at least", "[piece.P]\nmoves=[{slide='N', least=3}]", "5/5/5/5/2P2 w", "c1c4 c1c5"),
    ("at least, and the way is free", "[piece.P]\nmoves=[{slide='N', least=3}]", "5/5/5/2p2/2P2 w", ""),
    ("screens", "[piece.P]\nmoves=[{slide='N', screens=1}]", "2p2/5/2p2/5/2P2 w", "c1c4 c1c5"),
    ("two screens", "[piece.P]\nmoves=[{slide='N', screens=2}]", "2p2/5/2p2/2P2/2P2 w", "c1c4 c1c5"),
    ("leap", "[piece.P]\nmoves=[{leap='1,2'}]", "5/5/5/5/P4 w", "a1b3 a1c2"),
    ("leap over", "[piece.P]\nmoves=[{leap='0,2', only='move'}]", "5/5/p4/p4/P4 w", "a1c1"),
    ("leap toward", "[piece.P]\nmoves=[{leap='1,2', toward='N'}]", "5/5/2P2/5/5 w", "c3b5 c3d5"),
    ("leg", "[piece.P]\nmoves=[{leap='1,2', leg=true}]", "5/5/5/p4/P4 w", "a1c2"),
    ("leg in the middle", "[piece.P]\nmoves=[{leap='2,2', leg=true}]", "5/5/2P2/3p1/5 w", "c3a1 c3a5 c3e5"),
    ("jump", "[piece.P]\nmoves=[{jump='N E'}]", "5/5/2p2/2PP1/5 w", "c2c4"),
    ("jump: not onto", "[piece.P]\nmoves=[{jump='N'}]", "5/2p2/2p2/2P2/5 w", ""),
    ("jump over own", "[piece.P]\nmoves=[{jump='N E', over='own', takes=false}]", "5/5/2p2/2PP1/5 w", "c2e2"),
    (
        "jump over any",
        "[piece.P]\nmoves=[{jump='N E', over='any', takes=false}]",
        "5/5/2p2/2PP1/5 w",
        "c2c4 c2e2",
    ),
    ("flying jump", "[piece.P]\nmoves=[{jump='N', flying=true}]", "5/5/2p2/5/2P2 w", "c1c4 c1c5"),
    ("flying, not over two", "[piece.P]\nmoves=[{jump='N', flying=true}]", "5/2p2/2p2/5/2P2 w", ""),
    (
        "hops go on: a step, one hop, two, three",
        "[piece.P]\nmoves=[{jump='straight', over='any', takes=false, again=true},{step='N'}]",
        "5/2p2/3p1/4p/2Pp1 w",
        "c1c2 c1c3 c1c5 c1e1 c1e3",
    ),
    (
        "hops do not end where they began",
        "[piece.P]\nmoves=[{jump='straight', over='own', takes=false, again=true}]",
        "5/5/1P3/5/PP3 w",
        "a1c1",
    ),
    (
        "hops in a circle",
        "[piece.P]\nmoves=[{jump='straight', over='enemy', takes=false, again=true}]",
        "5/5/1p3/p1p2/Pp3 w",
        "a1a3 a1c1 a1c3",
    ),
    (
        "flying hops go on",
        "[piece.P]\nmoves=[{jump='straight', over='enemy', takes=false, flying=true, again=true}]",
        "5/3p1/5/5/P1p2 w",
        "a1b1 a1d1 a1d2 a1d3 a1d5 a1e1",
    ),
    (
        "hops do not pass where the piece may not stand",
        "[piece.P]\nnever_on='c1'\nmoves=[{jump='straight', over='enemy', takes=false, again=true}]",
        "5/5/5/2p2/Pp3 w",
        "",
    ),
    (
        "promoted where the chain ends, not on its way",
        "[piece.P]\nmoves=[{jump='straight', over='enemy', takes=false, again=true}]\npromotes={on='c',to='Q'}\n[piece.Q]",
        "5/5/5/2p2/Pp3 w",
        "a1c1=Q a1c3=Q",
    ),
    ("line", "[piece.P]\nmoves=[{line='any'}]", "5/5/5/5/P2P1 w", "a1a2 a1b2 a1c1 d1b1 d1c2 d1d2 d1e2"),
    ("line over enemies", "[piece.P]\nmoves=[{line='E'}]", "5/5/5/5/Pp3 w", ""),
    ("line onto enemies", "[piece.P]\nmoves=[{line='E'}]", "5/5/5/5/P2p1 w", "a1c1"),
    ("betza pawn", "[piece.P]\nmoves='mfWcfF'", "5/1p1P1/2P2/5/5 w", "c3b4 c3c4 d4d5"),
    ("betza knight and limp", "[piece.P]\nmoves='nN'", "5/5/5/p4/P4 w", "a1c2"),
    (
        "betza cannon",
        "[piece.P]\nmoves='mRcpR'",
        "p4/5/p4/5/PP3 w",
        "a1a2 a1a5 b1b2 b1b3 b1b4 b1b5 b1c1 b1d1 b1e1",
    ),
    ("betza slides of a length", "[piece.P]\nmoves='W2'", "5/5/5/5/P4 w", "a1a2 a1a3 a1b1 a1c1"),
    ("from a region", "[piece.P]\nmoves=[{step='N', from='2'}]", "5/5/5/P4/1P3 w", "a2a3"),
    ("to a region", "[piece.P]\nmoves=[{slide='N', to='3 5'}]", "5/5/5/5/P4 w", "a1a3 a1a5"),
    ("regions are turned over", "[piece.P]\nmoves=[{step='N', from='2'}]", "5/p4/1p3/5/5 b", "a4a3"),
    ("stays in", "[piece.P]\nstays_in='a1-b2'\nmoves=[{step='any'}]", "5/5/5/5/P4 w", "a1a2 a1b1 a1b2"),
    ("never on", "[piece.P]\nnever_on='a2'\nmoves=[{step='any'}]", "5/5/5/5/P4 w", "a1b1 a1b2"),
    (
        "slides pass over where they may not stop",
        "[piece.P]\nnever_on='a2'\nmoves=[{slide='N', most=2}]",
        "5/5/5/5/P4 w",
        "a1a3",
    ),
    (
        "anywhere",
        "[piece.P]\nstays_in='1'\nmoves=[{step='N'}, {slide='N', only='capture', anywhere=true}]",
        "p4/5/5/5/P4 w",
        "a1a5",
    ),
    ("takes", "[piece.P]\ntakes='Q'\nmoves=[{step='any'}]\n[piece.Q]", "5/5/5/pq3/P4 w", "a1b1 a1b2"),
    (
        "never takes",
        "[piece.P]\nnever_takes='Q'\nmoves=[{step='any'}]\n[piece.Q]",
        "5/5/5/pq3/P4 w",
        "a1a2 a1b1",
    ),
    ("a move takes", "[piece.P]\nmoves=[{step='any', takes='P'}]\n[piece.Q]", "5/5/5/pq3/P4 w", "a1a2 a1b1"),
    ("copies", "[piece.P]\nmoves=[{step='N', copies=true, only='move'}]", "5/5/5/5/P4 w", "a1a2"),
    (
        "must promote",
        "[piece.P]\nmoves=[{step='N'}]\npromotes={on='5', to='QR'}\n[piece.Q]\n[piece.R]",
        "5/P4/P4/5/5 w",
        "a4a5=Q a4a5=R",
    ),
    (
        "may promote",
        "[piece.P]\nmoves=[{step='N'}]\npromotes={on='5', to='Q', may=true}\n[piece.Q]",
        "5/P4/5/5/5 w",
        "a4a5 a4a5=Q",
    ),
    (
        "promote where it begins",
        "[piece.P]\nmoves=[{step='S'}]\npromotes={on='5', to='Q', may=true, from=true}\n[piece.Q]",
        "P4/5/5/5/5 w",
        "a5a4 a5a4=Q",
    ),
    ("nothing takes walls", "[piece.P]\nmoves=[{step='N'}]\n[piece.X]\nneutral=true", "5/5/5/X4/P4 w", ""),
    (
        "by rank",
        "[piece.P]\nrank=2\nmoves=[{step='any'}]\n[piece.Q]\nrank=3\n[piece.R]\nrank=2\n[capture]\nonto='rank'",
        "5/5/5/qr3/P4 w",
        "a1b1 a1b2",
    ),
    (
        "also takes",
        "[piece.P]\nrank=2\nalso_takes='Q'\nmoves=[{step='any'}]\n[piece.Q]\nrank=3\n[capture]\nonto='rank'",
        "5/5/5/q4/P4 w",
        "a1a2 a1b1 a1b2",
    ),
    (
        "nothing is taken by going onto it",
        "[piece.P]\nmoves=[{step='any'}]\n[capture]\nonto=false",
        "5/5/5/p4/P4 w",
        "a1b1 a1b2",
    ),
    (
        "royal: may not go into check",
        "[piece.K]\nroyal=true\nmoves=[{step='straight'}]\n[piece.R]\nmoves=[{slide='straight'}]",
        "5/5/5/3k1/K1r2 w",
        "a1a2",
    ),
    (
        "royal: pinned",
        "[piece.K]\nroyal=true\nmoves=[{step='E'}]\n[piece.R]\nmoves=[{slide='straight'}]",
        "r3k/5/5/R4/K4 w",
        "a1b1 a2a3 a2a4 a2a5",
    ),
    (
        "royal: out of check",
        "[piece.K]\nroyal=true\nmoves=[{step='N'}]\n[piece.R]\nmoves=[{slide='straight'}]",
        "k4/5/5/3R1/K3r w",
        "a1a2 d2d1",
    ),
    (
        "generals face each other",
        "[piece.K]\nroyal=true\nmoves=[{step='straight'}, {slide='N', only='capture', takes='K', anywhere=true}]",
        "1k3/5/5/5/K4 w",
        "a1a2",
    ),
];

#[test]
fn pieces_go_as_told() {
    let mut cases = Vec::new();
    for (what, told, text, expected) in GOING {
        let (text, turned) =
            text.strip_suffix(" TURN").map_or((*text, ""), |text| (text, "facing = 'turn'\n"));
        let game = game(&format!("size='5x5'\n{turned}{told}"), text);
        cases.push([what.to_string(), moves(&game, &position(&game, text)), expected.to_string()]);
    }
    check(cases);
}

#[test]
fn a_mistyped_move_is_told_what_else_the_piece_could_do() {
    let game = game("size='5x5'\n[piece.P]\nmoves=[{step='N E'}]", "5/5/5/5/P3P w");
    let start = game.start();
    let told = |text: &str| game.parse_move(&start, text).unwrap_err().to_string();
    assert_eq!(told("a1a3"), "\"a1a3\" is no legal move here; there is a1a2 a1b1");
    assert_eq!(told("b1b2"), "\"b1b2\" is no legal move here");
}
