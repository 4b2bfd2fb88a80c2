//! The coordinator: hands out units, counts what comes back, and knows its workers.

use super::messages::{Asked, Presence, bytes};
use super::names::Names;
use super::reading::{self, Heard};
use super::spot_checks::SpotChecks;
use super::streams::Streams;
use super::{Connection, HEARTBEAT, PAUSE};
use crate::counting::{Counting, Done, Verdict};
use crate::perform::{Performer, spawn};
use crate::{BUILD, Error, Unit, UnitResult};
use async_nats::jetstream::context::{GetStreamErrorKind, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{self, Context, ErrorCode};
use async_nats::{Client, Subscriber};
use futures_util::{FutureExt, StreamExt, TryStreamExt, future};
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use wanqi_play::Stop;

/// Messages that are looked at together, and written into the ledger together.
const BATCH: usize = 500;
/// How long a batch is waited for.
const LOOK: Duration = Duration::from_millis(200);
const SHOWN: Duration = Duration::from_secs(1);
/// How long a worker is one without a word from it.
const PRESENT: Duration = Duration::from_secs(15);
const LOST: &str = "the server has lost the units of the job: they are handed out anew";
/// Different things that are said at the most of what comes from outside.
const MAX_SAID: usize = 200;

struct Coordinator<'a, 'c> {
    counting: &'a mut Counting<'c>,
    client: Client,
    context: Context,
    names: Names,
    streams: Streams,
    presences: Subscriber,
    notices: UnboundedReceiver<String>,
    stop: Stop,
    /// When each worker was last heard of.
    workers: HashMap<String, Instant>,
    left_out: HashSet<String>,
    checks: SpotChecks,
    /// Told apart from what an earlier run has published.
    run: u128,
    published: u64,
    /// How often in a row there was nothing at the server, although units are open.
    empty: u32,
    longest: Duration,
    said: HashSet<String>,
}

/// Hands out the units of a job until it is over or stopped.
pub(crate) fn coordinate(
    connection: &Connection,
    job: &str,
    counting: &mut Counting<'_>,
    stop: &Stop,
) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|error| Error::Cluster(format!("no threads: {error}")))?;
    runtime.block_on(async {
        let mut coordinator = Coordinator::begin(connection, job, counting, stop).await?;
        let ended = coordinator.run().await;
        if coordinator.counting.is_over() {
            coordinator.sum_up();
            Streams::remove(&coordinator.context, &coordinator.names).await;
        } else {
            Streams::withdraw(&coordinator.context, &coordinator.names).await;
        }
        coordinator.counting.show(0)?;
        ended
    })
}

impl<'a, 'c> Coordinator<'a, 'c> {
    async fn begin(
        connection: &Connection,
        job: &str,
        counting: &'a mut Counting<'c>,
        stop: &Stop,
    ) -> Result<Coordinator<'a, 'c>, Error> {
        let (say, notices) = unbounded_channel();
        let client = connection.connect(false, say).await?;
        let context = jetstream::new(client.clone());
        if let Err(error) = context.stream_names().try_next().await {
            let shown = connection.shown();
            return Err(Error::Cluster(format!("{shown} has no JetStream (nats-server -js): {error}")));
        }
        let names = Names::new(job);
        let streams = Streams::set_up(&context, &names, counting.work()).await?;
        // What an earlier run has left there is handed out anew.
        let emptied = streams.units.purge().await;
        emptied.map_err(|error| Error::Cluster(format!("the streams of the job: {error}")))?;
        let presences = client.subscribe(names.presence()).await;
        let presences = presences.map_err(|error| Error::Cluster(error.to_string()))?;
        let checks = SpotChecks::new(counting.units());
        let run = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        Ok(Coordinator {
            counting,
            client,
            context,
            names,
            streams,
            presences,
            notices,
            stop: stop.clone(),
            workers: HashMap::new(),
            left_out: HashSet::new(),
            checks,
            run,
            published: 0,
            empty: 0,
            longest: Duration::ZERO,
            said: HashSet::new(),
        })
    }

    async fn run(&mut self) -> Result<(), Error> {
        self.publish(self.counting.open().into_iter().map(|unit| (unit, None)).collect()).await;
        let (mut shown, mut looked) = (Instant::now(), Instant::now());
        while !(self.stop.is_stopped() || self.counting.is_over() && self.checks.are_over(self.longest)) {
            match self.fetch().await {
                Ok(messages) => self.heed(messages).await?,
                Err(error) => {
                    self.say(&format!("the results of the job: {error}"));
                    tokio::time::sleep(PAUSE).await;
                }
            }
            self.hear_of_workers().await;
            let due = self.checks.due(self.present());
            if !due.is_empty() && self.counting.is_pure() {
                let asked = |(number, worker)| {
                    let unit = self.counting.unit(number)?.clone();
                    Some((unit, Some(worker)))
                };
                let asked = due.into_iter().filter_map(asked).collect();
                self.publish(asked).await;
            }
            if looked.elapsed() >= HEARTBEAT {
                looked = Instant::now();
                self.look_after().await;
            }
            if shown.elapsed() >= SHOWN {
                shown = Instant::now();
                let workers = self.present();
                if self.counting.show(workers)? {
                    self.stop.stop();
                }
            }
        }
        Ok(())
    }

    /// Says something once.
    fn say(&mut self, text: &str) {
        if self.said.len() < MAX_SAID && self.said.insert(text.to_owned()) {
            self.counting.notice(text);
        }
    }

    fn asked(&mut self, unit: Unit, beside: Option<String>) -> Asked {
        self.published += 1;
        let id = format!("{}.{}.{}", unit.number, self.run, self.published);
        Asked { unit, id, beside }
    }

    /// Puts units into the stream, and waits until the server has them.
    async fn publish(&mut self, all: Vec<(Unit, Option<String>)>) {
        let mut all = all.into_iter();
        loop {
            let some = all.by_ref().take(BATCH);
            let mut left: Vec<Asked> = some.map(|(unit, beside)| self.asked(unit, beside)).collect();
            if left.is_empty() {
                break;
            }
            while !left.is_empty() && !self.stop.is_stopped() {
                let mut sent = Vec::new();
                for asked in &left {
                    let message = PublishMessage::build().payload(bytes(asked)).message_id(&asked.id);
                    sent.push(self.context.send_publish(self.names.unit(asked.unit.number), message).await);
                }
                let answers = sent.into_iter().map(async |sent| match sent {
                    Ok(answer) => answer.await.map(drop),
                    Err(error) => Err(error),
                });
                let answers = future::join_all(answers).await;
                let failed: Vec<_> =
                    left.into_iter().zip(answers).filter(|(_, answer)| answer.is_err()).collect();
                if let Some((_, Err(error))) = failed.first() {
                    match error.kind() {
                        PublishErrorKind::StreamNotFound => self.say(LOST),
                        _ => self.say(&format!("units cannot be handed out: {error}")),
                    }
                    tokio::time::sleep(PAUSE).await;
                    self.restore().await;
                }
                left = failed.into_iter().map(|(asked, _)| asked).collect();
            }
        }
    }

    /// Makes again what the server has lost.
    async fn restore(&mut self) {
        if let Ok(streams) = Streams::set_up(&self.context, &self.names, self.counting.work()).await {
            self.streams = streams;
        }
    }

    async fn fetch(&self) -> Result<Vec<jetstream::Message>, String> {
        let batch = self.streams.results.batch().max_messages(BATCH).expires(LOOK).messages().await;
        let mut batch = batch.map_err(|error| error.to_string())?;
        let mut messages = Vec::new();
        // What has come counts, even if nothing more can.
        while let Some(Ok(message)) = batch.next().await {
            messages.push(message);
        }
        Ok(messages)
    }

    /// Counts what is in messages, and then lets the server forget them.
    async fn heed(&mut self, messages: Vec<jetstream::Message>) -> Result<(), Error> {
        let (mut done, mut again) = (Vec::new(), Vec::new());
        for message in &messages {
            let read = reading::read(
                &message.subject,
                &message.payload,
                &self.names,
                &self.streams.bucket,
                self.counting,
            );
            match read.await {
                Heard::Ignored(why) => self.say(&why),
                Heard::Result { worker, .. } | Heard::Failed { worker, .. }
                    if self.left_out.contains(&worker) =>
                {
                    self.tell_left_out(&worker).await;
                }
                Heard::Result { unit, worker, again: is_again, seconds, result } => {
                    self.longest = self.longest.max(Duration::from_secs_f64(seconds));
                    self.workers.insert(worker.clone(), Instant::now());
                    let one = Done { unit, worker, result };
                    if is_again { &mut again } else { &mut done }.push(one);
                }
                Heard::Failed { unit, worker, again: true, error } => {
                    self.checks.differ(unit);
                    self.say(&format!("unit {unit} could not be done again by {worker}: {error}"));
                }
                Heard::Failed { unit, worker, error, .. } => {
                    if self.counting.failed(unit, &worker, &error)?
                        && let Some(unit) = self.counting.unit(unit).cloned()
                    {
                        self.publish(vec![(unit, None)]).await;
                    }
                }
                Heard::Lost { unit, error } => self.counting.set_aside(unit, &error)?,
            }
        }
        self.count(done).await?;
        for one in again {
            self.compare(one).await?;
        }
        for message in messages {
            // If this does not reach the server it asks again, and we know.
            let _ = message.ack().await;
        }
        Ok(())
    }

    async fn count(&mut self, done: Vec<Done>) -> Result<(), Error> {
        let told: Vec<(u32, String, UnitResult)> =
            done.iter().map(|one| (one.unit, one.worker.clone(), one.result.clone())).collect();
        let verdicts = self.counting.accept(done)?;
        for ((unit, worker, result), verdict) in told.into_iter().zip(verdicts) {
            match verdict {
                Verdict::Counted => self.checks.hear(unit, &worker),
                Verdict::Again => {}
                Verdict::Differs { from } => self.judge(unit, &from, &worker, &result).await?,
                Verdict::Impossible(why) => self.say(&why),
            }
        }
        Ok(())
    }

    /// A unit was done again to compare.
    async fn compare(&mut self, one: Done) -> Result<(), Error> {
        let Done { unit, worker, result } = one;
        // What it is compared with may have been opened again since.
        let Some(first) = self.counting.done_by(unit).map(str::to_owned) else {
            return self.count(vec![Done { unit, worker, result }]).await;
        };
        if first == worker {
            return Ok(());
        }
        if self.counting.result(unit)?.as_ref() == Some(&result) {
            self.checks.agree(unit);
            return Ok(());
        }
        self.judge(unit, &first, &worker, &result).await
    }

    /// Two workers say different things of a unit: this program does it too, and leaves out who was wrong.
    async fn judge(&mut self, unit: u32, first: &str, second: &str, said: &UnitResult) -> Result<(), Error> {
        self.checks.differ(unit);
        self.counting
            .notice(&format!("unit {unit} comes out otherwise on {second} than on {first}: doing it here"));
        let Some(asked) = self.counting.unit(unit).cloned() else { return Ok(()) };
        let truth = tokio::task::block_in_place(|| self.perform(&asked))?;
        let Some(truth) = truth else { return Ok(()) };
        if truth != *said {
            self.leave_out(second).await?;
        }
        if self.counting.result(unit)?.as_ref() != Some(&truth) {
            self.leave_out(first).await?;
            self.counting.accept(vec![Done { unit, worker: "coordinator".into(), result: truth }])?;
        }
        Ok(())
    }

    fn perform(&self, unit: &Unit) -> Result<Option<UnitResult>, Error> {
        let mut performer = Performer::new(self.counting.work(), &self.stop)?;
        let mut result = Ok(None);
        std::thread::scope(|scope| {
            let result = &mut result;
            spawn(scope, move || *result = performer.perform(unit)).map(drop)
        })
        .map_err(|error| Error::Asked(format!("no thread for a unit: {error}")))?;
        result.map_err(Error::Cluster)
    }

    /// Nothing that a worker has done counts; others do it again.
    async fn leave_out(&mut self, worker: &str) -> Result<(), Error> {
        self.counting.notice(&format!(
            "worker {worker} is left out: what it told of units is not so; others do them again"
        ));
        self.left_out.insert(worker.to_owned());
        self.workers.remove(worker);
        self.tell_left_out(worker).await;
        let open: HashSet<u32> = self.counting.open().iter().map(|unit| unit.number).collect();
        self.counting.leave_out(worker)?;
        self.checks.go_on();
        let opened = self.counting.open().into_iter().filter(|unit| !open.contains(&unit.number));
        self.publish(opened.map(|unit| (unit, None)).collect()).await;
        Ok(())
    }

    async fn tell_left_out(&self, worker: &str) {
        // A name from outside may be no part of a subject.
        let is_name =
            worker.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c)) && !worker.is_empty();
        if is_name {
            let _ = self.client.publish(self.names.left_out(worker), bytes::Bytes::new()).await;
        }
    }

    fn present(&self) -> usize {
        self.workers.values().filter(|heard| heard.elapsed() < PRESENT).count()
    }

    /// What workers say of themselves, and what the connection does.
    async fn hear_of_workers(&mut self) {
        while let Ok(text) = self.notices.try_recv() {
            self.counting.notice(&text);
        }
        while let Some(Some(message)) = self.presences.next().now_or_never() {
            let Ok(Presence { worker, build, refuses, .. }) = serde_json::from_slice(&message.payload) else {
                self.say(&format!("ignored on {}: no worker says so", message.subject));
                continue;
            };
            let shown = wanqi_play::quoted(&worker);
            match refuses {
                _ if self.left_out.contains(&worker) => self.tell_left_out(&worker).await,
                Some(why) => self.say(&format!("worker {shown} is refused: {why}")),
                None if build != BUILD => self.say(&format!("worker {shown} is of another build, {build}")),
                None => drop(self.workers.insert(worker, Instant::now())),
            }
        }
    }

    /// Whatever has become of units, those that are open are at the server: if there is nothing left of them twice in a row,
    /// and no result on its way, they are handed out anew.
    async fn look_after(&mut self) {
        let open = self.counting.open();
        if open.is_empty() || self.counting.is_over() {
            return;
        }
        let units = match self.context.get_stream(self.names.units()).await {
            Ok(stream) => stream.cached_info().state.messages,
            Err(error) => {
                let is_gone = matches!(
                    error.kind(),
                    GetStreamErrorKind::JetStream(error) if error.error_code() == ErrorCode::STREAM_NOT_FOUND
                );
                if !is_gone {
                    return;
                }
                self.say(LOST);
                self.restore().await;
                0
            }
        };
        let results = self.streams.results.get_info().await;
        let on_the_way = results.map_or(0, |info| info.num_pending + info.num_ack_pending as u64);
        self.empty = if units == 0 && on_the_way == 0 { self.empty + 1 } else { 0 };
        if self.empty >= 2 {
            self.empty = 0;
            self.publish(open.into_iter().map(|unit| (unit, None)).collect()).await;
        }
    }

    /// What is to be said at the end.
    fn sum_up(&mut self) {
        if !self.counting.is_pure() {
            return self
                .counting
                .notice("no spot checks: players look at a clock, or may play otherwise each time");
        }
        let (agreed, not) = self.checks.counts();
        let missing =
            if not > 0 { format!(", {not} could not be done: there was nobody else") } else { String::new() };
        self.counting
            .notice(&format!("spot checks: {agreed} units came out the same on another worker{missing}"));
    }
}
