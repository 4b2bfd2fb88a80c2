//! What there is to do from a position.

use serde::{Deserialize, Serialize};
use std::time::Duration;
use wanqi_play::learning::Part;
use wanqi_play::matches::{Adjudication, Agreed, Plan, Sprt, TimeControl};
use wanqi_play::record::{GameRecord, ROOT};
use wanqi_play::review::MiningNodes;
use wanqi_play::{Error, Limits, Spec, Stop};
use wanqi_train::network_games::NetworkGames;

/// What there is to do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Task {
    /// Games between two players.
    Match(MatchTask),
    /// Random games.
    Playouts(PlayoutsTask),
    /// What a player thinks of positions.
    Analysis(AnalysisTask),
    /// A part of learning a game.
    Learn(LearnTask),
    /// Games that a network is trained on.
    Network(NetworkTask),
    /// Games that are looked back at.
    Games(GamesTask),
}

/// Games between two players; a piece is a pair of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchTask {
    /// A and B.
    pub players: [String; 2],
    /// Games in all.
    pub games: u32,
    /// See [`Plan::openings`].
    pub openings: Vec<String>,
    /// See [`Plan::opening`].
    pub opening: u32,
    /// See [`Plan::plies`].
    pub plies: u32,
    /// See [`Plan::time`].
    pub time: Duration,
    /// See [`Plan::clock`].
    pub clock: Option<String>,
    /// See [`Plan::margin`].
    pub margin: Duration,
    /// See [`Adjudication::resign`]: score, moves, from which move.
    pub resign: Option<(i32, usize, usize)>,
    /// See [`Adjudication::draw`].
    pub draw: Option<(i32, usize, usize)>,
    /// See [`Plan::seed`].
    pub seed: u64,
    /// See [`Plan::sprt`].
    pub sprt: Option<(f64, f64)>,
}

impl MatchTask {
    /// The match that a plan is of.
    pub fn of(plan: &Plan, players: [&Spec; 2]) -> MatchTask {
        let agreed = |agreed: Agreed| (agreed.score, agreed.moves, agreed.from);
        MatchTask {
            players: players.map(Spec::to_string),
            games: plan.games,
            openings: plan.openings.clone(),
            opening: plan.opening,
            plies: plan.plies as u32,
            time: plan.time,
            clock: plan.clock.map(|clock| clock.to_string()),
            margin: plan.margin,
            resign: plan.adjudication.resign.map(agreed),
            draw: plan.adjudication.draw.map(agreed),
            seed: plan.seed,
            sprt: plan.sprt.map(|sprt| (sprt.elo0, sprt.elo1)),
        }
    }

    /// The plan of the match.
    ///
    /// # Errors
    /// If the clock's text is none.
    pub fn plan(&self) -> Result<Plan, Error> {
        let agreed = |(score, moves, from)| Agreed { score, moves, from };
        let clock = self.clock.as_deref().map(TimeControl::read).transpose().map_err(Error::spec)?;
        Ok(Plan {
            games: self.games,
            openings: self.openings.clone(),
            opening: self.opening,
            plies: self.plies as usize,
            time: self.time,
            clock,
            margin: self.margin,
            adjudication: Adjudication { resign: self.resign.map(agreed), draw: self.draw.map(agreed) },
            seed: self.seed,
            concurrency: 1,
            sprt: self.sprt.map(|(elo0, elo1)| Sprt { elo0, elo1 }),
            players: wanqi_protocol::player,
        })
    }
}

/// Random games; a piece is [`PlayoutsTask::PIECE`] of them, with a seed of its own.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayoutsTask {
    /// Games in all.
    pub games: u64,
    /// Plies after which a game is discarded.
    pub plies: Option<u32>,
    /// The seed of the first piece.
    pub seed: u64,
}

impl PlayoutsTask {
    /// Games of a piece.
    pub const PIECE: u64 = 1000;

    /// The seed of a piece. Nothing but the first has the seed of the whole.
    pub fn seed_of(&self, piece: u64) -> u64 {
        self.seed ^ piece.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// How many games a piece has.
    pub fn games_of(&self, piece: u64) -> u64 {
        Self::PIECE.min(self.games.saturating_sub(piece.saturating_mul(Self::PIECE)))
    }
}

/// What a player thinks of positions, each by itself; a piece is a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AnalysisTask {
    /// The positions.
    pub positions: Vec<String>,
    /// Who thinks.
    pub player: String,
    /// See [`Limits::depth`].
    pub depth: Option<u32>,
    /// See [`Limits::nodes`].
    pub nodes: Option<u64>,
    /// See [`Limits::time`].
    pub time: Option<Duration>,
    /// See [`Limits::lines`].
    pub lines: usize,
}

impl AnalysisTask {
    /// What a thought may take.
    pub fn limits(&self, stop: Stop) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            lines: self.lines,
            stop,
            ..Limits::default()
        }
    }
}

/// A part of learning a game: games to learn from, a piece being a game, or a match, a piece being a pair of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LearnTask {
    /// What to do.
    pub part: Part,
    /// Which rules, as [`wanqi_play::learning::Subject::rules`] tells them: those of a worker's game must be the same.
    pub fingerprint: String,
    /// The generation that is being made.
    pub generation: u32,
    /// The number of the first piece.
    pub first: u32,
    /// Pieces, of which not all need be done.
    pub pieces: u32,
}

impl LearnTask {
    /// The number of a piece of the work.
    pub fn number(&self, piece: u64) -> u32 {
        u32::try_from(piece).unwrap_or(u32::MAX).saturating_add(self.first)
    }
}

/// Games that a network which comes with the program is trained on; a piece is a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NetworkTask {
    /// How they are played.
    pub games: NetworkGames,
    /// How many.
    pub count: u32,
}

/// Games that are looked back at; a piece is a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GamesTask {
    /// What is wanted of them.
    pub aim: Aim,
    /// Who thinks.
    pub player: String,
    /// The games.
    pub games: Vec<GameRecord>,
    /// By what numbers whoever asks knows them.
    pub ids: Vec<i64>,
}

/// What is wanted of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aim {
    /// What every position is worth, by searches of these limits.
    Review {
        /// See [`Limits::depth`].
        depth: Option<u32>,
        /// See [`Limits::nodes`].
        nodes: Option<u64>,
        /// See [`Limits::time`].
        time: Option<Duration>,
    },
    /// Puzzles.
    Puzzles(MiningNodes),
}

impl GamesTask {
    /// A game as the task has it: its main line, and nothing that is said about it.
    ///
    /// # Errors
    /// If it is too long.
    pub fn bare(record: &GameRecord) -> Result<GameRecord, Error> {
        let mut bare = GameRecord::new(&*record.game);
        bare.rules.clone_from(&record.rules);
        bare.first.clone_from(&record.first);
        let moves: Vec<&str> = record.main_line().into_iter().map(|id| record[id].text()).collect();
        bare.add_line(ROOT, &moves).map_err(|full| Error::spec(full.message()))?;
        Ok(bare)
    }

    /// What a thought may take.
    pub fn limits(&self, stop: Stop) -> Limits {
        let (depth, nodes, time) = match self.aim {
            Aim::Review { depth, nodes, time } => (depth, nodes, time),
            Aim::Puzzles(nodes) => (None, Some(nodes.first), None),
        };
        Limits { depth, nodes, time, stop, ..Limits::default() }
    }
}
