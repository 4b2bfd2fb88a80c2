//! Go: [`wanqi_eval::go::network`].

pub mod chance;
mod play;
mod record;

pub use play::{Playing, SIZES};
pub use record::{Played, Record, Sample};

use crate::network_games::{self, PlayGames};
use wanqi_eval::go::GoGuide;
use wanqi_eval::go::network::{Network, NetworkGuide};
use wanqi_games::go::{Capacity, Go};
use wanqi_search::mcts::{Mcts, Options};
use wanqi_search::{Search, Stop};

/// What plays.
#[derive(Clone)]
pub struct Evaluation(Option<Network>);

/// The smallest board that games are played on.
pub const MIN_SIZE: u8 = 5;

/// The constant *C* of PUCT, for values from 0 to 1.
const EXPLORATION: f32 = 0.7;

impl Evaluation {
    /// One that has a name.
    pub fn named(name: &str) -> Option<Evaluation> {
        (name == "playouts").then_some(Evaluation(None))
    }

    /// The network of a file.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(bytes: &[u8]) -> Result<Evaluation, String> {
        Network::read(bytes).map(|network| Evaluation(Some(network))).map_err(|error| error.to_string())
    }

    /// The search that plays with it.
    pub fn search<C: Capacity>(&self) -> Box<dyn Search<Go<C>>> {
        let options = Options { exploration: EXPLORATION, ..Options::default() };
        Box::new(match &self.0 {
            None => Mcts::informed(Options::default(), GoGuide::default()),
            Some(network) => Mcts::guided(options, NetworkGuide(network.clone())),
        })
    }
}

/// Plays such games, each on a board of its own size.
pub(super) struct Player {
    pub playing: Playing,
    pub size: Option<u8>,
    pub evaluation: Evaluation,
    pub nodes: u64,
    pub seed: u64,
}

impl PlayGames for Player {
    fn play(&self, index: u32, stop: &Stop) -> Option<Vec<u8>> {
        play::play(self, index, stop).map(|record| network_games::Record::to_bytes(&record))
    }

    fn positions(&self, record: &[u8]) -> Result<usize, String> {
        let record: Record = network_games::Record::from_bytes(record)?;
        Ok(network_games::Record::positions(&record))
    }
}
