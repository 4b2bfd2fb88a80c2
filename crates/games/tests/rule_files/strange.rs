//! Files that nobody would write: reading them never panics, and what is let through can be played.

use crate::reading::shipped;
use proptest::prelude::*;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use wanqi_game::{Game, Notation};
use wanqi_games::rulebook::explain::{Language, explain, to_text};
use wanqi_games::rulebook::{MAX_BYTES, Rulebook, read};

/// Reads a file, and plays by it if it can be.
fn try_out(file: &str) {
    let reading = read(file);
    for diagnostic in &reading.diagnostics {
        if let Some(at) = &diagnostic.at {
            assert!(file.get(at.clone()).is_some(), "{at:?} of {diagnostic:?}");
        }
    }
    let Some(rules) = reading.rules else {
        assert!(!reading.diagnostics.is_empty());
        return;
    };
    for language in [Language::English, Language::Chinese] {
        assert!(!to_text(&explain(&rules, language)).is_empty());
    }
    let Ok(game) = Rulebook::new(rules) else { return };
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut position = game.start();
    for _ in 0..50 {
        if game.outcome(&position).is_some() {
            break;
        }
        let mut moves = Vec::new();
        game.each_move(&position, |mv| moves.push(mv));
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.next_u64() as usize % moves.len()];
        let text = game.format_move(&position, mv, 0);
        assert!(!text.is_empty());
        game.play(&mut position, mv);
    }
}

/// Pieces of files.
const PARTS: &[&str] = &[
    "\"N\"",
    "\"any\"",
    "{ step = \"any\" }",
    "moves = \"K\"\n",
    "[win]\n",
    "[turn]\n",
    "[capture]\n",
    "[place]\n",
    "line = 3\n",
    "reach = \"8\"\n",
    "\"all\"",
    "true",
    "false",
    "0",
    "1",
    "20",
    "-1",
    "99999999999999999999",
    "1e400",
    "nan",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "\"\"\"",
    "\n",
    "=",
    ".",
    "P",
    "p",
    "\\",
    "\u{0}",
    "將",
    "\"edge\"",
    "swap = true\n",
    "pass = \"always\"\n",
    "does = [\"place\", \"place\", \"move\"]\n",
    "surround = \"remove\"\n",
    "flank = \"flip\"\n",
    "to_hand = true\n",
    "royal = true\n",
    "neutral = true\n",
    "misere = true\n",
    "gather = true\n",
    "forced = \"longest\"\n",
    "again = \"must\"\n",
    "repetition = \"forbidden\"\n",
    "facing = \"turn\"\n",
    "shape = \"hexes\"\n",
    "shape = \"lines\"\n",
    ".-.\n|/|\n.-.",
    "row = 3\n",
    "{ approach = \"any\" }",
    "{ withdraw = \"any\" }",
    "again_turning = true\n",
    "{ slide = \"any\", screens = 1, screen_kinds = \"P\" }",
    "ring = true\n",
    "join = { any = 2, of = \"edge | corners | a1\" }\n",
    "figure = [\"XX/XX\", \"X.X\"]\n",
    "more = 2\n",
    "flank_least = 2\n",
    "hostile = \"all\"\n",
    "enclosed = \"all\"\n",
    "captured = 3\n",
    "row = { length = 2, takes = \"each\", placed = \"never\", safe = false }\n",
    "{ fly = \"all\", at_most = 3 }",
    "falls = true\n",
    "count = \"area\"\n",
    "{ jump = \"any\", flying = true, over = \"any\" }",
    "{ line = \"any\" }",
    "{ slide = \"any\", screens = 1 }",
    "\"mQcpQ\"",
];

fn changed(mut file: String, changes: &[(prop::sample::Index, prop::sample::Index, u8)]) -> String {
    for (at, part, kind) in changes {
        let lines: Vec<&str> = file.lines().collect();
        let mut at_byte = at.index(file.len() + 1);
        while !file.is_char_boundary(at_byte) {
            at_byte -= 1;
        }
        match kind {
            0 => file.insert_str(at_byte, PARTS[part.index(PARTS.len())]),
            1 if at_byte < file.len() => drop(file.remove(at_byte)),
            2 if lines.len() > 1 => {
                let mut lines = lines.clone();
                lines.remove(at.index(lines.len()));
                file = lines.join("\n");
            }
            3 if lines.len() > 1 => {
                let mut lines = lines.clone();
                let (one, other) = (at.index(lines.len()), part.index(lines.len()));
                lines.swap(one, other);
                file = lines.join("\n");
            }
            4 if !lines.is_empty() => {
                let mut lines = lines.clone();
                lines.insert(at.index(lines.len()), PARTS[part.index(PARTS.len())]);
                file = lines.join("\n");
            }
            _ => {}
        }
    }
    file
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn changed_files(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..5_u8), 0..6),
    ) {
        let files = shipped();
        try_out(&changed(which.get(&files).1.clone(), &changes));
    }

    /// Two files, one behind the other from anywhere.
    #[test]
    fn joined_files(one in any::<prop::sample::Index>(), other in any::<prop::sample::Index>(), cut in any::<prop::sample::Index>()) {
        let files = shipped();
        let (one, other) = (&one.get(&files).1, &other.get(&files).1);
        let sections = |file: &str| file.split("\n\n").map(str::to_string).collect::<Vec<_>>();
        let (mut start, end) = (sections(one), sections(other));
        start.truncate(cut.index(start.len()) + 1);
        start.extend(end.into_iter().skip(1));
        try_out(&start.join("\n\n"));
    }

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        try_out(&text);
    }
}

#[test]
fn large_files_are_refused_or_read_in_bounds() {
    let piece = "{ slide = \"any\", from = \"all\" }, ".repeat(32);
    let pieces: String = ('A'..='Z')
        .map(|letter| {
            format!(
                "[piece.{letter}]\nmoves = [{piece}]\npromotes = {{ on = \"all\", to = \"Z\", may = true }}\n"
            )
        })
        .collect();
    let board = "ABCDEFGHIJKLMNOPQRST\n".repeat(20);
    let file = format!("name = \"t\"\nboard = \"\"\"\n{board}\"\"\"\n{pieces}[win]\nreach = \"20\"\n");
    assert!(file.len() < MAX_BYTES);
    read(&file);
    let long = "x".repeat(60_000);
    for file in [
        " ".repeat(MAX_BYTES + 1),
        "[".repeat(60_000),
        format!("a = {}", "[".repeat(60_000)),
        format!("a = {}", "{ a = ".repeat(10_000)),
        format!("{long} = 1"),
        format!("name = \"{long}\""),
        format!("board = \"\"\"\n{}\"\"\"", "P\n".repeat(20_000)),
        format!("size = \"{long}\""),
        format!("name = \"t\"\nsize = \"3x3\"\n[piece.P]\nmoves = \"{}\"", "W".repeat(60_000)),
        format!("name = \"t\"\nsize = \"3x3\"\n[region]\na1a = \"{}\"", "x ".repeat(30_000)),
        (0..6_000).map(|i| format!("k{i} = 1\n")).collect(),
    ] {
        let reading = read(&file);
        assert!(reading.rules.is_none() && !reading.diagnostics.is_empty());
        assert!(reading.diagnostics.len() <= 101);
    }
}
