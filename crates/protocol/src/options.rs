//! What interfaces may set. What is an option of a player has its range and its default from the player's declaration.

use wanqi_play::options::Unit;
use wanqi_play::{Error, OptionInfo, OptionKind, Player, Spec, Table, quoted};

/// How many of the best lines are told.
pub(crate) const MULTI_PV: Spin = Spin { default: 1, least: 1, most: 256 };

/// The range of an option that is a number.
pub(crate) struct Spin {
    pub default: usize,
    pub least: usize,
    pub most: usize,
}

impl Spin {
    /// That of a player's option, if it is a number.
    pub fn of(option: &OptionInfo) -> Option<Spin> {
        /// Interfaces read numbers of 32 bits.
        const MAX: f64 = i32::MAX as f64;
        let OptionKind::Number { min, max, .. } = option.kind else { return None };
        let default = option.default.as_deref().and_then(|text| text.parse().ok());
        let least = min.clamp(0.0, MAX) as usize;
        Some(Spin { default: default.unwrap_or(least), least, most: max.clamp(0.0, MAX) as usize })
    }

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

/// What an interface may set of the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Setting {
    /// MiB that it may take.
    Memory,
    /// Threads of the search.
    Threads,
    /// The option of a player that has this name.
    Named(&'static str),
}

impl Setting {
    /// Folders with Syzygy tables of chess.
    pub const SYZYGY: Setting = Setting::Named("syzygy");
    /// A book of chess.
    pub const BOOK: Setting = Setting::Named("book");
    /// Of the choice among the book's moves.
    pub const BOOK_SEED: Setting = Setting::Named("book-seed");
    /// A file with another network.
    pub const NETWORK: Setting = Setting::Named("net");

    /// The option of a player that it sets.
    pub fn option(self, options: Vec<OptionInfo>) -> Option<OptionInfo> {
        options.into_iter().find(|option| match self {
            Setting::Memory => option.unit() == Some(Unit::Megabytes),
            Setting::Threads => option.unit() == Some(Unit::Threads),
            Setting::Named(name) => option.name == name,
        })
    }
}

/// How UCI and UCCI describe an option of a player: `type spin default 64 min 0 max 16384`.
pub(crate) fn described(option: &OptionInfo) -> String {
    let default = option.default.as_deref().unwrap_or_default();
    match &option.kind {
        OptionKind::Number { .. } => Spin::of(option).map_or(String::new(), |spin| spin.text()),
        OptionKind::Switch => format!("type check default {}", default == "on"),
        OptionKind::Choice { values } => {
            let vars: String = values.iter().map(|value| format!(" var {value}")).collect();
            format!("type combo default {default}{vars}")
        }
        OptionKind::File { .. } | OptionKind::Text | OptionKind::Duration => {
            format!("type string default {}", if default.is_empty() { "<empty>" } else { default })
        }
    }
}

/// What an interface has set of the player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Settings(Vec<(Setting, String)>);

impl Settings {
    /// Sets something; an empty text is as if it had never been set.
    pub fn set(&mut self, setting: Setting, value: impl Into<String>) {
        self.0.retain(|(known, _)| *known != setting);
        let value = value.into();
        if !value.is_empty() {
            self.0.push((setting, value));
        }
    }

    /// The same with something else set.
    #[must_use]
    pub fn with(&self, setting: Setting, value: impl Into<String>) -> Settings {
        let mut settings = self.clone();
        settings.set(setting, value);
        settings
    }
}

/// The player of [`spec`].
///
/// # Errors
/// If there is no such player, or there are no such tables, book or network.
pub(crate) fn player(
    table: &dyn Table,
    asked: Option<&Spec>,
    settings: &Settings,
) -> Result<Box<dyn Player>, Error> {
    table.player(&spec(table, asked, settings)?)
}

/// The player `asked` for, or else the strongest of the table's game without limits of its own, with these settings as
/// far as it knows them.
///
/// # Errors
/// If the game's analyst is no spec, which a test rules out for the games that come with the program.
pub(crate) fn spec(table: &dyn Table, asked: Option<&Spec>, settings: &Settings) -> Result<Spec, Error> {
    let mut player = match asked {
        Some(player) => player.clone(),
        None => table.info().analyst()?.without_limits(),
    };
    for (setting, value) in &settings.0 {
        let Some(option) = setting.option(table.player_options(&player.name)) else { continue };
        if *setting == Setting::NETWORK {
            player.set("eval", "network");
        }
        option.give(&mut player, value.clone());
    }
    Ok(player)
}
