use crate::rng;
use eval::gomoku::{Lines, ThreatTactics};
use eval::opening::ByPlayers;
use game::{Game, Notation};
use games::gomoku::opening::{Move, Opening, Openings, Position};
use games::gomoku::{Gomoku, Rule};
use search::alpha_beta::{Best, Options};
use search::{Evaluator, Limits, Search};

const ALL: [Openings; 4] = [Openings::Swap2, Openings::Rif, Openings::Soosorv8, Openings::Taraguchi10];

fn opening(size: u8, rule: Openings) -> Opening {
    Opening::new(Gomoku::new(size, Rule::Renju).expect("a size from 5 to 20"), rule)
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
