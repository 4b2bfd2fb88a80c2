//! One game of an environment, its type known.

use super::Learned;
use crate::Error;
use rand_core::Rng;
use wanqi_game::{KeySet, Outcome, random};

/// A game, and the position that its games begin with.
pub(super) struct Begun<G: Learned> {
    pub game: G,
    pub start: G::Position,
}

/// A game from its beginning, and what may be done now.
#[derive(Clone)]
pub(super) struct Episode<G: Learned> {
    /// The positions so far, never empty; the last one alone in games that ask for no others.
    line: Vec<G::Position>,
    plies: usize,
    /// The legal moves with the numbers of their actions; none after the end, or where they are not listed yet.
    legal: Vec<(u32, G::Move)>,
    listed: bool,
    pub outcome: Option<Outcome>,
    /// The keys of the positions so far, in games that have them ([`Actions::past_key`](super::Actions::past_key)).
    keys: KeySet,
}

impl<G: Learned> Episode<G> {
    pub fn new(begun: &Begun<G>) -> Episode<G> {
        let mut episode = Episode {
            line: Vec::new(),
            plies: 0,
            legal: Vec::new(),
            listed: false,
            outcome: None,
            keys: KeySet::default(),
        };
        episode.begin(begun);
        episode
    }

    pub fn begin(&mut self, begun: &Begun<G>) {
        self.line.clear();
        self.keys.clear();
        self.plies = 0;
        self.line.push(begun.start.clone());
        self.look(&begun.game);
    }

    pub fn position(&self) -> &G::Position {
        self.line.last().expect("a line begins with a position and is never cut to nothing")
    }

    /// Moves played.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// The legal moves with the numbers of their actions, in the game's own order; none after the end.
    pub fn legal(&mut self, game: &G) -> &[(u32, G::Move)] {
        if !self.listed {
            self.list(game);
        }
        &self.legal
    }

    /// The legal moves where they have been [listed](Episode::legal).
    pub fn listed(&self) -> &[(u32, G::Move)] {
        debug_assert!(self.listed, "somebody lists them after each move");
        &self.legal
    }

    /// The move of an action.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn move_of(&self, game: &G, action: i64) -> Result<G::Move, Error> {
        let found = if self.listed {
            self.legal.iter().find(|&&(legal, _)| i64::from(legal) == action).map(|&(_, mv)| mv)
        } else {
            usize::try_from(action).ok().and_then(|number| self.numbered(game, number))
        };
        found.ok_or_else(|| {
            Error::spec(match self.outcome {
                Some(_) => format!("no action is legal, {action} neither: the game is over"),
                None => format!("action {action} is not legal here"),
            })
        })
    }

    /// The legal move of a number, without a list.
    #[inline(always)]
    fn numbered(&self, game: &G, number: usize) -> Option<G::Move> {
        let mv = game.numbered(self.position(), number)?;
        (!game.is_forbidden(&self.line, &self.keys, mv)).then_some(mv)
    }

    /// A random legal move with its number, each equally likely; `None` after the end.
    #[inline(always)]
    pub fn draw(&self, game: &G, rng: &mut impl Rng) -> Option<(u32, G::Move)> {
        if self.outcome.is_some() {
            return None;
        }
        if self.listed {
            return Some(self.legal[random::below(rng, self.legal.len() as u32) as usize]);
        }
        // Some number is a legal move: a game that is not over has one.
        loop {
            let number = random::below(rng, game.action_count() as u32);
            if let Some(mv) = self.numbered(game, number as usize) {
                return Some((number, mv));
            }
        }
    }

    /// Plays a legal move.
    #[inline(always)]
    pub fn play(&mut self, game: &G, mv: G::Move) {
        self.plies += 1;
        if game.needs_past() {
            let mut next = self.position().clone();
            game.play(&mut next, mv);
            self.line.push(next);
        } else {
            game.play(self.line.last_mut().expect("a line is never cut to nothing"), mv);
        }
        self.look(game);
    }

    /// Finds out whether the game is over, as [`wanqi_game::Game::result`], and with it what may be done where that takes a
    /// list of all moves.
    #[inline(always)]
    fn look(&mut self, game: &G) {
        let position = self.line.last().expect("a line is never cut to nothing");
        self.keys.extend(game.past_key(position));
        self.legal.clear();
        self.listed = !G::NUMBERED;
        self.outcome = game.outcome(position);
        if self.outcome.is_some() {
            self.listed = true;
            return;
        }
        if !G::NUMBERED {
            self.list(game);
            if self.legal.is_empty() {
                self.outcome = Some(game.outcome_if_stuck(self.position()));
                return;
            }
        }
        self.outcome = game.outcome_by_history(&self.line, self.line.len() - 1);
        if self.outcome.is_some() {
            self.legal.clear();
            self.listed = true;
        }
    }

    fn list(&mut self, game: &G) {
        let (line, keys, legal) = (&self.line, &self.keys, &mut self.legal);
        let position = line.last().expect("a line is never cut to nothing");
        game.each_move(position, |mv| {
            if !game.is_forbidden(line, keys, mv) {
                legal.push((game.number(position, mv) as u32, mv));
            }
        });
        game.tell_apart(legal);
        self.listed = true;
    }
}
