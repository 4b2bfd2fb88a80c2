//! Doing a unit.

use crate::{
    Aim, Analysed, AnalysisTask, Counts, Error, Found, GamesTask, LearnTask, Learnt, LookedAt,
    NetworkRecords, PlayoutsTask, Task, Unit, UnitResult, Work,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use wanqi_play::learning::DoPiece;
use wanqi_play::matches::{Games, Seats};
use wanqi_play::{Player, PlayoutLimits, Stop, Table, Thought, review};
use wanqi_train::network_games::PlayGames;

/// Searches recurse once a ply, and a player may be asked for many.
const STACK: usize = 256 << 20;

/// Does units of a work, one after the other; players are made once.
pub(crate) struct Performer {
    work: Work,
    table: Box<dyn Table>,
    stop: Stop,
    tools: Tools,
}

enum Tools {
    Match { games: Box<Games>, seats: Box<Seats> },
    Playouts(PlayoutsTask),
    Analysis { task: AnalysisTask, player: Box<dyn Player> },
    Learn { task: LearnTask, piece: DoPiece },
    Network(Box<dyn PlayGames>),
    Games { task: GamesTask, player: GamePlayer },
}

/// Who looks at games; made anew where the rules change.
type GamePlayer = Option<(String, Option<String>, Box<dyn Player>)>;

/// The games of a work that is a match.
pub(crate) fn games(work: &Work) -> Result<Option<Games>, Error> {
    let Task::Match(task) = &work.task else { return Ok(None) };
    let [a, b] = &task.players;
    Ok(Some(Games::new(&*work.table()?, [&a.parse()?, &b.parse()?], &task.plan()?)?))
}

impl Performer {
    /// Makes ready.
    ///
    /// # Errors
    /// If there is no such game or player.
    pub fn new(work: &Work, stop: &Stop) -> Result<Performer, Error> {
        let table = work.table()?;
        let tools = match &work.task {
            Task::Match(_) => {
                let games = games(work)?.expect("a match has games");
                let seats = Box::new(games.seats(&*table, stop)?);
                Tools::Match { games: Box::new(games), seats }
            }
            Task::Playouts(task) => Tools::Playouts(task.clone()),
            Task::Analysis(task) => {
                let player = wanqi_protocol::player(&*table, &task.player.parse()?)?;
                Tools::Analysis { task: task.clone(), player }
            }
            Task::Learn(task) => {
                let subject = work.subject()?.expect("learning has a game");
                Tools::Learn { task: task.clone(), piece: subject.pieces(&task.part)? }
            }
            Task::Games(task) => {
                wanqi_protocol::player(&*table, &task.player.parse()?)?;
                Tools::Games { task: task.clone(), player: None }
            }
            Task::Network(_) => Tools::Network(work.network_games()?.expect("it has games")),
        };
        Ok(Performer { work: work.clone(), table, stop: stop.clone(), tools })
    }

    /// Does a unit; `None` if it was stopped.
    ///
    /// # Errors
    /// If it cannot be done; a panic is one reason.
    pub fn perform(&mut self, unit: &Unit) -> Result<Option<UnitResult>, String> {
        // What was thrown away in the middle is made again by whoever keeps this.
        let done = catch_unwind(AssertUnwindSafe(|| self.do_unit(unit)));
        let result = done.map_err(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason");
            format!("it has panicked: {text}")
        })?;
        Ok(result.filter(|_| !self.stop.is_stopped()))
    }

    fn do_unit(&mut self, unit: &Unit) -> Option<UnitResult> {
        let stop = &self.stop;
        match &mut self.tools {
            Tools::Match { games, seats } => {
                let mut numbers = self.work.games_of(unit);
                let played: Option<Vec<_>> = numbers.try_fold(Vec::new(), |mut all, number| {
                    all.push(games.play(number, seats, stop)?);
                    Some(all)
                });
                played.map(UnitResult::Match)
            }
            Tools::Playouts(task) => {
                let mut counts = Counts::default();
                for piece in unit.pieces.clone() {
                    counts.add(&playouts(&*self.table, task, piece, stop));
                }
                Some(UnitResult::Playouts(counts))
            }
            Tools::Analysis { task, player } => {
                let positions = &task.positions[unit.pieces.start as usize..unit.pieces.end as usize];
                let table = &*self.table;
                let analysed = |position: &String| analyse(table, &mut **player, task, position, stop);
                Some(UnitResult::Analysis(positions.iter().map(analysed).collect()))
            }
            Tools::Games { task, player } => {
                let mut games = unit.pieces.clone().map(|piece| piece as usize);
                let looked_at: Option<Vec<_>> = games.try_fold(Vec::new(), |mut all, game| {
                    let found = match look_at(task, game, player, stop) {
                        Ok(found) => Ok(found?),
                        Err(error) => Err(error.to_string()),
                    };
                    all.push(LookedAt { game, found });
                    Some(all)
                });
                looked_at.map(UnitResult::Games)
            }
            Tools::Network(games) => {
                let number = |piece: u64| u32::try_from(piece).unwrap_or(u32::MAX);
                let played: Option<Vec<_>> =
                    unit.pieces.clone().map(|piece| games.play(number(piece), stop)).collect();
                let first = number(unit.pieces.start);
                played.map(|records| UnitResult::Network(NetworkRecords::of(first, &records)))
            }
            Tools::Learn { task, piece } => {
                let mut numbers = unit.pieces.clone().map(|piece| task.number(piece));
                let done: Option<Vec<_>> = numbers.try_fold(Vec::new(), |mut all, number| {
                    all.push(piece(number, stop)?);
                    Some(all)
                });
                done.map(|pieces| UnitResult::Learn(Learnt::of(task.number(unit.pieces.start), pieces)))
            }
        }
    }
}

fn playouts(table: &dyn Table, task: &PlayoutsTask, piece: u64, stop: &Stop) -> Counts {
    let limits = PlayoutLimits {
        games: Some(task.games_of(piece)),
        time: None,
        plies: task.plies,
        seed: task.seed_of(piece),
        stop: stop.clone(),
    };
    let report = table.playouts(&limits, &mut |_| {});
    Counts {
        games: report.games,
        discarded: report.discarded,
        wins: report.wins,
        draws: report.draws,
        plies: report.plies,
        margin: report.margin,
    }
}

fn analyse(
    table: &dyn Table,
    player: &mut dyn Player,
    task: &AnalysisTask,
    position: &str,
    stop: &Stop,
) -> Analysed {
    let mut laid = table.fork();
    let mut think = || {
        laid.set_position(position)?;
        player.forget();
        player.think(&*laid, &task.limits(stop.clone()), &mut |_| {})
    };
    let thought =
        think().map_err(|error| error.to_string()).and_then(|mut thought| told(&mut thought, task.lines));
    let side = laid.layout().sides[laid.side_to_move().index()].name.clone();
    Analysed { position: position.to_owned(), side, thought }
}

/// Looks back at a game; `None` if it was stopped.
fn look_at(
    task: &GamesTask,
    game: usize,
    kept: &mut GamePlayer,
    stop: &Stop,
) -> Result<Option<Found>, wanqi_play::Error> {
    let record = &task.games[game];
    let same =
        |(game, rules, _): &(String, Option<String>, _)| *game == record.game && *rules == record.rules;
    if !kept.as_ref().is_some_and(same) {
        let player = wanqi_protocol::player(&*record.table()?, &task.player.parse()?)?;
        *kept = Some((record.game.clone(), record.rules.clone(), player));
    }
    let (.., player) = kept.as_mut().expect("it was just made");
    Ok(match task.aim {
        Aim::Review { .. } => {
            review::look(record, &mut **player, &task.limits(stop.clone()))?.map(Found::Review)
        }
        Aim::Puzzles(nodes) => review::mine(record, &mut **player, nodes, stop)?.map(Found::Puzzles),
    })
}

/// As programs are told it, without what depends on the machine.
fn told(thought: &mut Thought, lines: usize) -> Result<serde_json::Value, String> {
    thought.work.millis = 0;
    thought.moves.truncate(lines);
    serde_json::to_value(&*thought).map_err(|error| error.to_string())
}

/// A thread that may search.
pub(crate) fn spawn<'s, 'e>(
    scope: &'s thread::Scope<'s, 'e>,
    work: impl FnOnce() + Send + 's,
) -> std::io::Result<thread::ScopedJoinHandle<'s, ()>> {
    thread::Builder::new().name("unit".into()).stack_size(STACK).spawn_scoped(scope, work)
}
