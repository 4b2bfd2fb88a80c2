//! How openings look: gomoku's board, what is offered on it, and buttons for what is said.

use super::{Move, Opening, Position, Stage};
use wanqi_game::depict::{SideLook, Symmetry};
use wanqi_game::{Depict, Game, Layout, Outcome, Piece, Scene, Side, Step};

impl Depict for Opening {
    /// Gomoku's; the sides are the players, and the pieces have the colours.
    fn layout(&self) -> Layout {
        let sides = [SideLook::new("First", "先手", "black"), SideLook::new("Second", "后手", "white")];
        Layout { sides, ..self.game().layout() }
    }

    fn kinds(&self) -> Vec<Piece> {
        self.game().kinds()
    }

    fn symmetry(&self) -> Symmetry {
        Symmetry::Square
    }

    fn scene(&self, position: &Position) -> Scene {
        let mut scene = self.game().scene(&position.board);
        let size = self.game().size();
        let offer = |stone: &super::Stone| {
            Piece::new((stone.row() * size + stone.column()) as u16, Side::First, "ring", '?')
        };
        scene.pieces.extend(position.offers.all().iter().map(offer));
        if !matches!(position.stage, Stage::Place | Stage::Branch | Stage::Offer | Stage::Play) {
            scene.forbidden.clear();
        }
        let [black, white] = Side::BOTH.map(|colour| ["First", "Second"][position.player_of(colour).index()]);
        scene.note = format!("Black: {black}, White: {white}");
        scene
    }

    fn steps(&self, position: &Position, mv: Move) -> Vec<Step> {
        let label = match mv {
            Move::Stone(stone) => return self.game().steps(&position.board, stone),
            Move::Swap => "Swap colours".into(),
            Move::Stay => "Stay".into(),
            Move::Black => "Take Black".into(),
            Move::White => "Take White".into(),
            Move::Two => "Two more stones".into(),
            Move::Ten => "Offer ten".into(),
            Move::Number(number) => format!("{number} fifth stones"),
        };
        vec![Step::Choice { name: self.format(position, mv), label }]
    }

    fn winning_points(&self, position: &Position) -> Vec<u16> {
        self.game().winning_points(&position.board)
    }

    fn describe_result(&self, line: &[Position]) -> String {
        let last = line.last().expect("a line ends with the position asked about");
        match self.result(line) {
            Some(Outcome::Win(side)) => format!("{} wins", ["First", "Second"][side.index()]),
            _ => self.game().describe_result(std::slice::from_ref(&last.board)),
        }
    }
}

impl Opening {
    fn format(&self, position: &Position, mv: Move) -> String {
        wanqi_game::Notation::format_move(self, position, mv, 0)
    }
}
