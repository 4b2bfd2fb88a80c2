//! How an engine writes the moves and positions of its game.

use super::dialect::Dialect;
use crate::board::Ranks;
use wanqi_play::{Error, Table};

/// The way that moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Writing {
    /// As in the game's own notation for programs.
    Own(Ranks),
    /// As engines of many variants write those of UCI's option `UCI_Variant`, Fairy-Stockfish above all, for a game that we
    /// are told in a rule file: `a4a5q` or, where the variant is one of shogi, `a4a5+` promotes, `P@a3` is put from the
    /// hand. <https://github.com/fairy-stockfish/Fairy-Stockfish/wiki/Usage>
    Variant {
        /// Whether promotions are told by `+` alone.
        as_in_shogi: bool,
    },
}

/// Whether an engine says of its variant that it is written as shogi is.
pub(super) fn is_of_shogi(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.starts_with(&["info", "string", "variant"])
        && words.windows(2).any(|pair| pair == ["template", "shogi"])
}

impl Writing {
    /// That of a rule file's game, which an engine may know as a variant; `None` for other games.
    pub fn of_variant(table: &dyn Table, dialect: Dialect) -> Option<Writing> {
        let built_in = wanqi_play::games().any(|game| game.name == table.spec().name);
        (dialect == Dialect::Uci && !built_in).then_some(Writing::Variant { as_in_shogi: false })
    }

    /// A move of our notation for programs as the engine writes it.
    pub fn write(self, mv: &str) -> String {
        match self {
            Writing::Own(ranks) => ranks.write(mv),
            Writing::Variant { as_in_shogi } => match mv.split_once('=') {
                Some((way, _)) if as_in_shogi => format!("{way}+"),
                Some((way, piece)) => format!("{way}{}", piece.to_ascii_lowercase()),
                None if mv == "pass" => "0000".into(),
                None => mv.into(),
            },
        }
    }

    /// The legal move that the engine means; `None` if it is none. A promotion that must be need not be told.
    pub fn read(self, mv: &str, legal: &[String]) -> Option<String> {
        match self {
            Writing::Own(ranks) => {
                ranks.read(mv).map(|mv| mv.to_ascii_lowercase()).filter(|mv| legal.contains(mv))
            }
            Writing::Variant { .. } => {
                let said = |own: &&String| self.write(own).eq_ignore_ascii_case(mv);
                let mut ways =
                    legal.iter().filter(|own| own.split_once('=').is_some_and(|(way, _)| way == mv));
                legal.iter().find(said).or_else(|| ways.next().filter(|_| ways.next().is_none())).cloned()
            }
        }
    }

    /// How the engine is told where a game begins.
    ///
    /// # Errors
    /// If it begins elsewhere than usual and the engine writes positions otherwise than we do.
    pub fn position(self, table: &dyn Table) -> Result<String, Error> {
        let first = table.first_position();
        match self {
            Writing::Own(_) => Ok(format!("position fen {first}")),
            Writing::Variant { .. } if wanqi_play::table(table.spec())?.first_position() == first => {
                Ok("position startpos".into())
            }
            Writing::Variant { .. } => Err(Error::spec(
                "an engine that plays a rule file's game as a variant can be asked in games from the usual start alone",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_variants() {
        let legal =
            ["a4a5=D", "a4a5", "e4e5=Z", "P@a3", "b7b8=Q", "b7b8=N", "a2a3", "pass"].map(String::from);
        let [chess, shogi] = [false, true].map(|as_in_shogi| Writing::Variant { as_in_shogi });
        for (writing, own, written) in [
            (chess, "b7b8=Q", "b7b8q"),
            (shogi, "a4a5=D", "a4a5+"),
            (shogi, "a4a5", "a4a5"),
            (shogi, "P@a3", "P@a3"),
            (chess, "pass", "0000"),
            (Writing::Own(Ranks::Own), "a2a3", "a2a3"),
        ] {
            assert_eq!(writing.write(own), written);
            assert_eq!(writing.read(written, &legal).as_deref(), Some(own));
        }
        assert_eq!(shogi.read("e4e5", &legal).as_deref(), Some("e4e5=Z"), "it must promote");
        assert_eq!(shogi.read("p@a3", &legal).as_deref(), Some("P@a3"));
        for nonsense in ["", "b7b8", "a9a9", "P@", "+", "=", "é", "(none)"] {
            assert_eq!(chess.read(nonsense, &legal), None, "{nonsense}");
        }
        assert!(is_of_shogi(
            "info string variant minishogi files 5 ranks 5 pocket 5 template shogi startpos x"
        ));
        assert!(!is_of_shogi(
            "info string variant breakthrough files 8 ranks 8 pocket 0 template chess startpos x"
        ));
        assert!(!is_of_shogi("info string template shogi"));
    }
}
