//! Who plays a side.

use crate::Failure;
use std::time::Duration;
use wanqi_play::matches::MakePlayer;
use wanqi_play::{GameInfo, Limits, Player, Spec, Table};

/// Who plays a side.
pub enum Seat {
    /// Whoever types.
    Human,
    /// The machine.
    Machine {
        /// The player, as it is named.
        name: String,
        /// The player.
        player: Box<dyn Player>,
        /// What it may spend on a move beside its own limits.
        limits: Limits,
    },
}

/// What a player that names no limit may take for a move.
pub const TIMEOUT: Duration = Duration::from_secs(2);

impl Seat {
    /// The seat that a person means by `human`, by a level's name or number, or by the spec of one of `players`.
    ///
    /// # Errors
    /// If there is no such level and no such player.
    pub fn named(
        table: &dyn Table,
        info: &GameInfo,
        text: &str,
        players: MakePlayer,
    ) -> Result<Seat, Failure> {
        if text == "human" {
            return Ok(Seat::Human);
        }
        let name = info.level(text).unwrap_or(text);
        let spec: Spec = name.parse()?;
        let player = players(table, &spec).map_err(|error| {
            let levels = info.levels.iter().map(|level| level.title);
            let near = wanqi_play::did_you_mean(text, levels.clone());
            let levels: Vec<&str> = levels.collect();
            let none =
                format!("{} is no level ({}) and no player", wanqi_play::quoted(text), levels.join(", "));
            Failure::Asked(format!("{none}: {error}{near}"))
        })?;
        let limits = if spec.is_bounded() { Limits::default() } else { Limits::time(TIMEOUT) };
        Ok(Seat::Machine { name: spec.to_string(), player, limits })
    }
}
