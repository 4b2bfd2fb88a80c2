//! What the documents show is what the program says: transcripts, rule files, players and games.
//!
//! A transcript is a block that begins with `$ wanqi …`. A line of it is told as it is, but for what a machine's speed
//! decides (the last column of a table headed `ms`, seconds, and figures a second) and for how far columns are apart. A line
//! `…` stands for any lines, and what follows a prompt such as `Yellow> ` is typed.

use std::fmt::Write;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What to do about a transcript that is stale.
const RENEW: &str = "WANQI_RENEW=1 cargo test -p wanqi --test documents";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The documents for people who use the program, by name.
fn documents() -> Vec<(String, String)> {
    let mut names = vec!["README.md".to_string()];
    for entry in root().join("docs").read_dir().expect("the documents").flatten() {
        let name = entry.file_name().into_string().expect("a name");
        if name.ends_with(".md") {
            names.push(format!("docs/{name}"));
        }
    }
    names.into_iter().map(|name| (read(&name), name)).map(|(text, name)| (name, text)).collect()
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The fenced blocks of a language, each with the line that it begins in.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<(usize, Vec<&'a str>)> {
    let fence = format!("```{language}");
    let mut blocks: Vec<(usize, Vec<&str>)> = Vec::new();
    let mut open = false;
    for (number, line) in text.lines().enumerate() {
        match line {
            "```" => open = false,
            line if line == fence => {
                open = true;
                blocks.push((number + 2, Vec::new()));
            }
            line if open => blocks.last_mut().expect("an open block").1.push(line),
            _ => {}
        }
    }
    blocks
}

/// The words of a command, as a shell would part them.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for c in command.chars() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('\'' | '"', None) => quote = Some(c),
            (' ', None) => words.push(std::mem::take(&mut word)),
            _ => word.push(c),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// What a transcript's prompt is answered with.
fn typed(line: &str) -> Option<&str> {
    let (prompt, answer) = line.split_once("> ")?;
    (!prompt.is_empty() && prompt.chars().all(char::is_alphanumeric)).then_some(answer)
}

fn output(command: &str, shown: &[&str]) -> String {
    let arguments = words(command);
    let mut child = Command::new(env!("CARGO_BIN_EXE_wanqi"))
        .args(&arguments[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let input: String = shown.iter().filter_map(|line| typed(line)).map(|line| format!("{line}\n")).collect();
    // A command that asks nothing does not read.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Lines without what differs from run to run.
fn comparable<'a>(lines: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut in_milliseconds = false;
    let mut compared: Vec<String> = Vec::new();
    for line in lines {
        let mut words: Vec<String> = line.split_whitespace().map(without_speed).collect();
        for at in 1..words.len() {
            if matches!(words[at].trim_end_matches(','), "s" | "k/s" | "M/s") {
                words[at - 1] = "#".into();
                words[at] = words[at].replace(['k', 'M'], "");
            }
        }
        match words.last_mut() {
            None => in_milliseconds = false,
            Some(last) if last == "ms" => in_milliseconds = true,
            Some(last) if in_milliseconds => *last = "#".into(),
            Some(_) => {}
        }
        compared.push(words.join(" "));
    }
    while compared.last().is_some_and(String::is_empty) {
        compared.pop();
    }
    compared
}

/// A figure a second that is written as one word.
fn without_speed(word: &str) -> String {
    let is_figure = word.ends_with("/s") && word.starts_with(|c: char| c.is_ascii_digit());
    if is_figure { "#/s".into() } else { word.into() }
}

/// Whether lines are those of a transcript, in which a line `…` stands for any.
fn fits(shown: &[String], said: &[String]) -> bool {
    match shown {
        [] => said.is_empty(),
        [any, rest @ ..] if any == "…" => (0..=said.len()).any(|skipped| fits(rest, &said[skipped..])),
        [line, rest @ ..] => said.first() == Some(line) && fits(rest, &said[1..]),
    }
}

#[test]
fn transcripts_are_what_the_program_says() {
    let renew = std::env::var_os("WANQI_RENEW").is_some();
    let (mut stale, mut seen) = (String::new(), 0);
    for (name, text) in documents() {
        let mut renewed = text.clone();
        for (line, block) in blocks(&text, "text") {
            let Some((command, shown)) = block.split_first() else { continue };
            let Some(command) = command.strip_prefix("$ ").filter(|command| command.starts_with("wanqi "))
            else {
                continue;
            };
            seen += 1;
            let said = output(command, shown);
            if fits(&comparable(shown.iter().copied()), &comparable(said.lines())) {
                continue;
            }
            let (said, left_out) = (said.trim_end(), shown.contains(&"…"));
            if renew && !left_out {
                renewed = renewed.replace(&shown.join("\n"), said);
            } else {
                let how = if left_out { "by hand, for something is left out" } else { RENEW };
                writeln!(stale, "{name}, line {line}, is stale; renew it: {how}\n$ {command}\n{said}\n")
                    .expect("a string");
            }
        }
        if renewed != text {
            std::fs::write(root().join(&name), renewed).expect("the document is written");
        }
    }
    assert!(stale.is_empty(), "{stale}");
    assert!(seen >= 3, "the README has transcripts: {seen}");
}

#[test]
fn speeds_and_spaces_are_not_compared() {
    let compared = |text: &str| comparable(text.lines());
    for (one, other) in [
        ("move  ms\na3    16", "move   ms\na3    176"),
        ("time    0.000 s, 302 nodes, 2.77 M/s", "time    0.1 s, 302 nodes, 790 k/s"),
        ("12k/s", "3M/s"),
    ] {
        assert_eq!(compared(one), compared(other));
    }
    for (one, other) in [
        ("move  ms\na3  16", "move  ms\na4  16"),
        ("move  ms\na3  16\n\na3  16", "move  ms\na3  16\n\na3  17"),
        ("0.5 s, 302 nodes", "0.5 s, 303 nodes"),
        ("a\nb", "a"),
    ] {
        assert_ne!(compared(one), compared(other));
    }
    let lines = |text: &str| text.lines().map(String::from).collect::<Vec<_>>();
    assert!(fits(&lines("…\nb\n…"), &lines("a\nb\nc\nd")));
    assert!(!fits(&lines("…\nb"), &lines("a\nb\nc")));
    assert_eq!(words("lab chess --position 'a b' x"), ["lab", "chess", "--position", "a b", "x"]);
    assert_eq!((typed("Yellow> 4"), typed("a -> b"), typed("> quoted")), (Some("4"), None, None));
}

#[test]
fn rule_files_that_are_whole_can_be_played() {
    let mut seen = 0;
    for (name, text) in documents() {
        for (line, block) in
            blocks(&text, "toml").into_iter().filter(|(_, block)| block[0].starts_with("name"))
        {
            let reading = wanqi_games::rulebook::read(&block.join("\n"));
            assert!(reading.rules.is_some(), "{name}, line {line}: {:?}", reading.diagnostics);
            seen += 1;
        }
    }
    assert!(seen > 0);
}

/// Texts such as `go:size=9,komi=7` in code, by name.
fn specs(text: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-=,.:".contains(c);
    let words = text.split(|c: char| !is_part(c)).map(|word| word.trim_matches([',', '.', ':']));
    let is_spec = |word: &&str| {
        let parts = word.split_once(':').map(|(name, options)| (name, options.split_once('=')));
        matches!(parts, Some((name, Some((key, value)))) if [name, key, value].iter().all(|part| !part.is_empty())
            && name.starts_with(|c: char| c.is_ascii_lowercase()) && key.chars().all(|c| c.is_ascii_lowercase() || c == '-'))
    };
    words.filter(is_spec).collect()
}

#[test]
fn games_and_players_in_the_text_are_understood() {
    const GAMES: [&str; 5] = ["chess", "go:size=9", "gomoku", "othello", "breakthrough"];
    const PLAYERS: [&str; 7] = ["random", "greedy", "minimax", "negamax", "alphabeta", "best", "mcts"];
    assert_eq!(
        specs("`go:size=9,komi=7`, or best:time=1s. Not: this=1 or https://x"),
        ["go:size=9,komi=7", "best:time=1s"]
    );
    let mut seen = 0;
    for (name, text) in documents() {
        for spec in specs(&text) {
            let of = spec.split(':').next().unwrap_or_default();
            if !PLAYERS.contains(&of) && wanqi_play::games().all(|game| *game.name != *of) {
                continue;
            }
            let parsed =
                spec.parse::<wanqi_play::Spec>().unwrap_or_else(|error| panic!("{name}: {spec}: {error}"));
            if !PLAYERS.contains(&of) {
                wanqi_play::table(&parsed).unwrap_or_else(|error| panic!("{name}: {spec}: {error}"));
            } else {
                let on = |game: &str| {
                    wanqi_play::table(&game.parse().expect("a game")).expect("a game").player(&parsed).err()
                };
                let errors: Vec<_> = GAMES.iter().map_while(|game| on(game)).collect();
                assert!(errors.len() < GAMES.len(), "{name}: {spec}: {errors:?}");
            }
            seen += 1;
        }
    }
    assert!(seen > 10, "{seen}");
}

/// Every experiment has its verdict, and every verdict its experiment.
#[test]
fn verdicts_and_experiments_belong_together() {
    let verdicts = read("EXPERIMENTS.md");
    let mut links: Vec<String> = verdicts
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split_once(')'))
        .map(|(link, _)| link.into())
        .collect();
    links.retain(|link| link.contains(".md#"));
    let mut entries = Vec::new();
    for entry in root().join("docs/experiments").read_dir().expect("experiments").flatten() {
        let file = format!("docs/experiments/{}", entry.file_name().to_string_lossy());
        // The title of the file is a heading too.
        let mut anchors: Vec<String> = Vec::new();
        for line in read(&file).lines().filter(|line| line.starts_with("# ") || line.starts_with("## ")) {
            let title = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
            let anchor: String =
                title.chars().filter(|c| c.is_alphanumeric() || *c == '-' || *c == '_').collect();
            let same = anchors.iter().filter(|other| **other == anchor).count();
            let again = if same > 0 { format!("-{same}") } else { String::new() };
            if line.starts_with("## ") {
                entries.push(format!("{file}#{anchor}{again}"));
            }
            anchors.push(anchor);
        }
    }
    links.sort();
    entries.sort();
    assert_eq!(links, entries, "a row of EXPERIMENTS.md for each entry of docs/experiments");
}
