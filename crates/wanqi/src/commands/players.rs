//! `wanqi players`: who there is to play.

use super::write_json;
use crate::Failure;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use wanqi_play::{EvaluationInfo, OptionInfo, PlayerInfo, Spec};
use wanqi_protocol::json::answers::GamePlayers;

/// List the kinds of player and their options; of a game also its evaluations, levels and analyst
#[derive(Args, Debug)]
pub struct Players {
    /// A game, or a rule file: my.toml
    game: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// The players of any game.
#[derive(Serialize)]
struct PlayersOutput {
    players: Vec<PlayerInfo>,
}

impl Players {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let Some(game) = &self.game else {
            let players = wanqi_play::players();
            if self.json {
                return write_json(out, &PlayersOutput { players });
            }
            write_players(out, &players)?;
            writeln!(out, "\nexternal — another program's engine")?;
            write_options(out, &wanqi_protocol::external_options())?;
            writeln!(out, "\n`wanqi players GAME` lists the evaluations, levels and analyst of a game.")?;
            return Ok(());
        };
        let table = wanqi_play::rules::open(&game.parse::<Spec>()?)?;
        let of = GamePlayers::of(&*table);
        if self.json {
            return write_json(out, &of);
        }
        write_players(out, &of.players)?;
        for EvaluationInfo { name, help, options } in &of.evaluations {
            writeln!(out, "\neval={name} — {help}")?;
            write_options(out, options)?;
        }
        writeln!(out)?;
        for (number, level) in (1..).zip(of.levels) {
            writeln!(out, "level {number} {} {}: {}", level.title, level.title_zh, level.player)?;
        }
        writeln!(out, "analyst: {}", of.analyst)?;
        Ok(())
    }
}

fn write_players(out: &mut impl Write, players: &[PlayerInfo]) -> Result<(), Failure> {
    for (i, PlayerInfo { name, help, options, .. }) in players.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{name} — {help}")?;
        write_options(out, options)?;
    }
    Ok(())
}

fn write_options(out: &mut impl Write, options: &[OptionInfo]) -> Result<(), Failure> {
    for option in options {
        writeln!(out, "  {}", describe(option))?;
    }
    Ok(())
}

/// `size=2..19: points on a side (19 if not given)`.
pub(super) fn describe(option: &OptionInfo) -> String {
    let usual = option.default.as_deref().filter(|usual| !usual.is_empty());
    let usual = usual.map_or(String::new(), |usual| format!(" ({usual} if not given)"));
    format!("{}={}: {}{usual}", option.name, option.values(), option.help)
}
