//! A game of one's own under every search: `cargo run -p wanqi-search --example own_game`. Two players count up by one, two or
//! three, and whoever says 13 wins. Who begins and says 1 has won; every search but chance and greed finds it.

use wanqi_game::{Game, Outcome, Side};
use wanqi_search::alpha_beta::Options;
use wanqi_search::{
    Best, Greedy, Limits, Mcts, Minimax, Negamax, NoEvaluation, NoTactics, Random, Search, Textbook, mcts,
};

struct Race;

impl Game for Race {
    type Position = (u8, Side);
    type Move = u8;

    fn start(&self) -> (u8, Side) {
        (0, Side::First)
    }

    fn side_to_move(&self, position: &(u8, Side)) -> Side {
        position.1
    }

    fn each_move(&self, position: &(u8, Side), visit: impl FnMut(u8)) {
        (1..=3.min(13 - position.0)).for_each(visit);
    }

    fn play(&self, position: &mut (u8, Side), mv: u8) {
        *position = (position.0 + mv, position.1.opponent());
    }

    fn outcome(&self, position: &(u8, Side)) -> Option<Outcome> {
        (position.0 == 13).then_some(Outcome::Win(position.1.opponent()))
    }

    fn outcome_if_stuck(&self, _: &(u8, Side)) -> Outcome {
        Outcome::Draw
    }

    fn key(&self, position: &(u8, Side)) -> u64 {
        2 * u64::from(position.0) + position.1.index() as u64
    }
}

fn main() {
    let searches: [(&str, Box<dyn Search<Race>>); 7] = [
        ("random", Box::new(Random::new(0))),
        ("greedy", Box::new(Greedy::new(NoEvaluation))),
        ("minimax", Box::new(Minimax::new(NoEvaluation, NoTactics, 13))),
        ("negamax", Box::new(Negamax::new(NoEvaluation, NoTactics, 13))),
        ("alphabeta", Box::new(Textbook::new(NoEvaluation, NoTactics, 13))),
        ("best", Box::new(Best::new(NoEvaluation, NoTactics, Options::default()))),
        ("mcts", Box::new(Mcts::new(mcts::Options::default()))),
    ];
    for (name, mut search) in searches {
        let report = search.search(&Race, &[Race.start()], &Limits::nodes(10_000), &mut |_| {});
        let (mv, proven) = (report.best.expect("there is a move"), report.proven);
        println!("{name:10} say {mv}: {}{}", report.score, if proven { ", proven" } else { "" });
    }
}
