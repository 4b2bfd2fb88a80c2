//! Clocks of a match: time for a whole game, and more with every move.

use crate::Clock;
use std::fmt;
use std::time::Duration;
use wanqi_game::Side;

/// Time that each side has for a game, and what every move adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// At the beginning.
    pub base: Duration,
    /// After every move.
    pub increment: Duration,
}

impl TimeControl {
    /// Seconds, and perhaps `+` and the seconds that a move adds: `60`, `1+0.01`.
    ///
    /// # Errors
    /// If the text is something else.
    pub fn read(text: &str) -> Result<TimeControl, String> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| {
            let seconds = text.trim().parse().ok().filter(|seconds| (0.0..=1e6).contains(seconds));
            seconds.map(Duration::from_secs_f64)
        };
        match (seconds(base), seconds(increment)) {
            (Some(base), Some(increment)) if !base.is_zero() => Ok(TimeControl { base, increment }),
            _ => Err(format!("expected seconds such as 60 or 1+0.01, not {}", wanqi_game::quoted(text))),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// The clocks of a game.
pub(super) struct Clocks {
    control: TimeControl,
    left: [Duration; 2],
}

impl Clocks {
    pub fn new(control: TimeControl) -> Clocks {
        Clocks { control, left: [control.base; 2] }
    }

    /// What both clocks show, the first side's first.
    pub fn show(&self) -> [Clock; 2] {
        self.left.map(|remaining| Clock { remaining, increment: self.control.increment, moves_to_go: None })
    }

    /// A move of `side` took so long. By how much that was too much, if it was.
    pub fn press(&mut self, side: Side, took: Duration) -> Option<Duration> {
        let left = &mut self.left[side.index()];
        let over = took.checked_sub(*left).filter(|over| !over.is_zero());
        *left = left.saturating_sub(took) + self.control.increment;
        over
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        let millis = Duration::from_millis;
        for (text, base, increment, written) in
            [("1+0.01", 1000, 10, "1+0.01"), ("60", 60_000, 0, "60+0"), (" 0.5 + 0 ", 500, 0, "0.5+0")]
        {
            let control = TimeControl::read(text).expect(text);
            assert_eq!(control, TimeControl { base: millis(base), increment: millis(increment) });
            assert_eq!(control.to_string(), written);
        }
        for text in ["", "0", "-1", "1+", "1+x", "nan", "1e99", "1+-1"] {
            assert!(TimeControl::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn time_runs_out() {
        let millis = Duration::from_millis;
        let mut clocks = Clocks::new(TimeControl { base: millis(100), increment: millis(10) });
        assert_eq!(clocks.press(Side::First, millis(100)), None);
        assert_eq!(clocks.show().map(|clock| clock.remaining), [millis(10), millis(100)]);
        assert_eq!(clocks.press(Side::First, millis(13)), Some(millis(3)));
        assert_eq!(clocks.show()[0].remaining, millis(10));
    }
}
