//! The app over real sockets.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, bind};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

const LONG: Duration = Duration::from_secs(60);

/// The app on a free port.
async fn app() -> SocketAddr {
    let bound = bind(&Config { port: Some(0), ..Config::default() }).await.expect("a free port");
    let address = bound.address();
    tokio::spawn(bound.run(std::future::pending()));
    address
}

struct Page(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Page {
    async fn open(address: SocketAddr) -> Page {
        Page::from(address, Some(&format!("http://{address}"))).await.expect("a socket")
    }

    async fn from(address: SocketAddr, origin: Option<&str>) -> Result<Page, Error> {
        let mut request = format!("ws://{address}/ws").into_client_request()?;
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().expect("a header"));
        }
        Ok(Page(connect_async(request).await?.0))
    }

    async fn send(&mut self, message: impl Into<Message>) {
        self.0.send(message.into()).await.expect("sent");
    }

    async fn ask(&mut self, request: Value) {
        self.send(request.to_string()).await;
    }

    async fn new_game(address: SocketAddr, game: &str, seats: Value) -> Page {
        let mut page = Page::open(address).await;
        page.ask(json!({"request": "new", "game": game, "seats": seats})).await;
        page.hear("state").await;
        page
    }

    /// The next event of this name; others are passed over.
    async fn hear(&mut self, name: &str) -> Value {
        loop {
            let message = timeout(LONG, self.0.next()).await.expect("an event in time");
            let message = message.expect("the socket is open").expect("a message");
            let event: Value = serde_json::from_str(message.to_text().expect("a text")).expect("JSON");
            if event["event"] == name {
                return event;
            }
        }
    }
}

/// The answer to a plain HTTP request.
async fn http(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    timeout(LONG, stream.read_to_end(&mut answer)).await.expect("an answer in time").expect("an answer");
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_messages_get_an_error_and_the_game_goes_on() {
    let address = app().await;
    let mut page = Page::new_game(address, "tictactoe", json!([null, null])).await;
    page.ask(json!({"request": "move", "text": "b2"})).await;
    page.hear("state").await;
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
        let what = page.hear("error").await["fault"]["what"].take();
        assert!(what.as_str().is_some_and(|what| what.starts_with(fault)), "{what} instead of {fault}");
    }
    page.ask(json!({"request": "move", "text": "a1"})).await;
    assert_eq!(page.hear("state").await["view"]["position"], ".../.X./O.. X");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_beyond_all_bounds_closes_the_socket_and_no_other() {
    let address = app().await;
    let mut other = Page::new_game(address, "tictactoe", json!([null, null])).await;
    let mut page = Page::new_game(address, "tictactoe", json!([null, null])).await;
    // The server may hang up before it has read everything.
    let _ = page.0.send("x".repeat(8 << 20).into()).await;
    let closed = async {
        while let Some(Ok(message)) = page.0.next().await {
            if message.is_close() {
                break;
            }
        }
    };
    timeout(LONG, closed).await.expect("the socket closes");
    other.ask(json!({"request": "move", "text": "b2"})).await;
    assert_eq!(other.hear("state").await["view"]["ply"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_out_of_turn_and_after_the_end_are_refused() {
    let address = app().await;
    let mut page = Page::new_game(address, "gomoku", json!(["best:depth=100", null])).await;
    page.ask(json!({"request": "move", "text": "h8"})).await;
    assert_eq!(page.hear("error").await["fault"]["what"], "it is Black's turn, and the machine plays Black");

    let mut page = Page::new_game(address, "tictactoe", json!([null, null])).await;
    page.ask(json!({"request": "position", "text": "XX./OO./... X"})).await;
    page.hear("state").await;
    page.ask(json!({"request": "move", "text": "c3"})).await;
    assert_eq!(page.hear("state").await["view"]["result"]["winner"], 0);
    page.ask(json!({"request": "move", "text": "c1"})).await;
    assert_eq!(page.hear("error").await["fault"]["what"], "the game is over: X wins");
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
        one.hear("state").await;
        other.hear("state").await;
    }
    assert_eq!(one.hear("state").await["view"]["position"], ".../O../XX. O");
    let position = other.hear("state").await["view"]["position"].take();
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
        "cache-control: no-store",
        "x-content-type-options: nosniff",
        "content-security-policy: default-src 'self';",
    ] {
        assert!(head.contains(header), "{header} in {head}");
    }
    assert!(!page.contains("<script>"), "no inline script");
    for (request, status) in [
        (format!("GET / HTTP/1.1\r\nhost: evil.example:{}\r\n", address.port()), "403"),
        (format!("GET / HTTP/1.1\r\nhost: {address}\r\norigin: http://evil.example\r\n"), "403"),
        (format!("POST / HTTP/1.1\r\nhost: {address}\r\n"), "405"),
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
async fn closing_the_socket_stops_its_search() {
    let address = app().await;
    // As many searches as there are places, each under way.
    let places = std::thread::available_parallelism().map_or(2, usize::from).max(2);
    let mut pages = Vec::new();
    for _ in 0..places {
        let mut page = Page::new_game(address, "gomoku", json!(["best:depth=100", null])).await;
        page.hear("thinking").await;
        pages.push(page);
    }
    let mut other = Page::new_game(address, "tictactoe", json!(["random", null])).await;
    assert!(
        timeout(Duration::from_millis(200), other.hear("state")).await.is_err(),
        "there is no place left"
    );
    drop(pages);
    assert_eq!(other.hear("state").await["view"]["ply"], 1);
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
