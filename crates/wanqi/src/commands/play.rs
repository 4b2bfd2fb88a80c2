//! `wanqi play`: a game in the terminal.

use super::position::PositionArguments;
use crate::Failure;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::terminal::{DrawStyle, Editor, Plain, Seat, Session};
use clap::Args;
use std::io::{IsTerminal, Write};
use wanqi_play::Table;

/// Play a game in the terminal, any side human or machine
#[derive(Args, Debug)]
pub struct Play {
    #[command(flatten)]
    position: PositionArguments,
    /// Who moves first: human, a level or a player [default: human]
    #[arg(long, value_name = "PLAYER")]
    first: Option<String>,
    /// Who moves second: human, a level or a player [default: the machine]
    #[arg(long, value_name = "PLAYER")]
    second: Option<String>,
    /// The machine's level (see `wanqi players GAME`) [default: one in the middle]
    #[arg(long, value_name = "NAME")]
    level: Option<String>,
    /// Draw with letters alone
    #[arg(long)]
    ascii: bool,
}

impl Play {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let table = self.position.table()?;
        let info = &*table.info();
        let default = info.levels.get(info.levels.len() / 2).map_or("random", |level| level.title);
        let level = self.level.as_deref().unwrap_or(default);
        // One side asked to be human leaves the other to the machine; two sides asked are both as asked.
        let first_default = if self.second.as_deref() == Some("human") { level } else { "human" };
        let first = seat(&*table, info, self.first.as_deref(), first_default, "--first")?;
        let second_default = if matches!(first, Seat::Human) { level } else { "human" };
        let second = seat(&*table, info, self.second.as_deref(), second_default, "--second")?;
        let colour = std::io::stdout().is_terminal()
            && std::env::var_os("NO_COLOR").is_none()
            && std::env::var_os("TERM").is_some_and(|term| term != "dumb");
        let style = if colour && !self.ascii { DrawStyle::Colour } else { DrawStyle::Plain };
        let (progress, interrupt) = (Progress::on_terminal(), Interrupt::listen());
        let seats = [first, second];
        if std::io::stdin().is_terminal() {
            let session = Session::new(Editor::new()?, out, table, seats);
            session.players(wanqi_protocol::player).style(style).watched(progress, interrupt).run()
        } else {
            let session = Session::new(Plain(std::io::stdin().lock()), out, table, seats);
            session.players(wanqi_protocol::player).style(style).watched(progress, interrupt).run()
        }
    }
}

fn seat(
    table: &dyn Table,
    info: &wanqi_play::GameInfo,
    asked: Option<&str>,
    default: &str,
    argument: &str,
) -> Result<Seat, Failure> {
    Seat::named(table, info, asked.unwrap_or(default), wanqi_protocol::player).map_err(
        |failure| match failure {
            Failure::Asked(error) => Failure::asked(argument, error),
            other => other,
        },
    )
}
