//! What day it is.

use wanqi_play::host;

/// Today by the clock of Greenwich, as a number of days.
pub(crate) fn days_since_1970() -> i64 {
    (host::since_1970().as_secs() / 86_400) as i64
}

/// The day by the clock of Greenwich, `2026-11-21`.
pub(crate) fn today() -> String {
    let (year, month, day) = civil(days_since_1970());
    format!("{year:04}-{month:02}-{day:02}")
}

/// Year, month and day of a number of days since 1970.
/// <https://howardhinnant.github.io/date_algorithms.html#civil_from_days>
fn civil(days: i64) -> (i64, i64, i64) {
    // Years begin in March, so that the day that leap years have comes last.
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn days_have_dates() {
        for (days, date) in [
            (0, (1970, 1, 1)),
            (59, (1970, 3, 1)),
            (11_016, (2000, 2, 29)),
            (11_017, (2000, 3, 1)),
            (20_778, (2026, 11, 21)),
            (47_540, (2100, 2, 28)),
            (47_541, (2100, 3, 1)),
        ] {
            assert_eq!(civil(days), date, "{days}");
        }
    }
}
