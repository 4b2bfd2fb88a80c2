//! `wanqi learn list`, `show`, `forget`, `export` and `import`.

use super::{Kept, summary, text};
use crate::Failure;
use crate::commands::write_json;
use serde::Serialize;
use serde_json::json;
use std::io::Write;
use std::path::Path;
use wanqi_play::learning::{self, LearntGame, Subject};

#[derive(Serialize)]
struct Shown {
    /// Whether anything was learnt of the game.
    learnt: bool,
    #[serde(flatten)]
    known: Option<LearntGame>,
}

impl Kept {
    pub fn run(self, data: &Path, json: bool, out: &mut impl Write) -> Result<(), Failure> {
        match self {
            Kept::List => list(data, json, out),
            Kept::Show { game } => show(&game, data, json, out),
            Kept::Forget { game } => {
                let folder = learning::forget(&Subject::open(&game)?, data)?;
                if json {
                    return write_json(out, &json!({ "game": game, "forgotten": folder }));
                }
                match folder {
                    Some(folder) => writeln!(out, "forgotten: {}", folder.display())?,
                    None => writeln!(out, "nothing was learnt of {game}")?,
                }
                Ok(())
            }
            Kept::Export { game, file, generation } => {
                let number = learning::export(&Subject::open(&game)?, data, generation, &file)?;
                told(&game, number, &file, json, out, "written to")
            }
            Kept::Import { game, file } => {
                let number = learning::import(&Subject::open(&game)?, data, &file)?;
                told(&game, number, &file, json, out, "in use, from")
            }
        }
    }
}

fn told(
    game: &str,
    number: u32,
    file: &Path,
    json: bool,
    out: &mut impl Write,
    what: &str,
) -> Result<(), Failure> {
    if json {
        return write_json(out, &json!({ "game": game, "generation": number, "file": file }));
    }
    Ok(writeln!(out, "{game}: generation {number} {what} {}", file.display())?)
}

fn list(data: &Path, json: bool, out: &mut impl Write) -> Result<(), Failure> {
    let (games, wrong) = learning::list(data);
    if json {
        let problems: Vec<String> = wrong.iter().map(ToString::to_string).collect();
        write_json(out, &json!({ "games": games, "problems": problems }))?;
    } else if games.is_empty() && wrong.is_empty() {
        writeln!(out, "nothing was learnt yet")?;
    } else {
        for game in &games {
            let positions = game.generations.last().map_or(0, |last| last.positions);
            let used = game.in_use.map_or("none in use".into(), |number| format!("{number} in use"));
            writeln!(
                out,
                "{}  {} generations, {used}, {positions} positions  {}",
                game.game,
                game.generations.len(),
                game.rules
            )?;
        }
    }
    wrong.into_iter().next().map_or(Ok(()), |error| Err(Failure::from(error).answered(json)))
}

fn show(game: &str, data: &Path, json: bool, out: &mut impl Write) -> Result<(), Failure> {
    let known = learning::show(&Subject::open(game)?, data)?;
    if json {
        return write_json(out, &Shown { learnt: known.is_some(), known });
    }
    let Some(known) = known else { return Ok(writeln!(out, "nothing was learnt of {game}")?) };
    for generation in &known.generations {
        writeln!(out, "{}", text(generation))?;
    }
    Ok(summary(out, &known)?)
}
