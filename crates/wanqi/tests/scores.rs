//! One thought is told alike everywhere: by the terminal, in JSON, by UCI and in a PGN.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

/// What the program answers to arguments and lines.
fn wanqi(arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wanqi"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// What the program says in UCI until it has answered a search: the end of the input would stop it.
fn uci(lines: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wanqi"))
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(lines.as_bytes()).expect("it reads");
    let mut said = String::new();
    for line in BufReader::new(child.stdout.take().expect("a pipe")).lines() {
        let line = line.expect("text");
        said += &format!("{line}\n");
        if line.starts_with("bestmove") {
            break;
        }
    }
    drop(input);
    assert!(child.wait().expect("the program ends").success());
    said
}

/// The word after another.
fn after<'a>(text: &'a str, word: &str) -> &'a str {
    let at = text.rfind(word).unwrap_or_else(|| panic!("{word} in {text}"));
    text[at + word.len()..].split([' ', ',', '\n']).next().expect("a word")
}

#[test]
fn terminal_json_uci_and_pgn_agree() {
    for (position, pgn_sign) in [
        ("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3", ""),
        // White mates in two.
        ("7k/8/4K1Q1/8/8/8/8/8 w - - 0 1", "+M"),
    ] {
        let at = ["--position", position];
        let told: serde_json::Value = {
            let text =
                wanqi(&[&["analyze", "chess", "--player", "best:depth=4", "--json"][..], &at].concat(), "");
            serde_json::from_str(&text).expect("JSON")
        };
        let text = told["score_text"].as_str().expect("a text");
        let probability = told["win_probability"].as_f64().expect("a win probability");
        let terminal = wanqi(&[&["analyze", "chess", "--player", "best:depth=4"][..], &at].concat(), "");
        assert_eq!(after(&terminal, "score   "), text);

        let lines = format!("setoption name UCI_ShowWDL value true\nposition fen {position}\ngo depth 4\n");
        let uci = uci(&lines);
        let [won, drawn] = ["wdl ", &format!("wdl {} ", after(&uci, "wdl "))]
            .map(|words| after(&uci, words).parse::<f64>().expect("thousandths"));
        assert!((won / 1000.0 + drawn / 2000.0 - probability).abs() < 0.002, "{uci} {probability}");
        let score = match text.strip_prefix('#') {
            Some(moves) => format!("mate {moves}"),
            None => format!("cp {}", (100.0 * text.parse::<f64>().expect("pawns")).round()),
        };
        assert!(uci.contains(&format!(" score {score} ")), "{uci} {score}");

        let file = tempfile::tempdir().expect("a folder");
        let path = file.path().join("games.pgn").display().to_string();
        let players =
            ["--a", "best:depth=4", "--b", "best:depth=4", "--games", "1", "--opening", "0", "--plies", "1"];
        wanqi(&[&["match", "chess", "--pgn", &path][..], &players, &at].concat(), "");
        let pgn = std::fs::read_to_string(&path).expect("the games");
        let comment = after(&pgn, "{").split('/').next().expect("a score").to_owned();
        match pgn_sign {
            "" => assert_eq!(comment.parse::<f64>().ok(), text.parse::<f64>().ok(), "{pgn}"),
            sign => assert_eq!(comment, text.replace('#', sign), "{pgn}"),
        }
    }
}
