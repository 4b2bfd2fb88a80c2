//! Games as learners see them: actions by number, observations as numbers, and many games stepped at once.
//!
//! The interface is that of OpenSpiel (Lanctot et al. 2019, <https://arxiv.org/abs/1908.09453>): a [`State`] has legal
//! actions, which are integers below [`Environment::action_count`] and mean the same in every position of the game. The
//! game's type is erased once for a [`Batch`], so that its games are played as fast as anything in Rust plays them.

mod actions;
mod batch;
mod episode;
mod observation;
mod rulebook;

pub(crate) use actions::Actions;
pub(crate) use observation::Observed;

use crate::Error;
use batch::Games;
use episode::{Begun, Episode};
use std::ops::Range;
use std::sync::Arc;
use wanqi_game::{Notation, Outcome, Side};

/// The rules of a game as learners see them.
pub trait Environment: Send + Sync {
    /// How many actions there are; each is a number below.
    fn action_count(&self) -> usize;

    /// Planes, rows and columns of an observation: the pieces of the side to move by kind, those of the other side, those of
    /// nobody, how many of a kind either side has in hand, the step of the turn where turns have several, what else no piece
    /// shows (castling, a ko), and whether the first side is to move.
    fn observation_shape(&self) -> [usize; 3];

    /// The names of the notations that actions are written in, the one for people first.
    fn notations(&self) -> &'static [&'static str];

    /// The same rules, whose games begin with another position.
    ///
    /// # Errors
    /// If the text is no position of the game.
    fn beginning_with(&self, position: &str) -> Result<Box<dyn Environment>, Error>;

    /// A new game.
    fn state(&self) -> Box<dyn State>;

    /// New games with these numbers. The random moves of each depend on the seed and its number alone, so that many games can
    /// be shared out. With `auto_reset` a game that ends begins anew at once.
    fn batch(&self, games: Range<usize>, seed: u64, auto_reset: bool) -> Box<dyn Batch>;
}

/// A game in progress.
pub trait State: Send + Sync {
    /// Whose turn it is, also after the end.
    fn side_to_move(&self) -> Side;

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Moves played.
    fn ply(&self) -> usize;

    /// The legal actions, in the game's own order; none after the end.
    fn legal_actions(&self) -> Vec<u32>;

    /// Plays an action.
    ///
    /// # Errors
    /// If it is not legal.
    fn apply(&mut self, action: i64) -> Result<(), Error>;

    /// Writes what the side to move sees, as [`Environment::observation_shape`] says.
    fn observe(&self, out: &mut [f32]);

    /// Writes which actions are legal.
    fn mask(&self, out: &mut [bool]);

    /// A legal action as a move in one of the notations.
    ///
    /// # Errors
    /// If it is not legal.
    fn action_text(&self, action: i64, notation: usize) -> Result<String, Error>;

    /// The action that a move is, in any notation.
    ///
    /// # Errors
    /// If it is no legal move.
    fn action_of(&self, text: &str) -> Result<u32, Error>;

    /// The position's text.
    fn position(&self) -> String;

    /// A copy.
    fn fork(&self) -> Box<dyn State>;
}

/// Many games in progress. What is written has a row for each game.
pub trait Batch: Send + Sync {
    /// The games.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Chooses an action in each game, to be [played](Batch::play) next; in games that have ended any number will do.
    ///
    /// # Errors
    /// If an action is not legal.
    fn choose(&mut self, actions: &[i64]) -> Result<(), Error>;

    /// Plays what was chosen, and writes what each side has won with it (1, -1, or 0 for a draw and while a game goes on) and
    /// whether the game has ended by it. Games that had ended before are left alone.
    fn play(&mut self, rewards: &mut [f32], ended: &mut [bool]);

    /// Writes which actions are legal.
    fn masks(&mut self, out: &mut [bool]);

    /// Writes what the sides to move see.
    fn observe(&self, out: &mut [f32]);

    /// Writes whose turns it is, 0 or 1; -1 after the end.
    fn sides(&self, out: &mut [i8]);

    /// Writes a random legal action of each game; -1 after the end.
    fn sample(&mut self, out: &mut [i64]);

    /// Plays so many random moves in each game, and says how many games have ended. Games that have are left alone if they
    /// do not begin anew.
    fn random_steps(&mut self, steps: u64) -> u64;

    /// Begins all games anew, or those alone that have ended.
    fn reset(&mut self, only_ended: bool);
}

/// What a game must be for learners.
pub(crate) trait Learned: Notation + Actions + Observed + Clone + Send + 'static {}

impl<G: Notation + Actions + Observed + Clone + Send + 'static> Learned for G {}

/// The environment of a game from its start.
pub(crate) fn environment<G: Learned>(game: &G) -> Box<dyn Environment> {
    Box::new(Rules(Arc::new(Begun { start: game.start(), game: game.clone() })))
}

struct Rules<G: Learned>(Arc<Begun<G>>);

impl<G: Learned> Environment for Rules<G> {
    fn action_count(&self) -> usize {
        self.0.game.action_count()
    }

    fn observation_shape(&self) -> [usize; 3] {
        self.0.game.shape()
    }

    fn notations(&self) -> &'static [&'static str] {
        self.0.game.notations()
    }

    fn beginning_with(&self, position: &str) -> Result<Box<dyn Environment>, Error> {
        let game = self.0.game.clone();
        let start = game.parse_position(position.trim()).map_err(Error::Position)?;
        Ok(Box::new(Rules(Arc::new(Begun { game, start }))))
    }

    fn state(&self) -> Box<dyn State> {
        let mut episode = Episode::new(&self.0);
        episode.legal(&self.0.game);
        Box::new(OneGame { begun: Arc::clone(&self.0), episode })
    }

    fn batch(&self, games: Range<usize>, seed: u64, auto_reset: bool) -> Box<dyn Batch> {
        Box::new(Games::new(Arc::clone(&self.0), games, seed, auto_reset))
    }
}

/// A [`State`] of a game whose type is known; its legal moves are always listed.
struct OneGame<G: Learned> {
    begun: Arc<Begun<G>>,
    episode: Episode<G>,
}

impl<G: Learned> State for OneGame<G> {
    fn side_to_move(&self) -> Side {
        self.begun.game.side_to_move(self.episode.position())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.episode.outcome
    }

    fn ply(&self) -> usize {
        self.episode.plies()
    }

    fn legal_actions(&self) -> Vec<u32> {
        self.episode.listed().iter().map(|&(action, _)| action).collect()
    }

    fn apply(&mut self, action: i64) -> Result<(), Error> {
        let mv = self.episode.move_of(&self.begun.game, action)?;
        self.episode.play(&self.begun.game, mv);
        self.episode.legal(&self.begun.game);
        Ok(())
    }

    fn observe(&self, out: &mut [f32]) {
        self.begun.game.observe(self.episode.position(), &mut Vec::new(), out);
    }

    fn mask(&self, out: &mut [bool]) {
        out.fill(false);
        self.episode.listed().iter().for_each(|&(action, _)| out[action as usize] = true);
    }

    fn action_text(&self, action: i64, notation: usize) -> Result<String, Error> {
        let mv = self.episode.move_of(&self.begun.game, action)?;
        Ok(self.begun.game.format_move(self.episode.position(), mv, notation))
    }

    fn action_of(&self, text: &str) -> Result<u32, Error> {
        let mv = self.begun.game.parse_move(self.episode.position(), text.trim()).map_err(Error::Move)?;
        let legal = self.episode.listed().iter().find(|&&(_, legal)| legal == mv);
        legal
            .map(|&(action, _)| action)
            .ok_or_else(|| Error::spec(format!("{} is not legal here", wanqi_game::quoted(text.trim()))))
    }

    fn position(&self) -> String {
        self.begun.game.format_position(self.episode.position())
    }

    fn fork(&self) -> Box<dyn State> {
        Box::new(OneGame { begun: Arc::clone(&self.begun), episode: self.episode.clone() })
    }
}
