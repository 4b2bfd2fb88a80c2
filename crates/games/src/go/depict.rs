//! How Go looks.

use super::Go;
use super::geometry::{Capacity, cells};
use super::moves::Move;
use super::position::Position;
use game::depict::{Colours, SideLook, Style, Terrain};
use game::{Depict, Game, Layout, Outcome, Piece, Scene, Side, Step};

impl<C: Capacity> Depict for Go<C> {
    fn layout(&self) -> Layout {
        let size = self.size() as u8;
        let mut layout = Layout::grid(Style::Points, size, size, SideLook::black_white(), Colours::Wood);
        for point in &mut layout.points {
            if is_star(self.size(), point.column.into(), point.row.into()) {
                point.terrain = Terrain::Star;
            }
        }
        layout = layout.named(true, true);
        for name in &mut layout.column_names {
            name.make_ascii_uppercase();
        }
        layout
    }

    fn scene(&self, position: &Position<C>) -> Scene {
        let stone = |cell| {
            let colour = position.board.stone(cell)?;
            let (side, letter) = [(Side::First, 'X'), (Side::Second, 'O')][colour];
            Some(Piece::new(self.point_of(cell), side, "stone", letter))
        };
        let [black, white] = position.prisoners;
        Scene {
            pieces: cells::<C>(self.size()).filter_map(stone).collect(),
            note: format!("Prisoners: Black {black}, White {white}"),
            ..Scene::default()
        }
    }

    fn steps(&self, _: &Position<C>, mv: Move) -> Vec<Step> {
        match self.point(mv) {
            Some(point) => vec![Step::point(point)],
            None => vec![Step::Choice { name: "pass".into(), label: "Pass".into() }],
        }
    }

    fn describe_result(&self, line: &[Position<C>]) -> String {
        let last = line.last().expect("a line ends with the position asked about");
        let points = (f64::from(self.area_lead(last)) - self.komi()).abs();
        let unit = if points == 1.0 { "point" } else { "points" };
        match (self.outcome(last), self.result(line)) {
            (Some(Outcome::Win(side)), _) => {
                format!("{} wins by {points} {unit}", ["Black", "White"][side.index()])
            }
            (Some(Outcome::Draw), _) => "A draw".into(),
            (None, Some(_)) => "A draw by repetition".into(),
            (None, None) => "The game goes on".into(),
        }
    }
}

/// Star points: in the corners on the fourth line, on the third of small boards; in the centre of odd boards; from
/// 15 lines on at the middle of the sides.
fn is_star(size: usize, column: usize, row: usize) -> bool {
    let corner = if size < 13 { 2 } else { 3 };
    let middle = (size % 2 == 1).then_some(size / 2);
    let at_corner = |at: usize| size >= 7 && (at == corner || at == size - 1 - corner);
    let at_middle = |at: usize| Some(at) == middle;
    match (at_corner(column), at_corner(row)) {
        (true, true) => true,
        (false, false) => at_middle(column) && at_middle(row),
        (true, false) => size >= 15 && at_middle(row),
        (false, true) => size >= 15 && at_middle(column),
    }
}
