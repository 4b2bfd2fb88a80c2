//! `wanqi games`: what there is to play.

use super::write_json;
use crate::Failure;
use clap::Args;
use play::{GameInfo, OptionInfo, OptionKind, Spec};
use serde::Serialize;
use std::io::Write;

/// List the games, their options, notations and levels
#[derive(Args, Debug)]
pub struct Games {
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    info: &'static GameInfo,
    notations: &'static [&'static str],
}

impl Games {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let mut listed = Vec::new();
        for info in play::games() {
            listed.push(Listed { info, notations: play::table(&Spec::new(&*info.name))?.notations() });
        }
        if self.json {
            return write_json(out, &listed);
        }
        for (i, Listed { info, notations }) in listed.iter().enumerate() {
            if i > 0 {
                writeln!(out)?;
            }
            writeln!(out, "{} — {} {}", info.name, info.title, info.title_zh)?;
            for option in info.options {
                writeln!(out, "  {}", describe(option))?;
            }
            writeln!(out, "  moves as {}", notations.join(", "))?;
            for level in info.levels {
                writeln!(out, "  level {}: {}", level.title, level.player)?;
            }
        }
        Ok(())
    }
}

/// `size=2..19: points on a side (19)`.
fn describe(option: &OptionInfo) -> String {
    let values = match option.kind {
        OptionKind::Number { min, max, .. } => format!("{min}..{max}"),
        OptionKind::Choice { values } => values.join("|"),
    };
    format!("{}={values}: {} ({} if not given)", option.name, option.help, option.default)
}
