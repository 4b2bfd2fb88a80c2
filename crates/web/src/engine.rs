//! The engines' protocols in a worker.

use crate::conversation::Partner;
use wanqi_play::Spec;
use wanqi_protocol::{Gomocup, Gtp, Json, JsonSettings, MAX_LENGTH, Say, Session, Ucci, Uci};

/// The protocols that are spoken.
pub const PROTOCOLS: [&str; 6] = ["uci", "usi", "ucci", "gtp", "gomocup", "json"];

/// A session of a protocol.
struct Engine(Box<dyn Session>);

/// Sits down: `what` is a protocol, then a game where the protocol has several, then a player: `uci`, `gtp go:size=9`, `uci
/// chess best:threads=1`.
///
/// # Errors
/// Why that cannot be.
pub fn open(what: &str, say: Say) -> Result<Box<dyn Partner>, String> {
    let mut words = what.split_whitespace();
    let protocol = words.next().unwrap_or_default();
    let mut next = || words.next().filter(|word| *word != "-");
    let wrong = |error: wanqi_play::Error| error.to_string();
    let player = |spec: Option<&str>| spec.map(str::parse::<Spec>).transpose().map_err(wrong);
    let session: Box<dyn Session> = match protocol {
        "uci" => Box::new(Uci::new(next().unwrap_or("chess"), player(next())?, say).map_err(wrong)?),
        "usi" => Box::new(Uci::usi(next().unwrap_or("minishogi"), player(next())?, say).map_err(wrong)?),
        "ucci" => Box::new(Ucci::new(next().unwrap_or("xiangqi"), player(next())?, say).map_err(wrong)?),
        "gtp" => {
            let load = Box::new(|_: &str| Err("there are no files in a browser".to_owned()));
            Box::new(Gtp::new(next().unwrap_or("go"), player(next())?, load, say).map_err(wrong)?)
        }
        "json" => Box::new(Json::new(&JsonSettings::default(), say)),
        "gomocup" => Box::new(Gomocup::new(player(next())?, say).map_err(wrong)?),
        other => {
            let known = PROTOCOLS.join(", ");
            return Err(format!("there is no protocol {}: it is one of {known}", wanqi_play::quoted(other)));
        }
    };
    if let Some(more) = next() {
        return Err(format!("nothing follows the player: {}", wanqi_play::quoted(more)));
    }
    Ok(Box::new(Engine(session)))
}

impl Partner for Engine {
    fn hear(&mut self, text: &str) {
        for line in text.lines() {
            if line.len() > MAX_LENGTH {
                self.0.too_long();
            } else if !self.0.line(line) {
                self.0.end();
            }
        }
    }

    fn hear_meanwhile(&mut self, text: &str) -> bool {
        let is_one_line = text.lines().nth(1).is_none() && text.len() <= MAX_LENGTH;
        is_one_line && self.0.line_meanwhile(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[test]
    fn what_cannot_be_opened_is_told() {
        for (what, expected) in [
            ("", "there is no protocol \"\": it is one of uci, usi, ucci, gtp, gomocup, json"),
            ("xboard", "there is no protocol \"xboard\": it is one of uci, usi, ucci, gtp, gomocup, json"),
            ("uci chess best more", "nothing follows the player: \"more\""),
            ("uci chess nobody", "there is no player \"nobody\""),
        ] {
            let fault = open(what, Arc::new(|_| {})).err().expect(what);
            assert!(fault.starts_with(expected), "{what}: {fault}");
        }
    }

    #[test]
    fn every_protocol_answers() {
        for (what, line, expected) in [
            ("uci", "uci", "uciok"),
            ("usi", "usi", "usiok"),
            ("ucci", "ucci", "ucciok"),
            ("gtp go:size=9", "protocol_version", "= 2"),
            ("gomocup", "ABOUT", "name=\"Wanqi\""),
            ("uci xiangqi", "isready", "readyok"),
            ("json", r#"{"id": 1, "request": "hello"}"#, r#"{"id":1,"answer":{"#),
        ] {
            let said = Arc::new(Mutex::new(Vec::<String>::new()));
            let hears = Arc::clone(&said);
            let mut engine = open(what, Arc::new(move |line| hears.lock().expect("no panic").push(line)))
                .unwrap_or_else(|fault| panic!("{what}: {fault}"));
            engine.hear(line);
            let said = said.lock().expect("no panic");
            assert!(said.iter().any(|line| line.starts_with(expected)), "{what}: {said:?}");
        }
    }
}
