//! The network of Go: what it sees, that every processor says the same, and its file.

use crate::{go, place, read};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use wanqi_eval::go::network::{
    CHANNELS, Convolution, Input, Network, NetworkGuide, Output, PLANES, Processor, SHIPPED, Weights,
};
use wanqi_game::{Game, Notation, random};
use wanqi_games::go::{Go, Move, Position, Scoring, UpTo9, UpTo19};
use wanqi_search::mcts::{Mcts, Options, Prior, ValueGuide};
use wanqi_search::{Limits, Search};

/// A network of random weights, and as large as they may be.
fn weights(seed: u64) -> Weights {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut weights = Weights::none();
    let mut number = |most: f32| (random::below(&mut rng, 2001) as f32 / 1000.0 - 1.0) * most;
    let convolution = |number: &mut dyn FnMut(f32) -> f32, inputs: usize, scale: f32| {
        let row = |_| [(); CHANNELS].map(|()| number(0.3));
        let rows: Vec<[f32; CHANNELS]> = (0..9 * inputs).map(row).collect();
        Convolution::quantised(&rows, [(); CHANNELS].map(|()| number(1.0)), scale)
    };
    weights.first = convolution(&mut number, PLANES, 1.0);
    for block in &mut weights.blocks {
        block.scales = [0.02, 0.04];
        block.convolutions = block.scales.map(|scale| convolution(&mut number, CHANNELS, scale));
        block.pooled.as_flattened_mut().iter_mut().for_each(|weight| *weight = number(0.2));
    }
    weights.globals.as_flattened_mut().iter_mut().for_each(|weight| *weight = number(0.5));
    let (policy, value) = (&mut weights.policy, &mut weights.value);
    for row in [
        policy.points.as_flattened_mut(),
        &mut policy.bias,
        policy.pooled.as_flattened_mut(),
        &mut policy.output,
        &mut policy.pass,
        value.points.as_flattened_mut(),
        &mut value.bias,
        value.hidden.as_flattened_mut(),
        value.output.as_flattened_mut(),
        &mut value.ownership,
    ] {
        row.iter_mut().for_each(|weight| *weight = number(0.1));
    }
    weights
}

/// A line of random moves.
fn line(size: u8, moves: usize, seed: u64) -> (Go<UpTo19>, Vec<Position<UpTo19>>) {
    let go = Go::<UpTo19>::new(size).expect("a size");
    let (mut rng, mut line) = (Pcg64Mcg::seed_from_u64(seed), vec![go.start()]);
    for _ in 0..moves {
        let mut next = line[line.len() - 1];
        if go.result(&line).is_some() {
            break;
        }
        let mv = go.random_move(&next, &mut rng).unwrap_or(Move::PASS);
        go.play(&mut next, mv);
        line.push(next);
    }
    (go, line)
}

/// And a file holds what was written.
#[test]
fn every_processor_says_the_same() {
    for size in 2..=19 {
        let seed = u64::from(size);
        let (weights, (go, line)) = (weights(seed), line(size, 11 * usize::from(size) % 150, seed));
        assert_eq!(Weights::read(&weights.to_bytes()).as_ref(), Ok(&weights));
        let said = said_by_all(&weights, &Input::of(&go, &line));
        assert!(said.policy.iter().any(|&logit| (logit - said.policy[0]).abs() > 0.01), "{size}");
    }
}

/// What every processor says, which is the same.
fn said_by_all(weights: &Weights, input: &Input) -> Output {
    let said = |processor| Network::by(weights, processor).expect("weights").run(input);
    let first = said(Processor::Portable);
    for processor in Processor::all() {
        assert_eq!(first, said(processor), "{} lines, {processor:?}", input.size);
    }
    first
}

/// Of weights with which tiles can just be worked out, of some with which they cannot, and of the largest.
#[test]
fn the_largest_sums_are_the_same() {
    for most in [101, 102, 127_i8] {
        let mut weights = weights(5);
        for block in &mut weights.blocks {
            // So that bytes are as large as they may be.
            block.scales = [0.001; 2];
            let rows = block.convolutions.iter_mut().flat_map(|convolution| &mut convolution.weights);
            for (number, row) in rows.enumerate() {
                // Nearly all outputs are as large as they may be, so that the next sums are too.
                *row = std::array::from_fn(|output| match output {
                    0 => -most,
                    1 if number % 2 == 0 => -most,
                    _ => most,
                });
            }
        }
        for size in [9, 13, 19] {
            let (go, line) = line(size, 80, 6);
            let said = said_by_all(&weights, &Input::of(&go, &line));
            assert!(said.lead.abs() > 1.0 && said.lead.is_finite(), "{most}, {size}: {}", said.lead);
        }
    }
}

/// A layer worked out by plain sums: what one convolution, the pools and the heads come to, where all weights are small whole
/// numbers.
#[test]
fn layers_add_up() {
    let mut weights = Weights::none();
    // The first channel counts the stones of the side to move on a point and around it.
    let counts =
        |row: usize| [(); CHANNELS].map(|()| 0.0).map(|_: f32| if row % PLANES == 1 { 1.0 } else { 0.0 });
    let rows: Vec<[f32; CHANNELS]> = (0..9 * PLANES).map(counts).collect();
    weights.first = Convolution::quantised(&rows, [0.0; CHANNELS], 1.0);
    weights.policy.points[0][0] = 1.0;
    weights.policy.output[0] = 2.0;
    weights.policy.pass[0] = 25.0;
    weights.policy.pass[CHANNELS] = 1.0;
    weights.value.ownership[3] = 0.25;
    weights.value.output_bias = [0.0, 0.35];
    let go = go(5);
    let position = read(&go, "5/1XX2/1O3/5/4X X - 0 0 0");
    for processor in Processor::all() {
        let network = Network::by(&weights, processor).expect("weights");
        let said = network.look(&go, &[position]);
        let counted = [1, 2, 2, 1, 0, 1, 2, 2, 1, 0, 1, 2, 2, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1];
        let near = |a: f32, b: f32| assert!((a - b).abs() < 1e-4, "{processor:?}: {a} instead of {b}");
        for (point, count) in counted.into_iter().enumerate() {
            near(said.policy[point], 2.0 * count as f32);
            near(said.ownership[point], (0.25 * count as f32).tanh());
        }
        // Of all the mean, and the greatest.
        near(said.policy[25], counted.into_iter().sum::<i32>() as f32 + 2.0);
        near(said.value, 0.5);
        near(said.lead, 3.5);
    }
}

/// An input that is none stops before anything is written beyond the board.
#[test]
fn inputs_are_of_a_board() {
    let network = Network::new(&weights(4)).expect("weights");
    let input = Input::of(&go(5), &[go(5).start()]);
    for (size, points) in [(0, vec![]), (5, vec![1; 24]), (7, vec![1; 25])] {
        let input = Input { size, points, ..input.clone() };
        assert!(std::panic::catch_unwind(|| network.run(&input)).is_err(), "{size}");
    }
}

/// What is seen of points: the position, then by point its bits beyond the first.
#[test]
fn what_is_seen() {
    for (size, moves, text, seen) in [
        // Strings of one, two, three and more liberties.
        (5, "", "X4/XO3/5/2XX1/5 X", vec![("A5", "1 4 15"), ("B4", "2 8"), ("C2", "1"), ("E1", "")]),
        // In atari: the other's is lost, the own one may be saved, or not.
        (5, "", "OX3/5/5/5/4O X", vec![("A5", "2 6 16"), ("E1", "2 7 16"), ("B5", "1 4")]),
        (5, "", "XO3/5/5/5/5 X", vec![("A5", "1 3 15")]),
        // Two liberties: a ladder that works, for either side.
        (9, "", "9/9/9/9/9/2X6/1XOO5/2XX5/9 X", vec![("C3", "2 7 16")]),
        (9, "", "9/9/9/9/9/2X6/1XOO5/2XX5/9 O", vec![("C3", "1 4 15")]),
        (9, "", "9/9/6O2/9/9/2X6/1XOO5/2XX5/9 X", vec![("C3", "2 7")]),
        // A ko, and the last moves.
        (5, "C3 B3", "5/1XO2/X2O1/1XO2/5 X", vec![("C3", "9 11"), ("B3", "2 6 10 16")]),
    ] {
        let go = go(size);
        let mut line = vec![read(&go, &format!("{text} - 0 0 0"))];
        for word in moves.split_whitespace() {
            let mut next = line[line.len() - 1];
            let mv = go.parse_move(&next, word).expect(word);
            go.play(&mut next, mv);
            line.push(next);
        }
        let input = Input::of(&go, &line);
        for (point, bits) in seen {
            let place = place(&go, &go.start(), point);
            let (column, row) = go.column_and_row(place);
            let found: Vec<String> = (1..PLANES)
                .filter(|bit| input.points[row * usize::from(size) + column] >> bit & 1 == 1)
                .map(|bit| bit.to_string())
                .collect();
            assert_eq!(found.join(" "), bits, "{text} {point}");
        }
    }
    let go = Go::<UpTo9>::new(9).expect("a size").with_komi(6.5).expect("a komi");
    let mut line = vec![go.start()];
    assert_eq!(Input::of(&go, &line).globals, [-0.65, 9.0 / 19.0, 0.0, 1.0]);
    let mut next = line[0];
    go.play(&mut next, Move::PASS);
    line.push(next);
    assert_eq!(Input::of(&go, &line).globals, [0.65, 9.0 / 19.0, 1.0, 0.0]);
}

/// A guide visits legal moves once each, all together sure, and no own eye; and its words are those of the network, however the
/// board is turned.
#[test]
fn guides_visit_moves_once() {
    let network = SHIPPED.get().expect("it comes with the program");
    let go = go(9);
    let mut rng = Pcg64Mcg::seed_from_u64(3);
    let mut line = vec![go.start()];
    while go.result(&line).is_none() {
        let (mut seen, mut all, mut best) = (Vec::new(), 0.0, 0.0_f32);
        let expected = NetworkGuide(network.clone()).evaluate(&go, &line, &mut |mv, prior| {
            assert!(!seen.contains(&mv) && !go.forbidden_by_history(&line, mv));
            assert!((0.0..=1.0).contains(&prior.value));
            seen.push(mv);
            all += prior.probability;
            best = best.max(prior.value);
        });
        let expected = expected.expect("it knows how games end");
        assert!((all - 1.0).abs() < 1e-4 && seen.contains(&Move::PASS), "{all}");
        let input = Input::of(&go, &line);
        let said = network.run(&input.turned((input.hash() >> 61) as usize));
        assert!((best - said.value).abs() < 1e-6 && expected.ownership.len() == 81);
        let mut next = line[line.len() - 1];
        let mv = seen[rng.next_u64() as usize % seen.len()];
        go.play(&mut next, mv);
        line.push(next);
    }
}

/// On large boards a guide looks at the corners first, wherever the network would begin; on small ones it is the network alone.
#[test]
fn large_boards_begin_in_corners() {
    let network = Network::new(&weights(5)).expect("weights");
    for (size, is_large) in [(9, false), (12, false), (13, true), (19, true)] {
        let go = Go::<UpTo19>::new(size).expect("a size");
        let line = [go.start()];
        let mut moves = Vec::new();
        let visit = &mut |mv: Move, prior: Prior| {
            if !mv.is_pass() {
                moves.push((mv, prior.probability));
            }
        };
        NetworkGuide(network.clone()).evaluate(&go, &line, visit);
        let (mv, _) = *moves.iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("moves");
        let is_corner = go.amaf_index(mv).is_some_and(|place| {
            let (column, row) = go.column_and_row(place);
            [column, row].into_iter().all(|at| (2..5).contains(&at.min(usize::from(size) - 1 - at)))
        });
        assert_eq!(is_corner, is_large, "{mv:?} on {size} lines");
    }
}

/// Where territory counts, each move beyond the other side's costs a point, and a game is played on after two passes: on a
/// finished board whoever moves passes, with dead stones on it too, however far ahead it is; what wins is played.
#[test]
fn territory_is_not_filled() {
    let network = Network::try_shipped().expect("a network");
    let finished = "1X1XO1O1O/XXXXOOOOO/1XXXO1OO1/XX1XOOO1O/XXXXOOOOO/X1XXO1O2/XXOXOOOO1/X2XOX1O1/XXXXO2OO";
    // A point for whoever plays D9, by which the game is won.
    let open = finished.replace("1X1XO1O1O/", "1X2O1O1O/");
    for (rows, komi, sides, passes) in [
        // Whoever is ahead by half a point, and both where all is decided.
        (finished, -6.5, "X", true),
        (finished, -5.5, "O", true),
        (finished, 20.5, "XO", true),
        (finished, -20.5, "XO", true),
        (&open, -6.5, "XO", false),
    ] {
        for side in sides.chars() {
            let go = go(9).with_komi(komi).expect("a komi").with_scoring(Scoring::Territory);
            let position = read(&go, &format!("{rows} {side} - 0 0 0"));
            let mut search = Mcts::guided(Options::default(), NetworkGuide(network.clone()));
            let report = search.search(&go, &[position], &Limits::nodes(1600), &mut |_| {});
            let best = report.best.expect("a move");
            assert_eq!(
                best.is_pass(),
                passes,
                "{rows} {side} {komi}: {}",
                go.format_move(&position, best, 0)
            );
        }
    }
    // A stone in one's own territory is a point for the other side, and by area nothing.
    for (scoring, points) in [(Scoring::Territory, 1.0), (Scoring::Area, 0.0)] {
        let go = go(9).with_komi(6.5).expect("a komi").with_scoring(scoring);
        let position = read(&go, &format!("{finished} X - 0 0 0"));
        let komi = |mv: Move| {
            let mut after = position;
            go.play(&mut after, mv);
            10.0 * Input::of(&go, &[after]).globals[0]
        };
        let filled = position.move_at(place(&go, &position, "B2"));
        assert!((komi(filled) - komi(Move::PASS) - points).abs() < 1e-4, "{scoring:?}");
    }
}

#[test]
fn files() {
    let bytes = weights(1).to_bytes();
    let network = Network::read(SHIPPED.file.read().expect("it comes with the program").as_ref());
    assert!(network.is_ok(), "{network:?}");
    let changed = |change: fn(&mut Weights)| {
        let mut weights = weights(2);
        change(&mut weights);
        Network::new(&weights).expect_err("it cannot be used").to_string()
    };
    for (message, expected) in [
        (Network::read(&bytes[..bytes.len() / 2]).expect_err("half").to_string(), "checksum differs"),
        (Network::read(b"").expect_err("nothing").to_string(), "this is no network"),
        (
            Network::read(&wanqi_eval::gomoku::network::SHIPPED.file.read().expect("a file"))
                .expect_err("gomoku's")
                .to_string(),
            "the network is of gomoku, not of go",
        ),
        (changed(|weights| weights.policy.pass_bias = f32::NAN), "cannot be used: NaN, beyond ten thousand"),
        (changed(|weights| weights.first.bias[3] = -2e6), "cannot be used: -2000000, beyond ten thousand"),
        (
            changed(|weights| weights.blocks[1].scales[0] = 0.0),
            "cannot be used: 0, of what a convolution reads",
        ),
        (
            changed(|weights| weights.blocks[0].convolutions[1].weights.truncate(7)),
            "224 bytes of weights instead",
        ),
        (changed(|weights| weights.blocks.truncate(2)), "2 blocks cannot be used, only one of"),
    ] {
        assert!(message.contains(expected), "{message}");
    }
}
