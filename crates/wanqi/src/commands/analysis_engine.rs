//! `wanqi analysis-engine`: KataGo's queries over standard input, and answers over standard output as they are found.

use super::sessions::{Who, exchange};
use crate::Failure;
use clap::Args;
use std::io::Write;
use std::num::NonZero;
use std::thread;
use wanqi_protocol::AnalysisSettings;

/// Search positions of Go, several at a time, for programs that speak with KataGo's analysis engine in JSON
#[derive(Args, Debug)]
pub struct AnalysisEngine {
    #[command(flatten)]
    who: Who,
    /// How many positions are searched at the same time [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Visits of a position whose query does not say how many
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    visits: u64,
    /// Leave when the input ends, and not when all queries are answered
    #[arg(long)]
    quit_without_waiting: bool,
    /// KataGo's own arguments, which its clients add: -config, -model and the like say nothing here
    #[arg(hide = true, allow_hyphen_values = true, trailing_var_arg = true)]
    katago: Vec<String>,
}

/// KataGo's arguments that have a value.
const VALUED: [&str; 6] =
    ["-config", "-model", "-human-model", "-override-config", "-override-version", "-analysis-threads"];

impl AnalysisEngine {
    pub fn run(mut self, out: &mut impl Write) -> Result<(), Failure> {
        self.read_katago()?;
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let settings = AnalysisSettings {
            threads: self.threads.map_or(processors, usize::from),
            player: self.who.player()?,
            max_visits: self.visits,
        };
        exchange(out, !self.quit_without_waiting, |say| {
            let engine = wanqi_protocol::AnalysisEngine::new(&settings, say)?;
            // Clients of KataGo wait for these words.
            eprintln!("Wanqi {}, ready to begin handling requests", env!("CARGO_PKG_VERSION"));
            Ok(engine)
        })
    }

    /// Takes from KataGo's arguments what says something here.
    fn read_katago(&mut self) -> Result<(), Failure> {
        let mut words = self.katago.iter();
        while let Some(word) = words.next() {
            // Both `-config` and `--config` are known there.
            let name = format!("-{}", word.trim_start_matches('-'));
            if name == "-quit-without-waiting" {
                self.quit_without_waiting = true;
            } else if VALUED.contains(&name.as_str()) {
                let value = words.next().ok_or_else(|| Failure::Asked(format!("{word} has no value")))?;
                if name == "-analysis-threads" {
                    let threads = value.parse().ok().filter(|threads| (1..=256).contains(threads));
                    let refused =
                        || Failure::Asked(format!("{word} takes a number from 1 to 256, not {value:?}"));
                    self.threads = Some(threads.ok_or_else(refused)?);
                }
            } else {
                return Err(Failure::Asked(format!("there is no argument {word:?} of analysis-engine")));
            }
        }
        Ok(())
    }
}
