//! Records and networks lose nothing on the way.

use super::{parameters, quantised, shape};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_eval::perspective_network::{PositionOf, each_input};
use wanqi_eval::{chess, xiangqi};
use wanqi_game::{Game, Outcome, Side, random};
use wanqi_games::chess::Chess;
use wanqi_games::xiangqi::Xiangqi;
use wanqi_search::{Evaluator, Incremental};
use wanqi_train::network_games::Record as _;
use wanqi_train::network_games::pieces::{Pieces, QuietPosition, Record};
use wanqi_train::trainer::Trainer;

fn each_position<G: Game>(game: &G, mut visit: impl FnMut(&G::Position)) {
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    for _ in 0..20 {
        let mut position = game.start();
        for _ in 0..100 {
            visit(&position);
            let Some(mv) = game.random_move(&position, &mut rng) else { break };
            game.play(&mut position, mv);
        }
    }
}

fn sorted(mut inputs: Vec<u32>) -> Vec<u32> {
    inputs.sort_unstable();
    inputs
}

fn a_record_has_the_inputs_of_its_position<V: Pieces>(game: &V::Game) {
    let each_expected = |position: &PositionOf<V>, side| {
        let mut inputs = Vec::new();
        each_input::<V>(position, side, |input| inputs.push(input as u32));
        sorted(inputs)
    };
    each_position(game, |position| {
        for (outcome, first) in
            [(Outcome::Win(Side::First), 1.0), (Outcome::Draw, 0.5), (Outcome::Win(Side::Second), 0.0)]
        {
            let us = game.side_to_move(position);
            let quiet = QuietPosition::<V>::new(us, position, -321).ended(outcome);
            let record = Record(vec![quiet, quiet]);
            let bytes = record.to_bytes();
            assert_eq!(Record::from_bytes(&bytes).expect("what was written"), record);
            assert!(Record::<V>::from_bytes(&bytes[1..]).is_err());
            assert_eq!((quiet.side(), quiet.score), (us, -321));
            assert_eq!(quiet.result(), if us == Side::First { first } else { 1.0 - first });
            let mut inputs = [vec![9], Vec::new()];
            quiet.inputs(false, &mut inputs);
            for (inputs, side) in inputs.iter().zip([us, us.opponent()]) {
                assert_eq!(sorted(inputs.clone()), each_expected(position, side), "{position:?}");
            }
        }
    });
    for byte in [0, 0xFF] {
        for length in [28, 32] {
            assert!(Record::<V>::from_bytes(&vec![byte; length]).is_err(), "{length} bytes of {byte}");
        }
    }
}

#[test]
fn records_of_chess_and_xiangqi_have_the_inputs_of_their_positions() {
    a_record_has_the_inputs_of_its_position::<chess::network::View>(&Chess);
    a_record_has_the_inputs_of_its_position::<xiangqi::network::View>(&Xiangqi::new());
}

/// A position of xiangqi on the other wing is seen as the position is whose pieces stand there.
#[test]
fn the_other_wing() {
    use wanqi_game::Notation;
    use xiangqi::network::View;
    each_position(&Xiangqi::new(), |position| {
        let text = Xiangqi::new().format_position(position);
        let (board, rest) = text.split_once(' ').expect("a board and more");
        let ranks = board.split('/').map(|rank| rank.chars().rev().collect::<String>());
        let mirrored = format!("{} {rest}", ranks.collect::<Vec<_>>().join("/"));
        let mirrored = Xiangqi::new().parse_position(&mirrored).expect("a position");
        let of = |position, is_mirrored| {
            let quiet = QuietPosition::<View>::new(Xiangqi::new().side_to_move(position), position, 0);
            let mut inputs = [Vec::new(), Vec::new()];
            quiet.inputs(is_mirrored, &mut inputs);
            inputs.map(sorted)
        };
        assert_eq!(of(position, true), of(&mirrored, false), "{text}");
        assert_eq!(of(position, false), of(&mirrored, true), "{text}");
    });
}

fn a_network_in_integers_says_what_it_says_in_floats<V: Pieces>(game: &V::Game) {
    let mut trainer = Trainer::new(shape::<V>(), 1);
    for (i, parameter) in trainer.parameters.iter_mut().enumerate() {
        *parameter += (random::word(2, i as u64) % 1000) as f32 / 2000.0 - 0.25;
    }
    let scale = 200;
    let network = quantised::<V>(&trainer, scale).expect("small weights");
    let mut inputs = [Vec::new(), Vec::new()];
    let (mut off, mut count) = (0.0, 0.0);
    each_position(game, |position| {
        let quiet = QuietPosition::<V>::new(game.side_to_move(position), position, 0);
        quiet.inputs(false, &mut inputs);
        let exact = trainer.output(quiet.phase(), &inputs) * f32::from(scale);
        let value = network.evaluate(game, &mut network.state(game, position), position) as f32;
        // Each of 256 output weights is rounded by 1/128 at the most.
        assert!((value - exact).abs() < 0.2 * f32::from(scale), "{position:?}: {value} for {exact}");
        (off, count) = (off + (value - exact).abs(), count + 1.0);
    });
    assert!(off / count < 0.05 * f32::from(scale), "off by {} in the mean", off / count);

    // What its file is read as makes the same network again.
    let bytes = network.to_bytes();
    trainer.begin_with(parameters::<V>(&bytes).expect("a network"));
    assert!(quantised::<V>(&trainer, scale).expect("the same weights").to_bytes() == bytes);
}

#[test]
fn networks_in_integers_say_what_they_say_in_floats() {
    a_network_in_integers_says_what_it_says_in_floats::<chess::network::View>(&Chess);
    a_network_in_integers_says_what_it_says_in_floats::<xiangqi::network::View>(&Xiangqi::new());
}
