//! Weights that were trained for a rule file, as a file of their own.

use super::Derived;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;
use wanqi_games::rulebook::{Rulebook, shipped};
use wanqi_search::Linear;

/// The lead that multiplies the odds by *e* before anything has been learned.
pub const SCALE: f32 = 200.0;

/// Weights beyond this would overflow sums.
const MAX_WEIGHT: i32 = 100_000;

/// What games of the machine against itself have taught about a rule file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrainedWeights {
    /// The name of the game, for people.
    game: String,
    /// How many games.
    games: u32,
    /// The lead that multiplies the odds by *e*.
    scale: f32,
    /// By groups, so that weights of other features are not taken for these.
    weights: BTreeMap<String, Vec<i32>>,
}

impl TrainedWeights {
    /// What an evaluation has learned of a game by so many games.
    pub fn of(game: &Rulebook, evaluation: &Derived, scale: f32, games: u32) -> TrainedWeights {
        let all = evaluation.weights();
        let mut rest = all.as_slice();
        let mut weights = BTreeMap::new();
        for group in evaluation.groups() {
            let (own, others) = rest.split_at(group.length);
            weights.insert(group.name, own.to_vec());
            rest = others;
        }
        TrainedWeights { game: game.rules().name.clone(), games, scale, weights }
    }

    /// Reads what [`text`](TrainedWeights::text) has written; `None` for anything else.
    pub fn read(text: &str) -> Option<TrainedWeights> {
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
    pub fn shipped(text: &str) -> Option<TrainedWeights> {
        let (name, _) = shipped::FILES.iter().find(|(_, shipped)| *shipped == text)?;
        SHIPPED
            .iter()
            .find(|(trained, _)| trained == name)
            .and_then(|(_, trained)| TrainedWeights::read(trained))
    }

    /// The evaluation with these weights and the lead that multiplies the odds by *e*, if they fit it.
    pub fn teach(&self, derived: &Derived) -> Option<(Derived, f32)> {
        let mut weights = Vec::new();
        for group in derived.groups() {
            let own = self.weights.get(&group.name).filter(|own| own.len() == group.length)?;
            weights.extend(own.iter().map(|weight| weight.clamp(&-MAX_WEIGHT, &MAX_WEIGHT)));
        }
        (self.scale.is_finite() && self.scale >= 1.0).then(|| (derived.with_weights(&weights), self.scale))
    }
}

/// Name and text of a file in `trained/`.
macro_rules! shipped {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../trained/", $name, ".json")))),*]
    };
}

/// What was learned of games that come with the program and are played much better for it, by
/// `cargo xtask strength --learn 4000 --keep crates/eval/trained FILE`.
const SHIPPED: &[(&str, &str)] = shipped! { "connect-four" "fox-and-geese" };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_with_the_program_fits_its_game() {
        for (name, trained) in SHIPPED {
            let text = shipped::text(name).expect("a shipped game");
            let (game, _) = Rulebook::read(text);
            let game = game.expect("a right file");
            let derived = Derived::new(&game);
            let trained = TrainedWeights::read(trained).expect("a file as it is written");
            assert_eq!(TrainedWeights::shipped(text), Some(trained.clone()), "{name}");
            let (taught, scale) = trained.teach(&derived).expect(name);
            assert_ne!(taught.weights(), derived.weights(), "{name}");
            assert_eq!(TrainedWeights::of(&game, &taught, scale, trained.games), trained, "{name}");
        }
    }

    #[test]
    fn what_is_written_is_read_and_fits_no_other_game() {
        let games = ["hexapawn", "clobber"].map(|name| {
            let (game, _) = Rulebook::read(shipped::text(name).expect("a shipped game"));
            game.expect("a right file")
        });
        let derived = games.each_ref().map(Derived::new);
        let trained = TrainedWeights::of(&games[0], &derived[0], 150.5, 7);
        assert_eq!(TrainedWeights::read(&trained.text()), Some(trained.clone()));
        assert!(trained.teach(&derived[0]).is_some_and(|(_, scale)| scale == 150.5));
        assert!(trained.teach(&derived[1]).is_none(), "other features");
        assert!(TrainedWeights { scale: 0.0, ..trained }.teach(&derived[0]).is_none());
        assert_eq!(["", "{}", "[1]"].map(TrainedWeights::read), [None, None, None]);
    }
}
