//! What a report says is proven is so: Nim, whose values are known (Bouton 1901, <https://doi.org/10.2307/1967631>), and
//! trees drawn by chance.

use crate::ladder::Shuffled;
use crate::search;
use crate::text_tree::{TextTree, Written};
use crate::trees::{random_graph, random_tree, value};
use wanqi_game::{Game, Outcome, Side};
use wanqi_games::tic_tac_toe::TicTacToe;
use wanqi_search::alpha_beta::{Options, Selectivity};
use wanqi_search::mcts::{self, Mcts};
use wanqi_search::tactics::{AllMoves, MoveOrder, NoCorrectionKeys, NoPruning, NoQuiescence, Parameters};
use wanqi_search::{
    Best, Evaluator, Greedy, Limits, Minimax, Negamax, NoEvaluation, NoTactics, NothingProven, Random, Score,
    Search, Stateless, Tactics, Textbook,
};

/// Nim: who moves takes some of one heap, and who takes the last wins.
struct Nim([u8; 3]);

#[derive(Clone, Copy, Debug)]
struct Heaps {
    heaps: [u8; 3],
    side: Side,
}

/// From which heap to take, and how many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Take(usize, u8);

impl Game for Nim {
    type Position = Heaps;
    type Move = Take;

    fn start(&self) -> Heaps {
        Heaps { heaps: self.0, side: Side::First }
    }

    fn side_to_move(&self, position: &Heaps) -> Side {
        position.side
    }

    fn each_move(&self, position: &Heaps, mut visit: impl FnMut(Take)) {
        for (at, &heap) in position.heaps.iter().enumerate() {
            (1..=heap).for_each(|count| visit(Take(at, count)));
        }
    }

    fn play(&self, position: &mut Heaps, mv: Take) {
        position.heaps[mv.0] -= mv.1;
        position.side = position.side.opponent();
    }

    fn outcome(&self, _: &Heaps) -> Option<Outcome> {
        None
    }

    fn outcome_if_stuck(&self, position: &Heaps) -> Outcome {
        Outcome::Win(position.side.opponent())
    }

    fn key(&self, position: &Heaps) -> u64 {
        let [a, b, c] = position.heaps.map(u64::from);
        wanqi_game::random::word(a | b << 8 | c << 16, position.side as u64)
    }
}

/// As much to go by as the strong search can be given, and all of it wrong: it prunes as boldly as it ever does.
struct Misled;

impl<E: Evaluator<Nim>> Tactics<Nim, E> for Misled {
    const PARAMETERS: Parameters = Parameters { history_slots: 64, margin: 1, ..Parameters::NEUTRAL };
}

impl AllMoves for Misled {}
impl NoQuiescence for Misled {}
impl NoPruning for Misled {}
impl NoCorrectionKeys for Misled {}

impl<E: Evaluator<Nim>> MoveOrder<Nim, E> for Misled {
    fn move_score(&self, _: &Nim, _: &mut E::State, _: &Heaps, _: Take) -> i32 {
        0
    }

    fn history_slot(&self, _: &Nim, _: &Heaps, mv: Take) -> usize {
        mv.0 * 16 + usize::from(mv.1)
    }
}

/// An evaluation that says nothing of Nim.
struct Odd;

impl Stateless for Odd {}
impl NothingProven for Odd {}

impl Evaluator<Nim> for Odd {
    fn evaluate(&self, game: &Nim, (): &mut (), position: &Heaps) -> i32 {
        (game.key(position) % 41) as i32 - 20
    }
}

/// Heaps, and whether the side to move wins, as the theory says.
const TABLE: [([u8; 3], bool); 10] = [
    ([1, 0, 0], true),
    ([1, 1, 0], false),
    ([2, 1, 0], true),
    ([1, 2, 3], false),
    ([2, 2, 2], true),
    ([3, 3, 0], false),
    ([1, 4, 5], false),
    ([2, 4, 6], false),
    ([3, 4, 4], true),
    ([3, 4, 5], true),
];

/// A search of Nim, and whether it looks at every move to the depth that it is told.
type Named = (&'static str, Box<dyn Search<Nim>>, bool);

fn searches(stones: u32) -> Vec<Named> {
    let options = |table_mb, selectivity| Options { table_mb, selectivity, ..Options::default() };
    let mut searches: Vec<Named> = vec![
        ("best", Box::new(Best::new(NoEvaluation, NoTactics, options(1, Selectivity::ALL))), true),
        (
            "best without a table",
            Box::new(Best::new(Odd, NoTactics, options(0, Selectivity::ALL))),
            stones <= 6,
        ),
        ("best that sees all", Box::new(Best::new(Odd, Misled, options(1, Selectivity::NONE))), true),
        ("best that guesses", Box::new(Best::new(Odd, Misled, options(1, Selectivity::ALL))), false),
        ("greedy", Box::new(Greedy::new(Odd)), false),
        ("random", Box::new(Random::new(1)), false),
        ("mcts", Box::new(Mcts::new(mcts::Options::default())), false),
    ];
    if stones <= 6 {
        searches.push(("textbook", Box::new(Textbook::new(Odd, NoTactics, 1)), true));
        searches.push(("minimax", Box::new(Minimax::new(Odd, NoTactics, 1)), true));
        searches.push(("negamax", Box::new(Negamax::new(Odd, NoTactics, 1)), true));
    }
    searches
}

#[test]
fn what_is_proven_of_nim_is_right_at_every_depth() {
    for (heaps, wins) in TABLE {
        let (nim, stones) = (Nim(heaps), heaps.map(u32::from).iter().sum());
        for (name, mut one, sees_all) in searches(stones) {
            for depth in 1..=stones + 1 {
                one.forget();
                // A Monte-Carlo search knows no depth.
                let nodes = if name == "mcts" { 500 * u64::from(depth) } else { 200_000 };
                let limits = Limits { nodes: Some(nodes), ..Limits::depth(depth) };
                let report = one.search(&nim, &[nim.start()], &limits, &mut |report| {
                    assert!(!report.proven || report.score.wins() == wins, "{name} of {heaps:?}: {report:?}");
                });
                let context = format!("{name} of {heaps:?} at depth {depth}: {report:?}");
                assert!(report.proven || !(sees_all && depth > stones), "{context}");
                assert!(report.proven || report.score.decided().is_none(), "{context}");
                if report.proven {
                    assert_eq!(report.score.wins(), wins, "{context}");
                    assert_eq!(report.score.loses(), !wins, "{context}");
                    let mut after = nim.start();
                    nim.play(&mut after, report.best.expect("a move"));
                    assert_eq!(after.heaps.iter().fold(0, |sum, heap| sum ^ heap) == 0, wins, "{context}");
                }
            }
        }
    }
}

#[test]
fn the_usual_search_of_a_small_game_is_right() {
    let nim = Nim([3, 4, 5]);
    for depth in [12, 14, Options::MAX_DEPTH] {
        let mut best = Best::new(NoEvaluation, NoTactics, Options::default());
        let report = search(&mut best, &nim, &nim.start(), &Limits::depth(depth));
        assert_eq!((report.best, report.proven), (Some(Take(0, 2)), true), "depth {depth}: {report:?}");
    }
}

#[test]
fn a_draw_is_proven_when_all_is_seen() {
    for (depth, proven) in [(1, false), (7, false), (8, false), (9, true)] {
        let searches: [Box<dyn Search<TicTacToe>>; 2] = [
            Box::new(Textbook::new(NoEvaluation, NoTactics, 1)),
            Box::new(Best::new(NoEvaluation, NoTactics, Options::default())),
        ];
        for mut one in searches {
            let report = one.search(&TicTacToe, &[TicTacToe.start()], &Limits::depth(depth), &mut |_| {});
            assert_eq!((report.score, report.proven), (Score::DRAW, proven), "depth {depth}: {report:?}");
        }
    }
}

/// Of some of the moves only a win says something of the position.
#[test]
fn a_part_of_the_moves_proves_only_wins() {
    let nim = Nim([2, 1, 0]);
    // The first move wins, the other two lose.
    for (places, proven) in [(vec![0], true), (vec![1], false), (vec![1, 2], false), (vec![0, 1], true)] {
        let limits = Limits { root_moves: Some(places.clone()), ..Limits::depth(4) };
        let searches: [Box<dyn Search<Nim>>; 3] = [
            Box::new(Textbook::new(NoEvaluation, NoTactics, 1)),
            Box::new(Best::new(NoEvaluation, NoTactics, Options::default())),
            Box::new(Mcts::new(mcts::Options::default())),
        ];
        for (at, mut one) in searches.into_iter().enumerate() {
            let report = one.search(&nim, &[nim.start()], &limits, &mut |_| {});
            // What a Monte-Carlo search finds of some moves says nothing of the others.
            assert_eq!(report.proven, proven && at < 2, "{places:?}: {report:?}");
            assert!(report.score.decided().is_some(), "{places:?}: {report:?}");
        }
    }
}

#[test]
fn what_is_proven_of_trees_is_right_at_every_depth() {
    fn check<const A: bool>(tree: &TextTree<A>, depth: u32, context: &str) {
        let whole = value(tree, tree.start(), 40, 0);
        for threads in [1, 2] {
            let options = Options { table_mb: 1, threads, ..Options::default() };
            let mut best = Best::new(Written, Shuffled, options);
            let report = search(&mut best, tree, &tree.start(), &Limits::depth(depth));
            let same = report.score.wins() == whole.wins() && report.score.loses() == whole.loses();
            assert!(!report.proven || same, "{context}: {report:?}, in truth {whole}");
        }
    }
    for seed in 0..500 {
        for depth in [1, 3, 5, 9] {
            check(&random_tree::<true>(seed, 6), depth, &format!("tree {seed}, depth {depth}"));
            check(&random_graph::<false>(seed, 7), depth, &format!("graph {seed}, depth {depth}"));
        }
    }
}
