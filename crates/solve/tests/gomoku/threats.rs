use crate::{RULES, game, played, random_line};
use std::sync::Arc;
use wanqi_game::Game;
use wanqi_games::gomoku::{Gomoku, Position, Rule};
use wanqi_search::Limits;
use wanqi_solve::gomoku::{Proof, ThreatSearch, ThreatSearchResult};

fn prove(game: &Gomoku, position: &Position, nodes: u64) -> ThreatSearchResult {
    ThreatSearch { table_mb: 4 }.prove(game, position, &Limits::nodes(nodes))
}

/// White's stones stand at the edge.
const WON: &[(&str, usize)] = &[
    ("h8 a1 h9 a3 h10 a5 h11 a7", 1),
    ("h8 a1 h9 a3 h10 a5", 3),
    // A four with each of two threes crossing: fours alone.
    ("h8 h7 h9 a3 h10 a5 e12 a7 f12 a9 g12 a11", 3),
    // Two twos that cross: an open three by each and both.
    ("h8 a1 h9 a3 g7 a5 f7 a9", 7),
    // Twos in the open, two plies more.
    ("h8 a1 j10 o1 g10 a15", 9),
];

#[test]
fn proofs_are_found_and_hold() {
    let game = game(15, Rule::Freestyle);
    for &(moves, least) in WON {
        let line = played(&game, moves);
        let position = &line[line.len() - 1];
        let found = prove(&game, position, 300_000);
        let proof = found.proof.unwrap_or_else(|| panic!("{moves}: no proof in {} nodes", found.nodes));
        proof.verify(&game, position, &Limits::default()).unwrap_or_else(|flaw| panic!("{moves}: {flaw}"));
        assert!(proof.plies() >= least, "{moves}: {} plies", proof.plies());
        assert_eq!(proof.line().len(), proof.plies(), "{moves}");
    }
}

#[test]
fn where_nothing_threatens_nothing_is_proven() {
    let game = game(15, Rule::Freestyle);
    for moves in ["", "h8 h9", "h8 a1 h9", "h8 h7 h9 h6 h10 h11 g8"] {
        let line = played(&game, moves);
        let found = prove(&game, &line[line.len() - 1], 20_000);
        assert_eq!(found.proof, None, "{moves}");
    }
}

#[test]
fn proofs_of_random_positions_hold_and_searches_repeat_themselves() {
    let mut proven = 0;
    for (seed, rule) in (0..40).flat_map(|seed| RULES.map(|rule| (seed, rule))) {
        let game = game(if seed % 2 == 0 { 15 } else { 9 }, rule);
        let line = random_line(&game, seed, 12 + seed as usize % 9);
        let position = &line[line.len() - 1];
        let found = prove(&game, position, 3000);
        if seed % 8 == 0 {
            assert_eq!(found, prove(&game, position, 3000));
        }
        let Some(proof) = found.proof else { continue };
        proof
            .verify(&game, position, &Limits::default())
            .unwrap_or_else(|flaw| panic!("{seed} {rule:?}: {flaw}"));
        proven += 1;
    }
    assert!(proven > 20, "{proven}");
}

#[test]
fn a_proof_with_a_gap_is_refused() {
    let game = game(15, Rule::Freestyle);
    let line = played(&game, WON[3].0);
    let position = &line[line.len() - 1];
    let proof = Proof::clone(&prove(&game, position, 300_000).proof.expect("a proof"));
    assert!(proof.verify(&game, position, &Limits::default()).is_ok());
    // Each of its parts is needed.
    for i in 0..proof.answers.len() {
        let mut gap = proof.clone();
        let (_, answer) = gap.answers.remove(i);
        gap.otherwise = None;
        assert!(gap.verify(&game, position, &Limits::default()).is_err(), "without answer {i}");
        let mut wrong = proof.clone();
        wrong.answers[i].1 =
            Arc::new(Proof { answers: Vec::new(), otherwise: None, ..Proof::clone(&answer) });
        assert!(wrong.verify(&game, position, &Limits::default()).is_err(), "nothing after answer {i}");
    }
    let nothing = Proof { otherwise: None, answers: Vec::new(), ..proof.clone() };
    assert!(nothing.verify(&game, position, &Limits::default()).is_err());
    // It proves nothing of another position.
    assert!(proof.verify(&game, &line[line.len() - 3], &Limits::default()).is_err());
    assert!(proof.verify(&game, &line[line.len() - 2], &Limits::default()).is_err(), "nor of the other side");
    let flaw = nothing.verify(&game, position, &Limits::default()).expect_err("a flaw").to_string();
    assert!(flaw.contains("a reply without an answer"), "{flaw}");
    let mut other = position.clone();
    game.play(&mut other, proof.mv);
    let flaw = proof.verify(&game, &other, &Limits::default()).expect_err("a flaw").to_string();
    assert!(flaw.contains("an illegal move"), "{flaw}");
}
