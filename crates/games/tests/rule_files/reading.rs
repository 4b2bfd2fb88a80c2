//! What files say, and what is said about those with mistakes.

use std::path::PathBuf;
use wanqi_game::Side;
use wanqi_games::rulebook::model::*;
use wanqi_games::rulebook::{Reading, Rulebook, Severity, read};

/// Every file that comes with Wanqi.
pub fn shipped() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("rulebooks");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "toml"));
    files.sort();
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), std::fs::read_to_string(path).unwrap())).collect()
}

pub fn told(file: &str, reading: &Reading) -> String {
    let line = |diagnostic: &wanqi_games::rulebook::Diagnostic| {
        let (line, column) = diagnostic.place(file).unwrap_or((0, 0));
        let text = diagnostic.at.clone().map_or("", |at| &file[at]);
        let help = diagnostic.help.as_deref().unwrap_or("");
        let severity = if diagnostic.severity == Severity::Error { "" } else { "warning: " };
        format!("{line}:{column} [{}] {severity}{} ({help})", text.replace('\n', "/"), diagnostic.what)
    };
    reading.diagnostics.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn rules(file: &str) -> Rules {
    let reading = read(file);
    reading.rules.clone().unwrap_or_else(|| panic!("{}", told(file, &reading)))
}

#[test]
fn shipped_files_are_read_without_a_word() {
    assert!(shipped().len() >= 24);
    for (name, file) in shipped() {
        let reading = read(&file);
        assert_eq!(told(&file, &reading), "", "{name}");
        assert!(reading.rules.is_some(), "{name}");
    }
}

const BREAKTHROUGH: &str = r#"name = "Breakthrough"
board = """
pppppppp
pppppppp
........
........
........
........
PPPPPPPP
PPPPPPPP"""
[piece.p]
moves = [ {dir="N", only="move"}, {dir="NE NW"} ]
[win]
reach = {P="8", p="1"}
no_moves = "loss"
"#;

#[test]
fn the_example_of_the_issue() {
    let rules = rules(BREAKTHROUGH);
    assert_eq!(rules.board.len(), 64);
    assert_eq!(rules.start.len(), 32);
    let side = |name: &str| {
        let at = rules.board.names.iter().position(|other| other == name).unwrap();
        rules.start.iter().find(|start| start.0 == at).and_then(|start| start.2)
    };
    assert_eq!([side("a1"), side("h8"), side("d4")], [Some(Side::First), Some(Side::Second), None]);
    let goal = |side: usize| {
        let points = rules
            .ends
            .reach
            .iter()
            .fold(Default::default(), |all: wanqi_games::rulebook::points::PointSet, reach| {
                all.or(reach.on[side])
            });
        points.iter().map(|at| rules.board.names[at].clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(goal(0), "a8 b8 c8 d8 e8 f8 g8 h8");
    assert_eq!(goal(1), "a1 b1 c1 d1 e1 f1 g1 h1");
    assert_eq!(rules.kinds[0].moves.len(), 2);
    assert_eq!(rules.ends.repetition, Repetition::Nothing);
}

/// A region of a small board, told as the names of its points, for each side.
fn region(board: &str, region: &str) -> [String; 2] {
    let file = format!(
        "name = \"t\"\n{board}\n[piece.P]\nnever_on = \"{region}\"\nmoves = [{{ step = \"any\" }}]\n[win]\nno_moves = \"loss\""
    );
    let rules = rules(&file);
    [0, 1].map(|side| {
        let points = rules.board.all().except(rules.kinds[0].allowed[side]);
        points.iter().map(|at| rules.board.names[at].as_str()).collect::<Vec<_>>().join(" ")
    })
}

#[test]
fn regions() {
    let board = "board = \"\"\"\n...\n...\nP.p\"\"\"\nterrain = \"\"\"\n.d.\nw..\n.D.\"\"\"\n\
                 [ground.d]\nname = \"den\"\nowned = true\n[ground.w]\nname = \"water\"\n[region]\nleft = \"a\"";
    let table = [
        ("b2", "b2", "b2"),
        ("a1-b2", "a2 b2 a1 b1", "a3 b3 a2 b2"),
        ("3", "a3 b3 c3", "a1 b1 c1"),
        ("2-3", "a3 b3 c3 a2 b2 c2", "a2 b2 c2 a1 b1 c1"),
        ("a", "a3 a2 a1", "a3 a2 a1"),
        ("b-c except 1-2", "b3 c3", "b1 c1"),
        ("edge except corners", "b3 a2 c2 b1", "b3 a2 c2 b1"),
        ("centre", "b2", "b2"),
        ("own den", "b1", "b3"),
        ("enemy den, water", "b3 a2", "a2 b1"),
        ("den", "b3 b1", "b3 b1"),
        ("left except water", "a3 a1", "a3 a1"),
        ("all except a-b", "c3 c2 c1", "c3 c2 c1"),
    ];
    for (text, first, second) in table {
        assert_eq!(region(board, text), [first, second], "{text}");
    }
    let hexes = "shape = \"hexes\"\nboard = \"\"\"\n . .\n. P .\n p .\"\"\"";
    let table = [
        ("centre", "b2"),
        ("edge", "b3 c3 a2 c2 a1 b1"),
        ("corners", "b3 c3 a2 c2 a1 b1"),
        ("a", "a2 a1"),
        ("3", "b3 c3"),
    ];
    for (text, first) in table {
        assert_eq!(region(hexes, text)[0], first, "{text}");
    }
}

/// Where a piece goes by one move from the middle of an empty board of 7x7, as right,forward.
fn reaches(moves: &str) -> String {
    let file = format!(
        "name = \"t\"\nsize = \"7x7\"\nhand = {{ P = 1 }}\n[piece.P]\nmoves = {moves}\n[turn]\ndoes = \"move or place\"\n[win]\nno_moves = \"loss\""
    );
    let rules = rules(&file);
    let mut offsets: Vec<(i8, i8)> = Vec::new();
    for rule in &rules.kinds[0].moves {
        match &rule.shape {
            Shape::Slide { dirs, most, .. } => {
                for n in 1..=(*most).min(3) as i8 {
                    offsets.extend(dirs.iter().map(|dir| (n * dir.right, n * dir.forward)));
                }
            }
            Shape::Leap { to, .. } => offsets.extend(to.iter().map(|to| (to.right, to.forward))),
            shape => panic!("{shape:?}"),
        }
    }
    offsets.sort();
    offsets.dedup();
    offsets.iter().map(|(right, forward)| format!("{right},{forward}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn betza_and_tables_tell_the_same_moves() {
    let table = [
        ("\"W\"", "[{ step = \"straight\" }]"),
        ("\"K\"", "[{ step = \"any\" }]"),
        ("\"fW\"", "[{ step = \"N\" }]"),
        ("\"sW\"", "[{ step = \"sideways\" }]"),
        ("\"vW\"", "[{ step = \"N S\" }]"),
        ("\"lW\"", "[{ step = \"W\" }]"),
        ("\"fF\"", "[{ step = \"NE NW\" }]"),
        ("\"frF\"", "[{ step = \"NE\" }]"),
        ("\"frblF\"", "[{ step = \"NE SW\" }]"),
        ("\"WfF\"", "[{ step = \"straight NE NW\" }]"),
        ("\"FfW\"", "[{ step = \"diagonal N\" }]"),
        ("\"fK\"", "[{ step = \"forward\" }]"),
        ("\"R\"", "[{ slide = \"straight\" }]"),
        ("\"WW\"", "[{ slide = \"straight\" }]"),
        ("\"W0\"", "[{ slide = \"straight\" }]"),
        ("\"R2\"", "[{ slide = \"straight\", most = 2 }]"),
        ("\"W2\"", "[{ slide = \"straight\", most = 2 }]"),
        ("\"FF\"", "[{ slide = \"diagonal\" }]"),
        ("\"Q\"", "[{ slide = \"any\" }]"),
        ("\"BW\"", "[{ slide = \"diagonal\" }, { step = \"straight\" }]"),
        ("\"D\"", "[{ leap = \"0,2\" }]"),
        ("\"N\"", "[{ leap = \"1,2\" }]"),
        ("\"A\"", "[{ leap = \"2,2\" }]"),
        ("\"HG\"", "[{ leap = \"0,3 3,3\" }]"),
        ("\"CZ\"", "[{ leap = \"1,3 2,3\" }]"),
        ("\"fN\"", "[{ leap = \"1,2\", toward = \"N\" }]"),
        ("\"ffN\"", "[{ leap = \"1,2\", toward = \"N\" }]"),
        ("\"fhN\"", "[{ leap = \"1,2\", toward = \"NE NW\" }]"),
        ("\"flN\"", "[{ leap = \"1,2\", toward = \"NW\" }]"),
        ("\"bN\"", "[{ leap = \"1,2\", toward = \"S\" }]"),
        ("\"sN\"", "[{ leap = \"1,2\", toward = \"E W\" }]"),
        ("\"rD\"", "[{ leap = \"0,2\", toward = \"E\" }]"),
    ];
    for (betza, told) in table {
        assert_eq!(reaches(betza), reaches(told), "{betza}");
    }
    assert_eq!(reaches("\"fsN\""), "-2,1 2,1");
}

#[test]
fn defaults_come_from_the_rest_of_the_file() {
    let by_name = |name: &str| rules(&shipped().into_iter().find(|(file, _)| file == name).unwrap().1);
    let othello = by_name("othello.toml").ends;
    assert_eq!((othello.no_moves, othello.passes_count), ([Verdict::Count; 2], true));
    assert_eq!(othello.repetition, Repetition::Draw);
    assert_eq!(by_name("tic-tac-toe.toml").ends.no_moves, [Verdict::Draw; 2]);
    let chess = by_name("simple-chess.toml");
    assert_eq!(chess.kinds[5].takes.count_ones(), 6);
    assert_eq!(chess.kinds[5].look, "pawn");
    assert!(!chess.place.from_hand);
    let minishogi = by_name("minishogi.toml");
    assert!(minishogi.place.from_hand);
    let letters = |set: KindSet| {
        let kinds = minishogi.kinds.iter().enumerate();
        kinds.filter(|(id, _)| set >> id & 1 != 0).map(|(_, kind)| kind.letter).collect::<String>()
    };
    assert_eq!(letters(minishogi.place.kinds), "GSRBP");
    let fox = by_name("fox-and-geese.toml");
    assert_eq!(fox.ends.eliminate[0].sides, [true, false]);
    assert_eq!(fox.board.len(), 33);
    let tablut = by_name("tablut.toml");
    assert_eq!(tablut.ends.eliminate[0].sides, [false, true]);
    assert!(tablut.ends.reach[0].on[0].is_empty());
    assert_eq!(tablut.ends.reach[0].on[1].len(), 32);
    let red = &by_name("xiangqi.toml").sides[0];
    assert_eq!((red.name_zh.as_str(), red.colour.as_str()), ("红方", "red"));
}

#[test]
fn pieces_take_by_rank() {
    let jungle = rules(&shipped().into_iter().find(|(file, _)| file == "jungle.toml").unwrap().1);
    let kind = |letter: char| jungle.kinds.iter().position(|kind| kind.letter == letter).unwrap();
    let takes = |one: char, other: char| jungle.kinds[kind(one)].takes >> kind(other) & 1 != 0;
    let pairs =
        [("EL", true), ("LE", false), ("EE", true), ("RE", true), ("ER", false), ("LR", true), ("DW", false)];
    for (pair, wanted) in pairs {
        let mut chars = pair.chars();
        assert_eq!(takes(chars.next().unwrap(), chars.next().unwrap()), wanted, "{pair}");
    }
    assert_eq!(jungle.kinds[kind('E')].takes_weak, 255);
}

/// A file of parts, some of them with a mistake.
#[test]
fn mistakes_are_told_where_they_are() {
    let table = [
        ("nme = \"x\"", "1:1 [nme] unknown key \"nme\" in the file (did you mean `name`?)"),
        ("[piece.P]\nmoves = [{ step = \"N EN\" }]", "2:22 [EN] \"EN\" is no direction ("),
        (
            "[piece.P]\nmoves = [{ step = \"n\" }]",
            "2:20 [n] \"n\" is no direction (directions have capital letters: `N`)",
        ),
        ("[piece.P]\nmoves = [{ step = \"diagnal\" }]", "(did you mean `diagonal`?)"),
        (
            "[piece.P]\nmoves = [{ stpe = \"N\" }]",
            "2:12 [stpe] unknown key \"stpe\" in a move of piece P (did you mean `step`?)",
        ),
        ("[piece.P]\nmoves = [{ step = \"N\", slide = \"N\" }]", "a move cannot be both `step` and `slide`"),
        (
            "[piece.P]\nmoves = [{ step = \"N\", most = 2 }]",
            "2:24 [most] `most` does not go with `step` (it belongs to `slide`)",
        ),
        ("[piece.P]\nmoves = [{ slide = \"N\", least = 3, most = 2 }]", "at least 3 points and at most 2"),
        ("[piece.P]\nmoves = [{ leap = \"1.2\" }]", "\"1.2\" is no leap"),
        ("[piece.P]\nmoves = \"fmX\"", "2:12 [X] `X` does not go here in Betza's notation"),
        ("[piece.P]\nmoves = \"fmWfceF\"", "2:15 [e] `e` does not go here"),
        ("[piece.P]\nmoves = \"fm\"", "2:10 [fm] these letters stand before nothing"),
        (
            "[piece.P]\nmoves = [{ step = \"N\", to = \"j9\" }]",
            "\"j9\" is not on the board (its files are a to c, its ranks 1 to 3)",
        ),
        ("[piece.P]\nmoves = [{ step = \"N\", to = \"egde\" }]", "(did you mean `edge`?)"),
        (
            "[piece.P]\nmoves = \"K\"\ntakes = \"X\"",
            "3:10 [X] there is no piece \"X\" (pieces of this game: P)",
        ),
        ("[piece.P]\nlook = \"qeen\"", "(did you mean `queen`?)"),
        ("[piece.P]\nmoves = \"K\"\n[piece.p]\nmoves = \"K\"", "3:8 [p] piece P is told twice"),
        ("[piece.pawn]\nmoves = \"K\"", "1:8 [pawn] a piece is called \"pawn\""),
        ("[turn]\ndoes = \"mvoe\"", "(did you mean \"move\"?)"),
        ("[turn]\ndoes = [\"move\", \"shoot\"]", "2:17 [\"shoot\"] shoots what?"),
        (
            "[win]\nline = 2\nno_moves = \"los\"",
            "3:12 [\"los\"] `no_moves` cannot be \"los\" (did you mean \"loss\"?)",
        ),
        ("[win]\nno_moves = \"count\"", "nothing says what is counted"),
        ("[win]\nline = 50", "`line` is not a whole number from 2 to 20"),
        ("[win]\nreach = { Q = \"3\" }", "2:11 [Q] there is no piece \"Q\""),
        ("[win]\nconnect = \"N Z\"", "2:14 [Z] \"Z\" is no edge of this board"),
        ("[capture]\nrow = 1", "`row` is not a whole number from 2 to 20"),
        ("[capture]\nrow = { exactly = true }", "2:7 [{ exactly = true }] how long is the row?"),
        ("[capture]\nrow = { length = 3, placed = \"nevr\" }", "(did you mean \"never\"?)"),
        ("[capture]\nrow = 3\nagain = \"may\"", "2:1 [row] `row` with `again`"),
        (
            "[capture]\nrow = 3\n[turn]\ndoes = [\"move\", \"move\"]",
            "`row` in a game whose turns have several steps",
        ),
        ("[piece.P]\nmoves = [{ fly = \"nowhere\" }]", "2:19 [nowhere] "),
        (
            "[piece.P]\nmoves = [{ fly = \"all\", at_most = 0 }]",
            "`at_most` is not a whole number from 1 to 400",
        ),
        (
            "[piece.P]\nmoves = [{ step = \"N\", at_most = 3 }, { fly = \"all\", at_most = 4 }]",
            "`at_most` of a piece is one number",
        ),
        (
            "[piece.P]\nmoves = [{ slide = \"N\", screen_kinds = \"P\" }]",
            "2:25 [screen_kinds] `screen_kinds` without `screens`",
        ),
        (
            "[piece.P]\nmoves = [{ slide = \"N\", screens = 1, screen_kinds = \"X\" }]",
            "there is no piece \"X\"",
        ),
        ("[piece.P]\nmoves = [{ approach = \"nay\" }]", "(did you mean `any`?)"),
        ("[capture]\nagain_turning = true", "2:1 [again_turning] `again_turning` without `again`"),
        ("[capture]\nmore = 9", "`more` is not a whole number from 1 to 8"),
        ("[capture]\nmore = 1\nagain = \"may\"", "2:1 [more] `more` with `again`"),
        (
            "[capture]\nflank = \"remove\"\nflank_least = 3\nflank_most = 2",
            "3:1 [flank_least] rows of at least 3 and at most 2",
        ),
        ("[capture]\nflank_least = 2", "`flank_least` without `flank`"),
        ("[piece.P]\nmoves = \"K\"\nenclosed = \"egde\"", "(did you mean `edge`?)"),
        ("[win]\njoin = { any = 2 }", "2:8 [{ any = 2 }] which regions?"),
        ("[win]\njoin = { of = \"edge\" }", "a chain joins two regions or more"),
        ("[win]\njoin = { any = 3, of = \"edge | corners\" }", "`any` is not a whole number from 2 to 2"),
        ("[win]\njoin = { of = \"edge | conrers\" }", "(did you mean `corners`?)"),
        ("[win]\nring = true", "2:1 [ring] `ring` on a board of squares"),
        ("[win]\nfigure = \"XO/XX\"", "2:10 [\"XO/XX\"] \"XO/XX\" is no figure"),
        ("[win]\nfigure = [\"XX/XX\", \"X\"]", "\"X\" is no figure"),
        ("[win]\ncaptured = 0", "`captured` is not a whole number from 1 to 200"),
        ("[capture]\nflank_most = 1", "`flank_most` without `flank`"),
        ("[capture]\nonto = \"rank\"\n[piece.P]\nmoves = \"K\"", "3:8 [P] piece P has no rank"),
        (
            "[piece.P]\nmoves = [{ jump = \"any\", again = true }]",
            "2:26 [again] this jump takes what it jumps over (how takes go on is told once for all: `again = \"must\"`",
        ),
        (
            "[piece.P]\nmoves = [{ jump = \"any\", takes = false, again = \"may\" }]",
            "2:49 [\"may\"] `again` is true or false here (write `again = true`",
        ),
        (
            "[piece.P]\nmoves = [{ slide = \"any\", again = true }]",
            "`again` does not go with `slide` (it belongs to `jump`)",
        ),
        (
            "[piece.P]\nmoves = [{ jump = \"any\", takes = false, again = true, copies = true }]",
            "a piece that stays where it is cannot go on jumping",
        ),
        (
            "[win]\nno_moves = { P = \"loss\" }",
            "2:14 [P] \"P\" is no side (a side: `{ first = \"loss\", second = \"draw\" }`, where first is White and",
        ),
        ("[win]\nno_moves = { White = \"los\" }", "(did you mean \"loss\"?)"),
        ("[win]\nno_moves = { second = \"count\" }", "nothing says what is counted"),
        ("[win]\nfill = \"egde\"", "(did you mean `edge`?)"),
        ("[win]\ncount = { what = \"area\", on = \"edge\" }", "only pieces are counted on a region"),
        ("on = \"points\"\n[draw]\nlines = \"a1-a9\"", "3:10 [a1-a9] \"a1-a9\" does not name two points"),
        ("[draw]\nlines = \"a1-b2\"", "2:1 [lines] `lines` is about lines through points"),
        ("on = \"points\"\n[draw]\ngap = \"1-3\"", "\"1-3\" are not two ranks next to one another"),
        ("[draw]\ntexts = { River = \"edge\" }", "[edge] \"edge\" does not name two points"),
        ("[draw]\ndot = \"edge\"", "unknown key \"dot\" in [draw] (did you mean `dots`?)"),
        ("colours = [\"withe\", \"black\"]", "(did you mean \"white\"?)"),
        ("swap = true\nswap = true", "2:1 [swap] duplicate key"),
    ];
    for (part, wanted) in table {
        let mut file = part.to_string();
        // What the file needs besides comes behind the part, which keeps its lines.
        if !file.contains("[piece") {
            file.push_str("\n[piece.P]\nmoves = \"K\"");
        }
        if !file.contains("[win]") {
            file.push_str("\n[win]\nline = 2");
        }
        let head = "name = \"t\"\nboard = \"\"\"\n...\n.P.\n..p\"\"\"\n";
        let file = format!("{head}{file}\n");
        let reading = read(&file);
        let lines: Vec<String> =
            told(&file, &reading).lines().map(|line| shifted(line, head.lines().count())).collect();
        assert!(lines.iter().any(|line| line.contains(wanted)), "{part}\nwanted {wanted}\ngot {lines:#?}");
        assert!(reading.rules.is_none(), "{part}");
    }
}

/// A line of `told` with its line number counted from behind the head.
fn shifted(line: &str, head: usize) -> String {
    let (number, rest) = line.split_once(':').unwrap();
    let number: usize = number.parse().unwrap();
    format!("{}:{rest}", number.saturating_sub(head))
}

#[test]
fn boards_are_told_where_they_are_wrong() {
    let table = [
        ("board = \"\"\"\n..?\n.P.\"\"\"", "3:3 [?] \"?\" is nothing that can stand on a board"),
        ("board = \"\"\"\n..Q\n.P.\"\"\"", "3:3 [Q] nothing says what piece \"Q\" is (add `[piece.Q]`)"),
        ("board = \"\"\"\n. . .\n. P .\"\"\"", "every second column of the board is empty"),
        ("board = \"\"\"\n\"\"\"", "the drawing is empty"),
        (
            "shape = \"hexes\"\nboard = \"\"\"\n. . .\n. P .\"\"\"",
            "5:1 [.] this hexagon does not lie between",
        ),
        ("shape = \"lines\"\nsize = \"3x3\"", "3:1 [size] the lines of a board are drawn"),
        ("shape = \"lines\"\nboard = \"\"\"\n.-.\n/\nP-.\"\"\"", "5:1 [/] this line joins no two points"),
        ("shape = \"lines\"\nboard = \"\"\"\n. .\nP .\"\"\"", "no point is joined to another"),
        (
            "shape = \"lines\"\nboard = \"\"\"\n.=.\n| |\nP-.\"\"\"",
            "4:2 [=] \"=\" is neither a point nor a line",
        ),
        ("size = \"21x3\"", "\"21x3\" is no size of a board"),
        ("size = \"3x3\"\nboard = \"P\"", "2:1 [size] the board has a drawing and a size"),
        ("size = \"3x3\"\nterrain = \"w\"", "the terrain has 1 columns and 1 lines, the board 3 and 3"),
        ("size = \"3x3\"\nterrain = \"\"\"\n...\n.w.\n...\"\"\"", "5:2 [w] nothing says what ground w is"),
        (
            "shape = \"hexes\"\nboard = \"\"\"\n . . .\n. P . .\n . . .\"\"\"\n[region]\nhome = \"d1\"",
            "[d1] \"d1\" is not on the board (rank 1 goes from a1 to c1)",
        ),
        ("board = \"....\\n.\\u0050.Q\"", "2:24 [Q] nothing says"),
        ("", "the game has no board"),
    ];
    for (part, wanted) in table {
        let file = format!("name = \"t\"\n{part}\n[piece.P]\nmoves = \"K\"\n[win]\nline = 2\n");
        let told = told(&file, &read(&file));
        assert!(told.contains(wanted), "{part}\nwanted {wanted}\ngot {told}");
    }
}

#[test]
fn every_mistake_is_told_at_once() {
    let file = "board = \"..P\"\nsiez = 3\n[piece.P]\nmoves = [{ step = \"X\" }, { slide = \"Y\" }]\n[win]\nlin = 3\n";
    let told = told(file, &read(file));
    for wanted in ["has no name", "siez", "\"X\" is no direction", "\"Y\" is no direction", "\"lin\""] {
        assert!(told.contains(wanted), "{wanted} in {told}");
    }
}

#[test]
fn shipped_files_compile() {
    for (name, file) in shipped() {
        if let Err(error) = wanqi_games::rulebook::Rulebook::new(rules(&file)) {
            panic!("{name}: {}", error.what);
        }
    }
}

#[test]
fn a_game_that_is_over_at_the_start_is_told_so() {
    let alone =
        "name = \"Alone\"\nsize = \"3x3\"\n[piece.S]\n[place]\nbeside = \"any\"\n[win]\ncount = \"pieces\"";
    let stuck = "name = \"Stuck\"\nboard = \"\"\"\nsss\nSSS\"\"\"\n[piece.S]\nmoves = [{ step = \"N\", only = \"move\" }]\n[win]\nreach = \"2\"";
    for text in [alone, stuck] {
        let (rulebook, diagnostics) = Rulebook::read(text);
        assert!(rulebook.is_some(), "{diagnostics:?}");
        assert!(
            diagnostics.iter().any(|found| found.what.contains("over before its first move")),
            "{diagnostics:?}"
        );
    }
}
