//! `wanqi perft`: legal move paths counted, for the correctness and the speed of rules.

use super::position::PositionArguments;
use super::write_json;
use crate::Failure;
use crate::numbers::{grouped, rate, seconds, short};
use clap::Args;
use std::io::Write;
use std::time::Instant;
use wanqi_protocol::json::answers::PerftCount;

/// Count the legal move paths of a length: correctness and speed of the rules
#[derive(Args, Debug)]
pub struct Perft {
    #[command(flatten)]
    position: PositionArguments,
    /// The length of the paths, in plies
    depth: u32,
    /// The length is in whole turns, where a turn may have several steps
    #[arg(long)]
    turns: bool,
    /// Count by first move, or with --turns by first turn
    #[arg(long)]
    divide: bool,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

impl Perft {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let table = self.position.table()?;
        let began = Instant::now();
        let (paths, divided) = match self.divide && self.depth > 0 {
            true => {
                let divided = match self.turns {
                    true => table.divide_turns(self.depth),
                    false => table.divide(self.depth),
                };
                (divided.iter().map(|(_, paths)| paths).sum(), Some(divided))
            }
            false if self.turns => (table.perft_turns(self.depth), None),
            false => (table.perft(self.depth), None),
        };
        let time = began.elapsed();
        if self.json {
            let mut answer = PerftCount::of(&*table, [self.depth.into(), paths], self.turns, time);
            answer.divide = divided.map(|divided| divided.into_iter().collect());
            return write_json(out, &answer);
        }
        for (text, paths) in divided.iter().flatten() {
            writeln!(out, "{text}: {}", grouped(*paths))?;
        }
        writeln!(
            out,
            "{} {} {}: {} paths in {}, {} paths/s",
            table.spec(),
            if self.turns { "turns" } else { "depth" },
            self.depth,
            grouped(paths),
            seconds(time),
            short(rate(paths, time))
        )?;
        Ok(())
    }
}
