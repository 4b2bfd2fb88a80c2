//! Names that options of players had once, or have beside their own. Records, scripts and people's fingers know them:
//! they are read for ever, and never listed.

/// The other name, and the name that is listed. An option that is renamed leaves its old name here. No player has two
/// options of which one is another's other name, which a test holds.
pub const ALIASES: &[(&str, &str)] = &[("nodes", "playouts"), ("playouts", "nodes")];

/// The name of an option, and then its other names.
pub(super) fn names(name: &str) -> impl Iterator<Item = &str> {
    let others = ALIASES.iter().filter(move |(_, now)| *now == name).map(|(other, _)| *other);
    std::iter::once(name).chain(others)
}
