//! What the network learns from, and the network in integers.

use crate::game::{self, Target};
use anyhow::Result;
use wanqi_eval::chess::Network;
use wanqi_eval::chess::network::features::{INPUTS, PHASES};
use wanqi_eval::chess::network::{
    HIDDEN, MAX_OUTPUT_WEIGHT, Output, QUANTISATION_HIDDEN, QUANTISATION_OUTPUT, Weights,
};
use wanqi_train::network_games::chess::{QuietPosition, Record};
use wanqi_train::perspective_network::Shape;
use wanqi_train::trainer::{Example, Examples, Trainer};

pub const SHAPE: Shape = Shape { inputs: INPUTS, hidden: HIDDEN, outputs: PHASES };

pub struct Data {
    positions: Vec<QuietPosition>,
    target: Target,
}

impl game::Data for Data {
    type Record = Record;

    fn new(target: Target) -> Data {
        Data { positions: Vec::new(), target }
    }

    fn add(&mut self, record: &Record) -> Result<()> {
        self.positions.extend(&record.0);
        Ok(())
    }
}

impl Examples<Shape> for Data {
    fn load(&self, index: u32, inputs: &mut [Vec<u32>; 2]) -> Example {
        let position = &self.positions[index as usize];
        position.inputs(inputs);
        Example::new(position.phase(), self.target.of(position.score, position.result()))
    }
}

/// The network in integers.
pub fn quantised(trainer: &Trainer<Shape>, scale: u16) -> Result<Network> {
    let one = [f32::from(QUANTISATION_HIDDEN), f32::from(QUANTISATION_OUTPUT)];
    let mut values = trainer.parameters.iter();
    let mut row = |one: f32, most: i16| {
        let mut row = [0; HIDDEN];
        for (place, value) in row.iter_mut().zip(&mut values) {
            *place = ((value * one).round() as i16).clamp(-most, most);
        }
        row
    };
    let inputs = (0..INPUTS).map(|_| row(one[0], i16::MAX)).collect();
    let bias = row(one[0], i16::MAX);
    let mut outputs = [(); PHASES]
        .map(|()| Output { sums: [row(one[1], MAX_OUTPUT_WEIGHT), row(one[1], MAX_OUTPUT_WEIGHT)], bias: 0 });
    for (output, bias) in outputs.iter_mut().zip(values) {
        output.bias = (bias * one[0] * one[1]).round() as i32;
    }
    Ok(Network::new(Weights { inputs, bias, outputs, scale: scale.into() })?)
}
