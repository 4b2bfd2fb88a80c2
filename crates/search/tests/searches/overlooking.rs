//! Players who do not see every move.

use std::collections::BTreeMap;
use wanqi_eval::connect_four::{ConnectFourTactics, Lines};
use wanqi_game::{Game, Notation};
use wanqi_games::connect_four::ConnectFour;
use wanqi_games::tic_tac_toe::TicTacToe;
use wanqi_search::alpha_beta::Options;
use wanqi_search::{Best, Limits, Minimax, NoEvaluation, NoTactics, Overlooking, Search};

/// How often each move is made by players of this kind with different seeds.
fn made(position: &str, percent: u32) -> BTreeMap<String, usize> {
    let position = TicTacToe.parse_position(position).expect(position);
    let mut made = BTreeMap::new();
    for seed in 0..400 {
        let choose = || {
            let plain = Box::new(Minimax::new(NoEvaluation, NoTactics, 9));
            let mut player = Overlooking::new(plain, percent, seed);
            let report = player.search(&TicTacToe, &[position], &Limits::default(), &mut |_| {});
            TicTacToe.format_move(&position, report.best.expect("a move"), 0)
        };
        let mv = choose();
        assert_eq!(mv, choose(), "the same seed, the same move");
        *made.entry(mv).or_default() += 1;
    }
    made
}

/// X wins with c1 at once, and has five moves.
const WINS: &str = "O../..O/XX. X";

#[test]
fn the_one_move_that_matters_is_missed_as_often_as_told() {
    let position = TicTacToe.parse_position(WINS).expect(WINS);
    assert_eq!(TicTacToe.move_count(&position), 5);
    for (percent, least, most) in [(0, 400, 400), (50, 200, 280), (100, 50, 115)] {
        // Of those that overlook everything else, one move in five is seen.
        let won = made(WINS, percent).get("c1").copied().unwrap_or(0);
        assert!((least..=most).contains(&won), "{percent} %: {won} of 400");
    }
    assert_eq!(made(WINS, 100).len(), 5, "any move may be the one that is seen");
}

#[test]
fn who_overlooks_nothing_searches_as_without() {
    let best =
        || Box::new(Best::new(Lines, ConnectFourTactics, Options { table_mb: 8, ..Options::default() }));
    let searches: [Box<dyn Search<ConnectFour>>; 2] = [best(), Box::new(Overlooking::new(best(), 0, 7))];
    let work = searches.map(|mut search| {
        // What is remembered of the root counts in the second search.
        let start = [ConnectFour.start()];
        [8, 10].map(|depth| search.search(&ConnectFour, &start, &Limits::depth(depth), &mut |_| {}).counts)
    });
    assert_eq!(work[0], work[1]);
    let mut minimax = Overlooking::new(Box::new(Minimax::new(NoEvaluation, NoTactics, 2)), 0, 7);
    assert!(minimax.record(&TicTacToe, &[TicTacToe.start()], &Limits::default(), 100).is_some());
}
