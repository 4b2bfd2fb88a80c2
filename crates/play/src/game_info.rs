//! What may be known of a game before it is played.

use crate::{Error, OptionInfo, Spec, Wins};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// What a front-end may know of a game before it is played.
#[derive(Clone, Debug, Serialize)]
pub struct GameInfo {
    /// The name in commands: `tictactoe`, `chess`.
    pub name: Cow<'static, str>,
    /// The name for people.
    pub title: Cow<'static, str>,
    /// The name for people, in Chinese.
    pub title_zh: Cow<'static, str>,
    /// Variants and sizes.
    pub options: Vec<OptionInfo>,
    /// The machine's levels, the weakest first.
    pub levels: &'static [Level],
    /// Who analyses the game and gives hints: the strongest player there is, with the limits that it has if nobody gives
    /// others. Never from a book, whose move is no analysis.
    pub analyst: &'static str,
    /// How people tell a proven win.
    #[serde(skip)]
    pub wins: Wins,
    /// Moves of one side that its time is shared out over where a clock does not say for how many it lasts. Games may be
    /// longer: a move that was thought about well saves time later.
    pub moves: u32,
    /// Positions that the lab compares searches on; the start of the game is one of them, except where it is too
    /// much for the foot of the ladder (Go).
    pub lab_positions: &'static [&'static str],
}

impl GameInfo {
    /// Who [analyses](GameInfo::analyst) the game.
    ///
    /// # Errors
    /// If that is no spec, which a test rules out.
    pub fn analyst(&self) -> Result<Spec, Error> {
        self.analyst.parse()
    }

    /// The player of the level that a text names by its title or its number, counted from 1.
    pub fn level(&self, text: &str) -> Option<&'static str> {
        let number = text.parse::<usize>().ok().and_then(|number| self.levels.get(number.checked_sub(1)?));
        let named = || {
            self.levels.iter().find(|level| level.title.eq_ignore_ascii_case(text) || level.title_zh == text)
        };
        number.or_else(named).map(|level| level.player)
    }
}

/// A strength that the machine plays at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// The name for people.
    pub title: &'static str,
    /// The name for people, in Chinese.
    pub title_zh: &'static str,
    /// The player, as [`Table::player`](crate::Table::player) takes it.
    pub player: &'static str,
}

/// With the player in parts as well, `spec`: whoever is told this need not read its text.
impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut level = serializer.serialize_struct("Level", 4)?;
        level.serialize_field("title", self.title)?;
        level.serialize_field("title_zh", self.title_zh)?;
        level.serialize_field("player", self.player)?;
        level.serialize_field("spec", &self.player.parse::<Spec>().ok())?;
        level.end()
    }
}
