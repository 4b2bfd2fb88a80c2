//! Weights that were learnt for a rule file, as a file of their own.

use super::Derived;
use games::rulebook::{Rulebook, shipped};
use search::Linear;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The lead that multiplies the odds by *e* before anything has been learnt.
pub const SCALE: f32 = 200.0;

/// Weights beyond this would overflow sums.
const MOST_WEIGHT: i32 = 100_000;

/// What games of the machine against itself have taught about a rule file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Learnt {
    /// The name of the game, for people.
    game: String,
    /// How many games.
    games: u32,
    /// The lead that multiplies the odds by *e*.
    scale: f32,
    /// By groups, so that weights of other features are not taken for these.
    weights: BTreeMap<String, Vec<i32>>,
}

impl Learnt {
    /// What an evaluation has learnt of a game by so many games.
    pub fn of(game: &Rulebook, evaluation: &Derived, scale: f32, games: u32) -> Learnt {
        let all = evaluation.weights();
        let mut rest = all.as_slice();
        let mut weights = BTreeMap::new();
        for group in evaluation.groups() {
            let (own, others) = rest.split_at(group.length);
            weights.insert(group.name, own.to_vec());
            rest = others;
        }
        Learnt { game: game.rules().name.clone(), games, scale, weights }
    }

    /// Reads what [`text`](Learnt::text) has written; `None` for anything else.
    pub fn read(text: &str) -> Option<Learnt> {
        serde_json::from_str(text).ok()
    }

    /// JSON, a line for each group.
    pub fn text(&self) -> String {
        let name = serde_json::Value::from(self.game.as_str());
        let mut text =
            format!("{{\n\"game\": {name},\n\"games\": {},\n\"scale\": {:.1},\n", self.games, self.scale);
        text += "\"weights\": {";
        for (index, (name, weights)) in self.weights.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            let _ = write!(text, "{comma}\n\"{name}\": {weights:?}");
        }
        text + "\n}\n}\n"
    }

    /// What comes with the program for the rule file of this text.
    pub fn shipped(text: &str) -> Option<Learnt> {
        let (name, _) = shipped::FILES.iter().find(|(_, shipped)| *shipped == text)?;
        SHIPPED.iter().find(|(learnt, _)| learnt == name).and_then(|(_, learnt)| Learnt::read(learnt))
    }

    /// The evaluation with these weights and the lead that multiplies the odds by *e*, if they fit it.
    pub fn teach(&self, derived: &Derived) -> Option<(Derived, f32)> {
        let mut weights = Vec::new();
        for group in derived.groups() {
            let own = self.weights.get(&group.name).filter(|own| own.len() == group.length)?;
            weights.extend(own.iter().map(|weight| weight.clamp(&-MOST_WEIGHT, &MOST_WEIGHT)));
        }
        (self.scale.is_finite() && self.scale >= 1.0).then(|| (derived.with_weights(&weights), self.scale))
    }
}

/// Name and text of a file in `learnt/`.
macro_rules! shipped {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../learnt/", $name, ".json")))),*]
    };
}

/// What was learnt of games that come with the program and are played much better for it, by
/// `cargo xtask strength --learn 4000 --keep crates/eval/learnt FILE`.
const SHIPPED: &[(&str, &str)] = shipped! { "connect-four" "fox-and-geese" };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_with_the_program_fits_its_game() {
        for (name, learnt) in SHIPPED {
            let text = shipped::text(name).expect("a shipped game");
            let (game, _) = Rulebook::read(text);
            let game = game.expect("a right file");
            let derived = Derived::new(&game);
            let learnt = Learnt::read(learnt).expect("a file as it is written");
            assert_eq!(Learnt::shipped(text), Some(learnt.clone()), "{name}");
            let (taught, scale) = learnt.teach(&derived).expect(name);
            assert_ne!(taught.weights(), derived.weights(), "{name}");
            assert_eq!(Learnt::of(&game, &taught, scale, learnt.games), learnt, "{name}");
        }
    }

    #[test]
    fn what_is_written_is_read_and_fits_no_other_game() {
        let games = ["hexapawn", "clobber"].map(|name| {
            let (game, _) = Rulebook::read(shipped::text(name).expect("a shipped game"));
            game.expect("a right file")
        });
        let derived = games.each_ref().map(Derived::new);
        let learnt = Learnt::of(&games[0], &derived[0], 150.5, 7);
        assert_eq!(Learnt::read(&learnt.text()), Some(learnt.clone()));
        assert!(learnt.teach(&derived[0]).is_some_and(|(_, scale)| scale == 150.5));
        assert!(learnt.teach(&derived[1]).is_none(), "other features");
        assert!(Learnt { scale: 0.0, ..learnt }.teach(&derived[0]).is_none());
        assert_eq!(["", "{}", "[1]"].map(Learnt::read), [None, None, None]);
    }
}
