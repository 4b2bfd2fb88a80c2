use crate::{check_state, each_random_line, fresh};
use crate::{chess as of_chess, xiangqi as of_xiangqi};
use wanqi_eval::perspective_network::{
    HIDDEN, MAX_OUTPUT_WEIGHT, Network, NetworkError, Output, PositionOf, QUANTISATION_HIDDEN,
    QUANTISATION_OUTPUT, View, Weights, each_input, phase, shape,
};
use wanqi_eval::{chess, xiangqi};
use wanqi_game::{Game, Notation, Side, random};
use wanqi_games::chess::Chess;
use wanqi_games::xiangqi::Xiangqi;

type OfChess = chess::network::View;
type OfXiangqi = xiangqi::network::View;

/// A network of weights by chance.
fn network<V: View>(seed: u64) -> Network<V> {
    let mut index = 0;
    let mut value = |most: i16| {
        index += 1;
        (random::word(seed, index) % (2 * most as u64 + 1)) as i16 - most
    };
    let mut row = |most: i16| [(); HIDDEN].map(|()| value(most));
    let weights = Weights {
        inputs: (0..V::INPUTS).map(|_| row(60)).collect(),
        bias: row(150),
        outputs: [-1234, 0, 999, 1, -50_000, 50_000, 7, 300]
            .map(|bias| Output { sums: [row(MAX_OUTPUT_WEIGHT), row(MAX_OUTPUT_WEIGHT)], bias }),
        scale: 300,
    };
    Network::new(weights).expect("small weights")
}

/// What the network says by definition, in numbers that are not rounded.
fn by_definition<V: View>(game: &V::Game, network: &Network<V>, position: &PositionOf<V>) -> f64 {
    let weights = network.weights();
    let one = f64::from(QUANTISATION_HIDDEN);
    let us = game.side_to_move(position);
    let weighed = &weights.outputs[phase(V::pieces(position))];
    let mut output = f64::from(weighed.bias) / one / f64::from(QUANTISATION_OUTPUT);
    for (side, to_output) in [us, us.opponent()].into_iter().zip(&weighed.sums) {
        let mut sums = weights.bias.map(f64::from);
        each_input::<V>(position, side, |input| {
            sums.iter_mut().zip(weights.inputs[input]).for_each(|(sum, weight)| *sum += f64::from(weight));
        });
        for (sum, &weight) in sums.iter().zip(to_output) {
            output +=
                (sum / one).clamp(0.0, 1.0).powi(2) * f64::from(weight) / f64::from(QUANTISATION_OUTPUT);
        }
    }
    output * f64::from(weights.scale)
}

fn check_definition<V: View>(game: &V::Game, games: usize) {
    let network = network::<V>(1);
    let mut least_and_most = (0, 0);
    each_random_line(game, 11, games, |line| {
        let position = &line[line.len() - 1];
        let value = fresh(&network, game, position);
        assert_eq!(value, fresh(&network.portable(), game, position), "{position:?}");
        let exact = by_definition(game, &network, position);
        assert!((f64::from(value) - exact).abs() < 1.1, "{position:?}: {value} for {exact}");
        least_and_most = (value.min(least_and_most.0), value.max(least_and_most.1));
    });
    assert!(least_and_most.0 < -300 && least_and_most.1 > 300, "{least_and_most:?}");
}

#[test]
fn a_network_says_what_its_definition_does() {
    check_definition::<OfChess>(&Chess, 30);
    check_definition::<OfXiangqi>(&Xiangqi::new(), 10);
}

#[test]
fn phases_are_of_four_pieces() {
    assert_eq!([2, 4, 5, 8, 9, 28, 29, 32].map(phase), [0, 0, 1, 1, 2, 6, 7, 7]);
}

#[test]
fn sums_follow_the_moves() {
    check_state(&Chess, &network::<OfChess>(2), 12, 60);
    check_state(&Chess, &network::<OfChess>(2).portable(), 12, 20);
    check_state(&Xiangqi::new(), &network::<OfXiangqi>(2), 12, 15);
    check_state(&Xiangqi::new(), &network::<OfXiangqi>(2).portable(), 12, 5);
}

/// A side sees each piece by an input of its own, among them its king.
fn check_inputs<V: View>(position: &PositionOf<V>, is_own_king: impl Fn(usize) -> bool) {
    for side in Side::BOTH {
        let mut inputs = Vec::new();
        each_input::<V>(position, side, |input| inputs.push(input));
        inputs.sort_unstable();
        inputs.dedup();
        assert_eq!(inputs.len(), V::pieces(position) as usize, "{position:?}");
        assert!(inputs.iter().all(|&input| input < V::INPUTS));
        assert!(inputs.iter().any(|&input| is_own_king(input)), "{position:?}");
    }
}

#[test]
fn both_sides_and_both_wings_are_seen_alike() {
    let network_of_chess = network::<OfChess>(3);
    each_random_line(&Chess, 13, 10, |line| {
        let position = &line[line.len() - 1];
        let mirrored = of_chess::mirrored(position);
        let value = fresh(&network_of_chess, &Chess, position);
        assert_eq!(value, fresh(&network_of_chess, &Chess, &mirrored), "{position:?}");
        // On the left half.
        check_inputs::<OfChess>(position, |input| (5 * 64..6 * 64).contains(&input) && input % 8 < 4);
    });
    let network_of_xiangqi = network::<OfXiangqi>(3);
    let game = Xiangqi::new();
    each_random_line(&game, 13, 5, |line| {
        let position = &line[line.len() - 1];
        let value = fresh(&network_of_xiangqi, &game, position);
        let mirrored = of_xiangqi::mirrored(position, false);
        assert_eq!(value, fresh(&network_of_xiangqi, &game, &mirrored), "{position:?}");
        check_inputs::<OfXiangqi>(position, |input| {
            // In the own palace.
            let (kind, point) = (input / 90, input % 90);
            kind == 6 && (3..6).contains(&(point % 9)) && point / 9 < 3
        });
    });
}

fn check_files<V: View>(name: &str, layers: &str) {
    let network = network::<V>(4);
    let bytes = network.to_bytes();
    assert_eq!(Network::<V>::read(&bytes).expect("what was written").weights(), network.weights());
    // Weights that were changed and told to be right.
    let other = |change: &dyn Fn(&mut wanqi_eval::network::Header, &mut Vec<u8>)| {
        let (mut header, weights) = wanqi_eval::network::read(&bytes).expect("what was written");
        let mut weights = weights.to_vec();
        change(&mut header, &mut weights);
        Network::<V>::read(&wanqi_eval::network::write(&header, &weights)).expect_err("a changed file")
    };
    assert_eq!(
        other(&|_, weights| weights[3] = 0x7F).to_string(),
        "a weight of the network cannot be used: 2130706732, its scale"
    );
    let last = shape::<V>().weights - 1;
    assert!(matches!(other(&|_, weights| weights[last] = 0x70), NetworkError::Weight(_, "of an input")));
    assert_eq!(
        other(&|header, _| header.game = "hex".into()).to_string(),
        format!("the network is of hex, not of {name}")
    );
    let inputs = V::INPUTS;
    assert_eq!(
        other(&|header, _| header.layers[1].1 = 7).to_string(),
        format!("a network of {inputs} inputs, 7 sums, 8 outputs cannot be used, only one of {layers}")
    );
    let cut = other(&|_, weights| weights.truncate(100));
    assert_eq!(cut, NetworkError::Length(100, shape::<V>().weights));
    for length in [0, 7, 8, 13, 23, bytes.len() - 1] {
        assert!(Network::<V>::read(&bytes[..length]).is_err(), "{length}");
    }
}

#[test]
fn files() {
    check_files::<OfChess>("chess", "768 inputs, 128 sums, 8 outputs");
    check_files::<OfXiangqi>("xiangqi", "1260 inputs, 128 sums, 8 outputs");
}

/// The networks that come with the program are some, and know what pieces are worth: the more valuable the piece that the
/// other side lacks, the better.
fn check_likes<V: View>(game: &V::Game, start: &str, without: &[&str])
where
    V::Game: Notation,
{
    let network = Network::<V>::shipped();
    let value = |text: &str| {
        let Ok(position) = game.parse_position(text) else { panic!("{text}") };
        fresh(&network, game, &position)
    };
    let mut before = value(start);
    assert!((0..200).contains(&before), "{before}");
    for without in without {
        let value = value(without);
        assert!(value > before, "{without}: {value} after {before}");
        before = value;
    }
}

#[test]
fn what_the_shipped_networks_like() {
    check_likes::<OfChess>(
        &Chess,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[
            "rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1",
            "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ],
    );
    check_likes::<OfXiangqi>(
        &Xiangqi::new(),
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        &[
            "rnbakab1r/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            "rnbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            "1nbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        ],
    );
}
