//! What of learning can be done elsewhere, piece by piece: games to learn from, and pairs of games of a match.
//!
//! A [`Part`] says all that its pieces depend on but the rules and the networks, which it names. What comes of a piece
//! depends on the part and the piece's number alone, so that it does not matter who does it, or in which order. The match of
//! a generation is no exception where learning goes by the clock: how many nodes either player searches in the same time is
//! measured by the learner before, and the part says the nodes.

use super::choices::GameMoves;
use super::folder::LearnError;
use super::games::{self, SelfPlay};
use super::generations::{Learner, Teacher};
use super::pool::GameRecord;
use crate::duel::{self, Contestant};
use crate::{GameSettings, game_loop};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use wanqi_eval::learnt::{Contents, Learnt, Network};
use wanqi_game::{Game, Side, random};
use wanqi_search::{Evaluator, Limits, Search, Stop, Tactics, legal_moves};

/// Pairs of games between two looks at a match's test, which share a seed.
pub(super) const PAIRS: u32 = 8;

/// A network, by where it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NetworkSource {
    /// There is none yet.
    None,
    /// There is none yet, and what the program knows of the game plays in its stead.
    Known,
    /// The one that comes with the program.
    Shipped,
    /// That of a file.
    File(String),
}

impl NetworkSource {
    /// Who plays by it.
    pub(super) fn player(self) -> PlayerSource {
        match self {
            NetworkSource::Known => PlayerSource::Known,
            other => PlayerSource::Best(other),
        }
    }
}

/// A player of a match, by what it knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayerSource {
    /// The strong alpha-beta with a network.
    Best(NetworkSource),
    /// Monte-Carlo search with a network.
    Mcts(NetworkSource),
    /// What the program knows of the game otherwise.
    Known,
}

/// How games begin and when they are given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameBounds {
    /// Random plies at the beginning, least and most.
    pub opening: (u32, u32),
    /// A game longer than this is a draw.
    pub max_plies: usize,
}

impl GameBounds {
    fn settings(self, limits: Limits) -> GameSettings {
        let (least, most) = self.opening;
        GameSettings { opening: least..=most, limits, max_plies: self.max_plies }
    }
}

/// What can be done elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// Games against itself; a piece is a game.
    Games {
        /// The network in use.
        network: NetworkSource,
        /// How many networks had been accepted before.
        accepted: u32,
        /// Nodes of a search.
        nodes: u64,
        /// How they begin and end.
        bounds: GameBounds,
        /// How many of a hundred positions have one from aside.
        aside: u32,
        /// The seed of the learner.
        seed: u64,
    },
    /// Games of two players; a piece is a pair of games from one opening.
    Pairs {
        /// What is new, and what it is compared with.
        players: [PlayerSource; 2],
        /// Nodes that either searches.
        nodes: [u64; 2],
        /// How they begin and end.
        bounds: GameBounds,
        /// The seed of the learner.
        seed: u64,
        /// The match's number.
        number: u32,
    },
}

impl Part {
    /// The files of networks that it names.
    pub fn files(&mut self) -> impl Iterator<Item = &mut String> {
        let mut sources = Vec::new();
        match self {
            Part::Games { network, .. } => sources.push(network),
            Part::Pairs { players, .. } => {
                for player in players {
                    match player {
                        PlayerSource::Best(network) | PlayerSource::Mcts(network) => sources.push(network),
                        PlayerSource::Known => {}
                    }
                }
            }
        }
        sources.into_iter().filter_map(|source| match source {
            NetworkSource::File(path) => Some(path),
            _ => None,
        })
    }
}

/// What comes of a piece.
#[derive(Clone, PartialEq, Debug)]
pub enum Piece {
    /// A game to learn from.
    Game(PlayedGame),
    /// What the first player takes in both games of a pair, in half points.
    Pair([u8; 2]),
}

/// A game against itself: its positions, and its moves.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// The positions that are kept of it.
    pub record: GameRecord,
    /// Its moves; none of a game that was played at random.
    pub moves: GameMoves,
}

impl PlayedGame {
    /// As bytes: the length of the record, the record, the moves as a line of text.
    pub fn to_bytes(&self) -> Vec<u8> {
        let record = self.record.to_bytes();
        let mut bytes = (record.len() as u32).to_le_bytes().to_vec();
        bytes.extend(record);
        bytes.extend(self.moves.line().trim_end().as_bytes());
        bytes
    }

    /// Reads what [`to_bytes`](Self::to_bytes) has written, of positions with so many places.
    pub fn read(bytes: &[u8], places: usize) -> Option<PlayedGame> {
        let (length, rest) = bytes.split_first_chunk()?;
        let (record, moves) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        let moves = GameMoves::read(str::from_utf8(moves).ok()?)?;
        Some(PlayedGame { record: GameRecord::read(record, places)?, moves })
    }
}

/// Hears what came of a piece, by its number, and says whether that is enough. Pieces come in their order; if some of what was
/// told turns out to be untrue they come again from the first one on.
pub type HearPiece<'a> = &'a mut dyn FnMut(u32, Piece) -> Result<bool, LearnError>;

/// Whoever does pieces in a learner's stead.
pub trait Hands {
    /// Does what is ordered, and tells it, until that is enough, it is stopped, or there is no time left.
    ///
    /// # Errors
    /// If it cannot be done, and what the hearer has met.
    fn work(&mut self, order: &PartOrder<'_>, stop: &Stop, hear: HearPiece<'_>) -> Result<(), LearnError>;
}

/// What hands are asked for.
pub struct PartOrder<'a> {
    /// What to do.
    pub part: Part,
    /// The generation that is being made.
    pub generation: u32,
    /// The number of the first piece.
    pub first: u32,
    /// How many there are at most.
    pub count: u32,
    /// So many of them are known already.
    pub known: u32,
    /// Whether there is no time left.
    pub late: &'a dyn Fn() -> bool,
}

impl<G, C, B, T> Learner<'_, G, C, B, T>
where
    G: Game + 'static,
    C: Contents<G> + 'static,
    B: Evaluator<G> + Clone + 'static,
    T: Tactics<G, Learnt<C, B>> + Clone + 'static,
{
    /// The evaluations that a part plays by, for [`piece`](Self::piece); `networks` are those of its files.
    ///
    /// # Errors
    /// What is missing.
    pub fn evaluations(
        &self,
        part: &Part,
        networks: &HashMap<String, Network>,
    ) -> Result<Vec<Learnt<C, B>>, String> {
        let of = |source: &NetworkSource| match source {
            NetworkSource::None => Ok(self.evaluation(None)),
            NetworkSource::Known if self.teacher.is_some() => Ok(self.evaluation(None)),
            NetworkSource::Known => Err("the program knows no more of this game".into()),
            NetworkSource::Shipped => {
                let network =
                    self.begins_with.clone().ok_or("no network of this game comes with the program")?;
                Ok(self.evaluation(Some(network)))
            }
            NetworkSource::File(path) => {
                let network = networks.get(path).ok_or_else(|| format!("there is no network {path}"))?;
                Ok(self.evaluation(Some(network.clone())))
            }
        };
        match part {
            Part::Games { network, .. } => Ok(vec![of(network)?]),
            Part::Pairs { players, .. } => {
                let evaluation = |player: &PlayerSource| match player {
                    PlayerSource::Best(source) | PlayerSource::Mcts(source) => of(source),
                    PlayerSource::Known if self.known.is_some() => Ok(self.evaluation(None)),
                    PlayerSource::Known => Err("the program knows no more of this game".into()),
                };
                players.iter().map(evaluation).collect()
            }
        }
    }

    /// Does a piece of a part, by the [evaluations](Self::evaluations) of it; `None` if it was stopped.
    pub fn piece(
        &self,
        part: &Part,
        evaluations: &[Learnt<C, B>],
        number: u32,
        stop: &Stop,
    ) -> Option<Piece> {
        let limits = |nodes| Limits { stop: stop.clone(), ..Limits::nodes(nodes) };
        match part {
            Part::Games { network, accepted, nodes, bounds, aside, seed } => {
                let settings = bounds.settings(limits(*nodes));
                let plan = SelfPlay { settings, aside: *aside, seed: *seed };
                let teacher = self.teacher.filter(|_| *network == NetworkSource::Known);
                self.game(&evaluations[0], teacher, &plan, number, *accepted).map(Piece::Game)
            }
            Part::Pairs { players, nodes, bounds, seed, number: of_match } => {
                let [new, old] = [0, 1]
                    .map(|at| move || -> Box<dyn Search<G>> { self.seated(&players[at], &evaluations[at]) });
                let contestants = [
                    Contestant { search: &new, limits: limits(nodes[0]) },
                    Contestant { search: &old, limits: limits(nodes[1]) },
                ];
                let settings = bounds.settings(limits(nodes[1]));
                let batch = u64::from(number / PAIRS);
                let seed = random::word(!seed, u64::from(*of_match) << 32 | batch);
                duel::pair(self.game, &[&contestants[0], &contestants[1]], &settings, seed, number % PAIRS)
                    .map(Piece::Pair)
            }
        }
    }

    /// The `index`-th game of a learner, or of a teacher in its stead.
    pub(super) fn game(
        &self,
        in_use: &Learnt<C, B>,
        teacher: Option<Teacher<'_, G>>,
        plan: &SelfPlay,
        index: u32,
        accepted: u32,
    ) -> Option<PlayedGame> {
        if self.blind && in_use.network().is_none() && teacher.is_none() {
            let record = games::random(self.game, &**in_use.contents(), plan, index)?;
            return Some(PlayedGame { record, moves: GameMoves::default() });
        }
        let player = games::Player { evaluation: in_use, tactics: &self.tactics, teacher };
        let (record, moves) = games::play(self.game, &player, plan, index, accepted)?;
        Some(PlayedGame { record, moves })
    }

    fn seated(&self, player: &PlayerSource, evaluation: &Learnt<C, B>) -> Box<dyn Search<G>> {
        match (player, evaluation.network(), self.known) {
            (PlayerSource::Known, _, Some(known)) => known(),
            (PlayerSource::Mcts(_), Some(network), _) => self.monte_carlo(network)(),
            _ => Box::new(game_loop::player(evaluation.clone(), self.tactics.clone())),
        }
    }

    /// Whether a piece that somebody else tells of can be so: its moves are legal, and its positions are those of the game.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self, part: &Part, piece: &Piece) -> Result<(), String> {
        match (part, piece) {
            (Part::Games { accepted, network, .. }, Piece::Game(game)) => {
                let by_chance = self.blind && *network == NetworkSource::None;
                self.check_game(game, if by_chance { 0 } else { *accepted }, by_chance)
            }
            (Part::Pairs { .. }, Piece::Pair(half_points)) if half_points.iter().all(|&half| half <= 2) => {
                Ok(())
            }
            (Part::Pairs { .. }, Piece::Pair(half_points)) => {
                Err(format!("a pair of games with {half_points:?}"))
            }
            _ => Err("it is of another kind".into()),
        }
    }

    fn check_game(&self, played: &PlayedGame, accepted: u32, by_chance: bool) -> Result<(), String> {
        let PlayedGame { record, moves } = played;
        let contents = &**self.untrained.contents();
        let layout = contents.layout();
        if record.generation != accepted || record.half_points > 2 || !record.scale.is_finite() {
            return Err("its generation or result cannot be".into());
        }
        for sample in &record.samples {
            let fits = sample.contents.iter().zip(&layout.contents).all(|(held, count)| held < count);
            if !fits || sample.contents.len() != layout.places() || usize::from(sample.phase) >= layout.phases
            {
                return Err("a place holds what it cannot hold".into());
            }
        }
        // Of a game at random no moves are kept.
        if by_chance {
            return if moves.moves.is_empty() { Ok(()) } else { Err("a random game with moves".into()) };
        }
        let mut line = vec![self.game.start()];
        let mut samples = record.samples.iter().filter(|sample| !sample.aside).peekable();
        let mut places = vec![0; layout.places()];
        let mut see = |position: &G::Position| {
            contents.read(self.game, position, &mut places);
            let first_to_move = self.game.side_to_move(position) == Side::First;
            let is_next = |sample: &&crate::learner::pool::Sample| {
                sample.contents == places && sample.first_to_move == first_to_move
            };
            samples.next_if(is_next);
        };
        see(&line[0]);
        for &mv in &moves.moves {
            let legal = legal_moves(self.game, &line);
            let mv = legal.get(usize::from(mv)).ok_or("a move that is not legal")?;
            game_loop::step(self.game, &mut line, *mv);
            see(&line[line.len() - 1]);
        }
        if samples.next().is_some() { Err("a position that is none of its game".into()) } else { Ok(()) }
    }
}
