//! What a designer is told of a game.

use std::time::Duration;
use wanqi_game::{Game, Notation};
use wanqi_games::rulebook::Rulebook;
use wanqi_play::Stop;
use wanqi_play::designer::{Bounds, ReportBudget, Uses, report};

#[test]
fn hexapawn_is_lost() {
    let budget = ReportBudget { time: Duration::from_secs(2), concurrency: 1, seed: 1 };
    let report = report("hexapawn", &budget, &Stop::default(), &mut |_| {}).expect("a report");
    assert!(report.start.decided.is_some_and(|plies| plies < 0), "{:?}", report.start);
    assert!(report.remarks[0].starts_with("Black can force a win"), "{:?}", report.remarks);
    assert!(report.random.games > 0 && report.branching > 1.0);
    for plot in report.plots() {
        assert!(plot.svg.starts_with("<svg") && plot.svg.ends_with("</svg>\n"), "{}", plot.name);
    }
}

#[test]
fn a_stopped_report_ends_at_once() {
    let stop = Stop::default();
    stop.stop();
    let budget = ReportBudget { time: Duration::from_secs(1000), concurrency: 1, seed: 1 };
    let report = report("breakthrough", &budget, &stop, &mut |_| {}).expect("a report");
    assert_eq!((report.skilled.games, report.depths.len()), (0, 0));
}

#[test]
fn bounds() {
    // The figures of the page that is named above, and of any statistics program.
    for (points, games, text) in [
        (0.0, 0, "50 % (0 to 100)"),
        (0.0, 60, "0 % (0 to 6)"),
        (60.0, 60, "100 % (94 to 100)"),
        (45.0, 60, "75 % (63 to 84)"),
        (5.0, 10, "50 % (24 to 76)"),
        (500.0, 1000, "50 % (47 to 53)"),
    ] {
        let bounds = Bounds::of(points, games);
        assert_eq!(bounds.to_string(), text, "{points} of {games}");
        assert!(bounds.low <= bounds.share && bounds.share <= bounds.high);
        let rest = Bounds::of(games as f64 - points, games);
        assert!((bounds.rest().low - rest.low).abs() < 1e-9, "{points} of {games}");
    }
}

#[test]
fn moves_and_ends_are_counted() {
    let text = "name = \"t\"\nboard = \"\"\"\n..p\n...\nP..\"\"\"\n[piece.P]\n\
                moves = [{ step = \"N E\" }, { slide = \"E\", only = \"capture\" }, { jump = \"any\", over = \"any\", takes = false, again = true }]\n\
                [win]\nreach = \"3\"\neliminate = \"all\"";
    let game =
        Rulebook::new(wanqi_games::rulebook::read(text).rules.expect("a good file")).expect("a small game");
    let mut uses = Uses::new(&game);
    let mut line = vec![game.start()];
    for text in ["a1a2", "c3c2", "a2a3"] {
        let position = line[line.len() - 1].clone();
        let mv = game.parse_move(&position, text).expect(text);
        uses.watch(&game, &position, mv);
        let mut next = position;
        game.play(&mut next, mv);
        line.push(next);
    }
    uses.ended(game.cause(&line).map(|(cause, _)| cause));
    let counts: Vec<(u64, u64)> = uses.moves().iter().map(|what| (what.offered, what.played)).collect();
    assert_eq!(counts, [(3, 3), (1, 0), (0, 0)], "at last the first side could take along its rank");
    let ends: Vec<(String, u64)> = uses.ends().into_iter().map(|end| (end.how, end.games)).collect();
    assert!(ends.contains(&("reaching a goal (P)".into(), 1)), "{ends:?}");
    assert!(ends.contains(&("too few pieces left (P)".into(), 0)), "{ends:?}");
}
