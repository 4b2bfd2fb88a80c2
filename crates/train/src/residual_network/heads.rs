//! The layers after the tower, forwards and backwards, and how far what they say is from what it should be.

use super::layout::HeadsLayout;
use super::{Cell, Position, Row, cell, pool, unpool};
use std::array::from_fn;
use std::ops::AddAssign;
use wanqi_eval::go::network::{CHANNELS, HIDDEN, POLICY, VALUE};

/// How far a network is from what it should say.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Losses {
    /// Of the moves: Kullback and Leibler's divergence.
    pub policy: f64,
    /// Of who wins: the cross-entropy.
    pub value: f64,
    /// Of the lead in tens of points: half the square, or what is linear beyond 1.
    pub lead: f64,
    /// Of whose points are: the mean square.
    pub ownership: f64,
}

/// What a loss counts beside those of moves and of who wins.
const LEAD: f32 = 0.1;
const OWNERSHIP: f32 = 0.3;

impl Losses {
    /// All together, as they count.
    pub fn total(&self) -> f64 {
        self.policy + self.value + f64::from(LEAD) * self.lead + f64::from(OWNERSHIP) * self.ownership
    }
}

impl AddAssign for Losses {
    fn add_assign(&mut self, other: Losses) {
        self.policy += other.policy;
        self.value += other.value;
        self.lead += other.lead;
        self.ownership += other.ownership;
    }
}

/// The layers, and the board they look at.
pub(super) struct Heads<'a> {
    pub layout: &'a HeadsLayout,
    pub parameters: &'a [f32],
    pub size: usize,
}

/// A row of a matrix of so many numbers each.
#[inline(always)]
fn row<const N: usize>(parameters: &[f32], number: usize) -> &[f32; N] {
    &parameters.as_chunks().0[number]
}

#[inline(always)]
fn row_mut<const N: usize>(parameters: &mut [f32], number: usize) -> &mut [f32; N] {
    &mut parameters.as_chunks_mut().0[number]
}

/// The columns of a matrix of so many numbers for each channel.
#[inline(always)]
fn columns<const N: usize>(parameters: &[f32]) -> Vec<Row> {
    (0..N).map(|number| from_fn(|channel| parameters[channel * N + number])).collect()
}

/// Adds numbers so many times.
#[inline(always)]
fn add<const N: usize>(sums: &mut [f32; N], times: f32, numbers: &[f32; N]) {
    for number in 0..N {
        sums[number] += times * numbers[number];
    }
}

#[inline(always)]
fn weigh<const N: usize>(numbers: &[f32; N], weights: &[f32; N]) -> f32 {
    let mut sum = 0.0;
    for number in 0..N {
        sum += numbers[number] * weights[number];
    }
    sum
}

impl Heads<'_> {
    /// The losses on a position. Where there is a place for gradients, they are added: those of the tower's cells, and those of
    /// all parameters.
    #[inline(always)]
    pub fn losses(
        &self,
        tower: &[Cell],
        position: &Position,
        gradients: Option<(&mut Vec<Cell>, &mut [f32])>,
    ) -> Losses {
        let Heads { layout, parameters, size } = *self;
        let points = size * size;
        let pooled = pool(size, tower);
        // Moves.
        let mut bias: [f32; POLICY] = *row(layout.policy_bias.of(parameters), 0);
        let mut pass = layout.pass_bias.of(parameters)[0];
        for (number, &value) in pooled.iter().enumerate() {
            add(&mut bias, value, row(layout.policy_pooled.of(parameters), number));
            pass += value * layout.pass.of(parameters)[number];
        }
        let (mut of_moves, mut seen) = (vec![[0.0; POLICY]; points], vec![[0.0; VALUE]; points]);
        let (mut logits, mut owned) = (vec![0.0; points + 1], vec![0.0; points]);
        for point in 0..points {
            let cell = &tower[cell(size, point)];
            let mut of_move = bias;
            let mut of_value: [f32; VALUE] = *row(layout.value_bias.of(parameters), 0);
            for (channel, &value) in cell.iter().enumerate() {
                add(&mut of_move, value, row(layout.policy_points.of(parameters), channel));
                add(&mut of_value, value, row(layout.value_points.of(parameters), channel));
            }
            of_moves[point] = of_move.map(|number| number.max(0.0));
            seen[point] = of_value.map(|number| number.max(0.0));
            logits[point] = weigh(&of_moves[point], row(layout.policy_output.of(parameters), 0));
            let ownership: &[f32; CHANNELS] = row(layout.ownership.of(parameters), 0);
            owned[point] = (layout.ownership_bias.of(parameters)[0] + weigh(cell, ownership)).tanh();
        }
        logits[points] = pass;
        let greatest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let all: f32 = logits.iter().map(|logit| (logit - greatest).exp()).sum();
        let likely: Vec<f32> = logits.iter().map(|logit| (logit - greatest).exp() / all).collect();
        let divergence = |(logit, &target): (&f32, &f32)| {
            if target > 0.0 { f64::from(target * (target.ln() - (logit - greatest - all.ln()))) } else { 0.0 }
        };
        // Who wins, and by how much.
        let (mut mean, mut most, mut which) = ([0.0; VALUE], [0.0_f32; VALUE], [0; VALUE]);
        for (point, seen) in seen.iter().enumerate() {
            for number in 0..VALUE {
                mean[number] += seen[number] / points as f32;
                if seen[number] > most[number] {
                    (most[number], which[number]) = (seen[number], point);
                }
            }
        }
        let mut hidden: [f32; HIDDEN] = *row(layout.hidden_bias.of(parameters), 0);
        for number in 0..VALUE {
            add(&mut hidden, mean[number], row(layout.hidden.of(parameters), number));
            add(&mut hidden, most[number], row(layout.hidden.of(parameters), VALUE + number));
        }
        let hidden = hidden.map(|number| number.max(0.0));
        let mut output: [f32; 2] = *row(layout.output_bias.of(parameters), 0);
        for (number, &value) in hidden.iter().enumerate() {
            add(&mut output, value, row(layout.output.of(parameters), number));
        }
        let [wins, lead] = output;
        let off = lead - position.lead;
        let squares = owned.iter().zip(&position.ownership).map(|(owned, target)| (owned - target).powi(2));
        let losses = Losses {
            policy: logits.iter().zip(&position.policy).map(divergence).sum(),
            value: f64::from(wins.max(0.0) - wins * position.value + (-wins.abs()).exp().ln_1p()),
            lead: f64::from(if off.abs() < 1.0 { 0.5 * off * off } else { off.abs() - 0.5 }),
            ownership: f64::from(squares.sum::<f32>()) / points as f64,
        };
        let Some((back, gradient)) = gradients else { return losses };

        // The same way back.
        let of_output = [1.0 / (1.0 + (-wins).exp()) - position.value, LEAD * off.clamp(-1.0, 1.0)];
        add(row_mut(layout.output_bias.of_mut(gradient), 0), 1.0, &of_output);
        let mut of_hidden = [0.0; HIDDEN];
        for number in (0..HIDDEN).filter(|&number| hidden[number] > 0.0) {
            add(row_mut(layout.output.of_mut(gradient), number), hidden[number], &of_output);
            of_hidden[number] = weigh(&of_output, row(layout.output.of(parameters), number));
        }
        add(row_mut(layout.hidden_bias.of_mut(gradient), 0), 1.0, &of_hidden);
        let (mut of_mean, mut of_most) = ([0.0; VALUE], [0.0; VALUE]);
        for number in 0..VALUE {
            add(row_mut(layout.hidden.of_mut(gradient), number), mean[number], &of_hidden);
            add(row_mut(layout.hidden.of_mut(gradient), VALUE + number), most[number], &of_hidden);
            of_mean[number] = weigh(&of_hidden, row(layout.hidden.of(parameters), number)) / points as f32;
            of_most[number] = weigh(&of_hidden, row(layout.hidden.of(parameters), VALUE + number));
        }
        let [moves_back, values_back] = [
            columns::<POLICY>(layout.policy_points.of(parameters)),
            columns::<VALUE>(layout.value_points.of(parameters)),
        ];
        let (mut of_bias, mut of_value_bias) = ([0.0; POLICY], [0.0; VALUE]);
        let mut of_ownership_bias = 0.0;
        for point in 0..points {
            let at = cell(size, point);
            let (cell, back) = (&tower[at], &mut back[at]);
            let of_logit = likely[point] - position.policy[point];
            add(row_mut(layout.policy_output.of_mut(gradient), 0), of_logit, &of_moves[point]);
            let output: &[f32; POLICY] = row(layout.policy_output.of(parameters), 0);
            let of_move: [f32; POLICY] =
                from_fn(|number| if of_moves[point][number] > 0.0 { of_logit * output[number] } else { 0.0 });
            add(&mut of_bias, 1.0, &of_move);
            let of_seen: [f32; VALUE] = from_fn(|number| {
                let of_most = if which[number] == point { of_most[number] } else { 0.0 };
                if seen[point][number] > 0.0 { of_mean[number] + of_most } else { 0.0 }
            });
            add(&mut of_value_bias, 1.0, &of_seen);
            let wrong = owned[point] - position.ownership[point];
            let of_owned = OWNERSHIP * 2.0 * wrong / points as f32 * (1.0 - owned[point].powi(2));
            of_ownership_bias += of_owned;
            add(row_mut(layout.ownership.of_mut(gradient), 0), of_owned, cell);
            add(back, of_owned, row(layout.ownership.of(parameters), 0));
            for (&number, weights) in of_move.iter().zip(&moves_back) {
                add(back, number, weights);
            }
            for (&number, weights) in of_seen.iter().zip(&values_back) {
                add(back, number, weights);
            }
            for (channel, &value) in cell.iter().enumerate().filter(|&(_, &value)| value > 0.0) {
                add(row_mut(layout.policy_points.of_mut(gradient), channel), value, &of_move);
                add(row_mut(layout.value_points.of_mut(gradient), channel), value, &of_seen);
            }
        }
        layout.ownership_bias.of_mut(gradient)[0] += of_ownership_bias;
        add(row_mut(layout.policy_bias.of_mut(gradient), 0), 1.0, &of_bias);
        add(row_mut(layout.value_bias.of_mut(gradient), 0), 1.0, &of_value_bias);
        let of_pass = likely[points] - position.policy[points];
        layout.pass_bias.of_mut(gradient)[0] += of_pass;
        let mut of_pooled = [0.0; 2 * CHANNELS];
        for number in 0..2 * CHANNELS {
            layout.pass.of_mut(gradient)[number] += of_pass * pooled[number];
            add(row_mut(layout.policy_pooled.of_mut(gradient), number), pooled[number], &of_bias);
            of_pooled[number] = of_pass * layout.pass.of(parameters)[number]
                + weigh(&of_bias, row(layout.policy_pooled.of(parameters), number));
        }
        unpool(size, tower, &pooled, &of_pooled, back);
        losses
    }
}
