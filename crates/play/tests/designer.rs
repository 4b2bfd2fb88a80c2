//! What a designer is told of a game.

use std::time::Duration;
use wanqi_play::Stop;
use wanqi_play::designer::{ReportBudget, report};

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
