//! Chess: [`wanqi_eval::chess::network`].

pub use super::pieces::Playing;

use super::pieces::{self, Pieces};
use wanqi_eval::chess::network::View;
use wanqi_eval::chess::{ChessTactics, Material, Network, PieceSquare, Positional};
use wanqi_games::chess::{Chess, Move, Position};
use wanqi_search::alpha_beta::{Best, Options};
use wanqi_search::{Evaluator, Search};

/// The quiet positions of a game.
pub type Record = pieces::Record<View>;

impl Pieces for View {
    fn is_quiet(position: &Position, best: Move) -> bool {
        position.checkers() == 0 && !position.is_capture(best) && best.promotion().is_none()
    }

    fn mirrored(square: u8) -> u8 {
        square ^ 7
    }
}

/// What plays.
#[derive(Clone)]
pub enum Evaluation {
    /// What pieces are worth.
    Material,
    /// What pieces are worth on squares.
    PieceSquare,
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
            "piece-square" => Evaluation::PieceSquare,
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
    pub fn search(&self, table_mb: usize) -> Box<dyn Search<Chess>> {
        fn best<E: Evaluator<Chess> + 'static>(evaluator: E, table_mb: usize) -> Box<dyn Search<Chess>> {
            Box::new(Best::new(evaluator, ChessTactics, Options { table_mb, ..Options::default() }))
        }
        match self {
            Evaluation::Material => best(Material::default(), table_mb),
            Evaluation::PieceSquare => best(PieceSquare, table_mb),
            Evaluation::Positional(positional) => best((**positional).clone(), table_mb),
            Evaluation::Network(network) => best((**network).clone(), table_mb),
        }
    }
}
