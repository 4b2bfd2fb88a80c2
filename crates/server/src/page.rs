//! The page: the files of `web/` that ship, embedded.

mod assets;

use assets::{Asset, DOCUMENT};
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, Response, StatusCode, header};

/// The reference of rule files, which the page shows beside them.
const RULES: &str = include_str!("../../../docs/RULES.md");

/// What the browser may do with the page: nothing that does not come from here, no inline script. A picture of the board
/// is painted from what the page itself has drawn.
const POLICY: &str = "default-src 'self'; img-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
                      object-src 'none'";
/// Of what an address with a hash leads to.
const FOREVER: &str = "public, max-age=31536000, immutable";
/// Of all else: a new version of the app must never run with half of an old page.
const ASK_AGAIN: &str = "no-cache";

/// Answers a request for a file of the page.
pub async fn file(request: Request) -> Response<Body> {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return text(StatusCode::METHOD_NOT_ALLOWED, "the page can only be read");
    }
    let path = match request.uri().path().trim_start_matches('/') {
        "" => DOCUMENT,
        path => path,
    };
    if path == "rules.md" {
        return text(StatusCode::OK, RULES);
    }
    let Some(Asset { file, digits, forever }) = assets::find(path) else {
        return text(StatusCode::NOT_FOUND, "there is no such file");
    };
    let is_document = path == DOCUMENT;
    let document = assets::document();
    let tag = format!("\"{}\"", if is_document { &document.digits } else { &digits });
    // It may come back marked as one of an answer that was packed.
    let is_known = |value: &HeaderValue| value.as_bytes().ends_with(tag.as_bytes());
    let mut response = if request.headers().get(header::IF_NONE_MATCH).is_some_and(is_known) {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        response
    } else {
        let mime = HeaderValue::from_str(file.metadata.mimetype());
        let body = if is_document { Body::from(&*document.html) } else { Body::from(file.data.into_owned()) };
        let mut response = Response::new(body);
        if let Ok(mime) = mime {
            response.headers_mut().insert(header::CONTENT_TYPE, mime);
        }
        response
    };
    let headers = response.headers_mut();
    let cache = HeaderValue::from_static(if forever { FOREVER } else { ASK_AGAIN });
    headers.insert(header::CACHE_CONTROL, cache);
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    let policy = format!("{POLICY}; script-src 'self' {}", document.import_map_hash);
    if let (true, Ok(policy)) = (is_document, HeaderValue::from_str(&policy)) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// A short answer in words.
pub fn text(status: StatusCode, what: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(what));
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

/// Adds the headers that every answer has.
pub fn guard(response: &mut Response<Body>) {
    let headers = response.headers_mut();
    // A page that asks for the token has a policy of its own.
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
