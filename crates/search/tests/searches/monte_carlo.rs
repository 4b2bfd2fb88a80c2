//! Monte-Carlo tree search: proofs, counts, the tree kept between moves.

use crate::search;
use crate::text_tree::TextTree;
use crate::trees::{random_finite_tree, value};
use std::time::Duration;
use wanqi_eval::go::GoGuide;
use wanqi_eval::othello::{OthelloTactics, SquaresAndMobility};
use wanqi_game::{Game, Notation, Outcome, Side};
use wanqi_games::go::{Go, UpTo9};
use wanqi_games::othello::Othello;
use wanqi_games::tic_tac_toe::TicTacToe;
use wanqi_search::mcts::{EvaluationGuide, Mcts, Options, Rave};
use wanqi_search::{Bound, Greedy, Limits, NoEvaluation, NoTactics, Random, Score, Search, legal_moves};

/// What the score says of the winner, the plies left out: the solver proves a win, not the shortest one.
fn winner(score: Score) -> i32 {
    score.decided().map_or(0, |plies| if plies > 0 { 1 } else { -1 })
}

#[test]
fn the_solver_proves_trees() {
    fn check<const A: bool>(seed: u64) {
        let tree = random_finite_tree::<A>(seed, 6);
        let report =
            search(&mut Mcts::new(Options::default()), &tree, &tree.start(), &Limits::nodes(100_000));
        assert!(
            report.moves[0].bound == Some(Bound::Exact),
            "tree {seed} is not proven after {:?}",
            report.counts
        );
        let expected = value(&tree, tree.start(), 7, 0);
        assert_eq!(winner(report.score), winner(expected), "tree {seed}");
        let longer = |a: Score, b: Score| a.decided().unwrap_or(0).abs() >= b.decided().unwrap_or(0).abs();
        assert!(longer(report.score, expected), "tree {seed}: {} for {expected}", report.score);
    }
    for seed in 0..1000 {
        check::<true>(seed);
        check::<false>(seed);
    }
}

#[test]
fn samples_agree_with_the_tree_without_the_solver() {
    let options = Options { solver: false, ..Options::default() };
    for (text, best) in [("((W W L) (L L W) (W W W))", 9), ("(L (W D) D)", 2), ("((L) ((W) (D)))", 3)] {
        let tree = TextTree::<true>::new(text);
        let report = search(&mut Mcts::new(options.clone()), &tree, &tree.start(), &Limits::nodes(5000));
        assert_eq!(report.best, Some(best), "{text}: {:?}", report.moves);
        assert_eq!(report.counts.playouts + report.counts.leaves, 5000);
        assert_eq!(report.moves.iter().map(|mv| mv.visits).sum::<u64>(), 5000);
        assert!(report.score.decided().is_none(), "{text}: a sample is no proof");
    }
}

#[test]
fn tic_tac_toe_is_proven_a_draw() {
    let report =
        search(&mut Mcts::new(Options::default()), &TicTacToe, &TicTacToe.start(), &Limits::nodes(500_000));
    assert_eq!(report.score, Score::DRAW);
    assert!(
        report.moves.iter().all(|mv| mv.bound == Some(Bound::Exact)) && report.line.len() == 9,
        "{report:?}"
    );
}

#[test]
fn wins_are_taken_and_threats_met() {
    for (text, best, score) in [
        ("XX./OO./... X", "c3", Score::win_in(1)),
        ("XX./O../O.. X", "c3", Score::win_in(1)),
        ("X../OO./X.. X", "c2", Score::DRAW),
        ("X.O/OO./X.X X", "b1", Score::win_in(1)),
    ] {
        let position = TicTacToe.parse_position(text).expect(text);
        let report =
            search(&mut Mcts::new(Options::default()), &TicTacToe, &position, &Limits::nodes(20_000));
        let best_text = TicTacToe.format_move(&position, report.best.expect("a move"), 0);
        assert_eq!(best_text, best, "{text}");
        if score != Score::DRAW {
            assert_eq!(report.score, score, "{text}");
        }
    }
}

#[test]
fn endless_games_are_discarded_and_counted() {
    let tree = TextTree::<true>::new("(5 -2)");
    let options = Options { playout_bound: 50, ..Options::default() };
    let report = search(&mut Mcts::new(options), &tree, &tree.start(), &Limits::nodes(300));
    assert_eq!((report.counts.playouts, report.counts.discarded), (0, 300));
    assert!(report.best.is_some() && report.score == Score::DRAW);
}

#[test]
fn a_full_tree_goes_on_without_growing() {
    let options = Options { memory_mb: 0, ..Options::default() };
    let report = search(&mut Mcts::new(options), &TicTacToe, &TicTacToe.start(), &Limits::nodes(5000));
    assert_eq!((report.counts.interior, report.counts.playouts), (0, 5000));
    let centre = report.best.map(|mv| TicTacToe.format_move(&TicTacToe.start(), mv, 0));
    assert_eq!(centre.as_deref(), Some("b2"), "random games alone prefer the centre");
}

#[test]
fn the_tree_is_kept_through_a_game() {
    for seed in 0..40 {
        let own = if seed % 2 == 0 { Side::First } else { Side::Second };
        let mut mcts = Mcts::new(Options { seed, ..Options::default() });
        let mut random = Random::new(seed);
        let mut line = vec![TicTacToe.start()];
        let limits = Limits::nodes(1000);
        while TicTacToe.result(&line).is_none() {
            let turn = TicTacToe.side_to_move(line.last().unwrap());
            let report = if turn == own {
                let report = mcts.search(&TicTacToe, &line, &limits, &mut |_| {});
                let mut legal = legal_moves(&TicTacToe, &line);
                assert_eq!(report.moves.len(), legal.len());
                legal.retain(|mv| !report.moves.iter().any(|root| root.mv == *mv));
                assert!(legal.is_empty(), "every legal move is in the report");
                report
            } else {
                random.search(&TicTacToe, &line, &limits, &mut |_| {})
            };
            let mut next = *line.last().unwrap();
            TicTacToe.play(&mut next, report.best.unwrap());
            line.push(next);
        }
        assert_ne!(TicTacToe.result(&line), Some(Outcome::Win(own.opponent())), "seed {seed}");
    }
}

#[test]
fn a_kept_tree_saves_simulations() {
    let start = TicTacToe.start();
    let mut mcts = Mcts::new(Options { solver: false, ..Options::default() });
    let first = search(&mut mcts, &TicTacToe, &start, &Limits::nodes(1000));
    let visits = first.moves[0].visits;
    let mut next = start;
    TicTacToe.play(&mut next, first.moves[0].mv);
    let second = mcts.search(&TicTacToe, &[start, next], &Limits::nodes(10), &mut |_| {});
    // The move's own first visit was its playout, before it had children.
    assert_eq!(second.moves.iter().map(|mv| mv.visits).sum::<u64>(), visits - 1 + 10);
    let elsewhere = mcts.search(&TicTacToe, &[next], &Limits::nodes(10), &mut |_| {});
    assert_eq!(elsewhere.moves.iter().map(|mv| mv.visits).sum::<u64>(), 10, "another game, another tree");
}

/// What plain UCT needs many more simulations for: of 82 moves the one that takes White's two stones in atari at the
/// centre, or saves them.
#[test]
fn later_moves_tell_early_what_a_move_is_worth() {
    let go = Go::<UpTo9>::new(9).expect("a size");
    let mut found = [0; 2];
    for (text, point) in
        [("9/9/4X4/3XOX3/3XOX3/9/9/9/9 X - 0 0 0", 49), ("9/9/4X4/3XOX3/3XOX3/9/9/9/9 O - 0 0 0", 49)]
    {
        let position = go.parse_position(text).expect(text);
        for seed in 0..10 {
            for (found, rave) in found.iter_mut().zip([Some(Rave::default()), None]) {
                let mut mcts = Mcts::new(Options { seed, rave, ..Options::default() });
                let report = search(&mut mcts, &go, &position, &Limits::nodes(300));
                *found += u32::from(report.best.and_then(|mv| go.point(mv)) == Some(point));
            }
        }
    }
    let [with, without] = found;
    assert!(with >= 3 * without.max(2), "{with} with and {without} without, of 20");
}

#[test]
fn a_full_tree_forgets_what_was_visited_least() {
    let go = Go::<UpTo9>::new(9).expect("a size");
    let options = Options { memory_mb: 1, ..Options::default() };
    let report = search(&mut Mcts::new(options.clone()), &go, &go.start(), &Limits::nodes(5000));
    // A node grows by 82 nodes of 32 bytes: at most 399 of them have room at a time.
    assert!(report.counts.interior > 1000, "it goes on growing: {:?}", report.counts);
    assert!(report.hashfull.is_some_and(|thousandths| thousandths <= 1000), "{:?}", report.hashfull);
    assert_eq!(
        report.moves.iter().map(|mv| mv.visits).sum::<u64>(),
        5000,
        "no visit of the root is forgotten"
    );
    let again = search(&mut Mcts::new(options), &go, &go.start(), &Limits::nodes(5000));
    assert_eq!(report.moves, again.moves, "one seed, one answer");
}

/// White has passed and Black is ahead: to pass wins. Random games tell nothing of it, for a pass has no place, and whatever
/// else Black plays wins too.
#[test]
fn what_has_no_place_is_looked_at_all_the_same() {
    let go = Go::<UpTo9>::new(9).expect("a size");
    let position = go.parse_position("9/9/XXXXXXXXX/9/9/9/XXXXXXXXX/9/O8 X - 1 0 0").expect("a position");
    for seed in 0..5 {
        let report = search(
            &mut Mcts::new(Options { seed, ..Options::default() }),
            &go,
            &position,
            &Limits::nodes(50),
        );
        assert!(report.best.is_some_and(|mv| mv.is_pass()), "seed {seed}: {:?}", report.best);
        assert_eq!(report.score, Score::win_in(1), "seed {seed}");
    }
}

/// However few playouts there are: no pass while the board is empty.
#[test]
fn a_handful_of_playouts_does_not_pass() {
    let go = Go::<UpTo9>::new(9).expect("a size");
    for playouts in 0..40 {
        let options = || Options { seed: playouts, ..Options::default() };
        let plain = Mcts::new(Options { rave: None, ..options() });
        for mut mcts in [Mcts::new(options()), plain, Mcts::informed(options(), GoGuide::default())] {
            let report = search(&mut mcts, &go, &go.start(), &Limits::nodes(playouts));
            assert!(report.best.is_some_and(|mv| !mv.is_pass()), "{playouts}: {:?}", report.best);
        }
    }
}

/// With time as the only limit, a search ends when no other move can become the answer.
#[test]
fn what_is_settled_takes_no_time() {
    let position = TicTacToe.parse_position("XOX/XO./OXO X").expect("a position");
    let mut mcts = Mcts::new(Options { solver: false, ..Options::default() });
    let hour = Duration::from_secs(3600);
    let limits = Limits { time: Some(hour), ..Limits::default() };
    let report = search(&mut mcts, &TicTacToe, &position, &limits);
    assert!(report.best.is_some() && report.counts.nodes() + report.counts.playouts < 2000, "{report:?}");
}

/// A search that asks an evaluation of nothing but finished games.
fn guided_by_nothing<G: Game>(options: Options) -> Mcts<G> {
    Mcts::guided(options, EvaluationGuide { evaluator: NoEvaluation, tactics: NoTactics, scale: 100.0 })
}

#[test]
fn a_guided_search_proves_as_others_do() {
    for seed in 0..300 {
        let tree = random_finite_tree::<false>(seed, 6);
        let mut mcts = guided_by_nothing(Options::default());
        let report = search(&mut mcts, &tree, &tree.start(), &Limits::nodes(100_000));
        assert!(
            report.moves[0].bound == Some(Bound::Exact),
            "tree {seed} is not proven after {:?}",
            report.counts
        );
        assert_eq!(winner(report.score), winner(value(&tree, tree.start(), 7, 0)), "tree {seed}");
        assert_eq!(report.counts.playouts + report.counts.discarded, 0, "no random games");
    }
    let full = Options { memory_mb: 0, ..Options::default() };
    let report = search(&mut guided_by_nothing(full), &TicTacToe, &TicTacToe.start(), &Limits::nodes(100));
    assert_eq!(
        (report.counts.interior, report.counts.leaves),
        (0, 100),
        "a full tree goes on without growing"
    );
}

#[test]
fn a_guide_is_followed_and_its_faults_are_found() {
    let game = Othello::default();
    let mut points = 0.0;
    for seed in 0..20 {
        let guide = EvaluationGuide {
            evaluator: SquaresAndMobility::default(),
            tactics: OthelloTactics,
            scale: 70.0,
        };
        let mut mcts = Mcts::guided(Options { seed, ..Options::default() }, guide);
        let mut greedy = Greedy::seeded(SquaresAndMobility::default(), seed);
        let own = if seed % 2 == 0 { Side::First } else { Side::Second };
        let mut line = vec![game.start()];
        let outcome = loop {
            if let Some(outcome) = game.result(&line) {
                break outcome;
            }
            let limits = Limits::nodes(100);
            let report = if game.side_to_move(line.last().unwrap()) == own {
                mcts.search(&game, &line, &limits, &mut |_| {})
            } else {
                greedy.search(&game, &line, &limits, &mut |_| {})
            };
            let mut next = *line.last().unwrap();
            game.play(&mut next, report.best.unwrap());
            line.push(next);
        };
        points += outcome.value_for(own);
    }
    assert!(points >= 16.0, "a look ahead of 100 positions wins against one ply: {points} of 20");
}
