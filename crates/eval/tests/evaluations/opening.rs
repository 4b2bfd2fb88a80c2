use crate::rng;
use wanqi_eval::gomoku::{Lines, ThreatTactics};
use wanqi_eval::opening::ByPlayers;
use wanqi_game::{Game, Notation};
use wanqi_games::gomoku::opening::{Move, Opening, Openings, Position};
use wanqi_games::gomoku::{Gomoku, Rule};
use wanqi_search::alpha_beta::{Best, Options};
use wanqi_search::{Evaluator, Incremental, Limits, Search, Tactics};

const ALL: [Openings; 4] = [Openings::Swap2, Openings::Rif, Openings::Soosorv8, Openings::Taraguchi10];

fn opening(size: u8, rule: Openings) -> Opening {
    Opening::new(Gomoku::new(size, Rule::Renju).expect("a size from 5 to 20"), rule).expect("a square board")
}

fn best(game: &Opening, position: &Position, depth: u32) -> Move {
    let (evaluator, tactics) = (ByPlayers(Lines::default()), ByPlayers(ThreatTactics::default()));
    let options = Options { depth, table_mb: 1, ..Options::default() };
    let report = Best::new(evaluator, tactics, options).search(
        game,
        std::slice::from_ref(position),
        &Limits::default(),
        &mut |_| {},
    );
    report.best.expect("a move")
}

#[test]
fn the_better_colour_is_taken() {
    let game = opening(15, Openings::Swap2);
    for (moves, taken) in [
        (["h8", "a1", "i9"], Move::Black),
        (["g8", "a1", "h8"], Move::Black),
        (["a1", "h8", "o15"], Move::White),
        (["a15", "h8", "o1"], Move::White),
    ] {
        let mut position = game.start();
        for mv in moves {
            let mv = game.parse_move(&position, mv).expect(mv);
            game.play(&mut position, mv);
        }
        assert_eq!(best(&game, &position, 1), taken, "{moves:?}");
    }
}

#[test]
fn what_is_kept_is_what_is_seen_afresh() {
    let (mut rng, evaluator) = (rng(5), ByPlayers(Lines::default()));
    for game in ALL.map(|rule| opening(9, rule)) {
        for _ in 0..20 {
            let mut position = game.start();
            let mut state = evaluator.state(&game, &position);
            let mut scores = Vec::new();
            while game.outcome(&position).is_none() {
                let fresh = evaluator.evaluate(&game, &mut evaluator.state(&game, &position), &position);
                scores.push(evaluator.evaluate(&game, &mut state, &position));
                assert_eq!(scores.last(), Some(&fresh), "{}", game.format_position(&position));
                let before = position.clone();
                let mv = game.random_move(&position, &mut rng).expect("a move");
                game.play(&mut position, mv);
                evaluator.push(&game, &mut state, &before, mv, &position);
            }
            for _ in &scores {
                evaluator.pop(&game, &mut state);
            }
            let start = game.start();
            assert_eq!(evaluator.evaluate(&game, &mut state, &start), scores[0]);
        }
    }
}

#[test]
fn whole_games_are_played() {
    for game in ALL.map(|rule| opening(7, rule)) {
        let mut line = vec![game.start()];
        while game.result(&line).is_none() {
            let mut next = line.last().expect("never empty").clone();
            let mv = best(&game, &next, 1);
            game.play(&mut next, mv);
            line.push(next);
        }
        assert!(line.len() > 6);
    }
}

/// Boards after the opening stage, by rule: quiet ones, and some with threats.
const BOARDS: &[(Rule, &str)] = &[
    (Rule::Freestyle, "h8 h9 j7 g10 g9 j6"),
    (Rule::Freestyle, "h8 g9 f10 j6 h10 h9 g8"),
    (Rule::ExactFive, "h8 i9 h10 h9 g9 i11 g8 g10"),
    (Rule::Renju, "h8 i9 h10 h9 g9 i11 g8"),
    (Rule::Renju, "h8 h9 j6 i10 j10 j9 g9 i9"),
];

fn nodes<G: Game, E: Evaluator<G>, T: Tactics<G, E>>(
    (game, position): (&G, G::Position),
    evaluator: E,
    tactics: T,
    depth: u32,
) -> u64 {
    // So large that nothing is replaced.
    let options = Options { table_mb: 64, ..Options::default() };
    let limits = Limits::depth(depth);
    Best::new(evaluator, tactics, options).search(game, &[position], &limits, &mut |_| {}).counts.nodes()
}

/// Nodes to a depth of every board after the opening, without the rule and with it, whoever has Black.
fn with_and_without(rule: Openings, depth: u32) -> Vec<(u64, [u64; 2])> {
    let both = |&(of, moves): &(Rule, &str)| {
        let plain = Gomoku::new(15, of).expect("a size");
        let mut board = plain.start();
        for mv in moves.split(' ') {
            let mv = plain.parse_move(&board, mv).expect(mv);
            plain.play(&mut board, mv);
        }
        let (game, text) =
            (Opening::new(plain, rule).expect("a square board"), plain.format_position(&board));
        let with = ["first", "second"].map(|black| {
            let position = game.parse_position(&format!("{text} | play {black} 0 -")).expect(&text);
            let (evaluator, tactics) = (ByPlayers(Lines::default()), ByPlayers(ThreatTactics::default()));
            nodes((&game, position), evaluator, tactics, depth)
        });
        (nodes((&plain, board), Lines::default(), ThreatTactics::default(), depth), with)
    };
    BOARDS.iter().map(both).collect()
}

#[test]
fn after_the_opening_the_same_is_searched() {
    for (rule, depth) in ALL.into_iter().flat_map(|rule| [4, 6, 8].map(|depth| (rule, depth))) {
        for (place, (without, with)) in with_and_without(rule, depth).into_iter().enumerate() {
            let near = |with: u64| 50 * with.abs_diff(without) <= without;
            assert!(with.into_iter().all(near), "{rule:?} {place} at {depth}: {with:?}, plain {without}");
        }
    }
    let deep = with_and_without(Openings::Swap2, 12);
    let without: u64 = deep.iter().map(|(without, _)| without).sum();
    for black in 0..2 {
        let with: u64 = deep.iter().map(|(_, with)| with[black]).sum();
        assert!(10 * with.abs_diff(without) <= without, "{with} nodes, plain {without}");
    }
}
