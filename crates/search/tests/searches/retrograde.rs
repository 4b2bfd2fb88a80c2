//! The retrograde solver on games that are small enough to be solved by force.

use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::collections::HashMap;
use wanqi_game::{Game, Outcome, Side, random};
use wanqi_games::tic_tac_toe::TicTacToe;
use wanqi_search::Stop;
use wanqi_search::retrograde::{Ending, Tablebase, Value, WrongValue, solve, verify};

/// All unfinished positions of a game that can be reached from its start, in the order in which they are found.
struct Reachable<G: Game> {
    game: G,
    positions: Vec<G::Position>,
    indices: HashMap<u64, usize>,
}

impl<G: Game> Reachable<G> {
    fn of(game: G) -> Self {
        let start = game.start();
        let mut found = Reachable { indices: [(game.key(&start), 0)].into(), positions: vec![start], game };
        let mut at = 0;
        while at < found.positions.len() {
            let position = found.positions[at].clone();
            found.game.each_move(&position, |mv| {
                let mut next = position.clone();
                found.game.play(&mut next, mv);
                let key = found.game.key(&next);
                if found.game.outcome(&next).is_none() && !found.indices.contains_key(&key) {
                    found.indices.insert(key, found.positions.len());
                    found.positions.push(next);
                }
            });
            at += 1;
        }
        found
    }
}

impl<G: Game> Ending for Reachable<G> {
    type Game = G;

    fn game(&self) -> &G {
        &self.game
    }

    fn size(&self) -> usize {
        self.positions.len()
    }

    fn position(&self, index: usize) -> Option<G::Position> {
        Some(self.positions[index].clone())
    }

    fn index(&self, position: &G::Position) -> Option<usize> {
        self.indices.get(&self.game.key(position)).copied()
    }

    fn outside(&self, _: &G::Position) -> Value {
        unreachable!("every position that can be reached is inside")
    }
}

/// Every line to its end: what a game without cycles is worth.
fn by_force<G: Game>(game: &G, position: &G::Position) -> Value {
    let side = game.side_to_move(position);
    let mut best: Option<Value> = None;
    game.each_move(position, |mv| {
        let mut next = position.clone();
        game.play(&mut next, mv);
        let value = match game.outcome(&next) {
            Some(outcome) => Value::of_outcome(outcome, side.opponent()),
            None => by_force(game, &next),
        };
        let value = value.before();
        if best.is_none_or(|best| value.score() > best.score()) {
            best = Some(value);
        }
    });
    best.unwrap_or_else(|| Value::of_outcome(game.outcome_if_stuck(position), side))
}

#[test]
fn tic_tac_toe_is_solved_as_by_force() {
    let ending = Reachable::of(TicTacToe);
    let values = solve(&ending, &Stop::default()).expect("not stopped");
    assert_eq!(values.len(), 4520, "unfinished positions");
    assert_eq!(values.get(0), Value::Draw);
    assert_eq!(verify(&ending, &values), Ok(()));
    for (index, position) in ending.positions.iter().enumerate().skip(10) {
        assert_eq!(values.get(index), by_force(&TicTacToe, position));
    }
}

/// A game drawn by chance: places with moves between them, round in circles too. At some the game is over.
struct Graph {
    moves: Vec<Vec<usize>>,
    ends: Vec<Option<Outcome>>,
    stuck: Outcome,
}

impl Graph {
    /// Moves from the first `outside` places lead to places among them.
    fn new(places: usize, outside: usize, rng: &mut Pcg64Mcg) -> Graph {
        let mut below = |bound: usize| random::below(rng, bound as u32) as usize;
        let outcomes = [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw];
        let mut graph = Graph { moves: Vec::new(), ends: Vec::new(), stuck: outcomes[below(3)] };
        for place in 0..places {
            let reach = if place < outside { outside } else { places };
            let count = [0, 1, 1, 2, 2, 3][below(6)];
            let mut moves: Vec<usize> = (0..count).map(|_| below(reach)).collect();
            moves.dedup();
            graph.moves.push(moves);
            graph.ends.push((below(8) == 0).then(|| outcomes[below(3)]));
        }
        graph
    }

    fn size(&self) -> usize {
        2 * self.moves.len()
    }

    fn at(index: usize) -> (usize, Side) {
        (index / 2, Side::BOTH[index % 2])
    }

    /// Solved round by round: what is not decided in so many plies waits for the next round.
    fn by_rounds(&self) -> Vec<Value> {
        let mut values = vec![None; self.size()];
        for plies in 0..=self.size() as u16 {
            let before = values.clone();
            for index in 0..self.size() {
                let (place, side) = Graph::at(index);
                if before[index].is_none() {
                    values[index] = self.decided_in(plies, &before, place, side);
                }
            }
        }
        values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect()
    }

    fn decided_in(&self, plies: u16, known: &[Option<Value>], place: usize, side: Side) -> Option<Value> {
        let ended = self.ends[place].or(self.moves[place].is_empty().then_some(self.stuck));
        if let Some(outcome) = ended {
            return (plies == 0).then(|| Value::of_outcome(outcome, side));
        }
        let after = |&to: &usize| known[2 * to + side.opponent().index()];
        let mut moves = self.moves[place].iter().map(after);
        if moves.clone().any(|value| matches!(value, Some(Value::Loss(_)))) {
            return Some(Value::Win(plies));
        }
        moves.all(|value| matches!(value, Some(Value::Win(_)))).then_some(Value::Loss(plies))
    }
}

impl Game for Graph {
    type Position = (usize, Side);
    type Move = usize;

    fn start(&self) -> (usize, Side) {
        (0, Side::First)
    }

    fn side_to_move(&self, &(_, side): &(usize, Side)) -> Side {
        side
    }

    fn each_move(&self, &(place, _): &(usize, Side), visit: impl FnMut(usize)) {
        self.moves[place].iter().copied().for_each(visit);
    }

    fn play(&self, position: &mut (usize, Side), to: usize) {
        *position = (to, position.1.opponent());
    }

    fn outcome(&self, &(place, _): &(usize, Side)) -> Option<Outcome> {
        self.ends[place]
    }

    fn outcome_if_stuck(&self, _: &(usize, Side)) -> Outcome {
        self.stuck
    }

    fn key(&self, &(place, side): &(usize, Side)) -> u64 {
        (2 * place + side.index()) as u64
    }
}

/// The places of a graph from `outside` on, the values of the others known.
struct Upper<'a> {
    graph: &'a Graph,
    outside: usize,
    known: &'a [Value],
}

impl Ending for Upper<'_> {
    type Game = Graph;

    fn game(&self) -> &Graph {
        self.graph
    }

    fn size(&self) -> usize {
        self.graph.size() - 2 * self.outside
    }

    fn position(&self, index: usize) -> Option<(usize, Side)> {
        // Some indices have no position.
        (index % 14 != 13).then(|| Graph::at(index + 2 * self.outside))
    }

    fn index(&self, &(place, side): &(usize, Side)) -> Option<usize> {
        (2 * place + side.index()).checked_sub(2 * self.outside).filter(|index| index % 14 != 13)
    }

    fn outside(&self, &(place, side): &(usize, Side)) -> Value {
        self.known[2 * place + side.index()]
    }
}

#[test]
fn graphs_with_cycles_are_solved_as_by_rounds() {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let (mut wins, mut losses, mut draws, mut longest) = (0, 0, 0, 0);
    for _ in 0..500 {
        let outside = random::below(&mut rng, 20) as usize;
        let graph = Graph::new(60, outside, &mut rng);
        let known = graph.by_rounds();
        let ending = Upper { graph: &graph, outside, known: &known };
        let mut values = solve(&ending, &Stop::default()).expect("not stopped");
        assert_eq!(verify(&ending, &values), Ok(()));
        for index in 0..values.len() {
            if ending.position(index).is_none() {
                continue;
            }
            let value = values.get(index);
            assert_eq!(value, known[index + 2 * outside]);
            match value {
                Value::Win(plies) => (wins, longest) = (wins + 1, plies.max(longest)),
                Value::Loss(_) => losses += 1,
                Value::Draw => draws += 1,
            }
        }
        assert_eq!(Tablebase::from_bytes(&values.to_bytes()).as_ref(), Some(&values));
        // What is wrong is found.
        let mut bytes = values.to_bytes();
        bytes[0] ^= 1;
        values = Tablebase::from_bytes(&bytes).expect("values");
        assert!(matches!(verify(&ending, &values), Err(WrongValue { .. })));
    }
    assert!(wins.min(losses).min(draws) > 1000 && longest > 15, "{wins} {losses} {draws} {longest}");
}

#[test]
fn a_stopped_solver_has_no_values() {
    let stop = Stop::default();
    stop.stop();
    assert_eq!(solve(&Reachable::of(TicTacToe), &stop), None);
}

#[test]
fn bytes_that_are_no_values() {
    assert_eq!(Tablebase::from_bytes(&[0, 0, 1]), None);
    assert_eq!(Tablebase::from_bytes(&[0xFF, 0x7F]), None, "a distance beyond the greatest");
}
