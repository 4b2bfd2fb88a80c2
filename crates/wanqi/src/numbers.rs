//! Numbers as people read them.

use std::time::Duration;

/// `4,865,609`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Three significant digits and a unit: `405 M`, `12.3 k`, `7.00`.
pub fn short(number: f64) -> String {
    let (scaled, unit) = match number.abs() {
        n if n >= 999.5e6 => (number / 1e9, " G"),
        n if n >= 999.5e3 => (number / 1e6, " M"),
        n if n >= 999.5 => (number / 1e3, " k"),
        _ => (number, ""),
    };
    let decimals = match scaled.abs() {
        n if n >= 99.95 => 0,
        n if n >= 9.995 => 1,
        _ => 2,
    };
    format!("{scaled:.decimals$}{unit}")
}

/// `0.012 s`, `12.3 s`.
pub fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        s if s >= 100.0 => format!("{s:.0} s"),
        s if s >= 10.0 => format!("{s:.1} s"),
        s => format!("{s:.3} s"),
    }
}

/// How many of something there are a second; 0 where no time has passed.
pub fn rate(count: u64, time: Duration) -> f64 {
    if time.is_zero() { 0.0 } else { count as f64 / time.as_secs_f64() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (4_865_609, "4,865,609")] {
            assert_eq!(grouped(number), text);
        }
        for (number, text) in [
            (0.0, "0.00"),
            (7.0, "7.00"),
            (99.94, "99.9"),
            (99.96, "100"),
            (12_345.0, "12.3 k"),
            (999_600.0, "1.00 M"),
            (405.4e6, "405 M"),
            (1.5e9, "1.50 G"),
        ] {
            assert_eq!(short(number), text);
        }
        assert_eq!(seconds(Duration::from_millis(12)), "0.012 s");
        assert_eq!(rate(10, Duration::ZERO), 0.0);
    }
}
