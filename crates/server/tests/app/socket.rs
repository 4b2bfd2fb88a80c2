//! The app over real sockets.

use crate::page::{Page, app, http};
use crate::table::english;
use futures_util::SinkExt;
use serde_json::{Value, json};
use std::time::Duration;
use tokio_tungstenite::tungstenite::{Error, Message};
use wanqi_server::{Config, bind};

#[tokio::test(flavor = "multi_thread")]
async fn bad_messages_get_an_error_and_the_game_goes_on() {
    let address = app().await;
    let mut page = Page::new_game(address, "tictactoe", json!([null, null])).await;
    page.ask(json!({"request": "move", "text": "b2"})).await;
    page.receive("state").await;
    let messages: [(Message, &str); 6] = [
        ("{\"request\":".into(), "not JSON"),
        (format!("\"{}\"", "x".repeat(1 << 20)).into(), "a request has at most 262144 bytes"),
        (vec![0_u8; 32].into(), "a request is a text, not a binary message"),
        ("{\"request\": \"cheat\"}".into(), "not a request: unknown variant"),
        ("{\"request\": \"move\", \"text\": \"b2\"}".into(), "not a move here: b2 is taken"),
        ("\u{0}\u{1F600}".into(), "not JSON"),
    ];
    for (message, fault) in messages {
        page.send(message).await;
        let what = page.receive("error").await["fault"]["what"].take();
        assert!(english(&what).starts_with(fault), "{what} instead of {fault}");
    }
    page.ask(json!({"request": "move", "text": "a1"})).await;
    assert_eq!(page.receive("state").await["view"]["position"], ".../.X./O.. X");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_beyond_all_bounds_closes_the_socket_and_no_other() {
    let address = app().await;
    let mut other = Page::new_game(address, "tictactoe", json!([null, null])).await;
    let mut page = Page::new_game(address, "tictactoe", json!([null, null])).await;
    // The server may hang up before it has read everything.
    let _ = page.0.send("x".repeat(8 << 20).into()).await;
    assert!(page.is_closed().await);
    other.ask(json!({"request": "move", "text": "b2"})).await;
    assert_eq!(other.receive("state").await["view"]["ply"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_out_of_turn_and_after_the_end_are_refused() {
    let address = app().await;
    let mut page = Page::new_game(address, "gomoku", json!(["best:depth=100", null])).await;
    page.ask(json!({"request": "move", "text": "h8"})).await;
    assert_eq!(
        english(&page.receive("error").await["fault"]["what"]),
        "it is Black's turn, and the machine plays Black"
    );

    let mut page = Page::new_game(address, "tictactoe", json!([null, null])).await;
    page.ask(json!({"request": "position", "text": "XX./OO./... X"})).await;
    page.receive("state").await;
    page.ask(json!({"request": "move", "text": "c3"})).await;
    assert_eq!(page.receive("state").await["view"]["result"]["winner"], 0);
    page.ask(json!({"request": "move", "text": "c1"})).await;
    assert_eq!(english(&page.receive("error").await["fault"]["what"]), "the game is over: X wins");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_sockets_are_two_games() {
    let address = app().await;
    let mut one = Page::new_game(address, "tictactoe", json!([null, null])).await;
    let mut other = Page::new_game(address, "connect4", json!([null, null])).await;
    for (mine, theirs) in [("a1", "1"), ("a2", "2"), ("b1", "1")] {
        one.ask(json!({"request": "move", "text": mine})).await;
        other.ask(json!({"request": "move", "text": theirs})).await;
    }
    for _ in 0..2 {
        one.receive("state").await;
        other.receive("state").await;
    }
    assert_eq!(one.receive("state").await["view"]["position"], ".../O../XX. O");
    let position = other.receive("state").await["view"]["position"].take();
    assert_eq!(position, "......./......./......./......./Y....../YR..... R");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_own_page_is_answered() {
    let address = app().await;
    let own = format!("http://{address}");
    assert!(Page::from(address, Some(&own)).await.is_ok());
    for origin in [None, Some("http://evil.example"), Some("null"), Some("http://127.0.0.1:1")] {
        match Page::from(address, origin).await {
            Err(Error::Http(response)) => assert_eq!(response.status(), 403, "{origin:?}"),
            Err(error) => panic!("{origin:?}: {error}"),
            Ok(_) => panic!("{origin:?} was let in"),
        }
    }
    let page =
        http(address, &format!("GET / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")).await;
    let head = page.split("\r\n\r\n").next().expect("a head").to_lowercase();
    assert!(head.starts_with("http/1.1 200"), "{head}");
    for header in [
        "cache-control: no-cache",
        "x-content-type-options: nosniff",
        "content-security-policy: default-src 'self';",
    ] {
        assert!(head.contains(header), "{header} in {head}");
    }
    assert!(!page.contains("<script>"), "no inline script");
    for (request, status) in [
        (format!("GET / HTTP/1.1\r\nhost: evil.example:{}\r\n", address.port()), "403"),
        (format!("GET / HTTP/1.1\r\nhost: {address}\r\norigin: http://evil.example\r\n"), "403"),
        (format!("POST / HTTP/1.1\r\nhost: {address}\r\n"), "403"),
        (format!("POST / HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\n"), "405"),
        (format!("POST /library/import HTTP/1.1\r\nhost: {address}\r\ncontent-length: 0\r\n"), "403"),
        (format!("GET /../Cargo.toml HTTP/1.1\r\nhost: {address}\r\n"), "404"),
        (format!("GET /README.md HTTP/1.1\r\nhost: {address}\r\n"), "404"),
        (format!("GET /js/app.js HTTP/1.1\r\nhost: {address}\r\n"), "200"),
    ] {
        let answer = http(address, &format!("{request}connection: close\r\n\r\n")).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{request} gave {answer}");
        assert!(answer.contains("nosniff"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_loaded_again_asks_for_its_document_alone() {
    let address = app().await;
    let ask = async |path: &str, tag: &str| {
        let answer = http(
            address,
            &format!(
                "GET {path} HTTP/1.1\r\nhost: {address}\r\nif-none-match: {tag}\r\nconnection: close\r\n\r\n"
            ),
        )
        .await;
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        (head.to_lowercase(), body.to_owned())
    };
    let (head, document) = ask("/", "\"other\"").await;
    assert!(head.starts_with("http/1.1 200"), "{head}");
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag");
    let (head, body) = ask("/", tag).await;
    assert!(head.starts_with("http/1.1 304") && body.is_empty(), "{head}");
    let map =
        document.split("<script type=\"importmap\">").nth(1).and_then(|rest| rest.split("</script>").next());
    let map: Value = serde_json::from_str(map.expect("an import map")).expect("JSON");
    let hashed = map["imports"]["/js/board.js"].as_str().expect("every module has its address");
    assert!(document.contains(&format!("<link rel=\"modulepreload\" href=\"{hashed}\">")));
    let (head, board) = ask(hashed, "\"other\"").await;
    assert!(head.contains("cache-control: public, max-age=31536000, immutable"), "{head}");
    assert!(head.contains("content-type: text/javascript"), "{head}");
    let (head, plain) = ask("/js/board.js", "\"other\"").await;
    assert!(head.contains("cache-control: no-cache"), "{head}");
    assert_eq!(board, plain);
}

#[tokio::test(flavor = "multi_thread")]
async fn files_travel_compressed() {
    let address = app().await;
    let request = format!("GET /text/en.json HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n");
    let plain = http(address, &format!("{request}\r\n")).await;
    let packed = http(address, &format!("{request}accept-encoding: gzip\r\n\r\n")).await;
    assert!(packed.to_lowercase().contains("content-encoding: gzip"), "{packed}");
    // Read as text, what is packed is longer than it is.
    assert!(packed.len() < 2 * plain.len() / 3, "{} of {}", packed.len(), plain.len());
}

/// More endless searches than there are places, each under way: nobody else waits for long, by the clock or not.
#[tokio::test(flavor = "multi_thread")]
async fn greedy_sockets_starve_nobody() {
    let address = app().await;
    let places = std::thread::available_parallelism().map_or(3, usize::from).max(3);
    let mut greedy = Vec::new();
    for _ in 0..places + 1 {
        let mut page = Page::new_game(address, "gomoku", json!(["best:depth=100", null])).await;
        page.receive("thinking").await;
        page.ask(json!({"request": "analyse", "on": true})).await;
        page.receive("analysis").await;
        greedy.push(page);
    }
    for player in ["best:time=200ms", "best:depth=1", "random"] {
        let mut other = Page::new_game(address, "gomoku", json!([player, null])).await;
        assert_eq!(other.receive("state").await["view"]["ply"], 1, "{player}");
        other.ask(json!({"request": "review", "on": true, "millis": 20})).await;
        while other.receive("review").await["finished"] == false {}
    }
}

/// Pages that ask and never read: what waits for them is bounded, and others are answered.
#[tokio::test(flavor = "multi_thread")]
async fn pages_that_do_not_read_keep_nobody_waiting() {
    let address = app().await;
    let count = 150;
    let ask = async || {
        let mut page = Page::new_game(address, "go", json!([null, null])).await;
        for _ in 0..count {
            page.ask(json!({"request": "pause", "on": false})).await;
        }
        page
    };
    let mut silent = Vec::new();
    for _ in 0..50 {
        silent.push(ask().await);
    }
    let mut other = Page::new_game(address, "tictactoe", json!([null, null])).await;
    other.ask(json!({"request": "move", "text": "b2"})).await;
    assert_eq!(other.receive("state").await["view"]["ply"], 1);
    // Nothing that it was to hear is lost to one that reads late.
    let mut late = ask().await;
    for _ in 0..count {
        late.receive("state").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_slow_to_ask_is_hung_up_on() {
    let address = app().await;
    // The answer ends when the connection does; nobody waits for the rest of the head for ever.
    let (silent, slow) = tokio::join!(http(address, ""), http(address, "GET / HTTP/1.1\r\nhost: "));
    assert_eq!((silent.as_str(), slow.as_str()), ("", ""));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_taken_port_is_an_error_only_if_it_was_asked_for() {
    let one = bind(&Config { port: Some(0), ..Config::default() }).await.expect("a free port");
    let taken = Some(one.address().port());
    assert!(bind(&Config { port: taken, ..Config::default() }).await.is_err());
    // Whoever has the default port, two apps find a place.
    let first = bind(&Config::default()).await.expect("a port");
    let second = bind(&Config::default()).await.expect("another port");
    assert_ne!(first.address(), second.address());
    assert!(second.url().starts_with("http://127.0.0.1:"));
}

/// An answer's status and the rest of it.
async fn answer(address: std::net::SocketAddr, request: &str) -> (u16, String) {
    let answer = http(address, &format!("{request}connection: close\r\n\r\n")).await;
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
    (status.expect("a status"), answer)
}

#[tokio::test(flavor = "multi_thread")]
async fn files_go_in_and_out() {
    let address = app().await;
    let text = "[White \"Anna\"]\n\n1. e4 e5 *\n\n[White \"Bruno\"]\n\n1. e5 *\n";
    let head = format!("host: {address}\r\norigin: http://{address}\r\n");
    let length = text.len();
    let body = format!(
        "POST /library/import?name=games.pgn HTTP/1.1\r\n{head}content-length: {length}\r\nconnection: close\r\n\r\n{text}"
    );
    let report = http(address, &body).await;
    assert!(report.contains(r#"{"report":{"found":2,"kept":1,"problems":[{"game":2,"line":7,"#), "{report}");
    let (status, games) =
        answer(address, &format!("GET /library/export?format=pgn&player=anna HTTP/1.1\r\n{head}")).await;
    assert!(status == 200 && games.contains("1. e4 e5 *"), "{games}");
    assert!(games.contains("filename=\"games.pgn\""), "{games}");
    for (query, status) in [
        ("format=pgn&player=anna", 200),
        ("format=sgf&ids=1", 404),
        ("format=pgn&ids=99", 404),
        ("format=pgn&ids=x", 404),
        ("format=doc", 400),
    ] {
        let (found, _) = answer(address, &format!("GET /library/export?{query} HTTP/1.1\r\n{head}")).await;
        assert_eq!(found, status, "{query}");
    }
    let long = format!("POST /library/import HTTP/1.1\r\n{head}content-length: 99999999\r\n");
    assert_eq!(answer(address, &long).await.0, 413);
}

#[tokio::test(flavor = "multi_thread")]
async fn other_machines_are_asked_for_the_token() {
    let config = Config { host: "0.0.0.0".into(), port: Some(0) };
    let bound = bind(&config).await.expect("a free port");
    let token = bound.token().expect("one is needed").to_owned();
    assert!(bound.url().ends_with(&format!("/?token={token}")));
    let port = bound.address().port();
    let address: std::net::SocketAddr = ([127, 0, 0, 1], port).into();
    tokio::spawn(bound.run(std::future::pending()));

    let get = |path: &str, more: &str| format!("GET {path} HTTP/1.1\r\nhost: {address}\r\n{more}");
    for path in ["/", "/js/app.js", "/library/export?format=pgn", "/?token=0"] {
        let (status, text) = answer(address, &get(path, "")).await;
        assert!(status == 401 && text.contains("<input name=\"token\""), "{path}: {text}");
    }
    let (status, text) = answer(address, &get(&format!("/?token={token}"), "")).await;
    let text = text.to_lowercase();
    assert!(status == 303 && text.contains("location: /\r\n"), "{text}");
    let cookie = format!("wanqi-{port}={token}");
    assert!(text.contains(&format!("set-cookie: {cookie}; path=/; ")), "{text}");
    assert!(text.contains("httponly; samesite=strict\r\n"), "{text}");
    assert_eq!(answer(address, &get("/", &format!("cookie: {cookie}\r\n"))).await.0, 200);

    match Page::from(address, Some(&format!("http://{address}"))).await {
        Err(Error::Http(response)) => assert_eq!(response.status(), 401),
        other => panic!("let in without a token: {}", other.is_ok()),
    }
    assert!(app().await.ip().is_loopback());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_asks_too_fast_has_to_wait_and_loses_nothing() {
    let address = app().await;
    let mut page = Page::new_game(address, "tictactoe", json!([null, null])).await;
    let mut other = Page::new_game(address, "tictactoe", json!([null, null])).await;
    let count = 300;
    let began = std::time::Instant::now();
    for id in 0..count {
        page.ask(json!({"request": "check", "text": "x", "id": id})).await;
    }
    other.ask(json!({"request": "move", "text": "b2"})).await;
    assert_eq!(other.receive("state").await["view"]["ply"], 1);
    for id in 0..count {
        assert_eq!(page.receive("checked").await["id"], id);
    }
    assert!(began.elapsed() > Duration::from_secs(1), "300 requests at once take a while");
}
