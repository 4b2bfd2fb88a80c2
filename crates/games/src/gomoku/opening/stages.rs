//! What comes after what in an opening.

use super::{MAX_OFFERS, Move};
use wanqi_game::Side;

/// An opening rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Openings {
    /// The first player puts three stones, black, white, black; the second takes a colour, or puts a white and a black
    /// one, whereupon the first takes a colour.
    Swap2,
    /// The first player puts three stones near the middle, the second may swap, White puts the fourth, Black offers two
    /// fifth ones, of which White chooses. 三手交换五手两打.
    Rif,
    /// The same, but White says with the fourth stone how many fifth ones are offered, from one to eight, and the other
    /// may swap then.
    Soosorv8,
    /// The first four stones are put in ever larger squares around the middle, and after each the other player may swap.
    /// Then Black puts the fifth in the next square, and White may swap; or offers ten, of which White chooses.
    Taraguchi10,
}

/// How far an opening is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Stage {
    /// The opening is over.
    Play,
    /// The next stone is put.
    Place,
    /// The player whose stone is next may swap.
    MaySwap,
    /// The second player takes a colour, or has two more stones put.
    Decide,
    /// The first player takes a colour.
    Colour,
    /// White says how many fifth stones are offered.
    Number,
    /// Black puts the fifth stone, or will offer ten.
    Branch,
    /// Black offers fifth stones.
    Offer,
    /// White chooses among them.
    Choose,
}

/// The fifth stones that Black offers by the classic rule.
pub(super) const RIF_OFFERS: u8 = 2;

/// The numbers of fifth stones that White may ask for.
pub(super) const NUMBERS: [Move; 8] = {
    let mut numbers = [Move::Number(0); 8];
    let mut i = 0;
    while i < 8 {
        numbers[i] = Move::Number(i as u8 + 1);
        i += 1;
    }
    numbers
};

impl Openings {
    /// How far from the middle the next stone may be, so many being on the board; `None` for anywhere.
    pub(super) fn radius(self, placed: usize) -> Option<usize> {
        let bounded = match self {
            Openings::Swap2 => 0,
            Openings::Rif | Openings::Soosorv8 => 3,
            Openings::Taraguchi10 => 5,
        };
        (placed < bounded).then_some(placed)
    }

    /// The player who puts the next stone whatever its colour; `None` where it is the one who has the colour.
    pub(super) fn placer(self, placed: usize) -> Option<Side> {
        match (self, placed) {
            (Openings::Taraguchi10, _) => None,
            (_, 0..3) => Some(Side::First),
            (Openings::Swap2, _) => Some(Side::Second),
            _ => None,
        }
    }

    /// What comes after a stone, so many being on the board.
    pub(super) fn after_stone(self, placed: usize) -> Stage {
        match (self, placed) {
            (Openings::Swap2, 3) => Stage::Decide,
            (Openings::Swap2, 5) => Stage::Colour,
            (Openings::Rif | Openings::Soosorv8, 3) => Stage::MaySwap,
            (Openings::Rif, 4) => Stage::Offer,
            (Openings::Soosorv8, 4) => Stage::Number,
            (Openings::Taraguchi10, 1..=5) => Stage::MaySwap,
            _ if placed >= 5 => Stage::Play,
            _ => Stage::Place,
        }
    }

    /// What comes after the chance to swap, so many stones being on the board and so many offers wanted.
    pub(super) fn after_swap(self, placed: usize, wanted: u8) -> Stage {
        match (self, placed) {
            (Openings::Soosorv8, 4) if wanted > 1 => Stage::Offer,
            (Openings::Taraguchi10, 4) => Stage::Branch,
            (Openings::Taraguchi10, 5) => Stage::Play,
            _ => Stage::Place,
        }
    }

    /// Whether a stage may be reached with so many stones and so many offers wanted.
    pub(super) fn may_be(self, stage: Stage, placed: usize, wanted: u8) -> bool {
        let (rif, soosorv, taraguchi) =
            (self == Openings::Rif, self == Openings::Soosorv8, self == Openings::Taraguchi10);
        match stage {
            Stage::Play => wanted == 0,
            Stage::Place => match placed {
                0..3 => wanted == 0,
                3 => wanted == 0,
                4 => (self == Openings::Swap2 && wanted == 0) || (soosorv && wanted == 1),
                _ => false,
            },
            Stage::MaySwap => match placed {
                1 | 2 | 5 => taraguchi && wanted == 0,
                3 => self != Openings::Swap2 && wanted == 0,
                4 => (taraguchi && wanted == 0) || (soosorv && (1..=8).contains(&wanted)),
                _ => false,
            },
            Stage::Decide => self == Openings::Swap2 && placed == 3 && wanted == 0,
            Stage::Colour => self == Openings::Swap2 && placed == 5 && wanted == 0,
            Stage::Number => soosorv && placed == 4 && wanted == 0,
            Stage::Branch => taraguchi && placed == 4 && wanted == 0,
            Stage::Offer => {
                let expected = (rif && wanted == RIF_OFFERS)
                    || (soosorv && (2..=8).contains(&wanted))
                    || (taraguchi && usize::from(wanted) == MAX_OFFERS);
                placed == 4 && expected
            }
            Stage::Choose => self != Openings::Swap2 && placed == 4 && wanted == 0,
        }
    }
}
