use crate::chess::{check_state, mirrored};
use crate::{each_random_line, fresh};
use wanqi_eval::chess::Network;
use wanqi_eval::chess::network::features::{INPUTS, each_input, phase};
use wanqi_eval::chess::network::{
    HIDDEN, MAX_OUTPUT_WEIGHT, NetworkError, Output, QUANTISATION_HIDDEN, QUANTISATION_OUTPUT, SHAPE, Weights,
};
use wanqi_game::{Game, Notation, Side, random};
use wanqi_games::chess::{Chess, Position};

/// A network of weights by chance.
fn network(seed: u64) -> Network {
    let mut index = 0;
    let mut value = |most: i16| {
        index += 1;
        (random::word(seed, index) % (2 * most as u64 + 1)) as i16 - most
    };
    let mut row = |most: i16| [(); HIDDEN].map(|()| value(most));
    let weights = Weights {
        inputs: (0..INPUTS).map(|_| row(60)).collect(),
        bias: row(150),
        outputs: [-1234, 0, 999, 1, -50_000, 50_000, 7, 300]
            .map(|bias| Output { sums: [row(MAX_OUTPUT_WEIGHT), row(MAX_OUTPUT_WEIGHT)], bias }),
        scale: 300,
    };
    Network::new(weights).expect("small weights")
}

/// What the network says by definition, in numbers that are not rounded.
fn by_definition(network: &Network, position: &Position) -> f64 {
    let weights = network.weights();
    let one = f64::from(QUANTISATION_HIDDEN);
    let us = Chess.side_to_move(position);
    let weighed = &weights.outputs[phase(position.occupied())];
    let mut output = f64::from(weighed.bias) / one / f64::from(QUANTISATION_OUTPUT);
    for (side, to_output) in [us, us.opponent()].into_iter().zip(&weighed.sums) {
        let mut sums = weights.bias.map(f64::from);
        each_input(position, side, |input| {
            sums.iter_mut().zip(weights.inputs[input]).for_each(|(sum, weight)| *sum += f64::from(weight));
        });
        for (sum, &weight) in sums.iter().zip(to_output) {
            output +=
                (sum / one).clamp(0.0, 1.0).powi(2) * f64::from(weight) / f64::from(QUANTISATION_OUTPUT);
        }
    }
    output * f64::from(weights.scale)
}

#[test]
fn a_network_says_what_its_definition_does() {
    let network = network(1);
    let mut least_and_most = (0, 0);
    each_random_line(&Chess, 11, 30, |line| {
        let position = &line[line.len() - 1];
        let value = fresh(&network, &Chess, position);
        assert_eq!(value, fresh(&network.portable(), &Chess, position), "{position:?}");
        let exact = by_definition(&network, position);
        assert!((f64::from(value) - exact).abs() < 1.1, "{position:?}: {value} for {exact}");
        least_and_most = (value.min(least_and_most.0), value.max(least_and_most.1));
    });
    assert!(least_and_most.0 < -300 && least_and_most.1 > 300, "{least_and_most:?}");
}

#[test]
fn phases_are_of_four_pieces() {
    let counts = [2, 4, 5, 8, 9, 28, 29, 32];
    let phases = counts.map(|count| phase(u64::MAX >> (64 - count)));
    assert_eq!(phases, [0, 0, 1, 1, 2, 6, 7, 7]);
}

#[test]
fn sums_follow_the_moves() {
    check_state(&network(2), 12, 60);
    check_state(&network(2).portable(), 12, 20);
}

#[test]
fn both_sides_and_both_wings_are_seen_alike() {
    let network = network(3);
    each_random_line(&Chess, 13, 10, |line| {
        let position = &line[line.len() - 1];
        assert_eq!(
            fresh(&network, &Chess, position),
            fresh(&network, &Chess, &mirrored(position)),
            "{position:?}"
        );
        for side in Side::BOTH {
            let mut inputs = Vec::new();
            each_input(position, side, |input| inputs.push(input));
            inputs.sort_unstable();
            inputs.dedup();
            assert_eq!(inputs.len(), position.occupied().count_ones() as usize);
            // The own king stands on the left half.
            assert!(inputs.iter().any(|input| (5 * 64..6 * 64).contains(input) && input % 8 < 4));
        }
    });
}

#[test]
fn files() {
    let network = network(4);
    let bytes = network.to_bytes();
    assert_eq!(Network::read(&bytes).expect("what was written").weights(), network.weights());
    // Weights that were changed and told to be right.
    let changed = |at: usize, value: u8| {
        let (header, weights) = wanqi_eval::network::read(&bytes).expect("what was written");
        let mut weights = weights.to_vec();
        weights[at] = value;
        Network::read(&wanqi_eval::network::write(&header, &weights)).expect_err("a changed file")
    };
    assert_eq!(changed(3, 0x7F).to_string(), "a weight of the network cannot be used: 2130706732, its scale");
    assert!(matches!(changed(SHAPE.weights - 1, 0x70), NetworkError::Weight(_, "of an input")));
    let other = |change: &dyn Fn(&mut wanqi_eval::network::Header, &mut Vec<u8>)| {
        let (mut header, weights) = wanqi_eval::network::read(&bytes).expect("what was written");
        let mut weights = weights.to_vec();
        change(&mut header, &mut weights);
        Network::read(&wanqi_eval::network::write(&header, &weights)).expect_err("a changed file")
    };
    assert_eq!(
        other(&|header, _| header.game = "hex".into()).to_string(),
        "the network is of hex, not of chess"
    );
    assert_eq!(
        other(&|header, _| header.layers[1].1 = 7).to_string(),
        "a network of 768 inputs, 7 sums, 8 outputs cannot be used, only one of 768 inputs, 128 sums, 8 outputs"
    );
    assert_eq!(other(&|_, weights| weights.truncate(100)), NetworkError::Length(100, SHAPE.weights));
    for length in [0, 7, 8, 13, 23, bytes.len() - 1] {
        assert!(Network::read(&bytes[..length]).is_err(), "{length}");
    }
}

/// The network that comes with the program is one, and knows what pieces are worth.
#[test]
fn what_the_shipped_network_likes() {
    let network = Network::shipped();
    let value = |text: &str| {
        let position = Chess.parse_position(text).expect("a position");
        fresh(&network, &Chess, &position)
    };
    let start = value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!((0..200).contains(&start), "{start}");
    let mut before = start;
    for without in [
        "rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1",
        "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ] {
        let value = value(without);
        assert!(value > before, "{without}: {value} after {before}");
        before = value;
    }
}
