//! What other programs call games in the tags `Variant` and `Game`: lichess, Fairy-Stockfish, PyChess.

use wanqi_play::{Spec, Table, is_chess960, rules};

/// Names that are not those of our games, and the games that they mean; what is written comes first of those of a game.
const NAMES: [(&str, &str); 15] = [
    ("Standard", "chess"),
    ("Normal", "chess"),
    ("From Position", "chess"),
    ("Chess960", "chess"),
    ("Fischerandom", "chess"),
    ("Atomic", "atomic"),
    ("King of the Hill", "king-of-the-hill"),
    ("Three-check", "three-check"),
    ("3check", "three-check"),
    ("Racing Kings", "racing-kings"),
    ("Capablanca", "capablanca"),
    ("Los Alamos", "los-alamos"),
    ("Losalamos", "los-alamos"),
    ("Chinese chess", "xiangqi"),
    ("Reversi", "othello"),
];

/// What the tag `Variant` says of a game: what others call it where a rule file tells it, what we do elsewhere; `None` for
/// chess itself. `game` is what a record calls it.
pub fn variant(table: &dyn Table, game: &str, has_rules: bool) -> Option<String> {
    if has_rules {
        return Some(game.to_owned());
    }
    // Other programs know Chess960 by its name and the first position, and our numbers of starts not at all.
    if is_chess960(table) {
        return Some("Chess960".into());
    }
    // Names that games have by heart are texts with options, which a title would lose.
    let told = rules::find(game).filter(|_| wanqi_play::info(game).is_err());
    match told {
        Some(shipped) if shipped.info.name.starts_with(rules::PREFIX) => Some(game.to_owned()),
        Some(shipped) => {
            let known = NAMES.iter().find(|(_, game)| *game == shipped.info.name);
            Some(known.map_or_else(|| shipped.info.title.to_string(), |&(name, _)| name.to_owned()))
        }
        None => (game != "chess").then(|| game.to_owned()),
    }
}

/// The game that such a tag means.
pub fn game(variant: &str) -> Option<Spec> {
    let lower = variant.to_lowercase();
    let known = |text: &str| text.parse::<Spec>().ok().filter(|spec| wanqi_play::table(spec).is_ok());
    let other =
        || NAMES.iter().find(|(name, _)| name.to_lowercase() == lower).and_then(|&(_, game)| known(game));
    let titled = || {
        let shipped = rules::shipped().find(|shipped| shipped.info.title.to_lowercase() == lower)?;
        known(&shipped.info.name)
    };
    [variant, &lower].into_iter().find_map(known).or_else(other).or_else(titled)
}
