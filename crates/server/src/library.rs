//! Whole files of games over HTTP: in by `POST /library/import`, out by `GET /library/export`.

use crate::library_handle::LibraryHandle;
use crate::page;
use axum::body::{Body, Bytes};
use axum::extract::Query;
use axum::http::{HeaderValue, Response, StatusCode, header};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::task::spawn_blocking;
use wanqi_play::Message;
use wanqi_play::host::Instant;
use wanqi_play::record::GameRecord;
use wanqi_store::files::{Imported, Shelf, export, import};
use wanqi_store::text::{Format, ReadContext, decode};
use wanqi_store::{Error, GameId, GameQuery};

/// The longest file that a page may send.
pub const MAX_FILE_BYTES: usize = 32 << 20;
/// Time between two words of progress.
const INTERVAL: Duration = Duration::from_millis(100);

/// What a page says of a file that it sends.
#[derive(Debug, Deserialize)]
pub struct ImportRequest {
    /// Its name, for the format that it ends with.
    #[serde(default)]
    name: String,
    /// The game of texts that do not say it.
    #[serde(default)]
    game: Option<String>,
}

/// A line of the answer to an import: how far it is, and at last what came of it.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum ImportLine {
    Progress { found: usize, share: f64 },
    Report(Imported),
    Fault(Message),
}

/// A shelf behind the library.
struct LibraryShelf(LibraryHandle);

impl Shelf for LibraryShelf {
    fn put(&mut self, records: Vec<GameRecord>) -> Result<(), Error> {
        let put = self.0.ask(move |library| library.put(records));
        put.map_err(|fault| Error::File { file: "library.sqlite".into(), what: fault.what.to_string() })
    }
}

/// Reads a file of games in. The answer is a line of JSON for every word of progress, and one for the report.
pub fn read_in(
    handle: LibraryHandle,
    request: ImportRequest,
    file: Bytes,
    place: OwnedSemaphorePermit,
) -> Response<Body> {
    let (lines, told) = mpsc::channel::<ImportLine>(16);
    spawn_blocking(move || {
        let _place = place;
        let text = decode(&file);
        let ending = request.name.rsplit_once('.').and_then(|(_, ending)| Format::of_ending(ending));
        let ending = ending.filter(|&format| format != Format::Moves);
        let format = ending.unwrap_or_else(|| Format::of_text(&text));
        // What is searched for says what bare moves may be of, and nothing of a record that names its game, or as PGN has it
        // is of chess.
        let game = request.game.filter(|game| format == Format::Moves && !game.is_empty());
        let context = ReadContext { game, rules: None };
        let mut said = Instant::now();
        let imported = import(&mut LibraryShelf(handle), &text, format, &context, &mut |imported| {
            if said.elapsed() < INTERVAL {
                return true;
            }
            said = Instant::now();
            // A page that has gone away wants no more.
            lines.blocking_send(ImportLine::Progress { found: imported.found, share: imported.share }).is_ok()
        });
        let last =
            imported.map_or_else(|error| ImportLine::Fault(error.to_string().into()), ImportLine::Report);
        let _ = lines.blocking_send(last);
    });
    let body = stream::unfold(told, |mut told| async {
        let line = told.recv().await?;
        let text = serde_json::to_string(&line).expect("a line has only strings for keys") + "\n";
        Some((Ok::<_, std::io::Error>(text), told))
    });
    let mut response = Response::new(Body::from_stream(body));
    let kind = HeaderValue::from_static("application/jsonl; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

/// Which games a page wants to have as a file.
#[derive(Debug, Deserialize)]
pub struct ExportRequest {
    format: Format,
    /// Their numbers with commas between, or none for all that are searched for.
    #[serde(default)]
    ids: String,
    #[serde(default)]
    game: String,
    #[serde(default)]
    player: String,
    #[serde(default)]
    won: Option<wanqi_store::ResultFilter>,
    #[serde(default)]
    since: String,
    #[serde(default)]
    until: String,
    #[serde(default)]
    event: String,
    #[serde(default)]
    min_plies: u32,
    #[serde(default)]
    hide_abandoned: bool,
}

/// Gives games out as a file.
pub async fn give_out(handle: LibraryHandle, Query(request): Query<ExportRequest>) -> Response<Body> {
    let format = request.format;
    let written = spawn_blocking(move || {
        let ids: Vec<GameId> = if request.ids.is_empty() {
            let ExportRequest { game, player, won, since, until, event, min_plies, hide_abandoned, .. } =
                request;
            let search = GameQuery {
                game,
                player,
                won,
                since,
                until,
                event,
                min_plies,
                hide_abandoned,
                ..GameQuery::default()
            };
            handle.ask(move |library| library.ids(&search)).ok()?
        } else {
            request.ids.split(',').map(|id| id.parse().map(GameId).ok()).collect::<Option<_>>()?
        };
        let load = |id| {
            let kept = handle.ask(move |library| library.load(id));
            kept.map(|kept| kept.record)
                .map_err(|fault| Error::Record { id: id.0, what: fault.what.to_string() })
        };
        let mut text = Vec::new();
        let exported = export(&ids, &mut { load }, format, &mut text).ok()?;
        (exported.written > 0).then_some(text)
    });
    let Ok(Some(text)) = written.await else {
        return page::text(StatusCode::NOT_FOUND, "there is no game that can be written in this format");
    };
    let mut response = Response::new(Body::from(text));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    let name = format!("attachment; filename=\"games.{}\"", format.ending());
    if let Ok(name) = HeaderValue::from_str(&name) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    response
}
