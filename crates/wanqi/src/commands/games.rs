//! `wanqi games`: what there is to play.

use super::players::describe;
use super::write_json;
use crate::Failure;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use wanqi_protocol::json::answers::ListedGame;

/// List the games, their options, notations and levels
#[derive(Args, Debug)]
pub struct Games {
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct GamesOutput {
    games: Vec<ListedGame>,
}

impl Games {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let listed = ListedGame::all()?;
        if self.json {
            return write_json(out, &GamesOutput { games: listed });
        }
        let (told, known): (Vec<_>, Vec<_>) = listed.iter().partition(|listed| listed.rule_file);
        for ListedGame { info, notations, .. } in known {
            writeln!(out, "{} — {} {}", info.name, info.title, info.title_zh)?;
            for option in &info.options {
                writeln!(out, "  {}", describe(option))?;
            }
            writeln!(out, "  moves as {}", notations.join(", "))?;
            for level in info.levels {
                writeln!(out, "  level {}: {}", level.title, level.player)?;
            }
            writeln!(out)?;
        }
        writeln!(out, "Told by rule files, which `wanqi rules show NAME` prints:")?;
        for ListedGame { info, .. } in &told {
            writeln!(out, "{} — {} {}", info.name, info.title, info.title_zh)?;
        }
        // The levels of rule files are all the same.
        for level in told.first().map_or(&[][..], |listed| listed.info.levels) {
            writeln!(out, "  level {}: {}", level.title, level.player)?;
        }
        Ok(())
    }
}
