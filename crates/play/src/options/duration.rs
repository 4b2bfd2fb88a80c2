//! Times as people write them.

use std::time::Duration;
use wanqi_game::{Message, message, quoted};

/// Reads a time: a number and `ms`, `s`, `m` or `h`.
///
/// # Errors
/// What is wrong, if it is no such text.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    read_duration(text).ok_or_else(|| no_duration(text).to_string())
}

/// The same; `None` if it is no such text.
pub(super) fn read_duration(text: &str) -> Option<Duration> {
    let unit = text.find(|c: char| c.is_ascii_alphabetic())?;
    let seconds = match &text[unit..] {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let number: f64 = text[..unit].trim().parse().ok()?;
    Duration::try_from_secs_f64(number * seconds).ok()
}

/// What is wrong with a text that is no time.
pub(super) fn no_duration(text: &str) -> Message {
    message!("fault.no-time", "a time is a number with ms, s, m or h, not {text}", text = quoted(text))
}

/// The same time as a text.
pub fn write_duration(time: Duration) -> String {
    match time.subsec_millis() {
        0 => format!("{}s", time.as_secs()),
        _ => format!("{}ms", time.as_millis()),
    }
}
