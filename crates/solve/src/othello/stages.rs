//! How far the strong search looks next: a ply further through the middle game, or to the end, more surely each time.

use super::confidence::Confidence;
use wanqi_search::Limits;
use wanqi_search::host::Instant;

/// How far an iteration looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// So many plies.
    Middle(u32),
    /// To the end, so surely.
    Ending(Confidence),
    /// To the end for certain, every move by itself: who asks for several lines may want to see what each move is worth.
    EveryMove,
}

/// From so few empty squares on there is no middle game.
const ENDING: u32 = 10;

/// Whether a search of so many plies looks to the end of so many empty squares: endings are searched some plies deeper than
/// the middle game, as players of Othello expect of a level.
fn reaches_end(max_depth: u32, empty: u32) -> bool {
    const FURTHER: u32 = 8;
    empty <= max_depth.saturating_add(max_depth.min(FURTHER))
}

pub(super) fn first_stage(empty: u32, max_depth: u32) -> Stage {
    match empty {
        0..=ENDING if reaches_end(max_depth, empty) => Stage::Ending(Confidence::CERTAIN),
        _ => Stage::Middle(1),
    }
}

/// What is left of the limits.
pub(super) struct Left<'a> {
    pub limits: &'a Limits,
    pub nodes: u64,
    pub began: Instant,
}

impl Left<'_> {
    /// Whether so many nodes are likely to be in reach.
    fn suffices(&self, nodes: f64) -> bool {
        /// Nodes a second.
        const SPEED: f64 = 15e6;
        let of_nodes = self.limits.nodes.map(|all| all.saturating_sub(self.nodes) as f64);
        let time = self.limits.time.into_iter().chain(self.limits.soft).min();
        let of_time = time.map(|time| time.saturating_sub(self.began.elapsed()).as_secs_f64() * SPEED);
        // Without an end there is time, but something is to be seen soon.
        let most = of_nodes.into_iter().chain(of_time).reduce(f64::min).unwrap_or(10.0 * SPEED);
        nodes * self.limits.lines.clamp(1, 4) as f64 <= most
    }
}

/// About the nodes that it takes to look to the end of so many empty squares.
fn expected(empty: u32, confidence: Confidence) -> f64 {
    // Of a certain solution with twenty, and how much more each square takes; and what part of that a search takes that
    // is less sure (`docs/experiments/othello.md`).
    const AT_TWENTY: f64 = 3e6;
    let growth = 2.0_f64.powi(empty as i32 - 20);
    let part = match confidence.percent() {
        0..80 => 0.06,
        80..90 => 0.1,
        90..96 => 0.2,
        96..100 => 0.4,
        _ => 1.0,
    };
    AT_TWENTY * growth * part
}

impl Stage {
    /// What to look at next, if anything is left.
    pub fn next(self, empty: u32, max_depth: u32, thread: usize, left: Left) -> Option<Stage> {
        let [likely, sure] = [73, 95].map(Confidence::of_percent);
        match self {
            Stage::Middle(depth) => {
                let to_end = reaches_end(max_depth, empty);
                // Close to the end it is no further to it.
                let is_near = depth + ENDING >= empty || depth >= 6 && left.suffices(expected(empty, likely));
                if to_end && (is_near || depth >= max_depth) {
                    Some(Stage::Ending(if empty > 14 { likely } else { Confidence::CERTAIN }))
                } else if depth >= max_depth {
                    None
                } else {
                    let further = if thread % 2 == 1 && depth == 1 { 2 } else { 1 };
                    Some(Stage::Middle((depth + further).min(empty.saturating_sub(1).max(1))))
                        .filter(|next| *next != self)
                }
            }
            Stage::Ending(confidence) if confidence < sure => Some(Stage::Ending(sure)),
            Stage::Ending(confidence) if confidence < Confidence::CERTAIN => {
                Some(Stage::Ending(Confidence::CERTAIN))
            }
            Stage::Ending(_) if left.limits.lines > 1 => Some(Stage::EveryMove),
            Stage::Ending(_) | Stage::EveryMove => None,
        }
    }

    pub fn is_certain(self) -> bool {
        matches!(self, Stage::Ending(Confidence::CERTAIN) | Stage::EveryMove)
    }

    /// Plies that it looks ahead.
    pub fn depth(self, empty: u32) -> u32 {
        match self {
            Stage::Middle(depth) => depth,
            Stage::Ending(_) | Stage::EveryMove => empty,
        }
    }
}
