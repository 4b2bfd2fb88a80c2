//! A page as the server sees it.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use wanqi_server::{Config, bind};

pub const LONG: Duration = Duration::from_secs(60);

/// The app on a free port.
pub async fn app() -> SocketAddr {
    let bound = bind(&Config { port: Some(0), ..Config::default() }).await.expect("a free port");
    let address = bound.address();
    tokio::spawn(bound.run(std::future::pending()));
    address
}

pub struct Page(pub WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Page {
    pub async fn open(address: SocketAddr) -> Page {
        Page::from(address, Some(&format!("http://{address}"))).await.expect("a socket")
    }

    pub async fn from(address: SocketAddr, origin: Option<&str>) -> Result<Page, Error> {
        let mut request = format!("ws://{address}/ws").into_client_request()?;
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().expect("a header"));
        }
        Ok(Page(connect_async(request).await?.0))
    }

    pub async fn send(&mut self, message: impl Into<Message>) {
        self.0.send(message.into()).await.expect("sent");
    }

    pub async fn ask(&mut self, request: Value) {
        self.send(request.to_string()).await;
    }

    pub async fn new_game(address: SocketAddr, game: &str, seats: Value) -> Page {
        let mut page = Page::open(address).await;
        page.ask(json!({"request": "new", "game": game, "seats": seats})).await;
        page.receive("state").await;
        page
    }

    /// Whether the socket is closed by the app, after whatever else it says.
    pub async fn is_closed(&mut self) -> bool {
        let closed = async {
            while let Some(Ok(message)) = self.0.next().await {
                if message.is_close() {
                    break;
                }
            }
        };
        timeout(LONG, closed).await.is_ok()
    }

    /// The next event of this name; others are passed over.
    pub async fn receive(&mut self, name: &str) -> Value {
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
pub async fn http(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    timeout(LONG, stream.read_to_end(&mut answer)).await.expect("an answer in time").expect("an answer");
    String::from_utf8_lossy(&answer).into_owned()
}
