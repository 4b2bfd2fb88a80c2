//! How gomoku looks.

use super::{Gomoku, LastMove, Move, PointSet, Position};
use crate::results::{a_draw_by, wins_by};
use wanqi_game::depict::{BoardStyle, Colours, Point, SideLook, Symmetry, Terrain};
use wanqi_game::{Depict, Game, Layout, Message, Outcome, Piece, Scene, Side, Step, message};

impl Gomoku {
    fn point(&self, row: usize, column: usize) -> u16 {
        (row * self.columns() + column) as u16
    }
}

fn stone(point: u16, side: Side) -> Piece {
    Piece::new(point, side, "stone", ['X', 'O'][side.index()])
}

impl Depict for Gomoku {
    /// Star points: the centre of an odd board, and on larger boards the crossings of the third or fourth lines.
    fn layout(&self) -> Layout {
        let (columns, rows) = (self.columns, self.rows);
        let mut layout =
            Layout::grid(BoardStyle::Points, columns, rows, SideLook::black_white(), Colours::Wood);
        let on_line = |at: u8, count: u8| {
            let line = if count >= 13 { 3 } else { 2 };
            count >= 9 && (at == line || at == count - 1 - line)
        };
        let central = |at: u8, count: u8| 2 * at + 1 == count;
        for point in &mut layout.points {
            let Point { column, row, .. } = *point;
            if (on_line(column, columns) && on_line(row, rows))
                || (central(column, columns) && central(row, rows))
            {
                point.terrain = Terrain::Star;
            }
        }
        layout.named(false, true)
    }

    fn symmetry(&self) -> Symmetry {
        Symmetry::Square
    }

    fn scene(&self, position: &Position) -> Scene {
        let piece = |(row, column)| {
            let side = position.at(row, column)?;
            Some(stone(self.point(row, column), side))
        };
        let asked = position.side == Side::First && position.outcome.is_none();
        let forbidden = if asked { self.forbidden_points(position) } else { PointSet::default() };
        let is_forbidden = |&(row, column): &(usize, usize)| forbidden[row] & (1 << column) != 0;
        Scene {
            pieces: self.points().filter_map(piece).collect(),
            forbidden: self
                .points()
                .filter(is_forbidden)
                .map(|(row, column)| self.point(row, column))
                .collect(),
            ..Scene::default()
        }
    }

    fn kinds(&self) -> Vec<Piece> {
        Side::BOTH.map(|side| stone(0, side)).into()
    }

    fn steps(&self, _: &Position, mv: Move) -> Vec<Step> {
        match mv {
            Move::PASS => vec![Step::Choice { name: "pass".into(), label: message!("choice.pass", "Pass") }],
            _ => vec![Step::point(self.point(mv.row(), mv.column()))],
        }
    }

    fn describe_result(&self, line: &[Position]) -> Message {
        let last = line.last().expect("a line ends with the position asked about");
        let named = |side: Side| (side, ["Black", "White"][side.index()]);
        match (last.last, self.result(line)) {
            (LastMove::Forbidden, _) => {
                wins_by(named(Side::Second), message!("reason.forbidden-move", "by Black's forbidden move"))
            }
            (LastMove::SecondPass, _) => a_draw_by(message!("reason.two-passes", "by two passes")),
            (_, Some(Outcome::Win(side))) => {
                message!("result.wins", "{winner} wins", winner = named(side))
            }
            (_, Some(Outcome::Draw)) => message!("result.draw", "A draw"),
            (_, None) => "The game goes on".into(),
        }
    }

    fn winning_points(&self, position: &Position) -> Vec<u16> {
        let Some(Outcome::Win(winner)) = self.outcome(position) else { return Vec::new() };
        self.winning_stones(position, winner).map(|(row, column)| self.point(row, column)).collect()
    }
}
