//! What is said between coordinator and workers, as JSON.

use crate::files::sha256;
use crate::{BUILD, Unit, UnitResult};
use serde::{Deserialize, Serialize};

/// What the description of a stream of units says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Description {
    /// The build of the coordinator.
    pub build: String,
    /// What the job is of.
    pub about: String,
    /// The SHA-256 of the job's text.
    pub bundle: String,
}

/// A unit to be done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Asked {
    #[serde(flatten)]
    pub unit: Unit,
    /// By this the server knows again what comes of it.
    pub id: String,
    /// The worker that has done it before, where it is done again to compare.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<String>,
}

/// What came of a unit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Told {
    pub unit: u32,
    pub worker: String,
    pub build: String,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// Whether it was done again to compare.
    #[serde(default)]
    pub again: bool,
    #[serde(flatten)]
    pub content: Content,
    /// The SHA-256 of the text.
    #[serde(default)]
    pub sha256: String,
}

/// What there is to tell.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Content {
    /// The result as JSON, in a text so that it can be checked whether it is whole.
    Result(String),
    /// The same where it is too long for a message: the object's name.
    Object(String),
    /// It cannot be done.
    Failed(String),
    /// It was handed out again and again, and no worker came back.
    Lost(String),
}

impl Told {
    pub fn new(unit: u32, worker: &str, seconds: f64, again: bool, content: Content) -> Told {
        let sha256 = match &content {
            Content::Result(text) => sha256(text.as_bytes()),
            _ => String::new(),
        };
        Told { unit, worker: worker.to_owned(), build: BUILD.to_owned(), seconds, again, content, sha256 }
    }
}

/// The result of a text.
///
/// # Errors
/// If it is not whole, or none.
pub(super) fn read_result(text: &str, digest: &str) -> Result<UnitResult, String> {
    if sha256(text.as_bytes()) != digest {
        return Err("it is not whole, or was changed on the way".into());
    }
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// A worker says that it is there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Presence {
    pub worker: String,
    pub build: String,
    /// Units at a time.
    pub threads: usize,
    /// Why it does not take units of this job.
    #[serde(default)]
    pub refuses: Option<String>,
}

/// A message as bytes.
pub(super) fn bytes(message: &impl Serialize) -> bytes::Bytes {
    serde_json::to_vec(message).expect("messages have no keys but strings").into()
}
