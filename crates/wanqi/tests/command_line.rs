//! The program as a shell runs it: answers, errors, exit codes.

mod program;

use program::wanqi;
use std::io::Write;
use std::process::{Command, Stdio};

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
    let told = wanqi_play::rules::shipped().map(|shipped| &*shipped.info.name);
    let names: Vec<&str> = wanqi_play::games().map(|info| &*info.name).chain(told).collect();
    assert!(names.len() >= 38, "those of rule files too");
    let listed = json(&["games", "--json"]);
    let listed: Vec<&str> = listed["games"]
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
fn players_are_listed() {
    let text = answer(&["players"]);
    for player in wanqi_play::players() {
        assert!(text.contains(&format!("{} — {}\n", player.name, player.help)), "{text}");
        for option in player.options {
            assert!(
                text.contains(&format!("  {}={}: {}", option.name, option.values(), option.help)),
                "{text}"
            );
        }
    }
    assert!(
        text.contains("  table=0..16384: megabytes of transposition table, 0 for none (64 if not given)\n"),
        "{text}"
    );
    let of_chess = answer(&["players", "chess"]);
    for line in [
        "  eval=network|positional|material|piece-square|trained|none: ",
        "\neval=network — ",
        "\n  net=PATH: a file with another network\n",
        "\n  book=PATH|own|off: ",
        "\nlevel 1 Random 随机: random\n",
        "\nanalyst: best:time=5s\n",
    ] {
        assert!(of_chess.contains(line), "{line}: {of_chess}");
    }
    let told = json(&["players", "hexapawn", "--json"]);
    assert_eq!(told["analyst"], "best:time=5s");
    let names = |what: &str| -> Vec<String> {
        let all = told[what].as_array().expect(what);
        all.iter().map(|one| one["name"].as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!(names("evaluations"), ["derived", "trained", "none"]);
    assert_eq!(names("players").last().map(String::as_str), Some("mcts"));
    assert_eq!(json(&["players", "--json"])["players"][6]["keeps"]["depth"], false);
}

#[test]
fn every_analysis_ends() {
    // Monte-Carlo search keeps no depth: where it is the analyst it says so, and rule files have another.
    let refused = wanqi(&["analyze", "go:size=5", "--depth", "2"], "");
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.starts_with("error: mcts keeps no limit of depth"), "{said}");
    let text = answer(&["analyze", "hexapawn", "--depth", "3"]);
    assert!(text.contains("player  best\n") && text.contains("depth 3"), "{text}");
    assert!(answer(&["analyze", "go:size=5", "--nodes", "50"]).contains("player  mcts\n"));
}

#[test]
fn paths_are_counted() {
    assert!(answer(&["perft", "tictactoe", "5"]).starts_with("tictactoe depth 5: 15,120 paths in "));
    let divided = json(&["perft", "tictactoe", "3", "--divide", "--json", "--moves", "b2 a1", "c3"]);
    assert_eq!(divided["paths"], 6 * 5 * 4);
    assert_eq!(divided["divide"]["a3"], 20);
    assert_eq!(divided["position"], "..X/.X./O.. O");
    // Whole turns, a turn being two stones or a move and a shot.
    let turns = json(&["perft", "amazons", "1", "--turns", "--json"]);
    let divided = json(&["perft", "amazons", "1", "--turns", "--divide", "--json"]);
    assert_eq!((&turns["paths"], &divided["paths"]), (&2176.into(), &2176.into()));
    assert_eq!(divided["divide"]["d1d7 g7"], 1);
    let jumps = ["english-draughts", "2", "--turns", "--divide", "--json", "--position"];
    let divided = json(&[&["perft"], &jumps[..], &["8/8/5m2/8/3m4/2M3m1/8/8 b"]].concat());
    assert_eq!(divided["divide"], serde_json::json!({ "c3e5 e5g7": 2 }));
}

#[test]
fn shells_are_told_every_command() {
    let help = answer(&["help"]);
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands: Vec<&str> = commands
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.len() > 20, "{commands:?}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = answer(&["completions", shell]);
        for command in &commands {
            assert!(script.contains(command), "{command} in {shell}");
        }
        assert!(script.contains("divide"), "options too in {shell}");
    }
}

#[test]
fn a_game_is_played_from_a_pipe() {
    let output =
        wanqi(&["play", "tictactoe", "--first", "human", "--second", "human"], "a1\na2\nb1\nb2\nc1\n");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success() && text.ends_with("X has played c1. X wins.\n"), "{text}");
}

#[test]
fn a_position_is_analysed() {
    let thought =
        json(&["analyze", "tictactoe", "--moves", "b2 a2", "--player", "best", "--lines", "2", "--json"]);
    assert_eq!(thought["decided"], 5, "{thought}");
    assert_eq!(thought["side"], "X");
    assert_eq!(thought["stopped"], false);
    assert_eq!(thought["best"], thought["line"][0]);
    assert_eq!(thought["moves"].as_array().expect("moves").len(), 2);
    let text = answer(&["analyze", "tictactoe", "--depth", "2", "--lines", "9"]);
    assert!(text.contains("player  best:selective=off\n") && text.contains("depth 2\n"), "{text}");
}

#[test]
fn the_ladder_is_shown() {
    let lab = json(&["lab", "tictactoe", "--depth", "3", "--json"]);
    let first = &lab["positions"][0];
    let row = |player: &str| {
        let rows = first["rows"].as_array().expect("rows");
        rows.iter().find(|row| row["player"] == player).expect("a row")["thought"]["work"].clone()
    };
    // 1 + 9 + 72 nodes have moves, 504 lines have three.
    assert_eq!(row("minimax:depth=3")["interior"], 82);
    assert_eq!(row("minimax:depth=3")["leaves"], 504);
    assert!(row("alphabeta:depth=3")["cutoffs"].as_u64() > Some(0));
    assert_eq!(first["theory"]["leaves"], 504);
    let one = answer(&["lab", "tictactoe", "--depth", "2", "--position", "X../.O./..X O"]);
    assert!(one.starts_with("tictactoe, depth 2, O to move: X../.O./..X O\n\nplayer "), "{one}");
    assert_eq!(one.matches("minimax:depth=2").count(), 1);
}

#[test]
fn the_steps_of_a_search_are_written_into_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tree.json").display().to_string();
    let read = || -> serde_json::Value {
        serde_json::from_str(&std::fs::read_to_string(&path).expect("a file")).expect("JSON")
    };
    let text = answer(&["lab", "tictactoe", "--depth", "2", "--tree", &path]);
    assert!(text.starts_with("alphabeta:depth=2: "), "{text}");
    assert!(read()["nodes"].as_array().is_some_and(|nodes| nodes.len() > 30));
    answer(&["lab", "tictactoe", "--tree", &path, "--player", "mcts:playouts=20"]);
    assert_eq!(read()["simulations"].as_array().map(Vec::len), Some(20));
}

#[test]
fn random_games_are_counted() {
    let report = json(&["playouts", "tictactoe", "--games", "1000", "--seed", "5", "--json"]);
    let count = |key: &str| report[key].as_u64().expect("a count");
    assert_eq!(count("games"), 1000);
    let wins: u64 = (0..2).map(|side| report["wins"][side].as_u64().expect("a count")).sum();
    assert_eq!(wins + count("draws"), 1000);
    assert!((5.0..=9.0).contains(&report["mean_plies"].as_f64().expect("a length")));
    let short = json(&["playouts", "tictactoe", "--games", "10", "--plies", "4", "--json"]);
    assert_eq!((short["games"].as_u64(), short["discarded"].as_u64()), (Some(0), Some(10)));
}

#[test]
fn a_small_board_is_solved() {
    let text = answer(&["solve", "go", "--size", "2", "--table", "8"]);
    assert!(text.contains("\nBlack leads by 1, beginning with "), "{text}");
    let solved = json(&["solve", "go", "--size", "3x2", "--table", "8", "--ko", "situational", "--json"]);
    assert_eq!((&solved["least"], &solved["most"], &solved["solved"]), (&0.into(), &0.into(), &true.into()));
}

/// FFO 20: six empty squares.
const ENDING: &str = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";

#[test]
fn an_ending_of_othello_is_solved() {
    let solve = ["solve", "othello", "--table", "1"];
    let ending = [&solve[..], &["--position", ENDING]].concat();
    let text = answer(&ending);
    assert!(text.contains("\nBlack wins by 6, 35 to 29\nline    h5\n"), "{text}");
    let text = answer(&[&ending[..], &["--wld", "--all"]].concat());
    assert!(text.contains("\nBlack wins, by ") && text.contains("\ng6      loss"), "{text}");
    let moves = &json(&[&ending[..], &["--all", "--json"]].concat())["moves"];
    let scores: Vec<_> = (0..4).map(|at| (moves[at]["move"].as_str(), moves[at]["score"].as_i64())).collect();
    assert_eq!(
        scores,
        [("h5", 6), ("g6", -2), ("f6", -4), ("h6", -10)].map(|(mv, score)| (Some(mv), Some(score)))
    );
    let small = json(&[&solve[..], &["--size", "4", "--json"]].concat());
    assert_eq!(
        (&small["solved"], &small["least"], &small["empty"]),
        (&true.into(), &(-10).into(), &12.into())
    );
}

#[test]
fn a_match_is_played() {
    let arguments =
        ["match", "tictactoe", "--a", "alphabeta:depth=9", "--b", "random", "--games", "6", "--json"];
    let played = json(&arguments);
    assert_eq!(played["games"].as_array().expect("games").len(), 6);
    assert_eq!(played, json(&arguments), "one seed, one match");
}

#[test]
fn the_bench_has_a_signature() {
    let signature = |answer: serde_json::Value| answer["signature"].as_u64().expect("a number");
    let first = signature(json(&["bench", "tictactoe", "--json"]));
    assert!(first > 0);
    assert_eq!(signature(json(&["bench", "tictactoe", "--json"])), first);
}

#[test]
#[cfg(unix)]
fn the_app_says_where_it_is_and_ends_on_ctrl_c() {
    use std::io::{BufRead, BufReader, Read};
    let mut child = Command::new(env!("CARGO_BIN_EXE_wanqi"))
        .args(["--ephemeral", "--no-open", "--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let address =
        line.strip_prefix("Wanqi is at http://").and_then(|rest| rest.split_once('/')).expect(&line).0;
    let mut stream = std::net::TcpStream::connect(address).expect("it listens");
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("a request");
    let mut page = String::new();
    stream.read_to_string(&mut page).expect("a page");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<html"), "{page}");
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupted.expect("kill runs").success());
    assert!(child.wait().expect("it ends").success());
}

#[test]
#[cfg(unix)]
fn ctrl_c_stops_the_work_and_keeps_what_it_had() {
    use std::io::{BufRead, BufReader};
    // Three positions, on each of which the searches run into their time.
    let mut child = Command::new(env!("CARGO_BIN_EXE_wanqi"))
        .args(["lab", "chess", "--depth", "50", "--time", "200ms"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map(|line| line.expect("text"));
    let mut heads = 0;
    for line in lines {
        if line.starts_with("chess, depth 50, ") {
            heads += 1;
            if heads == 1 {
                let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
                assert!(sent.expect("kill runs").success());
            }
        }
    }
    assert!((1..3).contains(&heads), "{heads} positions");
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn bad_arguments_are_named() {
    for (arguments, error) in [
        (&["--port", "99999"][..], "99999 is not in 0..=65535"),
        (
            &["--ephemeral", "--no-open", "--host", "no such host"],
            "error: cannot listen at \"no such host\": ",
        ),
        (&["dance"], "unrecognized subcommand 'dance'"),
        (&["perft", "ches", "1"], "; did you mean \"chess\"?"),
        (
            &["perft", "go:komii=3", "1"],
            "go has no option \"komii\"; it has size, komi, rules, ko, suicide, scoring, handicap, placement; did you mean \"komi\"?",
        ),
        (&["play", "tictactoe", "--level", "Esay"], "; did you mean \"Easy\"?"),
        (
            &["match", "tictactoe", "--a", "mcts:depth=3", "--b", "random"],
            "error: --a: mcts keeps no limit of depth",
        ),
        (
            &["lab", "tictactoe", "--tree", "/dev/null", "--player", "mcts:depth=3"],
            "error: mcts keeps no limit of depth",
        ),
        (&["perft"], "<GAME>"),
        (&["perft", "tictactoe"], "<DEPTH>"),
        (&["perft", "tictactoe", "x"], "invalid value 'x' for '<DEPTH>'"),
        (&["perft", "tictactoe", "-1"], "unexpected argument '-1'"),
        (&["perft", "tictactoe", "99999999999"], "99999999999 is not in 0..=4294967295"),
        (&["perft", "", "1"], "error: a name is missing in \"\""),
        (&["perft", "shatranj", "1"], "error: there is no game \"shatranj\"; there is tictactoe"),
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
        (
            &["match", "tictactoe", "--a", "external:cmd=cat", "--b", "random"],
            "error: --a: tictactoe is not played in UCI",
        ),
        (
            &["match", "chess", "--a", "random", "--b", "external:cmd=no-such-engine"],
            "error: --b: cannot start \"no-such-engine\"",
        ),
        (
            &["match", "chess", "--a", "random", "--b", "random", "--sprt", "5,0"],
            "expected two differences in Elo such as 0,10",
        ),
        (&["solve", "go", "--size", "6"], "a board has 2 to 25 points"),
        (&["solve", "go", "--size", "3xx"], "expected lines, or columns and rows such as 3x4"),
        (&["solve", "othello", "--size", "5"], "--size: a board has 4, 6 or 8 rows"),
        (&["solve", "othello", "--position", "XO"], "error: --position: 8 rows of 8 are expected"),
        (&["solve", "othello", "--moves", "a1"], "error: --moves: a1 turns no disc"),
        (&["solve", "chess"], "unrecognized subcommand 'chess'"),
        (&["uci", "othello"], "error: \"othello\" is not played in UCI; chess"),
        (&["uci", "--player", "nobody"], "error: there is no player \"nobody\""),
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

#[test]
fn an_interface_is_answered() {
    let output = wanqi(
        &["uci"],
        "uci\nisready\nposition fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1\ngo infinite\nstop\nquit\n",
    );
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success() && output.stderr.is_empty());
    assert!(text.starts_with("id name Wanqi ") && text.contains("\nuciok\nreadyok\n"), "{text}");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{text}");
}

#[test]
fn an_interface_may_say_anything_and_leave_at_any_time() {
    use std::io::Read;
    let mut child = Command::new(env!("CARGO_BIN_EXE_wanqi"))
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let long = vec![b'x'; 10 << 20];
    for bytes in [&b"\0\xff\xfe\n"[..], &long, b"\r\nisready\r\ngo infinite"] {
        input.write_all(bytes).expect("it reads");
    }
    drop(input);
    let (mut said, mut error) = (String::new(), String::new());
    child.stdout.take().expect("a pipe").read_to_string(&mut said).expect("text");
    child.stderr.take().expect("a pipe").read_to_string(&mut error).expect("text");
    assert!(child.wait().expect("it ends").success() && error.is_empty(), "{error}");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "info string unknown command \"\\0\u{fffd}\u{fffd}\"");
    assert_eq!(lines[1..3], ["info string a line of more than 1048576 bytes", "readyok"]);
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{said}");
}

/// We play ourselves, over UCI, and what is said there is what is said at a table.
#[test]
fn an_engine_of_others_is_a_player() {
    let engine = format!("external:cmd=\"'{}' uci\",nodes=300", env!("CARGO_BIN_EXE_wanqi"));
    let thought = json(&["analyze", "chess", "--player", &engine, "--moves", "f3", "e5", "g4", "--json"]);
    assert_eq!((thought["best"].as_str(), thought["decided"].as_i64()), (Some("Qh4#"), Some(1)));
    let arguments = [
        "match",
        "chess",
        "--a",
        &engine,
        "--b",
        "best:nodes=300",
        "--games",
        "4",
        "--plies",
        "30",
        "--json",
    ];
    let played = json(&[&arguments[..], &["--concurrency", "2"]].concat());
    assert_eq!(played["games"].as_array().expect("games").len(), 4);
    assert_eq!(
        (played["forfeits_a"].as_u64(), played["forfeits_b"].as_u64()),
        (Some(0), Some(0)),
        "{played}"
    );
    let arguments = ["play", "chess", "--first", "human", "--second", &engine, "--moves", "f3", "e5"];
    let output = wanqi(&arguments, "g4\n");
    assert!(String::from_utf8_lossy(&output.stdout).contains(" plays Qh4#"), "{output:?}");
}

#[test]
fn matches_begin_with_openings() {
    let path = std::env::temp_dir().join(format!("wanqi-openings-{}", std::process::id()));
    let file = path.to_str().expect("text");
    let arguments =
        ["match", "tictactoe", "--a", "greedy", "--b", "random", "--games", "4", "--openings", file];
    std::fs::write(&path, "# two\nX../.O./... X\n\nX.O/.../... X\n").expect("a file");
    let played = json(&[&arguments[..], &["--json"]].concat());
    assert_eq!(played["games"][3]["position"], "X.O/.../... X");
    std::fs::write(&path, "X../.O./... X\nX.O/...\n").expect("a file");
    let said = String::from_utf8(wanqi(&arguments, "").stderr).expect("text");
    assert!(said.starts_with(&format!("error: --openings, {file}, line 2: not a position: ")), "{said}");
    std::fs::remove_file(&path).expect("the file");
    let said = String::from_utf8(wanqi(&arguments, "").stderr).expect("text");
    assert!(said.starts_with(&format!("error: --openings, {file}: ")), "{said}");
}

#[test]
fn a_test_ends_a_match() {
    let arguments = [
        "match",
        "tictactoe",
        "--a",
        "best",
        "--b",
        "random",
        "--games",
        "1000",
        "--sprt",
        "0,100",
        "--json",
    ];
    let played = json(&arguments);
    assert_eq!(played["sprt"]["verdict"], "accepted");
    assert!(played["games"].as_array().expect("games").len() < 300);
}

#[test]
fn rule_files_are_begun_checked_and_shown() {
    let listed = answer(&["rules", "new"]);
    for template in ["row", "moving", "chesslike", "connection", "most", "jumping"] {
        assert!(listed.contains(&format!("  {template} ")), "{template} in {listed}");
    }
    let folder = std::env::temp_dir().join(format!("wanqi-rules-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).display().to_string();
    let template = answer(&["rules", "new", "moving"]);
    std::fs::write(folder.join("good.toml"), &template).expect("a file");
    let text = answer(&["rules", "check", &path("good.toml")]);
    for part in [
        "1 C G C G C G C",
        "The courier (C) goes one point straight forward",
        "19 first moves:",
        "19 361 7,220",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(answer(&["rules", "check", "breakthrough", "--zh"]).contains("兵（P）：向前走一步"));
    assert_eq!(json(&["rules", "check", &path("good.toml"), "--json"])["game"]["perft"][1], 361);
    assert_eq!(json(&["rules", "show", &path("good.toml"), "--json"])["positions"][0]["ply"], 0);

    std::fs::write(folder.join("bad.toml"), template.replace("NE NW", "NE WN")).expect("a file");
    for command in ["check", "show"] {
        let output = wanqi(&["rules", command, &path("bad.toml")], "");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(2), "{text}");
        for part in ["\"WN\" is no direction", "bad.toml:28:16", "^^"] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
    // Whatever its file is called, and without one.
    std::fs::write(folder.join("my game"), &template).expect("a file");
    assert!(answer(&["rules", "check", &path("my game")]).contains("19 first moves:"));
    assert!(answer(&["perft", &path("my game"), "2"]).contains(" depth 2: 361 paths"));
    for arguments in [&["rules", "check", "-"][..], &["rules", "show", "-"], &["perft", "-", "2"]] {
        let output = wanqi(arguments, &template);
        assert!(output.status.success() && !output.stdout.is_empty(), "{arguments:?}: {output:?}");
    }
    std::fs::remove_dir_all(folder).expect("the folder goes away");
}

#[test]
fn games_of_a_rule_file_are_kept_and_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(folder.path().join("my.rules"), answer(&["rules", "new", "english-draughts"]))
        .expect("a file");
    let games = |count: &str| {
        let (rules, pgn) = (path("my.rules"), path("games.pgn"));
        let players = ["--a", "random", "--b", "random", "--opening", "2", "--json"];
        json(&[&["match", &rules, "--games", count, "--pgn", &pgn], &players[..]].concat())
    };
    let first = games("2");
    let moves = first["games"][0]["moves"].as_array().expect("moves");
    assert!(
        moves.len() < first["games"][0]["program_moves"].as_array().expect("moves").len(),
        "chains are one move"
    );
    assert_eq!(games("4")["games"].as_array().map(Vec::len), Some(2), "two were there");
    let text = std::fs::read_to_string(folder.path().join("games.pgn")).expect("games");
    assert_eq!(text.matches("[Variant \"English draughts\"]").count(), 4, "{text}");
    let data = path("data");
    let told = answer(&["library", "import", &path("games.pgn"), "--data-dir", &data]);
    assert!(told.contains('4'), "{told}");
}

#[test]
fn files_go_into_the_library_and_out_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data").display().to_string();
    let file = folder.path().join("games.pgn");
    let pgn = "[White \"Anna\"]\n[Black \"Bruno\"]\n[Date \"2026.11.21\"]\n\n1. e4 e5 2. Ke3 *\n\n\
               [White \"Carla\"]\n\n1. d4 (1. c4) 1-0\n";
    std::fs::write(&file, pgn).expect("written");
    let file = file.display().to_string();
    let library = |arguments: &[&str]| wanqi(&[&["library", "--data-dir", &data], arguments].concat(), "");
    let said = |arguments: &[&str]| {
        let output = library(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };

    assert_eq!(said(&["list"]), "no game is kept that fits\n");
    let report = said(&["import", &file]);
    assert!(
        report.starts_with(&format!("{file}: 2 games read, 2 kept\n  line 5, game 1: \"Ke3\": ")),
        "{report}"
    );
    let found: serde_json::Value =
        serde_json::from_str(&said(&["list", "--player", "anna", "--json"])).expect("JSON");
    assert_eq!((&found["total"], &found["games"][0]["plies"]), (&1.into(), &2.into()));
    assert!(said(&["list"]).contains("chess  Anna   Bruno   2026-11-21"), "{}", said(&["list"]));
    assert!(said(&["show", "2"]).ends_with("\n1. d4 (1. c4) 1-0\n\n"));
    assert_eq!(said(&["show", "2", "--format", "moves"]), "d2d4\n");

    let out = folder.path().join("out.pgn").display().to_string();
    assert_eq!(said(&["export", "--won", "first", "--output", &out]), format!("1 game written to {out}\n"));
    assert!(std::fs::read_to_string(&out).expect("a file").contains("[White \"Carla\"]"));
    for (arguments, code, message) in [
        (vec!["export", "--output", &out], 2, "error: "),
        (vec!["export", "--format", "sgf"], 1, "game 1: SGF has no words for chess"),
        (vec!["show", "99"], 2, "error: the library has no game 99"),
        (vec!["import", "/nowhere"], 2, "error: /nowhere: "),
    ] {
        let output = library(&arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
        assert!(error.starts_with(message), "{arguments:?}: {error}");
    }
    assert_eq!(said(&["delete", "1", "2", "3"]), "2 games deleted\n");

    std::fs::write(format!("{data}/library.sqlite"), "by hand").expect("written");
    let output = library(&["list"]);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(1) && error.contains("is damaged"), "{error}");
    assert_eq!(std::fs::read(format!("{data}/library.sqlite")).expect("a file"), b"by hand");
}
