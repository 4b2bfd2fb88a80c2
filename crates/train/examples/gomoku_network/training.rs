//! A network from records.

use crate::common::training_loop::{Schedule, Trainable};
use crate::record;
use anyhow::{Context, Result};
use clap::Args;
use std::path::{Path, PathBuf};
use wanqi_eval::gomoku::network::{
    HIDDEN, INPUTS, MAX_EMBEDDING_WEIGHT, NOTHING, POOLED, QUANTISATION_EMBEDDING, QUANTISATION_HIDDEN,
    Weights, inputs,
};
use wanqi_eval::gomoku::{Lines, Network};
use wanqi_game::{Game, Side};
use wanqi_search::{Evaluator, Incremental, Stop};
use wanqi_train::perspective_network::sigmoid;
use wanqi_train::pooled_network::{Example, Examples, Input, Trainer};

#[derive(Args)]
pub struct Train {
    /// The files of games
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Where to write the network; what is needed to go on is kept beside it
    #[arg(long)]
    out: PathBuf,
    /// How often every position is looked at
    #[arg(long, default_value_t = 6)]
    epochs: u32,
    /// The step's size at the beginning and at the end; in between it falls by the same part each step
    #[arg(long, num_args = 2, default_values_t = [0.002, 0.00005])]
    rate: Vec<f32>,
    /// How much of the target is the search's score, from 0 to 1; the rest is how the game ended
    #[arg(long, default_value_t = 0.5)]
    scores: f32,
    /// The lead that multiplies the odds by e
    #[arg(long, default_value_t = 270)]
    scale: u16,
    #[command(flatten)]
    schedule: Schedule,
}

pub type GomokuTrainer = Trainer<POOLED, HIDDEN>;

/// Positions as the network sees them.
#[derive(Default)]
pub struct Data {
    inputs: Vec<Input>,
    /// Where each position's inputs end.
    ends: Vec<usize>,
    examples: Vec<Example>,
    /// The game that each is from.
    games: Vec<u32>,
}

impl Examples for Data {
    fn load(&self, index: u32) -> (&[Input], Example) {
        let index = index as usize;
        let begin = if index == 0 { 0 } else { self.ends[index - 1] };
        (&self.inputs[begin..self.ends[index]], self.examples[index])
    }
}

impl Data {
    /// Adds the quiet positions of a game.
    pub fn add(&mut self, record: &record::Record, game: u32, scores: f32, scale: f32) -> Result<()> {
        let (rules, lines) = (&record.game, Lines::default());
        let mut board = lines.state(rules, &rules.start());
        let mut points = Vec::new();
        record.each_position(|position, played, mv| {
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
                self.ends.push(self.inputs.len());
                let said = sigmoid(f32::from(score) / scale);
                let base = lines.evaluate(rules, &mut board, position) as f32 / scale;
                let target = scores * said + (1.0 - scores) * record.result(side);
                self.examples.push(Example { base, target });
                self.games.push(game);
            }
            let mut after = position.clone();
            rules.play(&mut after, mv);
            lines.push(rules, &mut board, position, mv, &after);
        })
    }
}

/// A network that learns from them.
struct Learning {
    trainer: GomokuTrainer,
    data: Data,
    scale: f32,
}

impl Trainable for Learning {
    fn step(&mut self, batch: &[u32], rate: f32, threads: usize) -> f64 {
        self.trainer.step(&self.data, batch, rate, threads)
    }

    fn loss(&self, indices: &[u32], threads: usize) -> f64 {
        self.trainer.loss(&self.data, indices, threads)
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.trainer.to_bytes()
    }

    fn restore(&mut self, bytes: &[u8]) -> Option<()> {
        self.trainer.restore(bytes)
    }

    fn write(&self, out: &Path) -> Result<()> {
        let weights = quantised(&self.trainer, self.scale);
        let bytes = weights.to_bytes();
        Network::new(weights)?;
        std::fs::write(out, bytes).with_context(|| format!("cannot write {}", out.display()))
    }
}

impl Train {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        let (mut data, mut games) = (Data::default(), 0);
        for path in &self.data {
            for record in record::read(path)?.0 {
                data.add(&record, games, self.scores, self.scale.into())?;
                games += 1;
            }
        }
        let games = std::mem::take(&mut data.games);
        let trainer = GomokuTrainer::new(INPUTS, &NOTHING, self.schedule.seed);
        let mut learning = Learning { trainer, data, scale: self.scale.into() };
        let rate = [self.rate[0], self.rate[1]];
        self.schedule.run(&mut learning, &games, self.epochs, rate, &self.out, stop)
    }
}

/// The network with integers; rows of shapes that no game has shown say nothing.
pub fn quantised(trainer: &GomokuTrainer, scale: f32) -> Weights {
    let mut values = trainer.parameters.iter().copied();
    let mut value = || values.next().unwrap_or_default();
    let most = f32::from(MAX_EMBEDDING_WEIGHT);
    let mut embedding = |embedding| {
        let values =
            [(); POOLED].map(|()| (value() * QUANTISATION_EMBEDDING).round().clamp(-most, most) as i16);
        if trainer.is_learned(embedding) { values } else { [0; POOLED] }
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
