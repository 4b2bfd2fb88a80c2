//! Who may talk to the app: its own page and nobody else.
//!
//! A page from elsewhere that the same browser shows may send requests here, and a name that resolves to this
//! machine (DNS rebinding) may even read the answers. So `Host` must be an address of this machine, and `Origin`,
//! which browsers always send with a WebSocket, must be that very host.

use axum::http::{HeaderMap, header};
use std::net::{IpAddr, SocketAddr};

/// The hosts that the app answers to.
#[derive(Clone, Debug)]
pub struct Allowed {
    /// The address that it listens on.
    pub address: SocketAddr,
    /// The name that it was told to listen on.
    pub name: String,
}

impl Allowed {
    /// Whether a request was sent to one of the app's own names, and from its own page if it says where from.
    /// A WebSocket must say so.
    pub fn allows(&self, headers: &HeaderMap, socket: bool) -> bool {
        let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let Some(host) = text(header::HOST).filter(|host| self.is_own(host)) else { return false };
        match text(header::ORIGIN) {
            Some(origin) => {
                origin.strip_prefix("http://").is_some_and(|from| from.eq_ignore_ascii_case(host))
            }
            None => !socket,
        }
    }

    fn is_own(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        if port != Some(self.address.port()) {
            return false;
        }
        let bound = self.address.ip();
        let reached_by =
            |ip: IpAddr| ip == bound || (ip.is_loopback() && bound.is_loopback()) || bound.is_unspecified();
        match name.trim_matches(['[', ']']).parse() {
            Ok(ip) => reached_by(ip),
            Err(_) if name.eq_ignore_ascii_case("localhost") => bound.is_loopback() || bound.is_unspecified(),
            Err(_) => name.eq_ignore_ascii_case(&self.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(bound: &str, name: &str, host: &str, origin: Option<&str>, socket: bool) -> bool {
        let allowed = Allowed { address: bound.parse().expect("an address"), name: name.into() };
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().expect("a header"));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().expect("a header"));
        }
        allowed.allows(&headers, socket)
    }

    #[test]
    fn own_hosts() {
        for (bound, name, host, own) in [
            ("127.0.0.1:8270", "127.0.0.1", "127.0.0.1:8270", true),
            ("127.0.0.1:8270", "127.0.0.1", "localhost:8270", true),
            ("127.0.0.1:8270", "127.0.0.1", "LocalHost:8270", true),
            ("127.0.0.1:8270", "127.0.0.1", "[::1]:8270", true),
            ("127.0.0.1:80", "127.0.0.1", "localhost", true),
            ("[::1]:80", "::1", "[::1]", true),
            ("127.0.0.1:8270", "127.0.0.1", "localhost", false),
            ("127.0.0.1:8270", "127.0.0.1", "127.0.0.1:80", false),
            ("127.0.0.1:8270", "127.0.0.1", "evil.example:8270", false),
            ("127.0.0.1:8270", "127.0.0.1", "127.0.0.1.evil.example:8270", false),
            ("127.0.0.1:8270", "127.0.0.1", "192.168.1.2:8270", false),
            ("127.0.0.1:8270", "127.0.0.1", "", false),
            ("127.0.0.1:8270", "127.0.0.1", ":8270", false),
            ("192.168.1.2:8270", "box.lan", "box.lan:8270", true),
            ("192.168.1.2:8270", "box.lan", "localhost:8270", false),
            ("0.0.0.0:8270", "0.0.0.0", "192.168.1.2:8270", true),
            ("0.0.0.0:8270", "0.0.0.0", "evil.example:8270", false),
        ] {
            assert_eq!(allows(bound, name, host, None, false), own, "{host} at {bound}");
        }
    }

    #[test]
    fn own_origins() {
        for (origin, socket, own) in [
            (Some("http://localhost:8270"), true, true),
            (Some("http://127.0.0.1:8270"), true, false),
            (Some("http://localhost:8271"), true, false),
            (Some("https://localhost:8270"), true, false),
            (Some("http://evil.example"), true, false),
            (Some("http://evil.example"), false, false),
            (Some("null"), true, false),
            (None, true, false),
            (None, false, true),
        ] {
            let found = allows("127.0.0.1:8270", "127.0.0.1", "localhost:8270", origin, socket);
            assert_eq!(found, own, "{origin:?}");
        }
    }
}
