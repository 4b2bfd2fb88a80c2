//! Rules put together by hand, compared with what is known of the games that they tell.

use super::hand::*;
use crate::rng;
use game::{Game, conformance, perft::perft};
use games::othello::Othello;
use games::rulebook::Rulebook;

/// What tells positions apart: all but counters.
pub fn without_counters(text: &str) -> String {
    let counter = |word: &&str| !word.starts_with("quiet=") && !word.starts_with("turns=");
    text.split(' ').filter(counter).collect::<Vec<_>>().join(" ")
}

#[test]
fn conformance_of_rules_by_hand() {
    for (game, games) in [(breakthrough(), 10), (gomoku(), 2), (othello(), 10), (xiangqi(), 2)] {
        conformance::check(&game, &mut rng(1), games, 300, without_counters);
    }
}

#[test]
fn perft_of_rules_by_hand() {
    let counts = |game: &Rulebook, depths: u32| -> Vec<u64> {
        (1..=depths).map(|depth| perft(game, &game.start(), depth)).collect()
    };
    assert_eq!(counts(&breakthrough(), 5), [22, 484, 11132, 256036, 6182818]);
    let native = |depths: u32| -> Vec<u64> {
        (1..=depths).map(|depth| perft(&Othello::default(), &Othello::default().start(), depth)).collect()
    };
    assert_eq!(counts(&othello(), 7), native(7));
    assert_eq!(counts(&gomoku(), 2), [225, 225 * 224]);
    assert_eq!(counts(&xiangqi(), 4), [44, 1920, 79666, 3290240]);
}
