//! Long work cut into units, done by threads or by other machines, with a ledger of what is done: matches, random games,
//! learning, the analysis of many positions, and reviews of many games.
//!
//! A [`Work`] says what to do, and consists of so many small pieces, each of which can be done by itself: the pair of games
//! of a match, a thousand random games, a position to analyse. Several of them are a [`Unit`]. What comes of a unit
//! ([`UnitResult`]) depends on the work and the unit alone, unless players look at the clock; so it does not matter who does
//! it, how often it is begun, or in which order units are done. A [`Ledger`] keeps what is done, and [`run`] goes on from
//! there: on this machine's threads, or on many machines that are reached by NATS (`cluster`).
//!
//! Where to begin: [`work`](Work), then `counting`, which counts each unit once, and `here`, the least that can do them.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod access;
#[cfg(feature = "cluster")]
mod check;
#[cfg(feature = "cluster")]
pub mod cluster;
mod counting;
mod error;
mod files;
mod here;
mod ledger;
mod order;
mod perform;
mod result;
mod task;
mod units;
mod work;

pub use access::Access;
#[cfg(not(feature = "cluster"))]
pub use access::no_clusters;
pub use counting::{Audience, Status};
pub use error::Error;
pub use ledger::{JobInfo, JobState, Ledger};
pub use order::{Order, Outcome, Place, begun_before, close, forget, forget_others, run};
pub use result::{Analysed, Counts, Found, Learnt, LookedAt, NetworkRecords, UnitResult};
pub use task::{Aim, AnalysisTask, GamesTask, LearnTask, MatchTask, NetworkTask, PlayoutsTask, Task};
pub use units::Unit;
pub use work::Work;

/// Which sources this program is made of: machines that work on one job must agree.
pub const BUILD: &str = env!("WANQI_SOURCES");
