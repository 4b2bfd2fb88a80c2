//! `cargo xtask forbidden`: renju's forbidden points, compared with a suite. A line of the suite is a board as JSON:
//! `board`, its rows from the top with `X` for Black, `O` for White and `.`; and `forbidden`, `[x, y, why]` for
//! every point that is, counted from 0 at the upper left, `why` being `33`, `44` or `OL`.

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use wanqi_game::Notation;
use wanqi_games::gomoku::{Forbidden as Why, Gomoku, Rule};

#[derive(Args)]
pub struct Forbidden {
    /// The suite
    file: PathBuf,
}

/// What is forbidden on a board: x and y of each point, and why.
type Points = BTreeMap<(usize, usize), String>;

impl Forbidden {
    pub fn run(self) -> Result<()> {
        let text = fs::read_to_string(&self.file).with_context(|| self.file.display().to_string())?;
        let (mut boards, mut agree, mut points) = (0, 0, 0);
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let place = || format!("{}:{}", self.file.display(), at + 1);
            let (rows, expected) = read(line).with_context(place)?;
            let found = found(&rows).with_context(place)?;
            (boards, points) = (boards + 1, points + expected.len());
            agree += u32::from(found == expected);
            for (point, why) in found.iter().filter(|&(point, why)| expected.get(point) != Some(why)) {
                println!("line {}: {point:?} is {why}, the suite says {:?}", at + 1, expected.get(point));
            }
            for (point, why) in expected.iter().filter(|(point, _)| !found.contains_key(point)) {
                println!("line {}: {point:?} is allowed, the suite says {why}", at + 1);
            }
        }
        println!("{agree} of {boards} boards agree, with {points} forbidden points");
        ensure!(agree == boards, "{} boards disagree", boards - agree);
        Ok(())
    }
}

/// A board's rows and what the suite says of it.
fn read(line: &str) -> Result<(Vec<String>, Points)> {
    let value: Value = serde_json::from_str(line)?;
    let rows = value["board"].as_array().context("expected an array board")?;
    let rows: Option<Vec<String>> = rows.iter().map(|row| Some(row.as_str()?.to_owned())).collect();
    let point = |point: &Value| {
        let index = |i: usize| usize::try_from(point[i].as_u64()?).ok();
        Some(((index(0)?, index(1)?), point[2].as_str()?.to_owned()))
    };
    let points = value["forbidden"].as_array().context("expected an array forbidden")?;
    let points: Option<Points> = points.iter().map(point).collect();
    Ok((rows.context("expected rows of text")?, points.context("expected [x, y, why]")?))
}

/// What the rules say of a board.
fn found(rows: &[String]) -> Result<Points> {
    let size = u8::try_from(rows.len()).ok();
    let game = size.and_then(|size| Gomoku::new(size, Rule::Renju)).context("no board of this size")?;
    let position =
        game.parse_position(&format!("{} X", rows.join("/"))).map_err(|error| anyhow::anyhow!("{error}"))?;
    let mut points = Points::new();
    for row in 0..game.rows() {
        for column in (0..game.columns()).filter(|&column| position.at(row, column).is_none()) {
            if let Some(why) = game.forbidden(&position, row, column) {
                let why = match why {
                    Why::Overline => "OL",
                    Why::DoubleFour => "44",
                    Why::DoubleThree => "33",
                };
                points.insert((column, row), why.to_owned());
            }
        }
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_read_and_judged() {
        let line = r#"{"board": ["XXX.XX.", ".......", ".......", ".......", ".......", ".......", "O......"],
            "forbidden": [[3, 0, "OL"]]}"#;
        let (rows, expected) = read(line).expect("a board");
        assert_eq!(found(&rows).expect("a position"), expected);
    }

    #[test]
    fn what_is_wrong() {
        for line in ["", "{}", r#"{"board": [1], "forbidden": []}"#, r#"{"board": [], "forbidden": [[1]]}"#] {
            assert!(read(line).is_err(), "{line}");
        }
        for rows in [&["XX"; 2][..], &["XX"; 7]] {
            assert!(found(&rows.iter().map(|&row| row.to_owned()).collect::<Vec<_>>()).is_err());
        }
    }
}
