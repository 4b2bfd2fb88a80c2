//! What an interface says to an engine, and how it reads what comes back, in UCI and in UCCI.

use crate::writing::{Ranks, Writing, notation_name};
use std::time::Duration;
use wanqi_play::{Clock, Limits, Side, Table};

/// The language of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    Uci,
    Ucci,
}

/// The clocks of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Clocks {
    /// What they show, the first side's first.
    pub shown: [Clock; 2],
    /// Whose turn it is.
    pub side: Side,
}

/// An option that an engine offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Offer {
    /// Its name.
    pub name: String,
    /// The words that describe it: `type spin default 16 min 1 max 1024`.
    pub words: Vec<String>,
}

/// What an engine thinks, from an `info` line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Info {
    pub depth: Option<u32>,
    pub score: Option<Score>,
    pub nodes: Option<u64>,
    pub line: Vec<String>,
}

/// A score, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Score {
    /// In hundredths of a pawn.
    Points(i32),
    /// It wins, or loses if negative or zero, in so many plies.
    Decided(i32),
}

impl Dialect {
    /// The word that begins a conversation.
    pub fn hello(self) -> &'static str {
        match self {
            Dialect::Uci => "uci",
            Dialect::Ucci => "ucci",
        }
    }

    /// The word that ends an introduction.
    pub fn introduced(self) -> &'static str {
        ["uciok", "ucciok"][self as usize]
    }

    /// How moves and positions of a table's game are written; `None` if it is not played so.
    pub fn writing(self, table: &dyn Table) -> Option<Writing> {
        match self {
            Dialect::Uci => Writing::uci(table),
            Dialect::Ucci => (notation_name(table) == "ucci").then_some(Writing::Own(Ranks::Own)),
        }
    }

    /// The option of a line such as `option name Hash type spin`, or in UCCI `option hashsize type spin`.
    pub fn offer(self, line: &str) -> Option<Offer> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let rest = match (self, words.as_slice()) {
            (Dialect::Uci, ["option", "name", rest @ ..]) | (Dialect::Ucci, ["option", rest @ ..]) => rest,
            _ => return None,
        };
        let kind_at = rest.iter().position(|&word| word == "type").unwrap_or(rest.len());
        let (name, words) = rest.split_at(kind_at);
        Some(Offer { name: name.join(" "), words: words.iter().map(|&word| word.into()).collect() })
    }

    /// Sets an option; a button is pressed.
    pub fn set(self, offer: &Offer, value: &str) -> String {
        let button = offer.words.get(1).is_some_and(|kind| kind == "button");
        match (self, button) {
            (Dialect::Uci, false) => format!("setoption name {} value {value}", offer.name),
            (Dialect::Uci, true) => format!("setoption name {}", offer.name),
            (Dialect::Ucci, false) => format!("setoption {} {value}", offer.name),
            (Dialect::Ucci, true) => format!("setoption {}", offer.name),
        }
    }

    /// What says that a new game begins.
    pub fn new_game(self) -> &'static str {
        ["ucinewgame", "setoption newgame"][self as usize]
    }

    /// The lines that ask for a move, the clocks being what the engine is to plan by. `allowed` are the moves to choose from and the others, if not all are;
    /// UCCI knows one limit at a time, and its unit of time is a second where `millis` is false.
    pub fn go(
        self,
        limits: &Limits,
        clocks: Option<Clocks>,
        allowed: Option<(&[String], &[String])>,
        millis: bool,
    ) -> Vec<String> {
        let mut lines = Vec::new();
        let mut go = "go".to_owned();
        let unit = |time: Duration| if millis { time.as_millis() } else { time.as_secs().into() };
        let time = limits.time.map(|time| time.max(Duration::from_millis(1)));
        match self {
            Dialect::Uci => {
                if let Some((moves, _)) = allowed {
                    go += &format!(" searchmoves {}", moves.join(" "));
                }
                limits.depth.iter().for_each(|depth| go += &format!(" depth {depth}"));
                limits.nodes.iter().for_each(|nodes| go += &format!(" nodes {nodes}"));
                time.iter().for_each(|time| go += &format!(" movetime {}", time.as_millis()));
                if let Some(Clocks { shown: [white, black], .. }) = clocks {
                    let [wtime, btime] = [white, black].map(|clock| clock.remaining.as_millis().max(1));
                    let [winc, binc] = [white, black].map(|clock| clock.increment.as_millis());
                    go += &format!(" wtime {wtime} btime {btime} winc {winc} binc {binc}");
                }
                if clocks.is_none() && limits.depth.is_none() && limits.nodes.is_none() && time.is_none() {
                    go += " infinite";
                }
            }
            Dialect::Ucci => {
                if let Some((_, banned)) = allowed {
                    lines.push(format!("banmoves {}", banned.join(" ")));
                }
                go += &match (time, limits.nodes, limits.depth) {
                    (Some(time), _, _) => format!(" time {} movestogo 1", unit(time).max(1)),
                    (None, Some(nodes), _) => format!(" nodes {nodes}"),
                    (None, None, Some(depth)) => format!(" depth {depth}"),
                    (None, None, None) => match clocks.map(|clocks| clocks.shown[clocks.side.index()]) {
                        Some(clock) => {
                            let (time, increment) = (unit(clock.remaining).max(1), unit(clock.increment));
                            format!(" time {time} increment {increment}")
                        }
                        None => " depth infinite".into(),
                    },
                };
            }
        }
        lines.push(go);
        lines
    }

    /// The move of a line such as `bestmove e2e4 ponder e7e5`; an empty text if there is none.
    pub fn best_move(self, line: &str) -> Option<&str> {
        let mut words = line.split_whitespace();
        match words.next()? {
            "bestmove" => Some(words.next().unwrap_or_default()),
            "nobestmove" if self == Dialect::Ucci => Some(""),
            _ => None,
        }
    }

    /// What an `info` line says of the best line of play; `None` if it says nothing of it.
    pub fn info(self, line: &str) -> Option<Info> {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return None;
        }
        let mut info = Info::default();
        while let Some(word) = words.next() {
            match word {
                "string" | "message" => return None,
                "multipv" if words.next() != Some("1") => return None,
                // A score that the next lines will correct.
                "lowerbound" | "upperbound" => return None,
                "depth" => info.depth = words.next()?.parse().ok(),
                "nodes" => info.nodes = words.next()?.parse().ok(),
                "score" => info.score = score(&mut words),
                "pv" => info.line = words.by_ref().map(String::from).collect(),
                _ => {}
            }
        }
        (!info.line.is_empty()).then_some(info)
    }
}

/// `cp 35`, `mate -2`, and in UCCI a number alone.
fn score<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Score> {
    match words.next()? {
        "cp" => words.next()?.parse().ok().map(Score::Points),
        "mate" => {
            let moves: i32 = words.next()?.parse().ok()?;
            Some(Score::Decided(moves.saturating_mul(2).saturating_sub(i32::from(moves > 0))))
        }
        number => number.parse().ok().map(Score::Points),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Dialect::{Ucci, Uci};

    #[test]
    fn options() {
        let clear = Uci.offer("option name Clear Hash type button").expect("an option");
        assert_eq!(clear.name, "Clear Hash");
        assert_eq!(Uci.set(&clear, "on"), "setoption name Clear Hash");
        let hash = Uci.offer("option name Hash type spin default 16 min 1 max 2").expect("an option");
        assert_eq!(Uci.set(&hash, "2"), "setoption name Hash value 2");
        let hash = Ucci.offer("option hashsize type spin default 16").expect("an option");
        assert_eq!(Ucci.set(&hash, "32"), "setoption hashsize 32");
        assert_eq!(Uci.offer("id name option"), None);
    }

    #[test]
    fn searches() {
        let limits = |depth, nodes, millis: Option<u64>| Limits {
            depth,
            nodes,
            time: millis.map(Duration::from_millis),
            ..Limits::default()
        };
        for (limits, uci, ucci) in [
            (limits(None, None, None), "go infinite", "go depth infinite"),
            (limits(Some(3), None, None), "go depth 3", "go depth 3"),
            (limits(None, Some(9), None), "go nodes 9", "go nodes 9"),
            (limits(None, None, Some(2500)), "go movetime 2500", "go time 2500 movestogo 1"),
            (limits(Some(3), Some(9), Some(0)), "go depth 3 nodes 9 movetime 1", "go time 1 movestogo 1"),
        ] {
            assert_eq!(Uci.go(&limits, None, None, true), [uci]);
            assert_eq!(Ucci.go(&limits, None, None, true), [ucci]);
        }
        assert_eq!(Ucci.go(&limits(None, None, Some(2500)), None, None, false), ["go time 2 movestogo 1"]);
        let millis = Duration::from_millis;
        let clock = |remaining, increment| Clock {
            remaining: millis(remaining),
            increment: millis(increment),
            moves_to_go: None,
        };
        let clocks = Some(Clocks { shown: [clock(900, 10), clock(0, 20)], side: Side::First });
        let none = limits(None, None, None);
        assert_eq!(Uci.go(&none, clocks, None, true), ["go wtime 900 btime 1 winc 10 binc 20"]);
        assert_eq!(Ucci.go(&none, clocks, None, true), ["go time 900 increment 10"]);
        let (a, b) = (["a1a2".to_owned()], ["a1a3".to_owned(), "a1a4".to_owned()]);
        let depth = limits(Some(1), None, None);
        assert_eq!(Uci.go(&depth, None, Some((&a, &b)), true), ["go searchmoves a1a2 depth 1"]);
        assert_eq!(Ucci.go(&depth, None, Some((&a, &b)), true), ["banmoves a1a3 a1a4", "go depth 1"]);
    }

    #[test]
    fn answers() {
        for (line, best) in [
            ("bestmove e2e4 ponder e7e5", Some("e2e4")),
            ("bestmove", Some("")),
            ("info pv e2e4", None),
            ("nobestmove", None),
            ("", None),
        ] {
            assert_eq!(Uci.best_move(line), best, "{line}");
        }
        assert_eq!(Ucci.best_move("nobestmove"), Some(""));
    }

    #[test]
    fn infos() {
        let some = |depth, score, nodes, line: &str| {
            let line = line.split_whitespace().map(String::from).collect();
            Some(Info { depth, score, nodes, line })
        };
        for (line, info) in [
            (
                "info depth 5 seldepth 7 multipv 1 score cp -31 nodes 900 nps 1 time 2 pv e2e4 e7e5",
                some(Some(5), Some(Score::Points(-31)), Some(900), "e2e4 e7e5"),
            ),
            ("info score mate 2 pv a1a2", some(None, Some(Score::Decided(3)), None, "a1a2")),
            ("info score mate -2 pv a1a2", some(None, Some(Score::Decided(-4)), None, "a1a2")),
            ("info depth x score 35 pv a1a2", some(None, Some(Score::Points(35)), None, "a1a2")),
            ("info depth 5 score cp 3 upperbound pv a1a2", None),
            ("info multipv 2 pv a1a2", None),
            ("info currmove e2e4", None),
            ("info string pv e2e4", None),
            ("info depth", None),
            ("score cp 1 pv e2e4", None),
            ("info score mate 99999999999 pv a1a2", some(None, None, None, "a1a2")),
            (
                "info score mate 2147483647 pv a1a2",
                some(None, Some(Score::Decided(i32::MAX - 1)), None, "a1a2"),
            ),
        ] {
            assert_eq!(Uci.info(line), info, "{line}");
        }
    }
}
