//! The network: rows added up, a side each, and weighed.

use super::layout::{Layout, NO_ROW};
use super::policy::Policy;
use crate::network::NetworkError;
use crate::simd::CpuFeatures;

/// What 1 is in the weights of the output.
pub const QUANTISATION_OUTPUT: i16 = 64;
/// The finest unit that sums may have: what 1 is, where they are clipped.
pub const MAX_QUANTISATION: i16 = 255;
/// Widths are multiples of this: a SIMD register.
pub const LANES: usize = 16;
/// The widest network.
pub const MAX_WIDTH: usize = 256;

/// A network as integers.
///
/// Each side's view of a position switches rows of `rows` on. They are added to `bias`, clipped to 0..1 and squared, those of
/// the side to move first, and weighed by the output of the position's phase into the logarithm of the odds that the side to
/// move wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// Sums a side, a multiple of [`LANES`].
    pub width: usize,
    /// What 1 is in rows and bias.
    pub one: i16,
    /// A row of `width` numbers for each row of the layout.
    pub rows: Vec<i16>,
    /// What the sums begin with.
    pub bias: Vec<i16>,
    /// For each phase what each sum counts, those of the side to move first, in units of [`QUANTISATION_OUTPUT`].
    pub outputs: Vec<Vec<i16>>,
    /// What each output begins with, in units of `one` and [`QUANTISATION_OUTPUT`] together.
    pub output_bias: Vec<i32>,
    /// The logarithm of the odds, in units of this, is the score.
    pub scale: i32,
    /// Whether it is added to what is known without it, instead of standing for it.
    pub corrects: bool,
    /// What a quiet move seldom adds to the score, so that a search may leave out what lies further off; 0 where that is not
    /// so, or not known.
    pub margin: i32,
    /// Which moves are likely, where that was learnt as well.
    pub policy: Option<Policy>,
}

impl Network {
    /// Checks that it fits a layout and that no sum can overflow, whatever the position is.
    ///
    /// # Errors
    /// If it does not.
    pub fn check(&self, layout: &Layout) -> Result<(), NetworkError> {
        let Network { width, .. } = *self;
        let lengths = [self.rows.len(), self.bias.len(), self.outputs.len(), self.output_bias.len()];
        let usable = (1..=MAX_WIDTH).contains(&width) && width % LANES == 0;
        if !usable
            || lengths[1..] != [width, layout.phases, layout.phases]
            || ![layout.row_count, layout.rows_of_places].contains(&(lengths[0] / width))
            || !lengths[0].is_multiple_of(width)
            || self.outputs.iter().any(|output| output.len() != 2 * width)
        {
            let found = [("rows", lengths[0] / width.max(1)), ("sums", width), ("phases", lengths[2])];
            let sums = if usable { width } else { LANES };
            let expected = [("rows", layout.row_count), ("sums", sums), ("phases", layout.phases)];
            let [found, expected] =
                [found, expected].map(|layers| layers.map(|(name, count)| (name, count as u32)));
            return Err(NetworkError::layers(&found, &expected));
        }
        if !(1..=MAX_QUANTISATION).contains(&self.one) {
            return Err(NetworkError::weight(self.one, "its unit"));
        }
        if !(1..=10_000).contains(&self.scale) {
            return Err(NetworkError::weight(self.scale, "its scale"));
        }
        if !(0..=10_000).contains(&self.margin) {
            return Err(NetworkError::weight(self.margin, "its margin"));
        }
        let row = |row| self.row(row).iter().map(|&weight| f64::from(weight));
        let worst = worst_sums(layout, self.has_windows(layout), self.width, row);
        for (sum, &bias) in worst.iter().zip(&self.bias) {
            if sum + f64::from(bias).abs() > f64::from(i16::MAX) {
                return Err(NetworkError::weight(sum, "the sum of its rows"));
            }
        }
        let most = i32::from(i16::MAX) / i32::from(self.one);
        for (weights, &bias) in self.outputs.iter().zip(&self.output_bias) {
            if let Some(weight) = weights.iter().find(|weight| i32::from(**weight).abs() > most) {
                return Err(NetworkError::weight(weight, "of an output"));
            }
            let total: i64 = weights.iter().map(|&weight| i64::from(weight).abs()).sum();
            if total * i64::from(self.one).pow(2) > i64::from(i32::MAX) || bias.abs() > 1 << 28 {
                return Err(NetworkError::weight(bias, "an output"));
            }
        }
        Ok(())
    }

    /// Whether it has rows for the windows of its layout; one that has none looks at places alone.
    pub fn has_windows(&self, layout: &Layout) -> bool {
        !layout.windows.is_empty() && self.rows.len() == layout.row_count * self.width
    }

    /// A row of the table.
    #[inline(always)]
    pub(super) fn row(&self, row: usize) -> &[i16] {
        &self.rows[row * self.width..][..self.width]
    }

    /// What the sums of both views come to, the side to move first.
    #[inline(always)]
    pub(super) fn output(&self, phase: usize, own: &[i16], other: &[i16]) -> i32 {
        let weights = &self.outputs[phase.min(self.outputs.len() - 1)];
        let (to_own, to_other) = weights.split_at(self.width);
        let one = i32::from(self.one);
        let sum = weigh(own, to_own, self.one) + weigh(other, to_other, self.one);
        // The squares have one unit too many.
        let sum = sum / one + self.output_bias[phase.min(self.output_bias.len() - 1)];
        (i64::from(sum) * i64::from(self.scale) / i64::from(one * i32::from(QUANTISATION_OUTPUT))) as i32
    }
}

/// The greatest that each sum may come to, up or down, whatever is on; `windows` says whether there are rows for windows.
pub fn worst_sums<I: Iterator<Item = f64>>(
    layout: &Layout,
    windows: bool,
    width: usize,
    row: impl Fn(usize) -> I,
) -> Vec<f64> {
    let mut worst = vec![0.0_f64; width];
    for side in [0, 1] {
        let mut sums = vec![0.0; width];
        for rows in layout.rows_of_places(side) {
            let mut most = vec![0.0_f64; width];
            for &on in rows.iter().filter(|&&row| row != NO_ROW) {
                most.iter_mut()
                    .zip(row(on as usize))
                    .for_each(|(most, weight)| *most = most.max(weight.abs()));
            }
            sums.iter_mut().zip(most).for_each(|(sum, most)| *sum += most);
        }
        // Windows of one shape have the same rows.
        let mut known = (0..0, Vec::new());
        for rows in layout.windows.rows_of_windows(side).filter(|_| windows) {
            if known.0 != rows {
                let mut most = vec![0.0_f64; width];
                for on in rows.clone() {
                    most.iter_mut()
                        .zip(row(on as usize))
                        .for_each(|(most, weight)| *most = most.max(weight.abs()));
                }
                known = (rows, most);
            }
            sums.iter_mut().zip(&known.1).for_each(|(sum, most)| *sum += most);
        }
        worst.iter_mut().zip(sums).for_each(|(worst, sum)| *worst = worst.max(sum));
    }
    worst
}

/// Squared clipped ReLU, weighed. The first product fits into sixteen bits ([`Network::check`]), so that the compiler makes
/// of it what processors have: products of sixteen bits, added in pairs to thirty-two.
#[inline(always)]
fn weigh(sums: &[i16], weights: &[i16], one: i16) -> i32 {
    let weights = &weights[..sums.len()];
    let mut total = 0;
    for at in 0..sums.len() {
        let clipped = sums[at].clamp(0, one);
        total += i32::from(clipped.wrapping_mul(weights[at])) * i32::from(clipped);
    }
    total
}

/// Adds a row to sums, or takes it away.
#[inline(always)]
pub(super) fn add_row<const ADD: bool>(sums: &mut [i16], row: &[i16]) {
    let row = &row[..sums.len()];
    for at in 0..sums.len() {
        sums[at] = if ADD { sums[at].wrapping_add(row[at]) } else { sums[at].wrapping_sub(row[at]) };
    }
}

/// Takes a row away from sums and adds another one.
#[inline(always)]
pub(super) fn exchange_rows(sums: &mut [i16], gone: &[i16], come: &[i16]) {
    let (gone, come) = (&gone[..sums.len()], &come[..sums.len()]);
    for at in 0..sums.len() {
        sums[at] = sums[at].wrapping_add(come[at].wrapping_sub(gone[at]));
    }
}

/// A network with what its evaluation needs beside it.
#[derive(Clone, Debug)]
pub(super) struct Loaded {
    pub network: Network,
    pub cpu_features: CpuFeatures,
}
