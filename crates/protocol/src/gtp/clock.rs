//! The clocks of a game under GTP: Canadian byo-yomi as the standard has it, Japanese as KGS has, Fischer's as KataGo has.

use super::command::Request;
use std::time::Duration;
use wanqi_play::{Allotted, Clock, Side};

/// What is lost on the way to the clock of the game.
const OVERHEAD: Duration = Duration::from_millis(50);
/// Moves that what is left of the main time is shared among, there being byo-yomi after it.
const SHARES: u32 = 28;
/// How much of a period of byo-yomi is used while there is main time left, and at the most.
const USUAL: f64 = 0.8;
const MAX_SHARE: f64 = 0.9;

/// How time is counted.
#[derive(Clone, Copy, PartialEq, Debug)]
enum System {
    /// It is not.
    None,
    /// A main time and nothing after it.
    Absolute { main: Duration },
    /// After the main time so many stones in every period.
    Canadian { main: Duration, period: Duration, stones: u32 },
    /// After the main time so many periods, one of which is lost whenever a move takes longer.
    Japanese { main: Duration, period: Duration, periods: u32 },
    /// Every move brings in an increment; the clock shows no more than the limit, and no move takes longer than the last.
    Fischer { main: Duration, increment: Duration, limit: Duration, per_move: Duration },
}

/// What programs may set by `kata-time_settings`.
pub(super) const KATA_SYSTEMS: &str = "none absolute byoyomi canadian fischer fischer-capped";

/// What a side's clock shows: the time, and with it the stones or periods left, or 0 in the main time.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Left {
    time: Duration,
    stones: u32,
}

/// Both clocks.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Clocks {
    system: System,
    left: [Left; 2],
}

impl Clocks {
    /// No clocks.
    pub fn none() -> Clocks {
        Clocks::of(System::None)
    }

    fn of(system: System) -> Clocks {
        let left = match system {
            System::None => Left { time: Duration::ZERO, stones: 0 },
            System::Canadian { main: Duration::ZERO, period, stones } => Left { time: period, stones },
            System::Japanese { main: Duration::ZERO, period, periods } => {
                Left { time: period, stones: periods }
            }
            System::Absolute { main }
            | System::Canadian { main, .. }
            | System::Japanese { main, .. }
            | System::Fischer { main, .. } => Left { time: main, stones: 0 },
        };
        Clocks { system, left: [left; 2] }
    }

    /// `time_settings main byo_yomi stones`. A period for no stones means that there is no limit; so it is
    /// where there is no time at all, for nobody could play by that.
    pub fn settings(request: &Request) -> Result<Clocks, &'static str> {
        let (main, period) = (request.seconds(0)?, request.seconds(1)?);
        let stones: u32 = request.number(2)?;
        Ok(Clocks::of(match (main, period, stones) {
            (_, Duration::ZERO, _) if main.is_zero() => System::None,
            (_, Duration::ZERO, _) => System::Absolute { main },
            (_, _, 0) => System::None,
            _ => System::Canadian { main, period, stones },
        }))
    }

    /// `kgs-time_settings none`, `absolute main`, `byoyomi main period periods`, `canadian main period stones`.
    /// <https://www.gokgs.com/help/gtp.html>, and kgsGtp's own documentation.
    pub fn kgs_settings(request: &Request) -> Result<Clocks, &'static str> {
        let main = || request.seconds(1);
        let period = || request.seconds(2);
        let count = || request.number::<u32>(3).map(|count| count.max(1));
        let kind = request.arguments.first().map_or("", String::as_str).to_ascii_lowercase();
        Ok(Clocks::of(match kind.as_str() {
            "none" => System::None,
            "absolute" => System::Absolute { main: main()? },
            "byoyomi" => System::Japanese { main: main()?, period: period()?, periods: count()? },
            "canadian" => System::Canadian { main: main()?, period: period()?, stones: count()? },
            _ => return Err(super::command::SYNTAX),
        }))
    }

    /// `kata-time_settings`: those of KGS, `fischer main increment`, `fischer-capped main increment limit per_move`, where
    /// less than nothing is no limit.
    pub fn kata_settings(request: &Request) -> Result<Clocks, &'static str> {
        let kind = request.arguments.first().map_or("", String::as_str).to_ascii_lowercase();
        let unless_negative = |index| match request.number::<f64>(index)? {
            seconds if seconds < 0.0 => Ok(Duration::MAX),
            _ => request.seconds(index),
        };
        let (limit, per_move) = match kind.as_str() {
            "fischer" => (Duration::MAX, Duration::MAX),
            "fischer-capped" => (unless_negative(3)?, unless_negative(4)?),
            _ => return Clocks::kgs_settings(request),
        };
        let (main, increment) = (request.seconds(1)?, request.seconds(2)?);
        Ok(Clocks::of(System::Fischer { main, increment, limit, per_move }))
    }

    /// `time_left colour time stones`.
    pub fn tell(&mut self, request: &Request) -> Result<(), &'static str> {
        let (side, time, stones) = (request.colour(0)?, request.seconds(1)?, request.number(2)?);
        if self.system == System::None {
            // Who tells what is left plays by the clock.
            *self = Clocks::of(System::Absolute { main: time });
        }
        self.left[side.index()] = Left { time, stones };
        Ok(())
    }

    /// As at the beginning of a game.
    pub fn reset(&mut self) {
        *self = Clocks::of(self.system);
    }

    /// A side has taken so long for a move. A controller that tells the times corrects this.
    pub fn spend(&mut self, side: Side, took: Duration) {
        let left = &mut self.left[side.index()];
        let (over, in_main) = (took > left.time, left.stones == 0);
        left.time = left.time.saturating_sub(took);
        match self.system {
            System::Canadian { period, stones, .. } if over || !in_main => {
                left.stones = left.stones.saturating_sub(1);
                if over || left.stones == 0 {
                    *left = Left { time: period, stones };
                }
            }
            System::Japanese { period, periods, .. } if over && in_main => {
                *left = Left { time: period, stones: periods };
            }
            System::Japanese { period, .. } if !in_main => {
                *left = Left { time: period, stones: (left.stones - u32::from(over)).max(1) };
            }
            System::Fischer { increment, limit, .. } => {
                left.time = left.time.saturating_add(increment).min(limit);
            }
            _ => {}
        }
    }

    /// Time for a side's move; `None` if no clock runs.
    pub fn allot(&self, side: Side) -> Option<Allotted> {
        let Left { time, stones } = self.left[side.index()];
        let clock = |moves_to_go| Clock { remaining: time, increment: Duration::ZERO, moves_to_go };
        let at_most = |Allotted { soft, hard }, most: Duration| Allotted {
            soft: soft.map(|soft: Duration| soft.min(most)),
            hard: most.min(hard),
        };
        // With byo-yomi to come, all of the main time may be used up, and the last move runs on into it.
        let before = |per_move: Duration| {
            let usual = (time / SHARES).max(per_move.mul_f64(USUAL));
            let most = (time + per_move.mul_f64(MAX_SHARE)).saturating_sub(OVERHEAD);
            let hard = (usual * 2).min(most).max(Duration::from_millis(1));
            Allotted { soft: Some(usual.min(hard)), hard }
        };
        Some(match (self.system, stones) {
            (System::None, _) => return None,
            (System::Absolute { .. }, _) => clock(None).allot(OVERHEAD, SHARES),
            (System::Fischer { increment, per_move, .. }, _) => {
                at_most(Clock { increment, ..clock(None) }.allot(OVERHEAD, SHARES), per_move)
            }
            (System::Canadian { period, stones, .. }, 0) => before(period / stones.max(1)),
            (System::Canadian { .. }, stones) => clock(Some(stones)).allot(OVERHEAD, SHARES),
            (System::Japanese { period, .. }, 0) => before(period),
            (System::Japanese { .. }, _) => {
                let most = time.mul_f64(MAX_SHARE).saturating_sub(OVERHEAD);
                Allotted::all_of(most.max(Duration::from_millis(1)))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(text: &str) -> Request {
        Request::read(&format!("command {text}")).expect("a command")
    }

    fn millis(clocks: &Clocks) -> Option<(u128, u128)> {
        let allotted = clocks.allot(Side::First)?;
        Some((allotted.soft.unwrap_or(allotted.hard).as_millis(), allotted.hard.as_millis()))
    }

    #[test]
    fn shares() {
        for (settings, left, allotted) in [
            ("0 0 0", None, None),
            ("0 1 0", None, None),
            ("300 1 0", None, None),
            ("280 0 0", None, Some((9_998, 39_992))),
            ("280 0 0", Some("b 28 0"), Some((998, 3_992))),
            ("280 0 0", Some("b 0 0"), Some((1, 1))),
            ("280 0 0", Some("b -3 0"), Some((1, 1))),
            ("0 50 10", None, Some((4_995, 19_980))),
            ("280 50 10", None, Some((10_000, 20_000))),
            ("280 50 10", Some("b 1 0"), Some((4_000, 5_450))),
            ("280 50 10", Some("b 30 3"), Some((9_983, 11_980))),
            ("280 50 10", Some("b 30 1"), Some((26_955, 26_955))),
            ("280 50 10", Some("w 1 1"), Some((10_000, 20_000))),
        ] {
            let mut clocks = Clocks::settings(&request(settings)).expect(settings);
            left.iter().for_each(|left| clocks.tell(&request(left)).expect(left));
            assert_eq!(millis(&clocks), allotted, "{settings}, {left:?}");
        }
        for (settings, left, allotted) in [
            ("none", None, None),
            ("absolute 280", None, Some((9_998, 39_992))),
            ("byoyomi 280 30 5", None, Some((24_000, 48_000))),
            ("byoyomi 280 30 5", Some("b 30 5"), Some((26_950, 26_950))),
            ("byoyomi 0 10 3", None, Some((8_950, 8_950))),
            ("Canadian 280 50 10", Some("b 1 0"), Some((4_000, 5_450))),
        ] {
            let mut clocks = Clocks::kgs_settings(&request(settings)).expect(settings);
            left.iter().for_each(|left| clocks.tell(&request(left)).expect(left));
            assert_eq!(millis(&clocks), allotted, "{settings}, {left:?}");
        }
    }

    #[test]
    fn who_is_told_nothing_counts_for_itself() {
        let seconds = Duration::from_secs;
        let mut clocks = Clocks::settings(&request("20 30 2")).expect("settings");
        for (took, time, stones) in
            [(15, 5, 0), (6, 30, 2), (10, 20, 1), (10, 30, 2), (29, 1, 1), (40, 30, 2)]
        {
            clocks.spend(Side::First, seconds(took));
            assert_eq!(clocks.left[0], Left { time: seconds(time), stones }, "after {took} s");
        }
        assert_eq!(clocks.left[1], Left { time: seconds(20), stones: 0 });
        clocks.reset();
        assert_eq!(clocks.left[0], Left { time: seconds(20), stones: 0 });
        let mut clocks = Clocks::kgs_settings(&request("byoyomi 20 30 5")).expect("settings");
        clocks.spend(Side::First, seconds(25));
        clocks.spend(Side::First, seconds(29));
        assert_eq!(clocks.left[0], Left { time: seconds(30), stones: 5 });
    }

    #[test]
    fn what_cannot_be_read() {
        for text in ["", "1", "1 2", "x 0 0", "1 2 -3", "1 2 3.5", "1e999 0 0"] {
            assert!(Clocks::settings(&request(text)).is_err(), "{text}");
        }
        for text in ["", "quick", "absolute", "byoyomi 1", "byoyomi 1 2 x"] {
            assert!(Clocks::kgs_settings(&request(text)).is_err(), "{text}");
        }
        for text in ["", "b 1", "red 1 2", "b x 2"] {
            assert!(Clocks::none().tell(&request(text)).is_err(), "{text}");
        }
    }
}
