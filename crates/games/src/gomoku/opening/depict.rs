//! How openings look: gomoku's board, what is offered on it, and buttons for what is said.

use super::{Move, Opening, Position, Stage};
use wanqi_game::depict::{SideLook, Symmetry};
use wanqi_game::{Depict, Game, Layout, Message, Outcome, Piece, Scene, Side, Step, message};

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
        let size = self.size();
        let offer = |stone: &super::Stone| {
            Piece::new((stone.row() * size + stone.column()) as u16, Side::First, "ring", '?')
        };
        scene.pieces.extend(position.offers.all().iter().map(offer));
        if !matches!(position.stage, Stage::Place | Stage::Branch | Stage::Offer | Stage::Play) {
            scene.forbidden.clear();
        }
        let [black, white] = Side::BOTH.map(|colour| named(position.player_of(colour)));
        scene.note = message!("note.who-has-which", "Black: {black}, White: {white}", black, white);
        scene
    }

    fn steps(&self, position: &Position, mv: Move) -> Vec<Step> {
        let label = match mv {
            Move::Stone(stone) => return self.game().steps(&position.board, stone),
            Move::Swap => message!("choice.swap-colours", "Swap colours"),
            Move::Stay => message!("choice.stay", "Stay"),
            Move::Black => message!("choice.take-black", "Take Black"),
            Move::White => message!("choice.take-white", "Take White"),
            Move::Two => message!("choice.two-more", "Two more stones"),
            Move::Ten => message!("choice.offer-ten", "Offer ten"),
            Move::Number(number) => message!("choice.fifth-stones", "{number} fifth stones", number),
        };
        vec![Step::Choice { name: self.format(position, mv), label }]
    }

    fn winning_points(&self, position: &Position) -> Vec<u16> {
        self.game().winning_points(&position.board)
    }

    fn describe_result(&self, line: &[Position]) -> Message {
        let last = line.last().expect("a line ends with the position asked about");
        match self.result(line) {
            Some(Outcome::Win(side)) => message!("result.wins", "{winner} wins", winner = named(side)),
            _ => self.game().describe_result(std::slice::from_ref(&last.board)),
        }
    }
}

/// A player and what they are called.
fn named(player: Side) -> (Side, &'static str) {
    (player, ["First", "Second"][player.index()])
}

impl Opening {
    fn format(&self, position: &Position, mv: Move) -> String {
        wanqi_game::Notation::format_move(self, position, mv, 0)
    }
}
