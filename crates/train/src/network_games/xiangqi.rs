//! Xiangqi: [`wanqi_eval::xiangqi::network`].

pub use super::pieces::Playing;

use super::pieces::{self, Pieces};
use wanqi_eval::xiangqi::network::View;
use wanqi_eval::xiangqi::{Material, Network, Positional, XiangqiTactics};
use wanqi_games::xiangqi::points::{FILES, file, holds, point, rank};
use wanqi_games::xiangqi::{Move, Position, Xiangqi};
use wanqi_search::alpha_beta::{Best, Options};
use wanqi_search::{Evaluator, Search};

/// The quiet positions of a game.
pub type Record = pieces::Record<View>;

impl Pieces for View {
    fn is_quiet(position: &Position, best: Move) -> bool {
        !position.in_check() && !holds(position.occupied(), best.to())
    }

    fn mirrored(at: u8) -> u8 {
        point(FILES - 1 - file(at), rank(at))
    }
}

/// What plays.
#[derive(Clone)]
pub enum Evaluation {
    /// What pieces are worth.
    Material,
    /// The one made by hand.
    Positional(Box<Positional>),
    /// A network.
    Network(Box<Network>),
}

impl Evaluation {
    /// One that has a name.
    pub fn named(name: &str) -> Option<Evaluation> {
        Some(match name {
            "material" => Evaluation::Material,
            "positional" => Evaluation::Positional(Box::default()),
            _ => return None,
        })
    }

    /// The network of a file.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(bytes: &[u8]) -> Result<Evaluation, String> {
        Network::read(bytes)
            .map(|network| Evaluation::Network(Box::new(network)))
            .map_err(|error| error.to_string())
    }

    /// The search that plays with it, and so many megabytes of table.
    pub fn search(&self, table_mb: usize) -> Box<dyn Search<Xiangqi>> {
        fn best<E: Evaluator<Xiangqi> + 'static>(evaluator: E, table_mb: usize) -> Box<dyn Search<Xiangqi>> {
            Box::new(Best::new(evaluator, XiangqiTactics, Options { table_mb, ..Options::default() }))
        }
        match self {
            Evaluation::Material => best(Material, table_mb),
            Evaluation::Positional(positional) => best((**positional).clone(), table_mb),
            Evaluation::Network(network) => best((**network).clone(), table_mb),
        }
    }
}
