//! How Go looks.

use super::geometry::{Capacity, cells};
use super::moves::Move;
use super::position::Position;
use super::{Go, scoring};
use crate::results::{a_draw_by, repetition};
use wanqi_game::depict::{BoardStyle, Colours, CountedGame, SideLook, Symmetry, Terrain};
use wanqi_game::{Depict, Game, Layout, Message, Outcome, Piece, Scene, Side, Step, message};

fn stone(point: u16, side: Side) -> Piece {
    Piece::new(point, side, "stone", ['X', 'O'][side.index()])
}

impl<C: Capacity> Depict for Go<C> {
    fn layout(&self) -> Layout {
        let size = self.size() as u8;
        let mut layout = Layout::grid(BoardStyle::Points, size, size, SideLook::black_white(), Colours::Wood);
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

    fn symmetry(&self) -> Symmetry {
        Symmetry::Square
    }

    fn scene(&self, position: &Position<C>) -> Scene {
        let at = |cell| {
            let colour = position.board.stone(cell)?;
            Some(stone(self.point_of(cell), Side::BOTH[colour]))
        };
        let [black, white] = position.prisoners;
        Scene {
            pieces: cells::<C>(self.size()).filter_map(at).collect(),
            note: message!("note.prisoners", "Prisoners: Black {black}, White {white}", black, white),
            ..Scene::default()
        }
    }

    fn kinds(&self) -> Vec<Piece> {
        Side::BOTH.map(|side| stone(0, side)).into()
    }

    fn steps(&self, _: &Position<C>, mv: Move) -> Vec<Step> {
        match self.point(mv) {
            Some(point) => vec![Step::point(point)],
            None => vec![Step::Choice { name: "pass".into(), label: message!("choice.pass", "Pass") }],
        }
    }

    fn counted(&self, position: &Position<C>, dead: &[u16]) -> Option<CountedGame> {
        self.outcome(position)?;
        let counted = scoring::count(self, position, dead);
        let outcome = self.outcome_of(counted.lead);
        let lead = f64::from(counted.lead);
        let words = words(outcome, lead - self.komi());
        Some(CountedGame {
            dead: counted.dead,
            areas: counted.points,
            lead,
            seki: counted.seki,
            outcome,
            words,
        })
    }

    fn describe_result(&self, line: &[Position<C>]) -> Message {
        let last = line.last().expect("a line ends with the position asked about");
        let lead = f64::from(self.lead(last)) - self.komi();
        match (self.outcome(last), self.result(line)) {
            (Some(outcome), _) => words(outcome, lead),
            (None, Some(_)) => a_draw_by(repetition()),
            (None, None) => "The game goes on".into(),
        }
    }
}

/// A result by points in words; `lead` is the first side's.
fn words(outcome: Outcome, lead: f64) -> Message {
    let count = lead.abs();
    let named = |side: Side| (side, ["Black", "White"][side.index()]);
    match outcome {
        Outcome::Win(side) if count == 1.0 => {
            message!("result.wins-by-point", "{winner} wins by {count} point", winner = named(side), count)
        }
        Outcome::Win(side) => {
            message!("result.wins-by-points", "{winner} wins by {count} points", winner = named(side), count)
        }
        Outcome::Draw => message!("result.draw", "A draw"),
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
