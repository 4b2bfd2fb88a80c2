//! The streams and the bucket of a job.

use super::names::{COORDINATOR, Names, WORKERS};
use super::{SILENCE, bundle, messages};
use crate::{BUILD, Error, Work};
use async_nats::jetstream::consumer::{AckPolicy, Consumer, pull};
use async_nats::jetstream::stream::{Config, RetentionPolicy, Stream};
use async_nats::jetstream::{Context, object_store};
use std::time::Duration;

/// What a coordinator has at the server.
pub(super) struct Streams {
    pub units: Stream,
    pub results: Consumer<pull::Config>,
    pub bucket: object_store::ObjectStore,
}

/// How long the server knows a message again by its id.
const WINDOW: Duration = Duration::from_secs(600);
/// How long a result is ours before it is handed out again: one that is handed out twice counts once.
const KEEPING: Duration = Duration::from_secs(20);

fn failed(what: &str) -> impl Fn(&dyn std::fmt::Display) -> Error {
    move |error| Error::Cluster(format!("{what}: {error}"))
}

impl Streams {
    /// Makes what is not there yet. Units come last: workers find a job by them.
    pub async fn set_up(context: &Context, names: &Names, work: &Work) -> Result<Streams, Error> {
        let of_bucket = failed("the bucket of the job");
        let bucket = match context.get_object_store(names.bucket()).await {
            Ok(bucket) => bucket,
            Err(_) => {
                let config = object_store::Config { bucket: names.bucket(), ..Default::default() };
                context.create_object_store(config).await.map_err(|error| of_bucket(&error))?
            }
        };
        let text = work.text();
        bundle::put_files(work, &bucket).await?;
        bundle::put(&bucket, super::names::BUNDLE, text.as_bytes())
            .await
            .map_err(|error| of_bucket(&error))?;
        let of_streams = failed("the streams of the job");
        let results = context
            .get_or_create_stream(Config {
                name: names.results(),
                subjects: vec![names.result('*')],
                retention: RetentionPolicy::WorkQueue,
                duplicate_window: WINDOW,
                ..Default::default()
            })
            .await
            .map_err(|error| of_streams(&error))?;
        let results = results
            .get_or_create_consumer(
                COORDINATOR,
                pull::Config {
                    durable_name: Some(COORDINATOR.into()),
                    ack_policy: AckPolicy::Explicit,
                    ack_wait: KEEPING,
                    max_ack_pending: 10_000,
                    ..Default::default()
                },
            )
            .await
            .map_err(|error| of_streams(&error))?;
        let description = messages::Description {
            build: BUILD.into(),
            about: work.about().to_string(),
            bundle: crate::files::sha256(text.as_bytes()),
        };
        let units = context
            .get_or_create_stream(Config {
                name: names.units(),
                subjects: vec![names.unit('*')],
                retention: RetentionPolicy::WorkQueue,
                duplicate_window: WINDOW,
                description: Some(String::from_utf8_lossy(&messages::bytes(&description)).into_owned()),
                ..Default::default()
            })
            .await
            .map_err(|error| of_streams(&error))?;
        units
            .get_or_create_consumer(
                WORKERS,
                pull::Config {
                    durable_name: Some(WORKERS.into()),
                    ack_policy: AckPolicy::Explicit,
                    ack_wait: SILENCE,
                    max_ack_pending: 100_000,
                    ..Default::default()
                },
            )
            .await
            .map_err(|error| of_streams(&error))?;
        Ok(Streams { units, results, bucket })
    }

    /// Takes away what workers see of a job. What is under way may still be told.
    pub async fn withdraw(context: &Context, names: &Names) {
        // What is not there need not be taken away.
        let _ = context.delete_stream(names.units()).await;
    }

    /// Takes away all of a job.
    pub async fn remove(context: &Context, names: &Names) {
        Self::withdraw(context, names).await;
        let _ = context.delete_stream(names.results()).await;
        let _ = context.delete_object_store(names.bucket()).await;
    }
}
