//! What Othello's players use, as a shell runs it: books, openings by chance, NBoard, WTHOR.

use std::path::Path;
use std::process::{Command, Output};

fn wanqi(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wanqi")).args(arguments).output().expect("the program runs")
}

/// What a command that succeeds prints.
fn answer(arguments: &[&str]) -> String {
    let output = wanqi(arguments);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

/// What a command says that fails since what is asked cannot be.
fn refusal(arguments: &[&str]) -> String {
    let output = wanqi(arguments);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    error
}

/// What a player thinks of a position of Othello.
fn analysis(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&answer(&[&["analyze", "othello", "--json"], arguments].concat())).expect("JSON")
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

#[test]
fn a_book_is_made_gone_on_with_and_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let [book, other] = ["a.book", "b.book"].map(|name| text(&folder.path().join(name)));
    let make = |out: &str, positions: &str, more: &[&str]| {
        let arguments = ["book", "make", "othello", "--out", out, "--nodes", "300", "--positions", positions];
        answer(&[&arguments[..], more].concat())
    };
    let said = make(&book, "8", &[]);
    assert!(said.starts_with("8 positions, lines of up to ") && said.contains("\n8 new, "), "{said}");
    let said = make(&book, "20", &[]);
    assert!(
        said.contains("\n12 new, ") && said.ends_with("\nthe same command goes on from here\n"),
        "{said}"
    );
    make(&other, "20", &[]);
    assert_eq!(std::fs::read(&book).expect("a book"), std::fs::read(&other).expect("a book"));
    let said = refusal(&["book", "make", "othello", "--out", &book, "--nodes", "400"]);
    assert!(said.contains("a book of othello made by best:table=16, 300 nodes, 50 a ply, not of"), "{said}");

    let said = answer(&["book", "show", &book, "--moves", "f5", "d6"]);
    assert!(said.starts_with("othello, made by best:table=16, 300 nodes, 50 a ply\n20 positions"), "{said}");
    assert!(said.contains("\nPerpendicular (Tatedori)\n"), "{said}");
    let shown: serde_json::Value =
        serde_json::from_str(&answer(&["book", "show", &book, "--json"])).expect("JSON");
    let moves = shown["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 4, "{shown}");
    assert!(moves.iter().all(|one| one["move"].is_string() && one["score_text"].is_string()), "{shown}");

    let thought = analysis(&["--player", &format!("best:depth=1,book={book}")]);
    assert_eq!(thought["source"], "book", "{thought}");
    let bytes = std::fs::read(&book).expect("a book");
    std::fs::write(&book, &bytes[..bytes.len() - 9]).expect("written");
    let cut = format!("error: book: {book}: the book is cut off after {} bytes", bytes.len() - 9);
    for arguments in [
        &["book", "show", &book][..],
        &["book", "make", "othello", "--out", &book, "--nodes", "300"],
        &["analyze", "othello", "--player", &format!("best:depth=1,book={book}")],
    ] {
        assert!(refusal(arguments).contains(cut.trim_start_matches("error: ")), "{arguments:?}");
    }
}

/// Without a name the book lies where `book=own` finds it.
#[test]
fn the_own_book_is_that_of_the_data_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = text(folder.path());
    let source = |moves: &str| {
        let arguments = ["--player", "best:depth=1,book=own", "--data-dir", &data, "--moves", moves];
        analysis(&arguments)["source"].take()
    };
    assert_eq!((source("f5"), source("f5 d6 c3 d3")), ("book".into(), "book".into()), "the program's");
    let make = ["book", "make", "othello", "--nodes", "300", "--positions", "6", "--data-dir", &data];
    assert!(answer(&make).contains("othello.book\n"));
    assert_eq!((source("f5"), source("f5 d6 c3 d3")), ("book".into(), "search".into()), "a small one");
}

#[test]
fn fair_openings_are_found_by_their_seed() {
    let folder = tempfile::tempdir().expect("a folder");
    let find = |name: &str, seed: &str| {
        let file = text(&folder.path().join(name));
        let arguments = ["--count", "5", "--nodes", "200", "--within", "60", "--seed", seed];
        let said = answer(&[&["openings", "random", "othello", "--out", &file], &arguments[..]].concat());
        assert!(said.starts_with("5 openings of "), "{said}");
        std::fs::read_to_string(file).expect("a file")
    };
    let found = find("a", "4");
    assert!(found == find("b", "4") && found != find("c", "5"), "{found}");
    assert!(found.starts_with("# wanqi openings random othello --plies 8 --within 60 --count 5"), "{found}");
    let positions: Vec<&str> = found.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(positions.len(), 5);
    let file = text(&folder.path().join("a"));
    let openings = ["--openings", &file, "--games", "10", "--json"];
    let played = answer(&[&["match", "othello", "--a", "greedy", "--b", "random"], &openings[..]].concat());
    let played: serde_json::Value = serde_json::from_str(&played).expect("JSON");
    for (game, position) in played["games"].as_array().expect("games").chunks(2).zip(positions) {
        assert!(game[0]["position"] == position && game[1]["position"] == position, "{position}");
    }
}

/// We play ourselves, over NBoard's protocol, and what is said there is what is said at a table.
#[test]
fn nboards_two_ends_understand_each_other() {
    let engine = format!("external:protocol=nboard,cmd=\"'{}' nboard\",depth=2", env!("CARGO_BIN_EXE_wanqi"));
    let arguments = ["match", "othello", "--a", &engine, "--b", "best:depth=2", "--games", "4", "--json"];
    let played: serde_json::Value = serde_json::from_str(&answer(&arguments)).expect("JSON");
    assert_eq!(
        (played["forfeits_a"].as_u64(), played["forfeits_b"].as_u64()),
        (Some(0), Some(0)),
        "{played}"
    );
    let thought = |player: &str| analysis(&["--moves", "f5", "d6", "c3", "--player", player]);
    assert_eq!(thought(&engine)["best"], thought("best:depth=2")["best"]);
    // A board of another size is told, too.
    let small = ["match", "othello:size=6", "--a", &engine, "--b", "random", "--games", "2", "--json"];
    let played: serde_json::Value = serde_json::from_str(&answer(&small)).expect("JSON");
    assert_eq!(played["forfeits_a"].as_u64(), Some(0), "{played}");
}

/// The files of the fuzz corpus are whole ones of WTHOR's: games, players, tournaments.
#[test]
fn wthors_files_go_into_the_library() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = text(&folder.path().join("data"));
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/wthor");
    let copied = |from: &str, to: &str, length: Option<usize>| {
        let mut bytes = std::fs::read(corpus.join(from)).expect(from);
        bytes.truncate(length.unwrap_or(bytes.len()));
        std::fs::write(folder.path().join(to), &bytes).expect("written");
        text(&folder.path().join(to))
    };
    let library = ["library", "--data-dir", &data];
    let games = copied("games.wtb", "WTH_2001.wtb", None);
    // Beside the games lie the names.
    copied("players.jou", "WTHOR.JOU", None);
    copied("tournaments.trn", "WTHOR.TRN", None);
    let said = answer(&[&library[..], &["import", &games]].concat());
    assert!(said.starts_with(&format!("{games}: ")) && !said.contains(" 0 kept"), "{said}");
    let listed = answer(&[&library[..], &["list"]].concat());
    assert!(listed.contains("othello  Bo"), "players have names: {listed}");
    for (file, from, length, error) in [
        ("cut.wtb", "games.wtb", Some(50), "byte 50: with "),
        (
            "short.wtb",
            "games.wtb",
            Some(9),
            "byte 9: a header of 16 bytes is expected, the file ends after 9",
        ),
        ("cut.jou", "players.jou", Some(20), "byte 20: with "),
        ("cut.trn", "tournaments.trn", Some(20), "byte 20: with "),
    ] {
        let file = copied(from, file, length);
        let said = refusal(&[&library[..], &["import", &games, &file]].concat());
        assert!(said.contains(&format!("error: {file}: {error}")), "{said}");
    }
}
