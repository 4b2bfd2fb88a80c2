//! The network against its definition, and its sums against sums from scratch.

use crate::{RULES, game, random_line, rectangle};
use wanqi_eval::gomoku::network::{
    HIDDEN, INPUTS, NOTHING, NetworkError, POOLED, QUANTISATION_EMBEDDING, QUANTISATION_HIDDEN, SHAPE,
    Weights, inputs,
};
use wanqi_eval::gomoku::{Lines, Network};
use wanqi_game::{Game, Notation, random};
use wanqi_games::gomoku::{Gomoku, Position, Rule};
use wanqi_search::{Evaluator, Incremental};

/// Weights by chance.
fn weights(seed: u64) -> Weights {
    let mut index = 0;
    let mut value = || {
        index += 1;
        (random::word(seed, index) >> 40) as f32 / (1 << 23) as f32 - 1.0
    };
    let mut rows =
        [(); 2].map(|()| (0..INPUTS).map(|_| [(); POOLED].map(|()| (60.0 * value()) as i16)).collect());
    rows.iter_mut().for_each(|rows: &mut Vec<_>| NOTHING.iter().for_each(|&input| rows[input] = [0; POOLED]));
    Weights {
        embeddings: rows,
        hidden: [(); HIDDEN].map(|()| [(); 2].map(|()| [(); POOLED].map(|()| (300.0 * value()) as i16))),
        hidden_bias: [(); HIDDEN].map(|()| (1e5 * value()) as i32),
        output: [(); HIDDEN].map(|()| value()),
        bias: value(),
        scale: 270.0,
    }
}

fn network(seed: u64) -> Network {
    Network::new(weights(seed)).expect("small weights")
}

fn fresh<E: Evaluator<Gomoku>>(evaluator: &E, game: &Gomoku, position: &Position) -> i32 {
    evaluator.evaluate(game, &mut evaluator.state(game, position), position)
}

/// What the network says by definition, in numbers that are not rounded.
fn by_definition(weights: &Weights, game: &Gomoku, position: &Position) -> f64 {
    let side = game.side_to_move(position);
    let mut sums = [[0.0; POOLED]; 2];
    for point in inputs(game, &Lines::default().state(game, position)) {
        for (sums, of) in sums.iter_mut().zip([side, side.opponent()]) {
            let rows = [
                weights.embeddings[0][point[of.index()]],
                weights.embeddings[1][point[of.opponent().index()]],
            ];
            for (i, sum) in sums.iter_mut().enumerate() {
                *sum += f64::from(rows[0][i] + rows[1][i]).max(0.0) / f64::from(QUANTISATION_EMBEDDING);
            }
        }
    }
    let mut output = f64::from(weights.bias);
    for i in 0..HIDDEN {
        let mut number =
            f64::from(weights.hidden_bias[i]) / f64::from(QUANTISATION_EMBEDDING * QUANTISATION_HIDDEN);
        for (sums, of_sums) in sums.iter().zip(&weights.hidden[i]) {
            let weighed = sums.iter().zip(of_sums).map(|(sum, &weight)| sum * f64::from(weight));
            number += weighed.sum::<f64>() / f64::from(QUANTISATION_HIDDEN);
        }
        output += number.max(0.0) * f64::from(weights.output[i]);
    }
    output * f64::from(weights.scale)
}

#[test]
fn a_network_says_what_its_definition_does() {
    let weights = weights(1);
    let network = Network::new(weights.clone()).expect("small weights");
    let mut least_and_most = (0, 0);
    for (seed, rule) in (0..).zip(RULES) {
        let game = game(15, rule);
        for position in
            random_line(&game, seed, 60).iter().step_by(3).filter(|position| game.outcome(position).is_none())
        {
            let value = fresh(&network, &game, position);
            assert_eq!(value, fresh(&network.portable(), &game, position), "{position:?}");
            let correction = value - fresh(&Network::none(), &game, position);
            let exact = by_definition(&weights, &game, position);
            assert!(
                (f64::from(correction) - exact).abs() < 1.0 + exact.abs() / 1e4,
                "{correction} for {exact}"
            );
            least_and_most = (correction.min(least_and_most.0), correction.max(least_and_most.1));
        }
    }
    assert!(least_and_most.1 - least_and_most.0 > 200, "{least_and_most:?}");
}

#[test]
fn without_a_network_the_lines_are_all() {
    let game = game(15, Rule::Freestyle);
    for position in random_line(&game, 3, 40).iter().filter(|position| game.outcome(position).is_none()) {
        assert_eq!(fresh(&Network::none(), &game, position), fresh(&Lines::default(), &game, position));
    }
}

/// Down a line and up again, asked at some positions only, so that sums are made from any that are known.
#[test]
fn sums_follow_the_stones() {
    let boards = [(15, 15), (20, 20), (9, 9), (7, 12), (20, 5)];
    for (seed, (rule, (columns, rows))) in
        (0..).zip(RULES.into_iter().flat_map(|rule| boards.map(|board| (rule, board))))
    {
        let (game, network) = (rectangle(columns, rows, rule), network(seed));
        let line = random_line(&game, seed, 70);
        let line: Vec<&Position> =
            line.iter().take_while(|position| game.outcome(position).is_none()).collect();
        let mut state = network.state(&game, line[0]);
        let check = |state: &mut _, ply: usize| {
            assert_eq!(
                network.evaluate(&game, state, line[ply]),
                fresh(&network, &game, line[ply]),
                "{rule:?} {ply}"
            );
        };
        for ply in 1..line.len() {
            let mv = moved(&game, line[ply - 1], line[ply]);
            network.push(&game, &mut state, line[ply - 1], mv, line[ply]);
            if random::word(seed, ply as u64).is_multiple_of(3) {
                check(&mut state, ply);
            }
        }
        for ply in (0..line.len()).rev() {
            check(&mut state, ply);
            // Back, down and back again.
            if ply > 1 {
                network.pop(&game, &mut state);
                network.pop(&game, &mut state);
                let mv = moved(&game, line[ply - 2], line[ply - 1]);
                network.push(&game, &mut state, line[ply - 2], mv, line[ply - 1]);
            } else if ply == 1 {
                network.pop(&game, &mut state);
            }
        }
    }
}

/// The move from one position to the next.
fn moved(game: &Gomoku, before: &Position, after: &Position) -> wanqi_games::gomoku::Move {
    let mut found = None;
    game.each_move(before, |mv| {
        let mut position = before.clone();
        game.play(&mut position, mv);
        if position == *after {
            found = Some(mv);
        }
    });
    found.expect("a move of the line")
}

/// A stone's colour says nothing where both sides have the same rules, nor does a turned board.
#[test]
fn colours_and_directions_are_seen_alike() {
    let (game, network) = (game(15, Rule::ExactFive), network(4));
    for position in random_line(&game, 8, 50).iter().filter(|position| game.outcome(position).is_none()) {
        let text = game.format_position(position);
        let (board, turn) = text.split_once(' ').expect("the board, and who is to move");
        let swap = |text: &str| text.replace('X', "x").replace('O', "X").replace('x', "O");
        let mut turned =
            board.split('/').map(|row| row.chars().rev().collect::<String>()).collect::<Vec<_>>();
        turned.reverse();
        for other in [format!("{} {}", swap(board), swap(turn)), format!("{} {turn}", turned.join("/"))] {
            let Ok(other) = game.parse_position(&other) else { continue };
            let differ = fresh(&network, &game, &other) - fresh(&network, &game, position);
            assert_eq!(differ, 0, "{text}");
        }
    }
}

#[test]
fn files() {
    let weights = weights(5);
    let bytes = weights.to_bytes();
    assert_eq!(Network::read(&bytes).expect("what was written").weights(), Some(&weights));
    // Weights that were changed and told to be right.
    let changed = |at: usize, value: &[u8]| {
        let (header, weights) = wanqi_eval::network::read(&bytes).expect("what was written");
        let mut weights = weights.to_vec();
        weights[at..][..value.len()].copy_from_slice(value);
        Network::read(&wanqi_eval::network::write(&header, &weights)).expect_err("a changed file")
    };
    let nothing = "a weight of the network cannot be used: 1, of a point where nothing can be made";
    assert_eq!(changed(0, &[1]).to_string(), nothing);
    assert_eq!(changed(2 * POOLED, &[0, 0x7F]), NetworkError::Weight("32512".into(), "of a row"));
    let hidden = 4 * INPUTS * POOLED;
    assert!(matches!(
        changed(hidden, &[0xFF, 0x7F]),
        NetworkError::Weight(_, "of the hidden layer, all together")
    ));
    assert!(matches!(changed(SHAPE.weights - 4, &f32::NAN.to_le_bytes()), NetworkError::Weight(..)));
    assert_eq!(
        Network::read(&wanqi_eval::chess::Network::shipped().to_bytes()).expect_err("chess").to_string(),
        "the network is of chess, not of gomoku"
    );
    for length in [0, 7, 8, 19, 100, bytes.len() - 1] {
        assert!(Network::read(&bytes[..length]).is_err(), "{length}");
    }
    let short = Weights { embeddings: [vec![[0; POOLED]; 3], vec![[0; POOLED]; 3]], ..weights };
    assert!(matches!(Network::new(short), Err(NetworkError::OtherLayers { .. })));
}

/// The network that comes with the program is one, and likes threats.
#[test]
fn what_the_shipped_network_likes() {
    let network = Network::shipped();
    for rule in RULES {
        let game = game(15, rule);
        let value = |moves: &str| {
            let line = crate::played(&game, moves);
            fresh(&network, &game, &line[line.len() - 1])
        };
        let even = value("h8 i9");
        // Stones that work together against stones on the edge.
        let behind = value("h8 a1 i9");
        assert!(even.abs() < 300, "{rule:?}: {even}");
        assert!(behind < even.min(0) - 50, "{rule:?}: {behind} against {even}");
    }
}
