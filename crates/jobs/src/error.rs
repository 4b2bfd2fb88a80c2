//! What can go wrong with a job.

use std::path::PathBuf;

/// Why a job cannot be begun or gone on with. What is in its ledger stays there.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A game, player or position that cannot be.
    #[error(transparent)]
    Play(#[from] wanqi_play::Error),
    /// Something asked for that cannot be.
    #[error("{0}")]
    Asked(String),
    /// The ledger cannot be opened, read or written.
    #[error("the ledger of jobs {}: {what}", .file.display())]
    Ledger {
        /// The file.
        file: PathBuf,
        /// Why.
        what: String,
    },
    /// There is no such job.
    #[error("there is no job {0}: wanqi jobs lists them")]
    NoJob(String),
    /// Somebody else is at it.
    #[error("job {0} is under way in another program: wanqi jobs watch {0}")]
    Busy(String),
    /// The cluster cannot be reached, or refuses something.
    #[error("{0}")]
    Cluster(String),
}
