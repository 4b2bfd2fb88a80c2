//! What wraps evaluations and tactics in the registry leaves the search as it is without: equal node counts.

use wanqi_eval::chess::{ChessTactics, Positional};
use wanqi_game::Notation;
use wanqi_games::chess::Chess;
use wanqi_play::{Limits, Spec, Thought};
use wanqi_search::Search;
use wanqi_search::alpha_beta::{Best, Options};

fn thought(game: &str, position: &str, player: &str) -> Thought {
    let spec = |text: &str| text.parse::<Spec>().expect(text);
    let mut table = wanqi_play::table(&spec(game)).expect(game);
    table.set_position(position).expect(position);
    let mut player = table.player(&spec(player)).expect(player);
    player.think(&*table, &Limits::default(), &mut |_| {}).expect("a move")
}

/// Six stones, and no win in sight.
const BOARD: &str = concat!(
    ".............../.............../.............../.............../.............../......O......../",
    "......XO......./.......X......./.........X...../.........O...../.............../.............../",
    ".............../.............../............... X"
);

#[test]
fn an_opening_rule_that_is_over_changes_nothing() {
    for (rule, openings) in [("freestyle", &["swap2"][..]), ("renju", &["rif", "soosorv8", "taraguchi10"])] {
        for player in
            ["best:depth=9", "best:depth=9,eval=lines", "best:depth=6,eval=patterns", "best:nodes=9000"]
        {
            let plain = thought(&format!("gomoku:rule={rule}"), BOARD, player);
            assert!(plain.work.interior + plain.work.leaves > 500, "{player}: {:?}", plain.work);
            for opening in openings {
                let game = format!("gomoku:rule={rule},opening={opening}");
                for black in ["first", "second"] {
                    let with = thought(&game, &format!("{BOARD} | play {black} 0 -"), player);
                    let work = |thought: &Thought| (thought.work.interior, thought.work.leaves);
                    assert_eq!(work(&with), work(&plain), "{game} {player}");
                    assert_eq!((with.best, with.value), (plain.best.clone(), plain.value), "{game} {player}");
                }
            }
        }
    }
}

#[test]
fn tables_that_know_nothing_change_nothing() {
    // Too many pieces for what is known without tables of a king and a pawn, or of the wrong corner.
    for fen in [
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    ] {
        let wrapped = thought("chess", fen, "best:depth=9,eval=positional,book=off,syzygy=off");
        let mut plain = Best::new(Positional::default(), ChessTactics, Options::default());
        let position = Chess.parse_position(fen).expect(fen);
        let report = plain.search(&Chess, &[position], &Limits::depth(9), &mut |_| {});
        let work = (report.counts.interior, report.counts.leaves);
        assert!(work.0 + work.1 > 1000, "{fen}: {work:?}");
        assert_eq!((wrapped.work.interior, wrapped.work.leaves), work, "{fen}");
    }
}
