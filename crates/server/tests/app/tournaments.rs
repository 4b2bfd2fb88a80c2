//! Tournaments: everybody meets everybody, beside the game on the table, and what was played is kept.

use crate::library::{Page, handle};
use crate::table::english;
use serde_json::{Value, json};

fn begin(players: &[&str], game: &str, rounds: usize) -> Value {
    let begin = json!({"game": game, "players": players, "rounds": rounds, "millis": 50});
    json!({"request": "tournament", "ask": {"begin": begin}})
}

/// What is told until it is over.
fn told(page: &mut Page, until: impl Fn(&Value) -> bool) -> Vec<Value> {
    let mut told = Vec::new();
    loop {
        for event in page.hear() {
            assert_eq!(event["event"], "tournament", "{event}");
            let last = until(&event);
            told.push(event);
            if last {
                return told;
            }
        }
    }
}

#[test]
fn every_game_is_told_and_kept() {
    let handle = handle();
    let mut page = Page::open(&handle);
    let begun = page.receive("tournament", begin(&["random", "greedy", "best:depth=9"], "tictactoe", 2));
    assert_eq!((&begun["report"], begun["games"].as_array().map(Vec::len)), (&json!("begun"), Some(6)));
    let told = told(&mut page, |event| event["report"] == "done");
    let played: Vec<&Value> = told.iter().filter(|event| event["report"] == "played").collect();
    assert_eq!(played.len(), 6);
    assert!(told.iter().any(|event| event["report"] == "moved"), "they are watched");
    let lost_by_the_best = played.iter().filter(|event| {
        let sides = &begun["games"][event["game"].as_u64().unwrap_or(0) as usize];
        let winner = event["result"]["winner"].as_u64();
        winner.is_some_and(|winner| (0..2).any(|side| sides[side] == 2 && winner != side as u64))
    });
    assert_eq!(lost_by_the_best.count(), 0);
    let found = page.receive("library", json!({"request": "library"}));
    assert_eq!(found["total"], 6);
    assert_eq!(found["games"][0]["event"], "Tournament");
    let resumed = page.resume(played[0]["kept"].as_i64().expect("kept"));
    assert_eq!(
        resumed["view"]["record"].as_array().map(Vec::len),
        played[0]["plies"].as_u64().map(|n| n as usize)
    );
}

#[test]
fn one_that_is_stopped_keeps_what_it_had() {
    let handle = handle();
    let mut page = Page::open(&handle);
    page.receive("tournament", begin(&["random", "greedy"], "tictactoe", 20));
    told(&mut page, |event| event["report"] == "played");
    page.ask(json!({"request": "tournament", "ask": "stop"}));
    told(&mut page, |event| event["report"] == "done");
    let found = page.receive("library", json!({"request": "library"}));
    assert!(found["total"].as_u64().is_some_and(|total| total >= 1), "{found}");
}

#[test]
fn what_cannot_be_played_is_refused() {
    let mut page = Page::open(&handle());
    for (players, game, fault) in [
        (&["random"][..], "tictactoe", "a tournament has 2 to 10 players"),
        (&["random", "nobody"], "tictactoe", "nobody"),
        (&["random", "greedy"], "no-such-game", "no-such-game"),
    ] {
        let refused = page.receive("error", begin(players, game, 2));
        assert!(english(&refused["fault"]["what"]).contains(fault), "{refused}");
    }
}
