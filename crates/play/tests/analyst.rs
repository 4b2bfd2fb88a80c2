//! Who analyses games of rule files is the strongest player they have.

use wanqi_play::matches::{self, Plan};
use wanqi_play::{Spec, Stop};

/// Nodes in the place of a second of a level's own time, so that the answer is the same on every machine; and random
/// games, each of which takes about as long as so many nodes.
const NODES_PER_SECOND: f64 = 200.0;
const NODES_PER_PLAYOUT: f64 = 8.0;

/// Games whose rule files are played in seconds, and of which neither side wins from the start.
const GAMES: [&str; 3] = ["breakthrough", "clobber", "english-draughts"];

/// The player, its own time replaced by nodes.
fn by_nodes(text: &str) -> Spec {
    let mut spec: Spec = text.parse().expect(text);
    let Some(time) = spec.get("time").map(|time| wanqi_play::parse_duration(time).expect(text)) else {
        return spec;
    };
    spec.options.retain(|(name, _)| name != "time");
    let nodes = NODES_PER_SECOND * time.as_secs_f64();
    let (limit, count) =
        if spec.name == "mcts" { ("playouts", nodes / NODES_PER_PLAYOUT) } else { ("nodes", nodes) };
    spec.set(limit, count.to_string());
    spec
}

#[test]
fn the_analyst_is_the_strongest() {
    for game in GAMES {
        let table = wanqi_play::table(&Spec::new(game)).expect(game);
        let info = table.info();
        let analyst = by_nodes(info.analyst);
        for level in info.levels.iter().filter(|level| level.player != info.analyst) {
            let plan = Plan { games: 20, plies: 200, seed: 1, concurrency: 2, ..Plan::default() };
            let level = by_nodes(level.player);
            let tally = matches::run(&*table, [&analyst, &level], &plan, &Stop::default(), &mut |_, _| {});
            let score = tally.expect("a match").score;
            assert_eq!(score.games(), 20);
            assert!(score.share() >= 0.5, "{game}: {analyst} against {level}: {score:?}");
        }
    }
}

#[test]
fn a_limit_of_time_becomes_one_of_nodes() {
    assert_eq!(by_nodes("best:time=5s").to_string(), "best:nodes=1000");
    assert_eq!(by_nodes("mcts:time=2s,guide=off").to_string(), "mcts:guide=off,playouts=50");
    assert_eq!(by_nodes("best:depth=4,time=1s").to_string(), "best:depth=4,nodes=200");
    assert_eq!(by_nodes("random").to_string(), "random");
}
