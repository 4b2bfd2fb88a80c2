//! Records and networks lose nothing on the way.

use crate::Arguments;
use crate::recipe::STEPS;
use crate::record::{Played, RULES, Record};
use crate::training::{Data, GomokuTrainer, quantised};
use clap::Parser;
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_eval::gomoku::Network;
use wanqi_eval::gomoku::network::{INPUTS, NOTHING, POOLED};
use wanqi_game::{Game, Outcome, Side};
use wanqi_games::gomoku::Gomoku;
use wanqi_search::{Evaluator, Incremental};
use wanqi_train::pooled_network::Examples;

/// A random game under a rule; every other position counts as quiet.
fn record(index: usize) -> Record {
    let game = Gomoku::new([15, 9, 20][index], RULES[index]).expect("a size that there is");
    let mut rng = Pcg64Mcg::seed_from_u64(index as u64);
    let (mut position, mut moves) = (game.start(), Vec::new());
    while moves.len() < 40 && game.outcome(&position).is_none() {
        let mv = game.random_move(&position, &mut rng).expect("a move");
        let point = (mv.row() * game.size() + mv.column()) as u16;
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
        let mut bytes = record.to_bytes();
        let length = bytes.len();
        bytes.extend([1, 2, 3]);
        let (read, rest) = Record::read(&bytes).expect("a game").expect("a whole one");
        assert_eq!((read, rest), (record, &[1, 2, 3][..]));
        for cut in [0, 5, 6, length - 1] {
            assert!(Record::read(&bytes[..cut]).expect("a game so far").is_none(), "{cut}");
        }
        for (at, value) in [(0, b'H'), (1, 3), (2, 21), (3, 3), (6 + 5, bytes[6])] {
            let mut changed = bytes.clone();
            changed[at] = value;
            // The second stone on the first one, too.
            changed[7 + 5 * usize::from(at > 6)] = bytes[7];
            assert!(Record::read(&changed).is_err(), "{at}");
        }
    }
}

#[test]
fn a_network_of_integers_says_what_the_trainer_does() {
    let (mut trainer, scale) = (GomokuTrainer::new(INPUTS, &NOTHING, 1), 200.0);
    let of_games = [0, 1, 2].map(|index| {
        let (record, mut data) = (record(index), Data::default());
        data.add(&record, 0, 0.5, scale).expect("a game");
        (record, data)
    });
    for (record, data) in &of_games {
        let all: Vec<u32> = (0..record.moves.len().div_ceil(2) as u32).collect();
        trainer.step(data, &all, 0.001, 1);
    }
    let weights = quantised(&trainer, scale);
    let of_rows = weights.embeddings.iter().flatten().filter(|row| **row != [0; POOLED]).count();
    assert!((20..INPUTS).contains(&of_rows), "rows of shapes that there were: {of_rows}");
    let network = Network::new(weights).expect("small weights");
    for (record, data) in &of_games {
        let mut index = 0;
        record
            .each_position(|position, played, _| {
                if played.score.is_none() {
                    return;
                }
                let (inputs, example) = data.load(index);
                index += 1;
                let value =
                    network.evaluate(&record.game, &mut network.state(&record.game, position), position);
                let exact = (example.base + trainer.value(inputs)) * scale;
                // Each of two hundred rows is rounded by a thousandth at the most.
                assert!((value as f32 - exact).abs() < 0.05 * scale, "{value} for {exact}");
            })
            .expect("a game");
        assert_eq!(index as usize, record.moves.len().div_ceil(2));
    }
}

#[test]
fn every_step_of_the_recipe_is_a_command() {
    for step in STEPS {
        let read = Arguments::try_parse_from(["gomoku-network"].into_iter().chain(step.split(' ')));
        assert!(read.is_ok(), "{step}");
    }
}
