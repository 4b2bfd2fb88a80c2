//! Matches: two players, many games, sides swapped, and what the score says of their strength.

mod adjudication;
mod clocks;
mod fair;
mod openings;
mod score;

pub use adjudication::{Adjudication, Agreed, Agreement};
pub use clocks::{Clocks, TimeControl};
pub use fair::{FairOpening, FairOpenings};
pub use score::{Elo, Pairs, Score, Tally};
pub use wanqi_train::{Sprt, Verdict};

use crate::{Allotted, Error, Limits, Player, Spec, Stop, Table, Thought, Value, ladder::players};
use openings::Openings;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use wanqi_game::Side;
use wanqi_search::host::{HAS_THREADS, Instant};

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
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Played {
    /// Whether A played the first side.
    pub a_first: bool,
    /// The position that it began with.
    pub position: String,
    /// The turns in the notation for people, the random ones at the beginning included.
    pub moves: Vec<String>,
    /// Their moves in the notation for programs, each alone where a turn is of several.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// The rules of the game; also a player that has resigned.
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
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveThought {
    /// What it thinks that the position is worth to its side.
    pub value: Value,
    /// Plies that it looked ahead.
    pub depth: u32,
    /// The time that it took.
    pub took: Duration,
}

/// What a player of our own leaves of its clock, as our engines do elsewhere (`Move Overhead` of UCI). It is no part of the margin:
/// who is forgiven more has not less time for that.
const OVERHEAD: Duration = Duration::from_millis(10);

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
    let games = Games::new(table, [a, b], plan)?;
    let (begun, enough) = (AtomicU32::new(played_before), AtomicBool::new(false));
    let next = || {
        let more = !enough.load(Ordering::Relaxed) && !stop.is_stopped();
        more.then(|| begun.fetch_add(1, Ordering::Relaxed)).filter(|&game| game < plan.games)
    };
    // Plays games until there are no more, or nobody wants to hear of them.
    let work = |table: &dyn Table, send: &mut dyn FnMut(u32, Played) -> bool| {
        let mut seats = games.seats(table, stop)?;
        while let Some(game) = next() {
            let Some(played) = games.play(game, &mut seats, stop) else { break };
            if !send(game, played) {
                break;
            }
        }
        Ok::<_, Error>(())
    };
    let mut tell = |played: Played, tally: &mut Tally| {
        tally.count(&played);
        progress(&played, tally);
        let decided = decided(tally);
        enough.fetch_or(decided, Ordering::Relaxed);
        decided
    };
    if !HAS_THREADS {
        work(table, &mut |_, played| !tell(played, &mut tally))?;
        return Ok(tally);
    }
    thread::scope(|scope| {
        let (send, played) = mpsc::channel();
        for _ in 0..plan.concurrency.max(1) {
            let (work, table, send) = (&work, table.fork(), send.clone());
            let worker = thread::Builder::new().name("game".into()).stack_size(STACK);
            let begun = worker.spawn_scoped(scope, move || {
                let done = work(&*table, &mut |game, played| send.send(Ok((game, played))).is_ok());
                if let Err(error) = done {
                    drop(send.send(Err(error)));
                }
            });
            begun.map_err(|error| Error::Player(format!("no thread for a game: {error}")))?;
        }
        drop(send);
        // Games end in any order, and are told of in their own.
        let (mut waiting, mut told) = (BTreeMap::new(), played_before);
        for result in played {
            let (game, played) = result.inspect_err(|_| enough.store(true, Ordering::Relaxed))?;
            waiting.insert(game, played);
            while let Some(played) = waiting.remove(&told) {
                told += 1;
                if tell(played, &mut tally) {
                    return Ok::<_, Error>(());
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
    let is_random = players().iter().any(|info| info.name == spec.name && info.is_random);
    if is_random && spec.get("seed").is_none() {
        spec.set("seed", rng.next_u32().to_string());
    }
    spec
}

/// The games of a match, any of which can be played by itself: what it is depends on the match and on its number alone,
/// unless players look at the clock.
pub struct Games {
    specs: [Spec; 2],
    openings: Openings,
    plan: Plan,
}

/// The two players of games that are played one after the other, A first.
pub struct Seats([Seat; 2]);

/// A player and what it may spend on a move.
type Seat = (Box<dyn Player>, Limits);

impl Games {
    /// The games of `a` against `b` from the position of `table`.
    ///
    /// # Errors
    /// If an opening of the plan is no position, or one that is over.
    pub fn new(table: &dyn Table, [a, b]: [&Spec; 2], plan: &Plan) -> Result<Games, Error> {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(plan.seed);
        let specs = [seeded(a, &mut rng), seeded(b, &mut rng)];
        Ok(Games { specs, openings: Openings::new(table, plan)?, plan: plan.clone() })
    }

    /// How the games of a pair begin: the first two are of pair 0.
    pub fn opening(&self, pair: u32) -> Box<dyn Table> {
        self.openings.of(pair)
    }

    /// Players for games that are played one after the other; the stop flag breaks them off.
    ///
    /// # Errors
    /// If a player does not exist.
    pub fn seats(&self, table: &dyn Table, stop: &Stop) -> Result<Seats, Error> {
        let seat = |spec: &Spec| {
            let time = (self.plan.clock.is_none() && !spec.is_bounded()).then_some(self.plan.time);
            let limits = Limits { time, stop: stop.clone(), ..Limits::default() };
            Ok::<Seat, Error>(((self.plan.players)(table, spec)?, limits))
        };
        let [a, b] = &self.specs;
        Ok(Seats([seat(a)?, seat(b)?]))
    }

    /// Plays the game of a number, from 0; `None` if it was stopped. A has the first move in the first of a pair.
    pub fn play(&self, number: u32, seats: &mut Seats, stop: &Stop) -> Option<Played> {
        play(self.opening(number / 2), &mut seats.0, number.is_multiple_of(2), &self.plan, stop)
    }
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
            break (points(winner), result.text.to_string(), End::Rules);
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
            let allotted = if plans_itself {
                Allotted::all_of(clock.remaining)
            } else {
                clock.allot(OVERHEAD, table.info().moves)
            };
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
                agreement.hear(side, thought.value.on(table.scale()));
                thoughts.push(thought);
            }
            Err(error @ Error::Resigned(_)) => {
                break (points(Some(side.opponent())), error.to_string(), End::Rules);
            }
            Err(error) => break forfeit(error.to_string(), End::Failure),
        }
        plies += 1;
    };
    let (moves, program_moves) = (table.turns(0), table.played(table.notations().len() - 1));
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
    let told = thought.depth > 0 || thought.value.decided().is_some();
    let value = if told { thought.value } else { Value::UNKNOWN };
    Ok(MoveThought { value, depth: thought.depth, took })
}
