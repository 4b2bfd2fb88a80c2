//! Running a job: begun, or gone on with.

use crate::counting::Counting;
use crate::ledger::NewJob;
use crate::perform::{Performer, spawn};
use crate::{Audience, Error, GamesTask, Ledger, Task, Unit, Work, here};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};
use wanqi_play::Stop;
use wanqi_play::record::GameRecord;

/// Where units are done.
#[derive(Clone, PartialEq, Debug)]
pub enum Place {
    /// By so many threads of this program.
    Here {
        /// Units at a time.
        threads: usize,
    },
    /// By workers that are connected to a server.
    #[cfg(feature = "cluster")]
    Cluster(crate::cluster::Connection),
}

impl Place {
    /// As lists show it.
    fn name(&self) -> String {
        match self {
            Place::Here { .. } => "here".into(),
            #[cfg(feature = "cluster")]
            Place::Cluster(connection) => connection.shown(),
        }
    }
}

/// A job to be done.
#[derive(Clone, Debug)]
pub struct Order {
    /// What to do.
    pub work: Work,
    /// Where.
    pub place: Place,
    /// Pieces in a unit; measured if nothing is said.
    pub unit: Option<u64>,
    /// So many pieces are known already, if the job begins now, and are not done.
    pub known: u64,
    /// The folder of the ledger.
    pub data: PathBuf,
    /// The words of the command, with which it can be gone on with.
    pub arguments: Vec<String>,
}

/// How a job has ended.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Its id.
    pub job: String,
    /// Whether it was stopped, and can be gone on with.
    pub stopped: bool,
    /// The units that were set aside, and why.
    pub set_aside: Vec<(u32, String)>,
}

/// Does a job, or goes on with one of the same work that was stopped, and tells what comes of it.
///
/// # Errors
/// If it cannot be begun, or the ledger fails. What is in the ledger stays there.
pub fn run(order: &Order, audience: &mut dyn Audience, stop: &Stop) -> Result<Outcome, Error> {
    let mut ledger = Ledger::open(&order.data)?;
    let job = match ledger.unfinished(&order.work)? {
        Some(job) => {
            let held = ledger.hold(&job)?;
            drop(held);
            ledger.open_again(&job, None)?;
            job
        }
        None => {
            let size = match order.unit {
                Some(size) => size,
                None => fitting_size(&order.work, stop)?,
            };
            let units = Unit::split(order.known..order.work.pieces(), size);
            let place = order.place.name();
            ledger.begin(&NewJob {
                work: &order.work,
                units: &units,
                place: &place,
                arguments: &order.arguments,
            })?
        }
    };
    let _hold = ledger.hold(&job)?;
    ledger.set_stop(&job, false)?;
    audience.notice(&format!("job {job}: wanqi jobs watch {job}"));
    let mut counting = Counting::new(&mut ledger, &job, &order.work, audience, stop)?;
    if !counting.is_over() {
        match &order.place {
            Place::Here { threads } => here::run(&mut counting, *threads, stop)?,
            #[cfg(feature = "cluster")]
            Place::Cluster(connection) => {
                crate::cluster::coordinate(connection, &job, &mut counting, stop)?;
            }
        }
    }
    let (over, set_aside) = (counting.is_over(), counting.set_aside_units());
    Ok(Outcome { job, stopped: !over, set_aside })
}

/// The answer has been given. A job of which all is done is closed, and what came of its units is needed no more; one of
/// which units were set aside can still be gone on with, which tries them again.
///
/// # Errors
/// If the ledger cannot be written.
pub fn close(order: &Order, outcome: &Outcome) -> Result<(), Error> {
    if outcome.stopped || !outcome.set_aside.is_empty() {
        return Ok(());
    }
    Ledger::open(&order.data)?.finish(&outcome.job)
}

/// A job whose answer is kept elsewhere is forgotten.
///
/// # Errors
/// If the ledger cannot be written.
pub fn forget(order: &Order, outcome: &Outcome) -> Result<(), Error> {
    Ledger::open(&order.data)?.forget(&outcome.job)
}

/// Forgets jobs of learning the same game that nobody is at, but for the one that the order goes on with.
///
/// # Errors
/// If the ledger cannot be read or written.
pub fn forget_others(order: &Order) -> Result<(), Error> {
    let mut ledger = Ledger::open(&order.data)?;
    let Task::Learn(task) = &order.work.task else { return Ok(()) };
    for (job, text) in ledger.unfinished_works()? {
        let is_like = |work: Work| {
            matches!(&work.task, Task::Learn(other) if other.fingerprint == task.fingerprint)
                && work != order.work
        };
        if Work::read(&text).is_ok_and(is_like) {
            match ledger.forget(&job) {
                Ok(()) | Err(Error::Busy(_)) => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(())
}

/// The numbers of the games of an unfinished job that looks at games with the same aim and player, and all of whose games are
/// among these, as they were then.
///
/// # Errors
/// If the ledger cannot be read.
pub fn begun_before(
    data: &Path,
    task: &GamesTask,
    games: &HashMap<i64, GameRecord>,
) -> Result<Option<HashSet<i64>>, Error> {
    if !Ledger::file(data).exists() {
        return Ok(None);
    }
    for (_, text) in Ledger::open(data)?.unfinished_works()? {
        let Ok(Work { task: Task::Games(begun), .. }) = Work::read(&text) else { continue };
        let same = |(number, game)| games.get(number) == Some(game);
        if begun.aim == task.aim
            && begun.player == task.player
            && begun.ids.iter().zip(&begun.games).all(same)
        {
            return Ok(Some(begun.ids.into_iter().collect()));
        }
    }
    Ok(None)
}

/// How long a unit is to take.
const UNIT: Duration = Duration::from_secs(20);
/// Units that a job has at least, where it has as many pieces: so that many can work at once.
const UNITS: u64 = 64;
/// How long the first piece is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many pieces a unit is to have: the first one is done once and timed. What comes of a piece does not depend on it.
fn fitting_size(work: &Work, stop: &Stop) -> Result<u64, Error> {
    let most = work.pieces().div_ceil(UNITS).max(1);
    if most == 1 {
        return Ok(1);
    }
    let limit = Stop::default();
    let mut performer = Performer::new(work, &limit)?;
    let took = thread::scope(|scope| {
        let (send, done) = mpsc::channel();
        let began = Instant::now();
        let first = Unit { number: 0, pieces: 0..1 };
        spawn(scope, move || {
            let _ = performer.perform(&first);
            let _ = send.send(began.elapsed());
        })
        .map_err(|error| Error::Asked(format!("no thread for a unit: {error}")))?;
        let mut took = None;
        while took.is_none() && began.elapsed() < PATIENCE && !stop.is_stopped() {
            took = done.recv_timeout(Duration::from_millis(50)).ok();
        }
        limit.stop();
        Ok::<_, Error>(took)
    })?;
    let fitting = |took: Duration| (UNIT.as_secs_f64() / took.as_secs_f64().max(1e-6)) as u64;
    Ok(took.map_or(1, fitting).clamp(1, most))
}
