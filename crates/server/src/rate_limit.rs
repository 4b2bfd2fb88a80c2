//! How fast a socket may ask. One that asks faster is read more slowly; nothing that it has sent is lost.

use std::time::Duration;
use tokio::time::Instant;

/// Requests that may come at once.
const BURST: f64 = 200.0;
/// Requests a second in the long run: more than a person's hands and a page's widgets ever send.
const RATE: f64 = 50.0;
/// Bytes of a text that count as one more request.
const BYTES: usize = 4096;

/// What a socket may still ask at once.
#[derive(Debug)]
pub struct RateLimit {
    left: f64,
    since: Instant,
}

impl RateLimit {
    /// All of it.
    pub fn new(now: Instant) -> RateLimit {
        RateLimit { left: BURST, since: now }
    }

    /// Counts a text of so many bytes that has come.
    pub fn count(&mut self, bytes: usize, now: Instant) {
        let passed = now.duration_since(self.since).as_secs_f64();
        self.since = now;
        self.left = (self.left + passed * RATE).min(BURST) - 1.0 - (bytes / BYTES) as f64;
    }

    /// When the next text may be read.
    pub fn next(&self) -> Instant {
        self.since + Duration::from_secs_f64((-self.left / RATE).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_asks_faster_has_to_wait() {
        let now = Instant::now();
        let after = |pace: &RateLimit| pace.next().saturating_duration_since(now).as_secs_f64();
        let mut pace = RateLimit::new(now);
        for _ in 0..200 {
            pace.count(100, now);
        }
        assert_eq!(after(&pace), 0.0);
        pace.count(100, now);
        assert_eq!(after(&pace), 1.0 / RATE);
        pace.count(100 * BYTES, now);
        assert!(after(&pace) > 2.0, "long texts count for more");
        let later = now + Duration::from_secs(60);
        pace.count(100, later);
        assert_eq!(pace.next(), later, "whoever has waited may ask again");
        for _ in 0..198 {
            pace.count(100, later);
        }
        assert_eq!(pace.next(), later, "as much as before, and no more");
    }
}
