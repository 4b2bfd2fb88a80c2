//! Games with pieces: what their networks learn from, and those in integers.

#[cfg(test)]
mod tests;

use crate::game::{self, Target};
use anyhow::Result;
use clap::Args;
use wanqi_eval::perspective_network::{
    HIDDEN, MAX_OUTPUT_WEIGHT, Network, Output, PHASES, QUANTISATION_HIDDEN, QUANTISATION_OUTPUT, View,
    Weights,
};
use wanqi_train::network_games::pieces::{Pieces, Playing, QuietPosition, Record};
use wanqi_train::perspective_network::Shape;
use wanqi_train::trainer::{Example, Examples, Trainer};

#[derive(Args)]
pub struct Options {
    /// The greatest lead after them, in hundredths of a pawn, with which a game is worth playing. The network must know
    /// what pieces are worth where one side has lost some: searches see more such positions than games
    #[arg(long, default_value_t = 1500)]
    lead: i32,
}

impl Options {
    pub fn playing(&self) -> Playing {
        Playing { lead: self.lead }
    }
}

pub fn shape<V: View>() -> Shape {
    Shape { inputs: V::INPUTS, hidden: HIDDEN, outputs: PHASES }
}

/// Positions, each seen in so many ways: as it is, and on the other wing.
pub struct Data<V, const VIEWS: u32> {
    positions: Vec<QuietPosition<V>>,
    target: Target,
}

impl<V: Pieces, const VIEWS: u32> game::Data for Data<V, VIEWS> {
    type Record = Record<V>;

    fn new(target: Target) -> Self {
        Data { positions: Vec::new(), target }
    }

    fn add(&mut self, record: &Record<V>) -> Result<()> {
        self.positions.extend(&record.0);
        Ok(())
    }
}

impl<V: Pieces, const VIEWS: u32> Examples<Shape> for Data<V, VIEWS> {
    fn load(&self, index: u32, inputs: &mut [Vec<u32>; 2]) -> Example {
        let position = &self.positions[(index / VIEWS) as usize];
        position.inputs(index % VIEWS == 1, inputs);
        Example::new(position.phase(), self.target.of(position.score, position.result()))
    }
}

/// The network in integers.
pub fn quantised<V: View>(trainer: &Trainer<Shape>, scale: u16) -> Result<Network<V>> {
    let one = [f32::from(QUANTISATION_HIDDEN), f32::from(QUANTISATION_OUTPUT)];
    let mut values = trainer.parameters.iter();
    let mut row = |one: f32, most: i16| {
        let mut row = [0; HIDDEN];
        for (place, value) in row.iter_mut().zip(&mut values) {
            *place = ((value * one).round() as i16).clamp(-most, most);
        }
        row
    };
    let inputs = (0..V::INPUTS).map(|_| row(one[0], i16::MAX)).collect();
    let bias = row(one[0], i16::MAX);
    let mut outputs = [(); PHASES]
        .map(|()| Output { sums: [row(one[1], MAX_OUTPUT_WEIGHT), row(one[1], MAX_OUTPUT_WEIGHT)], bias: 0 });
    for (output, bias) in outputs.iter_mut().zip(values) {
        output.bias = (bias * one[0] * one[1]).round() as i32;
    }
    Ok(Network::new(Weights { inputs, bias, outputs, scale: scale.into() })?)
}

/// The parameters of which the network of a file was made, as near as its integers tell.
pub fn parameters<V: View>(file: &[u8]) -> Result<Vec<f32>> {
    let network = Network::<V>::read(file)?;
    let Weights { inputs, bias, outputs, .. } = network.weights();
    let one = [f32::from(QUANTISATION_HIDDEN), f32::from(QUANTISATION_OUTPUT)];
    let hidden = inputs.iter().chain([bias]).flatten().map(|&weight| f32::from(weight) / one[0]);
    let sums = outputs.iter().flat_map(|output| &output.sums).flatten();
    let biases = outputs.iter().map(|output| output.bias as f32 / (one[0] * one[1]));
    Ok(hidden.chain(sums.map(|&weight| f32::from(weight) / one[1])).chain(biases).collect())
}
