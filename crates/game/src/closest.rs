//! What somebody may have meant by a mistyped word.

use crate::{Message, message, quoted};

/// Longer words are not compared: the comparison takes time that grows with the square.
const MAX_WORD_CHARS: usize = 40;

/// The candidate that a mistyped word is nearest to, if it is near at all.
pub fn closest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let word: String = word.chars().take(MAX_WORD_CHARS).collect::<String>().to_lowercase();
    let distance = |candidate: &&str| strsim::damerau_levenshtein(&word, &candidate.to_lowercase());
    let nearest = candidates.into_iter().min_by_key(distance)?;
    let longer = word.chars().count().max(nearest.chars().count());
    (distance(&nearest) <= ((longer + 1) / 3).max(1)).then_some(nearest)
}

/// `; did you mean "komi"?` to end an error with, or nothing where no candidate is near.
pub fn did_you_mean<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Message {
    closest(word, candidates).map_or(Message::default(), |near| {
        message!("fault.did-you-mean", "; did you mean {near}?", near = quoted(near))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let games = ["tictactoe", "chess", "go", "gomoku", "xiangqi"];
        for (word, near) in [
            ("ches", Some("chess")),
            ("Chess", Some("chess")),
            ("xaingqi", Some("xiangqi")),
            ("gomuku", Some("gomoku")),
            ("tiddlywinks", None),
            ("backgammon", None),
        ] {
            assert_eq!(closest(word, games), near, "{word}");
        }
        assert_eq!(did_you_mean("komii", ["size", "komi"]), "; did you mean \"komi\"?");
        assert_eq!(did_you_mean("handicap", ["size", "komi"]), "");
        assert_eq!(closest(&"x".repeat(1_000_000), games), None);
    }
}
