//! The ladder of players, in every game.

use wanqi_play::{Limits, Score, Spec, Table, games, lab, table};

fn new(text: &str) -> Box<dyn Table> {
    table(&text.parse().expect(text)).expect(text)
}

/// The whole of tic-tac-toe is small enough that every exact search must call it a draw.
#[test]
fn tic_tac_toe_is_a_draw() {
    let lab = lab::run(&*new("tictactoe"), 9, None, &Limits::default(), &mut |_| {}).expect("a lab");
    let exact = lab.rows.iter().filter(|row| row.thought.depth >= 9);
    let scores: Vec<(&str, i32)> =
        exact.map(|row| (row.player.as_str(), row.thought.value.score().value())).collect();
    assert!(scores.len() >= 5 && scores.iter().all(|&(_, score)| score == 0), "{scores:?}");

    let leaves = |player: &str| {
        let row = lab.rows.iter().find(|row| row.player == player).expect(player);
        row.thought.work.leaves
    };
    let theory = lab.theory.as_ref().expect("minimax has seen the tree");
    assert_eq!(theory.leaves, 255_168, "games of tic-tac-toe");
    assert_eq!(leaves("minimax:depth=9"), theory.leaves);
    let (unordered, ordered) = (leaves("alphabeta:depth=9,ordering=off"), leaves("alphabeta:depth=9"));
    assert!(theory.least <= ordered && ordered <= unordered && unordered < theory.leaves);
}

/// What `wanqi lab chess --depth 4` is known for: every line of four plies, and how few of them alpha-beta needs.
#[test]
fn the_lab_of_chess() {
    for position in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
    ] {
        let mut table = new("chess");
        table.set_position(position).expect(position);
        let lab = lab::run(&*table, 4, Some("material"), &Limits::default(), &mut |_| {}).expect("a lab");
        let row = |player: &str| {
            let row = lab.rows.iter().find(|row| row.player.starts_with(player)).expect(player);
            assert_eq!(row.thought.value.score(), Score::DRAW, "{player}");
            (row.thought.work.interior, row.thought.work.leaves, row.thought.work.cutoffs)
        };
        for exhaustive in ["minimax", "negamax"] {
            assert_eq!(row(exhaustive), (9_323, 197_281, 0));
        }
        let (_, unordered, unordered_cutoffs) = row("alphabeta:depth=4,ordering=off");
        let (_, ordered, ordered_cutoffs) = row("alphabeta:depth=4,eval=material");
        assert!(ordered < unordered && unordered * 10 <= 197_281, "{ordered} {unordered}");
        assert!(unordered_cutoffs > 0 && ordered_cutoffs > 0);
        assert!(lab.theory.expect("minimax has seen the tree").least <= ordered);
    }
}

/// Searches that prune nothing away that matters agree on the value, in every game and with every evaluation.
#[test]
fn exact_searches_agree() {
    for info in games() {
        let mut table = new(&info.name);
        for position in info.lab_positions {
            table.set_position(position).expect(position);
            let names = table.evaluations().into_iter().map(|evaluation| evaluation.name);
            // Nothing was learnt here.
            for eval in names.filter(|&name| name != "trained") {
                let mut scores = Vec::new();
                for player in ["minimax", "negamax", "alphabeta", "alphabeta:ordering=off"] {
                    let mut spec: Spec = player.parse().expect(player);
                    spec.set("depth", "2");
                    spec.set("eval", eval);
                    let mut player = table.player(&spec).expect("a player");
                    let thought = player.think(&*table, &Limits::default(), &mut |_| {}).expect("a thought");
                    assert_eq!(thought.depth, 2);
                    scores.push(thought.value.score().value());
                }
                assert!(
                    scores.iter().all(|&score| score == scores[0]),
                    "{} {position} {eval}: {scores:?}",
                    info.name
                );
            }
        }
    }
}

/// Every player plays whole games against every level-headed opponent: legal moves, to the end.
#[test]
fn players_finish_their_games() {
    for info in games() {
        for (first, second) in [("random:seed=1", "greedy"), ("greedy", "random:seed=2")] {
            let mut table = new(&info.name);
            let mut players =
                [first, second].map(|text| table.player(&text.parse().expect(text)).expect("a player"));
            let mut plies = 0;
            while table.result().is_none() && plies < 600 {
                let player = &mut players[table.side_to_move().index()];
                let limits = Limits { nodes: Some(20), ..Limits::default() };
                let mv =
                    player.think(&*table, &limits, &mut |_| {}).expect("a thought").best.expect("a move");
                table.play(&mv).unwrap_or_else(|error| panic!("{}: {mv}: {error}", info.name));
                plies += 1;
            }
            assert!(plies > 4, "{}", info.name);
        }
    }
}
