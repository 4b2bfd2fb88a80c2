//! Tuning finds weights that are known, and the same ones on any number of threads.

use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_eval::chess::{ChessTactics, Material};
use wanqi_eval::othello::{OthelloTactics, SquaresAndMobility};
use wanqi_game::{Notation, random};
use wanqi_games::chess::Chess;
use wanqi_games::othello::Othello;
use wanqi_search::{Limits, Linear};
use wanqi_train::{GameSettings, Label, Plan, Samples, duel, quiet, self_play, texel};

/// Samples whose results come by chance from a logistic model with these weights.
fn model(weights: &[f64], scale: f64, samples: u32) -> Samples {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut all = Samples::default();
    for game in 0..samples {
        let features: Vec<(usize, f64)> =
            (0..weights.len()).map(|i| (i, f64::from(random::below(&mut rng, 7)) - 3.0)).collect();
        let value: f64 = features.iter().map(|&(i, count)| weights[i] * count).sum();
        let won = f64::from(random::below(&mut rng, 1 << 20)) / f64::from(1 << 20)
            < 1.0 / (1.0 + (-value / scale).exp());
        all.add_features(&features, Label { result: f32::from(u8::from(won)), score: value as f32, game });
    }
    all
}

#[test]
fn the_weights_of_a_model_are_found() {
    let weights = [100.0, -40.0, 10.0, 0.0];
    let samples = model(&weights, 150.0, 40_000);
    // The right scale is found with the right weights, and the right weights from others of that scale.
    let same = texel::fit(
        &samples,
        &weights.map(|weight| weight as i32),
        &texel::Options::default(),
        &mut |_, _| {},
    );
    assert!((same.scale - 150.0).abs() < 5.0, "{same:?}");
    let options = texel::Options { prior: 0.0, ..texel::Options::default() };
    for prior in [[50, 0, 0, 0], [0, 0, 0, 0], [-100, 300, 7, 8]] {
        let found = texel::fit(&samples, &prior, &options, &mut |_, _| {});
        for (found, weight) in found.weights.iter().map(|weight| weight * 150.0 / found.scale).zip(weights) {
            assert!((found - weight).abs() < 4.0, "{found} for {weight} from {prior:?}");
        }
        assert!(found.held_out[1] < found.held_out[0], "{found:?}");
        assert!(found.fitted[1] < found.fitted[0], "{found:?}");
    }
    // A strong pull keeps them where they were; scores instead of results find the same without the noise.
    let held = texel::Options { prior: 1e9, ..texel::Options::default() };
    let held = texel::fit(&samples, &[50, 0, 0, 0], &held, &mut |_, _| {});
    assert_eq!(held.rounded(), [50, 0, 0, 0]);
    let scores = texel::Options { scores: 1.0, prior: 0.0, ..texel::Options::default() };
    let by_scores = texel::fit(&samples, &[100, 0, 0, 0], &scores, &mut |_, _| {});
    assert_eq!(by_scores.rounded(), [100, -40, 10, 0]);
}

#[test]
fn threads_change_nothing() {
    let (game, evaluation) = (Othello::default(), SquaresAndMobility::default());
    let tune = |threads| {
        let settings = GameSettings { limits: Limits::nodes(60), ..GameSettings::default() };
        let plan = Plan { games: 40, threads, settings, ..Plan::default() };
        let samples = self_play(&game, &evaluation, &OthelloTactics, &plan, &mut |_| {});
        let options = texel::Options { threads, ..texel::Options::default() };
        let fit = texel::fit(&samples, &evaluation.weights(), &options, &mut |_, _| {});
        (samples, fit)
    };
    let (samples, fit) = tune(1);
    assert_eq!((samples.games(), samples.is_empty()), (40, false));
    assert!((0..samples.len()).any(|i| samples.label(i).result == 0.0));
    assert_eq!(tune(3), (samples, fit));
}

#[test]
fn a_stop_keeps_the_games_that_are_complete() {
    let settings = GameSettings { limits: Limits::nodes(60), ..GameSettings::default() };
    let stop = settings.limits.stop.clone();
    let plan = Plan { games: 1_000_000, threads: 2, settings, ..Plan::default() };
    let mut told = 0;
    let samples = self_play(
        &Othello::default(),
        &SquaresAndMobility::default(),
        &OthelloTactics,
        &plan,
        &mut |so_far| {
            told = so_far.positions;
            if so_far.games == 5 {
                stop.stop();
            }
        },
    );
    assert!(samples.games() >= 5 && samples.games() < 100);
    assert_eq!(samples.len(), told);
}

#[test]
fn an_evaluation_is_as_strong_as_itself() {
    let evaluation = SquaresAndMobility::default();
    let play = |other: &SquaresAndMobility| {
        let settings = GameSettings { limits: Limits::nodes(100), ..GameSettings::default() };
        let plan = Plan { games: 40, settings, ..Plan::default() };
        duel::duel(&Othello::default(), [&evaluation, other], &OthelloTactics, &plan, &mut |_| {})
    };
    let even = play(&evaluation);
    assert_eq!(even.wins, even.losses, "a pair of games is one game twice");
    let contrary: Vec<i32> = evaluation.weights().iter().map(|weight| -weight).collect();
    assert!(play(&evaluation.with_weights(&contrary)).share() > 0.9);
}

#[test]
fn quiet_positions_are_those_after_the_captures_that_pay() {
    for (text, expected) in [
        // Nothing to take.
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")),
        // A rook hangs; the pawn that takes it is taken by the king only if that pays.
        ("4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", Some("4k3/8/8/3P4/8/8/8/4K3 b - - 0 1")),
        // The queen would be taken back.
        ("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1", Some("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1")),
        // Mated.
        ("R3k3/7R/8/8/8/8/8/4K3 b - - 0 1", None),
    ] {
        let line = [Chess.parse_position(text).expect("a position")];
        let found = quiet::quiet(&Chess, &Material::default(), &ChessTactics, &line);
        assert_eq!(found.map(|position| Chess.format_position(&position)).as_deref(), expected, "{text}");
    }
}
