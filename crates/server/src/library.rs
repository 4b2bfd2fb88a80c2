//! Whole files of games over HTTP: in by `POST /library/import`, out by `GET /library/export`.

use crate::files::{self, ExportRequest, ImportLine, ImportRequest};
use crate::library_handle::LibraryHandle;
use crate::page;
use axum::body::{Body, Bytes};
use axum::extract::Query;
use axum::http::{HeaderValue, Response, StatusCode, header};
use futures_util::stream;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::task::spawn_blocking;

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
        // A page that has gone away wants no more.
        files::read_in(&handle, request, &file, |line| lines.blocking_send(line).is_ok());
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

/// Gives games out as a file.
pub async fn give_out(handle: LibraryHandle, Query(request): Query<ExportRequest>) -> Response<Body> {
    let format = request.format;
    let written = spawn_blocking(move || files::give_out(&handle, &request));
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
