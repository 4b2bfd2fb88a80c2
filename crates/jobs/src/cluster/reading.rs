//! What the stream of results holds: looked at before it counts.

use super::bundle;
use super::messages::{Content, Told, read_result};
use super::names::Names;
use crate::counting::Counting;
use crate::{BUILD, UnitResult};
use async_nats::jetstream::object_store::ObjectStore;

/// What a message of the stream comes to.
pub(super) enum Heard {
    /// A result that can be so.
    Result { unit: u32, worker: String, again: bool, seconds: f64, result: UnitResult },
    /// A unit that a worker could not do.
    Failed { unit: u32, worker: String, again: bool, error: String },
    /// A unit that no worker comes back from.
    Lost { unit: u32, error: String },
    /// Nothing that counts, and why.
    Ignored(String),
}

/// Looks at a message.
pub(super) async fn read(
    subject: &str,
    payload: &[u8],
    names: &Names,
    bucket: &ObjectStore,
    counting: &Counting<'_>,
) -> Heard {
    let told: Told = match serde_json::from_slice(payload) {
        Ok(told) => told,
        Err(error) => {
            let bytes = payload.len();
            return Heard::Ignored(format!(
                "ignored on {subject}: no result, or a part of one, of {bytes} bytes: {error}"
            ));
        }
    };
    let Told { unit, worker, build, seconds, again, content, sha256 } = told;
    let shown = wanqi_play::quoted(&worker);
    let ignored = |why: &str| Heard::Ignored(format!("ignored from worker {shown}, unit {unit}: {why}"));
    if subject != names.result(unit) {
        return ignored(&format!("it came on {subject}"));
    }
    if build != BUILD {
        return ignored(&format!("its build is {}, not {BUILD}", wanqi_play::quoted(&build)));
    }
    if counting.unit(unit).is_none() {
        return ignored("there is no such unit");
    }
    let text = match content {
        Content::Failed(error) => return Heard::Failed { unit, worker, again, error },
        Content::Lost(error) => return Heard::Lost { unit, error },
        Content::Result(text) => text,
        Content::Object(name) => {
            let fetched = bundle::get(bucket, &name)
                .await
                .and_then(|bytes| String::from_utf8(bytes).map_err(|error| error.to_string()));
            match fetched {
                Ok(text) => text,
                Err(error) => return ignored(&error),
            }
        }
    };
    let result =
        read_result(&text, &sha256).and_then(|result| counting.check(unit, &result).map(|()| result));
    match result {
        Ok(result) => Heard::Result { unit, worker, again, seconds: seconds.clamp(0.0, 1e6), result },
        Err(error) => ignored(&error),
    }
}
