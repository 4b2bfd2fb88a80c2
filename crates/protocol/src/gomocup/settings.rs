//! What a manager sets by INFO.

use super::board::{EXACT, FREESTYLE, RENJU};
use super::time::Times;
use crate::options::{self, Setting};
use wanqi_play::quoted;

/// Limits, rule and memory.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Settings {
    pub times: Times,
    /// Sum of the bits of the rules below.
    rule: u8,
    /// Whether it is Yixin's board that we talk to, which numbers the rules otherwise.
    yixin: bool,
    /// Whether it is shown on the board what is thought.
    pub real_time: bool,
    /// Bytes that we may use; `None` for any number.
    max_memory: Option<u64>,
    /// Bytes of the table, as Yixin's board sets them.
    hash: Option<u64>,
    threads: u64,
    /// Plies to look ahead, and nodes to look at; `None` for any number.
    pub max_depth: Option<u32>,
    pub max_nodes: Option<u64>,
}

const EXACTLY_FIVE: u8 = 1;
const CONTINUOUS: u8 = 2;
const RENJU_RULE: u8 = 4;
const CARO: u8 = 8;
/// Renju's number in Yixin's protocol, which has no continuous games.
const YIXIN_RENJU: u8 = 2;

const MIB: u64 = 1 << 20;
/// What a manager grants that says nothing of memory.
const USUAL_MEMORY: u64 = 350 * MIB;
/// What the program takes beside its table.
const BESIDE: u64 = 48 * MIB;
/// A larger table serves no turn of a tournament.
const MAX_TABLE: u64 = 256 * MIB;

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            times: Times::default(),
            rule: 0,
            yixin: false,
            real_time: false,
            max_memory: Some(USUAL_MEMORY),
            hash: None,
            threads: 1,
            max_depth: None,
            max_nodes: None,
        }
    }
}

impl Settings {
    /// `INFO key value`. Keys that we do not know are none of our business.
    ///
    /// # Errors
    /// What is wrong with the value; nothing has changed then.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let number = || -> Result<i64, String> {
            // Limits too large to be limits are told too.
            let number: Option<i128> = value.trim().parse().ok();
            let clamped = number.map(|number| number.clamp(i64::MIN.into(), i64::MAX.into()) as i64);
            clamped.ok_or_else(|| format!("INFO {key} takes a number, not {}", quoted(value)))
        };
        let positive = || number().map(|number| u64::try_from(number).ok().filter(|&number| number > 0));
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.times.set_turn(number()?),
            "timeout_match" => self.times.set_match(number()?),
            "time_left" => self.times.set_left(number()?),
            "max_memory" => self.max_memory = positive()?,
            "hash_size" => self.hash = positive()?.map(|kib| kib.saturating_mul(1024)),
            "max_depth" => self.max_depth = positive()?.map(|depth| depth.try_into().unwrap_or(u32::MAX)),
            "max_node" => self.max_nodes = positive()?,
            "time_increment" => self.times.set_increment(number()?),
            // 1 for marks on the board, 2 for details that nothing here tells otherwise.
            "show_detail" => self.real_time = number()? & 1 != 0,
            "thread_num" => {
                /// A manager counts the machine's; more than this help no search.
                const MAX: u64 = 256;
                self.threads = positive()?.map_or(1, |number| number.min(MAX));
            }
            "rule" => {
                let rule = u8::try_from(number()?).ok();
                self.rule =
                    rule.ok_or_else(|| format!("INFO rule takes a sum of 1, 2, 4 and 8, not {value}"))?;
            }
            // The kind of opponent and a folder make no difference to us; what a point is worth (`evaluate`) is not to be
            // told where moves are.
            _ => {}
        }
        Ok(())
    }

    /// It is Yixin's board that we talk to.
    pub fn meet_yixin(&mut self) {
        self.yixin = true;
    }

    /// Whether it is.
    pub fn is_yixin(&self) -> bool {
        self.yixin
    }

    /// The rule by which we play, as the option of the game names it.
    pub fn rule(&self) -> &'static str {
        match self.rule {
            YIXIN_RENJU if self.yixin => RENJU,
            rule if rule & RENJU_RULE != 0 => RENJU,
            rule if rule & EXACTLY_FIVE != 0 => EXACT,
            _ => FREESTYLE,
        }
    }

    /// Why the rule that was set is not played; it is told when a move is asked for.
    ///
    /// # Errors
    /// Just that.
    pub fn check(&self) -> Result<(), String> {
        match self.rule & !(EXACTLY_FIVE | CONTINUOUS | RENJU_RULE) {
            0 => Ok(()),
            CARO => Err("caro (rule 8) is not played".into()),
            _ => Err(format!("there is no rule {}", self.rule)),
        }
    }

    /// Whether the next game begins where one has ended.
    pub fn is_continuous(&self) -> bool {
        !self.yixin && self.rule & CONTINUOUS != 0
    }

    /// What the player is to be seated with.
    pub fn of_player(&self) -> options::Settings {
        let granted = match self.max_memory {
            // Yixin's board tells the size of the table and nothing else of memory.
            Some(USUAL_MEMORY) if self.yixin && self.hash.is_some() => u64::MAX,
            Some(memory) => (memory.saturating_sub(BESIDE) / 5 * 4).min(MAX_TABLE),
            None => self.hash.unwrap_or(MAX_TABLE),
        };
        let table = self.hash.map_or(granted, |hash| hash.min(granted));
        let mut settings = options::Settings::default();
        settings.set(Setting::Memory, (table / MIB).max(1).to_string());
        settings.set(Setting::Threads, self.threads.to_string());
        settings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(told: &[(&str, &str)]) -> Settings {
        let mut settings = Settings::default();
        for (key, value) in told {
            settings.set(key, value).unwrap_or_else(|why| panic!("{key} {value}: {why}"));
        }
        settings
    }

    #[test]
    fn rules() {
        for (value, rule, continuous, played) in [
            ("0", FREESTYLE, false, true),
            ("1", EXACT, false, true),
            ("2", FREESTYLE, true, true),
            ("3", EXACT, true, true),
            ("4", RENJU, false, true),
            ("5", RENJU, false, true),
            ("8", FREESTYLE, false, false),
            ("9", EXACT, false, false),
            ("16", FREESTYLE, false, false),
        ] {
            let settings = after(&[("rule", value)]);
            let told = (settings.rule(), settings.is_continuous(), settings.check().is_ok());
            assert_eq!(told, (rule, continuous, played), "{value}");
        }
    }

    fn player(table: usize, threads: usize) -> options::Settings {
        let settings = options::Settings::default().with(Setting::Memory, table.to_string());
        settings.with(Setting::Threads, threads.to_string())
    }

    #[test]
    fn memory() {
        for (told, table) in [
            (&[][..], 241),
            (&[("max_memory", "0")], 256),
            (&[("max_memory", "367001600")], 241),
            (&[("max_memory", "83886080")], 25),
            (&[("max_memory", "1000000")], 1),
            (&[("max_memory", "99999999999999999999999")], 256),
            (&[("MAX_MEMORY", "83886080"), ("hash_size", "16384")], 16),
            (&[("max_memory", "83886080"), ("hash_size", "1048576")], 25),
            (&[("max_memory", "0"), ("hash_size", "1048576")], 1024),
            (&[("hash_size", "0")], 241),
        ] {
            assert_eq!(after(told).of_player(), player(table, 1), "{told:?}");
        }
    }

    #[test]
    fn yixins_board_numbers_rules_otherwise_and_tells_the_table_alone() {
        let mut settings = after(&[("rule", "2"), ("hash_size", "1048576"), ("show_detail", "1")]);
        assert!((settings.rule(), settings.is_continuous()) == (FREESTYLE, true) && settings.real_time);
        assert_eq!(settings.of_player(), player(241, 1));
        settings.meet_yixin();
        assert_eq!((settings.rule(), settings.is_continuous()), (RENJU, false));
        assert!(settings.check().is_ok());
        assert_eq!(settings.of_player(), player(1024, 1));
        settings.set("show_detail", "2").expect("a number");
        assert!(!settings.real_time);
    }

    #[test]
    fn what_else_there_is() {
        let settings = after(&[
            ("max_depth", "9"),
            ("max_node", "1000"),
            ("thread_num", "2"),
            ("game_type", "1"),
            ("folder", "/tmp"),
            ("caution_factor", "x"),
        ]);
        assert_eq!((settings.max_depth, settings.max_nodes), (Some(9), Some(1000)));
        assert_eq!(settings.of_player(), player(241, 2));
        assert_eq!(after(&[("max_depth", "0"), ("max_node", "0")]).max_depth, None);
        let mut settings = Settings::default();
        for (key, value) in [
            ("timeout_turn", "soon"),
            ("rule", "-1"),
            ("rule", "300"),
            ("max_memory", ""),
            ("time_left", "1.5"),
        ] {
            assert!(settings.set(key, value).is_err(), "{key} {value}");
        }
        assert_eq!(settings, Settings::default());
    }
}
