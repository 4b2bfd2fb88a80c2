//! What is known about Go beyond its rules, for those who want it: Monte-Carlo searches that are told nothing of this play
//! from the rules alone.
//!
//! [`PlayoutMean`] says that chance knows something about the game. [`GoGuide`] tells a search which moves are likely
//! by their [`features`], and plays games out with some sense; it reads strings in atari (`reading`) and shapes of three
//! by three points (`patterns`), knows where openings are played ([`opening`]), what can be taken or saved near the last
//! stone ([`tactics`], by [`capture`]) and what small eye spaces hang on ([`eye_space`]). [`unconditional_life`] says which
//! strings can never be taken, [`ladder`] which can be taken by atari after atari,
//! [`enclosed`] what becomes of groups that are shut in, and [`outlook`] what will become of all of
//! them.

pub mod capture;
pub mod enclosed;
pub mod eye_space;
pub mod features;
mod guide;
pub mod ladder;
pub mod network;
pub mod opening;
mod outlook;
mod patterns;
mod playout;
mod playout_mean;
mod reading;
pub mod tactics;
pub mod unconditional_life;

pub use guide::GoGuide;
pub use outlook::outlook;
pub use playout::PlayoutKnowledge;
pub use playout_mean::PlayoutMean;
