//! Each feature of `docs/RULES.md` on a small board: which moves are legal, and how games end.

use game::{Depict, Game, Notation};
use games::rulebook::read;
use games::rulebook::{Position, Rulebook};

/// The game that a few lines tell; what every file needs is added. A board of which only the size is told starts
/// as the position that the game begins with.
fn game(lines: &str, begin: &str) -> Rulebook {
    let mut text = String::from("name = 'A game'\n");
    for line in lines.lines() {
        match line.strip_prefix("size=") {
            Some(_) if !begin.is_empty() => {
                let cells = begin.split(' ').next().unwrap().chars().map(|c| match c.to_digit(10) {
                    Some(empty) => ".".repeat(empty as usize),
                    None => c.to_string().replace('/', "\n"),
                });
                text += &format!("board = \"\"\"\n{}\"\"\"", cells.collect::<String>());
            }
            _ => text += line,
        }
        text.push('\n');
    }
    if !lines.contains("[win]") {
        text += "[win]\nno_moves = 'loss'\n";
    }
    let reading = read(&text);
    let rules = reading.rules.unwrap_or_else(|| panic!("{text}\n{:#?}", reading.diagnostics));
    Rulebook::new(rules).unwrap_or_else(|error| panic!("{text}\n{error:?}"))
}

fn position(game: &Rulebook, text: &str) -> Position {
    if text.is_empty() {
        game.start()
    } else {
        game.parse_position(text).unwrap_or_else(|e| panic!("{text}: {e}"))
    }
}

fn moves(game: &Rulebook, position: &Position) -> String {
    let mut texts = Vec::new();
    if game.outcome(position).is_none() {
        game.each_move(position, |mv| texts.push(game.format_move(position, mv, 0)));
    }
    texts.sort();
    texts.join(" ")
}

/// The positions of a game from `begin` on.
fn line(game: &Rulebook, begin: &str, played: &str) -> Vec<Position> {
    let mut line = vec![position(game, begin)];
    for word in played.split_whitespace() {
        let mut next = line[line.len() - 1].clone();
        let mv = game.parse_move(&next, word);
        let mv =
            mv.unwrap_or_else(|e| panic!("{e} in {} ({})", game.format_position(&next), moves(game, &next)));
        assert!(!game.forbidden_by_history(&line, mv), "{word} is forbidden");
        game.play(&mut next, mv);
        line.push(next);
    }
    line
}

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

/// Compares all, and tells all that differ.
fn check<const N: usize>(cases: Vec<[String; N]>) {
    let wrong: Vec<_> = cases.iter().filter(|case| case[N - 2] != case[N - 1]).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

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
            Some(_) => game.describe_result(&line),
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
