//! Texts of every kind: nothing panics.

use crate::shown::one;
use proptest::prelude::*;
use wanqi_store::text::{Format, Game, ReadContext, read, read_each, write};

#[test]
fn brackets_without_end_are_no_trouble() {
    let deep = 20_000;
    for text in [
        "(;SZ[9]".to_owned() + &"(;C[x]".repeat(deep),
        "(".repeat(deep),
        "1. e4 ".to_owned() + &"(1. d4 ".repeat(deep),
        "{ x".repeat(deep),
        "[".repeat(deep),
        "(;GM[othello]".to_owned() + &"(".repeat(deep),
    ] {
        read(&text, &ReadContext::default());
    }
}

/// Pieces of texts, so that what is thrown together is often nearly right.
fn pieces() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "(",
        ")",
        ";",
        "[",
        "]",
        "{",
        "}",
        "\n",
        " ",
        "%",
        "$5",
        "1.",
        "1...",
        "e4",
        "e5",
        "Nf3",
        "exd5",
        "O-O",
        "0-1",
        "*",
        "(;",
        "SZ[9]",
        "GM[1]",
        "GM[2]",
        "GM[4]",
        "GM[Othello]",
        "B[aa]",
        "W[bb]",
        "B[]",
        "AB[aa:cc]",
        "PL[W]",
        "KM[7.5]",
        "C[a\\]b]",
        "[Event \"x\"]\n",
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n",
        "[Variant \"go:size=5\"]\n",
        "TE[2]",
        "BO[8 ",
        "--------",
        "*O",
        "[%eval 1]",
        "[%better e4]",
        "{\"game\":\"chess\",\"nodes\":[",
        "é",
        "😀",
        "{\"id\":1,\"move\":\"e4\"}",
        "]}",
        "h8i9",
        "A1",
        "pass",
        "\\",
        "\"",
        "\r\n",
        "\u{feff}",
    ]);
    prop::collection::vec(prop_oneof![6 => known.prop_map(str::to_owned), 1 => ".{0,4}"], 0..40)
        .prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_text_is_trouble(text in pieces(), format in 0_usize..6) {
        let format = Format::ALL.get(format).map_or_else(|| Format::of_text(&text), |&(format, _)| format);
        let mut games: Vec<Game> = Vec::new();
        read_each(&text, format, &ReadContext::default(), &mut |game| {
            games.push(game);
            true
        });
        let lines = text.matches('\n').count() + 1;
        let mut end = 0;
        for (i, game) in games.iter().enumerate() {
            prop_assert_eq!(game.number, i + 1);
            prop_assert!(game.end >= end && game.end <= text.len());
            end = game.end;
            prop_assert!(game.problems.iter().all(|problem| (1..=lines).contains(&problem.line)));
            let Some(record) = &game.record else { continue };
            prop_assert_eq!(&record.checked().expect("what is read can be played"), record);
            let json = write(record, Format::Json).expect("written");
            prop_assert_eq!(&one(&json, &ReadContext::default()), record);
        }
    }
}
