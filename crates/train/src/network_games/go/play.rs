//! Games to learn from.

use super::chance::{self, inner_move, komi, uniform};
use super::record::{Played, Record};
use super::{EXPLORATION, Evaluation, Player};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use wanqi_eval::go::GoGuide;
use wanqi_eval::go::network::{Network, NetworkGuide};
use wanqi_game::{Game, random};
use wanqi_games::go::{Capacity, Go, Move, Position, UpTo9, UpTo13, UpTo19};
use wanqi_search::mcts::{Expected, Mcts, Options, Prior, ValueGuide};
use wanqi_search::{Limits, Search, Stop};

/// How games are played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Playing {
    /// Of a hundred moves so many are searched in earnest, and teach; the others make games go on
    pub searched: u32,
}

/// Lines of boards, and of a thousand games how many are played on them. Small boards teach most for the time they take.
pub const SIZES: [(u8, u32); 4] = [(7, 90), (9, 850), (13, 50), (19, 10)];

/// By how much fewer nodes a move is searched that only makes the game go on (playout cap randomisation: Wu 2019,
/// <https://arxiv.org/abs/1902.10565>), and one that does so where the game is decided.
const SHALLOW: u64 = 5;
const DECIDED: u64 = 20;
/// From which value on, and after how many such moves one after the other, a game is. It goes on, since it shall teach how it is
/// ended.
const SURE: i32 = 900;
const SURE_MOVES: u32 = 6;
/// Searches in earnest of a decided game, of a hundred of the others.
const SURE_SEARCHED: u32 = 20;

pub(super) fn play(player: &Player, index: u32, stop: &Stop) -> Option<Record> {
    let mut rng = Pcg64Mcg::seed_from_u64(random::word(player.seed, index.into()));
    let drawn = chance::size(&SIZES, &mut rng);
    let size = player.size.unwrap_or(drawn);
    match size {
        ..=9 => on_board::<UpTo9>(player, size, &mut rng, stop),
        10..=13 => on_board::<UpTo13>(player, size, &mut rng, stop),
        _ => on_board::<UpTo19>(player, size, &mut rng, stop),
    }
}

fn on_board<C: Capacity>(player: &Player, size: u8, rng: &mut Pcg64Mcg, stop: &Stop) -> Option<Record> {
    let lines = usize::from(size);
    let points = lines * lines;
    let komi = komi(size, rng);
    let go = Go::<C>::new(size).ok()?.with_komi(komi).ok()?;
    let opening = match random::below(rng, 4) {
        0 => 0,
        1 => 1,
        2 => random::below(rng, 4),
        _ => random::below(rng, 1 + u32::from(size) / 2),
    } as usize;
    let (mut line, mut moves, mut sure) = (vec![go.start()], Vec::new(), 0);
    while go.result(&line).is_none() && moves.len() < 2 * points + 40 {
        let position = line[line.len() - 1];
        let mut played = Played { point: points as u16, is_searched: false, value: 0, visits: vec![] };
        let mv = if moves.len() < opening {
            inner_move(&go, &position, rng)
        } else {
            let is_decided = sure >= SURE_MOVES;
            let share = if is_decided {
                player.playing.searched * SURE_SEARCHED
            } else {
                player.playing.searched * 100
            };
            let in_earnest = player.evaluation.0.is_none() || random::below(rng, 10_000) < share;
            let nodes = match (in_earnest, is_decided) {
                (true, _) => player.nodes,
                (false, false) => player.nodes / SHALLOW,
                (false, true) => player.nodes / DECIDED,
            };
            let limits = Limits { stop: stop.clone(), ..Limits::nodes(nodes.max(2)) };
            let seed = rng.next_u64();
            let mut search = search(&player.evaluation, in_earnest.then_some(line.len()), seed);
            let report = search.search(&go, &line, &limits, &mut |_| {});
            if stop.is_stopped() {
                return None;
            }
            let best = report.best?;
            played.value = report.score.value().clamp(-1000, 1000) as i16;
            sure = if report.score.value().abs() > SURE { sure + 1 } else { 0 };
            let visited = report.moves.iter().filter(|root| root.visits > 0);
            let point = |mv| go.point(mv).unwrap_or(points as u16);
            played.visits = visited.map(|root| (point(root.mv), root.visits.min(65_535) as u16)).collect();
            played.is_searched = in_earnest && !played.visits.is_empty();
            // The better of moves that are nearly as good is not always found: less and less as the game goes on.
            let temperature = 0.5_f64.powf(moves.len() as f64 / (points / 8) as f64);
            if temperature > 0.15 && !best.is_pass() {
                let weights: Vec<f64> = report
                    .moves
                    .iter()
                    .map(
                        |root| {
                            if root.visits > 1 { (root.visits as f64).powf(1.0 / temperature) } else { 0.0 }
                        },
                    )
                    .collect();
                let mut at = uniform(rng) * weights.iter().sum::<f64>();
                let chosen = report.moves.iter().zip(weights).find(|&(_, weight)| {
                    at -= weight;
                    at < 0.0
                });
                chosen.map_or(best, |(root, _)| root.mv)
            } else {
                best
            }
        };
        played.point = go.point(mv).unwrap_or(points as u16);
        moves.push(played);
        let mut next = position;
        go.play(&mut next, mv);
        line.push(next);
    }
    let mut owned = vec![0; points];
    let lead = go.count_area(&line[line.len() - 1], &mut owned);
    let ownership = owned.iter().map(|owned| owned.signum() as i8).collect();
    Some(Record { size, komi: (2.0 * komi) as i16, lead: lead as i16, ownership, moves })
}

/// A new search for a move. `root`: how long the line is at which the network is made less sure of itself.
fn search<C: Capacity>(evaluation: &Evaluation, root: Option<usize>, seed: u64) -> Mcts<Go<C>> {
    let options = Options { seed, ..Options::default() };
    match &evaluation.0 {
        None => Mcts::informed(options, GoGuide::default()),
        Some(network) => {
            let guide = Exploring { network: network.clone(), root, seed };
            Mcts::guided(Options { exploration: EXPLORATION, ..options }, guide)
        }
    }
}

/// A network, and noise at the root.
struct Exploring {
    network: Network,
    root: Option<usize>,
    seed: u64,
}

impl<C: Capacity> ValueGuide<Go<C>> for Exploring {
    fn is_complete(&self) -> bool {
        false
    }

    fn evaluate(
        &self,
        go: &Go<C>,
        line: &[Position<C>],
        visit: &mut dyn FnMut(Move, Prior),
    ) -> Option<Expected> {
        let guide = NetworkGuide(self.network.clone());
        if self.root != Some(line.len()) {
            return guide.evaluate(go, line, visit);
        }
        let mut moves = Vec::new();
        let expected = guide.evaluate(go, line, &mut |mv, prior| moves.push((mv, prior)));
        let probabilities: Vec<f32> = moves.iter().map(|(_, prior)| prior.probability).collect();
        let mut rng = Pcg64Mcg::seed_from_u64(self.seed);
        for ((mv, prior), probability) in moves.into_iter().zip(chance::unsure(&probabilities, &mut rng)) {
            visit(mv, Prior { probability, ..prior });
        }
        expected
    }
}
