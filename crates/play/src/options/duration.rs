//! Times as people write them.

use std::time::Duration;

/// Reads a time: a number and `ms`, `s`, `m` or `h`.
///
/// # Errors
/// What is wrong, if it is no such text.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("a time is a number with ms, s, m or h, not {}", wanqi_game::quoted(text));
    let unit = text.find(|c: char| c.is_ascii_alphabetic()).ok_or_else(wrong)?;
    let seconds = match &text[unit..] {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let number: f64 = text[..unit].trim().parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| wrong())
}

/// The same time as a text.
pub(super) fn write_duration(time: Duration) -> String {
    match time.subsec_millis() {
        0 => format!("{}s", time.as_secs()),
        _ => format!("{}ms", time.as_millis()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        for (text, millis) in [("500ms", 500), ("1.5s", 1500), ("2m", 120_000), ("1h", 3_600_000), ("0s", 0)]
        {
            let time = Duration::from_millis(millis);
            assert_eq!(parse_duration(text), Ok(time));
            assert_eq!(parse_duration(&write_duration(time)), Ok(time));
        }
        for text in ["", "5", "s", "-1s", "1e999s", "1 parsec", "nans", "é"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }
}
