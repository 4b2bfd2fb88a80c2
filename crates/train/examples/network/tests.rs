//! Records and networks lose nothing on the way.

use crate::Arguments;
use crate::recipe::STEPS;
use crate::record::Record;
use crate::training::{SHAPE, quantised};
use clap::Parser;
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_eval::chess::network::features::each_input;
use wanqi_game::{Game, Outcome, Side, random};
use wanqi_games::chess::{Chess, Position};
use wanqi_search::{Evaluator, Incremental};
use wanqi_train::perspective_network::Trainer;

fn each_position(mut visit: impl FnMut(&Position)) {
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    for _ in 0..20 {
        let mut position = Chess.start();
        for _ in 0..100 {
            visit(&position);
            let Some(mv) = Chess.random_move(&position, &mut rng) else { break };
            Chess.play(&mut position, mv);
        }
    }
}

#[test]
fn a_record_has_the_inputs_of_its_position() {
    each_position(|position| {
        for (outcome, white) in
            [(Outcome::Win(Side::First), 1.0), (Outcome::Draw, 0.5), (Outcome::Win(Side::Second), 0.0)]
        {
            let record = Record::new(position, -321, 77).ended(outcome);
            assert_eq!(Record::from_bytes(&record.to_bytes()), Some(record));
            let us = position.side_to_move();
            assert_eq!((record.side(), record.score, record.game), (us, -321, 77));
            assert_eq!(record.result(), if us == Side::First { white } else { 1.0 - white });
            let mut inputs = [vec![9], Vec::new()];
            record.inputs(&mut inputs);
            for (inputs, side) in inputs.iter().zip([us, us.opponent()]) {
                let mut expected = Vec::new();
                each_input(position, side, |input| expected.push(input as u32));
                expected.sort_unstable();
                let mut inputs = inputs.clone();
                inputs.sort_unstable();
                assert_eq!(inputs, expected, "{position:?}");
            }
        }
    });
    assert_eq!(Record::from_bytes(&[0xFF; 32]), None);
    assert_eq!(Record::from_bytes(&[0; 32]), None);
}

#[test]
fn a_network_in_integers_says_what_it_says_in_floats() {
    let mut trainer = Trainer::new(SHAPE, 1);
    for (i, parameter) in trainer.parameters.iter_mut().enumerate() {
        *parameter += (random::word(2, i as u64) % 1000) as f32 / 2000.0 - 0.25;
    }
    let scale = 200;
    let network = quantised(&trainer, scale).expect("small weights");
    let mut inputs = [Vec::new(), Vec::new()];
    let (mut off, mut count) = (0.0, 0.0);
    each_position(|position| {
        let record = Record::new(position, 0, 0);
        record.inputs(&mut inputs);
        let exact = trainer.output(record.phase(), &inputs) * scale as f32;
        let value = network.evaluate(&Chess, &mut network.state(&Chess, position), position) as f32;
        // Each of 256 output weights is rounded by 1/128 at the most.
        assert!((value - exact).abs() < 0.2 * scale as f32, "{position:?}: {value} for {exact}");
        (off, count) = (off + (value - exact).abs(), count + 1.0);
    });
    assert!(off / count < 0.05 * scale as f32, "off by {} in the mean", off / count);
}

#[test]
fn every_step_of_the_recipe_is_a_command() {
    for step in STEPS {
        let read = Arguments::try_parse_from(["network"].into_iter().chain(step.split(' ')));
        assert!(read.is_ok(), "{step}");
    }
}
