//! Games to learn from, of the games whose networks come with the program (`examples/network` makes them): how they are
//! played, and a record of each in bytes. What comes of a game depends on what is told here and its number alone, so that any
//! machine may play it.

pub mod chess;
pub mod go;
pub mod gomoku;
pub mod othello;
pub mod pieces;
pub mod xiangqi;

use crate::GameSettings;
use serde::{Deserialize, Serialize};
use wanqi_game::Game;
use wanqi_games::{chess::Chess, gomoku::Gomoku, gomoku::Rule, othello::Othello, xiangqi::Xiangqi};
use wanqi_search::{Limits, Search, Stop};

/// No game is longer.
pub const MAX_PLIES: usize = 400;

/// A game that was played, in bytes of its own.
pub trait Record: Sized + Send {
    /// Positions in it to learn from.
    fn positions(&self) -> usize;
    /// As bytes.
    fn to_bytes(&self) -> Vec<u8>;
    /// Reads what [`to_bytes`](Self::to_bytes) has written.
    ///
    /// # Errors
    /// What is wrong with them.
    fn from_bytes(bytes: &[u8]) -> Result<Self, String>;
}

/// How games to learn from are played.
pub trait Playing<G: Game, R>: Send + Sync {
    /// The `index`-th game of a seed; `None` if it was stopped.
    fn play(
        &self,
        rules: &G,
        search: &mut dyn Search<G>,
        settings: &GameSettings,
        seed: u64,
        index: u32,
    ) -> Option<R>;
}

/// Of which game, and how they are played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Played {
    /// Chess.
    Chess(chess::Playing),
    /// Go.
    Go {
        /// Rows and columns; [several](go::SIZES) if there is none.
        size: Option<u8>,
        /// How.
        playing: go::Playing,
    },
    /// Gomoku and renju.
    Gomoku {
        /// The rule: its place among [`gomoku::RULES`].
        rule: usize,
        /// Rows and columns.
        size: u8,
        /// How.
        playing: gomoku::Playing,
    },
    /// Othello.
    Othello(othello::Playing),
    /// Xiangqi.
    Xiangqi(xiangqi::Playing),
}

impl Played {
    /// The game, as the program's commands call it.
    pub fn game(&self) -> &'static str {
        match self {
            Played::Chess(_) => "chess",
            Played::Go { .. } => "go",
            Played::Gomoku { .. } => "gomoku",
            Played::Othello(_) => "othello",
            Played::Xiangqi(_) => "xiangqi",
        }
    }
}

/// Games to learn from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NetworkGames {
    /// Of which game.
    pub played: Played,
    /// The evaluation that plays, by its name or that of a file.
    pub evaluation: String,
    /// Nodes that a move is searched.
    pub nodes: u64,
    /// Random plies at the beginning: least and most.
    pub opening: (u32, u32),
    /// The seed of all random choices.
    pub seed: u64,
}

/// Plays such games, by their numbers.
pub trait PlayGames: Send + Sync {
    /// The record of a game; `None` if it was stopped.
    fn play(&self, index: u32, stop: &Stop) -> Option<Vec<u8>>;

    /// How many positions a record has.
    ///
    /// # Errors
    /// If it is none of this game.
    fn positions(&self, record: &[u8]) -> Result<usize, String>;
}

impl NetworkGames {
    /// Whether the evaluation is a file's.
    pub fn is_file(&self) -> bool {
        let name = &self.evaluation;
        match self.played {
            Played::Chess(_) => chess::Evaluation::named(name).is_none(),
            Played::Go { .. } => go::Evaluation::named(name).is_none(),
            Played::Gomoku { .. } => gomoku::Evaluation::named(name).is_none(),
            Played::Othello(_) => othello::Evaluation::named(name).is_none(),
            Played::Xiangqi(_) => xiangqi::Evaluation::named(name).is_none(),
        }
    }

    /// Makes ready to play. `file` is what is in the evaluation's file, if it is a file's.
    ///
    /// # Errors
    /// If there are no such rules, or the file is none of this game.
    pub fn player(&self, file: &[u8]) -> Result<Box<dyn PlayGames>, String> {
        let name = &self.evaluation;
        let read = |error: String| format!("{name}: {error}");
        Ok(match &self.played {
            Played::Chess(playing) => {
                let named = chess::Evaluation::named(name);
                let evaluation = named.map_or_else(|| chess::Evaluation::read(file).map_err(read), Ok)?;
                self.of::<_, chess::Record>(Chess, playing.clone(), move || evaluation.search(1))
            }
            Played::Go { size, playing } => {
                if let Some(size) = size.filter(|size| !(go::MIN_SIZE..=19).contains(size)) {
                    return Err(format!("games to learn from are not played on {size} lines"));
                }
                let named = go::Evaluation::named(name);
                let evaluation = named.map_or_else(|| go::Evaluation::read(file).map_err(read), Ok)?;
                let (size, playing) = (*size, playing.clone());
                Box::new(go::Player { playing, size, evaluation, nodes: self.nodes, seed: self.seed })
            }
            Played::Gomoku { rule, size, playing } => {
                let rule: &Rule = gomoku::RULES.get(*rule).ok_or("there is no such rule")?;
                let rules =
                    Gomoku::new(*size, *rule).ok_or_else(|| format!("there is no board of size {size}"))?;
                let named = gomoku::Evaluation::named(name);
                let evaluation = named.map_or_else(|| gomoku::Evaluation::read(file).map_err(read), Ok)?;
                self.of::<_, gomoku::Record>(rules, playing.clone(), move || evaluation.search(1))
            }
            Played::Othello(playing) => {
                let named = othello::Evaluation::named(name);
                let evaluation = named.map_or_else(|| othello::Evaluation::read(file).map_err(read), Ok)?;
                self.of::<_, othello::Record>(Othello::default(), playing.clone(), move || {
                    evaluation.search(1)
                })
            }
            Played::Xiangqi(playing) => {
                let named = xiangqi::Evaluation::named(name);
                let evaluation = named.map_or_else(|| xiangqi::Evaluation::read(file).map_err(read), Ok)?;
                self.of::<_, xiangqi::Record>(Xiangqi::new(), playing.clone(), move || evaluation.search(1))
            }
        })
    }

    fn of<G: Game + Send + Sync + 'static, R: Record + 'static>(
        &self,
        rules: G,
        playing: impl Playing<G, R> + 'static,
        search: impl Fn() -> Box<dyn Search<G>> + Send + Sync + 'static,
    ) -> Box<dyn PlayGames> {
        let (task, read) =
            (self.clone(), |bytes: &[u8]| R::from_bytes(bytes).map(|record| record.positions()));
        let play = move |index: u32, stop: &Stop| {
            let limits = Limits { stop: stop.clone(), ..Limits::nodes(task.nodes) };
            let settings =
                GameSettings { opening: task.opening.0..=task.opening.1, limits, max_plies: MAX_PLIES };
            playing.play(&rules, &mut *search(), &settings, task.seed, index).map(|record| record.to_bytes())
        };
        Box::new(Player { play, read })
    }
}

struct Player<P, R> {
    play: P,
    read: R,
}

impl<P, R> PlayGames for Player<P, R>
where
    P: Fn(u32, &Stop) -> Option<Vec<u8>> + Send + Sync,
    R: Fn(&[u8]) -> Result<usize, String> + Send + Sync,
{
    fn play(&self, index: u32, stop: &Stop) -> Option<Vec<u8>> {
        (self.play)(index, stop)
    }

    fn positions(&self, record: &[u8]) -> Result<usize, String> {
        (self.read)(record)
    }
}
