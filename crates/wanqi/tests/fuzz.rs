//! The bodies of the fuzz targets on a stable toolchain: their corpora, and random texts made of what parsers
//! look for.

#[path = "../../../fuzz/bodies.rs"]
mod bodies;

use proptest::prelude::*;
use std::fs;
use std::path::Path;

fn corpora() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus"))
}

#[test]
fn corpora_are_replayed() {
    for (name, body) in bodies::TARGETS {
        let mut replayed = 0;
        for entry in fs::read_dir(corpora().join(name)).expect("every target has a corpus") {
            body(&fs::read(entry.expect("an entry").path()).expect("a file"));
            replayed += 1;
        }
        assert!(replayed > 0, "the corpus of {name} is empty");
    }
}

#[test]
fn every_target_has_a_body() {
    let targets = corpora().join("../fuzz_targets");
    let mut files: Vec<String> = fs::read_dir(targets)
        .expect("the targets")
        .map(|entry| {
            entry.expect("an entry").path().file_stem().expect("a name").to_string_lossy().into_owned()
        })
        .collect();
    let mut names: Vec<&str> = bodies::TARGETS.iter().map(|(name, _)| *name).collect();
    files.sort();
    names.sort_unstable();
    assert_eq!(files, names);
}

/// Texts of pieces that the parsers know, in any order, and anything else.
fn strange_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[XOYRKQkqrnbpPNB.1-9/-]{1,8}",
        2 => prop::sample::select(vec![" w ", " b ", " X ", " O", " KQkq", " - ", " 0 1", "/", "\n", "e4", "O-O", "pass", "#1",
            "a1", "T19", "e7e8q", "exd6", ":", "=", ",", "\"", "size=9", "depth=2", "best", "mcts", "undo\n", "position ",
            "{\"request\":\"move\",\"text\":\"", "{\"request\":\"new\",\"game\":\"", "\"}\n", "99999999999999999999",
            "uci\n", "usi\n", "ucci\n", "isready\n", "sfen ", "[Pp]", "+S", "Q~", "P*5c ", "byoyomi ", "UCI_Variant value crazyhouse\n", "go ", "infinite\n", "stop\n", "ponder ", "wtime ", "fen ", "startpos ", "moves ",
            "setoption name ", "value ", "genmove ", "play b ", "boardsize ", "komi ", "final_status_list ", "time_left ",
            "fixed_handicap ", "clear_board\n", "{\"id\":\"a\",\"moves\":[],\"rules\":", "\"chinese\",\"boardXSize\":5,\"boardYSize\":5",
            "{\"id\":1,\"request\":\"new\",\"game\":\"", "\",\"moves\":\"", "{\"id\":2,\"request\":\"go\",\"nodes\":9}\n", "{\"id\":3,\"request\":\"play\",\"move\":\"",
            "set_position ", "kata-set-param ", "kata-analyze b 1 ", "kgs-", "proof freestyle 5 ", "a1 b1=0 *=0\n", "end\n"])
            .prop_map(String::from),
        1 => "\\PC{0,4}",
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..20).prop_map(|pieces| pieces.concat())
}

fn game_names() -> impl Strategy<Value = String> {
    let names: Vec<String> = wanqi_play::games().map(|info| info.name.to_string()).collect();
    prop::sample::select(names)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_a_parser_panic(game in game_names(), text in strange_text()) {
        for (_, body) in bodies::TARGETS {
            body(format!("{game}\n{text}").as_bytes());
            body(text.as_bytes());
        }
    }

    /// A corpus entry with a few of its bytes changed, cut or doubled.
    #[test]
    fn no_broken_text_makes_a_parser_panic(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4_u8), 1..6),
    ) {
        for (name, body) in bodies::TARGETS {
            let mut entries: Vec<_> =
                fs::read_dir(corpora().join(name)).expect("a corpus").map(|entry| entry.expect("an entry").path()).collect();
            entries.sort();
            let mut bytes = fs::read(which.get(&entries)).expect("a file");
            for (at, byte, kind) in &changes {
                let at = at.index(bytes.len() + 1);
                match kind {
                    0 => bytes.insert(at, *byte),
                    1 => bytes.truncate(at.max(bytes.len() / 2)),
                    2 if at < bytes.len() => drop(bytes.remove(at)),
                    _ if at < bytes.len() => bytes[at] = *byte,
                    _ => {}
                }
            }
            body(&bytes);
        }
    }
}
