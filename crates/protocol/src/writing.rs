//! How the other side of a conversation writes moves and positions.

use std::sync::Arc;
use wanqi_play::rules::Variant;
use wanqi_play::{Error, Table};

/// How moves and positions are written.
#[derive(Clone, Debug)]
pub(crate) enum Writing {
    /// As in the game's own notation for programs.
    Own(Ranks),
    /// As other programs write a game that we are told in a rule file.
    Variant(Arc<Variant>),
}

/// How the ranks of a board are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ranks {
    /// As the game's own notation for programs does.
    Own,
    /// From 1, where the game's own notation does so from 0: xiangqi under UCI, as other engines have it.
    FromOne,
}

impl Ranks {
    /// A move of the game's notation for programs as the interface writes it.
    pub fn write(self, mv: &str) -> String {
        match self {
            Ranks::Own => mv.into(),
            Ranks::FromOne => map_numbers(mv, |rank| rank.checked_add(1)).unwrap_or_else(|| mv.into()),
        }
    }

    /// The reverse; `None` if it cannot be a move.
    pub fn read(self, mv: &str) -> Option<String> {
        match self {
            Ranks::Own => Some(mv.into()),
            Ranks::FromOne => map_numbers(mv, |rank| rank.checked_sub(1)),
        }
    }
}

impl Writing {
    /// That of UCI, if the table's game is played in it: by its own notation, or told in a rule file.
    pub fn uci(table: &dyn Table) -> Option<Writing> {
        let own = match notation_name(table) {
            "uci" => Some(Ranks::Own),
            "ucci" => Some(Ranks::FromOne),
            _ => None,
        };
        own.map(Writing::Own).or_else(|| {
            wanqi_play::rules::uci_variant(table).map(|variant| Writing::Variant(Arc::new(variant)))
        })
    }

    /// That of USI, if the table's game is one of shogi's kin.
    pub fn usi(table: &dyn Table) -> Option<Writing> {
        wanqi_play::rules::usi_variant(table).map(|variant| Writing::Variant(Arc::new(variant)))
    }

    /// A move of our notation for programs as the other side writes it.
    pub fn write(&self, mv: &str) -> String {
        match self {
            Writing::Own(ranks) => ranks.write(mv),
            Writing::Variant(variant) => variant.write_move(mv),
        }
    }

    /// The same with castling as the king's move onto its rook, or without; for games told in files.
    pub fn castling_onto_rook(&self, onto: bool) -> Writing {
        match self {
            Writing::Variant(variant) => {
                Writing::Variant(Arc::new(Variant::clone(variant).castling_onto_rook(onto)))
            }
            own => own.clone(),
        }
    }

    /// The moves that a table's game has had, as the other side writes them.
    pub fn played(&self, table: &dyn Table, notation: usize) -> Vec<String> {
        let moves = table.played(notation);
        let mut written: Vec<String> = moves.iter().map(|mv| self.write(mv)).collect();
        if let Writing::Variant(variant) = self
            && moves.iter().any(|mv| variant.depends_on_position(mv))
        {
            let mut before = table.fork();
            while before.undo() {
                let mv = &moves[before.ply()];
                if variant.depends_on_position(mv) {
                    written[before.ply()] = variant.write_move_in(mv, &before.view().position);
                }
            }
        }
        written
    }

    /// The legal moves of a table, as the other side writes them.
    pub fn legal(&self, table: &dyn Table, notation: usize) -> Vec<String> {
        let write = |mv: &String| match self {
            Writing::Variant(variant) if variant.depends_on_position(mv) => {
                variant.write_move_in(mv, &table.view().position)
            }
            _ => self.write(mv),
        };
        table.legal_moves(notation).iter().map(write).collect()
    }

    /// The move that the other side means, in our notation for programs, of those that are legal; `None` if it is none of
    /// them.
    pub fn read(&self, mv: &str, legal: &[String]) -> Option<String> {
        match self {
            Writing::Own(ranks) => {
                ranks.read(mv).map(|mv| mv.to_ascii_lowercase()).filter(|mv| legal.contains(mv))
            }
            Writing::Variant(variant) => variant.read_move(mv, legal),
        }
    }

    /// Lays a position that the other side has written; gives what of it cannot hold and was left out.
    ///
    /// # Errors
    /// If it is no position of the table's game.
    pub fn lay(&self, table: &mut dyn Table, position: &str) -> Result<Vec<String>, String> {
        match self {
            Writing::Own(_) => table.set_position_leniently(position).map_err(|error| error.to_string()),
            Writing::Variant(variant) => {
                let wrong = |error: String| format!("not a position: {error}");
                let (position, notes) = variant.read_position(position).map_err(wrong)?;
                table.set_position(&position).map_err(|error| error.to_string())?;
                Ok(notes)
            }
        }
    }

    /// A position of our own as the other side writes it.
    ///
    /// # Errors
    /// If it is no position of the game.
    pub fn position(&self, position: &str) -> Result<String, Error> {
        match self {
            Writing::Own(_) => Ok(position.into()),
            Writing::Variant(variant) => variant.write_position(position).map_err(Error::spec),
        }
    }
}

/// The name of a table's notation for programs.
pub(crate) fn notation_name(table: &dyn Table) -> &'static str {
    table.notations().last().copied().unwrap_or_default()
}

/// The text with every number in it replaced; `None` if one cannot be.
fn map_numbers(text: &str, map: impl Fn(u32) -> Option<u32>) -> Option<String> {
    let mut mapped = String::with_capacity(text.len() + 2);
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (number, after) = rest.split_at(digits);
        if !number.is_empty() {
            mapped += &map(number.parse().ok()?)?.to_string();
        }
        let other = after.find(|c: char| c.is_ascii_digit()).unwrap_or(after.len());
        mapped += &after[..other];
        rest = &after[other..];
    }
    Some(mapped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks() {
        for (own, written) in [("h2e2", "h3e3"), ("a0a9", "a1a10"), ("i9h7", "i10h8")] {
            assert_eq!(Ranks::FromOne.write(own), written);
            assert_eq!(Ranks::FromOne.read(written).as_deref(), Some(own));
        }
        assert_eq!(Ranks::FromOne.read("a0a1"), None);
        assert_eq!(Ranks::FromOne.read("a99999999999a1"), None);
        assert_eq!(Ranks::FromOne.read("é棋").as_deref(), Some("é棋"));
        assert_eq!(Ranks::Own.read("e2e4").as_deref(), Some("e2e4"));
    }
}
