//! One unit at a worker: taken, done, told, acknowledged.

use super::messages::{Asked, Content, Description, Told, bytes};
use super::names::{BUNDLE, Names, WORKERS};
use super::worker::Shared;
use super::{DELIVERIES, HEARTBEAT, PAUSE, bundle};
use crate::{BUILD, Unit, UnitResult, Work};
use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::{AckKind, PublishMessage};
use async_nats::jetstream::object_store::ObjectStore;
use async_nats::jetstream::{self};
use futures_util::StreamExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;
use tokio::sync::{Notify, oneshot};
use wanqi_play::Stop;

/// A job that a worker takes units of.
pub(super) struct Job {
    pub names: Names,
    pub work: Work,
    pub units: Consumer<pull::Config>,
    bucket: ObjectStore,
    /// Set when it is over, or the worker has left it.
    pub gone: Stop,
    /// Units of it in hand, waiting or under way.
    in_hand: AtomicUsize,
    changed: Notify,
    /// Whether units are still asked for.
    fed: AtomicBool,
}

/// Why a job is not taken.
pub(super) enum Taken {
    /// It never will be.
    Refused(String),
    /// Not now.
    Later,
}

/// What a thread is to do.
pub(super) struct Task {
    pub job: Arc<Job>,
    pub unit: Unit,
    pub reply: oneshot::Sender<(Result<Option<UnitResult>, String>, Duration)>,
}

/// How long the server is asked for units at a time.
const LOOK: Duration = Duration::from_secs(1);
/// So much work is kept in hand where units are brief.
const AHEAD: Duration = Duration::from_millis(200);
/// Units that a thread has in hand at the most.
const MAX_AHEAD: usize = 128;
/// How long a unit that is handed back stays away: one that another worker is to do again, or one of a job that this worker
/// leaves. Handed back at once it would come here again and again, as if it had been lost as often.
const PASSED_ON: Duration = Duration::from_millis(500);
/// A result longer than this share of what a message may be goes into the bucket.
const SHARE: usize = 2;

impl Job {
    /// Gets ready for a job.
    pub async fn join(shared: &Shared, names: Names) -> Result<Job, Taken> {
        let later = |_| Taken::Later;
        let stream = shared.context.get_stream(names.units()).await.map_err(|_| Taken::Later)?;
        let description = stream.cached_info().config.description.as_deref().unwrap_or_default();
        let description: Description = serde_json::from_str(description)
            .map_err(|_| Taken::Refused("its stream is not described as ours are".into()))?;
        if description.build != BUILD {
            let other = wanqi_play::quoted(&description.build);
            return Err(Taken::Refused(format!("it is of build {other}, this worker is of {BUILD}")));
        }
        let units = stream.get_consumer(WORKERS).await.map_err(|_| Taken::Later)?;
        let bucket = shared.context.get_object_store(names.bucket()).await.map_err(|_| Taken::Later)?;
        let text = bundle::get(&bucket, BUNDLE).await.map_err(later)?;
        if crate::files::sha256(&text) != description.bundle {
            return Err(Taken::Refused("its text is not the one that its stream names".into()));
        }
        let text = String::from_utf8(text).map_err(|error| Taken::Refused(error.to_string()))?;
        let work = Work::read(&text).map_err(|error| Taken::Refused(error.to_string()))?;
        if work.starts_programs() && !shared.settings.programs {
            let why = "its players are other programs, which this worker starts only with --programs";
            return Err(Taken::Refused(why.into()));
        }
        let folder = shared.settings.folder.join("files");
        let work = bundle::get_files(work, &bucket, &folder).await.map_err(Taken::Refused)?;
        Ok(Job {
            names,
            work,
            units,
            bucket,
            gone: Stop::default(),
            in_hand: AtomicUsize::new(0),
            changed: Notify::new(),
            fed: AtomicBool::new(true),
        })
    }

    /// Whether units are still asked for.
    pub fn is_fed(&self) -> bool {
        self.fed.load(Ordering::Relaxed)
    }

    /// Asks for units as long as there is room for them, until the job is over or the worker ends.
    pub async fn feed(self: Arc<Job>, shared: Arc<Shared>, tasks: mpsc::Sender<Task>) {
        while !self.gone.is_stopped() && !shared.draining.is_stopped() {
            if shared.settings.resting.load(Ordering::Relaxed) {
                tokio::time::sleep(PAUSE).await;
                continue;
            }
            let free = capacity(&shared).saturating_sub(self.in_hand.load(Ordering::Relaxed));
            if free == 0 {
                // A unit that was done in between is seen soon all the same.
                let _ = tokio::time::timeout(LOOK / 20, self.changed.notified()).await;
                continue;
            }
            // The server itself ends what it can no longer give, so that nothing is on its way to nobody.
            let batch = self.units.batch().max_messages(free).expires(LOOK).messages().await;
            let Ok(mut batch) = batch else {
                tokio::time::sleep(PAUSE).await;
                continue;
            };
            while let Some(message) = batch.next().await {
                let Ok(message) = message else {
                    tokio::time::sleep(PAUSE).await;
                    break;
                };
                self.in_hand.fetch_add(1, Ordering::Relaxed);
                shared.in_hand.fetch_add(1, Ordering::Relaxed);
                tokio::spawn(self.clone().take(shared.clone(), tasks.clone(), message));
            }
        }
        self.fed.store(false, Ordering::Relaxed);
    }

    /// Does what a message asks for.
    async fn take(
        self: Arc<Job>,
        shared: Arc<Shared>,
        tasks: mpsc::Sender<Task>,
        message: jetstream::Message,
    ) {
        let mut slot = Slot { job: self.clone(), is_free: false };
        self.take_one(&shared, &tasks, &message, &mut slot).await;
        shared.in_hand.fetch_sub(1, Ordering::Relaxed);
    }

    async fn take_one(
        self: Arc<Job>,
        shared: &Shared,
        tasks: &mpsc::Sender<Task>,
        message: &jetstream::Message,
        slot: &mut Slot,
    ) {
        // An acknowledgement that does not arrive costs a unit done twice, and nothing else.
        let acknowledge = async |kind| drop(message.ack_with(kind).await);
        let asked = serde_json::from_slice::<Asked>(&message.payload).map_err(|error| error.to_string());
        let asked = asked.and_then(|asked| self.check(&message.subject, asked));
        let Asked { unit, id, beside } = match asked {
            Ok(asked) => asked,
            Err(why) => {
                let _ = shared.say.send(format!("ignored on {}: no unit: {why}", message.subject));
                return acknowledge(AckKind::Term).await;
            }
        };
        if beside.as_deref() == Some(&shared.id) {
            return acknowledge(AckKind::Nak(Some(PASSED_ON))).await;
        }
        let again = beside.is_some();
        let told = |seconds, content| Told::new(unit.number, &shared.id, seconds, again, content);
        let delivered = message.info().map_or(1, |info| info.delivered);
        if delivered > DELIVERIES && !again {
            let why = format!("{} workers have taken it, and none came back", delivered - 1);
            self.tell(shared, &id, &told(0.0, Content::Lost(why))).await;
            return acknowledge(AckKind::Ack).await;
        }
        let (reply, mut done) = oneshot::channel();
        if tasks.send(Task { job: self.clone(), unit: unit.clone(), reply }).is_err() {
            return;
        }
        let mut heartbeat = tokio::time::interval(HEARTBEAT);
        heartbeat.tick().await;
        let (result, took) = loop {
            tokio::select! {
                done = &mut done => match done {
                    Ok(done) => break done,
                    // Its thread is no more: the unit goes to another.
                    Err(_) => return acknowledge(AckKind::Nak(None)).await,
                },
                _ = heartbeat.tick() => acknowledge(AckKind::Progress).await,
            }
        };
        let content = match result {
            Ok(None) => return acknowledge(AckKind::Nak(Some(PASSED_ON))).await,
            Ok(Some(result)) => {
                note_usual(shared, took);
                Content::Result(serde_json::to_string(&result).expect("a result has no keys but strings"))
            }
            Err(error) => Content::Failed(error),
        };
        // The thread is free for the next unit while this one is told.
        slot.free();
        if self.tell(shared, &id, &told(took.as_secs_f64(), content)).await {
            acknowledge(AckKind::Ack).await;
        }
    }

    /// A unit that is one of this work.
    fn check(&self, subject: &str, asked: Asked) -> Result<Asked, String> {
        let pieces = &asked.unit.pieces;
        let is_some = pieces.start < pieces.end && pieces.end <= self.work.pieces();
        if subject != self.names.unit(asked.unit.number) {
            Err(format!("it says that it is number {}", asked.unit.number))
        } else if !is_some {
            Err(format!("pieces {} to {} of {}", pieces.start, pieces.end, self.work.pieces()))
        } else {
            Ok(asked)
        }
    }

    /// Puts what came of a unit into the stream of results, however long the server is away; whether it is there.
    async fn tell(&self, shared: &Shared, id: &str, told: &Told) -> bool {
        let mut message = told.clone();
        while !self.gone.is_stopped() {
            if let Content::Result(text) = &message.content
                && text.len() > shared.client.server_info().max_payload / SHARE
            {
                let name = format!("result-{}-{}", told.unit, shared.id);
                if bundle::put(&self.bucket, &name, text.as_bytes()).await.is_err() {
                    tokio::time::sleep(PAUSE).await;
                    continue;
                }
                message.content = Content::Object(name);
            }
            // The server knows the result of a unit again, whoever tells it. A failure does not stand in its way.
            let id = match &message.content {
                Content::Result(_) | Content::Object(_) => id.to_owned(),
                Content::Failed(_) | Content::Lost(_) => format!("{id}.not"),
            };
            let publish = PublishMessage::build().payload(bytes(&message)).message_id(id);
            let sent = shared.context.send_publish(self.names.result(told.unit), publish).await;
            let answer = match sent {
                Ok(answer) => answer.await.map(drop),
                Err(error) => Err(error),
            };
            match answer {
                Ok(()) => return true,
                Err(error) if error.kind() == PublishErrorKind::MaxPayloadExceeded => {
                    message.content = Content::Failed(error.to_string());
                }
                Err(_) => {}
            }
            tokio::time::sleep(PAUSE).await;
        }
        false
    }
}

/// Room for a unit in hand, which is free again once the unit is done, and at the latest when this is dropped.
struct Slot {
    job: Arc<Job>,
    is_free: bool,
}

impl Slot {
    fn free(&mut self) {
        if !self.is_free {
            self.is_free = true;
            self.job.in_hand.fetch_sub(1, Ordering::Relaxed);
            self.job.changed.notify_one();
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.free();
    }
}

/// How many units of a job are in hand at most: one for each thread, and more where they are brief, so that threads do not
/// wait for the server between them.
fn capacity(shared: &Shared) -> usize {
    let usual = Duration::from_micros(shared.usual.load(Ordering::Relaxed) as u64);
    let ahead = (AHEAD.as_secs_f64() / usual.as_secs_f64().max(1e-6)) as usize;
    shared.settings.threads * (1 + ahead.min(MAX_AHEAD))
}

/// Keeps in mind how long a unit usually takes, the last ones above all.
fn note_usual(shared: &Shared, took: Duration) {
    let took = usize::try_from(took.as_micros()).unwrap_or(usize::MAX / 8).min(usize::MAX / 8);
    let usual = shared.usual.load(Ordering::Relaxed);
    let new = if usual == usize::MAX { took } else { (usual / 4).saturating_mul(3) + took / 4 };
    shared.usual.store(new, Ordering::Relaxed);
}
