//! What interfaces may set.

use play::{Error, PLAYERS, Player, Spec, Table, quoted};

/// Sizes of the transposition table in MiB.
pub(crate) const HASH: Spin = Spin { default: 64, least: 1, most: 16 * 1024 };

/// Threads of a search.
pub(crate) const THREADS: Spin = Spin { default: 1, least: 1, most: 256 };

/// Seeds of the choice among a book's moves.
pub(crate) const BOOK_SEED: Spin = Spin { default: 0, least: 0, most: 1_000_000_000 };

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

/// What an interface may set of the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Settings {
    /// MiB of the transposition table.
    pub hash_mb: usize,
    /// Threads of the search.
    pub threads: usize,
    /// Folders with Syzygy tables of chess; empty for none.
    pub syzygy: String,
    /// A file with a book of chess; empty for none.
    pub book: String,
    /// Of the choice among the book's moves.
    pub book_seed: usize,
    /// A file with a network of chess; empty for the program's own.
    pub network: String,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash_mb: HASH.default,
            threads: THREADS.default,
            syzygy: String::new(),
            book: String::new(),
            book_seed: 0,
            network: String::new(),
        }
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
/// If the game's strongest level is no spec, which a test rules out for the games that come with the program.
pub(crate) fn spec(table: &dyn Table, asked: Option<&Spec>, settings: &Settings) -> Result<Spec, Error> {
    let mut player = match asked {
        Some(player) => player.clone(),
        None => table.info().analyst()?.without_limits(),
    };
    let takes = |name: &str, key: &str| {
        PLAYERS.iter().any(|info| info.name == name && info.options.iter().any(|(known, _)| *known == key))
    };
    let name = player.name.clone();
    for key in ["table", "memory"].into_iter().filter(|key| takes(&name, key)) {
        player.set(key, settings.hash_mb.to_string());
    }
    if settings.threads > 1 && takes(&name, "threads") {
        player.set("threads", settings.threads.to_string());
    }
    if table.spec().name == "chess" && takes(&name, "eval") {
        if !settings.syzygy.is_empty() {
            player.set("syzygy", settings.syzygy.clone());
        }
        if !settings.book.is_empty() {
            player.set("book", settings.book.clone());
            player.set("book-seed", settings.book_seed.to_string());
        }
        if !settings.network.is_empty() {
            player.set("eval", "network");
            player.set("net", settings.network.clone());
        }
    }
    Ok(player)
}
