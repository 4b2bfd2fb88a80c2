//! What interfaces may set.

use play::{Error, PLAYERS, Player, Spec, Table, quoted};

/// Sizes of the transposition table in MiB.
pub(crate) const HASH: Spin = Spin { default: 64, least: 1, most: 16 * 1024 };

/// How many of the best lines are told.
pub(crate) const MULTI_PV: Spin = Spin { default: 1, least: 1, most: 256 };

/// The range of an option that is a number.
pub(crate) struct Spin {
    pub default: usize,
    pub least: usize,
    pub most: usize,
}

impl Spin {
    /// # Errors
    /// If the text is no number of the range.
    pub fn read(&self, name: &str, value: &str) -> Result<usize, String> {
        let Spin { least, most, .. } = self;
        let number = value.trim().parse().ok().filter(|number| (least..=most).contains(&number));
        number.ok_or_else(|| format!("{name} takes a number from {least} to {most}, not {}", quoted(value)))
    }

    /// As both protocols describe it.
    pub fn text(&self) -> String {
        let Spin { default, least, most } = self;
        format!("type spin default {default} min {least} max {most}")
    }
}

/// The value of an option that is on or off.
///
/// # Errors
/// If it is neither.
pub(crate) fn check(name: &str, value: &str) -> Result<bool, String> {
    let value = value.trim();
    let known =
        [("true", true), ("false", false)].into_iter().find(|(word, _)| value.eq_ignore_ascii_case(word));
    known.map(|(_, on)| on).ok_or_else(|| format!("{name} is true or false, not {}", quoted(value)))
}

/// The player `asked` for, or else the strongest of the table's game without limits of its own, with a transposition
/// table of so many MiB if it has one.
///
/// # Errors
/// If there is no such player.
pub(crate) fn player(
    table: &dyn Table,
    asked: Option<&Spec>,
    hash_mb: usize,
) -> Result<Box<dyn Player>, Error> {
    let mut player = match asked {
        Some(player) => player.clone(),
        None => {
            let level = table.info().levels.last().map_or("random", |level| level.player);
            level.parse::<Spec>()?.without_limits()
        }
    };
    let keys = PLAYERS.iter().filter(|info| info.name == player.name).flat_map(|info| info.options);
    if let Some((key, _)) = keys.into_iter().find(|(key, _)| ["table", "memory"].contains(key)) {
        player.set(key, hash_mb.to_string());
    }
    table.player(&player)
}
