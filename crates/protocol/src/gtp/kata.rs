//! What KataGo has added to GTP beside analyses and rules: parameters, positions without a past, benchmarks.
//! <https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md>

use super::command::{Request, SYNTAX, answer, vertex};
use super::params::THREADS;
use super::thinking::UnderWay;
use super::{Gtp, Reply, said};
use crate::engine::Job;
use crate::options::{self, Setting};
use serde_json::{Map, Value};
use wanqi_play::{Error, Limits, Side, Thought, quoted};

impl Gtp {
    /// How many threads the player has.
    fn threads(&self) -> String {
        let table = self.board.table();
        let spec = options::spec(table, self.player.as_ref(), &self.settings);
        let told = spec.ok().and_then(|spec| {
            let option = Setting::Threads.option(table.player_options(&spec.name))?;
            spec.get(option.name).map(str::to_owned).or(option.default)
        });
        told.unwrap_or_else(|| "1".into())
    }

    /// `kata-get-param PARAM`.
    pub(super) fn param(&self, request: &Request) -> Reply {
        let name = request.arguments.first().ok_or(SYNTAX)?;
        let all = self.params.told(&self.threads());
        let value = all.get(name).ok_or_else(|| format!("there is no parameter {}", quoted(name)))?;
        said(text(value))
    }

    /// `kata-list-params`.
    pub(super) fn list_params(&self) -> String {
        let all = self.params.told(&self.threads());
        all.keys().map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    /// `kata-get-params`.
    pub(super) fn all_params(&self) -> String {
        Value::Object(self.params.told(&self.threads())).to_string()
    }

    /// `kata-set-param PARAM VALUE`, and `kata-set-params` with a JSON object: all of it or nothing.
    pub(super) fn set_params(&mut self, request: &Request) -> Reply {
        let wanted: Map<String, Value> = match (request.name.as_str(), &request.arguments[..]) {
            ("kata-set-param", [name, value]) => Map::from_iter([(name.clone(), value.as_str().into())]),
            ("kata-set-param", _) => return Err(SYNTAX.into()),
            (_, words) => serde_json::from_str(&words.join(" ")).map_err(|_| SYNTAX)?,
        };
        let mut params = self.params.clone();
        for (name, value) in wanted.iter().filter(|(name, _)| *name != THREADS) {
            params.set(name, &text(value))?;
        }
        if let Some(threads) = wanted.get(THREADS) {
            let before = self.settings.clone();
            self.settings.set(Setting::Threads, text(threads));
            if let Err(error) = self.seat() {
                self.settings = before;
                let _ = self.seat();
                return Err(error.to_string());
            }
        }
        self.params = params;
        said("")
    }

    /// `set_position COLOR VERTEX …`: stones without a past, Black to move.
    pub(super) fn set_position(&mut self, request: &Request) -> Reply {
        let mut stones: Vec<(Side, String)> = Vec::new();
        for at in (0..request.arguments.len()).step_by(2) {
            let side = request.colour(at)?;
            let vertex = request.arguments.get(at + 1).and_then(|word| vertex(word)).ok_or(SYNTAX)?;
            stones.push((side, vertex));
        }
        if stones.is_empty() {
            self.board.clear();
        } else {
            self.board.set_stones(&stones, Side::First).map_err(|error| error.to_string())?;
        }
        self.begin();
        said("")
    }

    /// `kata-benchmark NVISITS`: how fast the player is here.
    pub(super) fn benchmark(&mut self, request: &Request) -> Reply {
        /// More take minutes.
        const MAX_VISITS: u64 = 10_000_000;
        let nodes: u64 = request.number(0)?;
        if !(1..=MAX_VISITS).contains(&nodes) {
            return Err(format!("kata-benchmark takes a number from 1 to {MAX_VISITS}"));
        }
        let id = request.id;
        let side = self.board.table().side_to_move();
        let table = self.board.facing(side).map_err(|error| error.to_string())?;
        self.engine.forget();
        let answered = move |thought: Result<Thought, Error>| {
            let told = thought.map(|thought| {
                let seconds = thought.work.millis as f64 / 1000.0;
                let playouts = thought.work.playouts.max(thought.work.interior + thought.work.leaves);
                let rate = playouts as f64 / seconds.max(0.001);
                format!("{playouts} visits in {seconds:.3} s, {rate:.0} visits/s")
            });
            vec![answer(id, told.map_err(|error| error.to_string()))]
        };
        let (limits, not_kept) = self.engine.keepable(Limits::nodes(nodes));
        not_kept.map_or(Ok(()), |error| Err(error.to_string()))?;
        let progress = |_: &Thought| (Vec::new(), false);
        self.think(Job { table, limits, allotted: None, held: false, progress, answer: answered })?;
        self.under_way = Some(UnderWay::Reply);
        Ok(None)
    }
}

/// A value as GTP writes it.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
