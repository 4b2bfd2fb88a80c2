//! KataGo's parameters, as far as they mean something here: `kata-get-param` and the like,
//! <https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md>.

use serde_json::{Map, Value, json};
use std::time::Duration;
use wanqi_play::{Allotted, quoted};

/// What is set of a search for a move, and of giving up. Analyses go on until they are told to stop.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Params {
    max_visits: u64,
    max_playouts: u64,
    /// In seconds.
    max_time: f64,
    /// Whether a lost game is given up.
    pub resigns: bool,
    /// The utility at which it is lost.
    resign_threshold: f64,
}

/// No limit, as KataGo writes it.
const UNLIMITED: u64 = 1 << 50;
const UNLIMITED_SECONDS: f64 = 1e20;

/// Threads are the player's, and so are not kept here.
pub(super) const THREADS: &str = "numSearchThreads";

/// What programs ask for and what is so here, whatever they would like.
const FIXED: [(&str, &str); 6] = [
    ("analysisIgnorePreRootHistory", "false"),
    ("analysisWideRootNoise", "0"),
    ("antiMirror", "false"),
    ("genmoveAntiMirror", "false"),
    ("playoutDoublingAdvantage", "0"),
    ("ponderingEnabled", "false"),
];

impl Params {
    /// No limits; a game is never given up.
    pub fn new() -> Params {
        Params {
            max_visits: UNLIMITED,
            max_playouts: UNLIMITED,
            max_time: UNLIMITED_SECONDS,
            resigns: false,
            resign_threshold: -0.9,
        }
    }

    /// A game is given up with this probability to win, or less.
    pub fn resign_at(&mut self, probability: f64) {
        (self.resigns, self.resign_threshold) = (true, 2.0 * probability - 1.0);
    }

    /// Whether a game with this probability to win is lost.
    pub fn is_lost(&self, probability: f64) -> bool {
        2.0 * probability - 1.0 <= self.resign_threshold + 1e-9
    }

    /// The most simulations of a search for a move.
    pub fn nodes(&self) -> Option<u64> {
        Some(self.max_visits.min(self.max_playouts)).filter(|&nodes| nodes < UNLIMITED)
    }

    /// Whether a search for a move has an end without a clock.
    pub fn is_bounded(&self) -> bool {
        self.nodes().is_some() || self.time().is_some()
    }

    /// The most time for a move.
    fn time(&self) -> Option<Duration> {
        (self.max_time < UNLIMITED_SECONDS).then(|| Duration::try_from_secs_f64(self.max_time).ok()).flatten()
    }

    /// The time for a move and the most that these give.
    pub fn within(&self, allotted: Option<Allotted>) -> Option<Allotted> {
        let Some(most) = self.time() else { return allotted };
        Some(match allotted {
            None => Allotted::all_of(most),
            Some(Allotted { soft, hard }) => {
                Allotted { soft: soft.map(|soft| soft.min(most)), hard: hard.min(most) }
            }
        })
    }

    /// The names, in their order, without [`THREADS`].
    fn all(&self) -> Map<String, Value> {
        let mut all = Map::from_iter([
            ("allowResignation".into(), json!(self.resigns)),
            ("maxPlayouts".into(), json!(self.max_playouts)),
            ("maxTime".into(), json!(self.max_time)),
            ("maxVisits".into(), json!(self.max_visits)),
            ("resignThreshold".into(), json!(self.resign_threshold)),
        ]);
        for (name, value) in FIXED {
            all.insert(name.into(), serde_json::from_str(value).unwrap_or_default());
        }
        all
    }

    /// All of them, with so many threads.
    pub fn told(&self, threads: &str) -> Map<String, Value> {
        let mut all = self.all();
        all.insert(
            THREADS.into(),
            threads.parse::<u64>().map_or_else(|_| json!(threads), |number| json!(number)),
        );
        all
    }

    /// Sets one.
    ///
    /// # Errors
    /// If there is no such parameter, or it does not take this value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let refused = |what: &str| format!("{name} takes {what}, not {}", quoted(value));
        let count =
            || value.parse().ok().filter(|&count: &u64| count > 0).ok_or_else(|| refused("a number from 1"));
        match name {
            "maxVisits" => self.max_visits = count()?,
            "maxPlayouts" => self.max_playouts = count()?,
            "maxTime" => {
                let seconds = value.parse().ok().filter(|seconds: &f64| *seconds >= 0.0);
                self.max_time = seconds.ok_or_else(|| refused("seconds"))?;
            }
            "allowResignation" => self.resigns = value.parse().map_err(|_| refused("true or false"))?,
            "resignThreshold" => {
                let utility = value.parse().ok().filter(|utility| (-1.0..=1.0).contains(utility));
                self.resign_threshold = utility.ok_or_else(|| refused("a number from -1 to 1"))?;
            }
            _ => {
                let fixed = FIXED.iter().find(|(known, _)| *known == name);
                let (_, only) = fixed.ok_or_else(|| format!("there is no parameter {}", quoted(name)))?;
                let same = match (value.parse::<f64>(), only.parse::<f64>()) {
                    (Ok(value), Ok(only)) => value == only,
                    _ => value == *only,
                };
                if !same {
                    return Err(refused(&format!("{only} alone")));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits() {
        let mut params = Params::new();
        assert!(!params.is_bounded() && params.nodes().is_none());
        assert_eq!(params.within(None), None);
        params.set("maxTime", "0.5").expect("seconds");
        let most = Duration::from_millis(500);
        assert_eq!(params.within(None), Some(Allotted::all_of(most)));
        let longer = Allotted { soft: Some(Duration::from_secs(1)), hard: Duration::from_secs(2) };
        assert_eq!(params.within(Some(longer)), Some(Allotted { soft: Some(most), hard: most }));
        params.set("maxVisits", "100").expect("a number");
        params.set("maxPlayouts", "50").expect("a number");
        assert_eq!(params.nodes(), Some(50));
        params.set("maxTime", "1e300").expect("a time without end");
        assert!(params.within(None).is_none() && params.is_bounded());
    }

    #[test]
    fn lost() {
        let mut params = Params::new();
        assert!(!params.resigns && params.is_lost(0.05) && !params.is_lost(0.06));
        params.resign_at(0.2);
        assert!(params.resigns && params.is_lost(0.2) && !params.is_lost(0.21));
    }
}
