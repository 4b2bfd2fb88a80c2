//! Positions and moves of openings as text.

use super::{MAX_OFFERS, Move, Offers, Opening, Position, Stage};
use crate::results::over;
use wanqi_game::{Game, Message, Notation, Side, TextError, message, quoted};

/// The stages by name.
const STAGES: [(&str, Stage); 9] = [
    ("play", Stage::Play),
    ("place", Stage::Place),
    ("swap", Stage::MaySwap),
    ("decide", Stage::Decide),
    ("colour", Stage::Colour),
    ("number", Stage::Number),
    ("branch", Stage::Branch),
    ("offer", Stage::Offer),
    ("choose", Stage::Choose),
];

/// The players by name.
const PLAYERS: [&str; 2] = ["first", "second"];

impl Notation for Opening {
    /// The board's text, ` | `, and four words: the stage of the opening, the player who has Black, how many fifth stones
    /// are to be offered, and those that have been, with commas between them, or `-`.
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let Some((board, rest)) = text.split_once(" | ") else {
            let what = message!("fault.opening-text", "expected a board, ' | ', and how far the opening is");
            return Err(TextError::new(what));
        };
        let start = board.chars().count() + 3;
        let whole = start..start + rest.chars().count().max(1);
        let wrong = |what: Message| TextError::at(what, whole.clone());
        let words: Vec<&str> = rest.split(' ').collect();
        let &[stage, black, wanted, offers] = words.as_slice() else {
            return Err(wrong(message!(
                "fault.opening-words",
                "expected four words such as play first 0 -, found {found}",
                found = quoted(rest)
            )));
        };
        let stage = STAGES.iter().find(|(name, _)| *name == stage).map(|&(_, stage)| stage);
        let black = PLAYERS.iter().position(|name| *name == black).map(|index| Side::BOTH[index]);
        let number = wanted.parse().ok().filter(|number: &u8| number.to_string() == wanted);
        let (Some(stage), Some(black), Some(wanted)) = (stage, black, number) else {
            return Err(wrong(message!(
                "fault.opening-stage",
                "expected a stage, first or second, and a number, found {found}",
                found = quoted(rest)
            )));
        };
        let board = self.game().parse_position(board)?;
        let mut position = Position { board, stage, black, wanted, offers: Offers::NONE };
        let placed = self.placed(&position);
        let board = &position.board;
        let count = |side: Side| (0..self.size()).map(|row| board.row(side, row).count_ones()).sum::<u32>();
        let counts = Side::BOTH.map(count);
        let by_turns = counts[0] == counts[1] + position.board.side.index() as u32;
        let possible = stage == Stage::Play || (by_turns && self.game().outcome(&position.board).is_none());
        if !possible || !self.rule.may_be(stage, placed, wanted) {
            return Err(wrong(message!(
                "fault.opening-stones",
                "the opening cannot be so far with {stones} stones",
                stones = placed
            )));
        }
        if offers != "-" {
            position.stage = Stage::Offer;
            for offer in offers.split(',') {
                let stone =
                    self.game().parse_move(&position.board, offer).map_err(|error| wrong(error.what))?;
                let free =
                    !stone.is_pass() && self.points(&position)[stone.row()] & (1 << stone.column()) != 0;
                if !free || usize::from(position.offers.count) == MAX_OFFERS {
                    return Err(wrong(message!(
                        "fault.not-offered-too",
                        "{point} cannot be offered as well",
                        point = quoted(offer)
                    )));
                }
                position.offers.add(stone);
            }
            position.stage = stage;
        }
        let offered = position.offers.count;
        let right = match stage {
            Stage::Offer => offered < wanted && self.points(&position) != [0; super::MAX_SIZE],
            Stage::Choose => offered > 0,
            _ => offered == 0,
        };
        if !right {
            return Err(wrong(message!(
                "fault.opening-offers",
                "the opening cannot be so far with {stones} stones offered",
                stones = offered
            )));
        }
        if self.offers_text(&position) != offers {
            return Err(wrong(message!(
                "fault.offers-order",
                "the stones offered come in the order of the points, the upper left first"
            )));
        }
        Ok(position)
    }

    /// As if the opening were over and nobody had changed colours.
    fn set_up(&self, board: &str, side: Side) -> String {
        format!("{} | play first 0 -", self.game().set_up(board, side))
    }

    fn format_position(&self, position: &Position) -> String {
        let board = self.game().format_position(&position.board);
        let stage = STAGES.iter().find(|&&(_, stage)| stage == position.stage).map_or("", |(name, _)| *name);
        let black = PLAYERS[position.black.index()];
        format!("{board} | {stage} {black} {} {}", position.wanted, self.offers_text(position))
    }

    /// A point, or a word: `swap`, `stay`, `black`, `white`, `two`, `ten`, or a number of offers.
    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, TextError> {
        if self.outcome(position).is_some() {
            return Err(TextError::new(over()));
        }
        let words = self.words(position);
        let lower = text.to_ascii_lowercase();
        if let Some(&word) = words.iter().find(|&&word| self.format_move(position, word, 0) == lower) {
            return Ok(word);
        }
        let expected = || {
            let words: Vec<String> = words.iter().map(|&word| self.format_move(position, word, 0)).collect();
            let (choices, text) = (words.join(" or "), quoted(text));
            TextError::new(message!("fault.expected-choice", "expected {choices}, not {text}", choices, text))
        };
        match position.stage {
            Stage::Play => self.game().parse_move(&position.board, text).map(Move::Stone),
            Stage::MaySwap | Stage::Decide | Stage::Colour | Stage::Number => Err(expected()),
            Stage::Place | Stage::Branch | Stage::Offer | Stage::Choose => {
                let stone = self.game().parse_move(&position.board, text)?;
                let open =
                    !stone.is_pass() && self.points(position)[stone.row()] & (1 << stone.column()) != 0;
                if open {
                    return Ok(Move::Stone(stone));
                }
                Err(TextError::new(match position.stage {
                    Stage::Choose => {
                        message!("fault.not-offered", "{point} has not been offered", point = text)
                    }
                    Stage::Offer => message!(
                        "fault.offered",
                        "{point} has been offered, or one that is the same",
                        point = text
                    ),
                    _ => {
                        message!("fault.far-from-middle", "{point} is too far from the middle", point = text)
                    }
                }))
            }
        }
    }

    fn format_move(&self, position: &Position, mv: Move, notation: usize) -> String {
        match mv {
            Move::Stone(stone) => self.game().format_move(&position.board, stone, notation),
            Move::Swap => "swap".into(),
            Move::Stay => "stay".into(),
            Move::Black => "black".into(),
            Move::White => "white".into(),
            Move::Two => "two".into(),
            Move::Ten => "ten".into(),
            Move::Number(number) => number.to_string(),
        }
    }
}

impl Opening {
    /// The stones offered, or `-`.
    fn offers_text(&self, position: &Position) -> String {
        let text = |&stone| self.game().format_move(&position.board, stone, 0);
        let offers: Vec<String> = position.offers.all().iter().map(text).collect();
        if offers.is_empty() { "-".into() } else { offers.join(",") }
    }
}
