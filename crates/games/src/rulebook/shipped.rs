//! The rule files that come with the program.

/// Name and text of a file in `rulebooks/`.
macro_rules! shipped {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../rulebooks/", $name, ".toml")))),*]
    };
}

/// Name and text of each, in the order that menus show.
#[rustfmt::skip]
pub const FILES: &[(&str, &str)] = shipped! {
    "tic-tac-toe" "connect-four" "gomoku" "pente" "connect6" "yavalath" "hex" "y" "havannah" "teeko" "othello" "lanterns" "ataxx" "go-9x9"
    "breakthrough" "hexapawn" "river-crossing" "english-draughts" "russian-draughts" "international-draughts" "konane" "lines-of-action" "amazons" "clobber"
    "alquerque" "bagh-chal" "three-mens-morris" "six-mens-morris" "nine-mens-morris" "twelve-mens-morris" "morabaraba" "dara" "yote" "fanorona" "oware" "kalah" "congkak"
    "halma" "brandub" "tablut" "hnefatafl" "fox-and-geese" "jungle" "jungle-leopards" "jungle-dry" "xiangqi" "minixiangqi" "janggi" "shogi" "minishogi" "dobutsu" "makruk"
    "chess" "king-of-the-hill" "three-check" "antichess" "atomic" "horde" "racing-kings" "crazyhouse" "capablanca"
    "simple-chess" "los-alamos" "two-cannons"
};

/// The text of a shipped file, by its name without `.toml`.
pub fn text(name: &str) -> Option<&'static str> {
    FILES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
