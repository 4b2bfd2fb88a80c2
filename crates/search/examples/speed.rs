//! Nodes and simulations a second: `cargo run --release -p search --example speed -- [WORD] [SECONDS]` for the rows
//! that contain the word. To see where the time goes, profile one row.

use game::Game;
use games::chess::Chess;
use games::connect_four::ConnectFour;
use games::othello::Othello;
use games::tic_tac_toe::TicTacToe;
use search::alpha_beta::{self, Best};
use search::mcts::{self, Mcts};
use search::{Limits, NoEvaluation, NoTactics, Report, Search};
use std::time::Duration;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let word = arguments.next().unwrap_or_default();
    let seconds = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1.0);
    println!("{:28} {:>12} {:>6} {:>14}", "", "nodes", "depth", "nodes/s");
    let best = || Best::new(NoEvaluation, NoTactics, alpha_beta::Options::default());
    let row = Row { word, time: Duration::from_secs_f64(seconds) };
    row.print("best chess, rules alone", &Chess, best());
    row.print("best connect4, rules alone", &ConnectFour, best());
    row.print("best othello, rules alone", &Othello::default(), best());
    let options = mcts::Options { solver: false, ..mcts::Options::default() };
    row.print("mcts tictactoe, no solver", &TicTacToe, Mcts::new(options));
    row.print("mcts connect4", &ConnectFour, Mcts::new(mcts::Options::default()));
    row.print("mcts othello", &Othello::default(), Mcts::new(mcts::Options::default()));
    row.print("mcts chess", &Chess, Mcts::new(mcts::Options::default()));
}

/// What rows have in common.
struct Row {
    word: String,
    time: Duration,
}

impl Row {
    fn print<G: Game>(&self, name: &str, game: &G, mut search: impl Search<G>) {
        if !name.contains(&self.word) {
            return;
        }
        let limits = Limits::time(self.time);
        let report: Report<G::Move> = search.search(game, &[game.start()], &limits, &mut |_| {});
        let counts = report.counts;
        let simulations = counts.playouts + counts.discarded;
        let nodes = if simulations > 0 { simulations + counts.leaves } else { counts.nodes() };
        let speed = nodes as f64 / report.time.as_secs_f64();
        println!("{name:28} {nodes:>12} {:>6} {speed:>14.0}", report.depth);
    }
}
