//! The program and the folder that it keeps its games in: killed in the middle of games, run twice, on a disk that is full or
//! cannot be written. Nothing is lost that it has confirmed.

use rusqlite::Connection;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
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
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let line = first_line(child.stdout.take().expect("a pipe"));
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

    /// The first line of complaint.
    fn complaint(&mut self) -> String {
        first_line(self.child.stderr.take().expect("a pipe"))
    }

    fn kill(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("ended");
    }
}

/// What a program says first; a failure if it says nothing.
fn first_line(pipe: impl Read + Send + 'static) -> String {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut line = String::new();
        let read = BufReader::new(pipe).read_line(&mut line);
        // Who asked may have given up.
        let _ = send.send(read.map(|_| line));
    });
    receive.recv_timeout(LONG).expect("it says something").expect("a line")
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

    fn receive(&mut self, name: &str) -> Value {
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
    let mut state = page.receive("state");
    let mut number = None;
    for round in 0..10_usize {
        // Moves that were confirmed, and one more that may be lost.
        for _ in 0..=round % 3 {
            let text = state["view"]["moves"][5]["text"].clone();
            page.ask(json!({"request": "move", "text": text}));
            if number.is_none() {
                number = page.receive("kept")["game"].as_i64();
            }
            state = page.receive("state");
        }
        let confirmed = state["view"]["record"].as_array().expect("moves").clone();
        let text = state["view"]["moves"][7]["text"].clone();
        page.ask(json!({"request": "move", "text": text}));
        app.kill();

        app = App::start(folder.path());
        page = app.page();
        page.ask(json!({"request": "resume", "game": number}));
        state = page.receive("state");
        let kept = state["view"]["record"].as_array().expect("moves");
        assert_eq!(kept[..confirmed.len()], confirmed, "round {round}");
        assert!(kept.len() <= confirmed.len() + 1, "round {round}");
        assert_eq!(state["view"]["ply"], kept.len(), "round {round}");
    }
}

/// `wanqi library` with these words.
fn library(data: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wanqi"));
    command.arg("library").args(words).arg("--data-dir").arg(data).output().expect("it runs")
}

/// What it prints where nothing is wrong.
fn printed(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

#[test]
fn two_programs_at_one_folder_write_over_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, mut two) = (App::start(folder.path()), App::start(folder.path()));
    assert!(two.complaint().contains("another Wanqi"), "the second is told");
    let (mut here, mut there) = (one.page(), two.page());
    let play = |page: &mut Page, text: &str| page.ask(json!({"request": "move", "text": text}));
    here.ask(json!({"request": "new", "game": "connect4", "seats": [null, null]}));
    here.receive("state");
    play(&mut here, "4");
    let number = here.receive("kept")["game"].as_i64().expect("kept");
    here.receive("state");
    there.ask(json!({"request": "resume", "game": number}));
    assert_eq!(there.receive("state")["view"]["ply"], 1);
    play(&mut there, "3");
    assert_eq!(there.receive("state")["view"]["ply"], 2, "confirmed");
    play(&mut here, "5");
    let own = here.receive("kept")["game"].as_i64().expect("kept under a number of its own");
    assert_eq!(here.receive("state")["view"]["ply"], 2, "confirmed");
    let shown =
        |number: i64| printed(&library(folder.path(), &["show", &number.to_string(), "--format", "moves"]));
    assert_ne!(own, number);
    assert_eq!((shown(number).as_str(), shown(own).as_str()), ("4 3", "4 5"));

    // The command line beside them: what it deletes is gone until somebody plays on.
    assert_eq!(printed(&library(folder.path(), &["delete", &number.to_string()])), "1 game deleted");
    play(&mut there, "2");
    let again = there.receive("kept")["game"].as_i64().expect("kept anew");
    assert_eq!(there.receive("state")["view"]["ply"], 3, "confirmed");
    assert!(again != number && again != own);
    assert_eq!(shown(again), "4 3 2");
    play(&mut here, "5");
    assert_eq!(here.receive("state")["view"]["ply"], 3);
    assert_eq!(shown(own), "4 5 5");
}

/// A library of five games that an older program has written.
fn old_library(data: &Path) {
    let old = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/library/2026-11-22.sqlite");
    fs::copy(old, data.join("library.sqlite")).expect("copied");
}

#[cfg(unix)]
#[test]
fn a_library_that_cannot_be_written_is_read() {
    use std::os::unix::fs::{PermissionsExt, chown};
    use std::os::unix::process::CommandExt;
    const NOBODY: u32 = 65_534;
    let folder = tempfile::tempdir().expect("a folder");
    old_library(folder.path());
    let allow = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("set");
    allow(&folder.path().join("library.sqlite"), 0o444);
    allow(folder.path(), 0o555);
    // Nothing is forbidden to the superuser, who may be nobody instead. Others own the folder as they are.
    let is_superuser = fs::write(folder.path().join("probe"), "").is_ok();
    if is_superuser {
        fs::remove_file(folder.path().join("probe")).expect("removed");
        chown(folder.path(), Some(0), Some(0)).expect("ours already");
    }
    let run = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wanqi"));
        command.arg("library").args(words).arg("--data-dir").arg(folder.path());
        if is_superuser {
            command.uid(NOBODY).gid(NOBODY);
        }
        command.output().expect("it runs")
    };
    let list = printed(&run(&["list"]));
    assert!(list.contains("gomoku") && list.contains("xiangqi") && list.lines().count() == 6, "{list}");
    assert_eq!(printed(&run(&["show", "3", "--format", "moves"])), "h8 i9");
    let refused = run(&["delete", "3"]);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && said.contains("can only be read"), "{said}");
    assert_eq!(printed(&run(&["list"])), list);
    allow(folder.path(), 0o755);
}

/// Needs a small disk of its own, which Linux lets everybody mount in a name space of their own, unless it was told not to.
#[cfg(target_os = "linux")]
#[test]
fn games_are_deleted_from_a_full_disk() {
    let unshared = |script: &str, folder: &Path| {
        let mut command = Command::new("unshare");
        command.args(["-rm", "sh", "-ec", script, "sh", env!("CARGO_BIN_EXE_wanqi")]).arg(folder);
        command.output().expect("unshare is a part of util-linux")
    };
    let folder = tempfile::tempdir().expect("a folder");
    let disk = folder.path().join("disk");
    fs::create_dir(&disk).expect("made");
    if !unshared("mount -t tmpfs -o size=3m none \"$2/disk\"", folder.path()).status.success() {
        eprintln!("no disk can be mounted here: not tested");
        return;
    }
    let games =
        "[White \"Anna\"]\n\n1. e4 {a long remark ".to_owned() + &"of many words ".repeat(200) + "} *\n\n";
    fs::write(folder.path().join("games.pgn"), games.repeat(20)).expect("written");
    let script = "mount -t tmpfs -o size=3m none \"$2/disk\"; cd \"$2/disk\"
        \"$1\" library import ../games.pgn --data-dir .
        cat /dev/zero >fill 2>/dev/null || true
        if echo more than there is room for >>fill; then echo the disk is not full; exit 1; fi 2>/dev/null
        \"$1\" library delete 3 4 5 --data-dir .
        \"$1\" library list --json --data-dir .";
    let said = printed(&unshared(script, folder.path()));
    assert!(said.contains("20 kept") && said.contains("3 games deleted"), "{said}");
    assert!(said.contains("\"total\": 17"), "{said}");
}

#[test]
fn a_job_that_cannot_be_closed_has_answered_and_stays_in_the_list() {
    let data = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wanqi"));
        let output = command.args(arguments).env("WANQI_DATA_DIR", data.path()).output().expect("it starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (answer, said) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "{arguments:?}: {said}");
        (answer, said)
    };
    let job = |seed| {
        let players = ["match", "tictactoe", "--a", "random", "--b", "random", "--games", "8", "--json"];
        run(&[&players[..], &["--on", "here", "--unit", "1", "--seed", seed]].concat())
    };
    let states = || {
        let jobs: Value = serde_json::from_str(&run(&["jobs", "--json"]).0).expect("JSON");
        jobs["jobs"].as_array().expect("a list").iter().map(|job| job["state"].clone()).collect::<Vec<_>>()
    };
    let (_, said) = job("1");
    assert!(!said.contains("stays in the list"), "{said}");
    // As a disk that is full once all units are written.
    let ledger = Connection::open(data.path().join("jobs/jobs.sqlite")).expect("a database");
    let full = "CREATE TRIGGER full BEFORE UPDATE OF done ON jobs BEGIN
        SELECT RAISE(ABORT, 'database or disk is full'); END";
    ledger.execute_batch(full).expect("written");
    let (answer, said) = job("2");
    assert!(said.contains("disk is full; the answer is whole, but job"), "{said}");
    assert_eq!(states(), ["unread", "done"]);
    ledger.execute_batch("DROP TRIGGER full").expect("written");
    assert_eq!(job("2").0, answer, "the same command tells it again, and closes it");
    assert_eq!(states(), ["done", "done"]);
}
