//! A learnt network as a file ([`crate::network`]).

use super::layout::Layout;
use super::network::Network;
use crate::network::{self, Header, NetworkError, Numbers};

/// Layers of a learnt network, in the order of the file.
const LAYERS: [&str; 3] = ["rows", "sums", "phases"];

impl Network {
    fn layers(&self) -> Vec<(String, u32)> {
        let counts = [self.rows.len() / self.width, self.width, self.outputs.len()];
        LAYERS.iter().zip(counts).map(|(name, count)| ((*name).to_owned(), count as u32)).collect()
    }

    /// The file of the network, which [`read`](Network::read) reads. Of the header only game, rules and origin are taken.
    pub fn to_bytes(&self, header: &Header) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut number = |number: i32| bytes.extend(number.to_le_bytes());
        [i32::from(self.one), self.scale, i32::from(self.corrects)].into_iter().for_each(&mut number);
        self.output_bias.iter().copied().for_each(number);
        let rows = self.bias.iter().chain(self.outputs.iter().flatten()).chain(&self.rows);
        rows.for_each(|weight| bytes.extend(weight.to_le_bytes()));
        network::write(&Header { layers: self.layers(), ..header.clone() }, &bytes)
    }

    /// Reads a file of a network of this layout, and what it says of itself.
    ///
    /// # Errors
    /// If it is none, was changed or cut off, is of another shape, or would overflow.
    pub fn read(bytes: &[u8], layout: &Layout) -> Result<(Header, Network), NetworkError> {
        let (header, weights) = network::read(bytes)?;
        let found: Vec<u32> = header.layers.iter().map(|&(_, count)| count).collect();
        let width = found.get(1).copied().unwrap_or(0) as usize;
        // Those of windows are left out by a network that looks at places alone.
        let rows = found.first().map_or(0, |&rows| rows as usize);
        let rows = if rows == layout.rows_of_places { rows } else { layout.row_count };
        let sizes = [rows, width.clamp(1, super::MAX_WIDTH), layout.phases];
        let expected: Vec<(String, u32)> =
            LAYERS.iter().zip(sizes).map(|(name, count)| ((*name).to_owned(), count as u32)).collect();
        if header.layers != expected {
            return Err(NetworkError::OtherLayers { found: header.layers, expected });
        }
        let [rows, _, phases] = sizes;
        let length = 4 * (3 + phases) + 2 * width * (1 + 2 * phases + rows);
        if weights.len() != length {
            return Err(NetworkError::Length(weights.len(), length));
        }
        let mut numbers = Numbers(weights);
        let one = numbers.i32();
        let one = i16::try_from(one).map_err(|_| NetworkError::weight(one, "its unit"))?;
        let (scale, corrects) = (numbers.i32(), numbers.i32() != 0);
        let output_bias = (0..phases).map(|_| numbers.i32()).collect();
        let mut row = |length: usize| (0..length).map(|_| numbers.i16()).collect::<Vec<i16>>();
        let bias = row(width);
        let outputs = (0..phases).map(|_| row(2 * width)).collect();
        let rows = row(rows * width);
        let network = Network { width, one, rows, bias, outputs, output_bias, scale, corrects };
        network.check(layout)?;
        Ok((header, network))
    }
}
