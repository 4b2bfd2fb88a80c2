//! What self-play says of a game told in a rule file: for whoever designs one.
//!
//! Random games tell what chance makes of it; games of a search against itself, with few nodes and with many, who is
//! favoured, how long games are and what their pieces do; matches of deeper against shallower searches whether skill
//! matters; a search of the start, ply by ply deeper, whether it is decided from the beginning. Searches use what was
//! learnt of the game. Whatever is said of shares comes with the bounds that hold it with 95 % confidence, and nothing is
//! said that they do not bear out.

mod bounds;
mod plots;
mod remarks;
mod uses;
mod watched;

use crate::matches::{self, Plan};
use crate::{Error, Limits, PlayoutLimits, Spec, Stop, Table, learning, rule_files, rules};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;
use wanqi_search::host::Instant;

pub use bounds::Bounds;
pub use plots::Plot;
pub use uses::{EndUse, MoveUse, Uses};

/// How much is spent on a report.
#[derive(Clone, Debug)]
pub struct ReportBudget {
    /// For all of it, about.
    pub time: Duration,
    /// Games at once in matches.
    pub concurrency: usize,
    /// Of everything that chance has a part in.
    pub seed: u64,
}

/// What came of it.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The name of the game.
    pub name: String,
    /// The names of the sides.
    pub sides: [String; 2],
    /// Games of players that choose moves at random.
    pub random: Results,
    /// Games of searches against themselves, those of the search that looks at most nodes last.
    pub searched: Vec<SearchedGames>,
    /// All of those together.
    pub skilled: Results,
    /// The generation of what was learnt that those searches use, 0 being the network that comes with the program; none if
    /// nothing was learnt.
    pub learnt: Option<u32>,
    /// Moves to choose from, on average over those games.
    pub branching: f64,
    /// The same by ply, as far as enough games went on.
    pub branching_by_ply: Vec<f64>,
    /// The lengths of those games in plies.
    pub lengths: Vec<usize>,
    /// How those games ended, and how often.
    pub endings: BTreeMap<String, u32>,
    /// What each kind of piece did in those games.
    pub pieces: Vec<PieceUse>,
    /// What each of their moves did.
    pub moves: Vec<MoveUse>,
    /// What each of the ends that the file names did.
    pub ends: Vec<EndUse>,
    /// Deeper searches against those one ply shallower.
    pub depths: Vec<DepthMatch>,
    /// What a search of the start has proven.
    pub start: Solved,
    /// What all this means, in sentences; the first are the most important.
    pub remarks: Vec<String>,
}

/// Games of a search against itself.
#[derive(Clone, Debug, Serialize)]
pub struct SearchedGames {
    /// The player.
    pub player: String,
    /// How they ended.
    pub results: Results,
    /// The first side's share of the points.
    pub first_share: Bounds,
}

/// How games ended.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Results {
    /// How many were played to their end.
    pub games: u64,
    /// Won by each side.
    pub wins: [u64; 2],
    /// Drawn.
    pub draws: u64,
    /// Too long to be played to their end.
    pub unfinished: u64,
    /// Their mean length in plies.
    pub length: f64,
}

impl Results {
    /// The first side's share of the points.
    pub fn first_share(&self) -> Bounds {
        Bounds::of(self.wins[0] as f64 + self.draws as f64 / 2.0, self.games)
    }

    /// Those that came after `before`.
    fn without(&self, before: &Results) -> Results {
        let plies = |results: &Results| results.length * results.games as f64;
        let games = self.games - before.games;
        Results {
            games,
            wins: [0, 1].map(|side| self.wins[side] - before.wins[side]),
            draws: self.draws - before.draws,
            unfinished: self.unfinished - before.unfinished,
            length: (plies(self) - plies(before)) / games.max(1) as f64,
        }
    }

    /// The share of draws.
    pub fn draw_share(&self) -> Bounds {
        Bounds::of(self.draws as f64, self.games)
    }
}

/// What a kind of piece did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PieceUse {
    /// Its name.
    pub name: String,
    /// Its letter.
    pub letter: char,
    /// How often such a piece moved, was put or appeared.
    pub moves: u64,
    /// How often such a piece left the board or changed sides.
    pub losses: u64,
}

/// A match of a search against one that looks a ply less far.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct DepthMatch {
    /// The depth of the deeper one.
    pub depth: u32,
    /// Games played, sides swapped.
    pub games: u64,
    /// The deeper one's share of points.
    pub share: Bounds,
}

/// What a search of the start has come to.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Solved {
    /// In how many plies the first side wins, or loses if negative; `None` if that is not known.
    pub decided: Option<i32>,
    /// How far the search looked.
    pub depth: u32,
    /// The best line that it found.
    pub line: Vec<String>,
}

/// Games of each search against itself, at most.
const GAMES: u32 = 100;
/// Fewer games say nothing.
const FEW: u64 = 6;
/// Longer games are not played to their end.
const MAX_PLIES: usize = 400;
/// The players that play against themselves, and which part of the time has gone when each has played enough. Who is
/// favoured among weak players need not be among stronger ones, so that there are two.
const PLAYERS: [(&str, f64); 2] = [("best:nodes=200", 0.2), ("best:nodes=4000", 0.55)];
/// Random plies at the beginning of a game, so that games differ.
const OPENING: u32 = 2;
/// The deepest search of matches.
const MAX_DEPTH: u32 = 5;

/// Makes a report of a rule file: a path, or the name of one that comes with the program. `progress` hears what is
/// being done. The stop flag ends it early with what there is.
///
/// # Errors
/// If there is no such file, it is wrong, or a player fails.
pub fn report(
    name: &str,
    budget: &ReportBudget,
    stop: &Stop,
    progress: &mut dyn FnMut(String),
) -> Result<Report, Error> {
    let table = rules::open(&Spec::new(name))?;
    let (rulebook, _) = rule_files::rulebook(name)?;
    let told = rulebook.rules();
    let began = Instant::now();
    let part = |share: f64| began + budget.time.mul_f64(share);

    progress("random games".into());
    let random = random(&*table, budget, part(0.1) - began, stop);

    let mut watched = watched::Watched::new(&rulebook);
    let mut searched = Vec::new();
    for (seed, (player, until)) in (budget.seed..).zip(PLAYERS) {
        let results = watched.play(&*table, player, seed, part(until), stop, progress)?;
        searched.push(SearchedGames { player: player.into(), first_share: results.first_share(), results });
    }

    let mut depths = Vec::new();
    for depth in 2..=MAX_DEPTH {
        let deadline = part(0.55 + 0.3 * f64::from(depth - 1) / f64::from(MAX_DEPTH - 1));
        if stop.is_stopped() {
            break;
        }
        progress(format!("depth {depth} against depth {}", depth - 1));
        let Some(result) = depth_match(&*table, depth, budget, deadline, stop)? else { break };
        depths.push(result);
    }

    progress("a search of the start".into());
    let start = solve(&*table, part(1.0), stop)?;

    let mut report = Report {
        name: told.name.clone(),
        sides: told.sides.clone().map(|side| side.name),
        random,
        skilled: watched.results(),
        searched,
        learnt: learnt(name),
        branching: watched.branching(),
        branching_by_ply: watched.branching_by_ply(),
        lengths: watched.lengths,
        endings: watched.endings,
        moves: watched.uses.moves(),
        ends: watched.uses.ends(),
        pieces: watched.pieces,
        depths,
        start,
        remarks: Vec::new(),
    };
    report.remarks = remarks::remarks(&report);
    Ok(report)
}

/// The generation in use of what was learnt of a game.
fn learnt(name: &str) -> Option<u32> {
    let subject = learning::Subject::open(name).ok()?;
    let known = crate::data_folder().and_then(|data| learning::show(&subject, &data).ok().flatten());
    known.and_then(|known| known.in_use).or(subject.comes_with_network().then_some(0))
}

fn random(table: &dyn Table, budget: &ReportBudget, time: Duration, stop: &Stop) -> Results {
    let limits = PlayoutLimits {
        games: Some(20_000),
        time: Some(time),
        plies: None,
        seed: budget.seed,
        stop: stop.clone(),
    };
    let report = table.playouts(&limits, &mut |_| {});
    Results {
        games: report.games,
        wins: report.wins,
        draws: report.draws,
        unfinished: report.discarded,
        length: report.plies as f64 / report.games.max(1) as f64,
    }
}

/// A match of two depths, as many games as there is time for; `None` if those are too few to say anything.
fn depth_match(
    table: &dyn Table,
    depth: u32,
    budget: &ReportBudget,
    deadline: Instant,
    stop: &Stop,
) -> Result<Option<DepthMatch>, Error> {
    let player = |depth: u32| format!("alphabeta:depth={depth}").parse::<Spec>();
    let (deeper, shallower) = (player(depth)?, player(depth - 1)?);
    let (mut games, mut half_points) = (0u64, 0u64);
    // Pairs of games, one after the other, so that the clock is looked at between them.
    while games < 40 && Instant::now() < deadline && !stop.is_stopped() {
        let plan = Plan {
            games: 2 * budget.concurrency.max(1) as u32,
            opening: OPENING + 1,
            plies: MAX_PLIES,
            seed: budget.seed.wrapping_add(games).wrapping_add(u64::from(depth) << 32),
            concurrency: budget.concurrency,
            ..Plan::default()
        };
        matches::run(table, [&deeper, &shallower], &plan, stop, &mut |played, _| {
            games += 1;
            half_points += u64::from(played.half_points);
        })?;
    }
    let share = Bounds::of(half_points as f64 / 2.0, games);
    Ok((games >= FEW).then_some(DepthMatch { depth, games, share }))
}

/// Searches the start, ply by ply deeper.
fn solve(table: &dyn Table, deadline: Instant, stop: &Stop) -> Result<Solved, Error> {
    let mut solved = Solved::default();
    let time = deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(500));
    if table.result().is_some() || stop.is_stopped() {
        return Ok(solved);
    }
    let mut player = table.player(&Spec::new("best"))?;
    let limits = Limits { time: Some(time), stop: stop.clone(), ..Limits::default() };
    let thought = player.think(table, &limits, &mut |_| {})?;
    solved.decided = thought.value.for_first(table.side_to_move()).decided();
    solved.depth = thought.depth;
    solved.line = thought.line;
    Ok(solved)
}
