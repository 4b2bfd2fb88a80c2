//! The program is killed in the middle of games, and nothing is lost that it has confirmed.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

const LONG: Duration = Duration::from_secs(60);

struct App {
    child: Child,
    address: String,
}

impl App {
    fn start(data: &Path) -> App {
        let mut child = Command::new(env!("CARGO_BIN_EXE_wanqi"))
            .args(["serve", "--no-open", "--port", "0", "--data-dir"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        App { child, address: address.expect("an address").to_owned() }
    }

    fn page(&self) -> Page {
        let mut request = format!("ws://{}/ws", self.address).into_client_request().expect("an address");
        let origin = format!("http://{}", self.address).parse().expect("a header");
        request.headers_mut().insert("origin", origin);
        let stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(LONG)).expect("set");
        Page(tungstenite::client(request, stream).expect("a socket").0)
    }

    fn kill(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("ended");
    }
}

impl Drop for App {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Page(WebSocket<TcpStream>);

impl Page {
    fn ask(&mut self, request: Value) {
        self.0.send(Message::text(request.to_string())).expect("sent");
    }

    fn hear(&mut self, name: &str) -> Value {
        loop {
            let message = self.0.read().expect("a message");
            let event: Value = serde_json::from_str(message.to_text().expect("a text")).expect("JSON");
            assert_ne!(event["event"], "error", "{event}");
            if event["event"] == name {
                return event;
            }
        }
    }
}

#[test]
fn ten_times_killed_in_the_middle_of_a_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = App::start(folder.path());
    let mut page = app.page();
    page.ask(json!({"request": "new", "game": "gomoku", "seats": [null, null]}));
    let mut state = page.hear("state");
    let mut number = None;
    for round in 0..10_usize {
        // Moves that were confirmed, and one more that may be lost.
        for _ in 0..=round % 3 {
            let text = state["view"]["moves"][5]["text"].clone();
            page.ask(json!({"request": "move", "text": text}));
            if number.is_none() {
                number = page.hear("kept")["game"].as_i64();
            }
            state = page.hear("state");
        }
        let confirmed = state["view"]["record"].as_array().expect("moves").clone();
        let text = state["view"]["moves"][7]["text"].clone();
        page.ask(json!({"request": "move", "text": text}));
        app.kill();

        app = App::start(folder.path());
        page = app.page();
        page.ask(json!({"request": "resume", "game": number}));
        state = page.hear("state");
        let kept = state["view"]["record"].as_array().expect("moves");
        assert_eq!(kept[..confirmed.len()], confirmed, "round {round}");
        assert!(kept.len() <= confirmed.len() + 1, "round {round}");
        assert_eq!(state["view"]["ply"], kept.len(), "round {round}");
    }
}
