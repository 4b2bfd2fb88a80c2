//! Records and networks lose nothing on the way.

use super::training::{SHAPE, quantised};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_eval::chess::network::features::each_input;
use wanqi_game::{Game, Outcome, Side, random};
use wanqi_games::chess::{Chess, Position};
use wanqi_search::{Evaluator, Incremental};
use wanqi_train::network_games::Record as _;
use wanqi_train::network_games::chess::{QuietPosition, Record};
use wanqi_train::trainer::Trainer;

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
            let quiet = QuietPosition::new(position, -321).ended(outcome);
            let record = Record(vec![quiet, quiet]);
            let bytes = record.to_bytes();
            assert_eq!(Record::from_bytes(&bytes).expect("what was written"), record);
            assert!(Record::from_bytes(&bytes[1..]).is_err());
            let us = position.side_to_move();
            assert_eq!((quiet.side(), quiet.score), (us, -321));
            assert_eq!(quiet.result(), if us == Side::First { white } else { 1.0 - white });
            let mut inputs = [vec![9], Vec::new()];
            quiet.inputs(&mut inputs);
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
    for byte in [0, 0xFF] {
        assert!(Record::from_bytes(&[byte; 28]).is_err(), "{byte}");
    }
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
        let quiet = QuietPosition::new(position, 0);
        quiet.inputs(&mut inputs);
        let exact = trainer.output(quiet.phase(), &inputs) * f32::from(scale);
        let value = network.evaluate(&Chess, &mut network.state(&Chess, position), position) as f32;
        // Each of 256 output weights is rounded by 1/128 at the most.
        assert!((value - exact).abs() < 0.2 * f32::from(scale), "{position:?}: {value} for {exact}");
        (off, count) = (off + (value - exact).abs(), count + 1.0);
    });
    assert!(off / count < 0.05 * f32::from(scale), "off by {} in the mean", off / count);
}
