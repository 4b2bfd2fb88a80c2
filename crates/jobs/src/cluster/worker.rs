//! A worker: finds jobs at a server, does their units on its threads, tells what came of them.

use super::messages::Presence;
use super::names::Names;
use super::taking::{Job, Taken, Task};
use super::{Connection, HEARTBEAT};
use crate::perform::{Performer, spawn};
use crate::{BUILD, Error, here};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, Subscriber};
use futures_util::{FutureExt, StreamExt, TryStreamExt};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use wanqi_play::Stop;

/// How a worker works.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// Units at a time.
    pub threads: usize,
    /// Whether it takes jobs that start other programs.
    pub programs: bool,
    /// Where it keeps the files of jobs.
    pub folder: PathBuf,
    /// Set while it takes nothing new; what it has in hand is ended.
    pub resting: Arc<AtomicBool>,
}

/// What all parts of a worker know.
pub(super) struct Shared {
    pub id: String,
    pub client: Client,
    pub context: Context,
    pub settings: WorkerSettings,
    /// Set when nothing new is begun.
    pub draining: Stop,
    /// Units in hand, waiting or under way.
    pub in_hand: AtomicUsize,
    /// A usual unit's time in microseconds.
    pub usual: AtomicUsize,
    /// What is to be said to the person.
    pub say: UnboundedSender<String>,
}

/// How often jobs are looked for.
const LOOK: Duration = Duration::from_secs(1);
/// How long between two looks at what is under way.
const REST: Duration = Duration::from_millis(50);

/// Works until it is stopped; what is under way then is ended first.
///
/// # Errors
/// If the server cannot be asked at all.
pub fn work(
    connection: &Connection,
    settings: &WorkerSettings,
    stop: &Stop,
    mut say: impl FnMut(&str),
) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|error| Error::Cluster(format!("no threads: {error}")))?;
    let (tasks, queue) = mpsc::channel::<Task>();
    let (queue, draining) = (Mutex::new(queue), Stop::default());
    thread::scope(|scope| {
        for _ in 0..settings.threads.max(1) {
            let (queue, draining) = (&queue, &draining);
            spawn(scope, move || units(queue, draining))
                .map_err(|error| Error::Cluster(format!("no thread for units: {error}")))?;
        }
        // The threads end when there is nobody left who has tasks.
        runtime.block_on(async {
            let mut worker = Worker::begin(connection, settings, tasks, draining.clone()).await?;
            worker.run(stop, &mut say).await;
            Ok(())
        })
    })
}

/// One thread: unit after unit, with players that are kept as long as the job is the same.
fn units(queue: &Mutex<mpsc::Receiver<Task>>, draining: &Stop) {
    let mut kept: Option<(Arc<Job>, Option<Performer>)> = None;
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Task { job, unit, reply }) = next else { return };
        if draining.is_stopped() || job.gone.is_stopped() {
            // Nobody waits for it any more, or it goes back.
            let _ = reply.send((Ok(None), Duration::ZERO));
            continue;
        }
        let (_, performer) = match &mut kept {
            // A job that was left and joined again is another one: its players would still be told to stop.
            Some(kept) if Arc::ptr_eq(&kept.0, &job) => kept,
            _ => kept.insert((job.clone(), None)),
        };
        let began = Instant::now();
        let result = here::perform(performer, &job.work, &unit, &job.gone);
        let _ = reply.send((result, began.elapsed()));
    }
}

struct Worker {
    shared: Arc<Shared>,
    tasks: mpsc::Sender<Task>,
    jobs: Vec<Arc<Job>>,
    /// Jobs that are not taken, and why; the server says it again and again.
    refused: HashMap<String, String>,
    left_out: Subscriber,
    said: UnboundedReceiver<String>,
}

impl Worker {
    async fn begin(
        connection: &Connection,
        settings: &WorkerSettings,
        tasks: mpsc::Sender<Task>,
        draining: Stop,
    ) -> Result<Worker, Error> {
        let (say, said) = unbounded_channel();
        let (id, threads) = (own_name(), settings.threads);
        // Whoever started it hears this first.
        let _ = say
            .send(format!("worker {id}, build {BUILD}, {threads} units at a time, {}", connection.shown()));
        let client = connection.connect(true, say.clone()).await?;
        let context = jetstream::new(client.clone());
        let left_out = client.subscribe(Names::any_left_out(&id)).await;
        let left_out = left_out.map_err(|error| Error::Cluster(error.to_string()))?;
        let shared = Shared {
            id,
            client,
            context,
            settings: settings.clone(),
            draining,
            in_hand: AtomicUsize::new(0),
            usual: AtomicUsize::new(usize::MAX),
            say,
        };
        let shared = Arc::new(shared);
        Ok(Worker { shared, tasks, jobs: Vec::new(), refused: HashMap::new(), left_out, said })
    }

    async fn run(&mut self, stop: &Stop, say: &mut impl FnMut(&str)) {
        let (mut looked, mut present): (Option<Instant>, Option<Instant>) = (None, None);
        while !stop.is_stopped() {
            if looked.is_none_or(|looked| looked.elapsed() >= LOOK) {
                looked = Some(Instant::now());
                if self.look_for_jobs().await {
                    present = None;
                }
                self.hear();
            }
            let resting = self.shared.settings.resting.load(Ordering::Relaxed);
            let is_there = !resting || self.shared.in_hand.load(Ordering::Relaxed) > 0;
            if is_there && present.is_none_or(|present| present.elapsed() >= HEARTBEAT) {
                present = Some(Instant::now());
                self.be_present().await;
            }
            self.pass_on(say);
            tokio::time::sleep(REST).await;
        }
        self.shared.draining.stop();
        let left = self.shared.in_hand.load(Ordering::Relaxed);
        say(&format!("ending what is under way, at most {left} units; Ctrl-C again leaves them to others"));
        while self.shared.in_hand.load(Ordering::Relaxed) > 0 || self.jobs.iter().any(|job| job.is_fed()) {
            tokio::time::sleep(REST).await;
            self.pass_on(say);
        }
        // A server that is away is not waited for.
        let _ = tokio::time::timeout(LOOK, self.shared.client.flush()).await;
    }

    fn pass_on(&mut self, say: &mut impl FnMut(&str)) {
        while let Ok(text) = self.said.try_recv() {
            say(&text);
        }
    }

    /// Joins jobs that are new, and leaves those that are over; whether there are new ones.
    async fn look_for_jobs(&mut self) -> bool {
        let listed: Result<Vec<String>, _> = self.shared.context.stream_names().try_collect().await;
        // A server that is away says nothing of jobs.
        let Ok(listed) = listed else { return false };
        let found: Vec<Names> = listed.iter().filter_map(|stream| Names::of_units(stream)).collect();
        let is_found = |job: &str| found.iter().any(|names| names.job() == job);
        self.jobs.retain(|job| {
            let stays = is_found(job.names.job());
            if !stays {
                job.gone.stop();
                let _ = self.shared.say.send(format!("job {} is over here", job.names.job()));
            }
            stays
        });
        self.refused.retain(|job, _| is_found(job));
        let mut new = false;
        for names in found {
            let id = names.job().to_owned();
            if self.refused.contains_key(&id) || self.jobs.iter().any(|job| job.names.job() == id) {
                continue;
            }
            match Job::join(&self.shared, names).await {
                Ok(job) => {
                    let _ = self.shared.say.send(format!("job {id}: {}", job.work.about()));
                    let job = Arc::new(job);
                    tokio::spawn(job.clone().feed(self.shared.clone(), self.tasks.clone()));
                    self.jobs.push(job);
                    new = true;
                }
                Err(Taken::Refused(why)) => {
                    let _ = self.shared.say.send(format!("job {id} is refused: {why}"));
                    self.refused.insert(id, why);
                    new = true;
                }
                // It may have ended just now, or is just being made.
                Err(Taken::Later) => {}
            }
        }
        new
    }

    /// Hears whether a coordinator leaves it out.
    fn hear(&mut self) {
        while let Some(Some(message)) = self.left_out.next().now_or_never() {
            let Some(id) = Names::job_of(&message.subject).map(str::to_owned) else { continue };
            if let Some(at) = self.jobs.iter().position(|job| job.names.job() == id) {
                self.jobs.remove(at).gone.stop();
                let why = "left out: what it told of a unit was not so";
                let _ = self.shared.say.send(format!("job {id}: {why}"));
                self.refused.insert(id, why.into());
            }
        }
    }

    /// Tells coordinators that it is there, or why it does not work for them.
    async fn be_present(&self) {
        let Shared { id, client, settings, .. } = &*self.shared;
        let joined = self.jobs.iter().map(|job| (job.names.clone(), None));
        let refused = self.refused.iter().map(|(job, why)| (Names::new(job), Some(why.clone())));
        for (names, refuses) in joined.chain(refused) {
            let presence =
                Presence { worker: id.clone(), build: BUILD.into(), threads: settings.threads, refuses };
            let _ = client.publish(names.presence(), super::messages::bytes(&presence)).await;
        }
    }
}

/// The machine's name and a number of chance: two workers of one machine are two.
fn own_name() -> String {
    let mut random = [0; 4];
    // Without random numbers the process tells them apart on one machine.
    let number = match getrandom::fill(&mut random) {
        Ok(()) => u32::from_le_bytes(random),
        Err(_) => std::process::id(),
    };
    let host = std::fs::read_to_string("/etc/hostname")
        .ok()
        .or_else(|| std::env::var("COMPUTERNAME").ok())
        .unwrap_or_default();
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
    let host: String = host.trim().chars().filter(is_plain).take(40).collect();
    if host.is_empty() { format!("worker-{number:08x}") } else { format!("{host}-{number:08x}") }
}
