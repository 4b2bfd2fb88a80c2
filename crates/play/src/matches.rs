//! Matches: two players, many games, sides swapped, and what the score says of their strength.

mod openings;
mod score;
mod sprt;

pub use score::{Elo, Pairs, Score, Tally};
pub use sprt::{Sprt, Verdict};

use crate::{Error, Limits, Player, Spec, Stop, Table, registry::PLAYERS};
use game::Side;
use openings::Openings;
use rand_core::{Rng, SeedableRng};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

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
    /// Time for a move of a player that names no limit of its own.
    pub time: Duration,
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
    /// Whether a player has lost it by failing and not on the board; the result says why.
    pub forfeit: bool,
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
    let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(plan.seed);
    let specs = [seeded(a, &mut rng), seeded(b, &mut rng)];
    let openings = Mutex::new(Openings::new(table, plan, rng)?);
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
    let mut tally = Tally::default();
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
        let (mut waiting, mut told) = (BTreeMap::new(), 0);
        let mut tell = |played: Played, tally: &mut Tally| {
            tally.count(&played);
            progress(&played, tally);
            let decided = plan.sprt.is_some_and(|sprt| sprt.verdict(&tally.pairs).is_some());
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
    let time = (!spec.is_bounded()).then_some(plan.time);
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
    let mut plies = table.played(0).len();
    let (half_points, result, forfeit) = loop {
        if let Some(result) = table.result() {
            let half_points = match result.winner {
                None => 1,
                Some(winner) if usize::from(winner) == a.index() => 2,
                Some(_) => 0,
            };
            break (half_points, result.text, false);
        }
        if plies >= plan.plies {
            break (1, format!("A draw after {} plies", plan.plies), false);
        }
        let is_b = table.side_to_move() != a;
        let (player, limits) = &mut seats[usize::from(is_b)];
        let moved = player.think(&*table, limits, &mut |_| {}).and_then(|thought| {
            let best = thought.best.ok_or_else(|| Error::Player("it has no move".into()))?;
            table.play(&best)
        });
        if stop.is_stopped() {
            return None;
        }
        if let Err(error) = moved {
            break if is_b {
                (2, format!("B forfeits: {error}"), true)
            } else {
                (0, format!("A forfeits: {error}"), true)
            };
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
        forfeit,
    })
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
        let tally = run(&*table, [&a, &b], plan, &Stop::default(), &mut |one, _| all.push(one.clone()));
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
            progress: &mut dyn FnMut(&crate::Thought),
        ) -> Result<crate::Thought, Error> {
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
