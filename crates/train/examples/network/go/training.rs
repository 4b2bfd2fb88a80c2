//! What the network learns from.

use crate::game::{self, Target};
use anyhow::Result;
use wanqi_eval::go::network::{GLOBALS, turned};
use wanqi_train::network_games::go::{Record, Sample};
use wanqi_train::residual_network::{Activations, Position, Tower};
use wanqi_train::trainer::Objective;

/// The turnings of a board.
pub const TURNINGS: u32 = 8;
/// Tens of points beyond which a lead teaches nothing more.
const MAX_LEAD: f32 = 8.0;
/// Positions that say how large the numbers of the network are.
const SOME: usize = 400;

/// Positions as the network sees them, one after the other.
pub struct Data {
    target: Target,
    positions: Vec<Kept>,
    /// For each point of each position what is seen there, how often it was looked at, and whose it was. Then the same of a
    /// pass, of which only the second is told.
    points: Vec<(u32, u8, i8)>,
}

struct Kept {
    /// Where its points begin.
    begin: usize,
    size: usize,
    globals: [f32; GLOBALS],
    value: f32,
    lead: f32,
}

impl game::Data for Data {
    type Record = Record;

    fn new(target: Target) -> Data {
        Data { target, positions: Vec::new(), points: Vec::new() }
    }

    fn add(&mut self, record: &Record) -> Result<()> {
        let read = record.each_sample(&mut |Sample { input, visits, ownership, lead, value }| {
            let result = if lead > 0.0 { 1.0 } else { 0.0 };
            let searched = (f32::from(value) + 1000.0) / 2000.0;
            let target = self.target.scores * searched + (1.0 - self.target.scores) * result;
            let (begin, lead) = (self.points.len(), (lead / 10.0).clamp(-MAX_LEAD, MAX_LEAD));
            self.positions.push(Kept {
                begin,
                size: input.size,
                globals: input.globals,
                value: target,
                lead,
            });
            let seen = input.points.into_iter().chain([0]);
            let owned = ownership.into_iter().chain([0]);
            self.points
                .extend(seen.zip(visits).zip(owned).map(|((bits, visits), owned)| (bits, visits, owned)));
        });
        read.map_err(anyhow::Error::msg)
    }
}

impl Data {
    /// A position, turned.
    fn load(&self, index: u32, position: &mut Position) {
        let (turning, kept) = (index % TURNINGS, &self.positions[(index / TURNINGS) as usize]);
        let Kept { begin, size, globals, value, lead } = *kept;
        let all = size * size;
        let points = &self.points[begin..=begin + all];
        let visits: u32 = points.iter().map(|&(_, visits, _)| u32::from(visits)).sum();
        let share = |count: u8| f32::from(count) / visits.max(1) as f32;
        position.points.resize(all, 0);
        position.ownership.resize(all, 0.0);
        position.policy.resize(all + 1, 0.0);
        for (point, &(bits, count, owned)) in points[..all].iter().enumerate() {
            let to = turned(size, point, turning as usize);
            position.points[to] = bits;
            position.policy[to] = share(count);
            position.ownership[to] = owned.into();
        }
        position.policy[all] = share(points[all].1);
        (position.size, position.globals, position.value, position.lead) = (size, globals, value, lead);
    }

    /// Some positions, of the whole of them.
    pub fn some(&self) -> impl Iterator<Item = Position> {
        let step = self.positions.len().div_ceil(SOME).max(1);
        (0..self.positions.len()).step_by(step).map(|index| {
            let mut position = Position::default();
            self.load(index as u32 * TURNINGS, &mut position);
            position
        })
    }
}

impl Objective<Tower> for Data {
    type Activations = (Position, Activations);

    fn loss(
        &self,
        tower: &Tower,
        parameters: &[f32],
        index: u32,
        (position, activations): &mut (Position, Activations),
        gradient: Option<&mut [f32]>,
    ) -> f64 {
        self.load(index, position);
        tower.losses(parameters, position, activations, gradient).total()
    }
}
