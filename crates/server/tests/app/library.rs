//! Games that are kept while they are played, and found again.

use serde_json::{Value, json};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use wanqi_server::autosave::Autosave;
use wanqi_server::library_handle::LibraryHandle;
use wanqi_server::searches::{Searches, SessionMessage};
use wanqi_server::session::Session;
use wanqi_store::{GameId, Library};

const LONG: Duration = Duration::from_secs(60);

pub struct Page {
    table: Autosave,
    words: Receiver<SessionMessage>,
}

pub fn handle() -> LibraryHandle {
    LibraryHandle::of(Library::ephemeral().expect("memory")).expect("a thread")
}

impl Page {
    pub fn open(handle: &LibraryHandle) -> Page {
        let (send, words) = channel();
        let session =
            Session::new(&Searches::default(), Duration::ZERO, move |message| drop(send.send(message)));
        Page { table: Autosave::new(session, handle.clone()), words }
    }

    pub fn ask(&mut self, request: Value) -> Vec<Value> {
        let events = self.table.request(&request.to_string());
        events.iter().map(|event| serde_json::to_value(event).expect("JSON")).collect()
    }

    /// The only event of this name among the answers to a request.
    pub fn receive(&mut self, name: &str, request: Value) -> Value {
        let mut events = self.ask(request.clone());
        events.retain(|event| event["event"] == name);
        assert_eq!(events.len(), 1, "{name} after {request}: {events:?}");
        events.remove(0)
    }

    pub fn new_game(handle: &LibraryHandle, game: &str) -> Page {
        let mut page = Page::open(handle);
        page.receive("table", json!({"request": "new", "game": game}));
        page
    }

    /// Makes moves, and gives the number that the game is kept under.
    pub fn play(&mut self, moves: &str) -> Option<i64> {
        let mut number = None;
        for text in moves.split_whitespace() {
            for event in self.ask(json!({"request": "move", "text": text})) {
                match event["event"].as_str() {
                    Some("kept") => number = event["game"].as_i64(),
                    Some("state" | "tree" | "keepsake") => {}
                    _ => panic!("{text}: {event}"),
                }
            }
        }
        number
    }

    /// Makes moves, and gives what the page has to take the game up from.
    pub fn keepsake(&mut self, moves: &str) -> Value {
        let mut keepsake = Value::Null;
        for text in moves.split_whitespace() {
            keepsake = self.receive("keepsake", json!({"request": "move", "text": text}))["text"].take();
        }
        keepsake
    }

    pub fn resume(&mut self, number: i64) -> Value {
        self.receive("state", json!({"request": "resume", "game": number}))
    }

    /// What comes of the next word of a thread.
    pub fn hear(&mut self) -> Vec<Value> {
        let message = self.words.recv_timeout(LONG).expect("there is more to hear");
        let events = self.table.on_message(message);
        events.iter().map(|event| serde_json::to_value(event).expect("JSON")).collect()
    }

    fn settle(&mut self) {
        loop {
            let message = self.words.recv_timeout(LONG).expect("a search ends");
            for event in self.table.on_message(message) {
                let event = serde_json::to_value(event).expect("JSON");
                if event["event"] == "state" && event["searching"].is_null() {
                    return;
                }
            }
        }
    }
}

/// The main line and everything else of a game, as PGN without tags.
pub fn kept(handle: &LibraryHandle, number: i64) -> String {
    let kept = handle.ask(move |library| library.load(GameId(number))).expect("kept");
    let text = wanqi_store::text::write(&kept.record, wanqi_store::text::Format::Pgn).expect("written");
    text.split("\n\n").nth(1).expect("moves").replace('\n', " ")
}

#[test]
fn a_game_is_kept_move_by_move_and_taken_up_again() {
    let handle = handle();
    let mut page = Page::new_game(&handle, "chess");
    let number = page.play("e4").expect("kept with the first move");
    assert_eq!(page.play("e5 Nf3"), None, "under the same number");
    assert_eq!(kept(&handle, number), "1. e4 e5 2. Nf3 *");
    page.ask(json!({"request": "undo"}));
    drop(page);

    let mut again = Page::open(&handle);
    let state = again.resume(number);
    assert_eq!(
        (&state["view"]["ply"], &state["can_redo"]),
        (&json!(2), &json!(true)),
        "what was taken back too"
    );
    assert_eq!(again.play("f4"), None, "under the same number");
    assert_eq!(kept(&handle, number), "1. e4 e5 2. f4 *", "the move taken back is gone");
    let state = again.receive("state", json!({"request": "resign"}));
    assert_eq!(state["view"]["result"]["winner"], 0);
    again.ask(json!({"request": "goto", "ply": 1}));
    assert_eq!(kept(&handle, number), "1. e4 e5 2. f4 1-0", "looking back takes no end away");
    again.play("c5");
    assert_eq!(kept(&handle, number), "1. e4 e5 (1... c5) 2. f4 1-0", "nor does what is tried there");
}

#[test]
fn games_without_moves_are_not_kept_and_new_ones_have_numbers_of_their_own() {
    let handle = handle();
    let mut page = Page::new_game(&handle, "tictactoe");
    let one = page.play("b2 a1").expect("kept");
    page.ask(json!({"request": "new", "game": "tictactoe"}));
    let two = page.play("a1").expect("kept");
    assert_ne!(one, two);
    let position = page.receive("state", json!({"request": "position", "text": ".../.X./O.. X"}));
    assert_eq!(position["view"]["ply"], 0);
    let three = page.play("c3").expect("another first position is another game");
    assert_eq!(kept(&handle, one), "1. b2 a1 *");
    assert_eq!(kept(&handle, two), "1. a1 *");
    assert_eq!(kept(&handle, three), "1. c3 *");
    let found = page.receive("library", json!({"request": "library", "search": {}, "id": 5}));
    assert_eq!((&found["total"], &found["id"]), (&json!(3), &json!(5)));
}

#[test]
fn machines_have_their_names_and_their_moves_are_kept() {
    let handle = handle();
    let mut page = Page::open(&handle);
    page.ask(json!({"request": "new", "game": "connect4", "seats": [null, "random:seed=1"]}));
    let number = page.play("4").expect("kept");
    page.settle();
    let kept = handle.ask(move |library| library.load(GameId(number))).expect("kept").record;
    assert_eq!((kept.len(), kept.headers.players), (2, [String::new(), "random:seed=1".into()]));
    let found = page.receive(
        "library",
        json!({"request": "library", "search": {"player": "RANDOM", "game": "connect4"}}),
    );
    assert_eq!(found["games"][0]["id"], number);
    drop(page);
    let state = Page::open(&handle).resume(number);
    assert_eq!(state["seats"], json!([null, "random:seed=1"]));
}

#[test]
fn a_game_from_a_file_keeps_its_moves_and_names() {
    let handle = handle();
    let text = "[White \"Anna\"]\n[Black \"Bruno\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0";
    let reading = wanqi_store::text::read(text, &Default::default());
    let record = reading.games[0].record.clone();
    let GameId(number) = handle.ask(move |library| library.add(&record, None)).expect("kept");
    let mut page = Page::open(&handle);
    let state = page.resume(number);
    assert_eq!((&state["view"]["ply"], &state["seats"]), (&json!(0), &json!([null, null])));
    assert_eq!(state["view"]["record"].as_array().map(Vec::len), Some(3));
    page.play("d4");
    assert_eq!(kept(&handle, number), "1. e4 (1. d4) 1... e5 2. Nf3 1-0", "what is tried is a variation");
    page.resume(number);
    page.play("d5");
    assert_eq!(kept(&handle, number), "1. e4 (1. d4 d5) 1... e5 2. Nf3 1-0", "also the next time");
    let kept = handle.ask(move |library| library.load(GameId(number))).expect("kept").record;
    assert_eq!(kept.headers.players, ["Anna", "Bruno"]);
}

#[test]
fn two_pages_never_write_over_each_other() {
    let handle = handle();
    let mut one = Page::new_game(&handle, "tictactoe");
    let number = one.play("b2").expect("kept");
    let mut other = Page::open(&handle);
    other.resume(number);
    other.play("a1");
    let own = one.play("c3").expect("another number");
    assert_eq!(kept(&handle, number), "1. b2 a1 *");
    assert_eq!(kept(&handle, own), "1. b2 c3 *");
}

#[test]
fn what_is_not_there_is_an_error_or_something_else() {
    let handle = handle();
    let mut page = Page::new_game(&handle, "tictactoe");
    let number = page.play("b2").expect("kept");
    let deleted = page.receive("deleted", json!({"request": "delete_games", "games": [number, 99]}));
    assert_eq!(deleted["count"], 1);
    let fault = page.receive("error", json!({"request": "resume", "game": number, "id": 4}));
    assert_eq!(
        (&fault["id"], &fault["fault"]["what"]),
        (&json!(4), &json!(format!("the library has no game {number}")))
    );
    // What a page brings is taken up where the library has nothing of that number, or another game.
    let mut elsewhere = Page::new_game(&handle, "connect4");
    let brought = elsewhere.keepsake("4 4");
    let taken_up = page.ask(json!({"request": "resume", "game": number, "keepsake": brought}));
    let other =
        taken_up.iter().rev().find_map(|event| event["game"].as_i64().filter(|_| event["event"] == "kept"));
    let other = other.expect("kept as a game of its own");
    assert_eq!(page.play("3"), None, "under its number");
    assert_eq!(kept(&handle, other), "1. 4 4 2. 3 *");
    let mut third = Page::new_game(&handle, "connect4");
    for (moves, ply) in [("4", 3), ("1", 1)] {
        third.ask(json!({"request": "goto", "ply": 0}));
        third.ask(json!({"request": "new", "game": "connect4"}));
        let brought = third.keepsake(moves);
        let state = Page::open(&handle)
            .receive("state", json!({"request": "resume", "game": other, "keepsake": brought}));
        assert_eq!(state["view"]["ply"], ply, "a number that another library has given is not believed");
    }
    for (request, fault) in [
        (json!({"request": "resume"}), "there is no game to take up"),
        (json!({"request": "resume", "keepsake": "{}"}), "there is no game to take up"),
        (json!({"request": "library", "search": {"cheat": 1}}), "not a request: unknown field `cheat`"),
    ] {
        let what = page.receive("error", request)["fault"]["what"].take();
        assert!(what.as_str().is_some_and(|what| what.starts_with(fault)), "{what}");
    }
}

#[test]
fn whoever_plays_on_in_a_deleted_game_has_it_kept_again() {
    let handle = handle();
    let mut page = Page::new_game(&handle, "tictactoe");
    let number = page.play("b2").expect("kept");
    page.ask(json!({"request": "delete_games", "games": [number]}));
    let again = page.play("a1").expect("kept");
    assert_ne!(again, number);
    assert_eq!(kept(&handle, again), "1. b2 a1 *");
}

#[test]
fn many_pages_at_once_lose_nothing() {
    let handle = handle();
    let numbers: Vec<(usize, i64)> = std::thread::scope(|scope| {
        let playing: Vec<_> = (0..40)
            .map(|i| {
                let handle = &handle;
                scope.spawn(move || {
                    let plies = 1 + i % 7;
                    let mut page = Page::new_game(handle, "connect4");
                    (
                        plies,
                        page.play(&"1 2 3 4 5 6 7".split(' ').take(plies).collect::<Vec<_>>().join(" "))
                            .expect("kept"),
                    )
                })
            })
            .collect();
        playing.into_iter().map(|page| page.join().expect("no panic")).collect()
    });
    for (plies, number) in numbers {
        let kept = handle.ask(move |library| library.load(GameId(number))).expect("kept");
        assert_eq!(kept.record.len(), plies);
    }
}

#[test]
fn games_are_explored_by_what_was_played_from_a_position() {
    let handle = handle();
    let mut page = Page::new_game(&handle, "tictactoe");
    page.play("b2 a1 b1 b3 c1");
    let mut page = Page::new_game(&handle, "tictactoe");
    page.play("b2 a1 c3");
    let moves = |page: &mut Page| page.receive("explored", json!({"request": "explore"}))["moves"].take();
    assert_eq!(moves(&mut page), json!([]), "nobody went on from here");
    page.ask(json!({"request": "goto", "ply": 2}));
    let found = moves(&mut page);
    let texts: Vec<_> = found.as_array().expect("a list").iter().map(|mv| &mv["text"]).collect();
    assert_eq!(texts, ["b1", "c3"]);
    assert_eq!(found[1]["games"], 1);
    // Another order of moves leads to the same position, and a game that was deleted is no more.
    let mut page = Page::new_game(&handle, "tictactoe");
    let number = page.play("a1 b2").expect("kept");
    assert_eq!(moves(&mut page), json!([]), "here it is the other side that has the centre");
    page.ask(json!({"request": "goto", "ply": 0}));
    assert_eq!(moves(&mut page)[0]["games"], 2);
    page.ask(json!({"request": "delete_games", "games": [number]}));
    assert_eq!(moves(&mut page).as_array().map(Vec::len), Some(1));
}

/// What other games played on a board turned or mirrored is told of the board as it lies, and equal moves are one.
#[test]
fn boards_that_are_turned_are_one_to_the_explorer() {
    let told = |page: &mut Page| -> Vec<(String, u64)> {
        let found = page.receive("explored", json!({"request": "explore"}))["moves"].take();
        let one = |mv: &serde_json::Value| {
            (mv["text"].as_str().expect("a text").to_owned(), mv["games"].as_u64().expect("a number"))
        };
        found.as_array().expect("a list").iter().map(one).collect()
    };
    for (game, played, at, wanted) in [
        // From the middle all corners are one, and all edges.
        ("tictactoe", &["b2 a1", "b2 c3", "b2 a3", "b2 a2", "b2 b1"][..], "b2", &[("a3", 3), ("a2", 2)][..]),
        ("tictactoe", &["a1 b1 c3", "a1 a2 c3", "c3 c2 b2", "c3 c1"], "a3 b3", &[("b2", 1), ("c1", 2)]),
        ("connect4", &["3 2 1", "5 6 7", "5 6 6"], "3 2", &[("1", 2), ("2", 1)]),
        ("go:size=9", &["C4 E5", "D7 E5", "G4 C3", "C4 pass"], "G6", &[("E5", 2), ("C7", 1), ("pass", 1)]),
        // The first discs lie otherwise after a quarter of a turn: of eight turnings four are left. One move is the book's.
        ("othello", &["d3 c3", "c4 c3", "f5 f6", "e6 f6", "d3 e3"], "d3", &[("c3", 4), ("e3", 1), ("c5", 0)]),
        (
            "gomoku:opening=swap2",
            &["a1 b1 c1 white", "o15 n15 m15 black"],
            "a15 a14 a13",
            &[("black", 1), ("white", 1)],
        ),
        // Where the board has a way up, nothing is turned; where it has a left and a right as well.
        ("chess", &["d2d4 d7d5", "e2e4 e7e5"], "e4", &[("e5", 1)]),
    ] {
        let handle = handle();
        for moves in played {
            Page::new_game(&handle, game).play(moves);
        }
        let mut page = Page::new_game(&handle, game);
        page.play(at);
        let mut found = told(&mut page);
        if game == "chess" {
            found.retain(|(_, games)| *games > 0);
        }
        found.sort_by_key(|(text, games)| (std::cmp::Reverse(*games), text.clone()));
        let mut wanted: Vec<_> = wanted.iter().map(|&(text, games)| (text.to_owned(), games)).collect();
        wanted.sort_by_key(|(text, games)| (std::cmp::Reverse(*games), text.clone()));
        assert_eq!(found, wanted, "{game} {at}");
    }
}

#[test]
fn the_opening_book_is_explored_too() {
    let mut page = Page::new_game(&handle(), "chess");
    let found = page.receive("explored", json!({"request": "explore"}));
    let moves = found["moves"].as_array().expect("a list");
    assert!(moves.len() > 2 && moves.iter().all(|mv| mv["games"] == 0), "{found}");
    let shares: Vec<u64> = moves.iter().filter_map(|mv| mv["book"].as_u64()).collect();
    assert!(shares.is_sorted_by(|one, other| one >= other) && shares[0] > 10, "{found}");
    assert_eq!(moves[0]["points"].as_array().map(Vec::len), Some(2));
}

#[test]
fn openings_are_called_by_their_names() {
    let mut page = Page::new_game(&handle(), "othello");
    let name = |page: &mut Page| page.receive("explored", json!({"request": "explore"}))["name"].take();
    assert_eq!(name(&mut page), serde_json::Value::Null);
    page.play("c4 c3");
    assert_eq!(name(&mut page), "Diagonal (Nanamedori)");
    page.play("d3 c5 b4");
    assert_eq!(name(&mut page), "Heath (Tobidashi)");
}

#[test]
fn a_win_that_was_missed_becomes_a_puzzle_and_is_trained() {
    let handle = handle();
    let mut page = Page::new_game(&handle, "tictactoe");
    // Instead of a3, which threatens twice, X closes an edge and lets O have its line.
    page.play("b2 a2 c3 a1 b1");
    page.ask(json!({"request": "review", "on": true, "millis": 50}));
    let found = loop {
        if let Some(found) = page.hear().into_iter().find(|event| event["event"] == "puzzle_found") {
            break found["puzzle"].clone();
        }
    };
    assert_eq!((&found["game"], found["line"].as_array().map(Vec::len)), (&json!("tictactoe"), Some(1)));
    let all = page.receive("puzzles", json!({"request": "puzzles"}));
    let own = &all["puzzles"][0];
    assert_eq!((&own["position"], &own["level"]), (&found["position"], &json!(0)), "one's own come first");
    assert!(own["origin"].is_number() && all["total"].as_u64().is_some_and(|total| total > 1), "{all}");
    for (solved, days) in [(true, 1), (true, 2), (false, 1)] {
        let request = json!({"request": "puzzle_tried", "puzzle": own["id"], "solved": solved});
        assert_eq!(page.receive("puzzle_tried", request)["days"], days);
    }
    let of_game = page.receive("puzzles", json!({"request": "puzzles", "game": "tictactoe"}));
    assert_eq!((&of_game["due"], &of_game["next"]), (&json!(0), &json!(1)));
}
