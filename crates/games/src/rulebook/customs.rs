//! Moves as players of some families of games write them, beside the names of points: draughts by the numbers of the
//! dark squares (`11-15`, `11x18`), shogi as USI does (`7g7f`, `P*5e`). Which of them a file's game has follows from its
//! board and its moves, whatever it is called.
//!
//! Sources: <https://en.wikipedia.org/wiki/Portable_Draughts_Notation>,
//! <https://www.chessprogramming.org/Shogi_Notation#USI>.

use super::Rulebook;
use super::board::{Board, Grid, Offset};
use super::model::{MultiCapture, Rules, Shape};
use super::position::{Move, MoveKind, Position};
use wanqi_game::{Game, Side};

/// A custom of writing moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Custom {
    /// None beside the names of points.
    #[default]
    None,
    /// The dark squares have numbers, from where Black begins: from the lower right if that is below.
    Numbers {
        /// Whether 1 is on the lowest line.
        from_below: bool,
    },
    /// Files are numbered from the right, ranks lettered from the top, as the first side sees them.
    Usi,
}

impl Custom {
    pub(super) fn of(rules: &Rules) -> Custom {
        let board = &rules.board;
        let whole = board.grid == Grid::Squares && board.points.iter().all(Option::is_some);
        let plain =
            || board.names.iter().zip(&board.places).all(|(name, &place)| *name == plain(board, place));
        let goes_together =
            rules.kinds.iter().flat_map(|kind| &kind.castles).any(|castles| !castles.is_empty())
                || rules.kinds.iter().flat_map(|kind| &kind.moves).any(|rule| rule.passing);
        let one_promotion = rules
            .kinds
            .iter()
            .filter_map(|kind| kind.promotes.as_ref())
            .all(|promotes| promotes.to.len() == 1);
        let square = |&(at, ..): &(usize, u8, Option<Side>)| is_dark(board, board.places[at]);
        if !whole || !plain() || goes_together || !one_promotion {
            Custom::None
        } else if rules.capture.again == MultiCapture::Must
            && board.rows == board.columns
            && board.rows.is_multiple_of(2)
            && rules.start.iter().all(square)
            && rules.kinds.iter().flat_map(|kind| &kind.moves).all(|rule| is_diagonal(&rule.shape))
            && rules.kinds.iter().flat_map(|kind| &kind.promotes).all(|promotes| !promotes.may)
        {
            Custom::Numbers { from_below: begins_below(rules) }
        } else if rules.capture.to_hand && board.columns <= 9 && board.rows <= 26 {
            Custom::Usi
        } else {
            Custom::None
        }
    }
}

/// The name that a point has if its file gives it none.
fn plain(board: &Board, (column, row): (u8, u8)) -> String {
    format!("{}{}", char::from(b'a' + column % 26), board.rows - row)
}

/// Whether a square has the colour of the lower left one.
fn is_dark(board: &Board, (column, row): (u8, u8)) -> bool {
    (column + board.rows - 1 - row).is_multiple_of(2)
}

fn is_diagonal(shape: &Shape) -> bool {
    let all = |dirs: &[Offset]| dirs.iter().all(|dir| dir.right.abs() == dir.forward.abs());
    match shape {
        Shape::Slide { dirs, .. } | Shape::Jump { dirs, .. } => all(dirs),
        Shape::Leap { .. }
        | Shape::Cross { .. }
        | Shape::Line { .. }
        | Shape::Approach { .. }
        | Shape::Fly => false,
    }
}

/// Whether the pieces of the side called Black, or else of the second, begin in the lower half.
fn begins_below(rules: &Rules) -> bool {
    let black = Side::BOTH.into_iter().find(|side| rules.sides[side.index()].name == "Black");
    let black = black.unwrap_or(Side::Second);
    let pieces = rules.start.iter().filter(|&&(_, _, side)| side == Some(black));
    let (all, below) = pieces.fold((0, 0), |(all, below), &(at, ..)| {
        (all + 1, below + usize::from(2 * rules.board.places[at].1 >= rules.board.rows))
    });
    2 * below > all
}

impl Rulebook {
    /// A move as players of its family write it; `None` where that has no word for it.
    pub(super) fn customary(&self, position: &Position, mv: Move) -> Option<String> {
        let name = |at: u16| self.customary_point(at);
        match (self.tables.facts.custom, mv.what) {
            (Custom::Numbers { .. }, MoveKind::Go | MoveKind::Jump) => {
                let how = if self.takes(position, mv) { 'x' } else { '-' };
                Some(format!("{}{how}{}", name(mv.from)?, name(mv.to)?))
            }
            (Custom::Usi, MoveKind::Go) => {
                let promotes = position.cells[usize::from(mv.from)] != mv.becomes;
                let sign = if promotes { "+" } else { "" };
                Some(format!("{}{}{sign}", name(mv.from)?, name(mv.to)?))
            }
            (Custom::Usi, MoveKind::Place) => {
                let kind = self.tables.kind(mv.becomes);
                Some(format!("{}*{}", self.rules().kinds[usize::from(kind)].letter, name(mv.to)?))
            }
            _ => None,
        }
    }

    /// A point as players of its family write it.
    pub(super) fn customary_point(&self, at: u16) -> Option<String> {
        let board = &self.rules().board;
        let place @ (column, row) = *board.places.get(usize::from(at))?;
        match self.tables.facts.custom {
            Custom::None => None,
            Custom::Numbers { from_below } => {
                let half = u16::from(board.columns / 2);
                let from_above = u16::from(row) * half + u16::from(column / 2) + 1;
                let all = u16::from(board.rows) * half;
                let number = if from_below { all + 1 - from_above } else { from_above };
                is_dark(board, place).then(|| number.to_string())
            }
            Custom::Usi => Some(format!("{}{}", board.columns - column, char::from(b'a' + row))),
        }
    }

    /// Reads the points of a move of draughts with whatever stands between them, `11-15`, `c3:e5`, `c3e5g7` or
    /// `11x18x25`, a promotion left out; `None` if it is no such text.
    pub(super) fn customary_points(&self, text: &str) -> Option<Vec<u16>> {
        if !matches!(self.tables.facts.custom, Custom::Numbers { .. }) {
            return None;
        }
        let names = &self.rules().board.names;
        let point = |word: &str| {
            let numbered = |&at: &u16| self.customary_point(at).as_deref() == Some(word);
            let named = || names.iter().position(|name| name == word).map(|at| at as u16);
            named().or_else(|| (0..names.len() as u16).find(numbered))
        };
        // What a piece becomes stands at the end alone.
        let text = match text.split_once('=') {
            Some((text, becomes)) if becomes.chars().count() < 2 => text,
            Some(_) => return None,
            None => text,
        };
        let (mut words, mut before) = (vec![String::new()], ' ');
        for c in text.trim_end_matches('x').chars() {
            let between = ['-', 'x', ':', '×'].contains(&c);
            if between || before.is_ascii_digit() && c.is_ascii_alphabetic() {
                words.push(String::new());
            }
            if !between {
                words.last_mut()?.push(c);
            }
            before = c;
        }
        let points: Option<Vec<u16>> = words.iter().map(|word| point(word.trim())).collect();
        points.filter(|points| points.len() >= 2)
    }

    /// Reads a move as players of its family write it, if only one can be meant.
    pub(super) fn read_customary(&self, position: &Position, wanted: &str) -> Option<Move> {
        if self.tables.facts.custom == Custom::None {
            return None;
        }
        let points = self.customary_points(wanted);
        let between = points.filter(|points| points.len() == 2);
        let mut found = Vec::new();
        self.each_move(position, |mv| {
            let written = || self.customary(position, mv).is_some_and(|text| text.to_lowercase() == wanted);
            let meant = match &between {
                Some(points) => mv.goes() && [mv.from, mv.to] == points[..],
                None => written(),
            };
            if meant {
                found.push(mv);
            }
        });
        match found[..] {
            [mv] => Some(mv),
            _ => None,
        }
    }
}
