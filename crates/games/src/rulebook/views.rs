//! What is learnt from: the contents of a position, how each side sees the board, and which rules these are.

use super::model::{MAX_KINDS, Rules};
use super::position::Position;
use super::{Rulebook, symmetry};
use std::fmt::{self, Write};
use wanqi_game::Side;

impl Position {
    /// What stands on the first `points` points, a number each ([`Rulebook::piece_of`] says of what); 0 for nothing.
    #[inline]
    pub fn contents(&self, points: usize) -> &[u8] {
        &self.cells[..points]
    }

    /// Whether a piece must go on, or shoots.
    #[inline]
    pub fn goes_on(&self) -> bool {
        self.is_active()
    }

    /// How many points hold something, whosever it is.
    #[inline]
    pub fn occupied_count(&self) -> usize {
        self.counts.iter().map(|&count| usize::from(count)).sum()
    }
}

impl Rulebook {
    /// How many contents a point may have, the empty one (0) among them.
    pub fn content_count(&self) -> usize {
        self.tables.content_count()
    }

    /// The piece that a content is, by its kind and its owner; `None` for the empty one.
    pub fn piece_of(&self, content: u8) -> Option<(u8, Option<Side>)> {
        let known = content != 0 && usize::from(content) < self.content_count();
        known.then(|| (self.tables.kind(content), Side::BOTH.get(self.tables.owner(content)).copied()))
    }

    /// Every turning of the board (where each point goes) under which the first side's rules are the second's; none if
    /// the sides are not alike.
    pub fn swaps(&self) -> Vec<Vec<u16>> {
        symmetry::all(&self.tables)
    }

    /// Which kinds a side may ever hold in hand.
    pub fn held_kinds(&self) -> Vec<bool> {
        let rules = self.rules();
        let mut held = vec![false; rules.kinds.len().min(MAX_KINDS)];
        for (kind, held) in held.iter_mut().enumerate() {
            *held = rules.hands.iter().any(|hand| hand.get(kind).is_some_and(|&count| count > 0));
        }
        if rules.sow.is_some() {
            held.fill(true);
        }
        if rules.capture.to_hand {
            rules.kinds.iter().for_each(|kind| held[usize::from(kind.captured_as)] = true);
        }
        held
    }

    /// A number for the rules as they are played, so that what was learnt of them is found again: names, pictures and
    /// comments of the file do not count.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Fnv(0xCBF2_9CE4_8422_2325);
        let told =
            LATER.iter().fold(format!("{:?}", bare(self.rules())), |told, later| told.replace(later, ""));
        hash.write_str(&told).expect("a hash takes every text");
        hash.0
    }
}

/// What rules tell since they could, where they say what was so before: it is left out, so that what was learnt by older
/// programs is still found.
const LATER: [&str; 18] = [
    ", sow: None",
    ", removed: AtOnce, promotion: Stops",
    ", links: None",
    ", row: None, more: 0",
    ", fewest: 1",
    ", must: [{}, {}]",
    ", hostile: [{}, {}]",
    ", enclosed: [{}, {}]",
    ", captured: None",
    ", facing: None",
    ", again_turning: false",
    ", screen_kinds: None",
    ", joins: [], ring: false, figures: []",
    ", at_most: None, passes: false, passing: false",
    ", blast: None",
    ", castles: [[], []], drop_mates: true",
    ", no_check: false",
    ", reach_safe: false, equal_turns: false, checks: None",
];

/// The rules without what is for people alone.
fn bare(rules: &Rules) -> Rules {
    let mut bare = rules.clone();
    for text in [&mut bare.name, &mut bare.name_zh, &mut bare.about] {
        text.clear();
    }
    for side in &mut bare.sides {
        *side =
            super::model::SideNames { name: String::new(), name_zh: String::new(), colour: String::new() };
    }
    for kind in &mut bare.kinds {
        kind.letter = ' ';
        [&mut kind.name, &mut kind.name_zh, &mut kind.look].into_iter().for_each(String::clear);
        kind.label = Default::default();
    }
    for ground in &mut bare.grounds {
        [&mut ground.name, &mut ground.name_zh].into_iter().for_each(String::clear);
        ground.look = super::model::GroundLook::Shade;
    }
    bare.board.names.clear();
    bare.board.on_points = false;
    bare.draw = Default::default();
    bare
}

/// FNV-1a: Fowler, Noll and Vo, <http://www.isthe.com/chongo/tech/comp/fnv/>.
struct Fnv(u64);

impl fmt::Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::shipped;
    use super::*;

    fn game(text: &str) -> Rulebook {
        Rulebook::read(text).0.expect("a right file")
    }

    #[test]
    fn names_and_comments_are_not_rules() {
        let text = shipped::text("breakthrough").expect("a shipped game");
        let fingerprint = game(text).fingerprint();
        let name = text.replacen("Breakthrough", "Another name", 1) + "\n# a comment\n";
        assert_ne!(name, text);
        assert_eq!(game(&name).fingerprint(), fingerprint);
        let all: std::collections::BTreeSet<u64> =
            shipped::FILES.iter().map(|(_, text)| game(text).fingerprint()).collect();
        assert_eq!(all.len(), shipped::FILES.len(), "no two games are the same");
    }

    #[test]
    fn sides_that_are_alike_swap() {
        for (name, swaps) in [
            ("breakthrough", 2),
            ("minishogi", 2),
            ("lines-of-action", 8),
            ("hex", 2),
            ("othello", 8),
            ("fox-and-geese", 0),
        ] {
            let game = game(shipped::text(name).expect("a shipped game"));
            assert_eq!(game.swaps().len(), swaps, "{name}");
        }
    }
}
