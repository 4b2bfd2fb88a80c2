//! How Othello looks.

use super::{Goal, Move, Othello, Position};
use crate::bits::bits;
use wanqi_game::depict::{BoardStyle, Colours, SideLook, Symmetry};
use wanqi_game::{Depict, Game, Layout, Message, Piece, Scene, Side, Step, message};

impl Othello {
    fn point(&self, square: u8) -> u16 {
        let (row, column) = self.row_and_column(square);
        (row * usize::from(self.size.rows()) + column) as u16
    }
}

impl Depict for Othello {
    fn layout(&self) -> Layout {
        let size = self.size.rows();
        Layout::grid(BoardStyle::Cells, size, size, SideLook::black_white(), Colours::Cloth)
            .named(false, false)
    }

    fn symmetry(&self) -> Symmetry {
        Symmetry::Square
    }

    fn scene(&self, position: &Position) -> Scene {
        let of = |side: Side| {
            let letter = ['X', 'O'][side.index()];
            bits(position.discs(side)).map(move |square| Piece::new(self.point(square), side, "disc", letter))
        };
        let [black, white] = Side::BOTH.map(|side| position.discs(side).count_ones());
        Scene {
            pieces: Side::BOTH.into_iter().flat_map(of).collect(),
            note: message!("note.count", "Black {black}, White {white}", black, white),
            ..Scene::default()
        }
    }

    fn steps(&self, _: &Position, mv: Move) -> Vec<Step> {
        vec![match mv {
            Move::PASS => Step::Choice { name: "pass".into(), label: message!("choice.pass", "Pass") },
            Move(square) => Step::point(self.point(square)),
        }]
    }

    fn describe_result(&self, line: &[Position]) -> Message {
        let position = line.last().expect("a line ends with the position asked about");
        let margin = self.margin(position).expect("Othello counts discs") as i32;
        let squares = self.board().count_ones() as i32;
        let more = if self.goal() == Goal::Most { margin } else { -margin };
        let (black, white) = ((squares + more) / 2, (squares - more) / 2);
        let won = |winner: (Side, &str), own: i32, other: i32| {
            message!("result.wins-score", "{winner} wins {own} to {other}", winner, own, other)
        };
        match margin {
            0 => message!("result.draw-score", "A draw, {own} to {other}", own = black, other = white),
            1.. => won((Side::First, "Black"), black, white),
            _ => won((Side::Second, "White"), white, black),
        }
    }
}
