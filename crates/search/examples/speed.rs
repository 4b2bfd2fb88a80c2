//! The speed of the searches: `cargo run --release -p wanqi-search --example speed -- [WORD]` for the rows that contain
//! the word. Each row is the same work on every machine, so that its nodes tell whether a change is functional
//! and its time whether it is fast.

use wanqi_eval::chess::{ChessTactics, Material, PieceSquare};
use wanqi_eval::gomoku::{GomokuTactics, Patterns};
use wanqi_eval::othello::SquaresAndMobility;
use wanqi_game::Game;
use wanqi_games::chess::Chess;
use wanqi_games::connect_four::ConnectFour;
use wanqi_games::go::{Go, UpTo9, UpTo19};
use wanqi_games::gomoku::Gomoku;
use wanqi_games::othello::Othello;
use wanqi_games::tic_tac_toe::TicTacToe;
use wanqi_search::alpha_beta::{Best, Options};
use wanqi_search::{Evaluator, Limits, Mcts, NoEvaluation, NoTactics, Search, Tactics, mcts};

fn main() {
    let rows = Rows { word: std::env::args().nth(1).unwrap_or_default() };
    println!("{:22} {:>10} {:>6} {:>8} {:>11}", "", "nodes", "depth", "seconds", "nodes/s");
    let (othello, gomoku) = (Othello::default(), Gomoku::default());
    rows.best("best chess material", 8, &Chess, Material::default(), ChessTactics);
    rows.best("best chess squares", 8, &Chess, PieceSquare, ChessTactics);
    rows.best("best connect4 rules", 16, &ConnectFour, NoEvaluation, NoTactics);
    rows.best("best othello squares", 10, &othello, SquaresAndMobility::default(), NoTactics);
    rows.best("best gomoku patterns", 7, &gomoku, Patterns, GomokuTactics::default());
    rows.mcts("mcts tictactoe", 2_000_000, &TicTacToe);
    rows.mcts("mcts connect4", 500_000, &ConnectFour);
    rows.mcts("mcts othello", 50_000, &othello);
    rows.mcts("mcts gomoku", 50_000, &gomoku);
    rows.mcts("mcts go 9x9", 50_000, &Go::<UpTo9>::new(9).expect("a size"));
    rows.mcts("mcts go 19x19", 10_000, &Go::<UpTo19>::new(19).expect("a size"));
    rows.mcts("mcts chess", 5_000, &Chess);
}

/// The rows to print.
struct Rows {
    word: String,
}

impl Rows {
    fn best<G: Game, E: Evaluator<G>, T: Tactics<G, E>>(
        &self,
        name: &str,
        depth: u32,
        game: &G,
        evaluator: E,
        tactics: T,
    ) {
        self.print(name, game, &Limits::depth(depth), || Best::new(evaluator, tactics, Options::default()));
    }

    fn mcts<G: Game>(&self, name: &str, simulations: u64, game: &G) {
        // Without the solver: what is proven would end the search.
        let options = mcts::Options { solver: false, ..mcts::Options::default() };
        self.print(name, game, &Limits::nodes(simulations), || Mcts::new(options));
    }

    fn print<G: Game, S: Search<G>>(
        &self,
        name: &str,
        game: &G,
        limits: &Limits,
        search: impl FnOnce() -> S,
    ) {
        if !name.contains(&self.word) {
            return;
        }
        let report = search().search(game, &[game.start()], limits, &mut |_| {});
        let nodes = limits.nodes.unwrap_or(report.counts.nodes());
        let seconds = report.time.as_secs_f64();
        let speed = nodes as f64 / seconds;
        println!("{name:22} {nodes:>10} {:>6} {seconds:>8.3} {speed:>11.0}", report.depth);
    }
}
