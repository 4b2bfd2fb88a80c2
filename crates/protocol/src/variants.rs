//! The games of UCI's option `UCI_Variant`, by the names that Fairy-Stockfish has for them
//! (<https://fairy-stockfish.github.io/>).

use std::borrow::Cow;
use wanqi_play::rules::{self, PREFIX};
use wanqi_play::{Error, Spec, Table, did_you_mean, quoted};

/// Names, and the rule files that tell the same games. Those that are not shipped are passed over.
const TOLD: [(&str, &str); 16] = [
    ("kingofthehill", "king-of-the-hill"),
    ("3check", "three-check"),
    ("antichess", "antichess"),
    ("atomic", "atomic"),
    ("horde", "horde"),
    ("racingkings", "racing-kings"),
    ("crazyhouse", "crazyhouse"),
    ("capablanca", "capablanca"),
    ("losalamos", "los-alamos"),
    ("breakthrough", "breakthrough"),
    ("clobber", "clobber"),
    ("minixiangqi", "minixiangqi"),
    ("minishogi", "minishogi"),
    ("shogi", "shogi"),
    ("makruk", "makruk"),
    ("janggitraditional", "janggi"),
];

/// The names that are offered, and those of the games here: those that the program knows by heart, and those of rule files.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    let by_heart = wanqi_play::games().map(|info| &*info.name).filter(|name| {
        let table = wanqi_play::table(&Spec::new(*name));
        table.is_ok_and(|table| crate::writing::Writing::uci(&*table).is_some())
    });
    let told = TOLD.into_iter().filter(|(_, file)| rules::find(file).is_some());
    by_heart.map(|name| (name, name)).chain(told)
}

/// The rule file that tells the variant of a name, if it is one of those.
pub(crate) fn told(name: &str) -> Option<&'static str> {
    TOLD.iter().find(|(known, _)| *known == name).map(|(_, file)| *file)
}

/// A new game by the name of a variant or of a game here; never from a file that is named.
///
/// # Errors
/// If there is no such game.
pub(crate) fn table(name: &str) -> Result<Box<dyn Table>, Error> {
    let game: Spec = told(name).unwrap_or(name).parse()?;
    wanqi_play::table(&game).map_err(|error| {
        // What is wrong may be an option of a game that there is.
        if wanqi_play::table(&Spec::new(&*game.name)).is_ok() {
            return error;
        }
        let names: Vec<&str> = all().map(|(name, _)| name).collect();
        let near = did_you_mean(name, names.iter().copied());
        Error::spec(format!("there is no variant {}; there are {}{near}", quoted(name), names.join(", ")))
    })
}

/// What a variant is called that is the game of this name, or of the rule file of this path: one word.
pub(crate) fn name_of(game: &str) -> String {
    let told = TOLD.iter().find(|(_, file)| *file == game);
    told.map_or_else(
        || stem(game).split_whitespace().collect::<Vec<_>>().join("-"),
        |(name, _)| (*name).into(),
    )
}

/// That of an engine's variants which is the game of this name or of the rule file of this path: `los-alamos`, or a file of
/// that name, may be its `losalamos`.
pub(crate) fn find<'o>(game: &str, offered: impl Iterator<Item = &'o str> + Clone) -> Option<&'o str> {
    let bare = |name: &str| name.replace(['-', '_', ' '], "").to_ascii_lowercase();
    let file = stem(game);
    let told = TOLD.iter().find(|(_, known)| *known == file).map(|(name, _)| Cow::from(*name));
    let wanted = told.unwrap_or_else(|| bare(file).into());
    offered.clone().find(|name| *name == game).or_else(|| offered.clone().find(|name| bare(name) == wanted))
}

/// The name of a rule file without its path and ending.
pub(crate) fn stem(name: &str) -> &str {
    let name = name.strip_prefix(PREFIX).unwrap_or(name);
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.strip_suffix(".toml").unwrap_or(file)
}
