//! Turns of several moves as one text: `b4d6f8` for a piece that goes on taking, `d1d7/g7` for one that shoots where it
//! has gone, `a1a4xd6` for what is taken off after a move.

use super::Rulebook;
use super::customs::Custom;
use super::model::MultiCapture;
use super::position::{Move, Position};
use ::wanqi_game::{Game, Notation, TextError, message, quoted};

/// More moves are not looked at to find what a text means.
const MAX_LOOKED_AT: usize = 20_000;

/// What may stand between the moves of a turn.
const BETWEEN: [char; 6] = ['/', '-', 'x', ':', ',', ' '];

impl Rulebook {
    /// Whether a position is in the midst of a turn.
    pub(super) fn is_amid_turn(&self, position: &Position) -> bool {
        (position.step > 0 || position.is_active()) && position.outcome.is_none()
    }

    /// Whether a turn may be of several moves.
    fn has_long_turns(&self) -> bool {
        let rules = self.rules();
        let several = |steps: &Vec<super::model::Step>| steps.len() > 1;
        rules.capture.again != MultiCapture::Never
            || several(&rules.turn.steps)
            || rules.turn.opening.iter().any(several)
    }

    /// The moves of a turn in one text.
    pub(super) fn turn_text(&self, position: &Position, moves: &[Move], notation: usize) -> String {
        let mut text = String::new();
        let mut position = position.clone();
        let mut before: Option<Move> = None;
        for &mv in moves {
            text += &match before {
                Some(before) => self.going_on(&position, before, mv, notation),
                None => self.format_move(&position, mv, notation),
            };
            self.play(&mut position, mv);
            before = Some(mv);
        }
        text
    }

    /// A move behind another of the same turn. A piece that goes on needs only where to.
    fn going_on(&self, position: &Position, before: Move, mv: Move, notation: usize) -> String {
        let text = self.format_move(position, mv, notation);
        let from = self.customary_point(mv.from).filter(|_| notation == CUSTOM);
        let from = from.as_deref().or_else(|| Some(&**self.rules().board.names.get(usize::from(mv.from))?));
        let onward = from.and_then(|from| text.strip_prefix(from));
        match onward.filter(|_| mv.goes() && mv.from == before.to) {
            Some(onward) => onward.into(),
            None if text.starts_with('x') => text,
            None => format!("/{text}"),
        }
    }

    /// Reads a turn.
    pub(super) fn read_turn(&self, position: &Position, text: &str) -> Result<Vec<Move>, TextError> {
        let refused = match self.parse_move(position, text) {
            Ok(mv) => return Ok(vec![mv]),
            Err(refused) => refused,
        };
        let wanted = text.trim().to_lowercase();
        if !self.has_long_turns() || wanted.is_empty() {
            return Err(refused);
        }
        let mut search = Search { game: self, looked_at: 0, made: Vec::new(), found: Vec::new() };
        search.written(position, &wanted);
        if search.found.is_empty()
            && let Some(points) = self.customary_points(&wanted)
        {
            search.by_points(position, &points);
        }
        let Search { looked_at, mut found, .. } = search;
        // Ways that come to the same are one: which of them was gone leaves no trace.
        let after = |moves: &[Move]| {
            let mut next = position.clone();
            moves.iter().for_each(|&mv| self.play(&mut next, mv));
            (self.key(&next), next.side)
        };
        if let Some((first, others)) = found.split_first() {
            let first = after(first);
            if others.iter().all(|other| after(other) == first) {
                found.truncate(1);
            }
        }
        match &found[..] {
            [] => Err(refused),
            [_] if looked_at < MAX_LOOKED_AT => Ok(found.swap_remove(0)),
            [_] => Err(refused),
            several => {
                let texts: Vec<String> =
                    several.iter().take(3).map(|moves| self.turn_text(position, moves, 0)).collect();
                let (text, turns) = (quoted(text), texts.join(", "));
                Err(TextError::new(message!(
                    "fault.several-turns",
                    "{text} may be several moves here: {turns}",
                    text,
                    turns
                )))
            }
        }
    }
}

/// The place of customary texts among a game's notations, where it has them.
pub(super) const CUSTOM: usize = 1;

/// The turns that a text may mean.
struct Search<'a> {
    game: &'a Rulebook,
    looked_at: usize,
    made: Vec<Move>,
    found: Vec<Vec<Move>>,
}

impl Search<'_> {
    /// Those that are written so, or begin so.
    fn written(&mut self, position: &Position, rest: &str) {
        for (mv, next) in self.moves(position) {
            for notation in 0..self.notations() {
                let text = match self.made.last() {
                    Some(&before) => self.game.going_on(position, before, mv, notation),
                    None => self.game.format_move(position, mv, notation),
                };
                let whole = self.game.format_move(position, mv, notation).to_lowercase();
                let mut after: Vec<&str> = Vec::new();
                for text in [text.to_lowercase(), text.trim_start_matches(BETWEEN).to_lowercase(), whole] {
                    for rest in [rest, rest.trim_start_matches(BETWEEN)] {
                        let left = rest.strip_prefix(&*text).filter(|left| !cuts_number(&text, left));
                        after.extend(left.filter(|left| !after.contains(left)));
                    }
                }
                for left in after {
                    self.made.push(mv);
                    if left.is_empty() {
                        if !self.found.contains(&self.made) {
                            self.found.push(self.made.clone());
                        }
                    } else if next.side == position.side && self.game.is_amid_turn(&next) {
                        self.written(&next, left);
                    }
                    self.made.pop();
                }
            }
        }
    }

    /// Whole chains that go from the first of these points over those between, and maybe others, to the last.
    fn by_points(&mut self, position: &Position, points: &[u16]) {
        let [from, rest @ ..] = points else { return };
        for (mv, next) in self.moves(position) {
            if !mv.goes() || mv.from != *from {
                continue;
            }
            let goes_on = next.side == position.side && self.game.is_amid_turn(&next);
            self.made.push(mv);
            if !goes_on && rest == [mv.to] && !self.found.contains(&self.made) {
                self.found.push(self.made.clone());
            }
            // A chain may also come to a point before it ends there.
            let told = rest.strip_prefix(&[mv.to]).filter(|rest| !rest.is_empty());
            for rest in told.into_iter().chain([rest]).filter(|_| goes_on) {
                self.by_points(&next, &[&[mv.to], rest].concat());
            }
            self.made.pop();
        }
    }

    fn notations(&self) -> usize {
        if self.game.tables.facts.custom == Custom::None { 1 } else { CUSTOM + 1 }
    }

    /// The moves of a position and where they lead; none once enough have been looked at.
    fn moves(&mut self, position: &Position) -> Vec<(Move, Position)> {
        let mut moves = Vec::new();
        if self.looked_at < MAX_LOOKED_AT {
            self.game.each_move(position, |mv| {
                let mut next = position.clone();
                self.game.play(&mut next, mv);
                moves.push((mv, next));
            });
        }
        self.looked_at += moves.len();
        moves
    }
}

/// Whether a number would end in its midst.
fn cuts_number(text: &str, left: &str) -> bool {
    let digit = |c: char| c.is_ascii_digit();
    text.is_empty() || text.ends_with(digit) && left.starts_with(digit)
}
