//! Listening: address, routes, limits.

use crate::access::{Access, Token};
use crate::files::{ExportRequest, ImportRequest, MAX_FILE_BYTES};
use crate::jobs::{self, JobSource, StopRequest};
use crate::learner_handle::LearnerHandle;
use crate::library;
use crate::library_handle::LibraryHandle;
use crate::origin::Allowed;
use crate::searches::Searches;
use crate::{gallery, page, socket};
use axum::Router;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{Query, Request, State, WebSocketUpgrade};
use axum::http::{Method, Response, StatusCode};
use axum::middleware::{self, Next};
use axum::response::IntoResponse;
use axum::routing::{any, get, post};
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, lookup_host};
use tokio::sync::{Semaphore, watch};
use tower_http::compression::CompressionLayer;
use wanqi_store::Library;

/// The port if none is asked for.
pub const DEFAULT_PORT: u16 = 8270;
/// The most games at once.
const MAX_SOCKETS: usize = 1000;
/// The most bytes of a message that are read before the connection is closed. Longer than a request may be, so
/// that the page can be told.
const MAX_MESSAGE_BYTES: usize = 2 << 20;
/// Files of games that are read or written at once.
const MAX_FILES: usize = 2;
/// How long a request's head may take; a connection on which nothing is asked is closed after as long.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// Bytes of a socket that are read or written at once: a thousand sockets have such buffers.
const BUFFER_BYTES: usize = 4 << 10;

/// Where to listen.
#[derive(Clone, Debug)]
pub struct Config {
    /// An address or name of this machine.
    pub host: String,
    /// The port. If none is given, [`DEFAULT_PORT`], or any free one if that is taken; 0 is any free one.
    pub port: Option<u16>,
}

impl Default for Config {
    /// This machine only, on the default port.
    fn default() -> Config {
        Config { host: "127.0.0.1".into(), port: None }
    }
}

/// The app with its address, not yet answering.
#[derive(Debug)]
pub struct Bound {
    listener: TcpListener,
    address: SocketAddr,
    app: App,
}

/// What all connections share.
#[derive(Clone, Debug)]
struct App {
    allowed: Arc<Allowed>,
    searches: Searches,
    sockets: Arc<Semaphore>,
    files: Arc<Semaphore>,
    token: Option<Token>,
    handle: LibraryHandle,
    learner: LearnerHandle,
    jobs: Arc<dyn JobSource>,
}

/// Takes hold of an address.
///
/// # Errors
/// If the host is not of this machine, or the port is taken.
pub async fn bind(config: &Config) -> io::Result<Bound> {
    let listener = match config.port {
        Some(port) => listen(&config.host, port).await?,
        None => match listen(&config.host, DEFAULT_PORT).await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => listen(&config.host, 0).await?,
            listener => listener?,
        },
    };
    let address = listener.local_addr()?;
    let app = App {
        allowed: Arc::new(Allowed { address, name: config.host.clone() }),
        searches: Searches::default(),
        sockets: Arc::new(Semaphore::new(MAX_SOCKETS)),
        files: Arc::new(Semaphore::new(MAX_FILES)),
        token: Token::needed(address.ip(), address.port())?,
        handle: LibraryHandle::of(Library::ephemeral().map_err(io::Error::other)?)?,
        learner: LearnerHandle::default(),
        jobs: jobs::nowhere(),
    };
    Ok(Bound { listener, address, app })
}

async fn listen(host: &str, port: u16) -> io::Result<TcpListener> {
    let addresses: Vec<SocketAddr> = lookup_host((host.trim_matches(['[', ']']), port)).await?.collect();
    TcpListener::bind(&*addresses).await
}

impl Bound {
    /// Keeps games in this library, instead of forgetting them at the end.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn keeping(mut self, library: Library) -> io::Result<Bound> {
        self.app.handle = LibraryHandle::of(library)?;
        Ok(self)
    }

    /// Keeps what is learnt of games in this data folder; otherwise nothing can be learnt.
    #[must_use]
    pub fn learning_in(mut self, data: PathBuf) -> Bound {
        self.app.learner = LearnerHandle::keeping(data);
        self
    }

    /// Shows the jobs that are known there.
    #[must_use]
    pub fn showing(mut self, jobs: Arc<dyn JobSource>) -> Bound {
        self.app.jobs = jobs;
        self
    }

    /// The token that a page has to show, where other machines can reach the app.
    pub fn token(&self) -> Option<&str> {
        self.app.token.as_ref().map(Token::text)
    }

    /// The address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address as a browser opens it, with the token if there is one.
    pub fn url(&self) -> String {
        let (ip, port) = (self.address.ip(), self.address.port());
        let url = if ip.is_unspecified() {
            format!("http://localhost:{port}/")
        } else {
            format!("http://{}/", self.address)
        };
        self.token().map_or(url.clone(), |token| format!("{url}?token={token}"))
    }

    /// Serves the app until `end`.
    ///
    /// # Errors
    /// If the system takes the address away.
    pub async fn run(self, end: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let router = Router::new()
            .route("/ws", get(open))
            .route("/library/import", post(read_in))
            .route("/library/export", get(give_out))
            .route("/jobs.json", get(list_jobs))
            .route("/jobs/stop", post(stop_job))
            .route("/gallery.json", get(gallery::show).layer(CompressionLayer::new()))
            // Only files: what a long import or export says must not wait in a buffer.
            .fallback_service(any(page::file).layer(CompressionLayer::new()))
            .layer(middleware::from_fn_with_state(self.app.clone(), admit))
            .with_state(self.app);
        answer(self.listener, router, end).await;
        Ok(())
    }
}

/// Answers whoever connects until `end`, and what is asked until then.
async fn answer(mut listener: TcpListener, router: Router, end: impl Future<Output = ()>) {
    let mut http = http1::Builder::new();
    // Whoever is slow to say what it wants must not keep a connection for it.
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
    let (closing, open) = watch::channel(());
    let mut end = pin!(end);
    loop {
        let (stream, _) = tokio::select! {
            connection = Listener::accept(&mut listener) => connection,
            () = &mut end => break,
        };
        let service = TowerToHyperService::new(router.clone());
        let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let mut open = open.clone();
        tokio::spawn(async move {
            let mut connection = pin!(connection);
            let closed = tokio::select! {
                closed = connection.as_mut() => closed,
                _ = open.changed() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = closed {
                tracing::debug!("a connection has failed: {error}");
            }
        });
    }
    drop((listener, open));
    let _ = closing.send(());
    closing.closed().await;
}

/// Ends when the person at the terminal presses Ctrl-C.
pub async fn interrupted() {
    if let Err(error) = tokio::signal::ctrl_c().await {
        tracing::warn!("Ctrl-C cannot be heard: {error}");
        std::future::pending::<()>().await;
    }
}

/// Turns away whoever is not the app's own page.
async fn admit(State(app): State<App>, request: Request, next: Next) -> Response<Body> {
    // What changes something must say which page it comes from; browsers do.
    let strict = request.uri().path() == "/ws" || !matches!(*request.method(), Method::GET | Method::HEAD);
    let mut response = if !app.allowed.allows(request.headers(), strict) {
        page::text(StatusCode::FORBIDDEN, "this app answers only its own page")
    } else if let Some(Access::Answer(answer)) =
        app.token.as_ref().map(|token| token.judge(request.uri(), request.headers()))
    {
        *answer
    } else {
        next.run(request).await
    };
    page::guard(&mut response);
    response
}

/// Opens a socket and its game.
async fn open(State(app): State<App>, upgrade: WebSocketUpgrade) -> Response<Body> {
    let Ok(seat) = Arc::clone(&app.sockets).try_acquire_owned() else {
        return page::text(StatusCode::SERVICE_UNAVAILABLE, "too many games at once");
    };
    let upgrade = upgrade.max_message_size(MAX_MESSAGE_BYTES).max_frame_size(MAX_MESSAGE_BYTES);
    let upgrade = upgrade.read_buffer_size(BUFFER_BYTES).write_buffer_size(BUFFER_BYTES);
    upgrade
        .on_upgrade(move |socket| async move {
            socket::play(socket, app.searches, app.handle, app.learner).await;
            drop(seat);
        })
        .into_response()
}

/// Reads a file of games into the library.
async fn read_in(
    State(app): State<App>,
    Query(wanted): Query<ImportRequest>,
    request: Request,
) -> Response<Body> {
    let too_long = || page::text(StatusCode::PAYLOAD_TOO_LARGE, "a file has at most 32 megabytes");
    // What says at once that it is too long need not be heard to its end.
    if request.body().size_hint().lower() > MAX_FILE_BYTES as u64 {
        return too_long();
    }
    let Ok(file) = to_bytes(request.into_body(), MAX_FILE_BYTES).await else { return too_long() };
    match Arc::clone(&app.files).try_acquire_owned() {
        Ok(place) => library::read_in(app.handle, wanted, file, place),
        Err(_) => page::text(StatusCode::SERVICE_UNAVAILABLE, "other files are being read; try again"),
    }
}

/// Gives games of the library out as a file.
async fn give_out(State(app): State<App>, wanted: Query<ExportRequest>) -> Response<Body> {
    match app.files.acquire().await {
        Ok(_place) => library::give_out(app.handle.clone(), wanted).await,
        Err(_) => page::text(StatusCode::SERVICE_UNAVAILABLE, "the app ends"),
    }
}

/// Lists the jobs of the machine.
async fn list_jobs(State(app): State<App>) -> Response<Body> {
    jobs::list(app.jobs).await
}

/// Stops a job.
async fn stop_job(State(app): State<App>, wanted: Query<StopRequest>) -> Response<Body> {
    jobs::stop(app.jobs, wanted).await
}
