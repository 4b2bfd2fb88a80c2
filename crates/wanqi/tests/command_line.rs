//! The program as a shell runs it: answers, errors, exit codes.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn wanqi(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wanqi"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that has refused its arguments does not read.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

/// What a command that succeeds prints.
fn answer(arguments: &[&str]) -> String {
    let output = wanqi(arguments, "");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&answer(arguments)).expect("JSON")
}

#[test]
fn games_are_listed() {
    let names: Vec<&str> = play::games().map(|info| info.name).collect();
    let listed = json(&["games", "--json"]);
    let listed: Vec<&str> = listed
        .as_array()
        .expect("a list")
        .iter()
        .map(|game| game["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(listed, names);
    let text = answer(&["games"]);
    assert!(names.iter().all(|name| text.contains(&format!("{name} — "))), "{text}");
}

#[test]
fn paths_are_counted() {
    assert!(answer(&["perft", "tictactoe", "5"]).starts_with("tictactoe depth 5: 15,120 paths in "));
    let divided = json(&["perft", "tictactoe", "3", "--divide", "--json", "--moves", "b2 a1", "c3"]);
    assert_eq!(divided["paths"], 6 * 5 * 4);
    assert_eq!(divided["divide"]["a3"], 20);
    assert_eq!(divided["position"], "..X/.X./O.. O");
}

#[test]
fn a_game_is_played_from_a_pipe() {
    let output =
        wanqi(&["play", "tictactoe", "--first", "human", "--second", "human"], "a1\na2\nb1\nb2\nc1\n");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success() && text.ends_with("X has played c1. X wins.\n"), "{text}");
}

#[test]
fn bad_arguments_are_named() {
    for (arguments, error) in [
        (&["dance"][..], "unrecognized subcommand 'dance'"),
        (&["perft"], "<GAME>"),
        (&["perft", "tictactoe"], "<DEPTH>"),
        (&["perft", "tictactoe", "x"], "invalid value 'x' for '<DEPTH>'"),
        (&["perft", "tictactoe", "-1"], "unexpected argument '-1'"),
        (&["perft", "tictactoe", "99999999999"], "99999999999 is not in 0..=4294967295"),
        (&["perft", "", "1"], "error: a name is missing in \"\""),
        (&["perft", "shogi", "1"], "error: there is no game \"shogi\"; there is tictactoe"),
        (&["perft", "tictactoe:size=4", "1"], "error: tictactoe has no options, so not \"size\""),
        (&["perft", "tictactoe", "1", "--size", "4"], "error: tictactoe has no options, so not \"size\""),
        (
            &["perft", "tictactoe", "1", "--option", "size"],
            "error: --option: expected KEY=VALUE, not \"size\"",
        ),
        (&["perft", "tictactoe:size=4", "1", "--size", "4"], "error: --size: size is given twice"),
        (&["perft", "tictactoe", "1", "--position", "X"], "error: --position: not a position: "),
        (
            &["perft", "tictactoe", "1", "--moves", "b2", "b2"],
            "error: --moves, \"b2\": not a move here: b2 is taken",
        ),
        (&["play", "tictactoe", "--level", "God"], "error: --second: \"God\" is no level ("),
        (
            &["play", "tictactoe", "--first", "alphabeta:depth=0"],
            "error: --first: \"alphabeta:depth=0\" is no level",
        ),
    ] {
        let output = wanqi(arguments, "");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(error), "{arguments:?}: {said}");
        assert!(output.stdout.is_empty(), "{arguments:?} printed something");
    }
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wanqi"))
        .args(["play", "tictactoe", "--first", "human", "--second", "human"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("a pipe");
    for _ in 0..1000 {
        if input.write_all(b"board\n").is_err() {
            break;
        }
    }
    drop(input);
    let output = child.wait_with_output().expect("the program ends");
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
