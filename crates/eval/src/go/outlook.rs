//! How a position will end: whose each point will be and who will be ahead, by searches that begin with either side.
//!
//! Random games from a position leave much alive that no player would let live, and the other way about: each of them decides
//! every fight by chance. So the games are those that a [search](wanqi_search::mcts) plays out, which looks at a fight again and
//! again. It would stop looking where the game is won, however the fight ends; so it is handed the komi that makes the game
//! even, by what the search before it says ("dynamic komi": Baudiš, *Balancing MCTS by Dynamically Adjusting the Komi Value*
//! (2011), <https://doi.org/10.3233/ICG-2011-34302>). And since the side to move is at an advantage that has nothing to do with
//! what is dead, half of the games begin with the other one.

use super::GoGuide;
use super::unconditional_life;
use wanqi_game::Side;
use wanqi_games::go::{Capacity, Go, Position};
use wanqi_search::mcts::{Mcts, Options};
use wanqi_search::{Endings, Limits, Search};

/// The searches one after the other, each by the komi that follows from those before, and its share of all playouts: a short
/// one that only says who is ahead, then one in earnest.
const SHARES: [f64; 2] = [0.25, 0.75];

/// How games end that begin with either side to move, as if nothing had been played before: no ko, no pass. `limits` is for all
/// searches together. `None` if it is over before a game was played out.
pub fn outlook<C: Capacity>(
    go: &Go<C>,
    position: &Position<C>,
    limits: &Limits,
    seed: u64,
) -> Option<Endings> {
    let mut found: Option<Endings> = None;
    for share in SHARES {
        let even = found.as_ref().map_or(*go, |found| balanced(go, found.lead + go.komi()));
        let mut sum: Option<Endings> = None;
        for side in Side::BOTH {
            let of = |all: u64| (all as f64 * share / 2.0).ceil() as u64;
            let limits = Limits {
                nodes: limits.nodes.map(of),
                time: limits.time.map(|time| time.mul_f64(share / 2.0)),
                ..limits.clone()
            };
            let options = Options { seed: seed ^ side.index() as u64, solver: false, ..Options::default() };
            let mut search = Mcts::informed(options, GoGuide::default());
            let report = search.search(&even, &[go.facing(position, side)], &limits, &mut |_| {});
            let Some(mut endings) = report.endings else { continue };
            endings.lead += even.komi() - go.komi();
            sum = Some(sum.map_or(endings.clone(), |sum| mean(&sum, &endings)));
        }
        found = sum.or(found);
    }
    let mut found = found?;
    for (side, owned) in Side::BOTH.into_iter().zip([1.0, -1.0]) {
        let life = unconditional_life::alive(go, position, side);
        for place in life.stones.into_iter().chain(life.territory) {
            if let Some(point) = go.point(position.move_at(place)) {
                found.ownership[usize::from(point)] = owned;
            }
        }
    }
    Some(found)
}

/// The same game with the komi that makes up for black's lead.
fn balanced<C: Capacity>(go: &Go<C>, lead: f64) -> Go<C> {
    go.with_komi(lead.floor() + 0.5).unwrap_or(*go)
}

/// Both together, either counting for as much as the other.
fn mean(one: &Endings, other: &Endings) -> Endings {
    let half = |a: f64, b: f64| f64::midpoint(a, b);
    let lead = half(one.lead, other.lead);
    let square = |endings: &Endings| endings.deviation.powi(2) + (endings.lead - lead).powi(2);
    let owned = one.ownership.iter().zip(&other.ownership);
    Endings {
        ownership: owned.map(|(&a, &b)| f32::midpoint(a, b)).collect(),
        lead,
        deviation: half(square(one), square(other)).sqrt(),
        playouts: one.playouts + other.playouts,
    }
}
