//! Units over NATS JetStream, <https://docs.nats.io/nats-concepts/jetstream>: a coordinator puts units into a stream, workers
//! take them, say that they are at it, and put what came of them into another stream, from which the coordinator counts each
//! unit once.
//!
//! Each job has streams and subjects of its own, named by its id (`names`), and a bucket in the object store with all that
//! is needed for it: its text, and the files that it names, by what is in them (`bundle`). A unit stays in its stream until a
//! worker has acknowledged it, which it does once the result is safe in the other one; a worker that is gone says nothing,
//! and the server hands the unit to the next. So a unit may be done twice; the ledger of the coordinator counts it once.
//! What comes from outside is looked at before it counts (`messages`, `crate::check`), and one unit in a hundred is done
//! again by another worker (`spot_checks`).

mod bundle;
mod connection;
mod coordinator;
mod messages;
mod names;
mod reading;
mod spot_checks;
mod streams;
mod taking;
mod worker;

pub use connection::Connection;
pub(crate) use coordinator::coordinate;
pub use worker::{WorkerSettings, work};

use std::time::Duration;

/// How long a unit is a worker's without a word from it.
const SILENCE: Duration = Duration::from_secs(10);
/// How often a worker says that it is at a unit, and at a job.
const HEARTBEAT: Duration = Duration::from_millis(2500);
/// How often a unit is handed out that no worker comes back from.
const DELIVERIES: i64 = 10;
/// How long between two attempts at what has failed since the server is away.
const PAUSE: Duration = Duration::from_millis(500);
