//! Matches between players: the same games however many are played at once, and who fails loses.

use std::thread;
use std::time::Duration;
use wanqi_play::matches::{
    Adjudication, Agreed, End, MakePlayer, Plan, Played, Score, Sprt, Tally, TimeControl, Verdict, go_on, run,
};
use wanqi_play::{Clock, Error, KeptLimits, Limits, Player, Spec, Stop, Table, Thought};

fn plan(games: u32) -> Plan {
    Plan { games, opening: 2, plies: 100, seed: 7, ..Plan::default() }
}

fn tic_tac_toe() -> Box<dyn Table> {
    wanqi_play::table(&Spec::new("tictactoe")).expect("a table")
}

fn run_plan(a: &str, b: &str, plan: &Plan) -> (Tally, Vec<Played>) {
    let (a, b) = (a.parse().expect("a player"), b.parse().expect("a player"));
    let (mut all, table) = (Vec::new(), tic_tac_toe());
    let tally = run(&*table, [&a, &b], plan, &Stop::default(), &mut |one, _| {
        // No two matches take the same time.
        all.push(Played { thoughts: Vec::new(), ..one.clone() });
    });
    (tally.expect("a match"), all)
}

fn played(a: &str, b: &str, games: u32) -> (Score, Vec<Played>) {
    let (tally, all) = run_plan(a, b, &plan(games));
    (tally.score, all)
}

#[test]
fn openings_come_in_pairs_and_sides_swap() {
    let (score, all) = played("random", "random", 20);
    assert_eq!(score.games(), 20);
    for pair in all.chunks(2) {
        assert_eq!(pair[0].moves[..2], pair[1].moves[..2]);
        assert!(pair[0].a_first && !pair[1].a_first);
    }
    let openings: Vec<&[String]> = all.iter().step_by(2).map(|one| &one.moves[..2]).collect();
    assert!(openings.iter().any(|&opening| opening != openings[0]), "openings differ");
    assert_eq!(played("random", "random", 20).1, all, "one seed, one match");
}

#[test]
fn many_at_once_are_the_same_games() {
    let plan = plan(31);
    let one = run_plan("greedy:seed=1", "random", &plan);
    assert_eq!(run_plan("greedy:seed=1", "random", &Plan { concurrency: 4, ..plan }), one);
}

#[test]
fn a_match_goes_on() {
    let plan = Plan { sprt: Some(Sprt { elo0: -30.0, elo1: 30.0 }), ..plan(200) };
    let (whole, all) = run_plan("greedy:seed=1", "random", &plan);
    for before in [0, 1, 2, 7] {
        let mut tally = Tally::default();
        all[..before].iter().for_each(|played| tally.count(played));
        let a: Spec = "greedy:seed=1".parse().expect("a player");
        let (b, mut rest) = (Spec::new("random"), Vec::new());
        let tally = go_on(&*tic_tac_toe(), [&a, &b], &plan, tally, &Stop::default(), &mut |one, _| {
            rest.push(Played { thoughts: Vec::new(), ..one.clone() });
        });
        assert_eq!(tally.expect("a match"), whole);
        assert_eq!(rest, all[before..]);
        // A match that is over has no more games.
        let again = go_on(&*tic_tac_toe(), [&a, &b], &plan, whole.clone(), &Stop::default(), &mut |_, _| {
            panic!("a game");
        });
        assert_eq!(again.expect("a match"), whole);
    }
}

#[test]
fn who_has_no_time_loses() {
    let control = TimeControl::read("0.001").expect("a time");
    let plan = Plan { clock: Some(control), margin: Duration::ZERO, ..plan(4) };
    let slow: MakePlayer = |table, spec| match spec.name.as_str() {
        "slow" => Ok(Box::new(Altered { player: table.player(&Spec::new("random"))?, alter: slow })),
        _ => table.player(spec),
    };
    let (tally, all) = run_plan("slow", "slow", &Plan { players: slow, ..plan });
    assert_eq!(tally.forfeits_a + tally.forfeits_b, 4);
    assert!(
        all.iter().all(|one| one.end == End::Time && one.result.contains("forfeits: its clock")),
        "{all:?}"
    );
    let plan =
        Plan { clock: Some(TimeControl::read("3600").expect("a time")), players: slow, ..crate::plan(2) };
    assert_eq!(run_plan("slow", "random", &plan).0.forfeits_a, 0);
}

#[test]
fn a_margin_takes_nothing_of_the_time() {
    let telling: MakePlayer =
        |table, _| Ok(Box::new(Altered { player: table.player(&Spec::new("random"))?, alter: tells_time }));
    let allotted = |millis| {
        let clock = Some(TimeControl::read("1+0.01").expect("a time"));
        let margin = Duration::from_millis(millis);
        run_plan("tells", "tells", &Plan { clock, margin, players: telling, ..plan(1) }).1[0].result.clone()
    };
    assert!(allotted(0).contains("Some("), "{}", allotted(0));
    assert_eq!(allotted(0), allotted(500));
}

/// A player who does something of its own with what another has thought; all else is the other's.
struct Altered {
    player: Box<dyn Player>,
    alter: fn(&dyn Table, &Limits, Thought) -> Result<Thought, Error>,
}

impl Player for Altered {
    fn think(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Error> {
        let thought = self.player.think(table, limits, progress)?;
        (self.alter)(table, limits, thought)
    }

    fn book_moves(&self, table: &dyn Table) -> Vec<wanqi_play::BookMove> {
        self.player.book_moves(table)
    }

    fn keeps(&self) -> KeptLimits {
        self.player.keeps()
    }

    fn own_limits(&self) -> Limits {
        self.player.own_limits()
    }

    fn see_clocks(&mut self, clocks: [Clock; 2]) -> bool {
        self.player.see_clocks(clocks)
    }

    fn forget(&mut self) {
        self.player.forget();
    }

    fn hash_table(&mut self) -> Option<&mut dyn wanqi_play::HashTable> {
        self.player.hash_table()
    }
}

/// Tells what time it has, instead of a move.
fn tells_time(_: &dyn Table, limits: &Limits, _: Thought) -> Result<Thought, Error> {
    Err(Error::Player(format!("{:?}", limits.soft)))
}

/// Takes five milliseconds at least.
fn slow(_: &dyn Table, _: &Limits, thought: Thought) -> Result<Thought, Error> {
    thread::sleep(Duration::from_millis(5));
    Ok(thought)
}

#[test]
fn games_are_broken_off_when_both_agree() {
    let resign = Some(Agreed { score: 100, moves: 1, from: 0 });
    let plan = Plan { adjudication: Adjudication { resign, draw: None }, ..plan(20) };
    let (_, all) = run_plan("minimax:depth=9", "minimax:depth=9", &plan);
    let agreed: Vec<&Played> = all.iter().filter(|one| one.end == End::Agreement).collect();
    assert!(!agreed.is_empty(), "{all:?}");
    for one in agreed {
        assert!(one.half_points != 1 && one.result.ends_with(" wins by agreement of the players' scores"));
    }
}

#[test]
fn openings_from_positions() {
    let openings = vec!["X../.O./... X".to_owned(), "X.O/.../... X".to_owned()];
    let (_, all) = run_plan("random", "random", &Plan { openings: openings.clone(), opening: 0, ..plan(6) });
    let positions: Vec<&str> = all.iter().map(|one| one.position.as_str()).collect();
    let expected = [0, 0, 1, 1, 0, 0].map(|index: usize| openings[index].as_str());
    assert_eq!(positions, expected);
    for wrong in ["nonsense", "XXX/OO./... O"] {
        let (random, table) = (Spec::new("random"), tic_tac_toe());
        let plan = Plan { openings: vec![wrong.into()], ..plan(2) };
        assert!(run(&*table, [&random, &random], &plan, &Stop::default(), &mut |_, _| {}).is_err());
    }
}

#[test]
fn the_better_player_takes_the_points() {
    let (score, _) = played("alphabeta:depth=9", "random", 20);
    assert!(score.share() > 0.75, "{score:?}");
    let (turned, _) = played("random", "alphabeta:depth=9", 20);
    assert!(turned.share() < 0.25, "{turned:?}");
}

#[test]
fn a_decided_test_ends_the_match() {
    let sprt = Sprt { elo0: 0.0, elo1: 100.0 };
    let plan = Plan { sprt: Some(sprt), concurrency: 3, ..plan(1000) };
    let (tally, all) = run_plan("alphabeta:depth=9", "random", &plan);
    assert!(all.len() < 200 && all.len().is_multiple_of(2), "{}", all.len());
    assert_eq!(sprt.verdict(&tally.pairs), Some(Verdict::Accepted));
    assert_eq!(run_plan("alphabeta:depth=9", "random", &Plan { concurrency: 1, ..plan }).0, tally);
}

#[test]
fn a_stopped_match_keeps_the_games_that_are_complete() {
    let (random, stop) = (Spec::new("random"), Stop::default());
    let tally = run(&*tic_tac_toe(), [&random, &random], &plan(1000), &stop, &mut |_, tally| {
        if tally.score.games() == 3 {
            stop.stop();
        }
    });
    let games = tally.expect("a match").score.games();
    assert!((3..1000).contains(&games), "{games}");
}

/// Plays well, and fails in the third move of every game.
fn failing(table: &dyn Table, _: &Limits, mut thought: Thought) -> Result<Thought, Error> {
    match table.played(0).len() {
        4 => return Err(Error::Player("it fell asleep".into())),
        5 => thought.best = Some("z9".into()),
        _ => {}
    }
    Ok(thought)
}

#[test]
fn who_fails_forfeits() {
    let players: MakePlayer = |table, spec| match spec.name.as_str() {
        "failing" => Ok(Box::new(Altered { player: table.player(&Spec::new("random"))?, alter: failing })),
        _ => table.player(spec),
    };
    let plan = Plan { players, opening: 0, ..plan(10) };
    let (tally, all) = run_plan("failing", "random", &plan);
    assert_eq!((tally.score.games(), tally.score.losses), (10, 10));
    assert_eq!((tally.forfeits_a, tally.forfeits_b), (10, 0));
    assert_eq!(all[0].result, "A forfeits: the player has failed: it fell asleep");
    assert!(all[1].result.starts_with("A forfeits: not a move here: "), "{}", all[1].result);
    let (tally, _) = run_plan("random", "failing", &plan);
    assert_eq!((tally.score.wins, tally.forfeits_b), (10, 10));
}

#[test]
fn who_does_not_exist_cannot_play() {
    let (random, table) = (Spec::new("random"), tic_tac_toe());
    let nobody = Spec::new("nobody");
    for specs in [[&random, &nobody], [&nobody, &random]] {
        let plan = Plan { concurrency: 2, ..plan(10) };
        assert!(run(&*table, specs, &plan, &Stop::default(), &mut |_, _| {}).is_err());
    }
}
