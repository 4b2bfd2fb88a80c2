//! The page: the files of `web/` that ship, embedded.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, Response, StatusCode, header};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::fmt::Write;

#[derive(RustEmbed)]
#[folder = "../../web"]
#[include = "index.html"]
#[include = "style.css"]
#[include = "style/*.css"]
#[include = "icon.svg"]
#[include = "js/**/*.js"]
#[include = "text/*.json"]
#[include = "vendor/*.js"]
#[include = "vendor/*.txt"]
struct Web;

/// The reference of rule files, which the page shows beside them.
const RULES: &str = include_str!("../../../docs/RULES.md");

/// What the browser may do with the page: nothing that does not come from here, no inline script. A picture of the board
/// is painted from what the page itself has drawn.
const POLICY: &str = "default-src 'self'; img-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
                      object-src 'none'";

/// Answers a request for a file of the page.
pub async fn file(request: Request) -> Response<Body> {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return text(StatusCode::METHOD_NOT_ALLOWED, "the page can only be read");
    }
    let path = match request.uri().path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    if path == "rules.md" {
        return text(StatusCode::OK, RULES);
    }
    let Some(file) = Web::get(path) else { return text(StatusCode::NOT_FOUND, "there is no such file") };
    let tag = tag(&file);
    let is_page = path == "index.html";
    let known =
        request.headers().get(header::IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes());
    let mut response = if known && !is_page {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        response
    } else {
        let mime = HeaderValue::from_str(file.metadata.mimetype());
        let mut response = Response::new(Body::from(file.data.into_owned()));
        if let Ok(mime) = mime {
            response.headers_mut().insert(header::CONTENT_TYPE, mime);
        }
        response
    };
    let headers = response.headers_mut();
    // A new version of the app must never run with half of an old page.
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static(if is_page { "no-store" } else { "no-cache" }),
    );
    if let (false, Ok(tag)) = (is_page, HeaderValue::from_str(&tag)) {
        headers.insert(header::ETAG, tag);
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

fn tag(file: &EmbeddedFile) -> String {
    let hash = file.metadata.sha256_hash();
    hash[..16].iter().fold(String::from("\""), |mut tag, byte| {
        let _ = write!(tag, "{byte:02x}");
        tag
    }) + "\""
}
