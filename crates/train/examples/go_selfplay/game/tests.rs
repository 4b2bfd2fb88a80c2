//! That games are what is asked for, and what is asked is what the network would see.

use super::*;
use rand_core::SeedableRng;
use wanqi_games::go::Position;

/// All moves alike, and nobody ahead.
fn nothing_known(size: usize) -> Seen {
    Seen { logits: vec![0.0; size * size + 1], value: 0.5 }
}

fn game(size: u8, seed: u64) -> SelfPlay {
    SelfPlay::new(Some(size), Pcg64Mcg::seed_from_u64(seed)).expect("a game")
}

/// What is asked about a game's own position is what the network sees at the end of its line of moves, turned.
#[test]
fn questions_are_what_is_seen() {
    let mut asked = 0;
    for seed in 0..6 {
        let mut game = game(7, seed);
        let mut line: Vec<Position<_>> = vec![game.go.start()];
        loop {
            while line.len() <= game.moves.len() {
                let mut next = line[line.len() - 1];
                let mv = game.go.stone(game.moves[line.len() - 1].point).unwrap_or(Move::PASS);
                game.go.play(&mut next, mv);
                line.push(next);
            }
            let is_own = game.tree.root().is_none();
            let question = game.question();
            if is_own {
                assert_eq!(
                    question,
                    Input::of(&game.go, &line).turned(game.turning),
                    "move {}",
                    game.moves.len()
                );
                asked += 1;
            }
            if game.answer(&nothing_known(7)).is_some() {
                break;
            }
        }
    }
    assert!(asked > 8, "{asked} positions of games themselves were asked about");
}

/// A game ends, teaches, and can be written down.
#[test]
fn games_come_to_an_end() {
    let mut game = game(5, 2);
    let record = loop {
        game.question();
        if let Some(record) = game.answer(&nothing_known(5)) {
            break record;
        }
    };
    let [mut with_moves, mut without] = [0, 0];
    let read = record.each_sample(&mut |sample| {
        assert!((0..=1000).contains(&sample.value.abs()) && sample.ownership.len() == 25);
        *if sample.visits.iter().any(|&visits| visits > 0) { &mut with_moves } else { &mut without } += 1;
    });
    assert_eq!(read, Ok(()));
    assert!(with_moves > 0 && without > 0, "{with_moves} and {without}");
    assert!(record.moves.len() > 10, "{record:?}");
}

/// A point that the network likes after a turning is the one that is played.
#[test]
fn answers_are_turned_back() {
    let mut game = game(9, 1);
    while !matches!(game.phase, Phase::Search { .. }) || game.tree.root().is_some() {
        game.question();
        game.answer(&nothing_known(9));
    }
    let liked = (0..81).find(|&point| {
        game.position.is_empty(game.go.place_at(point % 9, point / 9)) && point / 9 != point % 9
    });
    let liked = liked.expect("an empty board");
    game.question();
    let mut seen = nothing_known(9);
    seen.logits[turned(9, liked, game.turning)] = 5.0;
    game.answer(&seen);
    let root = game.tree.root().expect("it has been evaluated");
    assert_eq!(usize::from(root.edges[0].point), liked);
}
