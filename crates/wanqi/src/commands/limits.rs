//! How long a command may think.

use clap::Args;
use std::time::Duration;
use wanqi_play::{Limits, Stop};

/// What a search may spend; whichever is reached first ends it.
#[derive(Args, Debug)]
pub struct LimitArguments {
    /// Plies to look ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
    /// Nodes to visit; playouts for mcts
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time to think: 500ms, 2s, 1m
    #[arg(long, value_name = "T", value_parser = wanqi_play::parse_duration)]
    time: Option<Duration>,
}

impl LimitArguments {
    /// Whether any is given.
    pub fn is_bounded(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.time.is_some()
    }

    /// As searches take them.
    pub fn limits(&self, stop: Stop) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, time: self.time, stop, ..Limits::default() }
    }
}
