//! Records and networks lose nothing on the way.

use super::Gomoku as Own;
use super::training::{Data, parameters, quantised};
use crate::game::{Data as _, LayeredGame, Target};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_eval::gomoku::Network;
use wanqi_eval::gomoku::network::{INPUTS, POOLED};
use wanqi_game::{Game, Outcome, Side};
use wanqi_games::gomoku::Gomoku;
use wanqi_search::{Evaluator, Incremental};
use wanqi_train::network_games::Record as _;
use wanqi_train::network_games::gomoku::{Played, RULES, Record};
use wanqi_train::trainer::{Examples, Trainer};

/// A random game under a rule; every other position counts as quiet.
fn record(index: usize) -> Record {
    let game = Gomoku::new([15, 9, 20][index], RULES[index]).expect("a size that there is");
    let mut rng = Pcg64Mcg::seed_from_u64(index as u64);
    let (mut position, mut moves) = (game.start(), Vec::new());
    while moves.len() < 40 && game.outcome(&position).is_none() {
        let mv = game.random_move(&position, &mut rng).expect("a move");
        let point = (mv.row() * game.columns() + mv.column()) as u16;
        moves.push(Played { point, score: (moves.len() % 2 == 0).then_some(moves.len() as i16 - 20) });
        game.play(&mut position, mv);
    }
    Record {
        game,
        outcome: [Outcome::Win(Side::Second), Outcome::Draw, Outcome::Win(Side::First)][index],
        moves,
    }
}

#[test]
fn records_are_read_as_they_were_written() {
    for record in [0, 1, 2].map(record) {
        let bytes = record.to_bytes();
        assert_eq!(Record::from_bytes(&bytes).expect("a game"), record);
        for cut in [0, 2, bytes.len() - 1] {
            assert!(Record::from_bytes(&bytes[..cut]).is_err(), "{cut}");
        }
        // No such rule, size or end; and the second stone on the first one.
        for (at, value) in [(0, 3), (1, 21), (2, 3), (3 + 5, bytes[3])] {
            let mut changed = bytes.clone();
            changed[at] = value;
            if at > 3 {
                changed[at + 1] = bytes[4];
            }
            assert!(Record::from_bytes(&changed).is_err(), "{at}");
        }
    }
}

#[test]
fn a_network_of_integers_says_what_the_trainer_does() {
    let (mut trainer, scale) = (Trainer::new(Own::network(), 1), 200.0);
    let of_games = [0, 1, 2].map(|index| {
        let (record, mut data) = (record(index), Data::new(Target { scores: 0.5, scale }));
        data.add(&record).expect("a game");
        (record, data)
    });
    for (record, data) in &of_games {
        assert_eq!(record.positions(), record.moves.len().div_ceil(2));
        let all: Vec<u32> = (0..record.positions() as u32).collect();
        trainer.step(data, &all, 0.001, 1);
    }
    let weights = quantised(&trainer, scale);
    let of_rows = weights.embeddings.iter().flatten().filter(|row| **row != [0; POOLED]).count();
    assert!((20..INPUTS).contains(&of_rows), "rows of shapes that there were: {of_rows}");
    let network = Network::new(weights.clone()).expect("small weights");
    for (record, data) in &of_games {
        let (mut index, mut inputs) = (0, Vec::new());
        record
            .each_position(|position, played, _| {
                if played.score.is_none() {
                    return;
                }
                let example = data.load(index, &mut inputs);
                index += 1;
                let value =
                    network.evaluate(&record.game, &mut network.state(&record.game, position), position);
                let exact = (example.offset + trainer.output(example.output, &inputs)) * scale;
                // Each of two hundred rows is rounded by a thousandth at the most.
                assert!((value as f32 - exact).abs() < 0.05 * scale, "{value} for {exact}");
            })
            .expect("a game");
        assert_eq!(index as usize, record.positions());
    }

    // What the integers are read as makes the same network again, rows that no game has shown too.
    trainer.begin_with(parameters(&weights));
    assert!(quantised(&trainer, scale) == weights);
}
