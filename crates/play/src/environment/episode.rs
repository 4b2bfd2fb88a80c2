//! One game of an environment, its type known.

use super::Learned;
use crate::Error;
use wanqi_game::{KeySet, Outcome};

/// A game, and the position that its games begin with.
pub(super) struct Begun<G: Learned> {
    pub game: G,
    pub start: G::Position,
}

/// A game from its beginning, and what may be done now.
pub(super) struct Episode<G: Learned> {
    /// The positions so far, never empty.
    pub line: Vec<G::Position>,
    /// The legal moves with the numbers of their actions; none after the end.
    pub legal: Vec<(u32, G::Move)>,
    pub outcome: Option<Outcome>,
    /// The keys of the positions so far, in games that have them ([`Actions::past_key`](super::Actions::past_key)).
    keys: KeySet,
}

impl<G: Learned> Clone for Episode<G> {
    fn clone(&self) -> Self {
        Episode {
            line: self.line.clone(),
            legal: self.legal.clone(),
            outcome: self.outcome,
            keys: self.keys.clone(),
        }
    }
}

impl<G: Learned> Episode<G> {
    pub fn new(begun: &Begun<G>) -> Episode<G> {
        let mut episode =
            Episode { line: Vec::new(), legal: Vec::new(), outcome: None, keys: KeySet::default() };
        episode.begin(begun);
        episode
    }

    pub fn begin(&mut self, begun: &Begun<G>) {
        self.line.clear();
        self.keys.clear();
        self.line.push(begun.start.clone());
        self.look(&begun.game);
    }

    pub fn position(&self) -> &G::Position {
        self.line.last().expect("a line begins with a position and is never cut to nothing")
    }

    /// Where among the legal moves an action is.
    pub fn place_of(&self, action: i64) -> Result<usize, Error> {
        let found = self.legal.iter().position(|&(legal, _)| i64::from(legal) == action);
        found.ok_or_else(|| {
            Error::spec(match self.outcome {
                Some(_) => format!("no action is legal, {action} neither: the game is over"),
                None => format!("action {action} is not legal here"),
            })
        })
    }

    /// Plays the legal move in this place.
    pub fn play(&mut self, game: &G, at: usize) {
        let mut next = self.position().clone();
        game.play(&mut next, self.legal[at].1);
        self.line.push(next);
        self.look(game);
    }

    /// Finds out what may be done, and whether the game is over: as [`wanqi_game::Game::result`], with moves made once.
    fn look(&mut self, game: &G) {
        let (line, legal, keys) = (&self.line, &mut self.legal, &mut self.keys);
        let position = line.last().expect("a line is never cut to nothing");
        keys.extend(game.past_key(position));
        legal.clear();
        self.outcome = game.outcome(position);
        if self.outcome.is_some() {
            return;
        }
        game.each_move(position, |mv| {
            if !game.is_forbidden(line, keys, mv) {
                legal.push((game.number(position, mv) as u32, mv));
            }
        });
        if legal.is_empty() {
            self.outcome = Some(game.outcome_if_stuck(position));
            return;
        }
        game.tell_apart(legal);
        self.outcome = game.outcome_by_history(line, line.len() - 1);
        if self.outcome.is_some() {
            legal.clear();
        }
    }

    pub fn mask(&self, out: &mut [bool]) {
        out.fill(false);
        self.legal.iter().for_each(|&(action, _)| out[action as usize] = true);
    }
}
