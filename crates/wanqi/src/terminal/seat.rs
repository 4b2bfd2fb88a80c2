//! Who plays a side.

use crate::Failure;
use play::matches::MakePlayer;
use play::{GameInfo, Limits, Player, Spec, Table};
use std::time::Duration;

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
pub const PATIENCE: Duration = Duration::from_secs(2);

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
        let name = level(info, text).unwrap_or(text);
        let spec: Spec = name.parse()?;
        let player = players(table, &spec).map_err(|error| {
            let levels: Vec<&str> = info.levels.iter().map(|level| level.title).collect();
            let none = format!("{} is no level ({}) and no player", play::quoted(text), levels.join(", "));
            Failure::asked(none, error)
        })?;
        let limits = if spec.is_bounded() { Limits::default() } else { Limits::time(PATIENCE) };
        Ok(Seat::Machine { name: spec.to_string(), player, limits })
    }
}

/// The player of the level that `text` names by its title or its number, counted from 1.
pub fn level(info: &GameInfo, text: &str) -> Option<&'static str> {
    let number = text.parse::<usize>().ok().and_then(|number| info.levels.get(number.checked_sub(1)?));
    let named =
        || info.levels.iter().find(|level| level.title.eq_ignore_ascii_case(text) || level.title_zh == text);
    number.or_else(named).map(|level| level.player)
}
