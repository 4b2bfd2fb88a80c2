//! The searches on real games.

use crate::{check_line, search};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_game::{Game, Outcome, Side, random};
use wanqi_games::chess::Chess;
use wanqi_games::connect_four::ConnectFour;
use wanqi_games::go::{Go, KoRule, UpTo9};
use wanqi_games::gomoku::{Gomoku, Rule};
use wanqi_games::othello::Othello;
use wanqi_games::tic_tac_toe::TicTacToe;
use wanqi_search::alpha_beta::Options;
use wanqi_search::mcts::{self, Mcts};
use wanqi_search::tactics::{AllMoves, MoveOrder, NoCorrectionKeys, NoPruning, NoQuiescence, Parameters};
use wanqi_search::{
    Best, Bound, Evaluator, Limits, Minimax, Negamax, NoTactics, NothingProven, Random, Report, Search,
    Stateless, Tactics, Textbook, legal_moves,
};

/// A small value for the first side, by the position's key: as good as any for comparing searches, and for every
/// game.
struct ByKey;

impl Stateless for ByKey {}
impl NothingProven for ByKey {}

impl<G: Game> Evaluator<G> for ByKey {
    fn evaluate(&self, game: &G, (): &mut (), position: &G::Position) -> i32 {
        let value = (game.key(position) % 41) as i32 - 20;
        if game.side_to_move(position) == Side::First { value } else { -value }
    }
}

/// Promises by the key of the position that a move leads to.
struct Shuffled;

impl<G: Game> Tactics<G, ByKey> for Shuffled {
    const PARAMETERS: Parameters = Parameters::NEUTRAL;
}

impl AllMoves for Shuffled {}
impl NoQuiescence for Shuffled {}
impl NoPruning for Shuffled {}
impl NoCorrectionKeys for Shuffled {}

impl<G: Game> MoveOrder<G, ByKey> for Shuffled {
    fn move_score(&self, game: &G, (): &mut (), position: &G::Position, mv: G::Move) -> i32 {
        let mut next = position.clone();
        game.play(&mut next, mv);
        (game.key(&next) % 7) as i32 - 3
    }

    fn history_slot(&self, _: &G, _: &G::Position, _: G::Move) -> usize {
        0
    }
}

/// A game in progress, `plies` random moves from its start or just before its end.
fn random_line<G: Game>(game: &G, seed: u64, plies: u32) -> Vec<G::Position> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut line = vec![game.start()];
    for _ in 0..plies {
        let moves = legal_moves(game, &line);
        let mut next = line[line.len() - 1].clone();
        game.play(&mut next, moves[random::below(&mut rng, moves.len() as u32) as usize]);
        line.push(next);
        if game.result(&line).is_some() {
            line.pop();
            break;
        }
    }
    line
}

/// Minimax, negamax, alpha-beta with and without ordering and the strong one agree in random positions.
fn check_agreement<G: Game>(game: &G, depth: u32, positions: u64, longest: u32) {
    for seed in 0..positions {
        let line = random_line(game, seed, seed as u32 * longest / positions as u32);
        let limits = Limits::depth(depth);
        let run = |search: &mut dyn Search<G>| search.search(game, &line, &limits, &mut |_| {});
        let minimax = run(&mut Minimax::new(ByKey, NoTactics, 1));
        let negamax = run(&mut Negamax::new(ByKey, NoTactics, 1));
        assert_eq!(minimax.counts, negamax.counts, "seed {seed}");
        assert_eq!(minimax.moves, negamax.moves, "seed {seed}");
        let plain = Options { table_mb: 1, ..Options::plain() };
        let without = Options { table_mb: 0, ordering: false, ..Options::plain() };
        for (name, report) in [
            ("textbook", run(&mut Textbook::new(ByKey, NoTactics, 1).with_ordering(false))),
            ("textbook with ordering", run(&mut Textbook::new(ByKey, Shuffled, 1))),
            ("best", run(&mut Best::new(ByKey, Shuffled, plain))),
            ("best without table and ordering", run(&mut Best::new(ByKey, Shuffled, without))),
        ] {
            assert_eq!(report.score, minimax.score, "{name}, seed {seed}");
            assert_eq!(report.moves[0].mv, report.best.unwrap(), "{name}, seed {seed}");
            check_line(game, &ByKey, &line, &report);
        }
    }
}

/// The best lines of the strong search are the best of minimax, which scores every move, and each can be played.
fn check_lines<G: Game>(game: &G, depth: u32, positions: u64, longest: u32) {
    for seed in 0..positions {
        let line = random_line(game, seed, seed as u32 * longest / positions as u32);
        let minimax =
            Minimax::new(ByKey, NoTactics, 1).search(game, &line, &Limits::depth(depth), &mut |_| {});
        for lines in [2, 3, 5] {
            let mut best = Best::new(ByKey, Shuffled, Options { table_mb: 1, ..Options::plain() });
            let report = best.search(game, &line, &Limits { lines, ..Limits::depth(depth) }, &mut |report| {
                assert_eq!(report.moves.first().map(|root| root.mv), report.best);
            });
            assert_eq!(report.moves.len(), minimax.moves.len());
            for (root, expected) in report.moves.iter().zip(&minimax.moves).take(lines) {
                assert_eq!(root.score, expected.score, "{lines} lines, seed {seed}");
                let own = minimax.moves.iter().find(|own| own.mv == root.mv).expect("a move of the root");
                assert_eq!(
                    (root.score, root.bound),
                    (own.score, Some(Bound::Exact)),
                    "{lines} lines, seed {seed}"
                );
                assert!(root.seldepth <= root.depth && root.depth == report.depth);
                let ended = root.score.decided().is_some() || root.line.len() as u32 <= root.depth;
                assert!(ended && root.line[0] == root.mv, "{root:?}");
                let alone = Report {
                    best: Some(root.mv),
                    score: root.score,
                    line: root.line.clone(),
                    ..report.clone()
                };
                check_line(game, &ByKey, &line, &alone);
            }
        }
    }
}

#[test]
fn the_best_lines_are_those_of_minimax() {
    check_lines(&TicTacToe, 4, 12, 6);
    check_lines(&ConnectFour, 4, 12, 40);
    check_lines(&Chess, 2, 12, 200);
}

#[test]
fn searches_agree_in_tic_tac_toe() {
    check_agreement(&TicTacToe, 5, 20, 8);
}

#[test]
fn searches_agree_in_connect_four() {
    check_agreement(&ConnectFour, 5, 12, 40);
}

#[test]
fn searches_agree_in_othello() {
    check_agreement(&Othello::default(), 4, 12, 60);
}

#[test]
fn searches_agree_in_gomoku() {
    let game = Gomoku::new(6, Rule::Freestyle).expect("a size");
    check_agreement(&game, 3, 8, 36);
}

/// Random games on a small board are full of captures, so that superko forbids much.
#[test]
fn searches_agree_in_go() {
    for ko in [KoRule::Simple, KoRule::Positional, KoRule::Situational] {
        check_agreement(&Go::<UpTo9>::new(2).expect("a size").with_ko(ko), 5, 12, 24);
        check_agreement(&Go::<UpTo9>::new(4).expect("a size").with_ko(ko), 3, 8, 40);
    }
}

#[test]
fn searches_agree_in_chess() {
    check_agreement(&Chess, 3, 12, 200);
}

/// Minimax to depth 4 from the start of chess: 20 + 400 + 8902 + the root, and 197,281 leaves.
#[test]
fn nodes_of_chess() {
    let limits = Limits::depth(4);
    let report = search(&mut Negamax::new(ByKey, NoTactics, 1), &Chess, &Chess.start(), &limits);
    assert_eq!((report.counts.interior, report.counts.leaves), (9_323, 197_281));
    let report = search(&mut Minimax::new(ByKey, NoTactics, 1), &Chess, &Chess.start(), &Limits::depth(3));
    assert_eq!((report.counts.interior, report.counts.leaves), (421, 8_902));
}

/// Every move of an expected line is legal after those before it, whatever the past.
fn check_legal<G: Game>(game: &G, line: &[G::Position], expected: &[G::Move]) {
    let mut line = line.to_vec();
    for &mv in expected {
        assert!(legal_moves(game, &line).contains(&mv), "{mv:?} of {expected:?}");
        let mut next = line[line.len() - 1].clone();
        game.play(&mut next, mv);
        line.push(next);
    }
}

#[test]
fn monte_carlo_lines_are_legal_on_boards_full_of_captures() {
    for seed in 0..40 {
        let go = Go::<UpTo9>::new(2 + seed as u8 % 2).expect("a size");
        let line = random_line(&go, seed, 12 + seed as u32);
        let mut mcts = Mcts::new(mcts::Options { seed, ..mcts::Options::default() });
        let report = mcts.search(&go, &line, &Limits::nodes(3000), &mut |_| {});
        for root in &report.moves {
            check_legal(&go, &line, &root.line);
        }
    }
}

/// However a game goes, Monte-Carlo search answers with legal moves to its end, and beats chance.
fn check_monte_carlo<G: Game>(game: &G, simulations: u64, games: u64) {
    let mut won = 0.0;
    for seed in 0..games {
        let own = if seed % 2 == 0 { Side::First } else { Side::Second };
        let mut mcts = Mcts::new(mcts::Options { seed, ..mcts::Options::default() });
        let mut chance = Random::new(seed);
        let mut line = vec![game.start()];
        let limits = Limits::nodes(simulations);
        let outcome: Outcome = loop {
            if let Some(outcome) = game.result(&line) {
                break outcome;
            }
            let position = line[line.len() - 1].clone();
            let report = if game.side_to_move(&position) == own {
                mcts.search(game, &line, &limits, &mut |_| {})
            } else {
                chance.search(game, &line, &limits, &mut |_| {})
            };
            let best = report.best.expect("a move in an unfinished game");
            assert!(legal_moves(game, &line).contains(&best), "{best:?}, seed {seed}");
            check_legal(game, &line, &report.line);
            let mut next = position;
            game.play(&mut next, best);
            line.push(next);
        };
        won += outcome.value_for(own);
    }
    assert!(won >= games as f64 * 0.75, "{won} of {games}");
}

#[test]
fn monte_carlo_beats_chance() {
    check_monte_carlo(&ConnectFour, 200, 12);
    check_monte_carlo(&Othello::default(), 100, 8);
    check_monte_carlo(&Gomoku::new(7, Rule::Freestyle).expect("a size"), 300, 8);
    for ko in [KoRule::Simple, KoRule::Positional, KoRule::Situational] {
        check_monte_carlo(&Go::<UpTo9>::new(5).expect("a size").with_ko(ko), 300, 8);
    }
}
