//! Where the parameters of each layer are.

use super::INPUTS;
use std::ops::Range;
use wanqi_eval::go::network::{BLOCKS, CHANNELS, GLOBALS, HIDDEN, PLANES, POLICY, VALUE, Weights, heads_mut};

/// The parameters of a layer: their places, and how far those at the beginning are from nothing at most.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Span {
    range: Range<usize>,
    spread: f32,
}

impl Span {
    pub fn of<'a>(&self, parameters: &'a [f32]) -> &'a [f32] {
        &parameters[self.range.clone()]
    }

    pub fn of_mut<'a>(&self, parameters: &'a mut [f32]) -> &'a mut [f32] {
        &mut parameters[self.range.clone()]
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct ConvolutionLayout {
    pub weights: Span,
    pub bias: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct BlockLayout {
    pub convolutions: [ConvolutionLayout; 2],
    pub pooled: Span,
}

/// The layers after the tower.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct HeadsLayout {
    pub policy_points: Span,
    pub policy_bias: Span,
    pub policy_pooled: Span,
    pub policy_output: Span,
    pub pass: Span,
    pub pass_bias: Span,
    pub value_points: Span,
    pub value_bias: Span,
    pub hidden: Span,
    pub hidden_bias: Span,
    pub output: Span,
    pub output_bias: Span,
    pub ownership: Span,
    pub ownership_bias: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Layout {
    pub first: ConvolutionLayout,
    pub globals: Span,
    pub blocks: Vec<BlockLayout>,
    pub heads: HeadsLayout,
}

/// How much less than usual the second convolution of a block begins with, so that the tower is shallow at first.
const RESIDUAL_SCALE: f32 = 0.3;

impl Layout {
    pub fn new() -> Layout {
        let mut end = 0;
        let mut span = |count: usize, spread: f32| {
            end += count;
            Span { range: end - count..end, spread }
        };
        // Uniform numbers up to this keep what so many inputs come to as large as they are, half of them being nothing: He et
        // al., *Delving Deep into Rectifiers* (2015), <https://arxiv.org/abs/1502.01852>.
        let he = |inputs: usize| (6.0 / inputs as f32).sqrt();
        let convolution = |span: &mut dyn FnMut(usize, f32) -> Span, inputs: usize, spread: f32| {
            ConvolutionLayout { weights: span(9 * inputs * CHANNELS, spread), bias: span(CHANNELS, 0.0) }
        };
        // Few planes are on at a point.
        let first = convolution(&mut span, INPUTS, he(9 * PLANES / 2));
        let globals = span(GLOBALS * CHANNELS, 0.5);
        let blocks = (0..BLOCKS).map(|_| {
            let inner = he(9 * CHANNELS);
            let [first, second] =
                [inner, RESIDUAL_SCALE * inner].map(|spread| convolution(&mut span, CHANNELS, spread));
            BlockLayout { convolutions: [first, second], pooled: span(2 * CHANNELS * CHANNELS, 0.0) }
        });
        let blocks = blocks.collect();
        let heads = HeadsLayout {
            policy_points: span(CHANNELS * POLICY, he(CHANNELS)),
            policy_bias: span(POLICY, 0.0),
            policy_pooled: span(2 * CHANNELS * POLICY, 0.0),
            policy_output: span(POLICY, 0.5 * he(POLICY)),
            pass: span(2 * CHANNELS, 0.0),
            pass_bias: span(1, 0.0),
            value_points: span(CHANNELS * VALUE, he(CHANNELS)),
            value_bias: span(VALUE, 0.0),
            hidden: span(2 * VALUE * HIDDEN, he(2 * VALUE)),
            hidden_bias: span(HIDDEN, 0.0),
            output: span(HIDDEN * 2, 0.3 * he(HIDDEN)),
            output_bias: span(2, 0.0),
            ownership: span(CHANNELS, 0.3 * he(CHANNELS)),
            ownership_bias: span(1, 0.0),
        };
        Layout { first, globals, blocks, heads }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.heads.ownership_bias.range.end
    }

    /// How far a parameter is from nothing at the beginning at most.
    pub fn spread(&self, parameter: usize) -> f32 {
        let is_padding = |place: usize| place / CHANNELS % INPUTS >= PLANES;
        let Layout { first, globals, blocks, heads } = self;
        let blocks = blocks.iter().flat_map(|BlockLayout { convolutions: [first, second], pooled }| {
            [&first.weights, &first.bias, &second.weights, &second.bias, pooled]
        });
        let mut spans = [&first.weights, &first.bias, globals].into_iter().chain(blocks).chain(heads.spans());
        match spans.find(|span| span.range.contains(&parameter)) {
            Some(span) if *span == first.weights && is_padding(parameter - span.range.start) => 0.0,
            span => span.map_or(0.0, |span| span.spread),
        }
    }
}

impl HeadsLayout {
    fn spans(&self) -> [&Span; 14] {
        [
            &self.policy_points,
            &self.policy_bias,
            &self.policy_pooled,
            &self.policy_output,
            &self.pass,
            &self.pass_bias,
            &self.value_points,
            &self.value_bias,
            &self.hidden,
            &self.hidden_bias,
            &self.output,
            &self.output_bias,
            &self.ownership,
            &self.ownership_bias,
        ]
    }

    /// Puts them in their places.
    pub fn write(&self, parameters: &[f32], Weights { policy, value, .. }: &mut Weights) {
        for (place, span) in heads_mut(policy, value).into_iter().zip(self.spans()) {
            place.copy_from_slice(span.of(parameters));
        }
    }

    /// Takes them from there.
    pub fn read(&self, weights: &Weights, parameters: &mut [f32]) {
        let (mut policy, mut value) = (weights.policy.clone(), weights.value.clone());
        for (place, span) in heads_mut(&mut policy, &mut value).into_iter().zip(self.spans()) {
            span.of_mut(parameters).copy_from_slice(place);
        }
    }
}
