//! Files of openings: positions one a line, as FEN or EPD, or games as PGN.

use crate::Failure;
use std::path::Path;
use wanqi_play::{Table, files};
use wanqi_store::text::{ReadContext, read};

/// The most bytes of a file of openings.
const MAX_BYTES: u64 = 64 << 20;

/// The positions of a file, each of them one to play from: one a line, or the last of each game of a file that ends
/// with `.pgn`. `argument` is what named it.
pub fn read_file(argument: &str, path: &Path, table: &dyn Table) -> Result<Vec<String>, Failure> {
    let wrong = |place: &str, error: &dyn std::fmt::Display| {
        Failure::asked(format!("{argument}, {}{place}", path.display()), error)
    };
    let text = files::read_text(path, MAX_BYTES).map_err(|error| wrong("", &error))?;
    let openings = if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn")) {
        last_positions(&text, table).map_err(|error| wrong("", &error))?
    } else {
        let lines = (1..).zip(text.lines().map(str::trim));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let read = |(number, line)| {
            position(line, table).map_err(|error| wrong(&format!(", line {number}"), &error))
        };
        lines.map(read).collect::<Result<_, _>>()?
    };
    if openings.is_empty() { Err(wrong("", &"it holds no position")) } else { Ok(openings) }
}

/// A position to play from. EPD has four fields of a FEN, no counters, and operations after them.
/// <https://www.chessprogramming.org/Extended_Position_Description>
fn position(line: &str, table: &dyn Table) -> Result<String, wanqi_play::Error> {
    const FIELDS: usize = 4;
    let fields: Vec<&str> = line.split_whitespace().take(FIELDS).collect();
    let epd = (fields.len() == FIELDS).then(|| fields.join(" ") + " 0 1");
    let mut laid = table.fork();
    laid.set_position(line).or_else(|error| match epd {
        Some(epd) => laid.set_position(&epd).map_err(|_| error),
        None => Err(error),
    })?;
    match laid.result() {
        Some(result) => Err(wanqi_play::Error::Over(result.text)),
        None => Ok(laid.first_position()),
    }
}

/// The positions in which the games of a PGN end.
fn last_positions(text: &str, table: &dyn Table) -> Result<Vec<String>, String> {
    let reading = read(text, &ReadContext { game: Some(table.spec().to_string()), rules: None });
    if let Some(problem) = reading.problems.first() {
        return Err(problem.to_string());
    }
    let last = |game: &wanqi_store::text::ReadGame| {
        let wrong = |error: wanqi_play::Error| format!("game {}: {error}", game.number);
        let record = &game.record;
        let mut played = record.table().map_err(wrong)?;
        if played.spec() != table.spec() {
            return Err(format!("game {} is one of {}", game.number, played.spec()));
        }
        let end = record.main_line().last().copied().unwrap_or(wanqi_play::record::ROOT);
        record.replay(&mut *played, end).map_err(wrong)?;
        match played.result() {
            Some(result) => Err(wrong(wanqi_play::Error::Over(result.text))),
            None => Ok(played.view().position),
        }
    };
    reading.games.iter().map(last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chess() -> Box<dyn Table> {
        wanqi_play::table(&wanqi_play::Spec::new("chess")).expect("chess")
    }

    #[test]
    fn lines() {
        for (line, read) in [
            ("4k3/8/8/8/8/8/8/R3K3 w Q - 3 9", Some("4k3/8/8/8/8/8/8/R3K3 w Q - 3 9")),
            ("4k3/8/8/8/8/8/8/R3K3 w Q -", Some("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")),
            ("4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra8; id \"one\";", Some("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")),
            ("R3k3/7R/8/8/8/8/8/4K3 b - -", None),
            ("4k3/8/8/8/8/8/8/R3K3", None),
        ] {
            assert_eq!(position(line, &*chess()).ok().as_deref(), read, "{line}");
        }
    }

    #[test]
    fn games() {
        let after = |text| last_positions(text, &*chess());
        let positions = after("1. e4 e5 (1... c5) *\n\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n1. Ra2 *")
            .expect("two games");
        assert_eq!(positions[0], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
        assert_eq!(positions[1], "4k3/8/8/8/8/8/R7/4K3 b - - 1 1");
        for (text, error) in [
            ("1. f3 e5 2. g4 Qh4# 0-1", "game 1: the game is over: "),
            ("1. e5 *", "line 1, game 1: "),
            ("[Variant \"xiangqi\"]\n\n1. h2e2 *", "game 1 is one of xiangqi"),
        ] {
            let said = after(text).expect_err(text);
            assert!(said.starts_with(error), "{said}");
        }
    }
}
