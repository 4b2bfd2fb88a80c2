//! A game that is learnt from its rules: by the command, into a folder, and what players then make of it.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// The program with this data folder.
fn wanqi(data: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wanqi"));
    command.args(arguments).env("WANQI_DATA_DIR", data).output().expect("the program ends")
}

fn answer(data: &Path, arguments: &[&str]) -> String {
    let output = wanqi(data, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(data: &Path, arguments: &[&str]) -> Value {
    serde_json::from_str(&answer(data, arguments)).expect("JSON")
}

fn fault(data: &Path, arguments: &[&str]) -> String {
    let output = wanqi(data, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

/// What a player thinks at the beginning of breakthrough.
fn thought(data: &Path, player: &str) -> Value {
    json(data, &["analyze", "breakthrough", "--json", "--player", player])
}

const LEARN: &[&str] = &[
    "learn",
    "breakthrough",
    "--positions",
    "1500",
    "--nodes",
    "30",
    "--threads",
    "1",
    "--width",
    "16",
    "--json",
    "--from-rules",
];

#[test]
fn what_is_learnt_is_listed_played_and_forgotten() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path();
    let elsewhere = tempfile::tempdir().expect("a folder");
    let named = [LEARN, &["--generations", "2", "--data-dir", data.to_str().expect("UTF-8")]].concat();
    let told = answer(elsewhere.path(), &named);
    let lines: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((lines[0]["number"].as_u64(), lines[1]["number"].as_u64()), (Some(1), Some(2)), "{told}");
    assert!(lines[1]["positions"].as_u64() >= Some(2400), "the second needs three fifths more: {told}");
    assert_eq!(lines[2]["generations"].as_array().map(Vec::len), Some(2), "what is known comes last");
    assert_eq!(answer(elsewhere.path(), &["learn", "list"]), "nothing was learnt yet\n");

    // It goes on where it was left.
    answer(data, &[LEARN, &["--generations", "1"]].concat());
    let listed = json(data, &["learn", "list", "--json"]);
    assert_eq!(listed["games"][0]["game"], "Breakthrough");
    let known = json(data, &["learn", "show", "breakthrough", "--json"]);
    let numbers: Vec<u64> = known["generations"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["number"].as_u64())
        .collect();
    assert_eq!(numbers, [1, 2, 3]);
    assert_eq!(known["rules"], listed["games"][0]["rules"]);

    // Each is a network of its own, whichever is in use.
    let first = thought(data, "best:eval=trained,generation=1,depth=3");
    let third = thought(data, "best:eval=trained,generation=3,depth=3");
    assert_ne!(first["score_text"], third["score_text"], "{first} {third}");
    assert_eq!(thought(data, "best:eval=trained,generation=1,depth=3")["nodes"], first["nodes"]);

    let file = data.join("first.net");
    let path = file.to_str().expect("UTF-8");
    answer(data, &["learn", "export", "breakthrough", path, "--generation", "1"]);
    let of_file = thought(data, &format!("best:eval={path},depth=3"));
    assert_eq!((&of_file["score_text"], &of_file["best"]), (&first["score_text"], &first["best"]));
    assert!(answer(data, &["learn", "import", "breakthrough", path]).contains("generation 4 in use"));
    // The file still says which command has made it.
    let again = data.join("again.net");
    answer(data, &["learn", "export", "breakthrough", again.to_str().expect("UTF-8")]);
    assert!(fs::read(&again).expect("a file") == fs::read(&file).expect("a file"), "the same network");
    let in_use = thought(data, "best:eval=trained,depth=3");
    assert_eq!((&in_use["score_text"], &in_use["best"]), (&first["score_text"], &first["best"]));

    // What is no network of the game is refused, and what was in use stays.
    let said = fault(data, &["learn", "import", "hexapawn", path]);
    assert!(said.contains("the network is of Breakthrough"), "{said}");
    let wrong = data.join("wrong.net");
    fs::write(&wrong, "nothing").expect("room");
    let said = fault(data, &["learn", "import", "breakthrough", wrong.to_str().expect("UTF-8")]);
    assert!(said.contains("this is no network"), "{said}");
    assert_eq!(json(data, &["learn", "show", "breakthrough", "--json"])["in_use"], 4);
    assert_eq!(answer(data, &["learn", "show", "hexapawn"]), "nothing was learnt of hexapawn\n");

    for (player, said) in [
        ("best:eval=trained,generation=9,depth=2", "Breakthrough has no generation 9, of 4"),
        ("best:eval=derived,generation=1,depth=2", "generation"),
        (&*format!("best:eval=trained,generation=1,net={path},depth=2"), "not of both"),
    ] {
        let fault = fault(data, &["analyze", "breakthrough", "--player", player]);
        assert!(fault.contains(said), "{player}: {fault}");
    }
    let said = fault(data, &["learn", "export", "breakthrough", path, "--generation", "9"]);
    assert!(said.contains("Breakthrough has no generation 9, of 4"), "{said}");

    assert!(answer(data, &["learn", "forget", "breakthrough"]).starts_with("forgotten: "));
    assert_eq!(answer(data, &["learn", "list"]), "nothing was learnt yet\n");
    assert_eq!(answer(data, &["learn", "forget", "breakthrough"]), "nothing was learnt of breakthrough\n");
}

#[test]
fn where_nothing_was_learnt_it_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path();
    // A network that comes with the program is the one before all generations.
    let [begun, used] = ["eval=trained,generation=0", "eval=trained"].map(|evaluation| {
        let player = format!("best:{evaluation},depth=3");
        json(data, &["analyze", "minishogi", "--json", "--player", &player])
    });
    assert_eq!((&begun["score_text"], &begun["best"]), (&used["score_text"], &used["best"]));
    for evaluation in ["eval=trained", "eval=trained,generation=0", "eval=trained,generation=1"] {
        let player = &*format!("best:{evaluation},depth=2");
        let said = fault(data, &["analyze", "hexapawn", "--player", player]);
        assert!(said.contains("nothing was learnt of Hexapawn yet"), "{player}: {said}");
    }
    let said = fault(data, &["learn", "export", "hexapawn", "a.net"]);
    assert!(said.contains("nothing was learnt of hexapawn"), "{said}");
    let said = fault(data, &["learn", "nothing"]);
    assert!(said.contains("is no rule file"), "{said}");
    let said = fault(data, &["learn", "gomoku:opening=swap2"]);
    assert!(said.contains("without an opening rule"), "{said}");
    let said = fault(data, &["learn", "othello:size=7"]);
    assert!(said.contains("size"), "{said}");
}

/// The games that the program knows by heart are learnt from their rules too, each set of rules for itself, and what it knew
/// stays in use until it is beaten.
#[test]
fn games_known_by_heart_are_learnt() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path();
    let games = ["tictactoe", "connect4", "othello:size=6", "gomoku:size=6", "go:size=4", "chess"];
    for game in games {
        let learn = ["learn", game, "--positions", "600", "--nodes", "20", "--threads", "1", "--width", "16"];
        let told = answer(data, &[&learn[..], &["--generations", "1", "--json"]].concat());
        let generation: Value =
            serde_json::from_str(told.lines().next().expect("a generation")).expect("JSON");
        assert_eq!((&generation["number"], &generation["corrects"]), (&1.into(), &false.into()), "{told}");
        assert_eq!(generation["accepted"], generation["beside"].is_object(), "{told}");
        let known = json(data, &["learn", "show", game, "--json"]);
        assert_eq!((&known["game"], &known["rules"]), (&game.into(), &game.into()), "{known}");
        let thought =
            json(data, &["analyze", game, "--json", "--player", "best:eval=trained,generation=1,nodes=200"]);
        assert!(thought["best"].is_string(), "{thought}");
    }
    let listed = json(data, &["learn", "list", "--json"]);
    assert_eq!(listed["games"].as_array().map(Vec::len), Some(games.len()));
    // Options that say what is so anyway are the same rules; others are not.
    assert_eq!(json(data, &["learn", "show", "chess:odds=none", "--json"])["rules"], "chess");
    assert_eq!(answer(data, &["learn", "show", "othello"]), "nothing was learnt of othello\n");
    let said = fault(data, &["analyze", "othello", "--player", "best:eval=trained,nodes=200"]);
    assert!(said.contains("nothing was learnt of othello yet"), "{said}");
    let said = fault(data, &["learn", "import", "othello", folder_of(data, "othello_size_6").as_str()]);
    assert!(said.contains("the network is of othello:size=6"), "{said}");
}

fn folder_of(data: &Path, game: &str) -> String {
    data.join("learnt").join(game).join("generation-001.net").to_str().expect("UTF-8").to_owned()
}

/// All that is kept of a game but the clock's figures.
fn kept(data: &Path, game: &str) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(data.join("learnt").join(game)).expect("a folder");
    let named = files.map(|entry| entry.expect("a file").path()).map(|path| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, fs::read(&path).expect("a file"))
    });
    let mut files: Vec<_> = named.filter(|(name, _)| name != "history.jsonl").collect();
    files.sort();
    files
}

/// Threads, or units with a ledger: a seed gives the same games, moves and networks.
#[test]
fn learning_in_units_is_the_same() {
    let [one, two, units] = [(); 3].map(|()| tempfile::tempdir().expect("a folder"));
    let learn = |folder: &tempfile::TempDir, more: &[&str]| {
        let words = ["learn", "tictactoe", "--positions", "400", "--nodes", "20", "--width", "16"];
        answer(folder.path(), &[&words[..], &["--generations", "2", "--seed", "7"], more].concat());
        kept(folder.path(), "tictactoe")
    };
    let alone = learn(&one, &["--threads", "1"]);
    let names: Vec<&str> = alone.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["generation-001.net", "generation-002.net", "lock", "moves", "pool"]);
    let by_two = learn(&two, &["--threads", "2"]);
    // Networks say by which command they were made.
    assert!(alone[2..] == by_two[2..], "games and moves of two threads");
    let by_units = learn(&units, &["--threads", "2", "--on", "here", "--unit", "3"]);
    assert!(by_units == by_two, "games, moves and networks of units");
    let jobs = json(units.path(), &["jobs", "--json"]);
    assert_eq!(jobs["jobs"], serde_json::json!([]), "what was learnt is in its folder");
}
