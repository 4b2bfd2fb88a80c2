//! `wanqi endgames`: endings solved once and kept, for players to look up.

use super::write_json;
use crate::Failure;
use crate::interrupt::Interrupt;
use crate::numbers::{grouped, seconds};
use crate::progress::Progress;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;
use wanqi_play::Spec;
use wanqi_play::tablebases::{Built, build};

/// Solve the endings of a game and keep them, for players to look up (Jungle)
///
/// Ctrl-C keeps what is solved so far; the same command then goes on from there.
#[derive(Args, Debug)]
pub struct Endgames {
    /// The game, with options after a colon: jungle, jungle:order=dog-over-wolf
    game: String,
    /// Pieces on the board, both sides together; fewer are solved while playing
    #[arg(long, value_name = "N", default_value_t = 3)]
    pieces: u32,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct EndgamesOutput {
    game: String,
    pieces: u32,
    data_dir: PathBuf,
    endings: usize,
    of: usize,
    values: u64,
    longest_win: u16,
    seconds: f64,
}

impl Endgames {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let spec: Spec = self.game.parse()?;
        let set = wanqi_play::ending_set(&spec, self.pieces)?;
        let data_dir = super::data_folder()?;
        let (progress, interrupt) = (Progress::on_terminal(), Interrupt::listen());
        let began = Instant::now();
        let built = build(&*set, &data_dir, &interrupt.stop(), &mut |built| progress.text(text(built)));
        progress.clear();
        let (built, time) = (built?, began.elapsed());
        if self.json {
            let answer = EndgamesOutput {
                game: spec.to_string(),
                pieces: self.pieces,
                data_dir,
                endings: built.endings,
                of: built.of,
                values: built.values,
                longest_win: built.longest,
                seconds: time.as_secs_f64(),
            };
            return write_json(out, &answer);
        }
        writeln!(out, "{spec}, {} pieces, in {}", self.pieces, data_dir.display())?;
        writeln!(out, "{}", text(&built))?;
        let solved = built.endings - built.found;
        writeln!(out, "{solved} solved in {}, {} were there already", seconds(time), built.found)?;
        if built.endings < built.of {
            writeln!(out, "stopped; the same command goes on from here")?;
        }
        Ok(())
    }
}

fn text(built: &Built) -> String {
    let Built { endings, of, values, longest, .. } = built;
    format!("{endings} of {of} endings, {} positions, longest win in {longest} plies", grouped(*values))
}
