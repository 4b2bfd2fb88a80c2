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
pub struct Clocks {
    control: TimeControl,
    left: [Duration; 2],
}

impl Clocks {
    /// Both with all of their time.
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
