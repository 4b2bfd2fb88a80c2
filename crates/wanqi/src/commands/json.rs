//! `wanqi json`: requests of programs over standard input, and answers over standard output.

use super::sessions::exchange;
use crate::Failure;
use clap::Args;
use std::io::Write;
use wanqi_protocol::JsonSettings;

/// Answer requests of programs, a JSON object a line, for any game: play, analyse, count, solve
///
/// One process for as many games and searches as you like, without a process a move. docs/json.md describes requests and
/// answers; {"id": 1, "request": "hello"} lists the requests.
#[derive(Args, Debug)]
pub struct Json {
    /// How many requests that take time are done at once [default: as many as there are processors, two at the least]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// When the input ends, do what was asked for first, instead of stopping what is under way
    #[arg(long)]
    wait: bool,
}

impl Json {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let usual = JsonSettings::default();
        let settings = JsonSettings { jobs: self.jobs.map_or(usual.jobs, usize::from), ..usual };
        exchange(out, self.wait, |say| Ok(wanqi_protocol::Json::new(&settings, say)))
    }
}
