//! What threats show at the root of a search.

use crate::{RULES, game, played, random_line};
use wanqi_eval::gomoku::{Lines, ThreatTactics};
use wanqi_game::{Game, Notation, Outcome};
use wanqi_games::gomoku::{Gomoku, Move, Position, Rule};
use wanqi_search::alpha_beta::{Best, Options};
use wanqi_search::{Limits, Proven, Report, Search};
use wanqi_solve::gomoku::RootProver;

fn look_ahead(game: &Gomoku, position: &Position, nodes: u64) -> Proven<Move> {
    RootProver { table_mb: 1 }.look_ahead(game, position, &Limits::nodes(nodes)).0
}

fn best(game: &Gomoku, line: &[Position], limits: &Limits) -> Report<Move> {
    let options = Options { table_mb: 1, ..Options::default() };
    let mut best =
        Best::with_prover(Lines::default(), ThreatTactics::default(), RootProver::default(), options);
    best.search(game, line, limits, &mut |_| {})
}

/// Checks that a line is one of legal moves by which the side to move wins.
fn check_win(game: &Gomoku, position: &Position, line: &[Move]) {
    let winner = game.side_to_move(position);
    let mut at = position.clone();
    for &mv in line {
        let text = game.format_position(&at);
        assert_eq!(game.outcome(&at), None, "{text}");
        assert_eq!(game.move_at(&at, mv.row(), mv.column()), Some(mv), "{text}");
        game.play(&mut at, mv);
    }
    assert_eq!(game.outcome(&at), Some(Outcome::Win(winner)), "{}", game.format_position(position));
}

/// The other side's stones stand at the edge.
const WON: &[(Rule, &str)] = &[
    (Rule::Freestyle, "h8 a1 h9 a3 g7 a5 f7 a9"),
    (Rule::Freestyle, "h8 a1 j10 o1 g10 a15"),
    (Rule::ExactFive, "h8 a1 j10 o1 g10 a15"),
    // The same two twos that cross, for White, who may make two threes at once.
    (Rule::Renju, "a1 h8 a3 h9 a5 g7 a9 f7 o15"),
];

#[test]
fn a_win_by_threats_is_the_answer_at_once() {
    for &(rule, moves) in WON {
        let game = game(15, rule);
        let line = played(&game, moves);
        let position = &line[line.len() - 1];
        let report = best(&game, &line, &Limits::nodes(200_000));
        assert!(report.counts.nodes() < 20_000, "{moves}: {} nodes", report.counts.nodes());
        let plies = report.score.decided().expect(moves);
        assert!(report.line.len() as i32 <= plies, "{moves}: {plies}");
        assert_eq!(report.best, report.line.first().copied());
        check_win(&game, position, &report.line);
        // Who asks for a depth, or for more than one move, is told what he asks for.
        assert_eq!(best(&game, &line, &Limits { depth: Some(1), ..Limits::nodes(100_000) }).depth, 1);
        assert!(best(&game, &line, &Limits { lines: 2, ..Limits::nodes(2000) }).moves.len() > 1);
    }
}

/// Where White, to move, has only one move left against fours and threes.
const DEFENCE: &str = concat!(
    ".............../.............../.............../.............../.......OO....../.......OXO...../",
    "......OXXXO..../.....X.XOX.X.../....X.X.O.X..../.......X.O...../.......O......./........O....../",
    ".............../.............../............... O"
);

#[test]
fn the_only_defence_is_found() {
    let game = game(15, Rule::Freestyle);
    let position = game.parse_position(DEFENCE).expect("a position");
    let mv = |text| game.parse_move(&position, text).expect(text);
    assert_eq!(look_ahead(&game, &position, 1500), Proven::Only(vec![mv("e9")]));
    let line = [position.clone()];
    assert_eq!(best(&game, &line, &Limits::nodes(30_000)).best, Some(mv("e9")));
    // What it leaves out loses; but a four puts it off first.
    for text in ["j4", "a1", "c3", "o15"] {
        let mut after = position.clone();
        game.play(&mut after, mv(text));
        match look_ahead(&game, &after, 5000) {
            Proven::Win { line, .. } => check_win(&game, &after, &line),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn an_open_three_is_stopped_and_quiet_boards_are_left_alone() {
    for rule in RULES {
        let game = game(15, rule);
        for (moves, least) in [("", &[][..]), ("h8 h9", &[]), ("h8 a1 h9 a3 h10", &["h7", "h11"])] {
            let line = played(&game, moves);
            let position = &line[line.len() - 1];
            let texts = match look_ahead(&game, position, 5000) {
                Proven::Only(moves) => moves.iter().map(|&mv| game.format_move(position, mv, 0)).collect(),
                Proven::Nothing => Vec::new(),
                Proven::Win { .. } | Proven::Solved(_) => panic!("{moves}"),
            };
            assert!(least.iter().all(|text| texts.iter().any(|found| found == text)), "{moves}: {texts:?}");
            assert!(texts.iter().all(|text| text.starts_with('h')), "{moves}: {texts:?}");
        }
    }
}

#[test]
fn what_is_shown_of_random_positions_is_legal_and_wins() {
    let (mut wins, mut defences) = (0, 0);
    for (seed, rule) in (0..20).flat_map(|seed| RULES.map(|rule| (seed, rule))) {
        let game = game(15, rule);
        let line = random_line(&game, seed, 8 + seed as usize % 7);
        let position = &line[line.len() - 1];
        match look_ahead(&game, position, 500) {
            Proven::Solved(_) => panic!("gomoku is not solved"),
            Proven::Nothing => {}
            Proven::Win { line, plies } => {
                assert!(line.len() <= plies as usize);
                check_win(&game, position, &line);
                wins += 1;
            }
            Proven::Only(moves) => {
                assert!(!moves.is_empty());
                assert!(moves.iter().all(|mv| game.move_at(position, mv.row(), mv.column()) == Some(*mv)));
                defences += 1;
            }
        }
    }
    assert!(wins > 5 && defences > 5, "{wins} {defences}");
}
