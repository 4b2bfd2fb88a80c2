//! Many games at once against the program itself: what is lost, how long answers take, how much memory it takes.
//! `cargo xtask load` builds the program and runs this.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::error::Error;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Failure = Box<dyn Error + Send + Sync>;

const USAGE: &str =
    "load BINARY [GAMES] [MOVES]: GAMES games at once (200), MOVES moves of a person in each (20)";
/// The games that are played by turns, and who plays against the person.
const GAMES: [(&str, &str); 6] = [
    ("tictactoe", "best:depth=9"),
    ("connect4", "best:depth=6"),
    ("othello", "best:depth=4"),
    ("gomoku", "alphabeta:depth=2"),
    ("go:size=9", "mcts:playouts=200"),
    ("chess", "best:depth=4,eval=piece-square"),
];
/// How long an answer may take before it counts as lost.
const TIMEOUT: Duration = Duration::from_secs(120);

/// What one page has seen.
#[derive(Default)]
struct PageLog {
    /// Moves sent, and those of them that were answered.
    sent: usize,
    answered: usize,
    /// From a move to its confirmation, and to the machine's answer to it.
    confirmed: Vec<Duration>,
    replied: Vec<Duration>,
    /// Numbers of games in the library, and how many moves of each were confirmed.
    games: Vec<(i64, usize)>,
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let binary = arguments.next().ok_or(USAGE)?;
    let mut number = |usual| arguments.next().map_or(Ok(usual), |text| text.parse::<usize>());
    let (count, moves) = (number(200)?, number(20)?);
    let data = tempfile::tempdir()?;
    let (mut child, address) = start(&binary, data.path())?;
    let began = Instant::now();
    let pages: Vec<_> = (0..count).map(|i| tokio::spawn(play(address.clone(), i, moves))).collect();
    let id = child.id();
    let mut peak = [0; 2];
    let mut all = PageLog::default();
    for page in pages {
        let seen = page.await??;
        all.sent += seen.sent;
        all.answered += seen.answered;
        all.confirmed.extend(seen.confirmed);
        all.replied.extend(seen.replied);
        all.games.extend(seen.games);
        let now = memory(id);
        peak = [peak[0].max(now[0]), peak[1].max(now[1])];
    }
    let time = began.elapsed();
    let after = memory(id);

    let mut page = Page::open(&address).await?;
    let mut short = 0;
    for &(number, plies) in &all.games {
        page.ask(json!({"request": "resume", "game": number})).await?;
        let kept = page.state().await?["view"]["record"].as_array().map_or(0, Vec::len);
        short += usize::from(kept < plies);
    }
    child.kill()?;
    child.wait()?;

    println!("{count} games at once, {moves} moves of a person in each, {:.1} s", time.as_secs_f64());
    println!("moves sent {}, answered {}, lost {}", all.sent, all.answered, all.sent - all.answered);
    println!("games kept {}, of these without all that was confirmed {short}", all.games.len());
    println!("move confirmed (kept on disk): {}", spread(&mut all.confirmed));
    println!("machine's answer: {}", spread(&mut all.replied));
    println!("memory: at most {} MB resident ({} MB at the end)", peak[1], after[0]);
    let lost = all.sent > all.answered || short > 0;
    if lost { Err("something was lost".into()) } else { Ok(()) }
}

/// Starts the program with a library of its own, and waits until it says where it is.
fn start(binary: &str, data: &std::path::Path) -> Result<(Child, String), Failure> {
    let mut child = Command::new(binary)
        .args(["serve", "--no-open", "--port", "0", "--data-dir"])
        .arg(data)
        .stdout(Stdio::piped())
        .spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
    Ok((child, address.ok_or("it does not say where it is")?.to_owned()))
}

/// One game after the other until so many moves were made.
async fn play(address: String, i: usize, moves: usize) -> Result<PageLog, Failure> {
    let mut page = Page::open(&address).await?;
    let mut seen = PageLog::default();
    let (game, player) = GAMES[i % GAMES.len()];
    let mut made = 0;
    while made < moves {
        page.number = None;
        page.ask(json!({"request": "new", "game": game, "seats": [null, player]})).await?;
        let mut state = page.state().await?;
        let mut plies = 0;
        while made < moves && state["view"]["result"].is_null() {
            let legal = state["view"]["moves"].as_array().ok_or("no moves")?;
            // Different games at each page, and the same in every run.
            let text = legal[(7 * i + 13 * made) % legal.len()]["text"].clone();
            let sent = Instant::now();
            page.ask(json!({"request": "move", "text": text})).await?;
            (seen.sent, made) = (seen.sent + 1, made + 1);
            state = page.state().await?;
            seen.answered += 1;
            seen.confirmed.push(sent.elapsed());
            while state["view"]["result"].is_null() && state["view"]["side"] != 0 {
                state = page.state().await?;
            }
            seen.replied.push(sent.elapsed());
            plies = state["view"]["record"].as_array().map_or(0, Vec::len);
        }
        seen.games.extend(page.number.map(|number| (number, plies)));
    }
    Ok(seen)
}

struct Page {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The number of the game on the table.
    number: Option<i64>,
}

impl Page {
    async fn open(address: &str) -> Result<Page, Failure> {
        let mut request = format!("ws://{address}/ws").into_client_request()?;
        request.headers_mut().insert("origin", format!("http://{address}").parse()?);
        Ok(Page { socket: connect_async(request).await?.0, number: None })
    }

    async fn ask(&mut self, request: Value) -> Result<(), Failure> {
        Ok(self.socket.send(Message::text(request.to_string())).await?)
    }

    /// The next state.
    async fn state(&mut self) -> Result<Value, Failure> {
        loop {
            let message = timeout(TIMEOUT, self.socket.next()).await?.ok_or("the socket is closed")??;
            let event: Value = serde_json::from_str(message.to_text()?)?;
            match event["event"].as_str() {
                Some("state") => return Ok(event),
                Some("kept") => self.number = event["game"].as_i64().or(self.number),
                Some("error") => return Err(event["fault"]["what"].to_string().into()),
                _ => {}
            }
        }
    }
}

/// Median, 99th of a hundred, and the longest.
fn spread(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |share: f64| {
        times
            .get((share * (times.len().max(1) - 1) as f64) as usize)
            .map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    format!("median {:.1} ms, p99 {:.1} ms, longest {:.1} ms", at(0.5), at(0.99), at(1.0))
}

/// Megabytes of a process in memory, now and at most (Linux; else 0).
fn memory(id: u32) -> [u64; 2] {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    ["VmRSS:", "VmHWM:"].map(|name| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok()).map_or(0, |kb| kb / 1024)
    })
}
