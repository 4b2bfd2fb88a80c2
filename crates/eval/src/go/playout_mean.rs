//! The mean of random games as an evaluation.

use rand_core::SeedableRng;
use rand_pcg::Mcg128Xsl64;
use wanqi_game::{Game, Side};
use wanqi_games::go::{Capacity, Go};
use wanqi_search::{Evaluator, NothingProven, Stateless};

/// The mean area of light playouts, in hundredths of a point, komi included.
///
/// The generator is seeded by the position's key and the board is built up anew, so that a position has one value
/// however and whenever it is reached. The value is rough: with 16 playouts on 9×9 its standard error is about ten
/// points at the start of a game. Bouzy and Helmstetter, *Monte-Carlo Go Developments* (2003),
/// <https://doi.org/10.1007/978-0-387-35706-5_11>, show what such means are worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutMean {
    /// How many playouts; the standard error falls with its square root.
    pub samples: u32,
}

impl Default for PlayoutMean {
    fn default() -> Self {
        PlayoutMean { samples: 16 }
    }
}

impl Stateless for PlayoutMean {}
impl NothingProven for PlayoutMean {}

impl<C: Capacity> Evaluator<Go<C>> for PlayoutMean {
    fn evaluate(&self, go: &Go<C>, (): &mut (), position: &<Go<C> as Game>::Position) -> i32 {
        let start = go.rebuilt(position);
        let mut rng = Mcg128Xsl64::seed_from_u64(position.key());
        let bound = 3 * (go.size() * go.size()) as u32;
        let (mut sum, mut scored) = (0, 0);
        for _ in 0..self.samples {
            let mut end = start;
            if go.playout(&mut end, &mut rng, bound).outcome.is_some() {
                sum += i64::from(go.played_out_lead(&end, go.area_lead(&end)));
                scored += 1;
            }
        }
        let lead = match scored {
            // All went past the bound, or none were asked for: the area as it stands.
            0 => 100 * i64::from(go.area_lead(position)),
            _ => 100 * sum / scored,
        };
        let value = lead as i32 - (100.0 * go.komi()) as i32;
        if go.side_to_move(position) == Side::First { value } else { -value }
    }
}
