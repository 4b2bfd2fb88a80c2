//! What `docs/json.md` says is what the program prints: every field of every command's `--json` and of every answer of
//! `wanqi json` stands in the page with its type, and every field of the page is printed by one of the examples here.
//!
//! The page is read as it stands: a heading is a command, a request or a shape that several have, a table below it has a field
//! a row. Types are `text`, `number`, `true or false`, `null`, `list of …`, `pair of …`, `map of …` (an object by texts), `any`
//! and links to shapes, joined by `or`; `(may be absent)` and a row `…`, which takes over the fields of a shape, are all else.

mod program;

use program::wanqi;
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use wanqi_protocol::Json;

/// A field as the page tells it.
#[derive(Debug, Clone)]
struct Field {
    name: String,
    kind: String,
    may_be_absent: bool,
}

/// A table of the page: a section, and what of it: `field`, `asked`, `answered` or `told meanwhile`.
type Place = (String, String);

/// The page, and what of it has been seen.
struct Page {
    tables: BTreeMap<Place, Vec<Field>>,
    /// Fields that were there, and those that had something in them.
    seen: RefCell<BTreeSet<(Place, String)>>,
    filled: RefCell<BTreeSet<(Place, String)>>,
    wrong: RefCell<BTreeSet<String>>,
}

/// Fields that have nothing in them in the examples, and why.
const EMPTY: &[(&str, &str, &str)] = &[
    ("thought", "current", "only the page is told it"),
    ("thought", "table_distance", "tables of endings do not come with the program"),
    ("generation", "policy", "it takes long to learn one"),
    ("wanqi solve othello", "likely", "it depends on the machine's speed"),
    ("likely lead", "lead", "it depends on the machine's speed"),
    ("likely lead", "confidence", "it depends on the machine's speed"),
    ("threat proof", "flaw", "all proofs of the program hold"),
    ("wanqi rules report", "learnt", "it takes long to learn a game"),
    ("start", "decided", "it depends on the machine's speed"),
    ("analysed position", "error", "positions of the file are read before one is thought about"),
];

impl Page {
    fn read() -> Page {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json.md");
        let text = std::fs::read_to_string(path).expect("the page is there");
        let (mut section, mut of, mut tables) = (String::new(), None, BTreeMap::new());
        for line in text.lines() {
            if let Some(heading) = line.strip_prefix("#") {
                section = heading.trim_start_matches('#').trim().replace('`', "");
            }
            let cells: Vec<&str> = line.trim().split('|').map(str::trim).collect();
            of = match cells.as_slice() {
                ["", head, "type", "meaning", ""] => Some((section.clone(), (*head).to_owned())),
                ["", ..] if line.starts_with('|') => of,
                _ => None,
            };
            let Some(place) = of.clone() else { continue };
            let fields: &mut Vec<Field> = tables.entry(place).or_default();
            if let ["", name, kind, meaning, ""] = cells.as_slice()
                && (name.starts_with('`') || *name == "…")
            {
                assert!(*name == "…" || !meaning.is_empty(), "{section}: {name} means something");
                fields.push(Field {
                    name: name.trim_matches('`').to_owned(),
                    kind: kind.replace("(may be absent)", "").trim().to_owned(),
                    may_be_absent: kind.contains("(may be absent)"),
                });
            }
        }
        Page { tables, seen: RefCell::default(), filled: RefCell::default(), wrong: RefCell::default() }
    }

    fn wrong(&self, what: String) {
        self.wrong.borrow_mut().insert(what);
    }

    /// The fields of a table, each with the table that it stands in.
    fn fields(&self, place: &Place) -> Vec<(Place, Field)> {
        let mut all = Vec::new();
        for field in self.tables.get(place).into_iter().flatten() {
            match field.name.as_str() {
                "…" => all.extend(self.fields(&shape(&field.kind))),
                _ => all.push((place.clone(), field.clone())),
            }
        }
        all
    }

    fn check_object(&self, place: &Place, map: &Map<String, Value>, at: &str) {
        if !self.tables.contains_key(place) {
            return self.wrong(format!("{place:?} is no table of the page: {at}"));
        }
        let fields = self.fields(place);
        for (name, value) in map {
            let Some((of, field)) = fields.iter().find(|(_, field)| field.name == *name) else {
                let told: String = value.to_string().chars().take(80).collect();
                self.wrong(format!("{} / {}: no field `{name}`: {told}", place.0, place.1));
                continue;
            };
            self.seen.borrow_mut().insert((of.clone(), name.clone()));
            if self.fits(&field.kind, value, &format!("{at}.{name}")) && !value.is_null() {
                self.filled.borrow_mut().insert((of.clone(), name.clone()));
            }
        }
        for (_, field) in fields.iter().filter(|(_, field)| !field.may_be_absent) {
            if !map.contains_key(&field.name) {
                self.wrong(format!("{} / {}: `{}` is absent at {at}", place.0, place.1, field.name));
            }
        }
    }

    /// Whether a value is of a type; what is not is noted.
    fn fits(&self, kind: &str, value: &Value, at: &str) -> bool {
        // `list of text or null` is a list, or nothing.
        let kinds = kind.replace("true or false", "switch");
        let kinds: Vec<&str> = kinds.split(" or ").collect();
        for one in &kinds {
            let fits = match (*one, value) {
                ("any", _)
                | ("text", Value::String(_))
                | ("number", Value::Number(_))
                | ("switch", Value::Bool(_))
                | ("null", Value::Null) => true,
                (one, Value::Array(list)) if one.starts_with("list of ") => {
                    list.iter().all(|value| self.fits(&one["list of ".len()..], value, &format!("{at}[]")))
                }
                (one, Value::Array(list)) if one.starts_with("pair of ") => {
                    list.len() == 2 && list.iter().all(|value| self.fits(&one["pair of ".len()..], value, at))
                }
                (one, Value::Object(map)) if one.starts_with("map of ") => {
                    map.values().all(|value| self.fits(&one["map of ".len()..], value, &format!("{at}.*")))
                }
                (one, Value::Object(map)) if one.starts_with('[') => {
                    self.check_object(&shape(one), map, at);
                    true
                }
                _ => false,
            };
            if fits {
                return true;
            }
        }
        let told: String = value.to_string().chars().take(80).collect();
        self.wrong(format!("{at} is {told}, not {kind}"));
        false
    }

    fn check(&self, section: &str, head: &str, value: &Value) {
        let place = (section.to_owned(), head.to_owned());
        match value {
            Value::Object(map) => self.check_object(&place, map, section),
            other => self.wrong(format!("{section}: {other} is no object")),
        }
    }

    /// Ends the test with what is wrong, if anything is.
    fn end(self) {
        for (place, fields) in &self.tables {
            for field in fields.iter().filter(|field| field.name != "…") {
                let key = (place.clone(), field.name.clone());
                let may_be_empty =
                    EMPTY.iter().any(|(section, name, _)| *section == place.0 && *name == field.name);
                let only_null = field.kind == "null";
                if may_be_empty {
                    continue;
                } else if !self.seen.borrow().contains(&key) {
                    self.wrong(format!(
                        "{} / {}: `{}` is printed by no example",
                        place.0, place.1, field.name
                    ));
                } else if !self.filled.borrow().contains(&key) && !only_null {
                    self.wrong(format!(
                        "{} / {}: `{}` is empty in all examples",
                        place.0, place.1, field.name
                    ));
                }
            }
        }
        let wrong = self.wrong.into_inner();
        assert!(wrong.is_empty(), "docs/json.md:\n{}", wrong.into_iter().collect::<Vec<_>>().join("\n"));
    }
}

/// The table of a shape that a link names: `[score](#score)`.
fn shape(link: &str) -> Place {
    let name = link.trim_start_matches('[').split(']').next().unwrap_or_default();
    (name.to_owned(), "field".to_owned())
}

/// A conversation with `wanqi json`: what it is told, and what it says.
fn conversation(lines: &[Value]) -> Vec<Value> {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let output = wanqi(&["json", "--wait"], &input);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Renju: a player of 70,000 nodes sees that White wins, and no proof is found by as many.
const SEEN_NOT_PROVEN: &str = ".............../.............../..X............/.X.O.........../OOX.O.X......../.XO.XXX......../\
    .X.XO.O......../..O..O........./.............../.............../.............../.............../.............../\
    .............../............... O";

/// What commands print: a section, and the arguments that print it. `DATA` is a folder.
const COMMANDS: &[(&str, &[&str])] = &[
    ("wanqi games", &["games"]),
    ("wanqi players", &["players"]),
    ("wanqi players GAME", &["players", "chess"]),
    ("wanqi analyze", &["analyze", "tictactoe", "--depth", "3", "--lines", "2"]),
    ("wanqi analyze --positions", &["analyze", "tictactoe", "--depth", "3", "--positions", "DATA/tictactoe"]),
    ("wanqi jobs", &["jobs"]),
    ("wanqi lab", &["lab", "tictactoe", "--depth", "2"]),
    (
        "wanqi match",
        &["match", "tictactoe", "--a", "best", "--b", "random", "--games", "400", "--sprt", "0,100"],
    ),
    ("wanqi perft", &["perft", "chess", "2", "--divide"]),
    ("wanqi playouts", &["playouts", "go:size=5", "--games", "3"]),
    ("wanqi bench", &["bench", "tictactoe"]),
    ("wanqi solve othello", &["solve", "othello", "--size", "4", "--all", "--threads", "1"]),
    ("wanqi solve go", &["solve", "go", "--size", "3", "--table", "8"]),
    ("wanqi solve gomoku", &["solve", "gomoku", "--moves", "h8 a1 h9 a3 h10 a5", "--save", "DATA/proof"]),
    (
        "wanqi solve gomoku",
        &["solve", "gomoku", "--rule", "renju", "--position", SEEN_NOT_PROVEN, "--nodes", "70000"],
    ),
    ("wanqi solve gomoku --verify", &["solve", "gomoku", "--verify", "DATA/proof"]),
    ("wanqi solve gomoku --verify", &["solve", "gomoku", "--verify", "DATA/broken"]),
    (
        "wanqi solve gomoku --positions",
        &["solve", "gomoku", "--nodes", "100", "--positions", "DATA/positions"],
    ),
    (
        "wanqi solve gomoku --replies",
        &["solve", "gomoku", "--size", "6", "--moves", "c2 a1 c3 a3 c4 f6 c5", "--replies", "--table", "1"],
    ),
    ("wanqi learn list", &["learn", "list"]),
    ("wanqi learn show", &["learn", "show", "tictactoe"]),
    ("wanqi learn show", &["learn", "show", "hex"]),
    ("wanqi learn export", &["learn", "export", "tictactoe", "DATA/net"]),
    ("wanqi learn import", &["learn", "import", "tictactoe", "DATA/net"]),
    ("wanqi learn forget", &["learn", "forget", "tictactoe"]),
    ("wanqi learn list", &["learn", "list"]),
    ("wanqi library import", &["library", "import", "DATA/games.pgn"]),
    ("wanqi library list", &["library", "list"]),
    ("wanqi library show", &["library", "show", "1"]),
    ("wanqi library export", &["library", "export"]),
    ("wanqi library export", &["library", "export", "--output", "DATA/out.pgn"]),
    ("wanqi library export", &["library", "export", "--format", "sgf"]),
    ("wanqi book make", &["book", "make", "--out", "DATA/book.bin", "--least", "1", "DATA/games.pgn"]),
    ("wanqi book show", &["book", "show", "DATA/book.bin"]),
    ("wanqi review", &["review", "--nodes", "200"]),
    ("wanqi puzzles mine", &["puzzles", "mine", "DATA/mate.pgn", "--nodes", "2000"]),
    ("wanqi review", &["review", "--nodes", "200"]),
    ("wanqi puzzles mine", &["puzzles", "mine", "DATA/mine.txt", "--game", "tictactoe", "--nodes", "5000"]),
    ("wanqi library delete", &["library", "delete", "1"]),
    (
        "wanqi book make othello",
        &["book", "make", "othello", "--out", "DATA/othello.book", "--nodes", "300", "--positions", "5"],
    ),
    ("wanqi book show, of Othello", &["book", "show", "DATA/othello.book"]),
    ("wanqi openings", &["openings", "DATA/openings", "--count", "1", "--nodes", "300"]),
    (
        "wanqi openings",
        &["openings", "random", "othello", "--out", "DATA/xot", "--count", "1", "--nodes", "100"],
    ),
    ("wanqi rules check", &["rules", "check", "breakthrough"]),
    ("wanqi rules check", &["rules", "check", "DATA/bad.toml"]),
    ("wanqi rules check", &["rules", "show", "DATA/bad.toml"]),
    ("wanqi rules show", &["rules", "show", "breakthrough"]),
    ("wanqi rules new", &["rules", "new"]),
    ("wanqi rules new NAME", &["rules", "new", "row"]),
    ("wanqi rules report", &["rules", "report", "hexapawn", "--time", "2s"]),
    ("Failures", &["perft", "ches", "1"]),
    ("Failures", &["perft", "chess"]),
    ("Failures", &["perft", "chess", "1", "--position", "x"]),
    ("Failures", &["library", "show", "99"]),
];

/// Runs every command with `--json`: one object, and the same status as without.
fn check_commands(page: &Page) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    file(
        "games.pgn",
        "[White \"Anna\"]\n[Event \"Club\"]\n[Date \"2026.11.25\"]\n[Round \"1\"]\n\n1. e4 e5 2. Ke3 1-0\n\n\
         [White \"Bruno\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 1/2-1/2\n\n",
    );
    file("mate.pgn", "1. f3 e5 2. a3 Qh4+ 3. g3 Qf6 4. e4 Bc5 5. Nc3 Bf2+ 6. Ke2 *\n\n");
    file("mine.txt", "a2 a3 b1 b3 c3 c2 a1 b2 c1\n");
    file("positions", r#"[{"moves": ["7,7", "0,0", "7,6", "0,2", "7,5", "0,4"]}, {"moves": []}]"#);
    file("bad.toml", "name = 3\n");
    file("tictactoe", ".../.../... X\nX.O/.../... X\n");
    let data = folder.path().display().to_string();
    let run = |arguments: &[&str]| {
        let mut arguments: Vec<String> = arguments.iter().map(|word| word.replace("DATA", &data)).collect();
        arguments.extend(["--json", "--data-dir", &data].map(String::from));
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = wanqi(&words, "");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (String::from_utf8(output.stdout).expect("UTF-8"), said, output.status.code())
    };
    let learn =
        ["learn", "tictactoe", "--generations", "2", "--positions", "300", "--nodes", "10", "--width", "16"];
    let (told, said, _) = run(&learn);
    let mut lines: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    page.check("wanqi learn, the last line", "field", &lines.pop().unwrap_or_else(|| panic!("{said}")));
    lines.iter().for_each(|line| page.check("wanqi learn", "field", line));
    for (section, arguments) in COMMANDS {
        if arguments.contains(&"DATA/broken") {
            let proof = std::fs::read_to_string(folder.path().join("proof")).expect("the proof");
            let last = proof.lines().rev().nth(1).expect("several lines");
            file("broken", &proof.replace(last, last.split(' ').next().expect("a move")));
        }
        let (told, said, status) = run(arguments);
        let answer: Value = serde_json::from_str(&told)
            .unwrap_or_else(|error| panic!("{arguments:?}: {error}: {told}{said}"));
        if answer["version"] != 1 {
            page.wrong(format!("{arguments:?} tells no version"));
        }
        page.check(section, "field", &answer);
        let failed = answer.get("error").is_some();
        let answers_anyway =
            ["--verify", "export", "check", "show"].iter().any(|word| arguments.contains(word));
        assert!(failed || status == Some(0) || answers_anyway, "{arguments:?}: {said}");
        if failed {
            let message = answer["error"]["message"].as_str().expect("a text");
            assert_eq!(said.trim().trim_start_matches("error: "), message, "the same text");
            assert!(matches!(status, Some(1 | 2)), "{arguments:?}: {status:?}");
        }
    }
    check_endgames(page, folder.path());
}

/// All of Jungle's endings take minutes: it is stopped once one is kept, and answers with what it has.
fn check_endgames(page: &Page, data: &Path) {
    let data = data.join("endgames");
    std::fs::create_dir(&data).expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_wanqi"))
        .args(["endgames", "jungle", "--pieces", "3", "--json", "--data-dir"])
        .arg(&data)
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let is_empty = || data.read_dir().expect("a folder").next().is_none();
    while is_empty() && child.try_wait().expect("it runs").is_none() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let stopped = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(stopped.is_ok_and(|status| status.success()), "it is told to stop");
    let output = child.wait_with_output().expect("it ends");
    let answer = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"));
    page.check("wanqi endgames", "field", &answer);
}

#[test]
fn the_page_tells_what_is_printed() {
    let page = Page::read();
    check_commands(&page);
    check_lines(&page);
    page.end();
}

fn check_lines(page: &Page) {
    let rules = wanqi_play::rules::find("breakthrough").expect("it is shipped").text;
    let mate = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    let requests = [
        json!({"request": "hello"}),
        json!({"request": "games"}),
        json!({"request": "describe", "game": "xiangqi"}),
        json!({"request": "describe", "game": "hex"}),
        json!({"request": "describe", "game": "mine", "rules": rules, "language": "zh"}),
        json!({"request": "check", "game": "shogi"}),
        json!({"request": "check", "rules": "name = 3", "language": "en"}),
        json!({"request": "new", "table": "t", "game": "chess", "position": mate, "moves": ["a1a2"], "notation": "san", "seed": 7}),
        json!({"request": "new", "game": "mine", "rules": rules}),
        json!({"request": "new", "game": "go:size=5"}),
        json!({"request": "tables"}),
        json!({"request": "position", "table": "t"}),
        json!({"request": "position", "game": "mine", "rules": rules, "position": "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w", "moves": "a2a3", "notation": "coordinates"}),
        json!({"request": "position"}),
        json!({"request": "legal", "table": "t"}),
        json!({"request": "legal", "game": "x", "rules": rules, "position": "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w", "moves": [], "notation": "coordinates"}),
        json!({"request": "view", "table": "t"}),
        json!({"request": "view", "game": "english-draughts", "position": "8/8/5m2/8/3m4/2M3m1/8/8 b", "moves": ["c3e5", "e5g7"]}),
        json!({"request": "view", "game": "tictactoe", "position": "XXX/OO./... O"}),
        json!({"request": "view", "game": "shogi", "moves": "7g7f 3c3d 8h2b+", "notation": "usi"}),
        json!({"request": "view", "game": "x", "rules": rules, "position": "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w"}),
        json!({"request": "play", "table": "t", "move": "Kg8"}),
        json!({"request": "play", "moves": "c3 c2"}),
        json!({"request": "undo", "plies": 1}),
        json!({"request": "redo", "plies": 1}),
        json!({"request": "undo", "table": "t"}),
        json!({"request": "redo", "table": "t"}),
        json!({"request": "record", "format": "sgf", "players": ["Anna", "Bruno"], "date": "2026-11-25", "event": "Club"}),
        json!({"request": "record", "table": "t"}),
        json!({"request": "record", "game": "x", "rules": rules, "position": "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w", "moves": "a2a3"}),
        json!({"request": "load", "table": "l", "text": "[White \"Anna\"]\n[Date \"2026.11.25\"]\n[Event \"Club\"]\n\n1. e4 e5 2. Ke3 *", "game": "chess", "number": 1, "notation": "san", "seed": 3}),
        json!({"request": "load", "table": "r", "text": "a2a3", "game": "mine", "rules": rules}),
        json!({"request": "analyse", "table": "t", "depth": 3, "lines": 2, "every": 0}),
        json!({"request": "analyse", "game": "chess", "position": mate, "moves": "a1a2", "notation": "san", "player": "best:table=1", "nodes": 5000, "seconds": 10, "only": ["Kg8"]}),
        json!({"request": "analyse", "game": "x", "rules": rules, "depth": 1}),
        json!({"request": "analyse", "game": "go:size=5", "player": "mcts", "nodes": 50}),
        json!({"request": "analyse", "game": "othello:size=6", "position": "XXXXXX/XXXXXX/XXOOOX/XXOXOX/XXOO../XXXXX. O", "depth": 9}),
        json!({"request": "analyse", "game": "othello", "position": format!("{}XXXXXO.. X", "XXXXXXXX/".repeat(7))}),
        json!({"request": "go", "table": "l", "player": "best:table=1", "depth": 3, "nodes": 90_000, "seconds": 10, "clocks": [{"left": 60, "increment": 1, "moves": 20}, {"left": 60}], "every": 0}),
        json!({"request": "perft", "table": "t", "depth": 2, "every": 0}),
        json!({"request": "perft", "game": "amazons", "position": "3a2a3/10/10/a8a/10/10/A8A/10/10/3A2A3 w", "moves": "d1d7 g7", "depth": 1, "turns": true, "divide": true}),
        json!({"request": "perft", "game": "x", "rules": rules, "depth": 1}),
        json!({"request": "playouts", "table": "t", "games": 3}),
        json!({"request": "playouts", "game": "go:size=5", "position": "5/5/5/5/5 X - 0 0 0", "moves": "c3", "games": 100_000_000, "seconds": 0.3, "plies": 500, "seed": 3, "every": 0}),
        json!({"request": "playouts", "game": "x", "rules": rules, "games": 1}),
        json!({"request": "solve", "game": "othello:size=6", "position": "XXXXXX/XXXXXX/XXOOOX/XXOXOX/XXOO../XXXXX. O", "every": 0}),
        json!({"request": "solve", "game": "gomoku", "moves": "h8 a1 h9 a3 h10 a5", "notation": "coordinates", "nodes": 100_000}),
        json!({"request": "solve", "game": "gomoku:rule=renju", "position": SEEN_NOT_PROVEN, "nodes": 70_000}),
        json!({"request": "solve", "table": "t", "nodes": 5000, "seconds": 5}),
        json!({"request": "solve", "game": "x", "rules": rules, "nodes": 100, "every": 0}),
        json!({"request": "match", "game": "tictactoe", "position": ".../.../... X", "moves": "b2", "a": "best:depth=2", "b": "random", "games": 4, "openings": ["X../.O./... X"], "plies": 20, "seconds": 0.1, "seed": 2, "jobs": 2, "sprt": "0,100", "every": 0}),
        json!({"request": "match", "table": "t", "a": "random", "b": "random", "games": 2, "opening": 2}),
        json!({"request": "match", "game": "x", "rules": rules, "a": "random", "b": "random", "games": 2}),
        json!({"request": "stop", "of": "nobody"}),
        json!({"request": "stop"}),
        json!({"request": "resign", "side": 1}),
        json!({"request": "resign", "table": "r"}),
        json!({"request": "close"}),
        json!({"request": "close", "table": "t"}),
        json!({"request": "legal"}),
        json!({"request": "quit"}),
    ];
    // `stop` and `quit` come when what was asked before is done: a conversation each.
    let ends = |request: &Value| ["stop", "quit"].iter().any(|name| request["request"] == *name);
    let numbered = |at: usize, request: &Value| {
        let mut request = request.clone();
        request["id"] = json!(at);
        request
    };
    let all: Vec<Value> = requests.iter().enumerate().map(|(at, request)| numbered(at, request)).collect();
    let (apart, together): (Vec<Value>, Vec<Value>) = all.iter().cloned().partition(ends);
    let mut said = conversation(&together);
    for request in &apart {
        said.extend(conversation(std::slice::from_ref(request)));
    }
    let mut answered = BTreeSet::new();
    for line in &said {
        let at = line["id"].as_u64().unwrap_or_else(|| panic!("{line}")) as usize;
        let name = requests[at]["request"].as_str().expect("a name");
        page.check("Lines", if line.get("progress").is_some() { "told meanwhile" } else { "answered" }, line);
        if let Some(answer) = line.get("answer") {
            page.check(name, "answered", answer);
            answered.insert(at);
        } else if let Some(progress) = line.get("progress") {
            page.check(name, "told meanwhile", progress);
        } else if name != "legal" {
            page.wrong(format!("{}: {line}", requests[at]));
        }
    }
    for request in &all {
        page.check("Lines", "asked", &json!({"id": request["id"], "request": request["request"]}));
        let mut fields = request.as_object().expect("an object").clone();
        let name = fields["request"].as_str().expect("a name").to_owned();
        fields.retain(|name, _| !["id", "request"].contains(&name.as_str()));
        if fields.is_empty() {
            continue;
        }
        page.check(&name, "asked", &Value::Object(fields));
    }
    for (name, fields) in Json::requests() {
        let told: BTreeSet<String> = page
            .fields(&(name.to_owned(), "asked".to_owned()))
            .into_iter()
            .map(|(_, field)| field.name)
            .collect();
        let known: BTreeSet<String> = fields.into_iter().map(str::to_owned).collect();
        if told != known {
            page.wrong(format!("{name}: the page has fields {told:?}, the program {known:?}"));
        }
    }
}
