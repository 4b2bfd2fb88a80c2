//! The token that is asked for where the app can be reached from other machines.
//!
//! The address that the terminal prints has it (`/?token=…`); the page's first answer puts it into a cookie that only
//! this app is sent, and takes it out of the address. Without it there is a page that asks for it, and nothing else.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header};
use std::fmt::Write;
use std::net::IpAddr;

/// How long a browser keeps the cookie, in seconds: a month.
const KEPT: u32 = 30 * 24 * 3600;

/// What a browser may do with the page that asks: send its form here.
const POLICY: &str = "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// Asks for the token.
const QUESTION: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Wanqi</title>\
    <form><p><label>The token that the terminal shows \
    <span lang=\"zh\">终端显示的口令</span><br><input name=\"token\" type=\"password\" autocomplete=\"off\" \
    autofocus required></label> <button>OK</button></p></form></html>";

/// The secret that opens the app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    text: String,
    cookie: String,
}

/// What becomes of a request.
#[derive(Debug)]
pub enum Access {
    /// It may pass.
    Open,
    /// It gets this answer instead.
    Answer(Box<Response<Body>>),
}

impl Token {
    /// A new one, for an app at this port; none where only this machine can reach it.
    ///
    /// # Errors
    /// If the system gives no random bytes.
    pub fn needed(ip: IpAddr, port: u16) -> std::io::Result<Option<Token>> {
        if ip.is_loopback() {
            return Ok(None);
        }
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
        let mut text = String::new();
        for byte in bytes {
            let _ = write!(text, "{byte:02x}");
        }
        Ok(Some(Token::new(text, port)))
    }

    fn new(text: String, port: u16) -> Token {
        // Cookies are sent to every port of a host: two apps have two.
        Token { text, cookie: format!("wanqi-{port}") }
    }

    /// For the address.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Looks at a request.
    pub fn judge(&self, uri: &Uri, headers: &HeaderMap) -> Access {
        if self.in_cookie(headers) {
            return Access::Open;
        }
        let given = uri
            .query()
            .and_then(|query| query.split('&').find_map(|pair| pair.strip_prefix("token=")).map(str::trim));
        let mut response = match given {
            Some(given) if same(given, &self.text) => {
                let mut response = Response::new(Body::empty());
                *response.status_mut() = StatusCode::SEE_OTHER;
                let cookie = format!(
                    "{}={}; Path=/; Max-Age={KEPT}; HttpOnly; SameSite=Strict",
                    self.cookie, self.text
                );
                let headers = response.headers_mut();
                headers.insert(header::LOCATION, HeaderValue::from_static("/"));
                if let Ok(cookie) = HeaderValue::from_str(&cookie) {
                    headers.insert(header::SET_COOKIE, cookie);
                }
                response
            }
            _ => {
                let mut response = Response::new(Body::from(QUESTION));
                *response.status_mut() = StatusCode::UNAUTHORIZED;
                let kind = HeaderValue::from_static("text/html; charset=utf-8");
                response.headers_mut().insert(header::CONTENT_TYPE, kind);
                response
            }
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        Access::Answer(Box::new(response))
    }

    fn in_cookie(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        cookies.flat_map(|cookies| cookies.split(';')).any(|cookie| {
            let value = cookie.trim().strip_prefix(&*self.cookie).and_then(|rest| rest.strip_prefix('='));
            value.is_some_and(|value| same(value, &self.text))
        })
    }
}

/// Compares in a time that says nothing of where two texts differ.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differing, (a, b)| differing | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_gets_in() {
        let token = Token::new("abc123".into(), 8270);
        for (address, cookie, status) in [
            ("/", None, Some(401)),
            ("/?token=abc123", None, Some(303)),
            ("/?a=b&token=abc123", None, Some(303)),
            ("/?token=abc124", None, Some(401)),
            ("/?token=", None, Some(401)),
            ("/ws", Some("wanqi-8270=abc123"), None),
            ("/ws", Some("a=b; wanqi-8270=abc123 ; c=d"), None),
            ("/ws", Some("wanqi-8271=abc123"), Some(401)),
            ("/ws", Some("wanqi-8270=abc12"), Some(401)),
            ("/ws", Some("xwanqi-8270=abc123"), Some(401)),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(cookie) = cookie {
                headers.insert(header::COOKIE, cookie.parse().expect("a header"));
            }
            let found = match token.judge(&address.parse().expect("an address"), &headers) {
                Access::Open => None,
                Access::Answer(response) => Some(response.status().as_u16()),
            };
            assert_eq!(found, status, "{address} with {cookie:?}");
        }
    }

    #[test]
    fn only_this_machine_needs_none() {
        for (ip, needed) in [("127.0.0.1", false), ("::1", false), ("0.0.0.0", true), ("192.168.1.2", true)] {
            let token = Token::needed(ip.parse().expect("an address"), 1).expect("random bytes");
            assert_eq!(token.map(|token| token.text.len()), needed.then_some(32), "{ip}");
        }
    }
}
