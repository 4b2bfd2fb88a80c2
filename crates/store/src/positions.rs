//! Files of positions, to begin games with or to analyse: one a line, as FEN or EPD, or the ends of games as PGN.

use crate::text::{ReadContext, ReadGame, read};
use std::path::{Path, PathBuf};
use wanqi_play::{Table, files};

/// The most bytes of a file of positions.
const MAX_BYTES: u64 = 64 << 20;

/// Why a file of positions cannot be used: `openings.epd, line 3: …`.
#[derive(Debug, thiserror::Error)]
#[error("{}{}: {reason}", .file.display(), .line.map_or(String::new(), |line| format!(", line {line}")))]
pub struct PositionsError {
    /// The file.
    file: PathBuf,
    /// The line that is wrong, from 1, where one is.
    line: Option<usize>,
    /// What is wrong with it.
    reason: String,
}

/// The positions of a file, each of them one to play from: one a line, lines that begin with `#` left out, or the last of
/// each game of a file that ends with `.pgn`.
///
/// # Errors
/// If it cannot be read, holds none, or one that is no position of the table's game or over.
pub fn read_positions(path: &Path, table: &dyn Table) -> Result<Vec<String>, PositionsError> {
    let wrong = |line, reason: String| PositionsError { file: path.to_owned(), line, reason };
    let text = files::read_text(path, MAX_BYTES).map_err(|error| wrong(None, error.to_string()))?;
    let positions = if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn")) {
        last_positions(&text, table).map_err(|reason| wrong(None, reason))?
    } else {
        let lines = (1..).zip(text.lines().map(str::trim));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let read =
            |(number, line)| position(line, table).map_err(|error| wrong(Some(number), error.to_string()));
        lines.map(read).collect::<Result<_, _>>()?
    };
    if positions.is_empty() { Err(wrong(None, "it holds no position".into())) } else { Ok(positions) }
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
    let last = |game: &ReadGame| {
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
    fn what_is_wrong_is_told_with_its_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("some.epd");
        let said = |text: &str| {
            std::fs::write(&path, text).expect("a file");
            read_positions(&path, &*chess()).map_err(|error| error.to_string())
        };
        let position = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
        assert_eq!(said(&format!("# one\n\n{position}\n")), Ok(vec![position.to_owned()]));
        let wrong = said(&format!("{position}\nnone\n")).expect_err("no position");
        assert!(wrong.contains("some.epd, line 2: not a position"), "{wrong}");
        assert!(said("# none\n").expect_err("nothing").ends_with("some.epd: it holds no position"));
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
