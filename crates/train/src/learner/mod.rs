//! Learning a game from its rules, by games of the machine against itself.
//!
//! A [`Learner`] makes generation after generation: [games](games::SelfPlay), whose positions go into a [pool](pool::Pool)
//! that only grows; a network [fitted](mod@fit) to all of them; a match against the one in use, which the better one is from then
//! on. With it goes a policy that the choices of the games teach, where a match by Monte-Carlo search says that it is worth it. A
//! [`Folder`] keeps everything, so that it can be stopped and gone on with at any point.

mod choices;
mod contest;
pub mod fit;
mod folder;
pub mod games;
mod gathering;
mod generations;
pub mod parts;
pub mod pool;
mod trials;

pub use contest::MakeSearch;
pub use folder::{
    Beside, Folder, Generation, LearnError, champion_of, network_path, read_history, write_whole,
};
pub use generations::{Budget, LearnProgress, Learner, Settings, Stage, Teacher};
