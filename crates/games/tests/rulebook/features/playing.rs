//! What a turn is: chains, hands, putting, taking otherwise, openings, passes, swaps.

use super::{check, game, line, moves};

/// What it is about; the whole file; the position (the start if empty); the moves played; the legal moves.
const PLAY: &[(&str, &str, &str, &str, &str)] = &[
    (
        "water is crossed",
        "size='3x5'\nterrain='''\n...\n.w.\n.w.\n...\n...'''\n[ground.w]\nname='water'\n[piece.L]\nnever_on='water'\nmoves=[{cross='N', over='water'}]",
        "3/3/3/1L1/3 w",
        "",
        "b2b5",
    ),
    (
        "not over a swimmer",
        "size='3x5'\nterrain='''\n...\n.w.\n.w.\n...\n...'''\n[ground.w]\nname='water'\n[piece.L]\nmoves=[{cross='N', over='water'}]",
        "3/3/1l1/1L1/3 w",
        "",
        "",
    ),
    (
        "no taking across the shore",
        "size='3x3'\nterrain='''\n...\n.w.\n...'''\n[ground.w]\nshore=true\n[piece.R]\nmoves=[{step='straight'}]",
        "3/1r1/1R1 w",
        "",
        "b1a1 b1c1",
    ),
    (
        "who is weak is taken",
        "size='3x3'\nterrain='''\n...\n.t.\n...'''\n[ground.t]\nweak='all'\n[piece.R]\nrank=1\nmoves=[{step='N'}]\n[piece.E]\nrank=8\nmoves=[{step='N'}]\n[capture]\nonto='rank'",
        "1e1/1e1/1R1 w",
        "",
        "b1b2",
    ),
    (
        "weak on the enemy's ground alone",
        "size='3x3'\nterrain='''\n...\n.T.\n...'''\n[ground.t]\nowned=true\nweak='enemy'\n[piece.R]\nrank=1\nmoves=[{step='N'}]\n[piece.E]\nrank=8\nmoves=[{step='N'}]\n[capture]\nonto='rank'",
        "1r1/1E1/3 b",
        "",
        "",
    ),
    (
        "safe ground",
        "size='3x3'\nterrain='''\n...\n.t.\n...'''\n[ground.t]\nsafe='all'\n[piece.R]\nmoves=[{step='N'}]",
        "3/1r1/1R1 w",
        "",
        "",
    ),
    (
        "first",
        "board='''\n...\n...\nP..'''\n[piece.P]\nmoves=[{step='E'},{slide='N',least=2,most=2,first=true}]\n[win]\nno_moves='loss'",
        "3/1P1/P2 w",
        "",
        "a1a3 a1b1 b2c2",
    ),
    (
        "chains go on",
        "size='5x5'\n[piece.M]\nmoves=[{jump='any'}]\n[capture]\nagain='must'",
        "5/3m1/5/1m3/M4 w",
        "a1c3",
        "c3e5",
    ),
    (
        "and end",
        "size='5x5'\n[piece.M]\nmoves=[{jump='any'},{step='N'}]\n[capture]\nagain='must'",
        "5/5/5/1m3/M4 w",
        "a1c3",
        "",
    ),
    (
        "may go on",
        "size='5x5'\n[piece.M]\nmoves=[{jump='any'}]\n[capture]\nagain='may'",
        "5/3m1/5/1m3/M4 w",
        "a1c3",
        "c3e5 pass",
    ),
    (
        "only straight on",
        "size='5x5'\n[piece.M]\nmoves=[{jump='any'}]\n[capture]\nagain='may'\nagain_straight=true",
        "5/1m1m1/5/1m3/M4 w",
        "a1c3",
        "c3e5 pass",
    ),
    (
        "forced",
        "size='5x5'\n[piece.M]\nmoves=[{jump='any'},{step='any',only='move'}]\n[capture]\nforced=true",
        "5/5/5/1m3/M3M w",
        "",
        "a1c3",
    ),
    (
        "longest",
        "size='7x5'\n[piece.M]\nmoves=[{jump='any'},{step='any',only='move'}]\n[capture]\nforced='longest'\nagain='must'",
        "7/1m5/7/1m3m1/M5M w",
        "",
        "a1c3",
    ),
    (
        "what promotes does not go on",
        "size='5x5'\n[piece.M]\nmoves=[{jump='any'}]\npromotes={on='3',to='K'}\n[piece.K]\nmoves=[{jump='any'}]\n[capture]\nagain='must'",
        "5/1m1m1/5/1m3/M3M w",
        "a1c3=K",
        "b4d2 d4b2",
    ),
    (
        "hands",
        "board='''\n...\n..p\n..R'''\nhand={P=1}\n[piece.P]\n[piece.R]\nmoves=[{step='N'}]\n[turn]\ndoes='move or place'\n[capture]\nto_hand=true",
        "",
        "c1c2",
        "P@a1 P@a2 P@a3 P@b1 P@b2 P@b3 P@c1 P@c3",
    ),
    (
        "captured as",
        "board='''\n...\n..q\n..R'''\n[piece.P]\ndrop_on='3'\n[piece.Q]\ncaptured_as='P'\nmoves=[{step='S'}]\n[piece.R]\nmoves=[{step='N'}]\n[turn]\ndoes='move or place'\n[capture]\nto_hand=true",
        "3/2R/2q w hand=P1",
        "",
        "P@a3 P@b3 P@c3 c2c3",
    ),
    (
        "one a file",
        "size='2x2'\nhand={P=2}\n[piece.P]\none_a_file=true\n[turn]\ndoes='place'",
        "2/P1 w hand=P1",
        "",
        "b1 b2",
    ),
    ("a hand is emptied", "size='2x2'\nhand={P=1}\n[piece.P]\n", "", "a1 b1", ""),
    (
        "place then move",
        "size='2x2'\nhand={P=1}\n[piece.P]\nmoves=[{step='E'}]\n[turn]\ndoes='place then move'",
        "",
        "a1 b2",
        "a1b1",
    ),
    ("pieces fall", "size='2x3'\n[piece.O]\n[place]\nfalls=true", "2/2/O1 w", "", "a2 b1"),
    ("beside an enemy", "size='3x3'\n[piece.O]\n[place]\nbeside='enemy'", "o2/3/2O w", "", "a2 b2 b3"),
    ("placed on a region", "size='3x3'\n[piece.O]\n[place]\non='edge'", "O2/3/2o w", "", "a1 a2 b1 b3 c2 c3"),
    (
        "flank flips",
        "size='5x1'\n[piece.O]\n[capture]\nflank='flip'\n[place]\nmust_take=true",
        "Ooo2 w",
        "",
        "d1",
    ),
    (
        "flank of one",
        "size='5x1'\n[piece.O]\n[capture]\nflank='flip'\nflank_most=1\n[place]\nmust_take=true",
        "Ooo2 w",
        "",
        "",
    ),
    ("flank removes", "size='5x1'\n[piece.O]\n[capture]\nflank='remove'", "Ooo2 w", "d1", "b1 c1 e1"),
    (
        "touch flips",
        "size='3x1'\n[piece.O]\nmoves=[{step='E'}]\n[capture]\ntouch='flip'",
        "O1o w",
        "a1b1",
        "",
    ),
    ("surround", "size='3x1'\n[piece.O]\n[capture]\nsurround='remove'", "oO1 b", "", "c1"),
    (
        "surround: suicide",
        "size='3x1'\n[piece.O]\n[capture]\nsurround='remove'\nsuicide=true",
        "1O1 w",
        "a1",
        "c1",
    ),
    ("ko", "size='4x3'\n[piece.O]\n[capture]\nsurround='remove'", "1Oo1/O1Oo/1Oo1 b", "b2", "a1 a3"),
    (
        "opening",
        "size='3x3'\n[piece.O]\n[turn]\ndoes=['place','place']\nopening=['place']",
        "",
        "a1 a2",
        "a3 b1 b2 b3 c1 c2 c3",
    ),
    ("two steps", "size='2x2'\n[piece.O]\n[turn]\ndoes=['place','place']", "", "a1 a2 b1", "b2"),
    (
        "the last step of a turn that cannot be",
        "size='3x1'\n[piece.O]\n[turn]\ndoes=['place','place']",
        "",
        "a1 b1 c1",
        "",
    ),
    (
        "remove",
        "board='''\nOoO\noOo\nOoO'''\n[piece.O]\nmoves=[{jump='straight'}]\n[turn]\nopening=[{remove='own',on='centre'},{remove='own',beside='empty'}]",
        "",
        "",
        "xb2",
    ),
    (
        "remove beside",
        "board='''\nOoO\noOo\nOoO'''\n[piece.O]\nmoves=[{jump='straight'}]\n[turn]\nopening=[{remove='own',on='centre'},{remove='own',beside='empty'}]",
        "",
        "xb2",
        "xa2 xb1 xb3 xc2",
    ),
    ("place in an opening", "size='3x3'\n[piece.O]\n[turn]\nopening=[{place='O',on='centre'}]", "", "", "b2"),
    (
        "pass when stuck",
        "size='3x1'\n[piece.O]\nmoves=[{step='E'}]\n[turn]\npass='stuck'",
        "o1O w",
        "",
        "pass",
    ),
    ("pass always", "size='2x1'\n[piece.O]\n[turn]\npass='always'", "", "", "a1 b1 pass"),
    (
        "shoot",
        "board='''\n...\n...\nA.a'''\n[piece.A]\nmoves=[{slide='N',only='move'}]\n[piece.X]\nneutral=true\n[turn]\ndoes=['move','shoot']\nshoot={piece='X',slide='straight'}",
        "",
        "a1a2",
        "a1 a3 b2 c2",
    ),
    (
        "a turn that cannot be finished may not begin",
        "board='''\n...\nX..\nA.a'''\n[piece.A]\nmoves=[{slide='E',only='move'}]\n[piece.X]\nneutral=true\n[turn]\ndoes=['move','shoot']\nshoot={piece='X',step='N'}",
        "1X1/X2/A1a w",
        "",
        "a1b1",
    ),
    (
        "swap",
        "size='3x3'\n[piece.O]\n[turn]\nswap=true\n[win]\nconnect={first='N S',second='E W'}",
        "",
        "a2",
        "a1 a3 b1 b2 b3 c1 c2 c3 swap",
    ),
    (
        "swap turns the board",
        "size='3x3'\n[piece.O]\n[turn]\nswap=true\n[win]\nconnect={first='N S',second='E W'}",
        "",
        "a2 swap",
        "a1 a2 a3 b1 b2 c1 c2 c3",
    ),
    (
        "a row is forbidden",
        "size='4x1'\n[piece.O]\n[win]\nno_moves='loss'\nline={length=3,result='forbidden'}",
        "OO2 w",
        "",
        "d1",
    ),
    (
        "forbidden for one side",
        "size='4x1'\n[piece.O]\n[win]\nno_moves='loss'\nline={length=3,side='White',result='forbidden'}",
        "oo2 b",
        "",
        "c1 d1",
    ),
];

#[test]
fn games_go_as_told() {
    let mut cases = Vec::new();
    for (what, file, begin, played, expected) in PLAY {
        let game = game(file, begin);
        let line = line(&game, begin, played);
        cases.push([what.to_string(), moves(&game, &line[line.len() - 1]), expected.to_string()]);
    }
    check(cases);
}
