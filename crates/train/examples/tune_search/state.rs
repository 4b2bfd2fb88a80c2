//! Numbers that are being tuned, kept in a file.

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::path::Path;
use wanqi_play::files;
use wanqi_search::alpha_beta::SearchParameters;
use wanqi_train::learner::write_whole;
use wanqi_train::spsa;

/// What was found so far, and how.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub game: String,
    pub nodes: u64,
    /// Random plies at the beginning of a game: least and most.
    pub opening: Vec<u32>,
    pub pairs: u32,
    pub rate: f64,
    pub seed: u64,
    /// Pairs that are played.
    pub done: u32,
    /// In the order of [`SearchParameters::tunable`].
    pub values: Vec<Value>,
}

/// A number that is tuned.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Value {
    pub name: String,
    pub value: f64,
}

/// The text of a file in which a run is kept.
pub fn read_state(path: &Path) -> Result<String> {
    const MAX_BYTES: u64 = 64 << 20;
    files::read_text(path, MAX_BYTES).with_context(|| format!("cannot read {}", path.display()))
}

impl State {
    /// What a file says.
    ///
    /// # Errors
    /// If it cannot be read, is of another game, or says what cannot be.
    pub fn read(path: &Path, game: &str) -> Result<State> {
        let name = path.display();
        let text = read_state(path)?;
        let state = State::parse(&text).with_context(|| format!("{name} holds no numbers of a search"))?;
        ensure!(state.game == game, "{name} holds numbers of {}, not of {game}", state.game);
        Ok(state)
    }

    fn parse(text: &str) -> Result<State> {
        let mut state: State = serde_json::from_str(text)?;
        ensure!(
            matches!(state.opening[..], [least, most] if least <= most),
            "its opening is no least and most"
        );
        ensure!(state.rate > 0.0, "its rate is {}", state.rate);
        ensure!(state.done <= state.pairs, "it has played more pairs than there are");
        let tunable = SearchParameters::tunable();
        let mut known = tunable.iter();
        for Value { name, value } in &state.values {
            // Each once, in one order.
            let Some(parameter) = known.find(|parameter| parameter.name == *name) else {
                bail!("{name:?} is no number of the search, or out of order");
            };
            let (least, most) = (f64::from(*parameter.range.start()), f64::from(*parameter.range.end()));
            ensure!(
                (least..=most).contains(value),
                "{name} is {value}, which is not within {least} to {most}"
            );
        }
        ensure!(!state.values.is_empty(), "it has no values");
        state.values.iter_mut().for_each(|of| of.value = kept(of.value));
        Ok(state)
    }

    /// Writes the file, or leaves the one that is there.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        write_whole(path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
    }

    pub fn settings(&self) -> spsa::Settings {
        spsa::Settings { pairs: self.pairs, rate: self.rate, seed: self.seed }
    }

    /// What may be tried of the numbers that are tuned.
    pub fn tuned(&self) -> Vec<spsa::Parameter> {
        let tunable = SearchParameters::tunable();
        let tuned = tunable.into_iter().filter(|parameter| self.place(parameter.name).is_some());
        tuned.map(|of| spsa::Parameter { range: of.range, step: of.step.into() }).collect()
    }

    pub fn numbers(&self) -> Vec<f64> {
        self.values.iter().map(|of| of.value).collect()
    }

    /// Takes what further pairs have taught.
    pub fn learned(&mut self, values: &[f64], pairs: u32) {
        for (of, &value) in self.values.iter_mut().zip(values) {
            of.value = kept(value);
        }
        self.done += pairs;
    }

    /// All parameters, with those that are tuned set to these.
    pub fn with(&self, usual: SearchParameters, tuned: &[i32]) -> SearchParameters {
        let mut values = usual.values();
        for (value, parameter) in values.iter_mut().zip(SearchParameters::tunable()) {
            if let Some(place) = self.place(parameter.name) {
                *value = tuned[place];
            }
        }
        usual.with_values(&values)
    }

    /// What was found.
    pub fn parameters(&self, usual: SearchParameters) -> SearchParameters {
        let rounded: Vec<_> = self.values.iter().map(|of| of.value.round() as i32).collect();
        self.with(usual, &rounded)
    }

    /// What was found, as it is written in a game's tactics.
    pub fn as_rust(&self, usual: SearchParameters) -> String {
        let mut text = String::from("SearchParameters {\n");
        let values = self.parameters(usual).values();
        for ((parameter, value), usual) in
            SearchParameters::tunable().iter().zip(values).zip(SearchParameters::USUAL.values())
        {
            if value != usual {
                let _ = writeln!(text, "    {}: {value}, // {usual}", parameter.name);
            }
        }
        text + "    ..SearchParameters::USUAL\n}\n"
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.values.iter().position(|of| of.name == name)
    }
}

/// A number as a file keeps it: so coarse that it is the same again when its text has been read, which may be off in the last
/// bit. Whoever goes on then finds what would have been found without a stop.
fn kept(value: f64) -> f64 {
    const PARTS: f64 = (1 << 20) as f64;
    (value * PARTS).round() / PARTS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> State {
        let value = |name: &str, value| Value { name: name.into(), value };
        State {
            game: "chess".into(),
            nodes: 100,
            opening: vec![2, 4],
            pairs: 10,
            rate: 0.01,
            seed: 1,
            done: 3,
            values: vec![value("futile_base", 71.625), value("null_base", 380.25)],
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        state().write(&path).unwrap();
        assert_eq!(State::read(&path, "chess").unwrap(), state());
        let other = State::read(&path, "gomoku").unwrap_err().to_string();
        assert!(other.ends_with("holds numbers of chess, not of gomoku"), "{other}");
        let whole = std::fs::read(&path).unwrap();
        for length in [0, 1, whole.len() / 2, whole.len() - 3] {
            std::fs::write(&path, &whole[..length]).unwrap();
            let truncated = State::read(&path, "chess").unwrap_err().to_string();
            assert!(truncated.ends_with("state.json holds no numbers of a search"), "{truncated}");
            assert_eq!(std::fs::read(&path).unwrap(), &whole[..length], "nothing is lost");
        }
        std::fs::File::create(&path).unwrap().set_len(65 << 20).unwrap();
        let large = format!("{:#}", State::read(&path, "chess").unwrap_err());
        assert!(large.contains("state.json: it has more than 64 MB"), "{large}");
    }

    #[test]
    fn a_text_keeps_every_bit() {
        let mut state = state();
        for i in 0..10_000 {
            let value = 100.0 + f64::from(i) * 0.037 / 3.0;
            state.learned(&[value, value + 1.0 / 7.0], 0);
            assert_eq!(State::parse(&serde_json::to_string(&state).unwrap()).unwrap(), state);
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let text = serde_json::to_string(&state()).unwrap();
        for (from, to, why) in [
            ("futile_base", "futile", "\"futile\" is no number of the search, or out of order"),
            ("null_base", "futile_base", "\"futile_base\" is no number of the search, or out of order"),
            ("380.25", "3802", "null_base is 3802, which is not within 100 to 800"),
            ("\"done\":3", "\"done\":11", "it has played more pairs than there are"),
            ("0.01", "-1", "its rate is -1"),
            ("[2,4]", "[4,2]", "its opening is no least and most"),
        ] {
            assert!(text.contains(from), "{from}");
            let error = State::parse(&text.replace(from, to)).unwrap_err().to_string();
            assert_eq!(error, why);
        }
    }

    #[test]
    fn numbers_that_are_not_tuned_stay() {
        let usual = SearchParameters::USUAL;
        let expected = SearchParameters { futile_base: 72, null_base: 380, ..usual };
        assert_eq!(state().parameters(usual), expected);
        assert_eq!(
            state().as_rust(usual),
            "SearchParameters {\n    futile_base: 72, // 90\n    null_base: 380, // 400\n    ..SearchParameters::USUAL\n}\n"
        );
    }
}
