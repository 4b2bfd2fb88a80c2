//! Matches: two players, many games, sides swapped, and what the score says of their strength.

mod adjudication;
mod clocks;
mod openings;
mod score;
mod sprt;

pub use adjudication::{Adjudication, Agreed};
pub use clocks::TimeControl;
pub use score::{Elo, Pairs, Score, Tally};
pub use sprt::{Sprt, Verdict};

use crate::{Allotted, Error, Limits, Player, Spec, Stop, Table, Thought, registry::PLAYERS};
use adjudication::Agreement;
use clocks::Clocks;
use game::Side;
use openings::Openings;
use rand_core::{Rng, SeedableRng};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// How players are made from their texts: [`of_table`], or something that knows more players than ours.
pub type MakePlayer = fn(&dyn Table, &Spec) -> Result<Box<dyn Player>, Error>;

/// Our own players ([`Table::player`]).
///
/// # Errors
/// If there is no such player or option.
pub fn of_table(table: &dyn Table, spec: &Spec) -> Result<Box<dyn Player>, Error> {
    table.player(spec)
}

/// How a match is played. Games come in pairs: one opening, each player moving first once.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Games to play at most.
    pub games: u32,
    /// The positions that games begin with, one after the other and then again; the table's own if there is none.
    pub openings: Vec<String>,
    /// Random plies before the players take over.
    pub opening: u32,
    /// A game longer than this counts as a draw.
    pub plies: usize,
    /// Time for a move of a player that names no limit of its own, where there is no clock.
    pub time: Duration,
    /// Time for the game.
    pub clock: Option<TimeControl>,
    /// By how much a clock may be exceeded before the game is lost: what is lost on the way to another program.
    pub margin: Duration,
    /// When games are broken off.
    pub adjudication: Adjudication,
    /// Of the openings, and of the players that take a seed and name none.
    pub seed: u64,
    /// Games at once. Unless players look at the clock, the games are the same however many it is.
    pub concurrency: usize,
    /// A test that ends the match once it is decided.
    pub sprt: Option<Sprt>,
    /// Where players come from.
    pub players: MakePlayer,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            games: 20,
            openings: Vec::new(),
            opening: 4,
            plies: 1000,
            time: Duration::from_millis(100),
            clock: None,
            margin: Duration::from_millis(10),
            adjudication: Adjudication::default(),
            seed: 0,
            concurrency: 1,
            sprt: None,
            players: of_table,
        }
    }
}

/// A game of a match.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Played {
    /// Whether A played the first side.
    pub a_first: bool,
    /// The position that it began with.
    pub position: String,
    /// The moves in the notation for people, the random ones at the beginning included.
    pub moves: Vec<String>,
    /// The same moves in the notation for programs.
    pub program_moves: Vec<String>,
    /// How it ended.
    pub result: String,
    /// Half points of A: 2 for a win, 1 for a draw.
    pub half_points: u8,
    /// What ended it.
    pub end: End,
    /// What was thought about the last moves, those that are not of the opening.
    #[serde(skip)]
    pub thoughts: Vec<MoveThought>,
}

/// What ends a game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// The rules of the game.
    #[default]
    Rules,
    /// It was too long.
    Length,
    /// The players agreed ([`Adjudication`]).
    Agreement,
    /// A player's clock.
    Time,
    /// A player failed otherwise: a crash, an illegal move, no answer.
    Failure,
}

impl End {
    /// Whether a player has lost by failing and not on the board; the result says how.
    pub fn is_forfeit(self) -> bool {
        matches!(self, End::Time | End::Failure)
    }
}

/// What a player thought about its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveThought {
    /// The score for its side, if it told one.
    pub score: Option<i32>,
    /// In how many plies its side wins, or loses if negative, if that is proven.
    pub decided: Option<i32>,
    /// Plies that it looked ahead.
    pub depth: u32,
    /// The time that it took.
    pub took: Duration,
}

/// Searches recurse once a ply, and a player may be asked for many.
const STACK: usize = 256 << 20;

/// Plays a match from the position of `table` and returns what `a` has scored. A player that fails forfeits its game,
/// and the match goes on. `progress` hears of every game, in order; the stop flag ends the match after the games that
/// are complete.
///
/// # Errors
/// If a player or an opening does not exist.
pub fn run(
    table: &dyn Table,
    [a, b]: [&Spec; 2],
    plan: &Plan,
    stop: &Stop,
    progress: &mut dyn FnMut(&Played, &Tally),
) -> Result<Tally, Error> {
    go_on(table, [a, b], plan, Tally::default(), stop, progress)
}

/// The same for a match of which some games have been played, as `tally` says.
///
/// # Errors
/// If a player or an opening does not exist.
pub fn go_on(
    table: &dyn Table,
    [a, b]: [&Spec; 2],
    plan: &Plan,
    mut tally: Tally,
    stop: &Stop,
    progress: &mut dyn FnMut(&Played, &Tally),
) -> Result<Tally, Error> {
    let decided = |tally: &Tally| plan.sprt.is_some_and(|sprt| sprt.verdict(&tally.pairs).is_some());
    if decided(&tally) {
        return Ok(tally);
    }
    let played_before = tally.score.games();
    let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(plan.seed);
    let specs = [seeded(a, &mut rng), seeded(b, &mut rng)];
    let mut openings = Openings::new(table, plan, rng)?;
    openings.by_ref().take(played_before as usize).for_each(drop);
    let openings = Mutex::new(openings);
    let enough = AtomicBool::new(false);
    let next = || {
        let more = !enough.load(Ordering::Relaxed) && !stop.is_stopped();
        more.then(|| openings.lock().unwrap_or_else(PoisonError::into_inner).next()).flatten()
    };
    let work = |table: Box<dyn Table>, send: mpsc::Sender<Result<(u32, Played), Error>>| {
        let seats = specs.each_ref().map(|spec| seat(&*table, spec, plan, stop));
        let mut seats = match seats {
            [Ok(a), Ok(b)] => [a, b],
            [Err(error), _] | [_, Err(error)] => return drop(send.send(Err(error))),
        };
        while let Some((game, opening)) = next() {
            let a_first = game.is_multiple_of(2);
            let Some(played) = play(opening, &mut seats, a_first, plan, stop) else { break };
            if send.send(Ok((game, played))).is_err() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        let (send, played) = mpsc::channel();
        for _ in 0..plan.concurrency.max(1) {
            let (work, table, send) = (&work, table.fork(), send.clone());
            let worker = thread::Builder::new().name("game".into()).stack_size(STACK);
            let begun = worker.spawn_scoped(scope, move || work(table, send));
            begun.map_err(|error| Error::Player(format!("no thread for a game: {error}")))?;
        }
        drop(send);
        // Games end in any order, and are told of in their own.
        let (mut waiting, mut told) = (BTreeMap::new(), played_before);
        let mut tell = |played: Played, tally: &mut Tally| {
            tally.count(&played);
            progress(&played, tally);
            let decided = decided(tally);
            enough.fetch_or(decided, Ordering::Relaxed);
            decided
        };
        for result in played {
            let (game, played) = result.inspect_err(|_| enough.store(true, Ordering::Relaxed))?;
            waiting.insert(game, played);
            while let Some(played) = waiting.remove(&told) {
                told += 1;
                if tell(played, &mut tally) {
                    return Ok(());
                }
            }
        }
        // A match that was stopped lacks the games that were under way.
        for played in waiting.into_values() {
            tell(played, &mut tally);
        }
        Ok(())
    })?;
    Ok(tally)
}

/// The player with a seed, if it takes one and names none.
fn seeded(spec: &Spec, rng: &mut impl Rng) -> Spec {
    let mut spec = spec.clone();
    let takes_seed = PLAYERS
        .iter()
        .any(|info| info.name == spec.name && info.options.iter().any(|(key, _)| *key == "seed"));
    if takes_seed && spec.get("seed").is_none() {
        spec.set("seed", rng.next_u32().to_string());
    }
    spec
}

/// A player and what it may spend on a move.
type Seat = (Box<dyn Player>, Limits);

fn seat(table: &dyn Table, spec: &Spec, plan: &Plan, stop: &Stop) -> Result<Seat, Error> {
    let time = (plan.clock.is_none() && !spec.is_bounded()).then_some(plan.time);
    Ok(((plan.players)(table, spec)?, Limits { time, stop: stop.clone(), ..Limits::default() }))
}

/// One game; `None` if it was stopped.
fn play(
    mut table: Box<dyn Table>,
    seats: &mut [Seat; 2],
    a_first: bool,
    plan: &Plan,
    stop: &Stop,
) -> Option<Played> {
    seats.iter_mut().for_each(|(player, _)| player.forget());
    let a = if a_first { Side::First } else { Side::Second };
    let mut plies = table.ply();
    let mut clocks = plan.clock.map(Clocks::new);
    let (mut agreement, mut thoughts) = (Agreement::default(), Vec::new());
    let points = |winner: Option<Side>| winner.map_or(1, |winner| 2 * u8::from(winner == a));
    let (half_points, result, end) = loop {
        if let Some(result) = table.result() {
            let winner = result.winner.map(|winner| Side::BOTH[usize::from(winner)]);
            break (points(winner), result.text, End::Rules);
        }
        if plies >= plan.plies {
            break (1, format!("A draw after {} plies", plan.plies), End::Length);
        }
        if let Some(winner) = agreement.reached(&plan.adjudication) {
            let names = table.layout().sides;
            let text =
                winner.map_or("A draw".into(), |winner| format!("{} wins", names[winner.index()].name));
            break (points(winner), text + " by agreement of the players' scores", End::Agreement);
        }
        let side = table.side_to_move();
        let (player, limits) = &mut seats[usize::from(side != a)];
        if let Some(clocks) = &clocks {
            let shown = clocks.show();
            let plans_itself = player.see_clocks(shown);
            let clock = shown[side.index()];
            let allotted =
                if plans_itself { Allotted::all_of(clock.remaining) } else { clock.allot(plan.margin) };
            (limits.soft, limits.time) = (allotted.soft, Some(allotted.hard));
        }
        let began = Instant::now();
        let thought = player.think(&*table, limits, &mut |_| {});
        let took = began.elapsed();
        if stop.is_stopped() {
            return None;
        }
        let over = clocks.as_mut().and_then(|clocks| clocks.press(side, took));
        let loser = if side == a { "A" } else { "B" };
        let forfeit =
            |why: String, end| (points(Some(side.opponent())), format!("{loser} forfeits: {why}"), end);
        if let Some(over) = over.filter(|&over| over > plan.margin) {
            break forfeit(format!("its clock has run out {} ms ago", over.as_millis()), End::Time);
        }
        match thought.and_then(|thought| moved(&mut *table, thought, took)) {
            Ok(thought) => {
                agreement.hear(side, thought.score);
                thoughts.push(thought);
            }
            Err(error) => break forfeit(error.to_string(), End::Failure),
        }
        plies += 1;
    };
    let (moves, program_moves) = (table.played(0), table.played(table.notations().len() - 1));
    Some(Played {
        a_first,
        position: table.first_position(),
        moves,
        program_moves,
        result,
        half_points,
        end,
        thoughts,
    })
}

/// Plays what a player has thought of.
fn moved(table: &mut dyn Table, thought: Thought, took: Duration) -> Result<MoveThought, Error> {
    let best = thought.best.ok_or_else(|| Error::Player("it has no move".into()))?;
    table.play(&best)?;
    let score = (thought.depth > 0).then_some(thought.score);
    Ok(MoveThought { score, decided: thought.decided, depth: thought.depth, took })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(games: u32) -> Plan {
        Plan { games, opening: 2, plies: 100, seed: 7, ..Plan::default() }
    }

    fn tic_tac_toe() -> Box<dyn Table> {
        crate::table(&Spec::new("tictactoe")).expect("a table")
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
            let again =
                go_on(&*tic_tac_toe(), [&a, &b], &plan, whole.clone(), &Stop::default(), &mut |_, _| {
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
            "slow" => Ok(Box::new(Slow(table.player(&Spec::new("random"))?))),
            _ => table.player(spec),
        };
        let (tally, all) = run_plan("slow", "slow", &Plan { players: slow, ..plan });
        assert_eq!(tally.forfeits_a + tally.forfeits_b, 4);
        assert!(
            all.iter().all(|one| one.end == End::Time && one.result.contains("forfeits: its clock")),
            "{all:?}"
        );
        let plan =
            Plan { clock: Some(TimeControl::read("3600").expect("a time")), players: slow, ..self::plan(2) };
        assert_eq!(run_plan("slow", "random", &plan).0.forfeits_a, 0);
    }

    /// Takes five milliseconds at least.
    struct Slow(Box<dyn Player>);

    impl Player for Slow {
        fn think(
            &mut self,
            table: &dyn Table,
            limits: &Limits,
            progress: &mut dyn FnMut(&Thought),
        ) -> Result<Thought, Error> {
            thread::sleep(Duration::from_millis(5));
            self.0.think(table, limits, progress)
        }

        fn forget(&mut self) {}
    }

    #[test]
    fn games_are_broken_off_when_both_agree() {
        let resign = Some(Agreed { score: 100, moves: 1, from: 0 });
        let plan = Plan { adjudication: Adjudication { resign, draw: None }, ..plan(20) };
        let (_, all) = run_plan("minimax:depth=9", "minimax:depth=9", &plan);
        let agreed: Vec<&Played> = all.iter().filter(|one| one.end == End::Agreement).collect();
        assert!(!agreed.is_empty(), "{all:?}");
        for one in agreed {
            assert!(
                one.half_points != 1 && one.result.ends_with(" wins by agreement of the players' scores")
            );
        }
    }

    #[test]
    fn openings_from_positions() {
        let openings = vec!["X../.O./... X".to_owned(), "X.O/.../... X".to_owned()];
        let (_, all) =
            run_plan("random", "random", &Plan { openings: openings.clone(), opening: 0, ..plan(6) });
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
    struct Failing(Box<dyn Player>);

    impl Player for Failing {
        fn think(
            &mut self,
            table: &dyn Table,
            limits: &Limits,
            progress: &mut dyn FnMut(&Thought),
        ) -> Result<Thought, Error> {
            let mut thought = self.0.think(table, limits, progress)?;
            match table.played(0).len() {
                4 => Err(Error::Player("it fell asleep".into())),
                5 => {
                    thought.best = Some("z9".into());
                    Ok(thought)
                }
                _ => Ok(thought),
            }
        }

        fn forget(&mut self) {}
    }

    #[test]
    fn who_fails_forfeits() {
        let players: MakePlayer = |table, spec| match spec.name.as_str() {
            "failing" => Ok(Box::new(Failing(table.player(&Spec::new("random"))?))),
            _ => table.player(spec),
        };
        let plan = Plan { players, ..plan(10) };
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
}
