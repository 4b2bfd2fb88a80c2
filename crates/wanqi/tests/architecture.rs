//! What `ARCHITECTURE.md` says of who may know whom, kept by reading the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files below a folder with one of these endings, by their paths from it.
fn files(folder: &Path, endings: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in next.read_dir().unwrap_or_else(|error| panic!("{}: {error}", next.display())).flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| endings.iter().any(|one| ending == *one)) {
                let name =
                    path.strip_prefix(folder).expect("it is below").to_string_lossy().replace('\\', "/");
                found.push((name, read(&path)));
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "{} has no sources", folder.display());
    found
}

/// The sources of a crate without what is only there for tests, and without comments.
fn sources(name: &str) -> Vec<(String, String)> {
    let files = files(&root().join("crates").join(name).join("src"), &["rs"]);
    let is_test = |name: &str| name.ends_with("tests.rs") || name.contains("tests/");
    let files = files.into_iter().filter(|(name, _)| !is_test(name));
    files.map(|(name, text)| (name, code(&text))).collect()
}

/// A source up to its tests, without the lines that are comments.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .fold(String::new(), |code, line| code + line + "\n")
}

/// The crates in the order of the code map.
fn crates() -> Vec<String> {
    let text = read(&root().join("ARCHITECTURE.md"));
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `crates/")?.split('`').next());
    rows.map(str::to_owned).collect()
}

/// What a manifest names under `[dependencies]` and the same for one system; what only tests use is free.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let mut counts = false;
    let mut found = BTreeSet::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            counts = line.ends_with("dependencies]") && !line.contains("dev-");
        } else if counts && let Some(end) = line.find(['.', ' ', '=']) {
            found.insert(line[..end].to_owned());
        }
    }
    found
}

#[test]
fn the_code_map_names_every_crate() {
    let mut told = crates();
    told.sort();
    let folders = root().join("crates").read_dir().expect("the crates").flatten();
    let mut there: Vec<String> =
        folders.map(|entry| entry.file_name().into_string().expect("a name")).collect();
    there.sort();
    assert_eq!(told, there);
}

#[test]
fn crates_depend_only_on_those_above_them() {
    let crates = crates();
    let folder = root().join("crates");
    // What a crate is called is its folder's name, with the program's before it or without.
    let place =
        |name: &str| crates.iter().position(|known| name.strip_prefix("wanqi-").unwrap_or(name) == known);
    let mut edges = 0;
    for (own, name) in crates.iter().enumerate() {
        for used in dependencies(&read(&folder.join(name).join("Cargo.toml"))) {
            if let Some(used_place) = place(&used) {
                assert!(used_place < own, "{name} uses {used}, which is not above it in the code map");
                edges += 1;
            }
        }
    }
    assert!(edges > crates.len(), "manifests are read: {edges} dependencies");
}

/// What of the system the crates of rules and knowledge do without.
const OUTSIDE: [&str; 6] = ["std::time", "std::thread", "std::fs", "std::net", "std::process", "std::env"];

#[test]
fn rules_and_knowledge_know_no_clock_thread_or_file() {
    for name in ["game", "games", "eval"] {
        for (file, text) in sources(name) {
            for word in OUTSIDE {
                let module = word.strip_prefix("std::").expect("of std");
                let named = text.contains(&format!("{word}::")) || text.contains(&format!("{word};"));
                assert!(!named, "{name}/src/{file} names {word}");
                // `use std::{fs, io};`
                let grouped = text.split("use std::{").skip(1).filter_map(|rest| rest.split("};").next());
                let mut words =
                    grouped.flat_map(|group| group.split(|c: char| !c.is_alphanumeric() && c != '_'));
                assert!(!words.any(|one| one == module), "{name}/src/{file} names {word}");
            }
        }
    }
}

/// Who compiles bytes in, for browsers too: tables of endings are small (33 KB as they are fetched), and first asked for in the
/// middle of a search, by whichever thread.
const COMPILED_IN: [&str; 3] = ["eval/src/data_file.rs", "eval/src/chess/kbnk.rs", "eval/src/chess/kpk.rs"];

#[test]
fn weights_and_openings_are_files_beside_the_module_of_browsers() {
    let mut found = Vec::new();
    for name in crates() {
        let files = sources(&name).into_iter().filter(|(_, text)| text.contains("include_bytes!"));
        found.extend(files.map(|(file, _)| format!("{name}/src/{file}")));
    }
    assert_eq!(found.len(), COMPILED_IN.len(), "{found:?}");
    assert!(COMPILED_IN.iter().all(|known| found.iter().any(|file| file == known)), "{found:?}");
    for name in ["eval", "play"] {
        let sources = sources(name);
        let data = root().join("crates").join(name).join("data");
        for file in data.read_dir().expect("a crate with data").flatten() {
            let file = file.file_name().into_string().expect("a name");
            let stem = file.strip_suffix(".net").unwrap_or(&file);
            let is_read = [&*file, stem]
                .iter()
                .any(|text| sources.iter().any(|(_, source)| source.contains(&format!("\"{text}\""))));
            assert!(is_read, "nobody reads {name}/data/{file}");
        }
    }
}

/// The modules of `play`, a room a line: a module uses those of rooms above its own, and of its own room.
const ROOMS: &[&[&str]] = &[
    // Texts: what is asked for, and what may be wrong with it.
    &["rules_fault"],
    &["error"],
    &["spec"],
    &["options"],
    &["limits"],
    // What is told.
    &["clock", "data", "files", "knowledge", "pictures", "playouts", "turned", "value", "view"],
    &["game_info", "heat", "ownership", "theory", "thought"],
    &["tree"],
    // Evaluations, and the searches on them.
    &["evaluation"],
    &["ladder"],
    // The two traits that front-ends see: a table makes players, and a player looks at a table.
    &["player", "table"],
    // And what implements them for every game, which is one circle for the same reason.
    &["search_player", "typed_table"],
    // What is known of games beside their rules.
    &["environment", "hash_file", "rule_files", "tablebases"],
    &["chess", "go_rules", "jungle", "learnable", "othello", "xiangqi"],
    &["openings"],
    // The list of games.
    &["registry"],
    &["rules"],
    // What is done with tables and players.
    &["lab", "learning", "lessons", "matches", "record", "solving", "status"],
    &["designer", "review"],
];

/// The first names of all paths in a text that begin with `crate::`.
fn paths(text: &str) -> Vec<String> {
    let name = |text: &str| {
        text.trim_start().split(|c: char| !c.is_alphanumeric() && c != '_').next().map(str::to_owned)
    };
    let mut found = Vec::new();
    for rest in text.split("crate::").skip(1) {
        let Some(group) = rest.strip_prefix('{') else {
            found.extend(name(rest));
            continue;
        };
        let (mut depth, mut begins) = (1, true);
        for (at, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 1 => begins = true,
                _ if begins && !c.is_whitespace() => {
                    found.extend(name(&group[at..]));
                    begins = false;
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    found
}

#[test]
fn modules_of_play_use_those_above_them() {
    let sources = sources("play");
    let module = |file: &str| file.split(['/', '.']).next().unwrap_or_default().to_owned();
    let (_, lib) = sources.iter().find(|(file, _)| file == "lib.rs").expect("a crate has one");
    // What the crate's root says again, by the module that it is of.
    let mut said_again = BTreeMap::new();
    for again in lib.split("pub use ").skip(1).filter_map(|rest| rest.split(';').next()) {
        if let Some((of, names)) = again.split_once("::") {
            let names =
                names.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| !name.is_empty());
            said_again.extend(names.map(|name| (name.to_owned(), of.to_owned())));
        }
    }
    let room = |module: &str| ROOMS.iter().position(|room| room.contains(&module));
    let mut edges = 0;
    for (file, text) in sources.iter().filter(|(file, _)| file != "lib.rs") {
        let own = module(file);
        let own_room = room(&own).unwrap_or_else(|| panic!("play/src/{file}: {own} has no room in ROOMS"));
        for name in paths(text) {
            let used = said_again.get(&name).unwrap_or(&name);
            // The rest is of other crates: `Stop`, `Side`, the looks of a board.
            if let Some(used_room) = room(used) {
                assert!(
                    used_room <= own_room,
                    "play/src/{file} uses {name} of {used}, which is not above {own}"
                );
                edges += usize::from(used != &own);
            }
        }
    }
    assert!(edges > 100, "paths are read: {edges}");
}

/// The games that the program knows by heart, as a text would name them.
const GAMES: [&str; 8] = ["tictactoe", "connect4", "othello", "gomoku", "go", "chess", "xiangqi", "jungle"];

/// Where a front-end names a game all the same, and why.
const NAMING: &[(&str, &str, &str)] = &[
    ("protocol/src/gomocup/board.rs", "gomoku", "the protocol is of this game alone"),
    ("protocol/src/external/gomocup.rs", "gomoku", "the protocol is of this game alone"),
    ("protocol/src/nboard/mod.rs", "othello", "the protocol is of this game alone"),
    ("protocol/src/external/nboard.rs", "othello", "the protocol is of this game alone"),
    (
        "protocol/src/gtp/board.rs",
        "go",
        "the protocol is of this game, and told to others without what only it has",
    ),
    ("protocol/src/analysis_engine/query.rs", "go", "the protocol is of this game alone"),
    (
        "protocol/src/external/gtp.rs",
        "go",
        "a pass that the rules force is told by engines of other games or is not",
    ),
    ("server/src/memory.rs", "chess", "who starts the app names a book and tables, which only this game has"),
    ("wanqi/src/commands/sessions.rs", "chess", "what UCI plays if nobody says"),
    ("wanqi/src/commands/sessions.rs", "xiangqi", "what UCCI plays if nobody says"),
    ("wanqi/src/commands/sessions.rs", "go", "what GTP plays if nobody says"),
    ("wanqi/src/commands/book.rs", "chess", "Polyglot's books are of this game alone"),
    ("wanqi/src/commands/book/othello.rs", "othello", "such books are of this game alone"),
    ("wanqi/src/commands/openings.rs", "gomoku", "balanced openings are found by its solver"),
    ("wanqi/src/commands/solve/gomoku.rs", "gomoku", "a solver of this game alone"),
    ("wanqi/src/commands/solve/gomoku/replies.rs", "gomoku", "a solver of this game alone"),
    ("wanqi/src/commands/solve/gomoku/verify.rs", "gomoku", "a solver of this game alone"),
    ("wanqi/src/commands/solve/go.rs", "go", "a solver of this game alone"),
    ("wanqi/src/commands/solve/othello.rs", "othello", "a solver of this game alone"),
];

/// Whether a source names a game: by a text that is its name or a spec of it, or by a module of its rules or solvers.
fn names(text: &str, game: &str) -> bool {
    let quotes = ["\"", "'", "`"];
    let quoted =
        |before: &str| quotes.iter().any(|quote| text.contains(&format!("{before}{quote}{game}{quote}")));
    let alone = match game {
        // Protocols and the page have a command of this name as well.
        "go" => ["== ", "!= ", "game: ", "default_value = ", "new("].into_iter().any(quoted),
        _ => quoted(""),
    };
    let followed =
        |before: &str, by: fn(char) -> bool| text.split(before).skip(1).any(|rest| rest.starts_with(by));
    // `go:size=9`, and no message that begins with the command's name.
    let spec = followed(&format!("\"{game}:"), char::is_alphanumeric);
    let module = match game {
        "tictactoe" => "tic_tac_toe",
        "connect4" => "connect_four",
        game => game,
    };
    let path = ["games", "eval", "solve"]
        .iter()
        .any(|of| followed(&format!("{of}::{module}"), |after| !after.is_alphanumeric() && after != '_'));
    alone || spec || path
}

#[test]
fn front_ends_name_no_game() {
    let known: Vec<&str> = wanqi_play::games().map(|info| &*info.name).collect();
    assert_eq!(known, GAMES, "all that the registry lists");
    let rust = ["protocol", "server", "wanqi"].map(|name| (format!("{name}/src"), sources(name)));
    let page = ("web/js".to_owned(), files(&root().join("web/js"), &["js"]));
    let mut named = BTreeSet::new();
    for (folder, sources) in rust.into_iter().chain([page]) {
        for (file, text) in sources {
            let games = GAMES.iter().filter(|game| names(&text, game));
            named.extend(games.map(|&game| (format!("{folder}/{file}"), game)));
        }
    }
    let allowed: BTreeSet<_> = NAMING.iter().map(|&(file, game, _)| (file.to_owned(), game)).collect();
    let new: Vec<_> = named.difference(&allowed).collect();
    let gone: Vec<_> = allowed.difference(&named).collect();
    assert!(new.is_empty(), "front-ends that name a game: {new:?}");
    assert!(gone.is_empty(), "no longer name a game, and leave the list: {gone:?}");
}
