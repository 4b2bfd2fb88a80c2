//! `wanqi openings`: balanced openings of gomoku, and by chance of any game.

mod random;

use super::solve::gomoku::{Rule, game};
use super::write_json;
use crate::Failure;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use clap::{Args, Subcommand};
use serde::Serialize;
use std::collections::HashSet;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use wanqi_game::Notation;
use wanqi_solve::gomoku::BalancedOpenings;

/// Find balanced openings of gomoku, for `wanqi match --openings`
///
/// Three to five stones near the centre that a search finds worth little to either side, and with which neither side wins by
/// threats. The file has what was found when Ctrl-C ends the work.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Openings {
    #[command(subcommand)]
    of: Option<OpeningsOf>,
    /// The file to write: a position a line
    #[arg(value_name = "FILE", required = true)]
    out: Option<PathBuf>,
    /// Rows and columns
    #[arg(long, value_name = "N", default_value_t = 15)]
    size: u8,
    /// Which lines win
    #[arg(long, value_enum, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// Openings to find
    #[arg(long, value_name = "N", default_value_t = 50)]
    count: usize,
    /// Nodes of the search that says in the end what a position is worth
    #[arg(long, value_name = "N", default_value_t = BalancedOpenings::default().nodes)]
    nodes: u64,
    /// The most that it may be worth to either side; a lead of 165 multiplies the odds by 2.7
    #[arg(long, value_name = "SCORE", default_value_t = BalancedOpenings::default().within)]
    within: i32,
    /// Seed of the positions that are tried
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// What was looked for and found.
#[derive(Serialize)]
struct FoundOpenings<'a> {
    file: &'a Path,
    openings: u64,
    tried: u64,
}

#[derive(Subcommand, Debug)]
enum OpeningsOf {
    Random(random::RandomOpenings),
}

/// Positions tried for every opening that is wanted, at most.
const TRIES: u64 = 1000;

impl Openings {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        if let Some(OpeningsOf::Random(command)) = self.of {
            return command.run(out);
        }
        let Some(path) = &self.out else { return Err(Failure::Asked("name a file to write".into())) };
        let interrupt = Interrupt::listen();
        let (stop, progress) = (interrupt.stop(), Progress::on_terminal());
        let wrong = |error: std::io::Error| Failure::asked(path.display(), error);
        let game = game(self.size, None, self.rule)?;
        let finder = BalancedOpenings { nodes: self.nodes, within: self.within };
        let mut file = File::create(path).map_err(wrong)?;
        let about = format!(
            "# wanqi openings --rule {} --size {} --count {} --nodes {} --within {} --seed {}",
            format!("{:?}", self.rule).to_lowercase(),
            self.size,
            self.count,
            self.nodes,
            self.within,
            self.seed
        );
        writeln!(file, "{about}").map_err(wrong)?;
        let (mut found, mut tried) = (HashSet::new(), 0);
        while found.len() < self.count && tried < TRIES * self.count as u64 && !stop.is_stopped() {
            if let Some((position, _)) = finder.position(&game, self.seed, tried, &stop) {
                let text = game.format_position(&position);
                if found.insert(text.clone()) {
                    writeln!(file, "{text}").map_err(wrong)?;
                }
            }
            tried += 1;
            progress.text(format!("{} of {} openings, {tried} positions tried", found.len(), self.count));
        }
        progress.clear();
        if self.json {
            return write_json(out, &FoundOpenings { file: path, openings: found.len() as u64, tried });
        }
        writeln!(out, "{} openings of {tried} positions, {}", found.len(), path.display())?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    #[test]
    fn openings_are_found_by_their_seed() {
        let folder = tempfile::tempdir().expect("a folder");
        let written = |name: &str| {
            let file = folder.path().join(name);
            let asked = ["wanqi", "openings", "--count", "3", "--nodes", "300", "--seed", "4"];
            let arguments = asked.iter().map(|word| (*word).to_owned()).chain([file.display().to_string()]);
            let command = crate::commands::Arguments::try_parse_from(arguments).expect("a command");
            let mut out = Vec::new();
            command.run(&mut out).expect("openings");
            assert!(String::from_utf8_lossy(&out).starts_with("3 openings of "), "{out:?}");
            std::fs::read_to_string(file).expect("the file")
        };
        let text = written("a");
        assert_eq!(text, written("b"));
        assert!(text.starts_with("# wanqi openings --rule freestyle --size 15 --count 3"), "{text}");
        let table = wanqi_play::table(&wanqi_play::Spec::new("gomoku")).expect("gomoku");
        for line in text.lines().skip(1) {
            table.fork().set_position(line).expect(line);
        }
    }
}
