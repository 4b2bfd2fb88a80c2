//! Perspective networks: the gradient by definition, a rule that is learned, the same on any number of threads.

use wanqi_train::perspective_network::Shape;
use wanqi_train::trainer::{Example, Examples, Trainer, shuffled, sigmoid};

const SHAPE: Shape = Shape { inputs: 12, hidden: 8, outputs: 3 };

/// Random positions, of the value what a rule says: inputs below six are good for the side, the others bad; how much, the
/// output says.
struct Rule;

impl Examples<Shape> for Rule {
    fn load(&self, index: u32, inputs: &mut [Vec<u32>; 2]) -> Example {
        let word = wanqi_game::random::word(7, index.into());
        let mut lead = 0.0;
        for (side, inputs) in inputs.iter_mut().enumerate() {
            let bits = word >> (20 * side);
            inputs.clear();
            inputs.extend((0..12).filter(|i| bits >> i & 1 == 1));
            let worth: i32 = inputs.iter().map(|&i| if i < 6 { 1 } else { -1 }).sum();
            lead += if side == 0 { worth as f32 } else { -worth as f32 };
        }
        let output = (word >> 60) as usize % SHAPE.outputs;
        Example::new(output, sigmoid(lead / (2.0 + output as f32)))
    }
}

#[test]
fn the_gradient_is_what_small_steps_show() {
    let trainer = Trainer::new(SHAPE, 3);
    let (examples, batch) = (Rule, shuffled((0..300).collect(), 1));
    let (loss, gradient) = trainer.gradient(&examples, &batch, 1);
    assert!((loss - trainer.loss(&examples, &batch, 1)).abs() < 1e-7);
    let step = 1e-2;
    let mut seen = 0;
    for (i, &derivative) in gradient.iter().enumerate() {
        let shifted = |by: f32| {
            let mut trainer = trainer.clone();
            trainer.parameters[i] += by;
            trainer.loss(&examples, &batch, 1)
        };
        let measured = (shifted(step) - shifted(-step)) / f64::from(2.0 * step);
        assert!(
            (measured - f64::from(derivative)).abs() < 2e-4 + 0.05 * measured.abs(),
            "{i}: {measured} {derivative}"
        );
        seen += u32::from(measured.abs() > 1e-3);
    }
    assert!(seen > 40, "{seen} gradient that are not flat");
}

#[test]
fn a_rule_is_learned_alike_on_any_number_of_threads() {
    let learn = |threads| {
        let (mut trainer, examples) = (Trainer::new(SHAPE, 1), Rule);
        let held_out: Vec<u32> = (20_000..22_000).collect();
        let before = trainer.loss(&examples, &held_out, threads);
        for epoch in 0..8 {
            for batch in shuffled((0..20_000).collect(), epoch).chunks(4096) {
                trainer.step(&examples, batch, 0.02, threads);
            }
            // Going on from what was kept is going on.
            let bytes = trainer.to_bytes();
            trainer = Trainer::new(SHAPE, 2);
            trainer.restore(&bytes).expect("what was written");
        }
        let after = trainer.loss(&examples, &held_out, threads);
        assert!(before > 0.03 && after < 0.005, "{before} {after}");
        trainer
    };
    assert_eq!(learn(1), learn(3));
}

#[test]
fn what_is_kept_of_another_shape_is_refused() {
    let bytes = Trainer::new(SHAPE, 1).to_bytes();
    assert!(Trainer::new(Shape { hidden: 16, ..SHAPE }, 1).restore(&bytes).is_none());
    let mut same = Trainer::new(SHAPE, 2);
    for cut in [&bytes[..bytes.len() - 4], &bytes[..bytes.len() - 1], &bytes[..12], &[]] {
        assert!(same.restore(cut).is_none());
    }
    assert!(same == Trainer::new(SHAPE, 2), "what cannot be read changes nothing");
}

#[test]
fn an_order_by_chance_has_everything_once() {
    let [order, other] = [5, 6].map(|seed| shuffled((0..1000).collect(), seed));
    assert_ne!(order, other);
    let mut sorted = order.clone();
    sorted.sort_unstable();
    assert!(sorted.into_iter().eq(0..1000) && !order.is_sorted());
}
