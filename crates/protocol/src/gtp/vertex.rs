//! The points of a board as GTP names them: a letter without i, and a number.

use super::command;
use wanqi_play::{BoardStyle, Layout, Point, Table};

/// The letters of columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Letters {
    /// As the game names its columns: Go leaves i out as GTP does, and Othello has no ninth column.
    AsNamed,
    /// The game has a column i, which GTP calls j, and so on.
    WithoutI,
}

/// The most columns and rows, which have a letter each.
pub(crate) const MAX_SIZE: usize = 25;

impl Letters {
    /// Those of a table's game.
    pub fn of(table: &dyn Table) -> Letters {
        let is_told = wanqi_play::rules::uci_variant(table).is_some();
        if is_told || table.layout().column_names.iter().any(|name| name == "i") {
            Letters::WithoutI
        } else {
            Letters::AsNamed
        }
    }

    /// A vertex as the game reads moves, if a text can be one.
    pub fn read(self, word: &str) -> Option<String> {
        let own = command::vertex(word)?;
        if self == Letters::AsNamed || own == "pass" {
            return Some(own);
        }
        let (letter, number) = own.split_at(1);
        let column = letters().position(|c| letter.starts_with(c))?;
        let column = char::from(b'a' + u8::try_from(column).ok()?);
        Some(format!("{column}{number}"))
    }

    /// A move of the game as GTP writes it.
    pub fn write(self, mv: &str) -> String {
        match command::vertex(mv) {
            Some(point) if point != "pass" => self.column(&point).to_ascii_uppercase(),
            // A pass, or a word that no point is named by.
            _ => command::write(mv),
        }
    }

    /// A column's name, or a point's that begins with it, in the letters of GTP.
    pub fn column(self, name: &str) -> String {
        let column = name.chars().next().and_then(|c| (c as usize).checked_sub('a' as usize));
        match column.and_then(|column| letters().nth(column)) {
            Some(letter) if self == Letters::WithoutI => format!("{letter}{}", &name[1..]),
            _ => name.to_owned(),
        }
    }
}

/// The places among a table's legal moves that GTP can tell, of these or of all; `None` for all. There is no word for the
/// taking over of an opening, which is not offered then.
pub(super) fn told_places(table: &dyn Table, places: Option<Vec<usize>>) -> Option<Vec<usize>> {
    let legal = table.legal_moves(0);
    let is_told = |place: &usize| legal.get(*place).is_some_and(|mv| command::vertex(mv).is_some());
    if (0..legal.len()).all(|place| is_told(&place)) {
        return places;
    }
    Some(places.unwrap_or_else(|| (0..legal.len()).collect()).into_iter().filter(is_told).collect())
}

/// GTP's letters in their order.
fn letters() -> impl Iterator<Item = char> {
    ('a'..='z').filter(|&c| c != 'i')
}

/// The column and the row of a point, counted from 0, the rows from the one with the lowest number.
pub(super) fn place(layout: &Layout, point: &Point) -> (usize, usize) {
    let column = match layout.style {
        BoardStyle::Hexes => layout.hex_file(point),
        BoardStyle::Cells | BoardStyle::Points => point.column.into(),
    };
    let number = layout.row_names.get(usize::from(point.row)).and_then(|name| name.parse::<usize>().ok());
    (column, number.map_or(usize::from(point.row), |number| number.saturating_sub(1)))
}

/// How many columns and rows the square has that all points fit on.
pub(super) fn size(layout: &Layout) -> usize {
    let places = layout.points.iter().map(|point| place(layout, point));
    places.map(|(column, row)| column.max(row) + 1).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_without_i() {
        for (own, vertex) in [("a1", "A1"), ("h8", "H8"), ("i9", "J9"), ("y25", "Z25"), ("pass", "pass")] {
            assert_eq!(Letters::WithoutI.write(own), vertex);
            assert_eq!(Letters::WithoutI.read(vertex).as_deref(), Some(own));
        }
        assert_eq!(Letters::WithoutI.read("i9"), None);
        assert_eq!(Letters::WithoutI.write("swap"), "SWAP");
        assert_eq!(Letters::AsNamed.read("I9").as_deref(), Some("i9"));
        assert_eq!(Letters::AsNamed.write("i9"), "I9");
    }
}
