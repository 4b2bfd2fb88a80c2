//! `wanqi worker`: does units of others' jobs.

#[cfg(all(feature = "cluster", target_os = "linux"))]
mod idle;

use crate::Failure;
use clap::{Args, ValueEnum};
use std::io::Write;
use wanqi_jobs::Access;

/// Do the units of jobs at a server (wanqi match --on nats://HOST …), until Ctrl-C
///
/// The first Ctrl-C ends what is under way and takes nothing new, the second ends the program: what it was at is then done
/// by another worker. docs/cluster.md says how machines are brought together.
#[derive(Args, Debug)]
pub struct Worker {
    /// The server: nats://HOST, tls://HOST, several with commas between them
    address: String,
    /// Units at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    threads: Option<u32>,
    /// How far this program stands back for others on its machine: 0 not at all, 19 for all of them [default: 0; 19 with
    /// --when idle]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(0..=19))]
    nice: Option<i32>,
    /// When to work: always, or while others use less than a tenth of this machine (Linux); what is in hand is ended
    #[arg(long, value_name = "WHEN", default_value = "always")]
    when: When,
    /// Also take jobs whose players are other programs, whatever commands they name: only where all who may use the server are
    /// trusted
    #[arg(long)]
    programs: bool,
    #[command(flatten)]
    access: Access,
}

/// When a worker works.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum When {
    Always,
    Idle,
}

impl Worker {
    #[cfg(not(feature = "cluster"))]
    pub fn run(self, _: &mut impl Write) -> Result<(), Failure> {
        Err(wanqi_jobs::no_clusters().into())
    }

    #[cfg(feature = "cluster")]
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        use crate::interrupt::Interrupt;
        use std::sync::Arc;
        use std::thread::available_parallelism;
        let usual = if self.when == When::Idle { 19 } else { 0 };
        let nice = self.nice.unwrap_or(usual);
        if self.when == When::Idle && nice == 0 {
            let why =
                "it stands back for others, so that its own time is told apart from theirs: --nice 1 or more";
            return Err(Failure::asked("--when idle", why));
        }
        stand_back(nice)?;
        let cores = || available_parallelism().map_or(1, usize::from);
        let settings = wanqi_jobs::cluster::WorkerSettings {
            threads: self.threads.map_or_else(cores, |threads| threads as usize),
            programs: self.programs,
            // What was learnt on this machine is not for others' jobs: they bring what they need.
            folder: super::data_folder()?.join("worker"),
            resting: match self.when {
                When::Always => Arc::default(),
                When::Idle => idle(cores())?,
            },
        };
        wanqi_play::use_data_folder(settings.folder.clone());
        let connection = self.access.connection(&self.address)?;
        let interrupt = Interrupt::listen();
        let say = |text: &str| {
            let written = writeln!(out, "{text}").and_then(|()| out.flush());
            // A worker works on if nobody reads what it says.
            drop(written);
        };
        Ok(wanqi_jobs::cluster::work(&connection, &settings, &interrupt.stop(), say)?)
    }
}

/// A flag that is set while others use the machine.
#[cfg(all(feature = "cluster", target_os = "linux"))]
fn idle(cores: usize) -> Result<std::sync::Arc<std::sync::atomic::AtomicBool>, Failure> {
    let say = |text: String| eprintln!("{text}");
    idle::watch(cores, say).map_err(|error| Failure::asked("--when idle", error))
}

#[cfg(all(feature = "cluster", not(target_os = "linux")))]
fn idle(_: usize) -> Result<std::sync::Arc<std::sync::atomic::AtomicBool>, Failure> {
    Err(Failure::Asked("--when idle: only on Linux is it known how busy others are".into()))
}

/// Lets other programs of the machine go first.
#[cfg(all(feature = "cluster", unix))]
fn stand_back(nice: i32) -> Result<(), Failure> {
    if nice == 0 {
        return Ok(());
    }
    rustix::process::nice(nice).map(drop).map_err(|error| Failure::asked("--nice", error))
}

#[cfg(all(feature = "cluster", not(unix)))]
fn stand_back(nice: i32) -> Result<(), Failure> {
    match nice {
        0 => Ok(()),
        _ => Err(Failure::Asked("--nice: this system has no such number".into())),
    }
}
