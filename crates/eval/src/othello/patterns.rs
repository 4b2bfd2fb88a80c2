//! What shapes of squares are worth, by phase of the game: fitted to the discs by which games end.

use super::shapes::{Indices, PATTERN_ROWS, images};
use crate::data_file;
use crate::data_file::{LostFile, Shipped};
use crate::network::{self, Header, NetworkError};
use std::sync::Arc;
use wanqi_game::{Game, Side};
use wanqi_games::othello::{Move, Othello, Position, Size};
use wanqi_search::{Evaluator, Incremental, NothingProven};

/// Phases of the game: each is four discs long.
pub const PHASES: usize = 15;

/// The phase with so many discs on the board.
#[inline(always)]
pub fn phase(discs: u32) -> usize {
    (discs.saturating_sub(4) as usize / 4).min(PHASES - 1)
}

/// What is counted beside the patterns: moves of the side to move and of the other, and empty squares beside discs of
/// each, which may become moves.
pub const COUNTS: usize = 4;
/// So many of each at most.
const MAX_COUNT: usize = 48;

/// Rows of a phase: those of the patterns, and one for each number that is counted.
pub const ROWS: usize = PATTERN_ROWS + COUNTS * MAX_COUNT;

/// Rows that a position switches on.
pub type Features = [u32; super::shapes::PLACES + COUNTS];

/// The rows of a position of 8×8, by its discs, those of the side to move first; those that mirror images share are one.
pub fn features(own: u64, other: u64, images: &[u32]) -> Features {
    let indices = Indices::of(own, other);
    let mut rows = indices.rows().map(|row| images[row]);
    let counts = counts(own, other, [moves(own, other), moves(other, own)]);
    let mut counted = counted(counts).map(|row| row as u32);
    std::array::from_fn(|_| rows.next().or_else(|| counted.next()).unwrap_or(0))
}

/// The squares where `own` can place a disc.
fn moves(own: u64, other: u64) -> u64 {
    Othello::default().moves_of(own, other)
}

/// What is counted.
#[inline(always)]
fn counts(own: u64, other: u64, [moves, moves_of_other]: [u64; 2]) -> [u32; COUNTS] {
    let empty = !(own | other);
    [
        moves.count_ones(),
        moves_of_other.count_ones(),
        (around(other) & empty).count_ones(),
        (around(own) & empty).count_ones(),
    ]
}

/// The rows of what is counted.
#[inline(always)]
fn counted(counts: [u32; COUNTS]) -> impl Iterator<Item = usize> {
    counts
        .into_iter()
        .enumerate()
        .map(|(which, count)| PATTERN_ROWS + which * MAX_COUNT + (count as usize).min(MAX_COUNT - 1))
}

/// The squares beside those of a set of 8×8, and the set itself.
#[inline(always)]
pub fn around(set: u64) -> u64 {
    let rows = set | (set << 1 & 0xFEFE_FEFE_FEFE_FEFE) | (set >> 1 & 0x7F7F_7F7F_7F7F_7F7F);
    rows | rows << 8 | rows >> 8
}

/// Weights are in units of so many hundredths of a disc: then most fit in a byte of the file.
pub const HUNDREDTHS: i32 = 2;

/// An evaluation in hundredths of a disc.
#[derive(Clone, PartialEq, Eq)]
pub struct Patterns {
    /// The weights of each phase.
    phases: Vec<Vec<i16>>,
}

/// Those that come with the program.
pub static SHIPPED: Shipped<Arc<Patterns>> = Shipped::new(data_file!("othello.net"), |bytes| {
    Arc::new(Patterns::read(bytes).expect("the file that comes with the program is tested"))
});

impl Patterns {
    /// The weights that come with the program.
    ///
    /// # Panics
    /// In a browser, if the file is not to be had: [`Patterns::try_shipped`].
    pub fn shipped() -> Arc<Patterns> {
        Patterns::try_shipped().expect("they come with the program")
    }

    /// The same where their file may be beside the program.
    ///
    /// # Errors
    /// If that is not to be had.
    pub fn try_shipped() -> Result<Arc<Patterns>, LostFile> {
        SHIPPED.get().cloned()
    }

    /// From the weights of the rows of each phase, of which those that mirror images share are looked at, in discs.
    pub fn new(phases: &[Vec<f32>]) -> Patterns {
        let images = images();
        let rounded = |weight: f32| (weight * 100.0 / HUNDREDTHS as f32).round() as i16;
        let rows = |weights: &Vec<f32>| {
            let row_of = |row: usize| images.get(row).map_or(row, |&image| image as usize);
            (0..ROWS).map(|row| rounded(weights[row_of(row)])).collect()
        };
        Patterns { phases: phases.iter().map(rows).collect() }
    }

    /// What stands for each row of a pattern: for [`features`].
    pub fn images() -> Vec<u32> {
        images()
    }

    /// The worth for the side to move, in hundredths of a disc, of a board of 8×8: its discs and those of the other side,
    /// and where either can place one.
    #[inline(always)]
    pub fn worth(&self, indices: &Indices, own: u64, other: u64, moves: [u64; 2]) -> i32 {
        let weights = &self.phases[phase((own | other).count_ones())];
        let counts = counts(own, other, moves);
        let rows = indices.rows().chain(counted(counts));
        HUNDREDTHS * rows.map(|row| i32::from(weights[row])).sum::<i32>()
    }

    /// As a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let images = images();
        let mut bytes = Vec::new();
        for weights in &self.phases {
            for (row, &weight) in weights.iter().enumerate() {
                if images.get(row).is_none_or(|&image| image as usize == row) {
                    put(&mut bytes, weight);
                }
            }
        }
        network::write(&header(), &bytes)
    }

    /// From a file.
    ///
    /// # Errors
    /// If it is not such a file, or not as it was written.
    pub fn read(bytes: &[u8]) -> Result<Patterns, NetworkError> {
        let (found, mut weights) = network::read(bytes)?;
        let expected = header();
        if found.game != expected.game {
            return Err(NetworkError::OtherGame { found: found.game, expected: expected.game });
        }
        if found.layers != expected.layers {
            return Err(NetworkError::OtherLayers { found: found.layers, expected: expected.layers });
        }
        let (images, length) = (images(), weights.len());
        let mut phases = Vec::with_capacity(PHASES);
        for _ in 0..PHASES {
            let mut rows: Vec<i16> = Vec::with_capacity(ROWS);
            for row in 0..ROWS {
                let weight = match images.get(row) {
                    Some(&image) if (image as usize) < row => rows[image as usize],
                    _ => take(&mut weights).ok_or(NetworkError::CutOff(bytes.len()))?,
                };
                rows.push(weight);
            }
            phases.push(rows);
        }
        if !weights.is_empty() {
            return Err(NetworkError::Length(length, length - weights.len()));
        }
        Ok(Patterns { phases })
    }
}

fn header() -> Header {
    let layers = [("phases", PHASES), ("rows", ROWS)];
    Header {
        game: "othello".into(),
        layers: layers.map(|(what, count)| (what.to_owned(), count as u32)).into(),
        made: "cargo xtask network othello make".into(),
        ..Header::default()
    }
}

/// Adds a number in seven bits a byte, the lowest first; the lowest of all is the sign
/// (<https://protobuf.dev/programming-guides/encoding/#signed-ints>).
fn put(bytes: &mut Vec<u8>, weight: i16) {
    let mut rest = ((weight << 1) ^ (weight >> 15)) as u16;
    while rest >= 0x80 {
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
}

/// The next number that [`put`] has added.
fn take(bytes: &mut &[u8]) -> Option<i16> {
    let (mut value, mut shift) = (0_u32, 0);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u32::from(byte & 0x7F) << shift;
        shift += 7;
        if byte < 0x80 {
            break;
        }
        if shift > 14 {
            return None;
        }
    }
    let value = u16::try_from(value).ok()?;
    Some((value >> 1) as i16 ^ -((value & 1) as i16))
}

/// What is kept along a line of moves.
pub struct Line(Vec<Indices>);

impl NothingProven for Patterns {}

impl Incremental<Othello> for Patterns {
    type State = Line;

    fn state(&self, game: &Othello, position: &Position) -> Line {
        let [own, other] = discs(game, position);
        Line(vec![Indices::of(own, other)])
    }

    #[inline]
    fn push(&self, game: &Othello, state: &mut Line, before: &Position, mv: Move, after: &Position) {
        let last = &state.0[state.0.len() - 1];
        let side: Side = game.side_to_move(before);
        let next = match mv {
            Move::PASS => last.passed(),
            mv => last.after(mv.square(), before.discs(side.opponent()) & after.discs(side)),
        };
        state.0.push(next);
    }

    #[inline]
    fn pop(&self, _: &Othello, state: &mut Line) {
        state.0.pop();
    }
}

/// The discs of the side to move and of the other.
#[inline(always)]
fn discs(game: &Othello, position: &Position) -> [u64; 2] {
    let side = game.side_to_move(position);
    [position.discs(side), position.discs(side.opponent())]
}

impl Evaluator<Othello> for Patterns {
    #[inline]
    fn evaluate(&self, game: &Othello, state: &mut Line, position: &Position) -> i32 {
        debug_assert_eq!(game.size(), Size::Eight, "patterns are those of 8×8");
        let [own, other] = discs(game, position);
        let moves = [position.moves(), game.opponent_moves(position)];
        self.worth(&state.0[state.0.len() - 1], own, other, moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weights that tell rows apart.
    fn some() -> Patterns {
        let weights =
            |phase: usize| (0..ROWS).map(|row| (row * 7 % 201 + phase) as f32 / 100.0 - 1.0).collect();
        Patterns::new(&(0..PHASES).map(weights).collect::<Vec<_>>())
    }

    #[test]
    fn files_are_read_as_they_were_written() {
        let patterns = some();
        let bytes = patterns.to_bytes();
        assert!(Patterns::read(&bytes).expect("a file") == patterns);
        for length in [0, 10, 100, bytes.len() - 1] {
            assert!(Patterns::read(&bytes[..length]).is_err(), "{length}");
        }
        let (header, weights) = network::read(&bytes).expect("a file");
        let short = network::write(&header, &weights[..weights.len() - 1]);
        assert!(matches!(Patterns::read(&short), Err(NetworkError::CutOff(_))));
        let long = network::write(&header, &[weights, &[0]].concat());
        assert!(matches!(Patterns::read(&long), Err(NetworkError::Length(..))));
        let other = network::write(&Header { game: "hex".into(), ..header }, weights);
        assert!(matches!(Patterns::read(&other), Err(NetworkError::OtherGame { .. })));
    }

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let all = [0, 1, -1, 63, 64, -64, -65, 8191, 8192, i16::MAX, i16::MIN];
        let mut bytes = Vec::new();
        all.into_iter().for_each(|weight| put(&mut bytes, weight));
        let mut rest = &bytes[..];
        assert_eq!(all.map(|_| take(&mut rest)), all.map(Some));
        assert_eq!((take(&mut rest), bytes.len()), (None, 1 + 1 + 1 + 1 + 2 + 1 + 2 + 2 + 3 + 3 + 3));
        assert_eq!(take(&mut &[0x80, 0x80, 0x80, 0][..]), None, "more than sixteen bits");
    }

    #[test]
    fn the_worth_is_the_sum_of_the_features() {
        let (patterns, images) = (some(), Patterns::images());
        let (own, other) = (0x0000_0C18_3000_8000_u64, 0x0000_F0E7_4800_0002_u64);
        let weights = &patterns.phases[phase((own | other).count_ones())];
        let sum: i32 =
            features(own, other, &images).iter().map(|&row| i32::from(weights[row as usize])).sum();
        let worth =
            patterns.worth(&Indices::of(own, other), own, other, [moves(own, other), moves(other, own)]);
        assert_eq!(worth, HUNDREDTHS * sum);
    }

    #[test]
    fn every_number_of_discs_has_a_phase() {
        let all: Vec<_> = (4..=64).map(phase).collect();
        assert!(all.is_sorted());
        assert_eq!((all[0], all[59], all[60]), (0, PHASES - 1, PHASES - 1));
    }
}
