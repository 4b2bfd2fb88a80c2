//! What a search says of its scores while it is under way.

use wanqi_eval::chess::{ChessTactics, PieceSquare};
use wanqi_game::Notation;
use wanqi_games::chess::Chess;
use wanqi_search::alpha_beta::Options;
use wanqi_search::{Best, Bound, Limits, Search};

const POSITIONS: [&str; 4] = [
    "r1bq1rk1/1p1p1ppp/p1n2n2/4p3/1bP5/2N3P1/PP2PPBP/RNBQK2R w KQ - 3 9",
    "r3r1k1/pp1q1pp1/2n1bn1p/3p4/3P4/P1NB1N1P/1P1Q1PP1/R3R1K1 w - - 0 18",
    "2rq1rk1/1p2bppp/p1npbn2/4p3/4P3/1NN1BP2/PPPQB1PP/R4RK1 w - - 4 13",
    "r1bqr1k1/ppp2pp1/3p1n1p/2n5/2PNPP2/2N1B3/PP2B1PP/R2Q1RK1 b - - 0 12",
];

#[test]
fn scores_outside_the_window_are_bounds_until_the_depth_is_done() {
    let mut seen = Vec::new();
    for lines in [1, 3] {
        for text in POSITIONS {
            let position = Chess.parse_position(text).expect(text);
            let options = Options { table_mb: 4, ..Options::default() };
            let mut best = Best::new(PieceSquare, ChessTactics, options);
            let limits = Limits { lines, ..Limits::depth(9) };
            let report = best.search(&Chess, &[position], &limits, &mut |report| {
                let first = &report.moves[0];
                assert_eq!((report.best, report.score), (Some(first.mv), first.score), "{text}");
                seen.push(first.bound);
            });
            let told = &report.moves[..lines];
            assert!(told.iter().all(|root| root.bound == Some(Bound::Exact) && root.depth == 9), "{told:?}");
            assert!(told.is_sorted_by_key(|root| std::cmp::Reverse(root.score)), "{told:?}");
            let others = &report.moves[lines..];
            assert!(others.iter().all(|root| root.score <= told[lines - 1].score), "{report:?}");
        }
    }
    for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
        assert!(seen.contains(&Some(bound)), "{bound:?}");
    }
}
