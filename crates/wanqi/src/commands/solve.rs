//! `wanqi solve`: what can be proven of positions, one file a game.

mod go;
pub(super) mod gomoku;
mod othello;

use crate::Failure;
use clap::{Args, Subcommand};
use std::io::Write;

/// Prove what positions are worth, and show the proof
#[derive(Args, Debug)]
pub struct Solve {
    #[command(subcommand)]
    game: Game,
}

#[derive(Subcommand, Debug)]
enum Game {
    Go(go::SolveGo),
    Gomoku(gomoku::SolveGomoku),
    Othello(othello::SolveOthello),
}

impl Solve {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        match self.game {
            Game::Go(command) => command.run(out),
            Game::Gomoku(command) => command.run(out),
            Game::Othello(command) => command.run(out),
        }
    }
}
