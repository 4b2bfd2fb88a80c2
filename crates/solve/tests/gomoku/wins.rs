use crate::{RULES, game, played, random_line, rectangle};
use std::sync::Arc;
use wanqi_game::Game;
use wanqi_games::gomoku::{Gomoku, Move, Position, Rule};
use wanqi_search::{Limits, Stop};
use wanqi_solve::gomoku::{
    Proof, Refusal, SavedProof, ThreatSearch, WinSearch, prove_win, read, whole, write,
};

/// Proofs by threats of random positions.
fn proofs() -> impl Iterator<Item = (Gomoku, Position, Arc<Proof>)> {
    (0..30).flat_map(|seed| RULES.map(|rule| (seed, rule))).filter_map(|(seed, rule)| {
        let (columns, rows) = [(15, 15), (9, 9), (15, 15), (9, 9), (20, 6), (8, 17)][seed as usize % 6];
        let game = rectangle(columns, rows, rule);
        let position = random_line(&game, seed, 12 + seed as usize % 9).pop()?;
        let found = ThreatSearch { table_mb: 1 }.prove(&game, &position, &Limits::nodes(3000));
        Some((game, position, found.proof?))
    })
}

/// The same without one of the answers of its longest line, and without what answers other replies.
fn with_gaps(proof: &Proof) -> Vec<Proof> {
    let mut gaps: Vec<Proof> = (0..proof.answers.len())
        .map(|i| {
            let mut gap = proof.clone();
            gap.answers.remove(i);
            gap
        })
        .collect();
    gaps.push(Proof { otherwise: None, ..proof.clone() });
    for (i, (reply, next)) in proof.answers.iter().enumerate() {
        for next in with_gaps(next) {
            let mut gap = proof.clone();
            gap.answers[i] = (*reply, Arc::new(next));
            gaps.push(gap);
        }
    }
    gaps
}

#[test]
fn both_verifiers_agree() {
    let (mut held, mut refused) = (0, 0);
    for (game, position, proof) in proofs() {
        let large = proof.verify_large(&game, &position, &Limits::default());
        assert!(large.is_ok(), "{large:?}");
        held += 1;
        for gap in with_gaps(&proof).into_iter().take(12) {
            if gap.verify_large(&game, &position, &Limits::default()).is_ok() {
                assert!(
                    gap.verify(&game, &position, &Limits::default()).is_ok(),
                    "{}",
                    write(&saved(&game, &position, gap))
                );
            } else {
                refused += 1;
            }
        }
    }
    assert!(held > 20 && refused > 50, "{held} {refused}");
}

/// A proof of few parts whose check is long: Black has a straight four, and before it is made a five, so many times plays
/// elsewhere and looks at two of the replies apart, so that the board is another one in each of the lines.
fn long_to_check(levels: usize) -> (Gomoku, Position, Proof) {
    let game = game(20, Rule::Freestyle);
    let position = played(&game, "c2 t1 d2 r1 e2 t3 f2 r3").pop().expect("a position");
    let [left, right] = [1, 6].map(|column| Move::new(18, column));
    let [by_left, by_right] =
        [left, right].map(|mv| Arc::new(Proof { mv, answers: Vec::new(), otherwise: None }));
    let level = |next: Arc<Proof>, level: usize| {
        let (row, column) = (2 * (level / 10), 2 * (level % 10));
        let looked_at = [0, 1].map(|right| (Move::new(row + 1, column + right), Arc::clone(&next)));
        let mut answers = vec![(left, Arc::clone(&by_right))];
        answers.extend(looked_at);
        Arc::new(Proof { mv: Move::new(row, column), answers, otherwise: Some(Arc::clone(&by_left)) })
    };
    let proof = (0..levels).fold(Arc::clone(&by_left), level);
    (game, position, Proof::clone(&proof))
}

#[test]
fn a_check_ends_by_its_limits() {
    let none = Limits::default();
    let (game, position, short) = long_to_check(4);
    let [large, small] = [short.verify_large(&game, &position, &none), short.verify(&game, &position, &none)];
    let (large, small) = (large.expect("it holds"), small.expect("it holds"));
    assert!(large > 30 && small > 10_000, "{large} {small}");
    assert_eq!(short.verify_large(&game, &position, &Limits::nodes(large + 1)), Ok(large));
    let broken_off = short.verify_large(&game, &position, &Limits::nodes(10));
    assert_eq!(broken_off, Err(Refusal::BrokenOff(10)));
    assert_eq!(broken_off.expect_err("too few").to_string(), "the check was broken off after 10 positions");
    assert!(matches!(short.verify(&game, &position, &Limits::nodes(500)), Err(Refusal::BrokenOff(500))));
    // Nobody would see the end of this one.
    let (game, position, long) = long_to_check(30);
    assert_eq!(long.check(&game, &position, &Limits::nodes(20_000)), Err(Refusal::BrokenOff(20_000)));
    let stop = Stop::default();
    stop.stop();
    assert!(matches!(long.check(&game, &position, &Limits::until(&stop)), Err(Refusal::BrokenOff(_))));
}

fn saved(game: &Gomoku, position: &Position, proof: Proof) -> SavedProof {
    SavedProof { game: *game, position: position.clone(), proof: Arc::new(proof) }
}

#[test]
fn proofs_are_read_as_they_were_written() {
    let mut all = String::new();
    let mut kept = Vec::new();
    for (game, position, proof) in proofs().take(12) {
        let saved = saved(&game, &position, Proof::clone(&proof));
        all += &write(&saved);
        kept.push(saved);
    }
    assert_eq!(read(&all).as_ref(), Ok(&kept));
    // Cut off anywhere, all but the last are left.
    let begins: Vec<usize> = all.match_indices("proof ").map(|(at, _)| at).collect();
    let last = begins[begins.len() - 1];
    for length in [last, last + 3, last + 60, all.len() - 1] {
        assert_eq!(whole(&all[..length]), &all[..last]);
    }
    assert_eq!((whole(&all), whole("proof"), whole("")), (all.as_str(), "", ""));
}

#[test]
fn what_is_no_proof_is_told_by_its_line() {
    let head = "proof freestyle 5 ...../...../...../...../..... X";
    for (text, error) in [
        ("a1", "line 1: a proof begins with: proof RULE SIZE POSITION"),
        ("# a remark\n\nproof caro 15 X", "line 3: the rule is freestyle, exact or renju"),
        ("proof exact 99 X", "line 1: no such size"),
        ("proof exact 15x21 X", "line 1: no such size"),
        ("proof exact x X", "line 1: no such size"),
        ("proof exact 7x12 ...../...../...../...../..... X", "line 1: 12 rows of 7 are expected"),
        (head, "the last proof has been cut off: it has no line end"),
        (&format!("{head}\nend"), "line 2: a proof without a line"),
        (&format!("{head}\na1\n{head}"), "line 3: the proof before has no line end"),
        (&format!("{head}\na1\nend\nend"), "line 4: a proof begins with: proof RULE SIZE POSITION"),
        (&format!("{head}\na9"), "line 2: a move is a point"),
        (&format!("{head}\na1 b1"), "line 2: a reply is written reply=number"),
        (&format!("{head}\na1 *=0"), "line 2: a reply leads to the number of an earlier line"),
    ] {
        let said = read(text).expect_err(text);
        assert!(said.starts_with(error), "{said}");
    }
    let deep: String = (0..300).fold(format!("{head}\na1\n"), |text, i| text + &format!("a1 *={i}\n"));
    assert!(read(&deep).expect_err("deep").contains("too deep"));
}

#[test]
fn quiet_moves_are_tried_within_limits_alone() {
    let game = game(15, Rule::Freestyle);
    let line = played(&game, "h8 a1 j10 o1");
    let position = &line[line.len() - 1];
    let unlimited = prove_win(&game, position, 1, &Limits::default());
    assert!(unlimited.proof.is_none() && unlimited.complete, "threats end, and quiet moves would not");
    let found = prove_win(&game, position, 1, &Limits::nodes(800_000));
    found.proof.expect("a proof").check(&game, position, &Limits::default()).expect("it holds");
}

/// A position by its moves.
fn after(rule: Rule, moves: &str) -> (Gomoku, Position) {
    let game = game(15, rule);
    let position = played(&game, moves).pop().expect("a position");
    (game, position)
}

#[test]
fn what_the_player_sees_and_threats_do_not_prove_is_proven() {
    for (rule, moves, nodes) in [
        (Rule::Renju, "j7 g1 h7 h3 i1 i3 k9 g3 f3 g5 g7", 100_000),
        (Rule::Freestyle, "g10 i10 j7 f10 h11 f9 f8 h8 g9 g11 g7 i8 e7 d6 j8 g8", 200_000),
    ] {
        let (game, position) = after(rule, moves);
        let threats = ThreatSearch { table_mb: 1 }.prove(&game, &position, &Limits::nodes(25_000));
        assert_eq!(threats.proof, None, "{moves}");
        let found = prove_win(&game, &position, 16, &Limits::nodes(nodes));
        assert!(found.nodes <= nodes + 1000 && found.seen.is_none(), "{moves}: {}", found.nodes);
        let proof = found.proof.unwrap_or_else(|| panic!("{moves}: no proof in {} nodes", found.nodes));
        proof
            .verify_large(&game, &position, &Limits::default())
            .unwrap_or_else(|flaw| panic!("{moves}: {flaw}"));
    }
}

#[test]
fn what_the_player_sees_and_nothing_proves_is_told() {
    let moves = "b10 a11 c13 e11 b12 d12 e10 c10 d9 c8 b9 b11 c11 e9 g11 f8 g10 g9 f10";
    let (game, position) = after(Rule::Renju, moves);
    let found = prove_win(&game, &position, 16, &Limits::nodes(70_000));
    assert_eq!(found.proof, None);
    let seen = found.seen.expect("it is told");
    assert!(seen.plies > 10 && !seen.line.is_empty(), "{seen:?}");
}

#[test]
fn no_win_is_claimed_where_there_is_none_and_none_is_looked_for_after_a_stop() {
    for (rule, moves) in
        [(Rule::Freestyle, "h8"), (Rule::Renju, "h8 h9 i10 j8"), (Rule::ExactFive, "h8 a1 g8")]
    {
        let (game, position) = after(rule, moves);
        let limits = Limits::nodes(40_000);
        let found = prove_win(&game, &position, 1, &limits);
        assert_eq!((found.proof, found.seen), (None, None), "{moves}");
        limits.stop.stop();
        let found = prove_win(&game, &position, 1, &limits);
        assert!(found.nodes < 500 && found.proof.is_none() && found.seen.is_none(), "{}", found.nodes);
    }
}

#[test]
fn wins_by_quiet_moves_are_proven() {
    let game = game(15, Rule::Freestyle);
    // Black has two or three stones in the middle of nothing, White at most one near them.
    for (moves, nodes) in
        [("h8 a1 j10 o1", 400_000), ("h8 a1 i9 a15 h9 o15", 400_000), ("h8 a1 i9 j10", 2_000_000)]
    {
        let line = played(&game, moves);
        let position = &line[line.len() - 1];
        let search = WinSearch { table_mb: 1, ..WinSearch::default() };
        let found = search.prove(&game, position, &Limits::nodes(nodes));
        let proof = found.proof.unwrap_or_else(|| panic!("{moves}: no proof in {} nodes", found.nodes));
        proof
            .verify_large(&game, position, &Limits::default())
            .unwrap_or_else(|flaw| panic!("{moves}: {flaw}"));
    }
}

#[test]
fn nothing_is_proven_where_the_other_side_wins() {
    let game = game(9, Rule::Freestyle);
    let line = played(&game, "a1 e5 a3 e6 a5 e7 b9");
    for position in &line[line.len() - 2..] {
        let search = WinSearch { leaf_nodes: 500, table_mb: 1, ..WinSearch::default() };
        let found = search.prove(&game, position, &Limits::nodes(20_000));
        let whites = game.side_to_move(position) == wanqi_game::Side::Second;
        assert_eq!(found.proof.is_some(), whites, "{position:?}");
    }
}
