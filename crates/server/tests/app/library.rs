//! Games that are kept while they are played, and found again.

use serde_json::{Value, json};
use server::keeper::Keeper;
use server::keeping::Keeping;
use server::searches::{Searches, Word};
use server::session::Session;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use store::{GameId, Library};

const LONG: Duration = Duration::from_secs(60);

struct Page {
    table: Keeping,
    words: Receiver<Word>,
}

fn keeper() -> Keeper {
    Keeper::of(Library::ephemeral().expect("memory")).expect("a thread")
}

impl Page {
    fn open(keeper: &Keeper) -> Page {
        let (send, words) = channel();
        let session = Session::new(Searches::default(), Duration::ZERO, move |word| drop(send.send(word)));
        Page { table: Keeping::new(session, keeper.clone()), words }
    }

    fn ask(&mut self, request: Value) -> Vec<Value> {
        let events = self.table.request(&request.to_string());
        events.iter().map(|event| serde_json::to_value(event).expect("JSON")).collect()
    }

    /// The only event of this name among the answers to a request.
    fn hear(&mut self, name: &str, request: Value) -> Value {
        let mut events = self.ask(request.clone());
        events.retain(|event| event["event"] == name);
        assert_eq!(events.len(), 1, "{name} after {request}: {events:?}");
        events.remove(0)
    }

    fn new_game(keeper: &Keeper, game: &str) -> Page {
        let mut page = Page::open(keeper);
        page.hear("table", json!({"request": "new", "game": game}));
        page
    }

    /// Makes moves, and gives the number that the game is kept under.
    fn play(&mut self, moves: &str) -> Option<i64> {
        let mut number = None;
        for text in moves.split_whitespace() {
            for event in self.ask(json!({"request": "move", "text": text})) {
                match event["event"].as_str() {
                    Some("kept") => number = event["game"].as_i64(),
                    Some("state" | "tree") => {}
                    _ => panic!("{text}: {event}"),
                }
            }
        }
        number
    }

    fn resume(&mut self, number: i64) -> Value {
        self.hear("state", json!({"request": "resume", "game": number}))
    }

    fn settle(&mut self) {
        loop {
            let word = self.words.recv_timeout(LONG).expect("a search ends");
            for event in self.table.hear(word) {
                let event = serde_json::to_value(event).expect("JSON");
                if event["event"] == "state" && event["searching"].is_null() {
                    return;
                }
            }
        }
    }
}

/// The main line and everything else of a game, as PGN without tags.
fn kept(keeper: &Keeper, number: i64) -> String {
    let kept = keeper.ask(move |library| library.load(GameId(number))).expect("kept");
    let text = store::text::write(&kept.record, store::text::Format::Pgn).expect("written");
    text.split("\n\n").nth(1).expect("moves").replace('\n', " ")
}

#[test]
fn a_game_is_kept_move_by_move_and_taken_up_again() {
    let keeper = keeper();
    let mut page = Page::new_game(&keeper, "chess");
    let number = page.play("e4").expect("kept with the first move");
    assert_eq!(page.play("e5 Nf3"), None, "under the same number");
    assert_eq!(kept(&keeper, number), "1. e4 e5 2. Nf3 *");
    page.ask(json!({"request": "undo"}));
    drop(page);

    let mut again = Page::open(&keeper);
    let state = again.resume(number);
    assert_eq!(
        (&state["view"]["ply"], &state["can_redo"]),
        (&json!(2), &json!(true)),
        "what was taken back too"
    );
    assert_eq!(again.play("f4"), None, "under the same number");
    assert_eq!(kept(&keeper, number), "1. e4 e5 2. Nf3 (2. f4) *", "the move taken back is there too");
    let state = again.hear("state", json!({"request": "resign"}));
    assert_eq!(state["view"]["result"]["winner"], 0);
    assert_eq!(
        kept(&keeper, number),
        "1. e4 e5 2. f4 (2. Nf3) 1-0",
        "what was played to its end is the main line"
    );
    again.ask(json!({"request": "goto", "ply": 1}));
    assert_eq!(kept(&keeper, number), "1. e4 e5 2. f4 (2. Nf3) 1-0", "looking back takes no end away");
}

#[test]
fn games_without_moves_are_not_kept_and_new_ones_have_numbers_of_their_own() {
    let keeper = keeper();
    let mut page = Page::new_game(&keeper, "tictactoe");
    let one = page.play("b2 a1").expect("kept");
    page.ask(json!({"request": "new", "game": "tictactoe"}));
    let two = page.play("a1").expect("kept");
    assert_ne!(one, two);
    let position = page.hear("state", json!({"request": "position", "text": ".../.X./O.. X"}));
    assert_eq!(position["view"]["ply"], 0);
    let three = page.play("c3").expect("another first position is another game");
    assert_eq!(kept(&keeper, one), "1. b2 a1 *");
    assert_eq!(kept(&keeper, two), "1. a1 *");
    assert_eq!(kept(&keeper, three), "1. c3 *");
    let found = page.hear("library", json!({"request": "library", "search": {}, "id": 5}));
    assert_eq!((&found["total"], &found["id"]), (&json!(3), &json!(5)));
}

#[test]
fn machines_have_their_names_and_their_moves_are_kept() {
    let keeper = keeper();
    let mut page = Page::open(&keeper);
    page.ask(json!({"request": "new", "game": "connect4", "seats": [null, "random:seed=1"]}));
    let number = page.play("4").expect("kept");
    page.settle();
    let kept = keeper.ask(move |library| library.load(GameId(number))).expect("kept").record;
    assert_eq!((kept.len(), kept.headers.players), (2, [String::new(), "random:seed=1".into()]));
    let found = page
        .hear("library", json!({"request": "library", "search": {"player": "RANDOM", "game": "connect4"}}));
    assert_eq!(found["games"][0]["id"], number);
    drop(page);
    let state = Page::open(&keeper).resume(number);
    assert_eq!(state["seats"], json!([null, "random:seed=1"]));
}

#[test]
fn a_game_from_a_file_keeps_its_moves_and_names() {
    let keeper = keeper();
    let text = "[White \"Anna\"]\n[Black \"Bruno\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0";
    let reading = store::text::read(text, &Default::default());
    let record = reading.games[0].record.clone();
    let GameId(number) = keeper.ask(move |library| library.add(&record, None)).expect("kept");
    let mut page = Page::open(&keeper);
    let state = page.resume(number);
    assert_eq!((&state["view"]["ply"], &state["seats"]), (&json!(0), &json!([null, null])));
    assert_eq!(state["view"]["record"].as_array().map(Vec::len), Some(3));
    page.play("d4");
    assert_eq!(kept(&keeper, number), "1. e4 (1. d4) 1... e5 2. Nf3 1-0", "what is tried is a variation");
    page.resume(number);
    page.play("d5");
    assert_eq!(kept(&keeper, number), "1. e4 (1. d4 d5) 1... e5 2. Nf3 1-0", "also the next time");
    let kept = keeper.ask(move |library| library.load(GameId(number))).expect("kept").record;
    assert_eq!(kept.headers.players, ["Anna", "Bruno"]);
}

#[test]
fn two_pages_never_write_over_each_other() {
    let keeper = keeper();
    let mut one = Page::new_game(&keeper, "tictactoe");
    let number = one.play("b2").expect("kept");
    let mut other = Page::open(&keeper);
    other.resume(number);
    other.play("a1");
    let own = one.play("c3").expect("another number");
    assert_eq!(kept(&keeper, number), "1. b2 a1 *");
    assert_eq!(kept(&keeper, own), "1. b2 c3 *");
}

#[test]
fn what_is_not_there_is_an_error_or_something_else() {
    let keeper = keeper();
    let mut page = Page::new_game(&keeper, "tictactoe");
    let number = page.play("b2").expect("kept");
    let deleted = page.hear("deleted", json!({"request": "delete_games", "games": [number, 99]}));
    assert_eq!(deleted["count"], 1);
    let fault = page.hear("error", json!({"request": "resume", "game": number, "id": 4}));
    assert_eq!(
        (&fault["id"], &fault["fault"]["what"]),
        (&json!(4), &json!(format!("the library has no game {number}")))
    );
    let otherwise = json!({"request": "new", "game": "connect4"});
    let start = format!("{} Y", ["......."; 6].join("/"));
    let table = page.hear("table", json!({"request": "resume", "game": number, "otherwise": otherwise}));
    assert_eq!(table["game"], "connect4");
    let other = page.play("4 4").expect("kept");
    for (moves, ply) in [(json!(["4"]), 2), (json!(["3"]), 1)] {
        let otherwise =
            json!({"request": "new", "game": "connect4", "record": {"first": start, "moves": moves}});
        let state = page.hear("state", json!({"request": "resume", "game": other, "otherwise": otherwise}));
        assert_eq!(state["view"]["ply"], ply, "a number that another library has given is not believed");
    }
    for (request, fault) in [
        (json!({"request": "resume"}), "not a request: missing field `game`"),
        (json!({"request": "library", "search": {"cheat": 1}}), "not a request: unknown field `cheat`"),
    ] {
        let what = page.hear("error", request)["fault"]["what"].take();
        assert!(what.as_str().is_some_and(|what| what.starts_with(fault)), "{what}");
    }
}

#[test]
fn whoever_plays_on_in_a_deleted_game_has_it_kept_again() {
    let keeper = keeper();
    let mut page = Page::new_game(&keeper, "tictactoe");
    let number = page.play("b2").expect("kept");
    page.ask(json!({"request": "delete_games", "games": [number]}));
    let again = page.play("a1").expect("kept");
    assert_ne!(again, number);
    assert_eq!(kept(&keeper, again), "1. b2 a1 *");
}

#[test]
fn many_pages_at_once_lose_nothing() {
    let keeper = keeper();
    let numbers: Vec<(usize, i64)> = std::thread::scope(|scope| {
        let playing: Vec<_> = (0..40)
            .map(|i| {
                let keeper = &keeper;
                scope.spawn(move || {
                    let plies = 1 + i % 7;
                    let mut page = Page::new_game(keeper, "connect4");
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
        let kept = keeper.ask(move |library| library.load(GameId(number))).expect("kept");
        assert_eq!(kept.record.len(), plies);
    }
}
