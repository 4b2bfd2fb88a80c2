//! Tables of text.

/// Which edge of its column a text stands at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Rows under their headings, each column as wide as its widest text.
pub struct Columns {
    edges: Vec<Edge>,
    rows: Vec<Vec<String>>,
}

impl Columns {
    /// A table of headings alone.
    pub fn new(headings: &[(&str, Edge)]) -> Columns {
        let edges = headings.iter().map(|&(_, edge)| edge).collect();
        Columns { edges, rows: vec![headings.iter().map(|&(heading, _)| heading.into()).collect()] }
    }

    /// One more row.
    pub fn push(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// The table, two spaces between columns.
    pub fn text(&self) -> String {
        let width =
            |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.edges.len()).map(width).collect();
        let mut text = String::new();
        for row in &self.rows {
            let cells = row.iter().zip(&widths).zip(&self.edges).map(|((cell, &width), edge)| match edge {
                Edge::Left => format!("{cell:<width$}"),
                Edge::Right => format!("{cell:>width$}"),
            });
            text += cells.collect::<Vec<_>>().join("  ").trim_end();
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_need_be() {
        let mut columns = Columns::new(&[("player", Edge::Left), ("nodes", Edge::Right)]);
        columns.push(vec!["best".into(), "1,234,567".into()]);
        columns.push(vec!["alphabeta".into(), "9".into()]);
        assert_eq!(columns.text(), "player         nodes\nbest       1,234,567\nalphabeta          9\n");
    }
}
