//! Pooled networks: the gradient by definition, a rule that is learned, the same on any number of threads.

use wanqi_train::pooled_network::{Input, Shape};
use wanqi_train::trainer::{Example, Examples, Trainer, shuffled, sigmoid};

const INPUTS: usize = 6;
const NOTHING: usize = 0;

fn new(seed: u64) -> Trainer<Shape<8, 4>> {
    Trainer::new(Shape::new(INPUTS, &[NOTHING]), seed)
}

/// Random positions of four kinds of points, of the value what a rule says: points where both sides can do something count for
/// the side that can do more, and the more so the more points there are.
struct Rule(Vec<([Input; 4], Example)>);

impl Rule {
    fn new(count: u64) -> Rule {
        let example = |index| {
            let word = wanqi_game::random::word(7, index);
            let input = |i: usize| {
                let bits = word >> (12 * i);
                let features = [bits % 6, (bits >> 4) % 6].map(|feature| feature as u16);
                Input { features, count: 1 + (bits >> 8) as u16 % 3 }
            };
            let inputs: [Input; 4] = std::array::from_fn(input);
            let value_of = |&Input { features: [own, other], count }: &Input| {
                if own == 0 || other == 0 {
                    0.0
                } else {
                    f32::from(count) * (f32::from(own) - f32::from(other))
                }
            };
            let lead: f32 = inputs.iter().map(value_of).sum();
            let base = (word >> 60) as f32 / 16.0 - 0.5;
            (inputs, Example { offset: base, ..Example::new(0, sigmoid(base + lead / 4.0)) })
        };
        Rule((0..count).map(example).collect())
    }
}

impl Examples<Shape<8, 4>> for Rule {
    fn load(&self, index: u32, inputs: &mut Vec<Input>) -> Example {
        let (of_position, example) = &self.0[index as usize];
        inputs.clear();
        inputs.extend(of_position);
        *example
    }
}

#[test]
fn the_gradient_is_what_small_steps_show() {
    let trainer = new(3);
    let (examples, batch) = (Rule::new(300), shuffled((0..300).collect(), 1));
    let (loss, gradient) = trainer.gradient(&examples, &batch, 1);
    assert!((loss - trainer.loss(&examples, &batch, 1)).abs() < 1e-7);
    let step = 4e-3;
    let mut seen = 0;
    for (i, &derivative) in gradient.iter().enumerate() {
        let shifted = |by: f32| {
            let mut trainer = trainer.clone();
            trainer.parameters[i] += by;
            trainer.loss(&examples, &batch, 1)
        };
        let measured = (shifted(step) - shifted(-step)) / f64::from(2.0 * step);
        // The embeddings of nothing stay as they are.
        let is_fixed = i < trainer.network.hidden() && i / 8 % INPUTS == NOTHING;
        let expected = if is_fixed { 0.0 } else { measured };
        assert!(
            (expected - f64::from(derivative)).abs() < 3e-4 + 0.05 * measured.abs(),
            "{i}: {measured} {derivative}"
        );
        seen += u32::from(expected.abs() > 1e-3);
    }
    assert!(seen > 30, "{seen} gradient that are not flat");
}

#[test]
fn a_rule_is_learned_alike_on_any_number_of_threads() {
    let examples = Rule::new(22_000);
    let learn = |threads| {
        let mut trainer = new(1);
        let held_out: Vec<u32> = (20_000..22_000).collect();
        let before = trainer.loss(&examples, &held_out, threads);
        for epoch in 0..8 {
            for batch in shuffled((0..20_000).collect(), epoch).chunks(1024) {
                trainer.step(&examples, batch, 0.01, threads);
            }
        }
        (trainer.clone(), before, trainer.loss(&examples, &held_out, threads))
    };
    let (one, before, after) = learn(1);
    assert!(after < before / 10.0, "{before} {after}");
    assert!(learn(3).0 == one, "three threads learn what one does");
}

#[test]
fn a_trainer_goes_on_where_it_was() {
    let (examples, batch) = (Rule::new(300), shuffled((0..300).collect(), 1));
    let mut trainer = new(3);
    trainer.step(&examples, &batch, 0.01, 1);
    let bytes = trainer.to_bytes();
    let mut restored = new(3);
    restored.restore(&bytes).expect("what was written");
    assert!(restored == trainer);
    trainer.step(&examples, &batch, 0.01, 1);
    restored.step(&examples, &batch, 0.01, 1);
    assert!(restored == trainer);
    assert!(new(3).restore(&bytes[1..]).is_none());
    assert!(Trainer::new(Shape::<8, 5>::new(INPUTS, &[NOTHING]), 3).restore(&bytes).is_none());
}
