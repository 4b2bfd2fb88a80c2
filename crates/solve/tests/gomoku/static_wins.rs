//! What the evaluation of gomoku says is won or lost, against the rules and against proofs.

use crate::{RULES, game, random_line};
use wanqi_eval::gomoku::Lines;
use wanqi_game::Game;
use wanqi_games::gomoku::{Gomoku, Position};
use wanqi_search::{Incremental, Limits, ProvenScores};
use wanqi_solve::gomoku::ThreatSearch;

#[test]
fn static_wins_come_true() {
    let (mut wins, mut losses, mut longer) = (0, 0, 0);
    for (seed, rule) in (0..8).flat_map(|seed| RULES.map(|rule| (seed, rule))) {
        let game = game(9, rule);
        for position in random_line(&game, seed, 40) {
            if game.outcome(&position).is_some() {
                continue;
            }
            let evaluator = Lines::default();
            let mut board = evaluator.state(&game, &position);
            let Some(score) = evaluator.static_win(&game, &mut board, &position) else { continue };
            let plies = score.decided().expect("a static win is decided");
            if plies > 3 {
                // A win by VCF; the rules alone take too long to find it, but not to check it.
                let found = ThreatSearch { table_mb: 1 }.prove(&game, &position, &Limits::nodes(20_000));
                let proof = found.proof.expect("a search that looks longer finds it too");
                assert!(proof.verify(&game, &position, &Limits::default()).is_ok(), "{position:?}");
                longer += 1;
                continue;
            }
            assert_eq!(Some(plies), decided(&game, &position, plies.unsigned_abs()), "{position:?}");
            if plies > 0 { wins += 1 } else { losses += 1 }
        }
    }
    assert!(wins > 5 && losses > 0 && longer > 3, "{wins} {losses} {longer}");
}

/// How many plies it takes the side to move to win, or, negative, to lose, by the rules alone; `None` if neither can be
/// forced within so many.
fn decided(game: &Gomoku, position: &Position, plies: u32) -> Option<i32> {
    if let Some(outcome) = game.outcome(position) {
        return matches!(outcome, wanqi_game::Outcome::Win(_)).then_some(0);
    }
    if plies == 0 {
        return None;
    }
    let (mut best, mut escapes): (Option<i32>, bool) = (None, false);
    game.each_move(position, |mv| {
        let mut next = position.clone();
        game.play(&mut next, mv);
        match decided(game, &next, plies - 1) {
            Some(after) if after <= 0 => {
                let won = 1 - after;
                best = Some(best.filter(|&best| best > 0).map_or(won, |best| best.min(won)));
            }
            Some(after) if best.is_none_or(|best| best < 0) => {
                best = Some(best.map_or(-1 - after, |best| best.min(-1 - after)));
            }
            Some(_) => {}
            None => escapes = true,
        }
    });
    best.filter(|&best| best > 0 || !escapes)
}
