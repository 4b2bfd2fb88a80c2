//! How a position will end: whose each point will be and who will be ahead, by searches that begin with either side.
//!
//! Random games from a position leave much alive that no player would let live, and the other way about: each of them decides
//! every fight by chance. So the games are those that a [search](wanqi_search::mcts) plays out, which looks at a fight again and
//! again. It would stop looking where the game is won, however the fight ends; so it is handed the komi that makes the game
//! even, by what the search before it says ("dynamic komi": Baudiš, *Balancing MCTS by Dynamically Adjusting the Komi Value*
//! (2011), <https://doi.org/10.3233/ICG-2011-34302>). And since the side to move is at an advantage that has nothing to do with
//! what is dead, half of the games begin with the other one.

use super::GoGuide;
use super::capture::{self, Budget};
use super::enclosed::{self, Settled};
use super::unconditional_life;
use wanqi_game::{Game, Side};
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
    save_what_cannot_be_taken(go, position, &mut found);
    settle_what_is_enclosed(go, position, &mut found);
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

/// What reading of captures may spend on a string, and strings of more liberties are not asked about.
const BUDGET: Budget = Budget { moves: 500, quiet: 1 };
const MAX_LIBERTIES: usize = 3;
/// How surely a string is its owner's that games lose and reading does not.
const HELD: f32 = 0.1;

/// A game that is played out ends a seki: whoever has nothing else to do loses it. So a string of few liberties that the games
/// lose, where any stone of the other side on one of them would be in atari, and that cannot be taken by force even if it were
/// that side's turn, is not dead.
fn save_what_cannot_be_taken<C: Capacity>(go: &Go<C>, position: &Position<C>, found: &mut Endings) {
    let size = go.size();
    for place in (0..size * size).map(|point| go.place_at(point % size, point / size)) {
        if position.is_empty(place) || position.string(place) != place {
            continue;
        }
        let (side, sign) =
            if position.has_stone(place, Side::First) { (Side::First, 1.0) } else { (Side::Second, -1.0) };
        let mut points = Vec::new();
        position.each_stone(place, |stone| points.extend(go.point(position.move_at(stone))));
        let owned: f32 = points.iter().map(|&point| found.ownership[usize::from(point)]).sum();
        let (liberties, count) = position.liberties::<{ MAX_LIBERTIES + 1 }>(place);
        let facing = go.facing(position, side.opponent());
        let gives_itself_up = |liberty| {
            let mut after = facing;
            facing.is_sensible(liberty, side.opponent()) && {
                go.play(&mut after, facing.move_at(liberty));
                after.last_liberty(liberty).is_some()
            }
        };
        if sign * owned < 0.0
            && (2..=MAX_LIBERTIES).contains(&count)
            && liberties.iter().take(count).all(|&liberty| gives_itself_up(liberty))
            && capture::catching(go, &facing, place, BUDGET).is_none()
        {
            points.into_iter().for_each(|point| found.ownership[usize::from(point)] = sign * HELD);
        }
    }
}

/// How surely a stone is its owner's by the games played out that is not in danger.
const SAFE: f32 = 0.5;

/// What is shut in by stones that are not in danger is as reading says.
fn settle_what_is_enclosed<C: Capacity>(go: &Go<C>, position: &Position<C>, found: &mut Endings) {
    let point_of = |place| go.point(position.move_at(place)).map(usize::from);
    let is_safe = |place| {
        let sign = if position.has_stone(place, Side::First) { 1.0 } else { -1.0 };
        point_of(place).is_some_and(|point| sign * found.ownership[point] >= SAFE)
    };
    for Settled { place, owner } in enclosed::settled(go, position, is_safe) {
        if let Some(point) = point_of(place) {
            found.ownership[point] = owner.map_or(0.0, |side| if side == Side::First { 1.0 } else { -1.0 });
        }
    }
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
