//! What the network learns from, and the network in integers.

use crate::game::{self, Target};
use anyhow::Result;
use wanqi_eval::gomoku::Lines;
use wanqi_eval::gomoku::network::{
    HIDDEN, INPUTS, MAX_EMBEDDING_WEIGHT, POOLED, QUANTISATION_EMBEDDING, QUANTISATION_HIDDEN, Weights,
    inputs,
};
use wanqi_game::{Game, Side};
use wanqi_search::{Evaluator, Incremental};
use wanqi_train::network_games::gomoku::Record;
use wanqi_train::pooled_network::{self, Input};
use wanqi_train::trainer::{Example, Examples, Trainer};

pub type Shape = pooled_network::Shape<POOLED, HIDDEN>;

/// Positions as the network sees them.
pub struct Data {
    target: Target,
    inputs: Vec<Input>,
    positions: Vec<Position>,
}

struct Position {
    /// Where its inputs end.
    end: usize,
    /// What the lines say: the logarithm of the odds.
    base: f32,
    target: f32,
}

impl Examples<Shape> for Data {
    fn load(&self, index: u32, inputs: &mut Vec<Input>) -> Example {
        let index = index as usize;
        let begin = index.checked_sub(1).map_or(0, |before| self.positions[before].end);
        let Position { end, base, target } = self.positions[index];
        inputs.clear();
        inputs.extend_from_slice(&self.inputs[begin..end]);
        Example { offset: base, ..Example::new(0, target) }
    }
}

impl game::Data for Data {
    type Record = Record;

    fn new(target: Target) -> Data {
        Data { target, inputs: Vec::new(), positions: Vec::new() }
    }

    fn add(&mut self, record: &Record) -> Result<()> {
        let (rules, lines) = (&record.game, Lines::default());
        let mut board = lines.state(rules, &rules.start());
        let mut points = Vec::new();
        let read = record.each_position(|position, played, mv| {
            if let Some(score) = played.score {
                let side = rules.side_to_move(position);
                points.clear();
                for [first, second] in
                    inputs(rules, &board).map(|embeddings| embeddings.map(|embedding| embedding as u16))
                {
                    points.push(if side == Side::First { [first, second] } else { [second, first] });
                }
                points.sort_unstable();
                let alike = points.chunk_by(|one, other| one == other);
                self.inputs
                    .extend(alike.map(|alike| Input { features: alike[0], count: alike.len() as u16 }));
                let base = lines.evaluate(rules, &mut board, position) as f32 / self.target.scale;
                let target = self.target.of(score, record.result(side));
                self.positions.push(Position { end: self.inputs.len(), base, target });
            }
            let mut after = position.clone();
            rules.play(&mut after, mv);
            lines.push(rules, &mut board, position, mv, &after);
        });
        read.map_err(anyhow::Error::msg)
    }
}

/// The network with integers; rows of shapes that no game has shown say nothing.
pub fn quantised(trainer: &Trainer<Shape>, scale: f32) -> Weights {
    let mut values = trainer.parameters.iter().copied();
    let mut value = || values.next().unwrap_or_default();
    let most = f32::from(MAX_EMBEDDING_WEIGHT);
    let mut embedding = |embedding| {
        let values =
            [(); POOLED].map(|()| (value() * QUANTISATION_EMBEDDING).round().clamp(-most, most) as i16);
        if trainer.is_learned(embedding * POOLED..(embedding + 1) * POOLED) { values } else { [0; POOLED] }
    };
    let embeddings = [0, INPUTS].map(|first| (first..first + INPUTS).map(&mut embedding).collect());
    // The trainer goes by sums, the network by what they come to.
    let mut hidden = [[[0; POOLED]; 2]; HIDDEN];
    for place in 0..2 {
        for sum in 0..POOLED {
            hidden
                .iter_mut()
                .for_each(|number| number[place][sum] = (value() * QUANTISATION_HIDDEN).round() as i16);
        }
    }
    Weights {
        embeddings,
        hidden,
        hidden_bias: [(); HIDDEN]
            .map(|()| (value() * QUANTISATION_EMBEDDING * QUANTISATION_HIDDEN).round() as i32),
        output: [(); HIDDEN].map(|()| value()),
        bias: value(),
        scale,
    }
}

/// The parameters of which a network was made, as near as its integers tell.
pub fn parameters(weights: &Weights) -> Vec<f32> {
    let mut parameters = Vec::new();
    for embedding in weights.embeddings.iter().flatten().flatten() {
        parameters.push(f32::from(*embedding) / QUANTISATION_EMBEDDING);
    }
    for place in 0..2 {
        for sum in 0..POOLED {
            let of_sum = weights.hidden.iter().map(|number| number[place][sum]);
            parameters.extend(of_sum.map(|weight| f32::from(weight) / QUANTISATION_HIDDEN));
        }
    }
    let biases = weights.hidden_bias.iter();
    parameters.extend(biases.map(|&bias| bias as f32 / (QUANTISATION_EMBEDDING * QUANTISATION_HIDDEN)));
    parameters.extend(weights.output);
    parameters.push(weights.bias);
    parameters
}
