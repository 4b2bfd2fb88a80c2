//! What a front-end sees of a game in progress.

use serde::Serialize;
use wanqi_game::depict::{Scene, Step, side_index};
use wanqi_game::{Layout, Message, Outcome, Side, message};

/// A game in progress, as a front-end shows it. With the `Layout` it is all there is to know.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    /// The pieces on the board.
    pub scene: Scene,
    /// Whose turn it is.
    #[serde(with = "side_index")]
    pub side: Side,
    /// The position's text.
    pub position: String,
    /// The legal moves; none once the game is over.
    pub moves: Vec<MoveView>,
    /// Every move played from the position that the game began with, those undone included.
    pub record: Vec<Record>,
    /// How many moves of the record have been played; those after it can be redone.
    pub ply: usize,
    /// The points of the last move.
    pub trace: Vec<u16>,
    /// How the game ended, if it has.
    pub result: Option<ResultView>,
}

/// A legal move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveView {
    /// Its text, in the notation for people.
    pub text: String,
    /// The clicks that make it.
    pub steps: Vec<Step>,
}

/// A move of the record.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Record {
    /// Its text, in the notation for people.
    pub text: String,
    /// The turn up to this move as one, `b4d6f8`, where it is not the first of its turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whole: Option<String>,
    /// Who made it.
    #[serde(with = "side_index")]
    pub side: Side,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ResultView {
    /// The winner, 0 or 1; `None` for a draw.
    pub winner: Option<u8>,
    /// In words.
    pub text: Message,
    /// The points of the winning line.
    pub points: Vec<u16>,
}

/// A finished game counted after people have said what is dead.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Count {
    /// Every dead stone.
    pub dead: Vec<u16>,
    /// The points that count for the first and for the second side.
    pub areas: [Vec<u16>; 2],
    /// By how many points the first side is ahead, komi aside.
    pub lead: f64,
    /// Stones that live in a seki, as far as that is told.
    #[serde(skip)]
    pub seki: Vec<u16>,
    /// How the game ends so.
    pub result: ResultView,
}

impl ResultView {
    /// From an outcome.
    pub fn new(outcome: Outcome, text: Message, points: Vec<u16>) -> ResultView {
        let winner = match outcome {
            Outcome::Win(side) => Some(side.index() as u8),
            Outcome::Draw => None,
        };
        ResultView { winner, text, points }
    }

    /// That a side has won as the other gave up. `layout` is the game's, for its name.
    pub fn resignation(winner: Side, layout: &Layout) -> ResultView {
        ResultView::won_by(winner, layout, message!("reason.resignation", "by resignation"))
    }

    /// That a side has won as the other's time is over.
    pub fn on_time(winner: Side, layout: &Layout) -> ResultView {
        ResultView::won_by(winner, layout, message!("reason.on-time", "on time"))
    }

    /// That both sides have agreed on a draw.
    pub fn agreement() -> ResultView {
        let reason = message!("reason.agreement", "by agreement");
        let text = message!("result.draw-by", "Draw {reason}", reason);
        ResultView::new(Outcome::Draw, text, Vec::new())
    }

    fn won_by(winner: Side, layout: &Layout, reason: Message) -> ResultView {
        let text = message!("result.wins-by", "{winner} wins {reason}", winner = layout.side(winner), reason);
        ResultView::new(Outcome::Win(winner), text, Vec::new())
    }
}
